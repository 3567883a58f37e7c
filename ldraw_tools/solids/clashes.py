"""Pairs of placed parts whose bodies certainly overlap, and parts that stand in one place twice."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.measuring.shapes import Points, compose
from ldraw_tools.reading.header import BUILDING_BLOCKS
from ldraw_tools.solids.contacts import join, lead
from ldraw_tools.solids.firmness import foreign_editor, is_firm, is_plain, may_interlock
from ldraw_tools.solids.part_columns import Grid
from ldraw_tools.solids.placements import PlacedPart, PlacedParts, Reference, Way
from ldraw_tools.solids.reach import Pairs
from ldraw_tools.solids.solid import Solid, Solids, solids_in

_MOST_CANDIDATES = 24
# A better place nearby may be deeper by this much.
_HOPE = 1.0
_BETWEEN = 0.87
_STEPS = (1.0, 0.5, 0.25)
_AROUND = np.array([(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1)], np.float64)


class Overlap(NamedTuple):
    """The middle (3,) of the ball, and its width in LDU: to part the two takes at least as far a move."""

    place: Points
    depth: float


def overlap(one: Solid, other: Solid, matrix: Points, least: float) -> Overlap | None:
    """The overlap of a solid with another at `matrix` (3, 4) in its frame, if it is deep enough."""
    if one.grid.depth.size >= other.grid.depth.size:
        return _overlap(one, other, matrix, least)
    found = _overlap(other, one, inverse(matrix), least)
    return None if found is None else Overlap(matrix[:, :3] @ found.place + matrix[:, 3], found.depth)


def _overlap(one: Solid, other: Solid, matrix: Points, least: float) -> Overlap | None:
    """As `overlap`, looking where the other, which has fewer cells, is deep."""
    back = inverse(matrix)

    def deepest(places: Points, depth: float) -> Overlap | None:
        """The place that is certainly deepest in both, if it is deeper than that."""
        found = None
        there = places @ back[:, :3].T + back[:, 3]
        room = other.room_at(there)
        near = room > depth
        room[near] = np.minimum(room[near], one.room_at(places[near]))
        # Whether a place is inside takes longest to say: asked only of those that would win.
        for index in np.argsort(-room, kind="stable").tolist():
            if room[index] <= depth:
                break
            here = slice(index, index + 1)
            sure = min(float(solid.depths(at[here])[0]) for solid, at in ((other, there), (one, places)))
            if sure > depth:
                found, depth = Overlap(places[index], sure), sure
        return found

    candidates = _candidates(one, other, matrix, back, least / 2)
    found = deepest(candidates, least / 2 - _HOPE)
    if found is None:
        return None
    for step in _STEPS:
        found = deepest(found.place + step * _AROUND, found.depth) or found
    return Overlap(found.place, 2 * found.depth) if 2 * found.depth >= least else None


def _candidates(one: Solid, other: Solid, matrix: Points, back: Points, radius: float) -> Points:
    """Places (n, 3) that may be in the material of both: the deepest, and some of all."""
    points, depths = other.deep
    near = _in_box(points, one.grid, back)
    points, depths = points[near], depths[near]
    here = points @ matrix[:, :3].T + matrix[:, 3]
    there = one.grid.depths_at(here)
    # Between cells the material may be deeper than in their middles.
    both = np.minimum(depths + _BETWEEN * other.grid.size, there + _BETWEEN * one.grid.size)
    good = np.flatnonzero((there > 0) & (both >= radius))
    good = good[~one.is_in_doubt(here[good])]
    best = good[np.argsort(-both[good], kind="stable")]
    chosen = np.unique(np.linspace(0, len(best) - 1, min(len(best), _MOST_CANDIDATES)).astype(int))
    places: Points = here[best[chosen]]
    return places


def _in_box(points: NDArray[np.floating[Any]], grid: Grid, back: Points) -> NDArray[np.bool_]:
    """Which of (n, 3) points can be in a grid: by its box, brought `back` to where they are."""
    low, high = grid.box()
    middle = back[:, :3] @ ((low + high) / 2) + back[:, 3]
    reach = np.abs(back[:, :3]) @ ((high - low) / 2)
    x, y, z = (np.abs(points[:, axis] - middle[axis]) <= reach[axis] for axis in range(3))
    inside: NDArray[np.bool_] = x & y & z
    return inside


def inverse(matrix: Points) -> Points:
    """The way back of a placement (3, 4)."""
    turn = np.linalg.inv(matrix[:, :3])
    return np.column_stack([turn, -turn @ matrix[:, 3]])


def relative(one: Points, other: Points) -> Points:
    """A placement seen from another."""
    return compose(inverse(one), other)


# Matrices of real files have as few as three decimals; a part that is scaled more isn't a real part.
_UNSCALED = 0.02
_SAME_TURN, _SAME_PLACE = 0.01, 0.5
# Pairs of shapes in different positions to look at; a model of a thousand parts has as many.
MOST_TESTS = 15_000
MOST_SHAPES = 1_500
MOST_CLASHES = 300


class Clash(NamedTuple):
    """Two parts by their numbers, how deep they overlap in LDU, where, and how often the model has it so."""

    one: int
    other: int
    depth: float
    middle: tuple[float, float, float]
    times: int = 1


@dataclass
class Clashes:
    """`is_whole` is false where there were too many pairs or shapes to look at."""

    found: list[Clash]
    is_whole: bool = True


class Copy(NamedTuple):
    """References that place the same thing in the same place.

    `spare` are those that can all be deleted, of every copy, and leave something in each place.
    """

    references: tuple[Reference, ...]
    spare: tuple[Reference, ...]


def find_copies(parts: PlacedParts, pairs: Pairs) -> list[Copy]:
    """What a file places twice in one place: a part, or a whole submodel."""
    leader = list(range(len(parts)))
    # A reference may have twins in several places, each another one: those aren't twins of each other.
    together: dict[int, set[tuple[Reference, Reference]]] = {}
    alike = _alike(parts, pairs)
    for one, other in alike:
        join(leader, one, other)
    for one, other in alike:
        parting = _parting(parts[one].way, parts[other].way)
        together.setdefault(lead(leader, one), set()).add(parting)
    found = sorted({copy for partings in together.values() for copy in _joined(partings)})
    spare = _spare(parts, leader, {reference for copy in found for reference in copy})
    return [Copy(copy, tuple(one for one in copy if one in spare)) for copy in found]


def _joined(partings: set[tuple[Reference, Reference]]) -> list[tuple[Reference, ...]]:
    references = sorted({reference for parting in partings for reference in parting})
    number = {reference: place for place, reference in enumerate(references)}
    leader = list(range(len(references)))
    for first, second in partings:
        join(leader, number[first], number[second])
    found: dict[int, list[Reference]] = {}
    for place, reference in enumerate(references):
        found.setdefault(lead(leader, place), []).append(reference)
    # A submodel whose instances share a place with one another is there once in its file.
    return [tuple(copies) for copies in found.values() if len(copies) > 1]


def _spare(parts: PlacedParts, leader: list[int], references: set[Reference]) -> set[Reference]:
    """Which references can go, the later ones first, and leave a part in each place that has one."""
    under: dict[Reference, set[int]] = {reference: set() for reference in references}
    left: dict[int, int] = {}
    for index, part in enumerate(parts):
        if _is_counted(part):
            place = lead(leader, index)
            left[place] = left.get(place, 0) + 1
            for reference in references.intersection(part.way):
                under[reference].add(index)
    gone: set[int] = set()
    spare = set()
    for reference in sorted(references, key=lambda one: (len(under[one]), -one[0], -one[1])):
        going: dict[int, int] = {}
        for index in under[reference] - gone:
            place = lead(leader, index)
            going[place] = going.get(place, 0) + 1
        if all(left[place] > number for place, number in going.items()):
            spare.add(reference)
            gone |= under[reference]
            for place, number in going.items():
                left[place] -= number
    return spare


def _alike(parts: PlacedParts, pairs: Pairs) -> list[tuple[int, int]]:
    """Pairs of the same part in the same place."""
    nodes = np.array([part.node if _is_counted(part) else -1 for part in parts], np.intp)
    same = (nodes[pairs.one] == nodes[pairs.other]) & (nodes[pairs.one] >= 0)
    one, other = pairs.one[same], pairs.other[same]
    away = np.zeros(len(one), np.bool_)
    for row, column in product(range(3), range(4)):
        numbers = np.array([part.matrix[row, column] for part in parts])
        away |= np.abs(numbers[one] - numbers[other]) > (_SAME_PLACE if column == 3 else _SAME_TURN)
    return list(zip(one[~away].tolist(), other[~away].tolist(), strict=True))


def _is_counted(part: PlacedPart) -> bool:
    """Whether a parts list would have it: a stud by itself isn't bought."""
    return part.facts is not None and part.facts.kind not in BUILDING_BLOCKS


