"""What `brickyard pack` answers, as values: text, Markdown and JSON are made from these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from catalog.editions.edition import Edition
from catalog.vocabulary import COLOURS, Pool
from fleets.packing.dice_box import HINGES, RULER, DiceBox, lacking, lacking_hinges, lacks_clock
from fleets.packing.kit import ANY, ANY_WORD, field_words
from fleets.packing.needs import Need, PackedForce, PackedModel, PackedTable, ThingNeed
from ldraw_tools.findings import Finding

PackVerdict = Literal["not compared", "enough", "enough if dice are passed around", "not enough"]


@dataclass(frozen=True)
class ForceDice:
    """`one_turn` is the most that is rolled together; `beside` is how many units one may lie beside until
    the round ends; `bring` is a set of one's own; `advised` is the text's number, null where it has none."""

    colour: str
    sides: int
    one_turn: int
    beside: int
    bring: int
    advised: int | None


@dataclass(frozen=True)
class TableDice:
    """`set_each` needs no passing around; `at_least` is what lies there and is rolled at once.

    What is missing is null where nothing was compared."""

    colour: str
    sides: int
    set_each: int
    at_least: int
    have: int | None
    missing_for_a_set_each: int | None
    missing_at_least: int | None


@dataclass(frozen=True)
class ThingToBring:
    """`low` at the start, `high` at most, null if unknown; `have` is null if no file says it."""

    id: str
    what: str
    per: str
    low: int | None
    high: int | None
    have: int | None
    missing: int | None
    reference: str


@dataclass(frozen=True)
class AlsoRolled:
    """Dice that are rolled together outside of turns."""

    what: str
    colour: str
    sides: int
    count: int
    reference: str


@dataclass(frozen=True)
class PackedPlayer:
    """A company, a fleet, a 'mech or a model by itself. `with_spare`: the dice are enough for a spare too."""

    name: str
    kind: str
    models: tuple[PackedModel, ...]
    with_spare: bool
    dice: tuple[ForceDice, ...]
    also_rolled: tuple[AlsoRolled, ...]
    things: tuple[ThingToBring, ...]


@dataclass(frozen=True)
class ClockDie:
    name: str
    sides: tuple[int, ...]
    start: int
    missing: bool | None
    reference: str


@dataclass(frozen=True)
class RulerToBring:
    """`parts` are LEGO hinges of which each is a unit; empty where units are of another length."""

    units: int
    studs_a_unit: int
    parts: tuple[str, ...]
    note: str
    missing_units: int | None
    reference: str


@dataclass(frozen=True)
class FieldToPlayOn:
    """`rulers` and `studs` are the least and the most; `otherwise` is for tables of other sizes."""

    words: str
    rulers: tuple[int, int]
    studs: tuple[int, int]
    otherwise: tuple[str, ...]
    reference: str
    placing: tuple[str, ...]
    placing_reference: str


@dataclass(frozen=True)
class Staying:
    """A die of this colour may lie beside each of this many units."""

    colour: str
    beside: tuple[str, ...]


@dataclass(frozen=True)
class GameTable:
    """`largest_hit` is the number of dice of any colour that the largest hit rolls, 0 where that isn't so."""

    edition: Edition
    game: str
    players: tuple[PackedPlayer, ...]
    dice: tuple[TableDice, ...]
    turns_at_once: int
    staying: tuple[Staying, ...]
    largest_hit: int
    advised_by: str
    clock: ClockDie | None
    ruler: RulerToBring | None
    field: FieldToPlayOn | None
    things: tuple[ThingToBring, ...]
    notes: tuple[str, ...]
    verdict: PackVerdict


@dataclass(frozen=True)
class PackAnswer:
    """What `brickyard pack` prints: one table for each game among the files."""

    __json__: ClassVar = ("format", "tables", "findings")

    tables: tuple[GameTable, ...]
    findings: tuple[Finding, ...]
    # Goes up when a key goes away or changes its meaning, not when one is added.
    format: int = 2


def game_table(table: PackedTable, notes: Sequence[str], box: DiceBox | None) -> GameTable:
    edition, kit, ruler = table.edition, table.kit, _ruler(table, box)
    things = tuple(_thing(need, box) for need in (*_players_things(table), *table.things))
    return GameTable(
        edition,
        edition.game,
        tuple(_player(force) for force in table.forces),
        _dice(table, box),
        kit.turns_at_once,
        tuple(Staying(COLOURS.get(colour, colour), tuple(roles)) for colour, roles in kit.stay.items()),
        table.largest_damage,
        kit.advised_by,
        _clock(table, box),
        ruler,
        _field(table),
        things,
        tuple(notes),
        _verdict(table, box, ruler, things),
    )


