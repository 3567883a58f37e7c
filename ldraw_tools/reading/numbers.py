"""The numbers of references and shapes as arrays, of many sections at once; a bad line costs only itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ldraw_tools import model_findings as oddities
from ldraw_tools.findings import Finding, Place, abridge
from ldraw_tools.phrases import say
from ldraw_tools.reading.contents import Contents
from ldraw_tools.reading.digits import (
    FARTHEST,
    Codes,
    FieldRows,
    Fields,
    Numbers,
    Places,
    read_fields,
    read_number,
)
from ldraw_tools.reading.lines import (
    POINTS_OF_TYPE,
    ShapeLine,
    Unreadable,
    bad_number,
    parse,
    parse_number,
    shortened,
)

_REFERENCE = 1
_KINDS = {str(kind): kind for kind in POINTS_OF_TYPE}


class LineTable(NamedTuple):
    """Lines of one type of many sections: corners (n, k, 3), colours, line numbers.

    The rows of section i are those from bounds[i] to bounds[i + 1].
    """

    corners: Numbers
    colours: Codes
    lines: Places
    bounds: Places


class LineTables(NamedTuple):
    """What many sections place, (n, 3, 4), and draw; what is wrong is by section.

    `bounds` are those of the placements; `bad` counts from the section's first reference.
    """

    matrices: Numbers
    bounds: Places
    shapes: dict[int, LineTable]
    bad: dict[int, list[int]]
    findings: dict[int, list[Finding]]

    def placements(self, section: int) -> tuple[Numbers, list[int]]:
        return self.matrices[self.bounds[section] : self.bounds[section + 1]], self.bad.get(section, [])

    def corners(self, kind: int, section: int) -> Numbers:
        table = self.shapes[kind]
        return table.corners[table.bounds[section] : table.bounds[section + 1]]


class Shapes(NamedTuple):
    """All lines of one type: corners (n, k, 3), colours (n,), line numbers, and what was wrong."""

    corners: Numbers
    colours: NDArray[np.int64]
    lines: list[int]
    findings: list[Finding]


def placements(contents: Contents) -> tuple[Numbers, list[int]]:
    """Where each reference stands, (n, 3, 4), and which of them have no readable place."""
    return read_tables([contents], ()).placements(0)


def read_shapes(contents: Contents, kind: int) -> Shapes:
    """The shapes of a type; lines that can't be read are left out and reported."""
    tables = read_tables([contents], (kind,))
    table = tables.shapes[kind]
    return Shapes(table.corners, table.colours, table.lines.tolist(), tables.findings.get(0, []))


def read_tables(sections: Sequence[Contents], kinds: Collection[int] = tuple(POINTS_OF_TYPE)) -> LineTables:
    """Read the placements of sections, and their shapes of these types."""
    texts = [contents.page.encoded() for contents in sections]
    begins = np.cumsum([0, *(len(text) + 1 for text in texts)])[:-1]
    fields = read_fields(b"".join([part for text in texts for part in (text, b"\n")]), (_REFERENCE, *kinds))
    # The place of each section's first line among all lines, and what makes it its number in the file.
    firsts = np.searchsorted(fields.line_ends, begins)
    shifts = np.array([contents.start for contents in sections], np.intp) - firsts
    matrices, bounds, bad = _placements(sections, fields.rows[_REFERENCE], shifts)
    reader = _ShapeReader(sections, fields, firsts, shifts)
    shapes = {kind: reader.table(kind) for kind in kinds}
    findings = {section: abridge(found) for section, found in reader.findings.items()}
    return LineTables(matrices, bounds, shapes, bad, findings)


