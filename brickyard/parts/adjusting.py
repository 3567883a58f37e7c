"""What a finished list is given beyond the models: choices, spares, prices, notes, what has changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from brickyard.parts.lots import Changes, Gone, Instead, Key, Lot, LotGroup, PartsList, in_order
from brickyard.parts.ordering import Orderer
from brickyard.parts.part_records import PartRelations
from brickyard.parts.stock import StockLot
from catalog.colours import Colour, by_bricklink_id, find, suggest
from catalog.database.part_database import shipped_parts
from catalog.shops.made_colours import MadeColours
from catalog.shops.rebrickable import ALTERNATE, MOULD, RebrickableTables, is_decorated
from catalog.shops.shop_numbers import Confidence, Shop
from ldraw_tools.findings import BrickyardError
from ldraw_tools.units import LDU_PER_STUD

MOST_NAMED = 3
"""Of a part with many moulds the likeliest to be for sale are named."""
_FITS = {MOULD: "mould", ALTERNATE: "alternate"}
MOST_PERCENT = 1000
# Parts no longer than two studs on any side: they are easily lost.
_SMALL_LDU = 2 * LDU_PER_STUD + 1
_PERCENT = re.compile(r"(\d{1,4}(?:[.,]\d{1,3})?)\s*%?")
_ON_SALE = "the newest of several element numbers, on sale 87 times in 100"
_NEAREST = "nearest"
_PARTS_OF_MODELS = (LotGroup.WRITTEN, LotGroup.UNCERTAIN)


# Other moulds and alternates.


def with_choices(parts: PartsList, relations: PartRelations) -> PartsList:
    """Each lot with the other numbers that will do: moulds before alternates, those in many colours first.

    Only what LEGO is known to have made in the colour: most parts have old moulds that nobody sells in it.
    """

    def offered(lot: Lot) -> Lot:
        is_sure = lot.group is LotGroup.WRITTEN and lot.confidence >= Confidence.PROBABLE
        return replace(lot, instead=tuple(_instead_of(lot, relations))[:MOST_NAMED]) if is_sure else lot

    return replace(parts, lots=tuple(map(offered, parts.lots)))


def _instead_of(lot: Lot, relations: PartRelations) -> Iterator[Instead]:
    tables = relations.book.tables
    colour = by_bricklink_id(lot.colour) if lot.colour is not None else None
    code = colour.rebrickable_id if colour else None
    names = [lot.number, *(piece.part for piece in lot.pieces)]
    known = {lot.number.lower(), ""}
    for kind, fit in _FITS.items():
        others = {other for name in names for other in relations.related(name, kind)}
        for other in sorted(others, key=lambda one: (-len(tables.colours(one)), one)):
            is_made = tables.is_made(other) if code is None else tables.elements(other, code)
            part = relations.part(other) if is_made else None
            number = relations.bricklink(other) if part and not is_decorated(part) else ""
            if number.lower() not in known:
                known.add(number.lower())
                yield Instead(number, fit)


# Spares.


def parse_percent(text: str) -> Fraction:
    """`5%`, `5`, `2.5 %`: a share of what is needed."""
    found = _PERCENT.fullmatch(text.strip())
    share = Fraction(found[1].replace(",", ".")) if found else Fraction(-1)
    if not 0 <= share <= MOST_PERCENT:
        raise BrickyardError(f"--spare {text}: write a percentage, such as 5%")
    return share / 100


def is_small(part: str) -> bool:
    """By its outline; a part whose outline isn't known counts as large."""
    from ldraw_tools.measuring.measure import Measurement

    record = shipped_parts().find(part)
    shape = shipped_parts().shape_of(shipped_parts().follow(record)) if record else None
    box = Measurement(shape).box if shape is not None else None
    return box is not None and max(box.width, box.depth, box.height) <= _SMALL_LDU


