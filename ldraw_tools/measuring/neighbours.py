"""Which of many boxes hang together, as they are near each other: sorted into cells, not each with each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.measuring.shapes import Points

Rows = NDArray[np.intp]
Flags = NDArray[np.bool_]

NEAR_LDU = 8.0
# So many boxes are compared sooner than sorted.
_FEW = 200
# Boxes are sorted into cells of about this size; a part covers one or two of them.
_CELL = 60.0
_MOST_CELLS_OF_ONE = 512
_MOST_ENTRIES, _MOST_PAIRS = 2_000_000, 8_000_000


@dataclass(slots=True)
class Neighbours:
    """Boxes that are near each other; of many, each is noted in every cell that it reaches.

    What is known to hang together isn't compared any more.
    """

    low: Points
    high: Points
    owners: Rows
    compared: int = 0

    def __post_init__(self) -> None:
        self.low, self.high = self.low - NEAR_LDU / 2, self.high + NEAR_LDU / 2

    def labels(self, labels: Rows) -> Rows | None:
        """For each owner of boxes the least that it hangs together with; None if that takes too long.

        `labels` are those that are known beforehand.
        """
        if len(self.low) <= _FEW:
            return self._join(labels, *np.triu_indices(len(self.low), 1))
        rows, cells, too_large = self._cells()
        for step in (1, 2, 3):
            alike = cells[step:] == cells[:-step]
            labels = self._join(labels, rows[step:][alike], rows[:-step][alike])
        large = np.flatnonzero(too_large)
        everything = np.arange(len(self.low))
        labels = self._join(labels, np.repeat(large, len(everything)), np.tile(everything, len(large)))
        own = labels[self.owners[rows]]
        order = np.lexsort((own, cells))
        rows, cells, own = rows[order], cells[order], own[order]
        pairs = _pairs_of_groups(cells, np.diff(own, prepend=-1) != 0)
        return None if pairs is None else self._join(labels, rows[pairs[0]], rows[pairs[1]])

    def _join(self, labels: Rows, one: Rows, other: Rows) -> Rows:
        owners = self.owners
        apart = labels[owners[one]] != labels[owners[other]]
        one, other = one[apart], other[apart]
        self.compared += len(one)
        for axis in range(3):
            low, high = self.low[:, axis], self.high[:, axis]
            meet = (low[one] < high[other]) & (low[other] < high[one])
            one, other = one[meet], other[meet]
        return join(labels, owners[one], owners[other])

    def _cells(self) -> tuple[Rows, Rows, Flags]:
        """For each cell that a box reaches its row and the cell's number; and which reach too many."""
        origin, cell = self.low.min(axis=0), _CELL
        while True:
            first = ((self.low - origin) // cell).astype(np.int64)
            spans = ((self.high - origin) // cell).astype(np.int64) - first + 1
            numbers = spans.prod(axis=1)
            large = numbers > _MOST_CELLS_OF_ONE
            if int(large.sum()) <= 32 and numbers[~large].sum() <= _MOST_ENTRIES:
                rows, cells = _entries(first[~large], spans[~large], np.flatnonzero(~large))
                order = np.argsort(cells, kind="stable")
                return rows[order], cells[order], large
            cell *= 2


def _entries(first: Rows, spans: Rows, rows: Rows) -> tuple[Rows, Rows]:
    """A row and a cell's number for each cell that each box reaches."""
    numbers = spans.prod(axis=1)
    which = np.repeat(np.arange(len(rows)), numbers)
    step = np.arange(len(which)) - np.repeat(np.cumsum(numbers) - numbers, numbers)
    wide, high = spans[which, 0], spans[which, 1]
    x = first[which, 0] + step % wide
    y = first[which, 1] + step // wide % high
    z = first[which, 2] + step // (wide * high)
    shape = [int(axis.max(initial=0)) + 1 for axis in (x, y, z)]
    return rows[which], (x * shape[1] + y) * shape[2] + z


def _pairs_of_groups(cells: Rows, begins: Flags) -> tuple[Rows, Rows] | None:
    """All pairs of entries of one cell that are of different groups; None if there are too many.

    Entries are sorted by cell, then by group; `begins` tells where the group differs from that before.
    """
    starts = np.flatnonzero(begins | (np.diff(cells, prepend=-1) != 0))
    ends = np.repeat(np.append(starts[1:], len(cells)), np.diff(np.append(starts, len(cells))))
    after = np.searchsorted(cells, cells, side="right") - ends
    if after.sum() > _MOST_PAIRS:
        return None
    one = np.repeat(np.arange(len(cells)), after)
    step = np.arange(len(one)) - np.repeat(np.cumsum(after) - after, after)
    return one, ends[one] + step


def join(leader: Rows, one: Rows, other: Rows) -> Rows:
    """For each thing the least that it hangs together with; `leader` is what was known of that."""
    while True:
        first, second = leader[one], leader[other]
        apart = first != second
        if not apart.any():
            return leader
        one, other = one[apart], other[apart]
        leader = leader.copy()
        np.minimum.at(leader, np.maximum(first, second)[apart], np.minimum(first, second)[apart])
        while not np.array_equal(leader, leader[leader]):
            leader = leader[leader]