def _placements(
    sections: Sequence[Contents], rows: FieldRows, shifts: Places
) -> tuple[Numbers, Places, dict[int, list[int]]]:
    counts = [len(contents) for contents in sections]
    bounds = np.cumsum([0, *counts])
    lines = np.array([number for contents in sections for number in contents.lines], np.intp)
    lines -= np.repeat(shifts, counts)
    numbers = np.full((len(lines), 12), np.nan)
    found = np.searchsorted(rows.lines, lines)
    there = np.append(rows.lines, -1)[found] == lines
    numbers[there] = rows.numbers[found[there]]
    bad: dict[int, list[int]] = {}
    for place in np.flatnonzero(~there).tolist():
        section = int(np.searchsorted(bounds, place, side="right")) - 1
        index = place - int(bounds[section])
        values = [read_number(text) for text in sections[section].references[index][2:14]]
        if None in values:
            bad.setdefault(section, []).append(index)
        else:
            numbers[place] = np.array(values, np.float64)
    matrices = np.empty((len(numbers), 3, 4))
    matrices[:, :, :3] = numbers[:, 3:].reshape(-1, 3, 3)
    matrices[:, :, 3] = numbers[:, :3]
    return matrices, bounds, bad


class _ShapeReader:
    """Brings the lines that are written as most are together with the others."""

    def __init__(self, sections: Sequence[Contents], fields: Fields, firsts: Places, shifts: Places) -> None:
        self.findings: dict[int, list[Finding]] = {}
        self._sections = sections
        self._rows = fields.rows
        self._firsts = firsts
        self._shifts = shifts
        # By type: place among all lines, and what stands there.
        self._others: dict[int, list[tuple[int, ShapeLine]]] = {}
        kinds = fields.rows.keys() - {_REFERENCE}
        odd: list[tuple[int, int, str]] = []
        for line in fields.odd.tolist():
            section = int(np.searchsorted(firsts, line, side="right")) - 1
            odd.append((line, section, sections[section].page.lines[line - int(firsts[section])]))
        for section, contents in enumerate(sections):
            odd += [(number - int(shifts[section]), section, text) for number, text in contents.textured]
        for line, section, text in sorted(odd):
            words = text.split(None, 1)
            if words and (kind := _KINDS.get(words[0])) in kinds:
                self._read(line, section, kind, text)

    def _read(self, line: int, section: int, kind: int, text: str) -> None:
        place = self._sections[section].at(line + int(self._shifts[section]))
        parsed = parse(text, place)
        if isinstance(parsed, Unreadable):
            self.findings.setdefault(section, []).append(parsed.finding)
        elif isinstance(parsed, ShapeLine) and len(parsed.points) == 3 * POINTS_OF_TYPE[kind]:
            if max(map(abs, parsed.points)) <= FARTHEST:
                self._others.setdefault(kind, []).append((line, parsed))
            else:
                far = next(f for f in text.split()[2:] if read_number(f) is None)
                self.findings.setdefault(section, []).append(_bad_number(far, place))

    def table(self, kind: int) -> LineTable:
        rows = self._rows[kind]
        others = self._others.get(kind)
        if others:
            lines = np.concatenate([rows.lines, [line for line, _ in others]])
            colours = np.concatenate([rows.colours, [shape.colour for _, shape in others]])
            numbers = np.concatenate([rows.numbers, [shape.points for _, shape in others]])
            rows = FieldRows(lines, colours, numbers).where(np.argsort(lines))
        bounds = np.append(np.searchsorted(rows.lines, self._firsts), len(rows.lines))
        lines = rows.lines + np.repeat(self._shifts, np.diff(bounds))
        return LineTable(rows.numbers.reshape(-1, POINTS_OF_TYPE[kind], 3), rows.colours, lines, bounds)


def bad_number_findings(contents: Contents, bad: list[int]) -> list[Finding]:
    findings = []
    for index in bad:
        text = next((f for f in contents.references[index][2:14] if read_number(f) is None), "")
        findings.append(_bad_number(text, contents.at(contents.lines[index])))
    return abridge(findings)


def _bad_number(text: str, place: Place) -> Finding:
    if parse_number(text) is None:
        return bad_number(text, place)
    return oddities.BAD_NUMBER.at(place, text=shortened(text), hint=say(" that a model can hold"))
