"""The certain material of parts: their real surfaces from the library, studs apart as cylinders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.findings import BrickyardError
from ldraw_tools.geometry.kept_arrays import Arrays, kept_arrays
from ldraw_tools.geometry.mesh import Mesher
from ldraw_tools.library.part_files import Files
from ldraw_tools.measuring.measure import is_stud
from ldraw_tools.measuring.shapes import Points, compose
from ldraw_tools.reading import document as documents
from ldraw_tools.reading.contents import DRAWN
from ldraw_tools.reading.numbers import placements
from ldraw_tools.solids.part_columns import Grid, cut, depths_in_stud, is_in_bore

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


# Solid studs of the usual size; others may be hollow, and then what is below them too.
_FULL_STUDS = frozenset({"stud.dat", "studa.dat", "stud-logo.dat", "stud26.dat", "studp01.dat", "studel.dat"})
# A surface with gaps winds less than once round what is inside it.
_CERTAINLY_INSIDE = 0.7
# Half a wall's width, and half a cell.
_WELL_INSIDE = 1.0
_MIDDLE = 1.5
_THICKEST_ROD, _END = 17.0, 6.0
_AXLE = re.compile(r"^\W*technic axle\b", re.IGNORECASE)
_MOST_TRIANGLES = 60_000
_MOST_STUDS = 2_500
# For the solids that are kept: a frame's take some ten megabytes.
_MOST_BYTES = 16 * 1024 * 1024
_KEPT_AS = "solid"
_FARTHEST = 5_000.0
# More than what a stud, or what may be open below it, reaches from its middle.
_STUD_REACH = 31.0
# How far from its own inverse the turn of a stud may be.
_UPRIGHT, _STRAIGHT = np.eye(3), 0.01


@dataclass(frozen=True)
class Solid:
    """A part by itself: its surface (n, 3, 3) without studs, its grid, its plain studs and its hollow ones.

    Those are places (k, 3, 4). What is below a hollow stud may be open for bars, even if it isn't drawn so.
    """

    triangles: Points
    grid: Grid
    studs: Points
    hollow: Points
    # An axle turned in its hole is drawn in the hole's walls; only what meets its middle meets an axle.
    is_axle: bool = False

    @cached_property
    def size(self) -> int:
        """In bytes, with the points of `deep`."""
        deep = 16 * int(np.count_nonzero(self.grid.depth >= _WELL_INSIDE))
        return self.triangles.nbytes + self.grid.depth.nbytes + deep

    @cached_property
    def slides_along(self) -> int | None:
        """The axis along which a bar, a pin or an axle can be pushed any distance."""
        corners = self.triangles.reshape(-1, 3)
        extent = np.ptp(corners, axis=0)
        _, thick, long = sorted(extent.tolist())
        return int(extent.argmax()) if thick <= _THICKEST_ROD and long >= 2 * thick else None

    def is_in_doubt(self, points: NDArray[np.floating[Any]]) -> NDArray[np.bool_]:
        """Which of (n, 3) points prove nothing, even in material: the arms of axles, the ends of rods."""
        doubt = np.zeros(len(points), np.bool_)
        if self.is_axle:
            # The library draws every axle along x.
            doubt |= np.hypot(points[:, 1], points[:, 2]) > _MIDDLE
        axis = self.slides_along
        if axis is not None:
            along = self.triangles[:, :, axis]
            doubt |= np.minimum(points[:, axis] - along.min(), along.max() - points[:, axis]) < _END
        return doubt

    @cached_property
    def deep(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Points (n, 3) that may be well inside the material, and at most how deep each is."""
        points, depths = self.grid.deep(_WELL_INSIDE)
        sure = ~self.is_in_doubt(points)
        return points[sure], depths[sure]

    def depths(self, points: Points) -> Numbers:
        """How deep (n, 3) points certainly are in the material: no surface is nearer than that."""
        found = self.room_at(points)
        outside = windings(points, self.triangles) < _CERTAINLY_INSIDE
        if outside.any():
            found[outside] = self.room_at(points[outside], surface=False)
        return found

    def room_at(self, points: Points, *, surface: bool = True) -> Numbers:
        """How deep (n, 3) points are if they are inside the surface; or only how deep in studs."""
        found = distances(points, self.triangles) if surface else np.zeros(len(points))
        if not len(points):
            return found
        low, high = points.min(axis=0) - _STUD_REACH, points.max(axis=0) + _STUD_REACH
        for stud in self.studs[_are_between(self.studs[:, :, 3], low, high)]:
            np.maximum(found, depths_in_stud(points, stud), out=found)
        for stud in self.hollow[_are_between(self.hollow[:, :, 3], low, high)]:
            found[is_in_bore(points, stud)] = 0.0
        found[self.is_in_doubt(points)] = 0.0
        return found


def _are_between(points: Points, low: Points, high: Points) -> NDArray[np.bool_]:
    between: NDArray[np.bool_] = np.all((points >= low) & (points <= high), axis=1)
    return between


