"""Tags around parts of a submodel: written, replaced and removed, so that no part has two."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fleets.models.model_units import UNITS, Tag, TagSource
from fleets.notation.notation_reading import Games
from fleets.tagging.equipment_words import ManifestTag
from fleets.tagging.file_tags import Region, TagReader
from fleets.tagging.selections import Selection, groups_called, renamed, selected
from fleets.tagging.tag_reading import META, is_meta, read_meta, without_tag
from fleets.tagging.tag_values import described, written
from fleets.tagging.wanted_tags import ELSEWHERE, RetagError, content_of, is_none, tag_for
from ldraw_tools.findings import Place
from ldraw_tools.phrases import about_file, say
from ldraw_tools.reading.contents import EditorGroup
from ldraw_tools.reading.document import Document, Section
from ldraw_tools.reading.lines import shortened

_HERE = Place("", 1, 1)
# What editors write before a line, and about that line.
_ABOUT_NEXT = re.compile(
    r"\s*0\s+(?:MLCAD\s+BTG\b|!LDCAD\s+GROUP_NXT\b|!LEOCAD\s+PIECE\b|BFC\s+INVERTNEXT\b)", re.IGNORECASE
)


class PartMarks:
    """Tags around parts, by BEGIN and END or by a group's name; no part of a file has two."""

    def __init__(self, document: Document, games: Games) -> None:
        self.before: dict[int, str] = {}
        self.instead: dict[int, str | None] = {}
        self._document, self._games = document, games
        # Of parts that were asked for, whether their tag is removed; and the tags in each section.
        self._asked: dict[tuple[int, int], bool] = {}
        self._regions: dict[int, list[tuple[Region, frozenset[int]]]] = {}

    def change(self, pattern: str, text: str) -> None:
        """Tag what a name, lines or a step mean, or take its tag away."""
        file, name = self._document.name, shortened(pattern, 60)
        tag = None if is_none(text) else tag_for(text, self._document, self._games)
        for selection in _meant(self._document, pattern):
            parts = [(id(selection.section), member) for member in selection.members]
            if any(part in self._asked and not (self._asked[part] and tag is None) for part in parts):
                why = say("“{name}” has parts that are tagged twice; name each part once", name=name)
                raise RetagError(about_file(file, why))
            self._asked.update(dict.fromkeys(parts, tag is None))
            same, others = self._present(selection, tag, pattern)
            if tag is None and not same:
                where = ELSEWHERE
                if others:
                    where = say("line {line} tags parts of it", line=others[0].tag.place.line)
                why = say("“{name}” has no tag in the file; {where}", name=name, where=where)
                raise RetagError(about_file(file, why))
            if tag is not None and others:
                why = say(
                    "“{name}” has parts that line {line} tags already; name the same parts, or remove"
                    " that tag",
                    name=name,
                    line=others[0].tag.place.line,
                )
                raise RetagError(about_file(file, why))
            for region in same[1:] if tag else same:
                self._again(selection, region, None)
            if tag and same:
                self._again(selection, same[0], tag)
            elif tag:
                self._add(selection, tag)

    def _present(
        self, selection: Selection, tag: Tag | None, pattern: str
    ) -> tuple[list[Region], list[Region]]:
        """The tags in the file on just these parts, and on some of them; a unit's is around its systems."""
        wanted, meant = frozenset(selection.members), ManifestTag(pattern, "", _HERE, _HERE)
        same: list[Region] = []
        others: list[Region] = []
        if (regions := self._regions.get(id(selection.section))) is None:
            found = TagReader().read(selection.section, self._document).regions
            regions = [(region, frozenset(region.members)) for region in found]
            self._regions[id(selection.section)] = regions
        for region, there in regions:
            is_around = tag is not None and region.tag.role in UNITS and tag.role not in UNITS
            if there.isdisjoint(wanted) or (is_around and there >= wanted):
                continue
            (same if there == wanted else others).append(region)
        return [region for region in same if meant.fits([region.name])] or same, others

    def _again(self, selection: Selection, region: Region, tag: Tag | None) -> None:
        """Another tag instead of one in the file, or none."""
        section, line = selection.section, region.tag.place.line
        if region.tag.source is TagSource.META:
            self.instead[line] = f"0 {META} BEGIN {labelled(tag, selection.group)}" if tag else None
            if tag is None and (end := _end_of(section, line)):
                self.instead[end] = None
            return
        self._rename(section, next(one for one in section.contents.groups if one.line == line), tag)

    def _add(self, selection: Selection, tag: Tag) -> None:
        """BEGIN and END around parts that stand together; else the tag is in the group's name."""
        if selection.stands_together or not selection.group:
            moved = self._moved(selection)
            first = next(
                selection.section.contents.lines[member]
                for member in selection.members
                if selection.section.contents.lines[member] not in moved
            )
            begin = f"0 {META} BEGIN {labelled(tag, selection.group)}"
            first = min([first, *_belonging(selection.section, first)])
            put_before(self.before, first, "\n".join([begin, *moved.values()]))
            put_before(self.before, selection.last_line + 1, f"0 {META} END", is_first=True)
            return
        groups = selection.section.contents.groups
        self._rename(selection.section, next(one for one in groups if one.name == selection.group), tag)

    def _moved(self, selection: Selection) -> dict[int, str]:
        """Lines that are moved, because other parts stand between them."""
        section = selection.section
        lines = [number for line in selection.to_be_moved() for number in (*_belonging(section, line), line)]
        self.instead.update(dict.fromkeys(lines))
        return {line: section.lines[line - section.start].rstrip("\r") for line in lines}

    def _rename(self, section: Section, group: EditorGroup, tag: Tag | None) -> None:
        bare = without_tag(group.name)
        name = f"{bare} {described(tag)}" if tag else bare
        if name == group.name:
            return
        lines = renamed(section, group, name)
        if not lines or any(other.name == name for other in section.contents.groups):
            taken = say("another group is called so already")
            apart = say("other parts stand between its parts")
            why = say(
                "the group “{name}” can't be renamed to “{new}”: {why}; rename it in the editor",
                name=shortened(group.name),
                new=shortened(name),
                why=taken if lines else apart,
            )
            raise RetagError(about_file(section.place.file, why))
        self.instead.update(lines)


