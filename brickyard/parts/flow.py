"""Pieces from stocks to wants: as many as possible, and the largest set of designs that the stocks allow.

A design wants a number of each thing, and a stock may serve several wants.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

Edges = Sequence[Mapping[int, int]]
"""For every want the stocks that will do, each with what a piece of it costs: 0 for the thing itself."""

# Steps of the search, the same on every machine so that every run gives the same answer: a few seconds.
MOST_STEPS = 1_000_000
# Prices are whole numbers of this share, so that bounds are exact.
_ONE = 1 << 40
# Numbers in the table of the relaxation; larger puzzles are searched without it.
_MOST_CELLS = 2_000_000
_MOST_CELLS_CHANGED = 40_000_000


class Placing:
    """A flow from wants to stocks. What was placed stays placed, but may move to another stock."""

    def __init__(self, edges: Edges, stocks: Sequence[int]) -> None:
        self._edges = edges
        self.free = list(stocks)
        self.flow: list[dict[int, int]] = [{} for _ in edges]
        self._users: list[dict[int, None]] = [{} for _ in stocks]

    def place(self, want: int, count: int) -> int:
        """Add pieces to a want; returns how many of them found a place."""
        placed = 0
        while placed < count:
            way = self._cheapest_way(want)
            if way is None:
                break
            placed += self._move(way, count - placed)
        return placed

    def reached_from(self, want: int) -> set[int]:
        """The wants that share their stocks with one that is short: together they ask for too much."""
        reached, waiting = {want}, deque([want])
        while waiting:
            for stock in self._edges[waiting.popleft()]:
                new = [user for user in self._users[stock] if user not in reached]
                reached.update(new)
                waiting.extend(new)
        return reached

    def _cheapest_way(self, want: int) -> list[tuple[int, int]] | None:
        """Steps (want, stock): each takes the stock, the next step's want gives it up. Bellman and Ford."""
        cost: dict[int, int] = {want: 0}
        came: dict[int, tuple[int, int]] = {}
        waiting, is_waiting = deque([want]), {want}
        best: tuple[int, int, int] | None = None
        while waiting:
            here = waiting.popleft()
            is_waiting.discard(here)
            for stock, price in self._edges[here].items():
                so_far = cost[here] + price
                if self.free[stock] and (best is None or so_far < best[0]):
                    best = (so_far, here, stock)
                for user in self._users[stock]:
                    back = so_far - self._edges[user][stock]
                    if user != here and back < cost.get(user, back + 1):
                        cost[user], came[user] = back, (here, stock)
                        if user not in is_waiting:
                            waiting.append(user)
                            is_waiting.add(user)
        if best is None:
            return None
        _, here, stock = best
        way = [(here, stock)]
        while here != want:
            here, stock = came[here]
            way.append((here, stock))
        return way[::-1]

    def _move(self, way: list[tuple[int, int]], most: int) -> int:
        givers = [(way[place + 1][0], stock) for place, (_, stock) in enumerate(way[:-1])]
        last = way[-1][1]
        count = min([most, self.free[last], *(self.flow[user][stock] for user, stock in givers)])
        for want, stock in way:
            self.flow[want][stock] = self.flow[want].get(stock, 0) + count
            self._users[stock][want] = None
        for user, stock in givers:
            self.flow[user][stock] -= count
            if not self.flow[user][stock]:
                del self.flow[user][stock]
                del self._users[stock][user]
        self.free[last] -= count
        return count


class Puzzle(NamedTuple):
    """`needs[d][w]` is what one of design d takes of want w; `most[d]` how many of it are wished for."""

    needs: Sequence[Mapping[int, int]]
    most: Sequence[int]
    edges: Edges
    stocks: Sequence[int]


@dataclass(frozen=True)
class BuildableSet:
    """How many of each design. No choice has more than `at_most`.

    If `is_proven`, it is a largest set, and the first such in the order of the list.
    """

    __json__: ClassVar = ("total", "at_most", "is_proven")

    counts: tuple[int, ...]
    at_most: int

    @property
    def total(self) -> int:
        return sum(self.counts)

    @property
    def is_proven(self) -> bool:
        return self.total == self.at_most


