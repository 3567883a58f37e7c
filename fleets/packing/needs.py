"""Which dice a force and a whole table need: what turns roll, and what stays on the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from catalog.editions.edition import Edition
from catalog.editions.tables import Ruler, Thing
from catalog.vocabulary import COLOURS, NO_DICE, Dice, Pool, Vocabulary
from fleets.dice.carried_systems import Loadout
from fleets.dice.rolling import at_range, pool_of
from fleets.forces.force import Fielded, Force, Mech, filled_loadout, sheet_of
from fleets.models.model_units import Role, Unit, carried_by_unit
from fleets.packing.kit import ANY, Kit, Occasion
from fleets.tagging.tag_values import ACE_COLOURS

_ACE = "ace"
_PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Need:
    """One kind of dice: the most that is rolled together, how many units one may lie beside, what to bring.

    `advised` is the text's own number, None where it gives none.
    """

    dice: Dice
    rolled: int
    stay: int = 0
    advised: int | None = None

    @property
    def bring(self) -> int:
        """The unit that rolls has none lying beside it yet; one is left there when it has rolled."""
        return self.stay - 1 + max(1, self.rolled) if self.stay else self.rolled


@dataclass(frozen=True, slots=True)
class ThingNeed:
    """`low` at the start, `high` the most that can ever be needed; None if unknown."""

    thing: Thing
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class PackedModel:
    name: str
    count: int
    role: str


@dataclass(frozen=True)
class PackedForce:
    """What one player brings; `turn` is the most dice of each kind that one turn rolls.

    `with_spare` says that the dice are enough for a spare unit too, which a tie may bring into play.
    """

    name: str
    kind: str
    models: tuple[PackedModel, ...]
    turn: Pool
    needs: tuple[Need, ...]
    also_rolled: tuple[Occasion, ...]
    things: tuple[ThingNeed, ...]
    players: int = 0
    with_spare: bool = False

    @property
    def dice(self) -> Pool:
        """A set of one's own, with which nothing has to be passed around."""
        return Pool(tuple(Dice(n.dice.colour, n.dice.sides, count=n.bring) for n in self.needs))


@dataclass(frozen=True)
class PackedTable:
    """What all players need together: a set each, or `least` if dice are passed around."""

    edition: Edition
    kit: Kit
    forces: tuple[PackedForce, ...]
    least: Pool
    things: tuple[ThingNeed, ...]
    ruler: Ruler | None
    largest_damage: int

    @property
    def set_each(self) -> Pool:
        return Pool.total(force.dice for force in self.forces)


def pack_force(force: Force, kit: Kit, edition: Edition, vocabulary: Vocabulary) -> PackedForce:
    spares = force.spares if kit.spares else ()
    turn = largest(_turn_of(entry.unit, force, edition, vocabulary) for entry in (*force.fielded, *spares))
    numbers = _numbers(force, min(kit.spares, sum(entry.count for entry in spares)))
    also = _also_rolled(kit, numbers)
    rolled = largest([turn, *(Pool.of(occasion.dice) for occasion in also)])
    models = [PackedModel(entry.unit.name, entry.count, str(entry.unit.role)) for entry in force.fielded]
    models += [PackedModel(entry.unit.name, entry.count, str(Role.SPARE)) for entry in force.spares]
    return PackedForce(
        force.name,
        force.kind,
        tuple(models),
        turn,
        _needs(rolled + _order_dice(force, kit, spares), kit, numbers),
        also,
        _things_of_a_player(kit, numbers),
        force.game.players,
        bool(spares),
    )


def pack_mech(mech: Mech, kit: Kit, edition: Edition) -> PackedForce:
    filled = filled_loadout(mech, sheet_of(edition))
    powers = [
        action.power + kit.extra_power.get(mount.weapon.keyword, 0)
        for mount in filled.mounts
        if mount.weapon
        for action in mount.weapon.actions
    ]
    own = Pool.of(Dice(ANY, count=max(powers, default=0)))
    also = _also_rolled(kit, {})
    rolled = largest([own, *(Pool.of(occasion.dice) for occasion in also)])
    return PackedForce(
        mech.name, "mech", (), own, _needs(rolled, kit, {}), also, _things_of_a_player(kit, {}), 1
    )


