"""Things by themselves in the squares of one picture: much quicker than a picture for each."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.geometry.pieces import Pieces
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.rendering.camera import Camera, View, turn_of
from ldraw_tools.rendering.mesh_table import MeshTable

COLUMNS = 10
# A square in LDraw units: lines become as thick as on a brick of one by two that fills it.
_SQUARE_LDU = 64.0
_FILLED = 0.86
# The farthest that a thing may reach back, in squares; a deeper one would leave the others no depth.
_DEEPEST = 8.0
# A camera so far away that squares at the edge look like those in the middle.
_FAR_LDU = 60_000.0


@dataclass(frozen=True, slots=True)
class SideBySide:
    """`chosen` (n,) are those of the pieces that there is something of to see, in the order of squares."""

    chosen: NDArray[np.intp]
    pieces: Pieces
    camera: Camera


def size_of(number: int, side: int) -> tuple[int, int]:
    """Width and height of a picture with this many squares."""
    return COLUMNS * side, -(-number // COLUMNS) * side


def corner_of(square: int, side: int) -> tuple[int, int]:
    """Left and top of a square, counted by rows."""
    row, column = divmod(square, COLUMNS)
    return column * side, row * side


def side_by_side(pieces: Pieces, table: MeshTable, view: View, side: int) -> SideBySide:
    """Every piece upright in a square of its own, as large as that allows."""
    turn = turn_of(view)
    reaches = [_reach(table.spots[mesh], turn) for mesh in pieces.mesh.tolist()]
    chosen = np.array([index for index, reach in enumerate(reaches) if reach is not None], np.intp)
    matrices = np.empty((len(chosen), 3, 4))
    per_pixel = _SQUARE_LDU / side
    for square, reach in enumerate(reach for reach in reaches if reach is not None):
        middle, extent = reach
        left, top = corner_of(square, side)
        times = _FILLED * _SQUARE_LDU / extent
        where = np.array([(left + side / 2) * per_pixel, (top + side / 2) * per_pixel, 0.0])
        matrices[square, :, :3] = np.eye(3) * times
        matrices[square, :, 3] = turn.T @ (where - times * middle)
    camera = Camera(-turn[2] * _FAR_LDU, turn, _FAR_LDU / per_pixel, (0.0, 0.0), size_of(len(chosen), side))
    return SideBySide(chosen, replace(pieces.where(chosen), matrices=matrices), camera)


def _reach(spots: Points, turn: Points) -> tuple[Points, float] | None:
    """The middle of a thing as it is seen, and its longest side; None where there is nothing."""
    seen = spots[np.isfinite(spots).all(axis=1)] @ turn.T
    if not len(seen):
        return None
    low, high = seen.min(axis=0), seen.max(axis=0)
    width, height, depth = (high - low).tolist()
    return (low + high) / 2, max(width, height, depth / _DEEPEST, 1e-3)
