"""What a Python program may use of ldraw_tools, tried as a program would."""

from __future__ import annotations

import doctest
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import ldraw_tools
from ldraw_tools import Inventory, Model, Size, Workspace, read
from ldraw_tools.findings import BrickyardError
from tests.running import ROOT, unmeasured

CHUB = ROOT / "examples" / "frames" / "chub.mpd"
BRICK = "0 One brick\n0 Author: Somebody\n0 !LICENSE Free\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n"
PUBLIC_MODULES = ["ldraw_tools.model", "ldraw_tools.workspace", "ldraw_tools.assembly.inventory"]
DOCS = ROOT / "docs" / "api-ldraw-tools.md"

# A box of 80 by 24 by 40 with a stud of 4 on top, as a library would have it.
QUADS = [
    "4 16 -40 0 -20 40 0 -20 40 0 20 -40 0 20",
    "4 16 -40 24 -20 40 24 -20 40 24 20 -40 24 20",
    "4 16 -40 0 -20 -40 24 -20 -40 24 20 -40 0 20",
    "4 16 40 0 -20 40 24 -20 40 24 20 40 0 20",
    "4 16 -40 0 -20 40 0 -20 40 24 -20 -40 24 -20",
    "4 16 -40 0 20 40 0 20 40 24 20 -40 24 20",
]
STUD = "0 Stud\n0 !LDRAW_ORG Primitive\n4 16 -6 -4 -6 6 -4 -6 6 0 6 -6 0 6\n"
CONFIG = "0 !COLOUR Red CODE 4 VALUE #B40000 EDGE #333333\n"


def library(folder: Path) -> Path:
    for name, text in {
        "parts/3001.dat": "\n".join(
            ["0 Brick  2 x  4", "0 !LDRAW_ORG Part", "1 16 0 0 0 1 0 0 0 1 0 0 0 1 stud.dat", *QUADS, ""]
        ),
        "p/stud.dat": STUD,
        "LDConfig.ldr": CONFIG,
    }.items():
        path = folder / "ldraw" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder / "ldraw"


def brick(folder: Path) -> Path:
    path = folder / "brick.ldr"
    path.write_text(BRICK)
    return path


