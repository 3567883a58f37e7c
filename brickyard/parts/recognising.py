"""Owned parts by whatever number they are listed under; what can't be told is said, not dropped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from brickyard.parts.lines import ANY_COLOUR, PART
from brickyard.parts.ordering import Counting, Order, Orderer
from brickyard.parts.reading import Stock, StockLot
from catalog.colours import by_bricklink_id
from catalog.database.part_database import PartRecord, shipped_parts
from catalog.shops import owned_findings as faults
from catalog.shops.shop_numbers import Confidence
from ldraw_tools.findings import Finding, in_file_order
from ldraw_tools.reading.header import BUILDING_BLOCKS
from ldraw_tools.suggestions import shown

_SET = "S"
_POSES = ("-f1", "-f2")


@dataclass(frozen=True, slots=True)
class _Meaning:
    """What a number stands for: BrickLink's number, or a part of LDraw's that has none; else why nothing."""

    number: str = ""
    part: str = ""
    doubt: str = ""


_UNKNOWN = _Meaning()


def recognise(stock: Stock, orderer: Orderer) -> Stock:
    """The same lots; numbers of LDraw's and Rebrickable's become BrickLink's where there is one meaning."""
    lots: list[StockLot] = []
    told: list[Finding] = []
    meanings: dict[str, _Meaning] = {}
    for lot in stock.lots:
        number = lot.number.lower()
        if lot.item_type == _SET:
            told.append(faults.NOT_TAKEN_APART.at(lot.place, number=shown(lot.number, 40)))
        if lot.item_type != PART or not number or lot.part:
            lots.append(lot)
            continue
        is_first = number not in meanings
        if is_first:
            meanings[number] = _meaning(lot.number, orderer)
        meaning = meanings[number]
        if is_first and (finding := _finding(lot, meaning)):
            told.append(finding)
        lots.append(_as_meant(lot, meaning))
    findings = in_file_order([*stock.findings, *told])
    return replace(stock, lots=tuple(lots), findings=tuple(findings))


def _meaning(number: str, orderer: Orderer) -> _Meaning:
    if orderer.book.is_bricklinks(number):
        return _Meaning(number)
    parts = _parts_called(number, orderer)
    orders = [order for part in parts if (order := _single_order(part, orderer))]
    if number.lower() in {order.number.lower() for order in orders}:
        return _Meaning(number)
    if not parts:
        known = orderer.book.known
        return _Meaning(number) if known is not None and known.has_part(number) else _UNKNOWN
    sure = dict.fromkeys(order.number for order in orders if order.confidence > Confidence.LOW)
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


def _single_order(part: PartRecord, orderer: Orderer) -> Order | None:
    """What one of a part is bought as, if as one thing."""
    orders = orderer.orders(part, ANY_COLOUR)
    is_one = len(orders) == 1 and orders[0].count == 1 and orders[0].counting is Counting.EACH
    return orders[0] if is_one else None


def _as_meant(lot: StockLot, meaning: _Meaning) -> StockLot:
    if meaning.part:
        colour = by_bricklink_id(lot.colour) if lot.colour is not None else None
        return replace(lot, part=meaning.part, ldraw_colour=colour.code if colour else None)
    return replace(lot, number=meaning.number) if meaning.number else lot


def _finding(lot: StockLot, meaning: _Meaning) -> Finding | None:
    number = shown(lot.number, 40)
    if meaning.doubt:
        return faults.NUMBER_IN_DOUBT.at(lot.place, number=number, why=meaning.doubt)
    if meaning == _UNKNOWN:
        return faults.NUMBER_NOT_KNOWN.at(lot.place, number=number)
    if meaning.number.lower() == lot.number.lower():
        return None
    taken = f"BrickLink's {meaning.number}" if meaning.number else f"LDraw's {meaning.part}"
    return faults.OTHERS_NUMBER.at(lot.place, number=number, taken=taken)
