"""Triangles to pixels: spans of rows, all triangles at once; the nearest at every pixel."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.findings import RefusedError
from ldraw_tools.records import record

Floats = NDArray[np.float64]
Pixels = NDArray[np.intp]
Keys = NDArray[np.uint64]

# Pixels of triangles to work on at a time, and in all: more is a model made to be slow.
_AT_ONCE = 100_000
MOST_FRAGMENTS = 1_000_000_000
# Rows of triangles to work on at a time: each takes some two hundred bytes.
_ROWS_AT_ONCE = 120_000
NOTHING = np.uint64(0xFFFFFFFF_FFFFFFFF)
_DEPTH_STEPS = float(0xFFFFFFFF)
_THIRTY_TWO = np.uint64(32)


@record
class Fragments:
    """Pixels (row by row) that triangles cover, how deep they are there (0 near, 1 far), and which."""

    pixels: Pixels
    depths: Floats
    triangles: Pixels


class Budget:
    """What may still be drawn before we give up."""

    def __init__(self, most: int = MOST_FRAGMENTS) -> None:
        self._left = most

    def spend(self, fragments: int) -> None:
        self._left -= fragments
        self.expect(0)

    def expect(self, fragments: float) -> None:
        """Give up now if this many more can't be drawn."""
        if self._left < fragments:
            raise RefusedError("too many surfaces behind each other to draw it in reasonable time")


def fragments(
    x: Floats, y: Floats, depth: Floats, width: int, height: int, budget: Budget | None = None
) -> Iterator[Fragments]:
    """The pixels whose middle each triangle (n, 3) covers; neighbours share no pixel and leave none out."""
    which, top, rows = _on_a_pixel(x, y, width, height)
    if budget:
        budget.expect(_expected(x[which], y[which], width, height))
    # Small triangles by the hundred thousand have as many rows as a few that fill the picture.
    for some in _runs(rows, _ROWS_AT_ONCE):
        spans = _spans(x, y, depth, which[some], top[some], rows[some], width)
        if budget:
            budget.spend(int(spans.length.sum()))
        for run in _runs(spans.length, _AT_ONCE):
            yield _pixels_of(spans, run)


def _runs(sizes: Pixels, most: int) -> Iterator[slice]:
    """Batches whose sizes add up to at most `most`, each with at least one item."""
    total = np.cumsum(sizes)
    start = 0
    while start < len(total):
        done = int(total[start - 1]) if start else 0
        end = max(int(np.searchsorted(total, done + most, side="right")), start + 1)
        yield slice(start, end)
        start = end


def _expected(x: Floats, y: Floats, width: int, height: int) -> float:
    """About how many pixels the triangles cover that lie in the picture with all their corners."""
    lies_in = (x >= 0) & (x <= width) & (y >= 0) & (y <= height)
    inside = lies_in[:, 0] & lies_in[:, 1] & lies_in[:, 2]
    x, y = x[inside], y[inside]
    across = (x[:, 1] - x[:, 0]) * (y[:, 2] - y[:, 0]) - (x[:, 2] - x[:, 0]) * (y[:, 1] - y[:, 0])
    return float(np.abs(across).sum()) / 2


def is_facing(x: Floats, y: Floats) -> NDArray[np.bool_]:
    """Which triangles (n, 3) are wound counter-clockwise as seen from outside, with y downwards."""
    across = (x[:, 1] - x[:, 0]) * (y[:, 2] - y[:, 0])
    facing: NDArray[np.bool_] = across < (x[:, 2] - x[:, 0]) * (y[:, 1] - y[:, 0])
    return facing


@record
class _Spans:
    """Runs of pixels: the first, how many, its depth and how that grows, and the triangle it is of."""

    first: Pixels
    length: Pixels
    depth: Floats
    slope: Floats
    triangle: Pixels


def _spans(
    x: Floats, y: Floats, depth: Floats, which: Pixels, top: Pixels, count: Pixels, width: int
) -> _Spans:
    """Of some triangles, each with its first row and the number of its rows."""
    corners = zip(*(values.take(which, axis=0).T for values in (x, y, depth)), strict=True)
    (x0, y0, d0), (x1, y1, d1), (x2, y2, d2) = _from_top(*corners)
    area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    area = np.where(np.abs(area) > 1e-12, area, np.inf)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        long, upper, lower = (x2 - x0) / (y2 - y0), (x1 - x0) / (y1 - y0), (x2 - x1) / (y2 - y1)
        by_x = ((d1 - d0) * (y2 - y0) - (d2 - d0) * (y1 - y0)) / area
        by_y = ((d2 - d0) * (x1 - x0) - (d1 - d0) * (x2 - x0)) / area
    near, far = np.minimum(np.minimum(d0, d1), d2), np.maximum(np.maximum(d0, d1), d2)
    t = np.repeat(np.arange(len(which)), count)
    row = np.arange(len(t)) - np.repeat(np.cumsum(count) - count - top, count)
    middle = row + 0.5
    from_top, from_middle, begin_x = middle - y0.take(t), middle - y1.take(t), x0.take(t)
    one = begin_x + from_top * long.take(t)
    with np.errstate(invalid="ignore"):
        other = np.where(
            from_middle < 0, begin_x + from_top * upper.take(t), x1.take(t) + from_middle * lower.take(t)
        )
    left = np.clip(np.ceil(np.minimum(one, other) - 0.5), 0, width)
    right = np.clip(np.ceil(np.maximum(one, other) - 0.5), 0, width)
    # No number where an edge is level: such a row has no pixel.
    full = np.flatnonzero(right > left)
    t, row, left = t.take(full), row.take(full), left.take(full)
    length = (right.take(full) - left).astype(np.intp)
    growth, nearest, farthest = by_x.take(t), near.take(t), far.take(t)
    at = d0.take(t) + from_top.take(full) * by_y.take(t) + (left + 0.5 - begin_x.take(full)) * growth
    # A sliver's plane is steep enough to leave the sliver: its corners are the bounds.
    begin = np.clip(at, nearest, farthest)
    end = np.clip(at + growth * (length - 1), nearest, farthest)
    slope = (end - begin) / np.maximum(length - 1, 1)
    return _Spans(row * width + left.astype(np.intp), length, begin, slope, which.take(t))


