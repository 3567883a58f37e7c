"""The highest of several dice: counted, not rolled."""

from __future__ import annotations

from functools import lru_cache
from math import prod

from fleets.chances.distribution import Distribution
from fleets.dice.pool import Pool


def highest(pool: Pool) -> Distribution:
    """Of no dice it is 0."""
    return highest_of(tuple((dice.sides, dice.count) for dice in pool))


@lru_cache(maxsize=4096)
def highest_of(dice: tuple[tuple[int, int], ...]) -> Distribution:
    """`((6, 2), (8, 1))` are two d6 and a d8: the ways with none above a number, less those with none above
    the number before."""
    most = max((sides for sides, count in dice if count), default=0)
    below = [prod(min(value, sides) ** count for sides, count in dice) for value in range(most + 1)]
    ways = [below[0], *(below[value] - below[value - 1] for value in range(1, most + 1))]
    return Distribution(tuple(ways))
