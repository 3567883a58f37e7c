"""Heaps: parts whose boxes are closer than 8 LDU lie together (review S7)."""

from __future__ import annotations

import random

import pytest

from catalog.database.part_database import PartsDatabase
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.assembly.inventory import Assembly, count
from ldraw_tools.measuring.heaps import Heap, Lying, find_heaps
from ldraw_tools.reading import document as documents

# A brick of 1 × 1 reaches from -10 to 10 sideways, and from its studs at -4 down to 24.
PART = "3005.dat"


def place(x: float, y: float = 0, z: float = 0, name: str = PART) -> str:
    return f"1 4 {x} {y} {z} 1 0 0 0 1 0 0 0 1 {name}\n"


def assembled(text: str) -> Assembly:
    return assemble(documents.parse(text.encode(), "model.mpd"), PartsDatabase())


def lies(text: str) -> Lying:
    assembly = assembled(text)
    return find_heaps(assembly, assembly.root)


def pieces(text: str) -> list[int]:
    return [heap.pieces for heap in lies(text).heaps]


@pytest.mark.parametrize(
    ("gap", "heaps"),
    [(-5, [2]), (0, [2]), (7.9, [2]), (8.1, [1, 1]), (400, [1, 1])],
)
def test_boxes_closer_than_8_ldu_are_one_heap(gap: float, heaps: list[int]) -> None:
    assert pieces(place(0) + place(20 + gap)) == heaps
    assert pieces(place(0) + place(0, 0, -20 - gap)) == heaps
    assert pieces(place(0) + place(0, 28 + gap)) == heaps


def test_parts_hang_together_over_others() -> None:
    row = "".join(place(20 * number) for number in range(50))
    assert pieces(row) == [50]
    assert pieces(row + place(-300)) == [50, 1]


def test_a_box_is_that_of_the_part_as_it_is_turned() -> None:
    beam = "1 4 0 0 0 {} 3008.dat\n"
    along, across = beam.format("1 0 0 0 1 0 0 0 1"), beam.format("0 0 1 0 1 0 -1 0 0")
    assert pieces(along + place(80)) == [2]
    assert pieces(across + place(80)) == [1, 1]


def test_the_heap_with_the_most_pieces_comes_first() -> None:
    found = lies(place(0) + place(300) + place(320) + place(900) + place(920) + place(940)).heaps
    assert [heap.pieces for heap in found] == [3, 2, 1]
    assert [(heap.box.width, heap.box.depth) for heap in found] == [(60, 20), (40, 20), (20, 20)]


def test_a_submodel_placed_once_may_lie_in_two_heaps_and_one_placed_twice_is_one_thing() -> None:
    halves = "0 FILE halves.ldr\n" + place(0) + place(500)
    once = "0 FILE m.ldr\n" + place(0, name="halves.ldr") + halves
    twice = "0 FILE m.ldr\n" + place(0, name="halves.ldr") + place(0, 1000, name="halves.ldr") + halves
    assert pieces(once) == [1, 1]
    assert pieces(twice) == [2, 2]


def test_a_heap_is_named_by_the_submodel_that_it_is() -> None:
    arm = "0 FILE arm.ldr\n" + place(0) + place(20)
    text = "0 FILE m.ldr\n" + place(0) + place(500, name="arm.ldr") + arm
    assert [(heap.pieces, heap.name) for heap in lies(text).heaps] == [(2, "arm.ldr"), (1, "")]


def test_a_heap_by_itself_holds_its_own_parts_and_no_other() -> None:
    inner = "0 FILE arm.ldr\n" + place(0) + place(600)
    assembly = assembled("0 FILE m.ldr\n" + place(0) + place(600, name="arm.ldr") + inner)
    heaps = find_heaps(assembly, assembly.root).heaps

    def alone(heap: Heap) -> Assembly:
        others = [place for other in heaps if other is not heap for place in other.places]
        return assembly.without(others)

    for heap in heaps:
        box = alone(heap).measurer.measure().box
        assert box is not None
        assert (box.low, box.high) == (heap.box.low, heap.box.high)


def test_a_part_of_unknown_shape_lies_nowhere() -> None:
    assert pieces(place(0) + place(900, name="nosuch.dat")) == [1]


def test_heaps_are_sure_only_where_the_size_of_nearly_every_part_is_known() -> None:
    """real-models N6: 72 of 74 parts unknown, and the other two were told to lie in heaps."""
    assert [heap.pieces for heap in lies(place(0) + place(900)).sure] == [1, 1]
    unsure = lies(place(0) + place(900) + place(450, name="nosuch.dat"))
    assert (unsure.sure, unsure.doubt) == ((), "the size of 1 part is not known")
    one_of_many = lies(place(0) * 19 + place(900) + place(400, name="nosuch.dat"))
    assert (len(one_of_many.sure), one_of_many.doubt) == (2, "")
    only_unknown = lies(place(0, name="nosuch.dat") + place(900, name="nosuch2.dat"))
    assert (only_unknown.sure, only_unknown.doubt) == ((), "the size of 2 parts is not known")
    missing = lies("0 FILE m.ldr\n" + place(0) + place(900) + place(450, name="arm.ldr"))
    assert missing.doubt == "the size of 1 part is not known"


