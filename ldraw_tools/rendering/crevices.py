"""Corners that stay dark: what neighbours in the picture hide from each other; smoothing that keeps edges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.rendering.camera import Planes

Float32s = NDArray[np.float32]
Part = tuple[slice, slice]

_RADIUS_LDU = 16.0
_RINGS = (0.12, 0.3, 0.6, 1.0)
_WAYS = 6
_FAR = np.float32(1e7)
# How far light is evened out along a surface, by steps.
_REACHES_LDU = (0.6, 1.6, 3.6)


@dataclass(frozen=True, slots=True)
class Relief:
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


def smoothed(values: Float32s, relief: Relief, pixels_per_ldu: float) -> Float32s:
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