def with_spares(parts: PartsList, share: Fraction, small: Callable[[str], bool] = is_small) -> PartsList:
    """This share more of each lot: rounded up for small parts, down for others."""

    def more(lot: Lot) -> Lot:
        exact = lot.needed * share
        spare = -(-exact // 1) if small(lot.part) else exact // 1
        return replace(lot, quantity=lot.quantity + int(spare), spare=lot.spare + int(spare))

    return _changed(parts, more) if share else parts


def _changed(parts: PartsList, change: Callable[[Lot], Lot]) -> PartsList:
    """Parts of the models only, sticker sheets and what isn't written aside."""
    return replace(
        parts, lots=tuple(change(lot) if lot.group in _PARTS_OF_MODELS else lot for lot in parts.lots)
    )


# Uncertain lots.


def with_uncertain(parts: PartsList) -> PartsList:
    """With the uncertain lots among the written ones, and still one line a lot."""
    lots: dict[Key, Lot] = {lot.key: lot for lot in parts.written}
    for lot in parts.uncertain:
        first = lots.get(lot.key)
        lots[lot.key] = _together(first, lot) if first else replace(lot, group=LotGroup.WRITTEN)
    return replace(parts, lots=in_order([*lots.values(), *parts.sheets, *parts.not_written]))


def _together(one: Lot, two: Lot) -> Lot:
    return replace(
        one,
        quantity=one.quantity + two.quantity,
        pieces=(*one.pieces, *two.pieces),
        confidence=min(one.confidence, two.confidence),
        reason=f"{one.reason}; {two.reason}",
        needed_for=(*one.needed_for, *(origin for origin in two.needed_for if origin not in one.needed_for)),
        owned=one.owned + two.owned,
        spare=one.spare + two.spare,
        notes=tuple(dict.fromkeys((*one.notes, *two.notes))),
    )


# Prices and changes.


def prices_in(priced: Iterable[StockLot]) -> dict[Key, Decimal]:
    """By lot; the last line of a lot counts."""
    return {lot.key: lot.price for lot in priced if lot.price is not None}


def with_prices(parts: PartsList, priced: Iterable[StockLot], currency: str = "") -> PartsList:
    """By the user's own table; a line without a colour is for all colours."""
    prices = prices_in(priced)

    def priced_lot(lot: Lot) -> Lot:
        price = prices.get(lot.key, prices.get(lot.key._replace(colour=None)))
        return replace(lot, price=price) if lot.number and price is not None else lot

    lots = tuple(priced_lot(lot) for lot in parts.lots)
    return replace(parts, lots=lots, currency=currency, is_priced=bool(prices))


def changes_since(earlier: Iterable[StockLot | Lot], lots: Iterable[Lot]) -> Changes:
    """What is new, and what is no longer needed."""
    had: dict[Key, int] = {}
    written: dict[Key, StockLot | Lot] = {}
    for old in earlier:
        had[old.key] = had.get(old.key, 0) + old.quantity
        written.setdefault(old.key, old)
    new: list[Lot] = []
    now: dict[Key, int] = {}
    for lot in lots:
        now[lot.key] = now.get(lot.key, 0) + lot.quantity
        more = lot.quantity - had.get(lot.key, 0)
        if more > 0:
            new.append(replace(lot, quantity=more, owned=0, spare=0))
    gone = [
        Gone(written[key].number, key.colour, count - now.get(key, 0), now.get(key, 0))
        for key, count in had.items()
        if count > now.get(key, 0)
    ]
    return Changes(tuple(new), tuple(sorted(gone, key=lambda one: (one.number, one.colour or 0))))


# Other colours.


def wants_nearest(words: Iterable[str]) -> bool:
    """Whether parts that were never made in their colour are wanted in the nearest one."""
    return any(word.strip().lower() == _NEAREST for word in words)


def parse_recolour(words: Iterable[str]) -> dict[int, int]:
    """`4=1`, `red=blue`: LDraw's codes or names, each swapped once and not one after the other."""
    swaps: dict[int, int] = {}
    for word in words:
        if wants_nearest([word]):
            continue
        old, equals, new = word.partition("=")
        if not equals:
            raise BrickyardError(f"--recolour {word}: write old=new, such as 4=1 or red=blue, or nearest")
        swaps[_colour(old, word).code] = _colour(new, word).code
    return swaps


def _colour(text: str, word: str) -> Colour:
    found = find(text)
    if found is None:
        near = suggest(text)
        hint = f"; did you mean {near.name} ({near.code})?" if near else ""
        raise BrickyardError(f"--recolour {word}: “{text.strip()}” is not a valid LDraw colour{hint}")
    return found


def with_colour_notes(parts: PartsList, orderer: Orderer) -> PartsList:
    """A note where a part isn't known in its colour, by Rebrickable's tables."""
    made = orderer.nearest or MadeColours(orderer.book)

    def noted(lot: Lot) -> Lot:
        found = [made.lacking(orderer.records.known(piece.part), piece.colour) for piece in lot.pieces]
        never = found[0] if found and all(found) else None
        return replace(lot, notes=(*lot.notes, str(never)), never_made=never) if never else lot

    return _changed(parts, noted)


# LEGO's elements.


def pick_elements(parts: PartsList, tables: RebrickableTables, any_mould: bool = True) -> PartsList:
    """A list of Rebrickable's as one of elements; all that has none, or is doubtful, is not written."""
    found: dict[str, Lot] = {}
    rest: list[Lot] = [*parts.sheets, *parts.uncertain, *parts.not_written]
    for lot in parts.written:
        picked = _picked(lot, tables, any_mould)
        if picked is None:
            rest.append(lot)
        elif first := found.get(picked.number):
            # Two moulds of one part are one element.
            pieces, needed_for = (*first.pieces, *lot.pieces), (*first.needed_for, *lot.needed_for)
            found[picked.number] = replace(
                first, quantity=first.quantity + lot.quantity, pieces=pieces, needed_for=needed_for
            )
        else:
            found[picked.number] = picked
    not_written = [replace(lot, group=LotGroup.NOT_WRITTEN) for lot in rest]
    return replace(parts, shop=Shop.LEGO, lots=in_order([*found.values(), *not_written]))


def _picked(lot: Lot, tables: RebrickableTables, any_mould: bool) -> Lot | None:
    if lot.colour is None:
        return None
    for number in (lot.number, *(tables.related(lot.number, MOULD) if any_mould else ())):
        elements = tables.elements(number, lot.colour)
        if elements:
            notes = lot.notes if number == lot.number else (*lot.notes, f"another mould, {number}")
            sure = Confidence.EXACT if len(elements) == 1 and number == lot.number else Confidence.PROBABLE
            reason = "the only element of this part and colour" if len(elements) == 1 else _ON_SALE
            return replace(
                lot,
                number=str(elements[0]),
                colour=None,
                confidence=min(sure, lot.confidence),
                reason=reason,
                notes=notes,
            )
    return None
