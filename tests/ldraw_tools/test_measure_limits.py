"""Sizes without end, and what is wrong: neither costs more than itself."""

from __future__ import annotations

import numpy as np
import pytest

from ldraw_tools import model_findings as oddities
from ldraw_tools.assembly.inventory import count
from ldraw_tools.library.part_files import MemoryFiles
from ldraw_tools.library.places import NoParts
from ldraw_tools.measuring.measure import Measurer, measure
from ldraw_tools.measuring.shapes import MOST_STUD_DIRECTIONS, Shape, StudGroup, combine
from tests.building import codes, found, the
from tests.measuring import (
    PROMISED,
    UPRIGHT,
    Points,
    assembled,
    box,
    database,
    line,
    measured,
    mpd,
    sides,
    turned,
)

TRIANGLE = "3 16 0 0 0 30 0 0 0 50 7"

# Size without end.


def copies(levels: int, number: int, step: float, innermost: str) -> str:
    """So many copies of so many copies, each level as far apart as the last."""
    sections = {
        f"{level}.ldr": [line(f"{level + 1}.ldr", (place * step, 0, 0)) for place in range(number)]
        for level in range(levels)
    }
    return mpd({**sections, f"{levels}.ldr": [line(innermost)]})


def test_ten_copies_twenty_levels_deep_have_the_size_they_must_have_and_few_points() -> None:
    assembly = assembled(copies(20, 10, 20, "3001.dat"))
    measurer = Measurer(assembly)
    size = measurer.measure()
    assert sides(size.box) == (80 + 20 * 9 * 20, 28, 40)
    assert sides(size.box_without_top_studs) == (80 + 20 * 9 * 20, 24, 40)
    assert max(len(measurer.shape(node.index).points()) for node in assembly.nodes) < 10_000


def test_copies_turned_at_each_level_stay_few_points() -> None:
    turn = turned(37) @ turned(90, "x")
    sections = {
        f"{level}.ldr": [line(f"{level + 1}.ldr", (0, 0, 0), turn), line(f"{level + 1}.ldr", (1, 2, 3))]
        for level in range(15)
    }
    assembly = assembled(mpd({**sections, "15.ldr": [line("3005.dat")]}))
    measurer = Measurer(assembly)
    measurer.measure()
    assert max(len(measurer.shape(node.index).points()) for node in assembly.nodes) < 100_000


def ball(number: int, seed: int = 1) -> Points:
    """So many points, all of them on the hull."""
    points = np.random.default_rng(seed).normal(size=(number, 3))
    return np.asarray(100 * points / np.linalg.norm(points, axis=1)[:, None])


def spread(turns: list[Points]) -> Points:
    """Placements (50000, 3, 4) on a grid, turned in a few ways."""
    grid = np.stack(np.meshgrid(np.arange(50), np.arange(40), np.arange(25)), axis=-1).reshape(-1, 3)
    placements = np.empty((len(grid), 3, 4))
    placements[:, :, :3] = np.array(turns)[np.arange(len(grid)) % len(turns)]
    placements[:, :, 3] = grid * 20
    return placements


def reach(points: Points, ways: Points) -> Points:
    return np.asarray((points @ ways.T).max(axis=0))


def test_a_submodel_of_600_points_placed_50_000_times_is_thinned_on_the_way() -> None:
    points, where = ball(600), spread([turned(90 * quarter) for quarter in range(4)])
    shape = combine(
        [(Shape(points, (StudGroup(np.array([0.0, -1.0, 0.0]), points),)), list(range(len(where))))],
        where,
        np.empty((0, 3)),
    )
    assert len(shape.points()) < 200_000
    ways = ball(50, seed=3) / 100
    # How far something placed reaches: as far as its place, and from there as far as its points.
    expected = np.max(
        [
            (where[i::4, :, 3] @ ways.T).max(axis=0) + reach(points @ where[i, :, :3].T, ways)
            for i in range(4)
        ],
        axis=0,
    )
    assert np.allclose(reach(shape.body, ways), expected, atol=0.01)
    (studs_up,) = shape.studs
    assert np.allclose(reach(studs_up.points, ways), expected, atol=0.01)


