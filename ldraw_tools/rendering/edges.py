"""Edge lines: type 2 always, type 5 where they are outlines, and of both only what isn't hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.measuring.shapes import Points
from ldraw_tools.rendering.camera import Camera
from ldraw_tools.rendering.raster import Blocks, Boxes, Budget, Floats, Keys, depths_of, runs
from ldraw_tools.rendering.stage import Ids, Lines, Stage
from ldraw_tools.rendering.surface import DepthRange, Float32s

# How far behind a surface a line may lie and still be on it.
_SLACK_LDU = 0.18
# A line that lies in a surface comes and goes: shorter gaps are closed, then shorter specks left out.
_GAP, _SPECK = 3, 6
# A line shorter than so many samples is paler, but not below this share.
_WHOLE, _PALEST = 20, 0.45
# Places along lines to work on at a time: each takes some two hundred bytes.
_AT_ONCE = 500_000
# A place along a line takes as long as so many pixels of triangles.
_FRAGMENTS = 12


class Segments(NamedTuple):
    """Lines in the picture: x and y in pixels and depth (2, n); how deep in a surface they may lie; whose."""

    x: Floats
    y: Floats
    depth: Floats
    slack: Floats
    codes: Ids
    pieces: Ids

    @classmethod
    def none(cls) -> Segments:
        nothing = np.empty(0, np.int64)
        ends = np.empty((2, 0))
        return cls(ends, ends, ends, np.empty(0), nothing, nothing)

    @property
    def lengths(self) -> Floats:
        """(n,) in pixels, at least as many as a line has places."""
        lengths: Floats = np.maximum(np.abs(self.x[1] - self.x[0]), np.abs(self.y[1] - self.y[0])) + 2
        return lengths

    def where(self, chosen: NDArray[np.intp]) -> Segments:
        """Some of them, by number."""
        return Segments(
            self.x.take(chosen, axis=1),
            self.y.take(chosen, axis=1),
            self.depth.take(chosen, axis=1),
            self.slack.take(chosen),
            self.codes.take(chosen),
            self.pieces.take(chosen),
        )

    def joined(self, other: Segments) -> Segments:
        """These and others after them."""
        return Segments(*(np.concatenate(pair, axis=-1) for pair in zip(self, other, strict=True)))


def segments(
    stage: Stage, camera: Camera, depths: DepthRange, before: Blocks, chosen: Ids | None = None
) -> Iterator[Segments]:
    """Every line of pieces that isn't certainly hidden by what is before it, clipped to the picture."""
    for lines in stage.lines(camera.view_matrix(), chosen):
        found = _projected(lines, camera, depths, before)
        numbers = np.arange(len(found.codes))
        # Real ones are a few pixels long; those of a file made to be large cross the picture.
        for some in runs(found.lengths.astype(np.intp), _AT_ONCE):
            yield found.where(numbers[some])


def _projected(lines: Lines, camera: Camera, depths: DepthRange, before: Blocks) -> Segments:
    ends = lines.ends
    ahead = ends[2]
    good = np.flatnonzero((ahead >= depths.near * 0.999).all(axis=0) & np.isfinite(ends).all(axis=(0, 1)))
    if len(good) < len(lines):
        ends = ends.take(good, axis=2)
        ahead = ends[2]
    (x, y), depth = camera.project(ends), depths.depth(ahead)
    slack = _SLACK_LDU * depths.depth_per_ldu(np.minimum(ahead[0], ahead[1]))
    width, height = camera.size
    # Also what is around it, and half a pixel beyond its ends, is looked at.
    boxes = Boxes(np.arange(len(good)), *_reach(x, width), *_reach(y, height))
    seen = np.flatnonzero((boxes.left < boxes.right) & (boxes.top < boxes.bottom))
    boxes = boxes.where(seen)
    seen = seen[~before.hide(boxes, np.minimum(depth[0], depth[1]).take(seen) - slack.take(seen))]
    if lines.are_conditional:
        seen = seen[_are_outlines(ends.take(seen, axis=2), lines.beside(good.take(seen)))]
    codes, pieces = lines.coloured(good.take(seen))
    x, y, depth = (values.take(seen, axis=1) for values in (x, y, depth))
    found = Segments(x, y, depth, slack.take(seen), codes, pieces)
    return _clipped(found, camera.size)


