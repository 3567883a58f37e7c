"""Which owned bricks will do for a lot (the same, other moulds, alternates), and taking them off a list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import ClassVar, NamedTuple, Protocol

from brickyard.parts.flow import Placing
from brickyard.parts.lots import ANY_COLOUR, PART, Lot, PartsList
from brickyard.parts.stock import StockLot
from catalog.shops import shop_findings as faults
from catalog.shops.rebrickable import ALTERNATE, MOULD
from catalog.shops.shop_numbers import Confidence
from ldraw_tools.findings import Finding
from ldraw_tools.names import shown

_SAME_MOULD_OR_OTHER = re.compile(r"^(\d+)[a-z]?$")


_Index = dict[str, list[int]]


class BrickFit(IntEnum):
    """How well a brick will do, the best first."""

    EXACT = 0
    ANY_COLOUR = 1
    MOULD = 2
    ALTERNATE = 3

    @property
    def is_substitute(self) -> bool:
        return self >= BrickFit.MOULD

    def __str__(self) -> str:
        return self.name.lower()

    @property
    def price(self) -> int:
        """One alternate less is worth any number of other moulds."""
        return {BrickFit.MOULD: 1, BrickFit.ALTERNATE: 1_000_000}.get(self, 0)


SUBSTITUTES = {"exact": BrickFit.ANY_COLOUR, "mould": BrickFit.MOULD, "alternate": BrickFit.ALTERNATE}
"""What was asked for, and the poorest fit that will do."""


class Relations(Protocol):
    """Which parts can stand in for each other, by Rebrickable's numbers, and what BrickLink calls them."""

    def related(self, number: str, kind: str) -> tuple[str, ...]: ...

    def bricklink(self, other: str) -> str: ...


class Bin(NamedTuple):
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
    """Finds the bins that will do; without relations, only the letter of a number tells moulds apart."""

    def __init__(self, bins: Sequence[Bin], substitutes: str, relations: Relations | None = None) -> None:
        self.bins = bins
        self._poorest = SUBSTITUTES[substitutes]
        self._relations = relations
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
        """Whether the pool may contain it under a number that isn't certain."""
        return lot.confidence < Confidence.PROBABLE and not self.all_identified

    def fits(self, lot: Lot) -> dict[int, BrickFit]:
        """Bins that will do for sure, by their places, with the best way each fits."""
        found: dict[int, BrickFit] = {}
        # Once: a lot may have thousands of pieces.
        colours = {piece.colour for piece in lot.pieces}
        for place, fit in dict.fromkeys(self._candidates(lot)):
            own = self._with_colour(lot, colours, self.bins[place], fit)
            if own is not None and own <= self._poorest and own < found.get(place, BrickFit.ALTERNATE + 1):
                found[place] = own
        return dict(sorted(found.items(), key=lambda item: (item[1], item[0])))

    def doubtful_count(self, lot: Lot) -> int:
        """Pieces under the lot's doubtful number, in its colour."""
        if lot.confidence >= Confidence.PROBABLE or not lot.number:
            return 0
        places = self._by_number.get(f"{lot.item_type} {lot.number.lower()}", ())
        bins = [self.bins[place] for place in places if not self.bins[place].is_identified]
        return sum(one.quantity for one in bins if lot.colour in (None, one.first.colour))

    def _candidates(self, lot: Lot) -> Iterator[tuple[int, BrickFit]]:
        """A number that isn't sure finds nothing; LDraw's own finds only what the pool knows by it."""
        parts = list(dict.fromkeys(piece.part.lower() for piece in lot.pieces))
        number = lot.number.lower() if lot.confidence >= Confidence.PROBABLE else ""
        for part in parts:
            yield from ((place, BrickFit.EXACT) for place in self._by_part.get(part, ()))
        yield from ((place, BrickFit.EXACT) for place in self._by_number.get(f"{lot.item_type} {number}", ()))
        if lot.item_type != PART or self._poorest < BrickFit.MOULD:
            return
        for part in parts:
            yield from ((place, BrickFit.MOULD) for place in self._by_part_stem.get(_stem(part), ()))
        yield from ((place, BrickFit.MOULD) for place in self._by_stem.get(_stem(number), ()))
        yield from self._related(parts, number, MOULD, BrickFit.MOULD)
        if self._poorest >= BrickFit.ALTERNATE:
            yield from self._related(parts, number, ALTERNATE, BrickFit.ALTERNATE)

    def _related(
        self, parts: Sequence[str], number: str, kind: str, fit: BrickFit
    ) -> Iterator[tuple[int, BrickFit]]:
        if self._relations is None:
            return
        names = [*parts, number] if number else parts
        others = [other for name in names for other in self._relations.related(name, kind)]
        for other in dict.fromkeys(others):
            for name in {other: None, self._relations.bricklink(other): None}:
                yield from ((place, fit) for place in self._by_part.get(name.lower(), ()))
                if number:
                    found = self._by_number.get(f"{PART} {name.lower()}", ())
                    yield from ((place, fit) for place in found)

    def _with_colour(self, lot: Lot, colours: set[int], one: Bin, fit: BrickFit) -> BrickFit | None:
        if ANY_COLOUR in colours:
            return max(fit, BrickFit.ANY_COLOUR)
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


