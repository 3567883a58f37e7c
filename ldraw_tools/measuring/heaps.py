"""Heaps: parts whose boxes are closer than a plate is high lie together; a workbench has several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.assembly.graph import Assembly
from ldraw_tools.measuring.measure import Box, Measurer
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading.contents import MEASURED
from ldraw_tools.reading.digits import FARTHEST
from ldraw_tools.records import changing_record, record

NEAR_LDU = 8.0
# A town is not a workbench, and looking at all of it would take long.
MOST_PARTS = 20_000
# So many boxes are compared sooner than sorted.
_FEW = 200
# Boxes are sorted into cells of about this size; a part covers one or two of them.
_CELL = 60.0
_MOST_CELLS_OF_ONE = 512
_MOST_ENTRIES, _MOST_PAIRS = 2_000_000, 8_000_000

Rows = NDArray[np.intp]
# A reference: the node of a file, and the number of a line that places something.
Reference = tuple[int, int]


@record
class Heap:
    """Parts that lie together. `own` are those that are not marked as standing apart anyway.

    `places` are the references that place it, none of which places anything of another heap; `name` is the
    submodel that all of it is, if it is one.
    """

    pieces: int
    own: int
    box: Box
    places: tuple[Reference, ...]
    name: str = ""


@record
class Lying:
    """How a model lies: its heaps, most pieces first, and how many pairs of boxes were compared for it."""

    heaps: tuple[Heap, ...] = ()
    compared: int = 0


def lying(assembly: Assembly, root: int, apart: Iterable[Reference] = ()) -> Lying:
    """The heaps below a node; what the references in `apart` place doesn't make a heap of its own.

    A submodel that is placed several times is one thing. No heaps if there are too many parts to look at.
    """
    lumps = _Lumps(assembly, root, frozenset(apart))
    if not lumps.is_countable or not lumps.walk():
        return Lying()
    low, high = lumps.boxes()
    known = np.isfinite(low).all(axis=1) & np.isfinite(high).all(axis=1) & (low <= high).all(axis=1)
    owners = np.concatenate(lumps.owners)[known]
    if not len(owners):
        return Lying()
    pairs = _near(low[known], high[known])
    if pairs is None:
        return Lying()
    one, other, compared = pairs
    labels = _joined(len(lumps.places), owners[one], owners[other])
    return Lying(tuple(lumps.heaps(labels, owners, low[known], high[known])), compared)


@changing_record
class _Lumps:
    """What is taken as one thing: a part, or a submodel that is placed more than once."""

    assembly: Assembly
    root: int
    apart: frozenset[Reference]
    places: list[Reference] = field(default_factory=list)
    is_apart: list[bool] = field(default_factory=list)
    # For every part the lump it belongs to, its node and its placement (n, 3, 4).
    owners: list[Rows] = field(default_factory=list)
    nodes: list[Rows] = field(default_factory=list)
    matrices: list[Points] = field(default_factory=list)
    _inside: dict[int, tuple[Rows, Points]] = field(default_factory=dict)

    @property
    def measurer(self) -> Measurer:
        return self.assembly.measurer

    @cached_property
    def times(self) -> dict[int, int]:
        below = self.assembly.below(self.root)
        times = dict.fromkeys(below, 0)
        times[self.root] = 1
        for index in below:
            node = self.assembly.nodes[index]
            if not node.is_part or index == self.root:
                for _, target in node.placed(MEASURED):
                    times[target] += times[index]
        return times

    @property
    def is_countable(self) -> bool:
        return sum(self.times.values()) <= MOST_PARTS

    @np.errstate(all="ignore")
    def walk(self) -> bool:
        """Whether there is anything to tell apart: what a file draws itself can't be."""
        if not self.measurer.knows(self.root):
            self.measurer.measure(self.root)
        stack: list[tuple[int, Points, bool]] = [(self.root, np.eye(3, 4), False)]
        while stack:
            index, outer, is_apart = stack.pop()
            node = self.assembly.nodes[index]
            if node.contents is None or (index == self.root and (node.is_part or node.contents.has_faces)):
                return False
            placed = node.placed(MEASURED)
            inner = _composed(outer, self.measurer.placements(index)[[i for i, _ in placed]])
            parts: list[int] = []
            for number, (i, target) in enumerate(placed):
                inside = is_apart or (index, i) in self.apart
                if self._is_piece(target):
                    parts.append(number)
                elif self.times[target] == 1:
                    stack.append((target, inner[number], inside))
                else:
                    nodes, matrices = self._parts_in(target)
                    self._add([(index, i)], [inside], nodes, _composed(inner[number], matrices))
            which = np.array([placed[number][1] for number in parts], np.intp)
            places = [(index, placed[number][0]) for number in parts]
            self._add(places, [is_apart or place in self.apart for place in places], which, inner[parts])
        # A submodel that is placed twice may be empty.
        return any(map(len, self.nodes))

    def _is_piece(self, index: int) -> bool:
        """A part, or what has faces of its own beside parts."""
        node = self.assembly.nodes[index]
        return node.is_part or node.contents is None or node.contents.has_faces

    def _add(self, places: list[Reference], is_apart: list[bool], nodes: Rows, matrices: Points) -> None:
        """One lump of several parts, or as many lumps as parts."""
        start = len(self.places)
        owners = np.full(len(nodes), start) if len(places) == 1 else np.arange(start, start + len(places))
        self.owners.append(owners)
        self.nodes.append(nodes)
        self.matrices.append(matrices)
        self.places += places
        self.is_apart += is_apart

    def _parts_in(self, index: int) -> tuple[Rows, Points]:
        """The parts below a node and where they are in it, each node worked out once."""
        pending = [index]
        while pending:
            here = pending[-1]
            placed = self.assembly.nodes[here].placed(MEASURED)
            missing = [t for _, t in placed if t not in self._inside and not self._is_piece(t)]
            if missing:
                pending += missing
                continue
            self._inside[here] = self._together(here)
            pending.pop()
        return self._inside[index]

    def _together(self, index: int) -> tuple[Rows, Points]:
        placed = self.assembly.nodes[index].placed(MEASURED)
        matrices = self.measurer.placements(index)
        parts = [(i, target) for i, target in placed if self._is_piece(target)]
        others = [(i, target) for i, target in placed if not self._is_piece(target)]
        nodes = [np.array([target for _, target in parts], np.intp)]
        inner = [matrices[[i for i, _ in parts]]]
        for i, target in others:
            nodes.append(self._inside[target][0])
            inner.append(_composed(matrices[i], self._inside[target][1]))
        return np.concatenate(nodes), np.concatenate(inner)

    @np.errstate(all="ignore")
    def boxes(self) -> tuple[Points, Points]:
        """Low and high corners (n, 3) of all parts; not a number where nobody knows them."""
        nodes, matrices = np.concatenate(self.nodes), np.concatenate(self.matrices)
        distinct, which = np.unique(nodes, return_inverse=True)
        low, high = _ends([self.measurer.shape(index).clouds() for index in distinct.tolist()])
        middles, halves = (low + high) / 2, (high - low) / 2
        turns = matrices[:, :, :3]
        at = np.einsum("nij,nj->ni", turns, middles[which]) + matrices[:, :, 3]
        reach = np.einsum("nij,nj->ni", np.abs(turns), halves[which])
        far = (np.abs(at) + reach > FARTHEST).any(axis=1)
        at[far] = np.nan
        return at - reach, at + reach

    def heaps(self, labels: Rows, owners: Rows, low: Points, high: Points) -> Iterator[Heap]:
        """By what hangs together; lumps that nobody can measure belong to none."""
        of_parts = labels[owners]
        counts = np.bincount(of_parts, minlength=len(self.places))
        apart = np.array(self.is_apart)[owners]
        own = np.bincount(of_parts[~apart], minlength=len(self.places))
        lumps: dict[int, list[int]] = {}
        measured = set(owners.tolist())
        for lump, label in enumerate(labels.tolist()):
            if lump in measured:
                lumps.setdefault(label, []).append(lump)
        found = []
        for label, members in lumps.items():
            inside = of_parts == label if len(lumps) > 1 else slice(None)
            corners = low[inside].min(axis=0).tolist(), high[inside].max(axis=0).tolist()
            places = tuple(self.places[lump] for lump in members)
            box = Box(*(tuple(corner) for corner in corners))
            found.append(Heap(int(counts[label]), int(own[label]), box, places, self._name(places)))
        yield from sorted(found, key=lambda heap: (-heap.pieces, -_volume(heap.box), heap.places))

    def _name(self, places: Iterable[Reference]) -> str:
        names = {self._submodel(*place) for place in places}
        return names.pop() if len(names) == 1 else ""

    def _submodel(self, index: int, reference: int) -> str:
        """The submodel that a reference places, or else the one that it stands in."""
        target = self.assembly.nodes[self.assembly.nodes[index].targets[reference]]
        if not target.is_part and target.contents is not None:
            return target.name
        return "" if index == self.root else self.assembly.nodes[index].name


