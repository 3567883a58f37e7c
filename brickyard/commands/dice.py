"""`brickyard dice`: any dialect of dice in, every dialect out."""

from __future__ import annotations

from typing import Annotated

import typer

from brickyard.commands.options import EditionOption, LibraryOption


def dice(
    what: Annotated[
        list[str], typer.Argument(metavar="TEXT|PATH", help="A notation, a model or a manifest.")
    ],
    edition: EditionOption = "",
    library: LibraryOption = None,
) -> None:
    """Reads dice in any dialect: every dialect, what each system gives, what a loss leaves."""
    from brickyard import dice_jobs

    raise typer.Exit(dice_jobs.read(" ".join(what), edition, library or []))
