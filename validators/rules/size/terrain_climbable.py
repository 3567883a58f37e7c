"""SIZ009: whether terrain can be climbed."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Role, Unit
from ldraw_tools.phrases import say
from ldraw_tools.units import LDU_PER_BRICK, LDU_PER_STUD, TOLERANCE_LDU, with_unit
from validators.measuring import in_bricks, in_studs, upright_box
from validators.rule import Found, Ruling, rule
from validators.wording import NOTHING_TO_MEND, name_of_unit

OPTION = "climbing"
# The play of real bricks, in studs of area.
_PLAY_STUDS = 0.05


@rule(
    "SIZ009",
    "{name} can be climbed{consent}: it is {measured}; climbing begins at {allowed}",
    NOTHING_TO_MEND,
)
def terrain_climbable(unit: Unit, ruling: Ruling, *, bricks: float, studs: float) -> Iterator[Found]:
    """Tall and broad terrain can be climbed, where the group agrees to climbing.

    A frame that climbs up sees further and may fall, so both players should know before the game.
    """
    box = upright_box(unit, Role.TERRAIN)
    if box is None:
        return
    is_broad = box.width * box.depth / LDU_PER_STUD**2 >= studs - _PLAY_STUDS
    if is_broad and box.height >= bricks * LDU_PER_BRICK - TOLERANCE_LDU:
        tall, wide = in_bricks(box.height), in_studs(box.width, box.depth)
        measured = say("{tall} tall and {wide}", tall=tall, wide=wide)
        limits = with_unit(bricks, "brick"), with_unit(studs, "stud")
        allowed = say("{tall} and {wide} of area", tall=limits[0], wide=limits[1])
        agreed = ruling.agreed(OPTION)
        consent = "" if agreed else say(" if the group agrees to climbing (option {option})", option=OPTION)
        yield Found(unit.place, {"name": name_of_unit(unit), "consent": consent}, measured, allowed)