def largest_set(puzzle: Puzzle, most_steps: int = MOST_STEPS) -> BuildableSet:
    """Most designs in all; of the choices with as many, the first in the order of the list."""
    alone = [_most_alone(puzzle, design) for design in range(len(puzzle.needs))]
    return _Search(Puzzle(puzzle.needs, alone, puzzle.edges, puzzle.stocks), most_steps).solved()


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


def _most_alone(puzzle: Puzzle, design: int) -> int:
    """How many of a design could be built if it were the only one."""
    alone = Puzzle([puzzle.needs[design]], [1], puzzle.edges, puzzle.stocks)
    low, high = 0, puzzle.most[design]
    while low < high:
        middle = (low + high + 1) // 2
        if is_enough(alone, [middle]):
            low = middle
        else:
            high = middle - 1
    return low


class _OutOfSteps(Exception):  # noqa: N818 - the end of a search, not a mistake
    pass


class _Search:
    """Looks for a choice of a given size in the order of the list, more of a design first.

    By Hall's theorem a choice can be built if no group of wants asks for more than its stocks have. Each
    group is a row: what every design asks of it, and its capacity. Rows of several wants are added when a
    choice fails by them. Prices on the rows, from the linear relaxation, bound what the rest of the list
    can still give; they are rounded to whole numbers, and any prices give a correct bound.
    """

    def __init__(self, puzzle: Puzzle, most_steps: int) -> None:
        self._puzzle = puzzle
        self._steps_left = most_steps
        self._designs = [design for design, most in enumerate(puzzle.most) if most]
        self._most = [puzzle.most[design] for design in self._designs]
        self._rows: dict[tuple[int, ...], int] = {}
        self._capacities: list[int] = []
        # For every design the rows it asks something of, and how much.
        self._asks: list[list[tuple[int, int]]] = [[] for _ in self._designs]
        for want in sorted({want for design in self._designs for want in puzzle.needs[design]}):
            self._add_row({want})
        self._set_prices()

    def solved(self) -> BuildableSet:
        target = min((self._budget + self._gains[0]) // _ONE, sum(self._most))
        try:
            while (found := self._choice_of(target)) is None:
                target -= 1
        except _OutOfSteps:
            return BuildableSet(self._counts(self._greedy()), target)
        return BuildableSet(self._counts(found), target)

    def _counts(self, chosen: Sequence[int]) -> tuple[int, ...]:
        counts = dict(zip(self._designs, chosen, strict=True))
        return tuple(counts.get(design, 0) for design in range(len(self._puzzle.most)))

    def _choice_of(self, target: int) -> list[int] | None:
        """The first choice of this many designs that can be built."""
        while (chosen := self._first_within_rows(target)) is not None:
            short = short_wants(self._puzzle, self._counts(chosen))
            if short is None:
                return chosen
            self._add_row(short)
            self._set_prices()
        return None

    def _greedy(self) -> list[int]:
        """A good choice where the search took too long: the designs that ask for least come first."""
        chosen = [0] * len(self._designs)
        for place in sorted(range(len(chosen)), key=lambda place: (self._costs[place], place)):
            while chosen[place] < self._most[place]:
                chosen[place] += 1
                if not is_enough(self._puzzle, self._counts(chosen)):
                    chosen[place] -= 1
                    break
        return chosen

    def _add_row(self, wants: Iterable[int]) -> None:
        wants = set(wants)
        stocks = {stock for want in wants for stock in self._puzzle.edges[want]}
        capacity = sum(self._puzzle.stocks[stock] for stock in stocks)
        needs = self._puzzle.needs
        weights = tuple(sum(needs[design].get(want, 0) for want in wants) for design in self._designs)
        if sum(weight * most for weight, most in zip(weights, self._most, strict=True)) <= capacity:
            return
        if weights in self._rows:
            row = self._rows[weights]
            self._capacities[row] = min(capacity, self._capacities[row])
            return
        row = self._rows[weights] = len(self._capacities)
        self._capacities.append(capacity)
        for asks, weight in zip(self._asks, weights, strict=True):
            if weight:
                asks.append((row, weight))

    def _set_prices(self) -> None:
        """A design costs what it asks for; the later ones gain at most what they are worth beyond that."""
        prices = [
            round(price * _ONE) for price in _row_prices(list(self._rows), self._capacities, self._most)
        ]
        self._budget = sum(price * left for price, left in zip(prices, self._capacities, strict=True))
        self._costs = [sum(prices[row] * weight for row, weight in asks) for asks in self._asks]
        self._gains, self._later = [0], [0]
        for cost, most in zip(reversed(self._costs), reversed(self._most), strict=True):
            self._gains.append(self._gains[-1] + max(0, _ONE - cost) * most)
            self._later.append(self._later[-1] + most)
        self._gains.reverse()
        self._later.reverse()

    def _first_within_rows(self, target: int) -> list[int] | None:
        """The first choice of this many designs that no row forbids. Not recursive: there may be many."""
        left = list(self._capacities)
        chosen: list[int] = []
        missing, budget = target, self._budget
        count = self._limit(0, left, missing)
        while True:
            place = len(chosen)
            if place == len(self._most):
                if not missing:
                    return chosen
                count = -1
            self._steps_left -= 1
            if self._steps_left < 0:
                raise _OutOfSteps
            if count < 0 or missing - count > self._later[place + 1]:
                # Fewer of this one leave too much for the later ones: fewer of the one before.
                if not chosen:
                    return None
                count = chosen.pop()
                place -= 1
                for row, weight in self._asks[place]:
                    left[row] += weight * count
                missing, budget = missing + count, budget + count * self._costs[place]
                count -= 1
                continue
            rest = budget - count * self._costs[place]
            if rest + self._gains[place + 1] < (missing - count) * _ONE:
                count -= 1
                continue
            for row, weight in self._asks[place]:
                left[row] -= weight * count
            chosen.append(count)
            missing, budget = missing - count, rest
            count = self._limit(place + 1, left, missing)

    def _limit(self, place: int, left: Sequence[int], missing: int) -> int:
        """The most of a design that the rows allow."""
        if place == len(self._most):
            return -1
        return min([self._most[place], missing, *(left[row] // weight for row, weight in self._asks[place])])


def _row_prices(rows: Sequence[Sequence[int]], capacities: Sequence[int], most: Sequence[int]) -> list[float]:
    """What a little more capacity of each row would be worth: the simplex method, on floats.

    Maximises the number of designs, in fractions. Stopping early gives poorer prices, never wrong bounds.
    """
    columns, prices = len(most), [0.0] * len(rows)
    cells = columns * (len(rows) + columns)
    if not rows or cells > _MOST_CELLS:
        return prices
    table = [[float(weight) for weight in row] for row in rows]
    table += [[float(place == design) for place in range(columns)] for design in range(columns)]
    right = [float(number) for number in (*capacities, *most)]
    reduced = [-1.0] * columns
    # Slack variables are numbered by their row; designs follow.
    outside = [len(table) + design for design in range(columns)]
    inside = list(range(len(table)))
    for _ in range(_MOST_CELLS_CHANGED // cells):
        enters = min(range(columns), key=reduced.__getitem__)
        if reduced[enters] > -1e-9:
            break
        ratios = [(right[row] / table[row][enters], row) for row in _positive(table, enters)]
        if not ratios:
            break
        leaves = min(ratios)[1]
        _pivot(table, right, reduced, leaves, enters)
        outside[enters], inside[leaves] = inside[leaves], outside[enters]
    for column, variable in enumerate(outside):
        if variable < len(rows):
            prices[variable] = max(0.0, reduced[column])
    return prices


def _positive(table: Sequence[Sequence[float]], column: int) -> list[int]:
    return [row for row, values in enumerate(table) if values[column] > 1e-9]


def _pivot(
    table: list[list[float]], right: list[float], reduced: list[float], leaves: int, enters: int
) -> None:
    """One design (or slack) takes the place of another."""
    pivot = table[leaves][enters]
    pivot_row = [value / pivot for value in table[leaves]]
    pivot_right = right[leaves] / pivot
    for row, values in enumerate(table):
        factor = values[enters]
        if row != leaves and factor:
            table[row] = [value - factor * other for value, other in zip(values, pivot_row, strict=True)]
            table[row][enters] = -factor / pivot
            right[row] -= factor * pivot_right
    factor = reduced[enters]
    reduced[:] = [value - factor * other for value, other in zip(reduced, pivot_row, strict=True)]
    reduced[enters] = -factor / pivot
    pivot_row[enters] = 1 / pivot
    table[leaves], right[leaves] = pivot_row, pivot_right
