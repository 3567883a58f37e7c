"""What `check --watch` prints: a report when its file was saved, or when another one changes what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from brickyard.watch_checks import WatchedChecks
from catalog.database.part_database import open_workspace
from tests.running import brickyard
from tests.serving import EXAMPLES
from validators.judged_files import JudgeSettings, check_file
from validators.report import Report
from validators.reporters.text import lines, unpainted


def checks_of(paths: list[Path]) -> WatchedChecks:
    settings = JudgeSettings(workspace=open_workspace())

    def said(report: Report) -> list[str]:
        return list(lines([report], unpainted, False, False, False))

    return WatchedChecks(paths, settings.workspace, lambda file: check_file(file, settings), said)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "chub.mpd").write_bytes((EXAMPLES / "frames" / "chub.mpd").read_bytes())
    (tmp_path / "other.ldr").write_text("0 Other\n0 !MFZ STATION\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n")
    (tmp_path / "lads.yaml").write_text("company: Lads\nframes:\n  - {model: chub.mpd, name: A}\n")
    return tmp_path


def test_what_was_saved_is_judged_again_and_a_list_because_its_model_changed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checks = checks_of([folder])
    checks.tell_all()
    first = capsys.readouterr().out
    # The model of the list is judged in the list (newcomer B2).
    assert first.count("by Mobile Frame Zero") == 2
    assert "Watching. Save a file" in first
    chub = folder / "chub.mpd"
    chub.write_text(chub.read_text().replace("SYSTEM 1B", "SYSTEM 3B"))
    checks.run([[chub]])
    second = capsys.readouterr().out
    assert second.count("by Mobile Frame Zero") == 1
    assert "other.ldr" not in second
    checks.run([[chub]])
    assert "lads.yaml" in capsys.readouterr().out
    checks.run([[folder / "other.ldr"]])
    third = capsys.readouterr().out
    assert third.count("by Mobile Frame Zero") == 1
    assert "lads" not in third


def test_a_file_that_is_deleted_and_one_that_cant_be_read_are_told_without_an_end(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checks = checks_of([folder / "lads.yaml", folder / "chub.mpd", folder / "other.ldr"])
    checks.tell_all()
    capsys.readouterr()
    for name in ("chub.mpd", "other.ldr"):
        (folder / name).unlink()
    checks.run([[folder / "chub.mpd", folder / "other.ldr"]])
    said = capsys.readouterr().out
    assert "other.ldr\nThe file is gone.\n" in said
    assert "A (frame)" in said
    assert "there is no file “chub.mpd”" in said
    checks.run([[folder / "chub.mpd"]])
    assert capsys.readouterr().out == ""
    (folder / "chub.mpd").write_bytes(b"PK\x03\x04")
    checks.run([[folder / "chub.mpd"]])
    assert "rename it to .io" in capsys.readouterr().out


def test_the_folders_of_models_that_a_list_names_are_watched_too() -> None:
    checks = checks_of([EXAMPLES / "companies" / "suns-fang.yaml"])
    assert {folder.resolve().name for folder in checks.folders()} == {"companies", "frames", "stations"}


def test_only_text_can_be_printed_again_and_again() -> None:
    ran = brickyard(["check", "examples/frames/chub.mpd", "--watch", "--format", "json"])
    assert ran.returncode == 2
    assert "leave --format out" in ran.stderr
