"""Which part sticks out in a direction, where it stands in the file, and by how much."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import count as counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.findings import Place
from ldraw_tools.measuring.fitting import TurnedRectangle
from ldraw_tools.measuring.measure import UP, UPRIGHT, Measurer
from ldraw_tools.measuring.shapes import Points, Shape, compose
from ldraw_tools.reading.contents import MEASURED, Contents
from ldraw_tools.reading.digits import FARTHEST
from ldraw_tools.reading.numbers import read_shapes

_NOWHERE = float("-inf")
# Less than this doesn't count: a thousandth of a stud's height, more than rounding ever loses.
_LEAST = 0.004
_ROUNDING = 1e-6
# Points of a shape times copies of it that are looked at together.
_MOST_PRODUCTS = 2_000_000


class Protrusion(NamedTuple):
    """A placed part beyond a limit: by how much, the submodels it is in, its line, and its title."""

    name: str
    by: float
    path: tuple[str, ...]
    place: Place
    title: str = ""


class _Reached(NamedTuple):
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
    reach = float(_reach_of_copies(measurer.shape(root), np.eye(3, 4)[None], np.eye(3, 4), direction)[0])
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
        # What a file holds reaches as far as the file; only sums differ.
        level = -negative - _ROUNDING * max(1.0, abs(negative))
        for inner in _inside(assembly, measurer, here, path, direction, level, most):
            if beyond + _LEAST < inner.reach <= FARTHEST:
                bound = negative if inner.reach > level else -inner.reach
                heapq.heappush(heap, (bound, depth - 1, next(order), inner))
    return sorted(found, key=lambda protrusion: -protrusion.by)


def _inside(
    assembly: Assembly,
    measurer: Measurer,
    here: _Reached,
    path: tuple[str, ...],
    direction: Points,
    level: float,
    most: int,
) -> Iterator[_Reached]:
    """What a submodel draws itself, and the furthest that it places; what reaches `level` is equally far."""
    node = assembly.nodes[here.node]
    contents = node.contents
    assert contents is not None
    matrices = measurer.placements(here.node)
    placed = np.array(node.placed(MEASURED), np.intp).reshape(-1, 2)
    placed = placed[np.isfinite(matrices[placed[:, 0]]).all(axis=(1, 2))]
    reaches = _reaches(measurer, placed[:, 1], matrices[placed[:, 0]], here.matrix, direction)
    reaches[reaches > FARTHEST] = _NOWHERE
    furthest = np.argsort(-np.minimum(reaches, level), kind="stable")[:most]
    for place in np.sort(furthest).tolist():
        i, target = placed[place].tolist()
        matrix = compose(here.matrix, matrices[i])
        yield _Reached(target, matrix, float(reaches[place]), path, contents.at(contents.lines[i]))
    if contents.has_faces:
        reach, line = _furthest_face(contents, here.matrix, direction)
        yield _Reached(here.node, here.matrix, reach, here.path, contents.at(line), own=True)


def _reaches(
    measurer: Measurer, targets: NDArray[np.intp], matrices: Points, outer: Points, direction: Points
) -> Points:
    """How far each of many nodes at their placements (n, 3, 4) reaches; all copies of one at once."""
    reaches = np.empty(len(targets))
    order = np.argsort(targets, kind="stable")
    ends = np.flatnonzero(np.diff(targets[order])) + 1
    for alike in np.split(order, ends) if len(order) else ():
        shape = measurer.shape(int(targets[alike[0]]))
        step = max(1, _MOST_PRODUCTS // max(1, len(shape.points())))
        for start in range(0, len(alike), step):
            some = alike[start : start + step]
            reaches[some] = _reach_of_copies(shape, matrices[some], outer, direction)
    return reaches


def _reach_of_copies(shape: Shape, matrices: Points, outer: Points, direction: Points) -> Points:
    local = matrices[:, :, :3].transpose(0, 2, 1) @ (outer[:, :3].T @ direction)
    upwards = float(direction @ UP) > UPRIGHT
    reach = (shape.body @ local.T).max(axis=0) if len(shape.body) else np.full(len(matrices), _NOWHERE)
    for group in shape.studs:
        far = (group.points @ local.T).max(axis=0)
        if upwards:
            axes = (matrices[:, :, :3] @ group.axis) @ outer[:, :3].T
            lengths = np.linalg.norm(axes, axis=1)
            far[(lengths > 0) & (axes @ UP >= UPRIGHT * lengths)] = _NOWHERE
        reach = np.maximum(reach, far)
    moved: Points = reach + matrices[:, :, 3] @ (outer[:, :3].T @ direction) + outer[:, 3] @ direction
    return moved


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
