"""`brickyard inspect`: what is in a model."""

from __future__ import annotations

from typing import Annotated

import typer

from brickyard.commands.options import Format, FormatOption, LibraryOption, ModelArgument
from brickyard.terminal import Screen
from ldraw_tools.findings import BrickyardError, Severity


def inspect(
    model: ModelArgument,
    submodel: Annotated[str, typer.Option(metavar="NAME", help="Look at this submodel only.")] = "",
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
    form: FormatOption = Format.TEXT,
    library: LibraryOption = None,
) -> None:
    """Show what is in a model: submodels, parts, sizes, and what is odd about it.

    For example: brickyard inspect chub.mpd --fit 10x10x12
    """
    from brickyard.inspection import inspect_model
    from catalog.database.part_database import open_workspace
    from fleets.forces.named_files import MANIFEST_SUFFIXES

    if model.suffix.lower() in MANIFEST_SUFFIXES:
        raise BrickyardError(f"{model}: a manifest, not a model; brickyard check {model} reads it")
    workspace, box = open_workspace(library), _box(fit) if fit else None
    opened, assembly = workspace.model(model), workspace.assembly(model)
    found = inspect_model(opened, assembly, submodel=submodel, expand=expand, box=box)
    if form is Format.JSON:
        from ldraw_tools.json_values import json_text

        Screen().text(json_text(found))
    else:
        from brickyard.inspection_text import show

        show(found, Screen(), everything)
    raise typer.Exit(int(any(finding.severity is Severity.ERROR for finding in found.findings)))


def _box(text: str) -> tuple[float, float, float | None]:
    try:
        sides = [float(side) for side in text.lower().replace("×", "x").split("x")]
    except ValueError:
        sides = []
    if len(sides) not in (2, 3) or not all(0 < side < 100_000 for side in sides):
        raise BrickyardError(f"--fit {text}: write a box as studs x studs x bricks, such as 10x10x12 or 8x8")
    return sides[0], sides[1], sides[2] if len(sides) == 3 else None
