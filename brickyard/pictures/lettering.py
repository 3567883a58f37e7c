"""The type we ship: how wide words are in it, and the same words in it everywhere."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from enum import Enum
from functools import cache, lru_cache
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


@lru_cache(maxsize=256)
def font(face: Face, size: float) -> FreeTypeFont:
    from PIL import ImageFont

    # The plain layout: the other needs a library that not every machine has, and places letters differently.
    path = str(FONTS / f"{face.value}.ttf")
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _measure(face: Face) -> FreeTypeFont:
    return font(face, 100)


def width_of(text: str, size: float, face: Face = Face.REGULAR) -> float:
    return _width(text, face) * size / 100


@lru_cache(maxsize=4096)
def _width(text: str, face: Face) -> float:
    """Kept, because the plots of a site repeat many words."""
    return _measure(face).getlength(drawable(text, face))


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


def wrapped(text: str, size: float, most: float, lines: int = 99, face: Face = Face.REGULAR) -> list[str]:
    """The text in lines no wider than `most`; what doesn't fit is left out with a mark."""
    found: list[str] = []
    for word in text.split():
        if found and (len(found) == lines or width_of(f"{found[-1]} {word}", size, face) <= most):
            found[-1] += f" {word}"
        else:
            found.append(word)
    return [elided(line, size, most, face) for line in found]


def drawable(text: str, face: Face = Face.REGULAR) -> str:
    """What the type has letters for: accents fall away, letters of other scripts become question marks."""
    return text if text.isascii() else "".join(_drawn_as(letter, face) for letter in text)


def lacking(texts: Iterable[str], face: Face = Face.REGULAR) -> str:
    """The letters that are drawn as question marks."""
    letters = dict.fromkeys(letter for text in texts for letter in text)
    return "".join(letter for letter in letters if letter != "?" and _drawn_as(letter, face) == "?")


@lru_cache(maxsize=4096)
def _drawn_as(letter: str, face: Face) -> str:
    if _has(letter, face):
        return letter
    plain = "".join(each for each in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(each))
    return plain if plain != letter and all(_has(each, face) for each in plain) else "?"


def _has(letter: str, face: Face) -> bool:
    if letter.isspace():
        return True
    measure = _measure(face)
    return bytes(measure.getmask(letter)) != bytes(measure.getmask("\U0010fffd"))
