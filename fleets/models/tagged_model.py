"""A model with its tags, counted: what is in it, how often, under which name and where."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from fleets.models.containment import Holder, Holders, section_of
from fleets.models.model_units import Role, Tag, TagSource
from fleets.tagging.file_tags import TagReader, plain_name, plain_title
from fleets.tagging.name_patterns import title_of
from ldraw_tools.assembly.graph import Assembly
from ldraw_tools.findings import Place
from ldraw_tools.names import is_untitled


@dataclass(frozen=True)
class Scene:
    assembly: Assembly
    holders: Holders
    reader: TagReader

    @property
    def root(self) -> int:
        return self.assembly.root

    @cached_property
    def counts(self) -> dict[int, int]:
        """How often the model has each holder."""
        return self.holders.below(self.root, into_units=True)

    @cached_property
    def in_order(self) -> dict[int, int]:
        """Every holder that the model has, in the order it places them, and its place in that order."""
        seen: dict[int, int] = {}
        stack = [self.root]
        while stack:
            index = stack.pop()
            if index not in seen and self.counts.get(index):
                seen[index] = len(seen)
                stack.extend(reversed(self.holder(index).children))
        return seen

    @cached_property
    def around_tags(self) -> frozenset[int]:
        """The holders with something tagged in them."""
        found: set[int] = set()
        for index in reversed(self.holders.order):
            if any(child in found or self.tag(child) for child in self.holder(index).children):
                found.add(index)
        return frozenset(found)

    @cached_property
    def loose(self) -> dict[int, Tag]:
        """What is tagged but in no unit; the model itself too, if its tag is a piece's."""
        below = self.holders.below(self.root, into_units=False)
        tags = {index: self.tag(index) for index in self.in_order if below.get(index)}
        return {index: tag for index, tag in tags.items() if tag and not self.holder(index).is_unit}

    def holder(self, index: int) -> Holder:
        return self.holders.all[index]

    def tag(self, index: int) -> Tag | None:
        return self.holder(index).tag

    def name(self, index: int) -> str:
        """A label, or else a file's name without its tag; a whole design's title says more than its name."""
        holder = self.holder(index)
        if holder.region:
            return holder.region.name
        if holder.tag and holder.tag.label:
            return holder.tag.label
        node = self.assembly.nodes[holder.node]
        section = section_of(node)
        names = [plain_name(node.name)]
        if section is not None and node.document is not None:
            names.insert(0 if holder.is_unit or index == self.root else 1, plain_title(title_of(section)))
            names += [plain_name(node.document.name)] if section is node.document.main else []
        found = next((name for name in names if not is_untitled(name)), "")
        return found or str(holder.tag.role if holder.tag else Role.FRAME)

    def place(self, index: int) -> Place:
        """Where the model tags it, else where it begins."""
        holder = self.holder(index)
        if holder.tag and holder.tag.source is not TagSource.MANIFEST:
            return holder.tag.place
        section = section_of(self.assembly.nodes[holder.node])
        if section is None:
            return Place(self.assembly.document.file)
        return replace(section.place, line=section.start - 1)
