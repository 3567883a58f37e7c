"""Findings name paths by which people and code hosts find the file (review S5)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.running import brickyard

# Places a part that is nowhere: LDR030 at line 2, or 3 where it isn't the first.
MODEL = "0 Frame\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 nosuch.dat\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3003.dat\n"
COMPANY = "company: A\nframes:\n  - {model: ../p/x.mpd, name: One}\n  - {model: ../q/x.mpd, name: Two}\n"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    files = {
        "repo/.git/HEAD": "",
        "repo/models/p/x.mpd": MODEL,
        "repo/models/q/x.mpd": MODEL,
        "repo/models/forces/a.yaml": COMPANY,
        "outside/y.mpd": MODEL,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path / "repo"


def said(folder: Path, *words: str) -> str:
    run = brickyard(["check", *words], folder)
    assert run.returncode in (0, 1), run.stderr
    return run.stdout


def missing(findings: list[dict[str, Any]]) -> list[tuple[str, int]]:
    return [(one["file"], one["line"]) for one in findings if one["code"] == "LDR030"]


def test_two_files_of_one_name_are_told_apart(repository: Path) -> None:
    text = said(repository / "models", "p", "q", "--all")
    assert "p/x.mpd:2" in text
    assert "q/x.mpd:2" in text
    reports = json.loads(said(repository / "models", "p", "q", "--format", "json"))["reports"]
    assert [missing(report["findings"]) for report in reports] == [[("p/x.mpd", 2)], [("q/x.mpd", 2)]]
    assert [report["file"] for report in reports] == ["p/x.mpd", "q/x.mpd"]


@pytest.mark.parametrize(
    ("stands_in", "named", "prefix"),
    [
        ("models", "forces/a.yaml", ""),
        ("models/forces", "a.yaml", "../"),
        (".", "models/forces/a.yaml", "models/"),
    ],
)
def test_models_of_a_manifest_are_named_from_the_current_folder(
    repository: Path, stands_in: str, named: str, prefix: str
) -> None:
    [report] = json.loads(said(repository / stands_in, named, "--format", "json"))["reports"]
    assert missing(report["findings"]) == [(f"{prefix}p/x.mpd", 2), (f"{prefix}q/x.mpd", 2)]
    assert {one["file"] for one in report["findings"]} <= {named, f"{prefix}p/x.mpd", f"{prefix}q/x.mpd"}


def test_an_absolute_path_below_the_current_folder_is_shortened(repository: Path) -> None:
    [report] = json.loads(said(repository, str(repository / "models/p/x.mpd"), "--format", "json"))["reports"]
    assert missing(report["findings"]) == [("models/p/x.mpd", 2)]


def test_a_file_beside_the_model_is_named_with_its_folder(repository: Path) -> None:
    (repository / "models/p/arm.ldr").write_text("0 Arm\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 gone.dat\n")
    (repository / "models/p/x.mpd").write_text(MODEL.replace("nosuch.dat", "arm.ldr"))
    [report] = json.loads(said(repository, "models/p/x.mpd", "--format", "json"))["reports"]
    assert missing(report["findings"]) == [("models/p/arm.ldr", 2)]


def _uris(text: str) -> set[str]:
    results = json.loads(text)["runs"][0]["results"]
    return {
        place["physicalLocation"]["artifactLocation"]["uri"]
        for result in results
        for place in result["locations"]
        if result["ruleId"] == "LDR030"
    }


@pytest.mark.parametrize("stands_in", [".", "models", "models/forces"])
def test_code_hosts_get_paths_from_the_repositorys_root(repository: Path, stands_in: str) -> None:
    named = str(repository / "models/forces/a.yaml")
    wanted = {"models/p/x.mpd", "models/q/x.mpd"}
    assert _uris(said(repository / stands_in, named, "--format", "sarif")) == wanted
    lines = said(repository / stands_in, named, "--format", "github").splitlines()
    files = {line.partition("file=")[2].partition(",")[0] for line in lines if "title=LDR030" in line}
    assert files == wanted


def test_without_a_repository_code_hosts_get_paths_from_the_current_folder(repository: Path) -> None:
    outside = repository.parent / "outside"
    assert _uris(said(outside, "y.mpd", "--format", "sarif")) == {"y.mpd"}


def test_what_lies_outside_the_repository_is_an_absolute_address(repository: Path) -> None:
    outside = repository.parent / "outside" / "y.mpd"
    assert _uris(said(repository, "../outside/y.mpd", "--format", "sarif")) == {outside.resolve().as_uri()}
