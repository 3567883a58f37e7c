"""Bytes of somebody's list to text, and the numbers in it: what was meant, or why it can't be read."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation

from catalog.shops import shop_findings as faults
from ldraw_tools.findings import Finding, Place
from ldraw_tools.reading.encodings import Text

MOST_BYTES = 64 * 2**20
MOST_PIECES = 10**9

_PLAIN = re.compile(r"\+?\d{1,9}")
_ROUND = re.compile(r"(\d{1,9})[.,]0*")
_THOUSANDS = re.compile(r"\d{1,3}(?:[,.'’  ]\d{3})+")
_NOT_PRICE = re.compile(r"[^\d.,'-]")

_WIDE = {
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
    b"<\0": "utf-16-le",
    b"\0<": "utf-16-be",
}


def decode(data: bytes, name: str) -> tuple[str, list[Finding]]:
    """The text of a file in any of the encodings that spreadsheets and shops write."""
    wide = next((encoding for start, encoding in _WIDE.items() if data.startswith(start)), "")
    if wide:
        text, encoding = data.decode(wide, "replace"), "UTF-16"
    else:
        decoded = Text.decode(data)
        text = decoded.content
        encoding = "" if decoded.encoding == "utf-8" else "Windows-1252"
    told = [faults.OTHER_ENCODING.at(Place(name, 1), encoding=encoding)] if encoding else []
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", ""), told


def read_quantity(text: str, say: Callable[[str], None]) -> int | None:
    """A number of pieces; `say` is told where a separator was taken for one of thousands."""
    text = text.strip()
    if _PLAIN.fullmatch(text):
        return int(text)
    if found := _THOUSANDS.fullmatch(text):
        number = int(re.sub(r"\D", "", found[0]))
        if number <= MOST_PIECES:
            say(str(number))
            return number
    if found := _ROUND.fullmatch(text):
        return int(found[1])
    return None


def read_price(text: str) -> Decimal | None:
    """`US $1,234.50`, `0,05 €`, `.10`: what is left of a price without its currency."""
    bare = _NOT_PRICE.sub("", text).replace("'", "").rstrip(".,")
    if not bare or "-" in bare:
        return None
    dot, comma = bare.rfind("."), bare.rfind(",")
    bare = bare.replace(".", "").replace(",", ".") if comma > dot else bare.replace(",", "")
    try:
        price = Decimal(bare)
    except InvalidOperation:
        return None
    return price if price.is_finite() and 0 <= price < 10**9 else None