def test_a_submodel_of_600_raw_points_placed_5_000_times_carries_few_of_them() -> None:
    corners = ball(600).reshape(-1, 9)
    drawn = ["3 16 " + " ".join(map(repr, triangle.tolist())) for triangle in corners]
    places = [line("ball.ldr", (x, y, 0)) for x in range(0, 7000, 100) for y in range(0, 7000, 100)]
    size = measured(mpd({"main.ldr": places, "ball.ldr": drawn}))
    assert len(size.shape.points()) < 10_000
    assert np.allclose(
        box(size)[1] - box(size)[0], np.ptp(ball(600), axis=0) + np.array([6900, 6900, 0]), atol=0.01
    )


def test_studs_in_more_directions_than_can_be_told_apart_all_count_and_are_told() -> None:
    lines = [line("3005.dat", (0, 0, 0), turned(degrees / 2, "x")) for degrees in range(700)]
    size = measured(*lines)
    assert not size.shape.studs
    assert str(MOST_STUD_DIRECTIONS) in the(oddities.STUDS_EVERY_WAY, size.findings).message
    assert sides(size.box) == sides(size.box_without_top_studs)


def test_a_hundred_levels_with_studs_every_way_end_in_time() -> None:
    lines = [line("3005.dat", (0, 0, 0), turned(degrees * 5, "x")) for degrees in range(72)]
    nested = {f"{n}.ldr": [line(f"{n + 1}.ldr", (n, 0, 0)), line(f"{n + 1}.ldr")] for n in range(100)}
    size = measured(mpd({**nested, "100.ldr": lines}))
    assert codes(size.findings) == [oddities.STUDS_EVERY_WAY.code]
    assert box(size)[1, 0] == pytest.approx(10 + 99 * 100 / 2, abs=PROMISED)


# What is wrong costs no more than itself.


@pytest.mark.parametrize("number", ["nan", "inf", "1e999", "1,5", "1_0", "x", "|", "٣", "--1", "1e10"])
def test_a_bad_number_costs_its_own_line_only_and_is_told(number: str) -> None:
    size = measured(
        line("3001.dat"),
        f"1 4 {number} 0 0 1 0 0 0 1 0 0 0 1 3001.dat",
        f"1 4 0 0 0 1 0 0 0 {number} 0 0 0 1 3001.dat",
        f"3 16 0 0 0 9 0 0 0 {number} 0",
        "3 16 0 0 0 1 0 0 0 1 0",
    )
    assert sides(size.box) == (80, 28, 40)
    bad = found(oddities.BAD_NUMBER, size.findings)
    assert [finding.place.line for finding in bad] == [2, 3, 4]
    assert all(number in finding.message for finding in bad)


def test_a_number_beyond_the_world_says_so_instead_of_not_being_one() -> None:
    finding = the(oddities.BAD_NUMBER, measured("1 4 1e12 0 0 1 0 0 0 1 0 0 0 1 3001.dat").findings)
    assert finding.message.startswith("“1e12” is not a number that a model can hold")


@pytest.mark.parametrize(
    "matrix",
    ["0 0 0 0 0 0 0 0 0", "1 0 0 0 1 0 0 0 0", "1 1 1 1 1 1 1 1 1", "1e-200 0 0 0 1e-200 0 0 0 1e-200"],
)
def test_a_part_squeezed_flat_is_told_and_measured_as_it_is(matrix: str) -> None:
    size = measured(line("3005.dat"), f"1 4 0 -100 0 {matrix} 3001.dat")
    finding = the(oddities.FLAT_MATRIX, size.findings)
    assert finding.place.line == 2
    assert box(size)[0, 1] <= -100
    assert np.isfinite(box(size)).all()


