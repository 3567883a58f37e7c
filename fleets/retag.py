"""Tags written into a file: one meta line in each submodel named, and not another byte."""

from __future__ import annotations

import re
from collections.abc import Mapping

from catalog.suggestions import nearest
from fleets.designs import Tag
from fleets.notation.reading import Games
from fleets.patterns import ManifestTag, names_of, title_of
from fleets.tags import META, carried_by, is_meta, read_meta, read_text, written
from fleets.vocabulary import GAMES
from ldraw_tools.contents import Mark
from ldraw_tools.diagnostics import BrickyardError, Diagnostic, Place, Severity
from ldraw_tools.document import Document, Section
from ldraw_tools.lines import shortened
from ldraw_tools.text import Text

_HEADER = re.compile(
    r"0\s+(?:Name:|Author:|!?LDRAW_ORG|!LICENSE|!HELP|!CATEGORY|!KEYWORDS|!HISTORY|!CMDLINE|!THEME|BFC)(?:\s|$)"
)
_HERE = Place("", 1, 1)


class RetagError(BrickyardError):
    """A submodel that isn't there, or a tag that is none; nothing was written."""


def with_tags(document: Document, tags: Mapping[str, str], games: Games = GAMES) -> Text:
    """The document's text with a tag in each submodel that a name or pattern means, the last one winning."""
    lines: dict[str, str] = {}
    for pattern, text in tags.items():
        line = f"0 {META} {written(_tag(text, document, games))}"
        lines.update(dict.fromkeys(_sections(document, pattern), line))
    before: dict[int, str] = {}
    instead: dict[int, str] = {}
    for key, line in lines.items():
        section = document.sections[key]
        number = _present(section)
        if number:
            instead[number] = line
        else:
            before[section.start + _after_header(section)] = line
    return document.text.with_lines(before, instead)


def _sections(document: Document, pattern: str) -> list[str]:
    meant = ManifestTag(pattern, "", _HERE, _HERE)
    models = {
        key: section
        for key, section in document.sections.items()
        if meant.means_parts or not section.header.is_library_file
    }
    fitting = [key for key, section in models.items() if meant.fits(names_of(section, document))]
    if fitting:
        return fitting
    close = nearest(pattern, [section.name for section in models.values()])
    hint = f"did you mean “{shortened(close, 60)}”?" if close else f"it has {_listed(models)}"
    raise RetagError(f"{document.name}: no submodel is called “{shortened(pattern, 60)}”; {hint}")


def _listed(models: Mapping[str, Section]) -> str:
    names = [f"“{shortened(section.name)}”" for section in models.values()]
    return ", ".join(names[:5]) + (", …" if len(names) > 5 else "")


def _tag(text: str, document: Document, games: Games) -> Tag:
    """The tag a text means, if it can be read back from where it will be written."""
    reading = read_text(text, _HERE)
    said = list(reading.findings)
    if reading.tag:
        said += carried_by(reading.tag, games)[1]
    for finding in said:
        if finding.severity is Severity.ERROR:
            raise RetagError(_refusal(text, finding))
    assert reading.tag is not None
    line = f"{META} {written(reading.tag)}"
    again = read_meta(line, _HERE).reading.tag
    same = again and (again.role, again.value, again.label) == _content(reading.tag)
    if not same or not line.isprintable():
        raise RetagError(f"“{shortened(text, 60)}” can't be written on one line that reads the same again")
    try:
        line.encode(document.text.encoding)
    except UnicodeEncodeError as error:
        letter, encoding = line[error.start], document.text.encoding
        raise RetagError(
            f"{document.name}: “{letter}” can't be written in the file's encoding, {encoding}"
        ) from error
    return reading.tag


def _content(tag: Tag) -> tuple[object, str, str]:
    return (tag.role, tag.value, tag.label)


def _refusal(text: str, finding: Diagnostic) -> str:
    at = f" at character {finding.place.column}" if finding.place.column > 1 else ""
    return f"“{shortened(text, 60)}”{at}: {finding.message}. {finding.fix}".rstrip()


def _present(section: Section) -> int:
    """The line with the tag the section has already, or 0."""
    marks = [mark for mark in section.contents.marks if is_meta(mark.text) and _is_for_all(mark)]
    if len(marks) > 1:
        first, second = (mark.line for mark in marks[:2])
        raise RetagError(
            f"{section.place.file}: “{shortened(section.name)}” has tags at lines {first} and {second};"
            " delete one first"
        )
    return marks[0].line if marks else 0


def _is_for_all(mark: Mark) -> bool:
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
