"""One frozen type per LDraw line: text to line, line to text.

The types follow the LDraw file format 1.0.2. Whole files are scanned by columns
(`contents.py`), which is much faster; these types explain single lines, write
new ones, and are the yardstick that the scanner is tested against.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from ldraw_tools import model_findings as oddities
from ldraw_tools.findings import Finding, Place, printable
from ldraw_tools.phrases import say

Numbers = tuple[float, ...]

INHERIT = 16
EDGE = 24
_DIRECT = range(0x2000000, 0x8000000)

POINTS_OF_TYPE = {2: 2, 3: 3, 4: 4, 5: 4}
REFERENCE_FIELDS = 15


@dataclass(frozen=True, slots=True)
class Blank:
    def __str__(self) -> str:
        return ""


class Meta(NamedTuple):
    """Line type 0: a comment or a command."""

    text: str

    def __str__(self) -> str:
        return f"0 {self.text}".rstrip()


class Reference(NamedTuple):
    """Line type 1: another file, placed. `placement` is x y z, then the matrix by rows."""

    colour: int
    placement: Numbers
    name: str

    def __str__(self) -> str:
        return f"1 {colour_text(self.colour)} {_numbers_text(self.placement)} {self.name}"


class ShapeLine(NamedTuple):
    """Line types 2 to 5: an edge, a triangle, a quadrilateral, a conditional edge."""

    type: int
    colour: int
    points: Numbers

    def __str__(self) -> str:
        return f"{self.type} {colour_text(self.colour)} {_numbers_text(self.points)}"


class Unreadable(NamedTuple):
    """A line that means nothing, with the reason why."""

    text: str
    finding: Finding

    def __str__(self) -> str:
        return self.text


Line = Blank | Meta | Reference | ShapeLine | Unreadable


def parse(text: str, place: Place) -> Line:
    """What one line says. Never raises: what can't be read says why."""
    fields = text.split()
    if not fields:
        return Blank()
    kind = fields[0]
    if kind == "0":
        return Meta(text.strip()[1:].strip())
    if kind == "1":
        return _reference(text, place)
    if kind in ("2", "3", "4", "5"):
        return _shape(text, fields, place)
    return Unreadable(text, oddities.UNKNOWN_LINE.at(place, start=shortened(kind)))


def _reference(text: str, place: Place) -> Reference | Unreadable:
    fields = text.split(None, REFERENCE_FIELDS - 1)
    if len(fields) < REFERENCE_FIELDS:
        return Unreadable(text, short_line(1, REFERENCE_FIELDS - 1, len(fields) - 1, place))
    numbers = [parse_number(field) for field in fields[2:14]]
    for field, number in zip(fields[2:14], numbers, strict=True):
        if number is None:
            return Unreadable(text, bad_number(field, place))
    colour = parse_colour(fields[1])
    return Reference(
        INHERIT if colour is None else colour, tuple(n for n in numbers if n is not None), fields[14].strip()
    )


def _shape(text: str, fields: list[str], place: Place) -> ShapeLine | Unreadable:
    kind = int(fields[0])
    needed = 3 * POINTS_OF_TYPE[kind]
    found = len(fields) - 2
    # Studio writes conditional lines without control points, and texture coordinates after the points.
    wanted = 6 if kind == 5 and found < needed else needed
    if found < wanted:
        return Unreadable(text, short_line(kind, needed + 1, found + 1, place))
    points: list[float] = []
    for field in fields[2 : 2 + wanted]:
        number = parse_number(field)
        if number is None:
            return Unreadable(text, bad_number(field, place))
        points.append(number)
    colour = parse_colour(fields[1])
    return ShapeLine(kind, INHERIT if colour is None else colour, tuple(points))


def parse_number(field: str) -> float | None:
    """A finite decimal number as the format means it, or None."""
    if not field.isascii() or "_" in field:
        return None
    try:
        number = float(field)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def parse_colour(field: str) -> int | None:
    """A code, or a direct colour in hexadecimal or decimal; None for anything else."""
    if not field.isascii() or "_" in field:
        return None
    try:
        if field[:2] in ("0x", "0X"):
            code = int(field, 16)
            return code if code in _DIRECT else None
        if field[:1] == "#":
            return int(f"0x2{field[1:]}", 16) if len(field) == 7 else None
        code = int(field)
    except ValueError:
        return None
    return code if 0 <= code < 0x8000000 else None


def is_direct(colour: int) -> bool:
    return colour in _DIRECT


def colour_text(colour: int) -> str:
    return f"0x{colour:07X}" if is_direct(colour) else str(colour)


def bad_number(field: str, place: Place) -> Finding:
    hint = ""
    if "," in field and parse_number(field.replace(",", ".", 1)) is not None:
        hint = say(" (a decimal comma? LDraw wants a point)")
    return oddities.BAD_NUMBER.at(place, text=shortened(field), hint=hint)


def short_line(kind: int, needed: int, found: int, place: Place) -> Finding:
    return oddities.SHORT_LINE.at(place, type=kind, needed=needed, found=found)


def shortened(text: str, most: int = 40) -> str:
    """For messages: printable and not too long."""
    text = printable(text)
    return text if len(text) <= most else text[: most - 1] + "…"


def _numbers_text(numbers: Numbers) -> str:
    return " ".join(number_text(n) for n in numbers)


def number_text(number: float) -> str:
    """The shortest text that reads back as the same number, without an exponent where possible."""
    if number == int(number) and abs(number) < 1e15:
        return str(int(number))
    return repr(number)
