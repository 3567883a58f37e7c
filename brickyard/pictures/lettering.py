"""The type we ship: how wide words are in it, and the same words in it everywhere."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from catalog.vocabulary import COLOURS, Dice, Pool

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont


# Paint, ink, border: told apart by their letters where there is no colour.
PAINTS = {
    "W": ("#ffffff", "#1a1a1a", "#1a1a1a"),
    "B": ("#1d5fa7", "#ffffff", "#123e6e"),
    "G": ("#2b7a3d", "#ffffff", "#1a4d26"),
    "Y": ("#f4c414", "#1a1a1a", "#8a6d00"),
    "K": ("#1f1f1f", "#ffffff", "#000000"),
    "R": ("#c22d2d", "#ffffff", "#7c1717"),
}
OTHER = ("#e6e6e0", "#1a1a1a", "#1a1a1a")
# A diamond has less room for its letters than a square, so it is drawn larger if possible.
LARGER = 1.25


def each(pool: Pool) -> Iterator[Dice]:
    """One by one, in the order they are written."""
    for dice in pool:
        for _ in range(dice.count):
            yield Dice(*dice.key)


def letters(die: Dice) -> str:
    """`B`, `Rd`, `R8r`: as Condensed writes them."""
    sides = str(die.sides) if die.sides != 6 else ""
    return f"{die.colour}{sides}{die.range}"


def die_in_words(die: Dice) -> str:
    """For those who can't see it: `red d8`."""
    return f"{COLOURS.get(die.colour, die.colour)} d{die.sides}"


class DieShape(NamedTuple):
    """A die in a square of 32 units: how far it reaches from the middle, its line, its letters.

    `corner` is how far its corners are rounded; 0 for a diamond.
    """

    text: str
    paint: str
    ink: str
    border: str
    reach: float
    corner: float
    size: float
    line: float = 1.6

    @property
    def is_diamond(self) -> bool:
        return not self.corner

    @property
    def baseline(self) -> float:
        """Where its letters stand."""
        return 16 + self.size * 0.36


def shape_of(die: Dice) -> DieShape:
    """The shape of a die: the same in pages, labels and plots."""
    text = letters(die)
    reach, corner = (14.5, 6.5) if die.sides == 6 else (15.1, 0.0)
    return DieShape(
        text, *PAINTS.get(die.colour, OTHER), reach, corner, {1: 17.0, 2: 14.0}.get(len(text), 11.0)
    )


def die_svg(die: Dice, title: str = "") -> str:
    """32 units square; every letter comes from our own vocabularies."""
    shape = shape_of(die)
    low, wide = f"{16 - shape.reach:g}", f"{2 * shape.reach:g}"
    high = f"{16 + shape.reach:g}"
    outline = (
        f'<path d="M16 {low} {high} 16 16 {high} {low} 16Z"'
        if shape.is_diamond
        else f'<rect x="{low}" y="{low}" width="{wide}" height="{wide}" rx="{shape.corner:g}"'
    )
    return (
        f'<svg class="{"die large" if shape.is_diamond else "die"}" viewBox="0 0 32 32" role="img" '
        f'aria-label="{title or die_in_words(die)}">'
        f'{outline} fill="{shape.paint}" stroke="{shape.border}" stroke-width="{shape.line:g}"/>'
        f'<text x="16" y="{shape.baseline:.1f}" text-anchor="middle" font-size="{shape.size:g}" '
        f'font-weight="700" fill="{shape.ink}">{shape.text}</text></svg>'
    )


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


def elide(text: str, size: float, most: float, face: Face = Face.REGULAR) -> str:
    """The text, or as much of it as there is room for; nothing where there is none."""
    if width_of(text, size, face) <= most:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        fits = width_of(text[:middle].rstrip() + "…", size, face) <= most
        low, high = (middle, high) if fits else (low, middle - 1)
    return text[:low].rstrip() + "…" if low else ""


def wrap_text(text: str, size: float, most: float, lines: int = 99, face: Face = Face.REGULAR) -> list[str]:
    """The text in lines no wider than `most`; what doesn't fit is left out with a mark."""
    found: list[str] = []
    for word in text.split():
        if found and (len(found) == lines or width_of(f"{found[-1]} {word}", size, face) <= most):
            found[-1] += f" {word}"
        else:
            found.append(word)
    return [elide(line, size, most, face) for line in found]


def drawable(text: str, face: Face = Face.REGULAR) -> str:
    """What the type has letters for: accents fall away, letters of other scripts become question marks."""
    return text if text.isascii() else "".join(_drawn_as(letter, face) for letter in text)


def missing_letters(texts: Iterable[str], face: Face = Face.REGULAR) -> str:
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
