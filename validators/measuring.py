"""Lengths, boxes and protrusions as they stand in a rule's sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from catalog.editions.edition import Citation
from fleets.designs import Unit
from ldraw_tools.diagnostics import BrickyardError
from ldraw_tools.names import part_number
from ldraw_tools.units import LDU_PER_STUD, bricks, millimetres, plates, short, studs

if TYPE_CHECKING:
    from fleets.sizes import Sizes
    from ldraw_tools.fitting import Turn
    from ldraw_tools.measure import Measurement
    from ldraw_tools.protrusions import Protrusion

# The play of real bricks: what is over by less than this fits.
TOLERANCE_LDU = 0.5


def number(cited: Citation, name: str) -> float:
    return _number(cited.numbers[name], cited, name)


def pair(cited: Citation, name: str) -> tuple[float, float]:
    """Two numbers, such as the sides of a box or the ends of a range."""
    return pair_of(cited.numbers[name], cited, name)


def pair_of(value: Any, cited: Citation, name: str) -> tuple[float, float]:
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise BrickyardError(f"{cited.edition}: {cited.code} needs two numbers as {name}")
    return _number(value[0], cited, name), _number(value[1], cited, name)


def _number(value: Any, cited: Citation, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise BrickyardError(f"{cited.edition}: {cited.code} needs a number as {name}")
    return float(value)


def in_studs(width: float, depth: float) -> str:
    """`4 × 6.5 studs` from LDraw units."""
    return f"{short(studs(width))} × {short(studs(depth))} studs"


def in_bricks(ldu: float) -> str:
    return f"{short(bricks(ldu))} bricks"


def in_plates(ldu: float) -> str:
    return f"{short(plates(ldu))} plates"


def sides(text: Sequence[float]) -> str:
    return f"{short(text[0])} × {short(text[1])} studs"


def turned(turn: Turn) -> str:
    return f" turned by {short(turn.angle_degrees, 0)}°" if turn.angle_degrees else ""


def culprits(found: Iterable[Protrusion], upwards: bool = False) -> str:
    """`3024 by 0.5 studs (line 12)`: which part, how far, where."""
    texts = []
    for item in found:
        far = in_plates(item.by) if upwards else f"{short(studs(item.by))} studs"
        where = f", {item.place.file}:{item.place.line}" if item.place.line else ""
        texts.append(f"{part_number(item.name)} by {far} ({short(millimetres(item.by), 1)} mm{where})")
    return "; ".join(texts)


def measured_whole(unit: Unit) -> tuple[Sizes, Measurement] | None:
    """A unit's sizes, where it has a model with something in it."""
    sizes = unit.sizes
    if sizes is None or sizes.whole.box is None:
        return None
    return sizes, sizes.whole


def studs_to_ldu(pair_of_studs: tuple[float, float]) -> tuple[float, float]:
    return pair_of_studs[0] * LDU_PER_STUD, pair_of_studs[1] * LDU_PER_STUD
