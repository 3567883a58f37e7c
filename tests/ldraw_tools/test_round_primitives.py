"""Round primitives with more sides: the same shape as the library's, only rounder."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ldraw_tools.geometry.drawn import Drawn, read_drawn
from ldraw_tools.geometry.mesh import Mesh
from ldraw_tools.geometry.normals import face_normals
from ldraw_tools.geometry.part_meshes import PartMeshes
from ldraw_tools.geometry.round_primitives import MOST_DETAIL, _circle, is_round, round_shape
from ldraw_tools.library.part_files import Library
from ldraw_tools.reading.document import read

FROM_FILES = [
    "4-4cyli",
    "1-4cyli",
    "3-16cyli",
    "4-4con1",
    "1-4con0",
    "2-4con3",
    "4-4disc",
    "3-8disc",
    "4-4ndis",
    "1-4ndis",
    "1-4chrd",
    "3-4chrd",
    "4-4edge",
    "1-8edge",
    "4-4ring3",
    "1-4rin10",
    "48/1-4cyli",
    "48/1-6edge",
    "48/1-4ring3",
]


def in_file(root: Path, name: str) -> Drawn:
    return read_drawn([read(root / "p" / f"{name}.dat").main.contents])[0]


def mass(drawn: Drawn) -> np.ndarray:
    """How much surface looks which way, where its middle is, and how long the lines are."""
    found = [np.zeros(7)]
    if drawn.triangles:
        triangles = drawn.triangles.corners[:, :3].reshape(-1, 3, 3)
        normals, areas = face_normals(triangles)
        whole = areas[:, None]
        found[0] = np.concatenate(
            ((normals * whole).sum(0), (triangles.mean(1) * whole).sum(0), whole.sum(0))
        )
    for lines, size in ((drawn.edges, 2), (drawn.conditionals, 4)):
        ends = lines.corners[:, :3].reshape(-1, size, 3) if lines else np.zeros((0, 2, 3))
        found.append(
            np.append(ends[:, :2].sum((0, 1)), np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1).sum())
        )
    return np.concatenate(found)


@pytest.mark.parametrize("name", FROM_FILES)
def test_with_the_usual_number_of_sides_it_is_what_the_library_draws(name: str, library_root: Path) -> None:
    from ldraw_tools.geometry.round_primitives import _NAME

    match = _NAME.fullmatch(f"{name}.dat")
    assert match
    part, whole, kind, number = match.groups()
    sides = 48 if name.startswith("48") else 16
    made = _circle(kind, sides * int(part) // int(whole), sides, int(number or 0))
    assert made
    assert np.allclose(mass(made)[:11], mass(in_file(library_root, name))[:11], atol=0.01)


@pytest.mark.parametrize(
    "name",
    ["4-4cyli", "1-4con2", "4-4disc", "4-4edge", "1-4ring3", "1-8sphe", "t04o2500", "t04i2500"],
)
def test_review_f3_a_large_one_is_rounder_and_a_small_one_as_it_is(name: str, library_root: Path) -> None:
    key, before = f"{name}.dat", in_file(library_root, name)
    assert round_shape(key, before, 0.5, 1) is before
    numbers = []
    for detail in range(MOST_DETAIL + 1):
        layer = (made := round_shape(key, before, 40.0, detail)).triangles or made.edges
        assert layer
        numbers.append(len(layer.colours))
        # Of the same shape: as much surface and line, but for what the corners cut off.
        assert np.allclose(mass(made)[:7], mass(before)[:7], rtol=0.06, atol=0.05)
    assert numbers == sorted(set(numbers)), "more with every level"


@pytest.mark.parametrize(
    "key", ["3001.dat", "stud.dat", "rect.dat", "4-4cyls.dat", "axle.dat", "box.dat", "4-4cyli"]
)
def test_what_is_not_one_of_them_stays(key: str) -> None:
    assert not is_round(key)


@pytest.mark.parametrize("key", ["1-0edge.dat", "17-16disc.dat", "0-4disc.dat", "1-7disc.dat"])
def test_a_name_that_means_no_part_of_a_circle_changes_nothing(key: str) -> None:
    nothing = Drawn(None, None, None, np.empty((0, 3, 4)), np.empty(0, np.bool_))
    assert round_shape(key, nothing, 40.0, 1) is nothing


def test_review_f3_a_part_has_more_sides_on_request_only(library_root: Path) -> None:
    meshes = PartMeshes(Library([library_root]))

    def brick(detail: int) -> Mesh:
        mesh = meshes.fetch(["3001.dat"], detail)["3001.dat"]
        assert mesh
        return mesh

    counts = [len(brick(detail).triangles) for detail in range(MOST_DETAIL + 1)]
    assert counts[0] < counts[1] < counts[2] < 8 * counts[0]
    assert brick(0) is brick(0)
    for one in (0, 1, 2):
        assert np.allclose(brick(one).triangles.min((0, 1)), [-40, -4, -20], atol=0.01)