def _reach(values: Floats, limit: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The first pixel along one axis that lines (2, n) can be seen in, and the first after them."""
    low, high = np.floor(np.minimum(values[0], values[1])) - 2, np.floor(np.maximum(values[0], values[1])) + 3
    return np.clip(low, 0, limit).astype(np.intp), np.clip(high, 0, limit).astype(np.intp)


def _are_outlines(ends: Points, beside: Points) -> NDArray[np.bool_]:
    """Conditional lines (3, 2, n) whose neighbours (3, 2, n) both lie on one side of them."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        x, y = ends[0] / ends[2], ends[1] / ends[2]
        beside_x, beside_y = beside[0] / beside[2], beside[1] / beside[2]
        across, down = x[1] - x[0], y[1] - y[0]
        sides = across * (beside_y - y[0]) - down * (beside_x - x[0])
        shown: NDArray[np.bool_] = sides[0] * sides[1] > 0
    return shown


def _clipped(some: Segments, size: tuple[int, int]) -> Segments:
    """What of them lies in the picture; nearly all do with both ends."""
    (x, y), (width, height) = (some.x, some.y), size
    inside = ((x >= 0) & (x <= width) & (y >= 0) & (y <= height)).all(axis=0)
    if inside.all():
        return some
    start, end = np.zeros(x.shape[1]), np.ones(x.shape[1])
    with np.errstate(divide="ignore", invalid="ignore"):
        for values, limit in ((x, width), (y, height)):
            begin, way = values[0], values[1] - values[0]
            at_low, at_high = -begin / way, (limit - begin) / way
            lies_in = (begin >= 0) & (begin <= limit)
            level = way == 0
            start = np.maximum(start, np.where(level, np.where(lies_in, 0, 2), np.minimum(at_low, at_high)))
            end = np.minimum(end, np.where(level, 1, np.maximum(at_low, at_high)))
    kept = np.flatnonzero(start < end)
    some, start, end = some.where(kept), start.take(kept), end.take(kept)

    def cut(values: Floats) -> Floats:
        way = values[1] - values[0]
        return np.stack((values[0] + start * way, values[0] + end * way))

    return Segments(cut(some.x), cut(some.y), cut(some.depth), some.slack, some.codes, some.pieces)


class Around:
    """The farthest depth of a pixel and its eight neighbours, looked up where it is asked for."""

    def __init__(self, keys: Keys, width: int, height: int, before: Blocks) -> None:
        """`before` has the same pixels, or what is farther."""
        self._keys, self._width, self._height, self._before = keys, width, height, before

    def hide(self, column: NDArray[np.intp], row: NDArray[np.intp], depth: Floats) -> NDArray[np.bool_]:
        """Which depths at pixels (n,) are hidden; a line may end in a pixel just outside the picture."""
        hidden = depth > depths_of(self._before.at(column, row))
        left = np.flatnonzero(~hidden)
        column, row = column.take(left), row.take(left)
        columns = [np.clip(column + step, 0, self._width - 1) for step in (-1, 0, 1)]
        farthest = np.zeros(len(left), np.uint64)
        for step in (-1, 0, 1):
            begin = np.clip(row + step, 0, self._height - 1) * self._width
            for one in columns:
                np.maximum(farthest, self._keys.take(begin + one), out=farthest)
        hidden[left] = depth.take(left) > depths_of(farthest)
        return hidden


class Samples(NamedTuple):
    """Places along lines, a pixel apart along the longer side: whose, where and how deep they are.

    `major` is the pixel along the longer side, at whose middle a sample is; `minor` is where the line is
    there along the other one. `flat` (by line) says whether the longer side is x, `begin` where it starts.
    """

    line: NDArray[np.intp]
    major: NDArray[np.intp]
    minor: Floats
    depth: Floats
    flat: NDArray[np.bool_]
    begin: NDArray[np.intp]

    @classmethod
    def of(cls, some: Segments, budget: Budget | None = None) -> Samples:
        (x, x_end), (y, y_end), (depth, depth_end) = some.x, some.y, some.depth
        flat = np.abs(x_end - x) >= np.abs(y_end - y)
        origin, end, beside = np.where(flat, x, y), np.where(flat, x_end, y_end), np.where(flat, y, x)
        length = end - origin
        first = np.floor(np.minimum(origin, end)).astype(np.intp)
        count = np.floor(np.maximum(origin, end)).astype(np.intp) - first + 1
        if budget:
            budget.spend(_FRAGMENTS * int(count.sum()))
        per_pixel = np.where(length == 0, 0, 1 / np.where(length == 0, 1, length))
        slope = (np.where(flat, y_end, x_end) - beside) * per_pixel
        begin = np.cumsum(count) - count
        line = np.repeat(np.arange(len(count)), count)
        major = np.arange(len(line)) + (first - begin).take(line)
        along = major + (0.5 - origin).take(line)
        minor = along * slope.take(line) + beside.take(line)
        # Half a pixel beyond the ends is where neighbours meet; depth stays that of the end.
        along[begin] = np.maximum(along[begin], np.minimum(length, 0))
        last = begin + count - 1
        along[last] = np.minimum(along[last], np.maximum(length, 0))
        along *= ((depth_end - depth) * per_pixel).take(line)
        along += (depth - some.slack).take(line)
        return cls(line, major, minor, along, flat, begin)

    def joined(self, other: Samples) -> Samples:
        """These, and those of other lines after them."""
        return Samples(
            np.concatenate((self.line, other.line + len(self.begin))),
            np.concatenate((self.major, other.major)),
            np.concatenate((self.minor, other.minor)),
            np.concatenate((self.depth, other.depth)),
            np.concatenate((self.flat, other.flat)),
            np.concatenate((self.begin, other.begin + len(self.line))),
        )

    def of_lines(self, chosen: NDArray[np.bool_]) -> Samples:
        """Those of chosen lines."""
        kept = np.flatnonzero(chosen.take(self.line))
        number = np.cumsum(chosen) - 1
        counts = np.diff(self.begin, append=len(self.line))[chosen]
        return Samples(
            number.take(self.line.take(kept)),
            self.major.take(kept),
            self.minor.take(kept),
            self.depth.take(kept),
            self.flat[chosen],
            np.cumsum(counts) - counts,
        )

    def seen(self, around: Around) -> NDArray[np.bool_]:
        """Which of them aren't hidden."""
        pixel = self.minor.astype(np.intp)
        # Of steep lines rows and columns are swapped.
        turn = (self.major - pixel) * ~self.flat.take(self.line)
        return ~around.hide(self.major - turn, pixel + turn, self.depth)

    def shown(self, seen: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which of them to draw: short gaps are closed, specks left out."""
        closed = ~_long_runs(~seen, self.begin, self.line, _GAP)
        return _long_runs(closed, self.begin, self.line, _SPECK)

    def points(self, chosen: NDArray[np.intp]) -> Floats:
        """(n, 2): x and y of some of them."""
        major, minor = self.major[chosen] + 0.5, self.minor[chosen]
        flat = self.flat[self.line[chosen]]
        return np.stack((np.where(flat, major, minor), np.where(flat, minor, major)), axis=1)


def _long_runs(
    marked: NDArray[np.bool_], begin: NDArray[np.intp], line: NDArray[np.intp], least: int
) -> NDArray[np.bool_]:
    """What is marked of each line for at least so many samples in a row, or from end to end."""
    new = np.ones(len(marked) + 1, np.bool_)
    new[1:-1] = marked[1:] != marked[:-1]
    new[begin] = True
    starts = np.flatnonzero(new)
    lengths = np.diff(starts)
    starts = starts[:-1]
    number = np.diff(begin, append=len(marked))
    kept = marked.take(starts) & ((lengths >= least) | (lengths == number.take(line.take(starts))))
    return np.repeat(kept, lengths)


def _strengths(lengths: Floats) -> Floats:
    """From 0 to 255 by how long lines are in the picture: many short ones side by side would be a web."""
    strengths: Floats = 255 * np.clip(lengths / _WHOLE, _PALEST, 1)
    return strengths


class Inked(NamedTuple):
    """The samples that have a line, how much it covers of them, and its sRGB (3, n), all from 0 to 1."""

    samples: NDArray[np.intp]
    cover: Float32s
    rgb: Float32s


class LineLayer:
    """How much of each pixel a line covers, and in which colour: the darkest cover wins."""

    def __init__(self, width: int, height: int, line_width: float) -> None:
        self._half = line_width / 2
        self._reach = int(np.ceil(self._half * 1.5 + 0.5))
        # With a margin, so that what is drawn beyond the picture needs no care.
        self._margin = self._reach + 2
        self._keys = np.zeros((height + 2 * self._margin, width + 2 * self._margin), np.uint32)

    def draw(self, some: Segments, samples: Samples, shown: NDArray[np.bool_], colours: Ids) -> None:
        """Those of the samples of lines that are shown; `colours` (n,) are sRGB in one number."""
        wide = self._keys.shape[1]
        across, down = np.abs(some.x[1] - some.x[0]), np.abs(some.y[1] - some.y[0])
        length = np.hypot(across, down)
        # Of a slanting line the distance is less than what is measured along the axis.
        leans = np.where(length < 1e-6, 1, np.maximum(across, down) / np.maximum(length, 1e-9))
        seen = np.flatnonzero(shown)
        line, minor = samples.line.take(seen), samples.minor.take(seen)
        strong = _strengths(length).take(line)
        lean, ink = leans.take(line), colours.take(line).astype(np.uint32)
        step = np.where(samples.flat, wide, 1).take(line)
        pixel = np.floor(minor)
        off = pixel + 0.5 - minor
        place = samples.major.take(seen) * np.where(samples.flat, 1, wide).take(line)
        place += pixel.astype(np.intp) * step + self._margin * (wide + 1)
        keys = self._keys.reshape(-1)
        for offset in range(-self._reach, self._reach + 1):
            cover = (self._half + 0.5) - np.abs(off + offset) * lean
            good = np.flatnonzero(cover > 0)
            shade = (np.minimum(cover.take(good), 1) * strong.take(good)).astype(np.uint32) << 24
            np.maximum.at(keys, place.take(good) + offset * step.take(good), shade | ink.take(good))

    def inked(self, strength: float) -> Inked:
        """What was drawn, so strong where it covers all of a sample."""
        inside = slice(self._margin, -self._margin)
        within = self._keys[inside, inside].reshape(-1)
        samples = np.flatnonzero(within != 0)
        keys = within.take(samples)
        parts = np.stack([keys >> shift & 0xFF for shift in (24, 16, 8, 0)]).astype(np.float32)
        parts *= np.float32(1 / 255)
        return Inked(samples, parts[0] * np.float32(strength), parts[1:])