def entry(group: str) -> Callable[..., Any] | None:
    """What pyproject registers; the environment of a developer may be older."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for target in project["entry-points"].get(group, {}).values():
        module, _, name = target.partition(":")
        found: Callable[..., Any] = getattr(import_module(module), name)
        return found
    return None


@pytest.fixture
def without_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ldraw_tools.workspace.find_library", lambda *_: None)


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, without_library: None) -> None:
    """As after `pip install`, on a machine without an LDraw library."""
    monkeypatch.setattr("ldraw_tools.library.places.entry_point", entry)
    monkeypatch.setattr("ldraw_tools.exporting.scenes.entry_point", entry)


@pytest.mark.parametrize("name", PUBLIC_MODULES)
def test_the_examples_in_docstrings_are_true(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: None
) -> None:
    shutil.copy(CHUB, tmp_path)
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testmod(import_module(name))
    assert tried
    assert not failed


def test_the_examples_of_the_manual_are_true(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: None
) -> None:
    shutil.copy(CHUB, tmp_path)
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(DOCS), module_relative=False, encoding="utf-8")
    assert tried > 15
    assert not failed


def test_all_public_names_are_there_and_the_manual_names_them() -> None:
    text = DOCS.read_text("utf-8")
    for name in ldraw_tools.__all__:
        assert getattr(ldraw_tools, name).__module__.startswith("ldraw_tools.")
        assert f"`{name}`" in text
    assert set(ldraw_tools.__all__) <= set(dir(ldraw_tools))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        ldraw_tools.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_a_public_name_is_never_that_of_a_module() -> None:
    inside = {path.stem for path in Path(ldraw_tools.__file__).parent.iterdir()}
    assert not inside & set(ldraw_tools.__all__)


def test_the_import_is_cheap() -> None:
    program = (
        "import sys; before = set(sys.modules); import ldraw_tools; print(*sorted(set(sys.modules) - before))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env=unmeasured(),
    )
    assert set(run.stdout.split()) == {"__future__", "ldraw_tools", "ldraw_tools.lazy_names"}


def test_a_model_from_a_library_has_title_parts_and_size(tmp_path: Path) -> None:
    model = read(str(brick(tmp_path)), parts=library(tmp_path))
    assert isinstance(model, Model)
    assert (model.name, model.title, model.author, model.licence) == (
        "brick.ldr",
        "One brick",
        "Somebody",
        "Free",
    )
    inventory = model.inventory()
    assert isinstance(inventory, Inventory)
    assert [(part.title, colour, count) for part, colour, count in inventory] == [("Brick  2 x  4", 4, 1)]
    size = model.size()
    assert isinstance(size, Size)
    assert size.ldu == (80.0, 40.0, 28.0)
    assert (size.width_studs, size.depth_studs) == (4.0, 2.0)
    assert (size.without_top_studs.height_bricks, size.without_top_studs.height_plates) == (1.0, 3.0)
    assert size.mm == (32.0, 16.0, 11.2)
    assert size.is_complete


def test_a_scene_has_the_librarys_colours_units_and_axes(tmp_path: Path) -> None:
    model = read(brick(tmp_path), parts=library(tmp_path))
    scene = model.scene()
    assert scene.extents.tolist() == pytest.approx([32, 16, 11.2])
    [mesh] = scene.geometry.values()
    assert mesh.visual.face_colors[0].tolist() == [0xB4, 0, 0, 255]
    assert model.scene(unit="m", up="y").extents.tolist() == pytest.approx([0.032, 0.0112, 0.016])
    with pytest.raises(BrickyardError, match="“inch” is not one of m, mm, ldu"):
        model.scene(unit="inch")


def test_direct_colours_and_colours_of_the_model_itself_are_drawn(tmp_path: Path) -> None:
    path = tmp_path / "two.ldr"
    lines = ["0 Two", "0 !COLOUR Mine CODE 900 VALUE #010203 EDGE #000000 ALPHA 128"]
    lines += [f"1 {code} 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat" for code in (900, "0x2112233")]
    path.write_text("\n".join(lines))
    scene = read(path, parts=library(tmp_path)).scene()
    colours = [mesh.visual.face_colors[0].tolist() for mesh in scene.geometry.values()]
    assert colours == [[1, 2, 3, 128], [0x11, 0x22, 0x33, 255]]


def test_a_submodel_is_a_model(tmp_path: Path) -> None:
    path = tmp_path / "two.mpd"
    place = "1 16 0 0 0 1 0 0 0 1 0 0 0 1"
    path.write_text(
        f"0 FILE main.ldr\n0 Main\n{place} half.ldr\n{place} half.ldr\n"
        f"0 FILE half.ldr\n0 A half\n0 Author: Her\n{place} 3001.dat\n"
    )
    model = read(path, parts=library(tmp_path))
    half = model.submodels["half.ldr"]
    assert (half.title, half.author, half.name) == ("A half", "Her", "half.ldr")
    assert (model.inventory().total, half.inventory().total) == (2, 1)
    assert half.submodels == {}
    assert half.size().ldu == (80.0, 40.0, 28.0)


def test_without_any_shapes_a_size_says_the_way_out(
    tmp_path: Path, without_library: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ldraw_tools.library.places.entry_point", lambda group: None)
    model = read(brick(tmp_path))
    assert model.inventory().total == 1
    for ask in (model.size, model.scene):
        with pytest.raises(BrickyardError, match=r"LDRAWDIR .* parts=.* brickyard"):
            ask()


def test_without_a_library_the_registered_outlines_give_the_size(tmp_path: Path, installed: None) -> None:
    model = read(brick(tmp_path))
    assert model.size().ldu == pytest.approx((80.0, 40.0, 28.0))
    [mesh] = model.scene().geometry.values()
    assert mesh.visual.face_colors[0, 0] > 150, "red, from the registered colours"


def test_a_library_that_is_found_comes_before_registered_outlines(
    tmp_path: Path, installed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ldraw_tools.library.part_files import Library

    root = library(tmp_path)
    monkeypatch.setattr("ldraw_tools.workspace.find_library", lambda *_: Library([root]))
    [(part, _, _)] = read(brick(tmp_path)).inventory()
    assert part.title == "Brick  2 x  4"
    assert len(read(brick(tmp_path)).scene().geometry["3001.dat colour_4"].faces) == 14


def test_what_can_not_be_read_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(BrickyardError, match="No such file"):
        read(tmp_path / "nothing.ldr")
    with pytest.raises(BrickyardError, match="not an LDraw library"):
        read(brick(tmp_path), parts=tmp_path / "nowhere")


def test_a_workspace_reads_a_file_once(tmp_path: Path) -> None:
    workspace = Workspace([library(tmp_path)])
    model = workspace.read(brick(tmp_path))
    assert workspace.read(str(tmp_path / "brick.ldr")) is model
    (tmp_path / "brick.ldr").write_text(BRICK + BRICK.splitlines()[-1])
    assert model.inventory().total == 1
    workspace.forget(tmp_path / "brick.ldr")
    assert workspace.read(tmp_path / "brick.ldr").inventory().total == 2


ALONE = """
import sys
sys.path.insert(0, sys.argv[1])
# Here for tests only; people who install brickyard don't get it.
sys.modules["scipy"] = None
from ldraw_tools import read
model = read(sys.argv[2], parts=sys.argv[3])
print(model.inventory().total, *model.size().ldu)
for form in ("glb", "stl", "ply", "obj"):
    assert model.scene().export(file_type=form)
