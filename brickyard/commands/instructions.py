"""`brickyard instructions`: how to build it, as a PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands.options import ForceOption, LibraryOption
from brickyard.sheets.paper import PaperName


def instructions(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Models, or manifests (.yaml) for all of their models."),
    ],
    target: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Write it there, else NAME-instructions.pdf here."
        ),
    ] = None,
    paper: Annotated[PaperName, typer.Option(help="The paper to print on.")] = PaperName.A4,
    submodel: Annotated[str, typer.Option(metavar="NAME", help="Only this submodel.")] = "",
    force: ForceOption = False,
    library: LibraryOption = None,
) -> None:
    """Print building instructions: steps with the parts they need, submodels, and a list of all parts.

    For example: brickyard instructions chub.mpd -o chub.pdf
    """
    from brickyard.sheets.instruction_jobs import Printing, make_instructions

    raise typer.Exit(make_instructions(paths, submodel, library or [], Printing(paper), target, force))
