"""Which of somebody's bricks will do for a lot: the same, another mould of it, an alternate."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol

from brickyard.parts.lines import ANY_COLOUR, PART, Lot
from brickyard.parts.reading import StockLot
from catalog.shops.rebrickable import ALTERNATE, MOULD
from catalog.shops.shop_numbers import Confidence

_SAME_MOULD_OR_OTHER = re.compile(r"^(\d+)[a-z]?$")


_Index = dict[str, list[int]]


class Fit(IntEnum):
    """How well a brick will do, the best first."""

    EXACT = 0
    ANY_COLOUR = 1
    MOULD = 2
    ALTERNATE = 3

    @property
    def is_substitute(self) -> bool:
        return self >= Fit.MOULD

    @property
    def price(self) -> int:
        """One alternate less is worth any number of other moulds."""
        return {Fit.MOULD: 1, Fit.ALTERNATE: 1_000_000}.get(self, 0)


SUBSTITUTES = {"exact": Fit.ANY_COLOUR, "mould": Fit.MOULD, "alternate": Fit.ALTERNATE}
"""What was asked for, and the poorest fit that will do."""


class Relations(Protocol):
    """Such as Rebrickable's table of parts that can stand in for each other."""

    def related(self, number: str, kind: str) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class Bin:
    """All of the pool's pieces of one kind; `first` is the line that listed them first."""

    first: StockLot
    quantity: int

    @property
    def is_identified(self) -> bool:
        """Whether the list says which part of LDraw it is, so that no shop's number can mislead."""
        return bool(self.first.part) and self.first.ldraw_colour is not None

    @property
    def lacks_colour(self) -> bool:
        """A part that its line gives no colour; figures and sets have none anyway."""
        lot = self.first
        return lot.item_type == PART and lot.colour is None and lot.ldraw_colour is None

    @property
    def name(self) -> str:
        return self.first.number or self.first.part


def fill_bins(stock: Iterable[StockLot]) -> list[Bin]:
    """Equal lines together, in the order of the list."""
    bins: dict[tuple[object, ...], Bin] = {}
    for lot in stock:
        if lot.quantity <= 0:
            continue
        key = (*lot.key, lot.part.lower(), lot.ldraw_colour)
        known = bins.get(key)
        bins[key] = Bin(known.first if known else lot, lot.quantity + (known.quantity if known else 0))
    return list(bins.values())


class Matcher:
    """Finds the bins that will do; without relations, moulds are known by the letters of their numbers.

    `numbers` has what the list's shop calls the parts that the relations name.
    """

    def __init__(
        self,
        bins: Sequence[Bin],
        substitutes: str,
        relations: Relations | None = None,
        numbers: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.bins = bins
        self._poorest = SUBSTITUTES[substitutes]
        self._relations = relations
        self._numbers = numbers or {}
        # By what shops call them, and by what LDraw does, where the pool says so.
        self._by_number: _Index = {}
        self._by_part: _Index = {}
        self._by_stem: _Index = {}
        self._by_part_stem: _Index = {}
        for place, one in enumerate(bins):
            lot = one.first
            if lot.number:
                _note(self._by_number, f"{lot.item_type} {lot.number.lower()}", place)
                if lot.item_type == PART:
                    _note(self._by_stem, _stem(lot.number), place)
            if one.is_identified:
                _note(self._by_part, lot.part.lower(), place)
                _note(self._by_part_stem, _stem(lot.part), place)

    @property
    def all_identified(self) -> bool:
        return all(one.is_identified for one in self.bins)

    def is_doubtful(self, lot: Lot) -> bool:
        """Whether the pool may hold it under a number that nobody here knows for sure."""
        return lot.confidence < Confidence.MEDIUM and not self.all_identified

    def fits(self, lot: Lot) -> dict[int, Fit]:
        """Bins that will do for sure, by their places, with the best way each fits."""
        found: dict[int, Fit] = {}
        for place, fit in self._candidates(lot):
            own = self._with_colour(lot, self.bins[place], fit)
            if own is not None and own <= self._poorest and own < found.get(place, Fit.ALTERNATE + 1):
                found[place] = own
        return dict(sorted(found.items(), key=lambda item: (item[1], item[0])))

    def doubtful_count(self, lot: Lot) -> int:
        """Pieces under the lot's doubtful number, in its colour."""
        if lot.confidence >= Confidence.MEDIUM or not lot.number:
            return 0
        places = self._by_number.get(f"{lot.item_type} {lot.number.lower()}", ())
        bins = [self.bins[place] for place in places if not self.bins[place].is_identified]
        return sum(one.quantity for one in bins if lot.colour in (None, one.first.colour))

    def _candidates(self, lot: Lot) -> Iterator[tuple[int, Fit]]:
        """A number that isn't sure finds nothing; LDraw's own finds only what the pool knows by it."""
        parts = [piece.part.lower() for piece in lot.pieces]
        number = lot.number.lower() if lot.confidence >= Confidence.MEDIUM else ""
        for part in parts:
            yield from ((place, Fit.EXACT) for place in self._by_part.get(part, ()))
        yield from ((place, Fit.EXACT) for place in self._by_number.get(f"{lot.item_type} {number}", ()))
        if lot.item_type != PART or self._poorest < Fit.MOULD:
            return
        for part in parts:
            yield from ((place, Fit.MOULD) for place in self._by_part_stem.get(_stem(part), ()))
        yield from ((place, Fit.MOULD) for place in self._by_stem.get(_stem(number), ()))
        yield from self._related(parts, number, MOULD, Fit.MOULD)
        if self._poorest >= Fit.ALTERNATE:
            yield from self._related(parts, number, ALTERNATE, Fit.ALTERNATE)

    def _related(self, parts: Sequence[str], number: str, kind: str, fit: Fit) -> Iterator[tuple[int, Fit]]:
        if self._relations is None:
            return
        names = [*parts, number] if number else parts
        others = [other for name in names for other in self._relations.related(name, kind)]
        for other in dict.fromkeys(others):
            for name in dict.fromkeys((other, *self._numbers.get(other, ()))):
                yield from ((place, fit) for place in self._by_part.get(name.lower(), ()))
                if number:
                    found = self._by_number.get(f"{PART} {name.lower()}", ())
                    yield from ((place, fit) for place in found)

    def _with_colour(self, lot: Lot, one: Bin, fit: Fit) -> Fit | None:
        colours = {piece.colour for piece in lot.pieces}
        if ANY_COLOUR in colours:
            return max(fit, Fit.ANY_COLOUR)
        same_in_shop = lot.colour is not None and one.first.colour == lot.colour
        same_in_ldraw = one.first.ldraw_colour is not None and one.first.ldraw_colour in colours
        return fit if same_in_shop or same_in_ldraw else None


def _note(index: _Index, name: str, place: int) -> None:
    if name:
        index.setdefault(name, []).append(place)


def _stem(number: str) -> str:
    """`3794` of 3794a and 3794b: letters tell the moulds of a part apart."""
    found = _SAME_MOULD_OR_OTHER.match(number.lower())
    return found[1] if found else ""
