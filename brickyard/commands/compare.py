"""`brickyard compare`: who attacks and who defends."""

from __future__ import annotations

from typing import Annotated

import typer

from brickyard.commands.options import (
    AgreedOption,
    EditionOption,
    LibraryOption,
    PastedFormat,
    PastedFormatOption,
    SizeOption,
)


def compare(
    sides: Annotated[
        list[str],
        typer.Argument(
            metavar="SIDE...",
            help="Manifests or models; of somebody you only heard of: frames=5,systems=20,stations=2 "
            "(Intercept Orbit: ships=4,companies=2,systems=14,hvas=3; name=… if you like).",
        ),
    ],
    score: Annotated[
        list[str] | None,
        typer.Option(
            metavar="EVENT",
            help='What happened since: "Sun\'s Fang lost 1 frame", "Piercing Eye took 1 station from '
            "Sun's Fang\" (several times).",
        ),
    ] = None,
    edition: EditionOption = "",
    option: AgreedOption = None,
    game: SizeOption = "",
    output: PastedFormatOption = PastedFormat.TEXT,
    library: LibraryOption = None,
) -> None:
    """Who attacks, who defends? Points per asset line by line, scores, positions, ties and ways out."""
    from brickyard.comparison import compare_jobs
    from catalog.database.part_database import open_workspace
    from fleets.forces.force import Game
    from validators.judged_files import Request

    request = Request(edition, tuple(option or ()), Game(game.lower()), workspace=open_workspace(library))
    raise typer.Exit(compare_jobs.compare(sides, request, score or [], output.value))
