"""What plots are put together from: a sheet that fills from the top, dice, bars and axes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from brickyard.pictures.lettering import LARGER, Face, each, shape_of, wrap_text
from brickyard.plots.damage_paints import BLACK, HIT, WHITE
from brickyard.plots.flat_drawing import (
    BAR,
    FAINT,
    INK,
    LINE,
    PAPER,
    SOFT,
    Drawing,
    PenLine,
    Rectangle,
    Shape,
    Words,
)
from catalog.vocabulary import Dice, Pool

TITLE, HEAD, TEXT, SMALL = 21.0, 14.0, 12.5, 11.0
_MARGIN, PAGE_MARGIN = 24.0, 12.0
# Of a plot on a page: it is as wide as a telephone, and larger elsewhere.
PAGE_WIDTH = 350.0
# Damage up to here has a bar of its own.
MOST_DAMAGE = 5


class PlotSheet:
    """A sheet of a width: what is put on it goes below what is there."""

    def __init__(self, width: float, margin: float = _MARGIN) -> None:
        self.width, self.margin, self.top = width, margin, margin
        self.shapes: list[Shape] = []
        self._told: list[str] = []

    @property
    def inner(self) -> float:
        return self.width - 2 * self.margin

    def put(self, shapes: Iterable[Shape]) -> None:
        self.shapes += shapes

    def tell(self, text: str) -> None:
        """For those who can't see it."""
        self._told.append(text)

    def title(self, text: str) -> None:
        self.paragraph(text, TITLE, face=Face.CONDENSED)
        self.top += 4

    def heading(self, text: str) -> None:
        self.top += 14
        self.paragraph(text, HEAD, face=Face.CONDENSED)

    def subheading(self, text: str) -> None:
        """A heading at the top of a sheet."""
        self.paragraph(text, HEAD, face=Face.CONDENSED)
        self.top += 4

    def paragraph(
        self, text: str, size: float = TEXT, colour: str = INK, face: Face = Face.REGULAR, left: float = 0.0
    ) -> None:
        for line in wrap_text(text, size, self.inner - left, face=face):
            self.top += size * 1.35
            self.shapes.append(
                Words(line, self.margin + left, self.top - size * 0.3, size, colour=colour, face=face)
            )

    def note(self, text: str) -> None:
        self.paragraph(text, SMALL, SOFT)

    def drawing(self, title: str) -> Drawing:
        return Drawing(title, self.width, self.top + self.margin, self.shapes, " ".join(self._told))


def die_shapes(die: Dice, left: float, top: float, side: float, gone: bool = False) -> Iterator[Shape]:
    """A die as it is drawn everywhere; one that is `gone` is an empty outline."""
    shape = shape_of(die)
    paint, ink, border = (PAPER, FAINT, LINE) if gone else map(_fixed, (shape.paint, shape.ink, shape.border))
    middle, centre = left + side / 2, top + side / 2
    unit = side / 32 * (LARGER if shape.is_diamond else 1.0)
    line, reach = max(shape.line * unit, 0.8), shape.reach * unit
    if shape.is_diamond:
        corners = ((middle, centre - reach), (middle + reach, centre), (middle, centre + reach))
        yield PenLine((*corners, (middle - reach, centre)), line, border, paint)
    else:
        wide = 2 * reach
        yield Rectangle(
            *(middle - reach, centre - reach, wide, wide, paint, line, border), radius=shape.corner * unit
        )
    baseline = centre + (shape.baseline - 16) * unit
    yield Words(shape.text, middle, baseline, shape.size * unit, "middle", ink, Face.BOLD)


def _fixed(paint: str) -> str:
    """A die has its colours on pages of any theme."""
    return {PAPER: WHITE, INK: BLACK}.get(paint, paint)


def dice_width(pool: Pool, side: float) -> float:
    return sum(_room(die, side) for die in each(pool))


def dice_row(pool: Pool, left: float, top: float, side: float, kept: Pool | None = None) -> Iterator[Shape]:
    """All dice of a pool; of those that are not `kept` only outlines are left."""
    still = {dice.key: dice.count for dice in (pool if kept is None else kept)}
    for die in each(pool):
        still[die.key] = still.get(die.key, 0) - 1
        spare = _room(die, side) - side - side * 0.12
        yield from die_shapes(die, left + spare / 2, top, side, gone=still[die.key] < 0)
        left += _room(die, side)


def _room(die: Dice, side: float) -> float:
    return side * (1.12 if die.sides == 6 else 1.34)


def by_damage(chances: Sequence[Fraction], most: int = MOST_DAMAGE) -> tuple[Fraction, ...]:
    """The chances of 0, 1, 2 … and of `most` or more."""
    one_by_one = (chances[damage] if damage < len(chances) else Fraction(0) for damage in range(most))
    return (*one_by_one, sum(chances[most:], Fraction(0)))


def percent_words(chance: Fraction) -> str:
    """`34`; what is possible but rare never reads as impossible."""
    value = 100 * float(chance)
    if 0 < value < 0.5:
        return "<1"
    if 99.5 <= value < 100:
        return ">99"
    return f"{value:.0f}"


def bars(
    chances: Sequence[Fraction],
    labels: Sequence[str],
    box: tuple[float, float, float, float],
    most: Fraction,
    striped: bool = False,
) -> Iterator[Shape]:
    """Damage as columns, percentages on top and labels below, in a box: left, top, width, height.

    The first is no damage. `most` is the chance that is as high as the box.
    """
    left, top, width, height = box
    foot = top + height
    step = width / len(chances)
    size = min(SMALL, step * 0.46)
    for place, (chance, label) in enumerate(zip(chances, labels, strict=True)):
        middle = left + (place + 0.5) * step
        tall = height * float(chance / most)
        if chance:
            paint = HIT if place else BAR
            yield Rectangle(middle - step * 0.39, foot - tall, step * 0.78, tall, paint, striped=striped)
        said = percent_words(chance) if chance else "0"
        yield Words(said, middle, foot - tall - 3, size, "middle", INK if chance else FAINT)
        yield Words(label, middle, foot + size * 1.25, size, "middle", face=Face.BOLD)
    yield PenLine(((left, foot), (left + width, foot)), 1, INK)


def grid(box: tuple[float, float, float, float], marks: Sequence[tuple[float, str]]) -> Iterator[Shape]:
    """Faint level lines, each with its label at the left; marks are shares of the height, from below."""
    left, top, width, height = box
    for share, label in marks:
        at = top + height * (1 - share)
        yield PenLine(((left, at), (left + width, at)), 0.8, INK if share == 0 else LINE)
        yield Words(label, left - 6, at + SMALL * 0.35, SMALL, "end", SOFT)
