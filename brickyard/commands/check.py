"""`brickyard check`: whether it is legal."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands.options import EditionOption, LibraryOption


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
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[=VALUE]", help="Something your group agreed to (several times)."),
    ] = None,
    game: Annotated[str, typer.Option(metavar="SIZE", help="The game's size: skirmish or battle.")] = "",
    players: Annotated[int, typer.Option(min=0, max=99, help="How many play.")] = 0,
    strict: Annotated[bool, typer.Option("--strict", help="Take warnings as errors.")] = False,
    output: Annotated[CheckFormat, typer.Option("--format", help="How to say it.")] = CheckFormat.TEXT,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="Files to check at a time.")] = 1,
    everything: Annotated[bool, typer.Option("--all", help="Show all notes and all units.")] = False,
    library: LibraryOption = None,
) -> None:
    """Is it legal? What is wrong, where, by how much, by which rule, and how to mend it."""
    from brickyard import check_jobs
    from brickyard.checking import Request
    from fleets.force import Game

    request = Request(edition, tuple(option or ()), Game(game.lower(), players), tuple(library or ()))
    raise typer.Exit(check_jobs.check(paths, request, output.value, strict, everything, jobs))
