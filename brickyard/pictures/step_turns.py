"""How a model is turned while it is built: what ROTSTEP lines say of each step."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from brickyard.pictures.shots import Shot, at_step, camera_for, points_of
from brickyard.pictures.subject import Subject
from ldraw_tools.geometry.pieces import Pieces
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading.contents import Contents
from ldraw_tools.reading.lines import parse_number
from ldraw_tools.rendering.camera import View

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


_FROM_THE_FRONT = View(0.0, 0.0)
_LARGEST_DEGREES = 100_000


@dataclass(frozen=True, eq=False)
class StepTurn:
    """`matrix` (3, 3) turns the model; an absolute one is seen from the front, not as usual."""

    matrix: Points
    is_absolute: bool = False

    def view(self, usual: View) -> View:
        return _FROM_THE_FRONT if self.is_absolute else usual

    def of(self, points: Points) -> Points:
        turned: Points = points @ self.matrix.T
        return turned

    def pieces(self, pieces: Pieces) -> Pieces:
        return replace(pieces, matrices=np.matmul(self.matrix, pieces.matrices))

    def is_same(self, other: StepTurn | None) -> bool:
        return (
            other is not None
            and self.is_absolute == other.is_absolute
            and bool(np.allclose(self.matrix, other.matrix, atol=1e-6))
        )


def turns_of(contents: Contents) -> dict[int, StepTurn]:
    """By step, counted as pieces count them; a step that isn't turned has none."""
    said = dict(contents.rotations)
    turns: dict[int, StepTurn] = {}
    now: StepTurn | None = None
    step, last = 0, 0
    for number, end in enumerate(contents.steps):
        if number in said:
            now = _turned(said[number], now)
        # A step ends where it is first said; what is said of an empty one holds for those after it.
        if end > last:
            step, last = step + 1, end
            if now:
                turns[step] = now
    if now and len(contents) > last:
        turns[step + 1] = now
    return turns


def _turned(text: str, before: StepTurn | None) -> StepTurn | None:
    """`30 45 0 REL`: from the usual view; ABS from the front; ADD to what was; END as usual again."""
    words = text.upper().split()
    if words[:1] == ["END"]:
        return None
    angles = [parse_number(word) for word in words[:3]]
    if len(angles) < 3 or any(angle is None or abs(angle) > _LARGEST_DEGREES for angle in angles):
        return before
    matrix = _rotation(*np.radians([angle or 0.0 for angle in angles]).tolist())
    match words[3:4]:
        case ["ABS"]:
            return StepTurn(matrix, is_absolute=True)
        case ["ADD"]:
            return replace(before, matrix=before.matrix @ matrix) if before else StepTurn(matrix)
        case _:
            return StepTurn(matrix)


def _rotation(x: float, y: float, z: float) -> Points:
    """About z, then y, then x, in LDraw's axes."""
    (sx, sy, sz), (cx, cy, cz) = np.sin([x, y, z]), np.cos([x, y, z])
    about_x = np.array([[1.0, 0.0, 0.0], [0.0, cx, -sx], [0.0, sx, cx]])
    about_y = np.array([[cy, 0.0, sy], [0.0, 1.0, 0.0], [-sy, 0.0, cy]])
    about_z = np.array([[cz, -sz, 0.0], [sz, cz, 0.0], [0.0, 0.0, 1.0]])
    rotation: Points = about_x @ about_y @ about_z
    return rotation