def pack_table(
    forces: Sequence[PackedForce], kit: Kit, edition: Edition, options: Mapping[str, Any]
) -> PackedTable:
    shared = tuple(_thing(thing, {}) for thing in kit.things if thing.per != _PLAYER)
    units, studs = options.get("ruler"), options.get("unit-studs")
    ruler = kit.ruler
    if ruler:
        parts = ruler.parts if studs in (None, ruler.studs) else ()
        ruler = replace(ruler, units=units or ruler.units, studs=studs or ruler.studs, parts=parts)
    packed = tuple(_with_all_stations(force, forces) for force in forces)
    return PackedTable(
        edition, kit, packed, least_dice(forces, kit), shared, ruler, _largest_damage(forces, kit)
    )


def turn_dice(loadout: Loadout, vocabulary: Vocabulary, body_name: str) -> Pool:
    """The most of each kind that one turn can roll: one range at a time, all rockets, before or after losses.

    Losing systems takes dice away, but for the sprint, which comes with the loss of the last ranged weapon.
    """
    body = vocabulary.body(body_name)
    if body is None:
        return NO_DICE
    pool = pool_of(loadout, vocabulary, body)
    always = Pool(tuple(dice for dice in pool if not dice.range))
    turns = [always]
    turns += [always + at_range(pool, vocabulary, r.letter, loadout.rockets) for r in vocabulary.ranges]
    stripped = pool_of(Loadout(), vocabulary, body)
    return largest([without_ranges(turn) for turn in (*turns, stripped)])


def without_ranges(pool: Pool) -> Pool:
    """Dice as they lie in a box."""
    return Pool(tuple(Dice(dice.colour, dice.sides, "", dice.count) for dice in pool))


def largest(pools: Iterable[Pool]) -> Pool:
    """Of each kind of dice as many as the pool with the most of it has."""
    most: dict[tuple[str, int, str], int] = {}
    for pool in pools:
        for dice in pool:
            most[dice.key] = max(dice.count, most.get(dice.key, 0))
    return Pool(tuple(Dice(*key, count) for key, count in most.items()))


def least_dice(forces: Sequence[PackedForce], kit: Kit) -> Pool:
    """What a table can't do without: all that stays, and as many turns' dice as are rolled at once."""
    if kit.turns_at_once == 1:
        return Pool(tuple(Dice(n.dice.colour, n.dice.sides) for force in forces for n in force.needs)[:1])
    kinds = Pool.total(force.dice for force in forces)
    return Pool(tuple(Dice(d.colour, d.sides, count=_least(d, forces, kit.turns_at_once)) for d in kinds))


def _least(kind: Dice, forces: Sequence[PackedForce], turns: int) -> int:
    needs = [need for force in forces for need in force.needs if need.dice.key == kind.key]
    if kind.colour == ANY:
        return sum(need.bring for need in needs)
    stay = sum(need.stay for need in needs)
    rolled = sorted((need.rolled for need in needs), reverse=True)[:turns]
    # Each that rolls brings back the one that would lie beside it.
    rolling = min(stay, len(rolled))
    return stay - rolling + sum(max(1, r) if place < rolling else r for place, r in enumerate(rolled))


def _turn_of(unit: Unit, force: Force, edition: Edition, vocabulary: Vocabulary) -> Pool:
    loadout = carried_by_unit(unit, edition)
    if unit.role is Role.COMPANY and not loadout.ace:
        # Any of the companies may be the one that the ace leads.
        loadout = replace(loadout, ace=ACE_COLOURS.get(force.ace, ""))
    return turn_dice(loadout, vocabulary, unit.body)


def _numbers(force: Force, spares: int) -> dict[str, int]:
    """How many units of each role there are, aces too; a spare counts for the role it replaces."""
    numbers: dict[str, int] = {}
    for entry in force.fielded:
        numbers[str(entry.unit.role)] = numbers.get(str(entry.unit.role), 0) + entry.count
    if spares:
        role = str(force.spares[0].unit.role)
        numbers[role] = numbers.get(role, 0) + spares
    for colour, count in _aces(force):
        for name in (_ACE, f"{colour} {_ACE}"):
            numbers[name] = numbers.get(name, 0) + count
    return numbers


