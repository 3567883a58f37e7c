"""Where a label points: well inside what is seen of a thing, or at its middle where it is hidden."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.measuring.shapes import Points
from ldraw_tools.rendering.camera import Camera

Spot = tuple[float, float]

# A thing of fewer pixels can't be seen; one of more need not be looked through to its core.
_LEAST_PIXELS = 12
_DEEPEST = 40


def spot_inside(mask: NDArray[np.bool_]) -> Spot | None:
    """The pixel of a mask (h, w) that is farthest from its rim, the nearest to its middle of several."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows) or np.count_nonzero(mask) < _LEAST_PIXELS:
        return None
    top, left = int(rows[0]), int(columns[0])
    part = np.pad(mask[top : rows[-1] + 1, left : columns[-1] + 1], 1)
    middle = np.argwhere(part).mean(axis=0)
    for _ in range(_DEEPEST):
        core = part.copy()
        core[1:-1, 1:-1] &= part[:-2, 1:-1] & part[2:, 1:-1] & part[1:-1, :-2] & part[1:-1, 2:]
        core[[0, -1]], core[:, [0, -1]] = False, False
        if not core.any():
            break
        part = core
    inside = np.argwhere(part)
    row, column = inside[np.square(inside - middle).sum(axis=1).argmin()].tolist()
    return left + column - 0.5, top + row - 0.5


def spot_of(points: Points, camera: Camera) -> Spot:
    """The middle of points (n, 3) in the picture, moved inside where it is out."""
    x, y, _ = camera.place((points.min(axis=0) + points.max(axis=0))[None] / 2)
    width, height = camera.size
    return float(np.clip(x[0], 2, width - 2)), float(np.clip(y[0], 2, height - 2))
