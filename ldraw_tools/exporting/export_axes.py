"""Units and axes of other programs: LDraw's world, with y downwards, in theirs."""

from __future__ import annotations

from enum import StrEnum

import numpy as np

from ldraw_tools.measuring.shapes import Points
from ldraw_tools.units import MM_PER_LDU


class LengthUnit(StrEnum):
    METRES = "m"
    MILLIMETRES = "mm"
    LDU = "ldu"


class Up(StrEnum):
    Y = "y"
    Z = "z"


_PER_LDU = {LengthUnit.METRES: MM_PER_LDU / 1000, LengthUnit.MILLIMETRES: MM_PER_LDU, LengthUnit.LDU: 1.0}
# The front, which looks along -z in LDraw, looks along +z where y is up and along -y where z is up.
_TURNS = {
    Up.Y: np.array([[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]]),
    Up.Z: np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]]),
}


def world(unit: LengthUnit, up: Up) -> Points:
    """(3, 3): from LDraw units and axes to those."""
    return _TURNS[up] * _PER_LDU[unit]
