"""What to bring to a game night and what is missing of it: counted, and told in text and Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from brickyard.answer_text import aligned, escape_markdown, finding_lines as markdown_finding, table_lines
from brickyard.terminal import wrap_lines
from catalog.editions.edition import Edition, options_in_force
from catalog.editions.loading import edition, shipped_editions
from fleets.forces.force import Fielded, Force, Mech
from fleets.forces.named_files import manifests_in
from fleets.models.model_units import Unit
from fleets.packing.game_table import GameTable, RulerToBring, game_table
from fleets.packing.needs import (
    ForceDice,
    PackedModel,
    PackedPlayer,
    ThingToBring,
    dice_name,
    kit_of,
    pack_player,
    read_dice_box,
)
from ldraw_tools.findings import BrickyardError, Finding, Severity, count_of, printable
from ldraw_tools.notebooks import line_of
from validators.judged_files import JudgeSettings, ReadFile, read_file
from validators.reporters.text import TextPaint, finding_lines

_KINDS = {"frames": ("company", "companies"), "fleet": ("fleet", "fleets"), "mech": ("'mech", "'mechs")}
_PASSED = "enough if dice are passed around"
_STYLES = {"enough": "good", _PASSED: "warning", "not enough": "error", "not compared": "bold"}


@dataclass(frozen=True)
class PackAnswer:
    """What `brickyard pack` prints: one table for each game among the files."""

    __json__: ClassVar = ("format", "tables", "findings")

    tables: tuple[GameTable, ...]
    findings: tuple[Finding, ...]
    # Goes up when a key goes away or changes its meaning, not when one is added.
    format: int = 2

    __repr__ = line_of


class _Player(NamedTuple):
    """A file's force or 'mech, with the text it names and all the options in force."""

    path: Path
    subject: Force | Mech
    edition: Edition
    options: Mapping[str, Any]


def what_to_pack(paths: Sequence[Path], settings: JudgeSettings, have: Path | None = None) -> PackAnswer:
    """What all players whose files are named need; `have` is a file that lists what you have."""
    read = {file: read_file(file, settings) for path in paths for file in manifests_in(path)}
    players = [player for file, found in read.items() if (player := _player(file, found))]
    texts = [player.edition for player in players]
    box = read_dice_box(have, lambda: _known_things(texts)) if have else None
    findings = [one for found in read.values() for one in found.findings if one.severity > Severity.INFO]
    findings += box.findings if box else ()
    if not players and not findings:
        raise BrickyardError(f"nothing to pack for in {', '.join(str(path) for path in paths)}")
    tables = []
    for first, *others in _games(players):
        packed = [pack_player(one.subject, first.edition) for one in (first, *others)]
        tables.append(game_table(packed, first.edition, first.options, _notes(first, others), box))
    return PackAnswer(tuple(tables), tuple(findings))


def _player(path: Path, read: ReadFile) -> _Player | None:
    text, first = read.ruling.edition, read.subject
    if first is None:
        return None
    if isinstance(first, Mech):
        subject: Force | Mech = first
        kind, game, options = "'mech", "mech", {}
    else:
        force = first if isinstance(first, Force) else Force("model", first.name, first.place)
        units = (Fielded(first, 1, first.place),) if isinstance(first, Unit) else ()
        options = options_in_force(text, force.options, read.ruling.options)
        subject = replace(force, fielded=force.fielded or units, options=options)
        kind, game = force.kind, {"company": "frames", "fleet": "fleet"}.get(force.kind, text.game)
    if game != text.game:
        raise BrickyardError(f"{path}: a {kind} can't be played by {text.title}")
    return _Player(path, subject, text, options)


def _games(players: Sequence[_Player]) -> list[list[_Player]]:
    """Those who play the same game share a table; a 'mech plays alone."""
    games: dict[str, list[_Player]] = {}
    for one in players:
        if isinstance(one.subject, Force):
            games.setdefault(one.edition.game, []).append(one)
    return [*games.values(), *([one] for one in players if isinstance(one.subject, Mech))]


