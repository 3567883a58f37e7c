"""Parts of a file that are not a submodel: a group, lines, a step; and which lines say so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from fleets.tagging.file_tags import TagReader
from fleets.tagging.name_patterns import ManifestTag
from ldraw_tools.findings import BrickyardError, Place, count_of
from ldraw_tools.reading.contents import DRAWN, EditorGroup
from ldraw_tools.reading.document import Document, Section
from ldraw_tools.records import record

_LINES = re.compile(r"lines?\s+(\d{1,9})(?:\s*(?:-|–|to)\s*(\d{1,9}))?", re.IGNORECASE)
_STEP = re.compile(r"step\s+(\d{1,6})", re.IGNORECASE)
_HERE = Place("")
# The lines in which editors write the name of a group.
_NAMED = (
    r"(\s*0\s+MLCAD\s+BTG\s+){}(\s*)",
    r"(\s*0\s+GROUP\s+\d+\s+){}(\s*)",
    r"(\s*0\s+!LDCAD\s+GROUP_DEF\s.*\[name=){}(\].*)",
)
_MOST_STEPS = 40


@record
class Selection:
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

    @property
    def stands_together(self) -> bool:
        """Whether nothing else is drawn between its first line and its last."""
        drawn = set(_drawn(self.section, range(self.members[0], self.members[-1] + 1)))
        return drawn <= set(self.members)

    def renamed(self, name: str) -> dict[int, str]:
        """Every line that says the group's name, with another; none for LeoCAD's, which stand together."""
        found: dict[int, str] = {}
        ways = [re.compile(way.format(re.escape(self.group)), re.IGNORECASE) for way in _NAMED]
        for number, line in enumerate(self.section.lines, self.section.start):
            said = next((match for way in ways if (match := way.fullmatch(line))), None)
            if said:
                found[number] = f"{said[1]}{name}{said[2]}".rstrip("\r")
        return found


def selected(document: Document, text: str) -> list[Selection]:
    """What a text means: the groups that a name or pattern fits, `lines 40-52`, or `step 7` of the model."""
    meant = ManifestTag(text, "", _HERE, _HERE)
    groups = [
        Selection(section, members, group.name)
        for section, group in _groups(document)
        if meant.fits([group.name]) and (members := _drawn(section, group.members))
    ]
    if groups:
        return groups
    if lines := _LINES.fullmatch(text.strip()):
        return [_lines(document, int(lines[1]), int(lines[2] or lines[1]))]
    if step := _STEP.fullmatch(text.strip()):
        return [_step(document, int(step[1]))]
    return []


def selectable(document: Document) -> Iterator[tuple[str, str]]:
    """Groups that have no tag, and the steps of a file without submodels, each with what it is."""
    reader = TagReader()
    for section, group in _groups(document):
        marked = {region.members for region in reader.read(section, document).regions}
        members = _drawn(section, group.members)
        if members and members not in marked:
            yield group.name, f"no tag: a group of {count_of(len(members), 'part')}"
    main = document.main.contents
    models = sum(not section.header.is_library_file for section in document.sections.values())
    last = main.step_of(len(main) - 1) if models == 1 and len(main) else 0
    tagged = {member for region in reader.read(document.main, document).regions for member in region.members}
    for number in range(1, min(last, _MOST_STEPS) + 1 if last > 1 else 0):
        step = _step(document, number)
        if tagged.issuperset(step.members):
            continue
        lines = f"lines {step.first_line}-{step.last_line}"
        yield f"step {number}", f"{lines}, {count_of(len(step.members), 'part')}"


def _groups(document: Document) -> Iterator[tuple[Section, EditorGroup]]:
    for section in document.sections.values():
        if not section.header.is_library_file:
            yield from ((section, group) for group in section.contents.groups)


def _drawn(section: Section, members: Iterable[int]) -> tuple[int, ...]:
    uses = section.contents.uses
    return tuple(sorted(index for index in members if uses[index] & DRAWN))


def _lines(document: Document, first: int, last: int) -> Selection:
    found = []
    for section in document.sections.values():
        lines = section.contents.lines
        if members := _drawn(section, [i for i, line in enumerate(lines) if first <= line <= last]):
            found.append(Selection(section, members))
    if len(found) != 1:
        why = "they are of several submodels" if found else "no part is placed there"
        raise BrickyardError(f"{document.name}: lines {first}-{last} can't be one system: {why}")
    return found[0]


def _step(document: Document, number: int) -> Selection:
    section, contents = document.main, document.main.contents
    members = _drawn(section, [i for i in range(len(contents)) if contents.step_of(i) == number])
    if not members:
        last = contents.step_of(len(contents) - 1) if len(contents) else 0
        raise BrickyardError(f"{document.name}: no step {number}; it has {count_of(last, 'step')}")
    return Selection(section, members)
