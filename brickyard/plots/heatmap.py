"""Heat maps that read without colour: a number in every cell, darker is more, a legend, notes below."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from brickyard.facts.verdicts import mean_words
from brickyard.fight_odds.odds_answer import MatrixOdds, MatrixTable, OddsRow, matrix_tables
from brickyard.fight_odds.odds_text import situation_in_words
from brickyard.pictures.lettering import Face, elide, width_of, wrap_text
from brickyard.plots.damage_paints import damage_shade, other_shade
from brickyard.plots.flat_drawing import (
    FAINT,
    INK,
    PAPER,
    SOFT,
    Drawing,
    Rectangle,
    Shape,
    Words,
    png_of,
    svg_of,
    write_drawing,
)
from brickyard.plots.plot_paper import HEAD, SMALL, TEXT, PlotSheet, percent_words
from brickyard.plots.portraits import UnitPictures
from fleets.models.model_units import Unit
from ldraw_tools.findings import BrickyardError, printable

Number = int | float | Fraction
# The colour for a share from 0 to 1, and that of letters on it.
Shade = Callable[[Fraction], tuple[str, str]]

_MARGIN, _GAP = 24.0, 3.0
_TITLE, _SUBTITLE, _LABEL, _NUMBER, _SMALL = 21.0, 13.0, 13.0, 15.0, 11.0
_CELL_WIDTH, CELL_HEIGHT, _WIDEST_CELL = 64.0, 44.0, 150.0
_LONGEST_ROW_LABEL, _LEAST_WIDTH = 230.0, 440.0
_PORTRAIT, _BETWEEN, _MOST_PORTRAITS = 64.0, 30.0, 5
_SHADES = 9


class Cell(NamedTuple):
    """A value to shade by, how it is written, and a smaller second line.

    `marked` puts a heavy border around it. A value of None is a cell without a number: crossed out.
    """

    value: Number | None
    label: str = ""
    note: str = ""
    marked: bool = False


class HeatMap(NamedTuple):
    """Rows of cells under named columns.

    `measure` says in the legend what is shaded; `low` and `high` are the ends of its scale, with their
    labels, by default the least and the largest value. `marking` says what a heavy border means.
    """

    title: str
    rows: Sequence[str]
    columns: Sequence[str]
    cells: Sequence[Sequence[Cell]]
    subtitle: str = ""
    row_title: str = ""
    column_title: str = ""
    measure: str = ""
    low: Number | None = None
    high: Number | None = None
    low_label: str = ""
    high_label: str = ""
    marking: str = ""
    blank: str = ""
    notes: Sequence[str] = ()
    sides: tuple[Sequence[Unit], ...] = ()
    """Whose portraits stand above: those of the rows, and those of the columns."""


def heat_map_svg(*maps: HeatMap) -> str:
    return svg_of(map_drawing(*maps))


def heat_map_png(*maps: HeatMap) -> bytes:
    return png_of(map_drawing(*maps))


def write_heat_map(target: Path, *maps: HeatMap, force: bool = False) -> None:
    """One or more maps, one below the other, as SVG or PNG by the name's end."""
    write_drawing(map_drawing(*maps), target, force=force)


def map_drawing(*maps: HeatMap) -> Drawing:
    width = max(_width(one) for one in maps)
    shapes: list[Shape] = []
    top = _MARGIN
    for one in maps:
        page = _Page(one, width, top)
        shapes += page.shapes()
        top = page.bottom + _MARGIN
    title = "; ".join(one.title for one in maps)
    return Drawing(title, width, top, shapes)


def _cell_width(heat: HeatMap) -> float:
    """Wide enough for what stands in the cells and for most of the columns' names."""
    inside = [width_of(cell.label, _NUMBER, Face.BOLD) for row in heat.cells for cell in row]
    inside += [width_of(cell.note, _SMALL) for row in heat.cells for cell in row]
    words = [width_of(word, _LABEL, Face.BOLD) for name in heat.columns for word in name.split()]
    return min(_WIDEST_CELL, max([_CELL_WIDTH, *(width + 16 for width in (*inside, *words))]))


def _row_label_width(heat: HeatMap) -> float:
    names = [width_of(name, _LABEL, Face.BOLD) for name in (*heat.rows, heat.row_title)]
    return min(_LONGEST_ROW_LABEL, max(names, default=0)) + 14


def _width(heat: HeatMap) -> float:
    grid = _row_label_width(heat) + len(heat.columns) * _cell_width(heat)
    return 2 * _MARGIN + max(grid, _LEAST_WIDTH)


