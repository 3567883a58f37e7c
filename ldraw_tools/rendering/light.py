"""Where light comes from and what it reaches: the sky from many sides, and one sun with its shadow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.measuring.shapes import Points
from ldraw_tools.rendering.camera import Planes
from ldraw_tools.rendering.raster import NOTHING, Budget, DepthBuffer, is_facing, of_neighbours
from ldraw_tools.rendering.stage import Stage

Float32s = NDArray[np.float32]

# Ways to the sky that are tried, points of the surface that may be in the way, and cells of a map of them.
_WAYS = 16
_POINTS = 60_000
_SKY_CELLS = 112
_SUN_CELLS = 768
_TAPS = 10
_AT_ONCE = 30_000
# Triangles to keep for a second look, a hundred megabytes of them; more are moved once again.
_MOST_KEPT = 2_500_000
# What a surface gets from elsewhere, the table most of all, compared with the whole sky.
_ELSEWHERE = 0.5
# How far from its place a point looks into a map, in cells: else the cells of all maps show as streaks.
_SPREAD = np.float32(1.5)
# From corner to corner, compared with the height: what is wider than this is several models, or a flat one.
_ONE_WIDE, _MOST_WIDE = 2.0, 4.0
_GOLDEN = np.pi * (3 - np.sqrt(5))


def sky_ways(number: int = _WAYS) -> Points:
    """(n, 3) evenly over the upper half, none near the horizon."""
    height = 0.2 + 0.8 * (np.arange(number) + 0.5) / number
    around = np.arange(number) * _GOLDEN
    flat = np.sqrt(1 - height**2)
    return np.column_stack((flat * np.cos(around), -height, flat * np.sin(around)))


def turn_points(points: Planes, turn: Points) -> Planes:
    """Points (3, n) along the rows of a turn (k, 3), as (k, n)."""
    # Not a matrix product: that wakes other threads, and they cost more than they do.
    found = np.empty((len(turn), points.shape[1]), np.float32)
    part = np.empty(points.shape[1], np.float32)
    for row, one in zip(turn.astype(np.float32), found, strict=True):
        np.multiply(points[0], row[0], out=one)
        for axis in (1, 2):
            one += np.multiply(points[axis], row[axis], out=part)
    return found


def _by_parts(
    seen: Callable[[Planes, Planes | None], Float32s], points: Planes, normals: Planes | None
) -> Float32s:
    """The same for some points after the other: few enough at a time to stay in the processor's cache."""
    found = [np.empty(0, np.float32)]
    for start in range(0, points.shape[1], _AT_ONCE):
        some = slice(start, start + _AT_ONCE)
        found.append(seen(points[:, some], None if normals is None else normals[:, some]))
    return np.concatenate(found)


def _basis(way: Points) -> Points:
    """(3, 3): two directions across a way, and the one the light goes."""
    side = np.cross(way, [0.0, 0.0, 1.0] if abs(way[2]) < 0.9 else [1.0, 0.0, 0.0])
    side /= np.linalg.norm(side)
    return np.array([side, np.cross(side, way), -way])


class ShadowMap(NamedTuple):
    """How far light from one way gets (n, n): cells over the plane across it, from `low` on."""

    turn: Points
    low: tuple[float, float]
    cells_per_ldu: float
    reach: Float32s

    @property
    def cell_ldu(self) -> float:
        return 1 / self.cells_per_ldu

    def at(self, points: Planes) -> tuple[Float32s, Float32s, Float32s]:
        """Column and row, in parts of a cell, and how deep points (3, n) are."""
        across, along, depth = turn_points(points, self.turn)
        across -= np.float32(self.low[0])
        along -= np.float32(self.low[1])
        across *= np.float32(self.cells_per_ldu)
        along *= np.float32(self.cells_per_ldu)
        return across, along, depth

    def reach_at(self, column: Float32s, row: Float32s) -> Float32s:
        size = len(self.reach)
        cells = np.clip(row.astype(np.int32), 0, size - 1) * size
        cells += np.clip(column.astype(np.int32), 0, size - 1)
        return self.reach.reshape(-1).take(cells)


