"""Owned bricks taken off a list: the same, other moulds, alternates; what is doubtful stays on it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice, product
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given, settings, strategies as st

from brickyard.parts.flow import Placing
from brickyard.parts.lots import ANY_COLOUR, Lot, PartsList, Piece, pieces_of
from brickyard.parts.ordering import Orderer
from brickyard.parts.owned_bricks import BrickFit, Matcher, fill_bins, subtract
from brickyard.parts.owned_list import OwnedList, owned_list
from brickyard.parts.part_records import Records
from brickyard.parts.stock import Stock, StockLot
from brickyard.parts.user_numbers import recognise
from catalog.database.part_database import shipped_parts
from catalog.shops.rebrickable import ALTERNATE, MOULD, RebrickableTables, shipped_tables
from catalog.shops.shop_numbers import Confidence, NumberBook, Shop
from ldraw_tools.findings import Place
from ldraw_tools.json_values import schema_of
from ldraw_tools.reading.header import BUILDING_BLOCKS
from tests.running import brickyard
from tests.shopping import grouped
from tests.validators.json_schemas import breaches
from validators.explain import kinds

RED, BLUE = 5, 7
LDRAW = {RED: 4, BLUE: 1}


def lot(number: str, quantity: int, colour: int = RED, part: str = "", **more: object) -> Lot:
    pieces = (Piece(part or number, LDRAW[colour], quantity),)
    return Lot(number, colour, quantity, pieces, f"Title of {number}", "Red", **more)  # type: ignore[arg-type]


def any_colour(number: str, quantity: int) -> Lot:
    return Lot(number, None, quantity, (Piece(number, ANY_COLOUR, quantity),), number)


def doubtful(number: str, quantity: int, part: str = "") -> Lot:
    return lot(number, quantity, part=part, confidence=Confidence.UNCERTAIN, reason="named several times")


def have(number: str, quantity: int, colour: int | None = RED, line: int = 1, **more: object) -> StockLot:
    place = Place("my.bsx", line)
    return StockLot(Shop.BRICKLINK, number, colour, quantity, place=place, **more)  # type: ignore[arg-type]


class Related:
    """Relations as Rebrickable's table has them, either way round."""

    def __init__(self, **kinds: Mapping[str, tuple[str, ...]]) -> None:
        self._kinds = {"M": kinds.get("mould", {}), "A": kinds.get("alternate", {})}

        self.bricklinks: dict[str, str] = {}

    def related(self, number: str, kind: str) -> tuple[str, ...]:
        return self._kinds[kind].get(number, ())

    def bricklink(self, other: str) -> str:
        return self.bricklinks.get(other, "")


def listed(*written: Lot, uncertain: tuple[Lot, ...] = ()) -> PartsList:
    return grouped(written, uncertain)


def to_buy(parts: PartsList) -> list[tuple[str, int]]:
    return [(one.number, one.quantity) for one in (*parts.written, *parts.uncertain)]


# What will do.


def test_the_same_number_and_colour_is_taken_off_and_the_rest_is_to_buy() -> None:
    left = subtract(listed(lot("3001", 5), lot("3001", 2, BLUE)), [have("3001", 3), have("3003", 9)])
    assert to_buy(left) == [("3001", 2), ("3001", 2)]
    assert [one.owned for one in left.written] == [3, 0]
    assert left.findings == ()


def test_lines_of_the_same_lot_add_up_and_more_than_needed_is_no_less_than_nothing_to_buy() -> None:
    left = subtract(
        listed(lot("3001", 5)), [have("3001", 3), have("3001", 1, line=2), have("3001", 9, line=3)]
    )
    assert to_buy(left) == [("3001", 0)]
    assert left.to_buy == ()


def test_numbers_are_the_same_in_any_case() -> None:
    assert to_buy(subtract(listed(lot("973pb01c01", 1)), [have("973PB01c01", 1)])) == [("973pb01c01", 0)]


def test_another_type_of_item_is_another_thing() -> None:
    assert to_buy(subtract(listed(lot("3001", 1)), [have("3001", 1, item_type="S")])) == [("3001", 1)]


