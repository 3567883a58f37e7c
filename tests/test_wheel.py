"""What is shipped: the five packages, their data, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from brickyard.table.game_script import made_script
from tests.test_house import files_of_the_project

ROOT = Path(__file__).parent.parent
MADE = "brickyard/table/static/fold.js"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return zipfile.ZipFile(next(folder.glob("*.whl")))


def test_its_top_level_names_are_the_five_packages(wheel: zipfile.ZipFile) -> None:
    names = {name.split("/")[0] for name in wheel.namelist()}
    packages = {name for name in names if not name.endswith(".dist-info")}
    assert packages == {"brickyard", "validators", "fleets", "catalog", "ldraw_tools"}


def test_it_carries_the_database_the_colours_and_their_sources(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    for name in ("parts.sqlite", "colours.csv", "SOURCES.md"):
        assert f"catalog/data/{name}" in names
    assert "catalog/database/schema.sql" in names


def test_it_carries_licence_and_credits(wheel: zipfile.ZipFile) -> None:
    names = {Path(name).name for name in wheel.namelist()}
    assert {"LICENSE", "CREDITS.md"} <= names


def test_everything_in_it_is_under_git(wheel: zipfile.ZipFile) -> None:
    known = {*files_of_the_project(), MADE}
    moved = {"brickyard/data/examples/": "examples/", "brickyard/data/manual/": "docs/"}
    names = [
        next((name.replace(here, home) for here, home in moved.items() if name.startswith(here)), name)
        for name in wheel.namelist()
    ]
    assert not [name for name in names if ".dist-info/" not in name and name not in known]


def test_it_carries_the_workbenchs_page_and_the_examples_that_it_shows(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    assert {"brickyard/workbench/index.html", "brickyard/data/vendor/preact.umd.js"} <= names
    examples = {str(path.relative_to(ROOT)) for path in (ROOT / "examples").rglob("*") if path.is_file()}
    assert {f"brickyard/data/{name}" for name in examples} <= names


def test_it_carries_the_tables_game_and_makes_a_table_without_reading_its_source(
    wheel: zipfile.ZipFile, tmp_path: Path
) -> None:
    assert wheel.read(MADE) == made_script(ROOT)
    wheel.extractall(tmp_path / "installed")
    told = (
        "import sys; from brickyard.table import game_script;"
        "from brickyard.table.table_files import shared_files;"
        "files = shared_files(); print(game_script.__file__, len(files['fold.js']), *sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", told],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "installed")},
    )
    file, size, *modules = done.stdout.split()
    assert Path(file).is_relative_to(tmp_path)
    assert int(size) == len(made_script(ROOT))
    assert not [name for name in modules if "translat" in name]
