"""How a model is turned while it is built: what ROTSTEP lines say of each step."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ldraw_tools.geometry.pieces import Pieces
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading.contents import Contents
from ldraw_tools.reading.lines import parse_number
from ldraw_tools.rendering.camera import View

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
