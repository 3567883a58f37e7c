"""Battles of three: each tactic meets any two others, and whom the others rather attack is played, too."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import product
from math import ceil
from typing import NamedTuple

from fleets.self_play.battle_sides import FORCES, NOBODY
from fleets.self_play.battle_sums import BattleBatch, BattleSums, seed_of
from fleets.self_play.tactic_tables import Play, TooFewError, cut, play_all, share_error
from fleets.self_play.tactics import Tactic
from fleets.self_play.whole_battle import LOSER_CHOOSES, Contest

SIDES = len(FORCES)
# The tactic of each side, and whom both others rather attack.
_Way = tuple[tuple[int, ...], int]
# Battles to begin with, for each that is rather attacked, and the most of each way.
FIRST, MOST = 64, 2_000


class ThreeWays(NamedTuple):
    """What was played, by the tactics of all three and by whom both others rather attack."""

    tactics: tuple[Tactic, ...]
    sums: Mapping[_Way, BattleSums]
    seed: int
    is_stopped: bool = False

    @property
    def battles(self) -> int:
        return sum(one.battles for one in self.sums.values())

    def of(
        self, goes_for: Collection[int] = (NOBODY,), side: int = 0, tactic: int | None = None
    ) -> BattleSums:
        """All in which one of these is rather attacked, and the side plays that tactic, or any."""
        found = BattleSums()
        for (played, whom), sums in self.sums.items():
            if whom in goes_for and tactic in (None, played[side]):
                found = found.plus(sums)
        return found

    @property
    def error(self) -> float:
        sums = self.of()
        return max(share_error(sums.share(side), sums.battles) for side in range(SIDES))


def play_ways(
    contest: Contest, tactics: Sequence[Tactic], seed: int, within: float, play: Play, most: int = MOST
) -> ThreeWays:
    """Until each side's share is known to within so much while all enemies count alike.

    No two battles have one seed, so each is as good as any other.
    """
    ways = list(product(product(range(len(tactics)), repeat=SIDES), (NOBODY, *range(SIDES))))
    sums = {way: BattleSums() for way in ways}
    number = ceil(FIRST * (SIDES + 1) / len(ways))
    while True:
        ready = []
        for place, (chosen, whom) in enumerate(ways):
            by = contest._replace(tactics=tuple(tactics[one] for one in chosen), goes_for=whom)
            for first, count in cut(sums[chosen, whom].battles, number):
                ready.append(((chosen, whom), BattleBatch(by, seed_of(seed, place), first, count)))
        ready.sort(key=lambda one: one[1].first)
        is_stopped = not play_all(sums, ready, play)
        found = ThreeWays(tuple(tactics), sums, seed, is_stopped)
        if not all(one.battles for one in sums.values()):
            raise TooFewError(f"stopped after {found.battles:,} battles, too few to say anything")
        if found.error <= within or number >= most or is_stopped:
            return found
        # As many as the error asks for, but never more than twice as many at once.
        number = min(most, 2 * number, max(number + 1, ceil(number * (found.error / within) ** 2)))


def best_at_ties(contest: Contest, seed: int, play: Play, number: int = 80) -> Contest:
    """With what each does that wins the roll in a tie: it has the loser choose where that wins it more."""
    others = [
        contest._replace(
            at_ties=tuple(LOSER_CHOOSES if one == side else way for one, way in enumerate(contest.at_ties)),
        )
        for side in range(SIDES)
    ]
    made = dict(play([BattleBatch(one, seed, 0, number) for one in (contest, *others)]))
    better = [made[side + 1].share(side) > made[0].share(side) for side in range(SIDES)]
    return contest._replace(
        at_ties=tuple(
            LOSER_CHOOSES if is_better else way
            for way, is_better in zip(contest.at_ties, better, strict=True)
        ),
    )
