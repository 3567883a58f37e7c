"""The different meshes of a model side by side: what every picture of it needs, found once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.geometry.mesh import Mesh
from ldraw_tools.geometry.normals import Normals, corner_normals
from ldraw_tools.measuring.hulls import farthest_in_ways
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading.array_columns import distinct
from ldraw_tools.reading.lines import EDGE, INHERIT

# Ways to look for the outermost corners of a part: fewer where it has many.
_FEWEST, _MOST, _TESTS = 60, 400, 1_500_000


class MeshTable:
    """All triangles in a row, mesh by mesh: corners and normals (n, 3, 3), colour codes (n,)."""

    def __init__(self, meshes: Sequence[Mesh]) -> None:
        self.meshes = meshes
        self._finer: dict[int, MeshTable] = {}
        self.counts = np.array([len(mesh.triangles) for mesh in meshes], np.int64)
        # Where each mesh begins.
        self.first = np.concatenate(([0], np.cumsum(self.counts))).astype(np.int64)

    def finer(self, detail: int, meshes: Callable[[int], Sequence[Mesh]]) -> MeshTable:
        """The table of the same meshes with more detail, made once."""
        if detail not in self._finer:
            table = self._finer[detail] = MeshTable(tuple(meshes(detail)))
            # Rounder things reach as far.
            table.spots = self.spots
        return self._finer[detail]

    @cached_property
    def corners(self) -> Points:
        return np.concatenate([np.empty((0, 3, 3)), *(mesh.triangles for mesh in self.meshes)])

    @cached_property
    def normals(self) -> Normals:
        return np.concatenate([np.empty((0, 3, 3), np.float32), *corner_normals(self.meshes)])

    @cached_property
    def codes(self) -> NDArray[np.int64]:
        return np.concatenate([np.empty(0, np.int64), *(mesh.colours for mesh in self.meshes)])

    # By mesh, the colours that aren't those of the piece it is in.

    @cached_property
    def own_colours(self) -> list[list[int]]:
        return [_other_than(INHERIT, mesh.colours) for mesh in self.meshes]

    @cached_property
    def own_edge_colours(self) -> list[list[int]]:
        return [_other_than(EDGE, mesh.edge_colours) for mesh in self.meshes]

    @cached_property
    def own_conditional_colours(self) -> list[list[int]]:
        return [_other_than(EDGE, mesh.conditional_colours) for mesh in self.meshes]

    @cached_property
    def spots(self) -> list[Points]:
        """Of each mesh the corners (n, 3) that reach farthest in some directions of many."""
        return [_outermost(mesh.triangles, mesh.edges) for mesh in self.meshes]


def _other_than(usual: int, codes: NDArray[np.int64]) -> list[int]:
    others: list[int] = distinct(codes[codes != usual]).tolist()
    return others


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
