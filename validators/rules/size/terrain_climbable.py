"""SIZ009: whether terrain can be climbed."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.editions.edition import Citation
from fleets.designs import Role, Unit
from ldraw_tools.units import LDU_PER_BRICK, LDU_PER_STUD
from validators.measuring import in_bricks, in_studs, measured_whole, number
from validators.rule import Found, Ruling, rule
from validators.wording import NOTHING_TO_MEND, name_of_unit


@rule(
    "SIZ009",
    "{name} may be climbed: it is {measured}; climbing begins at {allowed}",
    NOTHING_TO_MEND,
)
def terrain_climbable(unit: Unit, _ruling: Ruling, cited: Citation) -> Iterator[Found]:
    """Tall and broad terrain can be climbed.

    A frame that gets up sees further and may fall. Told, so that both players know it before the game.
    """
    found = measured_whole(unit) if unit.role is Role.TERRAIN else None
    if found is None:
        return
    box = found[1].box_without_top_studs
    assert box is not None
    least, side = number(cited, "bricks"), number(cited, "studs")
    area = box.width * box.depth / LDU_PER_STUD**2
    if box.height >= least * LDU_PER_BRICK - 0.5 and area >= side - 0.05:
        measured = f"{in_bricks(box.height)} tall and {in_studs(box.width, box.depth)}"
        allowed = f"{least:g} bricks and {side:g} studs of area"
        yield Found(unit.place, {"name": name_of_unit(unit)}, measured, allowed)
