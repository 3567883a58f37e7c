"""`brickyard export`: files that other programs open, in the units and axes they expect."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import trimesh

from brickyard.pictures.model_pictures import export_model
from catalog.database.part_database import open_workspace
from ldraw_tools.choosing import with_choice
from ldraw_tools.exporting.export_parts import LengthUnit, Up
from ldraw_tools.findings import BrickyardError
from tests.running import ROOT, brickyard

BRICK = "1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n"
CHUB = ROOT / "examples" / "frames" / "chub.mpd"


def brick(folder: Path) -> Path:
    path = folder / "brick.ldr"
    path.write_text(BRICK)
    return path


def test_a_glb_is_written_and_says_in_what_units(tmp_path: Path) -> None:
    run = brickyard(["export", brick(tmp_path).name, "-o", "brick.glb", "--library", str(tmp_path)], tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    note, said = run.stdout.splitlines()
    assert note.startswith("note: outlines stand in for the parts")
    assert said.startswith("brick.glb: 1 part, 396 triangles, ")
    assert said.endswith("kB; metres, y up")
    scene = trimesh.load(tmp_path / "brick.glb")
    assert scene.extents.tolist() == pytest.approx([0.032, 0.0112, 0.016])


def test_a_variable_that_names_no_library_is_told_with_the_outlines(tmp_path: Path) -> None:
    run = brickyard(
        ["export", brick(tmp_path).name, "-o", "b.glb"], tmp_path, LDRAWDIR=str(tmp_path / "gone")
    )
    assert f"not installed; LDRAWDIR names {tmp_path / 'gone'}: there is no LDraw library there" in run.stdout


@pytest.mark.parametrize(
    ("suffix", "size"),
    [(".stl", [32, 16, 11.2]), (".obj", [32, 11.2, 16]), (".ply", [32, 11.2, 16])],
)
def test_printers_and_programs_get_what_they_expect(tmp_path: Path, suffix: str, size: list[float]) -> None:
    """A brick of 2 x 4 is 32 mm by 16, and 11.2 with its studs; where z is up, that is along z."""
    target = tmp_path / f"brick{suffix}"
    export_model(brick(tmp_path), target, open_workspace([tmp_path]))
    mesh = trimesh.load(io.BytesIO(target.read_bytes()), file_type=suffix[1:])
    assert mesh.extents.tolist() == pytest.approx(size, abs=1e-4)
    assert (tmp_path / "brick.mtl").exists() == (suffix == ".obj")


def test_units_and_axes_on_request(tmp_path: Path) -> None:
    target = tmp_path / "brick.glb"
    workspace = open_workspace([tmp_path])
    export_model(brick(tmp_path), target, workspace, unit=LengthUnit.MILLIMETRES, up=Up.Z, edges=True)
    assert trimesh.load(target).extents.tolist() == pytest.approx([32, 16, 11.2])


def test_a_submodel_by_itself(tmp_path: Path) -> None:
    workspace = open_workspace([tmp_path])
    export_model(CHUB, tmp_path / "all.stl", workspace)
    export_model(with_choice(CHUB, "rifle"), tmp_path / "rifle.stl", workspace)
    assert (tmp_path / "rifle.stl").stat().st_size < (tmp_path / "all.stl").stat().st_size / 3


@pytest.mark.parametrize(
    ("name", "edges", "said"),
    [
        ("a.3ds", False, "must end with .glb, .stl, .obj, .ply"),
        ("a.stl", True, "only .glb files can have lines"),
    ],
)
def test_a_mistake_is_said(tmp_path: Path, name: str, edges: bool, said: str) -> None:
    with pytest.raises(BrickyardError, match=said):
        export_model(brick(tmp_path), tmp_path / name, open_workspace([tmp_path]), edges=edges)


@pytest.mark.parametrize("options", [["--units", "inch"], ["--up", "x"]])
def test_units_and_axes_that_are_none_are_said(tmp_path: Path, options: list[str]) -> None:
    run = brickyard(["export", brick(tmp_path).name, "-o", "a.glb", *options], tmp_path)
    assert run.returncode == 2
    assert options[0] in run.stderr


def test_nothing_is_no_model(tmp_path: Path) -> None:
    empty = tmp_path / "empty.ldr"
    empty.write_text("0 nothing\n2 24 0 0 0 1 1 1\n")
    with pytest.raises(BrickyardError, match="nothing in it can be drawn"):
        export_model(empty, tmp_path / "a.glb", open_workspace([tmp_path]))


def test_every_format_is_written_of_every_model(tmp_path: Path) -> None:
    for name in ("a.ldr", "b.ldr"):
        (tmp_path / name).write_text(BRICK)
    formats = [word for form in ("glb", "stl", "obj", "ply") for word in ("--format", form)]
    run = brickyard(["export", "a.ldr", "b.ldr", "-o", "out", *formats, "--library", str(tmp_path)], tmp_path)
    assert run.returncode == 0, run.stderr
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        f"{stem}.{suffix}" for stem in "ab" for suffix in ("glb", "mtl", "obj", "ply", "stl")
    ]
    again = brickyard(["export", "a.ldr", "-o", "a.glb", "--format", "stl"], tmp_path)
    assert (again.returncode, again.stderr) == (
        2,
        "brickyard: --format: a.glb says already what to write; name a folder, or leave it out\n",
    )


def test_a_list_is_not_exported(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text("company: X\nframes: [{name: A, systems: 1B}]\n")
    run = brickyard(["export", "c.yaml", "-o", "c.glb"], tmp_path)
    assert (run.returncode, run.stderr) == (
        2,
        "brickyard: c.yaml: a manifest, not a model; name one of the models it lists\n",
    )
