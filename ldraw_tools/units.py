"""LDraw units, studs, bricks, plates, millimetres: the only conversions in the house."""

from __future__ import annotations

from ldraw_tools.phrases import count

LDU_PER_STUD = 20.0
LDU_PER_BRICK = 24.0
LDU_PER_PLATE = 8.0
STUD_HEIGHT_LDU = 4.0
MM_PER_LDU = 0.4
# The play of real bricks: what is over by no more than this fits.
TOLERANCE_LDU = 0.5


def studs(ldu: float) -> float:
    return ldu / LDU_PER_STUD


def bricks(ldu: float) -> float:
    return ldu / LDU_PER_BRICK


def plates(ldu: float) -> float:
    return ldu / LDU_PER_PLATE


def millimetres(ldu: float) -> float:
    return ldu * MM_PER_LDU


def short(number: float, digits: int = 2) -> str:
    """A number for people: `10`, `10.5`, `10.25`, never `-0`."""
    text = f"{number:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def with_unit(amount: float, unit: str) -> str:
    """`1 brick`, `6.5 bricks`."""
    return count(short(amount), unit)
