"""How often each value comes, in whole numbers; the highest of several dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import prod

from fleets.dice.pool import Pool


@dataclass(frozen=True, slots=True)
class Distribution:
    """Of equally likely cases, how many have each value: `ways[3]` of them have the value 3."""

    ways: tuple[int, ...]

    def __post_init__(self) -> None:
        last = max((value for value, ways in enumerate(self.ways) if ways), default=0)
        object.__setattr__(self, "ways", self.ways[: last + 1])

    @property
    def cases(self) -> int:
        return sum(self.ways)

    @property
    def most(self) -> int:
        return len(self.ways) - 1

    @property
    def mean(self) -> Fraction:
        return Fraction(sum(value * ways for value, ways in enumerate(self.ways)), self.cases)

    @property
    def chances(self) -> tuple[Fraction, ...]:
        cases = self.cases
        return tuple(Fraction(ways, cases) for ways in self.ways)

    def at_least(self, value: int) -> Fraction:
        return Fraction(sum(self.ways[max(value, 0) :]), self.cases)

    def plus(self, other: Distribution) -> Distribution:
        """The sum of two independent values."""
        ways = [0] * (len(self.ways) + len(other.ways) - 1)
        for one, here in enumerate(self.ways):
            for two, there in enumerate(other.ways):
                ways[one + two] += here * there
        return Distribution(tuple(ways))


ALWAYS_ZERO = Distribution((1,))


class DoesDamage:
    """The result of an attack that may do damage."""

    __slots__ = ()
    damage: Distribution

    @property
    def hurts(self) -> Fraction:
        """At least one point of damage is done."""
        return self.damage.at_least(1)

    @property
    def mean(self) -> Fraction:
        return self.damage.mean


def total(parts: Sequence[Distribution]) -> Distribution:
    found = ALWAYS_ZERO
    for part in parts:
        found = found.plus(part)
    return found


def highest(pool: Pool) -> Distribution:
    """The highest die of a pool; 0 if there are none."""
    return highest_of(tuple((dice.sides, dice.count) for dice in pool))


@lru_cache(maxsize=4096)
def highest_of(dice: tuple[tuple[int, int], ...]) -> Distribution:
    """`((6, 2), (8, 1))` are two d6 and a d8: the ways with none above a number, less those with none above
    the number before."""
    most = max((sides for sides, count in dice if count), default=0)
    below = [prod(min(value, sides) ** count for sides, count in dice) for value in range(most + 1)]
    ways = [below[0], *(below[value] - below[value - 1] for value in range(1, most + 1))]
    return Distribution(tuple(ways))


@lru_cache(maxsize=256)
def highest_two(pool: Pool) -> tuple[tuple[int, int, int], ...]:
    """The two highest dice, the higher one first, and in how many ways they come; 0 if there is no die."""
    found = Counter({(0, 0): 1})
    for sides in (dice.sides for dice in pool for _ in range(dice.count)):
        before, found = found, Counter()
        for (high, low), ways in before.items():
            for face in range(1, sides + 1):
                _, second, first = sorted((high, low, face))
                found[first, second] += ways
    return tuple((high, low, ways) for (high, low), ways in sorted(found.items()))
