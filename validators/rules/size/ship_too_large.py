"""SIZ006: a ship's largest side."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.editions.edition import Citation
from fleets.designs import Role, Unit
from ldraw_tools.units import LDU_PER_STUD, short, studs
from validators.measuring import TOLERANCE_LDU, measured_whole
from validators.rule import Found, Ruling, rule
from validators.wording import kind_of_unit, name_of_unit

_WITH_A_CLASS = (Role.SHIP, Role.HVA)


@rule(
    "SIZ006",
    "{name} is {measured} along its longest side; {body} has at most {allowed}",
    "Shorten it; a marked base and the studs on top don't count.",
)
def ship_too_large(unit: Unit, ruling: Ruling, _cited: Citation) -> Iterator[Found]:
    """A ship is no longer than its class.

    The classes are told apart by size at a glance, and distances on the table suppose it. The largest side
    of its box counts, however it is turned on the table.
    """
    from ldraw_tools.fitting import snuggest_turn

    table = ruling.edition.tables.get("classes", {})
    largest = table.get(unit.body or unit.role.value, {}).get("largest-studs")
    found = measured_whole(unit) if unit.role in _WITH_A_CLASS and largest is not None else None
    if found is None:
        return
    whole = found[1]
    box = whole.box_without_top_studs
    assert box is not None
    turn = snuggest_turn(whole.footprint)
    longest = max(turn.width, turn.depth, box.height)
    if longest > largest * LDU_PER_STUD + TOLERANCE_LDU:
        values = {"name": name_of_unit(unit), "body": kind_of_unit(unit, ruling)}
        yield Found(unit.place, values, f"{short(studs(longest))} studs", f"{largest} studs")
