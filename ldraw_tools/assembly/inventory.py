"""Counts parts by part and colour over the graph, in exact integers, without expanding it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ldraw_tools.assembly.graph import Assembly, Node
from ldraw_tools.findings import RefusedError, count_of
from ldraw_tools.library.source import PartFacts
from ldraw_tools.reading.contents import COUNTED
from ldraw_tools.reading.header import BUILDING_BLOCKS, FileKind
from ldraw_tools.reading.lines import INHERIT

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
