"""Which part is which: systems in their dice's colours, with labels that are set in type beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from brickyard.pictures.anchors import Spot, spot_inside, spot_of
from brickyard.pictures.making import view_for
from brickyard.pictures.paints import MUTED
from brickyard.pictures.png import png_bytes
from brickyard.pictures.subject import Subject
from brickyard.pictures.systems import SystemMark
from brickyard.sheets import words
from brickyard.sheets.units import Plain, die
from fleets.pool import Dice
from ldraw_tools.rendering.camera import Camera, aim, even_margins
from ldraw_tools.rendering.picture import Look, draw
from ldraw_tools.rendering.stage import Stage

_MOST_LABELS = 14
_MOST_DICE = 3
_MARGIN = 0.02


@dataclass(frozen=True, slots=True)
class Pointer:
    """Where a leader ends, as shares of the picture's sides; hidden where the part can't be seen."""

    dice: tuple[Dice, ...]
    name: str
    spot: Spot
    hidden: bool


def point_out(subject: Subject, systems: Sequence[SystemMark], size: tuple[int, int]) -> tuple[bytes, Plain]:
    """The picture, and its labels in two columns, each in the order of what they point at."""
    from PIL import Image

    stage = _coated(subject, systems)
    camera = aim(stage.points, view_for(stage.points), size, even_margins(*size, _MARGIN))
    picture = draw(stage, camera, Look(None, ground=False))
    pointers = _pointers(stage, camera, picture.pieces, subject, systems)
    values = {"width": size[0], "height": size[1], **_columns(pointers)}
    return png_bytes(Image.fromarray(picture.pixels)), values


def _coated(subject: Subject, systems: Sequence[SystemMark]) -> Stage:
    """Systems in their dice's colour, all else muted."""
    pieces = subject.pieces
    coats = [subject.paints.coat(systems[mark].rgb) for mark in pieces.marked]
    return Stage(pieces, subject.paints, np.array([*coats, MUTED], np.intp)[pieces.marks], subject.table)


def _pointers(
    stage: Stage, camera: Camera, seen: np.ndarray, subject: Subject, systems: Sequence[SystemMark]
) -> list[Pointer]:
    marks = stage.pieces.marks
    owner = np.where(seen >= 0, marks[np.maximum(seen, 0)], -1)
    width, height = camera.size
    numbers: dict[int, int] = {}
    found = []
    for instance, mark in enumerate(subject.pieces.marked[:_MOST_LABELS]):
        own = np.flatnonzero(marks == instance)
        number = numbers[mark] = numbers.get(mark, -1) + 1
        if not len(own):
            continue
        spot = spot_inside(owner == instance)
        hidden = spot is None
        if spot is None:
            alone = Stage(stage.pieces.where(own), subject.paints, None, subject.table)
            spot = spot_of(alone.points, camera)
        system = systems[mark]
        dice = system.dice[min(number, len(system.dice) - 1)]
        found.append(Pointer(dice, system.name, (spot[0] / width, spot[1] / height), hidden))
    return found


def _columns(pointers: Sequence[Pointer]) -> Plain:
    """As even as can be: the leftmost half to the left."""
    by_side = sorted(pointers, key=lambda one: one.spot)
    half = (len(by_side) + 1) // 2
    return {"left": _labels(by_side[:half]), "right": _labels(by_side[half:])}


def _labels(pointers: Sequence[Pointer]) -> list[Plain]:
    return [
        {
            "dice": [die(one) for one in pointer.dice[:_MOST_DICE]],
            "name": words.label(pointer.name),
            "x": pointer.spot[0],
            "y": pointer.spot[1],
            "hidden": pointer.hidden,
        }
        for pointer in sorted(pointers, key=lambda one: one.spot[1])
    ]
