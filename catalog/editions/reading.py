"""An edition's file over its parent: a child says only what differs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from catalog.editions.citations import KnownRule, read_citations
from catalog.editions.demands import WORDS, read_demands, tell_unjudged
from catalog.editions.edition import KINDS, Edition, OptionSpec, read_option
from catalog.editions.tables import ANYWHERE, BLIND, CombatTable, EditionTables
from catalog.yaml.located_values import Entries, Listing, Missing, Scalar, Value, one_of
from catalog.yaml.typed_reading import read_as
from catalog.yaml.yaml_findings import (
    ADVISED_AGAINST,
    BACKWARDS,
    DECLINED,
    HALF_A_RANGE,
    NOT_A_CHOICE,
    OTHER_GAME,
    OTHER_LENGTH,
    REMOVES_NOTHING,
    UNKNOWN_KEY,
)
from ldraw_tools.findings import Place
from ldraw_tools.names import hint, shown
from ldraw_tools.phrases import say

_ADVICE = "RA p.145–146"
_DICE = "The dice of units and systems are the game's: none can be added, none has another size."
_WHITE = f"White dice stay as they are; the book advises against more of them ({_ADVICE})."
_DECLINED = {
    "systems": "New systems can't be added: build yours as one of the game's, or limit those with demands:.",
    "repairs": f"Frames aren't repaired in a battle; the book advises against it ({_ADVICE}).",
    **dict.fromkeys(("dice", "extra-dice", "green"), _DICE),
    **dict.fromkeys(("frame", "white"), _WHITE),
}
# An option and the number of the kit's ruler that it changes.
_LENGTHS = {"ruler": "units", "unit-studs": "studs"}

Path = tuple[str | int, ...]


def tell_declined(tables: Value, parent: Edition, game: str) -> bool:
    """Whether an edition wants what this program doesn't do."""
    asked = [key for key, _ in _pairs(tables) if key.written in _DECLINED]
    asked += [key for key, _ in _pairs(_at(tables, "combat")) if (game, key.written) == ("frames", "repairs")]
    for name, row in _pairs(_at(tables, "classes")):
        known = parent.classes.get(name.written)
        dice = [pair for pair in _pairs(row) if pair[0].written in ("white", "green")]
        asked += [key for key, value in dice if value.guessed() != getattr(known, key.written, None)]
    for key in asked:
        key.tell(DECLINED, key=key.written, way_out=say(_DECLINED[key.written]))
    return bool(asked)


def put_in_order(found: Edition, parent: Edition, tables: Value, options: Value) -> Edition:
    """The edition with what follows from its tables; whatever in them can't be meant is told."""
    if found.combat and found.game in WORDS:
        _tell_wrong_words(found, found.combat, tables)
        found = _without_settled(found, found.combat, tables)
    for path, what in _stronger_defenses(found, parent) if parent.game == "frames" else ():
        _nearest(tables, path).tell(ADVISED_AGAINST, what_is=what, page=_ADVICE)
    return _with_lengths(found, parent, tables, options)


def _pairs(value: Value) -> tuple[tuple[Scalar, Value], ...]:
    return value.pairs if isinstance(value, Entries) else ()


def _at(value: Value, *path: str | int) -> Value:
    """What the file says there; nothing where it doesn't."""
    for key in path:
        if isinstance(value, Entries) and isinstance(key, str):
            value = value[key]
        elif isinstance(value, Listing) and isinstance(key, int):
            value = value.values[key]
        else:
            return Missing(value.place, value.label, value.told)
    return value


def _nearest(value: Value, path: Path) -> Value:
    """The innermost of these that the file has."""
    found = (_at(value, *path[:end]) for end in range(len(path), 0, -1))
    return next((one for one in found if one), value)


def _tell_wrong_words(found: Edition, combat: CombatTable, tables: Value) -> None:
    for path, word, choices in _named(found, combat):
        if word not in choices:
            inside = say("a range in {table}", table=path[-2])
            where = inside if path[-1] == word else " ".join(map(str, path))
            told = {"label": where, "word": shown(word), "hint": hint(word, choices)}
            _nearest(tables, path).tell(NOT_A_CHOICE, wanted=one_of(choices), **told)
    for letter in sorted(found.ranges.keys() ^ combat.attacks.keys()):
        one, other = ("ranges", "combat attacks")[:: 1 if letter in found.ranges else -1]
        near = _at(tables, "ranges") or _nearest(tables, ("combat", "attacks"))
        near.tell(HALF_A_RANGE, letter=letter, one=one, other=other)


