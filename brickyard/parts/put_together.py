"""Owned pieces as the assemblies that a list wants: hips and legs from a drawer are a pair of legs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from brickyard.parts.lots import Lot, PieceItem
from brickyard.parts.owned_bricks import called
from brickyard.parts.stock import StockLot
from catalog.shops import owned_findings as faults
from catalog.shops.shop_numbers import Confidence
from ldraw_tools.findings import Finding

_Key = tuple[str, int | None]


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
