"""Odds as tables for a page: what damage dice do on each chart, and the highest of several dice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from catalog.editions.edition import Edition
from fleets.battles.game_types import Json
from fleets.chances.attacks import damage_to_target
from fleets.chances.distribution import highest_of

MOST_DAMAGE_DICE = 16
_MOST_SIX, _MOST_EIGHT = 6, 5
_DIGITS = 4


def odds_tables(edition: Edition) -> Json:
    """`damage[chart][dice]` has the chance of each number of hits, cover standing; `best["2,1"]` that of each
    number as the highest of two d6 and a d8."""
    charts = edition.combat.charts if edition.combat else {}
    return {
        "damage": {
            name: [_rounded(damage_to_target(chart, dice).chances) for dice in range(MOST_DAMAGE_DICE + 1)]
            for name, chart in charts.items()
        },
        "best": {
            f"{six},{eight}": _rounded(highest_of(((6, six), (8, eight))).chances)
            for six in range(_MOST_SIX + 1)
            for eight in range(_MOST_EIGHT + 1)
        },
    }


def _rounded(chances: Sequence[Fraction]) -> list[float]:
    return [round(float(chance), _DIGITS) for chance in chances]
