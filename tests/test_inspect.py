"""`brickyard inspect` as people and programs see it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from brickyard.inspection import Inspection
from ldraw_tools.json_values import schema_of
from tests.running import brickyard
from tests.validators.json_schemas import breaches

BRICK = "1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n"
GOLDEN = Path(__file__).parent / "golden"
UPDATE = os.environ.get("BRICKYARD_UPDATE") == "1"


def model(tmp_path: Path, text: str, name: str = "model.ldr") -> Path:
    path = tmp_path / name
    path.write_bytes(text.encode())
    return path


def inspected(path: Path, *options: str) -> Any:
    run = brickyard(["inspect", path.name, "--format", "json", *options], path.parent)
    assert not run.stderr
    schema = schema_of(Inspection)
    assert list(breaches(json.loads(run.stdout), schema, schema)) == []
    return json.loads(run.stdout, object_hook=lambda found: SimpleNamespace(**found))


def test_a_brick_is_measured_with_and_without_its_studs(tmp_path: Path) -> None:
    size = inspected(model(tmp_path, BRICK)).size
    assert size is not None
    assert (size.width.studs, size.depth.studs, size.height.ldu) == (4, 2, 28)
    assert (size.height_without_top_studs.bricks, size.height_without_top_studs.millimetres) == (1, 9.6)


def test_counts_are_exact_integers_however_large(tmp_path: Path) -> None:
    levels = [f"0 FILE l{i}.ldr\n" + f"1 16 {i} 0 0 1 0 0 0 1 0 0 0 1 l{i + 1}.ldr\n" * 10 for i in range(24)]
    text = "".join(levels) + "0 FILE l24.ldr\n" + BRICK
    path = model(tmp_path, text, "deep.mpd")
    run = brickyard(["inspect", path.name, "--format", "json"], tmp_path)
    assert json.loads(run.stdout)["pieces"] == 10**24


def test_a_box_says_which_part_sticks_out_and_where(tmp_path: Path) -> None:
    text = BRICK + "1 4 0 -24 0 1 0 0 0 1 0 0 0 1 3001.dat\n1 4 0 -32 0 1 0 0 0 1 0 0 0 1 3024.dat\n"
    fit = inspected(model(tmp_path, text), "--fit", "4x4x2").fit
    assert fit is not None
    assert not fit.fits
    assert [(s.part, s.by.plates, s.where, s.line) for s in fit.sticks_out] == [("3024", 1, "at the top", 3)]


def test_a_box_may_be_lain_in_turned(tmp_path: Path) -> None:
    fit = inspected(model(tmp_path, BRICK), "--fit", "2x4").fit
    assert fit is not None
    assert fit.fits
    assert fit.turned_by_degrees == 90


@pytest.mark.parametrize("box", ["ten", "10", "10x", "0x4", "-1x4", "1x2x3x4", "nanx4", "infx4"])
def test_a_box_that_is_none_is_explained(tmp_path: Path, box: str) -> None:
    run = brickyard(["inspect", model(tmp_path, BRICK).name, f"--fit={box}"], tmp_path)
    assert run.returncode == 2
    assert "10x10x12" in run.stderr


def test_one_submodel_can_be_looked_at_in_any_case(tmp_path: Path) -> None:
    arm = BRICK.replace("3001.dat", "Left Arm.ldr")
    text = f"0 FILE main.ldr\n{arm}{BRICK}0 FILE Left Arm.ldr\n{BRICK}{BRICK}"
    inspection = inspected(model(tmp_path, text, "m.mpd"), "--submodel", "left arm")
    assert (inspection.pieces, inspection.submodel) == (2, "Left Arm.ldr")


def test_a_submodel_that_is_not_there_lists_those_that_are(tmp_path: Path) -> None:
    run = brickyard(["inspect", model(tmp_path, BRICK).name, "--submodel", "leg"], tmp_path)
    assert run.returncode == 2
    assert "model.ldr" in run.stderr


def test_assembled_parts_can_be_counted_as_what_they_are_made_of(tmp_path: Path) -> None:
    path = model(tmp_path, "1 4 0 0 0 1 0 0 0 1 0 0 0 1 3815c01.dat\n")
    assert inspected(path).pieces == 1
    assert [part.part for part in inspected(path, "--expand").parts] == ["3815", "3816", "3817"]


def test_an_error_in_the_model_ends_with_status_1_and_the_rest_is_read(tmp_path: Path) -> None:
    path = model(tmp_path, BRICK + BRICK.replace("3001.dat", "nosuchpart.ldr"))
    run = brickyard(["inspect", path.name], tmp_path)
    assert run.returncode == 1
    assert "nosuchpart.ldr" in run.stdout
    assert "1 error" in run.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("name", "said"),
    [("nothere.ldr", "No such file"), (".", "is a folder"), ("empty.io", "save it again")],
)
def test_what_cannot_be_opened_is_one_line_and_status_2(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "empty.io").write_bytes(b"")
    run = brickyard(["inspect", name], tmp_path)
    assert run.returncode == 2
    assert said in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1
    assert not run.stdout


def test_names_from_strangers_cannot_steer_the_terminal(tmp_path: Path) -> None:
    path = model(
        tmp_path, "0 \x1b[2Jtitle\n0 Author: \x1b]0;x\x07\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 \x1b[31mred.dat\n"
    )
    run = brickyard(["inspect", path.name], tmp_path)
    assert "\x1b" not in run.stdout
    assert "\x07" not in run.stdout


def test_output_survives_a_console_without_unicode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    from brickyard.terminal import Screen

    raw = io.BytesIO()
    screen = Screen(io.TextIOWrapper(raw, encoding="ascii", write_through=True))
    screen.line("10 × 8 studs “x” → y … 5°")
    assert raw.getvalue() == b'10 x 8 studs "x" -> y ... 5 deg\n'


@pytest.mark.parametrize("example", ["frames/chub.mpd", "stations/depot.mpd", "figures/pilot.ldr"])
def test_the_report_of_an_example_is_as_it_was(example: str) -> None:
    run = brickyard(["inspect", f"examples/{example}", "--all"])
    golden = GOLDEN / (Path(example).stem + ".inspect.txt")
    if UPDATE:
        GOLDEN.mkdir(exist_ok=True)
        golden.write_text(run.stdout, "utf-8")
    assert run.stdout == golden.read_text("utf-8")
    assert run.returncode == 0


def test_the_same_every_run() -> None:
    first, second = (brickyard(["inspect", "examples/frames/chub.mpd", "--format", "json"]) for _ in range(2))
    assert first.stdout == second.stdout


def test_a_manifest_is_sent_to_the_command_that_reads_it() -> None:
    run = brickyard(["inspect", "examples/mechs/standard.yaml"])
    assert run.returncode == 2
    assert "a manifest, not a model; brickyard check examples/mechs/standard.yaml reads it" in run.stderr
