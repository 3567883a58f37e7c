"""Smooth normals: round where a part is round, flat where it is flat, creased at its lines."""

from __future__ import annotations

import numpy as np

from ldraw_tools.geometry.mesh import Mesh
from ldraw_tools.geometry.normals import corner_normals
from ldraw_tools.reading.lines import INHERIT
from tests.drawing import cube, placed
from tests.measuring import Points


def tube(sides: int = 16, lines: Points | None = None, two_sided: bool = False) -> Mesh:
    """The wall of a cylinder along y, one across."""
    around = np.arange(sides + 1) * 2 * np.pi / sides
    ring = np.column_stack((np.cos(around), np.zeros(sides + 1), np.sin(around)))
    top = ring - [0.0, 1.0, 0.0]
    one = np.stack((ring[:-1], ring[1:], top[1:]), axis=1)
    two = np.stack((ring[:-1], top[1:], top[:-1]), axis=1)
    triangles = np.concatenate((one, two))
    none = np.empty(0, np.int64)
    edges = np.empty((0, 2, 3)) if lines is None else lines
    return Mesh(
        triangles,
        np.full(len(triangles), INHERIT, np.int64),
        np.full(len(triangles), two_sided, np.bool_),
        edges,
        np.full(len(edges), 24, np.int64),
        np.empty((0, 4, 3)),
        none,
    )


def test_a_round_wall_has_the_normals_of_a_circle() -> None:
    mesh = tube()
    (normals,) = corner_normals([mesh])
    expected = mesh.triangles * [1.0, 0.0, 1.0]
    assert np.abs(np.abs(np.einsum("nki,nki->nk", normals, expected)) - 1).max() < 1e-3


def test_a_line_is_a_crease() -> None:
    mesh = tube()
    seam = mesh.triangles[0][[1, 2]][None]
    (smooth,), (creased,) = corner_normals([mesh]), corner_normals([tube(lines=seam)])
    changed = np.abs(smooth - creased).max(axis=2) > 1e-3
    there = np.abs(mesh.triangles - seam[0, 0]).max(axis=2) < 1e-6
    there |= np.abs(mesh.triangles - seam[0, 1]).max(axis=2) < 1e-6
    assert (changed == there).all()


def test_a_cube_is_flat_and_so_is_what_promises_no_winding() -> None:
    (normals,) = corner_normals(placed(cube()).meshes)
    assert sorted({tuple(np.abs(n).round(4).tolist()) for n in normals.reshape(-1, 3)}) == [
        (0, 0, 1),
        (0, 1, 0),
        (1, 0, 0),
    ]
    (normals,) = corner_normals([tube(two_sided=True)])
    assert np.abs(normals - normals[:, :1]).max() < 1e-6


def test_meshes_are_smoothed_each_by_itself() -> None:
    one, two = corner_normals([tube(16), tube(8)])
    assert np.array_equal(one, corner_normals([tube(16)])[0])
    assert np.array_equal(two, corner_normals([tube(8)])[0])
    assert corner_normals([]) == []
