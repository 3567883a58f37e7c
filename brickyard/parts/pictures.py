"""Small pictures of the parts on a list, to be put into its page."""

from __future__ import annotations

import base64
from collections.abc import Sequence

from brickyard.parts.lines import Lot
from brickyard.pictures.making import icon_png
from brickyard.pictures.subject import part_subjects
from ldraw_tools.diagnostics import BrickyardError
from ldraw_tools.library import Files

_SIDE = 96
# A part that may have any colour, or one that LDraw doesn't know, is drawn in grey.
_GREY = 7


def part_pictures(lots: Sequence[Lot], library: Files | None) -> dict[tuple[str, int | None], str]:
    """By LDraw number and colour, as addresses that hold the picture; what nobody can draw has none."""
    wanted = sorted({(lot.part, _drawn(lot)) for lot in lots if lot.part})
    subjects = part_subjects([part for part, _ in wanted], [colour for _, colour in wanted], library)
    drawn: dict[tuple[str, int], str] = {}
    for key, subject in zip(wanted, subjects, strict=True):
        try:
            data = icon_png(subject, (_SIDE, _SIDE))
        except BrickyardError:
            continue
        drawn[key] = f"data:image/png;base64,{base64.b64encode(data).decode('ascii')}"
    return {
        (lot.part, lot.ldraw_colour): drawn[lot.part, _drawn(lot)]
        for lot in lots
        if (lot.part, _drawn(lot)) in drawn
    }


def _drawn(lot: Lot) -> int:
    colour = lot.ldraw_colour
    return _GREY if colour is None or colour < 0 else colour