def _parting(one: Way, other: Way) -> tuple[Reference, Reference]:
    """The references where two ways part and are one again after; else the last ones."""
    for depth, (first, second) in enumerate(zip(one, other, strict=False), 1):
        if first != second:
            return (first, second) if one[depth:] == other[depth:] else (one[-1], other[-1])
    return one[-1], other[-1]


def find_clashes(parts: PlacedParts, pairs: Pairs, solids: Solids, least: float) -> Clashes:
    """Every pair that certainly overlaps by `least` LDU, once however often a submodel is placed."""
    firm = _Firm(parts, solids)
    near = pairs.within(-least)
    # A copy overlaps whatever the first one does.
    again = {j for _, j in _alike(parts, near)}
    wanted = firm.pairs(near, again)
    is_whole = firm.prepare({index for pair in wanted for index in pair}) and pairs.is_whole
    known: dict[tuple[object, ...], Overlap | None] = {}
    told: dict[tuple[Way, Way], Clash] = {}
    for i, j in wanted:
        one, other = firm.solid(i), firm.solid(j)
        if one is None or other is None:
            continue
        matrix = relative(parts[i].matrix, parts[j].matrix)
        key = (id(one), id(other), *(matrix.round(2) + 0.0).ravel().tolist())
        if key not in known:
            if len(known) >= MOST_TESTS or len(told) >= MOST_CLASHES:
                is_whole = False
                break
            known[key] = overlap(one, other, matrix, least)
        found = known[key]
        if found is not None:
            place = _without_common(parts[i].way, parts[j].way)
            before = told.get(place)
            if before is None:
                matrix = parts[i].matrix
                x, y, z = (matrix[:, :3] @ found.place + matrix[:, 3]).tolist()
                told[place] = Clash(i, j, found.depth, (x, y, z))
            else:
                told[place] = before._replace(times=before.times + 1)
    return Clashes(sorted(told.values(), key=lambda clash: (clash.one, clash.other)), is_whole)


