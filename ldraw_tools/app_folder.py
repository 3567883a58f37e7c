"""The folder that `make app` builds: brickyard with a Python of its own, where there is no source to read."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

IS_APP = bool(getattr(sys, "frozen", False))
MARK = "build-mark.txt"


@cache
def build_mark() -> str:
    """What `make app` wrote into this folder and no other; nothing where brickyard is installed."""
    return Path(__file__).with_name(MARK).read_text("utf-8") if IS_APP else ""


def own_process() -> list[str]:
    """What starts this brickyard once more."""
    return [sys.executable] if IS_APP else [sys.executable, "-m", "brickyard"]