def _notes(first: _Player, others: Sequence[_Player]) -> Iterator[str]:
    """A table plays by one text and with one set of options; those that disagree are named."""
    for other in others:
        name = printable(other.path.name)
        if other.edition.id != first.edition.id:
            yield f"{name} names another edition, {other.edition.title}; here {first.edition.title} is used."
        elif other.options != first.options:
            both = {*other.options, *first.options}
            differing = sorted(one for one in both if other.options.get(one) != first.options.get(one))
            yield f"{name} has other options ({', '.join(differing)}) than {printable(first.path.name)}."


def _known_things(texts: Sequence[Edition]) -> list[str]:
    """Everything that any edition names: one box may serve several games."""
    every = [*texts, *(edition(name) for name in shipped_editions())]
    return list(dict.fromkeys(thing for text in every for thing in kit_of(text).things))


def text_lines(packed: PackAnswer, paint: TextPaint) -> Iterator[str]:
    for number, table in enumerate(packed.tables):
        if number:
            yield ""
        yield from _table(table, paint)
    for number, finding in enumerate(packed.findings):
        yield from [""] if packed.tables or number else []
        yield from finding_lines(finding, paint)
    yield ""
    for table in packed.tables:
        style = _STYLES[table.verdict]
        yield from (paint(line, style) for line in wrap_lines(verdict(table)))
    if any(finding.severity is Severity.ERROR for finding in packed.findings):
        so_what = "so this may be too little" if packed.tables else "so what to bring is unknown"
        yield paint(f"Something in the files is wrong, {so_what}.", "error")


def _table(table: GameTable, paint: TextPaint) -> Iterator[str]:
    yield paint(table.edition.named, "bold")
    for player in table.players:
        yield ""
        yield paint(printable(player.name), "bold")
        if player.models:
            yield from wrap_lines(f"models  {models_in_words(player.models)}", "  ", " " * 10)
        yield from aligned(_player_rows(player, table), "  ")
    if len(table.players) > 1:
        yield ""
        yield paint(f"The table: {count_of(len(table.players), *_kinds(table))}", "bold")
        yield from aligned(_table_rows(table), "  ")
    yield ""
    for sentence in (*explanations(table), *table.notes):
        yield from wrap_lines(sentence, "  ")
    yield ""
    for sentence in things(table):
        yield from wrap_lines(sentence, "  ", "    ")
    if table.field and table.field.placing:
        yield ""
        yield f"  Setting up ({table.field.placing_reference}):"
        for number, line in enumerate(table.field.placing, 1):
            yield from wrap_lines(f"{number}. {line}", "    ", " " * 7)


def markdown_lines(packed: PackAnswer) -> Iterator[str]:
    for number, table in enumerate(packed.tables):
        if number:
            yield ""
        yield from _markdown_table(table)
    for finding in packed.findings:
        yield ""
        yield from markdown_finding(finding)


def _markdown_table(table: GameTable) -> Iterator[str]:
    yield f"# {escape_markdown(table.edition.named)}"
    for player in table.players:
        yield from ("", f"## {escape_markdown(player.name)}", "")
        for model in player.models:
            yield f"- [ ] {model.count} × {escape_markdown(model.name)} ({model.role})"
        yield from (f"- [ ] {_to_tick(row)}" for row in player.dice)
    yield from ("", f"## {'The table' if len(table.players) > 1 else 'Besides'}", "")
    yield from (f"- [ ] {escape_markdown(sentence)}" for sentence in things(table))
    yield ""
    if table.field and table.field.placing:
        yield from (f"Setting up ({escape_markdown(table.field.placing_reference)}):", "")
        yield from (
            f"{number}. {escape_markdown(line)}" for number, line in enumerate(table.field.placing, 1)
        )
        yield ""
    if len(table.players) > 1:
        yield from (*table_lines(_table_rows(table)), "")
    for sentence in (*explanations(table), *table.notes):
        yield from (escape_markdown(sentence), "")
    yield f"**{escape_markdown(verdict(table))}**"


def _to_tick(row: ForceDice) -> str:
    of_which = f" ({row.one_turn} in one roll, {row.beside} may lie beside units)" if row.beside else ""
    return f"{row.bring} × {dice_name(row.colour, row.sides)}{of_which}"


