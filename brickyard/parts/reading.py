"""Reads lists that others wrote: BrickLink XML, BrickStore .bsx, Rebrickable CSV, our own CSV and JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path

from brickyard.parts.lines import PART, Key, Shop
from brickyard.parts.reading_text import MOST_BYTES, decode, read_price, read_quantity
from catalog.colours import by_bricklink_id, id_by_bricklink_name, id_by_rebrickable_name, suggest
from catalog.shops import shop_findings as faults
from ldraw_tools.findings import BrickyardError, Finding, Kind, Place, RefusedError, in_file_order
from ldraw_tools.suggestions import shown
from ldraw_tools.writing import note_input

NOWHERE = Place("")
REBRICKABLE_ANY_COLOUR = 9999

_TYPES = "PMSGBCIOU"
_COLOUR = re.compile(r"-?\d{1,6}")
# As our lists say it, and BrickLink's.
_ANY_COLOUR = ("any colour", "any color", "any", "not applicable", "n/a")
_LONGEST_NAME = 60
_NUMBER = re.compile(r"[^\s<>&\"]{1,60}")


@dataclass(frozen=True, slots=True)
class StockLot:
    """A line of somebody's list, in the numbers it was written in."""

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

    @property
    def key(self) -> Key:
        return Key(self.item_type, self.number.lower(), self.colour)


@dataclass(frozen=True)
class Stock:
    """What a file lists, line for line and not merged, and what was odd about it.

    Nothing is left out in silence: a line that is no lot is a finding.
    """

    lots: tuple[StockLot, ...]
    findings: tuple[Finding, ...] = ()
    name: str = ""


def read_stock(path: Path) -> Stock:
    """Any of the forms, told apart by what the file holds, not by its name."""
    return parse_stock(read_bytes(path), path.name)


def read_bytes(path: Path) -> bytes:
    """A file of the user's, if it isn't too large to be one."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        note_input(path)
    except OSError as error:
        raise BrickyardError(f"{path}: {error.strerror or error}") from error
    if len(data) > MOST_BYTES:
        raise RefusedError(f"{path}: larger than {MOST_BYTES // 2**20} MB; not read")
    return data


def parse_stock(data: bytes, name: str) -> Stock:
    """The same from bytes; `name` is what findings call it."""
    from brickyard.parts import reading_tables

    text, told = decode(data, name)
    start = text.lstrip("\ufeff \t\n")
    if start.startswith("<"):
        stock = parse_xml(text, name)
    elif start.startswith("{"):
        stock = reading_tables.parse_json(text, name)
    else:
        stock = reading_tables.parse_csv(text, name)
    if not stock.lots and not stock.findings:
        begins = f" (it begins with “{shown(start, 30)}”)" if start else " (it is empty)"
        told.append(faults.NOT_A_LIST.at(Place(name, 1), begins=begins))
    return replace(stock, findings=tuple(in_file_order([*told, *stock.findings])))


# BrickLink's names, of wanted lists before those of inventories, then BrickStore's.
_TAGS = {
    "type": ("itemtype", "itemtypeid"),
    "number": ("itemid",),
    "colour": ("color", "colorid"),
    "quantity": ("minqty", "qty"),
    "condition": ("condition",),
    "price": ("maxprice", "price"),
    "remarks": ("remarks",),
}


def parse_xml(text: str, name: str) -> Stock:
    """A wanted list, up- or downloaded, a store's inventory, or a BrickStore file."""
    from brickyard.parts.xml_items import XmlItems

    items = XmlItems(text, name)
    reader = LotReader(Shop.BRICKLINK)
    for item in items:
        values = {
            what: next((item.values[tag] for tag in names if item.values.get(tag)), "")
            for what, names in _TAGS.items()
        }
        reader.add(values, item.place)
    return Stock(tuple(reader.lots), (*items.findings, *reader.findings), name)


