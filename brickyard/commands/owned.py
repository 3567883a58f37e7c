"""`brickyard owned`: what is in your lists."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands.part_options import AllOption, OverridesOption, SetsOption


class OwnedFormat(StrEnum):
    TEXT = "text"
    JSON = "json"
    CSV = "csv"


def owned(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Your lists: BrickLink XML, .bsx, Rebrickable or other CSV."),
    ],
    form: Annotated[
        OwnedFormat,
        typer.Option("--format", help="Text for people, json for programs, csv for spreadsheets."),
    ] = OwnedFormat.TEXT,
    sets: SetsOption = None,
    overrides: OverridesOption = None,
    everything: AllOption = False,
) -> None:
    """Show what is in your lists of parts: lots, pieces, and what could not be understood.

    For example: brickyard owned my-bricks.bsx drawers.csv
    """
    from brickyard.parts.list_text import show_findings
    from brickyard.parts.owned_list import owned_csv, owned_lines, owned_list, owned_total
    from brickyard.terminal import Screen, stderr
    from ldraw_tools.findings import Severity, worst
    from ldraw_tools.json_values import json_text

    found = owned_list(files, overrides=overrides, sets=sets or ())
    if form is OwnedFormat.TEXT:
        screen = Screen()
        screen.lines(owned_lines(found, everything))
        screen.line()
        if found.findings:
            show_findings(found.findings, screen, everything)
            screen.line()
        screen.line(screen.paint(owned_total(found), "bold"))
    else:
        data = owned_csv(found) if form is OwnedFormat.CSV else json_text(found).encode()
        Screen().data(data)
        show_findings(found.findings, stderr(), everything, Severity.WARNING)
    raise typer.Exit(1 if worst(found.findings) is Severity.ERROR else 0)
