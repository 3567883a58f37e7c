"""All tags of one file: what the whole of it is, and what is marked inside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from fleets.models.model_units import UNITS, Tag, TagSource
from fleets.tagging import tag_findings
from fleets.tagging.equipment_words import ManifestTag, names_of, title_of
from fleets.tagging.tag_reading import META, is_meta, read_meta, read_name, read_text
from fleets.tagging.tag_values import KEYWORDS, TagReading, described
from ldraw_tools.findings import Finding, Place
from ldraw_tools.names import is_model, stem_of
from ldraw_tools.reading.contents import DRAWN, Contents, UnreadMeta
from ldraw_tools.reading.document import Document, Section
from ldraw_tools.reading.lines import shortened

# Of all marked parts of a file together; nested marks can ask for the square of its lines.
_MOST_MEMBERS = 2_000_000
# Each of them is measured with the rest of its file left out.
_MOST_UNITS = 100
_BY = {
    TagSource.NAME: "by its name",
    TagSource.GROUP: "by its group's name",
    TagSource.META: "by its meta line",
    TagSource.MANIFEST: "by the manifest",
}
_RANK = {source: rank for rank, source in enumerate(TagSource)}
_COMMENT = re.compile(
    rf"^[ \t]*0[ \t]+(MFZ[ \t]+(?:{'|'.join((*KEYWORDS, 'BEGIN', 'END'))})\b[^\r\n]*)", re.MULTILINE
)


class Region(NamedTuple):
    """Some references of a file that share a tag."""

    tag: Tag
    name: str
    members: tuple[int, ...]


@dataclass(slots=True)
class FileTags:
    """What is tagged in a file, and how much more of it may be."""

    tag: Tag | None = None
    regions: list[Region] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    members_left: int = _MOST_MEMBERS
    units_left: int = _MOST_UNITS

    @property
    def is_too_much(self) -> bool:
        return self.members_left < 0 or self.units_left < 0


def plain_name(name: str) -> str:
    """`Rifle [2Rd].ldr` → `Rifle`."""
    return _without_tag(stem_of(name.replace("\\", "/").rpartition("/")[2]))


def plain_title(title: str) -> str:
    """`Scout 1/2 [frame]` → `Scout 1/2`: a slash doesn't mean a folder, unless the title is a file's name."""
    return plain_name(title) if is_model(title) else _without_tag(title)


def _without_tag(name: str) -> str:
    return (name[: name.rfind("[")] if name.endswith("]") and "[" in name else name).strip()


def is_same(one: Tag, two: Tag) -> bool:
    """Whether two tags say the same; blanks and case don't tell them apart."""
    return one.role is two.role and _folded(one.value) == _folded(two.value)


def outranks(one: Tag, two: Tag) -> bool:
    return _RANK[one.source] > _RANK[two.source]


def overruled(name: str, loser: Tag, winner: Tag) -> Finding:
    return tag_findings.OVERRULED.at(
        loser.place,
        name=shortened(name, 60),
        loser=described(loser),
        by=_BY[loser.source],
        winner=described(winner),
        instead=_BY[winner.source],
    )


def comments_for_tags(document: Document) -> Iterator[Finding]:
    """`0 MFZ SYSTEM 2Rd`: a tag but for its exclamation mark."""
    content = document.text.content
    if "MFZ" not in content:
        return
    for found in _COMMENT.finditer(content):
        place = Place(
            document.file, content.count("\n", 0, found.start()) + 1, found.start(1) - found.start() + 1
        )
        yield tag_findings.ONLY_A_COMMENT.at(place, text=shortened(found[1].strip()))


