"""Dice as values, and what each game calls its dice, ranges and systems; editions of one game share them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from catalog.editions.edition import Edition


COLOURS = {"W": "white", "B": "blue", "G": "green", "Y": "yellow", "K": "black", "R": "red"}
_ORDER = {letter: place for place, letter in enumerate(COLOURS)}

Key = tuple[str, int, str]


@dataclass(frozen=True, slots=True)
class Dice:
    """Equal dice: `Dice("R", 6, "d", 2)` are two red d6 at direct range."""

    colour: str
    sides: int = 6
    range: str = ""
    count: int = 1

    def __lt__(self, other: Dice) -> bool:
        return (*self.key, self.count) < (*other.key, other.count)

    @property
    def key(self) -> Key:
        return (self.colour, self.sides, self.range)

    @property
    def name(self) -> str:
        """`red d6`."""
        return f"{COLOURS.get(self.colour, self.colour)} d{self.sides}"


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice rolled together: sorted and without repeats, so that equal pools are equal values."""

    dice: tuple[Dice, ...] = ()

    def __post_init__(self) -> None:
        if not self.dice or (len(self.dice) == 1 and self.dice[0].count > 0):
            return
        counts: dict[Key, int] = {}
        for dice in self.dice:
            counts[dice.key] = counts.get(dice.key, 0) + dice.count
        if any(count < 0 for count in counts.values()):
            raise ValueError(f"a pool can't have fewer than 0 dice: {self.dice}")
        present = [Dice(*key, count) for key, count in counts.items() if count]
        object.__setattr__(self, "dice", tuple(sorted(present, key=_place)))

    @classmethod
    def of(cls, *dice: Dice) -> Pool:
        return cls(dice)

    @classmethod
    def total(cls, pools: Iterable[Pool]) -> Pool:
        return cls(tuple(dice for pool in pools for dice in pool))

    def __lt__(self, other: Pool) -> bool:
        return self.dice < other.dice

    def __iter__(self) -> Iterator[Dice]:
        return iter(self.dice)

    def __len__(self) -> int:
        return sum(dice.count for dice in self.dice)

    def __bool__(self) -> bool:
        return bool(self.dice)

    def __add__(self, other: Pool) -> Pool:
        return Pool(self.dice + other.dice)

    def __sub__(self, other: Pool) -> Pool:
        """What is left when dice are taken away; they must be there."""
        return Pool(self.dice + tuple(replace(dice, count=-dice.count) for dice in other))

    def holds(self, other: Pool) -> bool:
        """Whether every die of the other pool is in this one too."""
        return all(self.count_like(dice) >= dice.count for dice in other)

    def count_like(self, like: Dice) -> int:
        return next((dice.count for dice in self.dice if dice.key == like.key), 0)

    def count(self, colour: str = "", sides: int = 0, at: str | None = None) -> int:
        """How many dice have this colour, size and range; what isn't given may be any."""
        return sum(
            dice.count
            for dice in self.dice
            if (not colour or dice.colour == colour)
            and (not sides or dice.sides == sides)
            and (at is None or dice.range == at)
        )

    def like(self, other: Pool) -> Pool:
        """The dice that are of a kind with any of the other pool's."""
        keys = {dice.key for dice in other}
        return Pool(tuple(dice for dice in self.dice if dice.key in keys))


def _place(dice: Dice) -> tuple[int, str, str, int]:
    return (_ORDER.get(dice.colour, len(_ORDER)), dice.colour, dice.range, dice.sides)


NO_DICE = Pool()


class Range(NamedTuple):
    letter: str
    name: str
    also: tuple[str, ...] = ()


