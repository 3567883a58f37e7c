"""Damage as bars: how likely each amount is, at each range, in the open and in cover."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from brickyard.facts.verdicts import mean_words
from brickyard.odds.odds_answer import ANY_COVER, Fight, FightOdds, OddsRow
from brickyard.odds.odds_matrix import COVERS
from brickyard.odds.odds_wording import situation_in_words
from brickyard.pictures.lettering import Face, elided, width_of
from brickyard.plots.flat_drawing import SOFT, Drawing, Shape, Words
from brickyard.plots.plot_paper import (
    HEAD,
    MOST_DAMAGE,
    SMALL,
    TEXT,
    PlotSheet,
    bars,
    by_damage,
    dice_row,
    percent_words,
)
from brickyard.plots.survival_plot import add_survival
from fleets.chances.combat import OPEN
from fleets.dice.pool import Pool
from ldraw_tools.findings import printable

WIDTH = 760.0
_PANEL_HEIGHT, _GAP, _NARROWEST = 92.0, 26.0, 200.0
LABELS = [*map(str, range(MOST_DAMAGE)), f"{MOST_DAMAGE}+"]


def fight_drawing(found: FightOdds, width: float = WIDTH) -> Drawing:
    """All of a fight: both sides' dice, damage at each range, and how long the target stands."""
    fight = found.fights[0]
    paper = PlotSheet(width)
    title = printable(found.title)
    paper.title(title)
    for fighter, pool in zip((fight.attacker, fight.target), fight.pools, strict=True):
        _side(paper, printable(fighter.name), pool)
    add_damage(paper, fight)
    add_survival(paper, fight.lasting, found.edition)
    paper.top += 10
    paper.note(f"{found.edition.named}; {situation_in_words(found.situation)}.")
    return paper.drawing(title)


def _side(paper: PlotSheet, name: str, pool: Pool) -> None:
    side = 24.0
    shown = elided(name, TEXT, paper.inner * 0.4, Face.BOLD)
    paper.put([Words(shown, paper.margin, paper.top + side * 0.68, TEXT, face=Face.BOLD)])
    paper.put(dice_row(pool, paper.margin + width_of(shown, TEXT, Face.BOLD) + 12, paper.top, side))
    paper.top += side + 8


def add_damage(paper: PlotSheet, fight: Fight) -> None:
    """A row of panels for each range, one panel for each cover, all to one scale."""
    possible = [row for row in fight.rows if row.possible]
    paper.heading("Damage of one attack, in percent of all attacks")
    if not possible:
        paper.paragraph("No attack is possible.")
    columns = max(int(paper.inner // _NARROWEST), 1)
    most = _scale([chance for row in possible for chance in by_damage(row.damage)])
    wide = (paper.inner - (columns - 1) * _GAP) / columns
    panels = list(_merged(possible))
    for start in range(0, len(panels), columns):
        paper.top += 8
        for place, (name, row) in enumerate(panels[start : start + columns]):
            paper.put(_panel(name, row, paper.margin + place * (wide + _GAP), paper.top, wide, most))
            paper.tell(_said(name, row))
        paper.top += HEAD + SMALL * 1.4 + 18 + _PANEL_HEIGHT + SMALL * 1.6 + 6
    for row in fight.rows:
        if not row.possible:
            paper.note(f"{row.range_name.capitalize()}: {printable(row.why)}.")


def _merged(rows: Sequence[OddsRow]) -> Iterator[tuple[str, OddsRow]]:
    """One panel for covers that make the same difference."""
    for _, alike in groupby(rows, key=lambda row: (row.range, row.damage)):
        together = list(alike)
        cover = together[0].cover
        where = COVERS.get(cover, cover) if len(together) == 1 else "in any cover"
        if len(together) > 1 and OPEN in [row.cover for row in together]:
            where = COVERS[ANY_COVER]
        yield f"{together[0].range_name.capitalize()}, {where}", together[0]


def _scale(chances: Sequence[Fraction]) -> Fraction:
    """The next quarter above them."""
    most = max(chances, default=Fraction(1))
    return max(Fraction(-(-most * 4 // 1), 4), Fraction(1, 4))


def _panel(name: str, row: OddsRow, left: float, top: float, width: float, most: Fraction) -> Iterator[Shape]:
    yield Words(elided(name, HEAD, width, Face.BOLD), left, top + HEAD, HEAD, face=Face.BOLD)
    told = " · ".join(_numbers(row))
    yield Words(elided(told, SMALL, width), left, top + HEAD + SMALL * 1.4, SMALL, colour=SOFT)
    box = (left, top + HEAD + SMALL * 1.4 + 18, width, _PANEL_HEIGHT)
    yield from bars(by_damage(row.damage), LABELS, box, most, striped=row.cover not in (OPEN, ANY_COVER))


def _numbers(row: OddsRow) -> Iterator[str]:
    yield f"mean {mean_words(row.mean)}"
    if row.hurts is not None:
        yield f"hurts {percent_words(row.hurts)} %"
    if row.destroys:
        yield f"destroys {percent_words(row.destroys)} %"


def _said(name: str, row: OddsRow) -> str:
    """The bars in words."""
    chances = ", ".join(
        f"{label}: {percent_words(chance)} %"
        for label, chance in zip(LABELS, by_damage(row.damage), strict=True)
        if chance
    )
    return f"{name}: mean damage {mean_words(row.mean)}; {chances}."
