"""`brickyard card`: a design as text to paste, or as a card to print."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands.options import EditionOption, ForceOption, LibraryOption


class CardFormat(StrEnum):
    MARKDOWN = "markdown"
    TEXT = "text"
    BBCODE = "bbcode"


def card(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Models, manifests (.yaml), or a unit: company.yaml:Name."),
    ],
    output: Annotated[
        CardFormat, typer.Option("--format", help="Markdown for Discord, bbcode for forums.")
    ] = CardFormat.MARKDOWN,
    edition: EditionOption = "",
    target: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Write it there; a .png or .pdf is drawn, 63 × 88 mm."
        ),
    ] = None,
    force: ForceOption = False,
    library: LibraryOption = None,
) -> None:
    """Write a design to paste into a chat or a forum, or draw it as a card: dice, odds, size, verdict.

    For example: brickyard card company.yaml:Brutus
    """
    from brickyard.cards import jobs
    from catalog.database.part_database import open_workspace
    from validators.judged_files import JudgeSettings

    request = JudgeSettings(edition=edition, workspace=open_workspace(library))
    raise typer.Exit(jobs.show(paths, request, output.value, target, force))
