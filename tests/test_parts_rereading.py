"""Every file of a list, as it is written, gives the same lots when our own readers read it again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings, strategies as st

from brickyard.parts import Condition, Form
from brickyard.parts.list_files import files_of
from brickyard.parts.lots import Instead, ListFile, Lot, LotGroup, PartsList
from brickyard.parts.stock import StockLot
from brickyard.parts.stock_formats import parse_stock
from catalog.shops.shop_numbers import Confidence, Shop
from tests.shopping import lots

SOME = settings(max_examples=25, deadline=None)
_CONDITIONS = {Condition.ANY: "X", Condition.NEW: "N", Condition.USED: "U"}
_GROUPS = [LotGroup.WRITTEN, LotGroup.SHEETS, LotGroup.UNCERTAIN]
_SURE = {LotGroup.UNCERTAIN: Confidence.UNCERTAIN}
_PRICES = st.one_of(st.none(), st.decimals(Decimal("0.01"), 9999, places=4))
_CHOICES = st.lists(
    st.builds(Instead, st.from_regex(r"\d{1,6}[a-z]?", fullmatch=True), st.just("mould")), max_size=3
)


@st.composite
def shop_lists(draw: st.DrawFn, shop: Shop = Shop.BRICKLINK) -> PartsList:
    """Lots in all groups, with prices and choices; one group has no lot twice."""
    made: list[Lot] = []
    for group in _GROUPS:
        for lot in draw(lots(shop)):
            quantity = draw(st.sampled_from([0, lot.quantity]))
            made.append(
                replace(
                    lot,
                    group=group,
                    quantity=quantity,
                    owned=lot.quantity - quantity,
                    confidence=_SURE.get(group, lot.confidence),
                    price=draw(_PRICES),
                    instead=tuple(draw(_CHOICES)),
                )
            )
    return PartsList(shop, tuple(made), title="Test")


def read(files: Iterable[ListFile]) -> list[StockLot]:
    return [lot for file in files for lot in parse_stock(file.data, file.name).lots]


def same(stock: Iterable[StockLot], wanted: Iterable[Lot]) -> None:
    found = sorted((lot.number, lot.colour or 0, lot.quantity) for lot in stock)
    assert found == sorted((lot.number, lot.colour or 0, lot.quantity) for lot in wanted)


@SOME
@given(shop_lists(), st.sampled_from(Condition), st.integers(0, 3), st.booleans())
def test_bricklinks_files_give_the_same_lots(
    parts: PartsList, condition: Condition, max_lots: int, with_prices: bool
) -> None:
    files = files_of(
        parts, Form.BRICKLINK, condition=condition, max_lots=max_lots, with_max_prices=with_prices
    )
    stock = read(files)
    same(stock, [*parts.to_buy, *parts.doubtful])
    assert all(lot.condition == _CONDITIONS[condition] for lot in stock)
    given_prices = [lot.price for lot in (*parts.to_buy, *parts.doubtful)]
    assert [lot.price for lot in stock] == (given_prices if with_prices else [None] * len(stock))
    assert sum(file.lots for file in files) == len(stock)


@SOME
@given(shop_lists(), st.sampled_from(Condition), st.integers(0, 3))
def test_brickstores_files_give_the_same_lots(parts: PartsList, condition: Condition, max_lots: int) -> None:
    stock = read(files_of(parts, Form.BSX, condition=condition, max_lots=max_lots))
    same(stock, [*parts.to_buy, *parts.doubtful])
    assert [lot.price for lot in stock] == [lot.price for lot in (*parts.to_buy, *parts.doubtful)]
    assert {lot.condition for lot in stock} <= {"N" if condition is Condition.NEW else "U"}


@SOME
@given(shop_lists(Shop.REBRICKABLE), st.integers(0, 3))
def test_rebrickables_files_give_the_same_lots(other: PartsList, max_lots: int) -> None:
    parts = PartsList(Shop.BRICKLINK, title="Test", others={Shop.REBRICKABLE: other})
    stock = read(files_of(parts, Form.REBRICKABLE, max_lots=max_lots))
    assert all(lot.shop is Shop.REBRICKABLE for lot in stock)
    found = Counter((lot.number, lot.colour, lot.quantity) for lot in stock)
    assert found == Counter(
        (lot.number, lot.colour, lot.quantity) for lot in (*other.to_buy, *other.doubtful)
    )


@SOME
@given(
    st.dictionaries(st.integers(1, 10**7), st.integers(1, 5000), max_size=12),
    shop_lists(),
    st.integers(0, 5),
)
def test_pick_a_bricks_files_and_the_remainder_give_the_same_lots(
    elements: dict[int, int], rest: PartsList, max_lots: int
) -> None:
    some = tuple(Lot(str(element), None, count) for element, count in elements.items())
    listed = PartsList(Shop.LEGO, some, title="Test", remainder=rest)
    files = files_of(
        PartsList(Shop.BRICKLINK, others={Shop.LEGO: listed}), Form.PICK_A_BRICK, max_lots=max_lots
    )
    found: Counter[int] = Counter()
    for lot in read(file for file in files if file.name.endswith(".csv")):
        found[int(lot.number)] += lot.quantity
    assert found == Counter(elements)
    same(read(file for file in files if file.name.endswith(".xml")), [*rest.to_buy, *rest.doubtful])


@pytest.mark.parametrize("form", [Form.CSV, Form.JSON])
@SOME
@given(parts=shop_lists())
def test_our_own_files_give_all_lots_again(form: Form, parts: PartsList) -> None:
    (file,) = files_of(parts, form)
    stock = read([file])
    same(stock, parts.lots)
    assert all(lot.part == "3001" and lot.ldraw_colour == 4 for lot in stock)
    by_number = {(lot.number, lot.colour or 0, lot.price) for lot in stock}
    assert by_number == {(lot.number, lot.colour or 0, lot.price) for lot in parts.lots}
