"""How far apart placed parts are at least, and which may touch: proofs by looking from many sides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.measuring.shapes import Points

Numbers = NDArray[np.float64]
Rows = NDArray[np.intp]

# The axes first; between them the ways to the edges and corners of a cube, and of a finer one.
_STEPS = [
    way for way in product((-2, -1, 0, 1, 2), repeat=3) if max(map(abs, way)) in (1, 2) and way > (0, 0, 0)
]
_AXES = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
# A part has some thirty neighbours; a heap of all parts in one place has no end of them.
MOST_PAIRS = 500_000
_MOST_AT_ONCE = 500_000


def _ways() -> Points:
    unit = {tuple(np.round(np.array(way) / np.linalg.norm(way), 9)) for way in _STEPS}
    rest = sorted(unit - {tuple(map(float, axis)) for axis in _AXES})
    return np.array([*_AXES, *rest], np.float64)


WAYS = _ways()


@dataclass(frozen=True, slots=True)
class Reaches:
    """How far each of n things reaches along the ways, both (n, k); the first three are x, y and z."""

    low: Numbers
    high: Numbers

    def __len__(self) -> int:
        return len(self.low)


def reaches(clouds: Sequence[Points]) -> Reaches:
    """Of clouds of points, none empty; each stands for its convex hull."""
    if not clouds:
        return Reaches(np.empty((0, len(WAYS))), np.empty((0, len(WAYS))))
    ends = np.cumsum([len(cloud) for cloud in clouds])
    starts = np.concatenate([[0], ends[:-1]])
    low, high = np.empty((len(clouds), len(WAYS))), np.empty((len(clouds), len(WAYS)))
    whole = np.concatenate(clouds)
    for column, way in enumerate(WAYS):
        along = whole @ way
        low[:, column] = np.minimum.reduceat(along, starts)
        high[:, column] = np.maximum.reduceat(along, starts)
    return Reaches(low, high)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Things `one` and `other` (m,), the first before the second, and the gap that is proved between them.

    A gap below 0 says only that they overlap by no more than that in some direction.
    """

    one: Rows
    other: Rows
    gap: Numbers
    # False where there were too many to list.
    is_whole: bool = True

    def within(self, gap: float) -> Pairs:
        near = self.gap <= gap
        return Pairs(self.one[near], self.other[near], self.gap[near], self.is_whole)

    def __len__(self) -> int:
        return len(self.one)


def near_pairs(of: Reaches, gap: float) -> Pairs:
    """All pairs that may be nearer to each other than this."""
    found = [Pairs(np.empty(0, np.intp), np.empty(0, np.intp), np.empty(0))]
    number, is_whole = 0, True
    for one, other in _boxes_that_meet(of.low[:, :3], of.high[:, :3] + gap):
        found.append(_measured(of, one, other, gap))
        number += len(found[-1])
        if number > MOST_PAIRS:
            is_whole = False
            break
    one, other, gaps = (np.concatenate([getattr(p, name) for p in found]) for name in ("one", "other", "gap"))
    order = np.lexsort((other, one))[:MOST_PAIRS]
    return Pairs(one[order], other[order], gaps[order], is_whole)


def _measured(of: Reaches, one: Rows, other: Rows, most: float) -> Pairs:
    gaps = _gaps(of, one, other)
    near = gaps <= most
    first, second = np.minimum(one, other)[near], np.maximum(one, other)[near]
    return Pairs(first, second, gaps[near])


def _gaps(of: Reaches, one: Rows | np.intp, other: Rows) -> Numbers:
    """The widest gap that any way proves, (m,), between pairs or between one thing and others."""
    gaps = np.full(len(other), -np.inf)
    for column in range(len(WAYS)):
        low, high = of.low[:, column], of.high[:, column]
        apart = np.maximum(low[one], low[other]) - np.minimum(high[one], high[other])
        np.maximum(gaps, apart, out=gaps)
    return gaps


def _boxes_that_meet(low: Numbers, high: Numbers) -> Iterable[tuple[Rows, Rows]]:
    """Pairs of boxes, by sweeping along the longest side, in batches."""
    if len(low) < 2:
        return
    axis = int(np.argmax(high.max(axis=0) - low.min(axis=0)))
    order = np.argsort(low[:, axis], kind="stable")
    starts = low[order, axis]
    # Boxes after this one in the order that begin before it ends.
    counts = np.searchsorted(starts, high[order, axis], side="right") - np.arange(1, len(order) + 1)
    counts = np.maximum(counts, 0)
    first = 0
    while first < len(order):
        sums = np.cumsum(counts[first:])
        last = first + max(1, int(np.searchsorted(sums, _MOST_AT_ONCE, side="right")))
        here = np.arange(first, last)
        one = np.repeat(here, counts[here])
        begin = np.repeat(np.cumsum(counts[here]) - counts[here], counts[here])
        other = one + 1 + np.arange(len(one)) - begin
        a, b = order[one], order[other]
        meet = ((low[a] <= high[b]) & (low[b] <= high[a])).all(axis=1)
        yield a[meet], b[meet]
        first = last


def least_gap(of: Reaches, some: Rows, others: Rows) -> tuple[float, int]:
    """How far some things are from all others, at least, and the nearest; nothing, -1, is infinitely far."""
    nearest, which = np.inf, -1
    for one in some:
        gaps = _gaps(of, one, others)
        if len(gaps) and gaps.min() < nearest:
            nearest, which = float(gaps.min()), int(others[gaps.argmin()])
    return nearest, which
