"""Which part sticks out in a direction, where it stands in the file, and by how much."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from itertools import count as counter

import numpy as np

from ldraw_tools.contents import MEASURED
from ldraw_tools.diagnostics import Place
from ldraw_tools.graph import Assembly
from ldraw_tools.measure import UP, UPRIGHT, Measurer
from ldraw_tools.shapes import Points, Shape

_NOWHERE = float("-inf")


@dataclass(frozen=True, slots=True)
class Protrusion:
    """A placed part beyond a limit: by how much, the submodels it is in, and its line."""

    name: str
    by: float
    path: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class _Reached:
    """A node at a placement (3, 4), and how it was reached."""

    node: int
    matrix: Points
    path: tuple[str, ...]
    place: Place


def protrusions(
    assembly: Assembly, measurer: Measurer, root: int, direction: Points, beyond: float, most: int = 5
) -> list[Protrusion]:
    """The parts that reach furthest along `direction` (a unit vector), past `beyond`, furthest first.

    Looks only into what sticks out itself, so that a model of a billion parts is
    searched as fast as one of a hundred. Studs that point up don't count upwards.
    """
    found: list[Protrusion] = []
    order = counter()
    start = _Reached(root, np.eye(3, 4), (), Place(assembly.document.name))
    # Furthest first; the counter keeps file order among equals and matrices out of comparisons.
    heap = [(-_reach(measurer.shape(root), start.matrix, direction), next(order), start)]
    while heap and len(found) < most:
        negative, _, here = heapq.heappop(heap)
        if -negative <= beyond:
            break
        node = assembly.nodes[here.node]
        children = [] if node.is_part else node.placed(MEASURED)
        if not children:
            found.append(Protrusion(node.key, -negative - beyond, here.path, here.place))
            continue
        assert node.contents is not None
        matrices = measurer.placements(here.node)
        for i, target in children:
            inner = matrices[i]
            if not np.isfinite(inner).all():
                continue
            matrix = _compose(here.matrix, inner)
            reach = _reach(measurer.shape(target), matrix, direction)
            if reach > beyond:
                path = here.path if here.node == root else (*here.path, node.name)
                place = node.contents.at(node.contents.lines[i])
                heapq.heappush(heap, (-reach, next(order), _Reached(target, matrix, path, place)))
    return found


def _compose(outer: Points, inner: Points) -> Points:
    matrix = np.empty((3, 4))
    matrix[:, :3] = outer[:, :3] @ inner[:, :3]
    matrix[:, 3] = outer[:, :3] @ inner[:, 3] + outer[:, 3]
    return matrix


def _reach(shape: Shape, matrix: Points, direction: Points) -> float:
    local = matrix[:, :3].T @ direction
    upwards = float(direction @ UP) > UPRIGHT
    reach = float((shape.body @ local).max()) if len(shape.body) else _NOWHERE
    for group in shape.studs:
        axis = matrix[:, :3] @ group.axis
        length = float(np.linalg.norm(axis))
        if upwards and length and float(axis @ UP) / length >= UPRIGHT:
            continue
        reach = max(reach, float((group.points @ local).max()))
    return reach + float(matrix[:, 3] @ direction)
