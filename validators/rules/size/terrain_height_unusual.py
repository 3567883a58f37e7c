"""SIZ008: whether terrain is as tall as advised."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Role, Unit
from ldraw_tools.phrases import say
from ldraw_tools.units import LDU_PER_BRICK
from validators.measuring import in_bricks, is_within, upright_box
from validators.rule import Found, Pair, Ruling, rule
from validators.wording import NOTHING_TO_MEND, name_of_unit


@rule("SIZ008", "{name} is {measured} tall; {allowed} are advised", NOTHING_TO_MEND)
def terrain_height_unusual(unit: Unit, _ruling: Ruling, *, bricks: Pair) -> Iterator[Found]:
    """Cover of a certain height plays best.

    Frames can see over lower pieces. No one can see or reach past higher ones.
    """
    box = upright_box(unit, Role.TERRAIN)
    low, high = bricks
    if box and not is_within(box.height, low * LDU_PER_BRICK, high * LDU_PER_BRICK):
        allowed = say("{low} to {high} bricks", low=f"{low:g}", high=f"{high:g}")
        yield Found(unit.place, {"name": name_of_unit(unit)}, in_bricks(box.height), allowed)
