"""`brickyard check --buildable`, as somebody types it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.boxes import at
from tests.running import brickyard
from tests.test_check import checked

TWICE = "0 !MFZ FRAME Twice\n" + at("3001.dat") + at("3001.dat", "0 -24 0") * 2


def codes(path: Path, *options: str, status: int = 0) -> set[str]:
    report = checked(path.name, *options, folder=path.parent, status=status)
    return {finding["code"] for finding in report["findings"]}


def test_it_says_what_cannot_be_built_and_only_when_asked(tmp_path: Path) -> None:
    path = tmp_path / "main.ldr"
    path.write_text(TWICE, "utf-8")
    assert "BLD001" in codes(path, "--buildable")
    assert "BLD001" not in codes(path)


def test_a_strict_check_lets_no_such_warning_pass(tmp_path: Path) -> None:
    path = tmp_path / "main.ldr"
    path.write_text(TWICE, "utf-8")
    assert "BLD001" in codes(path, "--buildable", "--strict", status=1)


def test_a_company_with_models_is_judged_unit_by_unit(tmp_path: Path) -> None:
    (tmp_path / "frame.ldr").write_text(TWICE, "utf-8")
    manifest = tmp_path / "company.yaml"
    manifest.write_text("company: Ours\nframes:\n  - model: frame.ldr\n  - frame: Paper, B G Y\n", "utf-8")
    run = brickyard(["check", manifest.name, "--buildable"], tmp_path)
    assert "BLD001" in run.stdout, run.stdout + run.stderr
    assert "Traceback" not in run.stderr


def test_a_rule_of_building_is_explained_with_its_numbers() -> None:
    run = brickyard(["explain", "BLD002"])
    assert "depth-ldu" in run.stdout
    assert "What can be built" in run.stdout


def test_what_is_well_built_is_told_too_and_a_list_on_paper_is_not(tmp_path: Path) -> None:
    path, paper = tmp_path / "main.ldr", tmp_path / "paper.yaml"
    path.write_text(at("3001.dat"), "utf-8")
    paper.write_text("company: Ours\nframes:\n  - {name: Scout, systems: 1B 1G 1Y, count: 3}\n", "utf-8")
    said = "Nothing against building it"
    assert said in brickyard(["check", path.name, "--buildable"], tmp_path).stdout
    assert said not in brickyard(["check", path.name], tmp_path).stdout
    assert (
        said not in brickyard(["check", paper.name, "--buildable", "--option", "rockets=0"], tmp_path).stdout
    )
    path.write_text(TWICE, "utf-8")
    assert said not in brickyard(["check", path.name, "--buildable"], tmp_path).stdout


@pytest.mark.parametrize("author", ["LEGO Digital Designer 4.3.12", "Somebody"])
def test_robustness_20_exports_of_lego_digital_designer_are_judged_as_studios_are(
    author: str, tmp_path: Path, library_root: Path
) -> None:
    path = tmp_path / "model.ldr"
    # Not plain bricks, and one is half inside the other.
    parts = at("3062b.dat") + at("3062b.dat", "10 0 0")
    path.write_text(f"0 Untitled\n0 Name: model.ldr\n0 Author: {author}\n{parts}", encoding="utf-8")
    run = brickyard(["check", "--buildable", "model.ldr", "--library", str(library_root)], tmp_path)
    by_lego = author.startswith("LEGO")
    said = "exports some parts to slightly wrong places, so only plain"
    assert (said in " ".join(run.stdout.split())) == by_lego
    assert ("BLD002" in run.stdout) == (not by_lego)
