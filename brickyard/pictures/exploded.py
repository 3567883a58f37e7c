"""Models taken apart: each group is pulled off what it sits on, the way it comes free soonest."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from brickyard.pictures.shots import points_of
from brickyard.pictures.subject import Subject, outline_of
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.geometry.mesh import Mesh
from ldraw_tools.geometry.pieces import PieceMark, Pieces, lay_out
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading.contents import DRAWN
from ldraw_tools.rendering.mesh_table import MeshTable

# What is free between two groups: a share of the moved one's length, and at most of the whole model's.
_GAP, _MOST_GAP, _LEAST_GAP_LDU = 0.45, 0.11, 8.0
# Pictures are wider than high, and what was pulled aside hides nothing: so many times as far.
_ASIDE = 2.5
# A way down or back hides the group, so another one may be so much longer.
_WAYS = ((0, 1, 1.0), (0, -1, 1.0), (1, -1, 1.0), (1, 1, 1.25), (2, -1, 1.1), (2, 1, 1.4))
_DASH, _EMPTY = 8.0, 5.0
_GUIDES = 0x2C1272D


class Pulls(NamedTuple):
    """How far groups or pieces are moved (k, 3), and from where to where guide lines go (m, 2, 3)."""

    shifts: Points
    guides: Points


def pull_apart(boxes: Points, core: int | None = None) -> Pulls:
    """Of groups in boxes (k, 2, 3), from the low to the high corner; the core, or the largest, stays."""
    low, high = boxes[:, 0], boxes[:, 1]
    middles, sizes = (low + high) / 2, high - low
    most = _MOST_GAP * float(np.linalg.norm(high.max(axis=0) - low.min(axis=0)))
    first = int(sizes.prod(axis=1).argmax()) if core is None else core
    shifts = np.zeros_like(middles)
    guides: list[tuple[Points, Points]] = []
    # Each sits on the nearest one that has its place already.
    nearest, parent = np.full(len(boxes), np.inf), np.full(len(boxes), first)
    waiting = np.ones(len(boxes), np.bool_)
    here = first
    while True:
        waiting[here] = False
        if not waiting.any():
            return Pulls(shifts, np.array(guides).reshape(-1, 2, 3))
        away = np.maximum(np.maximum(low - high[here], low[here] - high), 0)
        far = np.linalg.norm(away, axis=1) + 0.02 * np.linalg.norm(middles - middles[here], axis=1)
        parent[far < nearest] = here
        nearest = np.minimum(nearest, far)
        here = int(np.where(waiting, nearest, np.inf).argmin())
        on = int(parent[here])
        axis, sign, length = way_off(boxes[here], boxes[on])
        gap = min(max(_GAP * float(sizes[here, axis]), _LEAST_GAP_LDU), max(most, _LEAST_GAP_LDU))
        gap *= _ASIDE if axis == 0 else 1
        shifts[here] = shifts[on]
        shifts[here, axis] += sign * (min(length, float(sizes[here, axis])) + gap)
        joint = (np.maximum(low[here], low[on]) + np.minimum(high[here], high[on])) / 2
        guides.append((joint + shifts[on], joint + shifts[here]))


def way_off(box: Points, other: Points) -> tuple[int, int, float]:
    """Along which axis, whether up or down it, and how far a box must go to be clear of another one."""
    lengths = [
        float(other[1, axis] - box[0, axis] if sign > 0 else box[1, axis] - other[0, axis])
        for axis, sign, _ in _WAYS
    ]
    # What is clear of it already goes farther the same way.
    best = min(range(len(_WAYS)), key=lambda way: lengths[way] * (_WAYS[way][2] if lengths[way] > 0 else 1))
    return _WAYS[best][0], _WAYS[best][1], max(lengths[best], 0.0)


def explode(assembly: Assembly, subject: Subject) -> Subject:
    """Its groups pulled apart; what is in no submodel, part by part, if nothing is in one."""
    pieces, groups = _grouped(assembly)
    pulls = pull_groups(subject.only(pieces), groups)
    moved = pieces.matrices.copy()
    moved[:, :, 3] += pulls.shifts
    pieces = _with_guides(replace(pieces, matrices=moved), pulls.guides)
    return replace(subject, pieces=pieces, table=MeshTable(pieces.meshes), turns={})


def pull_groups(subject: Subject, groups: NDArray[np.intp], core: int | None = None) -> Pulls:
    """How far each of its pieces (n,) is moved with its group; the core stays, or the largest group."""
    pieces, shifts = subject.pieces, np.zeros((len(groups), 3))
    boxes = {
        group: np.stack((points.min(axis=0), points.max(axis=0)))
        for group in np.unique(groups).tolist()
        if len(points := points_of(subject.only(pieces.where(groups == group))))
    }
    if not boxes:
        raise subject.nothing_to_draw()
    names = list(boxes)
    pulls = pull_apart(np.stack([*boxes.values()]), names.index(core) if core in boxes else None)
    for group, shift in zip(names, pulls.shifts, strict=True):
        shifts[groups == group] = shift
    return Pulls(shifts, pulls.guides)


def _grouped(assembly: Assembly) -> tuple[Pieces, NDArray[np.intp]]:
    """Its pieces, and for each (n,) which of the things that the model places it belongs to."""
    node = assembly.root
    for _ in range(len(assembly.nodes)):
        placed = assembly.nodes[node].placed(DRAWN)
        if len(placed) != 1 or assembly.nodes[placed[0][1]].is_part:
            break
        # A file that holds one submodel is that submodel.
        node = placed[0][1]
    placed = assembly.nodes[node].placed(DRAWN)
    marks = [PieceMark(node, (number,)) for number, below in placed if not assembly.nodes[below].is_part]
    pieces = lay_out(assembly, assembly.root, marks, outline_of)
    if len(set(pieces.marks.tolist())) < 3:
        return pieces, np.arange(len(pieces))
    return pieces, pieces.marks


def _with_guides(pieces: Pieces, guides: Points) -> Pieces:
    """With dashed lines from where groups sit to where they were pulled."""
    dashes = [
        [start + (end - start) * min(at / length, 1.0) for at in (first, first + _DASH)]
        for start, end in guides
        if (length := float(np.linalg.norm(end - start)))
        for first in np.arange(0.0, length, _DASH + _EMPTY)
    ]
    if not dashes:
        return pieces
    nothing = np.empty(0, np.int64)
    lines = Mesh(
        np.empty((0, 3, 3)),
        nothing,
        np.empty(0, np.bool_),
        np.array(dashes),
        np.full(len(dashes), _GUIDES),
        np.empty((0, 4, 3)),
        nothing,
    )
    last = len(pieces.meshes)
    return replace(
        pieces,
        mesh=np.append(pieces.mesh, last),
        matrices=np.concatenate((pieces.matrices, np.eye(3, 4)[None])),
        colours=np.append(pieces.colours, _GUIDES),
        inverted=np.append(pieces.inverted, False),
        steps=np.append(pieces.steps, 1),
        marks=np.append(pieces.marks, -1),
        counted=np.append(pieces.counted, False),
        meshes=(*pieces.meshes, lines),
        keys=(*pieces.keys, ""),
    )
