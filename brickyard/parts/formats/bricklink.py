"""BrickLink's wanted list XML: what its upload box takes without a correction."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from decimal import Decimal

from brickyard.parts.lines import Lot
from ldraw_tools.findings import printable

LONGEST_REMARK = 200
CONDITIONS = {"any": "X", "new": "N", "used": "U"}
# Decoded twice on their side, so that no way of writing these survives.
_NEVER = re.compile(r"[<>&]")

Price = Callable[[Lot], Decimal | None]


def wanted_list(lots: Iterable[Lot], condition: str = "X", price: Price | None = None) -> bytes:
    """No XML declaration, ASCII only, every tag that a missing one could make it refuse."""
    items = "".join(_item(lot, condition, price(lot) if price else None) for lot in lots)
    return f"<INVENTORY>\n{items}</INVENTORY>\n".encode("ascii", "xmlcharrefreplace")


def remark(lot: Lot) -> str:
    """Who needs it, short and harmless."""
    text = ", ".join(str(origin) for origin in lot.origins)
    text = " ".join(_NEVER.sub(" ", printable(text).replace("×", "x")).split())
    return text if len(text) <= LONGEST_REMARK else text[: LONGEST_REMARK - 3].rstrip() + "..."


def _item(lot: Lot, condition: str, price: Decimal | None) -> str:
    values = {
        "ITEMTYPE": lot.item_type,
        "ITEMID": lot.number,
        "COLOR": "" if lot.colour is None else str(lot.colour),
        "MAXPRICE": "" if price is None else f"{price:f}",
        "MINQTY": str(lot.quantity),
        "CONDITION": condition,
        "REMARKS": remark(lot),
        "NOTIFY": "N",
    }
    tags = "".join(f"<{tag}>{_NEVER.sub('', value)}</{tag}>" for tag, value in values.items() if value)
    return f"<ITEM>{tags}</ITEM>\n"
