"""The shadow on the table: one of the sun, in the colour of the glass it went through, and contact."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.measuring.shapes import Points
from ldraw_tools.rendering.camera import Camera
from ldraw_tools.rendering.glass import lets_through
from ldraw_tools.rendering.light import Sky, Sun, how_many_wide
from ldraw_tools.rendering.raster import Budget, boxes_of, fragments, ids_of
from ldraw_tools.rendering.shading import Palette
from ldraw_tools.rendering.stage import Stage

Float32s = NDArray[np.float32]

_CELLS = 160
# Pixels from one place that is looked at to the next.
_STEP = 4
SKY_SHARE = 0.62
SUN_SHARE = 0.4
# Of the sky only what is close by darkens the table.
CONTACT = 2.2
# The rim of the sun's shadow close by what throws it and far away: shares of the table.
SUN_RIMS = 0.012, 0.07
# How grids are blurred: by steps of so many cells, one after the other.
_CLOSE, _FAR = (1, 1), (1, 1, 2, 3)
# A ray goes in and out of a wall.
_SURFACES_OF_A_WALL = 2
# How far from what throws it a shadow still is: a share of the height of all, and LDraw units.
_REACH, _LEAST_REACH = 0.75, 30.0
# Where the shadow begins to fade, and how round its rim is: shares of the way to the sides of the picture.
_FADES, _ROUNDNESS = 0.62, 3
# A side's share of the height at which it counts as far away.
_SIDE = 0.7


class Ground:
    """How dark the table is around what stands on it: grids over its outline and what its shadow reaches.

    One of red, green and blue each, or one for all.
    """

    def __init__(self, stage: Stage, sky: Sky, sun: Sun, budget: Budget) -> None:
        points = stage.points
        low, high = points.min(axis=0), points.max(axis=0)
        self._level = float(high[1])
        reach = 0.9 * float(high[1] - low[1]) + 0.12 * float((high - low)[[0, 2]].max()) + 8
        self._low = float(low[0]) - reach, float(low[2]) - reach
        self._span = float((high - low)[[0, 2]].max()) + 2 * reach
        times = how_many_wide(points)
        self._cells = cells = round(_CELLS * times)
        places = (np.arange(cells) + 0.5) * (self._span / cells)
        x, z = np.meshgrid(places + self._low[0], places + self._low[1])
        # A hair above, so that what stands on the table doesn't lie below it.
        spots = np.stack((x.ravel(), np.full(x.size, self._level - 0.2), z.ravel())).astype(np.float32)

        def grid(values: Float32s, steps: Sequence[int]) -> Float32s:
            return _blurred(values.reshape(-1, cells, cells), steps)

        hidden = grid(1 - sky.seen(spots), _FAR)
        close, far = (
            grid(sun.seen(spots, softness_ldu=rim * self._span / times), steps)
            for rim, steps in zip(SUN_RIMS, (_CLOSE, _FAR), strict=True)
        )
        sunny = grid(self._through_glass(stage, sun.way, budget), _FAR) * (far + (close - far) * hidden**2)
        lit = (1 - SKY_SHARE * hidden**CONTACT) * (1 - SUN_SHARE * (1 - sunny))
        # Less and less away from what stands there, nothing at the rim of the grid.
        out_x = np.maximum(np.maximum(low[0] - x, x - high[0]), 0)
        out_z = np.maximum(np.maximum(low[2] - z, z - high[2]), 0)
        limit = min(_REACH * float(high[1] - low[1]) + _LEAST_REACH, 0.95 * reach)
        self._dark: Float32s = (1 - lit) * _eased(1 - np.hypot(out_x, out_z) / limit)
        self._points = points

    def _through_glass(self, stage: Stage, way: Points, budget: Budget) -> Float32s:
        """(1 or 3, n): the share of the sun's light that glass lets onto each cell."""
        if stage.is_opaque.all():
            return np.ones(self._cells**2, np.float32)
        palette, cells = Palette.of(stage.paints), self._cells
        taken = -np.log(lets_through(palette.light, palette.alpha)) / _SURFACES_OF_A_WALL
        found = np.zeros((3, cells * cells))
        for some in stage.glass(np.eye(3, 4)):
            # Where the light that goes through a corner meets the table.
            far = (self._level - some.places[1]) / way[1]
            x, z = (
                (some.places[axis] + way[axis] * far - low) * (cells / self._span)
                for axis, low in zip((0, 2), self._low, strict=True)
            )
            numbers = np.arange(len(some.ids))
            for part in fragments(
                x, z, np.zeros_like(x), numbers, boxes_of(x, z, cells, cells), cells, budget
            ):
                paints = some.paints.take(ids_of(part.keys))
                for one, by_paint in zip(found, taken, strict=True):
                    one += np.bincount(part.pixels, by_paint.take(paints), cells * cells)
        return np.exp(-found).astype(np.float32)

    def darkness(self, camera: Camera) -> Float32s:
        """(3, h, w) from 0 to 1 at every pixel: soft enough to be found at some, and drawn out."""
        width, height = camera.size
        above = self._level - float(camera.eye[1])
        # Only below the horizon, and only nearby.
        top = int(np.clip(self._horizon(camera), 0, height))
        dark = np.zeros((len(self._dark), height, width), np.float32)
        if above <= 0 or top == height:
            return np.broadcast_to(dark, (3, height, width))
        x, y = _middles(0, width), _middles(top, height)
        across, down = (part.ravel().astype(np.float32) for part in np.meshgrid(x, y))
        rays = camera.rays(across, down)
        far = above / np.maximum(rays[1], np.float32(1e-6))
        per_ldu = np.float32(self._cells / self._span)
        u = (rays[0] * far + np.float32(camera.eye[0] - self._low[0])) * per_ldu - np.float32(0.5)
        v = (rays[2] * far + np.float32(camera.eye[2] - self._low[1])) * per_ldu - np.float32(0.5)
        last = self._cells - 1
        inside = np.flatnonzero((rays[1] > 0) & (u >= 0) & (u < last) & (v >= 0) & (v < last))
        within = self._within(camera, x, y)
        for grid, one in zip(self._dark, dark, strict=True):
            found = np.zeros(len(across), np.float32)
            found[inside] = _between(grid, u[inside], v[inside])
            coarse = found.reshape(len(y), len(x)) * within
            one[top:] = _drawn_out(_drawn_out(coarse, height - top).T, width).T
        return np.broadcast_to(dark, (3, height, width))

    def _within(self, camera: Camera, x: Points, y: Points) -> Float32s:
        """At rows and columns: 1 around the model, 0 at the edge, where a cut shadow looks like a fault."""
        width, height = camera.size
        points_x, points_y, _ = camera.place(self._points[self._points[:, 1] > self._level - 1])
        middle, foot = float(points_x.min() + points_x.max()) / 2, float(points_y.min())
        right = x - middle
        side = np.where(right < 0, max(middle, 1), max(width - middle, 1))
        # In a wide picture no farther from its sides than in others.
        right = np.maximum(1 - (side - np.abs(right)) / np.minimum(side, _SIDE * height), 0)
        down = np.maximum((y - foot) / max(height - foot, 1), 0)
        out = (right[None] ** _ROUNDNESS + down[:, None] ** _ROUNDNESS) ** (1 / _ROUNDNESS)
        return _eased((1 - out) / (1 - _FADES))

    def _horizon(self, camera: Camera) -> int:
        """The first row that the grid can be seen in."""
        far = self._span
        corners = [(x, z) for x in (0, far) for z in (0, far)]
        spots = np.array([(self._low[0] + x, self._level, self._low[1] + z) for x, z in corners])
        _, y, ahead = camera.place(spots)
        return int(y.min()) if (ahead > 1).all() else 0


