"""The house stands: floors import only floors below, and nothing heavy before it is needed."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FLOORS = ["ldraw_tools", "catalog", "fleets", "validators", "brickyard"]


def modules() -> list[Path]:
    return [path for floor in FLOORS for path in sorted((ROOT / floor).rglob("*.py"))]


def imported_packages(path: Path) -> set[str]:
    packages = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            packages |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            packages.add(node.module.split(".")[0])
    return packages


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_floor_imports_only_the_floors_below_it(path: Path) -> None:
    floor = path.relative_to(ROOT).parts[0]
    above = set(FLOORS[FLOORS.index(floor) + 1 :])
    assert not imported_packages(path) & above


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_module_says_in_one_line_what_it_is_and_stays_small(path: Path) -> None:
    text = path.read_text("utf-8")
    docstring = ast.get_docstring(ast.parse(text))
    assert docstring
    assert docstring.splitlines()[0].endswith((".", ":"))
    assert len(text.splitlines()) <= 500


@pytest.mark.parametrize("floor", FLOORS)
def test_every_floor_says_that_it_is_ours(floor: str) -> None:
    assert '__part_of__ = "brickyard"' in (ROOT / floor / "__init__.py").read_text("utf-8")


def modules_loaded_by(*arguments: str) -> set[str]:
    program = (
        "import sys\n"
        f"sys.argv = ['brickyard', *{arguments!r}]\n"
        "from brickyard.cli import _run\n"
        "_run()\n"
        "sys.stderr.write('LOADED ' + ' '.join(sys.modules))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return {name.split(".")[0] for name in run.stderr.rpartition("LOADED ")[2].split()}


def test_help_imports_nothing_heavy() -> None:
    assert not modules_loaded_by("--help") & {"numpy", "pydantic", "trimesh", "scipy", "sqlite3", "rich"}


def test_inspect_imports_neither_trimesh_nor_scipy() -> None:
    loaded = modules_loaded_by("inspect", "examples/frames/chub.mpd")
    assert "numpy" in loaded
    assert not loaded & {"trimesh", "scipy", "urllib3", "ssl"}


def test_the_version_is_the_same_everywhere() -> None:
    from brickyard import __version__

    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == __version__
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def files_of_the_project() -> list[str]:
    """What git tracks; on a machine without git, all that was unpacked."""
    if shutil.which("git") and (ROOT / ".git").exists():
        command = ["git", "ls-files"]
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        return listed.stdout.split()
    ours = [*FLOORS, "tests", "examples", "benchmarks", "scripts", "docs"]
    paths = [path for folder in ours for path in (ROOT / folder).rglob("*") if path.is_file()]
    return [path.relative_to(ROOT).as_posix() for path in paths if "__pycache__" not in path.parts]


def test_no_file_names_a_registry_or_a_path_of_somebodys_machine() -> None:
    registries = [
        "py" + "pi.org",
        "python" + "hosted",
        "npm" + "js",
        "deb." + "debian",
        "/ro" + "ot/",
        "/wo" + "rk/",
    ]
    for name in files_of_the_project():
        path = ROOT / name
        if path.is_file() and path.suffix not in (".png", ".sqlite", ".ttf", ".woff2"):
            text = path.read_text("utf-8")
            assert not [word for word in registries if word in text], name
