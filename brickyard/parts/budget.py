"""A budget by the user's own prices: what each unit costs, and what could be cheaper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from catalog.colours import Colour, by_bricklink_id, nearest
from catalog.shops.rebrickable import ALTERNATE, MOULD

if TYPE_CHECKING:
    from brickyard.parts.lots import Key, Lot, PartsList, Source
    from brickyard.parts.part_records import PartRelations

MOST_DEAR = 10
_KINDS = {MOULD: "another mould", ALTERNATE: "an alternate"}


class UnitCost(NamedTuple):
    """What one of a unit costs where nothing is owned; `unpriced` lots of it have no price."""

    force: str
    """The company or fleet; empty for a model by itself."""
    name: str
    units: int
    each: Decimal
    lots: int
    unpriced: int

    @property
    def cost(self) -> Decimal:
        return self.each * self.units


class Swap(NamedTuple):
    """What a lot could be replaced by, all of it: another colour, another mould, or an alternate."""

    how: str
    number: str
    colour: int | None
    colour_name: str
    price: Decimal
    saves: Decimal


class DearLot(NamedTuple):
    """A lot that costs much, and what would be cheaper by the user's prices."""

    number: str
    colour: int | None
    colour_name: str
    title: str
    quantity: int
    price: Decimal
    cost: Decimal
    swaps: tuple[Swap, ...]

    @property
    def saves(self) -> Decimal:
        """By the best of the swaps."""
        return max((swap.saves for swap in self.swaps), default=Decimal(0))


@dataclass(frozen=True, slots=True)
class PartsBudget:
    """By the user's prices: each unit by itself, and the dearest lots of the list."""

    __json__: ClassVar = ("units", "dearest", "saves")

    units: tuple[UnitCost, ...]
    dearest: tuple[DearLot, ...]

    @property
    def saves(self) -> Decimal:
        return sum((lot.saves for lot in self.dearest), Decimal(0))


def budget_of(
    parts: PartsList,
    units: Iterable[tuple[Source, PartsList]],
    prices: Mapping[Key, Decimal],
    relations: PartRelations,
) -> PartsBudget:
    """`units` are the sources, each with the priced list of one of it."""
    costs = tuple(_cost(source, one) for source, one in units)
    dear = sorted(
        (lot for lot in parts.to_buy if lot.price is not None),
        key=lambda lot: (-(lot.price or 0) * lot.quantity, lot.number, lot.colour or 0),
    )
    return PartsBudget(costs, tuple(_dear(lot, prices, relations) for lot in dear[:MOST_DEAR]))


def _cost(source: Source, one: PartsList) -> UnitCost:
    bought = [*one.written, *one.sheets]
    priced = [lot for lot in bought if lot.price is not None]
    each = sum(((lot.price or Decimal(0)) * lot.quantity for lot in priced), Decimal(0))
    lots = len(one.lots)
    return UnitCost(source.force, source.name, source.units, each, lots, lots - len(priced))


def _dear(lot: Lot, prices: Mapping[Key, Decimal], relations: PartRelations) -> DearLot:
    price = lot.price or Decimal(0)
    swaps = [*_other_colour(lot, prices), *_other_numbers(lot, prices, relations)]
    best = sorted(swaps, key=lambda swap: (-swap.saves, swap.how, swap.number))
    return DearLot(
        *(lot.number, lot.colour, lot.colour_name, lot.title, lot.quantity, price, price * lot.quantity),
        tuple(best),
    )


def _other_colour(lot: Lot, prices: Mapping[Key, Decimal]) -> Iterator[Swap]:
    """Of the cheaper colours of the same kind the one that looks most like it."""
    own = by_bricklink_id(lot.colour) if lot.colour is not None else None
    if own is None:
        return
    cheaper: dict[int, Decimal] = {
        key.colour: price
        for key, price in prices.items()
        if (key.item_type, key.number) == (lot.key.item_type, lot.key.number)
        and key.colour not in (None, lot.colour)
        and price < (lot.price or 0)
    }
    looks: list[Colour] = [found for one in sorted(cheaper) if (found := by_bricklink_id(one))]
    near = nearest(own, looks)
    if near is not None and near.bricklink_id is not None:
        price = cheaper[near.bricklink_id]
        yield _swap(lot, "another colour", lot.number, near.bricklink_id, near.bricklink_name, price)


def _other_numbers(lot: Lot, prices: Mapping[Key, Decimal], relations: PartRelations) -> Iterator[Swap]:
    """The cheapest other mould and the cheapest alternate in the same colour."""
    names = dict.fromkeys((lot.number.lower(), *(piece.part for piece in lot.pieces)))
    for kind, how in _KINDS.items():
        others = {relations.bricklink(other) for name in names for other in relations.related(name, kind)}
        priced = [
            (price, other)
            for other in sorted(others - {lot.number, ""})
            if (price := _price(lot.key._replace(number=other.lower()), prices)) is not None
        ]
        if priced and min(priced)[0] < (lot.price or 0):
            price, other = min(priced)
            yield _swap(lot, how, other, lot.colour, lot.colour_name, price)


def _price(key: Key, prices: Mapping[Key, Decimal]) -> Decimal | None:
    return prices.get(key, prices.get(key._replace(colour=None)))


def _swap(lot: Lot, how: str, number: str, colour: int | None, name: str, price: Decimal) -> Swap:
    return Swap(how, number, colour, name, price, ((lot.price or Decimal(0)) - price) * lot.quantity)


def budget_lines(budget: PartsBudget, currency: str) -> Iterator[str]:
    """For the terminal: forces with their units, then the dearest lots."""

    def money(amount: Decimal) -> str:
        return f"{amount:,.2f} {currency}".strip()

    for force, units in by_force(budget):
        total = sum((one.cost for one in units), Decimal(0))
        yield f"  {force or 'By itself'}: {money(total)}"
        for one in units:
            many = f"{one.units:,} × {money(one.each)} = " if one.units > 1 else ""
            rest = f" (no price for {one.unpriced:,} of {one.lots:,} lots)" if one.unpriced else ""
            yield f"    {one.name}: {many}{money(one.cost)}{rest}"
    yield "  The dearest lots, and what would be cheaper:"
    for lot in budget.dearest:
        yield f"    {money(lot.cost)}: {lot.quantity:,} × {lot.number}, {lot.colour_name}, {lot.title}"
        for swap in lot.swaps:
            yield f"      saves {money(swap.saves)}: {swap.how}, {swap.number} in {swap.colour_name}"
    if budget.saves:
        yield f"  The best of each would save {money(budget.saves)}."


def by_force(budget: PartsBudget) -> Iterator[tuple[str, list[UnitCost]]]:
    """In the order of the list."""
    forces = dict.fromkeys(one.force for one in budget.units)
    for force in forces:
        yield force, [one for one in budget.units if one.force == force]
