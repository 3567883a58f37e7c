"""What a picture of a finding has to show: which parts it is about, and where they stand."""

from __future__ import annotations

from dataclasses import dataclass

from ldraw_tools.diagnostics import Place

# What groups are called, in their order.
LETTERS = "ABCDEFGH"


@dataclass(frozen=True, slots=True)
class PartAt:
    """A part in a model: its file's key, the line that places it, and its matrix as 12 numbers by rows."""

    key: str
    place: Place
    matrix: tuple[float, ...]

    @property
    def at(self) -> tuple[float, float, float]:
        """x, y and z as the file has them, without the dust of reckoning."""
        x, y, z = (round(self.matrix[place], 3) + 0.0 for place in (3, 7, 11))
        return x, y, z


@dataclass(frozen=True, slots=True)
class Group:
    """Parts that are pointed out together, under one name."""

    name: str
    parts: tuple[PartAt, ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """Groups called A, B, C … in the caption, in the unit, or in a submodel by itself after a step of it.

    `ball` is the middle and the width, in LDU, of the place that proves it; `azimuth` the side from which
    one has to see the whole model to see what is wrong.
    """

    caption: str
    groups: tuple[Group, ...]
    ball: tuple[float, float, float, float] | None = None
    submodel: str = ""
    step: int = 0
    azimuth: float | None = None
