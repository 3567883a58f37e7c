"""`brickyard card`: a design as text to paste, or as a card to print."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands.options import (
    EditionOption,
    ForceOption,
    LibraryOption,
    NoSuppressOption,
    QuietOption,
    SubmodelOption,
)
from brickyard.sheets.press import PaperName


class CardFormat(StrEnum):
    MARKDOWN = "markdown"
    TEXT = "text"
    BBCODE = "bbcode"
    JSON = "json"


def card(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Models, manifests (.yaml), or a unit: company.yaml:Name."),
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
    from brickyard.answers import each_of
    from brickyard.cards.pasted_cards import FORMATS, cards_of
    from brickyard.facts.judged_designs import open_design_files, why_no_design
    from brickyard.one_by_one import end_with
    from brickyard.terminal import Screen, harmless, talk
    from catalog.database.part_database import open_workspace
    from ldraw_tools.choosing import with_submodel
    from ldraw_tools.findings import BrickyardError, printable
    from ldraw_tools.writing import write_output
    from validators.judged_files import JudgeSettings

    paths = with_submodel(paths, submodel)
    settings = JudgeSettings(edition=edition, suppress=not no_suppress, workspace=open_workspace(library))
    opened, problems = each_of(paths, lambda path: open_design_files([path], settings))
    files = [file for some in opened for file in some]
    cards = [card for file in files for card in cards_of(file)]
    if problems and not files:
        end_with(2, problems)
    if not cards and form is not CardFormat.JSON:
        raise BrickyardError(why_no_design(paths[0], files, "no design in it"))
    screen = Screen()
    suffix = target.suffix.lower() if target else ""
    if target is not None and suffix in (".png", ".pdf"):
        from brickyard.cards.drawn_cards import print_cards

        data, notes, what = print_cards(files, suffix, paper)
        write_output(target, data, force=force)
        talk().lines([*(f"note: {printable(note)}" for note in notes), f"{printable(str(target))}: {what}"])
        end_with(0, problems)
    if form is CardFormat.JSON:
        from brickyard.cards.card_answer import card_answer
        from ldraw_tools.json_values import json_text

        text = json_text(card_answer(files))
    else:
        text = harmless("\n".join(FORMATS[form.value](card) for card in cards))
    if target is not None:
        write_output(target, text.encode(), force=force)
    else:
        screen.text(text)
    end_with(0, problems)
