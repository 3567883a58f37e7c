"""Pieces: every part once for each time it is placed, in its place, its colour, its step and its mark."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from catalog.database.part_database import PartsDatabase
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.assembly.inventory import count
from ldraw_tools.findings import RefusedError
from ldraw_tools.geometry import pieces as laying
from ldraw_tools.geometry.mesh import Mesh, Mesher
from ldraw_tools.geometry.pieces import PieceMark, Pieces, lay_out
from ldraw_tools.library.part_files import MemoryFiles
from ldraw_tools.library.places import NoParts
from ldraw_tools.reading.document import parse
from tests.building import TRIANGLE, model, place
from tests.drawing import CUBE, cube, placed, placed_sections
from tests.measuring import Points, assembled, mpd

UPRIGHT = "1 0 0 0 1 0 0 0 1"


def triangles_of(pieces: Pieces) -> Points:
    """Every piece moved to its place, one at a time."""
    found = [np.empty((0, 3, 3))]
    for row in range(len(pieces)):
        matrix = pieces.matrices[row]
        moved = pieces.meshes[pieces.mesh[row]].triangles @ matrix[:, :3].T + matrix[:, 3]
        turned = (np.linalg.det(matrix[:, :3]) < 0) ^ bool(pieces.inverted[row])
        found.append(moved[:, ::-1] if turned else moved)
    return np.concatenate(found)


def as_set(triangles: Points) -> list[tuple[float, ...]]:
    """Triangles whatever corner they start at, their winding kept."""
    rounded = [[tuple(corner) for corner in one] for one in np.round(triangles, 3).tolist()]
    return sorted(sum(min(one[i:] + one[:i] for i in range(3)), ()) for one in rounded)


references = st.lists(
    st.tuples(
        st.sampled_from(["cube.dat", "low.ldr", "lower.ldr"]),
        st.sampled_from(["0 0 0", "20 -24 10"]),
        st.sampled_from([UPRIGHT, "-1 0 0 0 1 0 0 0 1", "0 0 1 0 1 0 -1 0 0"]),
        st.sampled_from([4, 16]),
        st.sampled_from(["", "0 BFC INVERTNEXT"]),
    ),
    min_size=1,
    max_size=4,
)


@given(references, references)
@settings(deadline=None, derandomize=True, max_examples=30)
def test_pieces_together_are_the_mesh_of_the_model(
    top: list[tuple[str, str, str, int, str]], low: list[tuple[str, str, str, int, str]]
) -> None:
    def lines(references: list[tuple[str, str, str, int, str]], names: set[str]) -> list[str]:
        kept = [one for one in references if one[0] in names]
        return [
            line
            for name, at, turn, colour, bfc in kept
            for line in (bfc or "0", f"1 {colour} {at} {turn} {name}")
        ]

    text = mpd(
        {
            "main.ldr": ["0 BFC CERTIFY CCW", *lines(top, {"cube.dat", "low.ldr", "lower.ldr"})],
            "low.ldr": ["0 BFC CERTIFY CCW", *lines(low, {"cube.dat", "lower.ldr"}), cube()],
            "lower.ldr": [cube(16, "0 0 40"), "3 2 0 0 0 9 0 0 0 9 0"],
        }
    )
    library = MemoryFiles({"cube.dat": "\n".join(CUBE).encode()})
    assembly = assembled(text, source=NoParts(), library=library)
    whole = Mesher(assembly).mesh()
    pieces = lay_out(assembly)
    assert as_set(triangles_of(pieces)) == as_set(whole.triangles)
    assert pieces.triangle_count == len(whole.triangles)


def test_a_piece_has_the_colour_of_what_it_is_placed_in() -> None:
    pieces = placed_sections(
        {"main.ldr": ["1 4 0 0 0 1 0 0 0 1 0 0 0 1 in.ldr"], "in.ldr": [cube(16), cube(2)]}
    )
    assert sorted(pieces.colours.tolist()) == [2, 4]
    assert sorted(placed(cube(16)).in_colour(14).colours.tolist()) == [14]


def test_steps_count_what_adds_something() -> None:
    pieces = placed("0 STEP", cube(1), "0 STEP", "0 STEP", cube(2), cube(3), "0 STEP", cube(5))
    assert dict(zip(pieces.colours.tolist(), pieces.steps.tolist(), strict=True)) == {1: 1, 2: 2, 3: 2, 5: 3}
    assert pieces.last_step == 3
    assert sorted(pieces.up_to_step(2).colours.tolist()) == [1, 2, 3]


def test_every_instance_of_a_mark_is_told_apart_and_an_inner_mark_counts() -> None:
    sections = {
        "main.ldr": [f"1 16 0 0 0 {UPRIGHT} arm.ldr", f"1 16 50 0 0 {UPRIGHT} arm.ldr", cube(7)],
        "arm.ldr": [cube(1), f"1 16 0 0 0 {UPRIGHT} gun.ldr"],
        "gun.ldr": [cube(2)],
    }
    nodes = {
        node.name: node.index
        for node in assembled(
            mpd(sections), source=NoParts(), library=MemoryFiles({"cube.dat": b"0 x"})
        ).nodes
    }
    pieces = placed_sections(
        sections, PieceMark(nodes["arm.ldr"]), PieceMark(nodes["gun.ldr"]), PieceMark(nodes["main.ldr"], (2,))
    )
    whose = {
        (colour, pieces.marked[mark] if mark >= 0 else -1)
        for colour, mark in zip(pieces.colours.tolist(), pieces.marks.tolist(), strict=True)
    }
    assert whose == {(1, 0), (2, 1), (7, 2)}
    assert sorted(pieces.marked) == [0, 0, 1, 1, 2]


def test_what_has_no_file_is_stood_in_for_or_named() -> None:
    flat = placed(cube()).meshes[0]

    def stand_in(key: str) -> Mesh | None:
        return flat if key == "known.dat" else None

    pieces = placed(
        f"1 4 0 0 0 {UPRIGHT} known.dat", f"1 4 0 0 0 {UPRIGHT} lost.dat", cube(), stand_in=stand_in
    )
    assert (len(pieces), len(pieces.outlines), pieces.undrawn) == (2, 1, ("lost.dat",))


def test_shapes_of_a_models_own_file_are_a_piece() -> None:
    pieces = placed("3 4 0 0 0 10 0 0 0 10 0", "2 24 0 0 0 10 0 0")
    assert (len(pieces), pieces.triangle_count, len(pieces.meshes[0].edges)) == (1, 1, 1)


def test_joined_pieces_keep_their_places_steps_and_marks() -> None:
    one = placed("0 STEP", cube(1), "0 STEP", cube(2))
    both = one.joined(placed(cube(5, "100 0 0")))
    assert both.colours.tolist() == [1, 2, 5]
    assert both.steps.tolist() == [1, 2, 1]
    assert both.matrices[2, 0, 3] == 100
    assert both.triangle_count == 36


def test_too_many_parts_are_refused_before_they_are_placed() -> None:
    names = ["a", "b", "c", "d"]
    sections = {
        f"{name}.ldr": [f"1 16 {i} 0 0 {UPRIGHT} {inner}" for i in range(40)]
        for name, inner in zip(names, ["b.ldr", "c.ldr", "d.ldr", "cube.dat"], strict=True)
    }
    with pytest.raises(RefusedError, match="too many parts"):
        placed_sections(sections)


def test_too_many_triangles_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laying, "MOST_TRIANGLES", 20)
    with pytest.raises(RefusedError, match="draw one of its submodels"):
        placed(cube(), cube(4, "50 0 0"))


def test_pieces_are_counted_as_the_inventory_counts_them() -> None:
    """real-models N1: render and export said 133 parts of a model of 41."""
    hose = [place("14301k02.dat", 4, f"{x} 0 0") for x in range(0, 200, 20)]
    arm = ["0 FILE arm.ldr", place("3005.dat"), *hose]
    main = ["0 FILE main.ldr", place("arm.ldr"), place("arm.ldr"), place("3005.dat"), place("box.dat")]
    assembly = assemble(parse(model(*main, TRIANGLE, *arm), "m.mpd"), PartsDatabase())
    mesh = Mesher(assembled(TRIANGLE)).mesh()
    pieces = lay_out(assembly, stand_in=lambda key: mesh)
    assert pieces.number == count(assembly).pieces == 5
    # The box and the triangle are drawn, too.
    assert len(pieces) == 5 + 2 * 9 + 2
    assert pieces.up_to_step(0).number == 0
