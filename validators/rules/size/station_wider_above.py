"""SIZ005: whether a station spreads above its foot."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.editions.edition import Citation
from fleets.designs import Role, Unit
from validators.measuring import (
    TOLERANCE_LDU,
    culprits_sideways,
    in_studs,
    measured_whole,
    pair,
    sides,
    studs_to_ldu,
)
from validators.rule import Found, Ruling, rule
from validators.wording import NOTHING_TO_MEND, name_of_unit


@rule(
    "SIZ005",
    "{name} spreads to {measured} higher up; what stands on the table has at most {allowed}."
    " Sticks out: {parts}",
    NOTHING_TO_MEND,
)
def station_wider_above(unit: Unit, _ruling: Ruling, cited: Citation) -> Iterator[Found]:
    """A station may spread above its foot.

    That is legal, since only its foot is measured. It may stand in the way of frames beside it, though.
    """
    from ldraw_tools.fitting import snuggest_turn, turns_that_fit

    found = measured_whole(unit) if unit.role is Role.STATION else None
    if found is None:
        return
    width, depth = studs_to_ldu(pair(cited, "studs"))
    sizes, whole = found
    if turns_that_fit(whole.footprint, width, depth, TOLERANCE_LDU) is not None:
        return
    near = sizes.near_table(1)
    if turns_that_fit(near.possible, width, depth, TOLERANCE_LDU) is None:
        return
    turn = snuggest_turn(whole.footprint)
    ends = sizes.sticking_out_sideways(turn, (width, depth), TOLERANCE_LDU)
    values = {"name": name_of_unit(unit), "parts": culprits_sideways(ends)}
    yield Found(unit.place, values, in_studs(turn.width, turn.depth), sides(pair(cited, "studs")))
