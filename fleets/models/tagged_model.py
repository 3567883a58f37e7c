"""A model with its tags, counted: what is in it, how often, under which name and where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, reduce

from fleets.models.containment import Holder, Holders, section_of
from fleets.models.model_units import Role, Tag, TagSource
from fleets.tagging.equipment_words import title_of
from fleets.tagging.file_tags import TagReader, plain_name, plain_title
from fleets.tagging.tag_values import described
from ldraw_tools.assembly.inventory import Assembly, Node
from ldraw_tools.findings import Place, count_of
from ldraw_tools.names import is_untitled
from ldraw_tools.phrases import say
from ldraw_tools.reading.contents import COUNTED
from ldraw_tools.reading.lines import shortened

Entry = tuple[str, Tag | None, str]
_WORD = re.compile(r"[^\W_]+")
_BODY = say("the body")
_MOST_NAMED = 2


def _begins(title: str, label: str) -> bool:
    """Word for word: quotation marks make no difference."""
    words, first = _WORD.findall(title.casefold()), _WORD.findall(label.casefold())
    return bool(first) and words[: len(first)] == first


def is_figure(assembly: Assembly, name: str) -> bool:
    """Whether a submodel is a minifigure: more than half of its parts are parts of one."""
    node = next((one for one in assembly.nodes if one.name == name and not one.is_part), None)
    return node is not None and is_figure_node(assembly, node)


def is_figure_node(assembly: Assembly, node: Node) -> bool:
    placed = [assembly.nodes[target] for _, target in node.placed(COUNTED)]
    titles = [one.facts.title.lstrip("~=_|") if one.facts else "" for one in placed]
    return 2 * sum(title.startswith("Minifig") for title in titles) > len(titles)


def submodels_of(scene: Scene, taken_for: Role | None) -> list[Entry]:
    """In the order the model places them; `taken_for` is what an untagged main model became."""
    return [*_placed(scene, taken_for), *_not_placed(scene)]


def _placed(scene: Scene, taken_for: Role | None) -> Iterator[Entry]:
    nodes, around = scene.assembly.nodes, _tagged_around(scene)
    for index in scene.in_order:
        holder = scene.holder(index)
        is_file = index < len(nodes)
        # A file that is here again without its tag is listed already.
        if not is_file and holder.region is None:
            continue
        name = nodes[index].name if is_file else scene.name(index)
        if holder.tag:
            yield name, holder.tag, _with_times(_why(holder.tag), scene.counts[index])
        elif index != scene.root:
            why = say("no tag: belongs to {what}", what=around[index])
            yield name, None, _with_times(why, scene.counts[index])
        elif taken_for:
            yield name, None, say("no tag: the main model is taken for a {role}", role=str(taken_for))
        else:
            yield name, None, say("no tag: the main model only places the units")


def _tagged_around(scene: Scene) -> dict[int, str]:
    """For each holder what it is a part of: the body, or the tagged pieces that place it."""
    found: dict[int, dict[str, None]] = {}
    for index in scene.holders.order:
        holder = scene.holder(index)
        around = list(found.get(index) or [_BODY])
        if holder.tag:
            called = say("{name} {tag}", name=shortened(scene.name(index)), tag=described(holder.tag))
            around = [_BODY if holder.is_unit else called]
        for child in holder.children:
            # Few are named, and no more are handed down.
            found.setdefault(child, {}).update(dict.fromkeys(around[: _MOST_NAMED + 1]))
    return {index: _together(list(found.get(index) or [_BODY])) for index in scene.in_order}


def _together(names: list[str]) -> str:
    first = sorted(names, key=lambda name: (name != _BODY, name))[:_MOST_NAMED]
    first += [say("others")] * (len(names) > _MOST_NAMED)
    return reduce(lambda one, other: say("{one} and {other}", one=one, other=other), first)


def _not_placed(scene: Scene) -> Iterator[Entry]:
    document = scene.assembly.document
    if scene.assembly.chosen:
        # What was not chosen is of no interest.
        return
    elsewhere = {scene.holder(index).node for index in scene.in_order}
    own = {node.section_key: node for node in scene.assembly.nodes if node.document is document}
    for key, section in document.sections.items():
        node = own.get(key)
        if section.header.is_library_file or (node and (node.is_part or node.index in elsewhere)):
            continue
        tag = scene.reader.read(section, document).tag
        if key in scene.assembly.poses:
            posed = shortened(scene.assembly.nodes[scene.assembly.poses[key]].name)
            yield section.name, tag, say("never placed: {name} in another pose", name=posed)
        elif node:
            yield section.name, tag, say("only in a spare or a hidden line: doesn't count")
        else:
            yield section.name, tag, say("never placed: doesn't count")


def _why(tag: Tag) -> str:
    match tag.source:
        case TagSource.META:
            return say("by meta line {line}", line=tag.place.line)
        case TagSource.MANIFEST:
            return say("by line {line} of the manifest", line=tag.place.line)
        case TagSource.GROUP:
            return say("by its group's name")
        case _:
            return say("by its name")


def _with_times(why: str, count: int) -> str:
    return say("{why}, placed {times}", why=why, times=count_of(count, "time")) if count > 1 else why


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
        """A label, or else a file's name without its tag; a whole design's title says more than its name.

        Of a unit's label and title, the title if it begins with the label: so variants have names.
        """
        holder = self.holder(index)
        if holder.region:
            return holder.region.name
        node = self.assembly.nodes[holder.node]
        section = section_of(node)
        if holder.tag and holder.tag.label:
            title = plain_title(title_of(section)) if section and holder.is_unit else ""
            return title if _begins(title, holder.tag.label) else holder.tag.label
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
