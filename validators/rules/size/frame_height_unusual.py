"""SIZ003: whether a frame is as tall as frames are."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.editions.edition import Citation
from fleets.designs import Role, Unit
from ldraw_tools.units import LDU_PER_PLATE
from validators.measuring import in_plates, measured_whole, pair
from validators.rule import Found, Ruling, rule
from validators.wording import NOTHING_TO_MEND, name_of_unit


@rule("SIZ003", "{name} is {measured} tall; most frames are {allowed}", NOTHING_TO_MEND)
def frame_height_unusual(unit: Unit, _ruling: Ruling, cited: Citation) -> Iterator[Found]:
    """Most frames are three to four times as tall as a person.

    That is what the setting describes and what terrain is built for. Taller and smaller ones are legal.
    """
    found = measured_whole(unit) if unit.role is Role.FRAME else None
    if found is None:
        return
    box = found[1].box_without_top_studs
    assert box is not None
    low, high = (limit * LDU_PER_PLATE for limit in pair(cited, "plates"))
    if not low - 0.5 <= box.height <= high + 0.5:
        allowed = "{:g} to {:g} plates".format(*pair(cited, "plates"))
        yield Found(unit.place, {"name": name_of_unit(unit)}, in_plates(box.height), allowed)
