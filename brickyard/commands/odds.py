"""`brickyard odds`: exact chances of attacks."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.options import OVER_HTTP, Format, OverHttp, flag, output, workspace_of
from brickyard.plots import check_name
from brickyard.terminal import Screen
from ldraw_tools.findings import BrickyardError, Severity

if TYPE_CHECKING:
    from brickyard.fight_odds.odds_answer import OddsAnswer


class White(StrEnum):
    NONE = "none"
    ATTACK = "attack"
    DEFENSE = "defense"
    BALANCED = "balanced"


Sides = Annotated[
    list[str],
    typer.Argument(
        metavar="A [B]",
        help='Attacker and target: "2Rd 1B 1Y", a model, company.yaml:Name, an enemy, terrain.',
    ),
    OverHttp("side"),
]
Instead = Annotated[
    str,
    typer.Option(metavar="OLD=NEW", help="What if A had other systems: 1B=1G. Both, and the difference."),
    OVER_HTTP,
]
TargetWhite = Annotated[
    White | None, typer.Option(help="What the target uses its white dice for, if that differs."), OVER_HTTP
]
Rocket = Annotated[
    int,
    typer.Option("--rocket", count=True, max=9, help="Also fire a rocket; repeat it for more."),
    OVER_HTTP,
]
At = Annotated[
    str,
    typer.Option("--range", metavar="NAME", help="Only this range: direct, or its letter, d."),
    OverHttp(name="range"),
]
Cover = Annotated[
    str, typer.Option(metavar="NAME", help="Only this cover: open, cover, or frame."), OVER_HTTP
]
CoverHits = Annotated[
    int | None,
    typer.Option(min=1, max=99, help="Hits needed to destroy the cover (default: indestructible)."),
    OVER_HTTP,
]
Boarders = Annotated[int, typer.Option(min=1, max=50, help="Companies that board the ship."), OVER_HTTP]
Defenders = Annotated[int, typer.Option(min=0, max=50, help="The ship owner's companies aboard."), OVER_HTTP]
DefendingAce = Annotated[bool, flag("--defending-ace", "The ship owner's ace is aboard."), OVER_HTTP]
Hostile = Annotated[
    str,
    typer.Option(
        metavar="NAME", help="A stands in such terrain, as vacuum; without its system, a white die less."
    ),
    OVER_HTTP,
]
TargetHostile = Annotated[str, typer.Option(metavar="NAME", help="The same for the target."), OVER_HTTP]
StepsAway = Annotated[
    bool, flag("--steps-away", "The target is beside a station and steps away from one damage."), OVER_HTTP
]
Fall = Annotated[
    int | None,
    typer.Option(min=0, max=300, metavar="BRICKS", help="A falls so many bricks: its damage."),
    OVER_HTTP,
]
Collide = Annotated[
    int | None,
    typer.Option(min=0, max=50, metavar="SPEED", help="Ship A rams ship B at this speed: damage to both."),
    OVER_HTTP,
]
Repair = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=200,
        metavar="N",
        help="Repairs: by ship A after N systems were lost, or by a 'mech after a wave of N armour.",
    ),
    OVER_HTTP,
]
Damaged = Annotated[
    int, typer.Option(min=0, max=50, help="'Mech: damage that the enemy has already."), OVER_HTTP
]
Haste = Annotated[
    int, typer.Option(min=0, max=12, help="'Mech: attack with this much time (T) left."), OVER_HTTP
]
Waves = Annotated[
    int,
    typer.Option(
        min=0, max=5000, metavar="GAMES", help="'Mech: play so many games against all waves of its text."
    ),
]
Output = Annotated[
    Path | None,
    output(
        "Draw it, as .svg or .png: bars of damage and how long the target stands; of one side "
        "strips of dice; a matrix as a heat map."
    ),
]


def odds(
    sides: Sides,
    instead: Instead = "",
    matrix: Annotated[bool, flag("--matrix", "Every unit of A against every unit of B."), OVER_HTTP] = False,
    white: Annotated[White, typer.Option(help="What white dice are used for."), OVER_HTTP] = White.BALANCED,
    target_white: TargetWhite = None,
    spot: Annotated[int, typer.Option(min=0, max=20, help="The spot on the target."), OVER_HTTP] = 0,
    rocket: Rocket = 0,
    at: At = "",
    cover: Cover = "",
    cover_hits: CoverHits = None,
    boarders: Boarders = 1,
    defenders: Defenders = 0,
    defending_ace: DefendingAce = False,
    hostile: Hostile = "",
    target_hostile: TargetHostile = "",
    steps_away: StepsAway = False,
    fall: Fall = None,
    collide: Collide = None,
    repair: Repair = None,
    damaged: Damaged = 0,
    haste: Haste = 0,
    combo: Annotated[bool, flag("--combo", "'Mech: the last attack was the same."), OVER_HTTP] = False,
    squat: Annotated[bool, flag("--squat", "'Mech: attacked while it squats."), OVER_HTTP] = False,
    rear: Annotated[bool, flag("--rear", "'Mech: attacked from behind."), OVER_HTTP] = False,
    waves: Waves = 0,
    seed: Annotated[int, typer.Option(min=0, max=2**31, help="Of the dice of --waves.")] = 1,
    edition: options.EditionOption = "",
    form: options.FormatOption = Format.TEXT,
    target: Output = None,
    force: options.ForceOption = False,
    submodel: options.SubmodelOption = "",
    library: options.LibraryOption = None,
) -> None:
    """Calculate the exact odds of an attack at each range and cover; for one unit, its card's numbers.

    For example: brickyard odds "2Rd 1B 1Y" company.yaml:Brutus
    """
    check_name(target, force=force)
    found = brickyard.odds(
        sides,
        instead=instead,
        matrix=matrix,
        white=white,
        target_white=target_white or "",
        spot=spot,
        rocket=rocket,
        range=at,
        cover=cover,
        cover_hits=cover_hits,
        boarders=boarders,
        defenders=defenders,
        defending_ace=defending_ace,
        hostile=hostile,
        target_hostile=target_hostile,
        steps_away=steps_away,
        fall=fall,
        collide=collide,
        repair=repair,
        damaged=damaged,
        haste=haste,
        combo=combo,
        squat=squat,
        rear=rear,
        waves=waves,
        seed=seed,
        edition=edition,
        submodel=submodel,
        workspace=workspace_of(library),
    )
    if target:
        _draw(found, target, force)
    if form is Format.JSON:
        Screen().document(found)
    else:
        from brickyard.fight_odds.odds_text import text_lines

        screen = Screen()
        screen.lines(text_lines(found, screen.paint))
        if target:
            screen.line(f"Drawn to {target}.")
    raise typer.Exit(int(any(finding.severity is Severity.ERROR for finding in found.findings)))


def _draw(found: OddsAnswer, target: Path, force: bool) -> None:
    from brickyard.fight_odds.odds_answer import CardOdds, FightOdds, MatrixOdds
    from brickyard.plots.flat_drawing import write_drawing

    if isinstance(found, MatrixOdds):
        from brickyard.plots.heatmap import matrix_drawing

        write_drawing(matrix_drawing(found), target, force=force)
    elif isinstance(found, FightOdds):
        from brickyard.plots.fight_plots import fight_drawing

        write_drawing(fight_drawing(found), target, force=force)
    elif isinstance(found, CardOdds):
        from brickyard.plots.dice_plots import card_drawing

        write_drawing(card_drawing(found), target, force=force)
    else:
        raise BrickyardError("-o draws attacks between frames, ships or companies, not what else is counted")
