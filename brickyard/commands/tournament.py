"""`brickyard tournament`: every force of a folder against every other, played by program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.battle import Anyway, Seed, Tactics, Terrain, Within
from brickyard.commands.options import PastedFormat, output, workspace_of
from brickyard.progress import Progress
from brickyard.terminal import Screen
from ldraw_tools.findings import printable

if TYPE_CHECKING:
    from brickyard.battle_values.tournament_answer import TournamentAnswer

Entries = Annotated[
    list[str],
    typer.Argument(metavar="FOLDER...", help="Folders of companies, or companies: at least two of them."),
]
Target = Annotated[
    Path | None,
    output("Make a page there, and keep what was played: the next run plays only what is new.", "FOLDER"),
]


def tournament(
    forces: Entries,
    target: Target = None,
    tactics: Tactics = None,
    terrain: Terrain = "",
    within: Within = 10,
    seed: Seed = 1,
    anyway: Anyway = False,
    jobs: options.JobsOption = 1,
    cluster: options.ClusterOption = "",
    edition: options.EditionOption = "",
    option: options.AgreedOption = None,
    game: options.SizeOption = "",
    form: options.PastedFormatOption = PastedFormat.TEXT,
    library: options.LibraryOption = None,
) -> None:
    """Play all companies of a folder against each other by program, and tell who beats whom.

    For example: brickyard tournament companies -o tournament
    """
    with Progress("Playing pairs", lines=True) as progress:
        found = brickyard.tournament(
            forces,
            target=target,
            tactics=tactics or (),
            terrain=terrain,
            within=within,
            seed=seed,
            anyway=anyway,
            jobs=jobs,
            cluster=cluster,
            edition=edition,
            options=option,
            game=game,
            told=progress,
            workspace=workspace_of(library),
        )
    _print(found, form, target)


def _print(found: TournamentAnswer, form: PastedFormat, target: Path | None) -> None:
    from brickyard.battle_values.tournament_text import markdown_lines, text_lines

    screen = Screen()
    if form is PastedFormat.JSON:
        screen.document(found)
        return
    if form is PastedFormat.MARKDOWN:
        Screen(colour=False).lines(markdown_lines(found))
        return
    screen.lines(text_lines(found, screen.paint))
    if target:
        screen.line(f"Open {printable(str(target / 'index.html'))}.")
