"""What tags mean: in brackets at the end of a name, on a meta line, in a manifest."""

from __future__ import annotations

import re

from fleets.models.designs import Role, Source, Tag
from fleets.notation import Reading, read_systems, write_book
from fleets.tagging import tag_findings as faults
from fleets.tagging.patterns import stem_of
from fleets.tagging.tag_metas import FIRST_WORD, META, MetaReading, all_tags, is_meta, read_keyword, read_meta
from fleets.tagging.tag_values import (
    NOTHING,
    TagReading,
    carried_by,
    described,
    failed,
    folded,
    is_notation,
    lookalike,
    moved,
    place_often,
    times_and_tag,
    written,
)
from fleets.tagging.tag_words import BRACKETS, KEYWORDS, SPOKEN, in_latin, meant_by, nearest_word
from ldraw_tools.findings import Finding, Place
from ldraw_tools.reading.lines import shortened

__all__ = [
    "META",
    "MetaReading",
    "TagReading",
    "carried_by",
    "described",
    "is_meta",
    "read_meta",
    "read_name",
    "read_text",
    "written",
]

_LONGEST_BRACKET = 60
_LONGEST_SLIP = 20
# The only ordinal that is built like a notation: no weapon rolls three red dice alone.
_THIRD = "3rd"
_BRACKET = re.compile(r"\[([^\[\]]*)\]")
_OPEN_BRACKET = re.compile(r"\[([^\[\]]*)$")
# What may be a notation but may as well say version 3D or left and right.
_SHORT = re.compile(r"\d{1,2}\s*[A-Za-z]{1,2}|[BGY]{1,2}")
_PREFIX = re.compile(rf"\s*(?:0\s+)?{META}\s+", re.IGNORECASE)


def read_name(name: str, at: Place, source: Source = Source.NAME) -> TagReading:
    """The tag at the end of a name; `at` is where the name starts.

    Names have brackets for many reasons. A known word, or a text that is built like a notation, is a tag,
    and what is wrong with it an error. A word one or two letters from a tag is an error that suggests it.
    What could be a tag but means something else as well ([B], [3D], [pilot seat], [mech]) is only noted.
    Everything else ([v2], [old], [6861-1]) was never meant as one.
    """
    stem = stem_of(name)
    if opened := _OPEN_BRACKET.search(stem):
        tried = _bracket(opened[1], moved(at, opened.start(1)), source)
        if tried.tag:
            return failed(faults.BRACKET_OPEN.at(tried.tag.place, text=opened[1].strip()))
    found = list(_BRACKET.finditer(stem))
    reading = NOTHING
    if found and found[-1].end() == len(stem):
        last = found.pop()
        reading = _bracket(last[1], moved(at, last.start(1)), source)
    for bracket in found:
        earlier = _bracket(bracket[1], moved(at, bracket.start(1)), source).tag
        if earlier:
            ignored = _not_at_end(stem, earlier, reading.tag)
            return TagReading(reading.tag, (*reading.findings, ignored))
    return reading


def _not_at_end(stem: str, earlier: Tag, last: Tag | None) -> Finding:
    both = last is not None and last.role is Role.SYSTEM and earlier.role is Role.SYSTEM
    tag = f"{earlier.text} {last.text}" if last and both else earlier.text
    rest = " ".join(_BRACKET.sub(" ", stem).split())
    example = shortened(f"{rest} [{tag}]".strip(), 60)
    return faults.NOT_AT_END.at(earlier.place, text=earlier.text, example=example)


