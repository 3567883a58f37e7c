"""What may touch what in a model, and what certainly hangs by itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.assembly.inventory import Node
from ldraw_tools.solids.firmness import foreign_editor, is_figure, is_sold
from ldraw_tools.solids.placements import PlacedParts
from ldraw_tools.solids.reach import Pairs, Reaches, least_gap, near_pairs, reaches

Numbers = NDArray[np.float64]
Rows = NDArray[np.intp]

# Parts of Studio's own that stand elsewhere in the library are not off by more than a brick.
_STUDIO_GAP = 24.0
# So many parts by themselves, and such a share of all, are a collection.
_MANY_ALONE, _NEARLY_ALL = 10, 0.8


@dataclass
class Contacts:
    """Placed parts, and which of them are nearer to each other than `gap`."""

    parts: PlacedParts
    gap: float

    @cached_property
    def known(self) -> list[int]:
        return [index for index, part in enumerate(self.parts) if part.is_known]

    @cached_property
    def reaches(self) -> Reaches:
        """Of the known parts, in their order."""
        return reaches([self.parts[index].points for index in self.known])

    @cached_property
    def pairs(self) -> Pairs:
        gap = max(self.gap, _STUDIO_GAP) if foreign_editor(self.parts.assembly.document) else self.gap
        found = near_pairs(self.reaches, gap)
        numbers = np.array(self.known, np.intp)
        return replace(found, one=numbers[found.one], other=numbers[found.other]) if len(found) else found

    @cached_property
    def lowest(self) -> Numbers:
        """How low each part reaches; y points down."""
        return np.array([part.points[:, 1].max() if part.is_known else -np.inf for part in self.parts])

    @cached_property
    def are_certain(self) -> bool:
        """False if an unknown part, or a hose without a file, may hold what seems loose."""
        known = self.parts.is_whole and not self.parts.unknown and not self.have_hoses
        return known and self.pairs.is_whole

    @cached_property
    def have_hoses(self) -> bool:
        below = self.parts.assembly.below(self.parts.root)
        return any(_uses_synth(self.parts.assembly.nodes[index]) for index in below)

    def groups(self, members: Iterable[int] | None = None) -> list[list[int]]:
        """The members, all parts if none are named, by what may hang together; the largest group first."""
        return groups(len(self.parts), self.pairs, members)

    def hanging(self, above: float, few: int, share: float, apart: Iterable[int] = ()) -> list[list[int]]:
        """Groups that touch nothing, `above` the table, of `few` parts or up to a `share` of the largest.

        Groups of parts that are all in `apart` belong elsewhere.
        """
        whole = self.groups() if self.are_certain else []
        alone = sum(len(group) == 1 for group in whole)
        # Many loose parts are a collection and not a model.
        if len(whole) < 2 or (alone >= _MANY_ALONE and alone >= _NEARLY_ALL * len(self.parts)):
            return []
        elsewhere, others = set(apart), whole[1:]
        table = float(self.lowest[whole[0]].max()) - above
        return [
            group
            for group in others
            if len(group) <= max(few, share * len(whole[0]))
            and float(self.lowest[group].max()) < table
            and not elsewhere.issuperset(group)
            and self._is_built(group)
        ]

    def _is_built(self, group: list[int]) -> bool:
        """Bricks only: a figure may stand anywhere, and a light is not a part."""
        facts = [self.parts[index].facts for index in group]
        return any(one is not None and is_sold(one) and not is_figure(one) for one in facts)

    def nearest(self, group: Iterable[int]) -> tuple[float, int]:
        """How far a group is from all other parts, at least, and the nearest of them."""
        inside = np.isin(np.array(self.known, np.intp), sorted(group))
        gap, which = least_gap(self.reaches, np.flatnonzero(inside), np.flatnonzero(~inside))
        return gap, self.known[which]


def _uses_synth(node: Node) -> bool:
    section = node.document.sections.get(node.section_key) if node.document and not node.is_part else None
    return section is not None and any(" SYNTH " in line[:12] for line in section.lines)


def groups(number: int, pairs: Pairs, members: Iterable[int] | None = None) -> list[list[int]]:
    """Numbers below `number` by what may hang together, the largest group first."""
    chosen = range(number) if members is None else sorted(set(members))
    inside = np.zeros(number, np.bool_)
    inside[list(chosen)] = True
    kept = inside[pairs.one] & inside[pairs.other]
    leader = list(range(number))
    for one, other in zip(pairs.one[kept].tolist(), pairs.other[kept].tolist(), strict=True):
        join(leader, one, other)
    found: dict[int, list[int]] = {}
    for index in chosen:
        found.setdefault(lead(leader, index), []).append(index)
    return sorted(found.values(), key=lambda group: (-len(group), group))


def join(leader: list[int], one: int, other: int) -> None:
    first, second = lead(leader, one), lead(leader, other)
    leader[max(first, second)] = min(first, second)


def lead(leader: list[int], index: int) -> int:
    """The number that stands for all that hang together with this one."""
    while leader[index] != index:
        leader[index] = leader[leader[index]]
        index = leader[index]
    return index
