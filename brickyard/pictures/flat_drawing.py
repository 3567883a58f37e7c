"""Flat pictures of boxes and words: the same shapes as SVG text or as PNG pixels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from brickyard.pictures.lettering import Face, drawable, font
from brickyard.pictures.picture_files import SVG_FONT, escaped, number, png_bytes, svg_words
from ldraw_tools.authorship import SVG_MARK
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.writing import write_output

PAPER, INK, FAINT = "#ffffff", "#1a1a1a", "#8a8a8a"
SUFFIXES = (".svg", ".png")
_ANCHORS = {"start": "l", "middle": "m", "end": "r"}
_MOST_PIXELS = 40_000_000

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Rectangle:
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
    face: Face = Face.REGULAR


@dataclass(frozen=True)
class Drawing:
    title: str
    width: float
    height: float
    shapes: Sequence[Rectangle | Words]


def write_drawing(drawing: Drawing, target: Path, *, force: bool = False) -> None:
    """As SVG or PNG, by the name's end."""
    suffix = target.suffix.lower()
    if suffix not in SUFFIXES:
        raise BrickyardError(f"{target}: a picture's name ends with {' or '.join(SUFFIXES)}")
    data = svg_of(drawing).encode() if suffix == SUFFIXES[0] else png_of(drawing)
    write_output(target, data, force=force)


def svg_of(drawing: Drawing) -> str:
    size = f'width="{number(drawing.width)}" height="{number(drawing.height)}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
        f'viewBox="0 0 {number(drawing.width)} {number(drawing.height)}" role="img" {SVG_FONT}>',
        SVG_MARK,
        f"<title>{escaped(drawing.title)}</title>",
        f'<rect {size} fill="{PAPER}"/>',
    ]
    for shape in drawing.shapes:
        lines += _svg_box(shape) if isinstance(shape, Rectangle) else [_svg_words(shape)]
    return "\n".join([*lines, "</svg>", ""])


def png_of(drawing: Drawing, scale: float = 2) -> bytes:
    from PIL import Image, ImageDraw

    wide, high = round(drawing.width * scale), round(drawing.height * scale)
    if wide * high > _MOST_PIXELS:
        raise BrickyardError("this picture is too large for a PNG; write an .svg instead")
    image = Image.new("RGB", (wide, high), PAPER)
    pen = ImageDraw.Draw(image)
    for shape in drawing.shapes:
        if isinstance(shape, Rectangle):
            left, top = round(shape.left * scale), round(shape.top * scale)
            right = round((shape.left + shape.width) * scale) - 1
            bottom = round((shape.top + shape.height) * scale) - 1
            line = round(shape.line * scale)
            pen.rectangle((left, top, right, bottom), shape.fill, shape.line_colour if line else None, line)
            if shape.crossed:
                pen.line((left, bottom, right, top), shape.line_colour, max(1, round(scale)))
        else:
            text, place = (
                drawable(printable(shape.text), shape.face),
                (shape.at * scale, shape.baseline * scale),
            )
            type_ = font(shape.face, shape.size * scale)
            pen.text(place, text, shape.colour, type_, f"{_ANCHORS[shape.anchor]}s")
    return png_bytes(image, 96 * scale, credit="")


def _svg_box(box: Rectangle) -> Iterable[str]:
    border = f' stroke="{box.line_colour}" stroke-width="{number(box.line)}"' if box.line else ""
    # A border lies inside of its box, in a PNG as here.
    half = box.line / 2
    left, top = number(box.left + half), number(box.top + half)
    width, height = number(box.width - box.line), number(box.height - box.line)
    yield f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="{box.fill}"{border}/>'
    if box.crossed:
        start = f"{number(box.left)} {number(box.top + box.height)}"
        end = f"{number(box.left + box.width)} {number(box.top)}"
        yield f'<path d="M{start}L{end}" stroke="{box.line_colour}"/>'


def _svg_words(words: Words) -> str:
    anchor = f' text-anchor="{words.anchor}"' if words.anchor != "start" else ""
    return svg_words(words.text, (words.at, words.baseline), words.size, words.colour, words.face, anchor)