class SystemType(NamedTuple):
    """A type of system; a weapon's code is its colour and its range.

    `adds` is what the first adds, the second, and so on; the last entry stands for all further ones.
    `half` is what half of a split weapon adds; without it the type can't be split.
    """

    code: str
    name: str
    adds: tuple[Pool, ...] = (NO_DICE,)
    half: Pool = NO_DICE
    named: bool = False
    words: tuple[str, ...] = ()
    also: tuple[str, ...] = ()

    @property
    def colour(self) -> str:
        return self.code[:1]

    @property
    def range(self) -> str:
        return self.code[1:]

    def added_by(self, number: int) -> Pool:
        """What the system with this number adds; the first has number 1."""
        return self.adds[min(number, len(self.adds)) - 1]

    def given_by(self, count: int) -> Pool:
        """What this many full systems of the type give together."""
        return Pool.total(self.added_by(number) for number in range(1, count + 1))

    @property
    def dice(self) -> Pool:
        """Every kind of die the type can give."""
        return Pool.total((*self.adds, self.half))


class Body(NamedTuple):
    """What carries the systems: its white dice, what else it rolls, what it can carry."""

    name: str
    white: int = 2
    dice: Pool = NO_DICE
    carries: tuple[str, ...] = ()
    may_have_ace: bool = False


class Sprint(NamedTuple):
    """Dice for a unit that carries none of these types, not even half of one."""

    dice: Pool
    unless: tuple[str, ...]


class Rocket(NamedTuple):
    """A die used once: `dice` has a range letter of its own, `reach` is where it hits."""

    dice: Pool
    reach: str


@dataclass(frozen=True)
class Vocabulary:
    """`order` is how a notation is written: colours, and the words sprint, named, rockets and ace.

    `condensed` is the order of the colours in the dialect of one letter a die, empty where none is used.
    """

    name: str
    ranges: tuple[Range, ...]
    types: tuple[SystemType, ...]
    bodies: tuple[Body, ...]
    order: tuple[str, ...]
    condensed: str = ""
    sprint: Sprint | None = None
    rocket: Rocket | None = None
    aces: tuple[Dice, ...] = ()

    def __hash__(self) -> int:
        """By its name alone: it is the key to much that is kept."""
        return hash(self.name)

    @cached_property
    def by_code(self) -> dict[str, SystemType]:
        return {system.code: system for system in self.types}

    @cached_property
    def places(self) -> dict[str, int]:
        return {system.code: place for place, system in enumerate(self.types)}

    @cached_property
    def weapons(self) -> tuple[SystemType, ...]:
        return tuple(system for system in self.types if system.range)

    @cached_property
    def weapon_colours(self) -> frozenset[str]:
        return frozenset(system.colour for system in self.weapons)

    @cached_property
    def named(self) -> SystemType | None:
        return next((system for system in self.types if system.named), None)

    @cached_property
    def sprint_dice(self) -> Pool:
        return self.sprint.dice if self.sprint else NO_DICE

    @cached_property
    def rocket_dice(self) -> Pool:
        return self.rocket.dice if self.rocket else NO_DICE

    @cached_property
    def dice(self) -> dict[Key, Dice]:
        """Every kind of die the game has, one of each."""
        kinds = Pool.total(
            (
                Pool.of(Dice("W"), *self.aces),
                *(system.dice for system in self.types),
                *(body.dice for body in self.bodies),
                self.sprint_dice,
                self.rocket_dice,
            )
        )
        return {dice.key: dice for dice in kinds}

    @cached_property
    def colours(self) -> frozenset[str]:
        return frozenset(colour for colour, _, _ in self.dice)

    def system_type(self, code: str) -> SystemType:
        if code not in self.by_code:
            raise ValueError(f"{self.name} has no system {code!r}")
        return self.by_code[code]

    def body(self, name: str) -> Body | None:
        """None for what carries nothing in this game: a station, or a unit of another game."""
        return next((body for body in self.bodies if body.name == name), None)

    def ace(self, colour: str) -> Pool:
        return Pool(tuple(dice for dice in self.aces if dice.colour == colour))


def _each(colour: str, *counts: int) -> tuple[Pool, ...]:
    return tuple(Pool.of(Dice(colour, count=count)) for count in counts)


