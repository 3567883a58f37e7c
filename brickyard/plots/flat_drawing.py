"""Flat pictures of boxes, lines, words and pictures: the same shapes as SVG text or as PNG pixels."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from brickyard.pictures.lettering import Face, drawable, font
from brickyard.pictures.picture_files import CREDIT, SVG_FONT, escape_text, number, png_bytes, svg_words
from brickyard.plots import SUFFIXES, check_name
from brickyard.plots.damage_paints import HIT, NONE
from ldraw_tools.authorship import SVG_MARK
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.writing import write_output

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

PAPER, INK, FAINT = "#ffffff", "#1a1a1a", "#8a8a8a"
SOFT, LINE, BAR = "#55554f", "#d4d4cb", NONE
# On a page these follow its theme; every other colour is the same in both.
_ON_PAGES = {
    PAPER: "var(--sheet)",
    INK: "currentColor",
    FAINT: "var(--soft)",
    SOFT: "var(--soft)",
    LINE: "var(--line)",
    BAR: "var(--bar)",
    HIT: "var(--hit)",
}
_ANCHORS = {"start": "l", "middle": "m", "end": "r"}
_MOST_PIXELS = 40_000_000
_FITTED = re.compile(r' textLength="[\d.]*" lengthAdjust="spacingAndGlyphs"')
_FINE = 4
_STRIPES = 5.0

Anchor = Literal["start", "middle", "end"]
Spot = tuple[float, float]


class Rectangle(NamedTuple):
    """A rectangle; `line` is the width of its border, `crossed` draws its diagonal too.

    `striped` draws stripes of paper over its fill: what differs by colour must differ without it.
    """

    left: float
    top: float
    width: float
    height: float
    fill: str = PAPER
    line: float = 0
    line_colour: str = INK
    crossed: bool = False
    radius: float = 0
    striped: bool = False


class PenLine(NamedTuple):
    """A line through spots; with a `fill` it is a closed area. A width of 0 draws no line."""

    spots: Sequence[Spot]
    width: float = 1
    colour: str = INK
    fill: str = ""
    dashed: bool = False


class Words(NamedTuple):
    """One line of text; `baseline` is where its letters stand."""

    text: str
    at: float
    baseline: float
    size: float
    anchor: Anchor = "start"
    colour: str = INK
    face: Face = Face.REGULAR


class Inset(NamedTuple):
    """A picture of a model: PNG bytes, and where they go."""

    data: bytes
    left: float
    top: float
    width: float
    height: float


Shape = Rectangle | PenLine | Words | Inset


class Drawing(NamedTuple):
    """`title` says what it shows; `said` says the same as all of it, for those who can't see it."""

    title: str
    width: float
    height: float
    shapes: Sequence[Shape]
    said: str = ""

    @property
    def shows_parts(self) -> bool:
        return any(isinstance(shape, Inset) for shape in self.shapes)


def write_drawing(drawing: Drawing, target: Path, *, force: bool = False) -> None:
    """As SVG or PNG, by the name's end."""
    check_name(target, force=force)
    write_output(target, drawing_bytes(drawing, target), force=force)


def drawing_bytes(drawing: Drawing, target: Path) -> bytes:
    return svg_of(drawing).encode() if target.suffix.lower() == SUFFIXES[0] else png_of(drawing)


def svg_of(drawing: Drawing) -> str:
    """A file of its own, on white paper."""
    size = f'width="{number(drawing.width)}" height="{number(drawing.height)}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
        f'viewBox="0 0 {number(drawing.width)} {number(drawing.height)}" role="img" {SVG_FONT}>',
        SVG_MARK,
        f"<title>{escape_text(drawing.title)}</title>",
    ]
    told = [drawing.said, CREDIT if drawing.shows_parts else ""]
    lines += [f"<desc>{escape_text(text)}</desc>" for text in [" ".join(filter(None, told))] if text]
    lines.append(f'<rect {size} fill="{PAPER}"/>')
    lines += [line for shape in drawing.shapes for line in _svg(shape)]
    return "\n".join([*lines, "</svg>", ""])


