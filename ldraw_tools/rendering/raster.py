"""Triangles to pixels: spans of rows, all triangles at once; the nearest at every pixel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.findings import RefusedError
from ldraw_tools.reading.array_columns import Columns

Floats = NDArray[np.float64]
Float32s = NDArray[np.float32]
Pixels = NDArray[np.intp]
Keys = NDArray[np.uint64]

# Pixels of triangles to work on at a time.
_AT_ONCE = 50_000
# So many in all, and so many for each pixel of the picture: the largest real models take a third of that.
_FRAGMENTS, _FRAGMENTS_A_PIXEL, _MOST_FRAGMENTS = 40_000_000, 30, 1_000_000_000
# Rows of triangles to work on at a time: each takes some two hundred bytes.
_ROWS_AT_ONCE = 120_000
NOTHING = np.uint64(0xFFFFFFFF_FFFFFFFF)
# Depths take the upper half of a key; beyond both ends there is room for what is rounded along a span.
_DEPTH_STEPS, _NEAREST_STEP = float((1 << 32) - (1 << 16)), float(1 << 15)
_THIRTY_TWO = np.uint64(32)
_LOWER_HALF = np.uint64(0xFFFFFFFF)
# Triangles that cover this many pixels are drawn first, and hide many of the others.
_LARGE, _WORTH_IT = 1024, 1000
# Sides as powers of two: of the smallest blocks that are looked at as a whole, and of tiles to draw in turn.
_BLOCK, _TILE = 3, 6


class Fragments(NamedTuple):
    """Pixels (row by row) that triangles cover, each with a key: how deep it is there, then whose it is."""

    pixels: Pixels
    keys: Keys


@dataclass(frozen=True, slots=True)
class Boxes(Columns):
    """Of some triangles or lines the columns and rows they lie in, the last ones excluded."""

    which: Pixels
    left: Pixels
    right: Pixels
    top: Pixels
    bottom: Pixels


class Budget:
    """What may still be drawn in a picture before we give up: more is a model made to be slow."""

    def __init__(self, most: int) -> None:
        self._left = most

    @classmethod
    def of_picture(cls, width: int, height: int) -> Budget:
        return cls(min(_FRAGMENTS + _FRAGMENTS_A_PIXEL * width * height, _MOST_FRAGMENTS))

    def spend(self, fragments: int) -> None:
        self._left -= fragments
        self.expect(0)

    def expect(self, fragments: float) -> None:
        """Give up now if this many more can't be drawn."""
        if self._left < fragments:
            raise RefusedError("too many surfaces or lines behind each other to draw it in reasonable time")


def keys_of(depths: Floats, ids: NDArray[np.int64] | int = 0) -> Keys:
    """Depths from 0, near, to 1, far, with whose they are, in one number so that less is nearer."""
    keys = (depths * _DEPTH_STEPS + _NEAREST_STEP).astype(np.uint64) << _THIRTY_TWO
    keys |= np.asarray(ids, np.int64).astype(np.uint64)
    return keys


def depths_of(keys: Keys) -> Float32s:
    """From 0, near, to 1, far, and a little beyond where there is nothing."""
    depths = (keys >> _THIRTY_TWO).astype(np.float32)
    depths -= np.float32(_NEAREST_STEP)
    depths *= np.float32(1 / _DEPTH_STEPS)
    return depths


def ids_of(keys: Keys) -> NDArray[np.int64]:
    """Whose they are; meaningless where there is nothing."""
    return (keys & _LOWER_HALF).astype(np.int64)


def boxes_of(x: Floats, y: Floats, width: int, height: int) -> Boxes:
    """Of the triangles (3, n) whose box has the middle of a pixel in it: of a large model most have none."""
    (left, right), (top, bottom) = _covered(x, width), _covered(y, height)
    which = np.flatnonzero((left < right) & (top < bottom))
    return Boxes(which, *(side.take(which).astype(np.intp) for side in (left, right, top, bottom)))


