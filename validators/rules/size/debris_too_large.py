"""SIZ012: whether debris is no bigger than a ship."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Role, Unit
from ldraw_tools.units import LDU_PER_STUD, TOLERANCE_LDU, with_unit
from validators.measuring import (
    beyond_length,
    length_in_studs,
    longest_side,
    measured_whole,
)
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit


@rule(
    "SIZ012",
    "{name} is {measured} along its longest side; no ship is longer than {allowed}. Sticks out: {parts}",
    "Make it smaller; a marked base and the studs on top don't count.",
)
def debris_too_large(unit: Unit, _ruling: Ruling, *, studs: float) -> Iterator[Found]:
    """Debris is no bigger than a ship.

    It is something to hide behind, not a wall across the table. The largest class is the measure.
    """
    found = measured_whole(unit) if unit.role is Role.DEBRIS else None
    if found is None:
        return
    sizes, whole = found
    longest, most = longest_side(whole), studs * LDU_PER_STUD
    if longest > most + TOLERANCE_LDU:
        values = {"name": name_of_unit(unit), "parts": beyond_length(sizes, most)}
        yield Found(unit.place, values, length_in_studs(longest), with_unit(studs, "stud"))
