"""`brickyard sheets`: a PDF for the table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import brickyard
from brickyard.commands.options import (
    AgreedOption,
    EditionOption,
    ForceOption,
    LibraryOption,
    NoSuppressOption,
    PlayersOption,
    QuietOption,
    SizeOption,
    SubmodelOption,
)
from brickyard.one_by_one import end_with_output
from brickyard.printing import PaperName
from brickyard.progress import Progress

_ONLY = "company, beginner, opponent, scoreboard, ruler, cards; or all"


def sheets(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Companies, fleets, 'mechs (.yaml), models or folders."),
    ],
    target: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="File to write (default: NAME.pdf here)."),
    ] = None,
    paper: Annotated[PaperName, typer.Option(help="Paper size.")] = PaperName.A4,
    only: Annotated[
        str, typer.Option(metavar="SHEETS", help=f"Only these sheets, comma-separated: {_ONLY}.")
    ] = "",
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATH|NUMBERS", help="Another player, for the scores: a file, or frames=5,systems=20."
        ),
    ] = None,
    pictures: Annotated[bool, typer.Option("--pictures/--no-pictures", help="Draw the models.")] = True,
    edition: EditionOption = "",
    option: AgreedOption = None,
    no_suppress: NoSuppressOption = False,
    game: SizeOption = "",
    players: PlayersOption = 0,
    force: ForceOption = False,
    submodel: SubmodelOption = "",
    library: LibraryOption = None,
    _quiet: QuietOption = False,
) -> None:
    """Print a PDF for the table: each frame with its dice and boxes, tables, scores, a ruler, cards.

    For example: brickyard sheets company.yaml -o company.pdf
    """
    from catalog.database.part_database import open_workspace

    with Progress("pictures") as progress:
        made = brickyard.sheets(
            paths,
            target=target,
            paper=paper,
            only=only,
            against=against or (),
            pictures=pictures,
            edition=edition,
            options=option,
            suppress=not no_suppress,
            game=game,
            players=players,
            force=force,
            submodel=submodel,
            workspace=open_workspace(library),
            told=progress,
        )
    end_with_output(made, force)
