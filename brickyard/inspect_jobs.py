"""The job of `brickyard inspect`: read, count, measure, and say it."""

from __future__ import annotations

import sys
from pathlib import Path

from brickyard.inspection import Wanted, inspect_model
from brickyard.opening import LateLibrary, assemble_model, open_model
from brickyard.paths import MANIFEST_SUFFIXES
from brickyard.terminal import Screen
from ldraw_tools.findings import BrickyardError


def inspect(model: Path, wanted: Wanted, library: list[Path], as_json: bool, everything: bool) -> int:
    if model.suffix.lower() in MANIFEST_SUFFIXES:
        raise BrickyardError(f"{model}: a manifest, not a model; brickyard check {model} reads it")
    opened = open_model(model)
    assembly = assemble_model(opened, LateLibrary(library))
    inspection = inspect_model(opened, assembly, wanted)
    if as_json:
        from validators.json_documents import json_text

        sys.stdout.write(json_text(inspection))
    else:
        from brickyard.inspection_text import show

        show(inspection, Screen(sys.stdout), everything)
    return 1 if any(finding.severity == "error" for finding in inspection.findings) else 0