def _covered(values: Floats, limit: int) -> tuple[Floats, Floats]:
    """The first pixel along one axis whose middle each triangle (3, n) covers, and the first after them."""
    a, b, c = values
    low = np.maximum(np.ceil(np.minimum(np.minimum(a, b), c) - 0.5), 0)
    return low, np.minimum(np.ceil(np.maximum(np.maximum(a, b), c) - 0.5), limit)


def fragments(
    x: Floats,
    y: Floats,
    depth: Floats,
    ids: NDArray[np.int64],
    boxes: Boxes,
    width: int,
    budget: Budget | None = None,
) -> Iterator[Fragments]:
    """The pixels whose middle triangles (3, n) cover; neighbours share no pixel and leave none out.

    Only those with a box are drawn; depths are from 0, near, to 1, far.
    """
    if budget:
        budget.expect(_expected(x, y, boxes))
    # Small triangles by the hundred thousand have as many rows as a few that fill the picture.
    for some in runs(boxes.bottom - boxes.top, _ROWS_AT_ONCE):
        spans = _spans(x, y, depth, ids, boxes.where(some), width)
        if budget:
            budget.spend(int(spans.length.sum()))
        for run in runs(spans.length, _AT_ONCE):
            yield _pixels_of(spans, run)


def runs(sizes: Pixels, most: int) -> Iterator[slice]:
    """Batches whose sizes add up to at most `most`, each with at least one item."""
    total = np.cumsum(sizes)
    start = 0
    while start < len(total):
        done = int(total[start - 1]) if start else 0
        end = max(int(np.searchsorted(total, done + most, side="right")), start + 1)
        yield slice(start, end)
        start = end


def _expected(x: Floats, y: Floats, boxes: Boxes) -> float:
    """About how many pixels the triangles cover, those that reach beyond the picture left out."""
    x, y = x.take(boxes.which, axis=1), y.take(boxes.which, axis=1)
    across = np.abs((x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]))
    room = (boxes.right - boxes.left + 1.0) * (boxes.bottom - boxes.top + 1.0)
    return float(np.minimum(across, room).sum()) / 2


def is_facing(x: Floats, y: Floats) -> NDArray[np.bool_]:
    """Which triangles (3, n) are wound counter-clockwise as seen from outside, with y downwards."""
    across = (x[1] - x[0]) * (y[2] - y[0])
    facing: NDArray[np.bool_] = across < (x[2] - x[0]) * (y[1] - y[0])
    return facing


class _Spans(NamedTuple):
    """Runs of pixels: the first, how many, its key and how that grows."""

    first: Pixels
    length: Pixels
    key: Keys
    slope: Keys


def _spans(x: Floats, y: Floats, depth: Floats, ids: NDArray[np.int64], boxes: Boxes, width: int) -> _Spans:
    which, top = boxes.which, boxes.top
    corners = zip(*(values.take(which, axis=1) for values in (x, y, depth)), strict=True)
    (x0, y0, d0), (x1, y1, d1), (x2, y2, d2) = by_height = _from_top(*corners)
    origin, by_x, by_y = _planes(*by_height)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        long, upper, lower = _edge(x0, y0, x2, y2), _edge(x0, y0, x1, y1), _edge(x1, y1, x2, y2)
    # Two halves, above and below the corner in the middle: each row lies between two edges.
    middle = np.clip(np.ceil(y1 - 0.5), top, boxes.bottom).astype(np.intp)
    count = np.concatenate((middle - top, boxes.bottom - middle))
    half = np.repeat(np.arange(len(count)), count)
    row = np.arange(len(half)) + (np.concatenate((top, middle)) - np.cumsum(count) + count).take(half)
    down = row.astype(np.float64)
    triangle = half % len(which)
    one = down * long[1].take(triangle)
    one += long[0].take(triangle)
    other = down * np.concatenate((upper[1], lower[1])).take(half)
    other += np.concatenate((upper[0], lower[0])).take(half)
    left = np.clip(np.ceil(np.minimum(one, other)), 0, width)
    right = np.clip(np.ceil(np.maximum(one, other)), 0, width)
    # No number where an edge is level: such a row has no pixel.
    full = np.flatnonzero(right > left)
    triangle, row, down, left = (values.take(full) for values in (triangle, row, down, left))
    steps = right.take(full) - left
    steps -= 1
    growth = by_x.take(triangle)
    begin = down * by_y.take(triangle)
    begin += left * growth
    begin += origin.take(triangle)
    # A sliver's plane is steep enough to leave the sliver: its corners are the bounds.
    near = np.minimum(np.minimum(d0, d1), d2).take(triangle)
    far = np.maximum(np.maximum(d0, d1), d2).take(triangle)
    end = np.clip(begin + growth * steps, near, far)
    np.clip(begin, near, far, out=begin)
    end -= begin
    end /= np.maximum(steps, 1)
    slope = np.rint(end * _DEPTH_STEPS).astype(np.int64).view(np.uint64) << _THIRTY_TWO
    row *= width
    row += left.astype(np.intp)
    return _Spans(row, steps.astype(np.intp) + 1, keys_of(begin, ids.take(which).take(triangle)), slope)


