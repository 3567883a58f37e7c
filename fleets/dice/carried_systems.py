"""What a unit carries and what it rolls: systems, split weapons, rockets, an ace; what a loss leaves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count, product
from typing import NamedTuple

from catalog.vocabulary import NO_DICE, Body, Dice, Pool, SystemType, Vocabulary
from ldraw_tools.findings import count_of, listed
from ldraw_tools.phrases import join_texts, say

NOT_IN_A_NAME = r"\s,;/&+()\[\]"
_HALF = Fraction(1, 2)
_NOT_IN_A_NAME = re.compile(f"[{NOT_IN_A_NAME}]+")
Halves = dict[str, int]


@dataclass(frozen=True, slots=True)
class System:
    """One system: a type's code, the code of a split weapon's other half, an environment's name."""

    code: str
    other: str = ""
    name: str = ""

    def __post_init__(self) -> None:
        if self.other == self.code:
            raise ValueError(f"a split weapon has two different ranges, not twice {self.code}")
        if self.other and self.other < self.code:
            first, second = self.other, self.code
            object.__setattr__(self, "code", first)
            object.__setattr__(self, "other", second)
        # A name is written inside a notation, so nothing that ends a group may stay in it.
        object.__setattr__(self, "name", _NOT_IN_A_NAME.sub("-", self.name.lower()).strip("-"))

    def __lt__(self, other: System) -> bool:
        return (self.code, self.other, self.name) < (other.code, other.other, other.name)

    @property
    def is_split(self) -> bool:
        return bool(self.other)

    @property
    def codes(self) -> tuple[str, ...]:
        return (self.code, self.other) if self.other else (self.code,)

    @property
    def shares(self) -> Mapping[str, Fraction]:
        """How it counts towards each type: a split weapon is half a system of either."""
        return {code: _HALF if self.other else Fraction(1) for code in self.codes}


@dataclass(frozen=True, slots=True)
class Loadout:
    """All a unit carries, in no order: equal loadouts are equal values."""

    systems: tuple[System, ...] = ()
    rockets: int = 0
    ace: str = ""

    def __post_init__(self) -> None:
        if self.rockets < 0:
            raise ValueError(f"a unit can't carry {self.rockets} rockets")
        object.__setattr__(self, "systems", tuple(sorted(self.systems)))

    @classmethod
    def of(cls, *systems: System | str, rockets: int = 0, ace: str = "") -> Loadout:
        """`Loadout.of("Rd", "B", System("Rd", "Ra"), rockets=1)`."""
        whole = tuple(System(system) if isinstance(system, str) else system for system in systems)
        return cls(whole, rockets, ace)

    @property
    def count(self) -> int:
        """How many systems: a split weapon is one, rockets and an ace are none."""
        return len(self.systems)

    @property
    def counts(self) -> Mapping[str, Fraction]:
        """How many systems of each type, halves of split weapons included."""
        counts: dict[str, Fraction] = {}
        for system in self.systems:
            for code, share in system.shares.items():
                counts[code] = counts.get(code, Fraction(0)) + share
        return counts

    @property
    def codes(self) -> frozenset[str]:
        return frozenset(code for system in self.systems for code in system.codes)

    def __add__(self, other: Loadout) -> Loadout:
        return Loadout(self.systems + other.systems, self.rockets + other.rockets, self.ace or other.ace)

    def without(self, system: System) -> Loadout:
        """What is left after losing one system, which must be aboard."""
        left = list(self.systems)
        left.remove(system)
        return replace(self, systems=tuple(left))


EMPTY = Loadout()


def name_of(system: System, vocabulary: Vocabulary) -> str:
    """`direct-fire weapon`, `hand-to-hand/direct split weapon`, `defense system`."""
    if system.is_split:
        ranges = [known.name for known in vocabulary.ranges if known.letter in _letters(system)]
        return say("{ranges} split weapon", ranges=join_texts(map(say, ranges), "/"))
    name = vocabulary.system_type(system.code).name
    if system.name:
        return say(f"{name} for {{environment}}", environment=system.name)
    return name if name.endswith(("weapon", "system")) else f"{name} system"


def list_of(systems: Iterable[System], vocabulary: Vocabulary) -> str:
    """`1 defense system and 2 direct-fire weapons`."""
    counts: dict[str, int] = {}
    for system in in_order(systems, vocabulary):
        name = name_of(system, vocabulary)
        counts[name] = counts.get(name, 0) + 1
    return listed([count_of(number, name) for name, number in counts.items()], most=len(counts))


def _letters(system: System) -> set[str]:
    return {code[1:] for code in system.codes}


def in_order(systems: Iterable[System], vocabulary: Vocabulary) -> list[System]:
    """Systems in the game's order, full ones before split ones."""

    def place(system: System) -> tuple[int, bool, System]:
        first = min(vocabulary.places[vocabulary.system_type(code).code] for code in system.codes)
        return (first, system.is_split, system)

    return sorted(systems, key=place)


class Weapons(NamedTuple):
    """The weapons behind a pool, full ones preferred, and another way to roll the same if there is one."""

    systems: tuple[System, ...]
    instead: tuple[System, ...] = ()


def systems_rolling(system: SystemType, pool: Pool) -> int | None:
    """The fewest systems of a type that give exactly these dice."""
    given = NO_DICE
    for number in count():
        if given == pool:
            return number
        if len(given) > len(pool) or number > len(pool):
            return None
        given += system.added_by(number + 1)
    return None


