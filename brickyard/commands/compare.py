"""`brickyard compare`: who attacks and who defends."""

from __future__ import annotations

from typing import Annotated

import typer

from brickyard.commands.options import (
    AgreedOption,
    EditionOption,
    LibraryOption,
    PastedFormat,
    PastedFormatOption,
    SizeOption,
    SubmodelOption,
)
from brickyard.terminal import Screen


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
    ],
    score: Annotated[
        list[str] | None,
        typer.Option(
            metavar="EVENT",
            help='What has happened since: "Sun\'s Fang lost 1 frame", "Piercing Eye took 1 station from '
            "Sun's Fang\"; repeatable.",
        ),
    ] = None,
    edition: EditionOption = "",
    option: AgreedOption = None,
    game: SizeOption = "",
    form: PastedFormatOption = PastedFormat.TEXT,
    submodel: SubmodelOption = "",
    library: LibraryOption = None,
) -> None:
    """Compare sides: who attacks, who defends, points per asset line by line, scores and ties.

    For example: brickyard compare ours.yaml theirs.yaml frames=5,systems=20,stations=2
    """
    from brickyard.comparison.compare_answer import compare_all
    from catalog.database.part_database import open_workspace
    from fleets.forces.force import Game
    from ldraw_tools.choosing import with_submodel_in
    from validators.judged_files import JudgeSettings

    settings = JudgeSettings(
        edition=edition,
        options=tuple(option or ()),
        game=Game(game.lower()),
        workspace=open_workspace(library),
    )
    found = compare_all(with_submodel_in(sides, submodel), settings, score or [])
    if form is PastedFormat.JSON:
        from ldraw_tools.json_values import json_text

        Screen().text(json_text(found))
    elif form is PastedFormat.MARKDOWN:
        from brickyard.comparison.compare_text import markdown_lines

        Screen(colour=False).lines(markdown_lines(found))
    else:
        from brickyard.comparison.compare_text import show

        show(found, Screen())
