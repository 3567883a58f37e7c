"""`brickyard inspect`: what is in a model."""

from __future__ import annotations

from typing import Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.options import OVER_HTTP, Format, flag, workspace_of
from brickyard.progress import end_with
from brickyard.terminal import Screen, is_quiet
from ldraw_tools.findings import Severity

Fit = Annotated[
    str,
    typer.Option(metavar="WxD[xH]", help="Does it fit this box? In studs, studs and bricks: 10x10x12."),
    OVER_HTTP,
]
Expand = Annotated[
    bool, flag("--expand", "Count assembled parts (legs, doors) as what they are made of."), OVER_HTTP
]


def inspect(
    models: options.ModelsArgument,
    submodel: options.SubmodelOption = "",
    fit: Fit = "",
    expand: Expand = False,
    everything: Annotated[bool, flag("--all", "Show all parts, submodels and findings.")] = False,
    lines: options.LinesOption = False,
    form: options.FormatOption = Format.TEXT,
    library: options.LibraryOption = None,
    _quiet: options.QuietOption = False,
) -> None:
    """Show what is in models: submodels, parts, sizes, and what is odd about them.

    For example: brickyard inspect chub.mpd --fit 10x10x12
    """
    from brickyard.inspection import HEAPS_SHOWN, MOST_HEAPS
    from brickyard.inspection_text import show

    found = brickyard.inspect(
        models,
        submodel=submodel,
        fit=fit,
        expand=expand,
        lines=lines,
        heaps=MOST_HEAPS if everything or form is Format.JSON else HEAPS_SHOWN,
        workspace=workspace_of(library),
    )
    wrong = [one for model in found.models for one in model.findings if one.severity is Severity.ERROR]
    screen = Screen()
    if form is Format.JSON:
        screen.document(found)
    elif is_quiet():
        for finding in wrong:
            screen.finding(finding)
    else:
        for number, one in enumerate(found.models):
            if number:
                screen.line()
            show(one, screen, everything)
    end_with(int(bool(wrong)), found.problems)
