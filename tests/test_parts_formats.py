"""Every form of a list: what shops accept, what reads back the same, and nobody's names doing harm."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings, strategies as st

from brickyard.parts import Condition
from brickyard.parts.adjusting import changes_since, parse_percent, with_prices, with_spares
from brickyard.parts.list_formats import (
    LONGEST_REMARK,
    MOST_BYTES,
    MOST_ELEMENTS,
    MOST_OF_ONE,
    as_csv,
    brickstore,
    pick_a_brick,
    rebrickable,
    refusals,
    remark,
    wanted_list,
)
from brickyard.parts.lots import Lot, Origin, PartsList, Piece, in_order, total_of
from brickyard.parts.printed_page import as_html
from brickyard.parts.stock import StockLot
from brickyard.parts.stock_formats import parse_stock
from catalog.shops.shop_numbers import Confidence, Shop
from ldraw_tools.findings import BrickyardError
from ldraw_tools.json_values import json_text, schema_of
from tests.shopping import grouped, lots
from tests.validators.json_schemas import breaches
from tests.wanted_lists import troubles

PARTS_SCHEMA = schema_of(PartsList)
SOME = settings(max_examples=40)
RED = Lot("3001", 5, 3, (Piece("3001", 4, 3),), "Brick 2 x 4", "Red", needed_for=(Origin("Chub", 3, 3),))


def keys(stock: tuple[StockLot, ...]) -> list[tuple[str, int | None, int]]:
    return [(lot.number, lot.colour, lot.quantity) for lot in stock]


def written(some: list[Lot]) -> list[tuple[str, int | None, int]]:
    return [(lot.number, lot.colour, lot.quantity) for lot in some]


def reads_back(data: bytes, some: list[Lot], shop: Shop = Shop.BRICKLINK) -> None:
    stock = parse_stock(data, "list")
    assert keys(stock.lots) == written(some)
    assert all(lot.shop is shop for lot in stock.lots)
    if some:
        assert not stock.findings


@SOME
@given(lots(), st.sampled_from(Condition))
def test_a_wanted_list_passes_the_documented_limits_and_reads_back(
    some: list[Lot], condition: Condition
) -> None:
    data = wanted_list(some, condition)
    assert not list(troubles(data)) or not some
    assert not list(refusals(data, "list.xml"))
    reads_back(data, some)


@SOME
@given(lots())
def test_a_wanted_list_keeps_who_needs_a_lot(some: list[Lot]) -> None:
    for lot, back in zip(some, parse_stock(wanted_list(some), "list").lots, strict=True):
        assert back.remarks == remark(lot)
        assert not re.search("[<>&]", back.remarks)


@SOME
@given(lots())
def test_a_brickstore_file_reads_back(some: list[Lot]) -> None:
    reads_back(brickstore(some, currency='E"R'), some)


@pytest.mark.parametrize(
    ("condition", "letter"), [(Condition.ANY, "U"), (Condition.USED, "U"), (Condition.NEW, "N")]
)
def test_brickstore_is_told_to_want_new_ones_only_if_nothing_else_will_do(
    condition: Condition, letter: str
) -> None:
    data = brickstore([Lot("3001", 5, 1)], condition)
    assert f"<Condition>{letter}</Condition>".encode() in data
    # With a number of 1 BrickStore would apply every rename there ever was.
    assert b"BrickLinkChangelogId" not in data


@SOME
@given(lots(Shop.REBRICKABLE))
def test_rebrickables_csv_reads_back(some: list[Lot]) -> None:
    reads_back(rebrickable(some), some, Shop.REBRICKABLE)


@SOME
@given(lots())
def test_our_csv_reads_back(some: list[Lot]) -> None:
    reads_back(as_csv(grouped(some)), some)


@SOME
@given(lots())
def test_our_json_reads_back_and_is_as_its_schema_says(some: list[Lot]) -> None:
    data = json_text(grouped(some)).encode()
    assert not list(breaches(json.loads(data), PARTS_SCHEMA, PARTS_SCHEMA))
    reads_back(data, some)


@given(st.dictionaries(st.integers(1, 10**7), st.integers(1, 5000), max_size=30), st.integers(1, 12))
def test_pick_a_brick_is_split_within_its_limits_and_nothing_is_lost(
    wanted: dict[int, int], most_lots: int
) -> None:
    some = [Lot(str(element), None, quantity) for element, quantity in wanted.items()]
    back: dict[int, int] = {}
    for data in pick_a_brick(some, most_lots):
        stock = parse_stock(data, "list.csv")
        assert len(stock.lots) == len({lot.number for lot in stock.lots}) <= min(most_lots, MOST_ELEMENTS)
        for lot in stock.lots:
            assert lot.shop is Shop.LEGO
            assert lot.quantity <= MOST_OF_ONE
            back[int(lot.number)] = back.get(int(lot.number), 0) + lot.quantity
    assert back == wanted


@SOME
@given(lots())
def test_no_cell_of_our_csv_is_a_formula(some: list[Lot]) -> None:
    text = as_csv(grouped(some)).decode("utf-8-sig")
    for row in csv.reader(io.StringIO(text, newline="")):
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row)


class _Page(HTMLParser):
    """The tags, links and words of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.attributes: set[str] = set()
        self.boxes = 0
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        self.boxes += tag == "input"

    def handle_data(self, data: str) -> None:
        self.words += data


