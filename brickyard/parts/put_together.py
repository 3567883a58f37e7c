"""Owned pieces as the assemblies that a list wants, and owned assemblies as the pieces that it wants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from brickyard.parts.lots import Lot, PieceItem
from brickyard.parts.ordering import Orderer
from brickyard.parts.owned_bricks import called
from brickyard.parts.stock import StockLot
from catalog.colours import by_bricklink_id
from catalog.database.part_database import PartRecord
from catalog.shops import owned_findings as faults
from catalog.shops.assemblies import assemblies_with
from catalog.shops.shop_numbers import Confidence
from ldraw_tools.findings import Finding

_Key = tuple[str, int | None]


def as_wanted(
    pool: Sequence[StockLot], wanted: Sequence[tuple[Lot, int]], orderer: Orderer
) -> tuple[list[StockLot], list[Finding]]:
    """The pool with assemblies put together and taken apart as a list needs them, and what was done."""
    joined, put = put_together(pool, wanted)
    opened, apart = take_apart(joined, wanted, orderer)
    return opened, [*put, *apart]


def take_apart(
    pool: Sequence[StockLot], wanted: Iterable[tuple[Lot, int]], orderer: Orderer
) -> tuple[list[StockLot], list[Finding]]:
    """The pool with the pieces of assemblies in place of those that aren't wanted whole.

    Only as many are opened as give a piece that is short, and only if all of their pieces have sure numbers.
    """
    needed: Counter[_Key] = Counter()
    for lot, count in wanted:
        if lot.number and lot.confidence >= Confidence.PROBABLE:
            needed[_key(lot)] += count
    there: Counter[_Key] = Counter()
    for one in pool:
        there[_key(one)] += one.quantity
    left, found = list(pool), list[Finding]()
    short = {key[0] for key in needed if needed[key] > there[key]}
    owned: dict[str, list[_Key]] = {}
    for key in there:
        owned.setdefault(key[0], []).append(key)
    for pattern in assemblies_with(short) if short else ():
        part = orderer.records.find(pattern.part)
        whole = orderer.book.number(part, orderer.shop) if part else None
        if part is None or whole is None or whole.number.lower() not in owned:
            continue
        for key in owned[whole.number.lower()]:
            colour = by_bricklink_id(key[1]) if key[1] is not None else None
            pieces = _pieces_of(orderer, part, colour.code) if colour else ()
            spare = there[key] - needed[key]
            lacking = [
                -((there[_key(item)] - needed[_key(item)]) // item.quantity)
                for item in pieces
                if needed[_key(item)] > there[_key(item)]
            ]
            count = min(spare, max(lacking, default=0))
            if count <= 0:
                continue
            place = next(one.place for one in left if _key(one) == key)
            left = _without(left, PieceItem(whole.number, key[1], 1), count)
            there[key] -= count
            for item in pieces:
                there[_key(item)] += count * item.quantity
                left.append(
                    StockLot(pool[0].shop, item.number, item.colour, count * item.quantity, place=place)
                )
            names = " + ".join(item.number for item in pieces)
            verb = "is" if count == 1 else "are"
            found.append(
                faults.TAKEN_APART.at(place, count=count, whole=f"{whole.number} {verb}", pieces=names)
            )
    return left, found


def _pieces_of(orderer: Orderer, part: PartRecord, colour: int) -> Sequence[PieceItem]:
    """What an assembly in a colour is made of, where shops sell each of its pieces."""
    (order, *more) = orderer.orders(part, colour)
    return () if more else order.made_of


def put_together(
    pool: Sequence[StockLot], wanted: Iterable[tuple[Lot, int]]
) -> tuple[list[StockLot], list[Finding]]:
    """The pool with assemblies in place of their pieces, and what was put together.

    `wanted` are lots and how many of each. Pieces that are wanted by themselves are left alone.
    """
    lots = [(lot, count) for lot, count in wanted if lot.number and lot.confidence >= Confidence.PROBABLE]
    needed: Counter[_Key] = Counter()
    assemblies: dict[_Key, Lot] = {}
    for lot, count in lots:
        needed[_key(lot)] += count
        if lot.made_of:
            assemblies.setdefault(_key(lot), lot)
    left = list(pool)
    there: Counter[_Key] = Counter()
    for one in left:
        there[_key(one)] += one.quantity
    found: list[Finding] = []
    for key, lot in assemblies.items():
        free = [(there[_key(item)] - needed[_key(item)]) // item.quantity for item in lot.made_of]
        count = min(needed[key] - there[key], *free)
        if count <= 0:
            continue
        place = next(one.place for one in left if _key(one) == _key(lot.made_of[0]))
        for item in lot.made_of:
            there[_key(item)] -= count * item.quantity
            left = _without(left, item, count * item.quantity)
        there[key] += count
        left.append(StockLot(pool[0].shop, lot.number, lot.colour, count, place=place))
        names = " + ".join(item.number for item in lot.made_of)
        found.append(faults.PUT_TOGETHER.at(place, pieces=names, count=count, wanted=called(lot)))
    return left, found


def _key(one: Lot | StockLot | PieceItem) -> _Key:
    return one.number.lower(), one.colour


def _without(lots: list[StockLot], item: PieceItem, count: int) -> list[StockLot]:
    left: list[StockLot] = []
    for lot in lots:
        taken = min(count, lot.quantity) if _key(lot) == _key(item) else 0
        count -= taken
        left.append(replace(lot, quantity=lot.quantity - taken))
    return left
