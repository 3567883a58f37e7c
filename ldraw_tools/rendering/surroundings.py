"""What surfaces mirror: a room with two soft boxes, as one small table for pictures and the 3D view alike."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.rendering.camera import Planes

Float32s = NDArray[np.float32]

# How bright the room is, by how far up one looks: a pale table, dark walls, a ceiling.
_ROOM = ((-1.0, 0.66), (-0.6, 0.52), (-0.2, 0.24), (-0.04, 0.1), (0.06, 0.14), (0.3, 0.2), (1.0, 0.42))
# Soft boxes: how bright, how far up from and to, how far to the right from and to. They hang before and
# behind the model, so that it has them from all sides.
_BOXES = ((3.4, 0.16, 0.76, -0.9, -0.06), (2.0, 0.18, 0.6, 0.32, 0.86))
# Their rims are soft by so much, and by this with all the blur that a finish can have.
_RIM, _BLUR = 0.03, 0.6
# Steps from -1 to 1 that profiles are worked out in, and those that they are looked up in.
_STEPS, _FINE = 256, 4096


@cache
def _profiles(blur: float) -> tuple[Float32s, list[tuple[Float32s, Float32s]]]:
    """The room's by height, and of each box those by height and from left to right."""
    ways = (np.arange(_STEPS) + 0.5) * (2 / _STEPS) - 1
    near = np.exp(-(((ways[:, None] - ways[None]) / (_RIM + _BLUR * blur)) ** 2))
    near /= near.sum(axis=1, keepdims=True)

    def blurred(profile: NDArray[np.float64]) -> Float32s:
        soft = (near * profile).sum(axis=1)
        fine: Float32s = np.interp(np.linspace(-1, 1, _FINE), ways, soft).astype(np.float32)
        return fine

    def within(low: float, high: float) -> Float32s:
        return blurred(((ways > low) & (ways < high)).astype(np.float64))

    heights, brightness = zip(*_ROOM, strict=True)
    room = blurred(np.interp(ways, heights, brightness))
    boxes = [
        (np.float32(bright) * within(low, high), within(left, right))
        for bright, low, high, left, right in _BOXES
    ]
    return room, boxes


def mirrored(blur: float, up: Float32s, side: Float32s) -> Float32s:
    """How bright what is mirrored is, by how far up and to the right its way goes, from -1 to 1.

    `blur` from 0, a mirror, to 1: how much of it falls together.
    """
    half = np.float32(_FINE / 2 - 0.5)
    height, across = ((np.clip(way, -1, 1) * half + half).astype(np.int32) for way in (up, side))
    room, boxes = _profiles(blur)
    found: Float32s = room.take(height)
    for by_height, from_left in boxes:
        found += by_height.take(height) * from_left.take(across)
    return found


def mirrored_table(blur: float, cells: int) -> Float32s:
    """(cells, cells): the same from straight down to straight up, each from the left to the right."""
    ways = ((np.arange(cells) + 0.5) * (2 / cells) - 1).astype(np.float32)
    up, side = np.meshgrid(ways, ways, indexing="ij")
    return mirrored(blur, up, side)


def bend(up: Float32s, places: Planes) -> Float32s:
    """The mirrored way of places (3, n), bent a little from place to place: no mirror is quite flat."""
    across = places[0] * np.float32(0.043) + places[1] * np.float32(0.071) + places[2] * np.float32(0.059)
    bent: Float32s = up + np.float32(0.12) * np.sin(across)
    return bent
