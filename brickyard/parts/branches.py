"""A branch of a model: a submodel with all below it, how often it is there, and in which colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from brickyard.parts.lots import ANY_COLOUR
from fleets.models.containment import section_of
from fleets.tagging.equipment_words import fits, title_of
from fleets.tagging.file_tags import plain_name
from fleets.tagging.tag_reading import without_tag
from ldraw_tools.assembly.inventory import Assembly, Node, count_nodes
from ldraw_tools.names import part_number
from ldraw_tools.reading.contents import DRAWN
from ldraw_tools.reading.header import BUILDING_BLOCKS
from ldraw_tools.reading.lines import INHERIT

Placed = tuple[int, int]
"""A reference: the file it stands in, and which of its lines."""


class Branch(NamedTuple):
    """`colours` says how often it is there in each colour; INHERIT means that no colour is given."""

    assembly: Assembly
    node: int
    colours: Mapping[int, int]

    @property
    def times(self) -> int:
        return sum(self.colours.values())

    def without(self, placed: Iterable[Placed]) -> Branch:
        hidden = list(placed)
        return self._replace(assembly=self.assembly.without(hidden)) if hidden else self

    def repeated(self, times: int) -> Branch:
        return self._replace(colours={colour: count * times for colour, count in self.colours.items()})

    def within(self, nodes: Iterable[int]) -> list[Branch]:
        """These files where they are in the branch, but not inside one another."""
        wanted = set(nodes)
        contexts = count_nodes(self.assembly.without(_references(self.assembly, wanted)), self.node)
        return [
            Branch(self.assembly, node, self._coloured(contexts[node]))
            for node in sorted(wanted)
            if contexts.get(node)
        ]

    def only(self, members: Iterable[int]) -> Branch:
        """Of the branch's own file these references and no others."""
        others = set(range(len(self.assembly.nodes[self.node].targets))) - set(members)
        return self.without((self.node, reference) for reference in others)

    def submodels(self) -> Iterator[tuple[Node, tuple[str, ...]]]:
        """Every submodel in it, itself too, and what it may be called."""
        for index in self.assembly.below(self.node):
            node = self.assembly.nodes[index]
            if node.contents is None or node.is_part:
                continue
            section = section_of(node)
            names = [node.name, without_tag(node.name), plain_name(node.name)]
            names += [plain_name(title_of(section))] if section else []
            yield node, tuple(name for name in names if name)

    def pieces(self, any_colour: Iterable[str] = ()) -> Counter[tuple[str, int]]:
        """By part and colour in one of it; INHERIT is the colour it is placed in.

        Submodels with these names may have any colour.
        """
        free = self._called(any_colour)
        counts = _counted(self.without(_references(self.assembly, free)))
        for branch in self._replace(colours={INHERIT: 1}).within(free):
            for (part, _), count in _counted(branch).items():
                counts[part, ANY_COLOUR] += count * branch.times
        return counts

    def without_called(self, names: Iterable[str]) -> Branch:
        """Without what is in submodels with these names."""
        return self.without(_references(self.assembly, self._called(names)))

    def _called(self, wanted: Iterable[str]) -> list[int]:
        names = tuple(wanted)
        return [node.index for node, called in self.submodels() if is_called(called, names)] if names else []

    def _coloured(self, contexts: Mapping[int, int]) -> dict[int, int]:
        found: Counter[int] = Counter()
        for colour, count in contexts.items():
            if colour == INHERIT:
                for around, times in self.colours.items():
                    found[around] += count * times
            else:
                found[colour] += count * self.times
        return dict(found)


def is_called(names: Iterable[str], patterns: Iterable[str]) -> bool:
    """Whether one of the names was asked for; `*` and `?` stand for any letters."""
    patterns = tuple(patterns)
    return any(fits(pattern, name) for name in names for pattern in patterns)


def placements(assembly: Assembly, node: int, members: Iterable[int] | None) -> list[Placed]:
    """The references that place a file, or that are marked in one."""
    if members is not None:
        return [(node, member) for member in members]
    return [
        (other.index, reference)
        for other in assembly.nodes
        for reference, target in enumerate(other.targets)
        if target == node
    ]


def drawn_references(assembly: Assembly, node: int) -> frozenset[int]:
    """The references of a file that are drawn."""
    contents = assembly.nodes[node].contents
    uses = contents.uses if contents is not None else b""
    return frozenset(reference for reference, use in enumerate(uses) if use & DRAWN)


def _references(assembly: Assembly, nodes: Iterable[int]) -> list[Placed]:
    return [(node, reference) for node in nodes for reference in range(len(assembly.nodes[node].targets))]


def _counted(branch: Branch) -> Counter[tuple[str, int]]:
    """Under the numbers that the model has: old ones may be sold where new ones aren't."""
    counts: Counter[tuple[str, int]] = Counter()
    for index, colours in count_nodes(branch.assembly, branch.node).items():
        facts = branch.assembly.nodes[index].facts
        if facts is None or branch.assembly.follow(facts).kind in BUILDING_BLOCKS:
            continue
        for colour, count in colours.items():
            counts[part_number(facts.key), colour] += count
    return counts
