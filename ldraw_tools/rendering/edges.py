"""Edge lines: type 2 always, type 5 where they are outlines, and of both only what isn't hidden."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.reading.array_columns import Columns
from ldraw_tools.records import record
from ldraw_tools.rendering.camera import Camera
from ldraw_tools.rendering.raster import Budget, Floats, of_neighbours
from ldraw_tools.rendering.stage import Ids, Lines, Stage
from ldraw_tools.rendering.surface import DepthRange, Float32s

# How far behind a surface a line may lie and still be on it.
_SLACK_LDU = 0.7


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
    good = (ends[:, :, 2] >= depths.near * 0.999).all(axis=1) & np.isfinite(ends).all(axis=(1, 2))
    ends = ends[good]
    ahead = ends[:, :, 2]
    return Segments(
        *camera.project(ends),
        depths.depth(ahead),
        _SLACK_LDU * depths.depth_per_ldu(ahead.min(axis=1)),
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
    """Places along lines, a pixel apart along the longer side: where, whose, and whether they are seen."""

    line: NDArray[np.intp]
    x: Floats
    y: Floats
    visible: NDArray[np.bool_]


def sample(some: Segments, farthest: Float32s, budget: Budget | None = None) -> Samples:
    """`farthest` (h, w) is the farthest depth around each pixel."""
    height, width = farthest.shape
    across, down = some.x[:, 1] - some.x[:, 0], some.y[:, 1] - some.y[:, 0]
    flat = np.abs(across) >= np.abs(down)
    begin = np.where(flat, some.x.min(axis=1), some.y.min(axis=1))
    end = np.where(flat, some.x.max(axis=1), some.y.max(axis=1))
    first = np.floor(begin)
    count = (np.floor(end) - first + 1).astype(np.intp)
    if budget:
        budget.spend(4 * int(count.sum()))
    line = np.repeat(np.arange(len(count)), count)
    step = np.arange(len(line)) - np.repeat(np.cumsum(count) - count, count)
    major = first[line] + step + 0.5
    origin = np.where(flat, some.x[:, 0], some.y[:, 0])
    length = np.where(flat, across, down)
    t = np.where(length[line] == 0, 0, (major - origin[line]) / np.where(length == 0, 1, length)[line])
    # Half a pixel beyond the ends is where neighbours meet; depth stays that of the end.
    x = np.where(flat[line], major, some.x[line, 0] + t * across[line])
    y = np.where(flat[line], some.y[line, 0] + t * down[line], major)
    inside = np.clip(t, 0, 1)
    depth = some.depth[line, 0] + inside * (some.depth[line, 1] - some.depth[line, 0])
    column = np.clip(x.astype(np.intp), 0, width - 1)
    row = np.clip(y.astype(np.intp), 0, height - 1)
    return Samples(line, x, y, depth <= farthest[row, column] + some.slack[line])


def farthest_around(depths: Float32s) -> Float32s:
    """The greatest of each pixel (h, w) and its eight neighbours."""
    return of_neighbours(depths, np.maximum)


class LineLayer:
    """How much of each pixel a line covers, and in which colour: the darkest cover wins."""

    def __init__(self, width: int, height: int) -> None:
        self._size = width, height
        self._keys = np.zeros(width * height, np.uint32)

    def draw(self, some: Segments, samples: Samples, line_width: float) -> None:
        width, height = self._size
        seen = samples.visible
        line, x, y = samples.line[seen], samples.x[seen], samples.y[seen]
        across, down = some.x[:, 1] - some.x[:, 0], some.y[:, 1] - some.y[:, 0]
        flat = (np.abs(across) >= np.abs(down))[line]
        length = np.maximum(np.hypot(across, down), 1e-9)
        # Of a slanting line the distance is less than what is measured along the axis.
        lean = (np.maximum(np.abs(across), np.abs(down)) / length)[line]
        lean = np.where(length[line] < 1e-6, 1, lean)
        major = np.where(flat, x, y).astype(np.intp)
        minor = np.where(flat, y, x)
        pixel = np.floor(minor)
        half = line_width / 2
        reach = int(np.ceil(half * 1.5 + 0.5))
        colours = some.colours[line].astype(np.uint32)
        for offset in range(-reach, reach + 1):
            at = (pixel + offset).astype(np.intp)
            distance = np.abs(at + 0.5 - minor) * lean
            cover = np.clip(half + 0.5 - distance, 0, 1)
            column, row = np.where(flat, major, at), np.where(flat, at, major)
            good = (cover > 0) & (column >= 0) & (column < width) & (row >= 0) & (row < height)
            keys = ((cover[good] * 255).astype(np.uint32) << 24) | colours[good]
            np.maximum.at(self._keys, row[good] * width + column[good], keys)

    def covered(self) -> tuple[NDArray[np.intp], Float32s, NDArray[np.uint32]]:
        """The pixels that have a line, how much of it from 0 to 1, and the number of its colour."""
        pixels = np.flatnonzero(self._keys)
        keys = self._keys[pixels]
        return pixels, (keys >> 24).astype(np.float32) / np.float32(255), keys & np.uint32(0xFFFFFF)
