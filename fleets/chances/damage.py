"""Damage dice on a chart: what they do to the target, and to its cover."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from catalog.editions.tables import Chart
from fleets.chances.combat import DAMAGE_SIDES
from fleets.chances.distribution import Distribution


@lru_cache(maxsize=4096)
def damage_to_target(chart: Chart, dice: int, cover_hits: int | None = None) -> Distribution:
    """Of 6 to the power of `dice` cases; cover that stands so many hits, or all of them (None)."""
    hurts = len(chart.target)
    if cover_hits is None or not chart.through:
        rest = DAMAGE_SIDES - hurts
        return Distribution(
            tuple(comb(dice, k) * hurts**k * rest ** (dice - k) for k in range(dice + 1)),
        )
    through = len(chart.through)
    nothing = DAMAGE_SIDES - hurts - len(chart.cover)
    ways = [0] * (dice + 1)
    for sixes in range(dice + 1):
        for fives in range(dice - sixes + 1):
            for fours in range(dice - sixes - fives + 1):
                left = dice - sixes - fives - fours
                cases = comb(dice, sixes) * comb(dice - sixes, fives) * comb(left + fours, fours)
                cases *= hurts**sixes * through**fives * chart.first**fours * nothing**left
                ways[sixes + max(0, min(fives, fives + fours - cover_hits))] += cases
    return Distribution(tuple(ways))


@lru_cache(maxsize=4096)
def damage_to_cover(chart: Chart, dice: int, cover_hits: int | None = None) -> Distribution:
    """How many hits the cover takes; no more than it stands."""
    hurts = len(chart.cover)
    rest = DAMAGE_SIDES - hurts
    most = dice if cover_hits is None else min(dice, cover_hits)
    ways = [0] * (most + 1)
    for k in range(dice + 1):
        ways[min(k, most)] += comb(dice, k) * hurts**k * rest ** (dice - k)
    return Distribution(tuple(ways))
