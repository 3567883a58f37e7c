"""From a subject to a file's bytes: which camera, which coats, which labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from brickyard.pictures import overlay
from brickyard.pictures.anchors import spot_inside, spot_of
from brickyard.pictures.layout import Frame, Label, Wanted, column_width, place
from brickyard.pictures.lettering import elided
from brickyard.pictures.paints import AS_IT_IS, MUTED
from brickyard.pictures.png import png_bytes
from brickyard.pictures.subject import Subject
from brickyard.pictures.svg import svg_text
from brickyard.pictures.systems import SystemMark
from fleets.pool import Dice
from ldraw_tools.pieces import Pieces
from ldraw_tools.rendering.camera import EYE_LEVEL, Camera, Margins, View, aim, even_margins
from ldraw_tools.rendering.line_art import draw_lines
from ldraw_tools.rendering.paint import RGB
from ldraw_tools.rendering.picture import PAPER, Look, check_size, draw
from ldraw_tools.rendering.stage import Stage
from ldraw_tools.shapes import Points
from ldraw_tools.units import LDU_PER_STUD

ABOVE = View()
# A thing that stands, and is no taller than a house to a 7p person, is looked at from the ground.
_TALLEST_LDU = 700.0


@dataclass(frozen=True, slots=True)
class Shot:
    """How to take a picture; `view` None for what suits, `pixels_per_stud` 0 for what fills the picture.

    `framed_by` are points (n, 3) to frame instead of what is drawn, so that a series keeps its place.
    """

    size: tuple[int, int] = (800, 600)
    view: View | None = None
    transparent: bool = False
    paper: RGB = PAPER
    pixels_per_stud: float = 0.0
    shadows: bool = True
    ground: bool = True
    notes: bool = True
    framed_by: Points | None = None


def picture_png(subject: Subject, shot: Shot, systems: Sequence[SystemMark] | None = None) -> bytes:
    """A PNG; with systems, whose marks the subject was laid out with, they are pointed out."""
    from PIL import Image

    scene = _Scene(subject, shot, systems)
    look = Look(None if shot.transparent else shot.paper, shot.ground, shot.shadows)
    picture = draw(scene.stage, scene.camera, look)
    image = Image.fromarray(picture.pixels)
    if not shot.transparent:
        image = image.convert("RGB")
    return png_bytes(overlay.paint(image, scene.labels(picture.pieces), scene.notes()))


def photo_png(subject: Subject, shot: Shot) -> bytes:
    """The same picture as a photograph would have it; needs brickyard[photo]."""
    from PIL import Image

    from brickyard.pictures.photo import photograph

    scene = _Scene(subject, shot, None)
    image = Image.fromarray(photograph(scene.stage, scene.camera, None if shot.transparent else shot.paper))
    image = image if shot.transparent else image.convert("RGB")
    return png_bytes(overlay.paint(image, [], scene.notes()))


def picture_svg(subject: Subject, shot: Shot, systems: Sequence[SystemMark] | None = None) -> str:
    """Line art; systems are filled in their dice's colour."""
    scene = _Scene(subject, shot, systems)
    areas = None if systems is None else scene.stage.pieces.marks
    art = draw_lines(scene.stage, scene.camera, areas)
    fills = {} if systems is None else dict(enumerate(systems[mark].rgb for mark in subject.pieces.marked))
    paper = None if shot.transparent else shot.paper
    return svg_text(subject.name, art, fills, paper, overlay.svg(scene.labels(art.pieces), scene.notes()))


def step_pngs(subject: Subject, shot: Shot, *, fade: bool = False) -> Iterator[bytes]:
    """A picture for each step, from one place; with `fade` what was there before is muted."""
    framed = step_frame(subject, shot)
    for step in range(1, subject.pieces.last_step + 1):
        yield step_png(subject, framed, step, fade=fade)


def step_frame(subject: Subject, shot: Shot) -> Shot:
    """The same for all steps: the whole model fills the picture."""
    return replace(shot, framed_by=_stage(subject).points)


def step_png(subject: Subject, shot: Shot, step: int, *, fade: bool = False) -> bytes:
    """The model as it is after a step."""
    from PIL import Image

    shown = subject.only(subject.pieces.up_to_step(step))
    coats = np.where(shown.pieces.steps < step, MUTED if fade else AS_IT_IS, AS_IT_IS)
    scene = _Scene(shown, shot, None, coats)
    look = Look(None if shot.transparent else shot.paper, shot.ground, shot.shadows)
    image = Image.fromarray(draw(scene.stage, scene.camera, look).pixels)
    image = image if shot.transparent else image.convert("RGB")
    return png_bytes(overlay.paint(image, [], scene.notes()))


