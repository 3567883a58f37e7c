"""The folder for people without Python, and what a release is made of; `make app` tries that it works."""

from __future__ import annotations

import hashlib
import platform
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from brickyard.facts import made_from
from brickyard.floors import problem_with_floors
from brickyard.table.game_script import made_script
from brickyard.web import site_memory
from catalog.database.part_database import open_workspace
from ldraw_tools import app_folder
from ldraw_tools.geometry import kept_arrays
from scripts.make_app import WARNINGS, add_licences, megabytes, packages
from scripts.make_release import notes_of, settled, sums_of
from validators.judged_files import JudgeSettings

CHANGES = """# Changes

## 0.3.0 (in the making)

- A wing.

## 0.2.0

- A leg.
"""


@pytest.fixture
def in_an_app(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(app_folder, "IS_APP", True)


@pytest.mark.usefixtures("in_an_app")
def test_an_app_folder_starts_itself_and_looks_at_no_source(monkeypatch: pytest.MonkeyPatch) -> None:
    assert app_folder.own_process() == [sys.executable]
    monkeypatch.setattr("brickyard.floors.find_spec", lambda name: pytest.fail(f"{name} is looked at"))
    assert problem_with_floors() == ""


def test_where_brickyard_is_installed_python_starts_it_and_there_is_no_mark() -> None:
    assert app_folder.own_process() == [sys.executable, "-m", "brickyard"]
    assert app_folder.build_mark() == ""


def test_a_folder_for_linux_says_how_new_the_system_must_be() -> None:
    assert WARNINGS["Linux"].startswith(f"It needs glibc {platform.libc_ver()[1]} or newer")


def test_two_builds_share_no_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    request = JudgeSettings(workspace=open_workspace())
    pages: Any = SimpleNamespace(target=tmp_path, inside=(), settings=None)
    codes, marks = set(), set()
    for mark in ("one", "two"):
        for module in (kept_arrays, made_from):
            monkeypatch.setattr(module, "build_mark", lambda mark=mark: mark)
        kept_arrays._code.cache_clear()
        codes.add(kept_arrays._code())
        marks.add(site_memory.mark_of(request, pages))
    kept_arrays._code.cache_clear()
    assert len(codes) == len(marks) == 2


def test_no_script_of_the_game_is_made_from_nothing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no modules"):
        made_script(tmp_path)


def described(folder: Path, name: str, licence: str, *files: str) -> None:
    info = folder / "_internal" / f"{name}-1.0.dist-info"
    (info / "licenses").mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.4\nName: {name}\nVersion: 1.0\n{licence}", "utf-8")
    for file in files:
        (info / "licenses" / file).write_text("Do as you like.", "utf-8")


def test_every_package_in_the_folder_has_its_licence_beside_it(tmp_path: Path) -> None:
    described(tmp_path, "one", "", "LICENSE.txt", "AUTHORS.md")
    described(tmp_path, "two", "License: MIT\n")
    assert {name: {file.name for file in files} for name, files in packages(tmp_path)} == {
        "one": {"LICENSE.txt", "AUTHORS.md"},
        "two": {"METADATA"},
    }
    add_licences(tmp_path)
    assert (tmp_path / "licences" / "one" / "LICENSE.txt").is_file()
    assert list((tmp_path / "licences" / "python").iterdir())
    assert megabytes(tmp_path) == 0


def test_without_a_licence_nothing_is_built(tmp_path: Path) -> None:
    described(tmp_path, "bare", "")
    with pytest.raises(SystemExit, match="bare has no licence"):
        add_licences(tmp_path)


def test_notes_are_what_changelog_says_of_a_version() -> None:
    assert notes_of(CHANGES, "0.3.0.dev0") == "# brickyard 0.3.0 (in the making)\n\n- A wing.\n"
    with pytest.raises(SystemExit, match=r"says nothing of 0\.4\.0"):
        notes_of(CHANGES, "0.4.0")


def test_a_release_gets_its_date_and_the_next_version_its_heading() -> None:
    code = '__part_of__ = "brickyard"\n__version__ = "0.3.0.dev0"\n'
    code, changes = settled("0.3.0", code, CHANGES, "1 May 2027")
    assert '__version__ = "0.3.0"\n' in code
    assert "## 0.3.0 (1 May 2027)" in changes
    code, changes = settled("0.4.0.dev0", code, changes, "1 May 2027")
    assert '__version__ = "0.4.0.dev0"\n' in code
    assert changes.index("## 0.4.0 (in the making)") < changes.index("## 0.3.0 (1 May 2027)")
    with pytest.raises(SystemExit, match=r"write a version such as 0\.3\.0"):
        settled("three", code, changes, "")


def test_sums_are_those_that_sha256sum_checks(tmp_path: Path) -> None:
    (tmp_path / "a.whl").write_bytes(b"wheel")
    (tmp_path / "NOTES.md").write_text("Notes.")
    assert sums_of(tmp_path) == f"{hashlib.sha256(b'wheel').hexdigest()}  a.whl\n"
