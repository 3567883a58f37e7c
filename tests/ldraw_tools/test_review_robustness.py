"""Files that people really have, each test by its number in the review that found it."""

from __future__ import annotations

import numpy as np
import pytest

from ldraw_tools import model_findings as oddities
from ldraw_tools.assembly.inventory import count, count_pieces
from ldraw_tools.assembly.resolve import plain_names
from ldraw_tools.findings import Severity
from ldraw_tools.geometry.mesh import Mesh
from ldraw_tools.geometry.pieces import lay_out
from ldraw_tools.library.part_files import Files, FoundFile
from ldraw_tools.library.places import NoParts
from ldraw_tools.measuring.measure import measure
from ldraw_tools.measuring.shapes import Shape
from ldraw_tools.reading.document import parse
from ldraw_tools.reading.header import FileKind
from tests.building import Parts, assembled, codes, counted, model, packed, part, place

BRICK = place("brick.dat")


class Shelf:
    """A library of one-triangle parts."""

    def __init__(self, **titles: str) -> None:
        self._titles = {f"{name.removeprefix('n')}.dat": title for name, title in titles.items()}

    def read(self, key: str) -> FoundFile | None:
        title = self._titles.get(key)
        if title is None:
            return None
        text = f"0 {title}\n0 Name: {key}\n0 !LDRAW_ORG Part\n3 16 0 0 0 40 0 0 0 0 20\n"
        return FoundFile(text.encode(), f"parts/{key}")


class Shaped(Parts):
    """Parts that are all 40 wide."""

    def shapes(self, keys: object) -> dict[str, Shape]:
        known = self.facts(keys)  # type: ignore[arg-type]
        return {key: Shape(np.array([[0.0, 0, 0], [40, 0, 0], [0, 24, 20]])) for key in known}


SOURCE = Shaped(
    part("brick"),
    part("3069b"),
    part("3069", FileKind.MOVED, "3069b"),
    part("973"),
    part("973c01", FileKind.SHORTCUT),
    part("77"),
    part("stud", FileKind.PRIMITIVE),
)
LAMPS = Shelf(light="~Light Source")


# 12: lamps.


@pytest.mark.parametrize("name", ["light.dat", "LIGHT.DAT", "parts\\light.dat"])
@pytest.mark.parametrize("library", [None, LAMPS], ids=["no library", "library"])
def test_12_no_lamp_is_a_brick(name: str, library: Files | None) -> None:
    plain = assembled(model(BRICK), source=SOURCE)
    lit = assembled(model(BRICK, place(name, at="0 -400 0"), place(name)), source=SOURCE, library=library)
    assert count(lit).lots == count(plain).lots
    assert measure(lit).box == measure(plain).box
    assert measure(lit).is_complete
    assert lay_out(lit).undrawn == lay_out(plain).undrawn
    assert [finding.message for finding in lit.findings] == [
        "2 light sources for ray tracers: not counted, measured or drawn"
    ]


def test_12_a_lamp_that_a_model_brings_along_is_one_too() -> None:
    lamp = ["0 FILE light.dat", "0 ~Light Source", "0 Name: light.dat", "4 16 0 0 0 9 0 0 9 9 0 0 9 0"]
    data = model("0 FILE main.ldr", BRICK, place("light.dat"), *lamp)
    assert counted(data) == {("brick", 16): 1}
    assert codes(assembled(data).findings) == [oddities.LAMPS.code]


def test_12_a_submodel_may_be_called_light() -> None:
    data = model("0 FILE main.ldr", place("light.dat"), "0 FILE light.dat", "0 Street lamp", BRICK, BRICK)
    assert counted(data) == {("brick", 16): 2}


# S4: prints and shops' numbers.


