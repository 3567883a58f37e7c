"""What lies inside a model, beyond any doubt: it adds nothing to the hull and need not be carried along."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.measuring.hulls import SWEEP, Mask
from ldraw_tools.measuring.shapes import Points, Shape, place
from ldraw_tools.reading.array_columns import Columns
from ldraw_tools.reading.digits import FARTHEST

# A shape and the numbers of the placements it has.
Placed = tuple[Shape, list[int]]

# Fewer placements are made sooner than looked at.
_MANY = 300
# Boxes that are looked at together.
_AT_ONCE = 50_000
# Of a cloud one across: far above what rounding does to a volume, far below what anybody could see.
_DOUBT, _CLEAR = 1e-12, 1e-9


@dataclass(frozen=True, slots=True)
class _Boxes(Columns):
    """Around every placement: its number, the shape's number, the middle and half the sides, (n, 3) each."""

    numbers: NDArray[np.intp]
    owners: NDArray[np.intp]
    middles: Points
    halves: Points

    def reach(self, directions: Points) -> Points:
        """How far each goes at the most, (n, d)."""
        return np.asarray(self.middles @ directions.T + self.halves @ np.abs(directions).T)


class _Body(NamedTuple):
    """A convex body by the planes around it, (n, 3) and (n,)."""

    normals: Points
    levels: Points

    def holds(self, boxes: _Boxes) -> Mask:
        some = [(part.reach(self.normals) < self.levels).all(axis=1) for part in _portions(boxes)]
        return np.concatenate(some)


def without_inner(placed: list[Placed], matrices: Points) -> list[Placed]:
    """The same without placements inside the hull of others: hull, box and height are what they were."""
    if sum(len(where) for _, where in placed) < _MANY:
        return placed
    boxes = _boxes(placed, matrices)
    furthest = _furthest(boxes)
    body = None if furthest is None else _body_between(placed, matrices, boxes, furthest)
    if body is None:
        return placed
    inner = np.zeros(len(matrices), bool)
    inner[boxes.numbers[body.holds(boxes)]] = True
    is_inner = inner.tolist()
    left = ((shape, [i for i in where if not is_inner[i]]) for shape, where in placed)
    return [(shape, where) for shape, where in left if where]


def _portions(boxes: _Boxes) -> Iterator[_Boxes]:
    """Some at a time: how far a million boxes go in all directions at once would take gigabytes."""
    for start in range(0, len(boxes), _AT_ONCE):
        yield boxes.where(np.arange(start, min(start + _AT_ONCE, len(boxes))))


def _furthest(boxes: _Boxes) -> NDArray[np.intp] | None:
    """Which box goes furthest in each direction; None where numbers say nothing sure."""
    best, furthest = np.full(len(SWEEP), -np.inf), np.zeros(len(SWEEP), np.intp)
    for number, part in enumerate(_portions(boxes)):
        reach = part.reach(SWEEP)
        # What is none is not near either.
        if not (np.abs(reach) <= FARTHEST).all():
            return None
        rows = reach.argmax(axis=0)
        reached = reach[rows, np.arange(len(SWEEP))]
        further = reached > best
        best[further], furthest[further] = reached[further], rows[further] + number * _AT_ONCE
    return furthest


def _boxes(placed: list[Placed], matrices: Points) -> _Boxes:
    clouds = [shape.clouds() for shape, _ in placed]
    columns = np.concatenate([cloud for some in clouds for cloud in some]).T
    sizes = np.array([sum(len(cloud) for cloud in some) for some in clouds])
    starts = np.cumsum(sizes) - sizes
    low = np.column_stack([np.minimum.reduceat(column, starts) for column in columns])
    high = np.column_stack([np.maximum.reduceat(column, starts) for column in columns])
    numbers = np.array([i for _, where in placed for i in where])
    owners = np.repeat(np.arange(len(placed)), [len(where) for _, where in placed])
    turns, places = matrices[numbers, :, :3], matrices[numbers, :, 3]
    middles = np.einsum("nij,nj->ni", turns, ((low + high) / 2)[owners]) + places
    halves = np.einsum("nij,nj->ni", np.abs(turns), ((high - low) / 2)[owners])
    return _Boxes(numbers, owners, middles, halves)


def _body_between(
    placed: list[Placed], matrices: Points, boxes: _Boxes, chosen: NDArray[np.intp]
) -> _Body | None:
    """The hull of what these placements reach farthest with.

    Their studs are left out: a stud that doesn't count in a height must not be all that covers another.
    """
    reaching = sorted(set(chosen.tolist()))
    clouds = [
        place(placed[boxes.owners[box]][0].body, matrices[boxes.numbers[box]][None]) for box in reaching
    ]
    points = np.concatenate(clouds)
    if not len(points):
        return None
    corners = sorted(set((points @ SWEEP.T).argmax(axis=0).tolist()))
    return _hull(points[corners])


def _hull(corners: Points) -> _Body | None:
    """Of a few points: the planes through three of them that have all others on one side.

    A plane too many makes the body smaller, which does no harm; with one too few it would be too large.
    """
    middle = corners.mean(axis=0)
    extent = float(np.ptp(corners, axis=0).max())
    if extent == 0 or len(corners) < 4:
        return None
    cloud = (corners - middle) / extent
    a, b, c = cloud[np.array(list(combinations(range(len(cloud)), 3)))].transpose(1, 0, 2)
    normals = np.cross(b - a, c - a)
    levels = np.sum(normals * a, axis=1)
    heights = normals @ cloud.T - levels[:, None]
    below, above = (heights <= _DOUBT).all(axis=1), (heights >= -_DOUBT).all(axis=1)
    normals = np.concatenate((normals[below], -normals[above]))
    levels = np.concatenate((levels[below], -levels[above]))
    lengths = np.linalg.norm(normals, axis=1)
    normals, levels = normals[lengths > 0], (levels - _CLEAR * lengths)[lengths > 0]
    return _Body(normals, levels * extent + normals @ middle)
