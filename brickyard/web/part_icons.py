"""Every different part of a design by itself, all in one picture that a page cuts up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from brickyard.pictures.icons import MOST_ICONS, icon_sheet
from brickyard.pictures.png import png_bytes
from brickyard.pictures.subject import Subject
from catalog.database.part_database import number_today
from ldraw_tools.findings import RefusedError
from ldraw_tools.rendering.side_by_side import corner_of, size_of

if TYPE_CHECKING:
    from PIL.Image import Image

_SIDE = 96
_COLOURS = 255

Part = tuple[str, int | None]
"""An LDraw number of today and a colour."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A square of a sheet of so many pixels."""

    left: int
    top: int
    side: int
    width: int
    height: int


@dataclass(frozen=True)
class Icons:
    """`places` says which square of the sheet a part has, counted by rows."""

    sheet: bytes
    places: Mapping[Part, int]

    def cut(self, number: str, colour: int | None) -> Cut | None:
        """None where nobody could draw it."""
        place = self.places.get((number, colour))
        if place is None:
            return None
        return Cut(*corner_of(place, _SIDE), _SIDE, *size_of(len(self.places), _SIDE))


def part_icons(subject: Subject, sheet_of: Callable[[Subject, Callable[[], bytes]], bytes]) -> Icons | None:
    """None where there is nothing to draw, or too much.

    `sheet_of` is given the parts and how to draw them, and gives their picture.
    """
    pieces = subject.pieces
    first: dict[Part, int] = {}
    numbers = [number_today(key) for key in pieces.keys]
    for index, (mesh, colour) in enumerate(zip(pieces.mesh.tolist(), pieces.colours.tolist(), strict=True)):
        first.setdefault((numbers[mesh], colour), index)
    # Beyond that a list of parts is read by numbers.
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
        # A part made to be slow, maybe too small in the model to be so there.
        return None
    return Icons(picture, {parts[index]: place for place, index in enumerate(sheet.chosen)})


def _few_colours(image: Image) -> bytes:
    from PIL import Image as Images

    return png_bytes(image.quantize(_COLOURS, method=Images.Quantize.FASTOCTREE))
