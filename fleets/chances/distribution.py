"""How often each value comes, in whole numbers: cases, chances and means as fractions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


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
        """The sum of two that don't depend on each other."""
        ways = [0] * (len(self.ways) + len(other.ways) - 1)
        for one, here in enumerate(self.ways):
            for two, there in enumerate(other.ways):
                ways[one + two] += here * there
        return Distribution(tuple(ways))


ALWAYS_ZERO = Distribution((1,))


class DoesDamage:
    """What comes of an attack, whatever else is known of it."""

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
