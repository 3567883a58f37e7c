"""The type we ship: how wide words are in it, and the same words in it everywhere."""

from __future__ import annotations

from enum import Enum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

FONTS = Path(__file__).parent.parent / "data" / "fonts"
FAMILY = "'Brickyard Sans', 'Source Sans 3', 'Open Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"


class Face(Enum):
    REGULAR = "BrickyardSans-Regular"
    BOLD = "BrickyardSans-Bold"
    CONDENSED = "BrickyardSansCondensed-SemiBold"


@cache
def font(face: Face, size: float) -> FreeTypeFont:
    from PIL import ImageFont

    # The plain layout: the other needs a library that not every machine has, and would place letters anew.
    path = str(FONTS / f"{face.value}.ttf")
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _measure(face: Face) -> FreeTypeFont:
    return font(face, 100)


def width_of(text: str, size: float, face: Face = Face.REGULAR) -> float:
    return _measure(face).getlength(text) * size / 100


def elided(text: str, size: float, most: float, face: Face = Face.REGULAR) -> str:
    """The text, or as much of it as there is room for; nothing where there is none."""
    if width_of(text, size, face) <= most:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        fits = width_of(text[:middle].rstrip() + "…", size, face) <= most
        low, high = (middle, high) if fits else (low, middle - 1)
    return text[:low].rstrip() + "…" if low else ""