def test_another_mould_is_taken_unless_exact_ones_are_asked_for_and_is_said() -> None:
    parts, pool = listed(lot("3794b", 3)), [have("3794a", 2, line=7)]
    left = subtract(parts, pool)
    assert to_buy(left) == [("3794b", 1)]
    assert left.written[0].notes == ("2 of your 3794a, another mould of the same part",)
    assert [str(found) for found in left.findings] == [
        "my.bsx:7: info PRT070: 2 of your 3794a are used for 3794b Title of 3794b, Red: "
        "another mould of the same part"
    ]
    assert to_buy(subtract(parts, pool, "exact")) == [("3794b", 3)]


def test_an_alternate_is_taken_only_if_asked_for_and_is_said() -> None:
    parts, pool = listed(lot("3794b", 1)), [have("15573", 1)]
    related = Related(alternate={"3794b": ("15573",)})
    assert to_buy(subtract(parts, pool, "mould", related)) == [("3794b", 1)]
    left = subtract(parts, pool, "alternate", related)
    assert to_buy(left) == [("3794b", 0)]
    assert "an alternate" in left.findings[0].message


def test_moulds_that_the_tables_know_have_any_number_also_the_shops_own() -> None:
    related = Related(mould={"60478": ("4085x",)})
    parts = listed(lot("60478", 2))
    assert to_buy(subtract(parts, [have("4085x", 1)], "mould", related)) == [("60478", 1)]
    related.bricklinks = {"4085x": "4085d"}
    assert to_buy(subtract(parts, [have("4085d", 1)], "mould", related)) == [("60478", 1)]


def test_the_best_fit_goes_first_whatever_the_order_of_the_list() -> None:
    related = Related(alternate={"3794b": ("15573",)})
    pool = [have("15573", 1), have("3794a", 1), have("3794b", 1)]
    left = subtract(listed(lot("3794b", 2)), pool, "alternate", related)
    assert to_buy(left) == [("3794b", 0)]
    assert left.written[0].notes == ("1 of your 3794a, another mould of the same part",)


def test_who_has_a_choice_leaves_the_only_one_to_who_has_none() -> None:
    """First come, first served would leave one to buy."""
    related = Related(alternate={"1a": ("x",), "2a": ("x", "y")})
    pool = [have("x", 1), have("y", 1)]
    for lots in ((lot("1a", 1), lot("2a", 1)), (lot("2a", 1), lot("1a", 1))):
        assert [n for _, n in to_buy(subtract(listed(*lots), pool, "alternate", related))] == [0, 0]


def test_a_mould_of_another_colour_is_none() -> None:
    assert to_buy(subtract(listed(lot("3794b", 1)), [have("3794a", 1, BLUE)])) == [("3794b", 1)]


def test_any_colour_takes_what_the_coloured_lots_leave() -> None:
    pool = [have("3001", 2), have("3001", 1, BLUE)]
    left = subtract(listed(any_colour("3001", 3), lot("3001", 1)), pool)
    assert to_buy(left) == [("3001", 1), ("3001", 0)]
    assert not left.findings


def test_a_line_without_a_colour_is_taken_only_where_any_will_do_and_is_said() -> None:
    left = subtract(listed(lot("3001", 1), any_colour("3001", 1)), [have("3001", 2, None)])
    assert to_buy(left) == [("3001", 1), ("3001", 0)]
    assert [found.code for found in left.findings] == ["PRT072"]


# What is doubtful.


def test_a_doubtful_number_takes_nothing_off_but_is_said() -> None:
    left = subtract(listed(uncertain=(doubtful("4085", 2),)), [have("4085", 9, line=4)])
    assert to_buy(left) == [("4085", 2)]
    assert [str(found) for found in left.findings] == [
        "my.bsx:4: info PRT071: you have 9 of 4085, but it is not certain that this is Title of 4085; "
        "not taken off"
    ]


def test_ldraws_own_number_in_the_pool_leaves_no_doubt() -> None:
    pool = [have("whatever", 2, None, part="60897", ldraw_colour=4)]
    left = subtract(listed(uncertain=(doubtful("4085", 2, part="60897"),)), pool)
    assert to_buy(left) == [("4085", 0)]


def test_every_kind_of_finding_can_be_explained() -> None:
    assert {f"PRT07{number}" for number in range(7)} <= set(kinds())


# Under whose number.


class Known(RebrickableTables):
    """With one part that LDraw hasn't."""

    def _has_part(self, number: str) -> bool:
        return number == "777777"

    def _has_prints(self, number: str) -> bool:
        return False

    def _is_made(self, number: str) -> bool:
        return True

    def is_unknown_in(self, number: str, colour: int) -> bool:
        return False