def _ends(shapes: list[list[Points]]) -> tuple[Points, Points]:
    """The low and the high corner (n, 3) of each of n things, which are clouds of points each."""
    # One point that is no number for each: what is nothing but that has no corners.
    nowhere = np.full((1, 3), np.nan)
    clouds = [cloud for clouds in shapes for cloud in (nowhere, *clouds)]
    sizes = np.array([1 + sum(map(len, clouds)) for clouds in shapes], np.intp)
    columns, starts = np.concatenate(clouds).T, np.cumsum(sizes) - sizes
    low = [np.fmin.reduceat(column, starts) for column in columns]
    high = [np.fmax.reduceat(column, starts) for column in columns]
    return np.column_stack(low), np.column_stack(high)


def _volume(box: Box) -> float:
    return box.width * box.height * box.depth


def _composed(outer: Points, inner: Points) -> Points:
    """Placements (n, 3, 4) inside another (3, 4)."""
    found = np.empty((len(inner), 3, 4))
    np.matmul(outer[:, :3], inner, out=found)
    found[:, :, 3] += outer[:, 3]
    return found


def _near(low: Points, high: Points) -> tuple[Rows, Rows, int] | None:
    """Pairs of boxes nearer than `NEAR_LDU`, and how many were compared; None if that takes too long.

    A few are compared with all others. Of many, each box is noted in every cell that it reaches, and
    compared with those in the same cell.
    """
    low, high = low - NEAR_LDU / 2, high + NEAR_LDU / 2
    if len(low) <= _FEW:
        begins = low[:, None, 0] < high[:, 0]
        for axis in (1, 2):
            begins &= low[:, None, axis] < high[:, axis]
        # Each begins before the other ends.
        one, other = np.nonzero(np.triu(begins & begins.T, 1))
        return one, other, len(low) * (len(low) - 1) // 2
    origin = low.min(axis=0)
    cell = _CELL
    while True:
        first = ((low - origin) // cell).astype(np.int64)
        spans = ((high - origin) // cell).astype(np.int64) - first + 1
        numbers = spans.prod(axis=1)
        large = numbers > _MOST_CELLS_OF_ONE
        if int(large.sum()) <= 32 and numbers[~large].sum() <= _MOST_ENTRIES:
            break
        cell *= 2
    found = _pairs_in_cells(*_entries(first[~large], spans[~large], np.flatnonzero(~large)))
    if found is None:
        return None
    everything = np.arange(len(low))
    one = np.concatenate([found[0], np.repeat(np.flatnonzero(large), len(low))])
    other = np.concatenate([found[1], np.tile(everything, int(large.sum()))])
    meet = np.ones(len(one), np.bool_)
    for axis in range(3):
        meet &= (low[one, axis] < high[other, axis]) & (low[other, axis] < high[one, axis])
    return one[meet], other[meet], len(one)


def _entries(first: Rows, spans: Rows, rows: Rows) -> tuple[Rows, Rows]:
    """A row and a cell's number for each cell that each box reaches."""
    numbers = spans.prod(axis=1)
    which = np.repeat(np.arange(len(rows)), numbers)
    step = np.arange(len(which)) - np.repeat(np.cumsum(numbers) - numbers, numbers)
    wide, high = spans[which, 0], spans[which, 1]
    x = first[which, 0] + step % wide
    y = first[which, 1] + step // wide % high
    z = first[which, 2] + step // (wide * high)
    shape = [int(axis.max(initial=0)) + 1 for axis in (x, y, z)]
    return rows[which], (x * shape[1] + y) * shape[2] + z


def _pairs_in_cells(rows: Rows, cells: Rows) -> tuple[Rows, Rows] | None:
    """All pairs of rows that share a cell, each once for each."""
    order = np.argsort(cells, kind="stable")
    rows, cells = rows[order], cells[order]
    ends = np.searchsorted(cells, cells, side="right")
    after = ends - np.arange(1, len(cells) + 1)
    if after.sum() > _MOST_PAIRS:
        return None
    one = np.repeat(np.arange(len(cells)), after)
    step = np.arange(len(one)) - np.repeat(np.cumsum(after) - after, after)
    return rows[one], rows[one + 1 + step]


def _joined(number: int, one: Rows, other: Rows) -> Rows:
    """For each of so many things the least that it hangs together with."""
    leader = np.arange(number)
    while True:
        first, second = leader[one], leader[other]
        apart = first != second
        if not apart.any():
            return leader
        one, other = one[apart], other[apart]
        np.minimum.at(leader, np.maximum(first, second)[apart], np.minimum(first, second)[apart])
        while not np.array_equal(leader, leader[leader]):
            leader = leader[leader]
