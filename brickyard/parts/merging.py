"""Orders to lots: one line a number and colour, who needs it kept, nothing lost on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from brickyard.parts.gathering import Gathered
from brickyard.parts.lots import Joined, Lot, LotGroup, Origin, PartsList, Piece, Source, in_order
from brickyard.parts.minifigures import HIPS, legs_in_two_colours
from brickyard.parts.ordering import Counting, OrderedThing, Orderer
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
        return not any(self._orderer.book.tables.is_unknown_in(one, found.rebrickable_id) for one in numbers)

    def _is_made_in_two_colours(self, joined: Joined) -> bool:
        """Whether Rebrickable knows an element of these legs in the colour of these hips."""
        part, hips = self._orderer.records.known(joined.part), colour(joined.colour)
        number = legs_in_two_colours(part, Shop.REBRICKABLE)
        if number is None or hips is None or hips.rebrickable_id is None:
            return False
        known = self._orderer.book.tables
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


_Key = tuple[LotGroup, str, int | None]
_Any = TypeVar("_Any")


class _Need(NamedTuple):
    """How many of a piece are needed, and for whom."""

    piece: Piece
    origins: tuple[Origin, ...]
    notes: tuple[str, ...] = ()


def make_list(gathered: Gathered, orderer: Orderer) -> PartsList:
    """What the sources need, as one list of a shop."""
    choice = choose(gathered.sources, orderer)
    needs: list[_Need] = []
    joined = 0
    for source in gathered.sources:
        contents, fewer = with_wholes(source, choice)
        joined += fewer * source.units
        either = _either_way(source, choice)
        for piece in contents:
            count = piece.count * source.units
            origin = Origin(source.name, source.units, count)
            needs.append(_Need(replace(piece, count=count), (origin,), either.get(piece.part, ())))
    made = _Merger(orderer, choice.in_pieces).merged(needs)
    return replace(made, held=made.held + joined, joined=joined, findings=gathered.findings)


def _either_way(source: Source, choice: Choice) -> dict[str, tuple[str, ...]]:
    """What pieces are sold as together, where they are bought by themselves."""
    return {
        piece.part: (f"sold together too, as {number}",)
        for joined in source.joined
        if (number := choice.numbers.get((joined.part, joined.colour)))
        for piece in joined.pieces
    }


def make_list_again(lots: Iterable[Lot], orderer: Orderer) -> PartsList:
    """What is left to buy of another list, as one of this orderer's shop; without its spares."""
    return _Merger(orderer).merged(need for lot in lots for need in _left_of(lot))


def _left_of(lot: Lot) -> Iterator[_Need]:
    """The needs that are left after owned pieces are taken off the end; a sheet or hose is whole or gone."""
    total = sum(piece.count for piece in lot.pieces)
    left = lot.quantity - lot.spare
    left = left if total == lot.needed else total * (left > 0)
    origins = iter(lot.needed_for)
    origin = next(origins, None)
    for piece in lot.pieces:
        count = min(piece.count, left)
        left -= count
        wanting, given = count, []
        while wanting and origin is not None:
            part = min(wanting, origin.pieces)
            given.append(origin._replace(pieces=part))
            wanting -= part
            origin = origin._replace(pieces=origin.pieces - part)
            if not origin.pieces:
                origin = next(origins, None)
        if count:
            yield _Need(replace(piece, count=count), tuple(given))


