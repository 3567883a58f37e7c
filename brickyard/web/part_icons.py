"""Every different part of a design by itself, all in one picture that a page cuts up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from brickyard.pictures.making import icon
from brickyard.pictures.png import png_bytes
from brickyard.pictures.subject import Subject
from ldraw_tools.diagnostics import BrickyardError
from ldraw_tools.names import part_number

if TYPE_CHECKING:
    from PIL.Image import Image

_SIDE = 96
_COLUMNS = 10
# Beyond that a list of parts is read by numbers.
_MOST = 400
_COLOURS = 255
_UPRIGHT = np.eye(3, 4)[None]

Part = tuple[str, int | None]
"""An LDraw number and a colour."""


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
        return _cut(place, len(self.places)) if place is not None else None


def draw_icons(subject: Subject) -> Icons | None:
    """None where there is nothing to draw, or too much."""
    from PIL import Image as Images

    pieces = subject.pieces
    first: dict[Part, int] = {}
    for index, (mesh, colour) in enumerate(zip(pieces.mesh.tolist(), pieces.colours.tolist(), strict=True)):
        first.setdefault((part_number(pieces.keys[mesh]), colour), index)
    if len(first) > _MOST:
        return None
    drawn: dict[Part, Image] = {}
    for part, index in sorted(first.items()):
        alone = replace(pieces.where(np.array([index])), matrices=_UPRIGHT)
        try:
            drawn[part] = icon(subject.only(alone), (_SIDE, _SIDE))
        except BrickyardError:
            # A part of lines alone has nothing to show.
            continue
    if not drawn:
        return None
    last = _cut(len(drawn) - 1, len(drawn))
    sheet = Images.new("RGBA", (last.width, last.height))
    for place, image in enumerate(drawn.values()):
        cut = _cut(place, len(drawn))
        sheet.paste(image, (cut.left, cut.top))
    few = sheet.quantize(_COLOURS, method=Images.Quantize.FASTOCTREE)
    return Icons(png_bytes(few), {part: place for place, part in enumerate(drawn)})


def _cut(place: int, count: int) -> Cut:
    row, column = divmod(place, _COLUMNS)
    rows = -(-count // _COLUMNS)
    return Cut(column * _SIDE, row * _SIDE, _SIDE, _COLUMNS * _SIDE, rows * _SIDE)
