"""`brickyard sheets`: a PDF for the table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.options import flag, output, workspace_of
from brickyard.printing import PaperName
from brickyard.progress import Progress, end_with_output
from catalog.languages import Language

_ONLY = "company, beginner, opponent, scoreboard, ruler, cards, sleeves, yard; or all"


Paths = Annotated[
    list[Path],
    typer.Argument(metavar="PATH...", help="Companies, fleets, 'mechs (.yaml), models or folders."),
]
Only = Annotated[str, typer.Option(metavar="SHEETS", help=f"Only these sheets, comma-separated: {_ONLY}.")]
Against = Annotated[
    list[str] | None,
    typer.Option(
        metavar="PATH|NUMBERS", help="Another player, for the scores: a file, or frames=5,systems=20."
    ),
]


def sheets(
    paths: Paths,
    target: Annotated[Path | None, output("File to write (default: NAME.pdf here).")] = None,
    paper: Annotated[PaperName, typer.Option(help="Paper size.")] = PaperName.A4,
    only: Only = "",
    against: Against = None,
    pictures: Annotated[bool, flag("--pictures/--no-pictures", "Draw the models.")] = True,
    edition: options.EditionOption = "",
    option: options.AgreedOption = None,
    no_suppress: options.NoSuppressOption = False,
    game: options.SizeOption = "",
    players: options.PlayersOption = 0,
    force: options.ForceOption = False,
    submodel: options.SubmodelOption = "",
    language: Annotated[Language, typer.Option(help="Of the yard's cards.")] = Language.ENGLISH,
    library: options.LibraryOption = None,
    _quiet: options.QuietOption = False,
) -> None:
    """Print a PDF for the table: each frame with its dice and boxes, tables, scores, a ruler, cards.

    For example: brickyard sheets company.yaml -o company.pdf
    """
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
            language=language,
            workspace=workspace_of(library),
            told=progress,
        )
    end_with_output(made, force)
