"""What is worth saying about a whole assembly: missing, moved and unused files, building blocks, colours."""

from __future__ import annotations

from collections.abc import Iterator

from ldraw_tools import model_findings as oddities
from ldraw_tools.assembly.graph import Assembly, Node
from ldraw_tools.findings import Finding, Place, and_more, count_of
from ldraw_tools.library.source import PartFacts
from ldraw_tools.names import part_number
from ldraw_tools.reading.contents import COUNTED
from ldraw_tools.reading.header import BUILDING_BLOCKS, FileKind
from ldraw_tools.reading.lines import EDGE, INHERIT, colour_text, shortened

# Looking for names that are alike is slow; whoever misses more lacks a library, not a spelling.
_MOST_GUESSES = 20


def remarks(assembly: Assembly) -> Iterator[Finding]:
    yield from _missing(assembly)
    yield from _unused(assembly)
    yield from _moved_and_blocks(assembly)
    yield from _colours(assembly)
    contents = [node.contents for node in assembly.nodes if node.contents is not None]
    if not any(node.is_part for node in assembly.nodes) and not any(one.shapes for one in contents):
        yield oddities.NOTHING_IN_IT.at(Place(assembly.document.file))


def _missing(assembly: Assembly) -> Iterator[Finding]:
    unsaid = [(key, missing) for key, missing in assembly.missing.items() if not missing.said]
    for number, (key, missing) in enumerate(unsaid):
        nearest = assembly.resolver.nearest(key) if number < _MOST_GUESSES else ""
        hint = f"; did you mean {shortened(nearest, 60)}?" if nearest else ""
        place = missing.places[0]
        name = shortened(key, 60)
        yield oddities.MISSING.at(place, name=name, uses=_uses(missing.places), nearest=hint)


def _unused(assembly: Assembly) -> Iterator[Finding]:
    used = {(id(node.document), node.section_key) for node in assembly.nodes}
    for document in assembly.resolver.own_documents:
        for key, section in document.sections.items():
            if (id(document), key) not in used and not section.header.is_library_file:
                place = Place(document.file, max(section.start - 1, 1))
                yield oddities.SECTION_UNUSED.at(place, name=shortened(section.name))


def _models(assembly: Assembly) -> Iterator[Node]:
    return (node for node in assembly.nodes if node.contents is not None and not node.is_part)


def _moved_and_blocks(assembly: Assembly) -> Iterator[Finding]:
    moved: dict[str, tuple[PartFacts, list[Place]]] = {}
    blocks: dict[str, list[Place]] = {}
    for node in _models(assembly):
        contents = node.contents
        assert contents is not None
        for i, target in node.placed(COUNTED):
            facts = assembly.nodes[target].facts
            if facts is None:
                continue
            if facts.kind is FileKind.MOVED:
                moved.setdefault(facts.key, (facts, []))[1].append(contents.at(contents.lines[i]))
            elif facts.kind in BUILDING_BLOCKS:
                blocks.setdefault(facts.key, []).append(contents.at(contents.lines[i]))
    for key, (facts, places) in moved.items():
        new = assembly.follow(facts).key
        old, new = shortened(part_number(key), 60), shortened(part_number(new), 60)
        yield oddities.MOVED.at(places[0], old=old, new=new, uses=_uses(places))
    if blocks:
        places = sorted(place for where in blocks.values() for place in where)
        uses = count_of(len(places), "line")
        yield oddities.BUILDING_BLOCK.at(places[0], names=and_more(map(shortened, sorted(blocks))), uses=uses)


def _colours(assembly: Assembly) -> Iterator[Finding]:
    sections = [node.contents for node in assembly.nodes if node.contents is not None]
    defined = {code for contents in sections for code in contents.colours_defined}
    unknown: dict[int, list[Place]] = {}
    edges: list[Place] = []
    for node in _models(assembly):
        contents = node.contents
        assert contents is not None
        odd = {c for c in set(contents.colours) if c != INHERIT and c not in defined}
        odd = {c for c in odd if c == EDGE or not assembly.source.knows_colour(c)}
        if not odd:
            continue
        for i, colour in enumerate(contents.colours):
            if colour in odd and contents.uses[i]:
                place = contents.at(contents.lines[i])
                (edges if colour == EDGE else unknown.setdefault(colour, [])).append(place)
    for colour, places in unknown.items():
        yield oddities.UNKNOWN_COLOUR.at(places[0], code=colour_text(colour), uses=_uses(places))
    if edges:
        yield oddities.EDGE_COLOUR.at(edges[0], count=count_of(len(edges), "reference"))


def _uses(places: list[Place]) -> str:
    if len(places) == 1:
        return ""
    same_file = [place.line for place in places if place.file == places[0].file]
    return f" ({count_of(len(places), 'line')}: {and_more(same_file)})"
