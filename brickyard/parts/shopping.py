"""A shopping list whole: the lots with their prices, what has changed, and where the numbers are from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

from brickyard.parts.lines import Lot, PartsList
from brickyard.parts.prices import Prices
from brickyard.parts.updating import Changes
from catalog.colours import by_bricklink_id, by_rebrickable_id, colour
from catalog.database.part_database import shipped_parts
from catalog.shops.shop_numbers import Shop

NO_PRICES = Prices()
GROUPS = ("written", "sheets", "uncertain", "not written")


@dataclass(frozen=True, slots=True)
class Tables:
    """How old the tables are that numbers were looked up in."""

    ldraw: str
    colours: str
    rebrickable: str
    """Empty where nobody gave any."""


@dataclass(frozen=True)
class Shopping:
    title: str
    made_for: tuple[tuple[str, int, int], ...]
    """Name, how many, and the pieces in one, of every source."""
    parts: PartsList
    tables: Tables
    prices: Prices = NO_PRICES
    changes: Changes | None = None
    options: tuple[str, ...] = field(default=())
    """What was asked for beyond the models, in words."""
    pictures: Mapping[tuple[str, int | None], str] = field(default_factory=dict)
    """Addresses that hold the pictures of parts, by LDraw number and colour."""

    @property
    def sources_in_words(self) -> str:
        return ", ".join(
            f"{name} ×{units} ({pieces:,} each)" if units > 1 else f"{name} ({pieces:,})"
            for name, units, pieces in self.made_for
        )

    def groups(self) -> Iterator[tuple[str, tuple[Lot, ...]]]:
        parts = self.parts
        yield from zip(GROUPS, (parts.written, parts.sheets, parts.uncertain, parts.not_written), strict=True)


def tables_used(rebrickable: str) -> Tables:
    about = shipped_parts().about
    release = about.get("release", "")
    return Tables(f"{release[:4]}-{release[4:]}", about.get("colours", ""), rebrickable)


def link(lot: Lot, shop: Shop = Shop.BRICKLINK) -> str:
    """Where to look a lot up; one without a number is searched for by its title."""
    if not lot.number:
        return f"https://www.bricklink.com/v2/search.page?q={quote(lot.title, safe='')}"
    number = quote(lot.number, safe="")
    if shop is Shop.REBRICKABLE:
        return f"https://rebrickable.com/parts/{number}/"
    item = quote(lot.item_type, safe="")
    colour_part = f"&idColor={lot.colour}" if lot.colour is not None else ""
    return f"https://www.bricklink.com/v2/catalog/catalogitem.page?{item}={number}{colour_part}"


def swatch(lot: Lot, shop: Shop = Shop.BRICKLINK) -> tuple[str, bool] | None:
    """The look of a lot's colour, #RRGGBB, and whether light shines through it; None for any colour."""
    found = None
    if lot.colour is not None:
        found = by_rebrickable_id(lot.colour) if shop is Shop.REBRICKABLE else by_bricklink_id(lot.colour)
    if found is None and lot.ldraw_colour is not None and not lot.number:
        found = colour(lot.ldraw_colour) if lot.ldraw_colour >= 0 else None
    return (found.value, found.alpha < 255) if found else None
