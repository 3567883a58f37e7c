"""Tags written into a file or taken out of it: the lines that say them, and not another byte."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from catalog.vocabulary import GAMES
from fleets.notation.notation_reading import Games
from fleets.tagging.editors import how_to_begin
from fleets.tagging.equipment_words import ManifestTag, names_of, nearest_name, title_of
from fleets.tagging.file_tags import TagReader
from fleets.tagging.marking import PartMarks, marked_parts, put_before
from fleets.tagging.selections import selected
from fleets.tagging.tag_reading import META, is_meta, read_meta, without_tag
from fleets.tagging.tag_values import described, written
from fleets.tagging.wanted_tags import ELSEWHERE, RetagError, is_none, tag_for
from ldraw_tools.findings import Place
from ldraw_tools.names import key_of
from ldraw_tools.phrases import about_file, join_texts, say
from ldraw_tools.reading.contents import UnreadMeta
from ldraw_tools.reading.document import Document, Section, parse
from ldraw_tools.reading.encodings import Text
from ldraw_tools.reading.lines import shortened

_NOWHERE = Place("")
# A reference, as editors hide it too; or a line that says what its file is called.
REFERENCE = re.compile(r"\s*(?:0\s+(?:!:|GHOST|MLCAD\s+HIDE)\s+)?1\s+(?:\S+\s+){13}(?=\S)")
OWN_NAME = re.compile(r"\s*0\s+(?:FILE|Name:)\s+(?=\S)", re.IGNORECASE)
_HEADER = re.compile(
    r"0\s+(?:Name:|Author:|!?LDRAW_ORG|!LICENSE|!HELP|!CATEGORY|!KEYWORDS|!HISTORY|!CMDLINE|!THEME|BFC)(?:\s|$)"
)
_HERE = Place("", 1, 1)


@dataclass
class Untagging:
    """Which lines change (None: the line is removed), and the new names of submodels."""

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


def _meta_lines(section: Section) -> Iterator[int]:
    for mark in section.contents.marks:
        if is_meta(mark.text) and read_meta(mark.text, _NOWHERE).verb == "":
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
        said = REFERENCE.match(line) or OWN_NAME.match(line)
        name = line[said.end() :].rstrip() if said else ""
        new = names.get(key_of(name)) if name else None
        if said and new is not None:
            yield number, line[: said.end()] + new + line[said.end() + len(name) :]


def with_tags(document: Document, tags: Mapping[str, str], games: Games = GAMES, name: str = "") -> Text:
    """The document's text with a tag in each submodel that a name or pattern means, the last one winning.

    `none` takes the tag away. `name` is what the file will be called, which may have a tag too.
    """
    lines: dict[str, str | None] = {}
    marks = PartMarks(document, games)
    for pattern, text in tags.items():
        fitting = sections_meant(document, pattern, or_marked=True)
        if not fitting:
            marks.change(pattern, text)
            continue
        if is_none(text):
            _refuse_untagged(document, pattern, fitting)
            lines.update(dict.fromkeys(fitting))
        else:
            lines.update(dict.fromkeys(fitting, f"0 {META} {written(tag_for(text, document, games))}"))
    bare = untagged(document, [key for key, line in lines.items() if line is None])
    _refuse_taken_names(document, bare.names)
    before, instead = marks.before, {**bare.lines, **marks.instead}
    for key, line in lines.items():
        section = document.sections[key]
        if line is None:
            continue
        if number := _present(section):
            instead[number] = line
        else:
            put_before(before, section.start + _after_header(section), line, is_first=True)
    after = document.text.with_lines(before, instead)
    _refuse_tagged(after, name or document.name, [key for key, line in lines.items() if line is None], bare)
    return after


def _refuse_untagged(document: Document, pattern: str, keys: list[str]) -> None:
    reader = TagReader()
    found = [reader.read(document.sections[key], document) for key in keys]
    if any(tags.tag for tags in found):
        return
    if untagged(document, keys).lines:
        # A tag that can't be read can be removed all the same.
        return
    marked = next((region.tag.place.line for tags in found for region in tags.regions), 0)
    where = say("line {line} marks parts of it: delete that tag there", line=marked) if marked else ELSEWHERE
    why = say("“{name}” has no tag in the file; {where}", name=shortened(pattern, 60), where=where)
    raise RetagError(about_file(document.name, why))


def _refuse_taken_names(document: Document, names: Mapping[str, str]) -> None:
    taken = {
        *document.sections,
        *(key for section in document.sections.values() for key in section.contents.keys),
    }
    for key, bare in names.items():
        if key_of(bare) in taken:
            why = say(
                "without its tag “{name}” would be “{bare}”, which exists already; rename one of them first",
                name=shortened(document.sections[key].name, 60),
                bare=shortened(bare, 60),
            )
            raise RetagError(about_file(document.name, why))
        taken.add(key_of(bare))


def _refuse_tagged(text: Text, name: str, keys: list[str], bare: Untagging) -> None:
    """Only the name of the file itself is out of reach."""
    if not keys:
        return
    written_anew = parse(text.encode(), name)
    for key in keys:
        section = written_anew.sections.get(key_of(bare.names.get(key, key)), written_anew.main)
        tag = TagReader().read(section, written_anew).tag
        if tag:
            why = say("the tag {tag} is in the file's own name; rename the file", tag=described(tag))
            raise RetagError(about_file(name, why))


def sections_meant(document: Document, pattern: str, *, or_marked: bool = False) -> list[str]:
    """The submodels of that name; none if it means other parts, tagged ones only with `or_marked`."""
    meant = ManifestTag(pattern, "", _HERE, _HERE)
    models = {
        key: section
        for key, section in document.sections.items()
        if meant.means_parts or not section.header.is_library_file
    }
    fitting = [key for key, section in models.items() if meant.fits(names_of(section, document), document)]
    if fitting:
        return fitting
    for _, line in marked_parts(document, pattern):
        if or_marked:
            return []
        why = say(
            "“{name}” is not a submodel but parts that line {line} marks; change or delete the tag there",
            name=shortened(pattern, 60),
            line=line,
        )
        raise RetagError(about_file(document.name, why))
    if selected(document, pattern):
        return []
    names = [*(section.name for section in models.values()), *_groups_in(document)]
    close = nearest_name(pattern, names)
    if close:
        hint: str = say("did you mean “{name}”?", name=shortened(close, 60))
    elif len(models) == 1 and not any(_groups_in(document)):
        hint = how_to_begin(document, shortened(pattern, 60))
    else:
        hint = say("it has {names}", names=_listed(models, _groups_in(document)))
    why = say("no submodel is called “{name}”; {hint}", name=shortened(pattern, 60), hint=hint)
    raise RetagError(about_file(document.name, why))


def _groups_in(document: Document) -> Iterator[str]:
    for section in document.sections.values():
        yield from (group.name for group in section.contents.groups)


def _listed(models: Mapping[str, Section], groups: Iterable[str]) -> str:
    names = [say("“{text}”", text=shortened(section.name)) for section in models.values()]
    names += [say("the group “{name}”", name=shortened(name)) for name in groups]
    return join_texts([*names[:5], *(["…"] if len(names) > 5 else [])])


def _present(section: Section) -> int:
    """The line with the tag the section has already, or 0."""
    marks = [mark for mark in section.contents.marks if is_meta(mark.text) and _is_for_all(mark)]
    if len(marks) > 1:
        first, second = (mark.line for mark in marks[:2])
        told = {"name": shortened(section.name), "first": first, "second": second}
        why = say("“{name}” has tags at lines {first} and {second}; delete one first", **told)
        raise RetagError(about_file(section.place.file, why))
    return marks[0].line if marks else 0


def _is_for_all(mark: UnreadMeta) -> bool:
    return read_meta(mark.text, _HERE).verb == ""


def _after_header(section: Section) -> int:
    """How many lines of a section are its header: a tag before the title would take its place."""
    after = 0
    has_title = bool(title_of(section))
    for index, line in enumerate(section.lines):
        text = line.strip()
        if not text:
            continue
        if not (has_title or _HEADER.match(text)):
            break
        has_title, after = False, index + 1
    return after
