"""`-` is standard input or output, never a folder of that name (review M1); several models at once (M11)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import ROOT, brickyard, brickyard_process

CHUB = ROOT / "examples" / "frames" / "chub.mpd"


def piped(folder: Path, data: bytes, *words: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "brickyard", *words]
    return subprocess.run(command, cwd=folder, input=data, capture_output=True, check=False)


@pytest.fixture(autouse=True)
def _our_code_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")


def test_a_model_is_inspected_and_checked_from_standard_input(tmp_path: Path) -> None:
    read = piped(tmp_path, CHUB.read_bytes(), "inspect", "-", "--format", "json")
    found = json.loads(read.stdout)
    assert found["file"] == "-"
    assert (
        found["pieces"] == json.loads(brickyard(["inspect", str(CHUB), "--format", "json"]).stdout)["pieces"]
    )
    judged = piped(tmp_path, CHUB.read_bytes(), "check", "-", "--format", "json")
    assert json.loads(judged.stdout)["reports"][0]["file"] == "-"
    assert list(tmp_path.iterdir()) == []


def test_a_manifest_comes_from_standard_input(tmp_path: Path) -> None:
    data = b"company: Paper\nframes:\n  - {name: One, systems: 1B 2Rd}\n"
    read = json.loads(piped(tmp_path, data, "check", "-", "--format", "json").stdout)
    assert read["reports"][0]["name"] == "Paper"


@pytest.mark.parametrize("data", [b"2W 1B 2Rd\n", CHUB.read_bytes()])
def test_dice_come_from_standard_input(tmp_path: Path, data: bytes) -> None:
    run = piped(tmp_path, data, "dice", "-")
    assert run.returncode == 0, run.stderr
    assert b"defense" in run.stdout


@pytest.mark.parametrize(("data", "words"), [(b"", ("check", "-")), (b"0 x\n", ("check", "-", "-"))])
def test_nothing_on_standard_input_and_twice_are_refused(
    tmp_path: Path, data: bytes, words: tuple[str, ...]
) -> None:
    run = piped(tmp_path, data, *words)
    assert run.returncode == 2
    assert b"standard input" in run.stderr


def test_a_list_goes_to_standard_output(tmp_path: Path) -> None:
    to_stdout = brickyard(["parts", str(CHUB), "--format", "bricklink", "-o", "-"], tmp_path)
    assert to_stdout.stdout == brickyard(["parts", str(CHUB), "--format", "bricklink"], tmp_path).stdout
    assert to_stdout.stdout.startswith("<INVENTORY>")
    assert list(tmp_path.iterdir()) == []


def test_several_files_cant_go_to_standard_output(tmp_path: Path) -> None:
    run = brickyard_process(["publish", str(CHUB), "-o", "-"], tmp_path)
    assert run.returncode == 2, run.stdout
    assert "standard output" in run.stderr
    assert list(tmp_path.iterdir()) == []


def test_several_models_are_inspected_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.ldr").write_text("0 A\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3003.dat\n")
    words = ["inspect", "a.ldr", str(CHUB)]
    found = json.loads(brickyard([*words, "--format", "json"], tmp_path).stdout)
    assert found[0]["pieces"] == 1
    assert len(found) == 2
    assert "chub.mpd" in brickyard(words, tmp_path).stdout


def test_the_paths_of_a_list_from_standard_input_begin_in_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "m.mpd").write_bytes(CHUB.read_bytes())
    company = b"company: Piped\nframes:\n  - {model: m.mpd, count: 3}\nstations: [{name: A}, {name: B}]\n"
    read = json.loads(piped(tmp_path, company, "check", "-", "--format", "json").stdout)["reports"][0]
    assert (read["verdict"], read["units"][0]["name"]) == ("legal", "ST-07 Chub")
    (tmp_path / "piped.yaml").write_bytes(company)
    campaign = b"campaign: Long\nforces: [piped.yaml]\n"
    told = json.loads(piped(tmp_path, campaign, "check", "-", "--format", "json").stdout)["reports"][0]
    assert (told["name"], told["units"][0]["name"]) == ("Long", "Piped")
