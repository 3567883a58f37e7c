"""Points against a part's real surface: how far away it is, and whether they lie inside it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.measuring.shapes import Points

Numbers = NDArray[np.float64]

# Pairs of a point and a triangle to compute at a time.
_BLOCK = 60_000
_ROUNDING = 1e-6


def distances(points: Points, triangles: Points) -> Numbers:
    """From each of (n, 3) points to the nearest of (m, 3, 3) triangles."""
    low, high = triangles.min(axis=1), triangles.max(axis=1)
    found = np.empty(len(points))
    step = max(1, _BLOCK // len(triangles))
    for start in range(0, len(points), step):
        some = points[start : start + step]
        # A triangle is not nearer than the box around it: few are worth a close look.
        away = np.maximum(np.maximum(low - some[:, None], some[:, None] - high), 0)
        least = _dot(away, away)
        bound = _squared(some, triangles[least.argmin(axis=1)]) + _ROUNDING
        which, near = np.nonzero(least <= bound[:, None])
        starts = np.searchsorted(which, np.arange(len(some)))
        found[start : start + step] = np.minimum.reduceat(_squared(some[which], triangles[near]), starts)
    lengths: Numbers = np.sqrt(found)
    return lengths


def _squared(to: Points, triangles: Points) -> Numbers:
    """(n,) squared distances of points (n, 3) from triangles (n, 3, 3), one each."""
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    edges = [_to_segment(to - start, end - start) for start, end in ((a, b), (b, c), (c, a))]
    nearest = np.minimum(np.minimum(edges[0], edges[1]), edges[2])
    ab, ac, ap = b - a, c - a, to - a
    normal = np.cross(ab, ac)
    size = _dot(normal, normal)
    # Barycentric coordinates of the foot of the perpendicular.
    with np.errstate(divide="ignore", invalid="ignore"):
        v = _dot(np.cross(ap, ac), normal) / size
        w = _dot(np.cross(ab, ap), normal) / size
        height = _dot(ap, normal) ** 2 / size
    above = (v >= 0) & (w >= 0) & (v + w <= 1)
    return np.where(above, np.minimum(height, nearest), nearest)


def _to_segment(to: Numbers, along: Numbers) -> Numbers:
    size = _dot(along, along)
    share = np.clip(_dot(to, along) / np.where(size > 0, size, 1.0), 0.0, 1.0)
    away = to - share[..., None] * along
    return _dot(away, away)


def windings(points: Points, triangles: Points) -> Numbers:
    """How often the surface winds round each point: 1 inside, 0 outside, between near a gap in it."""
    total = np.zeros(len(points))
    step = max(1, _BLOCK // max(1, len(points)))
    for start in range(0, len(triangles), step):
        away = triangles[None, start : start + step] - points[:, None, None]
        a, b, c = away[:, :, 0], away[:, :, 1], away[:, :, 2]
        la, lb, lc = (np.sqrt(_dot(side, side)) for side in (a, b, c))
        above = _dot(a, np.cross(b, c))
        below = la * lb * lc + _dot(a, b) * lc + _dot(b, c) * la + _dot(c, a) * lb
        total += np.arctan2(above, below).sum(axis=1)
    return total / (2 * np.pi)


def _dot(one: Numbers, other: Numbers) -> Numbers:
    product: Numbers = np.einsum("...i,...i->...", one, other)
    return product
