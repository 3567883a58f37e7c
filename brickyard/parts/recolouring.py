"""A palette swap: `4=1` for red to blue, and a word where the part isn't known in its new colour."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from brickyard.parts.gathering import Gathered
from brickyard.parts.lines import Lot, PartsList
from catalog.colours import Colour, colour, find, suggest
from catalog.shops.rebrickable import RebrickableTables
from catalog.shops.shop_numbers import NumberBook, Shop
from ldraw_tools.findings import BrickyardError


def parse_recolour(words: Iterable[str]) -> dict[int, int]:
    """`4=1`, `red=blue`: LDraw's codes or names, each swapped once and not one after the other."""
    swaps: dict[int, int] = {}
    for word in words:
        old, equals, new = word.partition("=")
        if not equals:
            raise BrickyardError(f"--recolour {word}: write old=new, such as 4=1 or red=blue")
        swaps[_colour(old, word).code] = _colour(new, word).code
    return swaps


def _colour(text: str, word: str) -> Colour:
    found = find(text)
    if found is None:
        near = suggest(text)
        hint = f"; did you mean {near.name} ({near.code})?" if near else ""
        raise BrickyardError(f"--recolour {word}: “{text.strip()}” is no colour of LDraw's{hint}")
    return found


def with_notes(
    parts: PartsList, gathered: Gathered, tables: RebrickableTables, book: NumberBook
) -> PartsList:
    """As far as the user's tables of elements tell."""

    def noted(lot: Lot) -> Lot:
        for piece in lot.pieces:
            if (piece.part, piece.colour) not in gathered.recoloured:
                continue
            part, code = gathered.records.known(piece.part), colour(piece.colour)
            number = book.number(part, Shop.REBRICKABLE).number
            if code is None or code.rebrickable_id is None or not number:
                continue
            if tables.is_unknown_in(number, code.rebrickable_id):
                note = f"not known in {lot.colour_name}, as of {tables.date}"
                return replace(lot, notes=(*lot.notes, note))
        return lot

    return replace(
        parts,
        written=tuple(noted(lot) for lot in parts.written),
        uncertain=tuple(noted(lot) for lot in parts.uncertain),
    )
