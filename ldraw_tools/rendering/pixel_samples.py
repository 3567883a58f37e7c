"""Samples of pixels: most pixels show one face in all of theirs, and only the others need them one by one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.rendering.camera import Planes
from ldraw_tools.rendering.raster import NOTHING, DepthBuffer, Keys

Float32s = NDArray[np.float32]
Places = NDArray[np.intp]

# Samples a side for each pixel.
FINE = 2
SAMPLES = [(row, column) for row in range(FINE) for column in range(FINE)]


class PixelGrid:
    """Pixels (h, w), row by row, and their samples (FINE * h, FINE * w), row by row."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height

    def samples_of(self, pixels: Places) -> Places:
        """All samples of some pixels."""
        row, column = np.divmod(pixels, self.width)
        wide = FINE * self.width
        first = row * (FINE * wide) + column * FINE
        offsets = np.array([down * wide + across for down, across in SAMPLES])
        samples: Places = first[:, None] + offsets
        return samples.reshape(-1)

    def pixels_of(self, samples: Places) -> Places:
        """The pixels that samples are in."""
        row, column = np.divmod(samples, FINE * self.width)
        row //= FINE
        row *= self.width
        row += column // FINE
        return row

    def middles(self, pixels: Places) -> tuple[Float32s, Float32s]:
        """x and y of the middle of pixels, as samples are counted."""
        row, column = np.divmod(pixels, self.width)
        half = np.float32(FINE / 2)
        return (FINE * column).astype(np.float32) + half, (FINE * row).astype(np.float32) + half

    def spots(self, samples: Places) -> tuple[Float32s, Float32s]:
        """x and y of samples."""
        row, column = np.divmod(samples, FINE * self.width)
        half = np.float32(0.5)
        return column.astype(np.float32) + half, row.astype(np.float32) + half


class Pixels(PixelGrid):
    """What is seen in pixels: `nearest` (h * w,) is the key of the nearest of their samples."""

    def __init__(self, buffer: DepthBuffer) -> None:
        super().__init__(buffer.width // FINE, buffer.height // FINE)
        keys = buffer.keys.reshape(self.height, FINE, self.width, FINE)
        first, *others = (keys[:, row, :, column] for row, column in SAMPLES)
        nearest, is_even = first.copy(), np.ones(first.shape, np.bool_)
        ids = _lower(first)
        for other in others:
            np.minimum(nearest, other, out=nearest)
            is_even &= _lower(other) == ids
        self.nearest: Keys = nearest.reshape(-1)
        self.is_covered = self.nearest != NOTHING
        self._is_even = is_even.reshape(-1)

    def even(self) -> Places:
        """Pixels that show one face."""
        return np.flatnonzero(self.is_covered & self._is_even)

    def uneven(self) -> Places:
        """Pixels that show several faces, or one and nothing."""
        return np.flatnonzero(self.is_covered & ~self._is_even)


def _lower(keys: Keys) -> NDArray[np.uint32]:
    """Whose they are, without what is nearest."""
    return keys.astype(np.uint32)


class SplitPixels:
    """Some of the pixels with all their samples: colours (3, n) and, on clear ground, opacity (n,)."""

    def __init__(
        self, grid: PixelGrid, chosen: Sequence[Places], rgb: Planes, alpha: Float32s | None
    ) -> None:
        """`chosen` are pixels, some more than once; `rgb` (3, h * w) and `alpha` (h * w,) what is there."""
        self._grid = grid
        self._is_chosen = np.zeros(grid.width * grid.height, np.bool_)
        for some in chosen:
            self._is_chosen[some] = True
        self._chosen = np.flatnonzero(self._is_chosen)
        self._place = np.zeros(len(self._is_chosen), np.intp)
        self._place[self._chosen] = np.arange(len(self._chosen)) * len(SAMPLES)
        self.rgb = _for_samples(rgb.take(self._chosen, axis=1))
        self.alpha = None if alpha is None else _for_samples(alpha.take(self._chosen))

    def has(self, pixels: Places) -> NDArray[np.bool_]:
        """Which of some pixels are among ours."""
        return self._is_chosen.take(pixels)

    def all_of(self, pixels: Places) -> Places:
        """Where all samples of some of our pixels are."""
        return (self._place.take(pixels)[:, None] + np.arange(len(SAMPLES))).reshape(-1)

    def at(self, samples: Places) -> Places:
        """Where samples of the picture are among ours."""
        row, column = np.divmod(samples, FINE * self._grid.width)
        place: Places = self._place.take((row // FINE) * self._grid.width + column // FINE)
        place += (row % FINE) * FINE + column % FINE
        return place

    def put(self, samples: Places, rgb: Planes) -> None:
        """What is solid there."""
        here = self.at(samples)
        self.rgb[:, here] = rgb
        if self.alpha is not None:
            self.alpha[here] = 1

    def bring_down(self, rgb: Planes, alpha: Float32s | None) -> None:
        """The mean of each one's samples, back to where they came from."""
        for plane, part in zip(rgb, self.rgb, strict=True):
            plane[self._chosen] = _mean(part)
        if alpha is not None and self.alpha is not None:
            alpha[self._chosen] = _mean(self.alpha)


def _for_samples(values: Float32s) -> Float32s:
    """What pixels (..., n) have for each of their samples."""
    found = np.empty((*values.shape, len(SAMPLES)), np.float32)
    found[:] = values[..., None]
    return found.reshape(*values.shape[:-1], -1)


def _mean(values: Float32s) -> Float32s:
    each = values.reshape(-1, len(SAMPLES))
    mean: Float32s = each[:, 0] + each[:, 1]
    for number in range(2, len(SAMPLES)):
        mean += each[:, number]
    mean *= np.float32(1 / len(SAMPLES))
    return mean