def _player_rows(player: PackedPlayer, table: GameTable) -> list[list[str]]:
    """Heads, and a row for each kind of dice; a player alone has what is missing beside it."""
    alone = table.dice if len(table.players) == 1 else ()
    box = {(row.colour, row.sides): (row.have, row.missing_for_a_set_each) for row in alone}
    return _rows(
        ("dice", "one roll", "lie beside units", "bring", "the text says", "have", "missing"),
        [
            (
                *(dice_name(row.colour, row.sides), row.one_turn, row.beside or None, row.bring, row.advised),
                *box.get((row.colour, row.sides), (None, None)),
            )
            for row in player.dice
        ],
    )


def _table_rows(table: GameTable) -> list[list[str]]:
    return _rows(
        ("dice", "a set each", "at least", "have", "missing for a set each", "missing at least"),
        [
            (
                *(dice_name(row.colour, row.sides), row.set_each, row.at_least),
                *(row.have, row.missing_for_a_set_each, row.missing_at_least),
            )
            for row in table.dice
        ],
    )


def _rows(heads: Sequence[str], rows: Sequence[Sequence[str | int | None]]) -> list[list[str]]:
    """Without columns in which nothing stands."""
    first, *others = zip(heads, *rows, strict=True)
    columns = [first, *(column for column in others if any(cell is not None for cell in column[1:]))]
    return [
        ["–" if cell is None else f"{cell:,}" if isinstance(cell, int) else cell for cell in row]
        for row in zip(*columns, strict=True)
    ]


def explanations(table: GameTable) -> Iterator[str]:
    """What the columns mean, and what is shared."""
    if table.turns_at_once == 1:
        yield "One roll: the largest roll. Nothing is shared; with fewer dice, roll some twice."
        yield from _occasions(table)
        return
    stays = _stays(table)
    rolled = f"{table.turns_at_once} turns at once, an attacker's and its target's"
    if len(table.players) > 1:
        yield "A set each: every player has enough dice without borrowing any."
        yield (
            f"At least: dice are passed around. What is rolled together is shared ({rolled}); "
            f"what lies on the table is not: {stays or 'nothing'}."
        )
    else:
        yield f"One roll: the most dice rolled together. Meanwhile, these may lie on the table: {stays}."
        yield "Name the other players' files too, to see what the whole table needs and can share."
    yield from _occasions(table)
    if table.largest_hit:
        yield (
            f"A hit rolls up to {table.largest_hit} dice for damage, of any colour: use idle dice, "
            "or roll some twice."
        )
    if any(player.with_spare for player in table.players):
        yield "The dice are enough for one spare unit too, which a tie may bring into play."
    if table.advised_by and any(row.advised is not None for player in table.players for row in player.dice):
        yield f"The text's own numbers are from {table.advised_by}."


def _occasions(table: GameTable) -> Iterator[str]:
    most: dict[tuple[str, str], dict[str, int]] = {}
    for player in table.players:
        for one in player.also_rolled:
            dice = most.setdefault((one.what, one.reference), {})
            name = dice_name(one.colour, one.sides)
            dice[name] = max(dice.get(name, 0), one.count)
    for (what, reference), dice in most.items():
        rolled = " and ".join(f"{count} {name}" for name, count in dice.items())
        yield f"Also rolled together: {rolled} for {what} ({reference})."


def things(table: GameTable) -> Iterator[str]:
    """Everything but dice of the players' own, a line each."""
    clock, ruler = table.clock, table.ruler
    if clock:
        sizes = " or ".join(f"d{sides}" for sides in clock.sides)
        missing = " Missing." if clock.missing else ""
        yield (
            f"1 × {clock.name}: a {sizes} that looks different from all other dice, set to {clock.start}; "
            f"the table shares it ({clock.reference}).{missing}"
        )
    if ruler:
        yield _ruler(ruler)
    if table.field:
        otherwise = "".join(f" {line}" for line in table.field.otherwise)
        yield f"A table, square or round, {table.field.words} ({table.field.reference}).{otherwise}"
    for thing in table.things:
        yield _thing(thing, len(table.players))


