"""Would another system be better? Both forces fight the same battles, and only what stands out is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from fleets.battles.battle_state import loadout_key
from fleets.battles.game_types import Json
from fleets.self_play.battle_sums import BattleBatch
from fleets.self_play.play_rules import PlayRules
from fleets.self_play.tactic_tables import Play
from fleets.self_play.whole_battle import Contest

# Battles to find the most promising swaps with, how many of these there are, and battles to try them anew.
SCREENING, FINALISTS, NUMBER = 48, 6, 480
_DOUBT = 0.05
_BATCH = 16
# The seeds of both are others than those of the table of tactics.
_SCREENED_FROM, _TRIED_FROM = 1_000_000, 2_000_000


class SystemSwap(NamedTuple):
    """Of one frame of the first force: the codes that go, and those that come instead."""

    unit: int
    name: str
    old: tuple[str, ...]
    new: tuple[str, ...]


class SwapTrial(NamedTuple):
    """What the swap changes in the share of battles won. `bound` is how far off that may be: wide enough for
    all swaps that were tried together (Holm), so that one in twenty such lists has a mistake in it."""

    swap: SystemSwap
    change: float
    bound: float

    @property
    def is_clear(self) -> bool:
        return abs(self.change) > self.bound


def swaps_of(force: Json, rules: PlayRules) -> Iterator[SystemSwap]:
    """Every legal change of one system; of frames that carry the same, one is changed."""
    known = sorted({code for key in rules.pools for code in key.split() if "/" not in code})
    seen = set()
    for place, unit in enumerate(force["units"]):
        for old in sorted(set(unit["systems"])):
            for new in known:
                key = (tuple(sorted(unit["systems"])), old, new)
                swap = SystemSwap(place, unit["name"], (old,), (new,))
                if old != new and key not in seen and loadout_key(_changed(unit, swap)) in rules.pools:
                    seen.add(key)
                    yield swap


def _changed(unit: Json, swap: SystemSwap) -> list[str]:
    left = list(unit["systems"])
    for code in swap.old:
        left.remove(code)
    return sorted([*left, *swap.new])


def with_swap(force: Json, swap: SystemSwap) -> Json:
    units = [
        {**unit, "systems": _changed(unit, swap)} if place == swap.unit else unit
        for place, unit in enumerate(force["units"])
    ]
    return {**force, "units": units}


def try_swaps(contest: Contest, swaps: Sequence[SystemSwap], seed: int, play: Play) -> list[SwapTrial]:
    """The most promising ones, tried anew on other seeds; the best first."""
    chosen = list(swaps)
    if len(chosen) > FINALISTS:
        screened = _differences(contest, chosen, seed, _SCREENED_FROM, SCREENING, play)
        order = sorted(range(len(chosen)), key=lambda place: -float(screened[place].mean()))
        chosen = [chosen[place] for place in order[:FINALISTS]]
    found = _differences(contest, chosen, seed, _TRIED_FROM, NUMBER, play)
    changes = [float(one.mean()) for one in found]
    # Battles that all ended alike are no proof that every other would: half a win is added.
    errors = [sqrt((float(one.var()) * len(one) + 0.5) / len(one) / len(one)) for one in found]
    order = sorted(range(len(chosen)), key=lambda place: -abs(changes[place]) / errors[place])
    trials = []
    for rank, place in enumerate(order):
        sure = NormalDist().inv_cdf(1 - _DOUBT / 2 / (len(order) - rank))
        trials.append(SwapTrial(chosen[place], changes[place], sure * errors[place]))
    return sorted(trials, key=lambda one: -one.change)


def _differences(
    contest: Contest, swaps: Sequence[SystemSwap], seed: int, first: int, number: int, play: Play
) -> list[np.typing.NDArray[np.float64]]:
    """Battle by battle, what each swap has more of the victory than the force as it is."""
    mine, other = contest.forces
    forces = [mine, *(with_swap(mine, swap) for swap in swaps)]
    batches = [
        BattleBatch(contest._replace(forces=(force, other)), seed, at, min(_BATCH, first + number - at))
        for force in forces
        for at in range(first, first + number, _BATCH)
    ]
    made = dict(play(batches))
    each = len(batches) // len(forces)
    base, *others = [
        np.concatenate([made[place].shares() for place in range(at * each, (at + 1) * each)])
        for at in range(len(forces))
    ]
    return [one - base for one in others]
