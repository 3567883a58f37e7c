"""Single parts on transparent ground, without shadows, all drawn at once: for lists and pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from PIL import Image as Images
from PIL.Image import Image

from brickyard.pictures.picture_files import png_bytes
from brickyard.pictures.shots import ABOVE
from brickyard.pictures.subject import Subject
from catalog.database.part_database import number_today
from ldraw_tools.findings import RefusedError
from ldraw_tools.rendering.composing import SideBySide, corner_of, side_by_side, size_of
from ldraw_tools.rendering.picture import Look, draw
from ldraw_tools.rendering.stage import Stage

# Squares in one picture: with more, it would be too large, and parts would be seen from the side.
MOST_ICONS = 400
_SIDE = 96
_COLOURS = 255

Part = tuple[str, int | None]
"""An LDraw number of today and a colour."""


@dataclass(frozen=True)
class IconSheet:
    """Squares of one picture, counted by rows, for the pieces that can be drawn."""

    subject: Subject
    spread: SideBySide
    side: int

    @property
    def chosen(self) -> list[int]:
        """Which of the subject's pieces each square shows."""
        return [int(piece) for piece in self.spread.chosen]

    @cached_property
    def image(self) -> Image:
        stage = Stage(self.spread.pieces, self.subject.paints, table=self.subject.table)
        drawn = draw(stage, self.spread.camera, Look(paper=None, ground=False, shadows=False))
        return Images.fromarray(drawn.pixels)

    def each(self) -> Iterator[tuple[int, Image]]:
        """Every square's piece, with its own picture."""
        for square, piece in enumerate(self.chosen):
            left, top = corner_of(square, self.side)
            yield piece, self.image.crop((left, top, left + self.side, top + self.side))


def each_icon(subject: Subject, side: int) -> Iterator[tuple[int, Image]]:
    """Every piece that can be drawn, however many, with its own picture."""
    for first in range(0, len(subject.pieces), MOST_ICONS):
        some = np.arange(first, min(first + MOST_ICONS, len(subject.pieces)))
        for piece, image in icon_sheet(subject.only(subject.pieces.where(some)), side).each():
            yield first + piece, image


def icon_sheet(subject: Subject, side: int) -> IconSheet:
    """Each of its pieces by itself, at most `MOST_ICONS`."""
    return IconSheet(subject, side_by_side(subject.pieces, subject.table, ABOVE, side), side)


class Cut(NamedTuple):
    """A square of a sheet, and the sheet's size in pixels."""

    left: int
    top: int
    side: int
    width: int
    height: int


class PartIcons(NamedTuple):
    """`places` says which square of the sheet a part has, counted by rows."""

    sheet: bytes
    places: Mapping[Part, int]

    def cut(self, number: str, colour: int | None) -> Cut | None:
        """None if it can't be drawn."""
        place = self.places.get((number, colour))
        if place is None:
            return None
        return Cut(*corner_of(place, _SIDE), _SIDE, *size_of(len(self.places), _SIDE))


def part_icons(
    subject: Subject, sheet_of: Callable[[Subject, Callable[[], bytes]], bytes]
) -> PartIcons | None:
    """None where there is nothing to draw, or too much.

    `sheet_of` is given the parts and how to draw them, and gives their picture.
    """
    pieces = subject.pieces
    first: dict[Part, int] = {}
    numbers = [number_today(key) for key in pieces.keys]
    for index, (mesh, colour) in enumerate(zip(pieces.mesh.tolist(), pieces.colours.tolist(), strict=True)):
        first.setdefault((numbers[mesh], colour), index)
    # Longer lists are read by part numbers.
    if len(first) > MOST_ICONS:
        return None
    parts = sorted(first)
    each = pieces.where(np.array([first[part] for part in parts], np.intp))
    upright = np.broadcast_to(np.eye(3, 4), (len(each), 3, 4))
    alone = subject.only(replace(each, matrices=upright))
    sheet = icon_sheet(alone, _SIDE)
    if not sheet.chosen:
        return None
    try:
        picture = sheet_of(alone, lambda: _few_colours(sheet.image))
    except RefusedError:
        # A part that takes too long to draw at this size.
        return None
    return PartIcons(picture, {parts[index]: place for place, index in enumerate(sheet.chosen)})


def _few_colours(image: Image) -> bytes:
    return png_bytes(image.quantize(_COLOURS, method=Images.Quantize.FASTOCTREE))
