"""SYS008: a ship that carries less than it could."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Role, Unit
from ldraw_tools.findings import count_of
from ldraw_tools.phrases import say
from validators.rule import Found, Ruling, rule
from validators.wording import kind_of_unit, name_of_unit


@rule(
    "SYS008",
    "{name} carries {measured}; {body} has {allowed}",
    "Tag or build {missing} more, or leave it so: sides are compared by what ships carry.",
)
def ship_with_free_places(unit: Unit, ruling: Ruling) -> Iterator[Found]:
    """A ship carries as many systems as its class has.

    The text gives each class its number and says nothing of ships with fewer.
    More often than not a free place is a system that was built and never tagged.
    """
    carried = unit.loadout.count
    row = ruling.class_of(unit)
    room = (row.systems if row else None) or 0
    if unit.role is not Role.SHIP or carried >= room:
        return
    values = {"name": name_of_unit(unit), "body": kind_of_unit(unit, ruling), "missing": room - carried}
    yield Found(unit.place, values, count_of(carried, "system") if carried else say("no system"), str(room))
