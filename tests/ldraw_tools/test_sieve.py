"""A library file of which only some lines are cut out is the file that is read line by line."""

from __future__ import annotations

import random
from pathlib import Path

from hypothesis import given, settings, strategies as st

from ldraw_tools.library.part_files import Library
from ldraw_tools.reading.document import Document, Section, parse, parse_plain
from ldraw_tools.reading.numbers import placements, read_shapes
from ldraw_tools.reading.scan import sift
from tests.building import UPRIGHT

quick = settings(deadline=None, derandomize=True, max_examples=150)

LINES = (
    "0 Brick",
    "0 !LDRAW_ORG Part",
    "0 BFC CERTIFY CCW",
    "0 BFC INVERTNEXT",
    "0 // 3 16 0 0 0",
    "0 STEP",
    "0",
    "0 !HISTORY x",
    f"1 16 0 0 0 {UPRIGHT} a.dat",
    f"\t1 4 0 0 0 {UPRIGHT} b c.dat",
    "1 4 0 0",
    f"1 4 x 0 0 {UPRIGHT} d.dat",
    "2 24 0 0 0 1 1 1",
    "3 16 0 0 0 1 0 0 0 1 0",
    "3\t4 0 0 0 1 0 0 0 1 0",
    " 4 16 0 0 0 1 0 0 1 1 0 0 1 0",
    "4 16 0 0 0 1 0 0 1 1 0 0 1 0",
    "5 24 0 0 0 1 0 0 2 0 0 3 0 0",
    "3 16 0 0",
    "2",
    "3x",
    "34 0",
    "",
    " ",
    "6 6",
    "x",
    "0 MLCAD BTG group",
    "0 GHOST 3 16 0 0 0 1 0 0 0 1 0",
    "3 0x2FF0000 1e1 0 0 1 0 0 0 1 0",
    "0 !TEXMAP START PLANAR",
    "0 !: 3 16 0 0 0 1 0 0 0 1 0",
    "0 !TEXMAP FALLBACK",
    "0 !TEXMAP END",
)
FAR_REACHING = ("0 FILE a.ldr", "0 NOFILE", "0 !DATA a.png", "0 file b.dat")


def sifted(data: bytes, name: str = "parts/x.dat") -> Document | None:
    page = sift([data])[0]
    return None if page is None else parse_plain(data, name, page)


def facts(section: Section) -> dict[str, object]:
    """All that is known of a section."""
    contents = section.contents
    values = {
        name: value for name, value in vars(contents).items() if name not in ("page", "_", "keys", "colours")
    }
    shapes = {kind: read_shapes(contents, kind) for kind in (2, 3, 4, 5)}
    return {
        **values,
        "header": section.header,
        "lines": [line.rstrip("\r") for line in section.lines],
        "keys": contents.keys,
        "colours": contents.colours,
        "shapes": {
            kind: ([line.rstrip("\r") for line in c.texts], c.lines) for kind, c in contents.shapes.items()
        },
        "numbers": {
            k: (s.corners.tolist(), s.colours.tolist(), s.lines, s.findings) for k, s in shapes.items()
        },
        "places": (str(placements(contents)[0].tolist()), placements(contents)[1]),
    }


def assert_the_same(short: Document, long: Document) -> None:
    assert short.encode() == long.encode()
    assert (short.name, short.findings, list(short.sections)) == (
        long.name,
        long.findings,
        list(long.sections),
    )
    assert facts(short.main) == facts(long.main)


@given(
    st.lists(st.sampled_from(LINES), max_size=15),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "end"]),
)
@quick
def test_a_sifted_file_is_the_file(lines: list[str], end: str, last: str) -> None:
    data = "".join(line + end for line in lines).encode() + last.encode()
    short = sifted(data)
    assert short is not None
    assert_the_same(short, parse(data, "parts/x.dat"))


@given(st.lists(st.sampled_from([*LINES, *FAR_REACHING]), max_size=15), st.sampled_from(FAR_REACHING))
@quick
def test_files_with_lines_that_reach_far_are_read_whole(lines: list[str], far: str) -> None:
    assert sifted("\r\n".join([*lines, far, *lines]).encode()) is None


@given(st.lists(st.text("a3 0\r\n\t\0é", max_size=20).map(str.encode) | st.binary(max_size=20), max_size=6))
@quick
def test_any_bytes_are_read_whole_or_sifted_to_the_same(files: list[bytes]) -> None:
    for data, page in zip(files, sift(files), strict=True):
        long = parse(data, "x.dat")
        if page is None:
            continue
        assert_the_same(parse_plain(data, "x.dat", page), long)


def test_mixed_or_lonely_line_ends_are_told_and_so_read_whole() -> None:
    files = [
        b"0 a\r\n0 b\n",
        b"0 a\r0 b\r",
        b"0 a\r\n0 b\r",
        b"0 a\r\r\n",
        b"0 a",
        b"",
        b"0 a\r\n",
        b"0 a\n0 b",
    ]
    assert [page is not None for page in sift(files)] == [False] * 4 + [True] * 4


def test_sifting_many_files_is_sifting_each() -> None:
    rng = random.Random(4)
    files = ["\r\n".join(rng.choices(LINES, k=rng.randrange(12))).encode() for _ in range(40)]
    files[7], files[20] = b"0 FILE x\n", "0 é".encode()
    for data, page in zip(files, sift(files), strict=True):
        alone = sift([data])[0]
        assert (page is None) == (alone is None)
        if page is not None and alone is not None:
            assert list(page.numbered(1)) == list(alone.numbered(1))
            assert list(page.header_lines()) == list(alone.header_lines())


def test_sixty_library_files_are_the_same_sifted(library_root: Path) -> None:
    library = Library([library_root])
    names = [
        *random.Random(5).sample(library.names("parts"), 30),
        *random.Random(6).sample(library.names("p"), 30),
    ]
    found = [found for name in names if (found := library.read(name)) is not None]
    pages = sift([file.data for file in found])
    assert sum(page is not None for page in pages) > 50
    for file, page in zip(found, pages, strict=True):
        if page is not None:
            assert_the_same(parse_plain(file.data, file.label, page), parse(file.data, file.label))


COUNTED = [
    b"0 Part\n2 24 0 0 0 1 1 1\n3 16 0 0 0 1 0 0 0 1 0\n3 16 0 0 0 1 0 0 0 1 0\n",
    b"0 Part\r\n4 16 0 0 0 1 0 0 1 1 0 0 1 0\r\n\r\n5 24 0 0 0 1 1 1 2 0 0 0 2 0\r\n",
    b"0 Blanks before\n  3 16 0 0 0 1 0 0 0 1 0\n\t4 16 0 0 0 1 0 0 1 1 0 0 1 0\n",
    b"0 !TEXMAP START PLANAR\n0 !: 3 16 0 0 0 1 0 0 0 1 0\n0 !TEXMAP END\n3 16 0 0 0 1 0 0 0 1 0\n",
    b"0 nothing\n",
    b"",
]


def test_shapes_are_counted_without_looking_at_them() -> None:
    for data, page in zip(COUNTED, sift(COUNTED), strict=True):
        plain = parse(data, "a.dat").main.contents
        expected = {kind: len(found.lines) for kind, found in plain.shapes.items()}
        assert plain.shape_counts == expected
        assert page is not None
        counts = parse_plain(data, "a.dat", page).main.contents.shape_counts
        assert {kind: number for kind, number in counts.items() if number} == expected
