"""Steps that leave something in the air, and models that certainly fall over."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from ldraw_tools.library.part_files import MemoryFiles
from ldraw_tools.solids.balance import find_tipping
from ldraw_tools.solids.contacts import Contacts
from ldraw_tools.solids.placements import place_parts
from ldraw_tools.solids.solid import Solids
from ldraw_tools.solids.steps import StepInTheAir, steps_in_the_air
from tests.boxes import at, box, built

PARTS = {
    "brick.dat": box((20.0, 24.0, 20.0)),
    "beam.dat": box((200.0, 8.0, 20.0), "Plate  1 x 10"),
    "lead.dat": box((20.0, 24.0, 20.0), "Boat Weight"),
}
STEP = "0 STEP\n"


def in_the_air(text: str, turn: str = "") -> list[StepInTheAir]:
    if turn:
        text = "0 FILE main.ldr\n" + at("sub.ldr", "0 0 0", turn) + at("sub.ldr") + "0 FILE sub.ldr\n" + text
    return steps_in_the_air(Contacts(place_parts(built(text, PARTS)), 4.0), 8.0)


BOTTOM, MIDDLE, TOP = (at("brick.dat", f"0 {y} 0") for y in (0, -24, -48))


def test_a_tower_from_the_bottom_up_leaves_nothing_in_the_air() -> None:
    assert in_the_air(BOTTOM + STEP + MIDDLE + STEP + TOP) == []
    assert in_the_air(BOTTOM + TOP + MIDDLE) == []
    assert in_the_air(BOTTOM + TOP + MIDDLE + STEP) == []


def test_a_top_without_its_middle_hangs_until_that_comes() -> None:
    assert in_the_air(BOTTOM + TOP + STEP + MIDDLE) == [StepInTheAir(0, 1, 2, 1)]
    late = BOTTOM + STEP + TOP + STEP + at("brick.dat", "20 0 0") + STEP + MIDDLE
    assert in_the_air(late) == [StepInTheAir(0, 2, 4, 1)]


def test_what_stands_beside_on_the_table_may_be_joined_later() -> None:
    beside = at("brick.dat", "60 0 0")
    assert in_the_air(BOTTOM + beside + STEP + at("brick.dat", "20 0 0") + at("brick.dat", "40 0 0")) == []


def test_what_hangs_to_the_end_is_no_matter_of_steps() -> None:
    assert in_the_air(BOTTOM + STEP + TOP + STEP + at("brick.dat", "20 0 0")) == []


def test_further_steps_are_named_with_the_first() -> None:
    more = at("brick.dat", "0 -96 0") + STEP + at("brick.dat", "0 -72 0")
    assert in_the_air(BOTTOM + TOP + STEP + MIDDLE + STEP + more) == [StepInTheAir(0, 1, 2, 1, (3,))]


def test_up_is_what_is_up_in_the_file_itself() -> None:
    """A submodel is built upright, whatever the model does with it; and told once."""
    lying = "0 1 0 -1 0 0 0 0 1"
    found = in_the_air(BOTTOM + TOP + STEP + MIDDLE, lying)
    assert [(one.step, one.until, one.reference) for one in found] == [(1, 2, 1)]


def tips(text: str, library: bool = True) -> tuple[float, tuple[float, float]] | None:
    solids = Solids(MemoryFiles(PARTS) if library else None)
    found = find_tipping(place_parts(built(text, PARTS)), solids, 4.0)
    return None if found is None else (found.by, found.direction)


def test_a_tower_stands_and_a_beam_on_its_end_falls() -> None:
    assert tips(BOTTOM + MIDDLE + TOP) is None
    assert tips(BOTTOM + MIDDLE + TOP + at("beam.dat", "0 -64 0")) is None
    falling = tips(BOTTOM + MIDDLE + TOP + at("beam.dat", "90 -64 0"))
    assert falling is not None
    assert falling[1] == pytest.approx((1.0, 0.0), abs=0.3)


def test_a_weight_in_the_foot_may_hold_it() -> None:
    gallows = MIDDLE + TOP + at("beam.dat", "90 -64 0") + at("brick.dat", "160 -80 0") * 2
    assert tips(at("lead.dat") + gallows) is None


def test_without_surfaces_only_the_plainest_case_is_certain() -> None:
    gallows = BOTTOM + MIDDLE + TOP + at("beam.dat", "90 -64 0") + at("brick.dat", "160 -80 0") * 2
    assert tips(gallows, library=False) is None


@settings(max_examples=25)
@given(st.lists(st.tuples(st.integers(-60, 60), st.integers(-60, 60)), min_size=1, max_size=6))
def test_what_is_said_to_fall_has_its_middle_outside(places: list[tuple[int, int]]) -> None:
    """With bricks that weigh the same the middle is that of their places, which must be beyond the foot."""
    bricks = "".join(at("brick.dat", f"{x} {-30 - 24 * i} {z}") for i, (x, z) in enumerate(places))
    found = tips(BOTTOM + bricks)
    if found is not None:
        way = found[1]
        middle = sum(x * way[0] + z * way[1] for x, z in places) / (len(places) + 1)
        foot = 10 * (abs(way[0]) + abs(way[1]))
        assert middle > foot + found[0]