class _Page:
    """One map laid out from `top` down; `bottom` is where it ended."""

    def __init__(self, heat: HeatMap, width: float, top: float) -> None:
        self.heat, self.width, self.bottom = heat, width, top
        self.cell_width = _cell_width(heat)
        self.left = _MARGIN + _row_label_width(heat)
        self.low, self.high = _scale(heat)

    def shapes(self) -> Iterator[Shape]:
        heat, inner = self.heat, self.width - 2 * _MARGIN
        yield from self._paragraph(heat.title, _TITLE, inner, Face.CONDENSED)
        if heat.subtitle:
            yield from self._paragraph(heat.subtitle, _SUBTITLE, inner)
        self.bottom += 14
        yield from self._portraits()
        yield from self._column_names()
        for name, row in zip(heat.rows, heat.cells, strict=True):
            yield from self._row(name, row)
        self.bottom += 14
        yield from self._legend()
        for note in heat.notes:
            yield from self._paragraph(note, _SMALL + 1, inner)

    def _paragraph(self, text: str, size: float, most: float, face: Face = Face.REGULAR) -> Iterator[Words]:
        for line in wrap_text(text, size, most, face=face):
            self.bottom += size * 1.35
            yield Words(line, _MARGIN, self.bottom - size * 0.3, size, face=face)

    def _portraits(self) -> Iterator[Shape]:
        """All sides to one scale; of two, face to face."""
        rows = [
            list({unit.name: unit for unit in side}.values())[:_MOST_PORTRAITS] for side in self.heat.sides
        ]
        most = max(map(len, rows), default=0) or 1
        gaps = max(1, len(rows) - 1)
        wide = (self.width - 2 * _MARGIN - gaps * _BETWEEN) / (gaps + 1) / most
        pictures = UnitPictures([unit for row in rows for unit in row], wide, _PORTRAIT)
        shown = [[drawn for unit in row if (drawn := pictures.of(unit.name))] for row in rows]
        if not pictures:
            return
        self.bottom += _PORTRAIT
        for place, row in enumerate(shown):
            room = self.width - 2 * _MARGIN - sum(one.wide for one in row)
            at = _MARGIN + place / gaps * room
            for one in row:
                yield one.standing(at, self.bottom - (one.bottom - one.foot))
                at += one.wide
        self.bottom += 14

    def _column_names(self) -> Iterator[Words]:
        heat, room = self.heat, self.cell_width - 8
        if heat.column_title:
            self.bottom += _LABEL * 1.5
            yield Words(heat.column_title, self.left, self.bottom - 6, _LABEL, colour=INK)
        names = [wrap_text(name, _LABEL, room, 3, Face.BOLD) for name in heat.columns]
        tallest = max((len(lines) for lines in names), default=1)
        self.bottom += tallest * _LABEL * 1.2 + 6
        if heat.row_title:
            yield Words(elide(heat.row_title, _LABEL, _LONGEST_ROW_LABEL), _MARGIN, self.bottom - 6, _LABEL)
        for number, lines in enumerate(names):
            middle = self.left + (number + 0.5) * self.cell_width
            for up, line in enumerate(reversed(lines)):
                baseline = self.bottom - 6 - up * _LABEL * 1.2
                yield Words(line, middle, baseline, _LABEL, "middle", face=Face.BOLD)

    def _row(self, name: str, row: Sequence[Cell]) -> Iterator[Shape]:
        baseline = self.bottom + CELL_HEIGHT / 2 + _LABEL * 0.35
        label = elide(name, _LABEL, _LONGEST_ROW_LABEL, Face.BOLD)
        yield Words(label, self.left - 10, baseline, _LABEL, "end", face=Face.BOLD)
        for number, cell in enumerate(row):
            left = self.left + number * self.cell_width
            part = part_of(cell.value, self.low, self.high)
            yield from cell_shapes(cell, left, self.bottom, self.cell_width, part, other_shade)
        self.bottom += CELL_HEIGHT

    def _legend(self) -> Iterator[Shape]:
        heat = self.heat
        ends = heat.low_label or _plain(self.low), heat.high_label or _plain(self.high)
        yield from scale_shapes(heat.measure, ends, _MARGIN, self.bottom, other_shade)
        self.bottom += 24
        for text, crossed in ((heat.marking, False), (heat.blank, True)):
            if text:
                yield from sample_shapes(text, crossed, _MARGIN, self.bottom)
                self.bottom += 22


