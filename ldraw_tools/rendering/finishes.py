"""What surfaces are made of: how much they mirror and how sharply, and what is mixed into them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ldraw_tools.rendering.camera import Planes

if TYPE_CHECKING:
    from ldraw_tools.rendering.textures import Texture


Float32s = NDArray[np.float32]

SOLID = "solid"


class Finish(NamedTuple):
    """`diffuse` is the share of light that is scattered; of the rest `mirror` comes back from straight ahead.

    `rim` is how much more comes back at flat angles. `tinted` mirrors have the colour of the paint.
    `blur` from 0, a mirror, to 1: how much of what is around falls together. `lamp` is how bright the sun's
    spot is, and `doublings` how often its size is halved.
    """

    diffuse: float = 1.0
    mirror: float = 0.04
    tinted: bool = False
    blur: float = 0.25
    lamp: float = 0.34
    doublings: int = 6
    rim: float = 0.32


_GLASS = Finish(mirror=0.045, blur=0.1, lamp=0.9, doublings=7, rim=0.6)
FINISHES = {
    SOLID: Finish(),
    "chrome": Finish(0.04, 0.95, True, 0.0, 0.9, 7, 0.05),
    "metal": Finish(0.38, 0.8, True, 0.3, 0.6, 4, 0.2),
    "pearl": Finish(0.74, 0.36, True, 0.45, 0.4, 3, 0.3),
    "rubber": Finish(0.9, 0.01, False, 1.0, 0.03, 2, 0.1),
    "fabric": Finish(0.94, 0.0, False, 1.0, 0.0, 1, 0.0),
    "milky": Finish(lamp=0.2, doublings=5),
    "speckle": Finish(),
    "transparent": _GLASS,
    "glitter": _GLASS,
    "opal": Finish(mirror=0.08, blur=0.3, lamp=0.5, doublings=5),
}
NUMBERS = {name: number for number, name in enumerate(FINISHES)}
_BY_NUMBER = tuple(FINISHES.values())


def spot(near_sun: Float32s, doublings: int) -> Float32s:
    """The sun's spot, by the cosine of the way to it: its power of two to the number of doublings."""
    for _ in range(doublings):
        near_sun = near_sun * near_sun
    return near_sun


def finish_of(number: int) -> Finish:
    return _BY_NUMBER[number]


# Specks: the size of a cell of space that may have one, the share of cells that do, and the least radius.
_SPECKS = {
    NUMBERS["speckle"]: (3.2, 0.62, 0.22),
    NUMBERS["glitter"]: (2.6, 0.30, 0.12),
    NUMBERS["opal"]: (1.1, 0.5, 0.3),
}
SPECKED = frozenset(_SPECKS)


def specks(number: int, places: Planes) -> tuple[Float32s, Float32s]:
    """(n,) each: how much of a speck is at places (3, n), and how it is turned, from 0 to 1."""
    size, share, least = _SPECKS[number]
    scaled = places / np.float32(size)
    cells = np.floor(scaled)
    inside = scaled - cells
    keys = cells.astype(np.int64).astype(np.uint64)
    key = keys[0] * np.uint64(73856093) ^ keys[1] * np.uint64(19349663) ^ keys[2] * np.uint64(83492791)
    random = _random(key, 5)
    radius = np.float32(least) + (np.float32(0.5) - np.float32(least)) * random[3]
    off = [part - (radius + (1 - 2 * radius) * one) for part, one in zip(inside, random, strict=False)]
    away = np.sqrt(off[0] * off[0] + off[1] * off[1] + off[2] * off[2])
    there = np.clip((radius - away) * np.float32(8), 0, 1)
    there *= random[4] < share
    return there, random[0]


def _random(keys: NDArray[np.uint64], number: int) -> list[Float32s]:
    """Numbers from 0 to 1 that look random, the same for the same keys."""
    found = []
    for _ in range(number):
        keys = keys * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        keys ^= keys >> np.uint64(29)
        found.append((keys >> np.uint64(40)).astype(np.float32) / np.float32(1 << 24))
    return found


Light = NDArray[np.float32]
RGB = tuple[int, int, int]


class Paint(NamedTuple):
    """`rgb` and `edge` are sRGB from 0 to 255, `alpha` is 1 for what can't be seen through.

    `finish` is one of `FINISHES`; `glow` from 0 to 1, light of its own; `speck` is what is mixed in.
    """

    rgb: RGB
    edge: RGB
    alpha: float = 1.0
    finish: str = SOLID
    glow: float = 0.0
    speck: RGB = (255, 255, 255)
    texture: Texture | None = None

    @property
    def is_glass(self) -> bool:
        return self.alpha < 1


# The paint of an LDraw colour code under a coat: 0 as it is, others as the caller means them.
PaintOf = Callable[[int, int], Paint]


# A table with every colour of 8 bits, and steps between them: powers of many numbers take ten times as long.
_FINE_STEPS = 64 * 255
_SRGB = np.linspace(0, 1, _FINE_STEPS + 1)
_LINEAR = np.where(_SRGB <= 0.04045, _SRGB / 12.92, ((_SRGB + 0.055) / 1.055) ** 2.4).astype(np.float32)


def linear(srgb: ArrayLike) -> Light:
    """sRGB from 0 to 1 as light."""
    places = np.clip(np.asarray(srgb, np.float32), 0, 1) * np.float32(_FINE_STEPS)
    light: Light = _LINEAR.take((places + np.float32(0.5)).astype(np.int32))
    return light


# Tables in steps of the square root, for the dark has most of the curve.
_ROOT_STEPS = 4096
_BRIGHTEST = 2.0
_ROOTS = np.linspace(0, 1, _ROOT_STEPS + 1) ** 2 * _BRIGHTEST
_BEND = 0.78


def _curve(light: NDArray[np.float64]) -> Light:
    light = np.clip(light, 0, 1)
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055).astype(np.float32)


_PLAIN = _curve(_ROOTS)
_FILM = _curve(
    np.where(_ROOTS < _BEND, _ROOTS, 1 - (1 - _BEND) * np.exp(-(_ROOTS - _BEND) / (1.4 * (1 - _BEND))))
)


def srgb(light: Light) -> Light:
    """Light as sRGB from 0 to 1; what is too bright is white."""
    return _looked_up(_PLAIN, light)


def expose(light: Light) -> Light:
    """The same as film would have it: what is very bright keeps some difference before it is white."""
    return _looked_up(_FILM, light)


def _looked_up(table: Light, light: Light) -> Light:
    place = np.sqrt(np.clip(light, 0, _BRIGHTEST) * np.float32(1 / _BRIGHTEST))
    shown: Light = table[(place * _ROOT_STEPS + np.float32(0.5)).astype(np.int32)]
    return shown