def _named(found: Edition, combat: CombatTable) -> Iterator[tuple[Path, str, list[str]]]:
    """Every place that names a range or a chart, the word there, and what it may be.

    No weapon can be written for a range of one's own.
    """
    known, here = list(WORDS[found.game].range.values()), list(combat.attacks)
    yield from ((("ranges", letter), letter, known) for letter in found.ranges)
    for letter, row in combat.attacks.items():
        yield ("combat", "attacks", letter), letter, known
        for kind, covers in row.targets.items():
            for cover, name in covers.items():
                yield ("combat", "attacks", letter, kind, cover), name, list(combat.charts)
    for kind, sights in combat.spotting.items():
        for place, sight in enumerate(sights):
            yield ("combat", "spotting", kind, place, "reach"), sight.reach, [*here, ANYWHERE, BLIND]
    for kind, typical in combat.typical.items():
        yield ("combat", "typical", kind, "range"), typical.range, here


def _without_settled(found: Edition, combat: CombatTable, tables: Value) -> Edition:
    """Nobody is asked about faces that the group has written down, or told of a sprint that it hasn't."""
    if found.battle is None:
        return found
    left_open, learn = dict(found.battle.left_open), dict(found.battle.learn)
    charts = {name for row in combat.attacks.values() for name in (row.terrain or {}).values()}
    is_settled = any(_at(tables, "combat", "charts", name, "target") for name in charts)
    if is_settled and not _at(tables, "battle", "left-open", "charts"):
        left_open.pop("charts", None)
    if combat.sprint is False and not _at(tables, "battle", "learn", "sprint"):
        learn.pop("sprint", None)
    return replace(found, battle=found.battle._replace(left_open=left_open, learn=learn))


def _with_lengths(found: Edition, parent: Edition, tables: Value, options: Value) -> Edition:
    """The ruler's length stands in a table and is an option: what the group writes in one holds in both."""
    kit, specs = found.kit, dict(found.options)
    for name, key in _LENGTHS.items():
        value, spec = _at(tables, "kit", "ruler", key), specs.get(name)
        if value and spec and kit and kit.ruler and parent.kit and parent.kit.ruler:
            number = getattr(kit.ruler, key)
            if _at(options, name, "default") and spec.default != number:
                value.tell(OTHER_LENGTH, number=number, option=name, other=spec.default)
            choices = spec.choices and (*spec.choices, str(number))
            specs[name] = spec._replace(default=number, choices=choices, low=spec.low and 1, high=None)
            # The hinges in the table have the parent's length.
            kit = kit._replace(ruler=kit.ruler._replace(**{key: getattr(parent.kit.ruler, key)}))
    return replace(found, options=specs, kit=kit)


def _stronger_defenses(found: Edition, parent: Edition) -> Iterator[tuple[Path, str]]:
    """What the book warns of among the rules that tempt, as far as an edition can say it."""
    if not (found.combat and parent.combat):
        return
    for name, chart in found.combat.charts.items():
        before = parent.combat.charts.get(name, chart)
        if {*chart.target} < {*before.target} or {*chart.through} < {*before.through}:
            yield ("combat", "charts", name), say("damage dice hurt less by the chart {chart}", chart=name)
    if (found.combat.pieces or 0) < (parent.combat.pieces or 0):
        yield ("combat", "pieces"), say("cover loses fewer pieces")
    safe, once = (one.battle and one.battle.losses for one in (found, parent))
    if safe and once and any(n < once.safe_cover.get(code, n + 1) for code, n in safe.safe_cover.items()):
        yield ("battle", "losses", "safe-cover"), say("a frame is safe cover with fewer systems")


GAMES = ("frames", "fleet", "mech")
_SECTIONS = ("words", "tables", "options", "rules", "demands")
EDITION_KEYS = ("id", "title", "version", "date", "short", "game", "extends", "may-suppress", *_SECTIONS)
_ELSEWHERE = {"name": "Write its name after title:."}
OPTION_KEYS = ("kind", "title", "reference", "low", "high", "choices", "default")
_CODE = re.compile(r"[A-Z]{3}[0-9]{3}")
_BLANK = Edition(id="", title="", game="")


class Known(NamedTuple):
    """All that the shipped editions name, so that typing errors in a house edition are noticed.

    A shipped edition itself is free to name new things.
    """

    words: frozenset[str]
    options: frozenset[str]
    rules: Mapping[str, KnownRule]