def weapons_rolling(types: Sequence[SystemType], pool: Pool) -> Weapons | None:
    """The weapons, full and split, that give exactly these dice; None if none do."""
    splits = [system for system in types if system.half]
    ways = [list(_full_and_halves(system, pool.like(system.dice))) for system in splits]
    found: list[tuple[System, ...]] = []
    for choice in sorted(product(*ways), key=_most_full_first):
        halves = {s.code: way[1] for s, way in zip(splits, choice, strict=True)}
        pairs = _paired(halves)
        if pairs is not None:
            full = [System(s.code) for s, way in zip(splits, choice, strict=True) for _ in range(way[0])]
            found.append((*full, *pairs))
            if len(found) > 1:
                return Weapons(*found)
    return Weapons(found[0]) if found else None


def _full_and_halves(system: SystemType, pool: Pool) -> Iterator[tuple[int, int]]:
    """How many full weapons and how many halves can share the dice at one range."""
    given = NO_DICE
    for number in range(len(pool) + 1):
        if not pool.holds(given):
            return
        left = pool - given
        if left == left.like(system.half) and len(left) % len(system.half) == 0:
            yield number, len(left) // len(system.half)
        further = system.added_by(number + 1)
        if not further:
            return
        given += further


def _most_full_first(choice: tuple[tuple[int, int], ...]) -> tuple[int, list[int]]:
    """Sorts the choice with most full weapons first, then the one whose first ranges have them."""
    return (-sum(full for full, _ in choice), [-full for full, _ in choice])


def _paired(halves: Halves) -> list[System] | None:
    """Halves joined to split weapons of two ranges each, always the two ranges with most left."""
    left = dict(halves)
    pairs: list[System] = []
    while any(left.values()):
        first, second, *_ = [*sorted(left, key=lambda code: -left[code]), ""]
        if not left.get(second):
            return None
        left[first] -= 1
        left[second] -= 1
        pairs.append(System(first, second))
    return pairs


class Contribution(NamedTuple):
    """What one system adds to the pool."""

    system: System
    pool: Pool


class Loss(NamedTuple):
    """One system gone: what is still carried, and what is rolled then."""

    system: System
    left: Loadout
    pool: Pool


def contributions(loadout: Loadout, vocabulary: Vocabulary) -> tuple[Contribution, ...]:
    """What each system gives, in the game's order; of two alike the first comes first."""
    given: list[Contribution] = []
    numbers: dict[str, int] = {}
    for system in in_order(loadout.systems, vocabulary):
        if system.is_split:
            pool = Pool.total(vocabulary.system_type(code).half for code in system.codes)
        else:
            numbers[system.code] = numbers.get(system.code, 0) + 1
            pool = vocabulary.system_type(system.code).added_by(numbers[system.code])
        given.append(Contribution(system, pool))
    return tuple(given)


def idle_systems(loadout: Loadout, vocabulary: Vocabulary) -> tuple[System, ...]:
    """The systems that add no die: a notation has to name them."""
    return tuple(given.system for given in contributions(loadout, vocabulary) if not given.pool)


def systems_pool(loadout: Loadout, vocabulary: Vocabulary) -> Pool:
    """The dice of the systems alone."""
    return Pool.total(given.pool for given in contributions(loadout, vocabulary))


def sprint_of(loadout: Loadout, vocabulary: Vocabulary) -> Pool:
    sprint = vocabulary.sprint
    if sprint is None or not loadout.codes.isdisjoint(sprint.unless):
        return NO_DICE
    return sprint.dice


def pool_of(
    loadout: Loadout, vocabulary: Vocabulary, body: Body | None = None, white: int | None = None
) -> Pool:
    """All that is rolled: by the body, which may have lost white dice, and by what it carries."""
    body = body or vocabulary.bodies[0]
    return Pool.total(
        (
            Pool.of(Dice("W", count=body.white if white is None else white)),
            body.dice,
            systems_pool(loadout, vocabulary),
            sprint_of(loadout, vocabulary),
            *(vocabulary.rocket_dice for _ in range(loadout.rockets)),
            vocabulary.ace(loadout.ace),
        )
    )


def losses(
    loadout: Loadout, vocabulary: Vocabulary, body: Body | None = None, white: int | None = None
) -> tuple[Loss, ...]:
    """What is left for each system that could be lost next, alike ones once."""
    choices = dict.fromkeys(in_order(loadout.systems, vocabulary))
    left = {system: loadout.without(system) for system in choices}
    return tuple(Loss(s, rest, pool_of(rest, vocabulary, body, white)) for s, rest in left.items())


def at_range(pool: Pool, vocabulary: Vocabulary, letter: str, rockets: int = 0) -> Pool:
    """The weapon dice of a pool at one range, with this many of its rockets fired."""
    dice = [d for d in pool if d.range == letter]
    rocket = vocabulary.rocket
    if rocket is not None and rocket.reach == letter:
        dice += [Dice(*d.key, min(rockets, d.count)) for d in pool.like(rocket.dice)]
    return Pool(tuple(dice))


def by_range(pool: Pool, vocabulary: Vocabulary) -> Mapping[str, Pool]:
    """The weapon dice at each range, rockets kept back."""
    return {r.letter: at_range(pool, vocabulary, r.letter) for r in vocabulary.ranges}
