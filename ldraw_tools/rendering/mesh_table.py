"""The different meshes of a model side by side: what every picture of it needs, found once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.geometry.mesh import Mesh
from ldraw_tools.geometry.normals import Normals, corner_normals
from ldraw_tools.geometry.pieces import Pieces
from ldraw_tools.measuring.hulls import farthest_in_ways
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading.array_columns import distinct
from ldraw_tools.reading.lines import INHERIT

# Ways to look for the outermost corners of a part: fewer where it has many.
_FEWEST, _MOST, _TESTS = 60, 400, 1_500_000
# Beside the fields of a mesh, as a cached property would be.
_KEPT = "outermost_corners"
_Kept = TypeVar("_Kept")
_Float = TypeVar("_Float", bound=np.floating[Any])


class MeshLines(NamedTuple):
    """Lines of all meshes in a row: corners (3, 2 or 4, n) by axis, colour codes (n,).

    `counts` and `first` say of each mesh how many it has, and where they begin.
    """

    corners: Points
    codes: NDArray[np.int64]
    counts: NDArray[np.int64]
    first: NDArray[np.int64]


class MeshTable:
    """All triangles in a row, mesh by mesh: corners and normals (3, 3, n) by axis and corner, codes (n,)."""

    def __init__(self, meshes: Sequence[Mesh]) -> None:
        self.meshes = meshes
        self._finer: dict[int, MeshTable] = {}
        # The one with the meshes as they are.
        self.plain = self
        self._kept: dict[str, tuple[Pieces, object]] = {}
        self.counts = np.array([len(mesh.triangles) for mesh in meshes], np.int64)
        # Where each mesh begins.
        self.first = _starts(self.counts)

    def kept(self, name: str, pieces: Pieces, make: Callable[[], _Kept]) -> _Kept:
        """Something about pieces where they are; it is made once for all pictures that follow each other."""
        known = self._kept.get(name)
        if known is None or not _are_same(known[0], pieces):
            known = self._kept[name] = (pieces, make())
        # What was made under a name is always of one kind.
        return cast(_Kept, known[1])

    def finer(self, detail: int, meshes: Callable[[int], Sequence[Mesh]]) -> MeshTable:
        """The table of the same meshes with more detail, made once."""
        if detail not in self._finer:
            table = self._finer[detail] = MeshTable(tuple(meshes(detail)))
            # Rounder things reach as far.
            table.plain, table.spots = self.plain, self.spots
        return self._finer[detail]

    @cached_property
    def corners(self) -> Points:
        return _by_axis([np.empty((0, 3, 3)), *(mesh.triangles for mesh in self.meshes)])

    @cached_property
    def normals(self) -> Normals:
        return _by_axis([np.empty((0, 3, 3), np.float32), *corner_normals(self.meshes)])

    @cached_property
    def codes(self) -> NDArray[np.int64]:
        return np.concatenate([np.empty(0, np.int64), *(mesh.colours for mesh in self.meshes)])

    @cached_property
    def two_sided(self) -> NDArray[np.bool_]:
        return np.concatenate([np.empty(0, np.bool_), *(mesh.two_sided for mesh in self.meshes)])

    @cached_property
    def own_codes(self) -> list[list[int]]:
        """By mesh, the colours that aren't those of the piece it is in."""
        return [distinct(mesh.colours[mesh.colours != INHERIT]).tolist() for mesh in self.meshes]

    @cached_property
    def are_coloured(self) -> NDArray[np.bool_]:
        """Which meshes have a colour of their own."""
        return np.array([bool(codes) for codes in self.own_codes], np.bool_)

    @cached_property
    def edges(self) -> MeshLines:
        return _lines(2, [(mesh.edges, mesh.edge_colours) for mesh in self.meshes])

    @cached_property
    def conditionals(self) -> MeshLines:
        return _lines(4, [(mesh.conditionals, mesh.conditional_colours) for mesh in self.meshes])

    @cached_property
    def spots(self) -> list[Points]:
        """Of each mesh the corners (n, 3) that reach farthest in some directions of many."""
        for mesh in self.meshes:
            if _KEPT not in vars(mesh):
                # Models share their parts.
                vars(mesh)[_KEPT] = _outermost(mesh.triangles, mesh.edges)
        return [vars(mesh)[_KEPT] for mesh in self.meshes]


def _are_same(one: Pieces, other: Pieces) -> bool:
    return one.matrices is other.matrices and one.mesh is other.mesh and one.colours is other.colours


def _lines(corners: int, by_mesh: Sequence[tuple[Points, NDArray[np.int64]]]) -> MeshLines:
    places = _by_axis([np.empty((0, corners, 3)), *(places for places, _ in by_mesh)])
    codes = np.concatenate([np.empty(0, np.int64), *(codes for _, codes in by_mesh)])
    counts = np.array([len(codes) for _, codes in by_mesh], np.int64)
    return MeshLines(places, codes, counts, _starts(counts))


def _starts(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate(([0], np.cumsum(counts)[:-1])).astype(np.int64)


def _by_axis(corners: Sequence[NDArray[_Float]]) -> NDArray[_Float]:
    """Corners (n, k, 3) of several meshes as (3, k, n): sums go along one axis at a time."""
    return np.ascontiguousarray(np.concatenate(corners).transpose(2, 1, 0))


def _outermost(triangles: Points, edges: Points) -> Points:
    points = np.concatenate((triangles.reshape(-1, 3), edges.reshape(-1, 3)))
    number = int(np.clip(_TESTS // max(len(points), 1), _FEWEST, _MOST))
    if len(points) < number:
        return points
    farthest = farthest_in_ways(points, number)
    # And the corners of its box, which decide how level things are framed.
    ends = np.concatenate((points.argmin(axis=0), points.argmax(axis=0)))
    outermost: Points = points[distinct(np.concatenate((farthest, ends)))]
    return outermost
