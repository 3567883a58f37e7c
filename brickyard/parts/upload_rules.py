"""What BrickLink's help says a wanted list must be; a checker of our own, for what we write."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.parsers import expat

from catalog.colours import by_bricklink_id
from catalog.shops import shop_findings as faults
from ldraw_tools.findings import Finding, Place

MOST_BYTES = 204_800
"""The size of a file; what is pasted into the box may be longer."""

_TYPES = frozenset("SPMBGCIO")
_TAGS = frozenset(
    ("ITEMTYPE", "ITEMID", "COLOR", "MAXPRICE", "MINQTY", "CONDITION", "REMARKS", "NOTIFY", "QTYFILLED")
)
_FORMS = {
    "ITEMID": re.compile(r"[A-Za-z0-9][A-Za-z0-9.\-_+]{0,59}"),
    "MINQTY": re.compile(r"[1-9]\d{0,8}"),
    "CONDITION": re.compile(r"[NUX]"),
    "NOTIFY": re.compile(r"[YN]"),
    "MAXPRICE": re.compile(r"\d{1,9}(?:\.\d{1,4})?"),
    "REMARKS": re.compile(r"[^<>&]{0,255}"),
}
_REQUIRED = ("ITEMTYPE", "ITEMID", "MINQTY", "CONDITION", "NOTIFY")


def refusals(data: bytes, name: str) -> list[Finding]:
    """Everything that the upload would refuse, each at its line."""
    return [
        faults.REFUSED.at(Place(name, line), reason=reason, fix=fix) for line, reason, fix in _troubles(data)
    ]


_Trouble = tuple[int, str, str]


def _troubles(data: bytes) -> Iterator[_Trouble]:
    if not data.startswith(b"<INVENTORY>"):
        yield 1, "it must begin with <INVENTORY>, with nothing before", "Take away what stands before it."
    if not data.isascii():
        yield 1, "it has characters that are not ASCII", "Write them as &#…;."
    if b"\r" in data:
        yield 1, "its lines end as Windows ends them", "End lines with a line feed only."
    if len(data) > MOST_BYTES:
        yield 1, f"as a file it is larger than {MOST_BYTES:,} bytes", "Split it with --max-lots, or paste it."
    if b"<!" in data or b"<?" in data:
        # Not read any further: what is declared could be made to harm.
        yield 1, "it declares something", "Take declarations and comments away."
        return
    reader = _Reader()
    try:
        reader.read(data)
    except expat.ExpatError as error:
        yield error.lineno, f"it is no XML: {expat.ErrorString(error.code)}", "Correct the tag."
        return
    yield from reader.troubles
    seen: dict[tuple[str, str, str], int] = {}
    for line, values in reader.items:
        yield from _troubles_of(line, values)
        key = (values.get("ITEMTYPE", ""), values.get("ITEMID", "").lower(), values.get("COLOR", ""))
        if key in seen:
            yield line, f"{key[1]} is there twice in one colour, first on line {seen[key]}", "Add them up."
        seen.setdefault(key, line)
    if not reader.items:
        yield 1, "there is no item in it", "Nothing needs to be uploaded."


def _troubles_of(line: int, values: dict[str, str]) -> Iterator[_Trouble]:
    for tag in _REQUIRED:
        if not values.get(tag):
            yield line, f"an item has no {tag}", f"Add <{tag}>."
    kind = values.get("ITEMTYPE", "P")
    if kind not in _TYPES:
        yield line, f"{kind} is no type of item", "Write P for a part."
    for tag, form in _FORMS.items():
        if values.get(tag) and not form.fullmatch(values[tag]):
            yield line, f"“{values[tag][:40]}” is no {tag}", f"Correct <{tag}>."
    colour = values.get("COLOR")
    if colour is not None and not (colour.isdecimal() and by_bricklink_id(int(colour))):
        yield line, f"“{colour}” is no colour of BrickLink's", "Leave <COLOR> out for any colour."


class _Reader:
    """Items with their lines; anything but one level of items with flat tags is a trouble."""

    def __init__(self) -> None:
        self.items: list[tuple[int, dict[str, str]]] = []
        self.troubles: list[_Trouble] = []
        self._path: list[str] = []
        self._text = ""
        self._parser = expat.ParserCreate()

    def read(self, data: bytes) -> None:
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.Parse(data, True)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        depth = len(self._path)
        wanted = ("INVENTORY", "ITEM")[depth] if depth < 2 else ""
        if attributes or depth > 2 or (wanted and tag != wanted) or (depth == 2 and tag not in _TAGS):
            self._say(f"<{tag}> is unknown here", "Leave it out.")
        if depth == 1:
            self.items.append((self._parser.CurrentLineNumber, {}))
        elif depth == 2 and tag in self.items[-1][1]:
            self._say(f"<{tag}> is there twice", "Leave one out.")
        self._path.append(tag)
        self._text = ""

    def _characters(self, text: str) -> None:
        self._text += text
        if len(self._path) < 3 and text.strip():
            self._say("text stands outside of the tags", "Take it away.")

    def _end(self, tag: str) -> None:
        self._path.pop()
        if len(self._path) == 2:
            self.items[-1][1].setdefault(tag, self._text)
        self._text = ""

    def _say(self, reason: str, fix: str) -> None:
        self.troubles.append((self._parser.CurrentLineNumber, reason, fix))