def _belonging(section: Section, line: int) -> list[int]:
    """The lines before a part's that are about that part alone."""
    found: list[int] = []
    before = line - 1
    while before >= section.start and _ABOUT_NEXT.match(section.lines[before - section.start]):
        found.insert(0, before)
        before -= 1
    return found


def _meant(document: Document, pattern: str) -> list[Selection]:
    """Groups and tagged parts of that name; else lines or a step."""
    found = {(id(one.section), one.members): one for one in groups_called(document, pattern)}
    for section, region in _regions_called(document, pattern):
        named = Selection(section, region.members, region.tag.label)
        found.setdefault((id(section), region.members), named)
    return list(found.values()) or selected(document, pattern)


def labelled(tag: Tag, name: str) -> str:
    """The tag with a name, if it has none and can be read back with it."""
    named = tag._replace(label=tag.label or name)
    again = read_meta(f"{META} {written(named)}", _HERE).reading.tag
    return written(named if again and content_of(again) == content_of(named) else tag)


def _end_of(section: Section, begin: int) -> int:
    """The line that ends what a BEGIN begins, or 0."""
    opened: list[int] = []
    for mark in section.contents.marks:
        verb = read_meta(mark.text, _HERE).verb if is_meta(mark.text) else ""
        if verb == "BEGIN":
            opened.append(mark.line)
        elif verb and opened and opened.pop() == begin:
            return mark.line
    return 0


def put_before(before: dict[int, str], number: int, line: str, is_first: bool = False) -> None:
    """Another line before a line of the file; an END stands before the BEGIN of what follows."""
    there = [before[number]] if number in before else []
    before[number] = "\n".join([line, *there] if is_first else [*there, line])


def marked_parts(document: Document, pattern: str) -> Iterator[tuple[str, int]]:
    """Groups and marked parts that a name or pattern means, with the lines that mark them."""
    for _, region in _regions_called(document, pattern):
        yield region.name, region.tag.place.line


def _regions_called(document: Document, pattern: str) -> Iterator[tuple[Section, Region]]:
    meant, reader = ManifestTag(pattern, "", _HERE, _HERE), TagReader()
    for section in document.sections.values():
        if not section.header.is_library_file:
            regions = reader.read(section, document).regions
            yield from ((section, region) for region in regions if meant.fits([region.name]))
