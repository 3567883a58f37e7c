"""FLT006: a frame company's systems are given, not chosen."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.dice.carried_systems import Loadout, list_of
from fleets.models.model_units import Unit
from validators.rule import Found, Ruling, rule
from validators.wording import kind_of_unit, name_of_unit


@rule(
    "FLT006",
    "{name} carries {measured}; {body} always has {allowed}",
    "List or tag exactly these, or none at all: every company has them anyway.",
)
def company_not_as_fixed(unit: Unit, ruling: Ruling) -> Iterator[Found]:
    """Every frame company of a fleet carries the same systems.

    Companies are told apart by their models and by who leads them, never by their dice.
    One whose model marks no system at all simply has those that every company has.
    """
    row = ruling.class_of(unit)
    carried, fixed = unit.loadout.systems, Loadout.of(*(row.fixed if row else ())).systems
    vocabulary = ruling.vocabulary
    # Systems of another game have no name in this one; another rule reports them.
    foreign = not unit.loadout.codes.issubset(vocabulary.by_code)
    if not fixed or not carried or carried == fixed or foreign:
        return
    values = {"name": name_of_unit(unit), "body": kind_of_unit(unit, ruling)}
    yield Found(unit.place, values, list_of(carried, vocabulary), list_of(fixed, vocabulary))
