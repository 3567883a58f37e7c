"""Whether the floors below are ours: another package is called `validators`; the last one installed wins."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

_FLOORS = ("ldraw_tools", "catalog", "fleets", "validators")
_BY_ITSELF = "Install brickyard by itself: pipx install . (or uv tool install .)"
_AGAIN = "Install brickyard again: pip install --force-reinstall --no-deps . (or pipx reinstall brickyard)"


def problem_with_floors() -> str:
    """What is wrong and how to mend it, or nothing. Imports none of them, so that help stays quick."""
    if getattr(sys, "frozen", False):
        # An app folder has its own packages, and no source of them to look at.
        return ""
    for floor in _FLOORS:
        spec = find_spec(floor)
        origin = spec.origin if spec else None
        if origin is None:
            return (
                f"brickyard's package “{floor}” is gone, perhaps with another package of that name. {_AGAIN}"
            )
        if '__part_of__ = "brickyard"' not in Path(origin).read_text("utf-8"):
            what = f"{origin}: this is not brickyard's “{floor}”"
            return f"{what}; another package of that name is installed over it. {_BY_ITSELF}"
    return ""


def is_command() -> bool:
    """Whether brickyard was started as a program, which says in a line of its own what is wrong."""
    return Path(sys.argv[0] if sys.argv else "").stem in ("brickyard", "-m")


PROBLEM = problem_with_floors()
