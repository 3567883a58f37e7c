"""What a player brings to a game: the edition's kit, times what the force fields; and a box of dice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar, NamedTuple

from catalog.editions.edition import Edition
from catalog.editions.tables import Clock, KitTable, Ruler, Thing
from catalog.vocabulary import COLOURS, NO_DICE, Dice, Pool, Vocabulary, vocabulary_of
from catalog.yaml.located_values import Entries, Scalar, Value
from catalog.yaml.yaml_findings import UNKNOWN_KEY
from catalog.yaml.yaml_reading import read_yaml_file
from fleets.dice.carried_systems import Loadout, at_range, pool_of
from fleets.forces.force import Force, Mech, filled_loadout, sheet_of
from fleets.models.model_units import Role, Unit, carried_by_unit
from fleets.tagging.tag_values import ACE_COLOURS
from ldraw_tools.findings import BrickyardError, Finding, in_file_order
from ldraw_tools.names import hint, path_from_here, shown

RULER, HINGES = "ruler", "hinges"
ANY = ""
"""The colour of dice whose colour doesn't matter."""
SIZE = re.compile(r"d([1-9][0-9]{0,2})")
EXAMPLE = """\
# What is in the box. A number alone means six-sided dice.
dice:
  white: 6
  blue: 8
  yellow: 8
  green: {d6: 2, d8: 1}
  red: {d6: 4, d8: 2}
  other: {d20: 1}      # dice of any other colour
hinges: 8              # or ruler: 1, a finished one
flags: 4
"""
_LETTER_OF = {name: letter for letter, name in COLOURS.items()} | {"other": ANY}
_SIZES = ("d4", "d6", "d8", "d10", "d12", "d20")
_MOST = 100_000
ANY_WORD, PLAYER = "any", "player"
_ACE = "ace"
_WORDS = COLOURS | {ANY: ANY_WORD}
_LETTERS = {word: letter for letter, word in _WORDS.items()}


@dataclass(frozen=True)
class DiceBox:
    """Dice by colour and size (no colour: any other one) and other things by name."""

    dice: Pool = field(default_factory=Pool)
    things: Mapping[str, int] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()

    def count(self, kind: Dice) -> int:
        return self.dice.count(sides=kind.sides) if kind.colour == ANY else self.dice.count_like(kind)


def read_dice_box(path: Path, known_things: Callable[[], Iterable[str]]) -> DiceBox:
    """What the file says; whatever is wrong with it is a finding. `known_things` are keys besides dice."""
    document = read_yaml_file(path, path_from_here(path))
    root = document.root.entries()
    dice: list[Dice] = []
    things: dict[str, int] = {}
    known: list[str] = []
    for key, value in root.pairs:
        if key.written == "dice":
            dice += _dice(value)
            continue
        known = known or ["dice", RULER, HINGES, *known_things()]
        if key.written not in known:
            key.tell(
                UNKNOWN_KEY, key=shown(key.written), what="thing to bring", hint=hint(key.written, known)
            )
        elif (count := value.integer(0, _MOST)) is not None:
            things[key.written] = count
    return DiceBox(Pool(tuple(dice)), things, tuple(in_file_order(document.findings)))


def _dice(value: Value) -> Iterable[Dice]:
    for key, each in value.entries(*_LETTER_OF, what="colour of dice").pairs:
        colour = _LETTER_OF[key.written]
        if not isinstance(each, Entries):
            count = each.integer(0, _MOST)
            if count is not None:
                yield Dice(colour, count=count)
            continue
        for size, number in each.pairs:
            count = number.integer(0, _MOST)
            sides = _sides(size)
            if sides and count is not None:
                yield Dice(colour, sides, count=count)


def _sides(size: Scalar) -> int | None:
    found = SIZE.fullmatch(size.written.strip().lower())
    if found is None:
        size.tell(UNKNOWN_KEY, key=shown(size.written), what="size of dice", hint=hint(size.written, _SIZES))
    return int(found[1]) if found else None


def lacking(box: DiceBox, needed: Pool) -> Pool:
    """The dice that are missing. Where the colour doesn't matter, dice that nothing else needs are used."""
    missing = []
    for dice in needed:
        free = box.count(dice)
        if dice.colour == ANY:
            free -= sum(
                min(box.count(other), other.count)
                for other in needed
                if other.colour != ANY and other.sides == dice.sides
            )
        missing.append(Dice(*dice.key, max(0, dice.count - free)))
    return Pool(tuple(missing))


