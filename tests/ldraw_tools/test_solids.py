"""What is solid: never said of a place that isn't, against brute force and boxes that can be reckoned."""

from __future__ import annotations

from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from numpy.typing import NDArray

from ldraw_tools.library.part_files import MemoryFiles
from ldraw_tools.library.places import PartFacts
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.solids import reach, solid
from ldraw_tools.solids.clashes import find_clashes, find_copies, inverse, overlap
from ldraw_tools.solids.contacts import Contacts
from ldraw_tools.solids.firmness import foreign_editor, is_firm, is_plain, may_interlock
from ldraw_tools.solids.placements import place_parts
from ldraw_tools.solids.reach import Reaches, near_pairs, reaches
from ldraw_tools.solids.solid import Solid, Solids, distances, windings
from tests.boxes import Size, at, box, built, hollow_box, part, quads
from tests.building import read

BRICK: Size = (20.0, 24.0, 20.0)
LEAST = 3.4
# Thinner ones are rods.
sides = st.floats(18.0, 40.0)
offsets = st.tuples(*[st.floats(-45.0, 45.0)] * 3)


def solid_of(data: bytes, **others: bytes) -> Solid:
    files = {"thing.dat": data, **{f"{name}.dat": other for name, other in others.items()}}
    found = Solids(MemoryFiles(files)).fetch(["thing.dat"])["thing.dat"]
    assert found is not None
    return found


def shifted(by: tuple[float, float, float]) -> Points:
    return np.column_stack([np.eye(3), by])


def turned(by: tuple[float, float, float], degrees: float, about: tuple[float, float, float]) -> Points:
    """Rodrigues' formula."""
    axis = np.array(about) / np.linalg.norm(about)
    cross = np.cross(np.eye(3), axis)
    angle = np.radians(degrees)
    turn = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
    return np.column_stack([turn, by])


def depth_in_box(points: Points, size: Size) -> NDArray[np.float64]:
    """How deep points are in a box about the origin; below 0 outside."""
    deep: NDArray[np.float64] = (np.array(size) / 2 - np.abs(points)).min(axis=1)
    return deep


# A part by itself.


@given(st.lists(offsets, min_size=1, max_size=12))
def test_windings_and_distances_tell_the_inside_of_a_box_and_how_deep_it_is(places: list[Size]) -> None:
    points = np.array(places)
    deep = depth_in_box(points, BRICK)
    points, deep = points[np.abs(deep) > 0.01], deep[np.abs(deep) > 0.01]
    triangles = solid_of(box(BRICK)).triangles
    assert np.allclose(windings(points, triangles), deep > 0, atol=1e-6)
    inside = deep > 0
    assert np.allclose(distances(points[inside], triangles), deep[inside])


@given(st.lists(offsets, min_size=1, max_size=8))
def test_distances_are_those_to_the_nearest_of_many_points_on_the_triangles(places: list[Size]) -> None:
    triangles = np.array([[[0, 0, 0], [30, 0, 0], [0, 20, 5]], [[0, 0, 9], [0, 0, 9], [7, 7, 7]]], np.float64)
    shares = np.array([(a, b) for a in np.linspace(0, 1, 60) for b in np.linspace(0, 1, 60) if a + b <= 1])
    start, one, other = triangles[:, :1], triangles[:, 1:2], triangles[:, 2:]
    samples = start + shares[None, :, :1] * (one - start) + shares[None, :, 1:] * (other - start)
    away = np.linalg.norm(np.array(places)[:, None] - samples.reshape(-1, 3)[None], axis=2).min(axis=1)
    found = distances(np.array(places), triangles)
    assert (found <= away + 1e-9).all()
    assert (away <= found + 1.0).all()


