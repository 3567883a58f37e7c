"""The largest set of designs that one pool of pieces is enough for, exactly, and the first such in the list.

A design wants so many of each thing, and a stock may serve several wants. Small puzzles are searched
through in integers; larger ones are given to a solver, whose answer is checked in integers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from brickyard.parts.placing import Edges, Placing

# Rows looked at before a solver is asked: some half a second. A company needs a few hundred.
SMALL_WORK = 200_000
# The search goes one step deeper for each.
_MOST_DESIGNS = 100


@dataclass(frozen=True)
class Puzzle:
    """`needs[d][w]` is what one of design d takes of want w; `most[d]` how many of it are wished for."""

    needs: Sequence[dict[int, int]]
    most: Sequence[int]
    edges: Edges
    stocks: Sequence[int]


@dataclass(frozen=True)
class Choice:
    """How many of each design. No choice has more than `at_most`; where that is more, nothing is proven.

    `is_first` says that of the choices with as many none comes before it in the list.
    """

    counts: tuple[int, ...]
    at_most: int
    is_first: bool = True

    @property
    def total(self) -> int:
        return sum(self.counts)

    @property
    def is_proven(self) -> bool:
        return self.total == self.at_most


def largest_set(puzzle: Puzzle, small_work: int = SMALL_WORK) -> Choice:
    """Most designs in all; of the choices with as many, the first in the order of the list."""
    tight = _tightened(puzzle)
    found = _Search(tight, small_work).solved() if len(tight.most) <= _MOST_DESIGNS else None
    if found is not None:
        return found
    from brickyard.parts.solver import solve

    return solve(tight)


def is_enough(puzzle: Puzzle, counts: Sequence[int]) -> bool:
    return short_wants(puzzle, counts) is None


def short_wants(puzzle: Puzzle, counts: Sequence[int]) -> set[int] | None:
    """None where everything finds its place; else wants that ask for more than all their stocks have."""
    placing = Placing(puzzle.edges, puzzle.stocks)
    for want, number in sorted(total_needs(puzzle, counts).items()):
        if placing.place(want, number) < number:
            return placing.reached_from(want)
    return None


def total_needs(puzzle: Puzzle, counts: Sequence[int]) -> dict[int, int]:
    total: dict[int, int] = {}
    for needs, count in zip(puzzle.needs, counts, strict=True):
        if count:
            for want, number in needs.items():
                total[want] = total.get(want, 0) + number * count
    return total


def _tightened(puzzle: Puzzle) -> Puzzle:
    """The same, wishing for no more of a design than could be built, were it the only one."""
    return Puzzle(
        puzzle.needs,
        [_most_alone(puzzle, design) for design in range(len(puzzle.needs))],
        puzzle.edges,
        puzzle.stocks,
    )


def _most_alone(puzzle: Puzzle, design: int) -> int:
    alone = Puzzle([puzzle.needs[design]], [1], puzzle.edges, puzzle.stocks)
    low, high = 0, puzzle.most[design]
    while low < high:
        middle = (low + high + 1) // 2
        if is_enough(alone, [middle]):
            low = middle
        else:
            high = middle - 1
    return low


@dataclass
class _Row:
    """A group of wants: what each design asks of it, and all that the stocks serving it have."""

    weights: list[int]
    capacity: int
    most: Sequence[int]
    # For each place in the list: the later designs by weight, with the sums of weights and of counts.
    later: list[tuple[list[int], list[int], list[int]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for start in range(len(self.weights) + 1):
            pairs = sorted((self.weights[d], self.most[d]) for d in range(start, len(self.weights)))
            sums = list(accumulate(weight * count for weight, count in pairs))
            counts = list(accumulate(count for _, count in pairs))
            self.later.append(([weight for weight, _ in pairs], sums, counts))

    @property
    def can_bind(self) -> bool:
        return self.later[0][1][-1] > self.capacity

    def fit(self, start: int, left: int) -> int:
        """The most designs from `start` on that this group alone allows."""
        weights, sums, counts = self.later[start]
        whole = bisect_right(sums, left)
        if whole == len(sums):
            return counts[-1] if counts else 0
        taken, count = (sums[whole - 1], counts[whole - 1]) if whole else (0, 0)
        return count + (left - taken) // weights[whole]


class _TooMuchWork(Exception):  # noqa: N818 - the end of a search, no mistake
    pass


class _Search:
    """Looks for a choice of a given size in the order of the list, more of a design first.

    By Hall's theorem a choice can be built if no group of wants asks for more than its stocks have;
    groups of several wants become rows when a choice fails by them.
    """

    def __init__(self, puzzle: Puzzle, work: int) -> None:
        self._puzzle = puzzle
        self._work_left = work
        wants = sorted({want for needs in puzzle.needs for want in needs})
        rows = [self._row({want}) for want in wants]
        self._rows = [row for row in rows if row.can_bind]

    def solved(self) -> Choice | None:
        """None where it would take too much work."""
        target = self._fit(0, [row.capacity for row in self._rows])
        try:
            while True:
                found = self._choose([], target)
                if found is not None:
                    return Choice(tuple(found), target)
                target -= 1
        except _TooMuchWork:
            return None

    def _choose(self, chosen: list[int], target: int) -> list[int] | None:
        place, missing = len(chosen), target - sum(chosen)
        if place == len(self._puzzle.most):
            return chosen if not missing and self._stands(chosen) else None
        for count in range(min(self._puzzle.most[place], missing), -1, -1):
            now = [*chosen, count]
            left = self._left(now)
            if all(rest >= 0 for rest in left) and self._fit(place + 1, left) >= missing - count:
                found = self._choose(now, target)
                if found is not None:
                    return found
        return None

    def _left(self, chosen: Sequence[int]) -> list[int]:
        self._work_left -= len(self._rows) + 1
        if self._work_left < 0:
            raise _TooMuchWork
        return [
            row.capacity - sum(w * c for w, c in zip(row.weights, chosen, strict=False)) for row in self._rows
        ]

    def _fit(self, place: int, left: Sequence[int]) -> int:
        most = sum(self._puzzle.most[place:])
        return min((row.fit(place, rest) for row, rest in zip(self._rows, left, strict=True)), default=most)

    def _stands(self, counts: Sequence[int]) -> bool:
        short = short_wants(self._puzzle, counts)
        self._work_left -= len(self._puzzle.edges)
        if short is not None:
            self._rows.append(self._row(short))
        return short is None

    def _row(self, wants: set[int]) -> _Row:
        stocks = {stock for want in wants for stock in self._puzzle.edges[want]}
        weights = [sum(needs.get(want, 0) for want in wants) for needs in self._puzzle.needs]
        return _Row(weights, sum(self._puzzle.stocks[stock] for stock in stocks), self._puzzle.most)