class Solids:
    """Solids of parts, those of the last models kept; None for those that can't be judged."""

    def __init__(self, library: Files | None) -> None:
        self._library = library
        self._cache = kept_arrays(library)
        self._known: dict[str, Solid | None] = {}
        self._size = 0

    @property
    def can_be_made(self) -> bool:
        return self._library is not None and self._library.read("3001.dat") is not None

    def fetch(self, keys: Iterable[str]) -> dict[str, Solid | None]:
        """Solids of the library's parts by key."""
        wanted = sorted(set(keys))
        new = [key for key in wanted if key not in self._known]
        if new:
            self._keep(self._made(new))
        found = {key: self._known.pop(key) for key in wanted}
        self._known.update(found)
        self._forget()
        if self._cache:
            self._cache.note(_KEPT_AS, wanted)
        return found

    def _keep(self, made: Mapping[str, Solid | None]) -> None:
        self._known.update(made)
        self._size += sum(solid.size for solid in made.values() if solid)

    def _forget(self) -> None:
        """What was asked for least recently."""
        for key in list(self._known):
            if self._size <= _MOST_BYTES:
                break
            solid = self._known.pop(key)
            self._size -= solid.size if solid else 0

    def _made(self, keys: list[str]) -> dict[str, Solid | None]:
        made: dict[str, Solid | None] = dict.fromkeys(keys)
        kept = self._cache.load(_KEPT_AS, keys) if self._cache else {}
        made |= {key: _solid_of(arrays) for key, arrays in kept.items()}
        new = [key for key in keys if made[key] is None]
        if self._library is None or not new:
            return made
        lines = "".join(f"1 16 0 0 0 1 0 0 0 1 0 0 0 1 {key}\n" for key in new)
        whole = assemble(documents.parse(lines.encode(), "parts.ldr"), library=self._library)
        found = solids_in(whole, [target for target in whole.main.targets if target >= 0])
        for key, target in zip(new, whole.main.targets, strict=True):
            made[key] = solid = found.get(target)
            if self._cache and solid:
                made_of = [whole.nodes[index].key for index in whole.below(target)]
                self._cache.store(_KEPT_AS, key, _arrays_of(solid), made_of)
        if self._cache:
            self._cache.trim()
        return made


def _arrays_of(solid: Solid) -> Arrays:
    grid, numbers = solid.grid, np.array([solid.grid.size, solid.is_axle])
    return solid.triangles, grid.origin, grid.depth, solid.studs, solid.hollow, numbers


def _solid_of(arrays: Arrays) -> Solid | None:
    if [array.ndim for array in arrays] != [3, 1, 3, 3, 3, 1]:
        return None
    triangles, origin, depth, studs, hollow, (size, is_axle) = arrays
    return Solid(triangles, Grid(origin, float(size), depth), studs, hollow, bool(is_axle))


def solids_in(assembly: Assembly, indexes: Iterable[int]) -> dict[int, Solid]:
    """Solids of nodes of an assembly, where all that draws them was read."""
    plain = assembly.without(_stud_references(assembly))
    mesher = Mesher(plain)
    wanted = list(dict.fromkeys(indexes))
    if sum(mesher.number(index)[1] for index in wanted) <= _MOST_TRIANGLES:
        mesher.read_all(inner for index in wanted for inner in plain.below(index))
    made = {index: _solid(index, assembly, mesher) for index in wanted}
    return {index: solid for index, solid in made.items() if solid is not None}


def _stud_references(assembly: Assembly) -> list[tuple[int, int]]:
    nodes = assembly.nodes
    return [
        (node.index, i)
        for node in nodes
        for i, target in enumerate(node.targets)
        if target >= 0 and is_stud(nodes[target].key)
    ]


def _solid(index: int, whole: Assembly, mesher: Mesher) -> Solid | None:
    if whole.nodes[index].contents is None:
        return None
    # Checked before it is made: a custom part may have millions.
    if mesher.number(index)[0] > _MOST_TRIANGLES:
        return None
    try:
        mesh = mesher.mesh(index)
    except BrickyardError:
        return None
    triangles = mesh.triangles
    if mesh.undrawn or mesh.two_sided.any() or not 4 <= len(triangles) <= _MOST_TRIANGLES:
        return None
    if not np.abs(triangles).max() < _FARTHEST:
        return None
    studs, hollow = _studs(whole, index)
    grid = cut(triangles, studs, hollow)
    facts = whole.nodes[index].facts
    is_axle = facts is not None and _AXLE.match(whole.follow(facts).title) is not None
    return None if grid is None else Solid(triangles, grid, studs, hollow, is_axle)


def _studs(assembly: Assembly, index: int) -> tuple[Points, Points]:
    """Where a part has plain studs and where others, each (k, 3, 4)."""
    nodes = assembly.nodes
    holds: set[int] = set()
    for inner in reversed(assembly.below(index)):
        if is_stud(nodes[inner].key) or any(target in holds for target in nodes[inner].targets):
            holds.add(inner)
    plain: list[Points] = []
    hollow: list[Points] = []
    pending = [(index, np.eye(3, 4))] if index in holds else []
    while pending and len(plain) + len(hollow) < _MOST_STUDS:
        here, outer = pending.pop()
        node = nodes[here]
        if is_stud(node.key):
            if np.abs(outer[:, :3] @ outer[:, :3].T - _UPRIGHT).max() <= _STRAIGHT:
                (plain if node.key in _FULL_STUDS else hollow).append(outer)
        elif node.contents is not None:
            matrices, _ = placements(node.contents)
            inside = [(i, target) for i, target in node.placed(DRAWN) if target in holds]
            pending.extend((target, compose(outer, matrices[i])) for i, target in inside)
    return np.array(plain).reshape(-1, 3, 4), np.array(hollow).reshape(-1, 3, 4)
