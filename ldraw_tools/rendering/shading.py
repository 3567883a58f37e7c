"""Light on plastic: sky, sun, a little gloss; from paints and normals to what the eye sees."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.measuring.shapes import Points
from ldraw_tools.records import record
from ldraw_tools.rendering.camera import Camera, Planes
from ldraw_tools.rendering.light import turned
from ldraw_tools.rendering.paint import Light, Paint, linear

Float32s = NDArray[np.float32]

_SKY = 0.60
_GROUND = 0.44
_SUN = 0.60
_FRONT = 0.28
# The least light from around, by how bright the paint is: light goes from wall to wall, and what is white
# is never drawn black.
_FLOOR, _BRIGHT_FLOOR = 0.34, 0.58
_GLOSS = 0.55
# Of the sky, or of the sun.
ALL_OF_IT = np.ones(1, np.float32)


@record
class Palette:
    """Paints as columns: light (3, n), the least light from around, shine, glow and alpha (n,)."""

    light: Light
    floor: Float32s
    shine: Float32s
    glow: Float32s
    alpha: Float32s

    @classmethod
    def of(cls, paints: Sequence[Paint]) -> Palette:
        light = linear(np.array([paint.rgb for paint in paints], np.float32).reshape(-1, 3).T / 255)
        return cls(
            light,
            np.float32(_FLOOR) + np.float32(_BRIGHT_FLOOR - _FLOOR) * light.max(axis=0, initial=0),
            np.array([paint.shine for paint in paints], np.float32),
            np.array([paint.glow for paint in paints], np.float32),
            np.array([paint.alpha for paint in paints], np.float32),
        )

    def at(self, paints: NDArray[np.int64]) -> Palette:
        """The paint of every pixel."""
        return Palette(
            self.light.take(paints, axis=1),
            self.floor.take(paints),
            self.shine.take(paints),
            self.glow.take(paints),
            self.alpha.take(paints),
        )


def sun_way(camera: Camera) -> Points:
    """Towards the sun: over the photographer's left shoulder."""
    level = camera.turn[2] * [1.0, 0.0, 1.0]
    if np.linalg.norm(level) < 1e-6:
        level = camera.turn[1] * [-1.0, 0.0, -1.0]
    level /= np.linalg.norm(level)
    way = -0.62 * camera.turn[0] - 0.62 * level + np.array([0.0, -1.0, 0.0])
    unit: Points = way / np.linalg.norm(way)
    return unit


@record
class Lamp:
    """All light there is, from where."""

    sun: Points
    front: Points


def lamp_for(camera: Camera) -> Lamp:
    return Lamp(sun_way(camera), -camera.turn[2])


def shade(
    lamp: Lamp, paint: Palette, normals: Planes, away: Planes, sky: Float32s, sun: Float32s
) -> tuple[Light, Float32s]:
    """(3, n) light off surfaces and (n,) gloss on them, to be added.

    `away` (3, n) is the way one looks; `sky` and `sun` say how much of them reaches a pixel: (n,), or one
    for all.
    """
    to_sun, to_front = turned(normals, np.array([lamp.sun, lamp.front]))
    up = -normals[1]
    strength = np.float32((_SKY + _GROUND) / 2) + np.float32((_SKY - _GROUND) / 2) * up
    strength += np.float32(_FRONT) * np.maximum(to_front, 0)
    strength *= paint.floor + (1 - paint.floor) * sky
    strength += np.float32(_SUN) * np.maximum(to_sun, 0) * sun
    strength += paint.glow
    facing = -(normals[0] * away[0] + normals[1] * away[1] + normals[2] * away[2])
    return paint.light * strength, _gloss(lamp, paint.shine, facing, to_sun, up, away, sky, sun)


def _gloss(
    lamp: Lamp,
    shine: Float32s,
    facing: Float32s,
    to_sun: Float32s,
    up: Float32s,
    away: Planes,
    sky: Float32s,
    sun: Float32s,
) -> Float32s:
    """What is mirrored: the sky at flat angles, and the sun as a bright spot."""
    rim = 1 - np.clip(facing, 0, 1)
    rim = rim * rim
    rim = rim * rim * rim * np.float32(0.5) + np.float32(0.03)
    # The mirrored way: how far up it goes, and how near the sun it is.
    twice = 2 * facing
    bounce_up = twice * up - away[1]
    near_sun = np.maximum(twice * to_sun + turned(away, lamp.sun[None])[0], 0)
    for _ in range(5):
        near_sun = near_sun * near_sun
    mirrored = np.clip(np.float32(0.35) + np.float32(0.65) * bounce_up, 0, 1) * sky
    rim *= mirrored * np.sqrt(4 * shine)
    gloss: Float32s = np.float32(_GLOSS) * (rim + np.float32(0.55) * shine * near_sun * sun)
    return gloss