def _middles(first: int, end: int) -> Points:
    """Where to look along one side of a picture: the middles of some pixels, and a little beyond the last."""
    return np.arange(first, end + _STEP, _STEP, dtype=np.float64) + 0.5


def _drawn_out(values: Float32s, rows: int) -> Float32s:
    """From every few rows to all of them."""
    share = (np.arange(_STEP, dtype=np.float32) / np.float32(_STEP))[None, :, None]
    between: Float32s = values[:-1, None] * (1 - share) + values[1:, None] * share
    return between.reshape(-1, values.shape[1])[:rows]


def _eased(values: NDArray[np.float64]) -> Float32s:
    """From 0 to 1 without a corner at either end."""
    ramp = np.clip(values, 0, 1).astype(np.float32)
    return ramp * ramp * (3 - 2 * ramp)


def _between(grid: Float32s, x: Float32s, z: Float32s) -> Float32s:
    column, row = x.astype(np.intp), z.astype(np.intp)
    u, v = x - column.astype(np.float32), z - row.astype(np.float32)
    top = grid[row, column] * (1 - u) + grid[row, column + 1] * u
    bottom = grid[row + 1, column] * (1 - u) + grid[row + 1, column + 1] * u
    return (top * (1 - v) + bottom * v).astype(np.float32)


def _blurred(grids: Float32s, steps: Sequence[int]) -> Float32s:
    for step in steps:
        for axis in (1, 2):
            grids = np.float32(0.25) * (np.roll(grids, step, axis) + 2 * grids + np.roll(grids, -step, axis))
    return grids
