"""`brickyard check`: whether it is legal."""

from __future__ import annotations

from enum import StrEnum
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


class CheckFormat(StrEnum):
    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"


def check(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Models, manifests (.yaml) or folders of them.")
    ],
    edition: EditionOption = "",
    option: AgreedOption = None,
    game: SizeOption = "",
    players: PlayersOption = 0,
    buildable: Annotated[
        bool, typer.Option("--buildable", help="Can it be built, too? Overlaps, loose parts, balance.")
    ] = False,
    pictures: Annotated[
        Path | None,
        typer.Option(
            "--pictures-in", metavar="DIR", help="Judge that, and draw what is found there into DIR."
        ),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Take warnings as errors.")] = False,
    output: Annotated[CheckFormat, typer.Option("--format", help="How to say it.")] = CheckFormat.TEXT,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="Files to check at a time.")] = 1,
    everything: Annotated[bool, typer.Option("--all", help="Show all notes and all units.")] = False,
    force: ForceOption = False,
    library: LibraryOption = None,
) -> None:
    """Is it legal? What is wrong, where, by how much, by which rule, and how to mend it."""
    from brickyard import check_jobs
    from catalog.database.part_database import open_workspace
    from fleets.forces.force import Game
    from validators.judged_files import Request

    wanted = Game(game.lower(), players)
    judges_building = buildable or pictures is not None
    request = Request(edition, tuple(option or ()), wanted, judges_building, open_workspace(library))
    status = check_jobs.check(paths, request, output.value, strict, everything, jobs, pictures, force)
    raise typer.Exit(status)
