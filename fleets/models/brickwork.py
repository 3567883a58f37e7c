"""What a unit is made of, as builders speak of it: large parts, colours, and pieces that look alike."""

from __future__ import annotations

import re
from collections import Counter

from fleets.models.model_units import Marked, Role, Unit
from ldraw_tools.assembly.inventory import Assembly, Inventory, count
from ldraw_tools.library.places import PartFacts

# `Plate  2 x  4`, `Slope Brick 45  2 x  3`: the first two numbers are studs, whatever follows them.
_STUDS = re.compile(r"(?<![\d.])(\d+)\s+x\s+(\d+)(?![\d.])")

Look = frozenset[tuple[tuple[str, int], int]]
"""Parts in their colours, and how many of each: what somebody across the table sees."""


def studs_covered(part: PartFacts) -> tuple[int, int] | None:
    """The studs that a part's title gives it, the smaller number first; None where it doesn't say."""
    found = _STUDS.search(part.title)
    if found is None:
        return None
    one, other = int(found[1]), int(found[2])
    return min(one, other), max(one, other)


def bricks_of(unit: Unit) -> list[tuple[PartFacts, int, int]]:
    """(part, colour, how many) of one such unit; its bases and spares are left out."""
    if unit.assembly is None or unit.node is None:
        return []
    whole = count(unit.assembly, unit.node)
    left = Counter(whole.lots)
    for marked in (*unit.pieces(Role.BASE), *unit.pieces(Role.SPARE)):
        for lot, number in _inventory(unit.assembly, marked).lots.items():
            left[lot] -= number * marked.times
    return [(whole.facts[key], colour, left[key, colour]) for key, colour in sorted(+left)]


def look_of(unit: Unit, marked: Marked) -> Look:
    """Of one instance of a piece; empty where there is no model."""
    if unit.assembly is None:
        return frozenset()
    return frozenset(_inventory(unit.assembly, marked).lots.items())


def _inventory(assembly: Assembly, marked: Marked) -> Inventory:
    if marked.members is None:
        return count(assembly, marked.node)
    others = set(range(len(assembly.nodes[marked.node].targets))) - set(marked.members)
    return count(assembly.without((marked.node, other) for other in others), marked.node)
