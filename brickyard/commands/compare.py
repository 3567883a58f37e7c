"""`brickyard compare`: who attacks and who defends."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.options import OVER_HTTP, OverHttp, PastedFormat, output, workspace_of
from brickyard.plots import check_name
from brickyard.terminal import Screen
from ldraw_tools.findings import printable

if TYPE_CHECKING:
    from brickyard.comparison.compare_answer import Compared

Sides = Annotated[
    list[str],
    typer.Argument(
        metavar="SIDE...",
        help="Manifests or models. For a side you only know by its numbers: "
        "frames=5,systems=20,stations=2 or 5/20/2 (Intercept Orbit: "
        "ships=4,companies=2,systems=14,hvas=3); "
        "name=… is optional.",
    ),
    OverHttp("side"),
]
Score = Annotated[
    list[str] | None,
    typer.Option(
        metavar="EVENT",
        help='What has happened since: "Sun\'s Fang lost 1 frame", "Piercing Eye took 1 station from '
        'Sun\'s Fang", "Sun\'s Fang took 1 station" (one that nobody held), "A regained 1 company", '
        '"Sun\'s Fang took 1 special objective"; repeatable.',
    ),
    OVER_HTTP,
]


def compare(
    sides: Sides,
    score: Score = None,
    edition: options.EditionOption = "",
    option: options.AgreedOption = None,
    game: options.SizeOption = "",
    form: options.PastedFormatOption = PastedFormat.TEXT,
    target: Annotated[Path | None, output("Draw the scores and their steps: .svg or .png.")] = None,
    force: options.ForceOption = False,
    submodel: options.SubmodelOption = "",
    library: options.LibraryOption = None,
) -> None:
    """Compare sides: who attacks, who defends, points per asset line by line, scores and ties.

    For example: brickyard compare ours.yaml theirs.yaml frames=5,systems=20,stations=2
    """
    from brickyard.comparison.compare_answer import markdown_lines, show

    check_name(target, force=force)
    found = brickyard.compare(
        sides,
        score=score or (),
        edition=edition,
        options=option,
        game=game,
        submodel=submodel,
        workspace=workspace_of(library),
    )
    if target:
        _draw(found, target, force)
    if form is PastedFormat.JSON:
        Screen().document(found)
    elif form is PastedFormat.MARKDOWN:
        Screen(colour=False).lines(markdown_lines(found))
    else:
        screen = Screen()
        show(found, screen)
        if target:
            screen.line(f"Drawn to {printable(str(target))}.")


def _draw(found: Compared, target: Path, force: bool) -> None:
    from brickyard.plots.fight_plots import score_drawing
    from brickyard.plots.flat_drawing import write_drawing

    write_drawing(score_drawing(found), target, force=force)