def _weapon(
    letter: str, name: str, *further: Pool, words: tuple[str, ...] = (), also: tuple[str, ...] = ()
) -> SystemType:
    first, second, half = Dice("R", 6, letter, 2), Dice("R", 8, letter), Dice("R", 6, letter)
    adds = (Pool.of(first), Pool.of(second), *further)
    return SystemType(f"R{letter}", name, adds, Pool.of(half), words=words, also=also)


RAPID_ATTACK = Vocabulary(
    name="Rapid Attack",
    ranges=(
        Range("h", "hand-to-hand", ("melee",)),
        Range("d", "direct", ("line of sight",)),
        Range("a", "artillery", ("indirect", "long")),
    ),
    types=(
        SystemType("B", "defense", _each("B", 1), words=("D",), also=("armour", "shield")),
        SystemType("G", "movement", _each("G", 1), words=("M",), also=("legs",)),
        SystemType("Y", "comms", _each("Y", 1), words=("S",), also=("surveillance", "spotting")),
        _weapon("h", "hand-to-hand weapon", words=("HTH", "HtH", "H"), also=("melee",)),
        _weapon("d", "direct-fire weapon", words=("DF",), also=("fire",)),
        _weapon("a", "artillery weapon", words=("A",)),
        SystemType("E", "environmental system", named=True),
    ),
    bodies=(Body("frame", carries=("B", "G", "Y", "Rh", "Rd", "Ra", "E")),),
    order=("W", "B", "G", "Y", "R", "sprint", "named", "rockets"),
    condensed="WBYG",
    sprint=Sprint(Pool.of(Dice("G", 8)), unless=("Rd", "Ra")),
    rocket=Rocket(Pool.of(Dice("R", 8, "r")), reach="d"),
)

_SHIPBOARD = ("B", "Y", "K", "Rp", "Ra", "Rs")

INTERCEPT_ORBIT = Vocabulary(
    name="Intercept Orbit",
    ranges=(
        Range("p", "point defense"),
        Range("a", "assault"),
        Range("s", "support"),
        Range("f", "dogfight"),
    ),
    types=(
        SystemType("B", "defense", _each("B", 1, 1, 0)),
        SystemType("Y", "comms", _each("Y", 1, 0), also=("sensors",)),
        SystemType("K", "catapult", _each("K", 1, 2, 0), also=("carrier",)),
        _weapon("p", "point defense weapon", NO_DICE),
        _weapon("a", "assault weapon", NO_DICE),
        _weapon("s", "support weapon", NO_DICE),
        SystemType("Rf", "dogfight weapon", (Pool.of(Dice("R", 6, "f")), NO_DICE)),
        SystemType("G", "movement", _each("G", 1, 0)),
    ),
    bodies=(
        Body("capital", carries=_SHIPBOARD),
        Body("frigate", carries=_SHIPBOARD, dice=Pool.of(Dice("G"))),
        Body("company", carries=("Rf", "B", "Y", "G"), may_have_ace=True),
    ),
    order=("W", "G", "B", "Y", "K", "R", "ace"),
    aces=(Dice("R", 8, "f"), Dice("B", 8), Dice("G", 8), Dice("Y", 8)),
)

VOCABULARIES = {"frames": RAPID_ATTACK, "fleet": INTERCEPT_ORBIT}
"""By the game of an edition."""
GAMES = tuple(VOCABULARIES.values())
_SPRINTLESS = {game: replace(known, sprint=None) for game, known in VOCABULARIES.items()}


def vocabulary_of(edition: Edition) -> Vocabulary:
    """Its game's, without the sprint where the edition has none; the book's for a game without dice."""
    is_sprintless = edition.combat is not None and edition.combat.sprint is False
    return (_SPRINTLESS if is_sprintless else VOCABULARIES).get(edition.game, RAPID_ATTACK)
