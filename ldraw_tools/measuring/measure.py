"""Boxes, footprints, heights with and without top studs; what could not be measured and why."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ldraw_tools import model_findings as oddities
from ldraw_tools.assembly.inventory import Assembly, Node
from ldraw_tools.findings import Finding, Place, abridge, and_more, count_of, in_file_order
from ldraw_tools.measuring.fitting import TurnedRectangle, snuggest_turn
from ldraw_tools.measuring.hulls import hull_2d
from ldraw_tools.measuring.interior import without_inner
from ldraw_tools.measuring.shapes import MOST_STUD_DIRECTIONS, NOTHING, Points, Shape, StudGroup, combine
from ldraw_tools.names import part_number
from ldraw_tools.phrases import say
from ldraw_tools.reading.contents import MEASURED, Contents
from ldraw_tools.reading.digits import FARTHEST
from ldraw_tools.reading.lines import shortened
from ldraw_tools.reading.numbers import bad_number_findings, read_tables

UP = np.array([0.0, -1.0, 0.0])
# A stud counts as pointing up while it leans less than two and a half degrees:
# matrices in real files have as few as three decimals.
UPRIGHT = 0.999
_FLAT = 1e-9
_MANY = 1_000
# A submodel placed this often is worth reducing to its hull; this many hulls take some seconds.
_OFTEN = 60
_MOST_HULLS = 4_000

# Primitives that stand out of a part as studs do; tubes and under-side studs are not among them.
_STUD = re.compile(
    r"^(8/)?(stud(|a|2|2a|5|6|6a|7|7a|9|10|13|14|15|17|17a|19|20|24|26|27|27a|el|h|hl|hr|p01|x|xa)"
    r"|stud2?-logo\d?|mstud|studline)\.dat$"
)


def is_stud(key: str) -> bool:
    return "stud" in key and _STUD.match(key) is not None


class Box(NamedTuple):
    """Low and high corner in LDraw units, y downwards as in the files."""

    low: tuple[float, float, float]
    high: tuple[float, float, float]

    @property
    def width(self) -> float:
        return self.high[0] - self.low[0]

    @property
    def height(self) -> float:
        return self.high[1] - self.low[1]

    @property
    def depth(self) -> float:
        return self.high[2] - self.low[2]


def box_of(clouds: Iterable[Points]) -> Box | None:
    """The box around clouds of points, each (n, 3)."""
    there = [cloud for cloud in clouds if len(cloud)]
    if not there:
        return None
    if len(there) > 2:
        # Studs may point hundreds of ways, a few points each.
        there = [there[0], np.concatenate(there[1:])]
    low, high = _corners(there[0])
    for cloud in there[1:]:
        other_low, other_high = _corners(cloud)
        low, high = np.minimum(low, other_low), np.maximum(high, other_high)
    return Box(
        (float(low[0]), float(low[1]), float(low[2])), (float(high[0]), float(high[1]), float(high[2]))
    )


def _corners(cloud: Points) -> tuple[Points, Points]:
    """By column if there are many: numpy is slow at finding the ends of three columns at once."""
    if len(cloud) < _MANY:
        return np.minimum.reduce(cloud), np.maximum.reduce(cloud)
    low, high = (np.array([end.reduce(column) for column in cloud.T]) for end in (np.minimum, np.maximum))
    return low, high


class Unmeasured(NamedTuple):
    """A part of unknown size, and where it is placed."""

    name: str
    reason: str
    places: tuple[Place, ...]


@dataclass(frozen=True)
class Measurement:
    """The size of a model or of one of its submodels."""

    shape: Shape
    unmeasured: list[Unmeasured] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def is_complete(self) -> bool:
        return not self.unmeasured

    @cached_property
    def box(self) -> Box | None:
        return box_of(self.shape.clouds())

    @cached_property
    def box_without_top_studs(self) -> Box | None:
        """Sides as in `box`; the top is that of everything but the studs that point up."""
        solid = box_of(self.shape.clouds_without_studs_along(UP, UPRIGHT))
        if solid is None or self.box is None:
            return self.box
        low, high = self.box.low, self.box.high
        return Box((low[0], solid.low[1], low[2]), high)

    @cached_property
    def footprint(self) -> Points:
        """The hull of the shadow on the table, (m, 2) as x and z."""
        return hull_2d(self.shape.points()[:, [0, 2]])

    @cached_property
    def snuggest(self) -> TurnedRectangle:
        """The smallest rectangle around the footprint."""
        return snuggest_turn(self.footprint)


class Measurer:
    """Shapes of the nodes of one assembly, each found once, the placed before the placing.

    What is placed more often than `often` is reduced to its hull. With 0 everything is reduced, so that
    a shape doesn't depend on what else is measured.
    """

    def __init__(self, assembly: Assembly, often: int = _OFTEN) -> None:
        self._assembly = assembly
        self._often = often
        self._shapes: dict[int, Shape] = {}
        self._placements: dict[int, Points] = {}
        # Corners of the triangles and quadrilaterals in a file itself; lines have no body.
        self._loose: dict[int, Points] = {}
        self._unknown: set[int] = set()
        # By node, the references that are too far away to compute with.
        self._too_far: dict[int, set[int]] = {}
        self._findings: dict[int, list[Finding]] = {}
        self._most_directions = MOST_STUD_DIRECTIONS

    def measure(self, root: int | None = None) -> Measurement:
        assembly = self._assembly
        root = assembly.root if root is None else root
        below = assembly.below(root)
        self._fetch([i for i in below if i not in self._shapes])
        self._read([i for i in below if i not in self._shapes and i not in self._placements])
        unknown = [i for i in reversed(below) if i not in self._shapes]
        # Rules ask for the sizes of pieces that were measured with the whole.
        if unknown or self._shapes[root].merged_studs:
            times = self._times_placed(below)
            self._most_directions = self._directions_for(times)
            for index in unknown:
                shape = self._shape_of(assembly.nodes[index])
                if index != root and _worth_reducing(shape, times[index] > self._often):
                    shape = shape.reduced()
                self._shapes[index] = shape
        findings = [finding for index in below for finding in self._findings.get(index, ())]
        unmeasured = self._unmeasured(below)
        findings += [_unmeasured_finding(item) for item in unmeasured if item.reason != _MISSING]
        shape = self._shapes[root]
        if shape.merged_studs:
            place = Place(assembly.document.file)
            findings.append(oddities.STUDS_EVERY_WAY.at(place, most=self._most_directions))
        return Measurement(shape, unmeasured, in_file_order(findings))

    def unmeasured(self, root: int) -> list[Unmeasured]:
        """What is of unknown size below a node that was measured."""
        return self._unmeasured(self._assembly.below(root))

    def measure_parts(self, nodes: NDArray[np.intp], matrices: Points) -> Measurement:
        """Some parts (n,) of what was measured, by themselves, where they stand (n, 3, 4)."""
        placed: dict[int, list[int]] = {}
        for row, node in enumerate(nodes.tolist()):
            if not self._shapes[node].is_empty:
                placed.setdefault(node, []).append(row)
        return Measurement(self._combine(placed, matrices, NOTHING.body))

    def for_less(self, assembly: Assembly) -> Measurer:
        """For the same assembly with less placed in it: the shape of what is as before is known already."""
        found = Measurer(assembly, self._often)
        changed: set[int] = set()
        for index in assembly.order:
            node = assembly.nodes[index]
            if node is not self._assembly.nodes[index] or not changed.isdisjoint(node.targets):
                changed.add(index)
                # The numbers are as before; what is wrong with some may not matter any more.
                if index in self._placements and not self._findings.get(index):
                    found._placements[index] = self._placements[index]
                    found._loose[index] = self._loose[index]
            elif index in self._shapes:
                found._shapes[index] = self._shapes[index]
                found._findings[index] = self._findings.get(index, [])
                if index in self._too_far:
                    found._too_far[index] = self._too_far[index]
        found._unknown |= self._unknown
        return found

    def knows(self, index: int) -> bool:
        return index in self._shapes

    def shape(self, index: int) -> Shape:
        return self._shapes[index]

    def _fetch(self, indexes: list[int]) -> None:
        """All shapes that the source knows, in one go."""
        nodes = [self._assembly.nodes[i] for i in indexes]
        closed = [node for node in nodes if node.contents is None]
        if not closed:
            return
        shapes = self._assembly.source.shapes([node.key for node in closed])
        for node in closed:
            shape = shapes.get(node.key)
            if shape is None:
                self._unknown.add(node.index)
            self._shapes[node.index] = NOTHING if shape is None else shape

    def _times_placed(self, below: list[int]) -> dict[int, int]:
        """How often each node appears in the whole."""
        times = dict.fromkeys(below, 0)
        times[below[0]] = 1
        for index in below:
            for _, target in self._assembly.nodes[index].placed(MEASURED):
                times[target] += times[index]
        return times

    def _directions_for(self, times: dict[int, int]) -> int:
        """How many ways studs may point: each is a hull to find in every submodel placed often."""
        own = {id(document) for document in self._assembly.resolver.own_documents}
        nodes = self._assembly.nodes
        often = [i for i, number in times.items() if number > self._often and id(nodes[i].document) in own]
        return max(2, min(MOST_STUD_DIRECTIONS, _MOST_HULLS // max(len(often), 1)))

    def _shape_of(self, node: Node) -> Shape:
        contents = node.contents
        if contents is None:
            return NOTHING
        matrices = self.placements(node.index)
        loose = self._loose[node.index]
        lost = not np.isfinite(matrices).all()
        by_target: dict[int, list[int]] = {}
        for i, target in node.placed(MEASURED):
            by_target.setdefault(target, []).append(i)
        placed = {}
        for target, where in by_target.items():
            good = [i for i in where if np.isfinite(matrices[i]).all()] if lost else where
            if good and not self._shapes[target].is_empty:
                placed[target] = good
        whole = self._combine(placed, matrices, loose)
        if not _is_near(whole):
            self._leave_out_far(node.index, placed, matrices)
            whole = self._combine(placed, matrices, loose)
        if is_stud(node.key) and not whole.is_empty:
            return Shape(NOTHING.body, (StudGroup(UP, whole.points()),))
        return whole

    def _combine(self, placed: dict[int, list[int]], matrices: Points, loose: Points) -> Shape:
        # What overflows is seen by its size afterwards.
        with np.errstate(over="ignore", invalid="ignore"):
            shapes = [(self._shapes[target], where) for target, where in placed.items() if where]
            return combine(without_inner(shapes, matrices), matrices, loose, self._most_directions)

    def _leave_out_far(self, index: int, placed: dict[int, list[int]], matrices: Points) -> None:
        """Take out of `placed` what lies too far away or is scaled up too much, and remember it."""
        for target, where in placed.items():
            extent = np.abs(self._shapes[target].points()).max(axis=0)
            reach = np.abs(matrices[where, :, :3]) @ extent + np.abs(matrices[where, :, 3])
            near = (reach <= FARTHEST).all(axis=1)
            placed[target] = [i for i, good in zip(where, near, strict=True) if good]
            self._too_far.setdefault(index, set()).update(set(where).difference(placed[target]))

    def placements(self, index: int) -> Points:
        """Where each reference of a node stands, (n, 3, 4)."""
        if index not in self._placements:
            self._read([index])
        return self._placements[index]

    def _read(self, indexes: list[int]) -> None:
        """The numbers of many files in one go."""
        if not indexes:
            return
        nodes = [self._assembly.nodes[index] for index in indexes]
        sections = [node.contents for node in nodes if node.contents is not None]
        tables = read_tables(sections, (3, 4))
        for number, (node, contents) in enumerate(zip(nodes, sections, strict=True)):
            matrices, bad = tables.placements(number)
            findings = self._findings.setdefault(node.index, tables.findings.get(number, []))
            findings += bad_number_findings(contents, bad)
            # In a part flat is what a disc or a label has to be.
            if len(matrices) and not node.is_part:
                findings += _flat_findings(contents, matrices)
            self._placements[node.index] = matrices
            self._loose[node.index] = np.concatenate(
                [tables.corners(kind, number).reshape(-1, 3) for kind in (3, 4)]
            )

    def _unmeasured(self, below: list[int]) -> list[Unmeasured]:
        places: dict[str, tuple[str, list[Place]]] = {}
        inside = set(below)
        if not self._assembly.missing and not self._too_far and not self._unknown & inside:
            return []
        for index in below:
            node = self._assembly.nodes[index]
            contents = node.contents
            if contents is None:
                continue
            for i, target in enumerate(node.targets):
                if not contents.uses[i] & MEASURED:
                    continue
                key = contents.keys[i]
                if key in self._assembly.missing:
                    reason = _MISSING
                elif target in self._unknown and target in inside:
                    reason = say("no shape in the parts database")
                elif i in self._too_far.get(index, ()):
                    reason = say("it would reach over 400 km")
                else:
                    continue
                places.setdefault(key, (reason, []))[1].append(contents.at(contents.lines[i]))
        return [Unmeasured(key, reason, tuple(where)) for key, (reason, where) in places.items()]


_MISSING = "the part is missing"


def _is_near(shape: Shape) -> bool:
    # A sum that overflowed is NaN, which fails this comparison.
    return all(np.abs(cloud).max() <= FARTHEST for cloud in shape.clouds() if len(cloud))


def _worth_reducing(shape: Shape, often: bool) -> bool:
    """Whether a hull pays: finding it costs as much as moving its points some sixty times."""
    points = len(shape.body) + sum(len(group.points) for group in shape.studs)
    return points > 64 * (1 + len(shape.studs)) and (often or points > 50_000)


def measure(assembly: Assembly, root: int | None = None) -> Measurement:
    return Measurer(assembly).measure(root)


def _flat_findings(contents: Contents, matrices: Points) -> list[Finding]:
    finite = np.isfinite(matrices).all(axis=(1, 2), keepdims=True)
    turns = matrices[:, :, :3]
    with np.errstate(all="ignore"):
        determinants = np.linalg.det(turns if finite.all() else np.where(finite, turns, np.eye(3)))
    flat: list[int] = np.flatnonzero(np.abs(determinants) < _FLAT).tolist()
    return abridge(
        oddities.FLAT_MATRIX.at(contents.at(contents.lines[i]), name=shortened(contents.name_of(i)))
        for i in flat
        if contents.uses[i]
    )


def _unmeasured_finding(item: Unmeasured) -> Finding:
    lines = [place.line for place in item.places]
    several = say(" ({count}: {lines})", count=count_of(len(lines), "line"), lines=and_more(lines))
    uses = "" if len(lines) == 1 else several
    name = part_number(item.name)
    return oddities.UNMEASURED.at(item.places[0], name=shortened(name, 60), reason=item.reason, uses=uses)
