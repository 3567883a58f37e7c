"""Which part sticks out in a direction, where it stands in the file, and by how much."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import count as counter

import numpy as np

from ldraw_tools.assembly.graph import Assembly
from ldraw_tools.findings import Place
from ldraw_tools.measuring.fitting import TurnedRectangle
from ldraw_tools.measuring.measure import UP, UPRIGHT, Measurer
from ldraw_tools.measuring.shapes import Points, Shape, compose
from ldraw_tools.reading.contents import MEASURED, Contents
from ldraw_tools.reading.digits import FARTHEST
from ldraw_tools.reading.numbers import read_shapes
from ldraw_tools.records import record

_NOWHERE = float("-inf")
# Less than this doesn't count: a thousandth of a stud's height, more than rounding ever loses.
_LEAST = 0.004
_ROUNDING = 1e-6


@record
class Protrusion:
    """A placed part beyond a limit: by how much, the submodels it is in, its line, and its title."""

    name: str
    by: float
    path: tuple[str, ...]
    place: Place
    title: str = ""


@record
class _Reached:
    """A node at a placement (3, 4), how far it reaches, and how it was reached."""

    node: int
    matrix: Points
    reach: float
    path: tuple[str, ...]
    place: Place
    # Only what the file draws itself, not what it places.
    own: bool = False


@np.errstate(over="ignore", invalid="ignore")
def protrusions(
    assembly: Assembly, measurer: Measurer, root: int, direction: Points, beyond: float, most: int = 5
) -> list[Protrusion]:
    """The parts that reach furthest along `direction` (a unit vector), past `beyond`, furthest first.

    Looks only into what sticks out itself, so that a model of a billion parts is
    searched as fast as one of a hundred. Studs that point up don't count upwards.
    """
    found: list[Protrusion] = []
    order = counter()
    reach = _reach(measurer.shape(root), np.eye(3, 4), direction)
    start = _Reached(root, np.eye(3, 4), reach, (), Place(assembly.document.file))
    # Furthest first; among equals the deepest, so that one part is found before its copies are
    # looked into, and then in file order. The counter also keeps matrices out of comparisons.
    heap = [(-reach, 0, next(order), start)]
    while heap and len(found) < most:
        negative, depth, _, here = heapq.heappop(heap)
        if -negative <= beyond + _LEAST:
            break
        node = assembly.nodes[here.node]
        if node.is_part or node.contents is None or here.own:
            title = assembly.follow(node.facts).title if node.facts else ""
            found.append(Protrusion(node.key, here.reach - beyond, here.path, here.place, title))
            continue
        path = here.path if here.node == root else (*here.path, node.name)
        for inner in _inside(assembly, measurer, here, path, direction):
            if beyond + _LEAST < inner.reach <= FARTHEST:
                # What a file holds reaches as far as the file; only sums differ.
                level = inner.reach > -negative - _ROUNDING * max(1.0, abs(negative))
                bound = negative if level else -inner.reach
                heapq.heappush(heap, (bound, depth - 1, next(order), inner))
    return sorted(found, key=lambda protrusion: -protrusion.by)


def _inside(
    assembly: Assembly, measurer: Measurer, here: _Reached, path: tuple[str, ...], direction: Points
) -> Iterator[_Reached]:
    """What a submodel places, and what it draws itself."""
    node = assembly.nodes[here.node]
    contents = node.contents
    assert contents is not None
    matrices = measurer.placements(here.node)
    for i, target in node.placed(MEASURED):
        if np.isfinite(matrices[i]).all():
            matrix = compose(here.matrix, matrices[i])
            reach = _reach(measurer.shape(target), matrix, direction)
            yield _Reached(target, matrix, reach, path, contents.at(contents.lines[i]))
    if contents.has_faces():
        reach, line = _furthest_face(contents, here.matrix, direction)
        yield _Reached(here.node, here.matrix, reach, here.path, contents.at(line), own=True)


def _furthest_face(contents: Contents, matrix: Points, direction: Points) -> tuple[float, int]:
    """How far the triangles and quadrilaterals of a file itself reach, and the line of the furthest."""
    best, line = _NOWHERE, 0
    for kind in (3, 4):
        shapes = read_shapes(contents, kind)
        if len(shapes.corners):
            reaches = (shapes.corners @ (matrix[:, :3].T @ direction)).max(axis=1)
            furthest = int(reaches.argmax())
            if reaches[furthest] > best:
                best, line = float(reaches[furthest]), shapes.lines[furthest]
    return best + float(matrix[:, 3] @ direction), line


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


def sticking_out_sideways(
    assembly: Assembly,
    measurer: Measurer,
    root: int,
    turn: TurnedRectangle,
    allowed: tuple[float, float],
    slack: float,
    most: int = 3,
) -> dict[str, list[Protrusion]]:
    """What lies beyond a box at either end of a side that is too long: taking off one end's is enough."""
    points = measurer.shape(root).points()
    found: dict[str, list[Protrusion]] = {}
    for (x, z), limit, ends in turn.sides(allowed):
        axis = np.array([x, 0.0, z])
        reach = points @ axis
        low, high = float(reach.min()), float(reach.max())
        if high - low > limit + slack:
            found[ends[0]] = protrusions(assembly, measurer, root, axis, low + limit, most)
            found[ends[1]] = protrusions(assembly, measurer, root, -axis, limit - high, most)
    return found
