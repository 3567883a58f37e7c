"""Columns of numbers: fast where all is well, line by line where it is not, and the same either way."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from ldraw_tools import model_findings as oddities
from ldraw_tools.reading import digits as text_fields
from ldraw_tools.reading.contents import Contents
from ldraw_tools.reading.digits import FARTHEST
from ldraw_tools.reading.lines import POINTS_OF_TYPE, Reference, ShapeLine, Unreadable, parse
from ldraw_tools.reading.numbers import bad_number_findings, placements, read_shapes, read_tables
from tests.building import read, the

quick = settings(deadline=None, derandomize=True, max_examples=80)
GOOD = ("0", "-0", "+1", ".5", "1.", "-2.25", "1e2", "1E-3", "007", "999999999", "1e-320")
BAD = (
    "nan",
    "inf",
    "-inf",
    "1e999",
    "1,5",
    "1_0",
    "x",
    "|",
    "٣",
    "１",
    "½",
    "--1",
    "1e",
    "0x10",
    "1e10",
    "-2e9",
)


def contents(*lines: str) -> Contents:
    return read("\n".join(lines)).main.contents


def reference(*fields: str) -> str:
    return f"1 4 {' '.join(fields)} a.dat"


def test_a_placement_is_its_matrix_by_rows_and_its_place_as_the_last_column() -> None:
    matrices, bad = placements(contents("1 4 1 2 3 11 12 13 21 22 23 31 32 33 a.dat"))
    assert bad == []
    assert matrices.tolist() == [[[11, 12, 13, 1], [21, 22, 23, 2], [31, 32, 33, 3]]]


def test_no_references_are_no_placements() -> None:
    matrices, bad = placements(contents("0 nothing"))
    assert matrices.shape == (0, 3, 4)
    assert bad == []


@pytest.mark.parametrize("text", GOOD)
def test_a_number_is_read_as_the_format_means_it(text: str) -> None:
    matrices, bad = placements(contents(reference(*[text] * 12)))
    assert bad == []
    assert (matrices == float(text)).all()
    shapes = read_shapes(contents(f"3 16 {' '.join([text] * 9)}"), 3)
    assert (shapes.corners == float(text)).all()


@pytest.mark.parametrize("text", BAD)
@pytest.mark.parametrize("at", [0, 5, 11])
def test_what_is_no_number_costs_one_placement(text: str, at: int) -> None:
    fields = ["1"] * 12
    fields[at] = text
    lines = contents(reference(*["7"] * 12), reference(*fields), reference(*["8"] * 12))
    matrices, bad = placements(lines)
    assert bad == [1]
    assert np.isnan(matrices[1]).all()
    assert (matrices[0] == 7).all()
    assert (matrices[2] == 8).all()
    (finding,) = bad_number_findings(lines, bad)
    assert (finding.place.line, finding.code) == (2, oddities.BAD_NUMBER.code)
    assert text in finding.message


@pytest.mark.parametrize("text", BAD)
@pytest.mark.parametrize("kind", [2, 3, 4, 5])
def test_what_is_no_number_costs_one_shape(text: str, kind: int) -> None:
    width = {2: 6, 3: 9, 4: 12, 5: 12}[kind]
    good = f"{kind} 4 {' '.join(['5'] * width)}"
    shapes = read_shapes(contents(good, f"{kind} 4 {' '.join(['5'] * (width - 1))} {text}", good), kind)
    assert shapes.lines == [1, 3]
    assert (shapes.corners == 5).all()
    (finding,) = shapes.findings
    assert (finding.place.line, finding.code) == (2, oddities.BAD_NUMBER.code)
    assert text in finding.message


def test_a_line_too_long_and_one_too_short_do_not_make_two_right_ones() -> None:
    lines = ("3 4 1 1 1 2 2 2 3 3 3 4 4", "3 4 1 1 1 2 2 2 3")
    shapes = read_shapes(contents(*lines), 3)
    # What stands after the last corner is Studio's texture coordinates.
    assert shapes.corners.tolist() == [[[1, 1, 1], [2, 2, 2], [3, 3, 3]]]
    assert the(oddities.SHORT_LINE, shapes.findings).place.line == 2


def test_a_conditional_line_without_control_points_is_left_out_and_no_error() -> None:
    shapes = read_shapes(contents("5 24 0 0 0 1 1 1", "5 24 0 0 0 1 1 1 2 2 2 3 3 3"), 5)
    assert shapes.lines == [2]
    assert shapes.findings == []


@pytest.mark.parametrize(
    ("text", "code"),
    [("4", 4), ("16", 16), ("0x2FF0000", 0x2FF0000), ("33554432", 0x2000000), ("#FF8000", 0x2FF8000)],
)
def test_a_shape_has_the_colour_it_says(text: str, code: int) -> None:
    assert read_shapes(contents(f"3 {text} 0 0 0 1 0 0 0 1 0"), 3).colours.tolist() == [code]


@pytest.mark.parametrize(
    "text", ["-1", "4.5", "1e1", "|", "nan", "1e300", "red", "134217728", "99999999999999999999"]
)
def test_what_is_no_colour_is_the_colour_around(text: str) -> None:
    alone = read_shapes(contents(f"3 {text} 0 0 0 1 0 0 0 1 0"), 3)
    beside_a_bad_line = read_shapes(contents(f"3 {text} 0 0 0 1 0 0 0 1 0", "3 x"), 3)
    assert alone.colours.tolist() == beside_a_bad_line.colours.tolist() == [16]


def test_a_kind_of_shape_that_is_not_there_has_no_corners() -> None:
    for kind, corners in {2: 2, 3: 3, 4: 4, 5: 4}.items():
        assert read_shapes(contents("0 nothing"), kind).corners.shape == (0, corners, 3)


fields = st.one_of(
    st.sampled_from(GOOD),
    st.sampled_from(GOOD),
    st.floats(-1e6, 1e6).map(repr),
    st.sampled_from(BAD),
    st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1, max_size=4),
)
Changes = list[tuple[int, str]]
mostly_good: st.SearchStrategy[Changes] = st.one_of(
    st.builds(Changes), st.lists(st.tuples(st.integers(0, 11), fields), max_size=2)
)


@given(st.lists(mostly_good, max_size=5))
@quick
def test_columns_of_references_say_what_single_lines_say(rows: list[Changes]) -> None:
    texts = []
    for changes in rows:
        values = [str(n) for n in range(12)]
        for at, value in changes:
            values[at] = value
        texts.append(reference(*values))
    section = contents(*texts)
    matrices, bad = placements(section)
    for index, text in enumerate(texts):
        single = parse(text, section.at(1))
        if index in bad and isinstance(single, Reference):
            assert max(map(abs, single.placement)) > FARTHEST
        elif index in bad:
            assert isinstance(single, Unreadable)
        else:
            assert isinstance(single, Reference)
            assert (*matrices[index, :, 3], *matrices[index, :, :3].ravel()) == single.placement


@given(st.lists(mostly_good, max_size=5), st.sampled_from([3, 4]))
@quick
def test_columns_of_shapes_say_what_single_lines_say(rows: list[Changes], kind: int) -> None:
    texts = []
    for changes in rows:
        values = [str(n) for n in range(3 * kind)]
        for at, value in changes:
            values[at % len(values)] = value
        texts.append(f"{kind} 4 {' '.join(values)}")
    section = contents(*texts)
    shapes = read_shapes(section, kind)
    expected = {}
    for number, text in enumerate(texts, 1):
        single = parse(text, section.at(number))
        if isinstance(single, ShapeLine) and max(map(abs, single.points)) <= FARTHEST:
            expected[number] = single.points
    assert shapes.lines == list(expected)
    assert [tuple(corners.ravel().tolist()) for corners in shapes.corners] == list(expected.values())
    assert len(shapes.findings) == len(texts) - len(expected)


line_of_any_kind = st.one_of(
    st.sampled_from(
        [
            "0 BFC CERTIFY",
            "0 what?",
            "0 é",
            "3 16 0 0 0 1 0 0 0 1 0",
            "3 0x2FF0000 0 0 0 1 0 0 0 1 0",
            "3\xa016 0 0 0 1 0 0 0 1 0",
            "3 16 0 0 0 1 0 0 0 1 \x01",
            "3 16 0 0 0 1 0 0 0 1 0 0.5 0.5",
            "\x1c3 16 0 0 0 1 0 0 0 1 0",
            "3 é 0 0 0 1 0 0 0 1 0",
            "3 ? 0 0 0 1 0 0 0 1 0",
            "5 24 0 0 0 1 1 1",
            "5 24 0 0 0 1 1 1 2 2 2 3 3 3",
            " 4 4 0 0 0 1 0 0 1 1 0 0 1 0",
            "",
            "2 24 0 0 0 1 1e9 1",
            "2 24 0 0 0 1 1e10 1",
            "1 4 0 0 0 1 0 0 0 1 0 0 0 1 ünï.dat",
            "1 4 0 0 0 1 0 0 0 1 0 0 0 x a.dat",
            "1 16\xa01 2 3 4 5 6 7 8 9 10 11 12 3 x.dat",
            "\t1 4 0 0 0 1 0 0 0 1 0 0 0 1 a b.dat",
            "1 4 \x000 0 0 1 0 0 0 1 0 0 0 1 a.dat",
            "0 !TEXMAP START PLANAR",
            "0 !: 3 2 0 0 0 1 0 0 0 1 0",
            "0 !: 1 4 0 0 0 1 0 0 0 1 0 0 0 2 a.dat",
            "0 !TEXMAP FALLBACK",
            "0 !TEXMAP END",
            "0 !LPUB PLI BEGIN SUB a.dat 4",
            "0 !LPUB PLI END",
        ]
    ),
    st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=8),
)


def line_by_line(section: Contents, kind: int) -> list[tuple[int, int, tuple[float, ...]]]:
    """Number, colour and points of the lines of a type that can be drawn."""
    column = section.shapes.get(kind)
    if column is None:
        return []
    size = 3 * POINTS_OF_TYPE[kind]
    lines = [(n, parse(text, section.at(n))) for n, text in zip(column.lines, column.texts, strict=True)]
    whole = [(n, line) for n, line in lines if isinstance(line, ShapeLine) and len(line.points) == size]
    return [(n, line.colour, line.points) for n, line in whole if max(map(abs, line.points)) <= FARTHEST]


@given(st.lists(st.lists(line_of_any_kind, max_size=8), max_size=5))
@quick
def test_many_sections_are_read_as_one_by_one_and_as_line_by_line(texts: list[list[str]]) -> None:
    sections = [contents(*lines) for lines in texts]
    tables = read_tables(sections)
    for number, section in enumerate(sections):
        matrices, bad = placements(section)
        assert np.array_equal(tables.placements(number)[0], matrices, equal_nan=True)
        assert tables.placements(number)[1] == bad
        for reference, matrix in zip(section.references, matrices, strict=True):
            single = parse(" ".join(reference), section.at(1))
            if isinstance(single, Reference) and not np.isnan(matrix).any():
                assert (*matrix[:, 3], *matrix[:, :3].ravel()) == single.placement
        findings = []
        for kind, table in tables.shapes.items():
            rows = slice(table.bounds[number], table.bounds[number + 1])
            points = [tuple(corners.ravel().tolist()) for corners in tables.corners(kind, number)]
            columns = zip(table.lines[rows].tolist(), table.colours[rows].tolist(), points, strict=True)
            assert list(columns) == line_by_line(section, kind)
            findings += read_shapes(section, kind).findings
        assert sorted(findings, key=str) == sorted(tables.findings.get(number, []), key=str)


def test_a_long_text_is_read_piece_by_piece_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [f"3 {n} {n}.5 0 0 1 0 0 0 1 {'x' if n % 7 == 3 else n}" for n in range(60)]
    lines += [reference(*[str(n)] * 12) for n in range(20)]
    sections = [contents(*lines), contents(), contents(*lines[30:], "0 " + "long " * 50, lines[0])]
    whole = read_tables(sections)
    monkeypatch.setattr(text_fields, "_AT_ONCE", 100)
    pieces = read_tables(sections)
    assert np.array_equal(pieces.matrices, whole.matrices)
    assert pieces.findings == whole.findings
    assert len(whole.findings[0]) == 9
    for kind, table in whole.shapes.items():
        again = pieces.shapes[kind]
        assert np.array_equal(again.corners, table.corners)
        assert again.colours.tolist() == table.colours.tolist()
        assert (again.lines.tolist(), again.bounds.tolist()) == (table.lines.tolist(), table.bounds.tolist())
