"""`brickyard battle`: whole battles of two forces, played by program."""

from __future__ import annotations

from typing import Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.options import PastedFormat, flag, workspace_of
from brickyard.terminal import Screen

Forces = Annotated[
    list[str],
    typer.Argument(
        metavar="A B", help="Two manifests; for a force you only know by its numbers: frames=5,systems=20."
    ),
]
Tactics = Annotated[
    list[str] | None,
    typer.Option(
        metavar="FILE",
        help="A tactic of your own, beside the five; or only some of the five, by name. Repeatable.",
    ),
]
Terrain = Annotated[
    str, typer.Option(metavar="NAME|FILE", help="open, city, crowded, or your own (default: city).")
]
Within = Annotated[
    float, typer.Option(metavar="PERCENT", help="Play until the value is known to within so many of 100.")
]
Seed = Annotated[int, typer.Option(metavar="N", help="Of all dice: the same seed gives the same answer.")]


def battle(
    forces: Forces,
    tactics: Tactics = None,
    terrain: Terrain = "",
    within: Within = 3,
    seed: Seed = 1,
    anyway: Annotated[bool, flag("--anyway", "Play forces that are not legal, too.")] = False,
    edition: options.EditionOption = "",
    option: options.AgreedOption = None,
    game: options.SizeOption = "",
    form: options.PastedFormatOption = PastedFormat.TEXT,
    library: options.LibraryOption = None,
) -> None:
    """Play whole battles of two forces by program, and tell who wins how often: a range between tactics.

    For example: brickyard battle ours.yaml theirs.yaml
    """
    found = brickyard.battle(
        forces,
        tactics=tactics or (),
        terrain=terrain,
        within=within,
        seed=seed,
        anyway=anyway,
        edition=edition,
        options=option,
        game=game,
        workspace=workspace_of(library),
    )
    from brickyard.battle_values.battle_text import markdown_lines, text_lines

    if form is PastedFormat.JSON:
        Screen().document(found)
    elif form is PastedFormat.MARKDOWN:
        Screen(colour=False).lines(markdown_lines(found))
    else:
        screen = Screen()
        screen.lines(text_lines(found, screen.paint))
