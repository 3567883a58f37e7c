"""Edge lines: type 2 always, type 5 where they are outlines, and of both only what isn't hidden."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.reading.array_columns import Columns, are_finite
from ldraw_tools.records import record
from ldraw_tools.rendering.camera import Camera
from ldraw_tools.rendering.raster import Budget, Floats, of_neighbours
from ldraw_tools.rendering.stage import Ids, Lines, Stage
from ldraw_tools.rendering.surface import DepthRange, Float32s

# How far behind a surface a line may lie and still be on it.
_SLACK_LDU = 0.18
# A line that lies in a surface comes and goes: shorter gaps are closed, then shorter specks left out.
_GAP, _SPECK = 3, 6


@record
class Segments(Columns):
    """Lines in the picture: (n, 2) x and y in pixels and depth; how deep in a surface they may lie; whose."""

    x: Floats
    y: Floats
    depth: Floats
    slack: Floats
    colours: Ids
    pieces: Ids


def segments(stage: Stage, camera: Camera, depths: DepthRange) -> Iterator[Segments]:
    """Every line that would be drawn if nothing hid it, clipped to the picture."""
    view = camera.view_matrix()
    for lines in stage.edges(view):
        yield _clipped(_projected(lines, camera, depths), camera.size)
    for lines in stage.conditionals(view):
        yield _clipped(_projected(lines.where(_are_outlines(lines)), camera, depths), camera.size)


def _are_outlines(lines: Lines) -> NDArray[np.bool_]:
    """Conditional lines whose neighbours both lie on one side of them."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        x, y = (lines.places[:, :, axis] / lines.places[:, :, 2] for axis in (0, 1))
        across, down = (x[:, 1] - x[:, 0])[:, None], (y[:, 1] - y[:, 0])[:, None]
        sides = across * (y[:, 2:] - y[:, :1]) - down * (x[:, 2:] - x[:, :1])
        shown: NDArray[np.bool_] = sides[:, 0] * sides[:, 1] > 0
    return shown


def _projected(lines: Lines, camera: Camera, depths: DepthRange) -> Segments:
    ends = lines.places[:, :2]
    near = depths.near * 0.999
    good = (ends[:, 0, 2] >= near) & (ends[:, 1, 2] >= near) & are_finite(ends)
    ends = ends[good]
    ahead = ends[:, :, 2]
    return Segments(
        *camera.project(ends),
        depths.depth(ahead),
        _SLACK_LDU * depths.depth_per_ldu(np.minimum(ahead[:, 0], ahead[:, 1])),
        lines.colours[good],
        lines.pieces[good],
    )


def _clipped(some: Segments, size: tuple[int, int]) -> Segments:
    """What of them lies in the picture."""
    start, end = np.zeros(len(some.x)), np.ones(len(some.x))
    with np.errstate(divide="ignore", invalid="ignore"):
        for values, limit in ((some.x, size[0]), (some.y, size[1])):
            begin, way = values[:, 0], values[:, 1] - values[:, 0]
            at_low, at_high = -begin / way, (limit - begin) / way
            inside = (begin >= 0) & (begin <= limit)
            level = way == 0
            start = np.maximum(start, np.where(level, np.where(inside, 0, 2), np.minimum(at_low, at_high)))
            end = np.minimum(end, np.where(level, 1, np.maximum(at_low, at_high)))
    kept = start < end
    some, start, end = some.where(kept), start[kept], end[kept]
    if (start <= 0).all() and (end >= 1).all():
        return some

    def cut(values: Floats) -> Floats:
        way = values[:, 1] - values[:, 0]
        return np.column_stack((values[:, 0] + start * way, values[:, 0] + end * way))

    return Segments(cut(some.x), cut(some.y), cut(some.depth), some.slack, some.colours, some.pieces)


