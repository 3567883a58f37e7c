"""One of several placed copies as a submodel of its own, so that it can have a tag that the others lack."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from fleets.tagging.equipment_words import fits, names_of, title_of
from fleets.tagging.file_tags import TagReader
from fleets.tagging.retag import OWN_NAME, REFERENCE
from fleets.tagging.tag_reading import without_tag
from fleets.tagging.wanted_tags import RetagError, is_none
from ldraw_tools.names import key_of, stem_of
from ldraw_tools.phrases import about_file, say
from ldraw_tools.reading.document import Document, Section, parse
from ldraw_tools.reading.encodings import Text
from ldraw_tools.reading.lines import shortened
from ldraw_tools.studio_writing import CopiedSubmodel, place_in_section

_PLACED = re.compile(r"(\S.*?)\s+at\s+lines?\s+(\d{1,9}(?:\s*,\s*\d{1,9}){0,99})", re.IGNORECASE)
_NUMBERED = re.compile(r"(?<=\S)[ _-]\d+$")
_NO_FILE = re.compile(r"\s*0\s+NOFILE\s*", re.IGNORECASE)


def with_own_copies(
    document: Document, tags: Mapping[str, str]
) -> tuple[Document, dict[str, str], list[CopiedSubmodel]]:
    """The document with a copy of each submodel that is named with its place, and the tags by new names.

    `arm.ldr at line 12` is what this line places; `arm.ldr at lines 5, 12` only the one in the submodel that
    line 5 places. Copies are put at the end: lines that were there before keep their numbers.
    """
    meant: dict[str, str] = {}
    copies: list[CopiedSubmodel] = []
    for pattern, text in tags.items():
        said = _PLACED.fullmatch(pattern.strip())
        if said is None or key_of(pattern) in document.sections:
            meant[pattern] = text
            continue
        called, made = _copies(document, said[1], [int(number) for number in said[2].split(",")])
        for copy in made:
            document = parse(_with_copy(document, copy).encode(), document.name, document.folder)
        copies += made
        # A tag in a name doesn't come into the copy's.
        if not (made and is_none(text) and _is_tagged(document, made[-1].of) > _is_tagged(document, called)):
            meant[called] = text
    return document, meant, copies


def _is_tagged(document: Document, name: str) -> bool:
    return TagReader().read(document.sections[key_of(name)], document).tag is not None


def _copies(document: Document, name: str, lines: Sequence[int]) -> tuple[str, list[CopiedSubmodel]]:
    """What it will be called, and the copies from the outermost to it: none if it has only this place."""
    placed = list(_way(document, lines))
    section = placed[-1][2]
    if not any(fits(name, one) for one in names_of(section, document)):
        named = {"found": shortened(section.name, 60), "name": shortened(name, 60)}
        why = say("line {line} places “{found}”, not “{name}”", line=lines[-1], **named)
        raise RetagError(about_file(document.name, why))
    made: list[CopiedSubmodel] = []
    for holder, member, target in placed:
        if made or _times(document, target) > 1:
            inside = made[-1].name if made else "" if holder is document.main else holder.name
            place = place_in_section(holder.lines, holder.contents.lines[member] - holder.start)
            new = _fresh_name(document, target.name, [one.name for one in made])
            made.append(CopiedSubmodel(target.name, new, inside, place, member))
    return made[-1].name if made else section.name, made


def _way(document: Document, lines: Sequence[int]) -> Iterator[tuple[Section, int, Section]]:
    """For each line the submodel that it is in, its number there, and the submodel that it places."""
    inside: Section | None = None
    for number in lines:
        found = next(_reference_at(document, number), None)
        if found is None:
            raise RetagError(about_file(document.name, say("line {line} places nothing", line=number)))
        holder, member = found
        if inside is not None and holder is not inside:
            told = {"line": number, "name": shortened(inside.name, 60)}
            why = say("line {line} is not in “{name}”, which the line before it places", **told)
            raise RetagError(about_file(document.name, why))
        name = holder.contents.name_of(member)
        inside = document.find(holder.contents.keys[member])
        if inside is None or inside.header.is_library_file:
            raise RetagError(about_file(document.name, _no_submodel(document, name, number, inside)))
        yield holder, member, inside


def _reference_at(document: Document, number: int) -> Iterator[tuple[Section, int]]:
    for section in document.sections.values():
        if section.start <= number < section.start + len(section.lines):
            yield from ((section, i) for i, line in enumerate(section.contents.lines) if line == number)


def _no_submodel(document: Document, name: str, number: int, part: Section | None) -> str:
    what = {"name": shortened(name, 60), "line": number}
    if part is None and not key_of(name).endswith(".dat"):
        return say(
            "“{name}”, which line {line} places, is a file of its own, where a tag counts for all its places;"
            " to tag one alone, make a submodel of it in {file} with your editor",
            **what,
            file=document.name,
        )
    return say(
        "“{name}”, which line {line} places, is a part and no submodel; tag the part: “line {line}”", **what
    )


def _times(document: Document, target: Section) -> int:
    """How many lines of the file place it."""
    return sum(
        document.find(key) is target
        for section in document.sections.values()
        if not section.header.is_library_file
        for key in section.contents.keys
    )


def _fresh_name(document: Document, name: str, others: Sequence[str]) -> str:
    """`arm.ldr` → `arm-2.ldr`, `left arm [2Rd]` → `left arm 2`."""
    bare = without_tag(name).strip()
    stem, blank = stem_of(bare), " " if " " in name else "-"
    said = {key for one in document.sections.values() for key in one.contents.keys}
    taken = {*document.sections, *said, *map(key_of, others)}
    names = (f"{_NUMBERED.sub('', stem)}{blank}{n}{bare[len(stem) :]}" for n in count(2))
    return next(new for new in names if key_of(new) not in taken)


def _with_copy(document: Document, copy: CopiedSubmodel) -> Text:
    """The text with the copy at its end, and one line that places it."""
    lines = document.text.lines()
    section = document.sections[key_of(copy.of)]
    holder = document.sections[key_of(copy.inside)] if copy.inside else document.main
    number = holder.contents.lines[copy.member]
    added = [
        f"0 FILE {copy.name}",
        *(_renamed(line.rstrip("\r"), section, copy.name) for line in section.lines),
    ]
    while not added[-1].strip():
        added.pop()
    after = section.start + len(section.lines)
    added += ["0 NOFILE"] if after <= len(lines) and _NO_FILE.fullmatch(lines[after - 1]) else []
    at = len(lines) if not lines[-1] else len(lines) + 1
    return document.text.with_lines(
        {at: "\n".join(added)}, {number: _placing(lines[number - 1].rstrip("\r"), copy.name)}
    )


def _placing(line: str, name: str) -> str:
    said = REFERENCE.match(line)
    if said is None:
        raise RetagError(say("“{line}” can't be changed to place another submodel", line=shortened(line, 60)))
    return line[: said.end()] + name


def _renamed(line: str, section: Section, name: str) -> str:
    """A line of the copy, which says its own name in its title and in its header."""
    said = OWN_NAME.match(line)
    if said and key_of(line[said.end() :]) == key_of(section.name):
        return line[: said.end()] + name
    title = title_of(section)
    if not title or line.partition("0")[2].strip() != title:
        return line
    names = {key_of(section.name): name, key_of(stem_of(section.name)): stem_of(name)}
    return line.replace(title, names.get(key_of(title), without_tag(title)))
