"""Counts parts by part and colour over the graph, in exact integers, without expanding it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ldraw_tools.assembly.poses import find_poses
from ldraw_tools.assembly.resolve import Resolver
from ldraw_tools.findings import Finding, Place, RefusedError, count_of
from ldraw_tools.library.places import PartFacts, PartSource
from ldraw_tools.notebooks import html_table, line_of
from ldraw_tools.reading.contents import COUNTED, Contents
from ldraw_tools.reading.document import Document
from ldraw_tools.reading.header import BUILDING_BLOCKS, FileKind
from ldraw_tools.reading.lines import INHERIT

if TYPE_CHECKING:
    from ldraw_tools.measuring.measure import Measurer


class MissingFile(NamedTuple):
    """A name that was not found, the places that use it, and whether a finding reports it already."""

    key: str
    places: list[Place]
    said: bool = False
    # The building step of the first place.
    step: int = 1


@dataclass(slots=True)
class Node:
    """A file in the graph. Submodels have contents; parts have facts, and contents where they were read."""

    index: int
    key: str
    name: str
    facts: PartFacts | None
    contents: Contents | None = None
    document: Document | None = None
    section_key: str = ""
    # For each reference of the contents the node it places, or -1.
    targets: list[int] = field(default_factory=list)

    @property
    def is_part(self) -> bool:
        return self.facts is not None

    def placed(self, use: int) -> list[tuple[int, int]]:
        """(reference, target) of all references that are good for this use."""
        if self.contents is None:
            return []
        uses = self.contents.uses
        return [(i, t) for i, t in enumerate(self.targets) if t >= 0 and uses[i] & use]


@dataclass
class Assembly:
    """`nodes` in an order where everything placed comes before what places it; `root` is the model."""

    # No two are the same.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    document: Document
    nodes: list[Node]
    root: int
    source: PartSource
    findings: list[Finding]
    # Names that were not found, with the places that use them.
    missing: dict[str, MissingFile]
    order: list[int]
    resolver: Resolver
    # Which submodel of the file `root` is, if somebody chose one.
    chosen: str = ""

    @property
    def main(self) -> Node:
        return self.nodes[self.root]

    @property
    def path(self) -> Path | None:
        """The file with what is chosen of it: a workspace makes the same assembly of it again."""
        path = self.document.path
        return Path(f"{path}#{self.chosen}") if path and self.chosen else path

    @cached_property
    def by_key(self) -> dict[str, Node]:
        return {node.key: node for node in reversed(self.nodes)}

    @cached_property
    def measurer(self) -> Measurer:
        """Knows the sizes of its nodes; shared, so that each is computed once."""
        from ldraw_tools.measuring.measure import Measurer

        return Measurer(self)

    @cached_property
    def pieces(self) -> dict[int, int]:
        """How many pieces are in one of each file."""

        return count_pieces(self)

    @cached_property
    def poses(self) -> dict[str, int]:
        """By the keys of sections that nothing places: the node that each shows in another pose."""

        return find_poses(self)

    def follow(self, facts: PartFacts) -> PartFacts:
        """Where a moved part went; other parts are themselves."""
        return self.resolver.follow(facts)

    def facts_of(self, key: str) -> PartFacts:
        """What is known of a part by its name, moved numbers followed."""
        return self.resolver.follow(self.resolver.facts_of(key) or PartFacts(key, "", FileKind.PART))

    def without(self, placed: Iterable[tuple[int, int]]) -> Assembly:
        """The same with some references, (node, reference), neither counted nor measured."""
        by_node: dict[int, list[int]] = {}
        for index, reference in placed:
            by_node.setdefault(index, []).append(reference)
        nodes = list(self.nodes)
        for index, references in by_node.items():
            contents = nodes[index].contents
            if contents is None:
                continue
            uses = bytearray(contents.uses)
            for reference in references:
                uses[reference] = 0
            nodes[index] = replace(nodes[index], contents=replace(contents, uses=uses))
        left = replace(self, nodes=nodes)
        if "measurer" in self.__dict__:
            left.__dict__["measurer"] = self.measurer.for_less(left)
        return left

    def below(self, root: int) -> list[int]:
        """The nodes reachable from this one, placers before placed."""
        reached = {root}
        for index in reversed(self.order):
            if index in reached:
                reached.update(self.nodes[index].targets)
        return [index for index in reversed(self.order) if index in reached]


# Colours times submodels: no honest model comes near, and beyond it lie only memory bombs.
MOST_LOTS = 2_000_000
MOST_STEPS = 20_000_000
# Python itself writes no number of more than 4,300 digits.
MOST_PIECES = 10**1000
_MOST_NESTED = 20

Lot = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Inventory:
    """How often each part is there in each colour. `facts` know each part by its key.

    Iterating gives (part, colour, count), by part and colour; `len` is how many different ones there are.

    >>> from ldraw_tools import read
    >>> inventory = read("chub.mpd").inventory()
    >>> len(inventory), inventory.total
    (39, 75)
    >>> sum(count for part, colour, count in inventory)
    75
    >>> print(inventory)
    39 lots, 75 pieces
    """

    lots: dict[Lot, int]
    facts: dict[str, PartFacts]

    __repr__ = line_of

    def _repr_html_(self) -> str:
        rows = [(number, part.key, part.title, colour) for part, colour, number in self]
        return html_table(str(self), ("count", "part", "title", "colour"), rows)

    @property
    def pieces(self) -> int:
        return sum(self.lots.values())

    @property
    def total(self) -> int:
        """All pieces together."""
        return self.pieces

    def __str__(self) -> str:
        return f"{count_of(len(self), 'lot')}, {count_of(self.total, 'piece')}"

    def __len__(self) -> int:
        return len(self.lots)

    def __iter__(self) -> Iterator[tuple[PartFacts, int, int]]:
        return iter(self.rows())

    def rows(self) -> list[tuple[PartFacts, int, int]]:
        """(part, colour, count), by part and colour: the same every run."""
        return [(self.facts[key], colour, self.lots[key, colour]) for key, colour in sorted(self.lots)]


def count(assembly: Assembly, root: int | None = None, shortcuts: bool = False) -> Inventory:
    """The inventory of the model, or of one of its submodels.

    With `shortcuts` an assembled part (a minifig's legs, a door in its frame) is
    counted as the parts it is made of.
    """
    contexts = count_nodes(assembly, assembly.root if root is None else root)
    lots: dict[Lot, int] = {}
    facts_by_key: dict[str, PartFacts] = {}
    for index, colours in contexts.items():
        facts = assembly.nodes[index].facts
        if facts is None:
            continue
        facts = assembly.follow(facts)
        if facts.kind in BUILDING_BLOCKS:
            continue
        if not shortcuts:
            facts_by_key[facts.key] = facts
            for colour, number in colours.items():
                lots[facts.key, colour] = lots.get((facts.key, colour), 0) + number
            continue
        for colour, number in colours.items():
            for part, its_colour, times in _taken_apart(assembly, facts, colour):
                facts_by_key[part.key] = part
                lot = part.key, its_colour
                lots[lot] = lots.get(lot, 0) + number * times
    return Inventory(lots, facts_by_key)


def _taken_apart(assembly: Assembly, facts: PartFacts, colour: int) -> Iterator[tuple[PartFacts, int, int]]:
    """What a part is made of, with colours and counts; most are made of themselves."""
    pending = [(facts, colour, 1, 0)]
    while pending:
        part, its_colour, times, depth = pending.pop()
        if part.kind is not FileKind.SHORTCUT or not part.components or depth >= _MOST_NESTED:
            yield part, its_colour, times
            continue
        for component in part.components:
            inner = assembly.facts_of(component.key)
            own = its_colour if component.colour == INHERIT else component.colour
            pending.append((inner, own, times * component.count, depth + 1))


def count_nodes(assembly: Assembly, root: int) -> dict[int, dict[int, int]]:
    """How often each node is placed in each colour below `root`. Parts are not looked into."""
    contexts: dict[int, dict[int, int]] = {root: {INHERIT: 1}}
    name = assembly.document.name
    pairs = steps = 0
    for index in assembly.below(root):
        here = contexts.get(index)
        node = assembly.nodes[index]
        if here is None or node.facts is not None:
            continue
        total = sum(here.values())
        if total > MOST_PIECES:
            raise RefusedError(f"{name}: more pieces than a number of a thousand digits; not counted")
        for (target, colour), times in _placements(node).items():
            there = contexts.setdefault(target, {})
            pairs -= len(there)
            if colour == INHERIT:
                for own, number in here.items():
                    there[own] = there.get(own, 0) + number * times
                steps += len(here)
            else:
                there[colour] = there.get(colour, 0) + total * times
            pairs += len(there)
            if pairs > MOST_LOTS or steps > MOST_STEPS:
                raise RefusedError(f"{name}: more than {MOST_LOTS:,} different lots; not counted")
    return contexts


def _placements(node: Node) -> Counter[tuple[int, int]]:
    if node.contents is None:
        return Counter()
    colours = node.contents.colours
    return Counter((target, colours[i]) for i, target in node.placed(COUNTED))


def count_placed(assembly: Assembly, root: int) -> dict[int, int]:
    """How often each submodel is placed below `root`, placers before placed."""
    nodes = assembly.nodes
    times = {root: 1}
    for index in assembly.below(root):
        if index in times and nodes[index].facts is None:
            for _, target in nodes[index].placed(COUNTED):
                if nodes[target].facts is None:
                    times[target] = times.get(target, 0) + times[index]
    return times


def count_pieces(assembly: Assembly) -> dict[int, int]:
    """The pieces in one of each file."""
    pieces: dict[int, int] = {}
    for index in assembly.order:
        node = assembly.nodes[index]
        if (facts := node.facts) is not None:
            is_plain = node.contents is None and facts.kind is FileKind.PART
            pieces[index] = int(is_plain or assembly.follow(facts).kind not in BUILDING_BLOCKS)
        else:
            pieces[index] = sum([pieces[target] for _, target in node.placed(COUNTED)])
    return pieces
