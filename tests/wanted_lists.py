"""What BrickLink's help says a wanted list must be: everything that its upload would refuse."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree

from brickyard.parts.list_formats import MOST_BYTES
from catalog.colours import by_bricklink_id

_TYPES = "SPMBGCIO"
_REQUIRED = ("ITEMTYPE", "ITEMID", "MINQTY", "CONDITION", "NOTIFY")
_FORMS = {
    "ITEMTYPE": re.compile(f"[{_TYPES}]"),
    "ITEMID": re.compile(r"[A-Za-z0-9][A-Za-z0-9.\-_+]{0,59}"),
    "COLOR": re.compile(r"\d+"),
    "MINQTY": re.compile(r"[1-9]\d{0,8}"),
    "CONDITION": re.compile(r"[NUX]"),
    "NOTIFY": re.compile(r"[YN]"),
    "MAXPRICE": re.compile(r"\d{1,9}(?:\.\d{1,4})?"),
    "REMARKS": re.compile(r"[^<>&]{0,255}"),
    "QTYFILLED": re.compile(r"\d+"),
}


def troubles(data: bytes) -> Iterator[str]:
    if not data.startswith(b"<INVENTORY>"):
        yield "it must begin with <INVENTORY>, with nothing before it"
    if not data.isascii():
        yield "it has characters that are not ASCII"
    if b"\r" in data:
        yield "it has Windows line endings"
    if len(data) > MOST_BYTES:
        yield f"as a file it is larger than {MOST_BYTES:,} bytes"
    if b"<!" in data or b"<?" in data:
        yield "it has a declaration or a comment"
        return
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        yield f"it is not valid XML: {error}"
        return
    yield from _stray_text(root)
    seen: Counter[tuple[str, str, str]] = Counter()
    for item in root:
        yield from _stray_text(item)
        yield from _troubles_of(item)
        seen[_said(item, "ITEMTYPE"), _said(item, "ITEMID").lower(), _said(item, "COLOR")] += 1
    yield from (f"{key[1]} is there twice in one colour" for key, count in seen.items() if count > 1)
    if not len(root):
        yield "there is no item in it"


def _said(item: ElementTree.Element, tag: str) -> str:
    return item.findtext(tag) or ""


def _stray_text(around: ElementTree.Element) -> Iterator[str]:
    texts = [around.text, *(one.tail for one in around)]
    if any(text and text.strip() for text in texts):
        yield "there is text outside of the tags"


def _troubles_of(item: ElementTree.Element) -> Iterator[str]:
    if item.tag != "ITEM" or item.attrib:
        yield f"<{item.tag}> is unknown here"
    for tag in _REQUIRED:
        if not _said(item, tag):
            yield f"an item has no {tag}"
    tags = [one.tag for one in item]
    for one in item:
        form, text = _FORMS.get(one.tag), one.text or ""
        if form is None or one.attrib or len(one):
            yield f"<{one.tag}> is unknown here"
        elif text and not form.fullmatch(text):
            yield f"“{text}” is not a valid {one.tag}"
        if tags.count(one.tag) > 1:
            yield f"<{one.tag}> is there twice"
    colour = item.findtext("COLOR")
    if colour is not None and not (colour.isdecimal() and by_bricklink_id(int(colour))):
        yield f"“{colour}” is not a BrickLink colour"
