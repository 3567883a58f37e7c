"""Counting: exact, over the graph, whatever the order and the nesting."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st

from ldraw_tools.assembly import inventory as inventories
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.assembly.inventory import Assembly, Lot, count, count_pieces, count_placed
from ldraw_tools.findings import BrickyardError, RefusedError
from tests.bounding import soon
from tests.building import PARTS, TRIANGLE, UPRIGHT, assembled, counted, model, packed, place


def test_parts_are_counted_by_part_and_colour() -> None:
    data = model(place("brick.dat", 4), place("BRICK.DAT", 4), place("brick.dat", 1), place("plate.dat", 4))
    inventory = count(assembled(data))
    assert inventory.lots == {("brick.dat", 4): 2, ("brick.dat", 1): 1, ("plate.dat", 4): 1}
    assert inventory.pieces == 4
    rows = [(facts.key, colour, number) for facts, colour, number in inventory.rows()]
    assert rows == [("brick.dat", 1, 1), ("brick.dat", 4, 2), ("plate.dat", 4, 1)]


def test_shapes_are_never_counted() -> None:
    assert counted(model(TRIANGLE, place("brick.dat"), "2 24 0 0 0 1 1 1", TRIANGLE)) == {("brick", 16): 1}


def test_nothing_is_an_empty_inventory() -> None:
    assert count(assembled(b"")).lots == {}
    assert count(assembled(b"")).rows() == []


def test_colour_16_is_the_colour_around_it_through_every_level() -> None:
    data = packed(
        main=[place("a.ldr", 4), place("a.ldr", 1), place("a.ldr", "0x2FF8000"), place("brick.dat")],
        a=[place("b.ldr"), place("b.ldr", 2)],
        b=[place("c.ldr")],
        c=[place("brick.dat"), place("plate.dat", 15)],
    )
    assert counted(data) == {
        ("brick", 4): 1,
        ("brick", 1): 1,
        ("brick", 0x2FF8000): 1,
        ("brick", 2): 3,
        ("brick", 16): 1,
        ("plate", 15): 6,
    }


def test_colour_24_is_passed_on_as_it_is() -> None:
    data = packed(main=[place("a.ldr", 24)], a=[place("brick.dat"), place("plate.dat", 24)])
    assert counted(data) == {("brick", 24): 1, ("plate", 24): 1}


def test_direct_colours_are_one_lot_however_they_are_written() -> None:
    data = model(
        *(place("brick.dat", text) for text in ("0x2FF8000", "0X2ff8000", str(0x2FF8000), "#ff8000"))
    )
    assert counted(data) == {("brick", 0x2FF8000): 4}


def test_ten_copies_twenty_levels_deep_are_counted_exactly_and_at_once() -> None:
    sections = {f"s{i}": [place(f"s{i + 1}.ldr")] * 10 for i in range(20)}
    data = packed(**sections, s20=[place("brick.dat", 4), place("plate.dat", 4)])
    with soon():
        inventory = count(assembled(data))
    assert inventory.lots == {("brick.dat", 4): 10**20, ("plate.dat", 4): 10**20}
    assert inventory.pieces == 2 * 10**20


def test_two_copies_a_thousand_levels_deep_are_counted_exactly() -> None:
    sections = {f"s{i}": [place(f"s{i + 1}.ldr", 4)] * 2 for i in range(1200)}
    assert counted(packed(**sections, s1200=[place("brick.dat")])) == {("brick", 4): 2**1200}


def test_more_pieces_than_can_be_written_down_are_refused() -> None:
    sections = {f"s{i}": [place(f"s{i + 1}.ldr")] * 10 for i in range(1100)}
    with pytest.raises(RefusedError, match="a thousand digits"):
        counted(packed(**sections, s1100=[place("brick.dat")]))


def bomb(colours: int, names: int) -> Assembly:
    """A file whose lots are its colours times its names."""
    inner = [place(f"p{i}.dat") for i in range(names)]
    return assembled(packed(main=[place("a.ldr", 0x2000000 + i) for i in range(colours)], a=inner))


def test_colours_times_submodels_may_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inventories, "MOST_LOTS", 2_000)
    assert len(count(bomb(40, 45)).lots) == 1800
    with pytest.raises(RefusedError, match="2,000 different lots"):
        count(bomb(50, 50))


def test_a_memory_bomb_in_one_submodel_is_refused_while_it_goes_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inventories, "MOST_LOTS", 50_000)
    with soon(), pytest.raises(RefusedError):
        count(bomb(3_000, 3_000))


def test_layers_that_all_place_each_other_are_refused_before_they_take_minutes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(inventories, "MOST_STEPS", 10_000)
    layer = [place(f"b{i}.ldr") for i in range(20)]
    tops = {f"a{i}": layer for i in range(20)}
    bottoms = {f"b{i}": [place("brick.dat")] for i in range(20)}
    main = [place(f"a{i}.ldr", colour) for i in range(20) for colour in range(30)]
    with pytest.raises(RefusedError):
        counted(packed(main=main, **tops, **bottoms))


def test_one_submodel_can_be_counted_alone() -> None:
    data = packed(
        main=[place("a.ldr", 4)] * 3, a=[place("b.ldr", 1), place("brick.dat")], b=[place("plate.dat")] * 2
    )
    assembly = assembled(data)
    assert count(assembly, assembly.by_key["a.ldr"].index).lots == {("plate.dat", 1): 2, ("brick.dat", 16): 1}
    assert count(assembly, assembly.by_key["brick.dat"].index).lots == {("brick.dat", 16): 1}


def test_a_shortcut_is_one_piece_or_the_parts_it_is_made_of() -> None:
    assembly = assembled(model(place("door.dat", 4), place("door.dat", 1), place("brick.dat", 4)))
    assert count(assembly).lots == {("door.dat", 4): 1, ("door.dat", 1): 1, ("brick.dat", 4): 1}
    assert count(assembly, shortcuts=True).lots == {
        ("brick.dat", 4): 2,
        ("brick.dat", 1): 1,
        ("tile.dat", 47): 4,
    }


def test_how_often_a_file_is_placed_and_what_is_in_one_of_it() -> None:
    data = packed(
        main=[place("a.ldr"), place("a.ldr", 4)],
        a=[place("b.ldr")] * 3,
        b=[place("brick.dat"), place("stud.dat")],
    )
    assembly = assembled(data)
    placed = {
        assembly.nodes[index].key: times for index, times in count_placed(assembly, assembly.root).items()
    }
    assert placed == {"main.ldr": 1, "a.ldr": 2, "b.ldr": 6}
    inside = {assembly.nodes[index].key: pieces for index, pieces in count_pieces(assembly).items()}
    assert inside == {"main.ldr": 6, "a.ldr": 3, "b.ldr": 1, "brick.dat": 1, "stud.dat": 0}


# Properties. Models of a few sections, each of which may place those after it.

NAMES = ["brick.dat", "plate.dat", "old.dat", "nobody knows.dat", "stud.dat", "door.dat", "same.dat"]
COLOURS = [16, 16, 16, 4, 1, 24, 0x2FF8000]
SECTIONS = 5

Sections = list[list[str]]


def section(number: int) -> st.SearchStrategy[list[str]]:
    below = [f"s{i}.ldr" for i in range(number + 1, SECTIONS)]
    lines = [place(name, colour) for name in NAMES + below + below for colour in COLOURS]
    return st.lists(st.sampled_from([*lines, TRIANGLE, TRIANGLE]), max_size=6)


models = st.tuples(*map(section, range(SECTIONS))).map(list)


def as_model(sections: Sections) -> bytes:
    return packed(**{f"s{number}": lines for number, lines in enumerate(sections)})


def lots(sections: Sections) -> dict[Lot, int]:
    return counted(as_model(sections))


def expanded(sections: Sections) -> Counter[Lot]:
    """The slow way: every part of every copy, one by one."""
    total: Counter[Lot] = Counter()
    renamed = {"old": "tile"}

    def walk(number: int, colour: int) -> None:
        for line in sections[number]:
            if line == TRIANGLE:
                continue
            fields = line.split(None, 14)
            own = int(fields[1])
            own = colour if own == 16 else own
            name = fields[14]
            if name.endswith(".ldr"):
                walk(int(name[1:-4]), own)
            elif name != "stud.dat":
                stem = name.removesuffix(".dat")
                total[renamed.get(stem, stem), own] += 1

    walk(0, 16)
    return total


@given(models)
@settings(max_examples=60)
def test_counting_the_graph_is_counting_every_copy(sections: Sections) -> None:
    assert lots(sections) == expanded(sections)


@given(models, st.integers(0, 2**32))
@settings(max_examples=60)
def test_the_order_of_lines_does_not_matter(sections: Sections, seed: int) -> None:
    mixed = [random.Random(seed).sample(lines, len(lines)) for lines in sections]
    assert lots(mixed) == lots(sections)


@given(models, st.data())
@settings(max_examples=60)
def test_parts_moved_into_a_submodel_that_is_placed_once_are_the_same_parts(
    sections: Sections, data: st.DataObject
) -> None:
    number = data.draw(st.integers(0, SECTIONS - 1))
    moved = data.draw(st.integers(0, len(sections[number])))
    kept = [*sections[number][moved:], place("inner.ldr")]
    outer = [kept if i == number else lines for i, lines in enumerate(sections)]
    inner = model("0 FILE inner.ldr", *sections[number][:moved])
    assert counted(as_model(outer) + inner) == lots(sections)


@given(models, st.integers(0, 5), st.sampled_from([16, 4]))
@settings(max_examples=60)
def test_copies_of_a_model_are_so_many_times_its_parts(sections: Sections, copies: int, colour: int) -> None:
    data = model("0 FILE all.ldr", *[place("s0.ldr", colour)] * copies) + as_model(sections)
    times: Counter[Lot] = Counter()
    for (name, own), number in lots(sections).items():
        if copies:
            times[name, colour if own == 16 else own] += copies * number
    assert counted(data) == times


@given(models)
@settings(max_examples=60)
def test_a_second_run_says_the_same_in_file_order(sections: Sections) -> None:
    data = as_model([[*lines, "junk", place("gone.ldr", "red")] for lines in sections])
    one, other = assembled(data), assembled(data)
    assert one.findings == other.findings
    places = [(finding.place.file, finding.place.line) for finding in one.findings]
    assert places == sorted(places)
    assert len(set(one.findings)) == len(one.findings)
    assert count(one).rows() == count(other).rows()


@given(models)
@settings(max_examples=60)
def test_pieces_of_the_whole_are_the_pieces_of_its_inventory(sections: Sections) -> None:
    assembly = assembled(as_model(sections))
    assert count_pieces(assembly)[assembly.root] == count(assembly).pieces


# Anything at all.

METAS = """NOFILE
!DATA x
STEP
BUFEXCHG A STORE
BUFEXCHG A RETRIEVE
MLCAD BTG x
SYNTH BEGIN HOSE
SYNTH SYNTHESIZED BEGIN
SYNTH SYNTHESIZED END
SYNTH END
!LPUB PLI BEGIN IGN
!LPUB PLI END
!LPUB PART BEGIN IGN
!LPUB PART END
!LEOCAD GROUP BEGIN g
!LEOCAD GROUP END
!LDCAD GENERATED
!LDCAD GROUP_DEF [LID=1] [name=g]
!LDCAD GROUP_NXT [ids=1]
!LDVIEW BBOX_IGNORE BEGIN
!LDVIEW BBOX_IGNORE END
!TEXMAP START
!TEXMAP FALLBACK
!TEXMAP END
!LDRAW_ORG Unofficial_Part
UNOFFICIAL PART
COLOR 9 x 0 1 2 3
ROTATE 1
~Moved to brick"""
BEGINNINGS = ["0 FILE ", "0 !: ", "0 GHOST ", "0 MLCAD HIDE ", "0 !COLOUR x CODE 9", "0 !LPUB PLI BEGIN SUB "]
ENDINGS = [
    "a.ldr",
    "b.ldr",
    "brick.dat",
    "stud.dat",
    "old.dat",
    "../x.dat",
    "ls01.dat",
    " VALUE #FF0000",
    "",
    "",
]
FRAGMENTS = [
    *(f"0 {meta}\n" for meta in METAS.splitlines()),
    *BEGINNINGS,
    f"1 16 0 0 0 {UPRIGHT} ",
    *(f"{ending}\n" for ending in ENDINGS),
    *(f"{line}\n" for line in (TRIANGLE, place("a.ldr", 4), place("b.ldr", "0x2FF0000"))),
    *("0", "1", "2", "3", "4", "5", "x", "-1", ",", "nan", "red", "é", "\ufeff", "\u202e", "\x1b[31m", "\0"),
    *(" ", "\t", "\r\n", "\r"),
]
anything = st.binary(max_size=300) | st.lists(st.sampled_from(FRAGMENTS), max_size=30).map("".join).map(
    str.encode
)


@given(anything, st.sampled_from(["main.ldr", "a.ldr", "own.dat"]))
@settings(max_examples=200)
def test_any_bytes_are_counted_or_refused_and_never_anything_else(data: bytes, name: str) -> None:
    try:
        assembly = assembled(data, name)
        inventory = count(assembly)
    except BrickyardError:
        return
    assert assembly.document.encode() == data
    assert all(number > 0 for number in inventory.lots.values())
    assert {key for key, _ in inventory.lots} == set(inventory.facts)
    for finding in assembly.findings:
        assert finding.message.isprintable()
        assert len(finding.message) < 500
        assert 0 <= finding.place.line <= len(assembly.document.text.lines())
    # Assembled again, the same document says the same.
    again = assemble(assembly.document, PARTS)
    assert again.findings == assembly.findings
    assert count(again).lots == inventory.lots
