"""SYS020: what a group's edition demands of each unit."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.editions.demands import ON_EACH_UNIT
from fleets.forces.force import Fielded
from fleets.models.model_units import Unit
from validators.demand_judging import breaches, demands_judged_by, is_asked_of
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit


@rule(
    "SYS020",
    "{words}{name} has {measured}; {whom} has {allowed}",
    "{change}; your group's edition demands it.",
)
def demanded_of_each_unit(unit: Unit, ruling: Ruling) -> Iterator[Found]:
    """A unit has what the group's edition demands of each of its kind.

    A group may make design rules of its own, such as a hand-to-hand weapon on every frame.
    They are data of the edition, under demands:, with the group's own words and severity.
    """
    asked = [one for one in demands_judged_by(ON_EACH_UNIT, ruling.edition) if is_asked_of(one, unit)]
    yield from breaches(asked, name_of_unit(unit), unit.place, [Fielded(unit, 1, unit.place)], ruling)
