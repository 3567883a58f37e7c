"""Reads columns of number fields into arrays; one bad line costs only itself."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ldraw_tools import oddities
from ldraw_tools.contents import Contents, ShapeLines
from ldraw_tools.diagnostics import Diagnostic, Place
from ldraw_tools.lines import POINTS_OF_TYPE, Shape, Unreadable, bad_number, parse, parse_number, shortened

Numbers = NDArray[np.float64]


class _Known(dict[str, float]):
    """Numbers read before: in LDraw files nine of ten are repeated."""

    def __missing__(self, text: str) -> float:
        number = parse_number(text)
        if number is None:
            raise ValueError(text)
        if len(self) > _MOST_KNOWN:
            self.clear()
            self[_SENTINEL] = math.nan
        self[text] = number
        return number


# In LDraw units, 400 km: no model reaches so far, and what is less can be multiplied without overflow.
FARTHEST = 1e9
_MOST_COLOURS = 0x8000000
_MOST_KNOWN = 200_000
_SENTINEL = "|"
_known = _Known({_SENTINEL: math.nan})


def read_columns(rows: list[list[str]], first: int, last: int) -> tuple[Numbers, list[int]]:
    """Fields first…last of each row as (n, last - first), and the rows that are no numbers (as NaN)."""
    width = last - first
    flat = [text for row in rows for text in row[first:last]]
    if len(flat) == width * len(rows):
        try:
            numbers = np.fromiter(map(_known.__getitem__, flat), np.float64, len(flat))
        except ValueError:
            numbers = np.array([np.nan])
        if not len(numbers) or _is_near(numbers):
            return numbers.reshape(-1, width), []
    return _read_slowly(rows, first, last)


def _read_slowly(rows: list[list[str]], first: int, last: int) -> tuple[Numbers, list[int]]:
    numbers = np.full((len(rows), last - first), np.nan)
    bad: list[int] = []
    for index, row in enumerate(rows):
        values = [_read_number(text) for text in row[first:last]]
        if len(values) == last - first and None not in values:
            numbers[index] = np.array(values, dtype=np.float64)
        else:
            bad.append(index)
    return numbers, bad


def _is_near(numbers: Numbers) -> bool:
    """True for numbers that all are numbers, and none of them absurd."""
    return bool(np.abs(numbers).max() <= FARTHEST)


def _read_number(text: str) -> float | None:
    number = parse_number(text)
    return None if number is None or abs(number) > FARTHEST else number


def placements(contents: Contents) -> tuple[Numbers, list[int]]:
    """Where each reference stands, (n, 3, 4), and which of them have no readable place."""
    numbers, bad = read_columns(contents.references, 2, 14)
    matrices = np.empty((len(numbers), 3, 4))
    matrices[:, :, :3] = numbers[:, 3:].reshape(-1, 3, 3)
    matrices[:, :, 3] = numbers[:, :3]
    return matrices, bad


def bad_number_findings(contents: Contents, bad: list[int]) -> list[Diagnostic]:
    findings = []
    for index in bad:
        field = next((f for f in contents.references[index][2:14] if _read_number(f) is None), "")
        findings.append(_bad_number(field, contents.at(contents.lines[index])))
    return findings


def _bad_number(field: str, place: Place) -> Diagnostic:
    if parse_number(field) is None:
        return bad_number(field, place)
    return oddities.BAD_NUMBER.at(place, text=shortened(field), hint=" that a model can hold")


@dataclass(frozen=True, slots=True)
class Shapes:
    """All lines of one type: corners (n, k, 3), colours (n,), line numbers, and what was wrong."""

    corners: Numbers
    colours: NDArray[np.int64]
    lines: list[int]
    findings: list[Diagnostic]


def read_shapes(contents: Contents, kind: int) -> Shapes:
    """The shapes of a type; lines that can't be read are left out and told."""
    corners = POINTS_OF_TYPE[kind]
    column = contents.shapes.get(kind)
    if column is None:
        return Shapes(np.empty((0, corners, 3)), np.empty(0, np.int64), [], [])
    width = 3 * corners + 2
    # A sentinel between lines shows that none has too many fields and the next too few.
    fields = f" {_SENTINEL} ".join(column.texts).split()
    if len(fields) == len(column.texts) * (width + 1) - 1:
        fields.append(_SENTINEL)
        try:
            numbers = np.fromiter(map(_known.__getitem__, fields), np.float64, len(fields))
        except ValueError:
            return _read_shapes_slowly(contents, column, corners)
        table = numbers.reshape(-1, width + 1)
        colours = set(fields[1 :: width + 1])
        # Colours may be written in ways that are no numbers, and numbers in ways that are no colours.
        if np.isnan(table[:, -1]).all() and _is_near(table[:, :-1]) and all(map(str.isdigit, colours)):
            codes = table[:, 1].astype(np.int64)
            if codes.max() < _MOST_COLOURS:
                return Shapes(table[:, 2:width].reshape(-1, corners, 3), codes, column.lines, [])
    return _read_shapes_slowly(contents, column, corners)


def _read_shapes_slowly(contents: Contents, column: ShapeLines, corners: int) -> Shapes:
    found: list[Shape] = []
    lines: list[int] = []
    findings: list[Diagnostic] = []
    for text, line in zip(column.texts, column.lines, strict=True):
        parsed = parse(text, contents.at(line))
        if isinstance(parsed, Unreadable):
            findings.append(parsed.finding)
        elif isinstance(parsed, Shape) and len(parsed.points) == 3 * corners:
            if max(map(abs, parsed.points)) > FARTHEST:
                field = next(f for f in text.split()[2:] if _read_number(f) is None)
                findings.append(_bad_number(field, contents.at(line)))
                continue
            found.append(parsed)
            lines.append(line)
    points = np.array([shape.points for shape in found]).reshape(-1, corners, 3)
    return Shapes(points, np.array([shape.colour for shape in found], np.int64), lines, findings)
