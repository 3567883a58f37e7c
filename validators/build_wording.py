"""Parts and places as they stand in the sentences about how a model is built."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from fleets.models.model_units import Unit
from ldraw_tools.findings import Place, count_of
from ldraw_tools.highlights import HighlightedGroup, PartAt
from ldraw_tools.names import part_number
from ldraw_tools.reading.lines import shortened
from ldraw_tools.units import millimetres, short
from validators.wording import listed

if TYPE_CHECKING:
    from fleets.models.structure import Structure
    from ldraw_tools.library.source import PartFacts
    from ldraw_tools.solids.placements import PlacedParts, Way

# No one reads a longer list of one kind on one unit.
MOST_FOUND = 20
_MOST_NAMED = 3
_MOST_FILES = 2
_LONGEST = 60


def built(unit: Unit) -> Structure | None:
    """A unit's structure, where its parts could be laid out."""
    structure = unit.structure
    return structure if structure is not None and structure.parts.is_whole else None


def in_ldu(ldu: float) -> str:
    """`4 LDU (1.6 mm)`."""
    return f"{short(ldu, 1)} LDU ({short(millimetres(ldu), 1)} mm)"


def named(parts: PlacedParts, index: int) -> str:
    """`Plate 1 x 2 (3023, line 12, leg.ldr › foot.ldr)`: which part, on which line, in which submodels."""
    part = parts[index]
    where = _where(parts, parts.place(index), part.way)
    if part.facts is None:
        return f"what the file draws itself ({where})"
    return _called(part.facts, where)


def named_target(parts: PlacedParts, reference: tuple[int, int], where: str = "") -> str:
    """`Plate 1 x 2 (3023)` or `leg.ldr`: what a reference places."""
    nodes = parts.assembly.nodes
    target = nodes[nodes[reference[0]].targets[reference[1]]]
    if target.facts is None:
        return _in_brackets(shortened(target.name, _LONGEST), where)
    return _called(parts.assembly.follow(target.facts), where)


def named_reference(parts: PlacedParts, reference: tuple[int, int]) -> str:
    """`Plate 1 x 2 (3023, line 12)` or `leg.ldr (line 12)`: what a reference places, and where."""
    return named_target(parts, reference, f"line {parts.place_of(reference).line}")


def _called(facts: PartFacts, where: str) -> str:
    number = shortened(part_number(facts.key), _LONGEST)
    title = shortened(" ".join(facts.title.split()).lstrip("~=_| "), _LONGEST)
    return _in_brackets(title, number, where) if title else _in_brackets(number, where)


def _in_brackets(name: str, *more: str) -> str:
    told = ", ".join(text for text in more if text)
    return f"{name} ({told})" if told else name


def in_lines(places: Sequence[Place], home: str) -> str:
    """`line 12`, `lines 12 and 15`, or with their files where they are not of the model's own."""
    if all(place.file == home for place in places):
        return f"line{'s' * (len(places) > 1)} {listed([str(place.line) for place in places])}"
    return listed([place.short for place in places])


def _where(parts: PlacedParts, place: Place, way: Way) -> str:
    line = f"line {place.line}" if place.file == parts.assembly.document.file else place.short
    inner = [shortened(parts.assembly.nodes[node].name, _LONGEST) for node, _ in way[1:]]
    if len(inner) > _MOST_FILES:
        inner = ["…", *inner[-_MOST_FILES:]]
    return f"{line}, {' › '.join(inner)}" if inner else line


def named_group(parts: PlacedParts, group: Sequence[int]) -> str:
    """`A, B, C and 4 more parts`."""
    names = [named(parts, index) for index in group[:_MOST_NAMED]]
    rest = len(group) - len(names)
    return listed([*names, count_of(rest, "more part")] if rest else names)


def pointed_out(parts: PlacedParts, name: str, indexes: Iterable[int]) -> HighlightedGroup:
    """Parts as a picture of a finding shows them together."""
    nodes = parts.assembly.nodes
    found = [
        PartAt(nodes[parts[i].node].key, parts.place(i), tuple(parts[i].matrix.ravel().tolist()))
        for i in indexes
    ]
    return HighlightedGroup(name, tuple(found))


def cut_short(number: int) -> str:
    """What the last of a long list says of the rest."""
    return f"; {number - MOST_FOUND:,} more of this kind are not listed" if number > MOST_FOUND else ""


def often(times: int) -> str:
    return f", {times:,} times" if times > 1 else ""


def distinct(parts: PlacedParts, groups: Iterable[Sequence[int]]) -> list[tuple[Sequence[int], int]]:
    """Groups of the same lines once, with how often they are there."""
    counts: dict[tuple[tuple[int, int], ...], tuple[Sequence[int], int]] = {}
    for group in groups:
        lines = tuple(parts[index].way[-1] for index in group if parts[index].way)
        first, times = counts.get(lines, (group, 0))
        counts[lines] = (first, times + 1)
    return list(counts.values())
