"""A parts list as bytes, in every format but the page to print; and what BrickLink would refuse of it."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from html import escape

from brickyard.parts import Condition
from brickyard.parts.lots import Lot, LotGroup, PartsList
from brickyard.parts.stock import REBRICKABLE_ANY_COLOUR
from catalog.shops import shop_findings as faults
from ldraw_tools.findings import Finding, Place, printable

# BrickLink's wanted list XML: what its upload box accepts without a correction.

LONGEST_REMARK = 200
_CONDITIONS = {Condition.ANY: "X", Condition.NEW: "N", Condition.USED: "U"}
# BrickLink decodes twice, so these can't be written in any way.
_NEVER = re.compile(r"[<>&]")


def wanted_list(
    lots: Iterable[Lot], condition: Condition = Condition.ANY, *, with_max_prices: bool = False
) -> bytes:
    """No XML declaration, ASCII only, and every tag that BrickLink requires."""
    items = "".join(_wanted_item(lot, condition, with_max_prices) for lot in lots)
    return f"<INVENTORY>\n{items}</INVENTORY>\n".encode("ascii", "xmlcharrefreplace")


def remark(lot: Lot) -> str:
    """Who needs it, what else will do, and whether it was ever made so; short and harmless."""
    notes = "".join(f"; {_harmless(str(one))}" for one in (lot.choice, lot.never_made) if one)
    text = _harmless(", ".join(str(origin) for origin in lot.needed_for))
    most = LONGEST_REMARK - len(notes)
    text = text if len(text) <= most else text[: most - 3].rstrip() + "..."
    return (text + notes).removeprefix("; ")


def _harmless(text: str) -> str:
    return " ".join(_NEVER.sub(" ", printable(text).replace("×", "x")).split())


def _wanted_item(lot: Lot, condition: Condition, with_max_prices: bool) -> str:
    values = {
        "ITEMTYPE": lot.item_type,
        "ITEMID": lot.number,
        "COLOR": "" if lot.colour is None else str(lot.colour),
        "MAXPRICE": f"{lot.price:f}" if with_max_prices and lot.price is not None else "",
        "MINQTY": str(lot.quantity),
        "CONDITION": _CONDITIONS[condition],
        "REMARKS": remark(lot),
        "NOTIFY": "N",
    }
    tags = "".join(f"<{tag}>{_NEVER.sub('', value)}</{tag}>" for tag, value in values.items() if value)
    return f"<ITEM>{tags}</ITEM>\n"


# BrickStore's .bsx, which keeps lines that BrickLink would refuse.


def brickstore(lots: Iterable[Lot], condition: Condition = Condition.ANY, currency: str = "") -> bytes:
    attribute = f' Currency="{escape(currency)}"' if currency else ""
    items = "".join(_brickstore_item(lot, condition) for lot in lots)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<BrickStoreXML>\n'
        f"<Inventory{attribute}>\n{items}</Inventory>\n</BrickStoreXML>\n"
    ).encode()


def _brickstore_item(lot: Lot, condition: Condition) -> str:
    values = {
        "ItemID": lot.number,
        "ItemTypeID": lot.item_type,
        "ColorID": str(lot.colour or 0),
        "ItemName": lot.title,
        "ColorName": lot.colour_name,
        "Qty": str(lot.quantity),
        "Price": "" if lot.price is None else f"{lot.price:f}",
        # It knows new and used only, and takes a wish for new ones as one for nothing else.
        "Condition": "N" if condition is Condition.NEW else "U",
        "Remarks": ", ".join(str(origin) for origin in lot.needed_for),
        "Comments": "; ".join((*(f"or {one}" for one in lot.instead), *lot.notes)),
    }
    tags = "".join(
        f"<{tag}>{escape(printable(value), quote=False)}</{tag}>" for tag, value in values.items() if value
    )
    return f"<Item>{tags}</Item>\n"


# Rebrickable's CSV, in its own numbers and colours, and Pick a Brick's, in as many uploads as it needs.

MOST_ELEMENTS = 400
MOST_OF_ONE = 999
"""Both as users report them; LEGO doesn't say."""


