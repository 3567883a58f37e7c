"""What our SVG files have in common: short numbers, words as wide as in our type, names that stay text."""

from __future__ import annotations

from brickyard.pictures.lettering import FAMILY, Face, width_of
from ldraw_tools.findings import printable

SVG_FONT = f'font-family="{FAMILY}"'
_WEIGHTS = {Face.REGULAR: "", Face.BOLD: ' font-weight="700"', Face.CONDENSED: ' font-weight="600"'}


def svg_words(
    text: str, place: tuple[float, float], size: float, colour: str, face: Face = Face.REGULAR, more: str = ""
) -> str:
    """One line of text, standing on its place; `more` are attributes of ours."""
    # Whatever type a machine has, the words are as wide as ours.
    wide = number(width_of(text, size, face))
    return (
        f'<text x="{number(place[0])}" y="{number(place[1])}" textLength="{wide}" '
        f'lengthAdjust="spacingAndGlyphs" font-size="{number(size)}"{_WEIGHTS[face]} fill="{colour}"{more}>'
        f"{escaped(text)}</text>"
    )


def number(value: float) -> str:
    """Short: an SVG has thousands of them."""
    return f"{value:.1f}".removesuffix(".0")


def escaped(text: str) -> str:
    """Strangers' names are text and nothing else."""
    for letter, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(letter, entity)
    return printable(text)
