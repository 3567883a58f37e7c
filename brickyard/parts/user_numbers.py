"""Numbers that users wrote, translated to BrickLink's: lists in any shop's numbers, and overrides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from brickyard.parts.lots import ANY_COLOUR, PART, Lot
from brickyard.parts.ordering import Counting, OrderedThing, Orderer
from brickyard.parts.part_records import Records
from brickyard.parts.stock import Findings, Stock, StockLot, decode, read_bytes
from brickyard.parts.stock_formats import rows_of
from catalog.colours import by_bricklink_id, by_rebrickable_id
from catalog.database.part_database import PartRecord, shipped_parts
from catalog.shops import shop_findings
from catalog.shops.shop_numbers import NOT_WANTED, Confidence, NumberBook, Override, Shop
from ldraw_tools.findings import Finding, in_file_order, printable
from ldraw_tools.names import path_from_here, shown
from ldraw_tools.reading.header import BUILDING_BLOCKS
from ldraw_tools.reading.lines import colour_text

OVERRIDES_HEADER = "ldraw,bricklink,rebrickable,note"
_LONGEST = 40
_SET = "S"
_POSES = ("-f1", "-f2")


def in_bricklink_numbers(stock: Stock, book: NumberBook, records: Records) -> Stock:
    """The same lots under BrickLink's numbers and colours; one that has none is left out, with a finding."""
    lots: list[StockLot] = []
    found = Findings(stock.name)
    for lot in stock.lots:
        translated = _translated(lot, book, records)
        if translated is None:
            number = shown(lot.number or lot.part, _LONGEST)
            if unsold := _unsold_colour(lot):
                found.add(shop_findings.COLOUR_NOT_SOLD, lot.place, number=number, colour=unsold)
                continue
            found.add(shop_findings.NOT_TRANSLATED, lot.place, number=number, shop=lot.shop.label)
        else:
            lots.append(translated)
    return _with(stock, lots, found)


def _unsold_colour(lot: StockLot) -> str:
    """What a colour is called that only Rebrickable has, or nothing."""
    if lot.shop is not Shop.REBRICKABLE or lot.colour is None:
        return ""
    known = by_rebrickable_id(lot.colour)
    if known is None:
        return str(lot.colour)
    return known.rebrickable_name if known.bricklink_id is None else ""


def _translated(lot: StockLot, book: NumberBook, records: Records) -> StockLot | None:
    if lot.shop is Shop.BRICKLINK and lot.number:
        return lot
    if lot.shop is Shop.LEGO:
        element = book.tables.element(int(lot.number)) if lot.number.isdecimal() else None
        if element is None:
            return None
        lot = lot._replace(shop=Shop.REBRICKABLE, number=element[0], colour=element[1])
    part = records.find(lot.part or shipped_parts().by_rebrickable.get(lot.number.lower(), lot.number))
    number = book.number(part, Shop.BRICKLINK).number if part else ""
    if part is None or not number:
        return None
    if lot.shop is Shop.REBRICKABLE and lot.colour is not None:
        colour = by_rebrickable_id(lot.colour)
        if colour is None or colour.bricklink_id is None:
            return None
        lot = lot._replace(colour=colour.bricklink_id, ldraw_colour=colour.code)
    return lot._replace(shop=Shop.BRICKLINK, number=number, part=part.number)


def _with(stock: Stock, lots: Iterable[StockLot], found: Findings) -> Stock:
    findings = in_file_order([*stock.findings, *found.all()])
    return stock._replace(lots=tuple(lots), findings=tuple(findings))


class _Meaning(NamedTuple):
    """What a number stands for: BrickLink's number, or a part of LDraw's that has none; else why nothing."""

    number: str = ""
    part: str = ""
    doubt: str = ""


_UNKNOWN = _Meaning()


def recognise(stock: Stock, orderer: Orderer, sets: Sequence[Path | str] = ()) -> Stock:
    """The same lots; LDraw's and Rebrickable's numbers become BrickLink's where the meaning is clear.

    `sets` are where inventories of sets were looked for.
    """
    lots: list[StockLot] = []
    found = Findings(stock.name)
    meanings: dict[str, _Meaning] = {}
    for lot in stock.lots:
        number = lot.number.lower()
        if lot.item_type == _SET:
            name = shown(lot.number, _LONGEST)
            found.add(shop_findings.NOT_TAKEN_APART, lot.place, number=name, way_out=_way_out(name, sets))
            lots.append(lot._replace(is_understood=False))
            continue
        if lot.item_type != PART or not number or lot.part:
            lots.append(lot)
            continue
        if number not in meanings:
            meanings[number] = _meaning(lot.number, orderer)
            _tell(lot, meanings[number], found)
        lots.append(_as_meant(lot, meanings[number]))
    return _with(stock, lots, found)


def _way_out(number: str, sets: Sequence[Path | str]) -> str:
    if not sets:
        return "name the folder with its inventory: --sets FOLDER"
    places = " or ".join(printable(str(one)) for one in sets)
    return (
        f"add its inventory to {places}: Rebrickable's inventories.csv and inventory_parts.csv, "
        f"or a list {number}.bsx"
    )


