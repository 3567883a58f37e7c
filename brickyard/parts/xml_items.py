"""Items of a flat XML file, each parsed by itself: one that is broken costs no other.

Nothing outside of items reaches the parser, so there is no DTD, no entity and no other file to be had.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from xml.parsers import expat

from catalog.shops import shop_findings as faults
from ldraw_tools.findings import Finding, Place
from ldraw_tools.suggestions import shown

MOST_ITEMS = 200_000

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_ENTITIES = re.compile(r"<!ENTITY\b", re.IGNORECASE)
_DOCTYPE = re.compile(r"<!DOCTYPE\b", re.IGNORECASE)
_GUI_STATE = re.compile(r"<(/?)guistate\b", re.IGNORECASE)
_ITEM = re.compile(r"<(/?)item\s*(/?)>", re.IGNORECASE)
_AROUND = re.compile(r"<\?[^<>]{0,200}>|</?(?:inventory|brickst\w{1,3}xml)\b[^<>]*>", re.IGNORECASE)
_AMPERSAND = re.compile(r"&(#\d{1,7};|#x[0-9a-f]{1,6};|\w{1,40};|)", re.IGNORECASE)
_PREDEFINED = ("amp;", "lt;", "gt;", "quot;", "apos;")
_NOT_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Item:
    """One item: what its tags hold, by their names in lower case, and where it begins."""

    values: Mapping[str, str]
    place: Place


class XmlItems:
    """Reads all items of a text; `findings` is complete once they are read."""

    def __init__(self, text: str, name: str) -> None:
        self._text = _NOT_XML.sub(" ", text.removeprefix("\ufeff"))
        self._name = name
        self.findings: list[Finding] = []

    def __iter__(self) -> Iterator[Item]:
        text = self._without_prolog(_COMMENT.sub(_blanked, self._text))
        before = 0
        for number, (start, inside, end, after, is_closed) in enumerate(_spans(text)):
            self._say_between(text, before, start)
            before = after
            if number == MOST_ITEMS:
                self.findings.append(faults.TOO_MANY.at(self._at(start), most=MOST_ITEMS))
                return
            if not is_closed:
                tag = text[start + 1 : start + 5]
                self.findings.append(faults.NOT_CLOSED.at(self._at(start), tag=tag))
            values = self._values(text, inside, end)
            if values is not None:
                yield Item(values, self._at(start))
        self._say_between(text, before, len(text))

    def _without_prolog(self, text: str) -> str:
        """Without a document type, and without what BrickStore keeps about its window."""
        if entities := _ENTITIES.search(text):
            self.findings.append(faults.ENTITIES.at(self._at(entities.start())))
        if declared := _DOCTYPE.search(text):
            end = text.find(">", declared.end())
            subset = text.find("[", declared.end(), end)
            if subset >= 0:
                end = text.find(">", max(text.find("]", subset), subset))
            text = _blanked_between(text, declared.start(), end + 1)
        marks = list(_GUI_STATE.finditer(text))
        if marks and marks[-1][1]:
            text = _blanked_between(text, marks[0].start(), text.find(">", marks[-1].start()) + 1)
        return text

    def _values(self, text: str, start: int, end: int) -> dict[str, str] | None:
        repaired = self._repaired(text, start, end)
        reader = _Leaves()
        try:
            reader.read(repaired)
        except expat.ExpatError as error:
            line = self._at(start).line + error.lineno - 1
            reason = f"{expat.ErrorString(error.code)} in “{shown(text[start:end], 50)}”"
            self.findings.append(faults.BROKEN_ITEM.at(Place(self._name, line), reason=reason))
            return None
        for tag in reader.twice:
            self.findings.append(faults.TAG_TWICE.at(self._at(start), tag=shown(tag.upper(), 30)))
        return reader.values

    def _repaired(self, text: str, start: int, end: int) -> str:
        """With every & as XML wants it: five entities and numbers are known, all else is text."""

        def written(found: re.Match[str]) -> str:
            rest = found[1]
            if rest.lower() in _PREDEFINED:
                return f"&{rest.lower()}"
            if rest.startswith("#") and _is_character(rest):
                return found[0]
            at = self._at(start + found.start())
            kind = faults.UNKNOWN_ENTITY if rest else faults.BARE_AMPERSAND
            self.findings.append(kind.at(at, **({"text": shown(found[0])} if rest else {})))
            return f"&amp;{rest}"

        return _AMPERSAND.sub(written, text[start:end])

    def _say_between(self, text: str, start: int, end: int) -> None:
        between = _AROUND.sub(_blanked, text[start:end])
        if stray := between.strip():
            at = start + len(between) - len(between.lstrip())
            self.findings.append(faults.BETWEEN_ITEMS.at(self._at(at), text=shown(stray, 40)))

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(found.end() for found in re.finditer("\n", self._text))]

    def _at(self, offset: int) -> Place:
        return Place(self._name, bisect_right(self._line_starts, offset))


class _Leaves:
    """The texts of an item's tags; tags inside of tags are taken for what they hold."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.twice: list[str] = []
        self._path: list[str] = []
        self._texts: list[str] = []

    def read(self, text: str) -> None:
        parser = expat.ParserCreate(namespace_separator=None)
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._texts.append
        parser.Parse(f"<item>{_same_case(text)}</item>", True)

    def _start(self, tag: str, _: dict[str, str]) -> None:
        self._path.append(tag.lower())
        self._texts.clear()

    def _end(self, _: str) -> None:
        tag = self._path.pop()
        if self._path:
            if tag in self.values:
                self.twice.append(tag)
            else:
                self.values[tag] = "".join(self._texts).strip()
        self._texts.clear()


_TAG = re.compile(r"<(/?)([A-Za-z][\w.-]*)")


def _same_case(text: str) -> str:
    """`<Color>5</COLOR>`: people edit these by hand, and XML is stricter than they are."""
    return _TAG.sub(lambda found: f"<{found[1]}{found[2].lower()}", text)


def _spans(text: str) -> Iterator[tuple[int, int, int, int, bool]]:
    """Where items begin, what is inside of them, where they end, and whether by a tag."""
    opened: re.Match[str] | None = None
    for found in _ITEM.finditer(text):
        is_end = bool(found[1])
        if opened is not None:
            yield (
                opened.start(),
                opened.end(),
                found.start(),
                found.end() if is_end else found.start(),
                is_end,
            )
            opened = None
        if not is_end and not found[2]:
            opened = found
    if opened is not None:
        around = _AROUND.search(text, opened.end())
        end = around.start() if around else len(text)
        yield opened.start(), opened.end(), end, end, False


def _is_character(reference: str) -> bool:
    """Whether a number stands for a character that XML allows."""
    digits = reference[1:-1]
    code = int(digits[1:], 16) if digits[:1] in "xX" else int(digits)
    if code > 0x10FFFF or 0xD800 <= code < 0xE000:
        return False
    return _NOT_XML.match(chr(code)) is None


def _blanked_between(text: str, start: int, end: int) -> str:
    return text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[max(end, start) :]


def _blanked(found: re.Match[str]) -> str:
    """As many lines as before, and nothing in them."""
    return re.sub(r"[^\n]", " ", found[0])
