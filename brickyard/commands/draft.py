"""`brickyard draft`: bricks shared out among players."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import brickyard
from brickyard.commands.options import ForceOption, Format, FormatOption
from brickyard.commands.part_options import AllOption, OverridesOption, SetsOption
from brickyard.terminal import Screen, stderr
from ldraw_tools.findings import Severity, worst


def draft(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="What is poured together: lists of sets or bricks, as brickyard owned reads them.",
        ),
    ],
    player: Annotated[
        list[str] | None, typer.Option("--player", metavar="NAME", help="Who takes part; once for each.")
    ] = None,
    wants: Annotated[
        list[str] | None,
        typer.Option("--wants", metavar="NAME=FILE", help="A player's list of wanted parts; repeatable."),
    ] = None,
    copies: Annotated[
        int, typer.Option(min=1, max=100, help="How many copies of each list are poured together.")
    ] = 1,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Draw the order of turns; the same number draws the same order.")
    ] = None,
    target: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="DIR", help="Write each player's share as a list to DIR."),
    ] = None,
    force: ForceOption = False,
    form: FormatOption = Format.TEXT,
    sets: SetsOption = None,
    overrides: OverridesOption = None,
    everything: AllOption = False,
) -> None:
    """Share bricks out among players: one pile for each part and colour, taken in turns.

    For example: brickyard draft set.csv --copies 3 --player Ann --player Bo --player Cy --wants Ann=parts.csv
    """
    from brickyard.parts.list_text import show_findings
    from brickyard.parts.parts_draft import draft_lines

    found = brickyard.draft(
        files,
        players=player or (),
        wants=wants or (),
        copies=copies,
        seed=seed,
        target=target,
        force=force,
        sets=sets or (),
        overrides=overrides,
    )
    screen = Screen()
    if form is Format.JSON:
        screen.document(found)
    else:
        screen.lines(draft_lines(found, screen.paint, everything))
    if found.written:
        # A program reads the other form.
        talk = screen if form is Format.TEXT else stderr()
        talk.line(f"{target}: {', '.join(file.name for file in found.written)}")
    show_findings(found.findings, stderr(), everything, Severity.WARNING)
    raise typer.Exit(1 if worst(found.findings) is Severity.ERROR else 0)
