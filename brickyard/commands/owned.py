"""`brickyard owned`: what is in your lists."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import brickyard
from brickyard.commands import part_options
from brickyard.commands.options import OverHttp
from brickyard.terminal import Screen, stderr
from ldraw_tools.findings import Severity, worst


class OwnedFormat(StrEnum):
    TEXT = "text"
    JSON = "json"
    CSV = "csv"


def owned(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Your lists: BrickLink XML, .bsx, Rebrickable or other CSV."),
        OverHttp("file"),
    ],
    form: Annotated[
        OwnedFormat,
        typer.Option("--format", help="Text for people, json for programs, csv for spreadsheets."),
    ] = OwnedFormat.TEXT,
    sets: part_options.SetsOption = None,
    overrides: part_options.OverridesOption = None,
    everything: part_options.AllOption = False,
) -> None:
    """Show what is in your lists of parts: lots, pieces, and what could not be understood.

    For example: brickyard owned my-bricks.bsx drawers.csv
    """
    from brickyard.parts.list_text import show_findings
    from brickyard.parts.owned_list import owned_csv, owned_lines, owned_total

    found = brickyard.owned(files, sets=sets or (), overrides=overrides)
    screen = Screen()
    if form is OwnedFormat.TEXT:
        screen.lines(owned_lines(found, everything))
        screen.line()
        if found.findings:
            show_findings(found.findings, screen, everything)
            screen.line()
        screen.line(screen.paint(owned_total(found), "bold"))
    else:
        if form is OwnedFormat.CSV:
            screen.data(owned_csv(found))
        else:
            screen.document(found)
        show_findings(found.findings, stderr(), everything, Severity.WARNING)
    raise typer.Exit(1 if worst(found.findings) is Severity.ERROR else 0)
