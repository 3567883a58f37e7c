"""Parts of a file that are not a submodel: a group, lines, a step; and which lines say so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from fleets.tagging.equipment_words import ManifestTag
from fleets.tagging.file_tags import TagReader
from ldraw_tools.findings import BrickyardError, Place, count_of
from ldraw_tools.phrases import about_file, say
from ldraw_tools.reading.contents import DRAWN, EditorGroup
from ldraw_tools.reading.document import Document, Section

_SPAN = r"\d{1,9}(?:\s*(?:-|–|to)\s*\d{1,9})?"
_LINES = re.compile(rf"lines?\s+({_SPAN}(?:\s*,\s*{_SPAN})*)", re.IGNORECASE)
_STEP = re.compile(r"step\s+(\d{1,6})", re.IGNORECASE)
_HERE = Place("")
# The lines in which editors write the name of a group.
_NAMED = (
    r"(\s*0\s+MLCAD\s+BTG\s+){}(\s*)",
    r"(\s*0\s+GROUP\s+\d+\s+){}(\s*)",
    r"(\s*0\s+!LDCAD\s+GROUP_DEF\s.*\[name=){}(\].*)",
)
_LEOCAD = r"(\s*0\s+!LEOCAD\s+GROUP\s+BEGIN\s+){}(\s*)"
_MOST_STEPS = 40


class Selection(NamedTuple):
    """References of one section. `group` is the name of the group that they are, if they are one."""

    section: Section
    members: tuple[int, ...]
    group: str = ""

    @property
    def first_line(self) -> int:
        return self.section.contents.lines[self.members[0]]

    @property
    def last_line(self) -> int:
        return self.section.contents.lines[self.members[-1]]

    def to_be_moved(self) -> list[int]:
        """The lines that must move down to the last of them, so that all stand together."""
        contents, chosen = self.section.contents, set(self.members)
        for place in range(self.members[-1], self.members[0] - 1, -1):
            if place not in chosen and contents.uses[place] & DRAWN:
                return [contents.lines[member] for member in self.members if member < place]
        return []

    @property
    def stands_together(self) -> bool:
        """Whether nothing else is drawn between its first line and its last."""
        drawn = set(_drawn(self.section, range(self.members[0], self.members[-1] + 1)))
        return drawn <= set(self.members)


def renamed(section: Section, group: EditorGroup, name: str) -> dict[int, str]:
    """Every line that says the group's name, with another; LeoCAD may have other groups of that name."""
    found: dict[int, str] = {}
    ways = [re.compile(way.format(re.escape(group.name)), re.IGNORECASE) for way in (*_NAMED, _LEOCAD)]
    for number, line in enumerate(section.lines, section.start):
        *others, leocad = (way.fullmatch(line) for way in ways)
        said = next(filter(None, others), leocad if number == group.line else None)
        if said:
            found[number] = f"{said[1]}{name}{said[2]}".rstrip("\r")
    return found


def selected(document: Document, text: str) -> list[Selection]:
    """What a text means: the groups that a name or pattern fits, `lines 40-52, 60`, or `step 7` of it."""
    if groups := groups_called(document, text):
        return groups
    if lines := _LINES.fullmatch(text.strip()):
        return [_lines(document, [_span(one) for one in lines[1].split(",")])]
    if step := _STEP.fullmatch(text.strip()):
        return [_step(document, int(step[1]))]
    return []


def groups_called(document: Document, text: str) -> list[Selection]:
    """Those of the whole name; else those that have it without a tag."""
    meant = ManifestTag(text, "", _HERE, _HERE)
    found = [
        Selection(section, members, group.name)
        for section in document.sections.values()
        if not section.header.is_library_file
        for group in section.contents.groups
        if meant.fits([group.name]) and (members := _drawn(section, group.members))
    ]
    return found if found or meant.plain == meant else groups_called(document, meant.plain.pattern)


def selectable(document: Document) -> Iterator[tuple[str, str]]:
    """Groups that have no tag, and the steps of a file without submodels, each with what it is."""
    reader = TagReader()
    models = [section for section in document.sections.values() if not section.header.is_library_file]
    for section in models:
        if not section.contents.groups:
            continue
        marked = {region.members for region in reader.read(section, document).regions}
        for group in section.contents.groups:
            members = _drawn(section, group.members)
            if members and members not in marked:
                yield group.name, say("no tag: a group of {parts}", parts=count_of(len(members), "part"))
    steps = _steps(document.main) if len(models) == 1 else {}
    if len(steps) < 2:
        return
    tagged = {member for region in reader.read(document.main, document).regions for member in region.members}
    untagged = [(number, placed) for number, placed in steps.items() if not tagged.issuperset(placed)]
    for number, placed in untagged[:_MOST_STEPS]:
        step = Selection(document.main, tuple(placed))
        lines, parts = _called(step.first_line, step.last_line), count_of(len(placed), "part")
        yield f"step {number}", say("{lines}, {parts}", lines=lines, parts=parts)
    if len(untagged) > _MOST_STEPS:
        yield "…", say("and {steps}", steps=count_of(len(untagged) - _MOST_STEPS, "more step"))


def _steps(section: Section) -> dict[int, list[int]]:
    """What each step places, by its number; steps that draw nothing are left out."""
    found: dict[int, list[int]] = {}
    for member in _drawn(section, range(len(section.contents))):
        found.setdefault(section.contents.step_of(member), []).append(member)
    return found


def lines_called(section: Section, members: Sequence[int]) -> str:
    """`lines 40-52, 60`: what means these references, which are in order."""
    lines, spans = section.contents.lines, []
    for _, run in groupby(enumerate(members), lambda pair: pair[1] - pair[0]):
        first, *_, last = [lines[member] for _, member in run] * 2
        spans.append(f"{first}-{last}" if last > first else f"{first}")
    return f"lines {', '.join(spans)}"


def _called(first: int, last: int) -> str:
    return (
        say("lines {first}-{last}", first=first, last=last)
        if last > first
        else say("line {first}", first=first)
    )


def _drawn(section: Section, members: Iterable[int]) -> tuple[int, ...]:
    uses = section.contents.uses
    return tuple(sorted(index for index in members if uses[index] & DRAWN))


def _span(text: str) -> tuple[int, int]:
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    return numbers[0], numbers[-1]


def _lines(document: Document, spans: list[tuple[int, int]]) -> Selection:
    for first, last in spans:
        if first > last:
            told = {"first": first, "last": last}
            why = say("lines {first}-{last}: the numbers are reversed; write lines {last}-{first}", **told)
            raise BrickyardError(about_file(document.name, why))
    found = []
    for section in document.sections.values():
        lines = enumerate(section.contents.lines)
        chosen = [i for i, line in lines if any(first <= line <= last for first, last in spans)]
        if members := _drawn(section, chosen):
            found.append(Selection(section, members))
    if len(found) != 1:
        why = say("they are of several submodels") if found else say("no part is placed there")
        named = _called(*spans[0]) if len(spans) == 1 else say("these lines")
        why = say("{lines} can't be one system: {why}", lines=named, why=why)
        raise BrickyardError(about_file(document.name, why))
    return found[0]


def _step(document: Document, number: int) -> Selection:
    section, contents = document.main, document.main.contents
    members = _drawn(section, [i for i in range(len(contents)) if contents.step_of(i) == number])
    if not members:
        last = contents.step_of(len(contents) - 1) if len(contents) else 0
        why = say("no step {number}; it has {steps}", number=number, steps=count_of(last, "step"))
        raise BrickyardError(about_file(document.name, why))
    return Selection(section, members)