def _planes(top: _Corner, middle: _Corner, bottom: _Corner) -> tuple[Floats, Floats, Floats]:
    """The depth at the middle of the picture's first pixel, and how it grows by column and by row."""
    (x0, y0, d0), (x1, y1, d1), (x2, y2, d2) = top, middle, bottom
    area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    area = np.where(np.abs(area) > 1e-12, area, np.inf)
    by_x = ((d1 - d0) * (y2 - y0) - (d2 - d0) * (y1 - y0)) / area
    by_y = ((d2 - d0) * (x1 - x0) - (d1 - d0) * (x2 - x0)) / area
    return d0 + (0.5 - x0) * by_x + (0.5 - y0) * by_y, by_x, by_y


def _edge(x: Floats, y: Floats, x_end: Floats, y_end: Floats) -> tuple[Floats, Floats]:
    """Where an edge crosses the middle of row 0, half a pixel back, and how far it goes from row to row."""
    slope = (x_end - x) / (y_end - y)
    return x + (0.5 - y) * slope - 0.5, slope


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


def _pixels_of(spans: _Spans, some: slice) -> Fragments:
    length, slope = spans.length[some], spans.slope[some]
    before = np.cumsum(length) - length
    number = np.arange(int(length.sum()))
    # A mark at every span's start, summed up, says which span a pixel is of.
    span = np.zeros(len(number), np.intp)
    span[before[1:]] = 1
    np.cumsum(span, out=span)
    # Whole numbers, so that it doesn't matter where the counting starts.
    keys = slope.take(span)
    keys *= number.view(np.uint64)
    keys += (spans.key[some] - slope * before.view(np.uint64)).take(span)
    number += (spans.first[some] - before).take(span)
    return Fragments(number, keys)


def of_neighbours(values: Float32s, choose: np.ufunc) -> Float32s:
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
        """Triangles (3, n) with depths from 0, near, to 1, far."""
        boxes = boxes_of(x, y, self.width, self.height)
        # Neighbours one after the other, so that what is written stays in the processor's cache.
        across = (self.width >> _TILE) + 1
        tile = (boxes.top >> _TILE) * across + (boxes.left >> _TILE)
        boxes = boxes.where(np.argsort(tile.astype(np.uint16), kind="stable"))
        are_large = (boxes.right - boxes.left) * (boxes.bottom - boxes.top) >= _LARGE
        if len(boxes) - np.count_nonzero(are_large) < _WORTH_IT:
            self._draw(x, y, depth, ids, boxes)
            return
        self._draw(x, y, depth, ids, boxes.where(np.flatnonzero(are_large)))
        boxes = boxes.where(np.flatnonzero(~are_large))
        a, b, c = depth.take(boxes.which, axis=1)
        hidden = Blocks(self).hide(boxes, np.minimum(np.minimum(a, b), c))
        self._draw(x, y, depth, ids, boxes.where(np.flatnonzero(~hidden)))

    def _draw(self, x: Floats, y: Floats, depth: Floats, ids: NDArray[np.int64], boxes: Boxes) -> None:
        for found in fragments(x, y, depth, ids, boxes, self.width, self._budget):
            np.minimum.at(self.keys, found.pixels, found.keys)

    @property
    def ids(self) -> NDArray[np.int64]:
        """(h * w,): whose pixel it is, -1 where there is nothing."""
        ids = ids_of(self.keys)
        ids[self.keys == NOTHING] = -1
        return ids

    @property
    def depths(self) -> Float32s:
        """(h * w,) from 0 to 1; above 1 where there is nothing."""
        return depths_of(self.keys)