HOW = {BrickFit.MOULD: "another mould of the same part", BrickFit.ALTERNATE: "an alternate"}


@dataclass(frozen=True, slots=True)
class CountedLot:
    """So many pieces of a lot; `number` and `colour` are BrickLink's, empty and null if there is none."""

    __json__: ClassVar = ("number", "colour", "part", "title", "colour_name", "count", "reason")

    lot: Lot
    count: int

    @property
    def number(self) -> str:
        return self.lot.number

    @property
    def colour(self) -> int | None:
        return self.lot.colour

    @property
    def part(self) -> str:
        return self.lot.part

    @property
    def title(self) -> str:
        return self.lot.title

    @property
    def colour_name(self) -> str:
        return self.lot.colour_name

    @property
    def reason(self) -> str:
        return self.lot.reason

    def __str__(self) -> str:
        return f"{self.count:,} × {lot_name(self.lot)}"


@dataclass(frozen=True, slots=True)
class Taking:
    """So many pieces of a bin for a lot; `owned` is the bin's number, `file` and `line` its place."""

    __json__: ClassVar = ("owned", "file", "line", "count", "fit", "wanted")

    lot: Lot
    bin: Bin
    count: int
    fit: BrickFit

    @property
    def owned(self) -> str:
        return self.bin.name

    @property
    def file(self) -> str:
        return self.bin.first.place.file

    @property
    def line(self) -> int:
        return self.bin.first.place.line

    @property
    def wanted(self) -> CountedLot:
        return CountedLot(self.lot, self.count)


def subtract(
    parts: PartsList,
    pool: Iterable[StockLot],
    substitutes: str = "mould",
    relations: Relations | None = None,
) -> PartsList:
    """The list without what the pool holds, in the list's own numbers.

    Every substitution is a note of its lot and a finding. Nothing is taken off for a doubtful number.
    """
    bins = fill_bins(pool)
    matcher = Matcher(bins, substitutes, relations)
    lots = parts.lots
    taken = takings(lots, matcher)
    by_lot: dict[int, list[Taking]] = {}
    for place, taking in taken:
        by_lot.setdefault(place, []).append(taking)
    left = [_without(lot, by_lot.get(place, [])) for place, lot in enumerate(lots)]
    told = [
        *parts.findings,
        *(_substituted(taking) for _, taking in taken if taking.fit.is_substitute),
        *_doubtful(left, matcher),
        *(_colourless(one) for one in bins if one.lacks_colour),
    ]
    return replace(parts, lots=tuple(left), findings=tuple(told))


def takings(lots: Sequence[Lot], matcher: Matcher) -> list[tuple[int, Taking]]:
    """What is taken for which lot, by its place: as much as can be of each fit before the next poorer one."""
    fits = [matcher.fits(lot) for lot in lots]
    wanted = [lot.needed - lot.owned for lot in lots]
    free = [one.quantity for one in matcher.bins]
    taken: list[tuple[int, Taking]] = []
    for fit in BrickFit:
        edges = [{place: 0 for place, own in found.items() if own is fit} for found in fits]
        placing = Placing(edges, free)
        for want, count in enumerate(wanted):
            placing.place(want, count)
        for want, flow in enumerate(placing.flow):
            for place, count in sorted(flow.items()):
                wanted[want] -= count
                taken.append((want, Taking(lots[want], matcher.bins[place], count, fit)))
        free = placing.free
    return taken


def _without(lot: Lot, taken: Sequence[Taking]) -> Lot:
    for taking in taken:
        lot = lot.taking(taking.count)
    notes = [f"{t.count} of your {t.bin.name}, {HOW[t.fit]}" for t in taken if t.fit.is_substitute]
    return replace(lot, notes=(*lot.notes, *notes)) if notes else lot


def lot_name(lot: Lot) -> str:
    """A lot in a few words: number, title, colour."""
    name = " ".join(word for word in (lot.number or lot.part, lot.title) if word)
    return shown(f"{name}, {lot.colour_name}" if lot.colour_name else name, 80)


def _substituted(taking: Taking) -> Finding:
    return faults.SUBSTITUTED.at(
        taking.bin.first.place,
        count=taking.count,
        owned=shown(taking.bin.name, 40),
        verb="is" if taking.count == 1 else "are",
        wanted=lot_name(taking.lot),
        how=HOW[taking.fit],
    )


def _doubtful(lots: Iterable[Lot], matcher: Matcher) -> Iterable[Finding]:
    for lot in lots:
        count = matcher.doubtful_count(lot)
        if count and lot.quantity:
            place = next(
                one.first.place for one in matcher.bins if one.first.number.lower() == lot.number.lower()
            )
            yield faults.DOUBTFUL_MATCH.at(
                place, count=count, number=shown(lot.number, 40), wanted=shown(lot.title or lot.part, 60)
            )


def _colourless(one: Bin) -> Finding:
    return faults.COLOUR_NOT_SAID.at(one.first.place, number=shown(one.name, 40))
