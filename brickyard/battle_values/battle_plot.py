"""Tactics against tactics as a heat map, with what it rests on below."""

from __future__ import annotations

from brickyard.battle_values.battle_answer import BattleAnswer, BattleCell
from brickyard.battle_values.battle_text import rest_lines, value_words
from brickyard.plots.heatmap import Cell, HeatMap
from ldraw_tools.findings import printable


def tactics_map(found: BattleAnswer) -> HeatMap:
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
        notes=["The small number is how far off a share may be.", *list(rest_lines(found))[1:]],
    )


def _cell(one: BattleCell) -> Cell:
    return Cell(one.share, f"{round(100 * one.share)}", f"± {round(100 * one.error)}", one.chosen > 0)
