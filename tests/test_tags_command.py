"""`brickyard tags` as it is run: what belongs to which system, and files that are no models."""

from __future__ import annotations

from pathlib import Path

import pytest

from brickyard import tag_jobs
from ldraw_tools.diagnostics import BrickyardError

PART = "1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat"


def place(*names: str) -> str:
    return "\n".join(f"1 16 0 0 0 1 0 0 0 1 0 0 0 1 {name}" for name in names)


NESTED = f"""0 FILE main.ldr
0 !MFZ FRAME
{place("arm.ldr", "rifle.ldr", "hinge.ldr")}
0 FILE arm.ldr
{PART}
0 FILE rifle.ldr
0 !MFZ SYSTEM 2Rd Long rifle
{PART}
{place("barrel.ldr", "hinge.ldr")}
0 FILE barrel.ldr
{PART}
{place("sight.ldr")}
0 FILE sight.ldr
{PART}
0 FILE hinge.ldr
{PART}
"""


def tags(folder: Path, text: str, capsys: pytest.CaptureFixture[str], status: int = 0) -> dict[str, str]:
    (folder / "m.mpd").write_text(text)
    assert tag_jobs.tags(folder / "m.mpd", [], None) == status
    told = capsys.readouterr().out
    assert all(len(line) <= 100 for line in told.splitlines())
    return {line.split()[0]: " ".join(line.split()[1:]) for line in told.splitlines() if line.strip()}


def test_what_is_inside_a_system_belongs_to_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = tags(tmp_path, NESTED, capsys)
    assert told["arm.ldr"] == "- no tag: belongs to the body"
    assert told["barrel.ldr"] == told["sight.ldr"] == "- no tag: belongs to Long rifle [2Rd]"
    assert told["hinge.ldr"] == "- no tag: belongs to the body and Long rifle [2Rd], placed 2 times"


def test_of_many_pieces_around_a_submodel_two_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [f"{letter} [1B].ldr" for letter in "abcd"]
    pieces = "".join(f"0 FILE {name}\n{place('bolt.ldr')}\n" for name in names)
    text = f"0 FILE main.ldr\n{place(*names)}\n{pieces}0 FILE bolt.ldr\n{PART}\n"
    told = tags(tmp_path, text, capsys)
    assert told["bolt.ldr"] == "- no tag: belongs to a [1B] and b [1B] and others, placed 4 times"


def test_an_empty_model_says_that_it_is_empty(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "LDR005" in tags(tmp_path, "", capsys, status=1)["error"]


def test_a_manifest_is_refused(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text("company: X\n")
    with pytest.raises(BrickyardError, match="name one of the models it lists"):
        tag_jobs.tags(tmp_path / "c.yaml", [], None)


def test_one_tag_is_written_as_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "m.mpd").write_text(NESTED)
    assert tag_jobs.tags(tmp_path / "m.mpd", ["arm.ldr=1B"], tmp_path / "n.mpd") == 0
    assert capsys.readouterr().out.endswith("written with 1 tag\n")