def test_a_closed_box_with_nothing_in_it_is_solid_only_in_its_walls() -> None:
    solid = solid_of(hollow_box((40.0, 40.0, 40.0), 6.0))
    places = np.array(
        [[0.0, 0.0, 0.0], [10.0, 5.0, -8.0], [17.0, 0.0, 0.0], [0.0, -17.0, 3.0], [25.0, 0.0, 0.0]]
    )
    assert solid.depths(places).round(2).tolist() == [0.0, 0.0, 3.0, 3.0, 0.0]
    assert solid.grid.volume == pytest.approx(40**3 - 28**3, rel=0.02)


def test_a_stud_is_solid_and_what_is_below_a_hollow_one_may_not_be() -> None:
    stud = part("Stud", quads((12.0, 4.0, 12.0), (0.0, -2.0, 0.0)))
    brick = part("Brick  1 x  1", [*quads(BRICK, (0.0, 12.0, 0.0)), "1 16 0 0 0 1 0 0 0 1 0 0 0 1 stud.dat"])
    in_stud, below = np.array([[0.0, -2.0, 0.0]]), np.array([[0.0, 6.0, 0.0]])
    solid = solid_of(brick, stud=stud)
    assert len(solid.studs) == 1
    assert solid.depths(in_stud)[0] == pytest.approx(2.0)
    assert solid.depths(below)[0] == pytest.approx(6.0)
    open_stud = solid_of(brick.replace(b"stud.dat", b"stud2.dat"), stud2=stud)
    assert len(open_stud.hollow) == 1
    assert open_stud.depths(np.concatenate([in_stud, below])).tolist() == [0.0, 0.0]
    assert not open_stud.grid.depths_at(below).any()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (
            part("Brick  1 x  1", [*quads(BRICK)[:2]]).replace(b"CERTIFY CCW", b"NOCERTIFY"),
            "nobody promises its winding",
        ),
        (
            part("Brick  1 x  1", [*quads(BRICK), "1 16 0 0 0 1 0 0 0 1 0 0 0 1 lost.dat"]),
            "some of it is missing",
        ),
        (part("Brick  1 x  1", []), "nothing is drawn"),
        (box((1e6, 1e6, 1e6)), "no brick is so large"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_part_of_which_nothing_is_certain_has_no_solid(data: bytes, why: str) -> None:
    assert Solids(MemoryFiles({"thing.dat": data})).fetch(["thing.dat"]) == {"thing.dat": None}


def test_solids_are_kept_up_to_a_bound_and_those_asked_for_last_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["a.dat", "b.dat", "c.dat"]
    solids = Solids(MemoryFiles(dict.fromkeys(names, box(BRICK))))
    first = {name: solids.fetch([name])[name] for name in names}
    size = first["a.dat"].size if first["a.dat"] else 0
    assert size > 0
    monkeypatch.setattr(solid, "_MOST_BYTES", 2 * size)
    assert solids.fetch(["a.dat"])["a.dat"] is first["a.dat"]
    assert solids.fetch(["c.dat"])["c.dat"] is first["c.dat"]
    assert solids.fetch(["b.dat"])["b.dat"] is not first["b.dat"]
    # More than the bound at once is given out, but not kept.
    assert len(solids.fetch(names)) == 3
    assert solids.fetch(["c.dat"])["c.dat"] is first["c.dat"]


def test_without_a_library_there_are_no_solids() -> None:
    assert Solids(None).fetch(["3001.dat"]) == {"3001.dat": None}
    assert not Solids(None).can_be_made


# Two parts.


@settings(max_examples=60)
@given(st.tuples(sides, sides, sides), st.tuples(sides, sides, sides), offsets)
def test_boxes_overlap_by_the_shortest_side_of_what_they_share(one: Size, other: Size, by: Size) -> None:
    shared = min((a + b) / 2 - abs(c) for a, b, c in zip(one, other, by, strict=True))
    shared = min(shared, *one, *other)
    found = overlap(solid_of(box(one)), solid_of(box(other)), shifted(by), LEAST)
    if found is not None:
        assert shared >= found.depth - 0.01 >= LEAST - 0.01
    else:
        assert shared < LEAST + 1.0


@settings(max_examples=60)
@given(offsets, st.floats(0, 360), st.tuples(*[st.floats(0.1, 1.0)] * 3))
def test_the_ball_of_an_overlap_is_in_both_boxes(by: Size, degrees: float, about: Size) -> None:
    matrix = turned(by, degrees, about)
    first, second = (30.0, 18.0, 20.0), (40.0, 18.0, 22.0)
    found = overlap(solid_of(box(first)), solid_of(box(second)), matrix, LEAST)
    back = inverse(matrix)
    if found is not None:
        radius = found.depth / 2
        assert depth_in_box(found.place[None], first)[0] >= radius - 1e-6
        assert depth_in_box((back[:, :3] @ found.place + back[:, 3])[None], second)[0] >= radius - 1e-6
        return
    places = np.random.default_rng(1).uniform(-0.5, 0.5, (20_000, 3)) * np.array(first)
    both = np.minimum(depth_in_box(places, first), depth_in_box(places @ back[:, :3].T + back[:, 3], second))
    assert both.max() < LEAST / 2 + 0.8


def test_a_box_in_the_hollow_of_another_doesnt_overlap_it() -> None:
    around = solid_of(hollow_box((40.0, 40.0, 40.0), 6.0))
    assert overlap(around, solid_of(box((27.0, 27.0, 27.0))), shifted((0.0, 0.0, 0.0)), LEAST) is None
    assert overlap(around, solid_of(box((27.0, 27.0, 27.0))), shifted((6.0, 0.0, 0.0)), LEAST) is not None


def test_an_axle_turned_in_its_hole_touches_nothing() -> None:
    cross = [*quads((40.0, 4.0, 12.0)), *quads((40.0, 12.0, 4.0))]
    axle = solid_of(part("Technic Axle  2", cross))
    walls = [*quads((20.0, 20.0, 6.0), (0.0, 0.0, 7.0)), *quads((20.0, 20.0, 6.0), (0.0, 0.0, -7.0))]
    hole = solid_of(part("Technic Beam  1", walls))
    assert axle.is_axle
    assert overlap(hole, axle, turned((0.0, 0.0, 0.0), 45.0, (1.0, 0.0, 0.0)), LEAST) is None
    assert overlap(hole, axle, shifted((0.0, 0.0, 7.0)), LEAST) is not None


def test_the_end_of_a_rod_may_be_pushed_in_too_far_and_its_middle_not() -> None:
    bar, wall = solid_of(box((8.0, 80.0, 8.0), "Bar  4L")), solid_of(box((40.0, 40.0, 40.0), "Brick  2 x  2"))
    assert bar.slides_along == 1
    assert overlap(wall, bar, shifted((0.0, 55.0, 0.0)), LEAST) is None
    assert overlap(wall, bar, shifted((0.0, 45.0, 0.0)), LEAST) is not None


# Which parts may be judged at all.


def facts(title: str, kind: str = "part") -> PartFacts:
    from ldraw_tools.reading.header import FileKind

    return PartFacts("x.dat", title, FileKind(kind))


@pytest.mark.parametrize(
    "title",
    [
        "Brick  2 x  4",
        "Technic Beam  7",
        "Minifig Gun Blaster",
        "Hinge  1 x  2 Base",
        "Plate  1 x  2 with Ball Joint-8 on Side",
        "Bar  4L Lightsaber Blade",
    ],
)
def test_hard_parts_are_judged(title: str) -> None:
    assert is_firm(facts(title), facts)


@pytest.mark.parametrize(
    "title",
    [
        "Tyre 22/ 14 x 30 ZR",
        "Hose Flexible 19L",
        "String Braided  31L",
        "~Technic Tread Segment - Straight",
        "Technic Chain Link",
        "Sheet Fabric  5 x  5",
        "Minifig Cape Cloth",
        "Minifig Hand",
        "Animal Snake",
        "Rubber Belt Small",
        "Electric Power Functions Medium Motor",
        "Slope Brick 45  2 x  2 (Needs Work)",
        "Sticker  1.6 x  0.8",
        "Technic Shock Absorber  6.5L",
        "",
    ],
)
def test_what_is_soft_bent_posed_or_roughly_drawn_is_not(title: str) -> None:
    assert not is_firm(facts(title), facts)


def test_kinds_that_are_no_parts_are_not_judged() -> None:
    for kind in ("sub-part", "sticker", "flexible section", "generated", "unknown", "primitive"):
        assert not is_firm(facts("Brick  2 x  4", kind), facts)


def test_gears_may_mesh_and_figures_may_carry() -> None:
    assert may_interlock(facts("Technic Gear  8 Tooth"), facts("Technic Gear Rack  1 x  4"))
    assert may_interlock(facts("Minifig Hand"), facts("Minifig Sword"))
    assert not may_interlock(facts("Technic Gear  8 Tooth"), facts("Brick  1 x  2"))


def test_plain_parts_are_those_without_a_with() -> None:
    plain = ("Brick  2 x  4", "Plate  1 x  1", "Tile  1 x  2 with Groove", "Slope Brick 45  2 x  1")
    assert all(is_plain(facts(title)) for title in plain)
    assert not is_plain(facts("Slope Brick 45  2 x  1 with Cutout and without Stud"))
    assert not is_plain(facts("Plate  1 x  2 with Clip Horizontal on Side (Thick C-Clip)"))


def test_studios_files_are_known_by_name_and_by_their_lines() -> None:
    assert foreign_editor(read("0 x\n", "frame.io")) == "Studio"
    assert foreign_editor(read("0 x\n0 CustomBrick\n")) == "Studio"
    assert foreign_editor(read("0 x\n0 Author: Studio\n")) == ""
    by_lego = "0 Untitled\n0 Name: x.ldr\n0 Author: LEGO Digital Designer 4.3.12\n"
    assert foreign_editor(read(by_lego)) == "LEGO Digital Designer"


# How far apart parts are.


@given(st.lists(st.tuples(offsets, st.lists(offsets, min_size=1, max_size=6)), min_size=2, max_size=7))
def test_a_proved_gap_is_never_more_than_the_points_are_apart(things: list[tuple[Size, list[Size]]]) -> None:
    clouds = [np.array(points) * 0.3 + np.array(middle) * 3 for middle, points in things]
    pairs = near_pairs(reaches(clouds), 400.0)
    assert len(pairs) == len(clouds) * (len(clouds) - 1) // 2
    for one, other, gap in zip(pairs.one, pairs.other, pairs.gap, strict=True):
        assert gap <= np.linalg.norm(clouds[one][:, None] - clouds[other][None], axis=2).min() + 1e-9


@given(st.lists(st.tuples(offsets, st.floats(0.1, 30.0)), min_size=1, max_size=40), st.floats(-5.0, 20.0))
def test_near_pairs_are_all_there_are(boxes: list[tuple[Size, float]], gap: float) -> None:
    clouds = [np.array([np.array(middle) - size, np.array(middle) + size]) for middle, size in boxes]
    of = reaches(clouds)
    found = {(int(a), int(b)) for a, b in zip(*_ends(near_pairs(of, gap)), strict=True)}
    expected = set()
    for i in range(len(clouds)):
        for j in range(i + 1, len(clouds)):
            if (np.maximum(of.low[i], of.low[j]) - np.minimum(of.high[i], of.high[j])).max() <= gap:
                expected.add((i, j))
    assert found == expected


def _ends(pairs: reach.Pairs) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    return pairs.one, pairs.other


def test_a_heap_in_one_place_is_not_listed_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "MOST_PAIRS", 100)
    heap = Reaches(np.zeros((50, len(reach.WAYS))), np.ones((50, len(reach.WAYS))))
    pairs = near_pairs(heap, 0.0)
    assert not pairs.is_whole
    assert len(pairs) == 100