def lacks_clock(box: DiceBox, needed: Pool, clock: Clock) -> bool:
    """Whether no die of its sizes is left over for the clock."""
    return all(box.dice.count(sides=sides) <= needed.count(sides=sides) for sides in clock.sides)


def lacking_hinges(box: DiceBox, ruler: Ruler) -> int:
    """A finished ruler will do; else it is as many hinges as it has units."""
    if box.things.get(RULER):
        return 0
    return max(0, ruler.units - box.things.get(HINGES, 0))


class ForceDice(NamedTuple):
    """`one_turn` is the most that is rolled together; `beside` is how many units one may lie beside until
    the round ends; `bring` is a set of one's own; `advised` is the text's number, null where it has none."""

    colour: str
    sides: int
    one_turn: int
    beside: int
    bring: int
    advised: int | None


class ThingToBring(NamedTuple):
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


@dataclass(frozen=True, slots=True)
class PackedModel:
    name: str
    count: int
    role: str


@dataclass(frozen=True)
class PackedPlayer:
    """A company, a fleet, a 'mech or a model by itself. `with_spare`: the dice are enough for a spare too."""

    __json__: ClassVar = ("name", "kind", "models", "with_spare", "dice", "also_rolled", "things")

    name: str
    kind: str
    models: tuple[PackedModel, ...]
    with_spare: bool
    dice: tuple[ForceDice, ...]
    also_rolled: tuple[AlsoRolled, ...]
    things: tuple[ThingToBring, ...]
    # For the table: the most dice of each kind that one turn rolls, and how many play this game.
    turn: Pool = NO_DICE
    seats: int = 1

    @property
    def own_set(self) -> Pool:
        """Dice with which nothing has to be passed around."""
        return Pool(tuple(Dice(colour_letter(row.colour), row.sides, count=row.bring) for row in self.dice))


def kit_of(edition: Edition) -> KitTable:
    if edition.kit is None:
        raise BrickyardError(
            f"{edition.title}: its table “kit” doesn't say what to bring; extend a shipped edition"
        )
    return edition.kit


def pack_player(subject: Force | Mech, edition: Edition) -> PackedPlayer:
    return _pack_mech(subject, edition) if isinstance(subject, Mech) else _pack_force(subject, edition)


def _pack_force(force: Force, edition: Edition) -> PackedPlayer:
    kit, vocabulary = kit_of(edition), vocabulary_of(edition)
    spares = force.spares if kit.spares else ()
    turn = largest(_turn_of(entry.unit, force, edition, vocabulary) for entry in (*force.fielded, *spares))
    numbers = _numbers(force, min(kit.spares, sum(entry.count for entry in spares)))
    models = [PackedModel(entry.unit.name, entry.count, str(entry.unit.role)) for entry in force.fielded]
    models += [PackedModel(entry.unit.name, entry.count, str(Role.SPARE)) for entry in force.spares]
    order = _order_dice(force, kit)
    found = _player(force.name, force.kind, turn, order, numbers, kit)
    return replace(found, models=tuple(models), with_spare=bool(spares), seats=force.game.players)


def _pack_mech(mech: Mech, edition: Edition) -> PackedPlayer:
    kit, filled = kit_of(edition), filled_loadout(mech, sheet_of(edition))
    extra = kit.power.extra if kit.power else {}
    powers = [
        action.power + extra.get(mount.weapon.keyword, 0)
        for mount in filled.mounts
        if mount.weapon
        for action in mount.weapon.actions
    ]
    turn = Pool.of(Dice(ANY, count=max(powers, default=0)))
    return _player(mech.name, "mech", turn, NO_DICE, {}, kit)


def _player(
    name: str, kind: str, turn: Pool, order: Pool, numbers: Mapping[str, int], kit: KitTable
) -> PackedPlayer:
    also = _also_rolled(kit, numbers)
    occasions = [Pool.of(Dice(colour_letter(one.colour), one.sides, count=one.count)) for one in also]
    dice = _force_dice(largest([turn, *occasions]) + order, kit, numbers)
    things = [thing_to_bring(thing, numbers) for thing in kit.things.values() if thing.per == PLAYER]
    return PackedPlayer(name, kind, (), False, dice, tuple(also), tuple(things), turn)


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


