"""SYS004: how many rockets one frame carries."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Unit
from ldraw_tools.findings import count_of
from validators.rule import Found, Ruling, rule
from validators.wording import kind_of_unit, name_of_unit


@rule(
    "SYS004",
    "{name} carries {measured}; {body} carries at most {allowed}",
    "Give {surplus} to another frame.",
)
def too_many_rockets_on_a_frame(unit: Unit, ruling: Ruling, *, most: int) -> Iterator[Found]:
    """A frame carries a limited number of single-shot rockets.

    Rockets belong to the company, which hands them out to its frames.
    Even where a group agrees on more of them, no single frame takes them all.
    """
    rockets = unit.loadout.rockets
    if rockets > most:
        values = {
            "name": name_of_unit(unit),
            "body": kind_of_unit(unit, ruling),
            "surplus": count_of(rockets - most, "rocket"),
        }
        yield Found(unit.place, values, measured=count_of(rockets, "rocket"), allowed=str(most))