# Whole models.

BRICKS = {"brick.dat": box(BRICK), "tyre.dat": box(BRICK, "Tyre 22/ 14 x 30 ZR")}


def contacts(text: str, gap: float = 4.0, name: str = "main.ldr", **parts: bytes) -> Contacts:
    files = {**BRICKS, **{f"{key}.dat": data for key, data in parts.items()}}
    return Contacts(place_parts(built(text, files, name)), gap)


def clashing(text: str, name: str = "main.ldr", **parts: bytes) -> list[tuple[int, int, int]]:
    files = {**BRICKS, **{f"{key}.dat": data for key, data in parts.items()}}
    there = contacts(text, 0.0, name, **parts)
    found = find_clashes(there.parts, there.pairs, Solids(MemoryFiles(files)), LEAST).found
    return [(clash.one, clash.other, clash.times) for clash in found]


def test_bricks_that_touch_dont_overlap_and_bricks_in_each_other_do() -> None:
    assert clashing(at("brick.dat") + at("brick.dat", "20 0 0") + at("brick.dat", "0 -24 0")) == []
    assert clashing(at("brick.dat") + at("brick.dat", "18 0 0")) == []
    assert clashing(at("brick.dat") + at("brick.dat", "10 0 0")) == [(0, 1, 1)]


