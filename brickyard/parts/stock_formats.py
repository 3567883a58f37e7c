"""Reads lists that others wrote: BrickLink XML, BrickStore .bsx, Rebrickable CSV, our own CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from brickyard.parts.stock import Findings, LotReader, Stock, decode
from catalog.shops import shop_findings as faults
from catalog.shops.shop_numbers import Shop
from ldraw_tools.findings import count_of
from ldraw_tools.names import shown

MOST_LOTS = 200_000


def parse_stock(data: bytes, name: str) -> Stock:
    """A list from bytes; `name` is what findings call it."""
    found = Findings(name)
    text = decode(data, found)
    start = text.lstrip(" \t\n")
    if start.startswith("<"):
        stock = _parse_xml(text, found)
    elif start.startswith("{"):
        stock = _parse_json(text, found)
    else:
        stock = _parse_csv(text, found)
    if not stock.lots and not any(one.code != faults.OTHER_ENCODING.code for one in stock.findings):
        begins = f" (it begins with “{shown(start, 30)}”)" if start else " (it is empty)"
        found.add(faults.NOT_A_LIST, 1, begins=begins)
        return stock._replace(findings=found.all())
    return stock


# XML: a wanted list, uploaded or downloaded, a store's inventory, or a BrickStore file.

# BrickLink's names, of wanted lists before those of inventories, then BrickStore's.
_TAGS = {
    "type": ("itemtype", "itemtypeid"),
    "number": ("itemid",),
    "colour": ("color", "colorid"),
    "quantity": ("minqty", "qty"),
    "condition": ("condition",),
    "price": ("maxprice", "price"),
    "remarks": ("remarks",),
}
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_ENTITIES = re.compile(r"<!ENTITY\b", re.IGNORECASE)
_DOCTYPE = re.compile(r"<!DOCTYPE\b", re.IGNORECASE)
_GUI_STATE = re.compile(r"<(/?)guistate\b", re.IGNORECASE)
_ITEM = re.compile(r"<(/?)item\s*(/?)>", re.IGNORECASE)
_AROUND = re.compile(r"<\?[^<>]{0,200}>|</?(?:inventory|brickst\w{1,3}xml)\b[^<>]*>", re.IGNORECASE)
_INSIDE = re.compile(
    r"<!\[CDATA\[(?P<plain>.*?)(?:\]\]>|\Z)"
    r"|<(?P<end>/?)(?P<tag>[A-Za-z_][\w.:-]*)[^<>]*?(?P<empty>/?)>|<[!?][^<>]*>",
    re.DOTALL,
)
_AMPERSAND = re.compile(r"&(#\d{1,7};|#x[0-9a-f]{1,6};|\w{1,40};|)", re.IGNORECASE)
_PREDEFINED = {"amp;": "&", "lt;": "<", "gt;": ">", "quot;": '"', "apos;": "'"}
_NOT_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_NOT_LINE_END = re.compile(r"[^\n]+")


def _parse_xml(text: str, found: Findings) -> Stock:
    reader = LotReader(Shop.BRICKLINK, found)
    for values, line in _XmlItems(text, found):
        reader.add(
            {
                what: next((values[tag] for tag in names if values.get(tag)), "")
                for what, names in _TAGS.items()
            },
            line,
        )
    return reader.stock()


class _Span(NamedTuple):
    """An item: where it begins, what is inside, where the next begins, and whether its end tag is there."""

    start: int
    inside: int
    end: int
    after: int
    is_closed: bool


class _XmlItems:
    """Items of a flat XML file, each read by itself: a broken one doesn't spoil the others.

    It is not a general XML reader: no entity is expanded, and no other file is read.
    """

    def __init__(self, text: str, found: Findings) -> None:
        self._found = found
        self._text = self._without_prolog(_COMMENT.sub(_blanked, _NOT_XML.sub(" ", text)))

    def __iter__(self) -> Iterator[tuple[dict[str, str], int]]:
        before = 0
        for number, span in enumerate(self._spans()):
            self._check_between(before, span.start)
            before = span.after
            if number == MOST_LOTS:
                self._found.add(faults.TOO_MANY, self._line(span.start), most=MOST_LOTS)
                return
            if not span.is_closed:
                tag = self._text[span.start + 1 : span.start + 5]
                self._found.add(faults.NOT_CLOSED, self._line(span.start), tag=tag)
            values = self._values(span)
            if values is not None:
                yield values, self._line(span.start)
        self._check_between(before, len(self._text))

    def _without_prolog(self, text: str) -> str:
        """Without a document type, and without what BrickStore keeps about its window."""
        self._text = text
        if entities := _ENTITIES.search(text):
            self._found.add(faults.ENTITIES, self._line(entities.start()))
        if declared := _DOCTYPE.search(text):
            end = text.find(">", declared.end())
            subset = text.find("[", declared.end(), end)
            if subset >= 0:
                end = text.find(">", max(text.find("]", subset), subset))
            text = _blanked_between(text, declared.start(), end + 1)
        marks = list(_GUI_STATE.finditer(text))
        if marks and marks[-1][1]:
            text = _blanked_between(text, marks[0].start(), text.find(">", marks[-1].start()) + 1)
        return text

    def _spans(self) -> Iterator[_Span]:
        opened: re.Match[str] | None = None
        for tag in _ITEM.finditer(self._text):
            is_end = bool(tag[1])
            if opened is not None:
                after = tag.end() if is_end else tag.start()
                yield _Span(opened.start(), opened.end(), tag.start(), after, is_end)
                opened = None
            if not is_end and not tag[2]:
                opened = tag
        if opened is not None:
            around = _AROUND.search(self._text, opened.end())
            end = around.start() if around else len(self._text)
            yield _Span(opened.start(), opened.end(), end, end, False)

    def _values(self, span: _Span) -> dict[str, str] | None:
        """The texts of an item's tags by their names in lower case; None for an item that is broken."""
        values: dict[str, str] = {}
        path: list[str] = []
        words: list[str] = []
        at, trouble = span.inside, ""
        for token in _INSIDE.finditer(self._text, span.inside, span.end):
            if "<" in self._text[at : token.start()]:
                break
            words.append(self._words(at, token.start()))
            at = token.end()
            tag = (token["tag"] or "").lower()
            if not tag:
                words.append(token["plain"] or "")
                continue
            if not token["end"]:
                path.append(tag)
                words.clear()
            if token["end"] or token["empty"]:
                if not path or path.pop() != tag:
                    trouble = f"</{shown(tag, 20)}> doesn't match the tag before it"
                    break
                if tag in values:
                    self._found.add(faults.TAG_TWICE, self._line(span.start), tag=shown(tag.upper(), 30))
                values.setdefault(tag, "".join(words).strip())
                words.clear()
        if not trouble and "<" in self._text[at : span.end]:
            trouble = "a “<” is not part of a tag; write &lt;"
        if not trouble and path:
            trouble = f"<{shown(path[-1], 20)}> has no end tag"
        if trouble:
            self._found.add(faults.BROKEN_ITEM, self._line(at), reason=trouble)
            return None
        return values

    def _words(self, start: int, end: int) -> str:
        """With five entities and numbers read as characters; everything else is text as it is."""

        def read(match: re.Match[str]) -> str:
            rest = match[1]
            if rest.lower() in _PREDEFINED:
                return _PREDEFINED[rest.lower()]
            if rest.startswith("#") and (character := _character(rest)):
                return character
            kind = faults.UNKNOWN_ENTITY if rest else faults.BARE_AMPERSAND
            line = self._line(start + match.start()) if self._found.has_room(kind) else 0
            self._found.add(kind, line, **({"text": shown(match[0])} if rest else {}))
            return match[0]

        text = self._text[start:end]
        return _AMPERSAND.sub(read, text) if "&" in text else text

    def _check_between(self, start: int, end: int) -> None:
        between = _AROUND.sub(_blanked, self._text[start:end])
        if stray := between.strip():
            at = start + len(between) - len(between.lstrip())
            self._found.add(faults.BETWEEN_ITEMS, self._line(at), text=shown(stray, 40))

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(found.end() for found in re.finditer("\n", self._text))]

    def _line(self, offset: int) -> int:
        return bisect_right(self._line_starts, offset)