@SOME
@given(lots(), st.text(max_size=30))
def test_nothing_of_a_strangers_becomes_markup(some: list[Lot], title: str) -> None:
    page = _Page()
    page.feed(as_html(grouped(some, some, some, title)).decode())
    allowed = {
        "html", "head", "meta", "title", "style", "body", "header", "main", "h1", "h2", "p", "b", "i",
        "table", "thead", "tbody", "tr", "th", "td", "section", "span", "input", "a", "br", "pre", "footer",
    }  # fmt: skip
    assert set(page.tags) <= allowed
    assert all(one.startswith("https://www.bricklink.com/") for one in page.links)
    assert not any(name.startswith("on") for name in page.attributes)
    assert page.boxes == 3 * len(some)


def test_a_page_has_titles_numbers_and_who_needs_them() -> None:
    page = _Page()
    parts = grouped([RED], title="Tom & Jerry")
    page.feed(as_html(replace(parts, sources=parts.sources * 2)).decode())
    for word in ("Tom & Jerry", "Brick 2 x 4", "Chub ×3", "3001", "3 pieces"):
        assert word in page.words


def test_a_link_leads_to_the_lot_or_to_a_search() -> None:
    assert RED.link == "https://www.bricklink.com/v2/catalog/catalogitem.page?P=3001&idColor=5"
    assert replace(RED, number="", title="A & B").link.endswith("search.page?q=A%20%26%20B")


def test_a_remark_is_cut_where_it_gets_too_long() -> None:
    lot = replace(RED, needed_for=tuple(Origin(f"Frame {number}", 2, 1) for number in range(100)))
    assert len(remark(lot)) <= LONGEST_REMARK
    assert remark(lot).startswith("Frame 0 x2, Frame 1 x2")


GOOD = wanted_list([RED])


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'<?xml version="1.0"?>\n' + GOOD, "begin with"),
        (GOOD.replace(b"Chub", "Ch\u00fcb".encode()), "not ASCII"),
        (GOOD.replace(b"\n", b"\r\n"), "Windows"),
        (GOOD.replace(b"<MINQTY>3</MINQTY>", b""), "no MINQTY"),
        (GOOD.replace(b"<CONDITION>X</CONDITION>", b""), "no CONDITION"),
        (GOOD.replace(b"<NOTIFY>N</NOTIFY>", b""), "no NOTIFY"),
        (GOOD.replace(b">3<", b">0<"), "not a valid MINQTY"),
        (GOOD.replace(b">3<", b">1,752<"), "1,752"),
        (GOOD.replace(b">P<", b">Q<"), "not a valid ITEMTYPE"),
        (GOOD.replace(b">5<", b">-1<"), "not a BrickLink colour"),
        (GOOD.replace(b">5<", b">99999<"), "not a BrickLink colour"),
        (GOOD.replace(b">3001<", b">a b<"), "not a valid ITEMID"),
        (GOOD.replace(b">X<", b">any<"), "not a valid CONDITION"),
        (GOOD.replace(b"Chub", b"&lt;b&gt;"), "not a valid REMARKS"),
        (GOOD.replace(b"</INVENTORY>", GOOD[12:]), "twice in one colour"),
        (GOOD.replace(b"<NOTIFY>N</NOTIFY>", b"<QTY>1</QTY><NOTIFY>N</NOTIFY>"), "<QTY> is unknown"),
        (GOOD.replace(b"<ITEM>", b"<ITEM>x"), "outside of the tags"),
        (GOOD.replace(b"</ITEM>", b""), "not valid XML"),
        (b"<INVENTORY>\n</INVENTORY>\n", "no item"),
        (wanted_list([replace(RED, number=str(n)) for n in range(1, 2000)]), f"{MOST_BYTES:,} bytes"),
        (b"<INVENTORY><!DOCTYPE x></INVENTORY>", "declaration"),
    ],
)
def test_the_reader_of_these_tests_finds_what_bricklink_would_refuse(data: bytes, reason: str) -> None:
    found = list(troubles(data))
    assert any(reason in one for one in found), found


def test_the_reader_of_these_tests_lets_a_good_list_pass() -> None:
    assert not list(troubles(GOOD))
    assert not list(troubles(wanted_list([replace(RED, price=Decimal("0.125"))], with_max_prices=True)))