@pytest.mark.parametrize(
    ("name", "stands_in"),
    [
        ("3069bp99.dat", "3069b"),
        ("3069bpb777.dat", "3069b"),
        ("3069bpb777", "3069b"),
        ("3069bpr0001.dat", "3069b"),
        ("3069bpat0001.dat", "3069b"),
        ("3069pb777.dat", "3069b"),
        ("BL_3069bpb777.DAT", "3069b"),
        ("bl_77.dat", "77"),
        ("bl_973c00.dat", "973c01"),
        ("973c00.dat", "973c01"),
        ("973pb4087c01.dat", "973c01"),
        ("77c05.dat", "77"),
    ],
)
def test_s4_the_plain_part_stands_in_for_its_prints_and_shop_numbers(name: str, stands_in: str) -> None:
    assembly = assembled(model(BRICK, place(name, 4, at="100 0 0")), source=SOURCE)
    key = f"{name.lower().removesuffix('.dat')}.dat"
    assert count(assembly).lots == {("brick.dat", 16): 1, (key, 4): 1}
    box = measure(assembly).box
    assert box is not None
    assert (box.width, measure(assembly).is_complete) == (140, True)
    (note,) = assembly.findings
    assert (note.code, note.severity) == (oddities.STANDS_IN.code, Severity.INFO)
    assert f"{key.removesuffix('.dat')} (as {stands_in})" in note.message


def test_s4_a_print_is_drawn_as_the_plain_part() -> None:
    outlines: list[str] = []

    def outline(key: str) -> Mesh | None:
        outlines.append(key)
        return None

    lay_out(assembled(model(place("3069bpb777.dat")), source=SOURCE), stand_in=outline)
    assert outlines == ["3069b.dat"]
    pieces = lay_out(assembled(model(place("77pb1.dat")), source=NoParts(), library=Shelf(n77="Bar")))
    assert (len(pieces), pieces.triangle_count, pieces.undrawn) == (1, 1, ())


def test_s4_a_print_and_its_plain_part_are_two_lots_of_one_shape() -> None:
    for library in (None, Shelf(n77="Bar")):
        source = SOURCE if library is None else NoParts()
        data = model(place("77pb1.dat"), place("77.dat", at="100 0 0"), place("77pb1.dat", at="200 0 0"))
        assembly = assembled(data, source=source, library=library)
        assert count(assembly).lots == {("77.dat", 16): 1, ("77pb1.dat", 16): 2}
        box = measure(assembly).box
        assert box is not None
        assert box.width == 240


@pytest.mark.parametrize("name", ["88pb1.dat", "bb77c01.dat", "stud.dat", "973x.dat", "wingp1.ldr"])
def test_s4_what_has_no_plain_part_stays_as_it_was(name: str) -> None:
    assembly = assembled(model(BRICK, place(name)), source=SOURCE)
    assert oddities.STANDS_IN.code not in codes(assembly.findings)


def test_s4_a_name_that_is_known_is_itself() -> None:
    source = Parts(part("3069b"), part("3069bpb777"))
    assert assembled(model(place("3069bpb777.dat")), source=source).findings == []


def test_s4_the_best_stand_in_comes_first() -> None:
    assert list(plain_names("bl_973pb0001c02.dat")) == [
        "973pb0001c02.dat",
        "973c02.dat",
        "973c01.dat",
        "973.dat",
    ]
    assert list(plain_names("3001.dat")) == []
    assert list(plain_names("s/3069bpb1.dat")) == []


# S4: what stays unknown.


def test_s4_in_a_studio_file_a_missing_part_is_told_by_submodel_and_step() -> None:
    gun = [BRICK, "0 STEP", "0 STEP", place("98087.dat"), place("98087.dat")]
    data = packed(main=[place("gun.ldr")], gun=gun)
    (finding,) = assembled(data, name="mech.io", source=SOURCE).findings
    assert finding.message == "“98087” was not found (2 times, first in step 2 of “gun.ldr”)"
    assert (finding.line, finding.submodel) == (0, "gun.ldr")
    assert "Studio 2.0" in finding.fix
    (finding,) = assembled(data, name="mech.mpd", source=SOURCE).findings
    assert (finding.line, finding.fix) == (7, oddities.MISSING.fix)


def test_s4_in_the_main_model_the_step_is_enough() -> None:
    (finding,) = assembled(model(BRICK, place("98087.dat")), name="mech.io", source=SOURCE).findings
    assert finding.message == "“98087” was not found (step 1)"


def test_s4_no_other_print_is_suggested_for_a_print() -> None:
    source = Parts(part("brick"), part("5pb001"))
    (finding,) = assembled(model(BRICK, place("5pb002.dat")), source=source).findings
    assert finding.message == "“5pb002.dat” was not found"


# 14: LSynth and LPub's lists.


