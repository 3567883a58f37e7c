"""What a picture of a finding has to show: which parts it is about, and where they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ldraw_tools.findings import Place

# What groups are called, in their order.
LETTERS = "ABCDEFGH"
# The first parts of a large group are enough to show where it is.
_MOST_PARTS = 50


class PartAt(NamedTuple):
    """A part in a model: its file's key, the line that places it, and its matrix as 12 numbers by rows."""

    key: str
    place: Place
    matrix: tuple[float, ...]

    @property
    def at(self) -> tuple[float, float, float]:
        """x, y and z as the file has them, rounded to hide float noise."""
        x, y, z = (round(self.matrix[place], 3) + 0.0 for place in (3, 7, 11))
        return x, y, z


class HighlightedPart(NamedTuple):
    """A part that a finding is about: its letter in the picture, its name, its line, and where it stands."""

    group: str
    part: str
    file: str
    line: int
    at: tuple[float, float, float]


class HighlightedGroup(NamedTuple):
    """Parts that are pointed out together, under one name."""

    name: str
    parts: tuple[PartAt, ...]


class Highlight(NamedTuple):
    """Groups called A, B, C … in the caption, in the unit, or in a submodel by itself after a step of it.

    `ball` is the middle and the width, in LDU, of the place that proves it; `azimuth` the side from which
    one has to see the whole model to see what is wrong.
    """

    caption: str
    groups: tuple[HighlightedGroup, ...]
    ball: tuple[float, float, float, float] | None = None
    submodel: str = ""
    step: int = 0
    azimuth: float | None = None

    def parts(self) -> tuple[HighlightedPart, ...]:
        """The parts of all groups; only the first ones of a large group."""
        return tuple(
            HighlightedPart(letter, part.key, part.place.file, part.place.line, part.at)
            for letter, group in zip(LETTERS, self.groups, strict=False)
            for part in group.parts[:_MOST_PARTS]
        )
