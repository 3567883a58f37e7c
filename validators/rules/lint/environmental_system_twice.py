"""LNT006: two systems for one environment on a frame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fleets.models.model_units import Role, Unit
from ldraw_tools.findings import count_of
from ldraw_tools.phrases import say
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit


@rule(
    "LNT006",
    "{name} carries {measured} for {environment}; one does all there is to do",
    "Carry another system in place of {surplus}.",
)
def environmental_system_twice(unit: Unit, _ruling: Ruling) -> Iterator[Found]:
    """One system for an environment is enough.

    It keeps a white die from being set aside in that terrain, and rolls nothing itself.
    A second one takes a place that a system with dice could have.
    """
    if unit.role is not Role.FRAME:
        return
    carried = Counter(system.name for system in unit.loadout.systems if system.name)
    for environment, number in sorted(carried.items()):
        if number > 1:
            surplus = say("one of them") if number == 2 else say("{number} of them", number=number - 1)
            values = {"name": name_of_unit(unit), "environment": environment, "surplus": surplus}
            yield Found(unit.place, values, measured=count_of(number, "system"))
