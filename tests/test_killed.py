"""Robustness 7 and 11: what was killed leaves a library, and its leftovers are cleared away the next time."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from catalog.database import database_building
from catalog.database.part_database import PartsDatabase
from catalog.shops.rebrickable import RebrickableTables, add_tables
from ldraw_tools.library.install import install
from ldraw_tools.library.places import find_library, install_folder
from ldraw_tools.writing import clear_leftovers, temporary_prefix

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs signals")
ROOT = Path(__file__).parents[1]
PARTS = {"parts/3001.dat": "0 Brick\n0 !LDRAW_ORG Part\n", "p/stud.dat": "0 Stud\n0 !LDRAW_ORG Primitive\n"}
# Kills itself when the function is called for the nth time.
KILLED = """
import os, signal, sys
from pathlib import Path
{imports}
real, calls = {owner}.{name}, []
def last(*arguments, **named):
    result = real(*arguments, **named)
    calls.append(1)
    if len(calls) == {times}:
        os.kill(os.getpid(), signal.SIGKILL)
    return result
{owner}.{name} = last
{call}
"""
# Kills itself before it touches anything in the folder for the nth time.
KILLED_IN_FOLDER = """
import os, signal, sys
from pathlib import Path
from catalog.database.database_building import build
touched = []
def look(event, arguments):
    if arguments and str(arguments[0]).startswith({folder!r}):
        touched.append(event)
        if len(touched) == {times}:
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(look)
{call}
"""


def library_at(folder: Path, parts: Mapping[str, str] = PARTS) -> Path:
    for name, text in parts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def killed(owner: str, name: str, times: int, imports: str, call: str) -> None:
    code = KILLED.format(owner=owner, name=name, times=times, imports=imports, call=call)
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False, capture_output=True, text=True)
    assert run.returncode == -signal.SIGKILL, run.stderr


def hidden_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith(".")]


def killed_install(source: Path, target: Path, name: str, times: int) -> None:
    imports = "from ldraw_tools.library.install import install"
    killed("Path", name, times, imports, f"install({str(source)!r}, Path({str(target)!r}))")


def test_robustness_7_a_killed_install_is_cleared_away_by_the_next(tmp_path: Path) -> None:
    source, target = library_at(tmp_path / "source"), tmp_path / "ldraw"
    killed_install(source, target, "write_bytes", 1)
    assert len(hidden_in(tmp_path)) == 1
    install(str(source), target)
    assert (hidden_in(tmp_path), target.is_dir()) == ([], True)


def test_robustness_7_a_kill_between_the_two_renames_leaves_a_library(tmp_path: Path) -> None:
    environ = {"XDG_DATA_HOME": str(tmp_path / "data")}
    source, target = library_at(tmp_path / "source"), install_folder(environ, "linux", tmp_path)
    install(str(source), target)
    killed_install(source, target, "rename", 1)
    assert not target.exists()
    found = find_library(environ, "linux", tmp_path)
    assert found is not None
    assert found.roots[0] == target
    install(str(source), target)
    assert hidden_in(target.parent) == []


def test_robustness_7_a_killed_catalog_add_is_cleared_away_by_the_next(tmp_path: Path) -> None:
    tables = tmp_path / "tables"
    tables.mkdir()
    (tables / "parts.csv").write_text("part_num,name\n3001,Brick\n", encoding="utf-8")
    target = tmp_path / "data" / "rebrickable.sqlite"
    imports = "from catalog.shops import rebrickable"
    call = f"rebrickable.add_tables(Path({str(tables)!r}), Path({str(target)!r}))"
    killed("rebrickable", "_fill", 1, imports, call)
    assert hidden_in(target.parent)
    assert not target.exists()
    add_tables(tables, target)
    assert (hidden_in(target.parent), target.is_file()) == ([], True)


def test_what_a_running_process_is_making_is_left_alone(tmp_path: Path) -> None:
    target = tmp_path / "file"
    ours = tmp_path / f"{temporary_prefix(target)}abc"
    foreign = tmp_path / ".file.backup"
    for path in (ours, foreign):
        path.write_text("x", encoding="utf-8")
    clear_leftovers(target)
    assert (ours.exists(), foreign.exists()) == (True, True)


def test_robustness_11_a_catalog_build_killed_before_any_step_leaves_the_old_one_or_a_whole_new_one(
    tmp_path: Path,
) -> None:
    source, target = library_at(tmp_path / "source"), tmp_path / "out" / "parts.sqlite"
    database_building.build(source, target, jobs=1)
    library_at(source, {"parts/3002.dat": "0 Other\n0 !LDRAW_ORG Part\n"})
    call = f"build(Path({str(source)!r}), Path({str(target)!r}), jobs=1)"
    found: list[list[str]] = []
    has_ended = False
    while not has_ended:
        code = KILLED_IN_FOLDER.format(folder=str(target.parent), times=len(found) + 1, call=call)
        run = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, check=False, capture_output=True, text=True
        )
        assert run.returncode in (0, -signal.SIGKILL), run.stderr
        has_ended = run.returncode == 0
        parts = PartsDatabase(target)
        found.append([number for number in ("3001", "3002") if parts.find(number) is not None])
    old, new = ["3001"], ["3001", "3002"]
    assert found == [old] * found.count(old) + [new] * found.count(new)
    assert found.count(old) > 3, "it was never killed while it wrote"
    assert found[-1] == new
    assert hidden_in(target.parent) == []


OLD = {name: text.replace("Brick", "Old Brick") for name, text in PARTS.items()}


def title_in(environ: dict[str, str], home: Path) -> str:
    library = find_library(environ, "linux", home)
    assert library is not None
    found = library.read("3001.dat")
    assert found is not None
    return found.data.decode().splitlines()[0]


@pytest.mark.parametrize(
    ("name", "times", "left"),
    [
        ("write_bytes", 1, "0 Old Brick"),
        ("write_bytes", 2, "0 Old Brick"),
        ("write_text", 1, "0 Old Brick"),
        ("rename", 1, "0 Old Brick"),
        ("rename", 2, "0 Brick"),
    ],
)
def test_issue_25_14_an_install_killed_over_an_old_library_leaves_one_that_is_whole(
    tmp_path: Path, name: str, times: int, left: str
) -> None:
    environ = {"XDG_DATA_HOME": str(tmp_path / "data")}
    target = install_folder(environ, "linux", tmp_path)
    old, new = library_at(tmp_path / "old", OLD), library_at(tmp_path / "new")
    install(str(old), target)
    killed_install(new, target, name, times)
    assert hidden_in(target.parent)
    assert title_in(environ, tmp_path) == left
    install(str(new), target)
    assert title_in(environ, tmp_path) == "0 Brick"
    assert hidden_in(target.parent) == []


@pytest.mark.parametrize(
    ("owner", "name", "times", "left"),
    [("rebrickable", "_fill", 1, 1), ("Path", "chmod", 1, 1), ("Path", "replace", 1, 2)],
)
def test_issue_25_14_a_catalog_add_killed_over_an_old_one_leaves_one_that_is_whole(
    tmp_path: Path, owner: str, name: str, times: int, left: int
) -> None:
    tables, target = tmp_path / "tables", tmp_path / "data" / "rebrickable.sqlite"
    tables.mkdir()

    def numbers() -> list[str]:
        found = RebrickableTables(target)
        return [number for number in ("one", "two") if found.has_part(number)]

    (tables / "parts.csv").write_text("part_num,name\none,Brick\n", encoding="utf-8")
    add_tables(tables, target)
    (tables / "parts.csv").write_text("part_num,name\none,Brick\ntwo,Plate\n", encoding="utf-8")
    imports = "from catalog.shops import rebrickable"
    call = f"rebrickable.add_tables(Path({str(tables)!r}), Path({str(target)!r}))"
    killed(owner, name, times, imports, call)
    assert len(numbers()) == left
    add_tables(tables, target)
    assert numbers() == ["one", "two"]
    assert hidden_in(target.parent) == []
