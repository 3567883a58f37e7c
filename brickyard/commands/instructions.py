"""`brickyard instructions`: how to build it, as a PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands.options import ForceOption, LibraryOption, QuietOption, SubmodelOption
from brickyard.sheets.press import PaperName


def instructions(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Models, or manifests (.yaml) for all of their models."),
    ],
    target: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="File to write (default: NAME-instructions.pdf here)."
        ),
    ] = None,
    paper: Annotated[PaperName, typer.Option(help="Paper size.")] = PaperName.A4,
    submodel: SubmodelOption = "",
    force: ForceOption = False,
    library: LibraryOption = None,
    _quiet: QuietOption = False,
) -> None:
    """Print building instructions: steps with the parts they need, submodels, and a list of all parts.

    For example: brickyard instructions chub.mpd -o chub.pdf
    """
    from brickyard.answers import each_of
    from brickyard.one_by_one import end_with
    from brickyard.sheets.booklet import buildables, instructions_pdf
    from brickyard.sheets.press import pdf_target, write_pdf
    from catalog.database.part_database import open_workspace
    from ldraw_tools.choosing import output_stem, with_submodel
    from ldraw_tools.findings import BrickyardError
    from ldraw_tools.writing import check_output

    paths = with_submodel(paths, submodel)
    workspace = open_workspace(library)
    found, problems = each_of(paths, lambda path: buildables([path], workspace))
    wanted = list(dict.fromkeys(one for some in found for one in some))
    if problems and not wanted:
        end_with(2, problems)
    if not wanted:
        raise BrickyardError(f"{paths[0]}: no model in it to build")
    target = pdf_target(target, f"{output_stem(wanted[0])}-instructions")
    check_output(target, force=force)
    pdf, notes = instructions_pdf(wanted, workspace, paper=paper)
    write_pdf(pdf, target, notes, force=force)
    end_with(0, problems)
