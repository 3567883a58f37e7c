"""Sizes: what is known of real parts, what must not change, and the same by brute force."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from ldraw_tools.assembly.inventory import count
from ldraw_tools.measuring.fitting import snuggest_turn, turns_that_fit
from ldraw_tools.measuring.measure import Measurement, is_stud, measure
from ldraw_tools.reading.header import FileKind
from ldraw_tools.units import bricks, millimetres, plates, short, studs
from tests.measuring import (
    LEAST_COSINE,
    PROMISED,
    UPRIGHT,
    Corner,
    Expander,
    Points,
    assembled,
    box,
    database,
    library_reader,
    line,
    measured,
    mpd,
    sides,
    top,
    turned,
)

SIDEWAYS = turned(90, "z")
UPSIDE_DOWN = turned(180, "z")
TRIANGLE = "3 16 0 0 0 30 0 0 0 50 7"
quick = settings(deadline=None, derandomize=True, max_examples=40)


# Parts whose sizes everybody knows.


@pytest.mark.parametrize(
    ("number", "width", "height", "depth", "stud"),
    [
        ("3001", 80, 24, 40, 4),
        ("3005", 20, 24, 20, 4),
        ("3004", 40, 24, 20, 4),
        ("3024", 20, 8, 20, 4),
        ("3023b", 40, 8, 20, 4),
        ("3020", 80, 8, 40, 4),
        ("3068b", 40, 8, 40, 0),
        ("3040b", 20, 24, 40, 4),
        ("3811", 640, 4, 640, 4),
        ("6141", 20, 8, 20, 4),
    ],
)
def test_a_known_part_has_its_size_with_and_without_studs(
    number: str, width: float, height: float, depth: float, stud: float
) -> None:
    size = measured(line(f"{number}.dat"))
    assert sides(size.box) == (width, height + stud, depth)
    assert sides(size.box_without_top_studs) == (width, height, depth)


def test_a_brick_is_80_by_24_by_40_units_in_every_unit() -> None:
    size = measured(line("3001.dat")).box_without_top_studs
    assert size is not None
    assert (studs(size.width), studs(size.depth)) == (4, 2)
    assert (bricks(size.height), plates(size.height)) == (1, 3)
    assert millimetres(size.width) == pytest.approx(32)
    assert millimetres(size.height) == pytest.approx(9.6)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (10, "10"),
        (10.5, "10.5"),
        (10.254, "10.25"),
        (-0.001, "0"),
        (0, "0"),
        (-1.5, "-1.5"),
        (1e6, "1000000"),
    ],
)
def test_numbers_for_people_have_no_more_digits_than_they_need(number: float, text: str) -> None:
    assert short(number) == text
    assert short(round(number), 0) == str(round(number))


def test_a_moved_number_is_as_large_as_where_it_went() -> None:
    assert (box(measured(line("3023.dat"))) == box(measured(line("3023b.dat")))).all()


def test_a_brick_on_its_side_keeps_its_studs() -> None:
    size = measured(line("3001.dat", turn=SIDEWAYS))
    assert sides(size.box) == (28, 80, 40)
    assert sides(size.box_without_top_studs) == (28, 80, 40)


def test_the_studs_of_a_brick_upside_down_count_towards_its_height() -> None:
    size = measured(line("3001.dat", turn=UPSIDE_DOWN))
    assert sides(size.box) == sides(size.box_without_top_studs) == (80, 28, 40)


def test_a_stud_on_a_side_widens_the_part_and_the_one_on_top_is_left_out() -> None:
    size = measured(line("87087.dat"))
    assert sides(size.box) == (20, 28, 24)
    assert sides(size.box_without_top_studs) == (20, 24, 24)


def test_on_its_back_the_stud_on_a_side_is_the_one_on_top() -> None:
    size = measured(line("87087.dat", turn=turned(-90, "x")))
    assert sides(size.box) == (20, 24, 28)
    assert sides(size.box_without_top_studs) == (20, 20, 28)


def test_a_brick_upside_down_by_a_mirror_has_its_studs_below() -> None:
    size = measured(line("3001.dat", turn=np.diag([1.0, -1.0, 1.0])))
    assert sides(size.box_without_top_studs) == (80, 28, 40)


@pytest.mark.parametrize("axis", ["x", "z"])
@pytest.mark.parametrize(("degrees", "counts"), [(1, False), (-1, False), (2, False), (4, True), (10, True)])
def test_studs_that_lean_by_a_degree_are_still_on_top_and_by_ten_are_not(
    axis: str, degrees: float, counts: bool
) -> None:
    turn = turned(degrees, axis)
    leaning = measured(line("3005.dat", turn=turn))
    corners = np.array([[x, 0.0, z] for x in (-10, 10) for z in (-10, 10)]) @ turn.T
    assert box(leaning)[0, 1] < corners[:, 1].min() - 3
    if counts:
        assert top(leaning) == box(leaning)[0, 1]
    else:
        assert top(leaning) == pytest.approx(corners[:, 1].min(), abs=PROMISED)


def test_only_studs_above_everything_make_a_model_lower() -> None:
    under_a_tile = measured(line("3005.dat"), line("3070b.dat", (0, -8, 0)))
    assert sides(under_a_tile.box) == sides(under_a_tile.box_without_top_studs) == (20, 32, 20)


def test_a_stud_alone_is_as_high_as_it_is() -> None:
    size = measured(line("stud.dat"))
    assert sides(size.box) == sides(size.box_without_top_studs) == (12, 4, 12)


@pytest.mark.parametrize("name", ["stud.dat", "stud2a.dat", "8/stud.dat", "stud-logo4.dat", "stud27.dat"])
def test_what_stands_on_a_brick_is_a_stud(name: str) -> None:
    assert is_stud(name)


@pytest.mark.parametrize(
    "name", ["stud3.dat", "stud4.dat", "stud4a.dat", "stud12.dat", "stug-2x2.dat", "3001.dat"]
)
def test_tubes_and_groups_are_no_studs(name: str) -> None:
    assert not is_stud(name)


def test_triangles_of_the_model_itself_are_measured_and_not_counted() -> None:
    assembly = assembled(TRIANGLE, "4 16 0 0 0 1 0 0 1 60 0 0 1 0", "2 24 0 0 0 999 0 0", line("3005.dat"))
    assert sides(measure(assembly).box) == (40, 64, 20)
    assert count(assembly).pieces == 1


def test_lines_and_control_points_have_no_size() -> None:
    assert measured("2 24 0 0 0 9 9 9", "5 24 0 0 0 1 1 1 900 0 0 0 900 0").box is None


# Footprints.


def test_the_footprint_of_a_brick_is_its_rectangle() -> None:
    footprint = measured(line("3001.dat", (5, 0, 7))).footprint
    assert sorted(map(tuple, footprint.tolist())) == [(-35, -13), (-35, 27), (45, -13), (45, 27)]


def test_a_brick_fits_its_own_size_however_it_is_turned() -> None:
    for degrees in range(0, 180, 7):
        footprint = measured(line("3001.dat", turn=turned(degrees))).footprint
        turn = turns_that_fit(footprint, 80, 40, 0.001)
        assert turn is not None
        assert (round(turn.width, 2), round(turn.depth, 2)) == (80, 40)
        assert turns_that_fit(footprint, 79, 41, 0.001) is None


def test_a_long_plate_fits_a_square_only_across() -> None:
    footprint = measured(line("3460.dat")).footprint
    assert turns_that_fit(footprint, 150, 150, 0.1) is not None
    assert turns_that_fit(footprint, 150, 20, 0.1) is None


# What must not change.

PARTS = ("3001", "3023", "3024", "4070", "87087", "3040b", "3062b", "2420", "3626c", "6541", "3068b", "32000")
angles = st.integers(0, 359)
places = st.tuples(*[st.integers(-300, 300)] * 3)
# Far enough from the limit between upright and leaning, however they are combined once.
tilts = st.sampled_from([0, 0, 0, 30, 90, 180, 270])
turns = st.tuples(angles, tilts, angles).map(
    lambda turn: turned(turn[0]) @ turned(turn[1], "x") @ turned(turn[2])
)
mirrors = st.sampled_from([UPRIGHT, UPRIGHT, np.diag([-1.0, 1.0, 1.0]), np.diag([2.0, 1.0, 0.5])])
names = st.sampled_from(PARTS).map(lambda number: f"{number}.dat")


@st.composite
def bodies(draw: st.DrawFn, others: tuple[str, ...] = ()) -> list[str]:
    """A few lines: parts, triangles, and the files named."""
    target = st.one_of(names, st.sampled_from(others)) if others else names
    lines = [
        line(draw(target), draw(places), draw(turns) @ draw(mirrors)) for _ in range(draw(st.integers(1, 3)))
    ]
    if draw(st.booleans()):
        corners = [draw(st.integers(-90, 90)) for _ in range(9)]
        lines.append("3 16 " + " ".join(map(str, corners)))
    return lines


@st.composite
def models(draw: st.DrawFn) -> dict[str, list[str]]:
    """Sections that place parts, triangles and the sections after them."""
    files = [f"{number}.ldr" for number in range(draw(st.integers(1, 4)))]
    return {name: draw(bodies(tuple(files[index + 1 :]))) for index, name in enumerate(files)}


def height(measurement: Measurement) -> float:
    return float(np.ptp(box(measurement)[:, 1]))


@given(models(), angles, places)
@quick
def test_moving_and_turning_on_the_table_changes_neither_height_nor_fit(
    sections: dict[str, list[str]], degrees: float, at: Corner
) -> None:
    before = measured(mpd(sections))
    after = measured("0 FILE whole.ldr", line("0.ldr", at, turned(degrees)), mpd(sections))
    assert height(after) == pytest.approx(height(before), abs=1e-6)
    assert top(after) - at[1] == pytest.approx(top(before), abs=1e-6)
    one, other = snuggest_turn(before.footprint), snuggest_turn(after.footprint)
    assert one.width * one.depth == pytest.approx(other.width * other.depth, rel=1e-6, abs=1e-6)


@given(models(), st.integers(1, 30))
@quick
def test_nesting_a_model_in_submodels_changes_nothing(sections: dict[str, list[str]], levels: int) -> None:
    flat = measured(mpd(sections))
    files = [f"nest {level}.ldr" for level in range(levels)] + ["0.ldr"]
    nested = {outer: [line(inner)] for outer, inner in pairwise(files)}
    deep = measured(mpd({**nested, **sections}))
    assert np.allclose(box(deep), box(flat), atol=1e-9)
    assert top(deep) == pytest.approx(top(flat), abs=1e-9)


def expand(sections: dict[str, list[str]], name: str) -> list[tuple[Corner, Corner | None]]:
    """Every point of a model with the axis of the stud it belongs to: by recursion, in plain numbers."""
    found: list[tuple[Corner, Corner | None]] = []
    for text in sections[name]:
        kind, _, *words = text.split()
        if kind == "3":
            numbers = [float(word) for word in words]
            found += [((x, y, z), None) for x, y, z in zip(*[iter(numbers)] * 3, strict=True)]
            continue
        x, y, z, a, b, c, d, e, f, g, h, i = (float(word) for word in words[:12])
        inner = expand(sections, words[12]) if words[12] in sections else part_points(words[12])
        for (u, v, w), axis in inner:
            point = (a * u + b * v + c * w + x, d * u + e * v + f * w + y, g * u + h * v + i * w + z)
            if axis is None:
                found.append((point, None))
            else:
                p, q, r = axis
                found.append((point, (a * p + b * q + c * r, d * p + e * q + f * r, g * p + h * q + i * r)))
    return found


def part_points(name: str) -> list[tuple[Corner, Corner | None]]:
    shape = database().shapes([name])[name]
    points: list[tuple[Corner, Corner | None]] = [((x, y, z), None) for x, y, z in shape.body.tolist()]
    for group in shape.studs:
        p, q, r = group.axis.tolist()
        points += [((x, y, z), (p, q, r)) for x, y, z in group.points.tolist()]
    return points


def points_up(axis: Corner | None) -> bool:
    if axis is None:
        return False
    p, q, r = axis
    length = (p * p + q * q + r * r) ** 0.5
    return bool(-q >= LEAST_COSINE * length)


@given(models())
@quick
def test_measuring_equals_expanding_everything(sections: dict[str, list[str]]) -> None:
    points = expand(sections, "0.ldr")
    measurement = measured(mpd(sections))
    corners = [point for point, _ in points]
    assert np.allclose(box(measurement), [np.min(corners, axis=0), np.max(corners, axis=0)], atol=1e-6)
    solid = [point[1] for point, axis in points if not points_up(axis)]
    assert top(measurement) == pytest.approx(min(solid), abs=1e-6)
    shadow = np.array(corners)[:, [0, 2]]
    for way in turned(17)[::2, ::2], turned(61)[::2, ::2]:
        assert np.allclose((measurement.footprint @ way).max(axis=0), (shadow @ way).max(axis=0), atol=1e-6)


# The same by brute force, over all that the library draws.


def library_parts(seed: int) -> list[str]:
    """The keys of all parts in an order by chance."""
    blocks = (FileKind.SUBFILE, FileKind.PRIMITIVE)
    keys = [part.key for part in database() if part.kind not in blocks]
    random.Random(seed).shuffle(keys)
    return keys


def orientations(rng: np.random.Generator) -> list[Points]:
    """Standing on the table, standing on one of its other sides, and any way at all."""
    yaw = turned(rng.uniform(0, 360))
    side = turned(rng.choice([90, 180, 270]), rng.choice(["x", "z"]))
    anyhow, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    return [yaw, turned(rng.uniform(0, 360)) @ side, anyhow]


@pytest.fixture(scope="module")
def expander(library_root: Path) -> Expander:
    """It reads a part once for both tests."""
    return Expander(library_reader(library_root))


def test_shipped_boxes_equal_full_geometry_for_500_parts_in_three_orientations(expander: Expander) -> None:
    rng = np.random.default_rng(500)
    compared = 0
    for key in library_parts(500):
        cloud = expander.cloud(key)
        # A library newer than the database may draw a part anew.
        if not len(cloud.triangles) or cloud.release > database().about["release"]:
            continue
        for turn in orientations(rng):
            placed = cloud.at(turn, np.zeros(3))
            size = measured(line(key, turn=turn))
            assert np.abs(box(size) - placed.box()).max() < PROMISED, key
            assert abs(top(size) - placed.top_without_studs()) < PROMISED, key
        compared += 1
        if compared == 500:
            break
    assert compared == 500


def generated(seed: int, keys: list[str]) -> dict[str, list[str]]:
    """A model of some submodels, each placed a few times, of parts however they fell."""
    rng = np.random.default_rng(seed)
    files = [f"sub {number}.ldr" for number in range(1 + seed % 5)]
    sections = {}
    for index, name in enumerate(files):
        targets = [*rng.choice(keys, 9), *files[index + 1 : index + 3], *files[index + 1 : index + 2]]
        lines = [
            line(str(target), tuple(rng.uniform(-400, 400, 3)), orientations(rng)[rng.choice(3)])
            for target in targets
        ]
        sections[name] = [*lines, "3 16 " + " ".join(map(str, rng.integers(-500, 500, 9)))]
    return sections


def test_twenty_generated_models_equal_full_geometry(library_root: Path, expander: Expander) -> None:
    keys = library_parts(500)[:120]
    clouds = {key: expander.cloud(key) for key in keys}
    release = database().about["release"]
    known = [k for k, cloud in clouds.items() if 0 < len(cloud.triangles) < 5000 and cloud.release <= release]
    for seed in range(20):
        sections = generated(seed, known)
        whole = Expander(library_reader(library_root, sections), expander).cloud("sub 0.ldr")
        size = measured(mpd(sections))
        assert np.abs(box(size) - whole.box()).max() < PROMISED, seed
        assert abs(top(size) - whole.top_without_studs()) < PROMISED, seed
