"""CMP020: what a group's edition demands of each company or fleet."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.editions.demands import ON_EACH_FORCE
from fleets.forces.force import Force
from validators.demand_judging import breaches, demands_judged_by
from validators.rule import Found, Ruling, rule


@rule(
    "CMP020",
    "{words}{name} has {measured}; {whom} has {allowed}",
    "{change}; your group's edition demands it.",
)
def demanded_of_each_force(force: Force, ruling: Ruling) -> Iterator[Found]:
    """A company or fleet has what the group's edition demands of each.

    A group may make design rules of its own, such as a yellow die in each company or few ranged weapons.
    They are data of the edition, under demands:, with the group's own words and severity.
    """
    asked = [one for one in demands_judged_by(ON_EACH_FORCE, ruling.edition) if one.each == force.kind]
    yield from breaches(asked, force.name, force.place, force.fielded, ruling)