class Sky:
    """How much of the sky points see, by maps of the surface from many sides."""

    def __init__(self, stage: Stage) -> None:
        self._ways = sky_ways()
        times = how_many_wide(stage.points)
        cloud = surface_points(stage, round(_POINTS * times))
        size = round(_SKY_CELLS * times)
        self._maps = [_splat(cloud, way, size) for way in self._ways] if cloud.size else []

    def seen(self, points: Planes, normals: Planes | None = None) -> Float32s:
        """(n,) from 0 to 1 for points (3, n); with normals the part of the sky before the surface."""
        if not self._maps:
            return np.ones(points.shape[1], np.float32)
        return _by_parts(self._seen, points, normals)

    def _seen(self, points: Planes, normals: Planes | None) -> Float32s:
        number = points.shape[1]
        if normals is None:
            weights: Float32s = (self._ways[:, 1] ** 2).astype(np.float32)
            total: Float32s = np.zeros(number, np.float32)
            for part, shadow in zip(weights, self._maps, strict=True):
                total += part * self._reached(shadow, points, np.float32(0))
            # Not a hair above 1: who asks takes powers of what is missing.
            np.minimum(total / weights.sum(), 1, out=total)
            return total
        light, whole = np.full(number, _ELSEWHERE, np.float32), np.full(number, _ELSEWHERE, np.float32)
        # Even along a row of pixels, and the same every time.
        spread = (
            (np.arange(number) * 0.7548776662 % 1).astype(np.float32),
            (np.arange(number) * 0.5698402910 % 1).astype(np.float32),
        )
        for way, shadow in zip(self._ways, self._maps, strict=True):
            facing = turn_points(normals, way[None])[0]
            some = np.flatnonzero(facing > 0.08)
            slant = facing.take(some)
            # Out of the surface by more than a cell, or it would shade itself; more where it slants.
            lifted = normals.take(some, axis=1)
            lifted *= np.float32(1.6 * shadow.cell_ldu)
            lifted += points.take(some, axis=1)
            slack = np.minimum(np.sqrt(1 - np.minimum(slant * slant, 1)) / slant, 4)
            weight = slant + np.float32(0.05)
            light[some] += weight * self._reached(shadow, lifted, slack, (spread[0][some], spread[1][some]))
            whole[some] += weight
        return light / whole

    def _reached(
        self,
        shadow: ShadowMap,
        points: Planes,
        slack: Float32s | np.float32,
        spread: tuple[Float32s, Float32s] | None = None,
    ) -> Float32s:
        """From 0 to 1; what lies behind a cell's surface by less than the slack, in cells, is on it."""
        column, row, depth = shadow.at(points)
        if spread:
            column += (spread[0] - np.float32(0.5)) * _SPREAD
            row += (spread[1] - np.float32(0.5)) * _SPREAD
        depth -= shadow.reach_at(column, row)
        depth *= np.float32(shadow.cells_per_ldu)
        depth -= slack
        reached: Float32s = np.clip(np.float32(1.3) - np.float32(0.4) * depth, 0, 1)
        return reached


def how_many_wide(points: Points) -> float:
    """About how many models of this height stand side by side: shadows of a row are as fine as of one."""
    if not len(points):
        return 1.0
    across, high, along = np.ptp(points, axis=0)
    return float(np.clip(np.hypot(across, along) / max(_ONE_WIDE * high, 1.0), 1.0, _MOST_WIDE))


def surface_points(stage: Stage, number: int) -> Planes:
    """About this many points (3, n), spread evenly over all opaque surfaces; the same every time."""
    few = list(_opaque(stage)) if stage.triangle_count <= _MOST_KEPT else None
    total = sum(float(areas.sum(dtype=np.float64)) for _, areas in few or _opaque(stage))
    found = [np.empty((3, 0), np.float32)]
    carried = 0.5
    for places, areas in (few or _opaque(stage)) if total else ():
        marks = np.floor(carried + np.cumsum(areas, dtype=np.float64) * (number / total))
        times = np.diff(marks, prepend=np.floor(carried)).astype(np.intp)
        carried += float(areas.sum(dtype=np.float64)) * (number / total)
        which = np.repeat(np.arange(len(times)), times)
        count = np.arange(len(which))
        # Two irrational steps fill a square evenly, and the square folds into the triangle.
        u, v = (
            ((0.7548776662 * count) % 1).astype(np.float32),
            ((0.5698402910 * count) % 1).astype(np.float32),
        )
        over = u + v > 1
        u, v = np.where(over, 1 - u, u), np.where(over, 1 - v, v)
        corner, one, other = (places[:, number].take(which, axis=1) for number in range(3))
        found.append(corner + u * (one - corner) + v * (other - corner))
    return np.concatenate(found, axis=1)


def _opaque(stage: Stage) -> Iterator[tuple[Float32s, Float32s]]:
    """Places (3, 3, n) and areas (n,) of all triangles that aren't seen through, some at a time."""
    for some in stage.triangles(np.eye(3, 4)):
        kept = stage.is_opaque[some.paints] & np.isfinite(some.places).all(axis=(0, 1))
        places = some.places.take(np.flatnonzero(kept), axis=2).astype(np.float32)
        yield places, _areas(places)


