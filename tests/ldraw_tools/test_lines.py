"""Single lines: what each says, how it is written, and that the fast scanner agrees."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from ldraw_tools import model_findings as oddities
from ldraw_tools.findings import Kind, Place
from ldraw_tools.names import key_of
from ldraw_tools.reading import lines
from ldraw_tools.reading.contents import Contents, SectionLines
from ldraw_tools.reading.lines import (
    Blank,
    Line,
    Meta,
    Reference,
    ShapeLine,
    Unreadable,
    parse,
    parse_colour,
    parse_number,
)
from ldraw_tools.reading.numbers import bad_number_findings, placements, read_shapes
from ldraw_tools.reading.scan import scan
from tests.building import UPRIGHT, assembled, codes, counted, found, model, place, the

HERE = Place("main.ldr", 1, 0, "main.ldr")
SQUARE = (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


def scanned(text: str) -> Contents:
    return scan(SectionLines([text]), 1, Place("main.ldr", submodel="main.ldr"))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", Blank()),
        (" \t ", Blank()),
        ("\r", Blank()),
        ("0", Meta("")),
        ("0 ", Meta("")),
        ("0 STEP", Meta("STEP")),
        ("\t 0\t// a  comment \r", Meta("// a  comment")),
        (f"1 4 0 0 0 {UPRIGHT} 3001.dat", Reference(4, SQUARE, "3001.dat")),
        (f"  1\t4  0 0\t0 {UPRIGHT}   3001.dat\r", Reference(4, SQUARE, "3001.dat")),
        (f"1 16 0 0 0 {UPRIGHT} left  wing 2.ldr \t", Reference(16, SQUARE, "left  wing 2.ldr")),
        (f"1 16 0 0 0 {UPRIGHT} S\\Side.DAT", Reference(16, SQUARE, "S\\Side.DAT")),
        (f"1 16 0 0 0 {UPRIGHT} 1 2 3 4 5", Reference(16, SQUARE, "1 2 3 4 5")),
        ("2 24 0 0 0 1 1 1", ShapeLine(2, 24, (0, 0, 0, 1, 1, 1))),
        ("3 4 0 0 0 1 0 0 0 1 0", ShapeLine(3, 4, (0, 0, 0, 1, 0, 0, 0, 1, 0))),
        ("4 4 0 0 0 1 0 0 1 1 0 0 1 0", ShapeLine(4, 4, (0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0))),
        ("5 24 0 0 0 1 1 1 2 2 2 3 3 3", ShapeLine(5, 24, (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3))),
        # Studio: texture coordinates after the points, conditional lines without control points.
        ("3 4 0 0 0 1 0 0 0 1 0 .5 .5 1 0 0 1", ShapeLine(3, 4, (0, 0, 0, 1, 0, 0, 0, 1, 0))),
        ("5 24 0 0 0 1 1 1", ShapeLine(5, 24, (0, 0, 0, 1, 1, 1))),
    ],
)
def test_a_line_says_what_the_format_means(text: str, line: Line) -> None:
    assert parse(text, HERE) == line


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("6 16 0 0 0", oddities.UNKNOWN_LINE, "“6”"),
        ("01 16 0 0 0", oddities.UNKNOWN_LINE, "“01”"),
        ("-1 16", oddities.UNKNOWN_LINE, "“-1”"),
        ("hello world", oddities.UNKNOWN_LINE, "“hello”"),
        ("\x1a", oddities.UNKNOWN_LINE, "“?”"),
        ("1", oddities.SHORT_LINE, "type 1 needs 14 values and has 0"),
        (f"1 16 0 0 0 {UPRIGHT}", oddities.SHORT_LINE, "type 1 needs 14 values and has 13"),
        ("2 24 0 0 0 1 1", oddities.SHORT_LINE, "type 2 needs 7 values and has 6"),
        ("3", oddities.SHORT_LINE, "type 3 needs 10 values and has 0"),
        ("4 16 0 0 0 1 0 0 1 1 0", oddities.SHORT_LINE, "type 4 needs 13 values and has 10"),
        ("5 24 0 0 0 1 1", oddities.SHORT_LINE, "type 5 needs 13 values and has 6"),
        (f"1 16 1,5 0 0 {UPRIGHT} a.dat", oddities.BAD_NUMBER, "“1,5” is not a number (a decimal comma?"),
        (f"1 16 nan 0 0 {UPRIGHT} a.dat", oddities.BAD_NUMBER, "“nan” is not a number;"),
        (f"1 16 0 -inf 0 {UPRIGHT} a.dat", oddities.BAD_NUMBER, "“-inf” is not a number;"),
        ("3 16 0 0 0 1 x 0 0 1 0", oddities.BAD_NUMBER, "“x” is not a number;"),
    ],
)
def test_a_line_that_cannot_be_read_says_why(text: str, kind: Kind, said: str) -> None:
    line = parse(text, HERE)
    assert isinstance(line, Unreadable)
    assert str(line) == text
    assert (line.finding.code, line.finding.place) == (kind.code, HERE)
    assert said in line.finding.message


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0.0),
        ("+0", 0.0),
        ("-0", -0.0),
        (".5", 0.5),
        ("-.5", -0.5),
        ("1.", 1.0),
        ("007", 7.0),
        ("1e3", 1000.0),
        ("1.5E-2", 0.015),
        ("2e+1", 20.0),
        ("1e-400", 0.0),
    ],
)
def test_numbers_are_read_as_people_and_programs_write_them(text: str, number: float) -> None:
    assert parse_number(text) == number


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "1,5",
        "1.5.2",
        "nan",
        "NaN",
        "inf",
        "-Infinity",
        "1e999",
        "1_0",
        "٣",
        "0x10",
        "1e",
        "--1",
        "½",
    ],
)
def test_what_is_no_finite_decimal_number_is_none(text: str) -> None:
    assert parse_number(text) is None


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("0", 0),
        ("16", 16),
        ("+16", 16),
        ("0016", 16),
        ("10999", 10999),
        ("0x2FF8000", 0x2FF8000),
        ("0x2ff8000", 0x2FF8000),
        ("0X2FF8000", 0x2FF8000),
        ("0x3FF8000", 0x3FF8000),
        (str(0x2FF8000), 0x2FF8000),
        ("#FF8000", 0x2FF8000),
    ],
)
def test_colours_are_codes_or_direct_in_hexadecimal_and_decimal(text: str, colour: int) -> None:
    assert parse_colour(text) == colour


NO_COLOURS = """
    red -1 1.5 1e1 1_6 0x10 0x1FFFFFF 0x8000000 134217728 0x2FF_000 0xGG
    #FF80 #-F8000 #+F8000 ١٦ 0x２００００００
