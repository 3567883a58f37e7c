"""How much of sky and sun reaches each pixel: worked out for one of several, and spread along surfaces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.rendering.camera import Camera, Planes
from ldraw_tools.rendering.light import Sky, Sun, turn_points
from ldraw_tools.rendering.pixel_samples import FINE, Pixels, Places
from ldraw_tools.rendering.raster import NOTHING, Keys, depths_of, ids_of
from ldraw_tools.rendering.surface import DepthRange, Faces

Float32s = NDArray[np.float32]
Part = tuple[slice, slice]

_RADIUS_LDU = 16.0
_RINGS = (0.12, 0.3, 0.6, 1.0)
_WAYS = 6
_FAR = np.float32(1e7)
# How far light is evened out along a surface, by steps.
_REACHES_LDU = (0.6, 1.6, 3.6)


class Relief(NamedTuple):
    """Places and normals as planes (3, h, w), right, down and ahead; far away where nothing is seen."""

    places: Float32s
    normals: Float32s

    @classmethod
    def of(cls, pixels: NDArray[np.intp], places: Planes, normals: Planes, size: tuple[int, int]) -> Relief:
        """From those (3, n) of the pixels where something is."""
        width, height = size
        planes = np.full((3, height * width), _FAR, np.float32)
        turns = np.zeros((3, height * width), np.float32)
        planes[:, pixels] = places
        turns[:, pixels] = normals
        return cls(planes.reshape(3, height, width), turns.reshape(3, height, width))

    def pairs(self, across: int, down: int) -> tuple[Part, Part]:
        """The part of the picture that has a neighbour there, and the neighbours."""
        _, height, width = self.places.shape
        here = slice(max(0, -down), height - max(0, down)), slice(max(0, -across), width - max(0, across))
        there = slice(max(0, down), height - max(0, -down)), slice(max(0, across), width - max(0, -across))
        return here, there


def openness(relief: Relief, pixels_per_ldu: float) -> Float32s:
    """(h, w) from 0, deep in a corner, to 1."""
    _, height, width = relief.places.shape
    hidden = np.zeros((height, width), np.float32)
    radius = np.float32(_RADIUS_LDU)
    for number, ring in enumerate(_RINGS):
        out = max(ring * _RADIUS_LDU * pixels_per_ldu, 1.0 + number)
        for way in range(_WAYS):
            angle = 2 * np.pi * (way + number / len(_RINGS)) / _WAYS
            across, down = round(out * np.cos(angle)), round(out * np.sin(angle))
            if abs(across) >= width or abs(down) >= height:
                continue
            here, there = relief.pairs(across, down)
            x, y, z = (plane[there] - plane[here] for plane in relief.places)
            nx, ny, nz = (plane[here] for plane in relief.normals)
            square = x * x
            square += y * y
            square += z * z
            height_above = np.multiply(x, nx, out=x)
            height_above += np.multiply(y, ny, out=y)
            height_above += np.multiply(z, nz, out=z)
            # The sine of how far it stands up, less where it is far away.
            far = np.add(square, np.float32(1e-4), out=y)
            height_above /= np.sqrt(far, out=far)
            height_above -= np.float32(0.12)
            square /= radius * radius
            np.subtract(1, square, out=square)
            height_above *= np.maximum(square, 0, out=square)
            hidden[here] += np.maximum(height_above, 0, out=height_above)
    share = hidden * np.float32(2.2 / (len(_RINGS) * _WAYS))
    opened: Float32s = np.exp(-np.minimum(share * np.float32(2.2), 4))
    return opened


def smooth(values: Float32s, relief: Relief, pixels_per_ldu: float) -> Float32s:
    """(h, w) evened out along surfaces, not across their edges."""
    steps = sorted(
        {max(round(reach * pixels_per_ldu), place + 1) for place, reach in enumerate(_REACHES_LDU)}
    )
    height, width = values.shape
    across = [(step, 0) for step in steps if step < width]
    down = [(0, step) for step in steps if step < height]
    along, upwards = (list(_neighbours(relief, ways, pixels_per_ldu)) for ways in (across, down))
    for pairs in (along, upwards, along, upwards):
        total = values.copy()
        weight = np.ones_like(values)
        for here, there, same in pairs:
            total[here] += same * values[there]
            weight[here] += same
        values = total / weight
    return values


def _neighbours(
    relief: Relief, ways: list[tuple[int, int]], pixels_per_ldu: float
) -> Iterator[tuple[Part, Part, NDArray[np.bool_]]]:
    """Both ways: a part of the picture, its neighbours, and which of them are on one surface."""
    for across, down in ways:
        for sign in (-1, 1):
            here, there = relief.pairs(sign * across, sign * down)
            yield here, there, _on_one_surface(relief, here, there, max(across, down) / pixels_per_ldu)


def _on_one_surface(relief: Relief, here: Part, there: Part, reach_ldu: float) -> NDArray[np.bool_]:
    x, y, z = (plane[there] - plane[here] for plane in relief.places)
    nx, ny, nz = (plane[here] for plane in relief.normals)
    mx, my, mz = (plane[there] for plane in relief.normals)
    alike = nx * mx + ny * my + nz * mz > np.float32(0.8)
    # Of two places of a round surface the way between them lies across both normals together.
    off = np.abs(x * (nx + mx) + y * (ny + my) + z * (nz + mz))
    same: NDArray[np.bool_] = alike & (off < np.float32(0.4 + 0.2 * reach_ldu))
    return same


# Light changes slowly along a surface: how many LDraw units one place stands for, and the most pixels a side.
_PATCH_LDU, _WIDEST = 0.7, 4
# What is on one surface: how alike two normals are, and how far off its plane a place may be.
_ALIKE = np.float32(0.8)
_OFF_LDU, _OFF_SHARE = 0.4, 0.2


class Daylight(NamedTuple):
    """The share of the sky's and of the sun's light, both (h * w,), or one for all."""

    sky: Float32s
    sun: Float32s

    def at(self, pixels: Places) -> tuple[Float32s, Float32s]:
        if len(self.sky) == 1:
            return self.sky, self.sun
        return self.sky.take(pixels), self.sun.take(pixels)


class _View:
    """Where pixels are in the world, and how they are turned."""

    def __init__(self, camera: Camera, depths: DepthRange, faces: Faces) -> None:
        self._camera, self._depths, self._faces = camera, depths, faces

    def seen(self, row: Places, column: Places, keys: Keys) -> tuple[Planes, Planes]:
        """Ways (3, n) from the eye to pixels, and normals there."""
        x, y = column.astype(np.float32) + np.float32(0.5), row.astype(np.float32) + np.float32(0.5)
        rays = self._camera.rays(x, y)
        rays *= self._depths.ahead(depths_of(keys))
        return rays, self._faces.normals(self._faces.at(ids_of(keys)), x * FINE, y * FINE)


def daylight(
    sky: Sky,
    sun: Sun,
    camera: Camera,
    depths: DepthRange,
    faces: Faces,
    pixels: Pixels,
    pixels_per_ldu: float,
) -> Daylight:
    """At every pixel that is covered, and all of it at the others."""
    found = Daylight(*(np.ones(pixels.width * pixels.height, np.float32) for _ in range(2)))
    covered = np.flatnonzero(pixels.is_covered)
    if not len(covered):
        return found
    view = _View(camera, depths, faces)
    step = int(np.clip(pixels_per_ldu / _PATCH_LDU, 1, _WIDEST))
    patches = _Patches(pixels, covered, step)
    rays, normals = view.seen(patches.row, patches.column, patches.keys)
    eye = camera.eye.astype(np.float32)[:, None]
    shape = patches.shape
    relief = Relief.of(
        patches.places, turn_points(rays, camera.turn), turn_points(normals, camera.turn), shape[::-1]
    )
    seen, lit = np.ones(shape, np.float32), np.ones(shape, np.float32)
    rays += eye
    seen.reshape(-1)[patches.places] = sky.seen(rays, normals)
    lit.reshape(-1)[patches.places] = sun.seen(rays, normals)
    scale = pixels_per_ldu / step
    opened = openness(relief, scale)
    seen = smooth(seen, relief, scale)
    seen *= opened
    left = patches.spread(relief, seen, lit, faces.planes(camera.turn), faces, found, 1 / scale)
    if len(left):
        # Slivers of surfaces that stand for nothing around them.
        row, column = np.divmod(left, pixels.width)
        rays, normals = view.seen(row, column, pixels.nearest.take(left))
        rays += eye
        found.sky[left] = sky.seen(rays, normals) * opened.reshape(-1).take(patches.of(row, column))
        found.sun[left] = sun.seen(rays, normals)
    return found


class _Patches:
    """Squares of pixels, each with one that stands for it: the nearest of them."""

    def __init__(self, pixels: Pixels, covered: Places, step: int) -> None:
        row, column = np.divmod(covered, pixels.width)
        # Beyond the box of what is seen there is nothing to light, and nothing that could shade.
        self._top, self._left = int(row.min()), int(column.min())
        height, width = int(row.max()) + 1 - self._top, int(column.max()) + 1 - self._left
        self._pixels, self._step = pixels, step
        self.shape = -(-height // step), -(-width // step)
        self._keys = np.full((self.shape[0] * step, self.shape[1] * step), NOTHING, np.uint64)
        whole = pixels.nearest.reshape(pixels.height, pixels.width)
        self._keys[:height, :width] = whole[self._top : self._top + height, self._left : self._left + width]
        self._size = height, width
        nearest, which = np.full(self.shape, NOTHING, np.uint64), np.zeros(self.shape, np.intp)
        for number in range(step * step):
            some = self._keys[number // step :: step, number % step :: step]
            np.copyto(which, number, where=some < nearest)
            np.minimum(nearest, some, out=nearest)
        self.places = np.flatnonzero(nearest != NOTHING)
        down, across = np.divmod(self.places, self.shape[1])
        inner_row, inner_column = np.divmod(which.reshape(-1).take(self.places), step)
        self.row, self.column = self._top + down * step + inner_row, self._left + across * step + inner_column
        self.keys: Keys = nearest.reshape(-1).take(self.places)

    def of(self, row: Places, column: Places) -> Places:
        """The patches that pixels are in."""
        return ((row - self._top) // self._step) * self.shape[1] + (column - self._left) // self._step

    def spread(
        self,
        relief: Relief,
        sky: Float32s,
        sun: Float32s,
        planes: Planes,
        faces: Faces,
        found: Daylight,
        patch_ldu: float,
    ) -> Places:
        """Light of patches to the pixels around that lie on the same surface; those that got none."""
        step, (height, width) = self._step, self._size
        covered = np.flatnonzero(self._keys.reshape(-1) != NOTHING)
        face = np.zeros(self._keys.size, np.int64)
        face[covered] = faces.at(ids_of(self._keys.reshape(-1).take(covered)))
        face = face.reshape(self._keys.shape)
        bound = np.float32(_OFF_LDU + _OFF_SHARE * patch_ldu)
        around = [np.pad(plane, 1, mode="edge") for plane in (*relief.places, *relief.normals, sky, sun)]
        light = np.empty((3, *self._keys.shape), np.float32)
        for number in range(step * step):
            row, column = divmod(number, step)
            own = np.stack([plane.take(face[row::step, column::step]) for plane in planes])
            light[:, row::step, column::step] = _mixed(
                own, around, _taps(row, step), _taps(column, step), bound
            )
        total, sky, sun = light[:, :height, :width]
        none = (total == 0) & (self._keys[:height, :width] != NOTHING)
        np.maximum(total, np.float32(1e-6), out=total)
        part = slice(self._top, self._top + height), slice(self._left, self._left + width)
        shape = self._pixels.height, self._pixels.width
        np.divide(sky, total, out=found.sky.reshape(shape)[part])
        np.divide(sun, total, out=found.sun.reshape(shape)[part])
        down, across = np.divmod(np.flatnonzero(none), width)
        return (down + self._top) * self._pixels.width + across + self._left


def _taps(offset: int, step: int) -> list[tuple[int, float]]:
    """Which patches along one axis a pixel at this place in its own looks at, and how much each counts."""
    away = (offset + 0.5) / step - 0.5
    if away == 0:
        return [(0, 1.0)]
    return [(0, 1 - abs(away)), (1 if away > 0 else -1, abs(away))]


def _mixed(
    own: Planes,
    around: list[Float32s],
    down: list[tuple[int, float]],
    across: list[tuple[int, float]],
    bound: np.float32,
) -> Planes:
    """(3, h, w) for pixels on planes (4, h, w): how much counts, and by that the light of sky and sun."""
    nx, ny, nz, off = own
    height, width = nx.shape
    found = np.zeros((3, height, width), np.float32)
    alike, part = np.empty_like(nx), np.empty_like(nx)
    for step_down, weight in down:
        for step_across, share in across:
            there = (
                slice(1 + step_down, 1 + step_down + height),
                slice(1 + step_across, 1 + step_across + width),
            )
            x, y, z, mx, my, mz, sky, sun = (plane[there] for plane in around)
            np.multiply(nx, x, out=alike)
            alike += np.multiply(ny, y, out=part)
            alike += np.multiply(nz, z, out=part)
            alike -= off
            same = np.abs(alike, out=alike) < bound
            np.multiply(nx, mx, out=alike)
            alike += np.multiply(ny, my, out=part)
            alike += np.multiply(nz, mz, out=part)
            same &= alike > _ALIKE
            counts = np.multiply(same, np.float32(weight * share), out=part)
            found[0] += counts
            found[1] += np.multiply(counts, sky, out=alike)
            found[2] += np.multiply(counts, sun, out=alike)
    return found
