"""Outlines as bodies: the hull of the points, closed and wound outwards, with studs on it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.spatial import ConvexHull

from ldraw_tools.geometry.stand_ins import hull_faces, stand_in
from ldraw_tools.measuring.shapes import Shape
from tests.measuring import Points, database

BOX = np.array([(x, y, z) for x in (-20.0, 20.0) for y in (0.0, 24.0) for z in (-10.0, 10.0)])


def volume(triangles: Points) -> float:
    a, b, c = triangles.transpose(1, 0, 2)
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)


@given(st.integers(0, 10_000), st.integers(5, 60), st.sampled_from([0, 1]))
@settings(deadline=None, derandomize=True, max_examples=25)
def test_faces_enclose_what_another_program_finds(seed: int, number: int, decimals: int) -> None:
    points = np.round(np.random.default_rng(seed).normal(size=(number, 3)) * 20, decimals)
    faces = hull_faces(points)
    assert volume(points[faces]) == pytest.approx(ConvexHull(points).volume, rel=1e-3)
    edges = sorted((a, b) for a, b, c in faces.tolist() for a, b in ((a, b), (b, c), (c, a)))
    assert edges == sorted((b, a) for a, b in edges)


def test_a_box_has_twelve_edges_and_no_lines_across_its_faces() -> None:
    mesh = stand_in(Shape(BOX), [])
    assert mesh is not None
    assert (len(mesh.triangles), len(mesh.edges), len(mesh.conditionals)) == (12, 12, 0)
    assert volume(mesh.triangles) == pytest.approx(40 * 24 * 20)


def test_studs_stand_up_where_they_are() -> None:
    mesh = stand_in(Shape(BOX), [(np.eye(3), np.array([[10.0, 0.0, 0.0], [-10.0, 0.0, 0.0]]))])
    assert mesh is not None
    assert mesh.triangles[:, :, 1].min() == -4
    high = mesh.triangles.reshape(-1, 3)
    high = high[high[:, 1] == -4]
    assert np.ptp(high, axis=0).tolist() == pytest.approx([32, 0, 12])


def test_what_has_no_body_is_a_sheet_or_nothing() -> None:
    sheet = stand_in(Shape(BOX * [1.0, 0.0, 1.0]), [])
    assert sheet is not None
    assert sheet.two_sided.all()
    assert len(sheet.edges) == 4
    assert stand_in(Shape(np.array([[1.0, 2.0, 3.0]])), []) is None
    assert stand_in(Shape(np.empty((0, 3))), []) is None


def test_a_brick_of_the_database_is_as_large_as_a_brick() -> None:
    part = database().find("3001")
    assert part is not None
    shape = database().shape_of(part)
    assert shape is not None
    mesh = stand_in(shape, [(studs.turn, studs.places) for studs in database().studs_of(part)])
    assert mesh is not None
    assert np.ptp(mesh.triangles, axis=(0, 1)).tolist() == pytest.approx([80, 28, 40])
