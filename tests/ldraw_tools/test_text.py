"""Bytes to text and back: encodings, byte-order marks, line ends, and files we refuse."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from ldraw_tools import model_findings as oddities
from ldraw_tools.findings import BrickyardError, RefusedError
from ldraw_tools.reading import document
from ldraw_tools.reading.encodings import Text
from tests.building import assembled, codes, counted, found, model, place, read, the

BOM = b"\xef\xbb\xbf"
UNDEFINED_IN_1252 = b"\x81\x8d\x8f\x90\x9d"


@pytest.mark.parametrize(
    ("data", "content", "encoding", "bom"),
    [
        (b"", "", "utf-8", False),
        (b"0 plain", "0 plain", "utf-8", False),
        (b"0 gr\xc3\xbcn \xe2\x9c\x94", "0 grün ✔", "utf-8", False),
        (BOM + b"0 gr\xc3\xbcn", "0 grün", "utf-8", True),
        (BOM, "", "utf-8", True),
        (b"0 gr\xfcn", "0 grün", "cp1252", False),
        (b"0 \x80 \x93quoted\x94", "0 € “quoted”", "cp1252", False),
        (BOM + b"0 gr\xfcn", "0 grün", "cp1252", True),
        (b"0 \xc3", "0 Ã", "cp1252", False),
        (b"\xed\xa0\x80", "í\xa0€", "cp1252", False),
        (UNDEFINED_IN_1252, "\x81\x8d\x8f\x90\x9d", "cp1252", False),
        (b"\xff\xfe0\0 \0\xfc\0", "0 ü", "utf-16-le", True),
        (b"\xfe\xff\0" + b"0\0 \0\xfc", "0 ü", "utf-16-be", True),
        (b"\xff\xfe0", "ÿþ0", "cp1252", False),
        (b"\xff\xfe\0\xd8", "ÿþ\0Ø", "cp1252", False),
    ],
)
def test_text_is_utf_8_or_marked_as_utf_16_where_it_can_be_and_windows_1252_otherwise(
    data: bytes, content: str, encoding: str, bom: bool
) -> None:
    text = Text.decode(data)
    assert text == Text(content, encoding, bom)
    assert text.encode() == data


def test_every_byte_survives_windows_1252() -> None:
    data = bytes(range(256))
    text = Text.decode(data)
    assert text.encoding == "cp1252"
    assert text.encode() == data


def test_a_second_byte_order_mark_is_kept() -> None:
    text = Text.decode(BOM + BOM + b"0")
    assert text.content == "\ufeff0"
    assert text.encode() == BOM + BOM + b"0"


@given(
    st.binary(max_size=200)
    | st.text(max_size=80).map(str.encode)
    | st.binary(max_size=80).map(lambda data: b"\xff\xfe" + data)
)
def test_any_bytes_are_written_back_as_they_were(data: bytes) -> None:
    assert Text.decode(data).encode() == data


@given(st.text(alphabet="a \r\n\x0b\x0c\x1c\x85\u2028", max_size=40))
def test_only_cr_and_lf_end_a_line(content: str) -> None:
    lines = Text(content).lines()
    assert [line.rstrip("\r") for line in lines] == re.split(r"\r\n|\r|\n", content)


@pytest.mark.parametrize(
    ("content", "lines", "ends"),
    [
        ("", [""], []),
        ("a", ["a"], []),
        ("a\nb\n", ["a", "b", ""], ["LF"]),
        ("a\r\nb", ["a\r", "b"], ["CRLF"]),
        ("a\rb\r", ["a", "b", ""], ["CR"]),
        ("a\r\nb\nc\rd", ["a", "b", "c", "d"], ["CRLF", "LF", "CR"]),
        ("a\n\rb", ["a", "", "b"], ["LF", "CR"]),
        ("a\r\r\nb", ["a", "", "b"], ["CRLF", "CR"]),
    ],
)
def test_lines_end_with_crlf_or_lf_or_cr(content: str, lines: list[str], ends: list[str]) -> None:
    assert Text(content).lines() == lines
    assert Text(content).line_ends() == ends


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
@pytest.mark.parametrize("last", [True, False])
def test_whatever_ends_the_lines_the_model_is_the_same(end: str, last: bool) -> None:
    lines = ["0 FILE main.ldr", place("wing.ldr", 4), "0 STEP", "0 FILE wing.ldr", place("brick.dat")]
    data = end.join(lines) + (end if last else "")
    assert counted(data) == {("brick", 4): 1}
    findings = assembled(data).findings
    assert not findings
    assert read(data).main.contents.steps == [1]


def test_mixed_line_ends_are_read_and_told() -> None:
    data = f"{place('brick.dat')}\r\n{place('plate.dat')}\r{place('tile.dat')}\n"
    assert sum(counted(data).values()) == 3
    assert "CRLF, LF, CR" in the(oddities.MIXED_LINE_ENDS, assembled(data).findings).message


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (BOM + model(place("brick.dat")), ["LDR001"]),
        (b"0 gr\xfcn\n" + model(place("brick.dat")), ["LDR002"]),
        (b"0 \0\n" + model(place("brick.dat")), ["LDR004"]),
        (model(place("brick.dat")).decode().encode("utf-16"), ["LDR001", "LDR002"]),
        (b"", ["LDR005"]),
        (b"\n \t\n0\n0 // nothing\n", ["LDR005"]),
        (BOM + b"0 \xff\0\r\n0 \n" + model(place("brick.dat")), ["LDR001", "LDR002", "LDR003", "LDR004"]),
    ],
)
def test_what_is_odd_about_the_text_is_told_of_the_whole_file(data: bytes, expected: list[str]) -> None:
    findings = assembled(data).findings
    assert codes(findings) == expected
    assert {finding.place.line for finding in findings} == {0}


def test_a_byte_order_mark_does_not_hide_the_first_line() -> None:
    assert counted(BOM + model(place("brick.dat", 4))) == {("brick", 4): 1}
    assert counted(BOM + model("0 FILE main.ldr", place("brick.dat", 4))) == {("brick", 4): 1}


def test_names_outside_ascii_meet_in_either_encoding() -> None:
    text = f"0 FILE main.ldr\n{place('FLÜGEL.ldr')}\n0 FILE flügel.ldr\n{place('brick.dat')}\n"
    assert counted(text.encode()) == counted(text.encode("cp1252")) == {("brick", 16): 1}


def test_a_file_is_read_from_disk_and_written_back_the_same(tmp_path: Path) -> None:
    data = BOM + b"0 FILE Main.ldr\r\n0 \xff\r0 odd\n"
    (tmp_path / "odd.mpd").write_bytes(data)
    read_back = document.read(tmp_path / "odd.mpd")
    assert read_back.encode() == data
    assert (read_back.name, read_back.folder) == ("odd.mpd", tmp_path)


def test_a_huge_file_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    path = tmp_path / "huge.ldr"
    with path.open("wb") as file:
        file.truncate(document.MOST_BYTES + 1)
    with pytest.raises(RefusedError, match="64 MB"):
        document.read(path)


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_more_lines_than_any_model_has_are_refused(
    end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document, "MOST_LINES", 3)
    path = tmp_path / "lines.ldr"
    path.write_text(3 * f"0{end}", "utf-8", newline="")
    assert len(document.read(path).main.lines) == 4
    path.write_text(4 * f"0{end}", "utf-8", newline="")
    with pytest.raises(RefusedError, match="more than 3 lines"):
        document.read(path)


def test_a_file_just_small_enough_is_read(tmp_path: Path) -> None:
    path = tmp_path / "small.ldr"
    path.write_bytes(b"0 ab")
    assert document.read_bytes(path, most=4) == b"0 ab"
    with pytest.raises(RefusedError):
        document.read_bytes(path, most=3)


@pytest.mark.parametrize("name", ["missing.ldr", "", "nul\0.ldr"])
def test_what_cannot_be_opened_is_one_sentence(tmp_path: Path, name: str) -> None:
    with pytest.raises(BrickyardError) as caught:
        document.read(tmp_path / name)
    assert "\n" not in str(caught.value)


def test_lines_without_ends_are_no_mixture() -> None:
    assert not found(oddities.MIXED_LINE_ENDS, assembled(place("brick.dat")).findings)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_nobody_waits_for_a_pipe_that_lies_in_a_folder(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.ldr")
    with pytest.raises(BrickyardError, match="is a pipe, not a file"):
        document.read(tmp_path / "pipe.ldr")