def recognised(*lots: StockLot, known: RebrickableTables | None = None) -> tuple[list[StockLot], list[str]]:
    book = NumberBook({}, known or shipped_tables(), shipped_parts())
    found = recognise(Stock(lots), Orderer(Shop.BRICKLINK, book, Records()))
    return list(found.lots), [str(finding) for finding in found.findings]


@pytest.mark.parametrize(
    ("number", "taken"),
    [
        ("6141", "BrickLink's 4073"), ("3023B", "BrickLink's 3023"), ("3068bp01", "BrickLink's 3068pb0032"),
        ("3794", "BrickLink's 3794a"),
    ],
)  # fmt: skip
def test_a_number_of_ldraws_or_rebrickables_is_understood_and_told(number: str, taken: str) -> None:
    (lot,), (said,) = recognised(have(number, 3, line=7))
    assert (f"BrickLink's {lot.number}", lot.quantity, lot.colour) == (taken, 3, RED)
    assert said == f"my.bsx:7: info PRT073: {number} is a number of LDraw's or Rebrickable's; read as {taken}"


@pytest.mark.parametrize("number", ["4073", "3001", "3023", "3068", "14661", "2772", "973pb0899c01"])
def test_a_number_of_bricklinks_stays_as_it_is(number: str) -> None:
    lot = have(number, 3)
    assert recognised(lot) == ([lot], [])


def test_a_number_that_nobody_knows_is_told_once() -> None:
    lots = [have("9999999", 1, line=3), have("9999999", 2, BLUE, line=4)]
    kept, told = recognised(*lots)
    assert kept == [lot._replace(is_understood=False) for lot in lots]
    assert told == ["my.bsx:3: warning PRT074: no known part has the number 9999999; not taken off"]


def test_a_number_that_only_rebrickables_table_has_is_known() -> None:
    assert recognised(have("777777", 1), known=Known())[1] == []
    assert len(recognised(have("777777", 1))[1]) == 1


def test_a_part_that_is_not_bought_as_one_thing_is_told() -> None:
    (lot,), (said,) = recognised(have("101117", 2))
    assert lot == have("101117", 2, is_understood=False)
    assert "PRT075: 101117 has no BrickLink number that brickyard knows; not taken off" in said


def test_a_piece_that_bricklink_has_no_number_for_is_known_by_ldraws() -> None:
    (lot,), _ = recognised(have("10040", 2))
    assert (lot.part, lot.ldraw_colour) == ("10040", LDRAW[RED])


def test_a_set_is_not_taken_apart_and_that_is_told() -> None:
    lot = have("6959-1", 1, item_type="S")
    assert recognised(lot) == (
        [lot._replace(is_understood=False)],
        ["my.bsx:1: warning PRT076: 6959-1 is a set; its parts are not counted"],
    )


def test_what_we_would_write_is_never_taken_for_something_else() -> None:
    orderer = Orderer(Shop.BRICKLINK, NumberBook({}, shipped_tables(), shipped_parts()), Records())
    some = list(islice(shipped_parts(), 0, None, 97))
    orders = [order for part in some if part.kind not in BUILDING_BLOCKS for order in orderer.orders(part, 4)]
    written = {order.number for order in orders if order.number and order.confidence > Confidence.UNCERTAIN}
    lots = [have(number, 1) for number in sorted(written)]
    assert len(lots) > 50
    assert recognised(*lots) == (lots, [])


# Nothing is lost, nothing invented.

numbers = st.sampled_from(["3794a", "3794b", "15573", "3001", "3001a"])
colours = st.sampled_from([RED, BLUE])
quantities = st.integers(0, 6)
RELATED = Related(mould={"3001": ("15573",)}, alternate={"3794a": ("15573", "3001"), "3794b": ("15573",)})


