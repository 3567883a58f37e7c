"""Tactics against tactics: battles are played where they matter, until the value is known well enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, sqrt
from typing import NamedTuple, TypeVar

import numpy as np

from fleets.self_play.battle_sums import BattleBatch, BattleSums
from fleets.self_play.matrix_games import GameValue, solve
from fleets.self_play.table_distances import Floats
from fleets.self_play.tactics import Tactic
from fleets.self_play.whole_battle import LOSER_CHOOSES, REMOVE, Contest
from ldraw_tools.findings import BrickyardError

_Place = tuple[int, int]
_Key = TypeVar("_Key")
Play = Callable[[Sequence[BattleBatch]], Iterable[tuple[int, BattleSums]]]
# Half the width of an interval that holds 95 of 100 times, in standard errors.
SURE = 1.96
# Battles of every cell to begin with, and the most of any.
FIRST, MOST = 32, 20_000
_BATCH, _FEW = 16, 4
# By how many standard errors a tactic outside of the mix must be worse to be played no more.
_DOUBT = 1.5


class TooFewError(BrickyardError):
    """Somebody stopped it before there was anything to tell."""


class TacticTable(NamedTuple):
    """Sums by the first side's tactic and the second's, and the value that follows from them."""

    tactics: tuple[Tactic, ...]
    cells: tuple[tuple[BattleSums, ...], ...]
    game: GameValue
    error: float
    seed: int
    is_stopped: bool = False

    @property
    def battles(self) -> int:
        return sum(cell.battles for row in self.cells for cell in row)

    @property
    def low(self) -> float:
        return max(0.0, float(self.game.value) - SURE * self.error)

    @property
    def high(self) -> float:
        return min(1.0, float(self.game.value) + SURE * self.error)

    @property
    def likely(self) -> Iterator[tuple[int, int, Fraction]]:
        """The cells that players who choose well come to, and how often."""
        for row, often in enumerate(self.game.rows):
            for column, how in enumerate(self.game.columns):
                if often * how:
                    yield row, column, often * how


def find_value(
    contest: Contest,
    tactics: Sequence[Tactic],
    seed: int,
    within: float,
    play: Play,
    most: int = MOST,
    sharpened: Callable[[TacticTable], None] | None = None,
) -> TacticTable:
    """The value for the first side to within so much (half the width of its interval).

    `sharpened` hears the table as it stands after each batch, while some cells may still be without a battle.
    """
    size = range(len(tactics))
    cells = {(row, column): BattleSums() for row in size for column in size}
    wanted, number = list(cells), min(FIRST, most)

    def table(is_stopped: bool = False) -> TacticTable:
        game = solve([[cells[row, column].share() for column in size] for row in size])
        rows = tuple(tuple(cells[row, column] for column in size) for row in size)
        return TacticTable(tuple(tactics), rows, game, _error(cells, game), seed, is_stopped)

    while True:
        ready = _batches(cells, wanted, number, contest, tactics, seed)
        found = table(not play_all(cells, ready, play, lambda: sharpened and sharpened(table())))
        if not all(cell.battles for cell in cells.values()):
            raise TooFewError(f"stopped after {found.battles:,} battles, too few to say anything")
        if SURE * found.error <= within or number >= most or found.is_stopped:
            return found
        wanted = _worth_more(cells, found.game, len(tactics))
        # As many as the error asks for, but never more than twice as many at once.
        asked = ceil(number * (SURE * found.error / within) ** 2 / _BATCH) * _BATCH
        number = min(most, 2 * number, max(asked, number + _BATCH))


def _batches(
    cells: Mapping[_Place, BattleSums],
    wanted: Sequence[_Place],
    number: int,
    contest: Contest,
    tactics: Sequence[Tactic],
    seed: int,
) -> list[tuple[_Place, BattleBatch]]:
    """What each cell lacks of so many battles, a little of every cell first. All play the same seeds."""
    found = []
    for row, column in wanted:
        chosen = contest._replace(tactics=(tactics[row], tactics[column]))
        found += [
            ((row, column), BattleBatch(chosen, seed, first, count))
            for first, count in cut(cells[row, column].battles, number)
        ]
    return sorted(found, key=lambda one: one[1].first)


def cut(first: int, number: int) -> Iterator[tuple[int, int]]:
    """Where batches begin, and how large they are: a few battles first, so that there is an answer soon."""
    while first < number:
        count = min(_BATCH - first % _BATCH if first else _FEW, number - first)
        yield first, count
        first += count


def play_all(
    cells: dict[_Key, BattleSums],
    ready: Sequence[tuple[_Key, BattleBatch]],
    play: Play,
    told: Callable[[], object] = lambda: None,
) -> bool:
    """Adds what is played, as far as no battle before it is missing. False if somebody stopped it."""
    early: dict[tuple[_Key, int], BattleSums] = {}
    try:
        for at, sums in play([batch for _, batch in ready]):
            place, batch = ready[at]
            early[place, batch.first] = sums
            while (following := early.pop((place, cells[place].battles), None)) is not None:
                cells[place] = cells[place].plus(following)
            told()
    except KeyboardInterrupt:
        return False
    return True


def share_error(share: Fraction, battles: int) -> float:
    """Half the width of the interval of a share, one more battle won and one more lost being assumed."""
    assumed = (float(share) * battles + 1) / (battles + 2)
    return float(SURE * (assumed * (1 - assumed) / (battles + 2)) ** 0.5)


def _error(cells: Mapping[_Place, BattleSums], game: GameValue) -> float:
    """Of the value: what players get who keep to this mix, battle by battle, on the seeds that all share."""
    if not all(cell.battles for cell in cells.values()):
        return 1
    return _error_of(_played(cells, _mix(game.rows, game.columns)))


def _mix(rows: Sequence[Fraction], columns: Sequence[Fraction]) -> dict[_Place, float]:
    return {
        (row, column): float(often * how)
        for row, often in enumerate(rows)
        for column, how in enumerate(columns)
        if often * how
    }


def _played(cells: Mapping[_Place, BattleSums], mix: Mapping[_Place, float]) -> Floats:
    """What the first gets of each battle that all these cells have played."""
    number = min(cells[place].battles for place in mix)
    each = np.zeros(number)
    for place, weight in mix.items():
        each += cells[place].shares()[:number] * weight
    return each


def _error_of(each: Floats) -> float:
    """With a few battles that all ended alike one is not sure yet: one more of each kind is assumed."""
    number = len(each)
    return sqrt((float(np.var(each)) * number + 0.5) / (number + 2) / (number + 2))


def _worth_more(cells: Mapping[_Place, BattleSums], game: GameValue, number: int) -> list[_Place]:
    """The cells of the mix, and those of other tactics that may yet do better against it.

    What two tactics do that are both out of it doesn't count for the value.
    """
    mix = _mix(game.rows, game.columns)
    now = _played(cells, mix)

    def may_be_better(other: Mapping[_Place, float], sign: int) -> bool:
        each = _played(cells, other)
        shared = min(len(each), len(now))
        gain = sign * (each[:shared] - now[:shared])
        return float(gain.mean()) + _DOUBT * _error_of(gain) >= 0

    found = set(mix)
    for tactic in range(number):
        only = [Fraction(int(one == tactic)) for one in range(number)]
        for other, sign in ((_mix(only, game.columns), 1), (_mix(game.rows, only), -1)):
            if may_be_better(other, sign):
                found |= set(other)
    return sorted(found)


def choices_at_ties(contest: Contest, seed: int, play: Play, number: int = 40) -> Contest:
    """With what each side does if it wins the roll: it leaves a frame out where that wins more battles."""
    first_out = contest._replace(at_ties=(REMOVE, LOSER_CHOOSES))
    second_out = contest._replace(at_ties=(LOSER_CHOOSES, REMOVE))
    made = dict(play([BattleBatch(one, seed, 0, number) for one in (first_out, second_out)]))
    if made[0].share() >= made[1].share():
        return contest._replace(at_ties=(REMOVE, REMOVE))
    return contest._replace(at_ties=(LOSER_CHOOSES, LOSER_CHOOSES))