def test_14_a_hose_that_lpubs_list_names_is_not_said_to_be_missing() -> None:
    segments = [place("ls10.dat"), place("ls10.dat")]
    drawn = ["0 SYNTH BEGIN HOSE 0", "0 SYNTH SYNTHESIZED BEGIN", *segments, "0 SYNTH SYNTHESIZED END"]
    listed = model("0 !LPUB PLI BEGIN SUB tile.dat 0", *drawn, "0 !LPUB PLI END", "0 SYNTH END")
    assert counted(listed) == {("tile", 0): 1}
    assert codes(assembled(listed).findings) == [oddities.LIST_SUBSTITUTE.code]
    assert codes(assembled(model(BRICK, *drawn, "0 SYNTH END")).findings) == [oddities.SYNTH_SEGMENTS.code]


def test_14_one_segment_is_said_as_one() -> None:
    drawn = ["0 SYNTH SYNTHESIZED BEGIN", place("ls10.dat"), "0 SYNTH SYNTHESIZED END"]
    (finding,) = assembled(model(BRICK, "0 SYNTH BEGIN HOSE 0", *drawn, "0 SYNTH END")).findings
    assert finding.message == "LSynth draws HOSE with 1 segment: the piece itself is not in the inventory"


# 16: titles of packed parts.


def test_16_a_packed_part_has_its_title_behind_a_meta_line() -> None:
    packed_part = [
        *("0 FILE 5.dat", "0 !BRICKHUB_INLINED 2020", "0 Brick 1 x 5", "0 Name: 5.dat"),
        *("0 Author: Somebody", "0 !LDRAW_ORG Part", "3 16 0 0 0 1 0 0 0 1 0"),
    ]
    data = model("0 FILE main.ldr", place("5.dat"), *packed_part)
    (row,) = count(assembled(data)).rows()
    assert row[0].title == "Brick 1 x 5"


def test_16_a_model_takes_no_later_line_for_its_title() -> None:
    document = parse(model("0 !LEOCAD MODEL NAME x", "0 ROTSTEP 0 90 0", BRICK), "main.ldr")
    assert document.main.header.title == ""


# 17: an older way to embed.


@pytest.mark.parametrize("after", [["0 NOFILE"], [], ["0 FILE more.ldr", BRICK]])
@pytest.mark.parametrize("blank", [" ", ""])
def test_17_data_between_start_and_end_is_embedded(after: list[str], blank: str) -> None:
    """real-models N10: without a blank after `0 !:` there was said to be no data."""
    coded = [f"0 !:{blank}iVBO", f"0 !:{blank}Rw=="]
    data = ["0 FILE sign.png", "0 !DATA START", *coded, "0 !DATA END", *after]
    document = parse(model("0 FILE main.ldr", BRICK, *data), "main.mpd")
    assert {key: one.data for key, one in document.embedded.items()} == {"sign.png": b"\x89PNG"}
    assert "sign.png" not in document.sections
    assert document.findings == []


# 18: boundaries in mixed case.


def test_18_boundaries_are_read_in_any_case() -> None:
    data = model("0 File main.ldr", BRICK, "0 Nofile", "0 fiLe a.ldr", BRICK, "0 NoFile")
    document = parse(data, "main.mpd")
    assert [section.name for section in document.sections.values()] == ["main.ldr", "a.ldr"]


@pytest.mark.parametrize("comment", ["0 File made by hand", "0 Nofile here means nothing"])
def test_18_a_comment_that_begins_with_file_is_none(comment: str) -> None:
    document = parse(model(comment, BRICK, BRICK), "main.ldr")
    assert len(document.sections) == 1
    assert len(document.main.contents) == 2
    assert document.findings == []


# 19: a title is a title.


def test_19_a_title_alone_makes_no_part() -> None:
    data = model("0 Unofficial Part test", BRICK, BRICK, place("plate.dat"))
    assert counted(data) == {("brick", 16): 2, ("plate", 16): 1}
    (note,) = assembled(data).findings
    assert (note.code, note.line) == (oddities.TITLED_AS_PART.code, 1)


@pytest.mark.parametrize("kind", ["0 !LDRAW_ORG Part", "0 Unofficial Part", "0 Official LCAD part"])
def test_19_a_kind_line_makes_a_part(kind: str) -> None:
    own = ["0 FILE own.dat", "0 Unofficial Part of mine", "0 Name: own.dat", kind, "3 16 0 0 0 1 0 0 0 1 0"]
    data = model("0 FILE main.ldr", BRICK, place("own.dat"), *own)
    assert counted(data) == {("brick", 16): 1, ("own", 16): 1}
    assert assembled(data).findings == []


