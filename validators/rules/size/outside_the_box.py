"""SIZ001: whether a frame fits its box."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.editions.edition import Citation
from fleets.designs import Role, Unit
from ldraw_tools.units import LDU_PER_BRICK
from validators.measuring import (
    culprits_above,
    culprits_sideways,
    in_bricks,
    in_studs,
    measured_whole,
    number,
    pair,
    sides,
    studs_to_ldu,
    turn_by_ruler,
)
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit


@rule(
    "SIZ001",
    "{name} needs {measured}; the box for a frame is {allowed}. Sticks out: {parts}",
    "Shorten, fold or turn what sticks out; the studs on top don't count.",
)
def outside_the_box(unit: Unit, _ruling: Ruling, cited: Citation) -> Iterator[Found]:
    """A frame fits a box.

    Frames of one scale make fair targets and fit behind the same cover. The box may be turned about the
    upright, the studs on top don't count, and a marked base is left out.
    """
    from ldraw_tools.fitting import turns_that_fit
    from ldraw_tools.measure import UP

    found = measured_whole(unit) if unit.role is Role.FRAME else None
    if found is None:
        return
    sizes, whole = found
    box = whole.box_without_top_studs
    assert box is not None
    width, depth = studs_to_ldu(pair(cited, "studs"))
    height = number(cited, "bricks") * LDU_PER_BRICK
    slack = number(cited, "tolerance-ldu")
    wide = turns_that_fit(whole.footprint, width, depth, slack) is None
    tall = box.height > height + slack
    if not wide and not tall:
        return
    turn = turn_by_ruler(whole.footprint, width, depth)
    parts = []
    if wide:
        ends = sizes.sticking_out_sideways(turn, (width, depth), slack)
        parts.append(culprits_sideways(ends))
    if tall:
        parts.append(culprits_above(sizes.sticking_out(UP, height - box.high[1])))
    yield Found(
        unit.place,
        {"name": name_of_unit(unit), "parts": "; ".join(parts)},
        measured=f"{in_studs(turn.width, turn.depth)} and {in_bricks(box.height)} of height",
        allowed=f"{sides(pair(cited, 'studs'))} by {number(cited, 'bricks'):g} bricks",
    )
