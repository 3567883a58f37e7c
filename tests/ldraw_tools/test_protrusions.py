"""What sticks out: the right part, on the right line, by the right length, however many there are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from ldraw_tools.measuring.measure import UP, Measurer
from ldraw_tools.measuring.protrusions import Protrusion, protrusions
from tests.measuring import Points, assembled, database, line, mpd, turned

RIGHT = np.array([1.0, 0.0, 0.0])
BACK = np.array([0.0, 0.0, 1.0])
quick = settings(deadline=None, derandomize=True, max_examples=40)


def sticking(*lines: str, along: Points = UP, beyond: float = 0.0, most: int = 5) -> list[Protrusion]:
    assembly = assembled(*lines)
    measurer = Measurer(assembly)
    measurer.measure()
    return protrusions(assembly, measurer, assembly.root, along, beyond, most)


def test_the_part_that_reaches_furthest_is_named_with_its_line() -> None:
    (found,) = sticking(line("3001.dat"), line("3005.dat", (0, -100, 0)), beyond=50)
    assert (found.name, found.place.line, found.path) == ("3005.dat", 2, ())
    assert found.by == pytest.approx(50)


def test_nothing_beyond_the_limit_is_nothing() -> None:
    assert sticking(line("3001.dat"), beyond=0) == []
    assert sticking("0 nothing") == []


def test_less_than_a_hair_does_not_stick_out() -> None:
    assert sticking(line("3001.dat", (0.003, 0, 0)), along=RIGHT, beyond=40) == []
    assert sticking(line("3001.dat", (0.3, 0, 0)), along=RIGHT, beyond=40)


def test_studs_that_point_up_do_not_stick_out_upwards() -> None:
    assert sticking(line("3005.dat"), beyond=0) == []
    assert sticking(line("3005.dat", turn=turned(10, "x")), beyond=4)


def test_studs_that_point_down_stick_out_downwards() -> None:
    (found,) = sticking(line("3005.dat", turn=turned(180, "x")), along=-UP, beyond=0)
    assert found.by == pytest.approx(4)


def test_studs_stick_out_sideways() -> None:
    (found,) = sticking(line("3005.dat", turn=turned(90, "z")), along=RIGHT, beyond=0)
    assert found.by == pytest.approx(4)


def test_the_furthest_come_first_and_equals_in_file_order() -> None:
    lines = [line("3005.dat", (0, -y, 0)) for y in (10, 30, 10, 30, 20)]
    assert [found.place.line for found in sticking(*lines)] == [2, 4, 5, 1, 3]


def test_no_more_are_named_than_asked_for() -> None:
    lines = [line("3005.dat", (0, -y, 0)) for y in range(1, 50)]
    assert [round(found.by) for found in sticking(*lines, most=3)] == [49, 48, 47]


def test_the_way_to_a_part_names_the_submodels_it_is_in() -> None:
    sections = {
        "main.ldr": [line("body.ldr")],
        "body.ldr": [line("3001.dat"), line("arm.ldr", (0, -10, 0))],
        "arm.ldr": [line("3024.dat", (0, -10, 0))],
    }
    found = sticking(mpd(sections), beyond=5)
    assert [(one.name, one.path, one.place.line, one.place.submodel) for one in found] == [
        ("3024.dat", ("body.ldr", "arm.ldr"), 7, "arm.ldr")
    ]


def test_the_same_submodel_placed_twice_is_told_twice() -> None:
    sections = {
        "main.ldr": [line("a.ldr", (0, -5, 0)), line("a.ldr", (99, -5, 0))],
        "a.ldr": [line("3005.dat")],
    }
    assert [(one.name, one.place.line) for one in sticking(mpd(sections))] == [("3005.dat", 5)] * 2


def test_triangles_of_a_submodel_stick_out_under_its_name() -> None:
    sections = {
        "main.ldr": [line("wing.ldr", (0, -10, 0)), line("3005.dat")],
        "wing.ldr": [line("3005.dat"), "3 16 0 0 0 1 0 0 0 1 0", "3 16 0 0 0 1 0 0 0 -30 0"],
    }
    found = sticking(mpd(sections))
    assert [(one.name, one.place.line, round(one.by)) for one in found] == [
        ("wing.ldr", 7, 40),
        ("3005.dat", 5, 10),
    ]


def test_a_line_with_a_bad_number_sticks_out_nowhere() -> None:
    found = sticking(line("3005.dat", (0, -5, 0)), "1 4 0 -9x 0 1 0 0 0 1 0 0 0 1 3005.dat")
    assert [one.place.line for one in found] == [1]


def test_parts_that_the_box_ignores_stick_out_nowhere() -> None:
    ignored = ["0 !LDVIEW BBOX_IGNORE BEGIN", line("3005.dat", (0, -50, 0)), "0 !LDVIEW BBOX_IGNORE END"]
    assert sticking(*ignored, line("3005.dat")) == []


@pytest.mark.parametrize("step", [(20, 0, 0), (20, 0.1, 7), (0, 0, 0), (0.1, 0.3, 0.7)])
@pytest.mark.parametrize("along", [UP, RIGHT, BACK])
def test_among_ten_copies_twenty_levels_deep_five_are_found_at_once(
    step: tuple[float, float, float], along: Points
) -> None:
    sections = {
        f"{level}.ldr": [line(f"{level + 1}.ldr", (n * step[0], n * step[1], n * step[2])) for n in range(10)]
        for level in range(20)
    }
    found = sticking(mpd({**sections, "20.ldr": [line("3005.dat")]}), along=along, beyond=-30)
    assert len(found) == 5
    assert all(one.name == "3005.dat" and len(one.path) == 20 for one in found)
    furthest = {0: 10 + 180 * step[0], 1: 0.0, 2: 10 + 180 * step[2]}[int(np.abs(along).argmax())]
    assert found[0].by == pytest.approx(furthest + 30, abs=0.05)


@pytest.mark.parametrize("beyond", [0.0, 0.5, -0.004, -0.0040000001])
def test_a_limit_that_all_copies_just_keep_is_answered_at_once(beyond: float) -> None:
    third = 1 / 3
    sections = {
        f"{level}.ldr": [line(f"{level + 1}.ldr", (n * 20, third, 0)) for n in range(10)]
        for level in range(20)
    }
    lowered = {"top.ldr": [line("0.ldr", (0, -20 * third, 0))], **sections, "20.ldr": [line("3005.dat")]}
    assert len(sticking(mpd(lowered), beyond=beyond)) in (0, 5)


places = st.tuples(*[st.integers(-200, 200)] * 3)
parts = st.sampled_from(["3005.dat", "3024.dat", "3068b.dat", "4070.dat"])


@given(
    st.lists(st.tuples(parts, places, st.integers(0, 359)), min_size=1, max_size=6),
    st.lists(st.tuples(places, st.integers(0, 359)), min_size=1, max_size=4),
    st.integers(-100, 100),
)
@quick
def test_what_sticks_out_equals_asking_every_part(
    inner: list[tuple[str, tuple[int, int, int], int]],
    outer: list[tuple[tuple[int, int, int], int]],
    beyond: int,
) -> None:
    sections = {
        "main.ldr": [line("sub.ldr", at, turned(degrees)) for at, degrees in outer],
        "sub.ldr": [line(name, at, turned(degrees)) for name, at, degrees in inner],
    }
    found = sticking(mpd(sections), along=RIGHT, beyond=beyond, most=100)
    expected = []
    for at, degrees in outer:
        for name, place, angle in inner:
            points = database().shapes([name])[name].points() @ turned(angle).T + np.array(place)
            expected.append(float((points @ turned(degrees).T + np.array(at))[:, 0].max()) - beyond)
    expected = sorted((by for by in expected if by > 0.004), reverse=True)
    assert [one.by for one in found] == pytest.approx(expected, abs=1e-6)