def test_what_is_soft_or_scaled_never_overlaps() -> None:
    assert clashing(at("brick.dat") + at("tyre.dat", "10 0 0")) == []
    assert clashing(at("brick.dat") + at("brick.dat", "10 0 0", "2 0 0 0 1 0 0 0 1")) == []


def test_an_overlap_in_a_submodel_is_told_once_however_often_it_is_placed() -> None:
    pair = "0 FILE pair.ldr\n" + at("brick.dat") + at("brick.dat", "10 0 0")
    model = "0 FILE main.ldr\n" + at("pair.ldr") + at("pair.ldr", "0 100 0") + at("pair.ldr", "0 200 0")
    assert clashing(model + pair) == [(0, 1, 3)]


def test_parts_that_the_model_brings_along_are_judged_by_their_own_surface() -> None:
    own = "0 FILE own.dat\n" + box(BRICK, "Panel").decode()
    model = "0 FILE main.ldr\n" + at("own.dat") + at("brick.dat", "10 0 0") + own
    assert clashing(model) == [(0, 1, 1)]


def test_of_a_model_by_studio_only_plain_parts_are_judged() -> None:
    text = at("brick.dat") + at("clip.dat", "10 0 0")
    clip = box(BRICK, "Plate  1 x  1 with Clip")
    assert clashing(text, clip=clip) == [(0, 1, 1)]
    assert clashing(text, "frame.io", clip=clip) == []
    assert clashing(at("brick.dat") + at("brick.dat", "10 0 0"), "frame.io") == [(0, 1, 1)]


