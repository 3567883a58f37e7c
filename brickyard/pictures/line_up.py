"""Several models as one scene: side by side on one ground, to one scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from brickyard.pictures.paints import Paints
from brickyard.pictures.shots import points_of, suiting_view
from brickyard.pictures.subject import Subject
from ldraw_tools.geometry.pieces import Pieces
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.records import record
from ldraw_tools.rendering.camera import View
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
# Degrees down: ranks are seen from higher, so that those at the back are seen too.
_ELEVATION, _RANKS_ELEVATION = 17.0, 30.0


@record
class LineUp:
    """All models as one subject, and the size of a picture that suits it."""

    subject: Subject
    size: tuple[int, int]
    view: View | None = None


def line_up(designs: Sequence[tuple[Subject, int]], width: int) -> LineUp | None:
    """Designs and how many there are of each; None where none can be drawn."""
    standing = _standing(designs)
    if not standing:
        return None
    # All models are seen from the first one's side, so that the row runs across the picture.
    right = _sideways(suiting_view(standing[0]).azimuth)
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


def in_ranks(designs: Sequence[tuple[Subject, int]], width: int) -> LineUp | None:
    """The same in one to three ranks, the tallest at the back, so that they fill a picture of 4 by 3."""
    standing = [(subject, points_of(subject)) for subject in _standing(designs)]
    standing = [(subject, points) for subject, points in standing if len(points)]
    if not standing:
        return None
    right, up = _sideways(suiting_view(standing[0][0]).azimuth), np.array([0.0, -1.0, 0.0])
    standing.sort(key=lambda one: float(np.ptp(one[1] @ up)))
    ranks = max(
        ([*_ranks(standing, number)] for number in range(1, min(3, len(standing)) + 1)),
        key=lambda ranks: _fill(ranks, right),
    )
    whole: Subject | None = None
    back = 0.0
    for rank in ranks:
        end = -_length(rank, right) / 2
        for subject, points in rank:
            pieces, end = _beside(subject.pieces, points, right, end, back)
            whole = _joined(whole, replace(subject, pieces=pieces))
        back += _behind(rank)
    assert whole is not None
    whole = replace(whole, table=MeshTable(whole.pieces.meshes))
    view = View(suiting_view(standing[0][0]).azimuth, _RANKS_ELEVATION if len(ranks) > 1 else _ELEVATION)
    return LineUp(whole, (width, width * 3 // 4), view)


_Stood = tuple[Subject, Points]


def _ranks(standing: Sequence[_Stood], number: int) -> Iterator[Sequence[_Stood]]:
    """Front ranks first, as even as can be; the larger ones are the later ones."""
    start = 0
    for rank in range(number):
        end = (rank + 1) * len(standing) // number
        yield standing[start:end]
        start = end


def _length(rank: Sequence[_Stood], right: Points) -> float:
    return sum(float(np.ptp(points @ right)) + _GAP_LDU for _, points in rank)


def _behind(rank: Sequence[_Stood]) -> float:
    """How far behind a rank the next one stands, so that two thirds of it are seen."""
    tallest = max(float(np.ptp(points[:, 1])) for _, points in rank)
    deepest = max(float(np.ptp(points[:, [0, 2]], axis=0).max()) for _, points in rank)
    return max(0.55 * tallest / float(np.tan(np.radians(_RANKS_ELEVATION))), 0.9 * deepest)


def _fill(ranks: Sequence[Sequence[_Stood]], right: Points) -> float:
    """How large models are in a picture of 4 by 3, about."""
    up = float(np.sin(np.radians(_RANKS_ELEVATION)))
    behind = sum(_behind(rank) for rank in ranks[:-1]) * up
    tallest = max(float(np.ptp(points[:, 1])) for _, points in ranks[-1])
    return min(4 / max(_length(rank, right) for rank in ranks), 3 / (behind + tallest))


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


def _sideways(azimuth: float) -> Points:
    """Right, as one sees it from there."""
    turn = np.radians(azimuth)
    return np.array([np.cos(turn), 0.0, -np.sin(turn)])


def _beside(
    pieces: Pieces, points: Points, right: Points, end: float, back: float = 0.0
) -> tuple[Pieces, float]:
    """Moved to the right of `end`, with its foot at 0 and its middle in line with the others, so far back."""
    across = np.array([right[2], 0.0, -right[0]])
    along, deep = points @ right, points @ across
    shift = right * (end + _GAP_LDU - along.min()) - across * (deep.min() + deep.max()) / 2
    shift += np.array([-right[2], 0.0, right[0]]) * back
    shift[1] = -points[:, 1].max()
    moved = pieces.matrices.copy()
    moved[:, :, 3] += shift
    return replace(pieces, matrices=moved), float(end + _GAP_LDU + np.ptp(along))


def _joined(whole: Subject | None, other: Subject) -> Subject:
    if whole is None:
        return other
    paints = Paints({**other.paints.own, **whole.paints.own})
    return replace(whole, pieces=whole.pieces.joined(other.pieces), paints=paints)
