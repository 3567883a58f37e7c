"""Tags taken out of a file: meta lines struck, brackets taken off names and off all that refers to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from fleets.tagging.patterns import stem_of, title_of
from fleets.tagging.tags import is_meta, read_meta, read_name
from ldraw_tools.findings import Place
from ldraw_tools.names import key_of
from ldraw_tools.reading.document import Document, Section

_HERE = Place("")
# A reference, as editors hide it too; or a line that says what its file is called.
_REFERENCE = re.compile(r"\s*(?:0\s+(?:!:|GHOST|MLCAD\s+HIDE)\s+)?1\s+(?:\S+\s+){13}(?=\S)")
_OWN_NAME = re.compile(r"\s*0\s+(?:FILE|Name:)\s+(?=\S)", re.IGNORECASE)


@dataclass
class Untagging:
    """Which lines are written anew (None: struck out), and what submodels are called then."""

    lines: dict[int, str | None] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)


def untagged(document: Document, keys: Iterable[str]) -> Untagging:
    """What takes the tags off these sections; sections without one are left as they are."""
    found = Untagging()
    for key in keys:
        section = document.sections[key]
        found.lines.update(dict.fromkeys(_meta_lines(section)))
        bare = without_tag(section.name)
        if bare != section.name and section.start > 1:
            found.names[key] = bare
        found.lines.update(_title(section))
    if found.names:
        renamed = _renamed(document, found.names)
        found.lines.update((number, line) for number, line in renamed if number not in found.lines)
    return found


def without_tag(name: str) -> str:
    """`Rifle [2Rd].ldr` → `Rifle.ldr`, `[rocket]` → `rocket`; what is no tag stays."""
    while read_name(name, _HERE).tag:
        stem = stem_of(name)
        ending = name.strip()[len(stem) :]
        start = stem.rindex("[")
        name = (stem[:start].rstrip() or stem[start + 1 : -1].strip()) + ending
    return name


def _meta_lines(section: Section) -> Iterator[int]:
    for mark in section.contents.marks:
        if is_meta(mark.text) and read_meta(mark.text, _HERE).verb == "":
            yield mark.line


def _title(section: Section) -> Iterator[tuple[int, str]]:
    title = title_of(section)
    bare = without_tag(title)
    if bare != title:
        index = next(index for index, text in enumerate(section.lines) if text.strip())
        line = section.lines[index].rstrip("\r")
        start = line.index(title)
        yield section.start + index, line[:start] + bare + line[start + len(title) :]


def _renamed(document: Document, names: dict[str, str]) -> Iterator[tuple[int, str]]:
    """Every line that says a name, with the new one."""
    for number, text in enumerate(document.text.lines(), 1):
        line = text.rstrip("\r")
        said = _REFERENCE.match(line) or _OWN_NAME.match(line)
        name = line[said.end() :].rstrip() if said else ""
        new = names.get(key_of(name)) if name else None
        if said and new is not None:
            yield number, line[: said.end()] + new + line[said.end() + len(name) :]
