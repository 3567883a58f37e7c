"""BrickStore's .bsx, for those who keep their bricks there; it keeps lines that BrickLink would refuse."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from html import escape

from brickyard.parts.formats.bricklink import Price
from brickyard.parts.lines import Lot
from ldraw_tools.findings import printable


def brickstore(
    lots: Iterable[Lot], condition: str = "N", price: Price | None = None, currency: str = ""
) -> bytes:
    attribute = f' Currency="{escape(currency)}"' if currency else ""
    items = "".join(_item(lot, condition, price(lot) if price else None) for lot in lots)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<BrickStoreXML>\n'
        f"<Inventory{attribute}>\n{items}</Inventory>\n</BrickStoreXML>\n"
    ).encode()


def _item(lot: Lot, condition: str, price: Decimal | None) -> str:
    values = {
        "ItemID": lot.number,
        "ItemTypeID": lot.item_type,
        "ColorID": str(lot.colour or 0),
        "ItemName": lot.title,
        "ColorName": lot.colour_name,
        "Qty": str(lot.quantity),
        "Price": "" if price is None else f"{price:f}",
        # It knows new and used only.
        "Condition": "U" if condition == "U" else "N",
        "Remarks": ", ".join(str(origin) for origin in lot.origins),
        "Comments": "; ".join(lot.notes),
    }
    tags = "".join(
        f"<{tag}>{escape(printable(value), quote=False)}</{tag}>" for tag, value in values.items() if value
    )
    return f"<Item>{tags}</Item>\n"
