"""Systems pointed out in a picture: the coats they wear, and what a label says and points at."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from brickyard.pictures.anchors import spot_inside, spot_of
from brickyard.pictures.layout import Wanted
from brickyard.pictures.paints import MUTED
from brickyard.pictures.subject import Subject
from brickyard.pictures.systems import SystemMark
from fleets.dice.pool import Dice
from ldraw_tools.rendering.camera import Camera
from ldraw_tools.rendering.stage import Stage


def coats_of(subject: Subject, systems: Sequence[SystemMark]) -> NDArray[np.intp]:
    """Systems in their dice's colour, all else muted."""
    of_mark = [subject.paints.coat(systems[mark].rgb) for mark in subject.pieces.marked]
    return np.array([*of_mark, MUTED], np.intp)[subject.pieces.marks]


def sayings(subject: Subject, systems: Sequence[SystemMark]) -> list[tuple[tuple[Dice, ...], str]]:
    """Dice and name of every instance of a mark."""
    numbers: dict[int, int] = {}
    found = []
    for mark in subject.pieces.marked:
        system = systems[mark]
        number = numbers[mark] = numbers.get(mark, -1) + 1
        found.append((system.dice[min(number, len(system.dice) - 1)], system.name))
    return found


def wanted_labels(
    subject: Subject, systems: Sequence[SystemMark], camera: Camera, seen: NDArray[np.int64]
) -> list[Wanted]:
    """`seen` (h, w) says whose piece a pixel is, by its place among the subject's."""
    marks = subject.pieces.marks
    owner = np.where(seen >= 0, marks[np.maximum(seen, 0)], -1)
    wanted = []
    for instance, (dice, name) in enumerate(sayings(subject, systems)):
        own = np.flatnonzero(marks == instance)
        if not len(own):
            continue
        spot = spot_inside(owner == instance)
        hidden = spot is None
        if spot is None:
            alone = Stage(subject.pieces.where(own), subject.paints, None, subject.table)
            spot = spot_of(alone.points, camera)
        wanted.append(Wanted(dice, name, (spot,), hidden))
    return wanted
