"""A 'mech from the front: every part as a plate with its armour and circles, every weapon with its name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from brickyard.pictures.lettering import Face, wrap_text
from brickyard.plots.flat_drawing import (
    FAINT,
    INK,
    LINE,
    PAPER,
    SOFT,
    Anchor,
    Drawing,
    PenLine,
    Rectangle,
    Shape,
    Words,
    png_of,
)
from brickyard.plots.plot_paper import HEAD, SMALL, TEXT, TITLE
from catalog.editions.battle_tables import Circles
from fleets.forces.force import FilledLoadout, Mount, in_words, key_of
from ldraw_tools.findings import printable

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH, _HEIGHT = 520.0, 330.0
# Left, top, width and height of plates, for its card too; its left is on our right.
PLATES: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    "torso": ((18, 13, 24, 38),),
    "left-shoulder": ((42, 9, 17, 22),),
    "right-shoulder": ((1, 9, 17, 22),),
    "left-arm": ((45, 36, 13, 30),),
    "right-arm": ((2, 36, 13, 30),),
    "legs": ((15, 58, 13, 40), (32, 58, 13, 40)),
}
# The head, the waist and the elbows.
JOINTS = ((24, 1, 12, 12), (27, 50, 6, 10), (7, 30, 4, 8), (49, 30, 4, 8))
_SCALE, _ROUND = 3.2, 5.0
_CIRCLE = 9.0
_TOP, _SIDE = 5.0, 12.0


def mech_drawing(filled: FilledLoadout, circles: Circles, named: bool = True) -> Drawing:
    """Parts that its edition calls otherwise are only named; if not `named`, in words alone."""
    width = WIDTH if named else 60 * _SCALE + 2 * _SIDE
    left = (width - 60 * _SCALE) / 2
    shapes: list[Shape] = [Rectangle(*_placed(box, left), SOFT, radius=3) for box in JOINTS]
    told = []
    for plate in filled.plating:
        shapes += _plates(key_of(plate.part), left, plate.armour, circles.of(plate.part))
        told.append(f"{in_words(plate.part)}: armour {plate.armour}")
    for mount in filled.mounts:
        armour = mount.weapon.armour if mount.weapon else None
        shapes += _plates(key_of(mount.name), left, armour, circles.weapon if mount.weapon else 0)
        shapes += _label(mount, filled, left) if named else ()
        told.append(f"{in_words(mount.name)}: {', '.join(_said(mount, filled))}")
    return Drawing("The 'mech from the front", width, _HEIGHT, shapes, f"{'; '.join(told)}.")


def mech_picture(drawing: Drawing, width: int) -> Image:
    """Of the shape that pictures of models have, on no ground."""
    from PIL import Image as Images, ImageDraw

    high = width * 3 // 4
    with Images.open(BytesIO(png_of(drawing, high / drawing.height))) as drawn:
        figure = drawn.convert("RGBA")
    ImageDraw.floodfill(figure, (0, 0), (0, 0, 0, 0))
    still = Images.new("RGBA", (width, high))
    still.paste(figure, ((width - figure.width) // 2, 0))
    return still


def _placed(box: Sequence[float], start: float) -> tuple[float, float, float, float]:
    left, top, width, height = (side * _SCALE for side in box)
    return start + left, _TOP + top, width, height


def _plates(part: str, start: float, armour: int | None, circles: int) -> Iterator[Shape]:
    """Where a part has two plates, its circles are on the second."""
    boxes = [_placed(box, start) for box in PLATES.get(part, ())]
    for number, (left, top, width, height) in enumerate(boxes):
        yield Rectangle(
            left, top, width, height, PAPER, 1.6, INK if armour is not None else LINE, radius=_ROUND
        )
        middle = left + width / 2
        if armour is None:
            continue
        if number == 0:
            size = TITLE if width > 50 else HEAD
            yield Words(str(armour), middle, top + size * 1.15, size, "middle", INK, Face.BOLD)
        if number == len(boxes) - 1:
            first = top + (TITLE * 1.5 if len(boxes) == 1 else 10.0)
            yield from _circles(circles, middle, first, width - 10, top + height - 4)


def _circles(number: int, middle: float, top: float, room: float, end: float) -> Iterator[Shape]:
    """As many in a row as there is room for."""
    across = max(min(int(room // (_CIRCLE + 2)), number), 1)
    for place in range(number):
        row, column = divmod(place, across)
        in_row = min(across, number - row * across)
        left = middle + (column - in_row / 2) * (_CIRCLE + 2) + 1
        down = top + row * (_CIRCLE + 2)
        if down + _CIRCLE <= end:
            yield Rectangle(left, down, _CIRCLE, _CIRCLE, PAPER, 1.1, SOFT, radius=_CIRCLE / 2)


def _label(mount: Mount, filled: FilledLoadout, start: float) -> Iterator[Shape]:
    boxes = PLATES.get(key_of(mount.name))
    if not boxes:
        return
    left, top, width, height = _placed(boxes[0], start)
    is_right = left > WIDTH / 2
    edge = left + width if is_right else left
    at = WIDTH - 128 if is_right else 128.0
    middle = top + height / 2
    yield PenLine(((edge, middle), (at + (-6 if is_right else 6), middle)), 1, FAINT)
    anchor: Anchor = "start" if is_right else "end"
    baseline = middle - 4
    for place, line in enumerate(_said(mount, filled)):
        size, face, ink = (
            (HEAD, Face.BOLD, INK) if place == 0 else (TEXT if place == 1 else SMALL, Face.REGULAR, SOFT)
        )
        for part in wrap_text(line, size, 126.0, 2, face):
            yield Words(part, at, baseline, size, anchor, ink, face)
            baseline += size * 1.3


def _said(mount: Mount, filled: FilledLoadout) -> list[str]:
    weapon = mount.weapon
    if weapon is None:
        return [f"{printable(mount.written)}?" if mount.written else "empty", in_words(mount.name)]
    about = ", ".join(filter(None, (f"{weapon.range} range" if weapon.range else "", weapon.keyword)))
    return [weapon.name[:1].upper() + weapon.name[1:], in_words(mount.name), about, filled.actions_of(weapon)]
