"""What a model covers of the table, and whether anything can still be put on top of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np

from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.findings import Place
from ldraw_tools.measuring.fitting import TurnedRectangle
from ldraw_tools.measuring.hulls import hull_2d
from ldraw_tools.measuring.measure import UP, UPRIGHT, Measurer
from ldraw_tools.measuring.protrusions import Protrusion
from ldraw_tools.measuring.shapes import Points, StudGroup, compose, place
from ldraw_tools.reading import document as documents
from ldraw_tools.reading.contents import MEASURED
from ldraw_tools.units import LDU_PER_STUD, STUD_HEIGHT_LDU

# A station has a hundred parts; with more near the table, judging would take too long.
MOST_PARTS = 5_000
_LEVEL = 0.01
_STUD_RADIUS = 6.0
_NEAR = 0.5
# What is larger has a free stud somewhere, and looking for it would take long.
MOST_CHECKED = 500


class Covering(NamedTuple):
    """One part near the table: where it stands in the file, and what it certainly covers, (m, 2)."""

    key: str
    place: Place
    outline: Points
    path: tuple[str, ...] = ()
    title: str = ""


class Slice(NamedTuple):
    """Outlines on the table, (m, 2) as x and z: what is certainly covered, and what may be.

    The two are one where outlines of parts decide it; a part that narrows towards the table
    makes them differ until its real surface is asked.
    """

    certain: Points
    possible: Points
    undecided: tuple[str, ...] = ()
    parts: tuple[Covering, ...] = ()

    def sticking_out(
        self, turn: TurnedRectangle, allowed: tuple[float, float], slack: float
    ) -> dict[str, list[Protrusion]]:
        """The part at either end of each side that is too long: taking off one end's is enough."""
        parts = [part for part in self.parts if len(part.outline)]
        found: dict[str, list[Protrusion]] = {}
        for axis, limit, ends in turn.sides(allowed):
            reaches = [part.outline @ axis for part in parts]
            high = max(range(len(parts)), key=lambda i: float(reaches[i].max()))
            low = min(range(len(parts)), key=lambda i: float(reaches[i].min()))
            by = float(reaches[high].max() - reaches[low].min()) - limit
            if by > slack:
                for end, i in zip(ends, (high, low), strict=True):
                    part = parts[i]
                    found[end] = [Protrusion(part.key, by, part.path, part.place, part.title)]
        return found


def slice_near_table(assembly: Assembly, measurer: Measurer, root: int, height: float) -> Slice:
    """The slice of what lies within `height` of the lowest point."""
    points = measurer.shape(root).points()
    floor = float(points[:, 1].max())
    limit = floor - height
    certain, possible = [np.empty((0, 2))], [np.empty((0, 2))]
    undecided: dict[str, None] = {}
    parts: list[Covering] = []
    for index, matrix, at in parts_below(assembly, measurer, root, limit):
        whole = place(measurer.shape(index).points(), matrix[None])
        sure, maybe = _below(whole, limit), _cut_hull(whole, limit)
        if not _same(sure, maybe):
            surface = _surface_below(assembly, assembly.nodes[index].key, matrix, limit)
            if surface is None:
                undecided[assembly.nodes[index].key] = None
            else:
                sure = maybe = surface
        certain.append(sure)
        possible.append(maybe)
        facts, inside = assembly.nodes[index].facts, at.submodel
        path = (inside,) if inside and inside != assembly.nodes[root].name else ()
        title = assembly.follow(facts).title if facts else ""
        parts.append(Covering(assembly.nodes[index].key, at, sure, path, title))
    covered = hull_2d(np.concatenate(certain)), hull_2d(np.concatenate(possible))
    return Slice(*covered, tuple(undecided), tuple(parts))


def parts_below(
    assembly: Assembly, measurer: Measurer, root: int, limit: float
) -> Iterator[tuple[int, Points, Place]]:
    """The parts that reach below a height, each at its placement (3, 4), with its place in the file."""
    pending = [(root, np.eye(3, 4), Place(assembly.document.file))]
    found = 0
    while pending and found < MOST_PARTS:
        index, outer, at = pending.pop()
        node = assembly.nodes[index]
        if node.is_part or node.contents is None or not node.targets:
            found += 1
            yield index, outer, at
            continue
        matrices = measurer.placements(index)
        for i, target in node.placed(MEASURED):
            inner = matrices[i]
            shape = measurer.shape(target)
            if shape.is_empty or not np.isfinite(inner).all():
                continue
            matrix = compose(outer, inner)
            if place(shape.points(), matrix[None])[:, 1].max() > limit + _LEVEL:
                pending.append((target, matrix, node.contents.at(node.contents.lines[i])))


def _below(points: Points, limit: float) -> Points:
    """Corners of an outline are real: those below the height are certainly there."""
    return points[points[:, 1] >= limit - _LEVEL][:, [0, 2]]


def _cut_hull(points: Points, limit: float) -> Points:
    """The outline's hull cut off at the height: nothing of the part lies outside it."""
    low = points[points[:, 1] >= limit]
    high = points[points[:, 1] < limit]
    if not len(high) or not len(low):
        return low[:, [0, 2]]
    # Every line from a point above to one below crosses the cut inside the hull.
    share = (limit - low[:, None, 1]) / (high[None, :, 1] - low[:, None, 1])
    crossing = low[:, None] + share[:, :, None] * (high[None] - low[:, None])
    return np.concatenate([low, crossing.reshape(-1, 3)])[:, [0, 2]]


def _same(one: Points, other: Points) -> bool:
    if not len(one) or not len(other):
        return len(one) == len(other)
    directions = np.linspace(0, 2 * np.pi, 64, endpoint=False)
    rays = np.column_stack([np.cos(directions), np.sin(directions)])
    return bool(np.abs((one @ rays.T).max(axis=0) - (other @ rays.T).max(axis=0)).max() < 0.05)


def _surface_below(assembly: Assembly, key: str, matrix: Points, limit: float) -> Points | None:
    """The same from the part's real surface, where a library has it."""
    library = assembly.resolver.library
    if library is None or library.read(key) is None:
        return None
    from ldraw_tools.geometry.mesh import Mesher

    line = f"1 16 0 0 0 1 0 0 0 1 0 0 0 1 {key}\n"
    part = assemble(documents.parse(line.encode(), key), library=library)
    triangles = Mesher(part).mesh().triangles
    if not len(triangles):
        return None
    corners = place(triangles.reshape(-1, 3), matrix[None]).reshape(-1, 3, 3)
    reaching = corners[corners[:, :, 1].max(axis=1) >= limit]
    pieces = [reaching.reshape(-1, 3)[reaching.reshape(-1, 3)[:, 1] >= limit]]
    for a, b in ((0, 1), (1, 2), (2, 0)):
        start, end = reaching[:, a], reaching[:, b]
        crosses = (start[:, 1] - limit) * (end[:, 1] - limit) < 0
        start, end = start[crosses], end[crosses]
        share = (limit - start[:, 1]) / (end[:, 1] - start[:, 1])
        pieces.append(start + share[:, None] * (end - start))
    return np.concatenate(pieces)[:, [0, 2]]


def has_free_stud(assembly: Assembly, measurer: Measurer, root: int) -> bool:
    """Told from outlines: a part hides every stud that lies in its shadow and ends inside it."""
    parts = []
    for index, matrix, _ in parts_below(assembly, measurer, root, -np.inf):
        parts.append((measurer.shape(index), matrix))
        if len(parts) > MOST_CHECKED:
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
