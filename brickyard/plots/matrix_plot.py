"""A matrix with portraits: every attacker against every target, a panel for each range and cover."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from brickyard.facts.verdicts import mean_words
from brickyard.fight_odds.odds_answer import MatrixOdds, OddsRow
from brickyard.fight_odds.odds_matrix import MatrixTable, matrix_tables
from brickyard.fight_odds.odds_wording import situation_in_words
from brickyard.pictures.lettering import Face, elided, width_of, wrapped
from brickyard.plots.flat_drawing import SOFT, Drawing, Shape, Words
from brickyard.plots.heatmap import CELL_HEIGHT, Cell, cell_shapes, part_of, sample_shapes, scale_shapes
from brickyard.plots.plot_paper import HEAD, SMALL, TEXT, PlotSheet, percent_words
from brickyard.plots.portraits import UnitPictures
from ldraw_tools.findings import BrickyardError, printable

_CELL, _GAP, _MARGIN = 72.0, 30.0, 24.0
_NAME = 150.0
_THUMB = (62.0, 54.0)
# Wider than this, panels stand below each other.
_WIDEST = 1500.0


def matrix_drawing(found: MatrixOdds) -> Drawing:
    """The title once, one legend for all panels."""
    blocks = [tables for tables in (matrix_tables(found), matrix_tables(found, covered=True)) if tables]
    if not blocks:
        raise BrickyardError("no unit here can attack any other, so there is nothing to draw")
    plot = _Matrix(found, blocks)
    title = printable(found.title)
    plot.sheet.title(title)
    plot.sheet.note("Mean damage of one attack; small, the chance of any damage.")
    order = [_range(table) for table in blocks[0]]
    for tables in blocks:
        for start in range(0, len(order), plot.columns):
            # What is in cover stands below what is in the open.
            here = order[start : start + plot.columns]
            shown = {here.index(_range(one)): one for one in tables if _range(one) in here}
            if shown:
                plot.panels(shown)
    plot.legend()
    return plot.sheet.drawing(title)


class _Matrix:
    def __init__(self, found: MatrixOdds, blocks: Sequence[Sequence[MatrixTable]]) -> None:
        self.found = found
        ours, theirs = found.fielded if len(found.fielded) == 2 else ((), ())
        self.attackers, self.targets = UnitPictures(ours, *_THUMB), UnitPictures(theirs, *_THUMB)
        first = blocks[0][0]
        names = [width_of(name, TEXT, Face.BOLD) for name in first.rows]
        self.names = min(max([*names, width_of("attacker", SMALL)]), _NAME) + 12
        self.labels = self.names + (_THUMB[0] + 10 if self.attackers else 0)
        self.panel = first_width = len(first.columns) * _CELL
        room = _WIDEST - 2 * _MARGIN - self.labels + _GAP
        most = max(len(tables) for tables in blocks)
        self.columns = max(1, min(most, int(room // (first_width + _GAP))))
        inner = self.labels + self.columns * (self.panel + _GAP) - _GAP
        self.sheet = PlotSheet(max(inner, 420.0) + 2 * _MARGIN, _MARGIN)
        means = [
            cell.mean for tables in blocks for one in tables for row in one.cells for cell in row if cell
        ]
        self.highest = max((mean for mean in means if mean is not None), default=Fraction(0))

    def panels(self, shown: Mapping[int, MatrixTable]) -> None:
        """A row of panels, by their places."""
        sheet, tables = self.sheet, list(shown.values())
        sheet.top += 16
        lines = {name: wrapped(name, SMALL, _CELL - 6, 3, Face.BOLD) for name in tables[0].columns}
        tall = max(len(some) for some in lines.values()) * SMALL * 1.2
        high = HEAD * 1.5 + (_THUMB[1] + 4 if self.targets else 0) + tall + 6
        foot = sheet.top + high
        for place, table in shown.items():
            left = sheet.margin + self.labels + place * (self.panel + _GAP)
            head = elided(table.title, HEAD, self.panel + _GAP - 6, Face.BOLD)
            sheet.put([Words(head, left, sheet.top + HEAD, HEAD, face=Face.BOLD)])
            for number, name in enumerate(table.columns):
                middle = left + (number + 0.5) * _CELL
                sheet.put(self._target(self.found.fights[number].target.name, lines[name], middle, foot))
            sheet.put(self._cells(table, left, foot))
            sheet.tell(_said(table))
        base = foot - 7
        sheet.put([Words("attacker", sheet.margin + self.labels - 10, base, SMALL, "end", SOFT)])
        for number, name in enumerate(tables[0].rows):
            sheet.put(self._attacker(number, name, foot + number * CELL_HEIGHT))
        sheet.top = foot + len(tables[0].rows) * CELL_HEIGHT

    def _target(self, fighter: str, lines: Sequence[str], middle: float, foot: float) -> Iterator[Shape]:
        for up, line in enumerate(reversed(lines)):
            yield Words(line, middle, foot - 7 - up * SMALL * 1.2, SMALL, "middle", face=Face.BOLD)
        drawn = self.targets.of(fighter)
        if drawn:
            ground = foot - 12 - len(lines) * SMALL * 1.2 - (drawn.bottom - drawn.foot)
            yield drawn.standing(middle - drawn.wide / 2, ground)

    def _attacker(self, number: int, name: str, top: float) -> Iterator[Shape]:
        sheet = self.sheet
        right = sheet.margin + self.labels - 10
        shown = elided(name, TEXT, self.names - 8, Face.BOLD)
        yield Words(shown, right, top + CELL_HEIGHT / 2 + TEXT * 0.3, TEXT, "end", face=Face.BOLD)
        drawn = self.attackers.of(self.found.fights[number * self.found.targets].attacker.name)
        if drawn:
            scale = min(1.0, (CELL_HEIGHT - 2) / (drawn.bottom - drawn.top))
            smaller = drawn.scaled(scale)
            ground = top + (CELL_HEIGHT + smaller.bottom - smaller.top) / 2 - (smaller.bottom - smaller.foot)
            left = right - self.names - smaller.wide + 8
            yield smaller.standing(left, ground)

    def _cells(self, table: MatrixTable, left: float, top: float) -> Iterator[Shape]:
        for number, row in enumerate(table.cells):
            for place, cell in enumerate(_shaded(row)):
                part = part_of(cell.value, Fraction(0), self.highest or Fraction(1))
                yield from cell_shapes(cell, left + place * _CELL, top + number * CELL_HEIGHT, _CELL, part)

    def legend(self) -> None:
        sheet = self.sheet
        sheet.top += 16
        ends = ("0", mean_words(self.highest))
        sheet.put(scale_shapes("mean damage", ends, sheet.margin, sheet.top))
        for text, crossed in (("the target it hurts most", False), ("no attack possible", True)):
            sheet.top += 22
            sheet.put(sample_shapes(text, crossed, sheet.margin, sheet.top))
        sheet.top += 22
        edition = self.found.edition
        sheet.note(f"{edition.named}; {situation_in_words(self.found.situation)}.")


def _range(table: MatrixTable) -> str:
    return table.title.partition(",")[0]


def _shaded(row: Sequence[OddsRow | None]) -> Iterator[Cell]:
    values = {cell.mean for cell in row if cell and cell.mean is not None}
    # If all targets are hurt equally, there is no best target.
    best = max(values) if len(values) > 1 else None
    for cell in row:
        if cell is None or cell.mean is None:
            yield Cell(None)
        else:
            note = f"{percent_words(cell.hurts)} %" if cell.hurts is not None else ""
            yield Cell(cell.mean, mean_words(cell.mean), note, marked=best == cell.mean)


def _said(table: MatrixTable) -> str:
    rows = []
    for name, row in zip(table.rows, table.cells, strict=True):
        means = (
            f"{target} {mean_words(cell.mean)}"
            for target, cell in zip(table.columns, row, strict=True)
            if cell and cell.mean is not None
        )
        rows.append(f"{name}: {', '.join(means) or 'no attack'}")
    return f"{table.title}. {'; '.join(rows)}."