def cell_shapes(
    cell: Cell, left: float, top: float, width: float, part: Fraction, shade: Shade
) -> Iterator[Shape]:
    """One cell; `part` is how dark it is, from 0 to 1."""
    wide, high = width - _GAP, CELL_HEIGHT - _GAP
    if cell.value is None:
        yield Rectangle(left, top, wide, high, PAPER, 1, "#dddddd", crossed=not cell.label)
        ink = FAINT
    else:
        fill, ink = shade(part)
        border, colour = (3.0, INK) if cell.marked else (1.0, "#d0cfcb")
        yield Rectangle(left, top, wide, high, fill, border, colour)
    middle, centre = left + wide / 2, top + high / 2
    up = _SMALL * 0.55 if cell.note else 0
    if cell.label:
        yield Words(cell.label, middle, centre + _NUMBER * 0.35 - up, _NUMBER, "middle", ink, face=Face.BOLD)
    if cell.note:
        yield Words(cell.note, middle, centre + _SMALL * 1.35, _SMALL, "middle", ink)


def part_of(value: Number | None, low: Fraction, high: Fraction) -> Fraction:
    """Where a value lies on the scale, from 0 to 1."""
    if high == low or value is None:
        return Fraction(1, 3)
    return min(max((Fraction(value) - low) / (high - low), Fraction(0)), Fraction(1))


def scale_shapes(
    measure: str, ends: tuple[str, str], left: float, top: float, shade: Shade
) -> Iterator[Shape]:
    """The shades from the least to the most, in a line."""
    size, baseline = _SMALL + 1, top + 11
    for text, spare in ((measure, 12), (ends[0], 6)):
        if text:
            yield Words(text, left, baseline, size)
            left += width_of(text, size) + spare
    for step in range(_SHADES):
        fill, _ = shade(Fraction(step, _SHADES - 1))
        yield Rectangle(left, top, 16, 14, fill, 0.5, FAINT)
        left += 16
    yield Words(ends[1], left + 6, baseline, size)


def sample_shapes(text: str, crossed: bool, left: float, top: float) -> Iterator[Shape]:
    """A small cell as it is marked, or crossed out, and what that means."""
    if crossed:
        yield Rectangle(left, top, 20, 14, PAPER, 1, "#dddddd", crossed=True)
    else:
        yield Rectangle(left, top, 20, 14, PAPER, 3, INK)
    yield Words(text, left + 30, top + 11, _SMALL + 1)


def _scale(heat: HeatMap) -> tuple[Fraction, Fraction]:
    values = [Fraction(cell.value) for row in heat.cells for cell in row if cell.value is not None]
    low = min(values, default=Fraction(0)) if heat.low is None else Fraction(heat.low)
    high = max(values, default=Fraction(1)) if heat.high is None else Fraction(heat.high)
    return low, high


def _plain(number: Fraction) -> str:
    return f"{float(number):.3g}"


_CELL, _PANEL_GAP, _PANEL_MARGIN = 72.0, 30.0, 24.0
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
        room = _WIDEST - 2 * _PANEL_MARGIN - self.labels + _PANEL_GAP
        most = max(len(tables) for tables in blocks)
        self.columns = max(1, min(most, int(room // (first_width + _PANEL_GAP))))
        inner = self.labels + self.columns * (self.panel + _PANEL_GAP) - _PANEL_GAP
        self.sheet = PlotSheet(max(inner, 420.0) + 2 * _PANEL_MARGIN, _PANEL_MARGIN)
        means = [
            cell.mean for tables in blocks for one in tables for row in one.cells for cell in row if cell
        ]
        self.highest = max((mean for mean in means if mean is not None), default=Fraction(0))

    def panels(self, shown: Mapping[int, MatrixTable]) -> None:
        """A row of panels, by their places."""
        sheet, tables = self.sheet, list(shown.values())
        sheet.top += 16
        lines = {name: wrap_text(name, SMALL, _CELL - 6, 3, Face.BOLD) for name in tables[0].columns}
        tall = max(len(some) for some in lines.values()) * SMALL * 1.2
        high = HEAD * 1.5 + (_THUMB[1] + 4 if self.targets else 0) + tall + 6
        foot = sheet.top + high
        for place, table in shown.items():
            left = sheet.margin + self.labels + place * (self.panel + _PANEL_GAP)
            head = elide(table.title, HEAD, self.panel + _PANEL_GAP - 6, Face.BOLD)
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
        shown = elide(name, TEXT, self.names - 8, Face.BOLD)
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
                at = left + place * _CELL, top + number * CELL_HEIGHT
                yield from cell_shapes(cell, *at, _CELL, part, damage_shade)

    def legend(self) -> None:
        sheet = self.sheet
        sheet.top += 16
        ends = ("0", mean_words(self.highest))
        sheet.put(scale_shapes("mean damage", ends, sheet.margin, sheet.top, damage_shade))
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
