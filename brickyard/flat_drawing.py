"""Flat pictures of boxes and words: the same shapes as SVG text or as PNG pixels."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ldraw_tools.diagnostics import BrickyardError, printable
from ldraw_tools.writing import write_whole

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont, ImageFont

PAPER, INK, FAINT = "#ffffff", "#1a1a1a", "#8a8a8a"
SUFFIXES = (".svg", ".png")
_FAMILY = "'Source Sans 3', 'Open Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
_ANCHORS = {"start": "l", "middle": "m", "end": "r"}
# What a PNG's font lacks of our own symbols, and what stands for them there.
_STAND_INS = {"×": "x", "−": "-", "–": "-", "→": ">", "•": "·", "½": "1/2"}
_MOST_PIXELS = 40_000_000

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle; `line` is the width of its border, `crossed` draws its diagonal too."""

    left: float
    top: float
    width: float
    height: float
    fill: str = PAPER
    line: float = 0
    line_colour: str = INK
    crossed: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text; `baseline` is where its letters stand."""

    text: str
    at: float
    baseline: float
    size: float
    anchor: Anchor = "start"
    colour: str = INK
    bold: bool = False


@dataclass(frozen=True)
class Drawing:
    title: str
    width: float
    height: float
    shapes: Sequence[Box | Words]


def write_drawing(drawing: Drawing, target: Path) -> None:
    """As SVG or PNG, by the name's end."""
    suffix = target.suffix.lower()
    if suffix not in SUFFIXES:
        raise BrickyardError(f"{target}: a picture's name ends with {' or '.join(SUFFIXES)}")
    data = svg_of(drawing).encode() if suffix == SUFFIXES[0] else png_of(drawing)
    write_whole(target, data)


def width_of(text: str, size: float) -> float:
    """The width in the widest of the common fonts, nearly; which one shows an SVG nobody knows."""
    return size * sum(_letter_width(letter) for letter in text)


def elided(text: str, size: float, most: float) -> str:
    """The text, or as much of it as `most` has room for."""
    if width_of(text, size) <= most:
        return text
    while text and width_of(text + "…", size) > most:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, size: float, most: float, lines: int = 99) -> list[str]:
    """The text in lines no wider than `most`; what doesn't fit into so many lines is left out with a mark."""
    found: list[str] = []
    for word in text.split():
        if found and width_of(f"{found[-1]} {word}", size) <= most:
            found[-1] += f" {word}"
        elif len(found) < lines:
            found.append(word)
        else:
            found[-1] += f" {word}"
    return [elided(line, size, most) for line in found]


def svg_of(drawing: Drawing) -> str:
    size = f'width="{_n(drawing.width)}" height="{_n(drawing.height)}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
        f'viewBox="0 0 {_n(drawing.width)} {_n(drawing.height)}" role="img" font-family="{_FAMILY}">',
        f"<title>{_escaped(drawing.title)}</title>",
        f'<rect {size} fill="{PAPER}"/>',
    ]
    for shape in drawing.shapes:
        lines += _svg_box(shape) if isinstance(shape, Box) else [_svg_words(shape)]
    return "\n".join([*lines, "</svg>", ""])


def png_of(drawing: Drawing, scale: float = 2) -> bytes:
    from PIL import Image, ImageDraw

    wide, high = round(drawing.width * scale), round(drawing.height * scale)
    if wide * high > _MOST_PIXELS:
        raise BrickyardError("this picture is too large for a PNG; write an .svg instead")
    image = Image.new("RGB", (wide, high), PAPER)
    pen = ImageDraw.Draw(image)
    for shape in drawing.shapes:
        if isinstance(shape, Box):
            left, top = round(shape.left * scale), round(shape.top * scale)
            right = round((shape.left + shape.width) * scale) - 1
            bottom = round((shape.top + shape.height) * scale) - 1
            line = round(shape.line * scale)
            pen.rectangle((left, top, right, bottom), shape.fill, shape.line_colour if line else None, line)
            if shape.crossed:
                pen.line((left, bottom, right, top), shape.line_colour, max(1, round(scale)))
        else:
            font = _font(shape.size * scale)
            text, place = _drawable(shape.text, font), (shape.at * scale, shape.baseline * scale)
            stroke = shape.size * scale / 40 if shape.bold else 0
            pen.text(place, text, shape.colour, font, f"{_ANCHORS[shape.anchor]}s", stroke_width=stroke)
    written = BytesIO()
    image.save(written, "PNG", optimize=True, dpi=(96 * scale, 96 * scale))
    return written.getvalue()


def _svg_box(box: Box) -> Iterable[str]:
    border = f' stroke="{box.line_colour}" stroke-width="{_n(box.line)}"' if box.line else ""
    # A border lies inside of its box, in a PNG as here.
    half = box.line / 2
    yield (
        f'<rect x="{_n(box.left + half)}" y="{_n(box.top + half)}" width="{_n(box.width - box.line)}" '
        f'height="{_n(box.height - box.line)}" fill="{box.fill}"{border}/>'
    )
    if box.crossed:
        yield (
            f'<path d="M{_n(box.left)} {_n(box.top + box.height)}L{_n(box.left + box.width)} {_n(box.top)}" '
            f'stroke="{box.line_colour}"/>'
        )


def _svg_words(words: Words) -> str:
    anchor = f' text-anchor="{words.anchor}"' if words.anchor != "start" else ""
    bold = ' font-weight="600"' if words.bold else ""
    return (
        f'<text x="{_n(words.at)}" y="{_n(words.baseline)}" font-size="{_n(words.size)}" '
        f'fill="{words.colour}"{anchor}{bold}>{_escaped(words.text)}</text>'
    )


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _escaped(text: str) -> str:
    """Strangers' names are text and nothing else."""
    for letter, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(letter, entity)
    return printable(text)


def _letter_width(letter: str) -> float:
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    if letter in " .,:;'’|!iljtfrI()[]·-":
        return 0.38
    return 0.96 if letter in "mwMW@%" else 0.72 if letter.isupper() else 0.63


def _font(size: float) -> FreeTypeFont | ImageFont:
    """The one font that comes with Pillow: the same on every machine."""
    from PIL import ImageFont

    return ImageFont.load_default(size)


def _drawable(text: str, font: FreeTypeFont | ImageFont) -> str:
    """What the font has letters for: accents fall away, letters of other scripts become question marks."""
    unknown = bytes(font.getmask("\U0010fffd"))
    letters = []
    for letter in printable(text):
        for each in _STAND_INS.get(letter) or unicodedata.normalize("NFKD", letter):
            if unicodedata.combining(each):
                continue
            letters.append("?" if each != " " and bytes(font.getmask(each)) == unknown else each)
    return "".join(letters)
