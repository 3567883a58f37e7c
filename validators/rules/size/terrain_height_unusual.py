"""SIZ008: whether terrain is as tall as advised."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.editions.edition import Citation
from fleets.designs import Role, Unit
from ldraw_tools.units import LDU_PER_BRICK
from validators.measuring import in_bricks, measured_whole, pair
from validators.rule import Found, Ruling, rule
from validators.wording import NOTHING_TO_MEND, name_of_unit


@rule("SIZ008", "{name} is {measured} tall; advised is {allowed}", NOTHING_TO_MEND)
def terrain_height_unusual(unit: Unit, _ruling: Ruling, cited: Citation) -> Iterator[Found]:
    """Cover of a certain height plays best.

    Over lower pieces frames can look. Past higher ones nobody can see or reach.
    """
    found = measured_whole(unit) if unit.role is Role.TERRAIN else None
    if found is None:
        return
    box = found[1].box_without_top_studs
    assert box is not None
    low, high = pair(cited, "bricks")
    if not low * LDU_PER_BRICK - 0.5 <= box.height <= high * LDU_PER_BRICK + 0.5:
        allowed = f"{low:g} to {high:g} bricks"
        yield Found(unit.place, {"name": name_of_unit(unit)}, in_bricks(box.height), allowed)
