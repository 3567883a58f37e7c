"""SIZ003: whether a frame is as tall as frames are."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Role, Unit
from ldraw_tools.phrases import say
from ldraw_tools.units import LDU_PER_PLATE
from validators.measuring import in_plates, is_within, upright_box
from validators.rule import Found, Pair, Ruling, rule
from validators.wording import NOTHING_TO_MEND, name_of_unit


@rule("SIZ003", "{name} is {measured} tall; most frames are {allowed}", NOTHING_TO_MEND)
def frame_height_unusual(unit: Unit, _ruling: Ruling, *, plates: Pair) -> Iterator[Found]:
    """Most frames are three to four times as tall as a person.

    That is what the setting describes and what terrain is built for. Taller and smaller ones are legal.
    """
    box = upright_box(unit, Role.FRAME)
    low, high = plates
    if box and not is_within(box.height, low * LDU_PER_PLATE, high * LDU_PER_PLATE):
        allowed = say("{low} to {high} plates", low=f"{low:g}", high=f"{high:g}")
        yield Found(unit.place, {"name": name_of_unit(unit)}, in_plates(box.height), allowed)
