"""`brickyard compare`: who attacks and who defends."""

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
    LibraryOption,
    OverHttp,
    PastedFormat,
    PastedFormatOption,
    SizeOption,
    SubmodelOption,
)
from brickyard.terminal import Screen
from ldraw_tools.findings import printable


def compare(
    sides: Annotated[
        list[str],
        typer.Argument(
            metavar="SIDE...",
            help="Manifests or models. For a side you only know by its numbers: "
            "frames=5,systems=20,stations=2 or 5/20/2 (Intercept Orbit: "
            "ships=4,companies=2,systems=14,hvas=3); "
            "name=… is optional.",
        ),
        OverHttp("side"),
    ],
    score: Annotated[
        list[str] | None,
        typer.Option(
            metavar="EVENT",
            help='What has happened since: "Sun\'s Fang lost 1 frame", "Piercing Eye took 1 station from '
            'Sun\'s Fang", "Sun\'s Fang took 1 station" (one that nobody held), "A regained 1 company", '
            '"Sun\'s Fang took 1 special objective"; repeatable.',
        ),
        OVER_HTTP,
    ] = None,
    edition: EditionOption = "",
    option: AgreedOption = None,
    game: SizeOption = "",
    form: PastedFormatOption = PastedFormat.TEXT,
    target: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Draw the scores and their steps: .svg or .png."),
    ] = None,
    force: ForceOption = False,
    submodel: SubmodelOption = "",
    library: LibraryOption = None,
) -> None:
    """Compare sides: who attacks, who defends, points per asset line by line, scores and ties.

    For example: brickyard compare ours.yaml theirs.yaml frames=5,systems=20,stations=2
    """
    from catalog.database.part_database import open_workspace

    if target:
        from brickyard.plots.flat_drawing import check_name

        check_name(target, force=force)
    found = brickyard.compare(
        sides,
        score=score or (),
        edition=edition,
        options=option,
        game=game,
        submodel=submodel,
        workspace=open_workspace(library),
    )
    if target:
        from brickyard.plots.fight_plots import score_drawing
        from brickyard.plots.flat_drawing import write_drawing

        write_drawing(score_drawing(found), target, force=force)
    if form is PastedFormat.JSON:
        Screen().document(found)
    elif form is PastedFormat.MARKDOWN:
        from brickyard.comparison.compare_wording import markdown_lines

        Screen(colour=False).lines(markdown_lines(found))
    else:
        from brickyard.comparison.compare_wording import show

        screen = Screen()
        show(found, screen)
        if target:
            screen.line(f"Drawn to {printable(str(target))}.")