def _character(reference: str) -> str:
    """The character that a number stands for, if XML allows it."""
    digits = reference[1:-1]
    code = int(digits[1:], 16) if digits[:1] in "xX" else int(digits)
    if code > 0x10FFFF or _NOT_XML.match(chr(code)):
        return ""
    return chr(code)


def _blanked_between(text: str, start: int, end: int) -> str:
    return text[:start] + _NOT_LINE_END.sub(_spaces, text[start:end]) + text[max(end, start) :]


def _blanked(found: re.Match[str]) -> str:
    """As many lines as before, and nothing in them."""
    return _NOT_LINE_END.sub(_spaces, found[0])


def _spaces(found: re.Match[str]) -> str:
    return " " * len(found[0])


# Columns: Rebrickable's CSV, Pick a Brick's, our own, any with the usual headings.

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
# Rebrickable's list of a user's sets, and what people call the column themselves.
_SETS = ("setnumber", "setnum", "set", "sets")
_PICK_A_BRICK = ("elementid", "quantity")
_FORMULA = ("'=", "'+", "'-", "'@")


def _column(headings: list[str], names: Iterable[str]) -> int | None:
    return next((headings.index(one) for one in names if one in headings), None)


def _parse_csv(text: str, found: Findings) -> Stock:
    """Columns by their headings; Rebrickable's and Pick a Brick's are known by theirs."""
    rows = rows_of(text, found)
    header = next(rows, (1, []))[1]
    headings = ["".join(letter for letter in cell.lower() if letter.isalnum()) for cell in header]
    columns = {what: _column(headings, names) for what, names in _NAMES.items()}
    reader = LotReader(_shop(headings), found)
    given = {"quantity": "1"}
    is_of_sets = columns["number"] is None and columns["part"] is None and set(headings) & set(_SETS)
    if is_of_sets:
        columns["number"] = _column(headings, _SETS)
        given["type"] = "S"
    # A table of prices needs no quantities, one with LDraw's numbers no shop's.
    instead = {"number": "part", "quantity": "price"}
    missing = [what for what in instead if columns[what] is None and columns[instead[what]] is None]
    missing = [] if is_of_sets else missing
    if missing:
        if len(missing) == 1 and len(header) > 1:
            names = ", ".join(_NAMES[missing[0]][:3])
            found.add(faults.NO_COLUMN, 1, what=missing[0], names=names)
        return reader.stock()
    needed = 1 + max(
        place for what in ("number", "quantity", "colour") if (place := columns[what]) is not None
    )
    for line, row in rows:
        if not any(cell.strip() for cell in row):
            continue
        if len(row) < needed:
            found.add(faults.SHORT_ROW, line, found=count_of(len(row), "column"), needed=needed)
            continue
        if any(cell.strip() for cell in row[len(header) :]):
            found.add(faults.LONG_ROW, line, found=count_of(len(row), "column"), needed=len(header))
        values = {
            what: _plain(row[place])
            for what, place in columns.items()
            if place is not None and place < len(row)
        }
        reader.add({**given, **values}, line)
    return reader.stock()


