"""The shopping list as JSON, for programs; docs/schema/parts.json says what is in it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from brickyard.parts.lines import Lot, Origin, Piece, pieces_of, pieces_to_buy
from brickyard.parts.prices import Prices, total
from brickyard.parts.shopping import Shopping, Tables, link
from brickyard.parts.updating import Gone
from ldraw_tools.findings import Finding
from ldraw_tools.json_values import json_text

FORMAT = 1


@dataclass(frozen=True)
class LotLine:
    """`list` is written, sheets, uncertain or not written; numbers and colours are the shop's."""

    list: str
    type: str
    number: str
    colour: int | None
    colour_name: str
    quantity: int
    needed: int
    owned: int
    spare: int
    title: str
    confidence: str
    reason: str
    notes: tuple[str, ...]
    needed_for: tuple[Origin, ...]
    pieces: tuple[Piece, ...]
    price: str | None
    link: str


@dataclass(frozen=True)
class GroupTotal:
    """`pieces` are the model's, `quantity` is what to buy."""

    list: str
    lots: int
    pieces: int
    quantity: int
    price: str
    priced_lots: int


@dataclass(frozen=True)
class SourceLine:
    name: str
    units: int
    pieces: int


@dataclass(frozen=True)
class ChangesLines:
    new: tuple[LotLine, ...]
    no_longer_needed: tuple[Gone, ...]


@dataclass(frozen=True)
class PartsDocument:
    """written + sheets + uncertain + not written = held + added, in pieces of the model."""

    format: int
    shop: str
    title: str
    sources: tuple[SourceLine, ...]
    held: int
    added: int
    totals: tuple[GroupTotal, ...]
    currency: str
    lots: tuple[LotLine, ...]
    changes: ChangesLines | None
    tables: Tables
    findings: tuple[Finding, ...]


def document(shopping: Shopping) -> PartsDocument:
    parts = shopping.parts
    changes = shopping.changes
    return PartsDocument(
        FORMAT,
        parts.shop.value,
        shopping.title,
        tuple(SourceLine(*source) for source in shopping.made_for),
        parts.held,
        parts.added,
        tuple(_total(name, lots, shopping.prices) for name, lots in shopping.groups()),
        shopping.prices.currency,
        tuple(_lot(name, lot, shopping.prices) for name, lots in shopping.groups() for lot in lots),
        ChangesLines(
            tuple(_lot("written", lot, shopping.prices) for lot in changes.new),
            changes.gone,
        )
        if changes
        else None,
        shopping.tables,
        tuple(parts.findings),
    )


def as_json(shopping: Shopping) -> bytes:
    return json_text(document(shopping)).encode()


def _lot(group: str, lot: Lot, prices: Prices) -> LotLine:
    return LotLine(
        group,
        lot.item_type,
        lot.number,
        lot.colour,
        lot.colour_name,
        lot.quantity,
        lot.needed,
        lot.owned,
        lot.spare,
        lot.title,
        str(lot.confidence),
        lot.reason,
        lot.notes,
        lot.origins,
        lot.pieces,
        _price(prices.of(lot)) if lot.number else None,
        link(lot),
    )


def _total(name: str, lots: tuple[Lot, ...], prices: Prices) -> GroupTotal:
    sum_ = total([lot for lot in lots if lot.number], prices)
    return GroupTotal(name, len(lots), pieces_of(lots), pieces_to_buy(lots), f"{sum_.amount:f}", sum_.priced)


def _price(price: Decimal | None) -> str | None:
    return None if price is None else f"{price:f}"
