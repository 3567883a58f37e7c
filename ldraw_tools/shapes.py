"""The outline of a part or a model: points that span its hull, its studs kept apart by direction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.hulls import reduce_points

Points = NDArray[np.float64]

# Axes that differ by less count as one direction: far below what matrices with
# three decimals can tell, far above what adding them up loses.
_SAME_AXIS = 1e-3
# Points at once: enough for any honest submodel, little enough for any machine.
_MOST_POINTS = 500_000
MOST_STUD_DIRECTIONS = 256


@dataclass(frozen=True, slots=True)
class StudGroup:
    """Studs that point one way. `axis` is a unit vector (3,) from base to top, `points` are (n, 3)."""

    axis: Points
    points: Points


@dataclass(frozen=True, slots=True)
class Shape:
    """`body` is (n, 3); hull of body and studs together is the hull of the thing, in LDraw units."""

    body: Points
    studs: tuple[StudGroup, ...] = ()
    # More stud directions than can be told apart were merged into the body.
    merged_studs: bool = False

    @property
    def is_empty(self) -> bool:
        return len(self.body) == 0 and not self.studs

    def points(self) -> Points:
        """Everything, (n, 3)."""
        if not self.studs:
            return self.body
        return np.concatenate([self.body, *(group.points for group in self.studs)])

    def points_without_studs_along(self, direction: Points, least_cosine: float) -> Points:
        """Everything but the studs that point that way."""
        kept = [g.points for g in self.studs if float(g.axis @ direction) < least_cosine]
        return np.concatenate([self.body, *kept]) if kept else self.body

    def reduced(self) -> Shape:
        """The same hulls with as few points as are needed."""
        studs = tuple(StudGroup(g.axis, reduce_points(g.points)) for g in self.studs)
        return Shape(reduce_points(self.body), studs, self.merged_studs)


NOTHING = Shape(np.empty((0, 3)))


def place(points: Points, placements: Points) -> Points:
    """Points (k, 3) at each of the placements (m, 3, 4), as (m * k, 3)."""
    moved: Points = np.matmul(points[None, :, :], placements[:, :, :3].transpose(0, 2, 1))
    moved += placements[:, None, :, 3]
    return moved.reshape(-1, 3)


def _place_body(points: Points, placements: Points) -> Points:
    """As `place`, but a body placed a hundred thousand times is thinned on the way."""
    step = max(1, _MOST_POINTS // len(points))
    if len(placements) <= step:
        return place(points, placements)
    slices = [placements[i : i + step] for i in range(0, len(placements), step)]
    return np.concatenate([reduce_points(place(points, part)) for part in slices])


@dataclass(slots=True)
class _Studs:
    """Placed studs before they are sorted by direction: an axis per placement, its points beside it."""

    axes: list[Points]
    points: list[Points]
    sizes: list[int]


def combine(placed: Iterable[tuple[Shape, Points]], loose: Points) -> Shape:
    """One shape from others at their placements (m, 3, 4) and loose points (n, 3)."""
    bodies = [loose] if len(loose) else []
    studs = _Studs([], [], [])
    merged = False
    for shape, placements in placed:
        if len(shape.body):
            bodies.append(_place_body(shape.body, placements))
        merged = merged or shape.merged_studs
        for group in shape.studs:
            studs.axes.append(placements[:, :, :3] @ group.axis)
            studs.points.append(place(group.points, placements))
            studs.sizes.append(len(group.points))
    groups = _sort_by_direction(studs)
    if len(groups) > MOST_STUD_DIRECTIONS:
        bodies.extend(group.points for group in groups)
        groups, merged = [], True
    body = np.concatenate(bodies) if bodies else NOTHING.body
    return Shape(body, tuple(groups), merged)


def _sort_by_direction(studs: _Studs) -> list[StudGroup]:
    if not studs.points:
        return []
    axes = np.concatenate(studs.axes)
    lengths = np.linalg.norm(axes, axis=1, keepdims=True)
    axes = np.divide(axes, lengths, out=np.zeros_like(axes), where=lengths > 0)
    codes = np.rint(axes / _SAME_AXIS).astype(np.int64) + 2000
    code = (codes[:, 0] * 4001 + codes[:, 1]) * 4001 + codes[:, 2]
    points = np.concatenate(studs.points)
    sizes = np.repeat(studs.sizes, [len(a) for a in studs.axes])
    distinct, first, inverse = np.unique(code, return_index=True, return_inverse=True)
    if len(distinct) == 1:
        return [StudGroup(axes[0], points)]
    owner = np.repeat(inverse, sizes)
    order = np.argsort(owner, kind="stable")
    parts = np.split(points[order], np.cumsum(np.bincount(owner, minlength=len(distinct)))[:-1])
    return [StudGroup(axes[index], part) for index, part in zip(first, parts, strict=True)]
