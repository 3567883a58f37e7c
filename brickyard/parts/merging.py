"""Orders to lots: one line a number and colour, who needs it kept, nothing lost on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeVar

from brickyard.parts import figures
from brickyard.parts.gathering import Gathered
from brickyard.parts.lines import Lot, Origin, PartsList, Piece
from brickyard.parts.ordering import Counting, Order, Orderer
from catalog.shops.shop_numbers import Confidence

_Key = tuple[str, int | None]
_Any = TypeVar("_Any")


@dataclass(frozen=True, slots=True)
class _Need:
    """So many of a piece, and for whom."""

    piece: Piece
    origins: tuple[Origin, ...]


def make_list(gathered: Gathered, orderer: Orderer) -> PartsList:
    """What the sources need, as one list of a shop."""
    needs = [
        _Need(replace(piece, count=count), (Origin(source.name, source.units, count),))
        for source in gathered.sources
        for piece in source.pieces
        if (count := piece.count * source.units)
    ]
    return replace(_Merger(orderer).merged(needs), findings=gathered.findings)


def make_list_again(lots: Iterable[Lot], orderer: Orderer) -> PartsList:
    """What is left to buy of another list, as one of this orderer's shop; without its spares."""
    return _Merger(orderer).merged(need for lot in lots for need in _left_of(lot))


def _left_of(lot: Lot) -> Iterator[_Need]:
    """Owned pieces are taken off the end; of a sheet or a hose there is no half."""
    total = sum(piece.count for piece in lot.pieces)
    left = lot.quantity - lot.spare
    left = left if total == lot.needed else total * (left > 0)
    origins = iter(lot.origins)
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

    first: Order
    confidence: Confidence
    reasons: dict[str, None] = field(default_factory=dict)
    notes: dict[str, None] = field(default_factory=dict)
    pieces: dict[tuple[str, int], int] = field(default_factory=dict)
    origins: dict[tuple[str, int], int] = field(default_factory=dict)
    each: int = 0
    same: dict[str, int] = field(default_factory=dict)
    ones: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, order: Order, need: _Need) -> None:
        pieces = order.count * need.piece.count
        self.confidence = min(self.confidence, order.confidence)
        self.reasons[order.reason] = None
        self.notes.update(dict.fromkeys(order.notes))
        _grow(self.pieces, (order.part, order.colour), pieces)
        for origin in need.origins:
            _grow(self.origins, (origin.name, origin.units), order.count * origin.pieces)
        match order.counting:
            case Counting.EACH:
                self.each += pieces
            case Counting.MOST:
                _grow(self.same, order.same, pieces)
            case Counting.ONE:
                for origin in need.origins:
                    self.ones[origin.name, order.same] = origin.units

    @property
    def quantity(self) -> int:
        return self.each + max(self.same.values(), default=0) + sum(self.ones.values())

    @property
    def is_only_hips(self) -> bool:
        return not self.each and not self.ones and set(self.same) == {figures.HIPS}

    def absorb(self, other: _Growing) -> None:
        """Take in what comes with this lot anyway."""
        for key, count in other.pieces.items():
            _grow(self.pieces, key, count)
        for origin, count in other.origins.items():
            _grow(self.origins, origin, count)
        for same, count in other.same.items():
            _grow(self.same, same, count)

    def lot(self) -> Lot:
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
        )


class _Merger:
    def __init__(self, orderer: Orderer) -> None:
        self._orderer = orderer
        self._orders: dict[tuple[str, int], list[Order]] = {}
        self._written: dict[_Key, _Growing] = {}
        self._sheets: dict[_Key, _Growing] = {}
        self._uncertain: dict[_Key, _Growing] = {}
        self._not_written: dict[_Key, _Growing] = {}

    def merged(self, needs: Iterable[_Need]) -> PartsList:
        held = added = 0
        for need in needs:
            orders = self._orders_of(need.piece)
            for order in orders:
                self._add(order, need)
            held += need.piece.count
            added += (sum(order.count for order in orders) - 1) * need.piece.count
        self._fold_hips()
        return PartsList(
            self._orderer.shop,
            _lots(self._written.values()),
            _lots(self._sheets.values()),
            _lots(self._uncertain.values()),
            _lots(self._not_written.values()),
            held,
            added,
        )

    def _orders_of(self, piece: Piece) -> list[Order]:
        key = (piece.part, piece.colour)
        if key not in self._orders:
            part = self._orderer.records.known(piece.part)
            self._orders[key] = self._orderer.orders(part, piece.colour)
        return self._orders[key]

    def _add(self, order: Order, need: _Need) -> None:
        key: _Key = (order.number.lower(), order.shop_colour)
        if not order.confidence:
            group, key = self._not_written, (order.part, order.colour)
        elif order.confidence is Confidence.LOW:
            group = self._uncertain
        else:
            group = self._sheets if order.is_sheet else self._written
        if key not in group:
            group[key] = _Growing(order, order.confidence)
        group[key].add(order, need)

    def _fold_hips(self) -> None:
        """Hips in a colour of their own come with the legs, whose number they name."""
        hips = {key: growing for key, growing in self._written.items() if growing.is_only_hips}
        for key, growing in hips.items():
            legs = [
                other
                for (number, _), other in self._written.items()
                if number == key[0] and not other.is_only_hips
            ]
            if legs:
                max(legs, key=lambda other: other.quantity).absorb(growing)
                del self._written[key]


def _grow(counts: dict[_Any, int], key: _Any, count: int) -> None:
    counts[key] = counts.get(key, 0) + count


def _lots(growing: Iterable[_Growing]) -> tuple[Lot, ...]:
    return in_order(one.lot() for one in growing)


def in_order(lots: Iterable[Lot]) -> tuple[Lot, ...]:
    """As people look for them: by colour, then by what it is."""
    return tuple(sorted(lots, key=lambda lot: (lot.colour_name, lot.title, lot.number, lot.part)))


def with_uncertain(parts: PartsList) -> PartsList:
    """The list of somebody who takes the doubtful lines for good: one line a lot, as everywhere."""
    lots: dict[tuple[str, str, int | None], Lot] = {lot.key: lot for lot in parts.written}
    for lot in parts.uncertain:
        first = lots.get(lot.key)
        lots[lot.key] = _together(first, lot) if first else lot
    return replace(parts, written=in_order(lots.values()), uncertain=())


def _together(one: Lot, two: Lot) -> Lot:
    return replace(
        one,
        quantity=one.quantity + two.quantity,
        pieces=(*one.pieces, *two.pieces),
        confidence=min(one.confidence, two.confidence),
        reason=f"{one.reason}; {two.reason}",
        origins=(*one.origins, *(origin for origin in two.origins if origin not in one.origins)),
        owned=one.owned + two.owned,
        spare=one.spare + two.spare,
        notes=tuple(dict.fromkeys((*one.notes, *two.notes))),
    )
