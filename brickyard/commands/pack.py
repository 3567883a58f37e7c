"""`brickyard pack`: what to bring to a game night."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands.options import (
    AgreedOption,
    EditionOption,
    ForceOption,
    LibraryOption,
    PastedFormat,
    PastedFormatOption,
)


def _show_example(wanted: bool) -> None:
    if wanted:
        from brickyard.terminal import Screen
        from fleets.packing.dice_box import EXAMPLE

        Screen().text(EXAMPLE)
        raise typer.Exit


def pack(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="The companies, fleets or 'mechs of everybody who plays."),
    ],
    have: Annotated[
        Path | None,
        typer.Option("--have", metavar="FILE", help="What you have (.yaml); see what is missing."),
    ] = None,
    edition: EditionOption = "",
    option: AgreedOption = None,
    output: PastedFormatOption = PastedFormat.TEXT,
    target: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write it there instead of showing it."),
    ] = None,
    _example: Annotated[
        bool,
        typer.Option(
            "--example", callback=_show_example, is_eager=True, help="Show a file for --have and leave."
        ),
    ] = False,
    force: ForceOption = False,
    library: LibraryOption = None,
) -> None:
    """What to bring: dice by colour and size, ruler, clock, flags, for one player and for the table.

    The file for --have holds lines such as “red: {d6: 4, d8: 2}” below “dice:”, and “hinges: 8”. The
    status is 1 where something is missing that can't be shared.
    """
    from brickyard.packing import jobs
    from catalog.database.part_database import open_workspace
    from validators.judged_files import Request

    request = Request(edition, tuple(option or ()), workspace=open_workspace(library))
    raise typer.Exit(jobs.pack(paths, request, have, output.value, target, force))
