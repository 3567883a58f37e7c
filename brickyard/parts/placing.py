"""Puts wanted pieces to owned ones that will do: as many as can be, with the fewest substitutions."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

Edges = Sequence[Mapping[int, int]]
"""For every want the stocks that will do, each with what a piece of it costs: 0 for the thing itself."""


class Placing:
    """A flow from wants to stocks. What was placed stays placed, but may move to another stock."""

    def __init__(self, edges: Edges, stocks: Sequence[int]) -> None:
        self._edges = edges
        self.free = list(stocks)
        self.flow: list[dict[int, int]] = [{} for _ in edges]
        self._users: list[dict[int, None]] = [{} for _ in stocks]

    def place(self, want: int, count: int) -> int:
        """So many more pieces for a want; how many of them found a place."""
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
