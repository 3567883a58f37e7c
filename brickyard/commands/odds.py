"""`brickyard odds`: exact chances of attacks."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands.options import EditionOption, ForceOption, Format, FormatOption, LibraryOption


class White(StrEnum):
    NONE = "none"
    ATTACK = "attack"
    DEFENSE = "defense"
    BALANCED = "balanced"


def odds(
    sides: Annotated[
        list[str],
        typer.Argument(
            metavar="A [B]",
            help='Attacker and target: "2Rd 1B 1Y", a model, company.yaml:Name, an enemy, terrain.',
        ),
    ],
    matrix: Annotated[
        bool, typer.Option("--matrix", help="Every unit of A against every unit of B.")
    ] = False,
    white: Annotated[White, typer.Option(help="What white dice are for.")] = White.BALANCED,
    target_white: Annotated[
        White | None, typer.Option(help="The same for the target, if it differs.")
    ] = None,
    spot: Annotated[int, typer.Option(min=0, max=20, help="The spot on the target.")] = 0,
    rocket: Annotated[
        int, typer.Option("--rocket", count=True, max=9, help="Fire a rocket too (repeat it for more).")
    ] = 0,
    at: Annotated[
        str, typer.Option("--range", metavar="NAME", help="Only this range: direct, or its letter, d.")
    ] = "",
    cover: Annotated[str, typer.Option(metavar="NAME", help="Only this: open, cover, or frame.")] = "",
    cover_hits: Annotated[
        int | None,
        typer.Option(min=1, max=99, help="How many hits the cover stands; by default it stands all."),
    ] = None,
    boarders: Annotated[int, typer.Option(min=1, max=50, help="Companies that board the ship.")] = 1,
    defenders: Annotated[int, typer.Option(min=0, max=50, help="The ship owner's companies aboard.")] = 0,
    defending_ace: Annotated[
        bool, typer.Option("--defending-ace", help="The ship owner's ace is aboard.")
    ] = False,
    haste: Annotated[int, typer.Option(min=0, max=12, help="'Mech: attack with so many T left.")] = 0,
    combo: Annotated[bool, typer.Option("--combo", help="'Mech: the last attack was the same.")] = False,
    squat: Annotated[bool, typer.Option("--squat", help="'Mech: attacked while it squats.")] = False,
    rear: Annotated[bool, typer.Option("--rear", help="'Mech: attacked from behind.")] = False,
    edition: EditionOption = "",
    output: FormatOption = Format.TEXT,
    target: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Draw the matrix as a heat map: .svg or .png."),
    ] = None,
    force: ForceOption = False,
    library: LibraryOption = None,
) -> None:
    """Exact odds of an attack at each range and cover; of one unit alone, the numbers for its card."""
    from brickyard.odds import jobs as odds_jobs
    from catalog.database.part_database import open_workspace
    from fleets.chances.duel import Situation
    from fleets.chances.mech_odds import Circumstance
    from fleets.chances.white_dice import Aim
    from validators.judged_files import Request

    asked = odds_jobs.Asked(
        Situation(spot, rocket, Aim(white.value), Aim((target_white or white).value), cover_hits),
        at,
        cover,
        matrix,
        odds_jobs.Boarders(boarders, defenders, defending_ace),
        Circumstance(haste, combo, rear, squat),
    )
    request = Request(edition, workspace=open_workspace(library))
    raise typer.Exit(odds_jobs.odds(sides, asked, request, output.value, target, force))
