"""What a whole table brings: a set of dice each, or the least that will do, ruler, clock, beside the box."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from catalog.editions.edition import Edition
from catalog.editions.tables import KitTable, PlayingField, Ruler
from catalog.vocabulary import Dice, Pool
from fleets.packing.needs import (
    ANY_WORD,
    HINGES,
    PLAYER,
    RULER,
    DiceBox,
    ForceDice,
    PackedPlayer,
    ThingToBring,
    colour_letter,
    colour_word,
    kit_of,
    lacking,
    lacking_hinges,
    lacks_clock,
    thing_to_bring,
)
from ldraw_tools.units import LDU_PER_STUD, millimetres, short

PackVerdict = Literal["not compared", "enough", "enough if dice are passed around", "not enough"]


class TableDice(NamedTuple):
    """`set_each` needs no passing around; `at_least` is what lies there and is rolled at once.

    What is missing is null where nothing was compared."""

    colour: str
    sides: int
    set_each: int
    at_least: int
    have: int | None
    missing_for_a_set_each: int | None
    missing_at_least: int | None


class ClockDie(NamedTuple):
    name: str
    sides: tuple[int, ...]
    start: int
    missing: bool | None
    reference: str


class RulerToBring(NamedTuple):
    """`parts` are LEGO hinges of which each is a unit; empty where units are of another length."""

    units: int
    studs_a_unit: int
    parts: tuple[str, ...]
    note: str
    missing_units: int | None
    reference: str


class FieldToPlayOn(NamedTuple):
    """`rulers` and `studs` are the least and the most; `otherwise` is for tables of other sizes."""

    words: str
    rulers: tuple[int, int]
    studs: tuple[int, int]
    otherwise: tuple[str, ...]
    reference: str
    placing: tuple[str, ...]
    placing_reference: str


class Staying(NamedTuple):
    """A die of this colour may lie beside each of this many units."""

    colour: str
    beside: tuple[str, ...]


class GameTable(NamedTuple):
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


def game_table(
    players: Sequence[PackedPlayer],
    edition: Edition,
    options: Mapping[str, Any],
    notes: Iterable[str] = (),
    box: DiceBox | None = None,
) -> GameTable:
    kit, ruler = kit_of(edition), ruler_of(edition, options)
    each, least = Pool.total(one.own_set for one in players), least_dice(players, kit)
    packed = [_with_all_stations(player, players, kit) for player in players]
    things = [
        *_together([thing for player in packed for thing in player.things]),
        *(thing_to_bring(thing, {}) for thing in kit.things.values() if thing.per != PLAYER),
    ]
    found = GameTable(
        edition=edition,
        game=edition.game,
        players=tuple(packed),
        dice=tuple(_table_dice(each, least, box)),
        turns_at_once=kit.turns_at_once,
        staying=tuple(Staying(colour_word(colour), tuple(roles)) for colour, roles in kit.stay.items()),
        largest_hit=_largest_hit(players, kit),
        advised_by=kit.advised_by,
        clock=_clock(edition, each, box),
        ruler=_ruler(ruler, box) if ruler else None,
        field=_field(edition.field, ruler) if edition.field and ruler else None,
        things=tuple(_beside_box(thing, box) for thing in things),
        notes=tuple(notes),
        verdict="not compared",
    )
    return found._replace(verdict=_verdict(found, least, box)) if box else found


def ruler_of(edition: Edition, options: Mapping[str, Any]) -> Ruler | None:
    """As the group has agreed on it; no part is a unit of another length."""
    ruler = edition.kit.ruler if edition.kit else None
    if ruler is None:
        return None
    units, studs = int(options.get("ruler") or ruler.units), int(options.get("unit-studs") or ruler.studs)
    return ruler._replace(units=units, studs=studs, parts=ruler.parts if studs == ruler.studs else ())


def field_words(area: PlayingField, ruler: Ruler) -> str:
    """`4 to 6 rulers across its diagonal: 160 to 240 studs, about 1.3 to 1.9 m`."""
    low, high = area.rulers
    across = f"rulers across {area.across}".rstrip()
    studs = [number * ruler.units * ruler.studs for number in (low, high)]
    metres = [short(millimetres(number * LDU_PER_STUD) / 1000, 1) for number in studs]
    if low == high:
        return f"about {low} {across}: {studs[0]} studs, {metres[0]} m"
    return f"{low} to {high} {across}: {studs[0]} to {studs[1]} studs, {metres[0]} to {metres[1]} m"


def least_dice(players: Sequence[PackedPlayer], kit: KitTable) -> Pool:
    """What a table can't do without: all that stays, and as many turns' dice as are rolled at once."""
    kinds: dict[tuple[str, int], list[ForceDice]] = {}
    for row in (row for player in players for row in player.dice):
        kinds.setdefault((colour_letter(row.colour), row.sides), []).append(row)
    if kit.turns_at_once == 1:
        return Pool(tuple(Dice(*kind) for kind in kinds)[:1])
    return Pool(tuple(Dice(*kind, count=_least(rows, kit.turns_at_once)) for kind, rows in kinds.items()))


def _least(rows: Sequence[ForceDice], turns: int) -> int:
    if rows[0].colour == ANY_WORD:
        return sum(row.bring for row in rows)
    stay = sum(row.beside for row in rows)
    rolled = sorted((row.one_turn for row in rows), reverse=True)[:turns]
    # Each that rolls brings back the one that would lie beside it.
    rolling = min(stay, len(rolled))
    return stay - rolling + sum(max(1, r) if place < rolling else r for place, r in enumerate(rolled))


def _table_dice(each: Pool, least: Pool, box: DiceBox | None) -> Iterator[TableDice]:
    for dice in each:
        row = TableDice(
            colour_word(dice.colour), dice.sides, dice.count, least.count_like(dice), None, None, None
        )
        if box:
            missing, at_least = (lacking(box, pool).count_like(dice) for pool in (each, least))
            have = box.count(dice)
            row = row._replace(have=have, missing_for_a_set_each=missing, missing_at_least=at_least)
        yield row


def _clock(edition: Edition, each: Pool, box: DiceBox | None) -> ClockDie | None:
    clock = kit_of(edition).clock
    if clock is None:
        return None
    missing = lacks_clock(box, each, clock) if box else None
    name = edition.words.get("clock", "clock")
    return ClockDie(name, tuple(clock.sides), clock.start, missing, clock.reference)


def _ruler(ruler: Ruler, box: DiceBox | None) -> RulerToBring:
    said = box and (RULER in box.things or (HINGES in box.things and ruler.parts))
    missing = lacking_hinges(box, ruler) if box and said else None
    return RulerToBring(ruler.units, ruler.studs, tuple(ruler.parts), ruler.note, missing, ruler.reference)


def _field(area: PlayingField, ruler: Ruler) -> FieldToPlayOn:
    low, high = (number * ruler.units * ruler.studs for number in area.rulers)
    return FieldToPlayOn(
        words=field_words(area, ruler),
        rulers=area.rulers,
        studs=(low, high),
        otherwise=area.otherwise,
        reference=area.reference,
        placing=area.placing,
        placing_reference=area.placing_reference,
    )


def _with_all_stations(player: PackedPlayer, players: Sequence[PackedPlayer], kit: KitTable) -> PackedPlayer:
    """A player who takes every station needs a marker for every station."""
    things = []
    for place, thing in enumerate(player.things):
        if kit.things[thing.id].each:
            others = sum(other.things[place].low or 0 for other in players)
            in_all = others if len(players) > 1 else (thing.low or 0) * player.seats
            thing = thing._replace(high=in_all or None)
        things.append(thing)
    return replace(player, things=tuple(things))


def _together(things: Iterable[ThingToBring]) -> Iterable[ThingToBring]:
    """What all players bring, added up; a player who takes everything needs the most."""
    found: dict[str, ThingToBring] = {}
    for one in things:
        other = found.get(one.id)
        low = one.low if other is None or one.low is None else one.low + (other.low or 0)
        high = max((n.high for n in (one, other) if n and n.high is not None), default=None)
        found[one.id] = one._replace(low=low, high=high)
    return found.values()


def _beside_box(thing: ThingToBring, box: DiceBox | None) -> ThingToBring:
    have = box.things.get(thing.id) if box else None
    if have is None:
        return thing
    return thing._replace(have=have, missing=max(0, (1 if thing.low is None else thing.low) - have))


def _largest_hit(players: Sequence[PackedPlayer], kit: KitTable) -> int:
    """The dice of the largest hit: attack and spot at their highest against no defense."""
    if kit.damage is None:
        return 0
    turns = [dice for player in players for dice in player.turn]
    white = Dice("W").sides if any(dice.colour == "W" for dice in turns) else 0
    attack = max([white, *(dice.sides for dice in turns if dice.colour == kit.damage.attack)])
    # A second, larger spot die is added to the first.
    spot = sum({dice.sides for dice in turns if dice.colour == kit.damage.spot} or {white})
    return attack + spot


def _verdict(table: GameTable, least: Pool, box: DiceBox) -> PackVerdict:
    clock = kit_of(table.edition).clock
    if (
        lacking(box, least)
        or (clock and lacks_clock(box, least, clock))
        or (table.ruler and table.ruler.missing_units)
        or any(thing.missing for thing in table.things)
    ):
        return "not enough"
    if any(row.missing_for_a_set_each for row in table.dice) or (table.clock and table.clock.missing):
        return "enough if dice are passed around"
    return "enough"
