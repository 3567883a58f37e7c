"""Pictures on surfaces: which point of the picture a place has, and its colour there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.reading.texture_maps import TextureMap
from ldraw_tools.rendering.camera import Planes
from ldraw_tools.rendering.paint import Light, linear

Float32s = NDArray[np.float32]
# A picture (h, w, 4) in linear light, then half as large, and so on as far as was asked for.
Levels = list[Float32s]

# The largest picture, in bytes and in pixels.
MOST_BYTES, MOST_PIXELS = 8 * 1024 * 1024, 4_000_000


class Texture:
    """A picture and how it lies; all that show the same picture share its levels."""

    def __init__(self, placed: TextureMap, levels: Levels) -> None:
        self._map, self._levels = placed, levels

    def over(self, light: Light, places: Planes, pixel_ldu: float) -> Light:
        """The light (3, n) of a surface at places (3, n) with the picture on it; a pixel's size is given."""
        u, v = _MAPPINGS[self._map.kind](self._map, places)
        inside = np.flatnonzero((u >= 0) & (u <= 1) & (v >= 0) & (v <= 1))
        image = self._level(pixel_ldu)
        height, width = image.shape[:2]
        across, down = u[inside] * width - 0.5, v[inside] * height - 0.5
        column, row = np.floor(across), np.floor(down)
        right, below = (across - column).astype(np.float32), (down - row).astype(np.float32)
        found = np.zeros((len(inside), 4), np.float32)
        for x, y, part in (
            (0, 0, (1 - right) * (1 - below)),
            (1, 0, right * (1 - below)),
            (0, 1, (1 - right) * below),
            (1, 1, right * below),
        ):
            at = (
                np.clip(row + y, 0, height - 1).astype(np.intp),
                np.clip(column + x, 0, width - 1).astype(np.intp),
            )
            found += image[at] * part[:, None]
        shown = light.copy()
        shown[:, inside] = light[:, inside] * (1 - found[:, 3]) + found[:, :3].T
        return shown

    def _level(self, pixel_ldu: float) -> Float32s:
        """The picture half as large as often as its pixels are smaller than ours."""
        texel = _width(self._map) / max(self._levels[0].shape[1], 1)
        times = int(np.clip(np.log2(max(pixel_ldu, 1e-9) / max(texel, 1e-9)) + 0.5, 0, 12))
        while len(self._levels) <= times and min(self._levels[-1].shape[:2]) > 1:
            last = self._levels[-1]
            last = last[: last.shape[0] // 2 * 2, : last.shape[1] // 2 * 2]
            whole = last[::2, ::2] + last[1::2, ::2] + last[::2, 1::2] + last[1::2, 1::2]
            self._levels.append(whole / np.float32(4))
        return self._levels[min(times, len(self._levels) - 1)]


def _width(placed: TextureMap) -> float:
    """About how wide a picture lies, in LDraw units."""
    one, two, three = _corners(placed)
    if placed.kind == "PLANAR":
        return float(np.linalg.norm(two - one))
    out = two - one
    if placed.kind == "CYLINDRICAL":
        out = three - one
        along = (two - one) / max(float(np.linalg.norm(two - one)), 1e-9)
        out = out - along * float(out @ along)
    return float(np.linalg.norm(out)) * float(np.radians(abs(placed.angles[0])))


# Places across and down a picture, each (n,) from 0 to 1 where it is.
_Floats = NDArray[np.float64]
_Where = tuple[_Floats, _Floats]


def _corners(placed: TextureMap) -> tuple[NDArray[np.float64], ...]:
    one, two, three = np.array(placed.points).reshape(3, 3)
    return one, two, three


def _planar(placed: TextureMap, places: Planes) -> _Where:
    """From the upper left corner to the upper right and to the lower left one."""
    corner, right, below = _corners(placed)
    away = places.T - corner
    across, down = right - corner, below - corner
    wide, high = float(across @ across), float(down @ down)
    return away @ across / max(wide, 1e-12), away @ down / max(high, 1e-12)


def _cylindrical(placed: TextureMap, places: Planes) -> _Where:
    """Around the way from the bottom to the top; the middle of the picture is towards the third point."""
    bottom, top, front = _corners(placed)
    along = top - bottom
    length = max(float(np.linalg.norm(along)), 1e-6)
    up = along / length
    ahead, right = _ways(front - bottom, up)
    away = places.T - bottom
    angle = np.degrees(np.arctan2(away @ right, away @ ahead))
    return 0.5 + angle / max(placed.angles[0], 1e-6), 1 - (away @ up) / length


def _spherical(placed: TextureMap, places: Planes) -> _Where:
    """From the middle towards the second point; the third says which way is up."""
    centre, middle, above = _corners(placed)
    towards = (middle - centre) / max(float(np.linalg.norm(middle - centre)), 1e-6)
    up, _ = _ways(above - centre, towards)
    right = np.cross(up, towards)
    away = places.T - centre
    around = np.degrees(np.arctan2(away @ right, away @ towards))
    far = np.maximum(np.linalg.norm(away, axis=1), 1e-9)
    high = np.degrees(np.arcsin(np.clip((away @ up) / far, -1, 1)))
    return 0.5 + around / max(placed.angles[0], 1e-6), 0.5 - high / max(placed.angles[1], 1e-6)


def _ways(
    front: NDArray[np.float64], up: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What of a way is level, and what is to the right of who looks the other way; both one long."""
    level = front - up * (front @ up)
    level = level / max(float(np.linalg.norm(level)), 1e-9)
    return level, np.cross(up, level)


_MAPPINGS = {"PLANAR": _planar, "CYLINDRICAL": _cylindrical, "SPHERICAL": _spherical}


def decoded(data: bytes) -> Levels | None:
    """The picture of a PNG; None for what isn't one, or is too large."""
    import io

    from PIL import Image

    if len(data) > MOST_BYTES:
        return None
    try:
        with Image.open(io.BytesIO(data), formats=("PNG",)) as image:
            if image.width * image.height > MOST_PIXELS:
                return None
            flat = np.asarray(image.convert("RGBA")).astype(np.float32) / np.float32(255)
    # Whatever a broken picture causes.
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    alpha = flat[:, :, 3:]
    # Colours by how much there is of them, so that they can be added up.
    return [np.concatenate((linear(flat[:, :, :3]) * alpha, alpha), axis=2)]
