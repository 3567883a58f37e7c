"""The outline of what is marked in a grid of pixels, as closed paths of few corners."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ring = NDArray[np.float64]
_Flags = NDArray[np.bool_]
_Corner = tuple[int, int]


def rings_around(mask: _Flags, tolerance: float = 0.75) -> list[Ring]:
    """Closed paths (n, 2) of x and y around all of a mask (h, w), holes too; to be filled by even and odd."""
    after = _border_steps(mask)
    rings: list[Ring] = []
    while after:
        start = min(after)
        ring = [start]
        here = start
        while True:
            ways = after[here]
            here_next = ways.pop() if len(ways) == 1 else _turning_most(ring, ways)
            if not ways:
                del after[here]
            here = here_next
            if here == start:
                break
            ring.append(here)
        rings.append(simplified(np.array(ring, np.float64), tolerance))
    return [ring for ring in rings if len(ring) > 2]


def _border_steps(mask: _Flags) -> dict[_Corner, list[_Corner]]:
    """From each corner of a border to the next, what is marked on the right-hand side."""
    padded = np.pad(mask, 1)
    above, below = padded[:-1, 1:-1], padded[1:, 1:-1]
    left, right = padded[1:-1, :-1], padded[1:-1, 1:]
    steps: list[tuple[NDArray[np.intp], int, int, int, int]] = [
        (np.argwhere(below & ~above), 0, 0, 1, 0),
        (np.argwhere(above & ~below), 1, 0, 0, 0),
        (np.argwhere(right & ~left), 0, 1, 0, 0),
        (np.argwhere(left & ~right), 0, 0, 0, 1),
    ]
    after: dict[_Corner, list[_Corner]] = {}
    for places, x0, y0, x1, y1 in steps:
        for y, x in places.tolist():
            after.setdefault((x + x0, y + y0), []).append((x + x1, y + y1))
    return after


def _turning_most(ring: list[_Corner], ways: list[_Corner]) -> _Corner:
    """Where two marked pixels touch at a corner only: stay with the one we came along."""
    (x, y), before = ring[-1], ring[-2] if len(ring) > 1 else ring[-1]
    ahead = x - before[0], y - before[1]
    ways.sort(key=lambda way: ahead[0] * (way[1] - y) - ahead[1] * (way[0] - x))
    return ways.pop()


def simplified(ring: Ring, tolerance: float) -> Ring:
    """A closed path with only the corners it needs to stay within tolerance."""
    if len(ring) < 4:
        return ring
    far = int(np.square(ring - ring[0]).sum(axis=1).argmax())
    kept = {0, far}
    closed = np.concatenate((ring, ring[:1]))
    stack = [(0, far), (far, len(ring))]
    while stack:
        start, end = stack.pop()
        if end - start < 2:
            continue
        chord = closed[end] - closed[start]
        arms = closed[start + 1 : end] - closed[start]
        length = float(np.hypot(*chord))
        if length:
            away = np.abs(arms[:, 0] * chord[1] - arms[:, 1] * chord[0]) / length
        else:
            away = np.hypot(arms[:, 0], arms[:, 1])
        most = int(away.argmax())
        if away[most] > tolerance:
            middle = start + 1 + most
            kept.add(middle)
            stack += [(start, middle), (middle, end)]
    return ring[sorted(kept)]
