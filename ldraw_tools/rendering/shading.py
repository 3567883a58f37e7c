"""Light on surfaces: sky, sun, and what they mirror; from paints and normals to what the eye sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.measuring.shapes import Points
from ldraw_tools.rendering.camera import Camera, Planes
from ldraw_tools.rendering.finishes import (
    NUMBERS,
    SPECKED,
    Finish,
    Light,
    Paint,
    finish_of,
    linear,
    specks,
    spot,
)
from ldraw_tools.rendering.light import turn_points
from ldraw_tools.rendering.surroundings import bend, mirrored

Float32s = NDArray[np.float32]

SKY_LIGHT = 0.60
GROUND_LIGHT = 0.44
SUN_LIGHT = 0.57
FRONT_LIGHT = 0.37
# The least light from around, by how bright the paint is: light goes from wall to wall, and what is white
# is never drawn black.
_FLOOR, _BRIGHT_FLOOR = 0.34, 0.58
# From this on a surface shows what is around it.
_MIRRORS = 0.5
# How far away what is mirrored is, as a share of how far away the camera is.
_ROOM_SHARE = 0.35
# Of the sky, or of the sun.
ALL_OF_IT = np.ones(1, np.float32)


class Palette(NamedTuple):
    """Paints as columns: light and that of specks (3, n), all else (n,); `floor`: the least from around."""

    light: Light
    specks: Light
    floor: Float32s
    glow: Float32s
    alpha: Float32s
    finish: NDArray[np.intp]

    @classmethod
    def of(cls, paints: Sequence[Paint]) -> Palette:
        light, specks = (
            linear(np.array(colours, np.float32).reshape(-1, 3).T / 255)
            for colours in ([paint.rgb for paint in paints], [paint.speck for paint in paints])
        )
        return cls(
            light,
            specks,
            np.float32(_FLOOR) + np.float32(_BRIGHT_FLOOR - _FLOOR) * light.max(axis=0, initial=0),
            np.array([paint.glow for paint in paints], np.float32),
            np.array([paint.alpha for paint in paints], np.float32),
            np.array([NUMBERS.get(paint.finish, 0) for paint in paints], np.intp),
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


class Lamp(NamedTuple):
    """All light there is, from where; what is mirrored is that of a room around `middle`, `reach` wide."""

    sun: Points
    front: Points
    right: Points
    middle: Points
    reach: float


def lamp_for(camera: Camera, points: Points) -> Lamp:
    """For a picture of what has these points (n, 3)."""
    ahead = camera.place(points)[2]
    far = float(ahead.min() + ahead.max()) / 2 if len(points) else 1.0
    middle = camera.eye + camera.turn[2] * far
    return Lamp(sun_way(camera), -camera.turn[2], camera.turn[0], middle, _ROOM_SHARE * far)


def _strength(
    up: Float32s, to_front: Float32s, to_sun: Float32s, floor: Float32s, sky: Float32s, sun: Float32s
) -> Float32s:
    """(n,): how much light reaches surfaces; `floor` is what does without any sky."""
    strength = np.float32((SKY_LIGHT + GROUND_LIGHT) / 2) + np.float32((SKY_LIGHT - GROUND_LIGHT) / 2) * up
    strength += np.float32(FRONT_LIGHT) * np.maximum(to_front, 0)
    strength *= floor + (1 - floor) * sky
    strength += np.float32(SUN_LIGHT) * np.maximum(to_sun, 0) * sun
    return strength


def shade(
    lamp: Lamp,
    palette: Palette,
    paints: NDArray[np.int64],
    normals: Planes,
    away: Planes,
    sky: Float32s,
    sun: Float32s,
    places: Planes,
    light: Light | None = None,
) -> tuple[Light, Light]:
    """(3, n) light off surfaces and (3, n) gloss on them, to be added.

    `paints` (n,) are those of the pixels, `away` (3, n) is the way one looks; `sky` and `sun` say how much of
    them reaches a pixel: (n,), or one for all. `places` (3, n) is where pixels are; `light` (3, n) are their
    colours where those aren't the paints'.
    """
    to_sun, to_front = turn_points(normals, np.array([lamp.sun, lamp.front]))
    up = -normals[1]
    strength = _strength(up, to_front, to_sun, palette.floor.take(paints), sky, sun)
    strength += palette.glow.take(paints)
    if light is None:
        light = palette.light.take(paints, axis=1)
    facing = -(normals[0] * away[0] + normals[1] * away[1] + normals[2] * away[2])
    # The mirrored way: how near the sun it is, how far up it goes and to the side.
    twice = 2 * facing
    near_sun = np.maximum(twice * to_sun + turn_points(away, lamp.sun[None])[0], 0)
    to_box = away + twice * normals
    for axis, one in enumerate(to_box):
        one += (places[axis] - np.float32(lamp.middle[axis])) * np.float32(1 / lamp.reach)
    to_box /= np.sqrt(to_box[0] * to_box[0] + to_box[1] * to_box[1] + to_box[2] * to_box[2])
    side = turn_points(to_box, lamp.right[None])[0]
    seen = _Mirrored(np.clip(facing, 0, 1), -to_box[1], side, near_sun, sky, sun)
    finishes = palette.finish.take(paints)
    present = np.flatnonzero(np.bincount(finishes, minlength=len(NUMBERS))).tolist()
    if len(present) == 1 and present[0] not in SPECKED and not finish_of(present[0]).tinted:
        finish = finish_of(present[0])
        light *= strength * np.float32(finish.diffuse)
        return light, np.broadcast_to(seen.gloss(finish), light.shape)
    glosses = np.empty_like(light)
    for number in present:
        here = np.flatnonzero(finishes == number)
        finish = finish_of(number)
        part, colour = seen.where(here), light[:, here]
        if number in SPECKED:
            colour = _specked(number, colour, palette.specks.take(paints[here], axis=1), places[:, here])
        if finish.mirror > _MIRRORS:
            part = part._replace(up=bend(part.up, places[:, here]))
        gloss = part.gloss(finish)
        glosses[:, here] = gloss * colour if finish.tinted else gloss
        light[:, here] = colour * (strength[here] * np.float32(finish.diffuse))
    return light, glosses


def _specked(number: int, colour: Light, speck: Light, places: Planes) -> Light:
    """Colours with specks in them; those in glass glitter as they are turned."""
    there, turn = specks(number, places)
    if number != NUMBERS["speckle"]:
        speck = speck * (np.float32(0.7) + 6 * np.maximum(turn - np.float32(0.55), 0))
    return colour + (speck - colour) * there


class _Mirrored(NamedTuple):
    """How pixels face us (n,), where what they mirror is, and how much light is there."""

    facing: Float32s
    up: Float32s
    side: Float32s
    near_sun: Float32s
    sky: Float32s
    sun: Float32s

    def where(self, chosen: NDArray[np.intp]) -> _Mirrored:
        sky, sun = (values if len(values) == 1 else values[chosen] for values in (self.sky, self.sun))
        facing, up, side, near_sun = (
            values[chosen] for values in (self.facing, self.up, self.side, self.near_sun)
        )
        return _Mirrored(facing, up, side, near_sun, sky, sun)

    def gloss(self, finish: Finish) -> Float32s:
        """(n,): what is around, more of it at flat angles, and the sun as a bright spot."""
        rim = 1 - self.facing
        square = rim * rim
        rim *= square * square
        rim *= np.float32(finish.rim)
        rim += np.float32(finish.mirror)
        rim *= mirrored(finish.blur, self.up, self.side)
        rim *= np.float32(0.25) + np.float32(0.75) * self.sky
        shine: Float32s = rim
        if finish.lamp:
            shine += np.float32(finish.lamp) * spot(self.near_sun, finish.doublings) * self.sun
        return shine
