"""Whether anything can still be put on top of a model: a stud that points up and is not built over."""

from __future__ import annotations

from itertools import product

import numpy as np

from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.measuring.hulls import hull_2d
from ldraw_tools.measuring.measure import UP, UPRIGHT, Measurer
from ldraw_tools.measuring.shapes import Points, StudGroup, place
from ldraw_tools.measuring.slices import parts_below
from ldraw_tools.units import LDU_PER_STUD, STUD_HEIGHT_LDU

_STUD_RADIUS = 6.0
_NEAR = 0.5
# What is larger has a free stud somewhere, and looking for it would take long.
MOST_PARTS = 500


def has_free_stud(assembly: Assembly, measurer: Measurer, root: int) -> bool:
    """Told from outlines: a part hides every stud that lies in its shadow and ends inside it."""
    parts = []
    for index, matrix, _ in parts_below(assembly, measurer, root, -np.inf):
        parts.append((measurer.shape(index), matrix))
        if len(parts) > MOST_PARTS:
            return True
    bodies = [place(shape.body, matrix[None]) for shape, matrix in parts if len(shape.body)]
    shadows = [hull_2d(body[:, [0, 2]]) for body in bodies]
    heights = [(float(body[:, 1].min()), float(body[:, 1].max())) for body in bodies]
    for shape, matrix in parts:
        for group in shape.studs:
            axis = matrix[:, :3] @ group.axis
            if float(axis @ UP) < UPRIGHT * float(np.linalg.norm(axis)):
                continue
            for stud in _centres(group, matrix):
                inside = stud[1] + STUD_HEIGHT_LDU / 2
                over = (s for s, (top, foot) in zip(shadows, heights, strict=True) if top < inside < foot)
                if not any(_is_in(shadow, stud[[0, 2]]) for shadow in over):
                    return True
    return False


def _centres(group: StudGroup, matrix: Points) -> Points:
    """The tops of studs, (n, 3), as they would stand in rows; the outline keeps only where they end."""
    one, other, up = np.argsort(np.abs(group.axis), kind="stable")
    outline = hull_2d(group.points[:, [one, other]])
    low, high = outline.min(axis=0) + _STUD_RADIUS, outline.max(axis=0) - _STUD_RADIUS
    rows = (np.arange(low[i], high[i] + _NEAR, LDU_PER_STUD) for i in (0, 1))
    grid = np.array([spot for spot in product(*rows) if _is_in(outline, np.array(spot))]).reshape(-1, 2)
    centres = np.empty((len(grid), 3))
    centres[:, [one, other]], centres[:, up] = grid, float(group.points[:, up].mean())
    return place(centres, matrix[None])


def _is_in(hull: Points, point: Points) -> bool:
    """Whether a point is inside an anticlockwise hull, and not on its edge."""
    if len(hull) < 3:
        return False
    edges = np.roll(hull, -1, axis=0) - hull
    to_point = point - hull
    turns = edges[:, 0] * to_point[:, 1] - edges[:, 1] * to_point[:, 0]
    return bool((turns > 0).all() or (turns < 0).all())