# x, y and depth of one corner of each triangle.
_Corner = tuple[Floats, Floats, Floats]


def _from_top(first: _Corner, second: _Corner, third: _Corner) -> tuple[_Corner, _Corner, _Corner]:
    """The corners by their y; sorting three numbers of each row by the library takes thrice the time."""
    first, second = _in_order(first, second)
    second, third = _in_order(second, third)
    first, second = _in_order(first, second)
    return first, second, third


def _in_order(one: _Corner, other: _Corner) -> tuple[_Corner, _Corner]:
    swapped = other[1] < one[1]
    x, y, depth = (np.where(swapped, second, first) for first, second in zip(one, other, strict=True))
    x_below, y_below, depth_below = (
        np.where(swapped, first, second) for first, second in zip(one, other, strict=True)
    )
    return (x, y, depth), (x_below, y_below, depth_below)


def _on_a_pixel(x: Floats, y: Floats, width: int, height: int) -> tuple[Pixels, Pixels, Pixels]:
    """The triangles whose box has the middle of a pixel in it: of a large model most have none.

    And of each of them the first row whose middle it covers, and how many there are.
    """
    (left, right), (top, bottom) = _covered(x, width), _covered(y, height)
    which = np.flatnonzero((left < right) & (top < bottom))
    first = top.take(which).astype(np.intp)
    return which, first, bottom.take(which).astype(np.intp) - first


def _covered(values: Floats, limit: int) -> tuple[Floats, Floats]:
    """The first pixel along one axis whose middle each triangle (n, 3) covers, and the first after them."""
    a, b, c = values.T
    low = np.maximum(np.ceil(np.minimum(np.minimum(a, b), c) - 0.5), 0)
    return low, np.minimum(np.ceil(np.maximum(np.maximum(a, b), c) - 0.5), limit)


def _pixels_of(spans: _Spans, some: slice) -> Fragments:
    length = spans.length[some]
    before = np.cumsum(length) - length
    number = np.arange(int(length.sum()))
    # A mark at every span's start, summed up, says which span a pixel is of.
    span = np.zeros(len(number), np.intp)
    span[before[1:]] = 1
    np.cumsum(span, out=span)
    # From the span's own start: surfaces in one place must come out equally deep to the last bit.
    number -= before.take(span)
    depths = number * spans.slope[some].take(span)
    depths += spans.depth[some].take(span)
    number += spans.first[some].take(span)
    return Fragments(number, depths, spans.triangle[some].take(span))


def of_neighbours(values: NDArray[np.float32], choose: np.ufunc) -> NDArray[np.float32]:
    """What is chosen, the least or the greatest, of each cell (h, w) and its eight neighbours."""
    wide = values.copy()
    choose(wide[:, 1:], values[:, :-1], out=wide[:, 1:])
    choose(wide[:, :-1], values[:, 1:], out=wide[:, :-1])
    whole = wide.copy()
    choose(whole[1:], wide[:-1], out=whole[1:])
    choose(whole[:-1], wide[1:], out=whole[:-1])
    return whole


class DepthBuffer:
    """At every pixel the nearest depth and whose it is, both in one number so that less is nearer."""

    def __init__(self, width: int, height: int, budget: Budget | None = None) -> None:
        self.width, self.height = width, height
        self.keys: Keys = np.full(width * height, NOTHING, np.uint64)
        self._budget = budget

    def draw(self, x: Floats, y: Floats, depth: Floats, ids: NDArray[np.int64]) -> None:
        """Triangles (n, 3) with depths from 0, near, to 1, far."""
        for found in fragments(x, y, depth, self.width, self.height, self._budget):
            keys = (found.depths * _DEPTH_STEPS).astype(np.uint64) << _THIRTY_TWO
            keys |= ids.take(found.triangles).astype(np.uint64)
            np.minimum.at(self.keys, found.pixels, keys)

    @property
    def ids(self) -> NDArray[np.int64]:
        """(h * w,): whose pixel it is, -1 where there is nothing."""
        ids = (self.keys & np.uint64(0xFFFFFFFF)).astype(np.int64)
        ids[self.keys == NOTHING] = -1
        return ids

    @property
    def depths(self) -> NDArray[np.float32]:
        """(h * w,) from 0 to 1; above 1 where there is nothing."""
        depths = (self.keys >> _THIRTY_TWO).astype(np.float32) / np.float32(_DEPTH_STEPS)
        depths[self.keys == NOTHING] = 2.0
        return depths
