"""What contains what: the graph of a model's files and the marked parts in them, never expanded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from fleets.models.model_units import UNITS, Role, Tag
from fleets.tagging.equipment_words import names_of
from fleets.tagging.file_tags import FileTags, Region, TagReader, is_same, outranks, overruled
from fleets.tagging.tag_reading import is_meta
from ldraw_tools.assembly.inventory import Assembly, Node
from ldraw_tools.findings import Finding
from ldraw_tools.reading.contents import DRAWN
from ldraw_tools.reading.document import Section

# Counting stops here; numbers of thousands of digits can't even be printed.
MOST_TIMES = 10**24


@dataclass(slots=True)
class Holder:
    """A file, or parts of one that are marked, and how often it holds others."""

    node: int
    tag: Tag | None = None
    region: Region | None = None
    children: dict[int, int] = field(default_factory=dict)

    @property
    def is_unit(self) -> bool:
        return self.tag is not None and self.tag.role in UNITS

    @property
    def is_spare(self) -> bool:
        return self.tag is not None and self.tag.role is Role.SPARE


@dataclass(frozen=True)
class Holders:
    """`all` begins with one holder a node; `order` has those that hold before what they hold."""

    all: list[Holder]
    order: list[int]
    findings: list[Finding]

    def below(self, root: int, *, into_units: bool) -> dict[int, int]:
        """How often each holder is in one of `root`; what a spare holds doesn't count.

        Units belong to themselves: unless asked to, the search ends at them.
        """
        reached = {root}
        stack = [root]
        while stack:
            holder = self.all[stack.pop()]
            new = [child for child in holder.children if child not in reached]
            reached.update(new)
            stack.extend(child for child in new if self._goes_on(child, into_units))
        counts = dict.fromkeys(sorted(reached, key=self.places.__getitem__), 0)
        counts[root] = 1
        for index, count in counts.items():
            if index == root or self._goes_on(index, into_units):
                for child, times in self.all[index].children.items():
                    counts[child] = min(counts[child] + times * count, MOST_TIMES)
        return counts

    @cached_property
    def places(self) -> dict[int, int]:
        return {index: place for place, index in enumerate(self.order)}

    def _goes_on(self, index: int, into_units: bool) -> bool:
        holder = self.all[index]
        return not holder.is_spare and (into_units or not holder.is_unit)


def section_of(node: Node) -> Section | None:
    return node.document.sections.get(node.section_key) if node.document else None


def holders_of(assembly: Assembly, reader: TagReader) -> Holders:
    return _Builder(assembly, reader).build()


class _Builder:
    def __init__(self, assembly: Assembly, reader: TagReader) -> None:
        self._nodes = assembly.nodes
        self._order = assembly.order
        self._root = assembly.root
        self._findings: list[Finding] = []
        self._tags = {node.index: tags for node in assembly.nodes if (tags := self._read(node, reader))}
        self._holders = [Holder(node.index, self._tag(node.index)) for node in assembly.nodes]
        # A file that is taken for something else in one place, without its own tag.
        self._bare: dict[int, int] = {}

    def _read(self, node: Node, reader: TagReader) -> FileTags | None:
        section = section_of(node)
        if section is None or node.document is None or (self._is_part(node) and not _has_metas(section)):
            readings = reader.from_manifest([node.key], is_part=True)
            tags = FileTags(next((reading.tag for reading in readings[::-1] if reading.tag), None))
        else:
            tags = reader.read(section, node.document, by_name=not self._is_part(node))
            if node.contents is not None and node.contents is not section.contents:
                tags.regions = list(_still_there(tags.regions, node.contents.uses))
        self._findings.extend(tags.findings)
        return tags if tags.tag or tags.regions else None

    def _is_part(self, node: Node) -> bool:
        """Whatever was opened is a model, even if its header calls it a part."""
        return node.is_part and node.index != self._root

    def _tag(self, node: int) -> Tag | None:
        return self._tags[node].tag if node in self._tags else None

    def build(self) -> Holders:
        order: list[int] = []
        for index in reversed(self._order):
            order.append(index)
            node = self._nodes[index]
            if not self._is_part(node):
                order.extend(self._fill(node))
            if index in self._bare:
                order.append(self._bare[index])
                self._holders[self._bare[index]].children = self._holders[index].children
        return Holders(self._holders, order, self._findings)

    def _fill(self, node: Node) -> list[int]:
        """Note what a file holds; returns the holders of its marked parts, outer before inner."""
        regions = self._regions(node)
        innermost, parents = _nested(regions)
        numbers = {place: len(self._holders) + place for place in range(len(regions))}
        self._holders.extend(Holder(node.index, region.tag, region) for region in regions)
        own = self._holders[node.index]
        held: list[tuple[int, Holder, int]] = []
        for place, region in enumerate(regions):
            parent = parents[place]
            around = own if parent is None else self._holders[numbers[parent]]
            held.append((region.members[0], around, numbers[place]))
        for index, target in node.placed(DRAWN):
            if self._nodes[target].is_part and target not in self._tags:
                continue
            inside = innermost.get(index)
            around = own if inside is None else self._holders[numbers[inside]]
            if inside is not None and self._is_the_same(regions[inside], target):
                target = self._without_tag(target)
            held.append((index, around, target))
        for _, around, child in sorted(held, key=lambda one: one[0]):
            around.children[child] = around.children.get(child, 0) + 1
        return list(numbers.values())

    def _regions(self, node: Node) -> list[Region]:
        """The marked parts, from outside to inside, a unit outside of what it carries.

        Of two marks around the same things the later source counts.
        """
        kept: dict[tuple[tuple[int, ...], bool, int], Region] = {}
        told = self._tags[node.index].regions if node.index in self._tags else []
        from_outside = sorted(told, key=lambda region: (-len(region.members), region.tag.role not in UNITS))
        for number, region in enumerate(from_outside):
            if self._is_overruled(node, region):
                continue
            around = (region.members, region.tag.role in UNITS)
            rival = kept.get((*around, 0))
            if rival is None or rival.tag.source is region.tag.source:
                kept[(*around, number if rival else 0)] = region
                continue
            winner, loser = (region, rival) if outranks(region.tag, rival.tag) else (rival, region)
            kept[(*around, 0)] = winner
            if not is_same(winner.tag, loser.tag):
                self._findings.append(overruled(loser.name, loser.tag, winner.tag))
        return list(kept.values())

    def _is_the_same(self, region: Region, target: int) -> bool:
        """Whether a mark is around just one submodel with a tag of its own: one thing, tagged twice."""
        tag = self._tag(target)
        return tag is not None and len(region.members) == 1 and _is_alike(tag, region.tag)

    def _is_overruled(self, node: Node, region: Region) -> bool:
        target = node.targets[region.members[0]]
        tag = self._tag(target)
        if tag is None or not self._is_the_same(region, target):
            return False
        wins = outranks(tag, region.tag)
        if not is_same(tag, region.tag):
            name, pair = self._nodes[target].name, (region.tag, tag) if wins else (tag, region.tag)
            self._findings.append(overruled(name, *pair))
        return wins

    def _without_tag(self, node: int) -> int:
        if node not in self._bare:
            self._bare[node] = len(self._holders)
            self._holders.append(Holder(node))
        return self._bare[node]


def _still_there(regions: list[Region], uses: Sequence[int]) -> Iterator[Region]:
    """Marks around what is left of a file of which something was taken out."""
    for region in regions:
        if members := tuple(member for member in region.members if uses[member] & DRAWN):
            yield region._replace(members=members)


def _is_alike(one: Tag, two: Tag) -> bool:
    return (one.role in UNITS) == (two.role in UNITS)


def _has_metas(section: Section) -> bool:
    return any(is_meta(mark.text) for mark in section.contents.marks)


def _nested(regions: list[Region]) -> tuple[dict[int, int], list[int | None]]:
    """For each reference the innermost region around it, for each region the one around all of it."""
    innermost: dict[int, int] = {}
    parents: list[int | None] = []
    members = [frozenset(region.members) for region in regions]
    for place, region in enumerate(regions):
        parent = innermost.get(region.members[0])
        while parent is not None and not members[place] <= members[parent]:
            parent = parents[parent]
        parents.append(parent)
        innermost.update(dict.fromkeys(region.members, place))
    return innermost, parents


def names_in(assembly: Assembly, *, parts: bool) -> Iterator[str]:
    """What the submodels of a model are called, and its groups; its parts too, where they are asked for."""
    for node in assembly.nodes:
        section = section_of(node)
        if node.is_part or section is None or node.document is None:
            yield from [node.key] if parts else []
            continue
        yield from names_of(section, node.document)
        yield from (group.name for group in section.contents.groups)
