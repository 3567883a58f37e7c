"""The walk-through of the docs, walked: every file saved, every command run, everything said as shown."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.test_readme import ROOT, brickyard

TEXT = (ROOT / "docs" / "walk-through.md").read_text("utf-8")
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_SAVED_AS = re.compile(r"as\s+`([\w.-]+\.(?:yaml|csv))`")


def test_every_step_of_the_walk_through_works(tmp_path: Path) -> None:
    for model in ("frames/chub.mpd", "stations/depot.mpd"):
        shutil.copy(ROOT / "examples" / model, tmp_path)
    ran, said = 0, ""
    for block in _BLOCK.finditer(TEXT):
        kind, body = block.groups()
        if kind == "text":
            for line in body.splitlines():
                assert line in said, f"{line}\n{said}"
            continue
        if kind != "console":
            name = _SAVED_AS.findall(TEXT[: block.start()])[-1]
            (tmp_path / name).write_text(body, "utf-8")
            continue
        for line in body.splitlines():
            assert line.startswith("$ brickyard "), line
            run = brickyard(shlex.split(line)[2:], tmp_path)
            assert run.returncode == 0, f"{line}\n{run.stdout}\n{run.stderr}"
            assert not run.stderr, f"{line}\n{run.stderr}"
            said = " ".join(run.stdout.split())
            ran += 1
    assert ran >= 13
    assert (tmp_path / "site" / "index.html").is_file()
    assert (tmp_path / "night-shift.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "buy" / "bricklink.xml").is_file()


@pytest.mark.parametrize("word", re.findall(r"`([\w-]+\.(?:mpd|yaml|csv|pdf))`", TEXT))
def test_every_file_that_is_named_is_used(word: str) -> None:
    assert TEXT.count(word) > 1