def _aces(force: Force) -> list[tuple[str, int]]:
    """Colours of aces and how many there are: as marked on the companies, else as the fleet declares."""
    marked = [
        (entry.unit.loadout.ace, entry.count) for entry in force.of(Role.COMPANY) if entry.unit.loadout.ace
    ]
    named = [(COLOURS[letter], count) for letter, count in marked]
    return named or ([(force.ace, 1)] if force.ace else [])


def _order_dice(force: Force, kit: Kit, spares: Sequence[Fielded]) -> Pool:
    order = kit.order
    if order is None or not force.options.get(order.option):
        return NO_DICE

    def dice_for(unit: Unit) -> int:
        return order.fewer if unit.loadout.count < order.fewer_than else order.full

    count = sum(entry.count * dice_for(entry.unit) for entry in force.of(Role.FRAME))
    count += kit.spares * max((dice_for(entry.unit) for entry in spares), default=0)
    return Pool.of(Dice(ANY, order.sides, count=count))


def _needs(rolled: Pool, kit: Kit, numbers: Mapping[str, int]) -> tuple[Need, ...]:
    staying = {colour: sum(numbers.get(role, 0) for role in roles) for colour, roles in kit.stay.items()}
    kinds = rolled + Pool(tuple(Dice(colour) for colour, number in staying.items() if number))
    needs = []
    for dice in kinds:
        count = rolled.count_like(dice)
        stay = staying.get(dice.colour, 0) if dice.sides == Dice(dice.colour).sides else 0
        needs.append(Need(dice, count, stay, _advised(dice, count, kit, numbers)))
    return tuple(needs)


def _advised(dice: Dice, rolled: int, kit: Kit, numbers: Mapping[str, int]) -> int | None:
    for advice in kit.advised:
        if advice.dice.key == dice.key:
            return _number(advice.dice, advice.each, numbers) + (
                advice.plus if rolled >= advice.plus_if_rolled else 0
            )
    return None


def _number(dice: Dice, each: Sequence[str], numbers: Mapping[str, int]) -> int:
    return dice.count * (sum(numbers.get(role, 0) for role in each) if each else 1)


def _also_rolled(kit: Kit, numbers: Mapping[str, int]) -> tuple[Occasion, ...]:
    """The occasions that this force can meet, with the dice for all its units."""
    counted = [
        replace(occasion, dice=replace(occasion.dice, count=_number(occasion.dice, occasion.each, numbers)))
        for occasion in kit.occasions
    ]
    return tuple(occasion for occasion in counted if occasion.dice.count)


def _things_of_a_player(kit: Kit, numbers: Mapping[str, int]) -> tuple[ThingNeed, ...]:
    return tuple(_thing(thing, numbers) for thing in kit.things if thing.per == _PLAYER)


def _thing(thing: Thing, numbers: Mapping[str, int]) -> ThingNeed:
    if thing.each:
        return ThingNeed(thing, sum(numbers.get(role, 0) for role in thing.each))
    return ThingNeed(thing, *thing.count) if thing.count else ThingNeed(thing)


def _with_all_stations(force: PackedForce, forces: Sequence[PackedForce]) -> PackedForce:
    """A player who takes every station needs a marker for every station."""
    things = []
    for place, need in enumerate(force.things):
        if need.thing.each and need.low is not None:
            others = [other.things[place].low or 0 for other in forces]
            in_all = sum(others) if len(forces) > 1 else need.low * force.players
            need = replace(need, high=in_all or None)
        things.append(need)
    return replace(force, things=tuple(things))


def _largest_damage(forces: Sequence[PackedForce], kit: Kit) -> int:
    """The dice of the largest hit: attack and spot at their highest against no defense."""
    if kit.damage is None:
        return 0
    turns = [dice for force in forces for dice in force.turn]
    white = Dice("W").sides if any(dice.colour == "W" for dice in turns) else 0
    attack = max([white, *(dice.sides for dice in turns if dice.colour == kit.damage.attack)])
    # A second, larger spot die is added to the first.
    spot = sum({dice.sides for dice in turns if dice.colour == kit.damage.spot} or {white})
    return attack + spot
