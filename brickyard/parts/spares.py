"""A few more of everything: small parts get lost, and are cheap."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from brickyard.parts.lines import Lot, PartsList
from catalog.database.part_database import shipped_parts
from ldraw_tools.findings import BrickyardError
from ldraw_tools.units import LDU_PER_STUD

MOST_PERCENT = 1000
# No side longer than two studs: what rolls off a table and isn't found again.
_SMALL_LDU = 2 * LDU_PER_STUD + 1
_PERCENT = re.compile(r"(\d{1,4}(?:[.,]\d{1,3})?)\s*%?")


def parse_percent(text: str) -> Fraction:
    """`5%`, `5`, `2.5 %`: a share of what is needed."""
    found = _PERCENT.fullmatch(text.strip())
    share = Fraction(found[1].replace(",", ".")) if found else Fraction(-1)
    if not 0 <= share <= MOST_PERCENT:
        raise BrickyardError(f"--spare {text}: write a percentage, such as 5%")
    return share / 100


def is_small(part: str) -> bool:
    """By its outline; a part whose outline isn't known is taken for large."""
    from ldraw_tools.measuring.measure import Measurement

    record = shipped_parts().find(part)
    shape = shipped_parts().shape_of(shipped_parts().follow(record)) if record else None
    box = Measurement(shape).box if shape is not None else None
    return box is not None and max(box.width, box.depth, box.height) <= _SMALL_LDU


def with_spares(parts: PartsList, share: Fraction, small: Callable[[str], bool] = is_small) -> PartsList:
    """So many more of each lot: rounded up where the part is small, down where it isn't."""
    if not share:
        return parts

    def more(lot: Lot) -> Lot:
        exact = lot.needed * share
        spare = -(-exact // 1) if small(lot.part) else exact // 1
        return replace(lot, quantity=lot.quantity + int(spare), spare=lot.spare + int(spare))

    return replace(
        parts,
        written=tuple(more(lot) for lot in parts.written),
        uncertain=tuple(more(lot) for lot in parts.uncertain),
    )