@pytest.mark.parametrize(
    ("lots", "line", "reason"),
    [
        ([RED, replace(RED, number="a b")], 3, "“a b” is not a valid ITEMID"),
        ([replace(RED, number="a\nb"), RED], 2, "not a valid ITEMID"),
        ([replace(RED, quantity=10**9)], 2, "not a valid MINQTY"),
        ([replace(RED, price=Decimal("0.12345"))], 2, "“0.12345” is not a valid MAXPRICE"),
        ([replace(RED, number=str(number)) for number in range(1, 2000)], 1, f"{MOST_BYTES:,} bytes"),
    ],
)
def test_what_bricklink_would_refuse_of_our_own_list_is_said(lots: list[Lot], line: int, reason: str) -> None:
    data = wanted_list(lots, with_max_prices=True)
    (found,) = refusals(data, "list.xml")
    assert reason in found.message
    assert found.place.line == line
    assert any(reason in one for one in troubles(data)) or "\n" in lots[0].number


# Prices, changes, spares.


def test_prices_are_summed_exactly_and_gaps_are_counted() -> None:
    stock = parse_stock(b"number,colour,price\n3001,5,0.10\n3001,5,0.1\n3002,,0.03\n3003,,?\n", "p.csv").lots
    some = [RED, replace(RED, number="3002", colour=11), replace(RED, number="9")]
    parts = with_prices(grouped(some), stock, "EUR")
    total = total_of(parts.lots)
    assert (total.price, total.priced_lots, total.lots) == (Decimal("0.39"), 2, 3)
    assert (parts.is_priced, parts.currency) == (True, "EUR")


def test_an_earlier_list_with_prices_gives_prices() -> None:
    data = wanted_list([replace(RED, price=Decimal("0.25"))], with_max_prices=True)
    (lot,) = with_prices(grouped([RED]), parse_stock(data, "old.xml").lots).lots
    assert lot.price == Decimal("0.25")


def test_changes_say_what_is_new_and_what_is_no_longer_needed() -> None:
    more, fewer, gone = (replace(RED, number=number) for number in ("1", "2", "3"))
    earlier = parse_stock(wanted_list([more, replace(fewer, quantity=5), gone]), "old.xml").lots
    changes = changes_since(earlier, [replace(more, quantity=10), fewer, RED])
    assert [(lot.number, lot.quantity) for lot in changes.new] == [("1", 7), ("3001", 3)]
    assert [(one.number, one.quantity, one.still) for one in changes.no_longer_needed] == [
        ("2", 2, 3),
        ("3", 3, 0),
    ]


@SOME
@given(lots())
def test_the_same_list_again_changes_nothing(some: list[Lot]) -> None:
    changes = changes_since(parse_stock(wanted_list(some), "old.xml").lots, some)
    assert not changes.new
    assert not changes.no_longer_needed


@pytest.mark.parametrize(
    ("needed", "small", "large"), [(1, 1, 0), (19, 1, 0), (20, 1, 1), (21, 2, 1), (100, 5, 5)]
)
def test_spares_are_rounded_up_for_small_parts_only(needed: int, small: int, large: int) -> None:
    parts = grouped([replace(RED, quantity=needed)])
    for spare, is_small in ((small, "3001".__eq__), (large, "3001".__ne__)):
        (lot,) = with_spares(parts, Fraction(5, 100), is_small).written
        assert (lot.quantity, lot.spare, lot.needed) == (needed + spare, spare, needed)


def test_a_small_part_is_known_by_its_outline() -> None:
    parts = grouped([replace(RED, pieces=(Piece(n, 4, 3),)) for n in ("3024", "3001")])
    assert [lot.spare for lot in with_spares(parts, Fraction(5, 100)).written] == [1, 0]


@pytest.mark.parametrize(("text", "share"), [("5%", "1/20"), ("5", "1/20"), ("2.5 %", "1/40"), ("0", "0")])
def test_a_percentage_is_read(text: str, share: str) -> None:
    assert parse_percent(text) == Fraction(share)


@pytest.mark.parametrize("text", ["five", "-5%", "5%%", "99999%", ""])
def test_what_is_no_percentage_is_explained(text: str) -> None:
    with pytest.raises(BrickyardError, match="--spare"):
        parse_percent(text)


def test_a_lot_that_is_owned_needs_the_same_and_buys_less() -> None:
    lot = RED.taking(2)
    assert (lot.quantity, lot.owned, lot.needed) == (1, 2, 3)
    assert RED.taking(99).quantity == 0
    assert Confidence.UNCERTAIN < Confidence.PROBABLE < Confidence.EXACT


def test_lists_are_in_picking_order_by_kind_then_size_then_colour() -> None:
    titles = [
        *("Bar 3L", "Brick 1 x 1 Round", "Brick 1 x 2", "Brick 1 x 10", "Brick 2 x 2", "Brick 2 x 4"),
        *("Plate 1 x 2", "Slope Brick 45 2 x 1", "Slope Brick 33 3 x 2", "Technic Axle 3", "Technic Axle 12"),
    ]
    colours = ("Black", "Dark Red", "Red")
    wanted = [(title, colour) for title in titles for colour in colours]
    lots = [Lot("1", 1, 1, title=title, colour_name=colour) for title, colour in sorted(wanted, reverse=True)]
    assert [(lot.title, lot.colour_name) for lot in in_order(lots)] == wanted
