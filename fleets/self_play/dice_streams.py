"""Dice from a seed: what one shows follows from the unit, the round and its purpose, not from dice before it.

So a force in which one system is changed meets the same luck everywhere else, and fewer battles tell more.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

_BITS = (1 << 64) - 1
_STRIDE = 0x9E3779B97F4A7C15
TABLE = 0
"""The unit of what belongs to nobody: the terrain, and rolls between players."""


class Purpose(IntEnum):
    TERRAIN = 1
    ROLL_OFF = 2
    FIELDING = 3
    WHITE = 4
    BLUE = 5
    GREEN = 6
    YELLOW = 7
    RED = 8
    DAMAGE = 9
    WHIM = 10
    POINT = 11


def mixed(number: int) -> int:
    """A number of 64 bits that looks like chance: the finish of SplitMix64, which is public domain."""
    number &= _BITS
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _BITS
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _BITS
    return number ^ (number >> 31)


class Stream:
    """Endless numbers for one purpose of one unit in one round."""

    __slots__ = ("_at",)

    def __init__(self, seed: int, unit: int, round_: int, purpose: Purpose) -> None:
        self._at = mixed(mixed(seed + _STRIDE) + (unit << 24 | round_ << 8 | purpose))

    def number(self) -> int:
        self._at = (self._at + _STRIDE) & _BITS
        return mixed(self._at)

    def below(self, count: int) -> int:
        """0 to `count` - 1; of 2 to the 64th numbers a handful comes up once more than the others."""
        return self.number() % count

    def share(self) -> float:
        """From 0 to below 1."""
        return (self.number() >> 11) / (1 << 53)

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self.share()

    def dice(self, sides: Sequence[int]) -> list[int]:
        """Each with so many sides."""
        return [self.number() % one + 1 for one in sides]
