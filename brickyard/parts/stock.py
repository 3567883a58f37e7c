"""Lists that others wrote, as lots: what a line means, or why it can't be read."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import NamedTuple

from brickyard.parts.lots import PART, Key
from catalog.colours import by_bricklink_id, id_by_bricklink_name, id_by_rebrickable_name, suggest
from catalog.shops import shop_findings as faults
from catalog.shops.shop_numbers import Shop
from ldraw_tools.findings import BrickyardError, Finding, Kind, Place, RefusedError, in_file_order
from ldraw_tools.names import path_from_here, shown
from ldraw_tools.reading.encodings import Text
from ldraw_tools.writing import note_input

MOST_BYTES = 64 * 2**20
MOST_PIECES = 10**9
MOST_ALIKE = 1_000
"""Findings of one kind that are made for one file; the rest is counted."""
REBRICKABLE_ANY_COLOUR = 9999
NOWHERE = Place("")

_TYPES = "PMSGBCIOU"
_COLOUR = re.compile(r"-?\d{1,6}")
# As our lists say it, and BrickLink's.
_ANY_COLOUR = ("any colour", "any color", "any", "not applicable", "n/a")
_LONGEST_NAME = 60
_NUMBER = re.compile(r"[^\s<>&\"]{1,60}")
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


class Findings:
    """The findings about one file: the first of each kind are made, the others only counted."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._made: dict[str, list[Finding]] = {}
        self._more: dict[str, int] = {}

    def has_room(self, kind: Kind) -> bool:
        """Whether one more of a kind would be made: only then is it worth looking for a suggestion."""
        return len(self._made.get(kind.code, ())) < MOST_ALIKE

    def add(self, kind: Kind, place: Place | int, **values: object) -> None:
        """`place` may be a line of the file."""
        if not self.has_room(kind):
            self._more[kind.code] = self._more.get(kind.code, 0) + 1
            return
        at = Place(self.name, place) if isinstance(place, int) else place
        self._made.setdefault(kind.code, []).append(kind.at(at, **values))

    def all(self) -> tuple[Finding, ...]:
        """In the order of the file; the last of a kind says how many more there are."""
        for code, more in self._more.items():
            made = self._made[code]
            made[-1] = made[-1].extended(f" (and {more:,} more of this kind in the file)")
        self._more.clear()
        return tuple(in_file_order(finding for made in self._made.values() for finding in made))


class StockLot(NamedTuple):
    """A line of a list, in the numbers it was written in."""

    shop: Shop
    number: str
    colour: int | None
    """The shop's id; None where the line says any colour or none."""
    quantity: int
    item_type: str = PART
    part: str = ""
    """The LDraw number and colour, where the file says so (our own CSV does)."""
    ldraw_colour: int | None = None
    condition: str = ""
    """N new, U used, X or nothing: either."""
    price: Decimal | None = None
    remarks: str = ""
    place: Place = NOWHERE
    is_understood: bool = True
    """Whether it is known which part it is; else nothing can be done with it."""

    @property
    def key(self) -> Key:
        return Key(self.item_type, self.number.lower(), self.colour)


class Stock(NamedTuple):
    """What a file lists, line for line and not merged, and what was odd about it.

    Nothing is left out silently: a line that can't be read is a finding.
    """

    lots: tuple[StockLot, ...]
    findings: tuple[Finding, ...] = ()
    name: str = ""


def read_stock(path: Path) -> Stock:
    """Any format, recognised by the contents of the file, not by its name."""
    from brickyard.parts.stock_formats import parse_stock

    return parse_stock(read_bytes(path), path_from_here(path))


