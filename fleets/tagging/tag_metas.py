"""Meta lines: a word in capitals, its value if it needs one, and a name."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from fleets.models.designs import Role, Source, Tag
from fleets.tagging import tag_findings as faults
from fleets.tagging.tag_values import (
    GOES_ON,
    NOTHING,
    TagReading,
    described,
    failed,
    folded,
    is_notation,
    lookalike,
    moved,
    place_often,
    times_and_tag,
    times_in_label,
    written,
)
from fleets.tagging.tag_words import (
    ACE_COLOURS,
    BRACKETS,
    KEYWORDS,
    PLAIN,
    SHIP_CLASSES,
    in_latin,
    meant_by,
    nearest_word,
)
from ldraw_tools.findings import Finding, Place
from ldraw_tools.reading.lines import shortened

META = "!MFZ"
FIRST_WORD = re.compile(r'\s*(?:"([^"]*)"|“([^”]*)”|(\S+))\s*')


@dataclass(frozen=True, slots=True)
class MetaReading:
    """One `0 !MFZ` line: BEGIN, END, or nothing before a tag for the whole file."""

    verb: str
    reading: TagReading


def is_meta(text: str) -> bool:
    """Whether a meta line is one of ours."""
    return text.split(None, 1)[0].upper() == META if text.strip() else False


def read_meta(text: str, at: Place) -> MetaReading:
    """A meta line from its `!MFZ` on; `at` is where that starts."""
    rest = text[len(META) :]
    first = FIRST_WORD.match(rest)
    if not first:
        choices = "0 !MFZ SYSTEM 2Rd"
        return MetaReading("", failed(faults.NO_VALUE.at(at, word=META, what="tag it is", choices=choices)))
    at = moved(at, len(META))
    verb = (first[3] or "").upper()
    if verb == "END":
        return MetaReading("END", NOTHING)
    if verb == "BEGIN":
        inner = rest[first.end() :]
        if not inner.strip():
            problem = faults.NO_VALUE.at(at, word=verb, what="tag it is", choices="0 !MFZ BEGIN SYSTEM 2Rd")
            return MetaReading(verb, failed(problem))
        return MetaReading(verb, read_keyword(inner, moved(at, first.end()), Source.META))
    return MetaReading("", read_keyword(rest, at, Source.META))


def read_keyword(text: str, at: Place, source: Source) -> TagReading:
    """A word in capitals, its value if it needs one, and a name."""
    first = FIRST_WORD.match(text)
    assert first is not None
    word, start = first[3] or "", first.start(3)
    at, rest, after = moved(at, max(start, 0)), text[first.end() :].rstrip(), first.end() - max(start, 0)
    role = next((role for role in Role if role.upper() == word.upper()), None)
    if role is None:
        return failed(_unknown_keyword(text.strip(), word, at))
    if role in PLAIN:
        return _named(Tag(role, "", _unquoted(rest), source, text.strip(), at), rest)
    return _with_value(role, rest, moved(at, after), source, text.strip())


def _with_value(role: Role, rest: str, at: Place, source: Source, text: str) -> TagReading:
    first = FIRST_WORD.match(rest)
    if not first:
        what = {Role.SYSTEM: "system", Role.SHIP: "class", Role.ACE: "colour"}[role]
        return failed(faults.NO_VALUE.at(at, word=role.upper(), what=what, choices=_choices(role, source)))
    if rest[:1] in ('"', "“") and first[3]:
        return failed(faults.QUOTE_OPEN.at(at, text=shortened(rest[1:]), example='SYSTEM "2Ra & d8"'))
    value = next(part for part in first.groups() if part is not None).strip()
    label = _unquoted(rest[first.end() :])
    tag = Tag(role, value, label, source, text, moved(at, first.start(3) if first[3] else 1))
    if role is not Role.SYSTEM:
        return _with_word(tag, SHIP_CLASSES if role is Role.SHIP else tuple(ACE_COLOURS))
    if not first[3] or not GOES_ON.match(label):
        return _named(tag, rest[first.end() :])
    values = {"value": shortened(value), "label": shortened(label), "example": _in_quotes(rest)}
    return TagReading(tag, (faults.LABEL_LIKE_NOTATION.at(tag.place, **values),))


def _named(tag: Tag, name: str) -> TagReading:
    """A name that is a number of pieces; in quotes it is a name all the same."""
    count = times_in_label(tag)
    if not count or name.lstrip()[:1] in ('"', "“"):
        return TagReading(tag)
    values = {"text": shortened(tag.text), "what": tag.role, "count": count, "label": shortened(tag.label)}
    return TagReading(tag, (faults.COUNTED.at(tag.place, **values),))


def _with_word(tag: Tag, known: tuple[str, ...]) -> TagReading:
    """A ship's class or an ace's colour."""
    if tag.value.lower() in known:
        return TagReading(replace(tag, value=tag.value.lower()))
    if problem := lookalike(tag.value, tag.place, known):
        return failed(problem)
    near = nearest_word(in_latin(tag.value), known) or known[0]
    values = {
        "value": shortened(tag.value),
        "what": "ship's class" if tag.role is Role.SHIP else "ace's colour",
        "nearest": _shown(replace(tag, value=near, label="")),
    }
    return failed(faults.UNKNOWN_VALUE.at(tag.place, **values, choices=_choices(tag.role, tag.source)))


def _in_quotes(text: str) -> str:
    """A notation and a name, with the quotes where they belong."""
    words = text.split()
    ends = [n for n in range(1, min(len(words), 9) + 1) if is_notation(" ".join(words[:n]))]
    end = ends[-1] if ends else len(words)
    return shortened(" ".join(["SYSTEM", f'"{" ".join(words[:end])}"', *words[end:]]), 60)


def _unknown_keyword(text: str, word: str, at: Place) -> Finding:
    problem = lookalike(word, at, (*KEYWORDS, "BEGIN", "END"))
    if problem:
        return problem
    times, one = times_and_tag(text)
    tag = one or text
    if (known := BRACKETS.get(folded(tag))) or is_notation(tag):
        line = written(Tag(*(known or (Role.SYSTEM, tag)), "", Source.META, tag, at))
        suggestion = place_often((times, line), "{}") if times else f"Write {line}."
    else:
        near = nearest_word(word, (*KEYWORDS, "BEGIN"))
        meant = meant_by(word).upper()
        suggestion = f"Did you mean {near or meant}?" if near or meant else all_tags()
    return faults.UNKNOWN.at(at, text=shortened(text), suggestion=suggestion)


def all_tags() -> str:
    words = [word for word in BRACKETS if not word.startswith("ship ")]
    return f"Tags are notations such as 2Rd and the words {', '.join(words)}."


def _choices(role: Role, source: Source) -> str:
    values = {Role.SYSTEM: ("2Rd", "2Ra & d8"), Role.SHIP: SHIP_CLASSES, Role.ACE: tuple(ACE_COLOURS)}[role]
    return " or ".join(_shown(Tag(role, value, "", source, "", Place(""))) for value in values)


def _shown(tag: Tag) -> str:
    """The tag in the way that was used to write it."""
    return described(tag) if tag.source in (Source.NAME, Source.GROUP) else written(tag)


def _unquoted(text: str) -> str:
    text = text.strip()
    quoted = FIRST_WORD.fullmatch(text)
    return (quoted[1] or quoted[2] or text).strip() if quoted else text