@record
class Samples:
    """Places along lines, a pixel apart along the longer side: whose, where, and whether they are seen.

    `major` is the pixel along the longer side, at whose middle a sample is; `minor` is where the line is
    there along the other one. `flat` (by line) says whether the longer side is x.
    """

    line: NDArray[np.intp]
    major: NDArray[np.intp]
    minor: Floats
    visible: NDArray[np.bool_]
    flat: NDArray[np.bool_]

    def points(self, chosen: NDArray[np.intp]) -> Floats:
        """(n, 2): x and y of some of them."""
        major, minor = self.major[chosen] + 0.5, self.minor[chosen]
        flat = self.flat[self.line[chosen]]
        return np.stack((np.where(flat, major, minor), np.where(flat, minor, major)), axis=1)


def sample(some: Segments, farthest: Float32s, budget: Budget | None = None) -> Samples:
    """`farthest` is what `farthest_around` gives."""
    (x, x_end), (y, y_end), (depth, depth_end) = some.x.T, some.y.T, some.depth.T
    flat = np.abs(x_end - x) >= np.abs(y_end - y)
    origin, end, beside = np.where(flat, x, y), np.where(flat, x_end, y_end), np.where(flat, y, x)
    length = end - origin
    first = np.floor(np.minimum(origin, end)).astype(np.intp)
    count = np.floor(np.maximum(origin, end)).astype(np.intp) - first + 1
    if budget:
        budget.spend(4 * int(count.sum()))
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
    wide = farthest.shape[1]
    place = major * np.where(flat, 1, wide).take(line)
    place += minor.astype(np.intp) * np.where(flat, wide, 1).take(line)
    visible = along <= farthest.reshape(-1).take(place)
    visible = ~_long_runs(~visible, begin, line, _GAP)
    return Samples(line, major, minor, _long_runs(visible, begin, line, _SPECK), flat)


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


def farthest_around(depths: Float32s) -> Float32s:
    """The greatest of each pixel (h, w) and its eight neighbours; the last row and column twice.

    A line may end where the picture does: there begins a pixel that it hasn't.
    """
    return np.pad(of_neighbours(depths, np.maximum), ((0, 1), (0, 1)), mode="edge")


class LineLayer:
    """How much of each pixel a line covers, and in which colour: the darkest cover wins."""

    def __init__(self, width: int, height: int, line_width: float) -> None:
        self._half = line_width / 2
        self._reach = int(np.ceil(self._half * 1.5 + 0.5))
        # With a margin, so that what is drawn beyond the picture needs no care.
        self._margin = self._reach + 2
        self._keys = np.zeros((height + 2 * self._margin, width + 2 * self._margin), np.uint32)

    def draw(self, some: Segments, samples: Samples) -> None:
        wide = self._keys.shape[1]
        across, down = np.abs(some.x[:, 1] - some.x[:, 0]), np.abs(some.y[:, 1] - some.y[:, 0])
        length = np.hypot(across, down)
        # Of a slanting line the distance is less than what is measured along the axis.
        leans = np.where(length < 1e-6, 1, np.maximum(across, down) / np.maximum(length, 1e-9))
        seen = np.flatnonzero(samples.visible)
        line, minor = samples.line.take(seen), samples.minor.take(seen)
        lean, colours = leans.take(line), some.colours.take(line).astype(np.uint32)
        step = np.where(samples.flat, wide, 1).take(line)
        pixel = np.floor(minor)
        off = pixel + 0.5 - minor
        place = samples.major.take(seen) * np.where(samples.flat, 1, wide).take(line)
        place += pixel.astype(np.intp) * step + self._margin * (wide + 1)
        keys = self._keys.reshape(-1)
        for offset in range(-self._reach, self._reach + 1):
            cover = (self._half + 0.5) - np.abs(off + offset) * lean
            good = np.flatnonzero(cover > 0)
            shade = (np.minimum(cover.take(good), 1) * 255).astype(np.uint32) << 24
            np.maximum.at(keys, place.take(good) + offset * step.take(good), shade | colours.take(good))

    def covered(self) -> tuple[NDArray[np.intp], Float32s, NDArray[np.uint32]]:
        """The pixels that have a line, how much of it from 0 to 1, and the number of its colour."""
        inside = slice(self._margin, -self._margin)
        within = self._keys[inside, inside].reshape(-1)
        pixels = np.flatnonzero(within != 0)
        keys = within.take(pixels)
        return pixels, (keys >> 24).astype(np.float32) / np.float32(255), keys & np.uint32(0xFFFFFF)
