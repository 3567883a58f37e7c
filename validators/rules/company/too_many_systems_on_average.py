"""CMP005: a campaign's limit on the systems of a frame, taken on average."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor

from fleets.forces.force import Force
from fleets.models.model_units import Role
from ldraw_tools.findings import count_of
from validators.rule import Found, Ruling, rule
from validators.wording import counted, plain_number

OPTION = "average-systems"


@rule(
    "CMP005",
    "{name} has {measured} a frame ({systems} on {frames}); the group agreed on at most {allowed}"
    " (option {option})",
    "Take off {surplus}.",
)
def too_many_systems_on_average(force: Force, ruling: Ruling) -> Iterator[Found]:
    """A company keeps to the average number of systems that was agreed.

    A player who holds a campaign's special objective may demand lighter frames from everybody.
    One frame may still carry its four if another goes without.
    """
    agreed = ruling.agreed_number(OPTION)
    fielded = force.of(Role.FRAME)
    frames = sum(one.count for one in fielded)
    systems = sum(one.count * one.unit.loadout.count for one in fielded)
    if agreed is None or not frames or Fraction(systems, frames) <= Fraction(str(agreed)):
        return
    most = floor(Fraction(str(agreed)) * frames)
    values = {
        "name": force.name,
        "systems": count_of(systems, "system"),
        "frames": count_of(frames, "frame"),
        "surplus": count_of(systems - most, "system"),
        "option": OPTION,
    }
    measured = counted(Fraction(systems, frames), "system")
    yield Found(force.place, values, measured, plain_number(Fraction(str(agreed))))
