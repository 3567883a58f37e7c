"""A tag that somebody asks for: what it means, and whether it can be written."""

from __future__ import annotations

from fleets.models.model_units import Role, Tag
from fleets.notation.notation_reading import Games
from fleets.tagging.tag_reading import META, read_meta, read_text
from fleets.tagging.tag_values import carried_by, is_notation, written
from ldraw_tools.findings import BrickyardError, Finding, Place, Severity
from ldraw_tools.phrases import about_file, join_texts, say
from ldraw_tools.reading.document import Document
from ldraw_tools.reading.lines import shortened

_HERE = Place("", 1, 1)
_NONE = "none"
ELSEWHERE = say("if the tag is in a manifest, remove it there, under tags:")


class RetagError(BrickyardError):
    """A submodel that doesn't exist, or a tag that isn't valid; nothing was written."""


def is_none(text: str) -> bool:
    return text.strip().lower() == _NONE


def tag_for(text: str, document: Document, games: Games) -> Tag:
    """The tag a text means, if it can be read back from where it will be written."""
    first, _, label = text.strip().partition(" ")
    # `1Y mast`: a notation and a name.
    is_named = bool(label.strip()) and is_notation(first) and not is_notation(text)
    reading = read_text(f"{Role.SYSTEM.upper()} {text.strip()}" if is_named else text, _HERE)
    said = list(reading.findings)
    if reading.tag:
        said += carried_by(reading.tag, games)[1]
    for finding in said:
        if finding.severity is Severity.ERROR:
            raise RetagError(_refusal(text, finding))
    assert reading.tag is not None
    line = f"{META} {written(reading.tag)}"
    again = read_meta(line, _HERE).reading.tag
    same = again and (again.role, again.value, again.label) == content_of(reading.tag)
    if not same or not line.isprintable():
        raise RetagError(
            say("“{text}” can't be written on one line and read back unchanged", text=shortened(text, 60))
        )
    try:
        line.encode(document.text.encoding)
    except UnicodeEncodeError as error:
        told = {"letter": line[error.start], "encoding": document.text.encoding}
        why = say("“{letter}” can't be written in the file's encoding, {encoding}", **told)
        raise RetagError(about_file(document.name, why)) from error
    return reading.tag


def content_of(tag: Tag) -> tuple[object, str, str]:
    return (tag.role, tag.value, tag.label)


def _refusal(text: str, finding: Finding) -> str:
    column = finding.place.column
    at = say(" at character {column}", column=column) if column > 1 else ""
    why = say("“{text}”{at}: {message}.", text=shortened(text, 60), at=at, message=finding.message)
    return join_texts(filter(None, (why, finding.fix)), " ")
