"""`brickyard sheets`: a PDF for the table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands.options import (
    AgreedOption,
    EditionOption,
    ForceOption,
    LibraryOption,
    PlayersOption,
    SizeOption,
)
from brickyard.sheets.paper import PaperName

_ONLY = "company, beginner, opponent, scoreboard, ruler, cards; or all"


def sheets(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Companies, fleets, 'mechs (.yaml), models or folders."),
    ],
    target: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write it there, else NAME.pdf here."),
    ] = None,
    paper: Annotated[PaperName, typer.Option(help="The paper to print on.")] = PaperName.A4,
    only: Annotated[
        str, typer.Option(metavar="SHEETS", help=f"Only these, with commas between: {_ONLY}.")
    ] = "",
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATH|NUMBERS", help="Who else plays, for the scores: a file, or frames=5,systems=20."
        ),
    ] = None,
    pictures: Annotated[bool, typer.Option("--pictures/--no-pictures", help="Draw the models.")] = True,
    edition: EditionOption = "",
    option: AgreedOption = None,
    game: SizeOption = "",
    players: PlayersOption = 0,
    force: ForceOption = False,
    library: LibraryOption = None,
) -> None:
    """Print a PDF for the table: each frame with its dice and boxes, tables, scores, a ruler, cards.

    For example: brickyard sheets company.yaml -o company.pdf
    """
    from brickyard.sheets import jobs
    from brickyard.sheets.choices import sheet_kinds
    from catalog.database.part_database import open_workspace
    from fleets.forces.force import Game
    from validators.judged_files import JudgeSettings

    request = JudgeSettings(
        edition=edition,
        options=tuple(option or ()),
        game=Game(game.lower(), players),
        workspace=open_workspace(library),
    )
    order = jobs.Order(sheet_kinds(only), paper, tuple(against or ()), dpi=jobs.DPI if pictures else 0)
    raise typer.Exit(jobs.make_sheets(paths, request, order, target, force))
