"""Every part of a model where it stands, with the way of references that leads to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ldraw_tools.assembly.inventory import Assembly, Node
from ldraw_tools.findings import Place
from ldraw_tools.library.places import PartFacts
from ldraw_tools.measuring.hulls import reduce_points
from ldraw_tools.measuring.shapes import Points, compose
from ldraw_tools.reading.contents import DRAWN
from ldraw_tools.reading.digits import FARTHEST
from ldraw_tools.reading.header import FileKind
from ldraw_tools.reading.numbers import read_shapes

# A city of bricks is not expanded: what has more parts than this is judged by its submodels, if at all.
MOST_PARTS = 10_000
_MOST_FILES = 5

# The node of a file, and the number of a reference in it.
Reference = tuple[int, int]
# From the outermost file to the innermost.
Way = tuple[Reference, ...]


class PlacedPart(NamedTuple):
    """`facts` is None for what a model's file draws itself; `points` (n, 3) span it where it stands.

    If its size is unknown, there are none.
    """

    node: int
    way: Way
    matrix: Points
    facts: PartFacts | None
    points: Points

    @property
    def is_known(self) -> bool:
        return len(self.points) > 0


@dataclass
class PlacedParts(Sequence[PlacedPart]):
    """In the order of the files. `is_whole` is false where there were too many to expand."""

    assembly: Assembly
    root: int
    parts: list[PlacedPart]
    is_whole: bool = True

    def __len__(self) -> int:
        return len(self.parts)

    def __getitem__(self, index: int) -> PlacedPart:  # type: ignore[override]
        return self.parts[index]

    def place(self, index: int) -> Place:
        """The line that places a part, in the innermost file."""
        way = self.parts[index].way
        return self.place_of(way[-1]) if way else Place(self.assembly.document.file)

    def place_of(self, which: tuple[int, int]) -> Place:
        """The line of a reference, (node, number); -1 is what the file draws itself."""
        node, reference = which
        contents = self.assembly.nodes[node].contents
        assert contents is not None
        if reference < 0:
            lines = [
                line for kind in (3, 4) if (column := contents.shapes.get(kind)) for line in column.lines
            ]
            return contents.at(min(lines, default=0))
        return contents.at(contents.lines[reference])

    def under(self, reference: tuple[int, int]) -> list[int]:
        """The parts that a reference places, where it is for the first time."""
        ways = [part.way for part in self.parts]
        first = next((way[: way.index(reference) + 1] for way in ways if reference in way), ())
        return [index for index, way in enumerate(ways) if first and way[: len(first)] == first]

    @cached_property
    def unknown(self) -> list[int]:
        """The parts of unknown size."""
        return [index for index, part in enumerate(self.parts) if not part.is_known]


def place_parts(assembly: Assembly, root: int | None = None, most: int = MOST_PARTS) -> PlacedParts:
    """All parts below a node, the model if none is named."""
    root = assembly.root if root is None else root
    if not _is_countable(assembly, root, most):
        return PlacedParts(assembly, root, [], is_whole=False)
    assembly.measurer.measure(root)
    return PlacedParts(assembly, root, _Expansion(assembly).expand(root))


def _is_countable(assembly: Assembly, root: int, most: int) -> bool:
    """Whether there are no more parts, counted before any is placed: a few lines can mean a billion."""
    below = assembly.below(root)
    times = dict.fromkeys(below, 0)
    times[root] = 1
    parts = 0
    for index in below:
        node = assembly.nodes[index]
        if _is_piece(node) and index != root:
            parts += times[index]
            continue
        for _, target in node.placed(DRAWN):
            times[target] += times[index]
    # Files that hold nothing must be walked through as well.
    return parts <= most and sum(times.values()) <= _MOST_FILES * most


def _is_piece(node: Node) -> bool:
    return node.is_part or node.contents is None


class _Expansion:
    def __init__(self, assembly: Assembly) -> None:
        self._assembly = assembly
        self._measurer = assembly.measurer
        self._facts: dict[int, PartFacts] = {}
        self._points: dict[int, Points] = {}
        self._found: list[PlacedPart] = []

    @np.errstate(all="ignore")
    def expand(self, root: int) -> list[PlacedPart]:
        """Depth first, with a stack of its own: nesting has no limit."""
        stack: list[tuple[int, Way, Points]] = [(root, (), np.eye(3, 4))]
        while stack:
            index, way, matrix = stack.pop()
            node = self._assembly.nodes[index]
            if _is_piece(node) and index != root:
                self._add_part(node, way, matrix)
                continue
            assert node.contents is not None
            self._add_own_shapes(node, way, matrix)
            matrices = self._measurer.placements(index)
            inside = []
            for i, target in node.placed(DRAWN):
                placed = compose(matrix, matrices[i])
                if np.abs(placed).max() <= FARTHEST:
                    inside.append((target, (*way, (index, i)), placed))
            stack.extend(reversed(inside))
        return self._found

    def _add_part(self, node: Node, way: Way, matrix: Points) -> None:
        if node.index not in self._facts:
            assert node.facts is not None
            self._facts[node.index] = self._assembly.follow(node.facts)
            self._points[node.index] = self._measurer.shape(node.index).points()
        facts = self._facts[node.index]
        if facts.kind is not FileKind.HELPER:
            points = self._points[node.index] @ matrix[:, :3].T + matrix[:, 3]
            self._found.append(PlacedPart(node.index, way, matrix, facts, points))

    def _add_own_shapes(self, node: Node, way: Way, matrix: Points) -> None:
        assert node.contents is not None
        if not node.contents.has_faces:
            return
        if node.index not in self._points:
            corners = [read_shapes(node.contents, kind).corners.reshape(-1, 3) for kind in (3, 4)]
            self._points[node.index] = reduce_points(np.concatenate(corners))
        points = self._points[node.index] @ matrix[:, :3].T + matrix[:, 3]
        self._found.append(PlacedPart(node.index, (*way, (node.index, -1)), matrix, None, points))
