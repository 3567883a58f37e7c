"""Where a step sets submodels in place: arrows along the way that each is pushed onto what stands already."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from brickyard.pictures.exploded import way_off
from brickyard.pictures.shots import Shot, at_step, camera_for, points_of
from brickyard.pictures.subject import Subject
from ldraw_tools.rendering.camera import Camera

Floats = NDArray[np.float64]
# More would hide what they point at.
_MOST_ARROWS = 4
# The parts' middle is so much nearer to the tip than their edge: an arrow reaches into what it means.
_DEPTH = 0.85
_FROM_ABOVE = np.array([0.0, -1.0])
_LEAST_PIXELS = 0.1

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

    def corners(which: NDArray[np.bool_]) -> Floats:
        return points_of(shown.only(pieces.where(np.flatnonzero(which))))

    owners = np.array([*pieces.marked, -1], np.intp)[pieces.marks]
    new = pieces.steps == step
    standing = [_box(corners(~new & (owners == one))) for one in np.unique(owners[~new]).tolist()]
    found: list[Arrow] = []
    for member in sorted({*owners[new].tolist()} & {*members})[:_MOST_ARROWS]:
        points = corners(new & (owners == member))
        if len(points):
            found.append(_arrow(points, standing, camera))
    return found


def _box(points: Floats) -> Floats:
    return np.stack((points.min(axis=0), points.max(axis=0))) if len(points) else np.full((2, 3), np.inf)


def _arrow(points: Floats, standing: list[Floats], camera: Camera) -> Arrow:
    """From where it comes free soonest of the nearest that stands already."""
    box = _box(points)
    on = min(
        standing,
        key=lambda other: float(np.linalg.norm(np.maximum(other[0] - box[1], box[0] - other[1]).clip(0))),
    )
    axis, sign, _ = way_off(box, on)
    there = box.mean(axis=0)
    off = there + sign * np.eye(3)[axis]
    ends = np.stack(camera.place(np.stack((there, off)))[:2], axis=1)
    way = ends[1] - ends[0]
    length = float(np.linalg.norm(way))
    direction = way / length if length > _LEAST_PIXELS else _FROM_ABOVE
    seen = np.stack(camera.place(points)[:2], axis=1)
    middle = (seen.min(axis=0) + seen.max(axis=0)) / 2
    reach = float(((seen - middle) @ direction).max())
    x, y = middle + direction * reach * _DEPTH
    return float(x), float(y), float(direction[0]), float(direction[1])
