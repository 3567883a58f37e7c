"""Either mould will do: what else a buyer may take for a lot, by Rebrickable's moulds and alternates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from brickyard.parts.lots import Instead, Lot, LotGroup, PartsList
from brickyard.parts.part_records import Records
from catalog.colours import by_bricklink_id
from catalog.database.part_database import shipped_parts
from catalog.shops.rebrickable import ALTERNATE, MOULD, RebrickableTables, is_decorated
from catalog.shops.shop_numbers import Confidence, NumberBook, Shop

MOST_NAMED = 3
"""Of a part with many moulds the likeliest to be for sale are named."""
_FITS = {MOULD: "mould", ALTERNATE: "alternate"}


def with_choices(
    parts: PartsList, book: NumberBook, records: Records, tables: RebrickableTables
) -> PartsList:
    """Each lot with the other numbers that will do: moulds before alternates, those in many colours first.

    Only what LEGO is known to have made in the colour: most parts have old moulds that nobody sells in it.
    """
    finder = _Finder(book, records, tables)
    lots = tuple(
        replace(lot, instead=tuple(finder.instead_of(lot))[:MOST_NAMED]) if _has_choice(lot) else lot
        for lot in parts.lots
    )
    return replace(parts, lots=lots)


def choice_text(lot: Lot) -> str:
    """In few words, for lists that have little room: `or 60470a`."""
    return f"or {', '.join(one.number for one in lot.instead)}" if lot.instead else ""


def _has_choice(lot: Lot) -> bool:
    return lot.group is LotGroup.WRITTEN and lot.confidence >= Confidence.PROBABLE


class PartRelations:
    """Rebrickable's relationships, asked by LDraw's numbers too: 3023b is its 3023."""

    def __init__(self, book: NumberBook, records: Records, tables: RebrickableTables) -> None:
        self._book, self._records, self._tables = book, records, tables
        self._names: dict[str, frozenset[str]] = {}

    def related(self, number: str, kind: str) -> tuple[str, ...]:
        names = self.names(number)
        found = {other for name in names for other in self._tables.related(name, kind)}
        return tuple(sorted(found - names))

    def names(self, number: str) -> frozenset[str]:
        """The number itself, and Rebrickable's of the part that LDraw has under it."""
        if number not in self._names:
            given = self._records.find(number)
            part = shipped_parts().follow(given) if given else None
            found = self._book.number(part, Shop.REBRICKABLE) if part else None
            is_sure = found is not None and found.confidence >= Confidence.PROBABLE
            rebrickables = [found.number.lower()] if found and is_sure else []
            self._names[number] = frozenset([number.lower(), *rebrickables])
        return self._names[number]


class _Finder:
    def __init__(self, book: NumberBook, records: Records, tables: RebrickableTables) -> None:
        self._book, self._records, self._tables = book, records, tables
        self._relations = PartRelations(book, records, tables)
        self._numbers: dict[str, str] = {}

    def instead_of(self, lot: Lot) -> Iterator[Instead]:
        colour = by_bricklink_id(lot.colour) if lot.colour is not None else None
        code = colour.rebrickable_id if colour else None
        own = {lot.number.lower()}
        for kind, fit in _FITS.items():
            for other in sorted(
                self._others(lot, kind), key=lambda one: (-len(self._tables.colours(one)), one)
            ):
                number = self._number(other) if self._is_made(other, code) else ""
                if number and number.lower() not in own:
                    own.add(number.lower())
                    yield Instead(number, fit)

    def _others(self, lot: Lot, kind: str) -> set[str]:
        names = [lot.number, *(piece.part for piece in lot.pieces)]
        return {other for name in names for other in self._relations.related(name, kind)}

    def _is_made(self, other: str, colour: int | None) -> bool:
        if colour is None:
            return self._tables.is_made(other)
        return bool(self._tables.elements(other, colour))

    def _number(self, other: str) -> str:
        """What BrickLink calls it; empty if that isn't known well, or if it is printed."""
        if other not in self._numbers:
            part = self._records.find(shipped_parts().by_rebrickable.get(other, other))
            found = self._book.number(part, Shop.BRICKLINK) if part and not is_decorated(part) else None
            is_sure = found is not None and found.confidence >= Confidence.PROBABLE
            self._numbers[other] = found.number if found and is_sure else ""
        return self._numbers[other]