def _clock(table: PackedTable, box: DiceBox | None) -> ClockDie | None:
    clock = table.kit.clock
    if clock is None:
        return None
    name = table.edition.words.get("clock", "clock")
    missing = None if box is None else lacks_clock(box, table.set_each, clock)
    return ClockDie(name, tuple(clock.sides), clock.start, missing, clock.reference)


def _player(force: PackedForce) -> PackedPlayer:
    dice = tuple(_force_dice(need) for need in force.needs)
    things = tuple(_thing(need, None) for need in force.things)
    also = tuple(
        AlsoRolled(one.what, colour_word(one.dice.colour), one.dice.sides, one.dice.count, one.reference)
        for one in force.also_rolled
    )
    return PackedPlayer(force.name, force.kind, force.models, force.with_spare, dice, also, things)


def _force_dice(need: Need) -> ForceDice:
    return ForceDice(
        colour_word(need.dice.colour), need.dice.sides, need.rolled, need.stay, need.bring, need.advised
    )


def _dice(table: PackedTable, box: DiceBox | None) -> tuple[TableDice, ...]:
    each, least = table.set_each, table.least
    if box is None:
        lacks_each = lacks_least = Pool()
    else:
        lacks_each, lacks_least = lacking(box, each), lacking(box, least)
    rows = []
    for dice in each:
        compared = box is not None
        rows.append(
            TableDice(
                colour_word(dice.colour),
                dice.sides,
                dice.count,
                least.count_like(dice),
                box.count(dice) if box else None,
                lacks_each.count_like(dice) if compared else None,
                lacks_least.count_like(dice) if compared else None,
            )
        )
    return tuple(rows)


def _field(table: PackedTable) -> FieldToPlayOn | None:
    area, ruler = table.edition.field, table.ruler
    if area is None or ruler is None:
        return None
    low, high = (number * ruler.units * ruler.studs for number in area.rulers)
    return FieldToPlayOn(
        field_words(area, ruler),
        area.rulers,
        (low, high),
        area.otherwise,
        area.reference,
        area.placing,
        area.placing_reference,
    )


def _ruler(table: PackedTable, box: DiceBox | None) -> RulerToBring | None:
    ruler = table.ruler
    if ruler is None:
        return None
    said = box is not None and (RULER in box.things or (HINGES in box.things and ruler.parts))
    missing = lacking_hinges(box, ruler) if box is not None and said else None
    return RulerToBring(ruler.units, ruler.studs, tuple(ruler.parts), ruler.note, missing, ruler.reference)


def _players_things(table: PackedTable) -> list[ThingNeed]:
    """What all players bring, added up; a player who takes everything needs the most."""
    needs: dict[str, ThingNeed] = {}
    for force in table.forces:
        for need in force.things:
            other = needs.get(need.thing.id)
            low = (need.low or 0) + (other.low or 0 if other else 0)
            high = max((n.high for n in (need, other) if n and n.high is not None), default=None)
            needs[need.thing.id] = ThingNeed(need.thing, None if need.low is None else low, high)
    return list(needs.values())


def _thing(need: ThingNeed, box: DiceBox | None) -> ThingToBring:
    have = box.things.get(need.thing.id) if box else None
    missing = None if have is None else max(0, (1 if need.low is None else need.low) - have)
    thing = need.thing
    return ThingToBring(thing.id, thing.what, thing.per, need.low, need.high, have, missing, thing.reference)


def _verdict(
    table: PackedTable, box: DiceBox | None, ruler: RulerToBring | None, things: Sequence[ThingToBring]
) -> PackVerdict:
    if box is None:
        return "not compared"
    clock = table.kit.clock
    if (
        lacking(box, table.least)
        or (clock and lacks_clock(box, table.least, clock))
        or (ruler and ruler.missing_units)
        or any(thing.missing for thing in things)
    ):
        return "not enough"
    if lacking(box, table.set_each) or (clock and lacks_clock(box, table.set_each, clock)):
        return "enough if dice are passed around"
    return "enough"


def colour_word(letter: str) -> str:
    return ANY_WORD if letter == ANY else COLOURS.get(letter, letter)


def dice_name(colour: str, sides: int) -> str:
    return f"d{sides}" if colour == ANY_WORD else f"{colour} d{sides}"
