"""`brickyard inspect`: what is in a model."""

from __future__ import annotations

from typing import Annotated

import typer

import brickyard
from brickyard.commands.options import (
    OVER_HTTP,
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
from ldraw_tools.findings import Severity


def inspect(
    models: ModelsArgument,
    submodel: SubmodelOption = "",
    fit: Annotated[
        str,
        typer.Option(metavar="WxD[xH]", help="Does it fit this box? In studs, studs and bricks: 10x10x12."),
        OVER_HTTP,
    ] = "",
    expand: Annotated[
        bool,
        typer.Option("--expand", help="Count assembled parts (legs, doors) as what they are made of."),
        OVER_HTTP,
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
    from brickyard.inspection import HEAPS_SHOWN, MOST_HEAPS
    from catalog.database.part_database import open_workspace

    found = brickyard.inspect(
        models,
        submodel=submodel,
        fit=fit,
        expand=expand,
        lines=lines,
        heaps=MOST_HEAPS if everything or form is Format.JSON else HEAPS_SHOWN,
        workspace=open_workspace(library),
    )
    wrong = [one for model in found.models for one in model.findings if one.severity is Severity.ERROR]
    screen = Screen()
    if form is Format.JSON:
        screen.document(found)
    elif is_quiet():
        for finding in wrong:
            screen.finding(finding)
    else:
        from brickyard.inspection_text import show

        for number, one in enumerate(found.models):
            if number:
                screen.line()
            show(one, screen, everything)
    end_with(int(bool(wrong)), found.problems)