def svg_for_page(drawing: Drawing) -> str:
    """The same inside of a page: no ground, the page's type, and the colours of its theme."""
    lines = [
        f'<svg class="plot" viewBox="0 0 {number(drawing.width)} {number(drawing.height)}" role="img" '
        f'aria-label="{escape_text(f"{drawing.title}. {drawing.said}".strip())}">'
    ]
    for shape in drawing.shapes:
        for line in _svg(shape):
            # A page has our type, so nothing has to be fitted.
            line = _FITTED.sub("", line)
            for colour, themed in _ON_PAGES.items():
                line = line.replace(f'fill="{colour}"', f'fill="{themed}"')
                line = line.replace(f'stroke="{colour}"', f'stroke="{themed}"')
            lines.append(line)
    return "".join([*lines, "</svg>"])


def png_of(drawing: Drawing, scale: float = 2) -> bytes:
    from PIL import Image, ImageDraw

    wide, high = round(drawing.width * scale), round(drawing.height * scale)
    if wide * high > _MOST_PIXELS:
        raise BrickyardError("this picture is too large for a PNG; write an .svg instead")
    image = Image.new("RGB", (wide, high), PAPER)
    pen = ImageDraw.Draw(image)
    for shape in drawing.shapes:
        match shape:
            case Rectangle():
                _paint_box(image, pen, shape, scale)
            case PenLine():
                _paint_lines(image, shape, scale)
            case Inset():
                _paint_inset(image, shape, scale)
            case Words():
                text = drawable(printable(shape.text), shape.face)
                place = (shape.at * scale, shape.baseline * scale)
                type_ = font(shape.face, shape.size * scale)
                pen.text(place, text, shape.colour, type_, f"{_ANCHORS[shape.anchor]}s")
    return png_bytes(image, 96 * scale, credit=CREDIT if drawing.shows_parts else "")


def _paint_box(image: Image, pen: ImageDraw, box: Rectangle, scale: float) -> None:
    left, top = round(box.left * scale), round(box.top * scale)
    right = max(round((box.left + box.width) * scale) - 1, left)
    bottom = max(round((box.top + box.height) * scale) - 1, top)
    line = round(box.line * scale)
    if box.radius:
        _paint_rounded(image, box, scale)
    else:
        pen.rectangle((left, top, right, bottom), box.fill, box.line_colour if line else None, line)
    for start, end in _stripes(box):
        _paint_lines(image, PenLine((start, end), 1.4, PAPER), scale)
    if box.crossed:
        pen.line((left, bottom, right, top), box.line_colour, max(1, round(scale)))


def _paint_rounded(image: Image, box: Rectangle, scale: float) -> None:
    def draw(pen: ImageDraw, fine: float, left: float, top: float) -> None:
        corners = (
            (box.left * fine - left, box.top * fine - top),
            ((box.left + box.width) * fine - left, (box.top + box.height) * fine - top),
        )
        pen.rounded_rectangle(corners, box.radius * fine, 255)

    inside = Rectangle(
        box.left + box.line, box.top + box.line, box.width - 2 * box.line, box.height - 2 * box.line
    )
    bounds = (box.left, box.top, box.left + box.width, box.top + box.height)
    _stamp(image, bounds, box.line_colour if box.line else box.fill, scale, draw)
    if box.line:
        smaller = Rectangle(
            *(inside.left, inside.top, inside.width, inside.height, box.fill),
            radius=max(box.radius - box.line, 0.1),
        )
        _paint_rounded(image, smaller, scale)


def _paint_lines(image: Image, lines: PenLine, scale: float) -> None:
    xs, ys = [spot[0] for spot in lines.spots], [spot[1] for spot in lines.spots]
    spare = lines.width + 1
    bounds = (min(xs) - spare, min(ys) - spare, max(xs) + spare, max(ys) + spare)

    def moved(spots: Iterable[Spot], fine: float, left: float, top: float) -> list[Spot]:
        return [(x * fine - left, y * fine - top) for x, y in spots]

    def fill(pen: ImageDraw, fine: float, left: float, top: float) -> None:
        pen.polygon(moved(lines.spots, fine, left, top), 255)

    def stroke(pen: ImageDraw, fine: float, left: float, top: float) -> None:
        for start, end in _dashes(lines):
            pen.line(moved((start, end), fine, left, top), 255, max(round(lines.width * fine), 1))

    if lines.fill:
        _stamp(image, bounds, lines.fill, scale, fill)
    if lines.width:
        _stamp(image, bounds, lines.colour, scale, stroke)


