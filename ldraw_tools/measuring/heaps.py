"""Heaps: parts whose boxes are closer than a plate is high lie together; a workbench has several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.findings import count_of
from ldraw_tools.measuring.measure import Box, Measurer
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading.contents import MEASURED
from ldraw_tools.reading.digits import FARTHEST

Rows = NDArray[np.intp]
Flags = NDArray[np.bool_]

NEAR_LDU = 8.0
# So many boxes are compared sooner than sorted.
_FEW = 200
# Boxes are sorted into cells of about this size; a part covers one or two of them.
_CELL = 60.0
_MOST_CELLS_OF_ONE = 512
_MOST_ENTRIES, _MOST_PAIRS = 2_000_000, 8_000_000


@dataclass(slots=True)
class Neighbours:
    """Boxes that are near each other; of many, each is noted in every cell that it reaches.

    What is known to hang together isn't compared any more.
    """

    low: Points
    high: Points
    owners: Rows
    compared: int = 0

    def __post_init__(self) -> None:
        self.low, self.high = self.low - NEAR_LDU / 2, self.high + NEAR_LDU / 2

    def labels(self, labels: Rows) -> Rows | None:
        """For each owner of boxes the least that it hangs together with; None if that takes too long.

        `labels` are those that are known beforehand.
        """
        if len(self.low) <= _FEW:
            return self._join(labels, *np.triu_indices(len(self.low), 1))
        rows, cells, too_large = self._cells()
        for step in (1, 2, 3):
            alike = cells[step:] == cells[:-step]
            labels = self._join(labels, rows[step:][alike], rows[:-step][alike])
        large = np.flatnonzero(too_large)
        everything = np.arange(len(self.low))
        labels = self._join(labels, np.repeat(large, len(everything)), np.tile(everything, len(large)))
        own = labels[self.owners[rows]]
        order = np.lexsort((own, cells))
        rows, cells, own = rows[order], cells[order], own[order]
        pairs = _pairs_of_groups(cells, np.diff(own, prepend=-1) != 0)
        return None if pairs is None else self._join(labels, rows[pairs[0]], rows[pairs[1]])

    def _join(self, labels: Rows, one: Rows, other: Rows) -> Rows:
        owners = self.owners
        apart = labels[owners[one]] != labels[owners[other]]
        one, other = one[apart], other[apart]
        self.compared += len(one)
        for axis in range(3):
            low, high = self.low[:, axis], self.high[:, axis]
            meet = (low[one] < high[other]) & (low[other] < high[one])
            one, other = one[meet], other[meet]
        return join(labels, owners[one], owners[other])

    def _cells(self) -> tuple[Rows, Rows, Flags]:
        """For each cell that a box reaches its row and the cell's number; and which reach too many."""
        origin, cell = self.low.min(axis=0), _CELL
        while True:
            first = ((self.low - origin) // cell).astype(np.int64)
            spans = ((self.high - origin) // cell).astype(np.int64) - first + 1
            numbers = spans.prod(axis=1)
            large = numbers > _MOST_CELLS_OF_ONE
            if int(large.sum()) <= 32 and numbers[~large].sum() <= _MOST_ENTRIES:
                rows, cells = _entries(first[~large], spans[~large], np.flatnonzero(~large))
                order = np.argsort(cells, kind="stable")
                return rows[order], cells[order], large
            cell *= 2


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


def _pairs_of_groups(cells: Rows, begins: Flags) -> tuple[Rows, Rows] | None:
    """All pairs of entries of one cell that are of different groups; None if there are too many.

    Entries are sorted by cell, then by group; `begins` tells where the group differs from that before.
    """
    starts = np.flatnonzero(begins | (np.diff(cells, prepend=-1) != 0))
    ends = np.repeat(np.append(starts[1:], len(cells)), np.diff(np.append(starts, len(cells))))
    after = np.searchsorted(cells, cells, side="right") - ends
    if after.sum() > _MOST_PAIRS:
        return None
    one = np.repeat(np.arange(len(cells)), after)
    step = np.arange(len(one)) - np.repeat(np.cumsum(after) - after, after)
    return one, ends[one] + step


def join(leader: Rows, one: Rows, other: Rows) -> Rows:
    """For each thing the least that it hangs together with; `leader` is what was known of that."""
    while True:
        first, second = leader[one], leader[other]
        apart = first != second
        if not apart.any():
            return leader
        one, other = one[apart], other[apart]
        leader = leader.copy()
        np.minimum.at(leader, np.maximum(first, second)[apart], np.minimum(first, second)[apart])
        while not np.array_equal(leader, leader[leader]):
            leader = leader[leader]


# A town is not a workbench, and looking at all of it would take long.
MOST_PARTS = 20_000
# A part or two of unknown size among many hide no workbench.
_MANY = 20
# A reference: the node of a file, and the number of a line that places something.
Reference = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Heap:
    """Parts that lie together. `own` are those that are not marked as standing apart anyway.

    `places` are the references that place it, none of which places anything of another heap; `name` is the
    submodel that all of it is, if it is one. What it is made of: files `nodes` (n,), and where, `matrices`
    (n, 3, 4).
    """

    pieces: int
    own: int
    box: Box
    places: tuple[Reference, ...]
    name: str
    nodes: Rows = field(compare=False, repr=False)
    matrices: Points = field(compare=False, repr=False)


class Lying(NamedTuple):
    """How a model lies: its heaps, most pieces first, and how many pairs of boxes were compared for it.

    `doubt` says why nobody can be sure of them, or why there are none to tell.
    """

    heaps: tuple[Heap, ...] = ()
    compared: int = 0
    doubt: str = ""

    @property
    def sure(self) -> tuple[Heap, ...]:
        """The heaps, if nothing makes them doubtful."""
        return () if self.doubt else self.heaps


def find_heaps(assembly: Assembly, root: int, apart: Iterable[Reference] = ()) -> Lying:
    """The heaps below a node; what the references in `apart` place doesn't make a heap of its own.

    A submodel that is placed several times is one thing. No heaps if there are too many parts to look at.
    """
    lumps = _Lumps(assembly, root, frozenset(apart))
    if not lumps.is_countable:
        return Lying(doubt=f"it has more than {MOST_PARTS:,} parts")
    if doubt := lumps.walk():
        return Lying(doubt=doubt)
    unknown = len(assembly.measurer.unmeasured(root))
    doubt = f"the size of {count_of(unknown, 'part')} is not known" if unknown else ""
    if not any(map(len, lumps.nodes)):
        return Lying(doubt=doubt)
    low, high = lumps.boxes()
    known = np.all(np.isfinite(low) & np.isfinite(high) & (low <= high), axis=1)
    if not known.any():
        return Lying(doubt=doubt)
    if max(unknown, int(np.count_nonzero(~known))) * _MANY <= len(known):
        doubt = ""
    found = Neighbours(low[known], high[known], np.concatenate(lumps.owners)[known])
    labels = found.labels(join(np.arange(len(lumps.places)), *lumps.together))
    if labels is None:
        return Lying(doubt="too many of its parts are in one place")
    return Lying(tuple(lumps.heaps(labels, known, low, high)), found.compared, doubt)


@dataclass
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
    # As how many pieces each part counts: of a hose in segments only the first does.
    weights: list[int] = field(default_factory=list)
    _segments: list[list[int]] = field(default_factory=list)
    _inside: dict[int, tuple[Rows, Points, list[int]]] = field(default_factory=dict)

    @property
    def measurer(self) -> Measurer:
        return self.assembly.measurer

    @property
    def together(self) -> tuple[Rows, Rows]:
        """Pairs of lumps that are segments of one piece."""
        pairs = [pair for run in self._segments for pair in pairwise(run)]
        one, other = np.array(pairs, np.intp).reshape(-1, 2).T
        return one, other

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
    def walk(self) -> str:
        """Look at everything; why there is nothing to tell apart, if so."""
        if not self.measurer.knows(self.root):
            self.measurer.measure(self.root)
        root = self.assembly.nodes[self.root]
        if root.contents is None or root.is_part:
            return "it is a single part"
        if root.contents.has_faces:
            return "its file draws triangles itself, which belong to no part"
        stack: list[tuple[int, Points, bool, bool]] = [(self.root, np.eye(3, 4), False, True)]
        while stack:
            index, outer, is_apart, counts = stack.pop()
            node = self.assembly.nodes[index]
            placed = node.placed(MEASURED)
            inner = _composed(outer, self.measurer.placements(index)[[i for i, _ in placed]])
            parts: list[int] = []
            assert node.contents is not None
            counted = node.contents.pieces if counts else bytes(len(node.targets))
            for number, (i, target) in enumerate(placed):
                inside = is_apart or (index, i) in self.apart
                if self._is_piece(target):
                    parts.append(number)
                elif self.times[target] == 1:
                    stack.append((target, inner[number], inside, bool(counted[i])))
                else:
                    nodes, matrices, weights = self._parts_in(target)
                    weights = weights if counted[i] else [0] * len(weights)
                    self._add([(index, i)], [inside], nodes, _composed(inner[number], matrices), weights)
            own = [placed[number] for number in parts]
            lumps = {i: lump for lump, (i, _) in enumerate(own, len(self.places))}
            self._segments += [[lumps[i] for i in run if i in lumps] for run in node.contents.runs]
            places = [(index, i) for i, _ in own]
            marked = [is_apart or place in self.apart for place in places]
            which = np.array([target for _, target in own], np.intp)
            self._add(places, marked, which, inner[parts], self._weights(counted, own))
        return ""

    def _weights(self, counted: Sequence[int], placed: list[tuple[int, int]]) -> list[int]:
        pieces = self.assembly.pieces
        return [pieces[target] if counted[i] else 0 for i, target in placed]

    def _is_piece(self, index: int) -> bool:
        """A part, or what has faces of its own beside parts."""
        node = self.assembly.nodes[index]
        return node.is_part or node.contents is None or node.contents.has_faces

    def _add(
        self,
        places: list[Reference],
        is_apart: list[bool],
        nodes: Rows,
        matrices: Points,
        weights: list[int],
    ) -> None:
        """One lump of several parts, or as many lumps as parts."""
        start = len(self.places)
        owners = np.full(len(nodes), start) if len(places) == 1 else np.arange(start, start + len(places))
        self.owners.append(owners)
        self.nodes.append(nodes)
        self.matrices.append(matrices)
        self.weights += weights
        self.places += places
        self.is_apart += is_apart

    def _parts_in(self, index: int) -> tuple[Rows, Points, list[int]]:
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

    def _together(self, index: int) -> tuple[Rows, Points, list[int]]:
        node = self.assembly.nodes[index]
        assert node.contents is not None
        placed, counted = node.placed(MEASURED), node.contents.pieces
        matrices = self.measurer.placements(index)
        parts = [(i, target) for i, target in placed if self._is_piece(target)]
        others = [(i, target) for i, target in placed if not self._is_piece(target)]
        nodes = [np.array([target for _, target in parts], np.intp)]
        inner = [matrices[[i for i, _ in parts]]]
        weights = self._weights(counted, parts)
        for i, target in others:
            inside = self._inside[target]
            nodes.append(inside[0])
            inner.append(_composed(matrices[i], inside[1]))
            weights += inside[2] if counted[i] else [0] * len(inside[2])
        return np.concatenate(nodes), np.concatenate(inner), weights

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

    def heaps(self, labels: Rows, known: Flags, low: Points, high: Points) -> list[Heap]:
        """By what hangs together; lumps that nobody can measure belong to none."""
        owners, nodes = np.concatenate(self.owners), np.concatenate(self.nodes)
        matrices = np.concatenate(self.matrices)
        rows = np.flatnonzero(known)
        rows = rows[np.argsort(labels[owners[rows]], kind="stable")]
        begins = np.flatnonzero(np.diff(labels[owners[rows]], prepend=-1))
        lows, highs = np.minimum.reduceat(low[rows], begins), np.maximum.reduceat(high[rows], begins)
        found = []
        for part, *corners in zip(np.split(rows, begins[1:]), lows.tolist(), highs.tolist(), strict=True):
            lumps = owners[part].tolist()
            places = tuple(self.places[lump] for lump in dict.fromkeys(lumps))
            weights = [self.weights[row] for row in part.tolist()]
            own = [weight for weight, lump in zip(weights, lumps, strict=True) if not self.is_apart[lump]]
            box, name = Box(*map(tuple, corners)), self._name(places)
            counts = sum(weights), max(sum(own), int(bool(own)))
            found.append(Heap(*counts, box, places, name, nodes[part], matrices[part]))
        return sorted(found, key=lambda heap: (-heap.pieces, -_volume(heap.box), heap.places))

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