def test_a_number_that_moved_is_judged_only_where_it_is_plain() -> None:
    moved = (
        b"0 ~Moved to clip\n0 Name: old.dat\n0 !LDRAW_ORG Part\n0 BFC CERTIFY CCW\n" + at("clip.dat").encode()
    )
    text = at("brick.dat") + at("old.dat", "10 0 0")
    assert clashing(text, old=moved, clip=box(BRICK, "Brick  1 x  1")) == [(0, 1, 1)]
    assert clashing(text, old=moved, clip=box(BRICK, "Plate  1 x  1 with Clip")) == []


def copies(text: str) -> list[tuple[tuple[int, int], ...]]:
    there = contacts(text, 0.0)
    return [copy.references for copy in find_copies(there.parts, there.pairs)]


def test_a_part_placed_twice_in_one_place_is_found_and_no_overlap() -> None:
    twice = (
        at("brick.dat") + at("brick.dat", "0.2 0 0") + at("brick.dat", "0 0 0.1") + at("brick.dat", "60 0 0")
    )
    assert copies(twice) == [((0, 0), (0, 1), (0, 2))]
    assert clashing(twice) == []
    assert copies(at("brick.dat") + at("brick.dat", "0 0 0", "-1 0 0 0 1 0 0 0 -1")) == []