def top_level(root: Value) -> Entries:
    """What an edition may say; a section with nothing in it changes nothing."""
    top = root.entries(*EDITION_KEYS, what="key of an edition", elsewhere=_ELSEWHERE)
    pairs = (pair for pair in top.pairs if not (pair[0].written in _SECTIONS and pair[1].is_null))
    return replace(top, pairs=tuple(pairs))


def read_edition(top: Entries, parent: Edition | None, known: Known | None, file: str, stem: str) -> Edition:
    """The edition; `stem` names one that has no id."""
    base = parent or _BLANK
    own = top["id"].text(60) or stem
    named = replace(
        base,
        id=own,
        title=top["title"].text(200) or (f"{base.title}, house rules {own}" if parent else own),
        # What a group changes is not that version of the text any more.
        version=top["version"].text(60) or "",
        date=top["date"].text(60) or base.date,
        short=top["short"].text(60) or own,
        game=_game(top, parent),
        extends=base.id,
        file=file,
    )
    written = top["tables"]
    tables: EditionTables | None = None
    if not (known and parent and tell_declined(written, base, named.game)):
        tables, _ = read_as(EditionTables, written, over=base, what="table")
    found = replace(
        named,
        **(vars(tables) if tables else {}),
        words=_words(top["words"], base, known),
        options=_options(top["options"], base, known),
        citations=read_citations(top["rules"], named, known.rules if known else None),
        may_suppress=_may_suppress(top["may-suppress"], base),
        demands=read_demands(top["demands"], base.demands, named.game, named.short, named.extends),
    )
    tell_unjudged(top["demands"], found.demands, found.game, found.citations)
    return put_in_order(found, base, written, top["options"]) if tables and known else found


def _game(top: Entries, parent: Edition | None) -> str:
    if parent is None and "game" not in top:
        top.need("extends")
    if parent is None:
        return top["game"].choice(GAMES) or GAMES[0]
    game = top["game"].choice(GAMES) or parent.game
    if game != parent.game:
        top["game"].tell(OTHER_GAME, game=game, parent=parent.id, wanted=parent.game)
    return parent.game


def _may_suppress(value: Value, base: Edition) -> Mapping[str, Place] | None:
    """Codes, or `none`; nothing after the key takes away what the parent says."""
    if isinstance(value, Missing) or value.is_null:
        return None if value.is_null else base.may_suppress
    words = [word.upper() for word in value.words() if word != "none"]
    for word in words:
        if not _CODE.fullmatch(word):
            way_out = say("Write none, or [SIZ003, LNT001].")
            value.tell(NOT_A_CHOICE, word=shown(word), wanted=say("none, or codes of findings"), hint=way_out)
    return dict.fromkeys(words, value.place)


def _words(value: Value, base: Edition, known: Known | None) -> dict[str, str]:
    words = dict(base.words)
    for key, one in value.entries().pairs:
        if known and key.written not in known.words:
            _tell_unknown(key, "word in an edition", sorted(known.words))
        elif text := one.text(200):
            words[key.written] = text
    return words


def _options(value: Value, base: Edition, known: Known | None) -> dict[str, OptionSpec]:
    options = dict(base.options)
    for key, one in value.entries().pairs:
        name = key.written
        if known and name not in known.options and name not in options:
            _tell_unknown(key, "option for rules", sorted(known.options))
        elif not one.is_null:
            options[name] = _option(name, one, options.get(name))
        elif options.pop(name, None) is None:
            key.tell(REMOVES_NOTHING, what=say("option {option}", option=name), parent=base.id)
    return options


def _option(name: str, value: Value, parent: OptionSpec | None) -> OptionSpec:
    entries = value.entries(*OPTION_KEYS, what="key of an option")
    base = parent or OptionSpec(name, entries.need("kind").choice(KINDS) or KINDS[0], "")
    low, high = entries["low"].integer(), entries["high"].integer()
    spec = base._replace(
        title=entries["title"].text(200) or base.title,
        reference=entries["reference"].text(200) or base.reference,
        low=base.low if low is None else low,
        high=base.high if high is None else high,
        choices=entries["choices"].words() or base.choices,
    )
    if spec.low is not None and spec.high is not None and spec.low > spec.high:
        entries.tell(BACKWARDS, low=spec.low, high=spec.high)
    default = entries["default"]
    # Nothing as a default takes the parent's away.
    if default.is_null:
        return spec._replace(default=None)
    return spec._replace(default=read_option(spec, default)) if default else spec


def _tell_unknown(key: Scalar, what: str, words: list[str]) -> None:
    key.tell(UNKNOWN_KEY, key=shown(key.written), what=what, hint=hint(key.written, words))
