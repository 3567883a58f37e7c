"""The walk-through of the docs, walked: every file saved, every command run, everything said as shown."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.running import ROOT
from tests.walking import walk

pytestmark = pytest.mark.usefixtures("coarse_pictures")

PAGE = ROOT / "docs" / "walk-through.md"
TEXT = PAGE.read_text("utf-8")


def test_every_step_of_the_walk_through_works(tmp_path: Path) -> None:
    for model in ("frames/chub.mpd", "stations/depot.mpd"):
        shutil.copy(ROOT / "examples" / model, tmp_path)
    assert walk(PAGE, tmp_path) >= 13
    assert (tmp_path / "site" / "index.html").is_file()
    assert (tmp_path / "night-shift.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "buy" / "bricklink.xml").is_file()


@pytest.mark.parametrize("word", re.findall(r"`([\w-]+\.(?:mpd|yaml|csv|pdf))`", TEXT))
def test_every_file_that_is_named_is_used(word: str) -> None:
    assert TEXT.count(word) > 1
