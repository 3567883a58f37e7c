"""SIZ010: whether all of a unit could be measured."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Role, Unit
from ldraw_tools.findings import and_more
from ldraw_tools.names import part_number
from ldraw_tools.phrases import say
from validators.measuring import size_of
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit

# The rules about the size of a kind of unit.
_LIMITS = {
    Role.FRAME: ("SIZ001", "SIZ003"),
    Role.STATION: ("SIZ004",),
    Role.SHIP: ("SIZ006",),
    Role.HVA: ("SIZ006",),
    Role.DEBRIS: ("SIZ012",),
}


@rule(
    "SIZ010",
    "{name} could not be measured{whole}, as the size of {parts} is not known{known}",
    "Install the LDraw library (brickyard library install), or put the part's file beside the model.",
)
def size_not_known(unit: Unit, ruling: Ruling) -> Iterator[Found]:
    """Every part's size is known.

    A verdict on size is worth nothing if a part was left out of it. So this is reported, not guessed,
    and where the text limits the size, the unit is not judged.
    """
    sizes = unit.sizes
    if sizes is None:
        return
    bases = [sizes.piece(base) for base in unit.pieces(Role.BASE)]
    unknown = [*sizes.whole.unmeasured, *(item for base in bases for item in base.unmeasured)]
    if not unknown:
        return
    parts = and_more(dict.fromkeys(part_number(item.name) for item in unknown))
    is_open = bool(sizes.whole.unmeasured) and is_size_a_rule(unit, ruling)
    is_open = is_open or (any(base.unmeasured for base in bases) and ruling.is_strict("BAS002"))
    known = size_of(sizes.whole) if sizes.whole.box else ""
    values = {"name": name_of_unit(unit), "parts": parts, "whole": "", "known": ""}
    if known:
        values |= {"whole": say(" whole"), "known": say("; it is at least {size}", size=known)}
    yield Found(unit.place, values, known, is_open=is_open)


def is_size_a_rule(unit: Unit, ruling: Ruling) -> bool:
    """Whether a unit of that size may be not legal; else its size is advice."""
    return any(map(ruling.is_strict, _LIMITS.get(unit.role, ())))
