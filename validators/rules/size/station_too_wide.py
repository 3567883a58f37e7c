"""SIZ004: what a station covers of the table."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Role, Unit
from ldraw_tools.findings import Severity, and_more
from ldraw_tools.names import part_number
from ldraw_tools.phrases import say
from validators.measuring import Room, culprits_sideways, in_studs, measured_whole
from validators.rule import Found, Pair, Ruling, rule
from validators.wording import name_of_unit


@rule(
    "SIZ004",
    "{name} covers {measured} of the table{doubt}; a station has at most {allowed}{parts}",
    "Make its foot smaller, or mark the part that is the station and leave the rest as terrain.",
)
def station_too_wide(unit: Unit, ruling: Ruling, *, studs: Pair, within_plates: float) -> Iterator[Found]:
    """A station stands on a small patch of the table.

    What counts is what lies within a plate of the table; higher up it may spread. A larger piece of terrain
    may hold a station if the part that is the station is marked.
    """
    found = measured_whole(unit) if unit.role is Role.STATION else None
    if found is None:
        return
    room, near = Room.of_studs(studs), found[0].near_table(within_plates)
    if room.holds(near.possible):
        return
    certain = not room.holds(near.certain)
    turn = room.turn_of(near.certain if certain else near.possible)
    doubt = parts = ""
    if certain:
        ends = near.sticking_out(turn, room.sides, room.slack)
        parts = say(". Sticks out: {parts}", parts=culprits_sideways(ends))
    else:
        names = and_more(part_number(key) for key in near.undecided)
        doubt = say(" at most; how much, only the LDraw library can tell ({names})", names=names)
    values = {"name": name_of_unit(unit), "doubt": doubt, "parts": parts}
    is_rule = ruling.is_strict("SIZ004")
    severity = None if certain or is_rule else Severity.WARNING
    yield Found(
        *(unit.place, values, in_studs(turn.width, turn.depth), room.size, severity),
        is_open=is_rule and not certain,
    )
