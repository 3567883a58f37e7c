"""Every kind of finding: declared once, well formed, and really found in a small file."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from ldraw_tools import model_findings as oddities
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.findings import (
    Finding,
    Kind,
    Place,
    Severity,
    abridge,
    and_more,
    count_of,
    in_file_order,
    worst,
)
from ldraw_tools.measuring.measure import measure
from ldraw_tools.reading.document import read
from tests.building import PARTS, TRIANGLE, assembled, model, place

# Sizes and archives have tests of their own, where these are found.
FOUND_ELSEWHERE = {
    oddities.UNMEASURED,
    oddities.STUDS_EVERY_WAY,
    oddities.ARCHIVE_TOTAL,
    oddities.ARCHIVE_MEMBER,
    oddities.ARCHIVE_MEMBERS,
}

BRICK = place("brick.dat")
MPD = "0 FILE main.ldr"
FILES: dict[Kind, bytes] = {
    oddities.BYTE_ORDER_MARK: b"\xef\xbb\xbf" + model(BRICK),
    oddities.NOT_UTF8: b"0 gr\xfcn\n" + model(BRICK),
    oddities.MIXED_LINE_ENDS: b"0 a\r\n0 b\n" + model(BRICK),
    oddities.NUL_BYTES: b"0 \0\n" + model(BRICK),
    oddities.NOTHING_IN_IT: b"",
    oddities.UNKNOWN_LINE: model(BRICK, "junk"),
    oddities.SHORT_LINE: model(BRICK, "1 16 0 0 0 brick.dat"),
    oddities.BAD_NUMBER: model(place("brick.dat", at="0 1,5 0")),
    oddities.FLAT_MATRIX: model("1 16 0 0 0 0 0 0 0 0 0 0 0 0 brick.dat"),
    oddities.BAD_COLOUR: model(place("brick.dat", "red")),
    oddities.UNKNOWN_COLOUR: model(place("brick.dat", 999)),
    oddities.EDGE_COLOUR: model(place("brick.dat", 24)),
    oddities.BEFORE_FIRST_FILE: model(place("a.ldr"), "0 FILE a.ldr", BRICK),
    oddities.AFTER_NOFILE: model(MPD, BRICK, "0 NOFILE", BRICK),
    oddities.SECTION_TWICE: model(MPD, BRICK, MPD, BRICK),
    oddities.SECTION_WITHOUT_NAME: model("0 FILE", BRICK),
    oddities.SECTION_UNUSED: model(MPD, BRICK, "0 FILE a.ldr", BRICK),
    oddities.BAD_DATA: model(MPD, BRICK, "0 !DATA x", "0 !: ?"),
    oddities.STRAY_IN_DATA: model(MPD, BRICK, "0 !DATA x", BRICK),
    oddities.MISSING: model(place("brik.dat")),
    oddities.MISSING_SUBMODEL: model(place("arm.ldr"), BRICK),
    oddities.CYCLE: model(MPD, place("main.ldr"), BRICK),
    oddities.UNSAFE_NAME: model(place("../x.ldr"), BRICK),
    oddities.MOVED: model(place("old.dat")),
    oddities.UNREADABLE: model(BRICK, place("huge.ldr")),
    oddities.BUILDING_BLOCK: model(BRICK, place("stud.dat")),
    oddities.PART_WITHOUT_HEADER: model(MPD, place("a.dat"), "0 FILE a.dat", TRIANGLE),
    oddities.LAMPS: model(BRICK, place("light.dat"), place("LIGHT.DAT")),
    oddities.HELPERS: model(BRICK, place("arrow88.dat"), place("h/helper3d.dat")),
    oddities.STANDS_IN: model(BRICK, place("30bpb777.dat")),
    oddities.GHOSTS: model(BRICK, f"0 GHOST {BRICK}"),
    oddities.HIDDEN: model(BRICK, f"0 MLCAD HIDE {BRICK}"),
    oddities.SKIPPED: model(BRICK, "0 MLCAD SKIP_BEGIN", TRIANGLE, BRICK, "0 MLCAD SKIP_END"),
    oddities.BUFFER_DROPPED: model(BRICK, "0 BUFEXCHG A STORE", BRICK, "0 BUFEXCHG A RETRIEVE"),
    oddities.BUFFER_NEVER_STORED: model(BRICK, "0 BUFEXCHG A RETRIEVE"),
    oddities.SYNTH_HELPERS: model(BRICK, "0 SYNTH BEGIN HOSE", place("ls01.dat"), "0 SYNTH END"),
    oddities.SYNTH_SEGMENTS: model(
        BRICK,
        "0 SYNTH BEGIN HOSE",
        "0 SYNTH SYNTHESIZED BEGIN",
        place("ls01.dat"),
        "0 SYNTH SYNTHESIZED END",
        "0 SYNTH END",
    ),
    oddities.SEGMENTS_AS_ONE: model(BRICK, place("segment.dat"), place("segment.dat")),
    oddities.NOT_CLOSED: model(BRICK, "0 !LEOCAD GROUP BEGIN x"),
    oddities.NOT_OPENED: model(BRICK, "0 !LEOCAD GROUP END"),
    oddities.LIST_IGNORED: model("0 !LPUB BOM BEGIN IGN", BRICK, "0 !LPUB BOM END"),
    oddities.LIST_SUBSTITUTE: model("0 !LPUB PLI BEGIN SUB tile.dat", BRICK, "0 !LPUB PLI END"),
    oddities.GENERATED: model(MPD, place("a.ldr"), "0 FILE a.ldr", "0 !LDCAD GENERATED", TRIANGLE),
    oddities.LDLITE_TRANSFORM: model(BRICK, "0 ROTATE 90 0 1 0"),
    oddities.BOX_IGNORED: model("0 !LDVIEW BBOX_IGNORE BEGIN", BRICK, "0 !LDVIEW BBOX_IGNORE END"),
    oddities.BAD_META: model(BRICK, "0 BUFEXCHG"),
    oddities.COLOURS_DEFINED: model("0 !COLOUR x CODE 900 VALUE #FF0000 EDGE #000000", BRICK),
    oddities.TITLED_AS_PART: model("0 Unofficial Part of mine", BRICK),
    oddities.TEXTURED_SKIPPED: model(
        "0 !TEXMAP START", f"0 !: {BRICK}", "0 !TEXMAP FALLBACK", BRICK, "0 !TEXMAP END"
    ),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with (tmp_path / "huge.ldr").open("wb") as file:
        file.truncate(64 * 1024 * 1024 + 1)
    return tmp_path


def findings_of(data: bytes, folder: Path) -> list[Finding]:
    (folder / "main.ldr").write_bytes(data)
    assembly = assemble(read(folder / "main.ldr"), PARTS)
    return [*assembly.findings, *measure(assembly).findings]


def test_every_kind_has_a_file_that_shows_it_or_is_found_elsewhere() -> None:
    assert {kind.code for kind in FILES} == {
        kind.code for kind in oddities.KINDS if kind not in FOUND_ELSEWHERE
    }


@pytest.mark.parametrize("kind", FILES, ids=lambda kind: kind.code)
def test_the_kind_is_found_in_its_file(kind: Kind, folder: Path) -> None:
    findings = findings_of(FILES[kind], folder)
    # Nothing is known here of any part's size.
    others = {finding.code for finding in findings} - {kind.code, oddities.UNMEASURED.code}
    assert others == set()
    found = [finding for finding in findings if finding.code == kind.code]
    assert len(found) == 1
    assert (found[0].severity, found[0].fix) == (kind.severity, kind.fix)
    assert found[0].place.file == "main.ldr"


@pytest.mark.parametrize("kind", FILES, ids=lambda kind: kind.code)
def test_the_message_is_a_sentence_with_all_its_values(kind: Kind, folder: Path) -> None:
    message = next(f for f in findings_of(FILES[kind], folder) if f.code == kind.code).message
    assert message == message.strip()
    assert message.isprintable()
    assert "{" not in message
    # What the template says between its values is all there, in order.
    plain = [text for text, *_ in string.Formatter().parse(kind.template)]
    assert re.search(".*".join(map(re.escape, plain)), message)


def test_codes_are_unique_and_of_one_family() -> None:
    codes = [kind.code for kind in oddities.KINDS]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"LDR\d{3}", code) for code in codes)


@pytest.mark.parametrize("kind", oddities.KINDS, ids=lambda kind: kind.code)
def test_a_kind_takes_exactly_the_values_of_its_template(kind: Kind) -> None:
    names = [name for _, name, _, _ in string.Formatter().parse(kind.template) if name]
    made = kind.at(Place("x.ldr", 1), **{name: f"<{name}>" for name in names})
    assert all(f"<{name}>" in made.message for name in names)
    assert "{" not in made.message + made.fix
    assert not kind.template.endswith(".")


def test_constants_are_named_once() -> None:
    assert len(oddities.KINDS) == len(set(oddities.KINDS))


# How findings are said.


def test_findings_come_in_file_order_each_said_once() -> None:
    def finding(file: str, line: int, code: str = "LDR001") -> Finding:
        return Finding(code, Severity.INFO, Place(file, line), "x")

    mixed = [finding("b", 1), finding("a", 10), finding("a", 9), finding("a", 9), finding("a", 9, "LDR000")]
    assert in_file_order(mixed) == [
        finding("a", 9, "LDR000"),
        finding("a", 9),
        finding("a", 10),
        finding("b", 1),
    ]


@pytest.mark.parametrize(
    ("place", "text"),
    [(Place("a.ldr"), "a.ldr"), (Place("a.ldr", 3), "a.ldr:3"), (Place("a.ldr", 3, 7, "b.ldr"), "a.ldr:3:7")],
)
def test_a_place_is_written_as_editors_understand_it(place: Place, text: str) -> None:
    assert str(place) == text
    assert str(oddities.NOTHING_IN_IT.at(place)) == f"{text}: error LDR005: contains no parts and no shapes"


def test_the_worst_of_findings() -> None:
    def all_of(*severities: Severity) -> Iterator[Finding]:
        return (Finding("X", severity, Place("x"), "") for severity in severities)

    assert worst([]) is None
    assert worst(all_of(Severity.INFO, Severity.ERROR, Severity.WARNING)) is Severity.ERROR


def test_lists_are_short_enough_for_a_line() -> None:
    assert and_more([1, 2, 3, 4]) == "1, 2, 3, 4"
    assert and_more(range(1, 1005)) == "1, 2, 3 and 1,001 more"
    assert (count_of(1, "line"), count_of(0, "line"), count_of(2000, "line")) == (
        "1 line",
        "0 lines",
        "2,000 lines",
    )
    assert count_of(2, "colour", "colours of its own") == "2 colours of its own"


def test_an_ordinary_model_has_nothing_to_say() -> None:
    data = model(
        MPD,
        "0 Car",
        "0 Name: main.ldr",
        "0 Author: Ada",
        "0 !LDRAW_ORG Model",
        place("wheel.ldr", 4),
        "0 STEP",
        "0 // a remark",
        place("wheel.ldr", 1),
        "0 FILE wheel.ldr",
        BRICK,
        "0 NOFILE",
    )
    assert assembled(data).findings == []


def test_of_thousands_of_findings_the_first_are_listed_and_the_rest_counted() -> None:
    said = {"type": 1, "needed": 14, "found": 1}
    short = [oddities.SHORT_LINE.at(Place("a.ldr", line), **said) for line in range(9, 0, -1)]
    other = oddities.NOT_OPENED.at(Place("a.ldr", 99), closing="SYNTH END")
    elsewhere = oddities.SHORT_LINE.at(Place("b.ldr", 5), **said)
    kept = in_file_order(abridge([*short, other, elsewhere], most=3))
    lines = [(one.place.file, one.place.line) for one in kept]
    assert lines == [("a.ldr", 1), ("a.ldr", 2), ("a.ldr", 3), ("a.ldr", 99), ("b.ldr", 5)]
    assert kept[2].message.endswith("left out (and 6 more of this kind in the file)")
    assert abridge(short, most=9) == short


def test_a_file_of_nothing_but_bad_lines_is_told_in_a_thousand() -> None:
    bad = "1 16 0 0\n" * 1500 + f"{place('brick.dat')}\n" + "3 16 x 0 0 0 0 0 0 0 0\n" * 1500
    assembly = assembled(bad)
    told = [finding.code for finding in (*assembly.findings, *measure(assembly).findings)]
    assert (told.count("LDR011"), told.count("LDR012")) == (1000, 1000)
