"""One picture of all finishes and forty difficult parts stays as it was looked at and found good."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
from PIL import Image

from scripts.make_finish_sheet import DIFFICULT, FINISHES, draw_sheet
from tests.running import ROOT

GOLDEN = ROOT / "tests" / "golden" / "finishes.jpg"
# Of 255: what a pixel may differ in the mean, and what share of them may differ much.
MEAN, MUCH, SHARE = 2.0, 40, 0.01


def test_finishes_and_difficult_parts_look_as_before(tmp_path: Path, library_root: Path) -> None:
    assert len(FINISHES) == len(DIFFICULT) == 40
    drawn = draw_sheet(library_root, tmp_path)
    if os.environ.get("BRICKYARD_UPDATE") == "1":
        drawn.save(GOLDEN, quality=90, subsampling=0, optimize=True)
    with Image.open(GOLDEN) as image:
        golden = image.convert("RGB")
    # Half as large, a line that has moved by part of a pixel hardly counts.
    one, other = (np.asarray(shown.reduce(2), np.int16) for shown in (drawn, golden))
    off = np.abs(one - other).max(axis=2)
    assert off.mean() < MEAN
    assert (off > MUCH).mean() < SHARE
