"""What lots cost, as far as the user's own tables say; nothing is made up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from brickyard.parts.lines import Key, Lot
from brickyard.parts.reading import StockLot


@dataclass(frozen=True)
class Prices:
    """Prices by lot; one without a colour is for all colours that have none of their own."""

    by_key: Mapping[Key, Decimal] = field(default_factory=dict)
    currency: str = ""

    def of(self, lot: Lot) -> Decimal | None:
        found = self.by_key.get(lot.key)
        return self.by_key.get(lot.key._replace(colour=None)) if found is None else found


@dataclass(frozen=True, slots=True)
class Total:
    """What the priced lots of a list cost together, and how many of all are priced."""

    amount: Decimal
    priced: int
    lots: int


def read_prices(lots: Iterable[StockLot], currency: str = "") -> Prices:
    """The last line of a lot counts."""
    return Prices({lot.key: lot.price for lot in lots if lot.price is not None}, currency)


def total(lots: Iterable[Lot], prices: Prices) -> Total:
    found = [(lot, prices.of(lot)) for lot in lots if lot.quantity]
    amount = sum((price * lot.quantity for lot, price in found if price is not None), Decimal(0))
    return Total(amount, sum(price is not None for _, price in found), len(found))
