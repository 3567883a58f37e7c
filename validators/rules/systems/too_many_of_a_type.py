"""SYS002: how many systems of one type a unit carries."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from fleets.dice.carried_systems import System, name_of
from fleets.models.model_units import Unit
from ldraw_tools.phrases import say
from validators.rule import Found, Ruling, rule
from validators.wording import counted, kind_of_unit, name_of_unit


@rule(
    "SYS002",
    "{name} carries {measured}{halves}; {body} may have {allowed} of a type",
    "Replace {surplus} of them with another type.",
)
def too_many_of_a_type(unit: Unit, ruling: Ruling, *, most: int) -> Iterator[Found]:
    """A unit carries a limited number of systems of one type.

    Only the first two of a type have something to add, and a pile of equal dice makes for a dull fight.
    A split weapon is half a system of either of its types, and halves add up.
    """
    # Environmental systems are none of the types; they count against all that a unit has room for.
    counts = unit.loadout.counts
    for system_type in ruling.vocabulary.types:
        count = counts.get(system_type.code, Fraction(0))
        if count > most and not system_type.named:
            values = {
                "name": name_of_unit(unit),
                "body": kind_of_unit(unit, ruling),
                "surplus": ceil(count - most),
                "halves": say(", halves of split weapons counted") if count.denominator > 1 else "",
            }
            noun = name_of(System(system_type.code), ruling.vocabulary)
            yield Found(unit.place, values, measured=counted(count, noun), allowed=str(most))