@settings(deadline=None, max_examples=100)
@given(
    st.dictionaries(st.tuples(numbers, colours), quantities, max_size=6),
    st.lists(st.tuples(numbers, colours, quantities), max_size=8),
    st.sampled_from(["exact", "mould", "alternate"]),
)
def test_pieces_are_owned_or_to_buy_and_no_piece_is_taken_twice(
    wanted: dict[tuple[str, int], int], stock: list[tuple[str, int, int]], substitutes: str
) -> None:
    parts = listed(*(lot(number, count, colour) for (number, colour), count in wanted.items()))
    pool = [have(number, count, colour) for number, colour, count in stock]
    left = subtract(parts, pool, substitutes, RELATED)
    assert [one.needed for one in left.written] == [one.quantity for one in parts.written]
    assert pieces_of(left.written) == pieces_of(parts.written)
    for colour in (RED, BLUE):
        owned = sum(one.owned for one in left.written if one.colour == colour)
        assert owned <= sum(count for _, other, count in stock if other == colour)
    # Exact ones before all others.
    for one in left.written:
        exact = sum(count for number, colour, count in stock if (number, colour) == (one.number, one.colour))
        assert one.owned >= min(exact, one.needed)


# Placing.

small = st.integers(0, 2)
puzzles = st.integers(1, 2).flatmap(
    lambda stocks: st.tuples(
        st.lists(small, min_size=stocks, max_size=stocks),
        st.lists(
            st.tuples(small, st.dictionaries(st.integers(0, stocks - 1), st.sampled_from([0, 1, 10]))),
            min_size=1,
            max_size=3,
        ),
    )
)


def best_by_trying(stocks: list[int], wants: list[tuple[int, dict[int, int]]]) -> tuple[int, int]:
    """Most pieces placed, and the least price of that, by trying everything."""
    cells = [(want, stock) for want, (_, edges) in enumerate(wants) for stock in edges]
    best = (0, 0)
    for counts in product(*(range(min(wants[want][0], stocks[stock]) + 1) for want, stock in cells)):
        by_want, by_stock = [0] * len(wants), [0] * len(stocks)
        price = 0
        for (want, stock), count in zip(cells, counts, strict=True):
            by_want[want] += count
            by_stock[stock] += count
            price += count * wants[want][1][stock]
        fits = all(got <= asked for got, (asked, _) in zip(by_want, wants, strict=True))
        if fits and all(used <= there for used, there in zip(by_stock, stocks, strict=True)):
            best = max(best, (sum(counts), -price))
    return best[0], -best[1]


@settings(deadline=None, max_examples=100)
@given(puzzles)
def test_as_many_as_can_be_find_a_place_and_all_of_them_at_the_least_price(
    puzzle: tuple[list[int], list[tuple[int, dict[int, int]]]],
) -> None:
    stocks, wants = puzzle
    placing = Placing([edges for _, edges in wants], stocks)
    for want, (asked, _) in enumerate(wants):
        placing.place(want, asked)
    placed = sum(count for flow in placing.flow for count in flow.values())
    price = sum(
        count * wants[want][1][stock]
        for want, flow in enumerate(placing.flow)
        for stock, count in flow.items()
    )
    most, least_price = best_by_trying(stocks, wants)
    assert placed == most
    # Where there isn't enough, the earlier want has its pieces before the later one, at any price.
    if placed == sum(asked for asked, _ in wants):
        assert price == least_price
    for stock, there in enumerate(stocks):
        assert placing.free[stock] == there - sum(flow.get(stock, 0) for flow in placing.flow)


def test_those_who_ask_for_too_much_together_are_named() -> None:
    placing = Placing([{0: 0}, {0: 0, 1: 0}, {2: 0}], [1, 1, 1])
    assert [placing.place(0, 1), placing.place(1, 2), placing.place(2, 1)] == [1, 1, 1]
    assert placing.reached_from(1) == {0, 1}


@pytest.mark.parametrize(
    ("number", "fit"),
    [("3001", BrickFit.EXACT), ("3001a", BrickFit.MOULD), ("3002", None), ("3001pb01", None)],
)
def test_letters_tell_moulds_apart_and_prints_are_something_else(number: str, fit: BrickFit | None) -> None:
    matcher = Matcher(fill_bins([have(number, 1)]), "mould")
    assert matcher.fits(lot("3001", 1)) == ({0: fit} if fit is not None else {})


def test_robustness_4_each_bin_is_looked_at_once_however_many_pieces_a_lot_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spied = mock.Mock(side_effect=Matcher._with_colour)
    monkeypatch.setattr(Matcher, "_with_colour", lambda *arguments: spied(*arguments))
    wanted = lot("3001", 1)
    many = replace(wanted, pieces=wanted.pieces * 500)
    matcher = Matcher(fill_bins([have("3001", 1)]), "mould")
    assert matcher.fits(many) == matcher.fits(wanted) == {0: BrickFit.EXACT}
    assert spied.call_count <= 4


