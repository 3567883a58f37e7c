"""Where a step sets submodels in place: arrows at them, from outside towards what stands already."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from brickyard.pictures.shots import Shot, at_step, camera_for, points_of
from brickyard.pictures.subject import Subject

Floats = NDArray[np.float64]
# More would hide what they point at.
_MOST_ARROWS = 4
# The parts' middle is so much nearer to the tip than their edge: an arrow reaches into what it means.
_DEPTH = 0.85
_FROM_ABOVE = np.array([0.0, -1.0])
_LEAST_PIXELS = 6.0

Arrow = tuple[float, float, float, float]


def pointed_at(subject: Subject, shot: Shot, step: int, members: Collection[int]) -> list[Arrow]:
    """Tips in pixels, and which way each arrow's tail is from there.

    `members` are the references that place a submodel; the subject has a mark for each of its references.
    """
    if not members or step <= 1 or not bool((subject.pieces.steps < step).any()):
        return []
    shown, shot = at_step(subject, shot, step)
    camera = camera_for(shown, shot)
    pieces = shown.pieces

    def seen(which: NDArray[np.bool_]) -> Floats:
        x, y, _ = camera.place(points_of(shown.only(pieces.where(np.flatnonzero(which)))))
        return np.stack((x, y), axis=1)

    before = _middle(seen(pieces.steps < step))
    owners = np.array([*pieces.marked, -1], np.intp)[pieces.marks]
    new = pieces.steps == step
    found: list[Arrow] = []
    for member in sorted({*owners[new].tolist()} & {*members})[:_MOST_ARROWS]:
        points = seen(new & (owners == member))
        if len(points):
            found.append(_arrow(points, before))
    return found


def _middle(points: Floats) -> Floats:
    middle: Floats = (points.min(axis=0) + points.max(axis=0)) / 2
    return middle


def _arrow(points: Floats, before: Floats) -> Arrow:
    middle = _middle(points)
    away = middle - before
    length = float(np.linalg.norm(away))
    direction = away / length if length > _LEAST_PIXELS else _FROM_ABOVE
    reach = float(((points - middle) @ direction).max())
    x, y = middle + direction * reach * _DEPTH
    return float(x), float(y), float(direction[0]), float(direction[1])