def test_segments_of_a_hose_are_one_piece_and_lie_in_one_heap() -> None:
    """real-models N1: a hose of 10 pieces in heaps of 96 + 55 + 44 + 42."""
    hose = "".join(place(60 * number, name="14301k02.dat") for number in range(20))
    text = "0 FILE m.ldr\n" + place(0, 500) + hose
    assembly = assembled(text)
    assert count(assembly).pieces == 2
    assert pieces(text) == [1, 1]


def test_heaps_count_what_the_inventory_counts() -> None:
    """real-models N1: what stands for a region in LPub's list, what the list leaves out, building blocks."""
    substituted = "0 LPUB PLI BEGIN SUB 3001.dat 4\n" + place(0) + place(20) + "0 LPUB PLI END\n"
    assert pieces(substituted + place(300)) == [1, 1]
    ignored = "0 !LPUB BOM BEGIN IGN\n" + place(20) + "0 !LPUB BOM END\n"
    assert pieces(place(0) + ignored) == [1]
    assert pieces(place(0) + place(15, name="box.dat")) == [1]
    submodel = "0 FILE arm.ldr\n" + place(0) + ignored
    arms = "".join(place(0, y, name="arm.ldr") for y in (0, 300))
    assert pieces("0 FILE m.ldr\n" + arms + submodel) == [1, 1]


def test_an_empty_submodel_that_is_placed_twice_lies_nowhere() -> None:
    empty = place(0, name="arm.ldr") * 2
    assert pieces(f"0 FILE main.ldr\n{empty}0 FILE arm.ldr\n") == []
    assert pieces(f"0 FILE main.ldr\n{place(0)}{empty}0 FILE arm.ldr\n") == [1]


def test_what_stands_apart_anyway_is_no_heap_of_its_own() -> None:
    assembly = assembled(place(0) + place(20) + place(500))
    found = find_heaps(assembly, assembly.root, [(assembly.root, 2)]).heaps
    assert [(heap.pieces, heap.own) for heap in found] == [(2, 2), (1, 0)]


def wall(parts: int) -> str:
    """Parts side by side in a cube, as dense as bricks are."""
    side = round(parts ** (1 / 3))
    places = [(x, y, z) for x in range(side) for y in range(side) for z in range(side)]
    return "".join(place(20 * x, 24 * y, 20 * z) for x, y, z in places)


def test_eight_times_the_parts_are_about_eight_times_the_comparisons() -> None:
    small, large = lies(wall(8**3)), lies(wall(16**3))
    assert (len(small.heaps), len(large.heaps)) == (1, 1)
    assert large.compared < 1.5 * 8 * small.compared
    # Each part has some sixty others nearby; measuring it moves as many points.
    assert large.compared < 100 * 16**3


def test_one_large_part_among_many_is_compared_with_each_of_them_once() -> None:
    parts = "".join(place(200 * x, -100, 200 * z) for x in range(20) for z in range(20))
    plate = "1 4 1900 0 1900 10 0 0 0 1 0 0 0 10 3811.dat\n"
    found = lies(parts + plate)
    assert len(found.heaps) == 401
    assert found.compared < 10 * 401


def test_scattered_parts_are_told_apart_as_comparing_each_with_each_tells_them() -> None:
    chance = random.Random(7)
    spots = [(chance.randrange(900), chance.randrange(900), chance.randrange(900)) for _ in range(300)]
    leader = list(range(len(spots)))
    for i, one in enumerate(spots):
        for j in range(i):
            gaps = [abs(a - b) - size for a, b, size in zip(one, spots[j], (20, 28, 20), strict=True)]
            if max(gaps) < 8:
                old, new = leader[i], leader[j]
                leader = [new if label == old else label for label in leader]
    expected = sorted((leader.count(label) for label in set(leader)), reverse=True)
    assert pieces("".join(place(x, y, z) for x, y, z in spots)) == expected


def test_a_town_is_not_looked_at() -> None:
    block = "0 FILE block.ldr\n" + "".join(place(20 * number) for number in range(300))
    blocks = "".join(place(0, 30 * number, name="block.ldr") for number in range(100))
    assert lies("0 FILE m.ldr\n" + blocks + block) == Lying(doubt="it has more than 20,000 parts")
