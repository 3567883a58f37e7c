"""How a unit is built: where its parts are, which touch, and which belong to a marked piece."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from weakref import WeakKeyDictionary

from fleets.models.model_units import Marked, Role, Unit
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.library.part_files import Files
from ldraw_tools.solids.balance import Tipping, find_tipping
from ldraw_tools.solids.clashes import Clashes, Copy, find_clashes, find_copies
from ldraw_tools.solids.contacts import Contacts
from ldraw_tools.solids.firmness import foreign_editor
from ldraw_tools.solids.placements import PlacedParts, Way, place_parts
from ldraw_tools.solids.solid import Solids
from ldraw_tools.solids.steps import StepInTheAir, steps_in_the_air

# Pieces that need not hang together with the rest.
_APART = (Role.PILOT, Role.FLAG, Role.SPARE)
_TAKEN_OFF = (Role.SYSTEM, Role.ROCKET)
_MOST_PIECES = 60

# Surfaces that were read once serve every model that is judged with the same library.
_solids: WeakKeyDictionary[Files, Solids] = WeakKeyDictionary()


class Holding(NamedTuple):
    """An instance of a marked piece, by its parts, and the groups of parts that fall off the rest with it."""

    marked: Marked
    piece: frozenset[int]
    falling: tuple[tuple[int, ...], ...]


@dataclass
class Structure:
    """How one unit is put together; each answer is found when it is asked for."""

    unit: Unit
    assembly: Assembly
    node: int

    @cached_property
    def parts(self) -> PlacedParts:
        return place_parts(self.assembly, self.node)

    @cached_property
    def solids(self) -> Solids:
        library = self.assembly.resolver.library
        if library is None:
            return Solids(None)
        return _solids.setdefault(library, Solids(library))

    @cached_property
    def foreign_editor(self) -> str:
        return foreign_editor(self.assembly.document)

    def contacts(self, gap: float) -> Contacts:
        if gap not in self._contacts:
            self._contacts[gap] = Contacts(self.parts, gap)
        return self._contacts[gap]

    @cached_property
    def _contacts(self) -> dict[float, Contacts]:
        return {}

    def copies(self) -> list[Copy]:
        contacts = self.contacts(0.0)
        # LSynth places a part twice where a hose bends around it.
        return [] if contacts.have_hoses else find_copies(self.parts, contacts.pairs)

    def clashes(self, least: float) -> Clashes:
        if least not in self._clashes:
            self._clashes[least] = find_clashes(self.parts, self.contacts(0.0).pairs, self.solids, least)
        return self._clashes[least]

    @cached_property
    def _clashes(self) -> dict[float, Clashes]:
        return {}

    @property
    def gave_up(self) -> bool:
        """Whether what was asked so far took more than there is time for."""
        return not all(found.is_whole for found in self._clashes.values())

    def hanging(self, gap: float, above: float, few: int, share: float) -> list[list[int]]:
        apart = [
            index for marked in self.unit.marked if marked.tag.role in _APART for index in self._all(marked)
        ]
        return self.contacts(gap).hanging(above, few, share, apart)

    def steps(self, gap: float, above: float) -> list[StepInTheAir]:
        return steps_in_the_air(self.contacts(gap), above)

    def holding(self, gap: float) -> list[Holding]:
        """The systems without which the rest certainly falls apart, one of several alike."""
        contacts = self.contacts(gap)
        if not contacts.are_certain:
            return []
        before = len(contacts.groups())
        found = []
        for marked in self.unit.marked:
            if marked.tag.role not in _TAKEN_OFF:
                continue
            for piece in self.instances(marked)[:_MOST_PIECES]:
                rest = sorted(set(range(len(self.parts))) - piece)
                groups = contacts.groups(rest) if rest else []
                if len(groups) > before:
                    falling = tuple(tuple(group) for group in groups[before:])
                    found.append(Holding(marked, frozenset(piece), falling))
                    break
        return found

    def tipping(self, gap: float, slack: float) -> Tipping | None:
        """How far the weight of a unit in one piece falls beside its feet."""
        contacts = self.contacts(gap)
        in_one_piece = contacts.are_certain and len(contacts.groups()) == 1
        return find_tipping(self.parts, self.solids, slack) if in_one_piece else None

    def instances(self, marked: Marked) -> list[set[int]]:
        """The parts of each instance of a marked piece in the unit."""
        found: dict[Way, set[int]] = {}
        for index, part in enumerate(self.parts):
            for depth, (node, reference) in enumerate(part.way):
                if marked.members is None and self._target(node, reference) == marked.node:
                    found.setdefault(part.way[: depth + 1], set()).add(index)
                elif marked.members is not None and node == marked.node and reference in marked.members:
                    found.setdefault(part.way[:depth], set()).add(index)
        return list(found.values())

    def _all(self, marked: Marked) -> Iterable[int]:
        return (index for piece in self.instances(marked) for index in piece)

    def _target(self, node: int, reference: int) -> int:
        return self.assembly.nodes[node].targets[reference] if reference >= 0 else -1
