"""Tags that were lost when an editor saved: what was tagged is remembered, found again, and put back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brickyard.serving.workers import Made
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.records import record

if TYPE_CHECKING:
    from brickyard.serving.desk import Desk
    from fleets.models.model_units import Tag
    from ldraw_tools.reading.document import Document, Section

# A part as it stands in its file: name, colour and place, in tenths of an LDU.
Standing = tuple[str, str, int, int, int]
# The share of marked parts that must be there again.
_ENOUGH = 0.7
_MOST_TAGS = 2_000


@record
class Remembered:
    """A tag: its text, the name (without the tag) of what has it, and the parts if it marks parts."""

    name: str
    text: str
    shown: str
    parts: tuple[Standing, ...] = ()


def remembered(data: bytes, name: str) -> tuple[Remembered, ...]:
    """All tags in a model's file; none if it can't be read."""
    try:
        document = _document(data, name)
    except BrickyardError:
        return ()
    return tuple(_remembered(document))[:_MOST_TAGS]


def lost(_desk: Desk, arguments: Mapping[str, Any]) -> Made:
    """What was tagged before and has no tag now; and what is tagged now."""
    data, name = arguments["data"], arguments["name"]
    now = remembered(data, name)
    before: Sequence[Remembered] = arguments["before"]
    if not before:
        return Made(more=((), now))
    try:
        document = _document(data, name)
    except BrickyardError:
        return Made(more=((), tuple(before)))
    tagged = {one.name for one in now if not one.parts}
    gone = []
    for one in before:
        if one.parts:
            found = _standing_again(document, one)
            is_tagged = any(found and set(one.parts) & set(other.parts) for other in now if other.parts)
            if found and not is_tagged:
                gone.append(one)
        elif one.name not in tagged and _section_of(document, one.name) is not None:
            gone.append(one)
    return Made(more=(tuple(gone), now))


def restore(desk: Desk, arguments: Mapping[str, Any]) -> Made:
    """Put tags back into the file as it is now."""
    from brickyard.serving.tag_answers import put, told, with_tag

    path = Path(arguments["path"])
    said = []
    for one in arguments["tags"]:
        document = desk.workspace.model(path).document
        if one.parts:
            found = _standing_again(document, one)
            if not found:
                said.append(f"{one.shown}: its parts are no longer there.")
                continue
            section, members = found
            name = "lines " + ", ".join(str(section.contents.lines[member]) for member in members)
            if len(members) < len(one.parts):
                said.append(f"{one.shown}: {len(members)} of its {len(one.parts)} parts are there.")
        else:
            there = _section_of(document, one.name)
            if there is None:
                said.append(f"{one.shown}: it is no longer there.")
                continue
            name = there.name
        try:
            put(desk, path, with_tag(desk, path, name, one.text))
        except BrickyardError as error:
            said.append(str(error))
    return told(desk, path, said)


def _document(data: bytes, name: str) -> Document:
    from ldraw_tools.reading import document
    from ldraw_tools.reading.studio import parse_studio

    return parse_studio(data, name).document if name.lower().endswith(".io") else document.parse(data, name)


def _remembered(document: Document) -> Iterator[Remembered]:
    from fleets.tagging.file_tags import TagReader
    from fleets.tagging.tag_values import written
    from fleets.tagging.wanted_tags import without_tag

    reader = TagReader()
    for section in document.sections.values():
        if section.header.is_library_file:
            continue
        found = reader.read(section, document)
        bare = _key(without_tag(section.name))
        if found.tag and (section is not document.main or not _is_in_file_name(found.tag, document)):
            yield Remembered(bare, written(found.tag), printable(without_tag(section.name)))
        for region in found.regions:
            parts = tuple(_standing(section, member) for member in region.members)
            yield Remembered(bare, written(region.tag), printable(region.name), parts)


def _is_in_file_name(tag: Tag, document: Document) -> bool:
    """A tag in the name of the file itself, which saving doesn't remove."""
    return tag.place.line == 0 and "[" in document.name


def _key(name: str) -> str:
    from ldraw_tools.names import key_of

    return key_of(name)


def _section_of(document: Document, name: str) -> Section | None:
    from fleets.tagging.wanted_tags import without_tag

    for section in document.sections.values():
        if _key(without_tag(section.name)) == name:
            return section
    # The model itself may have got another name.
    return None


def _standing(section: Section, member: int) -> Standing:
    fields = section.contents.references[member]
    x, y, z = (_tenths(text) for text in fields[2:5])
    return _key(fields[14]), fields[1], x, y, z


def _tenths(text: str) -> int:
    try:
        return round(max(-1e9, min(float(text), 1e9)) * 10)
    except ValueError:
        return 0


def _standing_again(document: Document, one: Remembered) -> tuple[Section, list[int]] | None:
    """The references that place the same parts: in the same submodel, or else in any other."""
    from fleets.tagging.wanted_tags import without_tag

    def is_elsewhere(section: Section) -> bool:
        return _key(without_tag(section.name)) != one.name

    for section in sorted(document.sections.values(), key=is_elsewhere):
        waiting = list(one.parts)
        found = []
        for member in range(len(section.contents)):
            stands = _standing(section, member)
            if stands in waiting:
                waiting.remove(stands)
                found.append(member)
        if len(found) >= max(1, _ENOUGH * len(one.parts)):
            return section, found
    return None
