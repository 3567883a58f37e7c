"""`brickyard card`: a design as text to paste, or as a card to print."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import brickyard
from brickyard.commands.options import (
    EditionOption,
    ForceOption,
    LibraryOption,
    NoSuppressOption,
    OverHttp,
    QuietOption,
    SubmodelOption,
)
from brickyard.one_by_one import end_with
from brickyard.printing import PaperName
from brickyard.terminal import Screen, talk


class CardFormat(StrEnum):
    MARKDOWN = "markdown"
    TEXT = "text"
    BBCODE = "bbcode"
    JSON = "json"


def card(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Models, manifests (.yaml), or a unit: company.yaml:Name."),
        OverHttp("file"),
    ],
    form: Annotated[
        CardFormat,
        typer.Option("--format", help="Markdown for Discord, bbcode for forums, json for programs."),
    ] = CardFormat.MARKDOWN,
    edition: EditionOption = "",
    no_suppress: NoSuppressOption = False,
    target: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Write it there; a .png or .pdf is drawn, 63 × 88 mm."
        ),
    ] = None,
    paper: Annotated[
        PaperName, typer.Option(help="Paper size of a .pdf with several cards, nine to a page.")
    ] = PaperName.A4,
    force: ForceOption = False,
    submodel: SubmodelOption = "",
    library: LibraryOption = None,
    _quiet: QuietOption = False,
) -> None:
    """Write a design to paste into a chat or a forum, or draw it as a card: dice, odds, size, verdict.

    For example: brickyard card company.yaml:Brutus
    """
    from catalog.database.part_database import open_workspace

    answer = brickyard.card(
        paths,
        form=form,
        edition=edition,
        suppress=not no_suppress,
        target=target,
        paper=paper,
        force=force,
        submodel=submodel,
        workspace=open_workspace(library),
    )
    if answer.written is not None:
        talk().lines(answer.said)
    elif form is CardFormat.JSON:
        Screen().document(answer)
    else:
        from brickyard.cards.pasted_cards import card_text

        Screen().text(card_text(answer.files, form, paths[0]))
    end_with(0, answer.problems)