@dataclass(slots=True)
class _Growing:
    """A lot while orders are added to it."""

    first: OrderedThing
    confidence: Confidence
    reasons: dict[str, None] = field(default_factory=dict)
    notes: dict[str, None] = field(default_factory=dict)
    pieces: dict[tuple[str, int], int] = field(default_factory=dict)
    origins: dict[tuple[str, int], int] = field(default_factory=dict)
    each: int = 0
    same: dict[str, int] = field(default_factory=dict)

    def add(self, order: OrderedThing, need: _Need) -> None:
        pieces = order.count * need.piece.count
        self.confidence = min(self.confidence, order.confidence)
        self.reasons[order.reason] = None
        self.notes.update(dict.fromkeys((*order.notes, *need.notes)))
        _grow(self.pieces, (order.part, order.colour), pieces)
        for origin in need.origins:
            _grow(self.origins, (origin.name, origin.units), order.count * origin.pieces)
        match order.counting:
            case Counting.EACH:
                self.each += pieces
            case Counting.MOST:
                _grow(self.same, order.same, pieces)

    @property
    def quantity(self) -> int:
        return self.each + max(self.same.values(), default=0)

    @property
    def is_only_hips(self) -> bool:
        return not self.each and set(self.same) == {HIPS}

    def absorb(self, other: _Growing) -> None:
        """Take in what comes with this lot anyway."""
        for key, count in other.pieces.items():
            _grow(self.pieces, key, count)
        for origin, count in other.origins.items():
            _grow(self.origins, origin, count)
        for same, count in other.same.items():
            _grow(self.same, same, count)

    def lot(self, group: LotGroup) -> Lot:
        pieces = [Piece(part, colour, count) for (part, colour), count in self.pieces.items()]
        return Lot(
            self.first.number,
            self.first.shop_colour,
            self.quantity,
            tuple(sorted(pieces, key=lambda piece: (-piece.count, piece.part, piece.colour))),
            self.first.title,
            self.first.colour_name,
            self.confidence,
            "; ".join(self.reasons),
            tuple(Origin(name, units, count) for (name, units), count in self.origins.items()),
            notes=tuple(self.notes),
            is_colour_in_doubt=self.first.is_colour_in_doubt,
            group=group,
            made_of=self.first.made_of,
        )


class _Merger:
    def __init__(self, orderer: Orderer, in_pieces: frozenset[Whole] = frozenset()) -> None:
        self._orderer = orderer
        self._in_pieces = in_pieces
        self._growing: dict[_Key, _Growing] = {}

    def merged(self, needs: Iterable[_Need]) -> PartsList:
        held = added = 0
        for need in needs:
            part = self._orderer.records.known(need.piece.part)
            is_opened = (need.piece.part, need.piece.colour) in self._in_pieces
            ordered = self._orderer.in_pieces if is_opened else self._orderer.orders
            orders = ordered(part, need.piece.colour)
            for order in orders:
                self._add(order, need)
            held += need.piece.count
            added += (sum(order.count for order in orders) - 1) * need.piece.count
        self._fold_hips()
        lots = in_order(growing.lot(key[0]) for key, growing in self._growing.items())
        return PartsList(self._orderer.shop, lots, held, added)

    def _add(self, order: OrderedThing, need: _Need) -> None:
        group = _group(order)
        if group is LotGroup.NOT_WRITTEN:
            key: _Key = (group, order.part, order.colour)
        else:
            key = (group, order.number.lower(), order.shop_colour)
        if key not in self._growing:
            self._growing[key] = _Growing(order, order.confidence)
        self._growing[key].add(order, need)

    def _fold_hips(self) -> None:
        """Hips in a colour of their own come with the legs, whose number they name."""
        written = {key: one for key, one in self._growing.items() if key[0] is LotGroup.WRITTEN}
        for key, growing in written.items():
            if not growing.is_only_hips:
                continue
            legs = [one for other, one in written.items() if other[1] == key[1] and not one.is_only_hips]
            if legs:
                max(legs, key=lambda one: one.quantity).absorb(growing)
                del self._growing[key]


def _group(order: OrderedThing) -> LotGroup:
    if order.confidence is Confidence.NONE:
        return LotGroup.NOT_WRITTEN
    if order.confidence is Confidence.UNCERTAIN:
        return LotGroup.UNCERTAIN
    return LotGroup.SHEETS if order.is_sheet else LotGroup.WRITTEN


def _grow(counts: dict[_Any, int], key: _Any, count: int) -> None:
    counts[key] = counts.get(key, 0) + count
