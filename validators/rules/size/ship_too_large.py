"""SIZ006: a ship's largest side."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Role, Unit
from ldraw_tools.units import LDU_PER_STUD, TOLERANCE_LDU, with_unit
from validators.measuring import beyond_length, length_in_studs, longest_side, measured_whole
from validators.rule import Found, Ruling, rule
from validators.wording import kind_of_unit, name_of_unit

_WITH_A_CLASS = (Role.SHIP, Role.HVA)


@rule(
    "SIZ006",
    "{name} is {measured} along its longest side; {body} has at most {allowed}. Sticks out: {parts}",
    "Shorten it; a marked base and the studs on top don't count.",
)
def ship_too_large(unit: Unit, ruling: Ruling) -> Iterator[Found]:
    """A ship is no longer than its class.

    The classes are told apart by size at a glance, and distances on the table suppose it. The largest side
    of its box counts, however it is turned on the table.
    """
    row = ruling.class_of(unit)
    largest = row.largest_studs if row else None
    found = measured_whole(unit) if unit.role in _WITH_A_CLASS else None
    if found is None or largest is None:
        return
    sizes, whole = found
    longest, most = longest_side(whole), largest * LDU_PER_STUD
    if longest > most + TOLERANCE_LDU:
        values = {
            "name": name_of_unit(unit),
            "body": kind_of_unit(unit, ruling),
            "parts": beyond_length(sizes, most),
        }
        yield Found(unit.place, values, length_in_studs(longest), with_unit(largest, "stud"))