class Blocks:
    """The farthest of each block of pixels and those around it, and of ever larger ones.

    What lies behind all of a block is hidden, and so is a line there.
    """

    def __init__(self, buffer: DepthBuffer) -> None:
        keys = buffer.keys.reshape(buffer.height, buffer.width)
        self._levels = [np.ascontiguousarray(_farthest(_farthest(keys).T).T)]
        while max(self._levels[-1].shape) > 1:
            height, width = self._levels[-1].shape
            even = np.zeros((height + height % 2, width + width % 2), np.uint64)
            even[:height, :width] = self._levels[-1]
            across = np.maximum(even[:, ::2], even[:, 1::2])
            self._levels.append(np.maximum(across[::2], across[1::2]))

    def at(self, column: Pixels, row: Pixels) -> Keys:
        """The farthest around pixels (n,), and perhaps of more."""
        smallest = self._levels[0]
        down = np.minimum(row >> _BLOCK, smallest.shape[0] - 1)
        down *= smallest.shape[1]
        down += np.minimum(column >> _BLOCK, smallest.shape[1] - 1)
        farthest: Keys = smallest.reshape(-1).take(down)
        return farthest

    def hide(self, boxes: Boxes, nearest: Floats) -> NDArray[np.bool_]:
        """Which of these lie behind all that is in their boxes; `nearest` (n,) is how near they come."""
        hidden = np.zeros(len(boxes), np.bool_)
        keys = keys_of(np.clip(nearest, 0, 1))
        size = np.maximum(boxes.right - boxes.left, boxes.bottom - boxes.top)
        # Blocks at least as large as the box: it lies in four of them at most.
        level = np.clip(np.frexp((size - 1).astype(np.float64))[1] - _BLOCK, 0, len(self._levels) - 1)
        for number in range(int(level.max(initial=0)) + 1):
            some = np.flatnonzero(level == number)
            if not len(some):
                continue
            shift = _BLOCK + number
            left, right = boxes.left.take(some) >> shift, (boxes.right.take(some) - 1) >> shift
            blocks = self._levels[number]
            wide = blocks.shape[1]
            top, bottom = (
                (boxes.top.take(some) >> shift) * wide,
                ((boxes.bottom.take(some) - 1) >> shift) * wide,
            )
            flat = blocks.reshape(-1)
            farthest = np.maximum(flat.take(top + left), flat.take(top + right))
            np.maximum(farthest, flat.take(bottom + left), out=farthest)
            np.maximum(farthest, flat.take(bottom + right), out=farthest)
            hidden[some] = keys.take(some) > farthest
        return hidden


def _farthest(keys: Keys) -> Keys:
    """Of blocks of rows, and of one row more on either side."""
    side = 1 << _BLOCK
    blocks = np.zeros((-(-len(keys) // side), keys.shape[1]), np.uint64)
    for start in range(min(side, len(keys))):
        some = keys[start::side]
        np.maximum(blocks[: len(some)], some, out=blocks[: len(some)])
    below, above = keys[side::side], keys[side - 1 : -1 : side]
    np.maximum(blocks[: len(below)], below, out=blocks[: len(below)])
    np.maximum(blocks[1 : len(above) + 1], above, out=blocks[1 : len(above) + 1])
    return blocks