class LotReader:
    """Makes lots of texts by what they mean; what can't be meant is a finding."""

    def __init__(self, shop: Shop) -> None:
        self.shop = shop
        self.lots: list[StockLot] = []
        self.findings: list[Finding] = []

    def add(self, values: Mapping[str, str], place: Place) -> None:
        """`values` has number, colour, quantity, and more; a text that is missing or empty says nothing."""
        number, part = values.get("number", "").strip(), values.get("part", "").strip().lower()
        if not number and not part:
            self._say(faults.NO_NUMBER, place)
            return
        if number and not _NUMBER.fullmatch(number):
            self._say(faults.NO_NUMBER, place)
            return
        called = shown(number or part, 40)
        quantity = self._quantity(values.get("quantity", "").strip(), called, place)
        colour, is_read = self._colour(values.get("colour", "").strip(), called, place)
        kind = (values.get("type", "") or PART).strip().upper()
        if kind not in _TYPES or len(kind) != 1:
            self._say(faults.UNKNOWN_TYPE, place, text=shown(kind, 20), number=called)
            return
        if quantity is None or not is_read:
            return
        price = self._price(values.get("price", "").strip(), called, place)
        ldraw_colour = values.get("ldraw_colour", "").strip()
        self.lots.append(
            StockLot(
                self.shop,
                number,
                colour,
                quantity,
                kind,
                part,
                int(ldraw_colour) if _COLOUR.fullmatch(ldraw_colour) else None,
                values.get("condition", "").strip().upper()[:1],
                price,
                values.get("remarks", "").strip(),
                place,
            )
        )

    def _quantity(self, text: str, called: str, place: Place) -> int | None:
        if not text:
            self._say(faults.NO_QUANTITY, place, number=called)
            return 1

        def say(meant: str) -> None:
            self._say(faults.THOUSANDS, place, text=shown(text, 20), meant=meant)

        quantity = read_quantity(text, say)
        if quantity is None:
            self._say(faults.NOT_A_QUANTITY, place, text=shown(text, 20), number=called)
        return quantity

    def _colour(self, text: str, called: str, place: Place) -> tuple[int | None, bool]:
        """The shop's number, None for any colour; and whether it could be read at all."""
        if not text:
            return None, True
        if not _COLOUR.fullmatch(text):
            return self._named_colour(text, called, place)
        colour = int(text)
        if self.shop is Shop.REBRICKABLE:
            is_any = colour < 0 or colour == REBRICKABLE_ANY_COLOUR
        else:
            is_any = colour <= 0
        if not is_any and self.shop is Shop.BRICKLINK and by_bricklink_id(colour) is None:
            self._say(faults.COLOUR_NOT_KNOWN, place, shop=self.shop.label, text=colour)
        return None if is_any else colour, True

    def _named_colour(self, text: str, called: str, place: Place) -> tuple[int | None, bool]:
        if text.strip("()").lower() in _ANY_COLOUR:
            return None, True
        is_rebrickables = self.shop is Shop.REBRICKABLE
        colour = (id_by_rebrickable_name if is_rebrickables else id_by_bricklink_name)(text[:_LONGEST_NAME])
        if colour is None:
            near = suggest(text[:_LONGEST_NAME])
            name = (near.rebrickable_name if is_rebrickables else near.bricklink_name) if near else ""
            meant = f" (did you mean {name}?)" if name else ""
            said = {"text": shown(text, 20), "shop": self.shop.label, "meant": meant, "number": called}
            self._say(faults.NOT_A_COLOUR, place, **said)
        return colour, colour is not None

    def _price(self, text: str, called: str, place: Place) -> Decimal | None:
        # Downloads write −1 for no limit, and BrickStore 0 for no price.
        if not text or text.startswith("-"):
            return None
        price = read_price(text)
        if price is None:
            self._say(faults.NOT_A_PRICE, place, text=shown(text, 20), number=called)
        return price or None

    def _say(self, kind: Kind, place: Place, **values: object) -> None:
        self.findings.append(kind.at(place, **values))
