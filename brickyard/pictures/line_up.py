"""Several models as one scene: side by side on one ground, to one scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from brickyard.pictures.paints import Paints
from brickyard.pictures.shots import suiting_view
from brickyard.pictures.subject import Subject
from ldraw_tools.geometry.pieces import Pieces
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.records import record
from ldraw_tools.rendering.mesh_table import MeshTable
from ldraw_tools.rendering.stage import Stage

# Copies of one design, models, and pieces of all of them.
_MOST_OF_ONE = 3
_MOST = 12
_MOST_PIECES = 12_000
_GAP_LDU = 30.0
# Of a picture's width.
_FLATTEST, _TALLEST = 1 / 3, 3 / 4
_ROUND_IT = 1.25


@record
class LineUp:
    """All models as one subject, and the size of a picture that suits it."""

    subject: Subject
    size: tuple[int, int]


def line_up(designs: Sequence[tuple[Subject, int]], width: int) -> LineUp | None:
    """Designs and how many there are of each; None where none can be drawn."""
    standing = _standing(designs)
    if not standing:
        return None
    # All models are seen from the first one's side, so that the row runs across the picture.
    turn = np.radians(suiting_view(standing[0]).azimuth)
    right = np.array([np.cos(turn), 0.0, -np.sin(turn)])
    whole: Subject | None = None
    end = 0.0
    for subject in standing:
        points = Stage(subject.pieces, subject.paints, None, subject.table).points
        if not len(points):
            continue
        pieces, end = _beside(subject.pieces, points, right, end)
        whole = _joined(whole, replace(subject, pieces=pieces))
    if whole is None:
        return None
    whole = replace(whole, table=MeshTable(whole.pieces.meshes))
    points = Stage(whole.pieces, whole.paints, None, whole.table).points
    across = float(np.ptp(points @ right))
    share = float(np.clip(_ROUND_IT * np.ptp(points[:, 1]) / max(across, 1.0), _FLATTEST, _TALLEST))
    return LineUp(whole, (width, round(width * share)))


def _standing(designs: Sequence[tuple[Subject, int]]) -> list[Subject]:
    """All copies if there are few, else one of each design."""
    several = [subject for subject, count in designs for _ in range(min(count, _MOST_OF_ONE))]
    if len(several) > _MOST:
        several = [subject for subject, _ in designs][:_MOST]
    kept: list[Subject] = []
    for subject in several:
        if sum(len(one.pieces) for one in kept) + len(subject.pieces) <= _MOST_PIECES:
            kept.append(subject)
    return kept


def _beside(pieces: Pieces, points: Points, right: Points, end: float) -> tuple[Pieces, float]:
    """Moved to the right of `end`, with its foot at 0 and its middle in line with the others."""
    across = np.array([right[2], 0.0, -right[0]])
    along, deep = points @ right, points @ across
    shift = right * (end + _GAP_LDU - along.min()) - across * (deep.min() + deep.max()) / 2
    shift[1] = -points[:, 1].max()
    moved = pieces.matrices.copy()
    moved[:, :, 3] += shift
    return replace(pieces, matrices=moved), float(end + _GAP_LDU + np.ptp(along))


def _joined(whole: Subject | None, other: Subject) -> Subject:
    if whole is None:
        return other
    paints = Paints({**other.paints.own, **whole.paints.own})
    return replace(whole, pieces=whole.pieces.joined(other.pieces), paints=paints)
