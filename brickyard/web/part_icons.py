"""Every different part of a design by itself, all in one picture that a page cuts up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from brickyard.pictures.icons import draw_icons
from brickyard.pictures.png import png_bytes
from brickyard.pictures.subject import Subject
from ldraw_tools.names import part_number
from ldraw_tools.rendering.side_by_side import corner_of, size_of

_SIDE = 96
# Beyond that a list of parts is read by numbers.
_MOST = 400
_COLOURS = 255

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
        if place is None:
            return None
        return Cut(*corner_of(place, _SIDE), _SIDE, *size_of(len(self.places), _SIDE))


def part_icons(subject: Subject) -> Icons | None:
    """None where there is nothing to draw, or too much."""
    from PIL import Image as Images

    pieces = subject.pieces
    first: dict[Part, int] = {}
    for index, (mesh, colour) in enumerate(zip(pieces.mesh.tolist(), pieces.colours.tolist(), strict=True)):
        first.setdefault((part_number(pieces.keys[mesh]), colour), index)
    if len(first) > _MOST:
        return None
    parts = sorted(first)
    each = pieces.where(np.array([first[part] for part in parts], np.intp))
    drawn = draw_icons(subject.only(each), _SIDE)
    if not drawn:
        return None
    few = drawn.image.quantize(_COLOURS, method=Images.Quantize.FASTOCTREE)
    return Icons(png_bytes(few), {parts[index]: place for place, index in enumerate(drawn.chosen)})
