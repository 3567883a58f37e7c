"""Whole or in pieces: how shops sell what sits together, and which of the two makes fewer lots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from brickyard.parts.lots import Joined, Piece, Source
from brickyard.parts.minifigures import legs_in_two_colours
from brickyard.parts.ordering import Orderer
from brickyard.parts.orders import OrderedThing
from catalog.colours import colour
from catalog.shops.assemblies import colour_of_legs
from catalog.shops.shop_numbers import Confidence, Shop

Whole = tuple[str, int]
"""An assembly: LDraw's number and colour."""
_LotKey = tuple[str, int | None]


@dataclass(frozen=True, slots=True)
class Choice:
    """Loose pieces that are bought `together`, and assemblies that are bought `in_pieces`."""

    together: frozenset[Whole] = frozenset()
    in_pieces: frozenset[Whole] = frozenset()
    numbers: Mapping[Whole, str] = field(default_factory=dict)
    """What loose pieces are sold as together, where they are bought by themselves."""


@dataclass(slots=True)
class _Candidate:
    """Something that can be bought either way."""

    whole: OrderedThing
    pieces: list[OrderedThing]
    is_loose: bool
    count: int = 0
    is_whole: bool = True

    @property
    def whole_key(self) -> _LotKey:
        return _key(self.whole)

    @property
    def piece_keys(self) -> set[_LotKey]:
        return {_key(order) for order in self.pieces}

    @property
    def least_sure(self) -> Confidence:
        return min(order.confidence for order in self.pieces)


def choose(sources: Iterable[Source], orderer: Orderer) -> Choice:
    """For each assembly the way with fewer lots; then the surer one; then as the models have it.

    A piece that isn't sold by itself decides for the whole, a whole that is less sure for the pieces.
    """
    chooser = _Chooser(orderer)
    for source in sources:
        chooser.count(source)
    return chooser.choice()


class _Chooser:
    def __init__(self, orderer: Orderer) -> None:
        self._orderer = orderer
        self._loose_ones: dict[Whole, _Candidate | None] = {}
        self._placed_ones: dict[Whole, _Candidate | None] = {}
        # How many pieces each lot has beside what can be bought either way.
        self._lots: Counter[_LotKey] = Counter()

    def count(self, source: Source) -> None:
        left = {(piece.part, piece.colour): piece.count for piece in source.contents}
        for joined in source.joined:
            candidate = self._loose(joined)
            if candidate is not None:
                candidate.count += joined.count * source.units
                for piece in joined.pieces:
                    left[piece.part, piece.colour] -= joined.count
        for (part, code), number in left.items():
            if number <= 0:
                continue
            placed = self._placed(part, code)
            if placed is not None:
                placed.count += number * source.units
                continue
            for order in self._orders(part, code):
                self._lots[_key(order)] += number * source.units

    def choice(self) -> Choice:
        loose = {whole: one for whole, one in self._loose_ones.items() if one and one.count}
        placed = {whole: one for whole, one in self._placed_ones.items() if one and one.count}
        both = [*loose.values(), *placed.values()]
        for one in both:
            self._note(one, 1)
        for one in both:
            self._note(one, -1)
            one.is_whole = self._is_better_whole(one)
            self._note(one, 1)
        return Choice(
            frozenset(whole for whole, one in loose.items() if one.is_whole),
            frozenset(whole for whole, one in placed.items() if not one.is_whole),
            {whole: one.whole.number for whole, one in loose.items() if not one.is_whole},
        )

    def _is_better_whole(self, one: _Candidate) -> bool:
        if one.least_sure < Confidence.PROBABLE:
            return True
        if one.whole.confidence < one.least_sure:
            return False
        whole = int(not self._lots[one.whole_key])
        pieces = sum(not self._lots[key] for key in one.piece_keys)
        if whole != pieces:
            return whole < pieces
        return one.whole.confidence > one.least_sure or not one.is_loose

    def _note(self, one: _Candidate, sign: int) -> None:
        for key in {one.whole_key} if one.is_whole else one.piece_keys:
            self._lots[key] += sign

    def _loose(self, joined: Joined) -> _Candidate | None:
        key = (joined.part, joined.colour)
        if key not in self._loose_ones:
            whole = self._orders(*key)
            pieces = [order for piece in joined.pieces for order in self._orders(piece.part, piece.colour)]
            is_sold = len(whole) == 1 and self._is_sold(joined, whole[0], pieces)
            self._loose_ones[key] = _Candidate(whole[0], pieces, is_loose=True) if is_sold else None
        return self._loose_ones[key]

    def _is_sold(self, joined: Joined, whole: OrderedThing, pieces: list[OrderedThing]) -> bool:
        """Whether the whole has a number that is as sure as the pieces', and is made in this colour.

        Pieces that aren't sold by themselves can't be had in it either.
        """
        if colour_of_legs(joined.part):
            return self._is_made_in_two_colours(joined)
        least_sure = min(order.confidence for order in pieces)
        if not whole.number or whole.confidence < least_sure:
            return False
        if least_sure < Confidence.PROBABLE:
            return True
        found = colour(joined.colour) if joined.colour >= 0 else None
        if found is None or found.rebrickable_id is None:
            return True
        numbers = {whole.number, joined.part}
        return not any(self._orderer.book.known.is_unknown_in(one, found.rebrickable_id) for one in numbers)

    def _is_made_in_two_colours(self, joined: Joined) -> bool:
        """Whether Rebrickable knows an element of these legs in the colour of these hips."""
        part, hips = self._orderer.records.known(joined.part), colour(joined.colour)
        number = legs_in_two_colours(part, Shop.REBRICKABLE)
        if number is None or hips is None or hips.rebrickable_id is None:
            return False
        known = self._orderer.book.known
        return known.is_made(number.number) and not known.is_unknown_in(number.number, hips.rebrickable_id)

    def _placed(self, part: str, code: int) -> _Candidate | None:
        key = (part, code)
        if key not in self._placed_ones:
            whole = self._orders(*key)
            pieces = self._orderer.in_pieces(self._orderer.records.known(part), code)
            is_either = bool(pieces) and whole[0].is_exact and all(order.is_exact for order in pieces)
            self._placed_ones[key] = _Candidate(whole[0], pieces, is_loose=False) if is_either else None
        return self._placed_ones[key]

    def _orders(self, part: str, code: int) -> list[OrderedThing]:
        return self._orderer.orders(self._orderer.records.known(part), code)


def _key(order: OrderedThing) -> _LotKey:
    return (order.number.lower() or order.part, order.shop_colour)


def with_wholes(source: Source, choice: Choice) -> tuple[tuple[Piece, ...], int]:
    """What one of a source is made of with chosen pieces put together, and how many fewer they are."""
    counts = {(piece.part, piece.colour): piece.count for piece in source.contents}
    fewer = 0
    for joined in source.joined:
        if (joined.part, joined.colour) not in choice.together:
            continue
        for piece in joined.pieces:
            counts[piece.part, piece.colour] -= joined.count
        key = (joined.part, joined.colour)
        counts[key] = counts.get(key, 0) + joined.count
        fewer += joined.count * (len(joined.pieces) - 1)
    return tuple(Piece(part, code, count) for (part, code), count in counts.items() if count), fewer
