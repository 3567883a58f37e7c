"""SIZ005: whether a station spreads above its foot."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Role, Unit
from validators.measuring import Room, culprits_sideways, in_studs, measured_whole
from validators.rule import Found, Pair, Ruling, rule
from validators.wording import NOTHING_TO_MEND, name_of_unit


@rule(
    "SIZ005",
    "{name} spreads to {measured} higher up; what stands on the table has at most {allowed}."
    " Sticks out: {parts}",
    NOTHING_TO_MEND,
)
def station_wider_above(unit: Unit, _ruling: Ruling, *, studs: Pair, within_plates: float) -> Iterator[Found]:
    """A station may spread above its foot.

    That is legal, since only its foot is measured. It may stand in the way of frames beside it, though.
    """
    found = measured_whole(unit) if unit.role is Role.STATION else None
    if found is None:
        return

    room, (sizes, whole) = Room.of_studs(studs), found
    foot = sizes.near_table(within_plates)
    if room.holds(whole.footprint) or not room.holds(foot.possible):
        return
    turn = whole.snuggest
    ends = sizes.sticking_out_sideways(turn, room.sides, room.slack)
    values = {"name": name_of_unit(unit), "parts": culprits_sideways(ends)}
    yield Found(unit.place, values, in_studs(turn.width, turn.depth), room.size)
