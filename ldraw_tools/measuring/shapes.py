"""The outline of a part or a model: points that span its hull, its studs kept apart by direction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.measuring.hulls import reduce_points

Points = NDArray[np.float64]

# Axes that differ by less count as one direction: far below what matrices with
# three decimals can tell, far above what adding them up loses.
_SAME_AXIS = 1e-3
# Points at once: enough for any honest submodel, little enough for any machine.
_MOST_POINTS = 500_000
_MANY_ALIKE = 64
# Fewer points are moved along all axes with one call, more along one axis after the other: that saves memory.
_MANY_POINTS = 20_000
_TOGETHER, _ONE_BY_ONE = (slice(0, 3),), (slice(0, 1), slice(1, 2), slice(2, 3))
MOST_STUD_DIRECTIONS = 256


# There are thousands of both, more than records are made for.
class StudGroup(NamedTuple):
    """Studs that point one way. `axis` is a unit vector (3,) from base to top, `points` are (n, 3)."""

    axis: Points
    points: Points


class Shape(NamedTuple):
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

    def clouds(self) -> list[Points]:
        """Everything, by body and direction of studs, without copying it."""
        return [self.body, *(group.points for group in self.studs)]

    def clouds_without_studs_along(self, direction: Points, least_cosine: float) -> list[Points]:
        """Everything but the studs that point that way."""
        kept = (g.points for g in self.studs if float(g.axis @ direction) < least_cosine)
        return [self.body, *kept]

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


def compose(outer: Points, inner: Points) -> Points:
    """A placement (3, 4) inside another, as one."""
    matrix = np.empty((3, 4))
    matrix[:, :3] = outer[:, :3] @ inner[:, :3]
    matrix[:, 3] = outer[:, :3] @ inner[:, 3] + outer[:, 3]
    return matrix


def _place_body(points: Points, placements: Points) -> Points:
    """As `place`, but a body placed a hundred thousand times is thinned before and on the way."""
    if len(points) * len(placements) <= _MOST_POINTS:
        return place(points, placements)
    points, placements = reduce_points(points), outermost(placements)
    step = max(1, _MOST_POINTS // len(points))
    slices = [placements[i : i + step] for i in range(0, len(placements), step)]
    return np.concatenate([reduce_points(place(points, part)) for part in slices])


def outermost(placements: Points) -> Points:
    """Of placements that turn alike, those between others add nothing to a hull."""
    turns, owner = np.unique(placements[:, :, :3].reshape(-1, 9), axis=0, return_inverse=True)
    order = np.argsort(owner, kind="stable")
    kept = []
    for alike in np.split(placements[order], np.cumsum(np.bincount(owner, minlength=len(turns)))[:-1]):
        if len(alike) > _MANY_ALIKE:
            places = reduce_points(alike[:, :, 3])
            alike = np.broadcast_to(alike[0], (len(places), 3, 4)).copy()
            alike[:, :, 3] = places
        kept.append(alike)
    return np.concatenate(kept)


class _Studs(NamedTuple):
    """Placed studs before they are sorted by direction: axes (n, 3), and how many points belong to each."""

    axes: list[Points]
    points: list[Points]
    sizes: list[NDArray[np.intp]]

    def add(self, axes: Points, points: Points, size: int) -> None:
        self.axes.append(axes)
        self.points.append(points)
        self.sizes.append(np.full(len(axes), size))


@dataclass(slots=True)
class _Bodies:
    """Placed bodies, thinned whenever there are too many points of them."""

    points: list[Points]
    number: int = 0
    most: int = 10 * _MOST_POINTS

    def add(self, points: Points) -> None:
        self.points.append(points)
        self.number += len(points)
        if self.number > self.most:
            self.points = [reduce_points(np.concatenate(self.points))]
            self.number = len(self.points[0])
            self.most = max(self.most, 2 * self.number)

    def together(self) -> Points:
        if len(self.points) == 1:
            return self.points[0]
        return np.concatenate(self.points) if self.points else NOTHING.body


class _Singles:
    """Shapes placed once, as most parts of a model are: moved all together, not one by one."""

    def __init__(self, placements: Points) -> None:
        self._placements = placements
        self._bodies: list[Points] = []
        self._body_places: list[int] = []
        self._axes: list[Points] = []
        self._studs: list[Points] = []
        self._stud_places: list[int] = []

    def add(self, shape: Shape, place: int) -> None:
        if len(shape.body):
            self._bodies.append(shape.body)
            self._body_places.append(place)
        for group in shape.studs:
            self._axes.append(group.axis)
            self._studs.append(group.points)
            self._stud_places.append(place)

    def settle(self, bodies: _Bodies, studs: _Studs) -> None:
        if self._bodies:
            bodies.add(_move_each(self._bodies, self._placements[self._body_places]))
        if self._studs:
            matrices = self._placements[self._stud_places]
            studs.axes.append(np.einsum("nij,nj->ni", matrices[:, :, :3], np.array(self._axes)))
            studs.points.append(_move_each(self._studs, matrices))
            studs.sizes.append(np.array([len(points) for points in self._studs]))


def _move_each(clouds: list[Points], matrices: Points) -> Points:
    """Each of n clouds by its own placement (n, 3, 4), one after the other as (all, 3)."""
    sizes = [len(cloud) for cloud in clouds]
    x, y, z = np.concatenate(clouds).T
    # By column, as they are looked at afterwards.
    moved = np.empty((3, len(x)))
    for axes in _ONE_BY_ONE if len(x) > _MANY_POINTS else _TOGETHER:
        a, b, c, d = np.repeat(matrices[:, axes].T, sizes, axis=2)
        moved[axes] = x * a + y * b + z * c + d
    return moved.T


def combine(
    placed: Iterable[tuple[Shape, list[int]]],
    matrices: Points,
    loose: Points,
    most_directions: int = MOST_STUD_DIRECTIONS,
) -> Shape:
    """One shape from others, each at some of the placements (m, 3, 4), and loose points (n, 3)."""
    bodies = _Bodies([loose] if len(loose) else [], len(loose))
    studs = _Studs([], [], [])
    merged = False
    singles = _Singles(matrices)
    for shape, where in placed:
        merged = merged or shape.merged_studs
        if len(where) == 1:
            singles.add(shape, where[0])
            continue
        placements = matrices[where]
        if len(shape.body):
            bodies.add(_place_body(shape.body, placements))
        for group in shape.studs:
            if len(group.points) * len(placements) <= _MOST_POINTS:
                axes = placements[:, :, :3] @ group.axis
                studs.add(axes, place(group.points, placements), len(group.points))
            elif not _place_many_studs(group, placements, studs, most_directions):
                bodies.add(_place_body(group.points, placements))
                merged = True
    singles.settle(bodies, studs)
    groups = _sort_by_direction(studs)
    if len(groups) > most_directions:
        for group in groups:
            bodies.add(group.points)
        groups, merged = [], True
    body = bodies.together()
    return Shape(body, tuple(groups), merged)


def _place_many_studs(group: StudGroup, placements: Points, studs: _Studs, most_directions: int) -> bool:
    """As `_place_body` for each way the studs point; false if there are too many."""
    axes = placements[:, :, :3] @ group.axis
    # What is sorted by direction here are not points but the places' numbers.
    numbers = np.arange(len(axes), dtype=np.float64)[:, None]
    places = _Studs([], [], [])
    places.add(axes, numbers, 1)
    groups = _sort_by_direction(places)
    if len(groups) > most_directions:
        return False
    for one in groups:
        points = _place_body(group.points, placements[one.points[:, 0].astype(np.intp)])
        studs.add(one.axis[None], points, len(points))
    return True


def _sort_by_direction(studs: _Studs) -> list[StudGroup]:
    if not studs.points:
        return []
    axes = np.concatenate(studs.axes)
    if (axes == axes[0]).all():
        # As in most submodels: all of them point one way.
        axes = axes[:1]
    lengths = np.sqrt(np.add.reduce(axes * axes, axis=1, keepdims=True))
    axes = np.divide(axes, lengths, out=np.zeros_like(axes), where=lengths > 0)
    codes = np.rint(axes / _SAME_AXIS).astype(np.int64) + 2000
    code = (codes[:, 0] * 4001 + codes[:, 1]) * 4001 + codes[:, 2]
    points = np.concatenate(studs.points)
    if (code == code[0]).all():
        return [StudGroup(axes[0], points)]
    sizes = np.concatenate(studs.sizes)
    distinct, first, inverse = np.unique(code, return_index=True, return_inverse=True)
    owner = np.repeat(inverse, sizes)
    order = np.argsort(owner, kind="stable")
    parts = np.split(points[order], np.cumsum(np.bincount(owner, minlength=len(distinct)))[:-1])
    return [StudGroup(axes[index], part) for index, part in zip(first, parts, strict=True)]
