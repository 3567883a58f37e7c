"""`brickyard bid`: how many frames and systems to bring."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands.options import (
    AgreedOption,
    EditionOption,
    ForceOption,
    Format,
    FormatOption,
    LibraryOption,
    SizeOption,
)


def bid(
    company: Annotated[
        str,
        typer.Argument(
            metavar="COMPANY", help="Your manifest or model, or its numbers: frames=5,systems=20."
        ),
    ],
    others: Annotated[
        list[str] | None, typer.Argument(metavar="[OTHER...]", help="More opponents, after --against.")
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OTHER...",
            help="Your opponents, as far as you know them: files, or frames=4,systems=16. "
            "Those you don't name are assumed.",
        ),
    ] = None,
    players: Annotated[
        int, typer.Option(min=0, max=99, help="How many play; by default as your manifest says.")
    ] = 0,
    likely: Annotated[
        str,
        typer.Option(
            metavar="LOW-HIGH", help="Systems per frame that an unknown opponent may have; 3-4 if not said."
        ),
    ] = "",
    edition: EditionOption = "",
    option: AgreedOption = None,
    game: SizeOption = "",
    output: FormatOption = Format.TEXT,
    target: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Draw a heat map, too: bid.svg or bid.png."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Show every number of systems.")] = False,
    force: ForceOption = False,
    library: LibraryOption = None,
) -> None:
    """What to bring: scores and positions for every number of frames and systems, ties, the spare frame."""
    from brickyard.comparison import bid_jobs
    from catalog.database.part_database import open_workspace
    from fleets.forces.force import Game
    from validators.judged_files import Request

    request = Request(
        edition, tuple(option or ()), Game(game.lower(), players), workspace=open_workspace(library)
    )
    known = [*(against or ()), *(others or ())]
    raise typer.Exit(bid_jobs.bid(company, known, request, likely, output.value, target, everything, force))