def _ruler(ruler: RulerToBring) -> str:
    length = f"{ruler.units} units of {ruler.studs_a_unit} studs"
    note = f", {ruler.note}" if ruler.note else ""
    if ruler.parts:
        parts = " or ".join(ruler.parts)
        text = f"{ruler.units} × click hinge 1 × 4 (LEGO {parts}){note}: they make the ruler, or {length}"
    else:
        text = f"1 × ruler of {length}{note}: click hinges don't have that length"
    lacks = f" Missing: {_missing_ruler(ruler)}." if ruler.missing_units else ""
    return f"{text}; the table shares it ({ruler.reference}).{lacks}"


def _missing_ruler(ruler: RulerToBring) -> str:
    return count_of(ruler.missing_units or 0, "hinge") if ruler.parts else "the ruler"


def _thing(thing: ThingToBring, players: int) -> str:
    missing = f" Missing: {thing.missing}." if thing.missing else ""
    low, high = thing.low, thing.high
    if low is None:
        return f"{thing.what[:1].upper()}{thing.what[1:]} ({thing.reference}).{missing}"
    own = thing.per == "player"
    count = f"{low}" if own or high in (None, low) else f"{low}–{high}"
    together = ", all players together" if own and players > 1 else ""
    most = (
        f"; a player who takes them all needs {high}"
        if own and high is not None and high > low // players
        else ""
    )
    return f"{count} × {thing.what}{together}{most} ({thing.reference}).{missing}"


def verdict(table: GameTable) -> str:
    game = _kinds(table)[0]
    name = printable(table.players[0].name) if len(table.players) == 1 else "The table"
    count = sum(row.set_each for row in table.dice)
    if table.verdict == "not compared":
        pieces = count_of(count, "die", "dice")
        least = sum(row.at_least for row in table.dice)
        if len(table.players) > 1:
            return f"{name}: {pieces} for a set each; {least} at least, if they are passed around."
        return f"{name}: {pieces}. Say what you have with --have dice.yaml to see what is missing."
    silent = _silent(table)
    rest = f" Your file doesn't say: {', '.join(silent)}." if silent else ""
    if table.verdict == "enough":
        return f"{name}: you have all the dice.{rest}"
    missing = _missing(table, at_least=table.verdict == "not enough")
    if table.verdict == _PASSED and table.turns_at_once == 1:
        return f"{name}: enough; {missing} fewer than the largest roll, so roll some twice.{rest}"
    if table.verdict == _PASSED and len(table.players) == 1:
        return f"{name}: missing for this {game}: {missing}; borrow or pass them around.{rest}"
    if table.verdict == _PASSED:
        return f"{name}: enough if dice are passed around; for a set each {missing} more.{rest}"
    return f"{name}: not enough. Missing: {missing}.{rest}"


def _missing(table: GameTable, at_least: bool) -> str:
    clock, ruler = table.clock, table.ruler
    counts = [
        (row.missing_at_least if at_least else row.missing_for_a_set_each, dice_name(row.colour, row.sides))
        for row in table.dice
    ]
    found = [f"{count} {name}" for count, name in counts if count]
    found += [f"the {clock.name}"] if clock and clock.missing else []
    found += [_missing_ruler(ruler)] if ruler and ruler.missing_units else []
    return ", ".join([*found, *(f"{thing.missing} {thing.id}" for thing in table.things if thing.missing)])


def _silent(table: GameTable) -> list[str]:
    ruler = ["ruler or hinges"] if table.ruler and table.ruler.missing_units is None else []
    return ruler + [thing.id for thing in table.things if thing.have is None]


def _stays(table: GameTable) -> str:
    """`a blue and a yellow die beside every frame`; only those that lie on this table."""
    lying = {row.colour for player in table.players for row in player.dice if row.beside}
    colours: dict[str, list[str]] = {}
    for stay in table.staying:
        if stay.colour in lying:
            colours.setdefault(" and every ".join(stay.beside), []).append(f"a {stay.colour}")
    return ", ".join(f"{' and '.join(dice)} die beside every {units}" for units, dice in colours.items())


def _kinds(table: GameTable) -> tuple[str, str]:
    return _KINDS.get(table.game, ("force", "forces"))


def models_in_words(models: Sequence[PackedModel]) -> str:
    return ", ".join(
        f"{f'{model.count:,} × ' if model.count > 1 else ''}{printable(model.name)} ({model.role})"
        for model in models
    )
