"""What is drawn over a picture: leaders, dice and words, the same as pixels and as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from brickyard.pictures.label_layout import Label
from brickyard.pictures.lettering import Face, die_svg, drawable, font, shape_of, width_of
from brickyard.pictures.paints import rgb_of
from brickyard.pictures.picture_files import number, svg_words
from catalog.vocabulary import Dice

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

INK, HALO, FAINT = "#1a1a1a", "#f7f7f3", "#6a6a64"
Spot = tuple[float, float]
# From line to line of a name, compared with the size of its type.
_LEADING = 1.05


class Note(NamedTuple):
    """Small type at the foot of a picture."""

    text: str
    left: float
    baseline: float
    size: float


def note_size(height: float) -> float:
    return max(9.0, 0.019 * height)


def paint(image: Image, labels: Sequence[Label], notes: Sequence[Note]) -> Image:
    """The picture with labels and notes on it."""
    from PIL import Image as Images, ImageDraw

    if not labels and not notes:
        return image
    # Drawn larger and brought down to size: round shapes and slanting lines get smooth edges.
    fine = 3 if image.width * image.height < 3_000_000 else 1
    sheet = Images.new("RGBA", (image.width * fine, image.height * fine), (*rgb_of(HALO), 0))
    pen = ImageDraw.Draw(sheet)
    for label in labels:
        _paint_leaders(pen, label, fine)
    for label in labels:
        _paint_label(pen, label, fine)
    for note in notes:
        _paint_words(pen, note.text, (note.left, note.baseline), note.size, Face.REGULAR, FAINT, fine)
    if fine > 1:
        sheet = brought_down(sheet, image.size)
    picture = image.convert("RGBA")
    picture.alpha_composite(sheet)
    return picture if image.mode == "RGBA" else picture.convert(image.mode)


def brought_down(sheet: Image, size: tuple[int, int]) -> Image:
    """To the picture's size; premultiplied, so that edges don't take on the colour of what is clear."""
    return sheet.convert("RGBa").reduce(sheet.width // size[0]).convert("RGBA")


def _paint_leaders(pen: ImageDraw, label: Label, fine: int) -> None:
    thin = max(label.die * 0.045, 0.9) * fine
    dot = max(label.die * 0.1, 1.8) * fine
    start = label.tip[0] * fine, label.tip[1] * fine
    for spot in label.wanted.spots:
        end = spot[0] * fine, spot[1] * fine
        pen.line((start, end), HALO, round(thin * 3))
        for one, other in (
            _dashes(start, end, label.die * 0.22 * fine) if label.wanted.hidden else ((start, end),)
        ):
            pen.line((one, other), INK, max(round(thin), 1))
        _disc(pen, end, dot + thin, HALO)
        _disc(pen, end, dot, INK)
        if label.wanted.hidden:
            _disc(pen, end, dot - thin, HALO)


def _dashes(start: Spot, end: Spot, length: float) -> list[tuple[Spot, Spot]]:
    across, down = end[0] - start[0], end[1] - start[1]
    whole = (across * across + down * down) ** 0.5
    number = max(int(whole / (2 * max(length, 1))), 1)
    places = [(i / number, (i + 0.55) / number) for i in range(number)]
    return [
        ((start[0] + a * across, start[1] + a * down), (start[0] + b * across, start[1] + b * down))
        for a, b in places
    ]


def _disc(pen: ImageDraw, middle: Spot, radius: float, fill: str) -> None:
    x, y = middle
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill)


class _Parts(NamedTuple):
    """Where the parts of a label stand: dice by their left edges, the rest, lines of the name."""

    dice: list[tuple[Dice, float]]
    more: tuple[str, float] | None
    words: list[tuple[str, Spot]]


def _parts_of(label: Label) -> _Parts:
    """Dice stand next to the model, the name outside of them."""
    step, gap = 1.1 * label.die, 0.3 * label.die
    more = f"+{label.more}" if label.more else ""
    more_width = width_of(more, label.size, Face.BOLD) + gap if more else 0.0
    dice_left = label.left
    if label.to_left:
        dice_left = label.left + label.width - len(label.dice) * step - more_width
    dice = [(die, dice_left + place * step) for place, die in enumerate(label.dice)]
    after = dice_left + len(label.dice) * step
    return _Parts(dice, (more, after) if more else None, list(_words_of(label)))


def _words_of(label: Label) -> Iterator[tuple[str, Spot]]:
    """Lines of the name, each beside the dice, with where they begin."""
    widths = [width_of(line, label.size) for line in label.lines]
    widest, above = max(widths, default=0.0), (len(widths) - 1) / 2
    for place, (line, wide) in enumerate(zip(label.lines, widths, strict=True)):
        left = label.left + (widest - wide if label.to_left else label.width - widest)
        yield line, (left, _baseline(label) + (place - above) * _LEADING * label.size)


def _baseline(label: Label) -> float:
    return label.top + label.height / 2 + 0.34 * label.size


def _paint_label(pen: ImageDraw, label: Label, fine: int) -> None:
    parts = _parts_of(label)
    for die, left in parts.dice:
        paint_die(pen, die, left * fine, label.top * fine, label.die * fine)
    if parts.more:
        _paint_words(pen, parts.more[0], (parts.more[1], _baseline(label)), label.size, Face.BOLD, INK, fine)
    for line, place in parts.words:
        _paint_words(pen, line, place, label.size, Face.REGULAR, INK, fine)


def _paint_words(
    pen: ImageDraw, text: str, place: Spot, size: float, face: Face, colour: str, fine: int
) -> None:
    stroke = max(round(size * fine * 0.14), 1)
    at, type_ = (place[0] * fine, place[1] * fine), font(face, size * fine)
    text = drawable(text, face)
    pen.text(at, text, HALO, type_, "ls", stroke_width=stroke, stroke_fill=HALO)
    pen.text(at, text, colour, type_, "ls")


def paint_die(pen: ImageDraw, die: Dice, left: float, top: float, side: float) -> None:
    """A die as dice_shapes has it, 32 units square."""
    shape, unit = shape_of(die), side / 32
    line, reach = max(round(shape.line * unit), 1), shape.reach * unit
    middle = (left + 16 * unit, top + 16 * unit)
    if shape.is_diamond:
        for radius, colour in ((reach + line / 2, shape.border), (reach - line, shape.paint)):
            pen.polygon(_diamond(middle, radius), colour)
    else:
        box = (middle[0] - reach, middle[1] - reach, middle[0] + reach, middle[1] + reach)
        pen.rounded_rectangle(box, shape.corner * unit, shape.paint, shape.border, line)
    size = shape.size * unit
    # Pillow sets letters a little higher than browsers do.
    pen.text((middle[0], middle[1] + 0.345 * size), shape.text, shape.ink, font(Face.BOLD, size), "ms")


def _diamond(middle: Spot, radius: float) -> list[Spot]:
    x, y = middle
    return [(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)]


# The same as SVG.


def svg(labels: Sequence[Label], notes: Sequence[Note], ink: str = INK, halo: str = HALO) -> list[str]:
    lines = [line for label in labels for line in _svg_leaders(label, ink, halo)]
    for label in labels:
        lines += _svg_label(label, ink, halo)
    lines += [_svg_words(note.text, (note.left, note.baseline), note.size, FAINT, halo) for note in notes]
    return lines


def _svg_leaders(label: Label, ink: str, halo: str) -> list[str]:
    thin, dot = max(label.die * 0.045, 0.9), max(label.die * 0.1, 1.8)
    (x, y), lines = label.tip, []
    dashes = f' stroke-dasharray="{number(0.22 * label.die)}"' if label.wanted.hidden else ""
    for u, v in label.wanted.spots:
        way = f'd="M{number(x)} {number(y)}L{number(u)} {number(v)}"'
        lines.append(f'<path {way} stroke="{halo}" stroke-width="{number(3 * thin)}"/>')
        lines.append(f'<path {way} stroke="{ink}" stroke-width="{number(thin)}"{dashes}/>')
        fill = halo if label.wanted.hidden else ink
        lines.append(
            f'<circle cx="{number(u)}" cy="{number(v)}" r="{number(dot)}" fill="{fill}" '
            f'stroke="{ink if label.wanted.hidden else halo}" stroke-width="{number(thin)}"/>'
        )
    return lines


def _svg_label(label: Label, ink: str, halo: str) -> list[str]:
    parts, side = _parts_of(label), number(label.die)
    lines = [
        f'<svg x="{number(left)}" y="{number(label.top)}" width="{side}" height="{side}">{die_svg(die)}</svg>'
        for die, left in parts.dice
    ]
    if parts.more:
        more, left = parts.more
        lines.append(_svg_words(more, (left, _baseline(label)), label.size, ink, halo, Face.BOLD))
    lines += [_svg_words(line, place, label.size, ink, halo) for line, place in parts.words]
    return lines


def _svg_words(text: str, place: Spot, size: float, colour: str, halo: str, face: Face = Face.REGULAR) -> str:
    around = f' stroke="{halo}" stroke-width="{number(0.22 * size)}" paint-order="stroke"'
    return svg_words(text, place, size, colour, face, around)
