"""`brickyard battle`: whole battles of two forces, played by program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.options import PastedFormat, flag, output, workspace_of
from brickyard.plots import check_name
from brickyard.progress import Progress
from brickyard.terminal import Screen
from ldraw_tools.findings import printable
from ldraw_tools.writing import write_output

if TYPE_CHECKING:
    from brickyard.battle_values.battle_story import BattleStory

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
Instead = Annotated[
    str,
    typer.Option(metavar="UNIT: OLD=NEW", help='What if one frame of A had another system: "Scout: 1Y=1G".'),
]
Story = Annotated[
    int | None,
    typer.Option(
        metavar="SEED", help="Tell one battle in words instead; each side plays the tactic named for it."
    ),
]
Anyway = Annotated[bool, flag("--anyway", "Play forces that are not legal, too.")]
Seed = Annotated[int, typer.Option(metavar="N", help="Of all dice: the same seed gives the same answer.")]


def battle(
    forces: Forces,
    tactics: Tactics = None,
    terrain: Terrain = "",
    within: Within = 3,
    seed: Seed = 1,
    swaps: Annotated[
        bool, flag("--swaps", "Try every legal change of one system of A; takes minutes.")
    ] = False,
    instead: Instead = "",
    story: Story = None,
    anyway: Anyway = False,
    jobs: options.JobsOption = 1,
    cluster: options.ClusterOption = "",
    edition: options.EditionOption = "",
    option: options.AgreedOption = None,
    game: options.SizeOption = "",
    form: options.PastedFormatOption = PastedFormat.TEXT,
    target: Annotated[
        Path | None, output("Draw the table of tactics: .svg or .png. With --story: its log, .json.")
    ] = None,
    force: options.ForceOption = False,
    library: options.LibraryOption = None,
) -> None:
    """Play whole battles of two forces by program, and tell who wins how often: a range between tactics.

    For example: brickyard battle ours.yaml theirs.yaml
    """
    from brickyard.battle_values.battle_text import markdown_lines, text_lines

    if story is not None:
        told = brickyard.battle_story(
            forces,
            seed=story,
            tactics=tactics or (),
            terrain=terrain,
            anyway=anyway,
            edition=edition,
            options=option,
            game=game,
            workspace=workspace_of(library),
        )
        _tell(told, form, target, force)
        return
    check_name(target, force=force)
    with Progress("Playing battles") as progress:
        found = brickyard.battle(
            forces,
            tactics=tactics or (),
            terrain=terrain,
            within=within,
            seed=seed,
            swaps=swaps,
            instead=instead,
            anyway=anyway,
            jobs=jobs,
            cluster=cluster,
            edition=edition,
            options=option,
            game=game,
            told=progress,
            workspace=workspace_of(library),
        )
    if target:
        from brickyard.battle_values.battle_plot import tactics_map
        from brickyard.plots.heatmap import write_heat_map

        write_heat_map(target, tactics_map(found), force=force)
    if form is PastedFormat.JSON:
        Screen().document(found)
    elif form is PastedFormat.MARKDOWN:
        Screen(colour=False).lines(markdown_lines(found))
    else:
        screen = Screen()
        screen.lines(text_lines(found, screen.paint))
        if target:
            screen.line(f"Drawn to {printable(str(target))}.")


def _tell(told: BattleStory, form: PastedFormat, target: Path | None, force: bool) -> None:
    from brickyard.battle_values.battle_story import show_story

    screen = Screen()
    if target:
        write_output(target, told.log_bytes, force=force)
    if form is PastedFormat.JSON:
        screen.document(told.told.answer())
        return
    show_story(told, screen)
    if target:
        screen.line(f"Written to {printable(str(target))}; brickyard replay reads it.")
