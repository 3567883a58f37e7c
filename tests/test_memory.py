"""A small file may hold a million triangles: what is drawn is bounded before memory is taken."""

from __future__ import annotations

import gc
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from brickyard import cli
from brickyard.web import page_jobs, site
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.findings import RefusedError
from ldraw_tools.geometry import pieces
from ldraw_tools.geometry.mesh import Mesher
from ldraw_tools.measuring.hulls import farthest_in_ways
from ldraw_tools.rendering import raster
from ldraw_tools.rendering.mesh_table import MeshTable
from tests.measuring import assembled
from tests.publishing import SMALL

TRIANGLE = "3 16 0 0 0 1 0 0 0 1 0"
GIGABYTE = 2**30


def _below(limit: int, arguments: list[str], folder: Path) -> int:
    """The status of a command that has no more memory than this; a traceback fails."""
    import resource
    import subprocess

    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    command = [sys.executable, "-m", "brickyard", *arguments]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, preexec_fn=bound, check=False)
    assert "Traceback" not in run.stderr
    assert "more memory than there is" not in run.stderr
    return run.returncode


@pytest.mark.skipif(sys.platform != "linux", reason="needs a system that bounds memory")
@pytest.mark.parametrize("command", ["render bomb.io -o bomb.png", "publish bomb.io -o site"])
def test_six_hundred_thousand_triangles_on_one_spot_take_less_than_a_gigabyte(
    command: str, tmp_path: Path
) -> None:
    with zipfile.ZipFile(tmp_path / "bomb.io", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("model.ldr", f"{TRIANGLE}\n" * 600_000)
    assert (tmp_path / "bomb.io").stat().st_size < 40_000
    # Numpy and its friends reserve some addresses that they never use.
    assert _below(GIGABYTE + GIGABYTE // 4, command.split(), tmp_path) == 2


def test_triangles_are_counted_with_all_that_is_placed_before_any_is_read() -> None:
    sections = ["0 FILE m.ldr"]
    for number in range(40):
        sections += [f"1 16 0 0 0 1 0 0 0 1 0 0 0 1 {number}.ldr"] * 10 + [f"0 FILE {number}.ldr"]
    sections += [TRIANGLE, "4 16 0 0 0 1 0 0 1 1 0 0 1 0", "2 24 0 0 0 1 0 0"]
    assembly = assembled(*sections)
    mesher = Mesher(assembly)
    assert mesher.number(assembly.root) == (3 * 10**40, 4 * 10**40)
    assert mesher.own_number(assembly.root) == (0, 0)
    with pytest.raises(RefusedError, match="too many parts to draw"):
        mesher.mesh()


@pytest.mark.parametrize(
    ("bound", "line"),
    [
        ("MOST_SHAPES", TRIANGLE),
        ("MOST_TRIANGLES", TRIANGLE),
        # Robustness 0.
        ("MOST_LINES", "2 24 0 0 0 1 0 0"),
        ("MOST_LINES", "5 24 0 0 0 1 0 0 0 1 0 0 0 1"),
    ],
)
def test_a_model_with_too_many_shapes_is_refused_before_they_are_read(
    bound: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(_: object) -> None:
        raise AssertionError("read")

    monkeypatch.setattr(pieces, bound, 4)
    monkeypatch.setattr("ldraw_tools.geometry.mesh.read_drawn", never)
    with pytest.raises(RefusedError, match="too many parts to draw"):
        pieces.lay_out(assembled(*[line] * 5))


def test_triangles_by_the_hundred_cover_the_same_pixels_in_small_portions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    x, y, depth = (np.random.default_rng(seed).uniform(-5, 45, (3, 300)) for seed in range(3))
    whole = raster.DepthBuffer(40, 40)
    whole.draw(x, y, depth / 50 + 0.1, np.arange(300))
    monkeypatch.setattr(raster, "_ROWS_AT_ONCE", 7)
    portions = raster.DepthBuffer(40, 40)
    portions.draw(x, y, depth / 50 + 0.1, np.arange(300))
    assert (whole.keys == portions.keys).all()
    assert (whole.ids >= 0).any()


def test_what_can_never_be_drawn_is_refused_before_a_row_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("made")

    monkeypatch.setattr(raster, "_spans", never)
    x, y = np.tile([[0.0], [100.0], [0.0]], 100), np.tile([[0.0], [0.0], [100.0]], 100)
    with pytest.raises(RefusedError):
        raster.DepthBuffer(100, 100, raster.Budget(100_000)).draw(x, y, np.zeros((3, 100)), np.arange(100))


def test_the_farthest_points_are_the_same_however_many_directions_are_tried_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    points = np.random.default_rng(1).normal(size=(500, 3))
    whole = farthest_in_ways(points, 60)
    monkeypatch.setattr("ldraw_tools.measuring.hulls.BLOCK", 1000)
    assert (farthest_in_ways(points, 60) == whole).all()


def test_lack_of_memory_is_one_line_and_status_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fill(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(cli, "make_app", fill)
    assert cli._run() == 2
    assert capsys.readouterr().err.startswith("brickyard: this takes more memory than there is")


def test_each_further_design_of_a_site_takes_no_more_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_back: list[bool] = []
    monkeypatch.setattr(page_jobs, "give_back_memory", lambda: given_back.append(True))
    designs = 6
    for number in range(designs):
        (tmp_path / f"{number}.ldr").write_text(SMALL.replace("1 4 ", f"1 {number} "), "utf-8")
    alive: dict[int, tuple[int, int]] = {}

    def told(done: int, _all: int) -> None:
        if not done:
            return
        models = [one for one in gc.get_objects() if isinstance(one, Assembly)]
        drawn = sum(isinstance(one, MeshTable) for one in gc.get_objects())
        alive[done] = len(models), drawn

    gc.collect()
    site.publish([tmp_path], tmp_path / "site", steps=False, width=160, told=told)
    assert len(given_back) + 1 == len(alive) == designs
    # Once the models of the last few files are open.
    assert [*alive.values()][3:] == [alive[4]] * (designs - 3)
