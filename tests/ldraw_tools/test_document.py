"""One file: its sections, its embedded data, its headers, and the same bytes again."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given, strategies as st

from ldraw_tools import model_findings as oddities
from ldraw_tools.findings import Place
from ldraw_tools.reading.document import Document
from ldraw_tools.reading.header import FileKind, read_header
from tests.building import assembled, codes, counted, found, model, packed, place, read, the


def names(document: Document) -> list[str]:
    return [section.name for section in document.sections.values()]


def test_a_plain_file_is_one_section_by_the_name_of_the_file() -> None:
    document = read(model("0 Title", place("brick.dat")), "Car.ldr")
    assert names(document) == ["Car.ldr"]
    assert document.main.start == 1
    assert not document.findings


@pytest.mark.parametrize(
    "line",
    [
        "0 FILE Left  Wing 2.ldr",
        "0\tFILE\tLeft  Wing 2.ldr",
        " \t 0   FILE   Left  Wing 2.ldr \t ",
        "          0 FILE Left  Wing 2.ldr",
        "0 file Left  Wing 2.ldr",
        "0 FILE Left  Wing 2.ldr\r",
        "0 file Left  Wing 2.ldr \r",
        "0 FILE Left  Wing 2.ldr\N{NO-BREAK SPACE}",
    ],
)
def test_a_section_is_named_by_the_rest_of_its_line(line: str) -> None:
    document = read(model("0 FILE main.ldr", place("LEFT  WING 2.LDR"), line, place("brick.dat", 4)))
    assert names(document) == ["main.ldr", "Left  Wing 2.ldr"]


def test_names_with_spaces_any_case_and_backslashes_are_one_key() -> None:
    data = model(
        "0 FILE main.ldr",
        place("Wings\\Left Wing.LDR", 1),
        place("wings/left wing.ldr  ", 2),
        place("WINGS\\LEFT WING.ldr\t", 4),
        place("wings\\left  wing.ldr", 5),
        "0 FILE wings\\Left Wing.ldr",
        place("BRICK.DAT"),
    )
    assert counted(data) == {("brick", 1): 1, ("brick", 2): 1, ("brick", 4): 1}
    assert "wings/left  wing.ldr" in the(oddities.MISSING_SUBMODEL, assembled(data).findings).message


@pytest.mark.parametrize(
    "line",
    [
        "0 file",
        "0 file this away",
        "0 filed.ldr",
        "0 FILENAME x.ldr",
        "0 // FILE x.ldr",
        "0 File x",
        "00 FILE x.ldr",
    ],
)
def test_a_comment_that_begins_with_file_is_a_comment(line: str) -> None:
    document = read(model("0 FILE main.ldr", place("brick.dat"), line, place("plate.dat")))
    assert names(document) == ["main.ldr"]
    assert len(document.main.contents) == 2


def test_after_nofile_everything_is_ignored_and_told_until_the_next_file() -> None:
    data = model(
        "0 FILE main.ldr",
        place("a.ldr"),
        "0 NOFILE",
        "0 a comment costs nothing",
        place("plate.dat"),
        "3 16 0 0 0 1 0 0 0 1 0",
        "junk of any kind",
        "0 FILE a.ldr",
        place("brick.dat"),
        "0 NOFILE",
    )
    assembly = assembled(data)
    assert counted(data) == {("brick", 16): 1}
    assert codes(assembly.findings) == ["LDR021"]
    finding = the(oddities.AFTER_NOFILE, assembly.findings)
    assert finding.place.line == 5
    assert finding.message.startswith("2 LDraw lines between")


def test_a_plain_file_may_end_with_nofile() -> None:
    document = read(model(place("brick.dat"), "0 NOFILE", place("plate.dat")), "car.ldr")
    assert names(document) == ["car.ldr"]
    assert document.main.contents.keys == ["brick.dat"]


def test_a_model_before_the_first_file_is_the_main_model() -> None:
    data = model("0 Car", place("wing.ldr", 4), "0 FILE wing.ldr", place("brick.dat"))
    assert counted(data, "car.mpd") == {("brick", 4): 1}
    document = read(data, "car.mpd")
    assert names(document) == ["car.mpd", "wing.ldr"]
    assert document.main.header.title == "Car"
    assert codes(document.findings) == ["LDR020"]


def test_only_comments_before_the_first_file_are_no_model() -> None:
    document = read(model("0 Car", "0 // made by hand", "", "0 FILE wing.ldr", place("brick.dat")), "car.mpd")
    assert names(document) == ["wing.ldr"]
    assert not document.findings


def test_a_model_before_the_first_file_does_not_take_a_section_s_name() -> None:
    data = model(place("car.mpd", 4), "0 FILE car.mpd", place("brick.dat"))
    assert counted(data, "car.mpd") == {("brick", 4): 1}
    assert codes(assembled(data, "car.mpd").findings) == ["LDR020"]


def test_of_two_sections_with_one_name_the_first_is_used() -> None:
    data = model(
        "0 FILE main.ldr",
        place("Wing.ldr"),
        "0 FILE wing.ldr",
        place("brick.dat"),
        "0 FILE WING.LDR",
        place("plate.dat"),
    )
    assert counted(data) == {("brick", 16): 1}
    finding = the(oddities.SECTION_TWICE, assembled(data).findings)
    assert finding.place == Place("main.ldr", 5)
    assert "line 3" in finding.message


def test_sections_without_a_name_are_told_and_kept_apart() -> None:
    data = model("0 FILE", place("brick.dat"), "0 FILE  ", place("plate.dat"))
    document = read(data)
    assert names(document) == ["(line 1)", "(line 3)"]
    assert codes(document.findings) == ["LDR023", "LDR023"]
    assert counted(data) == {("brick", 16): 1}


def test_an_unused_section_is_told_and_not_counted() -> None:
    data = packed(main=[place("brick.dat")], spare=[place("plate.dat")])
    assert counted(data) == {("brick", 16): 1}
    finding = the(oddities.SECTION_UNUSED, assembled(data).findings)
    assert (finding.place.line, "spare.ldr" in finding.message) == (3, True)


def test_an_unused_embedded_part_is_not_worth_a_word() -> None:
    data = model(
        "0 FILE main.ldr", place("brick.dat"), "0 FILE own.dat", "0 Own", "0 !LDRAW_ORG Unofficial_Part"
    )
    assert not assembled(data).findings


# Embedded data.


def data_block(name: str, data: bytes, width: int = 20) -> list[str]:
    coded = base64.b64encode(data).decode()
    return [f"0 !DATA {name}", *(f"0 !: {coded[i : i + width]}" for i in range(0, len(coded), width))]


@given(st.binary(max_size=100), st.integers(1, 30))
def test_embedded_data_is_what_was_put_in(data: bytes, width: int) -> None:
    lines = [place("brick.dat"), *data_block("My Picture.PNG", data, width)]
    document = read(model(*lines, "", "0", "0 // the end", "0 FILE other.ldr"))
    embedded = document.embedded["my picture.png"]
    assert (embedded.name, embedded.data) == ("My Picture.PNG", data)
    assert not found(oddities.BAD_DATA, document.findings)
    assert not found(oddities.STRAY_IN_DATA, document.findings)


@pytest.mark.parametrize("coded", ["YWJj", "YWJjZA==", "YWJjZA", "YW Jj\tZA =="])
def test_base64_is_read_with_or_without_its_padding_and_blanks(coded: str) -> None:
    document = read(model("0 FILE main.ldr", "0 !DATA x", f"0 !: {coded}"))
    assert document.embedded["x"].data in (b"abc", b"abcd")


@pytest.mark.parametrize("coded", ["Y", "YWJj!", "YWJjé", "Y=WJ"])
def test_data_that_is_no_base64_is_told(coded: str) -> None:
    document = read(model("0 FILE main.ldr", "0 !DATA x.png", f"0 !: {coded}"))
    assert not document.embedded
    assert "“x.png”" in the(oddities.BAD_DATA, document.findings).message


def test_stray_lines_inside_data_are_told_and_ignored() -> None:
    lines = [place("brick.dat"), "0 !DATA x", "0 !: YW", place("plate.dat"), "0 STEP", "0 !: Jj"]
    data = model("0 FILE main.ldr", *lines)
    document = read(data)
    assert document.embedded["x"].data == b"abc"
    assert the(oddities.STRAY_IN_DATA, document.findings).message.startswith("2 lines inside")
    assert counted(data) == {("brick", 16): 1}


def test_of_two_data_blocks_with_one_name_the_first_is_used() -> None:
    document = read(model("0 FILE main.ldr", *data_block("x", b"one"), *data_block("X", b"two")))
    assert document.embedded["x"].data == b"one"
    assert "line 2" in the(oddities.SECTION_TWICE, document.findings).message


def test_data_may_follow_nofile_and_end_at_it() -> None:
    lines = ["0 FILE main.ldr", place("brick.dat"), "0 NOFILE", *data_block("x", b"one"), "0 NOFILE"]
    document = read(model(*lines))
    assert document.embedded["x"].data == b"one"
    assert not document.findings


# Headers.


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        (["0 Car"], FileKind.MODEL),
        (["0 Car", "0 !LDRAW_ORG Model"], FileKind.MODEL),
        (["0 Car", "0 !LDRAW_ORG Unofficial_Model"], FileKind.MODEL),
        (["0 Car", "0 !LDRAW_ORG Unofficial Model"], FileKind.MODEL),
        (["0 Car", "0 !LDRAW_ORG Whatever I like"], FileKind.MODEL),
        (["0 Car", "0 Unofficial Model"], FileKind.MODEL),
        (["0 LDConfig", "0 !LDRAW_ORG Configuration UPDATE 2024-01-01"], FileKind.MODEL),
        (["0 Brick", "0 !LDRAW_ORG Part UPDATE 2004-03"], FileKind.PART),
        (["0 Brick", "0 !LDRAW_ORG Unofficial_Part"], FileKind.PART),
        (["0 Brick", "0 !LDRAW_ORG unofficial part"], FileKind.PART),
        (["0 Brick", "0 LDRAW_ORG Part"], FileKind.PART),
        (["0 Brick", "0 UNOFFICIAL PART"], FileKind.PART),
        (["0 Brick", "0 Official LCAD Part"], FileKind.PART),
        (["0 Brick", "0 Unofficial Element"], FileKind.PART),
        (["0 =Brick", "0 !LDRAW_ORG Part"], FileKind.ALIAS),
        (["0 Brick", "0 !LDRAW_ORG Part Alias UPDATE 2020-01"], FileKind.ALIAS),
        (["0 _Brick Red", "0 !LDRAW_ORG Part"], FileKind.PHYSICAL_COLOUR),
        (["0 Brick Red", "0 !LDRAW_ORG Shortcut Physical_Colour"], FileKind.PHYSICAL_COLOUR),
        (["0 ~Brick Top", "0 !LDRAW_ORG Part"], FileKind.SUBPART),
        (["0 |Other Brand Brick", "0 !LDRAW_ORG Part"], FileKind.NOT_LEGO),
        (["0 Hose Piece", "0 !LDRAW_ORG Part Flexible_Section"], FileKind.FLEXIBLE_SECTION),
        (["0 Sticker 1 x 2", "0 !LDRAW_ORG Part"], FileKind.STICKER),
        (["0 ~Sticker 1 x 2", "0 !LDRAW_ORG Part"], FileKind.STICKER),
        (["0 Door", "0 !LDRAW_ORG Unofficial_Shortcut"], FileKind.SHORTCUT),
        (["0 ~Brick Side", "0 !LDRAW_ORG Subpart"], FileKind.SUBFILE),
        (["0 ~Brick Side", "0 Unofficial Subpart"], FileKind.SUBFILE),
        (["0 Stud", "0 !LDRAW_ORG Primitive"], FileKind.PRIMITIVE),
        (["0 Stud", "0 !LDRAW_ORG Unofficial_48_Primitive"], FileKind.PRIMITIVE),
        (["0 Stud", "0 !LDRAW_ORG 8_Primitive UPDATE 2020-01"], FileKind.PRIMITIVE),
        (["0 Stud", "0 Unofficial Primitive"], FileKind.PRIMITIVE),
        (["0 Helper", "0 !LDRAW_ORG Helper"], FileKind.HELPER),
        (["0 ~Moved to 3001", "0 !LDRAW_ORG Part"], FileKind.MOVED),
        (["0 ~moved TO s\\3001s01"], FileKind.MOVED),
        (["0 Hose", "0 !LDCAD GENERATED [generator=LDCad]"], FileKind.GENERATED),
        (["0 Hose", "0 !LDRAW_ORG Model", "0 !LDCAD GENERATED"], FileKind.GENERATED),
        (["0 Hose", "0 UNOFFICIAL PART", "0 !LDCAD GENERATED"], FileKind.GENERATED),
        (["0 Hose", "0 !LDCAD GENERATED", "0 UNOFFICIAL PART"], FileKind.GENERATED),
        (["0 Hose", "0 !LDCAD GENERATED", "0 !LDRAW_ORG Unofficial_Part"], FileKind.PART),
    ],
)
def test_a_header_says_what_kind_of_file_it_is(lines: list[str], kind: FileKind) -> None:
    header = read_header(lines)
    assert header.kind is kind
    assert header.title == lines[0][2:]


def test_a_header_is_read_to_the_first_line_that_places_something() -> None:
    header = read_header(
        [
            "",
            "0 Car  with  wheels ",
            "0 Name: Car.ldr",
            "0 Author: Ada [ada]",
            "0 !LDRAW_ORG Model UPDATE",
            "0 !LICENSE Free",
            "0 !CATEGORY Vehicle   Part",
            "0 !KEYWORDS one, two ,, three",
            "0 !KEYWORDS four",
            "0 Name: second name",
            "0",
            "1 16 0 0 0 1 0 0 0 1 0 0 0 1 brick.dat",
            "0 Author: somebody else",
            "0 !KEYWORDS five",
        ]
    )
    assert (header.title, header.name, header.author) == ("Car  with  wheels", "Car.ldr", "Ada [ada]")
    assert (header.org, header.licence, header.category) == ("Model UPDATE", "Free", "Vehicle Part")
    assert header.keywords == ["one", "two", "three", "four"]


@pytest.mark.parametrize("first", ["0 !LEOCAD MODEL NAME x", "0 // hello", "0 STEP", "0 Name: x", "0"])
def test_a_command_or_a_remark_is_no_title(first: str) -> None:
    assert read_header([first, "0 not the first line"]).title == ""


# Whatever the bytes.

line_of_any_kind = st.sampled_from(
    [
        "0 FILE main.ldr",
        "0 FILE a.ldr",
        "0 file b.ldr",
        "0 FILE",
        "0 NOFILE",
        "0 !DATA x",
        "0 !: YWJj",
        "0 !: ?",
        "0 FILE MAIN.LDR",
        place("a.ldr"),
        place("b.ldr", 4),
        place("brick.dat"),
        "3 16 0 0 0 1 0 0 0 1 0",
        "junk",
    ]
)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_document_that_is_written_back_the_same(data: bytes) -> None:
    document = read(data)
    assert document.encode() == data
    assert document.main is document.sections[next(iter(document.sections))]


@given(st.lists(line_of_any_kind, max_size=12), st.sampled_from(["\n", "\r\n", "\r"]))
def test_every_line_is_in_one_section_or_told(lines: list[str], end: str) -> None:
    document = read(end.join(lines))
    assert document.encode() == end.join(lines).encode()
    for section in document.sections.values():
        first = section.start - 1
        assert [line.strip() for line in section.lines] == lines[
            first : first + len(section.lines)
        ] or not lines
    placed = sum(line[0] in "13" for line in lines)
    kept = sum(line[:1] in ("1", "3") for s in document.sections.values() for line in s.lines)
    told = set(codes(document.findings)) & {"LDR021", "LDR022", "LDR026"}
    assert kept == placed or told
