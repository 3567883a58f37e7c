"""`brickyard inspect`: what is in a model."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brickyard.answers import each_of
from brickyard.commands.options import (
    Format,
    FormatOption,
    LibraryOption,
    LinesOption,
    ModelsArgument,
    QuietOption,
    SubmodelOption,
)
from brickyard.one_by_one import end_with
from brickyard.terminal import Screen, is_quiet
from ldraw_tools.findings import BrickyardError, Severity

if TYPE_CHECKING:
    from brickyard.inspection import Inspection


def inspect(
    models: ModelsArgument,
    submodel: SubmodelOption = "",
    fit: Annotated[
        str,
        typer.Option(metavar="WxD[xH]", help="Does it fit this box? In studs, studs and bricks: 10x10x12."),
    ] = "",
    expand: Annotated[
        bool, typer.Option("--expand", help="Count assembled parts (legs, doors) as what they are made of.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Show all parts, submodels and findings.")
    ] = False,
    lines: LinesOption = False,
    form: FormatOption = Format.TEXT,
    library: LibraryOption = None,
    _quiet: QuietOption = False,
) -> None:
    """Show what is in models: submodels, parts, sizes, and what is odd about them.

    For example: brickyard inspect chub.mpd --fit 10x10x12
    """
    from brickyard.inspection import HEAPS_SHOWN, MOST_HEAPS, inspect_model
    from brickyard.numbered_parts import numbered_parts
    from catalog.database.part_database import open_workspace
    from fleets.forces.named_files import MANIFEST_SUFFIXES
    from ldraw_tools.choosing import with_submodel

    models = with_submodel(models, submodel)
    workspace, box = open_workspace(library), _box(fit) if fit else None

    def look_at(model: Path) -> Inspection:
        if model.suffix.lower() in MANIFEST_SUFFIXES:
            raise BrickyardError(f"{model}: a manifest, not a model; brickyard check {model} reads it")
        most = MOST_HEAPS if everything or form is Format.JSON else HEAPS_SHOWN
        opened, assembly = workspace.model(model), workspace.assembly(model)
        found = inspect_model(opened, assembly, expand=expand, box=box, most_heaps=most)
        return replace(found, lines=numbered_parts(assembly)) if lines else found

    found, problems = each_of(models, look_at)
    if not found:
        # Nothing to print; the reasons follow.
        pass
    elif form is Format.JSON:
        from ldraw_tools.json_values import json_text

        Screen().text(json_text(found if len(models) > 1 else found[0]))
    elif is_quiet():
        for finding in (finding for one in found for finding in one.findings):
            if finding.severity is Severity.ERROR:
                Screen().finding(finding)
    else:
        from brickyard.inspection_text import show

        screen = Screen()
        for number, one in enumerate(found):
            if number:
                screen.line()
            show(one, screen, everything)
    wrong = (finding.severity is Severity.ERROR for one in found for finding in one.findings)
    end_with(int(any(wrong)), problems)


def _box(text: str) -> tuple[float, float, float | None]:
    try:
        sides = [float(side) for side in text.lower().replace("×", "x").split("x")]
    except ValueError:
        sides = []
    if len(sides) not in (2, 3) or not all(0 < side < 100_000 for side in sides):
        raise BrickyardError(f"--fit {text}: write a box as studs x studs x bricks, such as 10x10x12 or 8x8")
    return sides[0], sides[1], sides[2] if len(sides) == 3 else None
