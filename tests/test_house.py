"""The house stands: floors import only floors below, and nothing heavy before it is needed."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

from scripts.make_rooms import PAGE, with_rooms
from tests.modules import FLOORS, modules, name_of, nodes_of, text_of, tree_of
from tests.running import ROOT, unmeasured

_NO_TEXT = (".jpg", ".png", ".webp", ".sqlite", ".ttf", ".woff2")


def imported_packages(path: Path) -> set[str]:
    packages = set()
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            packages |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            packages.add(node.module.split(".")[0])
    return packages


def test_a_floor_imports_only_the_floors_below_it() -> None:
    offenders = {}
    for path in modules():
        floor = path.relative_to(ROOT).parts[0]
        above = set(FLOORS[FLOORS.index(floor) + 1 :])
        if found := imported_packages(path) & above:
            offenders[name_of(path)] = found
    assert not offenders


def test_every_module_says_first_what_it_is() -> None:
    offenders = []
    for path in modules():
        docstring = ast.get_docstring(tree_of(path)) or ""
        if not docstring.splitlines()[:1] or not docstring.splitlines()[0].endswith((".", ":")):
            offenders.append(name_of(path))
    assert not offenders


def test_every_floor_says_that_it_is_ours() -> None:
    doors = {floor: (ROOT / floor / "__init__.py").read_text("utf-8") for floor in FLOORS}
    assert not [floor for floor, text in doors.items() if '__part_of__ = "brickyard"' not in text]


# Known offenders. These lists may only get shorter: if you fix one, delete it here.


def no_worse_than(offenders: Iterable[str], known: frozenset[str]) -> None:
    found = frozenset(offenders)
    assert sorted(found - known) == [], "new offenders"
    assert sorted(known - found) == [], "mended: strike these from the list of known offenders"


def shared(names: Iterable[tuple[str, str]]) -> list[str]:
    """Names that more than one module has."""
    holders: dict[str, set[str]] = {}
    for name, holder in names:
        holders.setdefault(name, set()).add(holder)
    return [name for name, those in holders.items() if len(those) > 1]


MOST_LINES = 450
TOO_LONG: frozenset[str] = frozenset()
SAME_MODULE: frozenset[str] = frozenset()
SAME_CLASS: frozenset[str] = frozenset()


def test_no_module_is_too_long_to_read_in_one_go() -> None:
    sizes = {name_of(path): len(text_of(path).splitlines()) for path in modules()}
    no_worse_than([name for name, size in sizes.items() if size > MOST_LINES], TOO_LONG)


def test_a_modules_name_means_one_thing() -> None:
    # A command may be called like the room that does its work; a room's own file is called like all of them.
    rooms = [path for path in modules() if path.parent.name != "commands" and path.stem[:2] != "__"]
    no_worse_than(shared((path.stem, name_of(path)) for path in rooms), SAME_MODULE)


def test_a_public_classs_name_means_one_thing() -> None:
    classes = [
        (node.name, name_of(path))
        for path in modules()
        for node in tree_of(path).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    no_worse_than(shared(classes), SAME_CLASS)


def test_the_page_about_the_house_shows_the_rooms_there_are() -> None:
    text = PAGE.read_text("utf-8")
    assert text == with_rooms(text), "run make rooms"
    named = re.findall(rf"`((?:{'|'.join(FLOORS)}|tests)/[\w./-]*)`", text)
    assert len(named) > 30
    assert not [name for name in named if not (ROOT / name).exists()]
    assert len(text.splitlines()) <= 110


def modules_loaded_by(*arguments: str) -> set[str]:
    program = (
        "import sys\n"
        f"sys.argv = ['brickyard', *{arguments!r}]\n"
        "from brickyard.cli import _run\n"
        "_run()\n"
        "sys.stderr.write('LOADED ' + ' '.join(sys.modules))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env=unmeasured(),
    )
    return {name.split(".")[0] for name in run.stderr.rpartition("LOADED ")[2].split()}


def test_help_imports_nothing_heavy() -> None:
    assert not modules_loaded_by("--help") & {"numpy", "pydantic", "trimesh", "scipy", "sqlite3", "rich"}


def test_inspect_imports_neither_trimesh_nor_scipy() -> None:
    loaded = modules_loaded_by("inspect", "examples/frames/chub.mpd")
    assert "numpy" in loaded
    assert not loaded & {"trimesh", "scipy", "urllib3", "ssl"}


def test_check_imports_neither_meshes_nor_archives_and_no_rules_of_other_games() -> None:
    program = "import sys; from brickyard.cli import _run; _run(); sys.stderr.write(' '.join(sys.modules))"
    run = subprocess.run(
        [sys.executable, "-c", program, "check", "examples/companies/estars-anvil.yaml"],
        cwd=ROOT,
        env={**unmeasured(), "LDRAWDIR": str(ROOT / "examples")},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(run.stderr.split())
    assert {"validators.rules.company", "ldraw_tools.measuring.measure"} <= loaded
    assert not loaded & {
        "pydantic",
        "PIL",
        "trimesh",
        "jinja2",
        "json",
        "zipfile",
        "ldraw_tools.geometry.mesh",
    }
    assert not loaded & {"validators.rules.fleet", "validators.rules.mech", "validators.rules.buildable"}


def test_a_picture_imports_no_judge_and_no_masked_arrays() -> None:
    program = "import brickyard.answers.on_pictures, sys; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = set(run.stdout.split())
    assert "ldraw_tools.rendering.picture" in loaded
    assert not loaded & {"validators", "yaml", "catalog.editions.edition", "numpy.ma", "pydantic", "trimesh"}


def test_the_version_is_the_same_everywhere() -> None:
    from brickyard import __version__

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert "version" in project["project"]["dynamic"]
    assert project["tool"]["hatch"]["version"] == {"path": "brickyard/__init__.py"}
    assert f"## {__version__.partition('.dev')[0]}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


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
    paths = [ROOT / name for name in files_of_the_project()]
    texts = [path for path in paths if path.is_file() and path.suffix not in _NO_TEXT]
    assert not [
        name_of(path) for path in texts if any(word in path.read_text("utf-8") for word in registries)
    ]
