"""Lists that others wrote: every form, every mistake, and nothing lost in silence."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from brickyard.parts import stock as stocks, stock_formats
from brickyard.parts.part_records import Records
from brickyard.parts.stock import StockLot, read_price, read_quantity, read_stock
from brickyard.parts.stock_formats import parse_stock
from brickyard.parts.user_numbers import in_bricklink_numbers, parse_overrides
from catalog.colours import colours
from catalog.database.part_database import shipped_parts
from catalog.shops import shop_findings as faults
from catalog.shops.rebrickable import shipped_tables
from catalog.shops.shop_numbers import NumberBook, Shop
from ldraw_tools.findings import Kind, RefusedError, Severity
from tests.building import codes, found, the

ITEM = "<ITEM><ITEMTYPE>P</ITEMTYPE><ITEMID>{}</ITEMID><COLOR>5</COLOR><MINQTY>{}</MINQTY></ITEM>\n"


def inventory(*items: str) -> bytes:
    return f"<INVENTORY>\n{''.join(items)}</INVENTORY>\n".encode()


def read(data: bytes | str) -> list[tuple[str, int | None, int]]:
    stock = parse_stock(data if isinstance(data, bytes) else data.encode(), "list")
    assert not stock.findings, stock.findings
    return [(lot.number, lot.colour, lot.quantity) for lot in stock.lots]


def test_a_wanted_list_is_read_in_any_case_with_empty_tags() -> None:
    text = (
        '<?xml version="1.0"?>\n<Inventory>\n<Item><ItemType>p</ItemTYPE><itemid>3001</itemid>'
        "<Color/><MinQty> 2 </MinQty><MAXPRICE>-1.0000</MAXPRICE><REMARKS></REMARKS></Item>\n</Inventory>"
    )
    assert read(text) == [("3001", None, 2)]


def test_a_brickstore_file_is_read_with_its_document_type_and_window() -> None:
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE BrickStoreXML>\n<BrickStoreXML>\n'
        '<Inventory Currency="EUR"><Item><ItemID>3010</ItemID><ItemTypeID>P</ItemTypeID><ColorID>34</ColorID>'
        "<ItemName>Brick 1 x 4</ItemName><Qty>12</Qty><Price>0.05</Price><Condition>N</Condition></Item>"
        "<Item><ItemID>sw0001</ItemID><ItemTypeID>M</ItemTypeID><ColorID>0</ColorID><Qty>1</Qty></Item>"
        "</Inventory>\n<GuiState Application='BrickStore'><ItemView><A>1</A></ItemView></GuiState>\n"
        "</BrickStoreXML>"
    )
    stock = parse_stock(text.encode(), "mine.bsx")
    assert not stock.findings
    first, second = stock.lots
    assert (first.number, first.colour, first.quantity, first.price) == ("3010", 34, 12, Decimal("0.05"))
    assert (second.item_type, second.colour) == ("M", None)


def test_rebrickables_csv_is_known_by_its_header() -> None:
    stock = parse_stock(b"Part,Color,Quantity,Is Spare\n3001,4,5,False\n3002,9999,2,True\n", "list.csv")
    assert [lot.shop for lot in stock.lots] == [Shop.REBRICKABLE] * 2
    assert [(lot.number, lot.colour, lot.quantity) for lot in stock.lots] == [
        ("3001", 4, 5),
        ("3002", None, 2),
    ]


def test_pick_a_bricks_csv_is_known_by_its_header() -> None:
    (lot,) = parse_stock(b"elementId,quantity\n300121,10\n", "list.csv").lots
    assert (lot.shop, lot.number, lot.quantity) == (Shop.LEGO, "300121", 10)


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_any_csv_with_the_usual_headings_is_read(mark: str) -> None:
    rows = [("Item ID", "Colour", "Qty"), ("3001", "5", "12"), ("", "", ""), ("3002", "", "1")]
    assert read("\ufeff" + "\r\n".join(mark.join(row) for row in rows)) == [
        ("3001", 5, 12),
        ("3002", None, 1),
    ]


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("White", 1), ("white", 1), ("LIGHT BLUISH GRAY", 86), ("Light Bluish Grey", 86),
        ("Trans-Clear", 12), ("any colour", None), ("(Not Applicable)", None),
    ],
)  # fmt: skip
def test_a_colour_may_be_bricklinks_name(text: str, colour: int | None) -> None:
    assert read(f"number,colour,quantity\n3001,{text},2\n") == [("3001", colour, 2)]
    assert read(f"number,color name,quantity\n3001,{text},2\n") == [("3001", colour, 2)]


def test_every_colour_that_our_lists_name_is_read_again() -> None:
    named = {one.bricklink_name: one.bricklink_id for one in colours() if one.bricklink_id is not None}
    rows = "".join(f'3001,"{name}",1\n' for name in named)
    assert [lot[1] for lot in read(f"number,colour,quantity\n{rows}")] == list(named.values())


def test_rebrickables_list_may_have_rebrickables_names() -> None:
    (lot,) = parse_stock(b"Part,Color,Quantity\n3001,white,5\n", "list.csv").lots
    assert (lot.shop, lot.colour) == (Shop.REBRICKABLE, 15)


@pytest.mark.parametrize(("text", "meant"), [("Wite", " (did you mean White?)"), ("zzzz", "")])
def test_a_name_that_is_no_colour_is_told_with_what_may_be_meant(text: str, meant: str) -> None:
    stock = parse_stock(f"number,colour,quantity\n3001,{text},2\n".encode(), "list.csv")
    said = the(faults.NOT_A_COLOUR, stock.findings)
    assert said.message == f"“{text}” is not a BrickLink colour{meant}; 3001 is not counted"


# Every mistake that the research names, and a few more: what is said, where, and what is read.
THREE = ITEM.format("3002", 3)
HEAD = "<ITEM><ITEMID>1</ITEMID><MINQTY>2</MINQTY>"
MISTAKES = [
    (inventory(ITEM.format("3001", "1,752")), faults.THOUSANDS, 2, [1752]),
    (inventory(ITEM.format("3001", "1.752")), faults.THOUSANDS, 2, [1752]),
    (inventory(ITEM.format("3001", "12 or so"), THREE), faults.NOT_A_QUANTITY, 2, [3]),
    (inventory(ITEM.format("3001", "-4"), THREE), faults.NOT_A_QUANTITY, 2, [3]),
    (inventory(ITEM.format("3001", "9" * 30), THREE), faults.NOT_A_QUANTITY, 2, [3]),
    (inventory(ITEM.format("3001", "")), faults.NO_QUANTITY, 2, [1]),
    (inventory(ITEM.format("", 1), THREE), faults.NO_NUMBER, 2, [3]),
    (inventory(THREE.replace("<COLOR>5", "<COLOR>redd")), faults.NOT_A_COLOUR, 2, []),
    (inventory(THREE.replace("<COLOR>5", "<COLOR>72000")), faults.COLOUR_NOT_KNOWN, 2, [3]),
    (inventory(THREE.replace(">P<", ">Q<")), faults.UNKNOWN_TYPE, 2, []),
    (inventory(HEAD, "<REMARKS>A & B</REMARKS></ITEM>"), faults.BARE_AMPERSAND, 2, [2]),
    (inventory("<ITEM><ITEMID>1<MINQTY>2</MINQTY></ITEM>", THREE), faults.BROKEN_ITEM, 2, [3]),
    (inventory(HEAD, THREE), faults.NOT_CLOSED, 2, [2, 3]),
    (inventory("stray\n", THREE), faults.BETWEEN_ITEMS, 2, [3]),
    (inventory(THREE.replace("</ITEM>", "<MINQTY>9</MINQTY></ITEM>")), faults.TAG_TWICE, 2, [3]),
    (b"Part,Color,Quantity\n3001,4\n3002,4,3\n", faults.SHORT_ROW, 2, [3]),
    (b"number,quantity,price\n3001,3,0,30\n3002,2,0.3,,\n", faults.LONG_ROW, 2, [3, 2]),
    (b"number,colour\n3001,4\n", faults.NO_COLUMN, 1, []),
    (b"number,price,quantity\n3001,dear,3\n", faults.NOT_A_PRICE, 2, [3]),
    (b"hello", faults.NOT_A_LIST, 1, []),
    (b"", faults.NOT_A_LIST, 1, []),
    (b"<html><body>nothing here</body></html>", faults.BETWEEN_ITEMS, 1, []),
    (b'{"lots": 3}', faults.NOT_A_LIST, 1, []),
    ("number;quantity\n3001;3\n\xc4;2\n".encode("cp1252"), faults.OTHER_ENCODING, 1, [3, 2]),
    (inventory(THREE).decode().encode("utf-16"), faults.OTHER_ENCODING, 1, [3]),
    (inventory(THREE).decode().encode("utf-16-le"), faults.OTHER_ENCODING, 1, [3]),
]


@pytest.mark.parametrize(("data", "kind", "line", "quantities"), MISTAKES)
def test_a_mistake_is_told_at_its_line_and_the_rest_is_read(
    data: bytes, kind: Kind, line: int, quantities: list[int]
) -> None:
    stock = parse_stock(data, "list")
    assert the(kind, stock.findings).place.line == line
    assert [lot.quantity for lot in stock.lots] == quantities


def test_an_entity_bomb_is_not_expanded() -> None:
    bomb = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">\n' for i in range(1, 10))
    text = (
        f'<?xml version="1.0"?>\n<!DOCTYPE x [\n<!ENTITY e0 "boom">\n{bomb}]>\n<INVENTORY>\n'
        "<ITEM><ITEMID>3001</ITEMID><MINQTY>3</MINQTY><REMARKS>&e9;</REMARKS></ITEM></INVENTORY>"
    )
    stock = parse_stock(text.encode(), "bomb.xml")
    assert [(lot.number, lot.quantity, lot.remarks) for lot in stock.lots] == [("3001", 3, "&e9;")]
    assert the(faults.ENTITIES, stock.findings).place.line == 3
    assert the(faults.UNKNOWN_ENTITY, stock.findings).place.line == 15


def test_an_entity_for_another_file_reads_no_file() -> None:
    text = '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/hostname">]><INVENTORY>' + ITEM.format("&f;", 3)
    stock = parse_stock(text.encode(), "list")
    assert not stock.lots
    assert found(faults.NO_NUMBER, stock.findings)


def test_comments_hide_items_and_keep_line_numbers() -> None:
    data = inventory("<!--\n", ITEM.format("1", 1), "-->\n", ITEM.format("2", "x"))
    stock = parse_stock(data, "list")
    assert the(faults.NOT_A_QUANTITY, stock.findings).place.line == 5
    assert not stock.lots


def test_too_many_items_are_cut_off_with_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stock_formats, "MOST_LOTS", 2)
    stock = parse_stock(inventory(*(ITEM.format(n, 1) for n in range(1, 5))), "list")
    assert len(stock.lots) == 2
    assert the(faults.TOO_MANY, stock.findings).severity is Severity.ERROR


def test_of_many_misspelt_colours_the_first_get_a_suggestion_and_the_rest_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stocks, "MOST_ALIKE", 3)
    looked_for: list[str] = []
    monkeypatch.setattr(stocks, "suggest", lambda text: looked_for.append(text))
    rows = "".join(f"3001,redd{number},1\n" for number in range(20))
    stock = parse_stock(f"number,colour,quantity\n{rows}".encode(), "list.csv")
    assert looked_for == ["redd0", "redd1", "redd2"]
    told = found(faults.NOT_A_COLOUR, stock.findings)
    assert [one.place.line for one in told] == [2, 3, 4]
    assert told[-1].message.endswith("(and 17 more of this kind in the file)")
    assert not stock.lots


@pytest.mark.parametrize(("text", "kind"), [("&", faults.BARE_AMPERSAND), ("&x;", faults.UNKNOWN_ENTITY)])
def test_of_many_ampersands_the_first_are_told_and_the_rest_is_counted(
    text: str, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stocks, "MOST_ALIKE", 3)
    remarks = f"<REMARKS>{text * 50}</REMARKS></ITEM>"
    stock = parse_stock(inventory(THREE.replace("</ITEM>", remarks)), "list.xml")
    assert [lot.remarks for lot in stock.lots] == [text * 50]
    assert len(stock.findings) <= 3
    assert found(kind, stock.findings)[-1].message.endswith("(and 47 more of this kind in the file)")


@pytest.mark.parametrize(
    ("remarks", "read"),
    [
        ("&lt;b&gt; &amp; &#65;&#x42;", "<b> & AB"), ("<![CDATA[a < b & c]]>", "a < b & c"),
        ("<b>bold</b> rest", "rest"), ("<?php ?>x", "x"), ("&#0;", "&#0;"),
    ],
)  # fmt: skip
def test_the_text_of_a_tag_is_read_as_xml_has_it(remarks: str, read: str) -> None:
    data = inventory(THREE.replace("</ITEM>", f"<REMARKS>{remarks}</REMARKS></ITEM>"))
    (lot,) = parse_stock(data, "list.xml").lots
    assert lot.remarks == read


@given(st.binary(max_size=300))
def test_no_bytes_are_too_odd(data: bytes) -> None:
    stock = parse_stock(data, "list")
    assert stock.lots or stock.findings


_TAGS = st.sampled_from(
    ["<ITEM>", "</ITEM>", "<ITEMID>", "</ITEMID>", "<MINQTY>", "</MINQTY>", "3001", "7", "&", "&amp;", "&x;",
     "<!--", "-->", "<![CDATA[", "]]>", "<!DOCTYPE", "[", "]", ">", "\n", "<INVENTORY>",
     "</INVENTORY>", "&#0;"]
)  # fmt: skip


@given(st.lists(_TAGS, max_size=30))
def test_no_tags_are_too_tangled(tags: list[str]) -> None:
    stock = parse_stock(("<INVENTORY>" + "".join(tags)).encode(), "list")
    for lot in stock.lots:
        assert lot.number
        assert lot.quantity >= 0


@given(st.integers(0, 999_999_999))
def test_a_quantity_is_read_as_it_is_written_or_with_separators(number: int) -> None:
    said: list[str] = []
    assert read_quantity(str(number), said.append) == number
    assert not said
    assert read_quantity(f"{number:,}", said.append) == number
    assert len(said) == (number >= 1000)


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("0.05", "0.05"), ("0,05", "0.05"), ("US $1,234.50", "1234.50"), ("1.234,50 €", "1234.50"),
        (".10", "0.10"), ("0.0312", "0.0312"), ("free", None), ("", None), ("1.2.3", None), ("-1", None),
    ],
)  # fmt: skip
def test_a_price_is_read_without_its_currency(text: str, price: str | None) -> None:
    assert read_price(text) == (None if price is None else Decimal(price))


def test_a_file_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "list.csv").write_bytes(b"x" * 100)
    monkeypatch.setattr(stocks, "MOST_BYTES", 99)
    with pytest.raises(RefusedError):
        read_stock(tmp_path / "list.csv")


def translated(data: bytes) -> tuple[list[StockLot], list[str]]:
    stock = in_bricklink_numbers(
        parse_stock(data, "list"), NumberBook({}, shipped_tables(), shipped_parts()), Records()
    )
    return list(stock.lots), codes(stock.findings)


def test_rebrickables_numbers_and_colours_become_bricklinks() -> None:
    lots, told = translated(b"Part,Color,Quantity\n3023,4,5\n3068b,28,2\n3001,9999,1\n")
    assert [(lot.number, lot.colour, lot.quantity) for lot in lots] == [
        ("3023", 5, 5), ("3068", 69, 2), ("3001", None, 1),
    ]  # fmt: skip
    assert not told


def test_what_has_no_bricklink_number_is_told_and_left_out() -> None:
    lots, told = translated(b"Part,Color,Quantity\nnosuch,4,5\n3001,123456,2\n")
    assert (lots, told) == ([], ["PRT018", "PRT081"])


def test_json_of_ours_is_read_again() -> None:
    lots = [
        {"number": "3001", "colour": 5, "quantity": 3, "pieces": [{"part": "3001", "colour": 4, "count": 3}]}
    ]
    (lot,) = parse_stock(json.dumps({"shop": "bricklink", "lots": lots}).encode(), "parts.json").lots
    assert (lot.number, lot.colour, lot.quantity, lot.part, lot.ldraw_colour) == ("3001", 5, 3, "3001", 4)


def test_overrides_are_read_with_what_is_wrong_with_them() -> None:
    lines = [
        "ldraw,bricklink,rebrickable,note", "3001.DAT,3001x", "# mine", "", "3002,,3002r,why", ",5", "3003",
        "3004,a b", "3001,-", "zzz,9",
    ]  # fmt: skip
    overrides, told = parse_overrides("\n".join(lines).encode(), "mine.csv", Records())
    assert {part: (one.bricklink, one.rebrickable) for part, one in overrides.items()} == {
        "3001": ("-", ""), "3002": ("", "3002r"), "zzz": ("9", ""),
    }  # fmt: skip
    assert [(one.place.line, one.code) for one in told] == [
        (6, "PRT040"), (7, "PRT040"), (8, "PRT040"), (9, "PRT043"), (10, "PRT041"),
    ]  # fmt: skip
