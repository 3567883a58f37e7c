"""An earlier list and today's: what is new, what is no longer needed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from brickyard.parts.lines import Key, Lot
from brickyard.parts.reading import StockLot


@dataclass(frozen=True, slots=True)
class Gone:
    """A lot of the earlier list that is needed less often now, or not at all."""

    number: str
    colour: int | None
    quantity: int
    """How many fewer."""
    still: int


@dataclass(frozen=True)
class Changes:
    """`new` has lots with the quantity that the earlier list lacks."""

    new: tuple[Lot, ...]
    gone: tuple[Gone, ...]


def compare(earlier: Iterable[StockLot], lots: Iterable[Lot]) -> Changes:
    had: dict[Key, int] = {}
    written: dict[Key, StockLot] = {}
    for old in earlier:
        had[old.key] = had.get(old.key, 0) + old.quantity
        written.setdefault(old.key, old)
    new: list[Lot] = []
    now: dict[Key, int] = {}
    for lot in lots:
        now[lot.key] = now.get(lot.key, 0) + lot.quantity
        more = lot.quantity - had.get(lot.key, 0)
        if more > 0:
            new.append(replace(lot, quantity=more, owned=0, spare=0))
    gone = [
        Gone(written[key].number, key.colour, count - now.get(key, 0), now.get(key, 0))
        for key, count in had.items()
        if count > now.get(key, 0)
    ]
    return Changes(tuple(new), tuple(sorted(gone, key=lambda one: (one.number, one.colour or 0))))
