"""`brickyard tags`: what every submodel was taken for; writing tags."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands.options import ForceOption


def tags(
    model: Annotated[Path, typer.Argument(metavar="MODEL", help="An .ldr, .mpd or .io file.")],
    change: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=TAG",
            help='Tag a submodel: --set "rifle.ldr=2Rd" (several times); NAME=none takes its tag away.',
        ),
    ] = None,
    target: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Where to write the tagged model; of an .io file, as .mpd or .ldr with its own parts.",
        ),
    ] = None,
    force: ForceOption = False,
) -> None:
    """Every submodel and what it was taken for, and why; --set writes tags and changes nothing else."""
    from brickyard import tag_jobs

    raise typer.Exit(tag_jobs.tags(model, change or [], target, force))
