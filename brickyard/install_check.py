"""Checks before anything runs that our packages are installed, and not others of the same names."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from ldraw_tools.findings import BrickyardError

FLOORS = ("ldraw_tools", "catalog", "fleets", "validators")


def check_floors() -> None:
    """Another package called `validators` exists: the one installed last silently replaces the other.

    Reads the files and imports nothing, so that help stays quick.
    """
    for floor in FLOORS:
        spec = importlib.util.find_spec(floor)
        origin = spec.origin if spec else None
        text = Path(origin).read_text("utf-8") if origin else ""
        if '__part_of__ = "brickyard"' not in text:
            raise BrickyardError(
                f"{origin or floor}: this is not brickyard's “{floor}”; another package of that name is "
                "installed over it. Install brickyard by itself: pipx install . (or uv tool install .)"
            )