def icon_png(subject: Subject, size: tuple[int, int] = (256, 256), pixels_per_stud: float = 0.0) -> bytes:
    """A single part on transparent ground, without shadows: quick, for lists."""
    shot = Shot(size, ABOVE, True, pixels_per_stud=pixels_per_stud, shadows=False, ground=False, notes=False)
    return picture_png(subject, shot)


def _stage(subject: Subject, coats: NDArray[np.intp] | None = None) -> Stage:
    return Stage(subject.pieces, subject.paints, coats, subject.table)


def view_for(points: Points) -> View:
    """What stands is seen from a 7p person's eye level, what lies from above."""
    sides = np.ptp(points, axis=0) if len(points) else np.zeros(3)
    stands = sides[1] >= 0.9 * max(sides[0], sides[2])
    return EYE_LEVEL if stands and sides[1] <= _TALLEST_LDU else ABOVE


def fits(subject: Subject, shot: Shot) -> bool:
    """Whether all of it is in the picture at the scale that was asked for."""
    scene = _Scene(subject, shot, None)
    if not len(scene.stage.points):
        return True
    x, y, _ = scene.camera.place(scene.stage.points)
    width, height = shot.size
    return bool(x.min() >= 0 and x.max() <= width and y.min() >= 0 and y.max() <= height)


class _Scene:
    """A stage, a camera and what is to be written beside."""

    def __init__(
        self,
        subject: Subject,
        shot: Shot,
        systems: Sequence[SystemMark] | None,
        coats: NDArray[np.intp] | None = None,
    ) -> None:
        check_size(*shot.size)
        if not len(subject.pieces):
            raise subject.nothing_to_draw()
        self._subject, self._shot, self._systems = subject, shot, systems
        if systems is not None:
            coats = _coats(subject, systems)
        self.stage = _stage(subject, coats)
        if not len(self.stage.points):
            raise subject.nothing_to_draw()
        self.camera = self._camera()

    def _camera(self) -> Camera:
        shot = self._shot
        points = self.stage.points if shot.framed_by is None else shot.framed_by
        view = shot.view or view_for(points)
        return aim(points, view, shot.size, self._margins(), shot.pixels_per_stud / LDU_PER_STUD)

    def _margins(self) -> Margins:
        width, height = self._shot.size
        even = even_margins(width, height)
        bottom = max(even.bottom, self._foot() * 1.4)
        if not self._systems:
            return replace(even, bottom=bottom)
        spots = [Wanted(dice, name, ((0.0, 0.0),)) for dice, name in self._instances()]
        side = max(column_width(spots, self._frame()), even.left)
        return Margins(side, even.top, side, bottom)

    def _frame(self) -> Frame:
        width, height = self._shot.size
        return Frame(width, height, bottom=self._foot())

    def _foot(self) -> float:
        """The height of the strip that notes take."""
        return 2.2 * overlay.note_size(self._shot.size[1]) if self._note() else 0.0

    def _note(self) -> str:
        return self._subject.note if self._shot.notes else ""

    def notes(self) -> list[overlay.Note]:
        width, height = self._shot.size
        size = overlay.note_size(height)
        text = elided(self._note(), size, width - 2 * size)
        return [overlay.Note(text, size, height - 0.9 * size, size)] if text else []

    def _instances(self) -> list[tuple[tuple[Dice, ...], str]]:
        """Dice and name of every instance of a mark."""
        assert self._systems is not None
        numbers: dict[int, int] = {}
        found = []
        for mark in self._subject.pieces.marked:
            system = self._systems[mark]
            number = numbers[mark] = numbers.get(mark, -1) + 1
            found.append((system.dice[min(number, len(system.dice) - 1)], system.name))
        return found

    def labels(self, seen: NDArray[np.int64]) -> list[Label]:
        """`seen` (h, w) says whose piece a pixel is, by its place on the stage."""
        if not self._systems:
            return []
        pieces = self.stage.pieces
        owner = np.where(seen >= 0, pieces.marks[np.maximum(seen, 0)], -1)
        wanted = []
        for instance, (dice, name) in enumerate(self._instances()):
            own = np.flatnonzero(pieces.marks == instance)
            if not len(own):
                continue
            spot = spot_inside(owner == instance)
            hidden = spot is None
            if spot is None:
                spot = spot_of(_stage(self._subject.only(pieces.where(own))).points, self.camera)
            wanted.append(Wanted(dice, name, (spot,), hidden))
        x = self.camera.place(self.stage.points)[0]
        return place(wanted, replace(self._frame(), model=(float(x.min()), float(x.max()))))


def _coats(subject: Subject, systems: Sequence[SystemMark]) -> NDArray[np.intp]:
    """Systems in their dice's colour, all else muted."""
    pieces: Pieces = subject.pieces
    of_mark = [subject.paints.coat(systems[mark].rgb) for mark in pieces.marked]
    table = np.array([*of_mark, MUTED], np.intp)
    return table[pieces.marks]
