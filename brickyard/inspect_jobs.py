"""The job of `brickyard inspect`: read, count, measure, and say it."""

from __future__ import annotations

from pathlib import Path

from brickyard.inspection import Wanted, inspect_model
from brickyard.terminal import Screen
from catalog.database.part_database import open_workspace
from fleets.forces.named_files import MANIFEST_SUFFIXES
from ldraw_tools.findings import BrickyardError


def inspect(model: Path, wanted: Wanted, library: list[Path], as_json: bool, everything: bool) -> int:
    if model.suffix.lower() in MANIFEST_SUFFIXES:
        raise BrickyardError(f"{model}: a manifest, not a model; brickyard check {model} reads it")
    workspace = open_workspace(library)
    inspection = inspect_model(workspace.model(model), workspace.assembly(model), wanted)
    if as_json:
        from validators.json_documents import json_text

        Screen().text(json_text(inspection))
    else:
        from brickyard.inspection_text import show

        show(inspection, Screen(), everything)
    return 1 if any(finding.severity == "error" for finding in inspection.findings) else 0
