"""Somebody's list in BrickLink's numbers, whatever shop's it was written in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from brickyard.parts.lines import Lot
from brickyard.parts.reading import Stock, StockLot
from brickyard.parts.records import Records
from catalog.colours import by_rebrickable_id
from catalog.database.part_database import shipped_parts
from catalog.shops import shop_findings as faults
from catalog.shops.rebrickable import ALTERNATE, MOULD, RebrickableTables
from catalog.shops.shop_numbers import Confidence, NumberBook, Shop
from ldraw_tools.findings import Finding, in_file_order
from ldraw_tools.suggestions import shown


def in_bricklink_numbers(
    stock: Stock, book: NumberBook, records: Records, tables: RebrickableTables | None = None
) -> Stock:
    """The same lots under BrickLink's numbers and colours; one that has none is left out, with a finding."""
    lots: list[StockLot] = []
    told: list[Finding] = []
    for lot in stock.lots:
        found = _translated(lot, book, records, tables)
        if found is None:
            number = shown(lot.number or lot.part, 40)
            told.append(faults.NOT_TRANSLATED.at(lot.place, number=number, shop=lot.shop.label))
        else:
            lots.append(found)
    return replace(stock, lots=tuple(lots), findings=tuple(in_file_order([*stock.findings, *told])))


def _translated(
    lot: StockLot, book: NumberBook, records: Records, tables: RebrickableTables | None
) -> StockLot | None:
    if lot.shop is Shop.BRICKLINK and lot.number:
        return lot
    if lot.shop is Shop.LEGO:
        element = tables.element(int(lot.number)) if tables and lot.number.isdecimal() else None
        if element is None:
            return None
        lot = replace(lot, shop=Shop.REBRICKABLE, number=element[0], colour=element[1])
    part = records.find(lot.part or shipped_parts().by_rebrickable.get(lot.number.lower(), lot.number))
    number = book.number(part, Shop.BRICKLINK).number if part else ""
    if part is None or not number:
        return None
    if lot.shop is Shop.REBRICKABLE and lot.colour is not None:
        colour = by_rebrickable_id(lot.colour)
        if colour is None or colour.bricklink_id is None:
            return None
        lot = replace(lot, colour=colour.bricklink_id, ldraw_colour=colour.code)
    return replace(lot, shop=Shop.BRICKLINK, number=number, part=part.number)


def numbers_of_related(
    lots: Iterable[Lot], book: NumberBook, records: Records, tables: RebrickableTables
) -> dict[str, tuple[str, ...]]:
    """What BrickLink calls the other moulds and the alternates that Rebrickable knows of these lots."""
    found: dict[str, tuple[str, ...]] = {}
    for lot in lots:
        names = dict.fromkeys((lot.number.lower(), *(piece.part for piece in lot.pieces)))
        others = [one for name in names for kind in (MOULD, ALTERNATE) for one in tables.related(name, kind)]
        for other in others:
            if other not in found:
                part = records.find(shipped_parts().by_rebrickable.get(other, other))
                number = book.number(part, Shop.BRICKLINK) if part else None
                found[other] = (number.number,) if number and number.confidence > Confidence.LOW else ()
    return found