others = {"catalog", "fleets", "validators", "brickyard"}
print(sorted(others & {name.split(".")[0] for name in sys.modules}))
"""


def test_ldraw_tools_works_and_exports_without_the_other_packages(tmp_path: Path) -> None:
    alone = tmp_path / "alone"
    shutil.copytree(ROOT / "ldraw_tools", alone / "ldraw_tools", ignore=shutil.ignore_patterns("__pycache__"))
    script = tmp_path / "alone.py"
    script.write_text(ALONE)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    # -I: neither the working folder nor the user's packages; the others can't be found by accident.
    run = subprocess.run(
        [sys.executable, "-I", str(script), str(alone), str(brick(tmp_path)), str(library(tmp_path))],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.split("\n")[:2] == ["1 80.0 40.0 28.0", "[]"]


def test_b8_geometries_of_a_scene_are_in_millimetres_and_a_closed_one_has_its_volume(
    tmp_path: Path, without_library: None
) -> None:
    corners = [(x, y, z) for x in (0, 20) for y in (0, 24) for z in (0, 10)]
    sides = ["0132", "4675", "0451", "2376", "0264", "1573"]
    quads = [[corners[int(number)] for number in side] for side in sides]
    lines = [" ".join(map(str, [4, 16, *(value for corner in quad for value in corner)])) for quad in quads]
    for name, some in (("box.dat", lines), ("tray.dat", lines[:-1])):
        text = ["0 Box", f"0 Name: {name}", "0 !LDRAW_ORG Unofficial_Part", "0 BFC CERTIFY CCW", *some]
        (tmp_path / name).write_text("\n".join(text))
    (tmp_path / "m.ldr").write_text(
        "1 4 0 0 0 1 0 0 0 1 0 0 0 1 box.dat\n1 4 50 0 0 0 0 1 0 1 0 -1 0 0 tray.dat\n"
    )
    scene = read(tmp_path / "m.ldr").scene()
    meshes = {mesh.metadata["part"]: mesh for mesh in scene.geometry.values()}
    assert {name: mesh.metadata["closed"] for name, mesh in meshes.items()} == {
        "box.dat": True,
        "tray.dat": False,
    }
    assert meshes["box.dat"].extents == pytest.approx([8, 9.6, 4])
    assert abs(meshes["box.dat"].volume) == pytest.approx(8 * 9.6 * 4, rel=0.01)
    assert scene.extents == pytest.approx([24, 12, 9.6])