def test_a_submodel_placed_twice_is_told_as_one_thing() -> None:
    pair = "0 FILE pair.ldr\n" + at("brick.dat") + at("brick.dat", "20 0 0")
    model = "0 FILE main.ldr\n" + at("pair.ldr", "5 5 5") + at("pair.ldr", "5 5 5") + pair
    assert copies(model) == [((0, 0), (0, 1))]


def test_a_part_and_its_copy_in_a_submodel_are_found_too() -> None:
    model = "0 FILE main.ldr\n" + at("brick.dat") + at("sub.ldr") + "0 FILE sub.ldr\n" + at("brick.dat")
    assert len(copies(model)) == 1


def test_parts_hang_together_within_the_gap() -> None:
    row = at("brick.dat") + at("brick.dat", "23 0 0") + at("brick.dat", "60 0 0")
    assert contacts(row).groups() == [[0, 1], [2]]
    assert contacts(row).groups([1, 2]) == [[1], [2]]
    gap, nearest = contacts(row).nearest([2])
    assert gap == pytest.approx(17.0)
    assert nearest == 1


TOWER = "".join(at("brick.dat", f"0 {-24 * i} 0") for i in range(8))


@pytest.mark.parametrize(
    ("place", "hangs"),
    [
        ("0 -200 0", True),
        ("60 -100 0", True),
        ("0 -195 0", False),  # within the gap
        ("60 0 0", False),  # on the table
        ("60 90 0", False),  # below: then the tower hovers
    ],
)
def test_what_touches_nothing_above_the_table_hangs(place: str, hangs: bool) -> None:
    there = contacts(TOWER + at("brick.dat", place))
    assert there.hanging(8.0, 1, 0.25) == ([[8]] if hangs else [])
    assert there.hanging(8.0, 1, 0.25, apart=[8]) == []


def test_what_is_large_enough_for_a_model_of_its_own_doesnt_hang() -> None:
    two = TOWER + "".join(at("brick.dat", f"100 {-24 * i - 60} 0") for i in range(3))
    assert contacts(two).hanging(8.0, 1, 0.25) == []
    assert contacts(two).hanging(8.0, 1, 0.5) != []
    assert contacts(two).hanging(8.0, 3, 0.25) != []


def test_robustness_21_of_a_collection_of_loose_parts_nothing_is_said() -> None:
    grid = [f"{80 * (number % 9)} 0 {80 * (number // 9)}" for number in range(88)]
    loose = "".join(at("brick.dat", place) for place in grid)
    assert contacts(loose + at("brick.dat", "0 -60 800")).hanging(8.0, 1, 0.25) == []
    # Beside a model, they are said to be loose.
    few = "".join(at("brick.dat", f"{place.split()[0]} -100 300") for place in grid[:3])
    assert len(contacts(TOWER + few).hanging(8.0, 1, 0.25)) == 3


def test_nothing_is_certain_beside_an_unknown_part_or_a_hose_to_be_made() -> None:
    loose = TOWER + at("brick.dat", "0 -250 0")
    assert contacts(loose).are_certain
    assert not contacts(loose + at("nobody-knows.dat", "0 -225 0")).are_certain
    hose = contacts(loose + "0 SYNTH BEGIN RIBBED_HOSE 16\n0 SYNTH END\n")
    assert hose.have_hoses
    assert hose.hanging(8.0, 1, 0.25) == []


