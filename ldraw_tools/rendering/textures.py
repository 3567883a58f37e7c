"""Pictures on surfaces: which point of the picture a place has, and its colour there."""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.reading.texture_maps import TextureMap
from ldraw_tools.rendering.camera import Planes
from ldraw_tools.rendering.paint import linear

Float32s = NDArray[np.float32]
Floats = NDArray[np.float64]
# A picture (h, w, 4) in linear light, then half as large, and so on as far as was asked for.
Levels = list[Float32s]

# The largest picture, in bytes and in pixels.
MOST_BYTES, MOST_PIXELS = 8 * 1024 * 1024, 4_000_000

# Half a picture and a little more: faces exactly at its border are in it.
_REACH = 0.5005


@dataclass(frozen=True, slots=True)
class PictureFrame:
    """How a picture lies: where from (3,), three ways (3, 3), and how far it goes round and up, in radians.

    The three ways are across, up or down, and ahead; their lengths make coordinates go from 0 to 1.
    """

    kind: str
    origin: Floats
    ways: Floats
    round_and_up: tuple[float, float]

    @property
    def width(self) -> float:
        """About how wide a picture lies, in LDraw units."""
        if self.kind == "PLANAR":
            return 1 / max(float(np.linalg.norm(self.ways[0])), 1e-9)
        return self.round_and_up[0] / max(float(np.linalg.norm(self.ways[2])), 1e-9)

    def spots(self, places: Planes | Floats) -> tuple[Floats, Floats]:
        """Across and down the picture, each (n,) from 0 to 1 where it is, of places (3, n)."""
        x, y, z = self.ways @ (places - self.origin[:, None])
        if self.kind == "PLANAR":
            return x, y
        across = 0.5 + np.arctan2(x, z) / self.round_and_up[0]
        if self.kind == "CYLINDRICAL":
            return across, 1 - y
        high = np.arctan2(y, np.hypot(x, z))
        return across, 0.5 - high / self.round_and_up[1]


def frame_of(placed: TextureMap) -> PictureFrame:
    one, two, three = np.array(placed.points).reshape(3, 3)
    angles = [max(float(np.radians(angle)), 1e-6) for angle in (*placed.angles, 0.0, 0.0)[:2]]
    round_and_up = angles[0], angles[1]
    if placed.kind == "PLANAR":
        # From the upper left corner to the upper right and to the lower left one.
        across, down = two - one, three - one
        shares = across / max(float(across @ across), 1e-12), down / max(float(down @ down), 1e-12)
        return PictureFrame(placed.kind, one, np.stack((*shares, np.zeros(3))), round_and_up)
    if placed.kind == "CYLINDRICAL":
        # From the bottom to the top; the middle of the picture is towards the third point.
        along, far = _unit(two - one), float(np.linalg.norm(two - one))
        ahead = three - one - along * ((three - one) @ along)
        up = along / max(far, 1e-6)
    else:
        # From the middle towards the second point; the third says which way is up.
        ahead = two - one
        towards = _unit(ahead)
        along = _unit(three - one - towards * ((three - one) @ towards))
        up = along / max(float(np.linalg.norm(ahead)), 1e-6)
    near = max(float(np.linalg.norm(ahead)), 1e-6)
    right = np.cross(along, _unit(ahead)) / near
    return PictureFrame(placed.kind, one, np.stack((right, up, _unit(ahead) / near)), round_and_up)


def _unit(way: Floats) -> Floats:
    unit: Floats = way / max(float(np.linalg.norm(way)), 1e-9)
    return unit


class Texture:
    """A picture and how it lies; all that show the same picture share its levels."""

    def __init__(self, placed: TextureMap, levels: Levels) -> None:
        self.name, self.frame, self._levels = placed.image, frame_of(placed), levels

    @property
    def picture(self) -> Float32s:
        """(h, w, 4) in linear light, premultiplied by alpha."""
        return self._levels[0]

    def at(self, places: Planes, pixel_ldu: float) -> Float32s:
        """Light and its cover (4, n) at places (3, n), for pixels of a given size."""
        u, v = self.frame.spots(places)
        inside = np.flatnonzero((np.abs(u - 0.5) < _REACH) & (np.abs(v - 0.5) < _REACH))
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
        shown = np.zeros((4, len(u)), np.float32)
        shown[:, inside] = found.T
        return shown

    def _level(self, pixel_ldu: float) -> Float32s:
        """The picture half as large as often as its pixels are smaller than ours."""
        texel = self.frame.width / max(self._levels[0].shape[1], 1)
        times = int(np.clip(np.log2(max(pixel_ldu, 1e-9) / max(texel, 1e-9)) + 0.5, 0, 12))
        while len(self._levels) <= times and min(self._levels[-1].shape[:2]) > 1:
            self._levels.append(halved(self._levels[-1]))
        return self._levels[min(times, len(self._levels) - 1)]


def halved(picture: Float32s) -> Float32s:
    """Half as large; an odd row or column at the end is left out."""
    last = picture[: picture.shape[0] // 2 * 2, : picture.shape[1] // 2 * 2]
    whole: Float32s = last[::2, ::2] + last[1::2, ::2] + last[::2, 1::2] + last[1::2, 1::2]
    whole /= np.float32(4)
    return whole


def decoded(data: bytes) -> Levels | None:
    """The picture of a PNG; None for what isn't one, or is too large."""
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
