"""Whether two placed solids certainly overlap: a ball that lies in the material of both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.measuring.shapes import Points, compose
from ldraw_tools.solids.part_columns import Grid
from ldraw_tools.solids.solid import Solid

_MOST_CANDIDATES = 24
# A better place nearby may be deeper by this much.
_HOPE = 1.0
_BETWEEN = 0.87
_STEPS = (1.0, 0.5, 0.25)
_AROUND = np.array([(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1)], np.float64)


@dataclass(frozen=True, slots=True)
class Overlap:
    """The middle (3,) of the ball, and its width in LDU: to part the two takes at least as far a move."""

    place: Points
    depth: float


def overlap(one: Solid, other: Solid, matrix: Points, least: float) -> Overlap | None:
    """The overlap of a solid with another at `matrix` (3, 4) in its frame, if it is deep enough."""
    if one.grid.depth.size >= other.grid.depth.size:
        return _overlap(one, other, matrix, least)
    found = _overlap(other, one, inverse(matrix), least)
    return None if found is None else Overlap(matrix[:, :3] @ found.place + matrix[:, 3], found.depth)


def _overlap(one: Solid, other: Solid, matrix: Points, least: float) -> Overlap | None:
    """As `overlap`, looking where the other, which has fewer cells, is deep."""
    back = inverse(matrix)

    def deepest(places: Points, depth: float) -> Overlap | None:
        """The place that is certainly deepest in both, if it is deeper than that."""
        found = None
        there = places @ back[:, :3].T + back[:, 3]
        room = other.room_at(there)
        near = room > depth
        room[near] = np.minimum(room[near], one.room_at(places[near]))
        # Whether a place is inside takes longest to say: asked only of those that would win.
        for index in np.argsort(-room, kind="stable").tolist():
            if room[index] <= depth:
                break
            here = slice(index, index + 1)
            sure = min(float(solid.depths(at[here])[0]) for solid, at in ((other, there), (one, places)))
            if sure > depth:
                found, depth = Overlap(places[index], sure), sure
        return found

    candidates = _candidates(one, other, matrix, back, least / 2)
    found = deepest(candidates, least / 2 - _HOPE)
    if found is None:
        return None
    for step in _STEPS:
        found = deepest(found.place + step * _AROUND, found.depth) or found
    return Overlap(found.place, 2 * found.depth) if 2 * found.depth >= least else None


def _candidates(one: Solid, other: Solid, matrix: Points, back: Points, radius: float) -> Points:
    """Places (n, 3) that may be in the material of both: the deepest, and some of all."""
    points, depths = other.deep
    near = _in_box(points, one.grid, back)
    points, depths = points[near], depths[near]
    here = points @ matrix[:, :3].T + matrix[:, 3]
    there = one.grid.depths_at(here)
    # Between cells the material may be deeper than in their middles.
    both = np.minimum(depths + _BETWEEN * other.grid.size, there + _BETWEEN * one.grid.size)
    good = np.flatnonzero((there > 0) & (both >= radius))
    good = good[~one.is_in_doubt(here[good])]
    best = good[np.argsort(-both[good], kind="stable")]
    chosen = np.unique(np.linspace(0, len(best) - 1, min(len(best), _MOST_CANDIDATES)).astype(int))
    places: Points = here[best[chosen]]
    return places


def _in_box(points: NDArray[np.floating[Any]], grid: Grid, back: Points) -> NDArray[np.bool_]:
    """Which of (n, 3) points can be in a grid: by its box, brought `back` to where they are."""
    low, high = grid.box()
    middle = back[:, :3] @ ((low + high) / 2) + back[:, 3]
    reach = np.abs(back[:, :3]) @ ((high - low) / 2)
    x, y, z = (np.abs(points[:, axis] - middle[axis]) <= reach[axis] for axis in range(3))
    inside: NDArray[np.bool_] = x & y & z
    return inside


def inverse(matrix: Points) -> Points:
    """The way back of a placement (3, 4)."""
    turn = np.linalg.inv(matrix[:, :3])
    return np.column_stack([turn, -turn @ matrix[:, 3]])


def relative(one: Points, other: Points) -> Points:
    """A placement seen from another."""
    return compose(inverse(one), other)
