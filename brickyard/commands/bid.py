"""`brickyard bid`: how many frames and systems to bring."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import brickyard
from brickyard.commands.options import (
    OVER_HTTP,
    AgreedOption,
    EditionOption,
    ForceOption,
    Format,
    FormatOption,
    LibraryOption,
    OverHttp,
    PlayersOption,
    SizeOption,
    SubmodelOption,
)
from brickyard.terminal import Screen, stderr


def bid(
    company: Annotated[
        str,
        typer.Argument(
            metavar="COMPANY", help="Your manifest or model, or its numbers: frames=5,systems=20."
        ),
        OverHttp("side"),
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
        OverHttp("side"),
    ] = None,
    players: PlayersOption = 0,
    likely: Annotated[
        str,
        typer.Option(
            metavar="LOW-HIGH",
            help="Systems per frame to assume for unknown opponents (default 3-4).",
        ),
        OVER_HTTP,
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
    from catalog.database.part_database import open_workspace

    if target:
        from brickyard.plots.flat_drawing import check_name

        check_name(target, force=force)
    found = brickyard.bid(
        company,
        [*(against or ()), *(others or ())],
        players=players,
        likely=likely,
        edition=edition,
        options=option,
        game=game,
        submodel=submodel,
        workspace=open_workspace(library),
    )
    if target:
        from brickyard.comparison.bid_wording import heat_map
        from brickyard.plots.heatmap import write_heat_map

        write_heat_map(target, heat_map(found), force=force)
        stderr().line(f"{target} written")
    if form is Format.JSON:
        Screen().document(found)
    else:
        from brickyard.comparison.bid_wording import show

        show(found, Screen(), everything)
