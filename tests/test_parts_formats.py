"""Every form of a list: what shops accept, what reads back the same, and nobody's names doing harm."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from brickyard.parts.formats.bricklink import LONGEST_REMARK, remark, wanted_list
from brickyard.parts.formats.bsx import brickstore
from brickyard.parts.formats.columns import as_csv
from brickyard.parts.formats.document import PartsDocument, as_json
from brickyard.parts.formats.page import as_html
from brickyard.parts.formats.pick_a_brick import MOST_ELEMENTS, MOST_OF_ONE, pick_a_brick
from brickyard.parts.formats.rebrickable import rebrickable
from brickyard.parts.lines import Lot, Origin, PartsList, Piece
from brickyard.parts.prices import Prices, read_prices, total
from brickyard.parts.reading import StockLot, parse_stock
from brickyard.parts.shopping import link
from brickyard.parts.spares import parse_percent, with_spares
from brickyard.parts.updating import compare
from brickyard.parts.upload_rules import MOST_BYTES, refusals
from catalog.shops.shop_numbers import Confidence, Shop
from ldraw_tools.findings import BrickyardError
from tests.shopping import lots, shopping_of

DOCUMENT = TypeAdapter(PartsDocument)
SOME = settings(max_examples=40)
RED = Lot("3001", 5, 3, (Piece("3001", 4, 3),), "Brick 2 x 4", "Red", origins=(Origin("Chub", 3, 3),))


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
@given(lots(), st.sampled_from(["X", "N", "U"]))
def test_a_wanted_list_passes_the_documented_limits_and_reads_back(some: list[Lot], condition: str) -> None:
    data = wanted_list(some, condition)
    assert not refusals(data, "list.xml") or not some
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


@SOME
@given(lots(Shop.REBRICKABLE))
def test_rebrickables_csv_reads_back(some: list[Lot]) -> None:
    reads_back(rebrickable(some), some, Shop.REBRICKABLE)


@SOME
@given(lots())
def test_our_csv_reads_back(some: list[Lot]) -> None:
    reads_back(as_csv(shopping_of(PartsList(Shop.BRICKLINK, tuple(some)))), some)


@SOME
@given(lots())
def test_our_json_reads_back_and_is_as_its_schema_says(some: list[Lot]) -> None:
    data = as_json(shopping_of(PartsList(Shop.BRICKLINK, tuple(some))))
    DOCUMENT.validate_json(data)
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
    text = as_csv(shopping_of(PartsList(Shop.BRICKLINK, tuple(some)))).decode("utf-8-sig")
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
    groups = PartsList(Shop.BRICKLINK, tuple(some), uncertain=tuple(some), not_written=tuple(some))
    page = _Page()
    page.feed(as_html(shopping_of(groups, title)).decode())
    allowed = {
        "html", "head", "meta", "title", "style", "body", "header", "h1", "h2", "p", "b", "i", "table",
        "thead", "tbody", "tr", "th", "td", "section", "span", "input", "a", "br", "pre", "footer",
    }  # fmt: skip
    assert set(page.tags) <= allowed
    assert all(one.startswith("https://www.bricklink.com/") for one in page.links)
    assert not any(name.startswith("on") for name in page.attributes)
    assert page.boxes == 3 * len(some)


def test_a_page_has_titles_numbers_and_who_needs_them() -> None:
    page = _Page()
    page.feed(as_html(shopping_of(PartsList(Shop.BRICKLINK, (RED,)), "Tom & Jerry")).decode())
    for word in ("Tom & Jerry", "Brick 2 x 4", "Chub ×3", "3001", "3 pieces"):
        assert word in page.words


def test_a_link_leads_to_the_lot_or_to_a_search() -> None:
    assert link(RED) == "https://www.bricklink.com/v2/catalog/catalogitem.page?P=3001&idColor=5"
    assert link(replace(RED, number="", title="A & B")).endswith("search.page?q=A%20%26%20B")
    assert link(RED, Shop.REBRICKABLE) == "https://rebrickable.com/parts/3001/"


def test_a_remark_is_cut_where_it_gets_too_long() -> None:
    lot = replace(RED, origins=tuple(Origin(f"Frame {number}", 2, 1) for number in range(100)))
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
        (GOOD.replace(b">3<", b">0<"), "no MINQTY"),
        (GOOD.replace(b">3<", b">1,752<"), "1,752"),
        (GOOD.replace(b">P<", b">Q<"), "no type"),
        (GOOD.replace(b">5<", b">-1<"), "no colour"),
        (GOOD.replace(b">5<", b">99999<"), "no colour"),
        (GOOD.replace(b">3001<", b">a b<"), "no ITEMID"),
        (GOOD.replace(b">X<", b">any<"), "no CONDITION"),
        (GOOD.replace(b"Chub", b"&lt;b&gt;"), "no REMARKS"),
        (GOOD.replace(b"</INVENTORY>", GOOD[12:]), "twice in one colour"),
        (GOOD.replace(b"<NOTIFY>N</NOTIFY>", b"<QTY>1</QTY><NOTIFY>N</NOTIFY>"), "<QTY> is unknown"),
        (GOOD.replace(b"<ITEM>", b"<ITEM>x"), "outside of the tags"),
        (GOOD.replace(b"</ITEM>", b""), "no XML"),
        (b"<INVENTORY>\n</INVENTORY>\n", "no item"),
        (wanted_list([replace(RED, number=str(n)) for n in range(1, 2000)]), f"{MOST_BYTES:,} bytes"),
        (b"<INVENTORY><!DOCTYPE x></INVENTORY>", "declares"),
    ],
)
def test_the_checker_finds_what_bricklink_would_refuse(data: bytes, reason: str) -> None:
    found = refusals(data, "list.xml")
    assert found
    assert any(reason in one.message for one in found), found


def test_the_checker_lets_a_good_list_pass() -> None:
    assert not refusals(GOOD, "list.xml")
    assert not refusals(wanted_list([RED], price=lambda lot: Decimal("0.125")), "list.xml")


# Prices, changes, spares.


def test_prices_are_summed_exactly_and_gaps_are_counted() -> None:
    stock = parse_stock(b"number,colour,price\n3001,5,0.10\n3001,5,0.1\n3002,,0.03\n3003,,?\n", "p.csv").lots
    prices = read_prices(stock)
    some = [RED, replace(RED, number="3002", colour=11), replace(RED, number="9")]
    assert total(some, prices) == total(some, Prices(prices.by_key, "EUR"))
    assert (total(some, prices).amount, total(some, prices).priced, total(some, prices).lots) == (
        Decimal("0.39"), 2, 3,
    )  # fmt: skip


def test_an_earlier_list_with_prices_gives_prices() -> None:
    data = wanted_list([RED], price=lambda lot: Decimal("0.25"))
    assert read_prices(parse_stock(data, "old.xml").lots).of(RED) == Decimal("0.25")


def test_changes_say_what_is_new_and_what_is_no_longer_needed() -> None:
    more, fewer, gone = (replace(RED, number=number) for number in ("1", "2", "3"))
    earlier = parse_stock(wanted_list([more, replace(fewer, quantity=5), gone]), "old.xml").lots
    changes = compare(earlier, [replace(more, quantity=10), fewer, RED])
    assert [(lot.number, lot.quantity) for lot in changes.new] == [("1", 7), ("3001", 3)]
    assert [(one.number, one.quantity, one.still) for one in changes.gone] == [("2", 2, 3), ("3", 3, 0)]


@SOME
@given(lots())
def test_the_same_list_again_changes_nothing(some: list[Lot]) -> None:
    changes = compare(parse_stock(wanted_list(some), "old.xml").lots, some)
    assert not changes.new
    assert not changes.gone


@pytest.mark.parametrize(
    ("needed", "small", "large"), [(1, 1, 0), (19, 1, 0), (20, 1, 1), (21, 2, 1), (100, 5, 5)]
)
def test_spares_are_rounded_up_for_small_parts_only(needed: int, small: int, large: int) -> None:
    parts = PartsList(Shop.BRICKLINK, (replace(RED, quantity=needed),))
    for spare, is_small in ((small, "3001".__eq__), (large, "3001".__ne__)):
        (lot,) = with_spares(parts, Fraction(5, 100), is_small).written
        assert (lot.quantity, lot.spare, lot.needed) == (needed + spare, spare, needed)


def test_a_small_part_is_known_by_its_outline() -> None:
    parts = PartsList(Shop.BRICKLINK, tuple(replace(RED, pieces=(Piece(n, 4, 3),)) for n in ("3024", "3001")))
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
    assert Confidence.LOW < Confidence.MEDIUM < Confidence.HIGH
