"""Reads lists in columns: Rebrickable's CSV, Pick a Brick's, our own, any with the usual headings."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

from brickyard.parts.reading import LotReader, Stock
from catalog.shops import shop_findings as faults
from catalog.shops.shop_numbers import Shop
from ldraw_tools.findings import Finding, Place, count_of

MOST_ROWS = 200_000
# What others, and we, call the columns; in lower case, without blanks and marks.
_NAMES: dict[str, tuple[str, ...]] = {
    "type": ("type", "itemtype", "itemtypeid"),
    "number": (
        "number", "part", "partnum", "partnumber", "itemid", "item", "blitemno", "bricklink", "elementid",
    ),
    "colour": ("colour", "color", "colorid", "colourid", "blcolorid", "colourname", "colorname"),
    "quantity": ("quantity", "qty", "count", "minqty", "amount"),
    "condition": ("condition",),
    "price": ("price", "unitprice", "maxprice"),
    "remarks": ("remarks", "neededfor", "notes"),
    "part": ("ldraw", "ldrawid", "ldrawpart"),
    "ldraw_colour": ("ldrawcolour", "ldrawcolor", "ldrawcolorid"),
}  # fmt: skip
_REBRICKABLE = ("part", "color", "quantity")
_PICK_A_BRICK = ("elementid", "quantity")
_FORMULA = ("'=", "'+", "'-", "'@")


def parse_csv(text: str, name: str) -> Stock:
    """Columns by their headings; Rebrickable's and Pick a Brick's are known by theirs."""
    rows = Rows(text.removeprefix("\ufeff"), name)
    header = next(rows, (1, []))[1]
    headings = ["".join(letter for letter in cell.lower() if letter.isalnum()) for cell in header]
    columns = {
        what: next((headings.index(one) for one in names if one in headings), None)
        for what, names in _NAMES.items()
    }
    missing = [what for what in ("number", "quantity") if columns[what] is None]
    # A table of prices needs no quantities, one with LDraw's numbers no shop's.
    instead = {"quantity": "price", "number": "part"}
    missing = [what for what in missing if columns[instead[what]] is None]
    if missing:
        if len(missing) == 2 or len(header) < 2:
            return Stock((), tuple(rows.findings), name)
        names = ", ".join(_NAMES[missing[0]][:3])
        return Stock((), (faults.NO_COLUMN.at(Place(name, 1), what=missing[0], names=names),), name)
    reader = LotReader(_shop(headings))
    needed = 1 + max(
        place for what in ("number", "quantity", "colour") if (place := columns[what]) is not None
    )
    for line, row in rows:
        if not any(cell.strip() for cell in row):
            continue
        if len(row) < needed:
            found = count_of(len(row), "column")
            rows.findings.append(faults.SHORT_ROW.at(Place(name, line), found=found, needed=needed))
            continue
        values = {
            what: _plain(row[place])
            for what, place in columns.items()
            if place is not None and place < len(row)
        }
        values.setdefault("quantity", "1")
        reader.add(values, Place(name, line))
    return Stock(tuple(reader.lots), (*rows.findings, *reader.findings), name)


def parse_json(text: str, name: str) -> Stock:
    """Our own JSON: the lots of `brickyard parts --format json`."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        document = None
    lots = document.get("lots") if isinstance(document, dict) else None
    if not isinstance(lots, list):
        return Stock((), (), name)
    shop = document.get("shop") if isinstance(document, dict) else ""
    reader = LotReader(Shop(shop) if shop in tuple(Shop) else Shop.BRICKLINK)
    for lot in lots[:MOST_ROWS]:
        if isinstance(lot, dict):
            reader.add(_flat(lot), Place(name))
    return Stock(tuple(reader.lots), tuple(reader.findings), name)


def _flat(lot: dict[str, Any]) -> dict[str, str]:
    pieces = lot.get("pieces")
    first = pieces[0] if isinstance(pieces, list) and pieces and isinstance(pieces[0], dict) else {}
    texts = {what: lot.get(what) for what in ("type", "number", "colour", "quantity", "price")}
    texts |= {"part": first.get("part"), "ldraw_colour": first.get("colour")}
    return {what: str(value)[:200] for what, value in texts.items() if value is not None}


def _shop(headings: list[str]) -> Shop:
    if tuple(headings[:3]) == _REBRICKABLE:
        return Shop.REBRICKABLE
    return Shop.LEGO if tuple(headings[:2]) == _PICK_A_BRICK else Shop.BRICKLINK


def _plain(cell: str) -> str:
    """Without the mark that keeps spreadsheets from taking text for a formula."""
    return cell[1:] if cell.startswith(_FORMULA) else cell


class Rows:
    """Rows of a CSV with the line they begin at; commas, semicolons or tabs between cells."""

    def __init__(self, text: str, name: str) -> None:
        first = text.partition("\n")[0]
        self._delimiter = max(",;\t", key=first.count)
        self._text = text
        self._name = name
        self.findings: list[Finding] = []
        self._rows = self._read()

    def __iter__(self) -> Iterator[tuple[int, list[str]]]:
        return self._rows

    def __next__(self) -> tuple[int, list[str]]:
        return next(self._rows)

    def _read(self) -> Iterator[tuple[int, list[str]]]:
        reader = csv.reader(io.StringIO(self._text), delimiter=self._delimiter)
        number = 0
        while True:
            line = reader.line_num + 1
            try:
                row = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                self.findings.append(faults.BAD_ROW.at(Place(self._name, line), reason=str(error)))
                continue
            number += 1
            if number > MOST_ROWS:
                self.findings.append(faults.TOO_MANY.at(Place(self._name, line), most=MOST_ROWS))
                return
            yield line, row
