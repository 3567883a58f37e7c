"""Orders to lots: one line a number and colour, who needs it kept, nothing lost on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeVar

from brickyard.parts.gathering import Gathered
from brickyard.parts.lots import Lot, LotGroup, Origin, PartsList, Piece, Source, in_order
from brickyard.parts.minifigures import HIPS
from brickyard.parts.ordering import Orderer
from brickyard.parts.orders import Counting, OrderedThing
from brickyard.parts.wholes import Choice, Whole, choose, with_wholes
from catalog.shops.shop_numbers import Confidence

_Key = tuple[LotGroup, str, int | None]
_Any = TypeVar("_Any")


@dataclass(frozen=True, slots=True)
class _Need:
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
            given.append(replace(origin, pieces=part))
            wanting -= part
            origin = replace(origin, pieces=origin.pieces - part)
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
    if not order.confidence:
        return LotGroup.NOT_WRITTEN
    if order.confidence is Confidence.UNCERTAIN:
        return LotGroup.UNCERTAIN
    return LotGroup.SHEETS if order.is_sheet else LotGroup.WRITTEN


def _grow(counts: dict[_Any, int], key: _Any, count: int) -> None:
    counts[key] = counts.get(key, 0) + count
