"""What is in models, whatever game they are for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from brickyard.answers import Paths, each_of
from brickyard.inspection import MOST_HEAPS, InspectAnswer, Inspection, inspect_model
from brickyard.numbered_parts import numbered_parts
from catalog.database.part_database import open_workspace
from fleets.forces.named_files import MANIFEST_SUFFIXES
from ldraw_tools.choosing import with_submodel
from ldraw_tools.findings import BrickyardError
from ldraw_tools.names import paths_in

if TYPE_CHECKING:
    from ldraw_tools.workspace import Workspace


def inspect(
    models: Paths,
    *,
    submodel: str = "",
    fit: str = "",
    expand: bool = False,
    lines: bool = False,
    heaps: int = MOST_HEAPS,
    workspace: Workspace | None = None,
) -> InspectAnswer:
    """What is in models: submodels, parts, sizes, and what is odd about them.

    `fit` is a box in studs, studs and bricks, such as `10x10x12`. With `expand`, assembled parts are counted
    as what they are made of; with `lines`, every part has its line. At most so many `heaps` are measured.

    Raises `BrickyardError` if no model can be opened, or for a box that can't be read; why some can't be
    is in `problems`.
    """
    opened, box = workspace or open_workspace(), _box(fit) if fit else None

    def look_at(model: Path) -> Inspection:
        if model.suffix.lower() in MANIFEST_SUFFIXES:
            raise BrickyardError(f"{model}: a manifest, not a model; brickyard check {model} reads it")
        read, assembly = opened.model(model), opened.assembly(model)
        found = inspect_model(read, assembly, expand=expand, box=box, most_heaps=heaps)
        return found._replace(lines=numbered_parts(assembly)) if lines else found

    paths = with_submodel(paths_in(models), submodel)
    found, problems = each_of(paths, look_at)
    return InspectAnswer(tuple(found), tuple(problems), len(paths) > 1)


def _box(text: str) -> tuple[float, float, float | None]:
    try:
        sides = [float(side) for side in text.lower().replace("×", "x").split("x")]
    except ValueError:
        sides = []
    if len(sides) not in (2, 3) or not all(0 < side < 100_000 for side in sides):
        raise BrickyardError(f"--fit {text}: write a box as studs x studs x bricks, such as 10x10x12 or 8x8")
    return sides[0], sides[1], sides[2] if len(sides) == 3 else None
