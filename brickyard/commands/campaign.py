"""`brickyard campaign`: how the forces of a campaign stand."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import brickyard
from brickyard.commands.options import EditionOption, OverHttp, PastedFormat, PastedFormatOption
from brickyard.terminal import Screen


def campaign(
    path: Annotated[
        Path,
        typer.Argument(metavar="CAMPAIGN", help="The campaign's file (see: brickyard new campaign)."),
        OverHttp("file"),
    ],
    edition: EditionOption = "",
    form: PastedFormatOption = PastedFormat.TEXT,
) -> None:
    """Show how the forces of a campaign stand, what was played, and which logs beside it aren't in it yet.

    For example: brickyard campaign campaign.yaml
    """
    found = brickyard.campaign(path, edition=edition)
    if form is PastedFormat.JSON:
        Screen().document(found)
        return
    from brickyard.campaigns.campaign_answer import markdown, show

    if form is PastedFormat.MARKDOWN:
        Screen().lines(markdown(found))
    else:
        show(found, Screen())
