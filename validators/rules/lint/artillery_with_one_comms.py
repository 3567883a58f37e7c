"""LNT002: artillery that can almost spot for itself."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Role, Unit
from ldraw_tools.findings import count_of
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit


@rule(
    "LNT002",
    "{name} fires artillery and carries {measured}: at its own range it can't spot for the others",
    "Give it a second comms system to spot targets for other frames, or use the place otherwise.",
)
def artillery_with_one_comms(unit: Unit, ruling: Ruling) -> Iterator[Found]:
    """An artillery frame with a single comms system can't spot at its own range.

    One comms system spots as far as direct fire reaches, and artillery only fires beyond that.
    With a second one it can spot anywhere on the field for the next attacker, but never for itself.
    """
    artillery, comms = ruling.code_of("artillery weapon"), ruling.code_of("comms")
    counts = unit.loadout.counts
    if unit.role is Role.FRAME and counts.get(artillery) and counts.get(comms) == 1:
        yield Found(unit.place, {"name": name_of_unit(unit)}, measured=count_of(1, "comms system"))