def _meaning(number: str, orderer: Orderer) -> _Meaning:
    if orderer.book.is_bricklinks(number):
        return _Meaning(number)
    parts = _parts_called(number, orderer)
    orders = [order for part in parts if (order := _single_order(part, orderer))]
    if number.lower() in {order.number.lower() for order in orders}:
        return _Meaning(number)
    if not parts:
        return _Meaning(number) if orderer.book.tables.has_part(number) else _UNKNOWN
    sure = dict.fromkeys(order.number for order in orders if order.confidence > Confidence.UNCERTAIN)
    if len(parts) == len(orders) and len(sure) == 1:
        return _Meaning(*sure)
    if len(parts) == len(orders) == 1:
        return _Meaning(part=parts[0].number)
    if sure:
        return _Meaning(doubt=f"may be BrickLink's {' or '.join(sure)}, or another part")
    return _Meaning(doubt="has no BrickLink number that brickyard knows")


def _parts_called(number: str, orderer: Orderer) -> Sequence[PartRecord]:
    """Parts that LDraw or Rebrickable call so; LDraw may have a flexible one only in its poses."""
    rebrickables = shipped_parts().by_rebrickable.get(number.lower(), "")
    names = [number, rebrickables, *(f"{number}{pose}" for pose in _POSES)]
    found = {part.key: part for name in names if name and (part := orderer.records.find(name))}
    return [part for part in found.values() if part.kind not in BUILDING_BLOCKS]


def _single_order(part: PartRecord, orderer: Orderer) -> OrderedThing | None:
    """What one of a part is bought as, if as one thing."""
    orders = orderer.orders(part, ANY_COLOUR)
    is_one = len(orders) == 1 and orders[0].count == 1 and orders[0].counting is Counting.EACH
    return orders[0] if is_one else None


def _as_meant(lot: StockLot, meaning: _Meaning) -> StockLot:
    if meaning.part:
        colour = by_bricklink_id(lot.colour) if lot.colour is not None else None
        return lot._replace(part=meaning.part, ldraw_colour=colour.code if colour else None)
    return lot._replace(number=meaning.number) if meaning.number else lot._replace(is_understood=False)


def _tell(lot: StockLot, meaning: _Meaning, found: Findings) -> None:
    number = shown(lot.number, _LONGEST)
    if meaning.doubt:
        found.add(shop_findings.NUMBER_IN_DOUBT, lot.place, number=number, why=meaning.doubt)
    elif meaning == _UNKNOWN:
        found.add(shop_findings.NUMBER_NOT_KNOWN, lot.place, number=number)
    elif meaning.number.lower() != lot.number.lower():
        taken = f"BrickLink's {meaning.number}" if meaning.number else f"LDraw's {meaning.part}"
        found.add(shop_findings.OTHERS_NUMBER, lot.place, number=number, taken=taken)


# The user's own table of numbers, read before any other.


def read_overrides(path: Path, records: Records) -> tuple[dict[str, Override], tuple[Finding, ...]]:
    return parse_overrides(read_bytes(path), path_from_here(path), records)


def parse_overrides(
    data: bytes, name: str, records: Records
) -> tuple[dict[str, Override], tuple[Finding, ...]]:
    """Lines of part, BrickLink number, Rebrickable number and note; `-` for a number means: don't buy."""
    found = Findings(name)
    overrides: dict[str, Override] = {}
    for line, row in rows_of(decode(data, found), found):
        cells = [cell.strip() for cell in row]
        if not any(cells) or cells[0].startswith("#") or cells[0].lower() == "ldraw":
            continue
        part = cells[0].lower().removesuffix(".dat")
        numbers = [*cells[1:3], "", ""][:2]
        if reason := _trouble(part, numbers):
            found.add(shop_findings.NOT_AN_OVERRIDE, line, reason=reason)
            continue
        if part in overrides:
            found.add(shop_findings.OVERRIDE_TWICE, line, part=shown(part, _LONGEST))
        if not any(records.find(part + pose) for pose in ("", *_POSES)):
            found.add(shop_findings.UNUSED_OVERRIDE, line, part=shown(part, _LONGEST))
        overrides[part] = Override(part, numbers[0], numbers[1], Confidence.EXACT, "your override file")
    return overrides, found.all()


def _trouble(part: str, numbers: list[str]) -> str:
    if not part:
        return "it names no LDraw part"
    if not any(numbers):
        return "it gives no number"
    bad = next((one for one in numbers if " " in one or not one.isascii() or len(one) > _LONGEST), "")
    return f"“{shown(bad, _LONGEST)}” is not a valid number" if bad else ""


def remedy(lot: Lot) -> str:
    """What to write once the right number is known: a line of the override file, or another colour."""
    if lot.is_colour_in_doubt and lot.ldraw_colour is not None:
        return f"--recolour {colour_text(lot.ldraw_colour)}=COLOUR"
    title = " ".join(lot.title[:_LONGEST].replace('"', "'").replace(",", "").split())
    return f"{lot.part},{lot.number or NOT_WANTED},,{title}"
