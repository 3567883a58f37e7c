"""SIZ001: whether a frame fits its box."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Role, Unit
from ldraw_tools.phrases import join_texts, say
from ldraw_tools.units import LDU_PER_BRICK, with_unit
from validators import measuring
from validators.rule import Found, Pair, Ruling, rule
from validators.wording import name_of_unit


@rule(
    "SIZ001",
    "{name} needs {measured}; the box for a frame is {allowed}. Sticks out: {parts}",
    "Shorten, fold or turn what sticks out; the studs on top don't count.",
)
def outside_the_box(
    unit: Unit, _ruling: Ruling, *, studs: Pair, bricks: float, tolerance_ldu: float
) -> Iterator[Found]:
    """A frame fits a box.

    Frames of one scale make fair targets and fit behind the same cover. The box may be turned about the
    upright, the studs on top don't count, and a marked base is left out.
    """
    sizes, box = unit.sizes, measuring.upright_box(unit, Role.FRAME)
    if sizes is None or box is None:
        return
    from ldraw_tools.measuring.measure import UP

    slack = tolerance_ldu
    room, height = measuring.Room.of_studs(studs, slack), bricks * LDU_PER_BRICK
    wide, tall = not room.holds(sizes.whole.footprint), box.height > height + slack
    if not wide and not tall:
        return
    turn = room.turn_of(sizes.whole.footprint)
    parts = []
    if wide:
        ends = sizes.sticking_out_sideways(turn, room.sides, slack)
        parts.append(measuring.culprits_sideways(ends))
    if tall:
        parts.append(measuring.culprits_above(sizes.sticking_out(UP, height - box.high[1])))
    wide_by, tall_by = measuring.in_studs(turn.width, turn.depth), measuring.in_bricks(box.height)
    values = {"name": name_of_unit(unit), "parts": join_texts(parts, "; ")}
    needs = say("{wide} and {tall} of height", wide=wide_by, tall=tall_by)
    allowed = say("{wide} by {tall}", wide=room.size, tall=with_unit(bricks, "brick"))
    yield Found(unit.place, values, needs, allowed)
