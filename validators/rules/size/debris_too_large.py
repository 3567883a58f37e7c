"""SIZ012: whether debris is no bigger than a ship."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.editions.edition import Citation
from fleets.designs import Role, Unit
from ldraw_tools.units import LDU_PER_STUD, short, studs
from validators.measuring import TOLERANCE_LDU, measured_whole, number
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit


@rule(
    "SIZ012",
    "{name} is {measured} along its longest side; no ship is longer than {allowed}",
    "Make it smaller.",
)
def debris_too_large(unit: Unit, _ruling: Ruling, cited: Citation) -> Iterator[Found]:
    """Debris is no bigger than a ship.

    It is something to hide behind, not a wall across the table. The largest class is the measure.
    """
    from ldraw_tools.fitting import snuggest_turn

    largest = number(cited, "studs")
    found = measured_whole(unit) if unit.role is Role.DEBRIS else None
    if found is None:
        return
    whole = found[1]
    box = whole.box_without_top_studs
    assert box is not None
    turn = snuggest_turn(whole.footprint)
    longest = max(turn.width, turn.depth, box.height)
    if longest > largest * LDU_PER_STUD + TOLERANCE_LDU:
        measured = f"{short(studs(longest))} studs"
        yield Found(unit.place, {"name": name_of_unit(unit)}, measured, f"{largest:g} studs")