def _areas(places: Float32s) -> Float32s:
    a, b = places[:, 1] - places[:, 0], places[:, 2] - places[:, 0]
    x, y, z = a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    areas: Float32s = np.sqrt(x * x + y * y + z * z)
    return areas


def _splat(cloud: Planes, way: Points, size: int) -> ShadowMap:
    turn = _basis(way)
    across, along, depth = turn_points(cloud, turn)
    low = float(across.min()), float(along.min())
    span = max(float(across.max()) - low[0], float(along.max()) - low[1], 1.0)
    per_ldu = (size - 5) / span
    low = low[0] - 2 / per_ldu, low[1] - 2 / per_ldu
    cells = ((along - np.float32(low[1])) * np.float32(per_ldu)).astype(np.int32) * size
    cells += ((across - np.float32(low[0])) * np.float32(per_ldu)).astype(np.int32)
    flat = np.full(size * size, np.inf, np.float32)
    np.minimum.at(flat, cells, depth)
    reach = flat.reshape(size, size)
    # Cells between points: what is around them stands for them.
    filled = np.where(np.isinf(reach), of_neighbours(reach, np.minimum), reach)
    return ShadowMap(turn, low, per_ldu, filled)


class Sun:
    """One strong light and its shadow, soft at the edge."""

    def __init__(self, stage: Stage, way: Points, budget: Budget) -> None:
        self.way = way
        turn = _basis(way)
        across, along, deep = turn_points(stage.points.T.astype(np.float32), turn)
        size = _SUN_CELLS
        low = float(across.min()), float(along.min())
        per_ldu = (size - 8) / max(float(across.max()) - low[0], float(along.max()) - low[1], 1.0)
        low = low[0] - 4 / per_ldu, low[1] - 4 / per_ldu
        near, far = float(deep.min()), float(deep.max())
        # A little more than all of it, so that nothing is rounded away at either end.
        near, span = near - 0.01 * (far - near) - 1, 1.02 * (far - near) + 2
        buffer = DepthBuffer(size, size, budget)
        for some in stage.triangles(np.concatenate((turn, np.zeros((3, 1))), axis=1)):
            x, y = (some.places[0] - low[0]) * per_ldu, (some.places[1] - low[1]) * per_ldu
            kept = stage.is_opaque[some.paints] & np.isfinite(some.places).all(axis=(0, 1))
            kept &= (is_facing(x, y) ^ some.turned) | some.two_sided
            chosen = np.flatnonzero(kept)
            x, y, depth = (values.take(chosen, axis=1) for values in (x, y, (some.places[2] - near) / span))
            buffer.draw(x, y, np.clip(depth, 0, 1), some.ids.take(chosen))
        reach = buffer.depths * np.float32(span) + np.float32(near)
        reach[buffer.keys == NOTHING] = np.inf
        self._map = ShadowMap(turn, low, per_ldu, reach.reshape(size, size))

    def seen(self, points: Planes, normals: Planes | None = None, softness_ldu: float = 2.5) -> Float32s:
        """(n,) from 0, in shadow, to 1 for points (3, n)."""
        return _by_parts(lambda some, ways: self._seen(some, ways, softness_ldu), points, normals)

    def _seen(self, points: Planes, normals: Planes | None, softness_ldu: float) -> Float32s:
        shadow = self._map
        slack = np.float32(max(1.2 * shadow.cell_ldu, 0.6))
        soft = max(softness_ldu, shadow.cell_ldu)
        column, row, depth = shadow.at(points if normals is None else points + normals * slack)
        depth -= slack
        across, along = (np.float32(0), np.float32(0)) if normals is None else self._slopes(normals)
        light = np.zeros(points.shape[1], np.float32)
        for number in range(_TAPS):
            out, around = soft * np.sqrt((number + 0.5) / _TAPS), number * _GOLDEN
            u, v = np.float32(out * np.cos(around)), np.float32(out * np.sin(around))
            per_ldu = np.float32(shadow.cells_per_ldu)
            reach = shadow.reach_at(column + u * per_ldu, row + v * per_ldu)
            light += depth + (across * u + along * v) <= reach
        return light / np.float32(_TAPS)

    def _slopes(self, normals: Planes) -> tuple[Float32s, Float32s]:
        """How much deeper a surface gets across the map: beside a point it isn't as deep as at it."""
        x, y, towards = turn_points(normals, self._map.turn)
        steep = -1 / np.minimum(towards, np.float32(-0.12))
        return x * steep, y * steep