def _shop(headings: list[str]) -> Shop:
    if tuple(headings[:3]) == _REBRICKABLE:
        return Shop.REBRICKABLE
    return Shop.LEGO if tuple(headings[:2]) == _PICK_A_BRICK else Shop.BRICKLINK


def _plain(cell: str) -> str:
    """Without the mark that keeps spreadsheets from reading text as a formula."""
    return cell[1:] if cell.startswith(_FORMULA) else cell


def rows_of(text: str, found: Findings) -> Iterator[tuple[int, list[str]]]:
    """Rows of a CSV with the line they begin at; commas, semicolons or tabs between cells."""
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    reader = csv.reader(io.StringIO(text), delimiter=delimiter)
    number = 0
    while True:
        line = reader.line_num + 1
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            found.add(faults.BAD_ROW, line, reason=str(error))
            continue
        number += 1
        if number > MOST_LOTS:
            found.add(faults.TOO_MANY, line, most=MOST_LOTS)
            return
        yield line, row


# JSON: the lots of `brickyard parts --format json` and `brickyard owned --format json`.


def _parse_json(text: str, found: Findings) -> Stock:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        document = None
    document = document if isinstance(document, dict) else {}
    lots, shop = document.get("lots"), document.get("shop")
    reader = LotReader(Shop(shop) if shop in tuple(Shop) else Shop.BRICKLINK, found)
    lots = lots if isinstance(lots, list) else []
    for lot in lots[:MOST_LOTS]:
        if isinstance(lot, dict):
            reader.add(_flat(lot), 0)
    if len(lots) > MOST_LOTS:
        found.add(faults.TOO_MANY, 0, most=MOST_LOTS)
    return reader.stock()


def _flat(lot: dict[str, Any]) -> dict[str, str]:
    pieces = lot.get("pieces")
    first = pieces[0] if isinstance(pieces, list) and pieces and isinstance(pieces[0], dict) else {}
    texts = {what: lot.get(what) for what in ("type", "number", "colour", "quantity", "price")}
    texts |= {"part": first.get("part"), "ldraw_colour": first.get("colour")}
    return {what: str(value)[:200] for what, value in texts.items() if value is not None}