def rebrickable(lots: Iterable[Lot]) -> bytes:
    rows = [
        f"{lot.number},{REBRICKABLE_ANY_COLOUR if lot.colour is None else lot.colour},{lot.quantity}"
        for lot in lots
    ]
    return "\n".join(["Part,Color,Quantity", *rows, ""]).encode()


def pick_a_brick(lots: Iterable[Lot], most_lots: int = MOST_ELEMENTS) -> list[bytes]:
    """One file an upload: no element twice in it, and none of them too often."""
    most_lots = min(most_lots, MOST_ELEMENTS)
    wanting = [(lot.number, lot.quantity) for lot in lots if lot.quantity]
    files = []
    while wanting:
        now, wanting = wanting[:most_lots], wanting[most_lots:]
        rows = [f"{element},{min(quantity, MOST_OF_ONE)}" for element, quantity in now]
        files.append("\n".join(["elementId,quantity", *rows, ""]).encode())
        wanting += [(element, quantity - MOST_OF_ONE) for element, quantity in now if quantity > MOST_OF_ONE]
    return files


# Our own CSV: every lot, also those not written, with all that is known of it; spreadsheets open it.

# A spreadsheet takes a cell that begins with one of these for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_csv(parts: PartsList) -> bytes:
    lots = (lot for group in LotGroup for lot in parts.of(group))
    return csv_bytes(_cells(Lot("", None, 0)), (_cells(lot).values() for lot in lots))


def csv_bytes(header: Iterable[str], rows: Iterable[Iterable[str]]) -> bytes:
    """With a byte order mark, without which Excel reads it in another encoding."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in row] for row in rows)
    return b"\xef\xbb\xbf" + text.getvalue().encode()


def _cells(lot: Lot) -> dict[str, str]:
    """By the headings of their columns."""
    return {
        "list": lot.group,
        "type": lot.item_type,
        "number": lot.number,
        "colour": "" if lot.colour is None else str(lot.colour),
        "colour name": lot.colour_name,
        "quantity": str(lot.quantity),
        "needed": str(lot.needed),
        "owned": str(lot.owned),
        "spare": str(lot.spare),
        "title": lot.title,
        "needed for": ", ".join(str(origin) for origin in lot.needed_for),
        "confidence": str(lot.confidence),
        "reason": lot.reason,
        "instead": "; ".join(map(str, lot.instead)),
        "notes": "; ".join(lot.notes),
        "price": "" if lot.price is None else f"{lot.price:f}",
        "LDraw": lot.part,
        "LDraw colour": "" if lot.ldraw_colour is None or lot.ldraw_colour < 0 else str(lot.ldraw_colour),
        "LDraw pieces": " ".join(f"{piece.part}:{piece.colour}:{piece.count}" for piece in lot.pieces),
        "link": lot.link,
    }


# What BrickLink refuses of a list that we write: numbers and prices of the user's own may be odd.

MOST_BYTES = 204_800
"""The size of a file; what is pasted into the box may be longer."""
_FORMS = {
    "ITEMID": re.compile(r"[A-Za-z0-9][A-Za-z0-9.\-_+]{0,59}"),
    "MINQTY": re.compile(r"[1-9]\d{0,8}"),
    "MAXPRICE": re.compile(r"\d{1,9}(?:\.\d{1,4})?"),
}


def refusals(data: bytes, name: str) -> Iterator[Finding]:
    """What the upload would refuse of a wanted list, each at its line."""
    if len(data) > MOST_BYTES:
        reason = f"as a file it is larger than {MOST_BYTES:,} bytes"
        fix = "Split it with --max-lots, or paste it."
        yield faults.REFUSED.at(Place(name, 1), reason=reason, fix=fix)
    text = data.decode("ascii")
    for tag, form in _FORMS.items():
        for found in re.finditer(f"<{tag}>(.*?)</{tag}>", text, re.DOTALL):
            if not form.fullmatch(found[1]):
                place = Place(name, text.count("\n", 0, found.start()) + 1)
                reason = f"“{found[1][:40]}” is not a valid {tag}"
                yield faults.REFUSED.at(place, reason=reason, fix=f"Correct <{tag}>.")
