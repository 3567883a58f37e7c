"""SYS009: systems beyond those whose effect is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fleets.dice.carried_systems import System, name_of
from fleets.models.model_units import Role, Unit
from ldraw_tools.findings import count_of
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit


@rule(
    "SYS009",
    "{name} carries {measured}; the text says what {allowed} do and gives no effect to more",
    "Carry another type of system in place of {surplus} of them.",
)
def third_of_a_type_does_nothing(unit: Unit, ruling: Ruling, *, effect: int) -> Iterator[Found]:
    """A ship's systems of one type do nothing beyond those whose effect is written.

    The text says what a first system of a type gives and what a second adds, and stops there.
    A weapon split between two ranges always rolls its dice, so it is no third of either.
    """
    if unit.role is not Role.SHIP:
        return
    whole = Counter(system.code for system in unit.loadout.systems if not system.is_split)
    for known in ruling.vocabulary.types:
        if whole[known.code] > effect:
            measured = count_of(whole[known.code], name_of(System(known.code), ruling.vocabulary))
            values = {"name": name_of_unit(unit), "surplus": whole[known.code] - effect}
            yield Found(unit.place, values, measured, str(effect))
