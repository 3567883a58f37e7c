"""Small pictures of the parts on a list, to be put into its page."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import TYPE_CHECKING

from brickyard.parts.lines import Lot
from brickyard.pictures.part_icons import each_icon
from brickyard.pictures.picture_files import png_bytes
from brickyard.pictures.subject import parts_subject
from ldraw_tools.library.part_files import Files

if TYPE_CHECKING:
    from PIL.Image import Image

_SIDE = 96
# A part that may have any colour, or one that LDraw doesn't know, is drawn in grey.
_GREY = 7


def part_pictures(lots: Sequence[Lot], library: Files | None) -> dict[tuple[str, int | None], str]:
    """By LDraw number and colour, as addresses that hold the picture; what nobody can draw has none."""
    wanted = sorted({(lot.part, _drawn(lot)) for lot in lots if lot.part})
    subject, whose = parts_subject([part for part, _ in wanted], [colour for _, colour in wanted], library)
    drawn = {wanted[whose[piece]]: _address(image) for piece, image in each_icon(subject, _SIDE)}
    return {
        (lot.part, lot.ldraw_colour): drawn[lot.part, _drawn(lot)]
        for lot in lots
        if (lot.part, _drawn(lot)) in drawn
    }


def _address(image: Image) -> str:
    return f"data:image/png;base64,{base64.b64encode(png_bytes(image)).decode('ascii')}"


def _drawn(lot: Lot) -> int:
    colour = lot.ldraw_colour
    return _GREY if colour is None or colour < 0 else colour