def read_text(text: str, at: Place, source: Source = Source.MANIFEST) -> TagReading:
    """A tag that nothing else can be, as a manifest has it: `2Rd`, `[rocket]`, `SHIP CAPITAL Anvil`."""
    prefix = _PREFIX.match(text)
    start = prefix.end() if prefix else len(text) - len(text.lstrip())
    inner, at = text[start:].rstrip(), moved(at, start)
    if inner.startswith("[") and inner.endswith("]"):
        inner, at = inner[1:-1], moved(at, 1)
    if known := BRACKETS.get(folded(inner)):
        return TagReading(Tag(*known, "", source, inner.strip(), at))
    first = FIRST_WORD.match(inner)
    if first and (first[3] or "").upper() in KEYWORDS:
        return read_keyword(inner, at, source)
    if (counted := times_and_tag(inner))[0] and not is_notation(inner):
        return failed(faults.UNKNOWN.at(at, text=shortened(inner), suggestion=place_often(counted, "{}")))
    # What begins with a number is a notation or a broken one, which says itself what is wrong with it.
    if inner[:1].isdigit() or is_notation(inner) or isinstance(read_systems(inner), Reading):
        return TagReading(Tag(Role.SYSTEM, inner.strip(), "", source, inner.strip(), at))
    if problem := lookalike(inner, at, BRACKETS):
        return failed(problem)
    suggestion = _suggestion(folded(inner), "{}") or all_tags()
    return failed(faults.UNKNOWN.at(at, text=shortened(inner), suggestion=suggestion))


def _bracket(text: str, at: Place, source: Source) -> TagReading:
    """What stands in brackets in a name; what isn't close to a tag was never meant as one."""
    words = folded(text)
    if not words or len(text) > _LONGEST_BRACKET or words.endswith(_THIRD):
        return NOTHING
    at = moved(at, len(text) - len(text.lstrip()))
    if known := BRACKETS.get(words):
        return TagReading(Tag(*known, "", source, text.strip(), at))
    first = words.split()[0]
    if first in (Role.SYSTEM, Role.SHIP, Role.ACE):
        return read_keyword(text.strip(), at, source)
    if is_notation(text):
        return TagReading(Tag(Role.SYSTEM, text.strip(), "", source, text.strip(), at))
    if problem := lookalike(text, at, BRACKETS):
        return failed(problem)
    counted = times_and_tag(text)
    if suggestion := _suggestion(words, "[{}]"):
        suggestion = place_often(counted, "[{}]") if counted[0] else suggestion
        return failed(faults.UNKNOWN.at(at, text=f"[{shortened(text)}]", suggestion=suggestion))
    if perhaps := counted[1] or _perhaps(text, words):
        often = f" and place it {counted[0]} times" if counted[0] else ""
        return failed(faults.NOT_TAKEN.at(at, text=shortened(text), suggestion=f"[{perhaps}]{often}"))
    if nearly := _nearly(text.strip()):
        return failed(faults.NEARLY.at(at, text=shortened(text), suggestion=f"[{nearly}]"))
    return NOTHING


def _nearly(text: str) -> str:
    """The weapon that a slip of the fingers has spoilt: two letters swapped, or one sign too many.

    Only what has a number and is a weapon then: [B1], [2x] and [2nd] mean what they say.
    """
    if len(text) > _LONGEST_SLIP or not any(letter.isdigit() for letter in text):
        return ""
    places = range(len(text) - 1)
    swapped = (text[:i] + text[i + 1] + text[i] + text[i + 2 :] for i in places)
    extra = (
        i for i, sign in enumerate(text) if not sign.isalnum() or sign in "xX" or sign in text[i + 1 : i + 2]
    )
    dropped = (text[:i] + text[i + 1 :] for i in extra)
    for way in (*swapped, *dropped):
        read = read_systems(way) if is_notation(way) else None
        if isinstance(read, Reading) and any(dice.range for dice in read.pool):
            return write_book(read.pool, read.vocabulary)
    return ""


def _perhaps(text: str, words: str) -> str:
    """The tag that a text with another meaning of its own might be after all."""
    first = words.split()[0]
    if first in BRACKETS:
        return first
    if meant := meant_by(words):
        return meant
    if _SHORT.fullmatch(text.strip()) and isinstance(read := read_systems(text), Reading):
        return write_book(read.pool, read.vocabulary)
    return ""


def _suggestion(words: str, style: str) -> str:
    if spoken := SPOKEN.get(words):
        return f"Did you mean {style.format(spoken)}?"
    if words.split()[:1] in ([word] for word in BRACKETS):
        return ""
    near = nearest_word(in_latin(words), (*BRACKETS, "system"))
    if near == "system":
        return f"Write a system by its dice: {style.format('2Rd')}."
    return f"Did you mean {style.format(near)}?" if near else ""
