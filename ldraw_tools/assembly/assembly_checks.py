"""What is worth saying about a whole assembly: missing, moved and unused files, building blocks, colours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ldraw_tools import model_findings as oddities
from ldraw_tools.assembly.inventory import Assembly, MissingFile, Node
from ldraw_tools.assembly.poses import unplaced_sections
from ldraw_tools.assembly.resolve import is_print
from ldraw_tools.findings import Finding, Place, and_more, count_of
from ldraw_tools.library.places import PartFacts
from ldraw_tools.names import key_of, part_number
from ldraw_tools.phrases import say
from ldraw_tools.reading.contents import COUNTED
from ldraw_tools.reading.header import BUILDING_BLOCKS, FileKind
from ldraw_tools.reading.lines import EDGE, INHERIT, colour_text, shortened

# Looking for similar names is slow; if more are missing, it is the library, not the spelling.
_MOST_GUESSES = 20
_STUDIO_FIX = (
    "Point LDRAWDIR at Studio's own parts (C:\\Program Files\\Studio 2.0\\ldraw; on a Mac "
    "/Applications/Studio 2.0/ldraw), or choose another part in Studio."
)


def remarks(assembly: Assembly) -> Iterator[Finding]:
    yield from _missing(assembly)
    yield from _unused(assembly)
    yield from _numbers(assembly)
    yield from _colours(assembly)
    yield from _titled_as_parts(assembly)
    contents = [node.contents for node in assembly.nodes if node.contents is not None]
    if not any(node.is_part for node in assembly.nodes) and not any(one.shapes for one in contents):
        yield oddities.NOTHING_IN_IT.at(Place(assembly.document.file))


def _missing(assembly: Assembly) -> Iterator[Finding]:
    unsaid = [(key, missing) for key, missing in assembly.missing.items() if not missing.said]
    for number, (key, missing) in enumerate(unsaid):
        nearest = _nearest(assembly, key) if number < _MOST_GUESSES else ""
        hint = say("; did you mean {close}?", close=shortened(nearest, 60)) if nearest else ""
        place = missing.places[0]
        name = shortened(key, 60)
        # Editors name submodels with any ending or none; parts always have theirs.
        kind = oddities.MISSING if key.endswith(".dat") else oddities.MISSING_SUBMODEL
        finding = kind.at(place, name=name, uses=_uses(missing.places), nearest=hint)
        yield _for_studio(assembly, missing) if _is_studio(assembly) and key.endswith(".dat") else finding


def _nearest(assembly: Assembly, key: str) -> str:
    # Another print is another picture.
    return "" if is_print(key) else assembly.resolver.nearest(key)


def _is_studio(assembly: Assembly) -> bool:
    """Whether the model is in a Studio archive, where users see neither lines nor file names."""
    return assembly.document.name.lower().endswith(".io")


def _for_studio(assembly: Assembly, missing: MissingFile) -> Finding:
    """Where a part is as Studio shows it, and what can be done there."""
    place = missing.places[0]
    where = say("step {step}", step=missing.step)
    if key_of(place.submodel) != key_of(assembly.document.main.name):
        where = say("step {step} of “{name}”", step=missing.step, name=shortened(place.submodel, 60))
    times = len(missing.places)
    uses = say(" ({where})", where=where)
    uses = uses if times == 1 else say(" ({times:,} times, first in {where})", times=times, where=where)
    name = shortened(part_number(missing.key), 60)
    finding = oddities.MISSING.at(Place(place.file, 0, 0, place.submodel), name=name, uses=uses, nearest="")
    return replace(finding, fix=say(_STUDIO_FIX))


def _unused(assembly: Assembly) -> Iterator[Finding]:
    for document, key, section in unplaced_sections(assembly):
        if document is not assembly.document or key not in assembly.poses:
            place = Place(document.file, max(section.start - 1, 1))
            yield oddities.SECTION_UNUSED.at(place, name=shortened(section.name))


def _models(assembly: Assembly) -> Iterator[Node]:
    return (node for node in assembly.nodes if node.contents is not None and not node.is_part)


def _numbers(assembly: Assembly) -> Iterator[Finding]:
    moved: dict[str, tuple[PartFacts, list[Place]]] = {}
    blocks: dict[str, list[Place]] = {}
    plain: dict[str, list[Place]] = {}
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
            elif facts.kind is FileKind.UNKNOWN and (shape := assembly.nodes[target].key) != facts.key:
                name = f"{part_number(facts.key)} (as {part_number(shape)})"
                plain.setdefault(name, []).append(contents.at(contents.lines[i]))
    for key, (facts, places) in moved.items():
        new = assembly.follow(facts).key
        old, new = shortened(part_number(key), 60), shortened(part_number(new), 60)
        yield oddities.MOVED.at(places[0], old=old, new=new, uses=_uses(places))
    for kind, named in ((oddities.BUILDING_BLOCK, blocks), (oddities.STANDS_IN, plain)):
        if named:
            places = sorted(place for where in named.values() for place in where)
            uses = count_of(len(places), "line")
            yield kind.at(places[0], names=and_more(map(shortened, sorted(named))), uses=uses)


def _titled_as_parts(assembly: Assembly) -> Iterator[Finding]:
    for node in _models(assembly):
        section = node.document.find(node.section_key) if node.document else None
        if section is not None and section.header.is_titled_as_part:
            name, title = shortened(section.name), shortened(section.header.title, 60)
            place = Place(section.place.file, section.start, 0, section.place.submodel)
            yield oddities.TITLED_AS_PART.at(place, name=name, title=title)


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
    return say(" ({count}: {lines})", count=count_of(len(places), "line"), lines=and_more(same_file))
