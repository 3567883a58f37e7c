"""The commonest mistakes, each with a message that says what to do (review M7 to M9, M13)."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.running import brickyard

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1"


def refusal(folder: Path, name: str, data: bytes, command: str = "check") -> str:
    (folder / name).write_bytes(data)
    run = brickyard([command, name], folder)
    assert run.returncode == 2, run.stdout
    [line] = run.stderr.splitlines()
    return line


@pytest.mark.parametrize("name", ["pic.mpd", "pic.ldr", "pic.io", "pic.yaml"])
def test_m9_a_renamed_picture_is_called_a_picture(tmp_path: Path, name: str) -> None:
    assert "a PNG picture" in refusal(tmp_path, name, PNG)


@pytest.mark.parametrize("command", ["check", "inspect"])
def test_m9_an_empty_studio_file_was_not_saved(tmp_path: Path, command: str) -> None:
    assert "open the model in Studio and save it again" in refusal(tmp_path, "mech.io", b"", command)


@pytest.mark.parametrize("command", ["check", "inspect"])
def test_m9_an_archive_is_to_be_unpacked(tmp_path: Path, command: str) -> None:
    with zipfile.ZipFile(tmp_path / "made.zip", "w") as archive:
        archive.writestr("mech.io", b"")
    data = (tmp_path / "made.zip").read_bytes()
    assert "unpack it first, and give the model that is in it" in refusal(tmp_path, "a.zip", data, command)


@pytest.mark.parametrize(
    ("written", "way_out"),
    [
        ("{name: Soldier systems: 1B}", "Write a comma before the next key, or close it with }"),
        ("[{name: A} {name: B}]", "Write a comma before this, or close it with ]"),
    ],
)
def test_m7_a_missing_comma_is_among_the_ways_out(tmp_path: Path, written: str, way_out: str) -> None:
    (tmp_path / "a.yaml").write_text(f"company: A\nframes:\n  - {written}\n")
    run = brickyard(["check", "a.yaml"], tmp_path)
    assert way_out in " ".join(run.stdout.split())


def test_m8_a_windows_path_is_put_right_by_one_message(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text('company: A\nframes:\n  - {model: "C:\\Users\\me\\mech.io"}\n')
    said = " ".join(brickyard(["check", "a.yaml"], tmp_path).stdout.split())
    assert "Write a path with / and from this file's folder, such as ../frames/mech.io" in said


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("LDR030", "Message: “<name>” was not found"),
        ("MAN052", "Fix: depends on the case; each finding says it"),
        ("CMP001", "a company has <allowed>"),
    ],
)
def test_m13_templates_are_explained_in_words(code: str, line: str) -> None:
    lines = brickyard(["explain", code]).stdout
    assert line in lines
    assert "><" not in lines
