"""What a surface looks like, and colours as light: sRGB for people, linear for adding up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ldraw_tools.rendering.finishes import SOLID

if TYPE_CHECKING:
    from ldraw_tools.rendering.textures import Texture

Light = NDArray[np.float32]
RGB = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Paint:
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
_STEPS = 4096
_BRIGHTEST = 2.0
_ROOTS = np.linspace(0, 1, _STEPS + 1) ** 2 * _BRIGHTEST
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


def exposed(light: Light) -> Light:
    """The same as film would have it: what is very bright keeps some difference before it is white."""
    return _looked_up(_FILM, light)


def _looked_up(table: Light, light: Light) -> Light:
    place = np.sqrt(np.clip(light, 0, _BRIGHTEST) * np.float32(1 / _BRIGHTEST))
    shown: Light = table[(place * _STEPS + np.float32(0.5)).astype(np.int32)]
    return shown
