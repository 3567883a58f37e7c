"""LEGO's Pick a Brick CSV: elements, in as many uploads as its limits ask for."""

from __future__ import annotations

from collections.abc import Iterable

from brickyard.parts.lines import Lot

MOST_ELEMENTS = 400
MOST_OF_ONE = 999
"""Both as users report them; LEGO doesn't say."""


def pick_a_brick(lots: Iterable[Lot], most_lots: int = MOST_ELEMENTS) -> list[bytes]:
    """One file an upload: no element twice in it, and none of them too often."""
    most_lots = min(most_lots, MOST_ELEMENTS)
    wanting = [(lot.number, lot.quantity) for lot in lots if lot.quantity]
    files = []
    while wanting:
        now, wanting = wanting[:most_lots], wanting[most_lots:]
        rows = [f"{element},{min(quantity, MOST_OF_ONE)}" for element, quantity in now]
        files.append("\n".join(["elementId,quantity", *rows, ""]).encode())
        wanting += [(element, quantity - MOST_OF_ONE) for element, quantity in now if quantity > MOST_OF_ONE]
    return files