def _turn_of(unit: Unit, force: Force, edition: Edition, vocabulary: Vocabulary) -> Pool:
    loadout = carried_by_unit(unit, edition)
    if unit.role is Role.COMPANY and not loadout.ace:
        # Any of the companies may be the one that the ace leads.
        loadout = replace(loadout, ace=ACE_COLOURS.get(force.ace, ""))
    return turn_dice(loadout, vocabulary, unit.body)


def _numbers(force: Force, spares: int) -> dict[str, int]:
    """How many units of each role there are, aces too; a spare counts for the role it replaces."""
    counted = [(str(entry.unit.role), entry.count) for entry in force.fielded]
    counted += [(str(force.spares[0].unit.role), spares)] if spares else []
    # Aces are marked on the companies, or else the fleet declares one.
    aces = [(entry.unit.loadout.ace, entry.count) for entry in force.of(Role.COMPANY)]
    named = [(COLOURS[letter], count) for letter, count in aces if letter]
    for colour, count in named or ([(force.ace, 1)] if force.ace else []):
        counted += [(_ACE, count), (f"{colour} {_ACE}", count)]
    numbers: dict[str, int] = {}
    for name, count in counted:
        numbers[name] = numbers.get(name, 0) + count
    return numbers


def _units(each: Iterable[str], numbers: Mapping[str, int]) -> int:
    return sum(numbers.get(role, 0) for role in each)


def _order_dice(force: Force, kit: KitTable) -> Pool:
    """Dice for the order of play lie there all round, so they come on top."""
    order = kit.order
    if order is None or not force.options.get(order.option):
        return NO_DICE

    def dice_for(unit: Unit) -> int:
        return order.fewer if unit.loadout.count < order.fewer_than else order.full

    count = sum(entry.count * dice_for(entry.unit) for entry in force.of(Role.FRAME))
    count += kit.spares * max((dice_for(entry.unit) for entry in force.spares), default=0)
    return Pool.of(Dice(ANY, order.sides, count=count))


def _force_dice(rolled: Pool, kit: KitTable, numbers: Mapping[str, int]) -> tuple[ForceDice, ...]:
    staying = {Dice(colour).key: _units(roles, numbers) for colour, roles in kit.stay.items()}
    rows = []
    for dice in rolled + Pool(tuple(Dice(*key) for key, number in staying.items() if number)):
        count, stay, word = rolled.count_like(dice), staying.get(dice.key, 0), colour_word(dice.colour)
        # The unit that rolls has none lying beside it yet; one is left there when it has rolled.
        bring = stay - 1 + max(1, count) if stay else count
        advice, advised = kit.advised.get(f"{word} d{dice.sides}"), None
        if advice:
            advised = advice.count * (_units(advice.each, numbers) if advice.each else 1)
            advised += advice.plus if count >= advice.plus_if_rolled else 0
        rows.append(ForceDice(word, dice.sides, count, stay, bring, advised))
    return tuple(rows)


def _also_rolled(kit: KitTable, numbers: Mapping[str, int]) -> list[AlsoRolled]:
    """The occasions that this force can meet, with the dice for all its units."""
    found = []
    for one in kit.also_rolled:
        colour, _, size = one.dice.partition(" ")
        sides = SIZE.fullmatch(size)
        if colour not in _LETTERS or sides is None:
            raise BrickyardError(f"kit: also-rolled has “{shown(one.dice)}”; write dice such as red d8")
        count = one.count * (_units(one.each, numbers) if one.each else 1)
        found += [AlsoRolled(one.what, colour, int(sides[1]), count, one.reference)] if count else []
    return found


def thing_to_bring(thing: Thing, numbers: Mapping[str, int]) -> ThingToBring:
    low, high = thing.count or (None, None)
    if thing.each:
        low, high = _units(thing.each, numbers), None
    return ThingToBring(thing.id, thing.what, thing.per, low, high, None, None, thing.reference)


def dice_name(colour: str, sides: int) -> str:
    return f"d{sides}" if colour == ANY_WORD else f"{colour} d{sides}"


def colour_word(letter: str) -> str:
    return _WORDS.get(letter, letter)


def colour_letter(word: str) -> str:
    return _LETTERS.get(word, word)