def _stamp(
    image: Image,
    bounds: tuple[float, float, float, float],
    colour: str,
    scale: float,
    draw: Callable[[ImageDraw, float, float, float], None],
) -> None:
    """A shape with smooth edges: drawn larger, and brought down to size."""
    from PIL import Image as Images, ImageDraw as Drawer

    left, top = int(bounds[0] * scale) - 1, int(bounds[1] * scale) - 1
    wide, high = int(bounds[2] * scale) + 2 - left, int(bounds[3] * scale) + 2 - top
    mask = Images.new("L", (wide * _FINE, high * _FINE))
    draw(Drawer.Draw(mask), scale * _FINE, left * _FINE, top * _FINE)
    image.paste(colour, (left, top), mask.reduce(_FINE))


def _paint_inset(image: Image, inset: Inset, scale: float) -> None:
    from PIL import Image as Images

    with Images.open(BytesIO(inset.data)) as opened:
        size = max(round(inset.width * scale), 1), max(round(inset.height * scale), 1)
        shown = opened.convert("RGBA").resize(size, Images.Resampling.LANCZOS)
    image.paste(shown, (round(inset.left * scale), round(inset.top * scale)), shown)


def _dashes(lines: PenLine) -> Iterator[tuple[Spot, Spot]]:
    spots = [*lines.spots, lines.spots[0]] if lines.fill else lines.spots
    for start, end in pairwise(spots):
        if not lines.dashed:
            yield start, end
            continue
        far = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
        count = max(round(far / 9), 1)
        for place in range(count):
            parts = (place / count, (place + 0.6) / count)
            one, other = (
                (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
                for part in parts
            )
            yield one, other


def _stripes(box: Rectangle) -> Iterator[tuple[Spot, Spot]]:
    """Slanting lines across the box, none outside of it."""
    if not box.striped:
        return
    at = _STRIPES
    while at < box.width + box.height:
        low, high = max(at - box.height, 0.0), min(at, box.width)
        if high - low > 0.3:
            yield (box.left + low, box.top + at - low), (box.left + high, box.top + at - high)
        at += _STRIPES


def _svg(shape: Shape) -> Iterable[str]:
    match shape:
        case Rectangle():
            return _svg_box(shape)
        case PenLine():
            return (_svg_lines(shape),)
        case Inset():
            place = f'x="{number(shape.left)}" y="{number(shape.top)}"'
            size = f'width="{number(shape.width)}" height="{number(shape.height)}"'
            return (f'<image {place} {size} href="data:image/png;base64,{b64encode(shape.data).decode()}"/>',)
        case Words():
            return (_svg_words(shape),)


def _svg_box(box: Rectangle) -> Iterable[str]:
    border = f' stroke="{box.line_colour}" stroke-width="{number(box.line)}"' if box.line else ""
    # A border lies inside of its box, in a PNG as here.
    half = box.line / 2
    left, top = number(box.left + half), number(box.top + half)
    width, height = number(max(box.width - box.line, 0)), number(max(box.height - box.line, 0))
    corner = f' rx="{number(box.radius - half)}"' if box.radius else ""
    yield f'<rect x="{left}" y="{top}" width="{width}" height="{height}"{corner} fill="{box.fill}"{border}/>'
    if box.striped:
        path = "".join(f"M{_spot(start)}L{_spot(end)}" for start, end in _stripes(box))
        yield f'<path d="{path}" stroke="{PAPER}" stroke-width="1.4"/>'
    if box.crossed:
        start = f"{number(box.left)} {number(box.top + box.height)}"
        end = f"{number(box.left + box.width)} {number(box.top)}"
        yield f'<path d="M{start}L{end}" stroke="{box.line_colour}"/>'


def _svg_lines(lines: PenLine) -> str:
    path = "M" + "L".join(map(_spot, lines.spots)) + ("Z" if lines.fill else "")
    pen = f' stroke="{lines.colour}" stroke-width="{number(lines.width)}"' if lines.width else ""
    dashes = ' stroke-dasharray="5.4 3.6"' if lines.dashed else ""
    return f'<path d="{path}" fill="{lines.fill or "none"}"{pen}{dashes} stroke-linejoin="round"/>'


def _spot(spot: Spot) -> str:
    return f"{number(spot[0])} {number(spot[1])}"


def _svg_words(words: Words) -> str:
    anchor = f' text-anchor="{words.anchor}"' if words.anchor != "start" else ""
    return svg_words(words.text, (words.at, words.baseline), words.size, words.colour, words.face, anchor)
