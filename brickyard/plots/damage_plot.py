"""Damage as bars: how likely each amount is, at each range, in the open and in cover."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from brickyard.facts.verdicts import mean_words
from brickyard.fight_odds.odds_answer import ANY_COVER, Fight, FightOdds, OddsRow
from brickyard.fight_odds.odds_matrix import COVERS
from brickyard.fight_odds.odds_wording import situation_in_words
from brickyard.pictures.lettering import Face, elided, width_of
from brickyard.plots.flat_drawing import SOFT, Drawing, Shape, Words
from brickyard.plots.plot_paper import (
    HEAD,
    MOST_DAMAGE,
    PAGE_MARGIN,
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
    sheet = PlotSheet(width)
    title = printable(found.title)
    sheet.title(title)
    for fighter, pool in zip((fight.attacker, fight.target), fight.pools, strict=True):
        _side(sheet, printable(fighter.name), pool)
    add_damage(sheet, fight)
    add_survival(sheet, fight.lasting, found.edition)
    sheet.top += 10
    sheet.note(f"{found.edition.named}; {situation_in_words(found.situation)}.")
    return sheet.drawing(title)


def damage_for_page(fight: Fight, width: float) -> Drawing:
    """The bars alone."""
    sheet = PlotSheet(width, PAGE_MARGIN)
    sheet.top -= 14
    add_damage(
        sheet, fight, f"Damage of one attack on {printable(fight.target.name)}, in percent of all attacks"
    )
    return sheet.drawing(f"Damage of {printable(fight.attacker.name)}")


def _side(sheet: PlotSheet, name: str, pool: Pool) -> None:
    side = 24.0
    shown = elided(name, TEXT, sheet.inner * 0.4, Face.BOLD)
    sheet.put([Words(shown, sheet.margin, sheet.top + side * 0.68, TEXT, face=Face.BOLD)])
    sheet.put(dice_row(pool, sheet.margin + width_of(shown, TEXT, Face.BOLD) + 12, sheet.top, side))
    sheet.top += side + 8


def add_damage(
    sheet: PlotSheet, fight: Fight, heading: str = "Damage of one attack, in percent of all attacks"
) -> None:
    """A row of panels for each range, one panel for each cover, all to one scale."""
    possible = [row for row in fight.rows if row.possible]
    sheet.heading(heading)
    if not possible:
        sheet.paragraph("No attack is possible.")
    columns = max(int(sheet.inner // _NARROWEST), 1)
    most = _scale([chance for row in possible for chance in by_damage(row.damage)])
    wide = (sheet.inner - (columns - 1) * _GAP) / columns
    panels = list(_merged(possible))
    for start in range(0, len(panels), columns):
        sheet.top += 8
        for place, (name, row) in enumerate(panels[start : start + columns]):
            sheet.put(_panel(name, row, sheet.margin + place * (wide + _GAP), sheet.top, wide, most))
            sheet.tell(_said(name, row))
        sheet.top += HEAD + SMALL * 1.4 + 18 + _PANEL_HEIGHT + SMALL * 1.6 + 6
    for row in fight.rows:
        if not row.possible:
            sheet.note(f"{row.range_name.capitalize()}: {printable(row.why)}.")


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
