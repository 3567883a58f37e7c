"""Single parts on transparent ground, without shadows, all drawn at once: for lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from brickyard.pictures.subject import Subject
from brickyard.pictures.viewing import ABOVE
from ldraw_tools.rendering.picture import Look, draw
from ldraw_tools.rendering.side_by_side import SideBySide, corner_of, side_by_side
from ldraw_tools.rendering.stage import Stage

if TYPE_CHECKING:
    from PIL.Image import Image

# Squares of one picture: more would be no size for one, and seen from aside.
MOST_ICONS = 400


@dataclass(frozen=True)
class IconSheet:
    """Squares of one picture, counted by rows, for the pieces that can be drawn."""

    subject: Subject
    spread: SideBySide
    side: int

    @property
    def chosen(self) -> list[int]:
        """Which of the subject's pieces each square shows."""
        return [int(piece) for piece in self.spread.chosen]

    @cached_property
    def image(self) -> Image:
        from PIL import Image as Images

        stage = Stage(self.spread.pieces, self.subject.paints, table=self.subject.table)
        drawn = draw(stage, self.spread.camera, Look(paper=None, ground=False, shadows=False))
        return Images.fromarray(drawn.pixels)

    def each(self) -> Iterator[tuple[int, Image]]:
        """Every square's piece, with its own picture."""
        for square, piece in enumerate(self.chosen):
            left, top = corner_of(square, self.side)
            yield piece, self.image.crop((left, top, left + self.side, top + self.side))


def each_icon(subject: Subject, side: int) -> Iterator[tuple[int, Image]]:
    """Every piece that can be drawn, however many, with its own picture."""
    for first in range(0, len(subject.pieces), MOST_ICONS):
        some = np.arange(first, min(first + MOST_ICONS, len(subject.pieces)))
        for piece, image in icon_sheet(subject.only(subject.pieces.where(some)), side).each():
            yield first + piece, image


def icon_sheet(subject: Subject, side: int) -> IconSheet:
    """Each of its pieces by itself, at most `MOST_ICONS`."""
    return IconSheet(subject, side_by_side(subject.pieces, subject.table, ABOVE, side), side)
