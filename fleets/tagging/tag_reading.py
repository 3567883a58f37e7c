"""Tags read: in brackets at the end of a name, on a meta line, in a manifest."""

from __future__ import annotations

import re
from typing import NamedTuple

from catalog.vocabulary import GAMES
from fleets.models.model_units import Role, Tag, TagSource
from fleets.notation import Reading, letter_hints, read_systems, write_book
from fleets.tagging import tag_findings
from fleets.tagging.tag_values import (
    ACE_COLOURS,
    BRACKETS,
    GOES_ON,
    KEYWORDS,
    NOTHING,
    PLAIN,
    SHIP_CLASSES,
    SPOKEN,
    TagReading,
    described,
    failed,
    folded,
    in_latin,
    is_notation,
    lookalike,
    meant_by,
    moved,
    nearest_word,
    place_often,
    times_and_tag,
    times_in_label,
    written,
)
from ldraw_tools.findings import Finding, Place, listed
from ldraw_tools.names import did_you_mean, nearest, stem_of
from ldraw_tools.phrases import join_texts, say
from ldraw_tools.reading.lines import shortened

META = "!MFZ"
FIRST_WORD = re.compile(r'\s*(?:"([^"]*)"|“([^”]*)”|(\S+))\s*')
_LONGEST_BRACKET = 60
_LONGEST_SLIP = 20
# The only ordinal that is built like a notation: no weapon rolls three red dice alone.
_THIRD = "3rd"
_BRACKET = re.compile(r"\[([^\[\]]*)\]")
_OPEN_BRACKET = re.compile(r"\[([^\[\]]*)$")
# What may be a notation but may as well say version 3D or left and right.
_SHORT = re.compile(r"\d{1,2}\s*[A-Za-z]{1,2}|[BGY]{1,2}")
# A system that gives a single die may be written without its number.
_ONE_DIE = frozenset("BYG")
_PREFIX = re.compile(rf"\s*(?:0\s+)?{META}\s+", re.IGNORECASE)


class MetaReading(NamedTuple):
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
        return MetaReading(
            "", failed(tag_findings.NO_VALUE.at(at, word=META, what="tag it is", choices=choices))
        )
    at = moved(at, len(META))
    verb = (first[3] or "").upper()
    if verb == "END":
        return MetaReading("END", NOTHING)
    if verb == "BEGIN":
        inner = rest[first.end() :]
        if not inner.strip():
            problem = tag_findings.NO_VALUE.at(
                at, word=verb, what="tag it is", choices="0 !MFZ BEGIN SYSTEM 2Rd"
            )
            return MetaReading(verb, failed(problem))
        return MetaReading(verb, read_keyword(inner, moved(at, first.end()), TagSource.META))
    return MetaReading("", read_keyword(rest, at, TagSource.META))


def read_keyword(text: str, at: Place, source: TagSource) -> TagReading:
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


def _with_value(role: Role, rest: str, at: Place, source: TagSource, text: str) -> TagReading:
    first = FIRST_WORD.match(rest)
    if not first:
        what = {Role.SYSTEM: "system", Role.SHIP: "class", Role.ACE: "colour"}[role]
        return failed(
            tag_findings.NO_VALUE.at(at, word=role.upper(), what=what, choices=_choices(role, source))
        )
    if rest[:1] in ('"', "“") and first[3]:
        return failed(tag_findings.QUOTE_OPEN.at(at, text=shortened(rest[1:]), example='SYSTEM "2Ra & d8"'))
    value = next(part for part in first.groups() if part is not None).strip()
    label = _unquoted(rest[first.end() :])
    tag = Tag(role, value, label, source, text, moved(at, first.start(3) if first[3] else 1))
    if role is not Role.SYSTEM:
        return _with_word(tag, SHIP_CLASSES if role is Role.SHIP else tuple(ACE_COLOURS))
    if not first[3] or not GOES_ON.match(label):
        return _named(tag, rest[first.end() :])
    values = {"value": shortened(value), "label": shortened(label), "example": _in_quotes(rest)}
    return TagReading(tag, (tag_findings.LABEL_LIKE_NOTATION.at(tag.place, **values),))


def _named(tag: Tag, name: str) -> TagReading:
    """A name that is a number of pieces; in quotes it is a name all the same."""
    count = times_in_label(tag)
    if not count or name.lstrip()[:1] in ('"', "“"):
        return TagReading(tag)
    values = {"text": shortened(tag.text), "what": tag.role, "count": count, "label": shortened(tag.label)}
    return TagReading(tag, (tag_findings.COUNTED.at(tag.place, **values),))


def _with_word(tag: Tag, known: tuple[str, ...]) -> TagReading:
    """A ship's class or an ace's colour."""
    if tag.value.lower() in known:
        return TagReading(tag._replace(value=tag.value.lower()))
    if problem := lookalike(tag.value, tag.place, known):
        return failed(problem)
    near = nearest_word(in_latin(tag.value), known) or known[0]
    values = {
        "value": shortened(tag.value),
        "what": "ship's class" if tag.role is Role.SHIP else "ace's colour",
        "nearest": _shown(tag._replace(value=near, label="")),
    }
    return failed(tag_findings.UNKNOWN_VALUE.at(tag.place, **values, choices=_choices(tag.role, tag.source)))


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
        line = written(Tag(*(known or (Role.SYSTEM, tag)), "", TagSource.META, tag, at))
        suggestion = place_often((times, line), "{}") if times else say("Write {line}.", line=line)
    else:
        near = nearest_word(word, (*KEYWORDS, "BEGIN"))
        meant = meant_by(word).upper()
        suggestion = did_you_mean(near or meant) if near or meant else all_tags()
    return tag_findings.UNKNOWN.at(at, text=shortened(text), suggestion=suggestion)


