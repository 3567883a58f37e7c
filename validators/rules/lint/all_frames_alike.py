"""LNT004: a company of one design only."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.dice.carried_systems import list_of
from fleets.forces.force import Force
from fleets.models.model_units import Role
from ldraw_tools.phrases import say
from validators.rule import Found, Ruling, rule


@rule(
    "LNT004",
    "All {measured} frames of {name} carry the same: {systems}",
    "Make one or two of them specialists: artillery, a scout with two comms systems, a fast one.",
)
def all_frames_alike(force: Force, ruling: Ruling) -> Iterator[Found]:
    """A company of equal frames has one answer to everything.

    What one of them can't do none of them can, and the other players see that at once.
    It is legal, and easy to play with a first company.
    """
    fielded = force.of(Role.FRAME)
    count = sum(one.count for one in fielded)
    if count > 1 and len({one.unit.loadout.systems for one in fielded}) == 1:
        systems = list_of(fielded[0].unit.loadout.systems, ruling.vocabulary) or say("no system")
        yield Found(force.place, {"name": force.name, "systems": systems}, measured=f"{count:,}")
