"""What to pack, for people: in the terminal, and as Markdown with boxes to tick."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from brickyard.markdown import escape_markdown, table_lines
from brickyard.markdown import finding_lines as markdown_finding
from brickyard.packing.pack_answer import (
    GameTable,
    PackAnswer,
    PackedPlayer,
    RulerToBring,
    ThingToBring,
    dice_name,
)
from brickyard.terminal import line_width, wrap_lines
from fleets.packing.needs import PackedModel
from ldraw_tools.findings import Severity, count_of, printable
from validators.reporters.text import TextPaint, finding_lines

Cell = str | int | None
_INDENT = "  "
_NARROW = 8
_KINDS = {"frames": ("company", "companies"), "fleet": ("fleet", "fleets"), "mech": ("'mech", "'mechs")}
_PASSED = "enough if dice are passed around"
_STYLES = {"enough": "good", _PASSED: "warning", "not enough": "error", "not compared": "bold"}


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
        yield from _player(player, paint)
    if len(table.players) > 1:
        yield ""
        yield paint(f"The table: {_players(table)}", "bold")
        yield from _table_dice(table)
    elif any(row.have is not None for row in table.dice):
        yield ""
        yield from _columns(
            ("dice", "bring", "have", "missing"),
            [
                (dice_name(row.colour, row.sides), row.set_each, row.have, row.missing_for_a_set_each)
                for row in table.dice
            ],
        )
    yield ""
    for sentence in (*explanations(table), *table.notes):
        yield from wrap_lines(sentence, _INDENT)
    yield ""
    for sentence in things(table):
        yield from wrap_lines(sentence, _INDENT, _INDENT * 2)
    if table.field and table.field.placing:
        yield ""
        yield _INDENT + f"Setting up ({table.field.placing_reference}):"
        for number, line in enumerate(table.field.placing, 1):
            yield from wrap_lines(f"{number}. {line}", _INDENT * 2, _INDENT * 2 + "   ")


def _player(player: PackedPlayer, paint: TextPaint) -> Iterator[str]:
    yield paint(printable(player.name), "bold")
    if player.models:
        yield from wrap_lines(f"models  {models_in_words(player.models)}", _INDENT, " " * 10)
    advised = any(row.advised is not None for row in player.dice)
    heads = ["dice", "one roll", "lie beside units", "bring", *(["the text says"] if advised else [])]
    rows: list[list[Cell]] = []
    for row in player.dice:
        rows.append([dice_name(row.colour, row.sides), row.one_turn, row.beside or None, row.bring])
        rows[-1] += [row.advised] if advised else []
    yield from _columns(heads, rows)


def _table_dice(table: GameTable) -> Iterator[str]:
    compared = any(row.have is not None for row in table.dice)
    heads = ["dice", "a set each", "at least"]
    heads += ["have", "missing for a set each", "missing at least"] if compared else []
    rows: list[list[Cell]] = []
    for row in table.dice:
        rows.append([dice_name(row.colour, row.sides), row.set_each, row.at_least])
        rows[-1] += [row.have, row.missing_for_a_set_each, row.missing_at_least] if compared else []
    yield from _columns(heads, rows)


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
    missing = ""
    if ruler.missing_units:
        lacks = count_of(ruler.missing_units, "hinge") if ruler.parts else "the ruler"
        missing = f" Missing: {lacks}."
    return f"{text}; the table shares it ({ruler.reference}).{missing}"


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
    game = _KINDS.get(table.game, ("force", "forces"))[0]
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
    found = []
    for row in table.dice:
        count = row.missing_at_least if at_least else row.missing_for_a_set_each
        if count:
            found.append(f"{count} {dice_name(row.colour, row.sides)}")
    if table.clock and table.clock.missing:
        found.append(f"the {table.clock.name}")
    if table.ruler and table.ruler.missing_units:
        lacks = count_of(table.ruler.missing_units, "hinge") if table.ruler.parts else "the ruler"
        found.append(lacks)
    found += [f"{thing.missing} {thing.id}" for thing in table.things if thing.missing]
    return ", ".join(found)


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


def _players(table: GameTable) -> str:
    return count_of(len(table.players), *_KINDS.get(table.game, ("force", "forces")))


def models_in_words(models: Sequence[PackedModel]) -> str:
    return ", ".join(
        f"{f'{model.count:,} × ' if model.count > 1 else ''}{printable(model.name)} ({model.role})"
        for model in models
    )


def _columns(heads: Sequence[str], rows: Sequence[Sequence[Cell]]) -> Iterator[str]:
    """Numbers below their heads; heads that don't fit beside each other are written in several lines."""
    cells = [[cell(value) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    titles = [list(heads)]
    if sum(widths) + 3 * len(widths) > line_width():
        widths[1:] = [min(width, _NARROW) for width in widths[1:]]
        titles = _stacked(heads, widths)
    for first, *others in [*titles, *cells]:
        aligned = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        yield _INDENT + (_INDENT + " ").join([first.ljust(widths[0]), *aligned])


def _stacked(heads: Sequence[str], widths: Sequence[int]) -> list[list[str]]:
    parts = [textwrap.wrap(head, width) for head, width in zip(heads, widths, strict=True)]
    most = max(map(len, parts))
    return [list(row) for row in zip(*([""] * (most - len(part)) + part for part in parts), strict=True)]


def cell(value: Cell) -> str:
    return "–" if value is None else f"{value:,}" if isinstance(value, int) else value


def markdown_lines(packed: PackAnswer) -> Iterator[str]:
    for number, table in enumerate(packed.tables):
        if number:
            yield ""
        yield f"# {escape_markdown(table.edition.named)}"
        for player in table.players:
            yield ""
            yield f"## {escape_markdown(player.name)}"
            yield ""
            for model in player.models:
                yield f"- [ ] {model.count} × {escape_markdown(model.name)} ({model.role})"
            for row in player.dice:
                name = dice_name(row.colour, row.sides)
                yield f"- [ ] {row.bring} × {name}{_of_which(row.one_turn, row.beside)}"
        yield ""
        yield f"## {'The table' if len(table.players) > 1 else 'Besides'}"
        yield ""
        for sentence in things(table):
            yield f"- [ ] {escape_markdown(sentence)}"
        yield ""
        if table.field and table.field.placing:
            yield f"Setting up ({escape_markdown(table.field.placing_reference)}):"
            yield ""
            for number, line in enumerate(table.field.placing, 1):
                yield f"{number}. {escape_markdown(line)}"
            yield ""
        if len(table.players) > 1:
            yield from _markdown_table(table)
            yield ""
        for sentence in (*explanations(table), *table.notes):
            yield escape_markdown(sentence)
            yield ""
        yield f"**{escape_markdown(verdict(table))}**"
    for finding in packed.findings:
        yield ""
        yield from markdown_finding(finding)


def _of_which(one_turn: int, beside: int) -> str:
    return f" ({one_turn} in one roll, {beside} may lie beside units)" if beside else ""


def _markdown_table(table: GameTable) -> Iterator[str]:
    compared = any(row.have is not None for row in table.dice)
    rows = [["dice", "a set each", "at least", *(["have", "missing"] if compared else [])]]
    for row in table.dice:
        rows.append([dice_name(row.colour, row.sides), f"{row.set_each}", f"{row.at_least}"])
        rows[-1] += [cell(row.have), cell(row.missing_for_a_set_each)] if compared else []
    yield from table_lines(rows)
