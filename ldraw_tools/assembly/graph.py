"""The graph itself: nodes for files, edges for what they place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ldraw_tools.assembly.resolve import Resolver
from ldraw_tools.findings import Finding, Place
from ldraw_tools.library.source import PartFacts, PartSource
from ldraw_tools.reading.contents import Contents
from ldraw_tools.reading.document import Document
from ldraw_tools.reading.header import FileKind

if TYPE_CHECKING:
    from ldraw_tools.measuring.measure import Measurer


@dataclass(frozen=True, slots=True)
class MissingFile:
    """A name that was not found, the places that use it, and whether a finding reports it already."""

    key: str
    places: list[Place] = field(default_factory=list)
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
        from ldraw_tools.assembly.inventory import count_pieces

        return count_pieces(self)

    @cached_property
    def poses(self) -> dict[str, int]:
        """By the keys of sections that nothing places: the node that each shows in another pose."""
        from ldraw_tools.assembly.poses import find_poses

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