def _without_common(one: Way, other: Way) -> tuple[Way, Way]:
    """Two ways from where they part: the same for every instance of the submodel they are in."""
    common = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return one[common:], other[common:]


class _Firm:
    """The solids of the parts that can be judged, those the model brings along among them."""

    def __init__(self, parts: PlacedParts, solids: Solids) -> None:
        self._parts = parts
        self._solids = solids
        self._plain_only = bool(foreign_editor(parts.assembly.document))
        self._own = {id(document) for document in parts.assembly.resolver.own_documents}
        self._nodes: dict[int, bool] = {}
        self._made: dict[int, Solid | None] = {}
        self._interlocking: dict[tuple[int, int], bool] = {}

    def pairs(self, near: Pairs, again: set[int]) -> list[tuple[int, int]]:
        """Those of the pairs that can be judged, but for copies."""
        good = np.array(
            [index not in again and self._is_firm(part) for index, part in enumerate(self._parts)]
        )
        if not len(good):
            return []
        both = good[near.one] & good[near.other]
        firm = zip(near.one[both].tolist(), near.other[both].tolist(), strict=True)
        return [(i, j) for i, j in firm if not self._may_interlock(self._parts[i], self._parts[j])]

    def _may_interlock(self, one: PlacedPart, other: PlacedPart) -> bool:
        key = (one.node, other.node)
        if key not in self._interlocking:
            assert one.facts is not None
            assert other.facts is not None
            self._interlocking[key] = may_interlock(one.facts, other.facts)
        return self._interlocking[key]

    def _is_firm(self, part: PlacedPart) -> bool:
        facts = part.facts
        if facts is None or not is_rigid(part.matrix):
            return False
        known = self._nodes.get(part.node)
        if known is None:
            # A number that has moved meant several moulds, alike only where they are plain.
            moved = self._parts.assembly.nodes[part.node].facts != facts
            known = is_firm(facts, self._parts.assembly.facts_of)
            known = known and (is_plain(facts) or not (moved or self._plain_only))
            self._nodes[part.node] = known
        return known

    def prepare(self, indexes: set[int]) -> bool:
        """Read all surfaces at once; false if there are too many."""
        nodes = self._parts.assembly.nodes
        different = sorted({self._parts[index].node for index in indexes})
        wanted = different[:MOST_SHAPES]
        own = [index for index in wanted if id(nodes[index].document) in self._own]
        if own:
            self._made.update(solids_in(self._parts.assembly, own))
        others = {index: nodes[index].key for index in set(wanted).difference(own)}
        found = self._solids.fetch(others.values())
        self._made.update((index, found[key]) for index, key in others.items())
        return len(wanted) == len(different)

    def solid(self, index: int) -> Solid | None:
        return self._made.get(self._parts[index].node)


def is_rigid(matrix: Points) -> bool:
    turn = matrix[:, :3]
    return bool(np.abs(turn @ turn.T - np.eye(3)).max() <= _UNSCALED)
