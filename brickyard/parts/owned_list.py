"""What is in the user's lists: lots, pieces, and what wasn't understood; for people and programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, NamedTuple

from brickyard.answer_text import left_out
from brickyard.parts.list_formats import csv_bytes
from brickyard.parts.list_making import owned_stocks
from brickyard.parts.lots import FORMAT, PART
from brickyard.parts.owned_bricks import Bin, fill_bins
from catalog.colours import by_bricklink_id
from catalog.database.part_database import shipped_parts
from catalog.shops.shop_numbers import Shop
from ldraw_tools.findings import Finding, abridge, count_of, in_file_order, printable
from ldraw_tools.notebooks import html_rows, line_of

_SHOWN = 40
_KINDS = {PART: "part", "M": "minifigure", "S": "set"}
_HEADER = (
    "type", "number", "colour", "colour name", "quantity", "title", "LDraw", "LDraw colour", "understood",
    "file", "line",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class OwnedLot:
    """All of one number and colour, in BrickLink's numbers; `file` and `line` are where it is listed first.

    If not `is_understood`, it isn't known which part it is, and nothing is taken off a list for it.
    """

    __json__: ClassVar = (
        *("type", "number", "colour", "colour_name", "quantity", "title", "part", "ldraw_colour"),
        *("is_understood", "file", "line"),
    )

    type: str
    number: str
    colour: int | None
    quantity: int
    part: str
    ldraw_colour: int | None
    is_understood: bool
    file: str
    line: int

    @property
    def colour_name(self) -> str:
        found = by_bricklink_id(self.colour) if self.colour is not None else None
        if found:
            return found.bricklink_name
        return "no colour" if self.colour is None else f"colour {self.colour}"

    @property
    def title(self) -> str:
        found = shipped_parts().find(self.part or self.number) if self.type == PART else None
        return " ".join(shipped_parts().follow(found).title.lstrip("~=_| ").split()) if found else ""


class OwnedFile(NamedTuple):
    name: str
    lots: int
    pieces: int


@dataclass(frozen=True)
class OwnedList:
    """`lots` are merged over all files; those of `files` are counted line by line."""

    __json__: ClassVar = ("format", "shop", "files", "pieces", "not_understood", "lots", "findings")

    files: tuple[OwnedFile, ...]
    lots: tuple[OwnedLot, ...]
    findings: tuple[Finding, ...] = ()

    __repr__ = line_of

    def __str__(self) -> str:
        return f"{count_of(len(self.lots), 'lot')}, {count_of(self.pieces, 'piece')}"

    def _repr_html_(self) -> str:
        return html_rows(str(self), self.lots, "quantity", "number", "colour_name", "title", "file", "line")

    @property
    def format(self) -> int:
        return FORMAT

    @property
    def shop(self) -> Shop:
        return Shop.BRICKLINK

    @property
    def pieces(self) -> int:
        return sum(lot.quantity for lot in self.lots)

    @property
    def not_understood(self) -> int:
        """Lots that nothing can be done with."""
        return sum(not lot.is_understood for lot in self.lots)


def owned_list(
    paths: Iterable[Path], *, overrides: Path | None = None, sets: Sequence[Path] = ()
) -> OwnedList:
    """What is in lists of owned bricks, in BrickLink's numbers."""
    stocks, findings = owned_stocks(paths, overrides, sets)
    files = [
        OwnedFile(stock.name, len(stock.lots), sum(lot.quantity for lot in stock.lots)) for stock in stocks
    ]
    bins = fill_bins(lot for stock in stocks for lot in stock.lots)
    found = in_file_order([*findings, *(finding for stock in stocks for finding in stock.findings)])
    lots = sorted(map(_lot, bins), key=lambda lot: (lot.type != PART, lot.number, lot.colour or 0))
    return OwnedList(tuple(files), tuple(lots), tuple(abridge(found)))


def _lot(one: Bin) -> OwnedLot:
    lot = one.first
    return OwnedLot(
        lot.item_type,
        lot.number,
        lot.colour,
        one.quantity,
        lot.part,
        lot.ldraw_colour,
        lot.is_understood,
        lot.place.file,
        lot.place.line,
    )


def owned_csv(owned: OwnedList) -> bytes:
    """Our own CSV, which `--owned` reads again."""
    return csv_bytes(
        _HEADER,
        (
            (
                lot.type,
                lot.number,
                "" if lot.colour is None else str(lot.colour),
                lot.colour_name,
                str(lot.quantity),
                lot.title,
                lot.part,
                "" if lot.ldraw_colour is None else str(lot.ldraw_colour),
                "yes" if lot.is_understood else "no",
                lot.file,
                str(lot.line),
            )
            for lot in owned.lots
        ),
    )


def owned_lines(owned: OwnedList, everything: bool = False) -> Iterator[str]:
    for file in owned.files:
        yield printable(f"{file.name}: {count_of(file.pieces, 'piece')} in {count_of(file.lots, 'line')}")
    yield ""
    shown = owned.lots if everything else owned.lots[:_SHOWN]
    if shown:
        yield f"  {'BrickLink':12} {'colour':22} {'pieces':>6}   part"
    for lot in shown:
        mark = " " if lot.is_understood else "?"
        title = lot.title or ("" if lot.type == PART else _KINDS.get(lot.type, f"type {lot.type}"))
        number = lot.number or lot.part
        yield printable(f"  {number:12} {lot.colour_name:22} {lot.quantity:6,} {mark} {title}")[:100].rstrip()
    yield from left_out(len(owned.lots) - len(shown), "lot")
    if any(not lot.is_understood for lot in shown):
        yield "  ? not understood: not used in any list"


def owned_total(owned: OwnedList) -> str:
    parts = len({lot.number.lower() or lot.part for lot in owned.lots if lot.type == PART})
    total = f"{count_of(owned.pieces, 'piece')} in {count_of(len(owned.lots), 'lot')}"
    unknown = owned.not_understood
    rest = "" if not unknown else f"; {count_of(unknown, 'lot')} not understood"
    return f"{total}, {count_of(parts, 'different part')}{rest}."
