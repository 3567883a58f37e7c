"""A part cut into a grid of cells: which lie in its material, and at most how deep."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.measuring.shapes import Points

Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]

# Cells are one LDU wide if this many suffice.
_MOST_CELLS = 1_000_000
_FINEST = 1.0
# Away from whole numbers: a line through a corner would meet two triangles or none.
_ASIDE = np.array([0.4871, 0.5137, 0.4933])
_MOST_HITS = 4_000_000
# The usual stud, upright on its middle.
STUD_RADIUS, STUD_HEIGHT = 6.0, 4.0
# A bar is 4 LDU thick from its middle; a hollow stud may be open as far as a brick is tall.
_BORE_RADIUS, _BORE_DEPTH = 4.8, 24.5


@dataclass(frozen=True)
class Grid:
    """Cells' middles are at `origin` + `size` × index; `depth` is (nx, ny, nz), 0 outside of the material.

    A depth is the way to the surface along the nearest axis, so never less than the real one.
    """

    origin: Points
    size: float
    depth: NDArray[np.float16]

    @cached_property
    def volume(self) -> float:
        return float(np.count_nonzero(self.depth)) * self.size**3

    @cached_property
    def centroid(self) -> Points:
        indexes = np.argwhere(self.depth > 0)
        middle: Points = self.origin + self.size * indexes.mean(axis=0)
        return middle

    def deep(self, least: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The middles (n, 3) of the cells that are deep enough, and their depths."""
        indexes = np.argwhere(self.depth >= least)
        middles = (self.origin + self.size * indexes).astype(np.float32)
        return middles, self.depth[tuple(indexes.T)].astype(np.float32)

    def depths_at(self, points: Points) -> Numbers:
        """The depth of the cell that each of (n, 3) points is in."""
        x, y, z = np.rint((points - self.origin).T / self.size).astype(np.intp)
        width, height, length = self.depth.shape
        inside = (x >= 0) & (x < width) & (y >= 0) & (y < height) & (z >= 0) & (z < length)
        found = np.zeros(len(points))
        found[inside] = self.depth.reshape(-1)[((x * height + y) * length + z)[inside]]
        return found

    def box(self) -> tuple[Points, Points]:
        """The corners of all cells together."""
        half = self.size / 2
        return self.origin - half, self.origin + self.size * np.array(self.depth.shape) - half


def cut(triangles: Points, studs: Points, hollow: Points) -> Grid | None:
    """The grid of a surface (n, 3, 3), wound counter-clockwise, with plain and hollow studs (k, 3, 4).

    None where the surface is too fine.
    """
    tops = studs[:, :, 3] - STUD_HEIGHT * studs[:, :, 1]
    corners = np.concatenate([triangles.reshape(-1, 3), tops])
    low, high = corners.min(axis=0), corners.max(axis=0)
    extent = high - low
    size = max(_FINEST, float(np.prod(np.maximum(extent, _FINEST)) / _MOST_CELLS) ** (1 / 3))
    counts = np.maximum(np.ceil(extent / size).astype(int), 1)
    origin = low + size * _ASIDE
    votes = np.zeros(counts, np.int8)
    depth = np.full(counts, np.inf, np.float32)
    for axis in range(3):
        found = _along(axis, triangles, origin, size, counts)
        if found is None:
            return None
        inside, way = found
        votes += inside
        np.minimum(depth, way, out=depth)
    depth[votes < 2] = 0.0
    depth = np.ascontiguousarray(depth)
    _add_studs(depth, origin, size, studs)
    _take_out_bores(depth, origin, size, hollow)
    return Grid(origin, size, depth.astype(np.float16))


def depths_in_stud(points: Points, stud: Points) -> Numbers:
    """How deep (n, 3) points lie in a stud at (3, 4); below 0 outside of it."""
    x, y, z = ((points - stud[:, 3]) @ stud[:, :3]).T
    deep: Numbers = np.minimum(STUD_RADIUS - np.hypot(x, z), np.minimum(-y, y + STUD_HEIGHT))
    return deep


def is_in_bore(points: Points, stud: Points) -> Flags:
    """Which of (n, 3) points a bar through a hollow stud at (3, 4) could need."""
    x, y, z = ((points - stud[:, 3]) @ stud[:, :3]).T
    inside: Flags = (np.hypot(x, z) < _BORE_RADIUS) & (y > -STUD_HEIGHT) & (y < _BORE_DEPTH)
    return inside


def _add_studs(depth: NDArray[np.float32], origin: Points, size: float, studs: Points) -> None:
    for stud in studs:
        cells, points = _cells_around(depth, origin, size, stud, 0.0, STUD_HEIGHT, STUD_RADIUS)
        np.maximum(depth[cells], depths_in_stud(points, stud).reshape(depth[cells].shape), out=depth[cells])


def _take_out_bores(depth: NDArray[np.float32], origin: Points, size: float, hollow: Points) -> None:
    for stud in hollow:
        cells, points = _cells_around(depth, origin, size, stud, -_BORE_DEPTH, STUD_HEIGHT, _BORE_RADIUS)
        depth[cells][is_in_bore(points, stud).reshape(depth[cells].shape)] = 0.0


