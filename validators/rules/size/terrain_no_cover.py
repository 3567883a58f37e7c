"""SIZ007: whether terrain is tall enough to be cover."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Role, Unit
from ldraw_tools.units import LDU_PER_BRICK, TOLERANCE_LDU, with_unit
from validators.measuring import in_bricks, upright_box
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit


@rule(
    "SIZ007",
    "{name} is {measured} tall: too low for cover, which begins at {allowed}",
    "Build it higher if it is meant as cover.",
)
def terrain_no_cover(unit: Unit, _ruling: Ruling, *, bricks: float) -> Iterator[Found]:
    """Terrain is cover from a certain height on.

    Lower pieces may stand on the table all the same. A frame behind them is in the open.
    """
    box = upright_box(unit, Role.TERRAIN)
    if box and box.height < bricks * LDU_PER_BRICK - TOLERANCE_LDU:
        yield Found(
            unit.place, {"name": name_of_unit(unit)}, in_bricks(box.height), with_unit(bricks, "brick")
        )