def test_what_is_flat_inside_a_part_is_no_oddity() -> None:
    flat = "1 16 0 0 0 1 0 0 0 0 0 0 0 1 side.dat"
    library = MemoryFiles(
        {
            "disc.dat": f"0 Disc\n0 !LDRAW_ORG Part\n{flat}".encode(),
            "side.dat": b"0 Side\n0 !LDRAW_ORG Primitive\n3 16 0 0 0 9 0 0 0 9 0",
        }
    )
    size = measure(assembled(line("disc.dat"), source=NoParts(), library=library))
    assert not size.findings
    assert sides(size.box) == (9, 0, 0)


@pytest.mark.parametrize("scale", [10.0, 1000.0])
def test_what_grows_beyond_the_world_level_after_level_is_left_out_and_told(scale: float) -> None:
    nested = {f"{n}.ldr": [line("3005.dat"), line(f"{n + 1}.ldr", turn=UPRIGHT * scale)] for n in range(60)}
    size = measured(mpd({**nested, "60.ldr": [line("3005.dat")]}))
    assert not size.is_complete
    assert np.isfinite(box(size)).all()
    assert {finding.code for finding in size.findings} == {oddities.UNMEASURED.code}
    assert "400 km" in size.findings[0].message


def test_a_missing_part_is_unmeasured_and_the_rest_is_measured() -> None:
    size = measured(line("3001.dat"), line("nobody.dat"), line("3001.dat", (100, 0, 0)), line("nobody.dat"))
    assert sides(size.box) == (180, 28, 40)
    assert not size.is_complete
    (item,) = size.unmeasured
    assert (item.name, [place.line for place in item.places]) == ("nobody.dat", [2, 4])


def test_a_missing_submodel_is_unmeasured_too() -> None:
    size = measured(line("3001.dat"), line("nowhere.ldr"))
    assert [item.name for item in size.unmeasured] == ["nowhere.ldr"]


class NoShapes:
    """Knows every part by name and none by size."""

    facts = staticmethod(database().facts)
    nearest = staticmethod(database().nearest)
    knows_colour = staticmethod(database().knows_colour)

    def shapes(self, keys: object) -> dict[str, Shape]:
        return {}


def test_a_part_without_a_shape_is_told_with_its_lines() -> None:
    assembly = assembled(line("3001.dat"), line("3001.dat"), TRIANGLE, source=NoShapes())
    size = measure(assembly)
    finding = the(oddities.UNMEASURED, size.findings)
    assert "3001" in finding.message
    assert "2 lines: 1, 2" in finding.message
    assert sides(size.box) == (30, 50, 7)
    assert count(assembly).pieces == 2


def test_parts_that_the_box_ignores_are_counted_and_not_measured() -> None:
    assembly = assembled(
        line("3001.dat"),
        "0 !LDVIEW BBOX_IGNORE BEGIN",
        line("3001.dat", (900, 0, 0)),
        line("nobody.dat"),
        "0 !LDVIEW BBOX_IGNORE END",
    )
    size = measure(assembly)
    assert sides(size.box) == (80, 28, 40)
    assert size.is_complete
    assert count(assembly).pieces == 3


@pytest.mark.parametrize("text", ["", "0 nothing", "1 4 0 0 0 1 0 0 0 1 0 0 0 1 nobody.dat"])
def test_nothing_to_measure_has_no_box_and_no_footprint(text: str) -> None:
    size = measured(text)
    assert size.box is size.box_without_top_studs is None
    assert len(size.footprint) == 0


def test_a_submodel_is_measured_by_itself_and_in_the_whole() -> None:
    assembly = assembled(
        mpd({"main.ldr": [line("arm.ldr", (100, 0, 0)), line("3001.dat")], "arm.ldr": [line("3005.dat")]})
    )
    measurer = Measurer(assembly)
    assert sides(measurer.measure(assembly.by_key["arm.ldr"].index).box) == (20, 28, 20)
    assert sides(measurer.measure().box) == (150, 28, 40)
    assert sides(measure(assembly, assembly.by_key["arm.ldr"].index).box) == (20, 28, 20)
