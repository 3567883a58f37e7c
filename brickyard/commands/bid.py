"""`brickyard bid`: how many frames and systems to bring."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.options import OVER_HTTP, Format, OverHttp, flag, output, workspace_of
from brickyard.plots import check_name
from brickyard.terminal import Screen, stderr

if TYPE_CHECKING:
    from brickyard.comparison.bid_answer import Bids

Company = Annotated[
    str,
    typer.Argument(metavar="COMPANY", help="Your manifest or model, or its numbers: frames=5,systems=20."),
    OverHttp("side"),
]
Others = Annotated[
    list[str] | None, typer.Argument(metavar="[OTHER...]", help="More opponents, after --against.")
]
Against = Annotated[
    list[str] | None,
    typer.Option(
        metavar="OTHER...",
        help="The opponents you know: files, or numbers such as frames=4,systems=16. The others are assumed.",
    ),
    OverHttp("side"),
]
Likely = Annotated[
    str,
    typer.Option(metavar="LOW-HIGH", help="Systems per frame to assume for unknown opponents (default 3-4)."),
    OVER_HTTP,
]


def bid(
    company: Company,
    others: Others = None,
    against: Against = None,
    players: options.PlayersOption = 0,
    likely: Likely = "",
    edition: options.EditionOption = "",
    option: options.AgreedOption = None,
    game: options.SizeOption = "",
    form: options.FormatOption = Format.TEXT,
    target: Annotated[Path | None, output("Also draw a heat map: bid.svg or bid.png.")] = None,
    everything: Annotated[bool, flag("--all", "Show every number of systems.")] = False,
    force: options.ForceOption = False,
    submodel: options.SubmodelOption = "",
    library: options.LibraryOption = None,
) -> None:
    """Find out how many frames and systems to bring: scores and positions for every choice, ties, spares.

    For example: brickyard bid company.yaml --against frames=4,systems=16 --players 3
    """
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
        workspace=workspace_of(library),
    )
    if target:
        _draw(found, target, force)
    if form is Format.JSON:
        Screen().document(found)
    else:
        from brickyard.comparison.bid_wording import show

        show(found, Screen(), everything)


def _draw(found: Bids, target: Path, force: bool) -> None:
    from brickyard.comparison.bid_wording import heat_map
    from brickyard.plots.heatmap import write_heat_map

    write_heat_map(target, heat_map(found), force=force)
    stderr().line(f"{target} written")
