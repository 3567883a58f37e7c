"""Single parts on transparent ground, without shadows, all drawn at once: for lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from brickyard.pictures.subject import Subject
from brickyard.pictures.viewing import ABOVE
from ldraw_tools.rendering.picture import Look, draw
from ldraw_tools.rendering.side_by_side import corner_of, side_by_side
from ldraw_tools.rendering.stage import Stage

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True)
class IconSheet:
    """Squares of one picture, counted by rows; `chosen` says of each which of the pieces it shows."""

    image: Image
    chosen: tuple[int, ...]
    side: int

    def each(self) -> Iterator[tuple[int, Image]]:
        """Every piece that could be drawn, with its own picture."""
        for square, piece in enumerate(self.chosen):
            left, top = corner_of(square, self.side)
            yield piece, self.image.crop((left, top, left + self.side, top + self.side))


def draw_icons(subject: Subject, side: int) -> IconSheet | None:
    """Each of its pieces by itself; None where none of them can be drawn."""
    from PIL import Image as Images

    spread = side_by_side(subject.pieces, subject.table, ABOVE, side)
    if not len(spread.chosen):
        return None
    stage = Stage(spread.pieces, subject.paints, table=subject.table)
    drawn = draw(stage, spread.camera, Look(paper=None, ground=False, shadows=False))
    return IconSheet(Images.fromarray(drawn.pixels), tuple(spread.chosen.tolist()), side)
