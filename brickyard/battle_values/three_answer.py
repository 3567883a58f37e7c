"""What `brickyard battle` answers for three forces: what each wins, and what that depends on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple

from brickyard.battle_values.battle_answer import (
    DECISIONS,
    BattleRequest,
    OpenDecision,
    ReadyBattle,
    check_numbers,
    is_tie,
)
from brickyard.battle_values.battle_forces import BattleForce, MetForces
from catalog.editions.edition import Edition
from fleets.self_play.battle_sums import BattleSums
from fleets.self_play.tactic_tables import Play, share_error
from fleets.self_play.terrain_sets import TerrainSet
from fleets.self_play.three_ways import SIDES, ThreeWays, best_at_ties, play_ways
from fleets.self_play.whole_battle import ENGINE
from ldraw_tools.notebooks import html_table, line_of
from ldraw_tools.phrases import say


class WonShare(NamedTuple):
    """What a force wins of so many battles, a shared victory being its part of one; the interval that holds
    95 of 100 times."""

    battles: int
    share: Fraction
    low: float
    high: float


class TacticShare(NamedTuple):
    """What a force wins with a tactic of its own, whatever the others play."""

    tactic: str
    won: WonShare


class ForceShares(NamedTuple):
    """`won` is while all enemies count alike, each tactic as often as any other; `attacked` if both others
    rather attack this force, `spared` if another is rather attacked instead."""

    force: str
    won: WonShare
    attacked: WonShare
    spared: WonShare
    tactics: tuple[TacticShare, ...]


class PlayedTactic(NamedTuple):
    """A tactic as all three have played it."""

    name: str
    says: str
    reference: str


@dataclass(frozen=True)
class ThreeAnswer:
    """Three forces have no value as two have: `shares` says what each wins, and what that hangs on. The
    rest is as between two; `by_station` and `curve` are of battles in which all enemies count alike."""

    __json__: ClassVar = (
        *("format", "engine", "edition", "players", "forces", "terrain", "terrain_says", "seed", "within"),
        *("stopped", "battles", "shares", "tactics", "by_station", "curve", "decisions"),
    )

    met: MetForces
    terrain_set: TerrainSet
    ways: ThreeWays
    within: float
    format: int = 1
    engine: int = ENGINE
    players: int = SIDES

    __repr__ = line_of

    def __str__(self) -> str:
        each = (
            f"{one.force} wins {100 * one.won.low:.0f} to {100 * one.won.high:.0f}" for one in self.shares
        )
        return f"{', '.join(each)} of 100"

    def _repr_html_(self) -> str:
        rows = [
            [one.force, *(f"{float(won.share):.2f}" for won in (one.won, one.attacked, one.spared))]
            for one in self.shares
        ]
        return html_table(str(self), ["", "wins", "attacked", "spared"], rows)

    @property
    def edition(self) -> Edition:
        return self.met.edition

    @property
    def forces(self) -> tuple[BattleForce, ...]:
        return self.met.forces

    @property
    def terrain(self) -> str:
        return self.terrain_set.name

    @property
    def terrain_says(self) -> str:
        return say(self.terrain_set.says)

    @property
    def seed(self) -> int:
        return self.ways.seed

    @property
    def stopped(self) -> bool:
        return self.ways.is_stopped

    @property
    def battles(self) -> int:
        return self.ways.battles

    @property
    def shares(self) -> tuple[ForceShares, ...]:
        return tuple(self._shares())

    def _shares(self) -> Iterator[ForceShares]:
        alike = self.ways.of()
        for side, force in enumerate(self.forces):
            others = [one for one in range(SIDES) if one != side]
            by_tactic = (
                TacticShare(one.name, _won(self.ways.of(side=side, tactic=place), side))
                for place, one in enumerate(self.ways.tactics)
            )
            attacked, spared = (_won(self.ways.of(whom), side) for whom in ([side], others))
            yield ForceShares(force.name, _won(alike, side), attacked, spared, tuple(by_tactic))

    @property
    def tactics(self) -> tuple[PlayedTactic, ...]:
        return tuple(PlayedTactic(one.name, say(one.says), one.reference) for one in self.ways.tactics)

    @property
    def by_station(self) -> Fraction:
        alike = self.ways.of()
        return Fraction(alike.by_station, alike.battles)

    @property
    def curve(self) -> tuple[tuple[float, ...], ...]:
        return tuple(tuple(one / row[-1] for one in row[:-1]) for row in self.ways.of().curve)

    @property
    def decisions(self) -> tuple[OpenDecision, ...]:
        return DECISIONS + OF_THREE


OF_THREE = tuple(
    OpenDecision(say(says), reference)
    for says, reference in (
        ("a station that several contest is nobody's until one of them is alone beside it", "RA p.130–131"),
        (
            "after the point frame, attackers place frames from the highest score down; stations from the "
            "point's on",
            "RA p.79–81",
        ),
        ("enemies count by the points that they lose, whoever leads; nobody bargains", "ours"),
        ("whom one spares counts a quarter of that", "ours"),
    )
)


def _won(sums: BattleSums, side: int) -> WonShare:
    share = sums.share(side)
    error = share_error(share, sums.battles)
    return WonShare(sums.battles, share, max(0.0, float(share) - error), min(1.0, float(share) + error))


def find_three(ready: ReadyBattle, request: BattleRequest, play: Play) -> ThreeAnswer:
    """The answer for three forces; who ties with another does what wins it more."""
    check_numbers(request.within, request.seed)
    met, contest, chosen = ready
    if is_tie(contest, request.seed):
        contest = best_at_ties(contest, request.seed, play)
    ways = play_ways(contest, chosen, request.seed, request.within / 100, play)
    return ThreeAnswer(met, contest.terrain, ways, request.within)