"""


@pytest.mark.parametrize("text", ["", "9" * 5000, *NO_COLOURS.split()])
def test_what_is_no_colour_is_none(text: str) -> None:
    assert parse_colour(text) is None


@pytest.mark.parametrize("text", ["red", "-1", "0x10", "1.5"])
def test_a_bad_colour_is_told_and_read_as_the_colour_around_it(text: str) -> None:
    assert parse(place("brick.dat", text), HERE) == Reference(16, SQUARE, "brick.dat")
    data = model("0 FILE main.ldr", place("a.ldr", 4), "0 FILE a.ldr", place("brick.dat", text))
    assert counted(data) == {("brick", 4): 1}
    finding = the(oddities.BAD_COLOUR, assembled(data).findings)
    assert f"“{text}”" in finding.message
    assert finding.place == Place("main.ldr", 4, 0, "a.ldr")


def test_a_bad_colour_on_many_lines_is_one_finding_that_names_them() -> None:
    data = model(*[place("brick.dat", "red")] * 6, place("brick.dat", "blue"))
    red, blue = found(oddities.BAD_COLOUR, assembled(data).findings)
    assert red.message.endswith("(6 lines: 1, 2, 3 and 3 more)")
    assert (red.place.line, blue.place.line) == (1, 7)
    assert blue.message.endswith("the colour around it")


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (-20.0, "-20"),
        (0.5, "0.5"),
        (1 / 3, "0.3333333333333333"),
        (1e22, "1e+22"),
    ],
)
def test_numbers_are_written_as_short_as_they_can_be(number: float, text: str) -> None:
    assert lines.number_text(number) == text


finite = st.floats(allow_nan=False, allow_infinity=False)
colour = st.integers(0, 600) | st.integers(0x2000000, 0x7FFFFFF)
# Whatever a file may hold between its ends of line, without the blanks around it.
rest_of_line = st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=20).map(
    str.strip
)
written = st.one_of(
    st.just(Blank()),
    st.builds(Meta, rest_of_line),
    st.builds(Reference, colour, st.tuples(*[finite] * 12), rest_of_line.filter(bool)),
    st.builds(ShapeLine, st.just(2), colour, st.tuples(*[finite] * 6)),
    st.builds(ShapeLine, st.just(3), colour, st.tuples(*[finite] * 9)),
    st.builds(ShapeLine, st.sampled_from([4, 5]), colour, st.tuples(*[finite] * 12)),
)


@given(written)
def test_a_line_that_was_written_reads_back_equal(line: Line) -> None:
    assert parse(str(line), HERE) == line


TOKENS = "0 1 -1 0.5 .5 1. +0 -0 1e5 1e-3 1,5 1_0 ٣ nan inf x | 4 16 24 0x2FF0000 part.dat // Ü"
token = st.sampled_from(TOKENS.split())
blank = st.sampled_from([" ", " ", "  ", "\t", " \t ", "\u00a0"])


@st.composite
def any_line(draw: st.DrawFn) -> str:
    """A line of a file or nearly one: right, short, long, with bad numbers, with blanks anywhere."""
    kind = draw(st.sampled_from(["1", "2", "3", "4", "5", "0", "6", "01", "", "x"]))
    needed = {"1": 14, "2": 7, "3": 10, "4": 13, "5": 13}.get(kind, 2)
    length = draw(st.sampled_from([needed, needed, needed, needed - 1, needed + 2, 0, 7]))
    values = ["4", *["0", "1", "2.5"] * 5][:length]
    for index in draw(st.lists(st.integers(0, 13), max_size=2)):
        if index < len(values):
            values[index] = draw(token)
    fields = [kind, *values]
    text = draw(st.sampled_from(["", "", " ", "\t"]))
    return text + "".join(field + draw(blank) for field in fields)


@given(any_line())
@settings(max_examples=300)
def test_the_fast_scanner_agrees_with_the_single_line(text: str) -> None:
    line, contents = parse(text, HERE), scanned(text)
    if isinstance(line, Reference):
        _is_the_reference(contents, line)
    elif isinstance(line, ShapeLine):
        _is_the_shape(contents, line)
    elif isinstance(line, Unreadable):
        assert _findings_of(contents) == [line.finding]
    else:
        assert not len(contents)
        assert not contents.shapes
        assert not contents.findings


def _is_the_reference(contents: Contents, line: Reference) -> None:
    assert len(contents) == 1
    assert contents.name_of(0) == line.name
    assert contents.keys == [key_of(line.name)]
    assert contents.colours == [line.colour]
    matrices, bad = placements(contents)
    assert not bad
    x, y, z, *matrix = line.placement
    assert np.array_equal(matrices[0, :, 3], [x, y, z])
    assert np.array_equal(matrices[0, :, :3].ravel(), matrix)
    assert set(codes(contents.findings)) <= {oddities.BAD_COLOUR.code}


def _is_the_shape(contents: Contents, line: ShapeLine) -> None:
    assert not len(contents)
    assert list(contents.shapes) == [line.type]
    shapes = read_shapes(contents, line.type)
    assert not shapes.findings
    if len(line.points) == 3 * lines.POINTS_OF_TYPE[line.type]:
        assert np.array_equal(shapes.corners.ravel(), line.points)
        assert shapes.colours.tolist() == [line.colour]


def _findings_of(contents: Contents) -> list[object]:
    """What the scanner finds at once, and what it leaves to whoever reads the numbers."""
    findings: list[object] = list(contents.findings)
    findings += bad_number_findings(contents, placements(contents)[1])
    for kind in contents.shapes:
        findings += read_shapes(contents, kind).findings
    return findings


def test_strange_lines_are_one_finding_that_names_them_all() -> None:
    data = model(place("brick.dat"), "junk", "", "more junk", "7 8 9", "x", place("brick.dat", 4), "y")
    assert counted(data) == {("brick", 16): 1, ("brick", 4): 1}
    finding = the(oddities.UNKNOWN_LINE, assembled(data).findings)
    assert finding.place.line == 2
    assert finding.message.startswith("starts with “junk”")
    assert finding.message.endswith("(5 such lines: 2, 4, 5 and 2 more)")


def test_blank_lines_and_leading_blanks_cost_nothing() -> None:
    data = model("", "\t", f" \t{place('brick.dat')}", "   0 STEP", "\t3 16 0 0 0 1 0 0 0 1 0")
    assembly = assembled(data)
    assert not assembly.findings
    contents = assembly.main.contents
    assert contents is not None
    assert (contents.lines, contents.steps, list(contents.shapes)) == ([3], [1], [3])


@pytest.mark.parametrize("separator", [" ", "\t", "  ", " \t "])
def test_any_mix_of_blanks_separates(separator: str) -> None:
    text = separator.join(place("left wing.ldr", 4).split(" ", 14))
    assert parse(text, HERE) == Reference(4, SQUARE, "left wing.ldr")
    assert scanned(text).keys == ["left wing.ldr"]


@pytest.mark.parametrize("most", [5, 40])
def test_shown_text_is_printable_and_not_too_long(most: int) -> None:
    shown = lines.shortened("a\x1b[31m\u202e" + "b" * 100, most)
    assert len(shown) == most
    assert shown.isprintable()
    assert shown.startswith("a?[31"[: most - 1])
