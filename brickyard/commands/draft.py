"""`brickyard draft`: bricks shared out among players."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import brickyard
from brickyard.commands import options, part_options
from brickyard.commands.options import Format, output
from brickyard.terminal import Screen, stderr

Files = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILE...",
        help="What is poured together: lists of sets or bricks, as brickyard owned reads them.",
    ),
]
Player = Annotated[
    list[str] | None, typer.Option("--player", metavar="NAME", help="Who takes part; once for each.")
]
Wants = Annotated[
    list[str] | None,
    typer.Option("--wants", metavar="NAME=FILE", help="A player's list of wanted parts; repeatable."),
]
Copies = Annotated[
    int, typer.Option(min=1, max=100, help="How many copies of each list are poured together.")
]
Seed = Annotated[
    int | None, typer.Option(min=0, help="Draw the order of turns; the same number draws the same order.")
]


def draft(
    files: Files,
    player: Player = None,
    wants: Wants = None,
    copies: Copies = 1,
    seed: Seed = None,
    target: Annotated[Path | None, output("Write each player's share as a list to DIR.", "DIR")] = None,
    force: options.ForceOption = False,
    form: options.FormatOption = Format.TEXT,
    sets: part_options.SetsOption = None,
    overrides: part_options.OverridesOption = None,
    everything: part_options.AllOption = False,
) -> None:
    """Share bricks out among players: one pile for each part and colour, taken in turns.

    For example: brickyard draft set.csv --copies 3 --player Ann --player Bo --player Cy --wants Ann=parts.csv
    """
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
    part_options.end_with_findings(found.findings, everything)
