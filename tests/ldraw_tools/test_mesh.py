"""Full geometry: every triangle once, in its place, in its colour, the right way round."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from ldraw_tools.findings import RefusedError
from ldraw_tools.geometry.mesh import Mesh, Mesher
from ldraw_tools.geometry.texture_codes import FIRST_TEXTURE, plain_codes
from ldraw_tools.library.part_files import Library, MemoryFiles
from ldraw_tools.library.places import NoParts
from ldraw_tools.reading.header import FileKind
from tests.measuring import UPRIGHT, Expander, Points, assembled, database, library_reader, line, mpd, turned

quick = settings(deadline=None, derandomize=True, max_examples=40)
# A closed cube of volume 8, wound counter-clockwise as seen from outside (y points down).
FACES = (
    "4 16 -1 -1 -1 1 -1 -1 1 -1 1 -1 -1 1",
    "4 16 -1 1 -1 -1 1 1 1 1 1 1 1 -1",
    "4 16 -1 -1 -1 -1 1 -1 1 1 -1 1 -1 -1",
    "4 16 -1 -1 1 1 -1 1 1 1 1 -1 1 1",
    "4 16 -1 -1 -1 -1 -1 1 -1 1 1 -1 1 -1",
    "4 16 1 -1 -1 1 1 -1 1 1 1 1 -1 1",
)
MIRROR = np.diag([-1.0, 1.0, 1.0])
CERTIFIED = ("0 Cube", "0 !LDRAW_ORG Unofficial_Part", "0 BFC CERTIFY CCW")
CLOCKWISE = tuple(
    " ".join([*face.split()[:2], *_reversed])
    for face, _reversed in (
        (face, [word for at in (11, 8, 5, 2) for word in face.split()[at : at + 3]]) for face in FACES
    )
)
# The triangles that several programs agree on, by release of the library.
TRIANGLES = {
    "202602": {"3001.dat": 700, "3005.dat": 76, "3004.dat": 172, "3023b.dat": 172, "s/3001s01.dat": 696}
}


def drawn(lines: list[str], **files: list[str]) -> Mesh:
    """The mesh of a model; `cube` is the file cube.dat."""
    library = MemoryFiles({f"{name}.dat": "\n".join(text).encode() for name, text in files.items()})
    return Mesher(assembled(*lines, source=NoParts(), library=library)).mesh()


def volume(triangles: Points) -> float:
    """Positive where the triangles of a closed body are wound counter-clockwise from outside."""
    a, b, c = triangles.transpose(1, 0, 2)
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)


def set_of(triangles: Points) -> Counter[tuple[tuple[int, ...], ...]]:
    """Triangles whatever corner they start at, rounded between the numbers that files have."""
    steps = np.floor(triangles / 0.002 + 0.2718).astype(np.int64)
    return Counter(tuple(sorted(map(tuple, corners))) for corners in steps.tolist())


def test_a_quadrilateral_is_two_triangles() -> None:
    mesh = drawn(["4 4 0 0 0 1 0 0 1 1 0 0 1 0", "3 1 0 0 0 1 0 0 0 0 1"])
    assert mesh.triangles.tolist() == [
        [[0, 0, 0], [1, 0, 0], [0, 0, 1]],
        [[0, 0, 0], [1, 0, 0], [1, 1, 0]],
        [[0, 0, 0], [1, 1, 0], [0, 1, 0]],
    ]
    assert mesh.colours.tolist() == [1, 4, 4]


def test_edges_and_conditional_edges_are_kept_apart() -> None:
    mesh = drawn(
        [line("a.dat", (5, 0, 0))], a=["2 24 0 0 0 1 0 0", "5 24 0 0 0 1 0 0 2 0 0 3 0 0", "2 4 0 0 0 0 0 1"]
    )
    assert mesh.edges[:, 0].tolist() == [[5, 0, 0], [5, 0, 0]]
    assert mesh.edge_colours.tolist() == [24, 4]
    assert mesh.conditionals.tolist() == [[[5, 0, 0], [6, 0, 0], [7, 0, 0], [8, 0, 0]]]
    assert len(mesh.triangles) == 0


def test_nothing_is_an_empty_mesh() -> None:
    mesh = drawn(["0 nothing"])
    assert mesh.triangles.shape == (0, 3, 3)
    assert mesh.edges.shape == (0, 2, 3)
    assert mesh.conditionals.shape == (0, 4, 3)
    assert mesh.undrawn == ()


def test_a_line_with_a_bad_number_is_not_drawn_and_the_rest_is() -> None:
    lines = [line("cube.dat"), "1 4 x 0 0 1 0 0 0 1 0 0 0 1 cube.dat", "3 4 0 0 nan 1 0 0 0 1 0"]
    assert len(drawn(lines, cube=[*FACES]).triangles) == 12


def test_parts_without_a_file_are_named() -> None:
    mesh = Mesher(assembled(line("3001.dat"), line("3001.dat"), line("nobody.dat"))).mesh()
    assert mesh.undrawn == ("3001.dat", "nobody.dat")
    assert len(mesh.triangles) == 0


def test_a_part_without_a_file_is_nothing_by_itself() -> None:
    assembly = assembled(line("3001.dat"))
    closed = assembly.by_key["3001.dat"].index
    mesh = Mesher(assembly).mesh(closed)
    assert (mesh.undrawn, mesh.triangles.shape, mesh.edges.shape) == (("3001.dat",), (0, 3, 3), (0, 2, 3))


def test_every_file_of_a_model_has_a_mesh_of_its_own_whichever_is_asked_first() -> None:
    sections = {
        "main.ldr": [line("a.ldr", (9, 0, 0)), line("cube.dat")],
        "a.ldr": [line("cube.dat", (0, 9, 0))] * 2,
    }
    assembly = assembled(mpd({**sections, "cube.dat": [*CERTIFIED, *FACES]}), source=NoParts())
    mesher = Mesher(assembly)
    for key, cubes in (("cube.dat", 1), ("a.ldr", 2), ("main.ldr", 3), ("a.ldr", 2)):
        mesh = mesher.mesh(assembly.by_key[key].index)
        alone = Mesher(assembly).mesh(assembly.by_key[key].index)
        assert len(mesh.triangles) == 12 * cubes
        assert np.array_equal(mesh.triangles, alone.triangles)


def test_textured_lines_or_their_fallback_are_drawn_never_both() -> None:
    lines = [
        "0 !TEXMAP START PLANAR 0 0 0 1 0 0 0 1 0 a.png",
        "0 !: 3 4 0 0 0 1 0 0 0 1 0",
        "0 !TEXMAP FALLBACK",
        "3 1 0 0 0 1 0 0 0 1 0",
        "0 !TEXMAP END",
        "3 2 0 0 0 1 0 0 0 1 0",
    ]
    found = drawn(lines).colours
    assert plain_codes(found).tolist() == [1, 2]
    assert (found >= FIRST_TEXTURE).tolist() == [True, False]


# Colours.


def test_colour_16_is_that_of_the_line_that_places_the_file_through_every_level() -> None:
    lines = [
        "0 FILE main.ldr", "1 4 0 0 0 1 0 0 0 1 0 0 0 1 a.ldr", "1 16 0 0 0 1 0 0 0 1 0 0 0 1 a.ldr",
        "0 FILE a.ldr", "1 16 0 0 0 1 0 0 0 1 0 0 0 1 b.ldr", "1 2 0 0 0 1 0 0 0 1 0 0 0 1 b.ldr",
        "0 FILE b.ldr", "3 16 0 0 0 1 0 0 0 1 0", "3 0x2FF0000 0 0 0 1 0 0 0 1 0", "2 24 0 0 0 1 1 1",
    ]  # fmt: skip
    mesh = drawn(lines)
    assert sorted(mesh.colours.tolist()) == sorted([4, 2, 16, 2] + [0x2FF0000] * 4)
    assert mesh.edge_colours.tolist() == [24] * 4


# Winding.


def test_a_certified_cube_is_wound_outwards() -> None:
    mesh = drawn([line("cube.dat")], cube=[*CERTIFIED, *FACES])
    assert volume(mesh.triangles) == pytest.approx(8)
    assert not mesh.two_sided.any()


def test_a_clockwise_file_is_turned_round() -> None:
    mesh = drawn([line("cube.dat")], cube=["0 Cube", "0 BFC CERTIFY CW", *CLOCKWISE])
    assert volume(mesh.triangles) == pytest.approx(8)


def test_the_winding_may_change_in_the_middle_of_a_file() -> None:
    cube = ["0 Cube", "0 BFC CERTIFY CCW", *FACES[:3], "0 BFC CW", *CLOCKWISE[3:5], "0 BFC CCW", *FACES[5:]]
    assert volume(drawn([line("cube.dat")], cube=cube).triangles) == pytest.approx(8)


def test_a_mirrored_cube_is_still_wound_outwards() -> None:
    for mirror in (MIRROR, -UPRIGHT, np.diag([1.0, -2.0, 1.0]) @ turned(30)):
        mesh = drawn([line("cube.dat", turn=mirror)], cube=[*CERTIFIED, *FACES])
        assert volume(mesh.triangles) == pytest.approx(8 * abs(np.linalg.det(mirror)))


def test_a_mirror_in_a_mirror_is_still_wound_outwards() -> None:
    sections = {"main.ldr": [line("a.ldr", turn=MIRROR)], "a.ldr": [line("cube.dat", turn=-UPRIGHT)]}
    assert volume(drawn([mpd(sections)], cube=[*CERTIFIED, *FACES]).triangles) == pytest.approx(8)


@pytest.mark.parametrize("turn", [UPRIGHT, MIRROR])
def test_an_inverted_cube_is_a_hollow_and_the_next_is_not(turn: Points) -> None:
    lines = ["0 BFC CERTIFY CCW", "0 BFC INVERTNEXT", line("cube.dat", turn=turn)]
    assert volume(drawn(lines, cube=[*CERTIFIED, *FACES]).triangles) == pytest.approx(-8)
    lines.append(line("cube.dat", (9, 0, 0)))
    assert volume(drawn(lines, cube=[*CERTIFIED, *FACES]).triangles) == pytest.approx(0)


def test_a_hollow_in_a_hollow_is_a_cube() -> None:
    inverted = ["0 BFC CERTIFY CCW", "0 BFC INVERTNEXT"]
    mesh = drawn([*inverted, line("a.dat")], a=[*inverted, line("cube.dat")], cube=[*CERTIFIED, *FACES])
    assert volume(mesh.triangles) == pytest.approx(8)


def test_an_inversion_inside_a_substitute_of_a_parts_list_inverts_its_own_line() -> None:
    lines = [
        "0 !LPUB PLI BEGIN SUB cube.dat 4",
        "0 BFC INVERTNEXT",
        line("cube.dat"),
        "0 !LPUB PLI END",
        line("cube.dat", (9, 0, 0)),
    ]
    mesh = drawn(lines, cube=[*CERTIFIED, *FACES])
    by_place = [mesh.triangles[np.abs(mesh.triangles[:, 0, 0] - at) < 2] for at in (0, 9)]
    assert [round(volume(part)) for part in by_place] == [-8, 8]


@pytest.mark.parametrize(
    ("header", "two_sided"),
    [
        ([], True),
        (["0 BFC CERTIFY CCW"], False),
        (["0 BFC CCW"], False),
        (["0 BFC NOCERTIFY"], True),
        (["0 BFC CERTIFY CCW", "0 BFC NOCLIP"], True),
        (["0 BFC CERTIFY CCW", "0 BFC NOCLIP", "0 BFC CLIP"], False),
    ],
)
def test_what_nobody_promises_is_two_sided(header: list[str], two_sided: bool) -> None:
    mesh = drawn([line("cube.dat")], cube=["0 Cube", *header, *FACES])
    assert mesh.two_sided.tolist() == [two_sided] * 12


# Size without end.


def test_ten_copies_twenty_levels_deep_are_refused_before_anything_is_placed() -> None:
    sections = {f"{n}.ldr": [line(f"{n + 1}.ldr", (20 * i, 0, 0)) for i in range(10)] for n in range(20)}
    mesher = Mesher(assembled(mpd({**sections, "20.ldr": ["3 4 0 0 0 1 0 0 0 1 0"]})))
    with pytest.raises(RefusedError, match="too many parts to draw"):
        mesher.mesh()


def test_what_grows_beyond_the_world_level_after_level_is_not_drawn() -> None:
    sections = {f"{n}.ldr": [*FACES, line(f"{n + 1}.ldr", turn=1000 * UPRIGHT)] for n in range(150)}
    mesh = Mesher(assembled(mpd({**sections, "150.ldr": [*FACES]}))).mesh()
    assert np.isfinite(mesh.triangles).all()
    assert len(mesh.triangles) >= 24


# The same by brute force.

places = st.tuples(*[st.integers(-50, 50)] * 3)
turns = st.tuples(
    st.integers(0, 359), st.sampled_from(["x", "y", "z"]), st.sampled_from([1.0, -1.0, 2.0])
).map(lambda turn: turned(turn[0], turn[1]) * turn[2])


@given(st.lists(st.lists(st.tuples(st.integers(0, 3), places, turns), max_size=3), min_size=3, max_size=3))
@quick
def test_a_mesh_has_the_triangles_of_expanding_everything(
    levels: list[list[tuple[int, tuple[int, int, int], Points]]],
) -> None:
    files = ["main.ldr", "a.ldr", "b.ldr", "cube.dat"]
    sections = {
        name: [line(files[max(index + 1, target)], at, turn) for target, at, turn in inner]
        for index, (name, inner) in enumerate(zip(files, levels, strict=False))
    }
    sections["main.ldr"].append("3 16 0 0 0 1 0 0 0 1 0")
    sections["cube.dat"] = [*CERTIFIED, *FACES]
    texts = {name: "\n".join(lines) for name, lines in sections.items()}
    mesh = Mesher(assembled(mpd(sections), source=NoParts())).mesh()
    assert set_of(mesh.triangles) == set_of(Expander(texts.get).cloud("main.ldr").triangles)


def library_mesh(root: Path, *lines: str) -> Mesh:
    return Mesher(assembled(*lines, source=NoParts(), library=Library([root]))).mesh()


def test_triangles_are_as_many_as_other_programs_draw(library_root: Path) -> None:
    release = database().about["release"]
    assert release in TRIANGLES, f"count the triangles of release {release} with two other programs"
    for name, number in TRIANGLES[release].items():
        assert len(library_mesh(library_root, line(name)).triangles) == number, name


def test_forty_parts_have_the_triangles_of_expanding_everything(library_root: Path) -> None:
    blocks = (FileKind.SUBFILE, FileKind.PRIMITIVE)
    keys = [part.key for part in database() if part.kind not in blocks]
    expander = Expander(library_reader(library_root))
    for key in random.Random(40).sample(keys, 40):
        turn, at = turned(25) @ turned(40, "x") @ MIRROR, (1.5, 2.5, -3.5)
        expected = expander.cloud(key).at(turn, np.array(at)).triangles
        assert set_of(library_mesh(library_root, line(key, at, turn)).triangles) == set_of(expected), key


@pytest.mark.parametrize("number", ["3005", "3024", "3070b", "3001"])
def test_a_closed_part_is_wound_outwards_mirrored_or_not(library_root: Path, number: str) -> None:
    upright = library_mesh(library_root, line(f"{number}.dat"))
    assert not upright.two_sided.any()
    size = volume(upright.triangles)
    box = float(np.prod(np.ptp(upright.triangles.reshape(-1, 3), axis=0)))
    assert 0.1 * box < size < box
    for turn in (MIRROR, -UPRIGHT, turned(50, "x") @ MIRROR):
        mirrored = library_mesh(library_root, line(f"{number}.dat", turn=turn))
        assert volume(mirrored.triangles) == pytest.approx(size, rel=1e-6)
