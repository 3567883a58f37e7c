"""`brickyard instructions`: how to build it, as a PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.options import output, workspace_of
from brickyard.printing import PaperName
from brickyard.progress import Progress, end_with_output


def instructions(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Models, or manifests (.yaml) for all of their models."),
    ],
    target: Annotated[Path | None, output("File to write (default: NAME-instructions.pdf here).")] = None,
    paper: Annotated[PaperName, typer.Option(help="Paper size.")] = PaperName.A4,
    submodel: options.SubmodelOption = "",
    force: options.ForceOption = False,
    library: options.LibraryOption = None,
    _quiet: options.QuietOption = False,
) -> None:
    """Print building instructions: steps with the parts they need, submodels, and a list of all parts.

    For example: brickyard instructions chub.mpd -o chub.pdf
    """
    with Progress("steps") as progress:
        made = brickyard.instructions(
            paths,
            target=target,
            paper=paper,
            submodel=submodel,
            force=force,
            workspace=workspace_of(library),
            told=progress,
        )
    end_with_output(made, force)
