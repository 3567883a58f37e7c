"""`brickyard battle`: whole battles of two forces, played by program."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.options import PastedFormat, flag, output, workspace_of
from brickyard.plots import check_name
from brickyard.progress import Progress
from brickyard.terminal import Screen
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.writing import write_output

if TYPE_CHECKING:
    from brickyard.battle_values.battle_story import BattleStory

Forces = Annotated[
    list[str],
    typer.Argument(
        metavar="A B [C]",
        help="Two manifests, or three; for a force you only know by its numbers: frames=5,systems=20.",
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
        bool, flag("--swaps", "Try every legal change of one system of A; takes minutes. Only of two.")
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
        Path | None,
        output("Draw tactics and scores: .svg or .png. With --story: its log, .json, or page, .html."),
    ] = None,
    force: options.ForceOption = False,
    library: options.LibraryOption = None,
) -> None:
    """Play whole battles of two or three forces by program: who wins how often, a range between tactics.

    For example: brickyard battle ours.yaml theirs.yaml
    """
    from brickyard.battle_values.battle_text import markdown_lines, text_lines

    if story is not None:
        _check_story(target, swaps or bool(instead))
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
        _tell(told, forces, form, target, force)
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
    screen = Screen()
    if form is PastedFormat.JSON:
        screen.document(found)
    elif form is PastedFormat.MARKDOWN:
        Screen(colour=False).lines(markdown_lines(found))
    else:
        screen.lines(text_lines(found, screen.paint))
    if target:
        # Only now: what was played for minutes is told, even if nothing can be written.
        from brickyard.battle_values.battle_plot import battle_drawing
        from brickyard.plots.flat_drawing import write_drawing

        write_drawing(battle_drawing(found), target, force=force)
        if form is PastedFormat.TEXT:
            screen.line(f"Drawn to {printable(str(target))}.")


def _check_story(target: Path | None, with_swaps: bool) -> None:
    if with_swaps:
        raise BrickyardError("--story tells one battle, which says nothing about swaps")
    if target and target.suffix.lower() not in (".json", ".html"):
        raise BrickyardError(f"{target}: with --story write a log, .json, or a page, .html")


def _tell(
    told: BattleStory, forces: Sequence[str], form: PastedFormat, target: Path | None, force: bool
) -> None:
    from brickyard.table.battle_page import page_with_models
    from brickyard.table.replay_answer import show

    screen = Screen()
    if target:
        is_page = target.suffix.lower() == ".html"
        lists = [path for path in map(Path, forces) if path.is_file()]
        data = page_with_models(told.told, lists) if is_page else told.log_bytes
        write_output(target, data, force=force)
    if form is PastedFormat.JSON:
        screen.document(told.told.answer())
        return
    show(told.told, screen)
    if target:
        reads = "" if target.suffix.lower() == ".html" else "; brickyard replay reads it"
        screen.line(f"Written to {printable(str(target))}{reads}.")