def test_a_city_is_not_expanded() -> None:
    model = "0 FILE main.ldr\n" + at("a.ldr") * 200 + "0 FILE a.ldr\n" + at("b.ldr") * 200
    model += "0 FILE b.ldr\n" + at("brick.dat") * 200
    parts = place_parts(built(model, BRICKS))
    assert not parts.is_whole
    assert len(parts) == 0


def test_files_that_hold_nothing_are_not_walked_through_for_ever() -> None:
    levels = [f"0 FILE {level}.ldr\n" + at(f"{level + 1}.ldr") * 100 for level in range(8)]
    assert not place_parts(built("".join([*levels, "0 FILE 8.ldr\n0 nothing\n"]), BRICKS)).is_whole


def test_what_lies_beyond_all_numbers_is_left_out() -> None:
    model = "0 FILE main.ldr\n" + at("brick.dat") + at("far.ldr", "9e8 0 0", "9e8 0 0 0 1 0 0 0 1")
    model += "0 FILE far.ldr\n" + at("brick.dat", "9e8 0 0")
    assert len(place_parts(built(model, BRICKS))) == 1


def test_n4_distances_are_those_of_every_triangle_though_few_are_looked_at_closely() -> None:
    some = np.random.default_rng(4)
    triangles = some.uniform(-40, 40, (300, 1, 3)) + some.uniform(-9, 9, (300, 3, 3))
    points = some.uniform(-50, 50, (40, 3))
    each = [distances(points, one[None]) for one in triangles]
    assert distances(points, triangles) == pytest.approx(np.min(each, axis=0))


def test_n4_whether_a_place_is_inside_is_asked_only_of_places_that_would_win(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    brick = solid_of(box(BRICK))
    asked = mock.Mock(side_effect=windings)
    monkeypatch.setattr(solid, "windings", asked)
    found = overlap(brick, brick, shifted((7.0, 5.0, 3.0)), LEAST)
    assert found is not None
    # Before, some hundred places of each of the two.
    assert 2 <= sum(len(call.args[0]) for call in asked.call_args_list) <= 40


def spares(text: str) -> list[tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]]:
    there = contacts(text, 0.0)
    return [(copy.references, copy.spare) for copy in find_copies(there.parts, there.pairs)]


@pytest.mark.parametrize(
    ("main", "found"),
    [
        # Robots of one submodel, each with a twin of its brick in the main model: no twins of each other.
        (
            at("sub.ldr") + at("sub.ldr", "640 0 0") + at("brick.dat") + at("brick.dat", "640 0 0"),
            [(((0, 2), (1, 0)), ((0, 2),)), (((0, 3), (1, 0)), ((0, 3),))],
        ),
        # Of the second robot the brick has no twin: the submodel's must stay.
        (at("sub.ldr") + at("sub.ldr", "640 0 0") + at("brick.dat"), [(((0, 2), (1, 0)), ((0, 2),))]),
        # Each of the two is needed elsewhere.
        (
            at("sub.ldr") + at("sub.ldr", "640 0 0") + at("two.ldr") + at("two.ldr", "0 0 640"),
            [(((1, 0), (2, 0)), ())],
        ),
        # A submodel twice in a place is one of them too many, and so is a brick that is there as well.
        (
            at("sub.ldr") + at("sub.ldr") + at("brick.dat"),
            [(((0, 0), (0, 1)), ((0, 1),)), (((0, 2), (1, 0)), ((0, 2),))],
        ),
    ],
    ids=["two pairs", "one pair", "none can go", "a submodel and a brick"],
)
def test_n3_what_may_be_deleted_never_leaves_a_place_empty(
    main: str, found: list[tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]]
) -> None:
    subs = f"0 FILE sub.ldr\n{at('brick.dat')}0 FILE two.ldr\n{at('brick.dat')}"
    assert spares(f"0 FILE main.ldr\n{main}{subs}") == found
