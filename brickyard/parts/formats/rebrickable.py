"""Rebrickable's CSV, in Rebrickable's own numbers and colours."""

from __future__ import annotations

from collections.abc import Iterable

from brickyard.parts.lines import Lot
from brickyard.parts.reading import REBRICKABLE_ANY_COLOUR


def rebrickable(lots: Iterable[Lot]) -> bytes:
    rows = [f"{lot.number},{_colour(lot)},{lot.quantity}" for lot in lots]
    return "\n".join(["Part,Color,Quantity", *rows, ""]).encode()


def _colour(lot: Lot) -> int:
    return REBRICKABLE_ANY_COLOUR if lot.colour is None else lot.colour