# 13: hoses, strings and treads.

ROPE = [
    *("0 FILE 1682 - LS60.dat", "0 ~LSynth Short Straight String Segment"),
    *("0 !LDRAW_ORG Unofficial_Part", "3 16 0 0 0 1 0 0 0 1 0"),
]
SEGMENT = place("1682 - LS60.dat")
RED = place("1682 - LS60.dat", 4)


def test_13_a_string_in_segments_is_one_piece() -> None:
    data = model("0 FILE main.ldr", BRICK, *[SEGMENT] * 800, BRICK, *ROPE)
    assert counted(data) == {("brick", 16): 2, ("1682 - ls60", 16): 1}
    assembly = assembled(data)
    assert count_pieces(assembly)[assembly.root] == 3
    assert len(lay_out(assembly)) == 800
    (note,) = assembly.findings
    assert note.message == "800 segments of hoses, strings or treads: counted as 1 piece, one for each"
    assert note.line == 3


@pytest.mark.parametrize(
    ("lines", "pieces"),
    [
        ([SEGMENT, BRICK, SEGMENT, SEGMENT], 2),
        ([SEGMENT, RED, RED, SEGMENT], 3),
        ([SEGMENT, "0 STEP", SEGMENT, "0 STEP", SEGMENT], 1),
        ([place("5k01.dat"), place("5k02.dat"), place("5k01.dat")], 1),
        ([place("5k01.dat"), place("5k02.dat"), place("6k02.dat"), place("6k01.dat")], 2),
        ([SEGMENT, place("5k02.dat"), SEGMENT, place("5k02.dat")], 1),
    ],
)
def test_13_a_run_ends_with_another_part_colour_or_kind_of_hose(lines: list[str], pieces: int) -> None:
    names = ("5k01", "5k02", "6k01", "6k02")
    source = Parts(part("brick"), *(part(name, FileKind.FLEXIBLE_SECTION) for name in names))
    lots = counted(model("0 FILE main.ldr", BRICK, *lines, *ROPE), source=source)
    assert sum(number for (key, _), number in lots.items() if key != "brick") == pieces


def test_13_each_part_that_lsynth_drew_with_segments_at_hand_is_one_piece() -> None:
    drawn = [
        "0 SYNTH SYNTHESIZED BEGIN",
        *[place("ls60.dat", 4)] * 5,
        "0 SYNTH SYNTHESIZED END",
        "0 SYNTH END",
    ]
    hose = ["0 SYNTH BEGIN STRING 4", place("ls01.dat"), *drawn]
    section = ["0 FILE ls60.dat", *ROPE[1:]]
    data = model("0 FILE main.ldr", BRICK, *hose, *hose, *section)
    assert counted(data) == {("brick", 16): 1, ("ls60", 4): 2}
    assert codes(assembled(data).findings) == [oddities.SYNTH_HELPERS.code, oddities.SEGMENTS_AS_ONE.code]
    assert lay_out(assembled(data)).undrawn == ("brick.dat",)


# 15: bands that can't be drawn.


def test_15_a_picture_names_the_bands_that_are_not_drawn() -> None:
    drawn = ["0 SYNTH SYNTHESIZED BEGIN", place("ls10.dat"), "0 SYNTH SYNTHESIZED END"]
    data = model("0 SYNTH BEGIN RIBBED_HOSE 0", place("ls01.dat"), *drawn, "0 SYNTH END", place("77.dat"))
    pieces = lay_out(assembled(data, source=NoParts(), library=Shelf(n77="Bar")))
    assert (len(pieces), pieces.undrawn) == (1, ("RIBBED_HOSE (LSynth)",))


def test_19_what_is_drawn_under_such_a_title_is_a_part() -> None:
    own = ["0 FILE sign.ldr", "0 UNOFFICIAL PART", "3 16 0 0 0 1 0 0 0 1 0"]
    data = model("0 FILE main.ldr", BRICK, place("sign.ldr"), *own)
    assert counted(data) == {("brick", 16): 1, ("sign.ldr", 16): 1}
    assert assembled(data).findings == []
