"""`brickyard bid`: how many frames and systems to bring."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands.options import (
    AgreedOption,
    EditionOption,
    ForceOption,
    Format,
    FormatOption,
    LibraryOption,
    PlayersOption,
    SizeOption,
    SubmodelOption,
)
from brickyard.terminal import Screen, stderr
from ldraw_tools.findings import BrickyardError


def bid(
    company: Annotated[
        str,
        typer.Argument(
            metavar="COMPANY", help="Your manifest or model, or its numbers: frames=5,systems=20."
        ),
    ],
    others: Annotated[
        list[str] | None, typer.Argument(metavar="[OTHER...]", help="More opponents, after --against.")
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OTHER...",
            help="The opponents you know: files, or numbers such as frames=4,systems=16. "
            "The others are assumed.",
        ),
    ] = None,
    players: PlayersOption = 0,
    likely: Annotated[
        str,
        typer.Option(
            metavar="LOW-HIGH",
            help="Systems per frame to assume for unknown opponents (default 3-4).",
        ),
    ] = "",
    edition: EditionOption = "",
    option: AgreedOption = None,
    game: SizeOption = "",
    form: FormatOption = Format.TEXT,
    target: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Also draw a heat map: bid.svg or bid.png."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Show every number of systems.")] = False,
    force: ForceOption = False,
    submodel: SubmodelOption = "",
    library: LibraryOption = None,
) -> None:
    """Find out how many frames and systems to bring: scores and positions for every choice, ties, spares.

    For example: brickyard bid company.yaml --against frames=4,systems=16 --players 3
    """
    from brickyard.comparison.bid_answer import all_bids
    from brickyard.plots.flat_drawing import SUFFIXES
    from catalog.database.part_database import open_workspace
    from fleets.comparing.bidding import LIKELY
    from fleets.forces.force import Game
    from ldraw_tools.choosing import with_submodel_in
    from validators.judged_files import JudgeSettings

    if target and target.suffix.lower() not in SUFFIXES:
        raise BrickyardError(f"{target}: a picture's name ends with {' or '.join(SUFFIXES)}")
    settings = JudgeSettings(
        edition=edition,
        options=tuple(option or ()),
        game=Game(game.lower(), players),
        workspace=open_workspace(library),
    )
    opponents = [*(against or ()), *(others or ())]
    (company,) = with_submodel_in([company], submodel)
    found = all_bids(company, opponents, settings, _span(likely) if likely else LIKELY)
    if target:
        from brickyard.comparison.bid_text import heat_map
        from brickyard.plots.heatmap import write_heat_map

        write_heat_map(target, heat_map(found), force=force)
        stderr().line(f"{target} written")
    if form is Format.JSON:
        from ldraw_tools.json_values import json_text

        Screen().text(json_text(found))
    else:
        from brickyard.comparison.bid_text import show

        show(found, Screen(), everything)


def _span(text: str) -> tuple[int, int]:
    """`3-4`, or one number."""
    low, _, high = text.replace("–", "-").partition("-")
    words = (low.strip(), (high or low).strip())
    if not all(word.isascii() and word.isdecimal() and len(word) < 3 for word in words):
        raise BrickyardError(f"--likely {text}: write the systems a unit carries on average, such as 3-4")
    numbers = (int(words[0]), int(words[1]))
    if numbers[0] > numbers[1]:
        raise BrickyardError(f"--likely {text}: the lower number comes first")
    return numbers
