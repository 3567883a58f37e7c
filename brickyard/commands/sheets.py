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
    NoSuppressOption,
    PlayersOption,
    QuietOption,
    SizeOption,
    SubmodelOption,
)
from brickyard.sheets.press import PaperName

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
    from brickyard.answers import each_of
    from brickyard.facts.judged_designs import open_design_files, why_no_design
    from brickyard.one_by_one import end_with
    from brickyard.sheets.press import pdf_target, write_pdf
    from brickyard.sheets.sheet_making import DPI, sheet_kinds, sheets_pdf
    from catalog.database.part_database import open_workspace
    from fleets.forces.force import Game
    from ldraw_tools.choosing import with_submodel
    from ldraw_tools.findings import BrickyardError
    from ldraw_tools.writing import check_output
    from validators.judged_files import JudgeSettings

    paths = with_submodel(paths, submodel)
    kinds = sheet_kinds(only)
    request = JudgeSettings(
        edition=edition,
        options=tuple(option or ()),
        suppress=not no_suppress,
        game=Game(game.lower(), players),
        workspace=open_workspace(library),
    )
    opened, problems = each_of(paths, lambda path: open_design_files([path], request))
    read = [file for some in opened for file in some]
    files = [file for file in read if file.subject or file.designs]
    if problems and not files:
        end_with(2, problems)
    if not files:
        raise BrickyardError(why_no_design(paths[0], read, "nothing in it to print"))
    target = pdf_target(target, files[0].slug)
    check_output(target, force=force)
    dpi = DPI if pictures else 0
    pdf, notes = sheets_pdf(files, request, kinds, paper=paper, against=tuple(against or ()), dpi=dpi)
    doubted = [one for one in files if one.judged.accepted_errors or not one.is_legal]
    said = [f"{one.path.name} is {one.judged.word.lower()}, and its sheet says so" for one in doubted]
    write_pdf(pdf, target, [*notes, *said], force=force)
    end_with(0, problems)
