"""LEGO's elements for a list: what Pick a Brick may sell, and what must be bought elsewhere."""

from __future__ import annotations

from dataclasses import replace

from brickyard.parts.lines import Lot, PartsList
from brickyard.parts.merging import in_order
from catalog.shops.rebrickable import MOULD, RebrickableTables
from catalog.shops.shop_numbers import Confidence, Shop

_ON_SALE = "of several numbers the newest, on sale 87 times in 100"


def pick_elements(parts: PartsList, tables: RebrickableTables) -> PartsList:
    """A list of Rebrickable's as one of elements; all that has none, or is doubtful, is not written."""
    found: dict[str, Lot] = {}
    rest: list[Lot] = [*parts.sheets, *parts.uncertain, *parts.not_written]
    for lot in parts.written:
        picked = _picked(lot, tables)
        if picked is None:
            rest.append(lot)
        elif first := found.get(picked.number):
            # Two moulds of one part are one element.
            pieces, origins = (*first.pieces, *lot.pieces), (*first.origins, *lot.origins)
            found[picked.number] = replace(
                first, quantity=first.quantity + lot.quantity, pieces=pieces, origins=origins
            )
        else:
            found[picked.number] = picked
    return replace(
        parts,
        shop=Shop.LEGO,
        written=in_order(found.values()),
        sheets=(),
        uncertain=(),
        not_written=in_order(rest),
    )


def _picked(lot: Lot, tables: RebrickableTables) -> Lot | None:
    if lot.colour is None:
        return None
    for number in (lot.number, *tables.related(lot.number, MOULD)):
        elements = tables.elements(number, lot.colour)
        if elements:
            notes = lot.notes if number == lot.number else (*lot.notes, f"another mould, {number}")
            sure = Confidence.HIGH if len(elements) == 1 and number == lot.number else Confidence.MEDIUM
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
