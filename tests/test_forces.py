"""Every force of examples/ as `make forces` hands it out: judged, with sheets and lists, but no pictures."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.running import ROOT, brickyard

# A campaign names forces and is none.
FORCES = sorted(path for path in ROOT.glob("examples/*/*.yaml") if path.parent.name != "campaigns")
# What a force names without a model, and the reason why it stays so.
ON_PAPER = {"first-patrol": "a list needs no models", "mech": "a 'mech is played on its sheet"}


def name_of(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("force", FORCES, ids=name_of)
def test_a_force_is_legal_with_nothing_but_notes(force: Path) -> None:
    run = brickyard(["check", str(force), "--strict", "--format", "json"])
    assert run.returncode == 0, run.stdout + run.stderr
    [report] = json.loads(run.stdout)["reports"]
    assert report["verdict"] == "legal"
    units = [report, *report["units"]]
    assert {finding["severity"] for unit in units for finding in unit["findings"]} <= {"info"}


@pytest.mark.parametrize("force", FORCES, ids=name_of)
def test_a_force_has_a_model_for_everything_or_says_why_not(force: Path) -> None:
    text = force.read_text("utf-8")
    fielded = re.findall(r"(?m)^  - \{.*", text)
    if force.stem in ON_PAPER or force.parent.name == "mechs":
        assert "model:" not in text
        assert re.search(r"(?m)^# .*(on paper|paper sheet)", text)
    else:
        assert fielded
        assert [entry for entry in fielded if "model:" not in entry] == []


@pytest.mark.usefixtures("coarse_pictures")
@pytest.mark.parametrize("force", FORCES, ids=name_of)
def test_a_force_has_sheets_and_lists_of_parts(force: Path, tmp_path: Path) -> None:
    run = brickyard(["sheets", str(force), "--no-pictures", "-o", str(tmp_path / "sheets.pdf")])
    assert run.returncode == 0, run.stderr
    assert (tmp_path / "sheets.pdf").read_bytes().startswith(b"%PDF")
    run = brickyard(["parts", str(force), "-o", str(tmp_path / "buy")])
    if "model:" in force.read_text("utf-8"):
        assert run.returncode == 0, run.stdout + run.stderr
        assert (tmp_path / "buy" / "bricklink.xml").is_file()
    else:
        assert "nothing to buy" in run.stderr


def test_what_make_forces_runs_is_what_is_tested_here() -> None:
    script = (ROOT / "scripts" / "forces").read_text("utf-8")
    assert re.findall(r'^\s*"\$brickyard" (\w+)', script, re.MULTILINE) == [
        "check",
        "sheets",
        "parts",
        "publish",
    ]
    assert "forces: $(READY)" in (ROOT / "Makefile").read_text("utf-8")
    assert "make forces" in (ROOT / "examples" / "README.md").read_text("utf-8")
