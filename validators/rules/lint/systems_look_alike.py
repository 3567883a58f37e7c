"""LNT008: pieces that look the same and do something else."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.dice.carried_systems import list_of
from fleets.forces.force import Force
from fleets.models.brickwork import Look, look_of
from fleets.models.model_units import Marked, Role, Unit
from ldraw_tools.phrases import say
from validators.agreement import units_concerned
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit


@rule(
    "LNT008",
    "{first} and {second} are made of {measured}, but are different systems ({one}; {other})",
    "Build one of them of other parts or in another colour, or give both the same system.",
)
def systems_look_alike(subject: Force | Unit, ruling: Ruling) -> Iterator[Found]:
    """Systems that look alike are the same system.

    Across the table nobody reads tags, and what is built of the same bricks is taken for the same thing.
    Two pieces count as alike if they have the same parts in the same colours, however these are put together.
    """
    seen: dict[Look, tuple[Unit, Marked]] = {}
    told: set[Look] = set()
    for fielded in units_concerned(subject, ruling):
        unit = fielded.unit
        for marked in unit.pieces(Role.SYSTEM) if unit.role is Role.FRAME else ():
            look = look_of(unit, marked)
            if not look or look in told:
                continue
            before, first = seen.setdefault(look, (unit, marked))
            if first.loadout.systems != marked.loadout.systems:
                told.add(look)
                values = {
                    "first": _called(before, first, ruling),
                    "second": _called(unit, marked, ruling),
                    "one": list_of(first.loadout.systems, ruling.vocabulary),
                    "other": list_of(marked.loadout.systems, ruling.vocabulary),
                }
                yield Found(marked.tag.place, values, measured=say("the same bricks"))


def _called(unit: Unit, marked: Marked, ruling: Ruling) -> str:
    """With the unit's name where there are several."""
    return (
        marked.name if ruling.alone else say("{piece} of {name}", piece=marked.name, name=name_of_unit(unit))
    )
