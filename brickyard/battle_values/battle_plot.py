"""A battle as a drawing: tactics against tactics, the curve of scores, and what it rests on."""

from __future__ import annotations

from brickyard.battle_values.battle_answer import BattleAnswer, BattleCell
from brickyard.battle_values.battle_text import cells_of, columns_of, rest_lines, value_words
from brickyard.battle_values.three_answer import ThreeAnswer, WonShare
from brickyard.pictures.lettering import Face, elide
from brickyard.plots.flat_drawing import FAINT, INK, Drawing, PenLine, Words
from brickyard.plots.heatmap import Cell, HeatMap, map_drawing
from brickyard.plots.plot_paper import PAGE_MARGIN, PAGE_WIDTH, SMALL, TEXT, PlotSheet, grid
from ldraw_tools.findings import printable

_HIGH, _LEFT, _NAMES = 150.0, 26.0, 130.0
_STEPS = (1, 2, 5, 10, 20, 50, 100)
_MOST_LINES = 5


def battle_drawing(found: BattleAnswer | ThreeAnswer) -> Drawing:
    upper = map_drawing(_shares_map(found) if isinstance(found, ThreeAnswer) else _tactics_map(found))
    sheet = PlotSheet(upper.width)
    sheet.put(upper.shapes)
    sheet.top = upper.height - sheet.margin
    sheet.tell(value_words(found))
    _curve(sheet, found)
    sheet.top += 8
    about, *rest = rest_lines(found)
    if not isinstance(found, ThreeAnswer):
        about = "The small number is how far off a share may be."
    for line in (about, *rest):
        sheet.note(line)
    return sheet.drawing(upper.title)


def curve_for_page(found: BattleAnswer) -> Drawing:
    sheet = PlotSheet(PAGE_WIDTH, PAGE_MARGIN)
    _curve(sheet, found)
    return sheet.drawing("Scores over rounds")


def _tactics_map(found: BattleAnswer) -> HeatMap:
    """Heavy borders mark what sensible players come to."""
    ours, theirs = (printable(one.name) for one in found.forces)
    names = [one.name for one in found.tactics]
    cells = [_cell(one) for one in found.cells]
    return HeatMap(
        title=f"{ours} against {theirs}",
        subtitle=value_words(found),
        rows=names,
        columns=names,
        cells=[cells[start : start + len(names)] for start in range(0, len(cells), len(names))],
        row_title=f"{ours} plays",
        column_title=f"{theirs} plays",
        measure=f"battles that {ours} wins",
        low=0,
        high=1,
        low_label="0 of 100",
        high_label="100",
        marking="what sensible players choose",
        sides=tuple(one.units for one in found.forces),
    )


def _shares_map(found: ThreeAnswer) -> HeatMap:
    return HeatMap(
        title=", ".join(printable(one.name) for one in found.forces),
        subtitle=value_words(found),
        rows=[printable(one.name) for one in found.forces],
        columns=columns_of(found),
        cells=[[_share_cell(won) for won in cells_of(one)] for one in found.shares],
        measure="battles that each wins",
        low=0,
        high=1,
        low_label="0 of 100",
        high_label="100",
        sides=tuple(one.units for one in found.forces),
    )


def _share_cell(won: WonShare) -> Cell:
    return Cell(won.share, f"{round(100 * won.share)}", f"± {round(50 * (won.high - won.low))}")


def _cell(one: BattleCell) -> Cell:
    return Cell(one.share, f"{round(100 * one.share)}", f"± {round(100 * one.error)}", one.chosen > 0)


def _curve(sheet: PlotSheet, found: BattleAnswer | ThreeAnswer) -> None:
    """Mean scores after each round; the second side's line is dashed, a third one's thick and pale."""
    names, curve = [printable(one.name) for one in found.forces], found.curve
    most = max(1.0, *(score for row in curve for score in row))
    how = "all tactics together" if isinstance(found, ThreeAnswer) else "as sensible players play"
    sheet.subheading(f"Mean scores over rounds, {how}")
    left, wide = sheet.margin + _LEFT, sheet.inner - _LEFT - _NAMES
    top, last = sheet.top + 6, max(1, len(curve) - 1)
    step = next((step for step in _STEPS if most <= step * _MOST_LINES), _STEPS[-1])
    marks = [(score / most, str(score)) for score in range(0, int(most) + 1, step)]
    sheet.put(grid((left, top, wide, _HIGH), marks))
    for place in range(len(curve)):
        at = left + wide * place / last
        sheet.put([Words(str(place or "start"), at, top + _HIGH + 16, SMALL, "middle")])
    ends = sorted(range(len(names)), key=lambda side: -curve[-1][side])
    lowest = 0.0
    for side in ends:
        spots = [
            (left + wide * at / last, top + _HIGH * (1 - row[side] / most)) for at, row in enumerate(curve)
        ]
        lowest = max(spots[-1][1] + 4, lowest + TEXT * 1.3)
        name = elide(names[side], TEXT, _NAMES - 10, Face.BOLD)
        width, colour = (5.0, FAINT) if side > 1 else (2.2, INK)
        sheet.put([PenLine(spots, width, colour, dashed=side == 1)])
        sheet.put([Words(name, left + wide + 8, lowest, TEXT, face=Face.BOLD)])
        sheet.tell(
            f"{names[side]}: mean score {curve[0][side]:.0f} at the start, {curve[-1][side]:.0f} at the end."
        )
    sheet.top = top + _HIGH + 26