def read_bytes(path: Path) -> bytes:
    """A file of the user's, unless it is too large to be a list."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        note_input(path)
    except OSError as error:
        raise BrickyardError(f"{path}: {error.strerror or error}") from error
    if len(data) > MOST_BYTES:
        raise RefusedError(f"{path}: larger than {MOST_BYTES // 2**20} MB; not read")
    return data


def decode(data: bytes, found: Findings) -> str:
    """The text of a file in any of the encodings that spreadsheets and shops write."""
    wide = next((encoding for start, encoding in _WIDE.items() if data.startswith(start)), "")
    if wide:
        text, encoding = data.decode(wide, "replace"), "UTF-16"
    else:
        decoded = Text.decode(data)
        text = decoded.content
        encoding = "" if decoded.encoding == "utf-8" else "Windows-1252"
    if encoding:
        found.add(faults.OTHER_ENCODING, 1, encoding=encoding)
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").removeprefix("\ufeff")


def read_quantity(text: str, say: Callable[[str], None]) -> int | None:
    """A number of pieces; `say` is called where a separator was read as one of thousands."""
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


class LotReader:
    """Makes lots of the texts of a line; what has no meaning is a finding."""

    def __init__(self, shop: Shop, found: Findings) -> None:
        self.shop = shop
        self.lots: list[StockLot] = []
        self._found = found

    def stock(self) -> Stock:
        return Stock(tuple(self.lots), self._found.all(), self._found.name)

    def add(self, values: Mapping[str, str], line: int) -> None:
        """`values` has number, colour, quantity, and more; a text that is missing or empty says nothing."""
        number, part = values.get("number", "").strip(), values.get("part", "").strip().lower()
        if (not number and not part) or (number and not _NUMBER.fullmatch(number)):
            self._found.add(faults.NO_NUMBER, line)
            return
        called = shown(number or part, 40)
        quantity = self._quantity(values.get("quantity", "").strip(), called, line)
        colour, is_read = self._colour(values.get("colour", "").strip(), called, line)
        kind = (values.get("type", "") or PART).strip().upper()
        if kind not in _TYPES or len(kind) != 1:
            self._found.add(faults.UNKNOWN_TYPE, line, text=shown(kind, 20), number=called)
            return
        if quantity is None or not is_read:
            return
        ldraw_colour = values.get("ldraw_colour", "").strip()
        self.lots.append(
            StockLot(
                self.shop,
                number,
                colour,
                quantity,
                item_type=kind,
                part=part,
                ldraw_colour=int(ldraw_colour) if _COLOUR.fullmatch(ldraw_colour) else None,
                condition=values.get("condition", "").strip().upper()[:1],
                price=self._price(values.get("price", "").strip(), called, line),
                remarks=values.get("remarks", "").strip(),
                place=Place(self._found.name, line),
            )
        )

    def _quantity(self, text: str, called: str, line: int) -> int | None:
        if not text:
            self._found.add(faults.NO_QUANTITY, line, number=called)
            return 1

        def say(meant: str) -> None:
            self._found.add(faults.THOUSANDS, line, text=shown(text, 20), meant=meant)

        quantity = read_quantity(text, say)
        if quantity is None:
            self._found.add(faults.NOT_A_QUANTITY, line, text=shown(text, 20), number=called)
        return quantity

    def _colour(self, text: str, called: str, line: int) -> tuple[int | None, bool]:
        """The shop's number, None for any colour; and whether it could be read at all."""
        if not text:
            return None, True
        if not _COLOUR.fullmatch(text):
            return self._named_colour(text, called, line)
        colour = int(text)
        if self.shop is Shop.REBRICKABLE:
            is_any = colour < 0 or colour == REBRICKABLE_ANY_COLOUR
        else:
            is_any = colour <= 0
        if not is_any and self.shop is Shop.BRICKLINK and by_bricklink_id(colour) is None:
            self._found.add(faults.COLOUR_NOT_KNOWN, line, shop=self.shop.label, text=colour, number=called)
        return None if is_any else colour, True

    def _named_colour(self, text: str, called: str, line: int) -> tuple[int | None, bool]:
        if text.strip("()").lower() in _ANY_COLOUR:
            return None, True
        is_rebrickables = self.shop is Shop.REBRICKABLE
        colour = (id_by_rebrickable_name if is_rebrickables else id_by_bricklink_name)(text[:_LONGEST_NAME])
        if colour is None:
            near = suggest(text[:_LONGEST_NAME]) if self._found.has_room(faults.NOT_A_COLOUR) else None
            name = (near.rebrickable_name if is_rebrickables else near.bricklink_name) if near else ""
            meant = f" (did you mean {name}?)" if name else ""
            said = {"text": shown(text, 20), "shop": self.shop.label, "meant": meant, "number": called}
            self._found.add(faults.NOT_A_COLOUR, line, **said)
        return colour, colour is not None

    def _price(self, text: str, called: str, line: int) -> Decimal | None:
        # Downloads write −1 for no limit, and BrickStore 0 for no price.
        if not text or text.startswith("-"):
            return None
        price = read_price(text)
        if price is None:
            self._found.add(faults.NOT_A_PRICE, line, text=shown(text, 20), number=called)
        return price or None