def test_the_kinds_of_relations_are_rebrickables() -> None:
    assert (MOULD, ALTERNATE) == ("M", "A")


# The command.


def in_lists(folder: Path, *arguments: str) -> tuple[int, str, str]:
    (folder / "a.csv").write_text("number,colour,quantity\n3001,5,2\n6141,White,3\n9999999,1,4\n")
    items = "<ITEM><ITEMTYPE>P</ITEMTYPE><ITEMID>3001</ITEMID><COLOR>5</COLOR><MINQTY>5</MINQTY></ITEM>"
    items += "<ITEM><ITEMTYPE>S</ITEMTYPE><ITEMID>6959-1</ITEMID><MINQTY>1</MINQTY></ITEM>"
    (folder / "b.xml").write_text(f"<INVENTORY>{items}</INVENTORY>")
    run = brickyard(["owned", "a.csv", "b.xml", *arguments], folder)
    return run.returncode, run.stdout, run.stderr


def test_the_command_says_what_is_in_the_lists_and_what_was_not_understood(tmp_path: Path) -> None:
    status, said, _ = in_lists(tmp_path)
    assert status == 0
    assert "a.csv: 9 pieces in 3 lines" in said
    assert next(line for line in said.splitlines() if line.startswith("  3001")).split() == [
        "3001",
        "Red",
        "7",
        "Brick",
        "2",
        "x",
        "4",
    ]
    assert "4073" in said
    assert "no known part has the number 9999999" in " ".join(said.split())
    assert said.splitlines()[-1] == "15 pieces in 4 lots, 3 different parts; 2 lots not understood."
    assert max(map(len, said.splitlines())) <= 100


def test_a_number_that_ldraw_has_moved_is_called_by_its_title_of_today(tmp_path: Path) -> None:
    (tmp_path / "drawer.csv").write_text("number,colour,quantity\n3023,85,10\n")
    said = brickyard(["owned", "drawer.csv"], tmp_path).stdout
    assert "Plate 1 x 2" in said
    assert "Moved" not in said


def test_the_command_tells_programs_the_same(tmp_path: Path) -> None:
    status, said, told = in_lists(tmp_path, "--format", "json")
    found = json.loads(said)
    schema = schema_of(OwnedList)
    assert not list(breaches(found, schema, schema))
    assert [(one["number"], one["quantity"], one["is_understood"]) for one in found["lots"]] == [
        ("3001", 7, True), ("4073", 3, True), ("9999999", 4, False), ("6959-1", 1, False),
    ]  # fmt: skip
    assert (found["pieces"], found["not_understood"], status) == (15, 2, 0)
    assert "PRT074" in told


@pytest.mark.parametrize("form", ["csv", "json"])
def test_what_the_command_writes_is_read_again_as_the_same_bricks(form: str, tmp_path: Path) -> None:
    _, said, _ = in_lists(tmp_path, "--format", form)
    (tmp_path / "again").write_text(said, "utf-8")
    again = owned_list([tmp_path / "again"])
    assert [(one.number, one.colour, one.quantity) for one in again.lots] == [
        ("3001", RED, 7), ("4073", 1, 3), ("9999999", 1, 4), ("6959-1", None, 1),
    ]  # fmt: skip


def test_a_list_with_a_mistake_is_status_1_and_one_that_is_missing_status_2(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("number,colour,quantity\n3001,5,two\n")
    run = brickyard(["owned", "a.csv"], tmp_path)
    assert run.returncode == 1
    assert "PRT004" in run.stdout
    assert run.stdout.splitlines()[-1] == "0 pieces in 0 lots, 0 different parts."
    assert brickyard(["owned", "gone.csv"], tmp_path).returncode == 2


def test_colours_that_only_rebrickable_has_are_told_by_their_names(tmp_path: Path) -> None:
    """Buying 8: a colour without a number at BrickLink is said to be that, not the part."""
    (tmp_path / "own.csv").write_text("Part,Color,Quantity\n3001,1147,2\n3001,1051,2\n3001,1083,3\n")
    run = brickyard(["owned", "own.csv"], tmp_path)
    assert "5 pieces in 2 lots" in run.stdout
    assert "Bionicle Copper" in run.stdout
    said = " ".join((run.stdout + run.stderr).split())
    assert "PRT081: Rebrickable's colour Pastel Blue of 3001 is not known to be any of BrickLink's" in said
