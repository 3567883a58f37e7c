"""`brickyard replay`: a game in words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.options import Format, flag, output
from brickyard.table import Language
from brickyard.terminal import Screen
from ldraw_tools.findings import printable
from ldraw_tools.writing import write_output

if TYPE_CHECKING:
    from brickyard.table.replay_answer import Replayed

Campaign = Annotated[
    Path | None,
    typer.Option(
        "--campaign", metavar="FILE", help="Add scores and losses to this campaign; the old file is kept."
    ),
]
Unfinished = Annotated[
    bool, flag("--unfinished", "With --campaign: add a game that isn't over, as it stands.")
]
LanguageOption = Annotated[
    Language, typer.Option("--language", help="Of the game's sentences and of the page.")
]


def replay(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="A log that the page of a table has saved.")],
    played: Annotated[
        list[Path] | None, typer.Argument(metavar="FORCE", help="Lists that played: -o shows their models.")
    ] = None,
    edition: options.EditionOption = "",
    form: options.FormatOption = Format.TEXT,
    target: Annotated[Path | None, output("Write a page of the battle: .html.")] = None,
    campaign: Campaign = None,
    unfinished: Unfinished = False,
    short: Annotated[bool, flag("--short", "Leave out what was taken back and what had no effect.")] = False,
    language: LanguageOption = Language.ENGLISH,
    force: options.ForceOption = False,
) -> None:
    """Tell a game in words, from a log that the table's page has saved, with the scores after every event.

    Numbers come from the edition, whatever the log says. Events without effect are listed with the reason.
    With -o or --campaign it is told in one line how the game ended.

    For example: brickyard replay tuesday.json ours.yaml theirs.yaml -o tuesday.html
    """
    from brickyard.table.replay_answer import show

    found = brickyard.replay(log, edition=edition, language=language)
    screen = Screen()
    if target:
        _write_page(target, found, played or (), language, force)
    told = ""
    if campaign:
        from brickyard.campaigns.campaign_answer import add_game

        told = add_game(campaign, found.game, found.state, found.day, log=log, unfinished=unfinished)
    if form is Format.JSON:
        screen.document(found.answer())
        return
    show(found, screen, everything=not short, only_end=bool(target or campaign))
    if told:
        screen.line(told)
    if target:
        screen.line(f"Written to {printable(str(target))}.")


def _write_page(
    target: Path, found: Replayed, played: Sequence[Path], language: Language, force: bool
) -> None:
    from brickyard.table.battle_page import page_with_models

    write_output(target, page_with_models(found, played, language), force=force)