def _spoken(text: str) -> str:
    """How equipment is tagged that somebody calls by its name: a spotter, a rifle."""
    return next((hint for game in GAMES if (hint := letter_hints.spoken_suggestion(text.strip(), game))), "")


def all_tags() -> str:
    words = [word for word in BRACKETS if not word.startswith("ship ")]
    return say("Tags are notations such as 2Rd and the words {words}.", words=", ".join(words))


def _choices(role: Role, source: TagSource) -> str:
    values = {Role.SYSTEM: ("2Rd", "2Ra & d8"), Role.SHIP: SHIP_CLASSES, Role.ACE: tuple(ACE_COLOURS)}[role]
    shown = [_shown(Tag(role, value, "", source, "", Place(""))) for value in values]
    return listed(shown, "or", most=len(shown))


def _shown(tag: Tag) -> str:
    """The tag in the way that was used to write it."""
    return described(tag) if tag.source in (TagSource.NAME, TagSource.GROUP) else written(tag)


def _unquoted(text: str) -> str:
    text = text.strip()
    quoted = FIRST_WORD.fullmatch(text)
    return (quoted[1] or quoted[2] or text).strip() if quoted else text


def read_name(name: str, at: Place, source: TagSource = TagSource.NAME) -> TagReading:
    """The tag at the end of a name; `at` is where the name starts.

    Names have brackets for many reasons. A known word, or a text that is built like a notation, is a tag,
    and what is wrong with it an error. A word one or two letters from a tag is an error that suggests it.
    What could be a tag but means something else as well ([BY], [3D], [pilot seat], [mech]) is only noted.
    Everything else ([v2], [old], [6861-1]) was never meant as one.
    """
    stem = stem_of(name)
    if opened := _OPEN_BRACKET.search(stem):
        tried = _bracket(opened[1], moved(at, opened.start(1)), source)
        if tried.tag:
            return failed(tag_findings.BRACKET_OPEN.at(tried.tag.place, text=opened[1].strip()))
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
    return tag_findings.NOT_AT_END.at(earlier.place, text=earlier.text, example=example)


def without_tag(name: str) -> str:
    """`Rifle [2Rd].ldr` → `Rifle.ldr`, `[rocket]` → `rocket`; other brackets stay."""
    while "[" in name and read_name(name, Place("")).tag:
        stem = stem_of(name)
        ending = name.strip()[len(stem) :]
        start = stem.rindex("[")
        name = (stem[:start].rstrip() or stem[start + 1 : -1].strip()) + ending
    return name


def read_text(text: str, at: Place, source: TagSource = TagSource.MANIFEST) -> TagReading:
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
        return failed(
            tag_findings.UNKNOWN.at(at, text=shortened(inner), suggestion=place_often(counted, "{}"))
        )
    # What begins with a number is a notation or a broken one, which says itself what is wrong with it.
    if inner[:1].isdigit() or is_notation(inner) or isinstance(read_systems(inner), Reading):
        return TagReading(Tag(Role.SYSTEM, inner.strip(), "", source, inner.strip(), at))
    if problem := lookalike(inner, at, BRACKETS):
        return failed(problem)
    suggestion = _suggestion(folded(inner), "{}") or _spoken(inner)
    if not suggestion:
        near = nearest(inner, BRACKETS)
        suggestion = did_you_mean(near) if near else all_tags()
    return failed(tag_findings.UNKNOWN.at(at, text=shortened(inner), suggestion=suggestion))


def _bracket(text: str, at: Place, source: TagSource) -> TagReading:
    """A text in brackets in a name; one that isn't close to a tag was never meant as one."""
    words = folded(text)
    if not words or len(text) > _LONGEST_BRACKET or words.endswith(_THIRD):
        return NOTHING
    at = moved(at, len(text) - len(text.lstrip()))
    if known := BRACKETS.get(words):
        return TagReading(Tag(*known, "", source, text.strip(), at))
    first = words.split()[0]
    if first in (Role.SYSTEM, Role.SHIP, Role.ACE):
        return read_keyword(text.strip(), at, source)
    if text.strip() in _ONE_DIE:
        return TagReading(Tag(Role.SYSTEM, f"1{text.strip()}", "", source, text.strip(), at))
    if is_notation(text):
        return TagReading(Tag(Role.SYSTEM, text.strip(), "", source, text.strip(), at))
    if problem := lookalike(text, at, BRACKETS):
        return failed(problem)
    counted = times_and_tag(text)
    if suggestion := _suggestion(words, "[{}]"):
        suggestion = place_often(counted, "[{}]") if counted[0] else suggestion
        return failed(tag_findings.UNKNOWN.at(at, text=f"[{shortened(text)}]", suggestion=suggestion))
    if perhaps := counted[1] or _perhaps(text, words):
        often = say(" and place it {times} times", times=counted[0]) if counted[0] else ""
        suggestion = join_texts([f"[{perhaps}]", often], "")
        return failed(tag_findings.NOT_TAKEN.at(at, text=shortened(text), suggestion=suggestion))
    if nearly := _nearly(text.strip()):
        return failed(tag_findings.NEARLY.at(at, text=shortened(text), suggestion=f"[{nearly}]"))
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
        return did_you_mean(style.format(spoken))
    if words.split()[:1] in ([word] for word in BRACKETS):
        return ""
    near = nearest_word(in_latin(words), (*BRACKETS, "system"))
    if near == "system":
        return say("Write a system by its dice: {example}.", example=style.format("2Rd"))
    return did_you_mean(style.format(near)) if near else ""