def _cells_around(
    depth: NDArray[np.float32],
    origin: Points,
    size: float,
    stud: Points,
    low: float,
    high: float,
    radius: float,
) -> tuple[tuple[slice, ...], Points]:
    """The cells around a cylinder from `low` to `high` above a stud's foot, and their middles (n, 3)."""
    ends = stud[:, 3] - np.array([[low], [high]]) * stud[:, 1]
    first = np.maximum(np.floor((ends.min(axis=0) - radius - origin) / size).astype(int), 0)
    last = np.minimum(np.ceil((ends.max(axis=0) + radius - origin) / size).astype(int) + 1, depth.shape)
    spans = [np.arange(a, max(a, b)) for a, b in zip(first, last, strict=True)]
    indexes = np.stack(np.meshgrid(*spans, indexing="ij"))
    cells = tuple(slice(a, max(a, b)) for a, b in zip(first, last, strict=True))
    return cells, origin + size * indexes.reshape(3, -1).T


def _along(
    axis: int, triangles: Points, origin: Points, size: float, counts: NDArray[np.int_]
) -> tuple[Flags, NDArray[np.float32]] | None:
    """By lines along one axis: which cells are inside from both ends, and how far the surface is."""
    across, up = (axis + 1) % 3, (axis + 2) % 3
    hits = _crossings(axis, triangles, origin, size, counts)
    if hits is None:
        return None
    line, place, sign = hits
    rows, length = int(counts[across] * counts[up]), int(counts[axis])
    order = np.argsort(place, kind="stable")
    position = ((place[order] - origin[axis]) / size).astype(np.float32)
    after = np.clip(np.ceil(position).astype(np.int64), 0, length)
    cell = line[order] * (length + 1) + after
    turns = np.bincount(cell, sign[order], rows * (length + 1)).reshape(rows, length + 1)
    inner = np.cumsum(turns, axis=1)
    # Seen from the other end the same line must have entered as well.
    inside = (inner[:, :-1] > 0.5) & (inner[:, :-1] - inner[:, -1:] > 0.5)
    # Of several in one cell the last that is written stays: the furthest before, the nearest after.
    before = np.full(rows * (length + 1), -np.inf, np.float32)
    before[cell] = position
    below = np.maximum.accumulate(before.reshape(rows, length + 1), axis=1)[:, :-1]
    beyond = np.full(rows * (length + 1), np.inf, np.float32)
    beyond[cell[::-1]] = position[::-1]
    above = np.minimum.accumulate(beyond.reshape(rows, length + 1)[:, ::-1], axis=1)[:, ::-1][:, 1:]
    middle = np.arange(length, dtype=np.float32)
    way = np.minimum(middle - below, above - middle) * np.float32(size)
    shape = (int(counts[across]), int(counts[up]), length)
    axes = np.argsort([across, up, axis])
    return inside.reshape(shape).transpose(axes), way.reshape(shape).transpose(axes)


def _crossings(
    axis: int, triangles: Points, origin: Points, size: float, counts: NDArray[np.int_]
) -> tuple[NDArray[np.int64], Numbers, NDArray[np.int32]] | None:
    """Where lines meet triangles: the line, the place along it, and 1 for entering or -1 for leaving."""
    across, up = (axis + 1) % 3, (axis + 2) % 3
    flat = (triangles[:, :, [across, up]] - origin[[across, up]]) / size
    limits = counts[[across, up]]
    first = np.clip(np.ceil(flat.min(axis=1)).astype(np.int64), 0, limits)
    last = np.clip(np.floor(flat.max(axis=1)).astype(np.int64), -1, limits - 1)
    spans = np.maximum(last - first + 1, 0)
    boxes = spans[:, 0] * spans[:, 1]
    if int(boxes.sum()) > _MOST_HITS:
        return None
    owner = np.repeat(np.arange(len(triangles)), boxes)
    number = np.arange(len(owner)) - np.repeat(np.cumsum(boxes) - boxes, boxes)
    u = first[owner, 0] + number // spans[owner, 1]
    v = first[owner, 1] + number % spans[owner, 1]
    ax, ay = flat[:, 0].T
    bx, by = flat[:, 1].T
    cx, cy = flat[:, 2].T
    area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    with np.errstate(divide="ignore", invalid="ignore"):
        s = ((u - ax[owner]) * (cy - ay)[owner] - (v - ay[owner]) * (cx - ax)[owner]) / area[owner]
        t = ((bx - ax)[owner] * (v - ay[owner]) - (by - ay)[owner] * (u - ax[owner])) / area[owner]
        met = (s >= 0) & (t >= 0) & (s + t <= 1)
    owner, u, v, s, t = owner[met], u[met], v[met], s[met], t[met]
    start = triangles[:, :, axis]
    place = (
        start[owner, 0] + s * (start[owner, 1] - start[owner, 0]) + t * (start[owner, 2] - start[owner, 0])
    )
    # A surface seen from outside faces against the line that enters it.
    sign = np.where(area[owner] < 0, 1, -1).astype(np.int32)
    return u * limits[1] + v, place, sign