class TagReader:
    """Reads the tags of files, one after the other."""

    def __init__(self, manifest_tags: Sequence[ManifestTag] = ()) -> None:
        self._manifest = manifest_tags
        self._lines: dict[int, list[str]] = {}

    def read(self, section: Section, document: Document, *, by_name: bool = True) -> FileTags:
        """The tags of a submodel. Names of parts are never tags, so parts are read with `by_name` off."""
        tags = FileTags()
        readings = list(self._names(section, document)) if by_name else []
        readings += self._metas(section, tags)
        readings += self.from_manifest(names_of(section, document), document, is_part=not by_name)
        tags.tag = _settled(section.name, readings, tags.findings)
        if by_name:
            self._groups(section, tags)
        return tags

    def from_manifest(
        self, names: Iterable[str], document: Document | None = None, *, is_part: bool = False
    ) -> list[TagReading]:
        names = list(names)
        fitting = (tag for tag in self._manifest if tag.means_parts or not is_part)
        return [read_text(tag.text, tag.text_place) for tag in fitting if tag.fits(names, document)]

    def _names(self, section: Section, document: Document) -> Iterator[TagReading]:
        file = document.name.rpartition("/")[2]
        if section is document.main and file != section.name and "[" in file:
            yield read_name(file, Place(document.file))
        if "[" in section.name:
            yield read_name(section.name, self._place_of_name(section, document))
        title = title_of(section)
        if "[" in title:
            line = next(index for index, text in enumerate(section.lines) if text.strip())
            column = section.lines[line].find(title) + 1
            yield read_name(title, replace(section.place, line=section.start + line, column=column))

    def _place_of_name(self, section: Section, document: Document) -> Place:
        if section.start < 2:
            return section.place
        lines = self._lines.get(id(document))
        if lines is None:
            lines = self._lines[id(document)] = document.text.lines()
        column = lines[section.start - 2].find(section.name) + 1
        return replace(section.place, line=section.start - 1, column=column)

    def _metas(self, section: Section, tags: FileTags) -> list[TagReading]:
        """The tags for the whole file; those around parts are added to the regions."""
        contents, whole = section.contents, []
        opened: list[tuple[UnreadMeta, TagReading]] = []
        for mark in contents.marks:
            if not is_meta(mark.text):
                continue
            column = section.lines[mark.line - section.start].upper().find(META) + 1
            place = replace(contents.at(mark.line), column=column)
            meta = read_meta(mark.text, place)
            if meta.verb == "BEGIN":
                opened.append((mark, meta.reading))
            elif meta.verb == "":
                whole.append(meta.reading)
            elif opened:
                _close(contents, *opened.pop(), mark.before, tags)
            else:
                tags.findings.append(tag_findings.NOT_OPENED.at(place))
        for mark, reading in opened:
            if reading.tag:
                tags.findings.append(
                    tag_findings.NOT_CLOSED.at(reading.tag.place, text=shortened(reading.tag.text))
                )
            _close(contents, mark, reading, len(contents), tags)
        return _last_of(section.name, whole, tags.findings)

    def _groups(self, section: Section, tags: FileTags) -> None:
        contents = section.contents
        for group in contents.groups:
            column = section.lines[group.line - section.start].find(group.name) + 1
            place = replace(contents.at(group.line), column=column)
            readings = [read_name(group.name, place, TagSource.GROUP), *self.from_manifest([group.name])]
            tag = _settled(group.name, readings, tags.findings)
            if tag:
                name = tag.label or plain_name(group.name) or group.name
                _mark(contents, tag, name, group.members, tags)


def _settled(name: str, readings: list[TagReading], findings: list[Finding]) -> Tag | None:
    """The last tag wins; what is broken before it doesn't matter, what is broken after it does."""
    last = next((index for index in range(len(readings) - 1, -1, -1) if readings[index].tag), -1)
    # A name is in most files twice: in the FILE line and as the title.
    said = {
        (finding.code, finding.message): finding
        for reading in reversed(readings[max(last, 0) :])
        for finding in reversed(reading.findings)
    }
    findings.extend(reversed(said.values()))
    winner = readings[last].tag if last >= 0 else None
    if winner is None:
        return None
    for reading in readings[:last]:
        if reading.tag and not is_same(reading.tag, winner):
            findings.append(overruled(name, reading.tag, winner))
        elif reading.tag and not winner.label:
            winner = winner._replace(label=reading.tag.label)
    return winner


def _last_of(name: str, readings: list[TagReading], findings: list[Finding]) -> list[TagReading]:
    """Two meta lines in one file can't both be right."""
    tags = [reading.tag for reading in readings if reading.tag]
    for tag in tags[:-1]:
        if not is_same(tag, tags[-1]):
            values = {"name": shortened(name, 60), "other": described(tag), "line": tag.place.line}
            findings.append(tag_findings.TWO_TAGS.at(tags[-1].place, **values))
    if not tags:
        return readings
    findings.extend(finding for reading in readings if not reading.tag for finding in reading.findings)
    return [reading for reading in readings if reading.tag][-1:]


def _close(contents: Contents, mark: UnreadMeta, reading: TagReading, end: int, tags: FileTags) -> None:
    tags.findings.extend(reading.findings)
    if reading.tag:
        name = reading.tag.label or shortened(reading.tag.value or str(reading.tag.role))
        _mark(contents, reading.tag, name, range(mark.before, end), tags)


def _mark(contents: Contents, tag: Tag, name: str, members: Sequence[int], tags: FileTags) -> None:
    was_too_much = tags.is_too_much
    tags.members_left -= len(members)
    tags.units_left -= tag.role in UNITS
    if tags.is_too_much:
        if not was_too_much:
            tags.findings.append(tag_findings.TOO_MANY_MARKS.at(tag.place, text=shortened(name)))
        return
    drawn = tuple(index for index in members if contents.uses[index] & DRAWN)
    if drawn:
        tags.regions.append(Region(tag, name, drawn))
    else:
        tags.findings.append(tag_findings.MARKS_NOTHING.at(tag.place, text=shortened(tag.text)))


def _folded(text: str) -> str:
    return "".join(text.lower().split())
