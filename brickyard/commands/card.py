"""`brickyard card`: a design as text to paste, or as a card to print."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.options import OverHttp, output, workspace_of
from brickyard.printing import PaperName
from brickyard.progress import end_with
from brickyard.terminal import Screen, talk


class CardFormat(StrEnum):
    MARKDOWN = "markdown"
    TEXT = "text"
    BBCODE = "bbcode"
    JSON = "json"


Paths = Annotated[
    list[Path],
    typer.Argument(metavar="PATH...", help="Models, manifests (.yaml), or a unit: company.yaml:Name."),
    OverHttp("file"),
]
Form = Annotated[
    CardFormat, typer.Option("--format", help="Markdown for Discord, bbcode for forums, json for programs.")
]
Paper = Annotated[PaperName, typer.Option(help="Paper size of a .pdf with several cards, nine to a page.")]


def card(
    paths: Paths,
    form: Form = CardFormat.MARKDOWN,
    edition: options.EditionOption = "",
    no_suppress: options.NoSuppressOption = False,
    target: Annotated[Path | None, output("Write it there; a .png or .pdf is drawn, 63 × 88 mm.")] = None,
    paper: Paper = PaperName.A4,
    force: options.ForceOption = False,
    submodel: options.SubmodelOption = "",
    library: options.LibraryOption = None,
    _quiet: options.QuietOption = False,
) -> None:
    """Write a design to paste into a chat or a forum, or draw it as a card: dice, odds, size, verdict.

    For example: brickyard card company.yaml:Brutus
    """
    answer = brickyard.card(
        paths,
        form=form,
        edition=edition,
        suppress=not no_suppress,
        target=target,
        paper=paper,
        force=force,
        submodel=submodel,
        workspace=workspace_of(library),
    )
    if answer.written is not None:
        talk().lines(answer.said)
    elif form is CardFormat.JSON:
        Screen().document(answer)
    else:
        from brickyard.cards.pasted_cards import card_text

        Screen().text(card_text(answer.files, form, paths[0]))
    end_with(0, answer.problems)
