"""SYS009: systems beyond those whose effect is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fleets.dice.carried_systems import System, name_of
from fleets.models.model_units import Role, Unit
from ldraw_tools.findings import Severity, count_of
from ldraw_tools.phrases import say
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit

_GIVES_NOTHING = {"more": say("gives no effect to more"), "unless": ""}
# Companies and launches go by the number of catapults (IO p.24, 34); only the dice stop at the second.
_LAUNCHES = {
    "more": say("gives no dice to more, though each of them still has its company and its launch"),
    "unless": say(", unless the company is worth it"),
}


@rule(
    "SYS009",
    "{name} carries {measured}; the text says what {allowed} do and {more}",
    "Carry another type of system in place of {surplus} of them{unless}.",
)
def third_of_a_type_does_nothing(unit: Unit, ruling: Ruling, *, effect: int) -> Iterator[Found]:
    """A ship's systems of one type do nothing beyond those whose effect is written.

    The text says what a first system of a type gives and what a second adds, and stops there.
    A weapon split between two ranges always rolls its dice, so it is not a third of either, and a
    catapult always launches its company.
    """
    if unit.role is not Role.SHIP:
        return
    whole = Counter(system.code for system in unit.loadout.systems if not system.is_split)
    for known in ruling.vocabulary.types:
        if whole[known.code] > effect:
            measured = count_of(whole[known.code], name_of(System(known.code), ruling.vocabulary))
            values = {"name": name_of_unit(unit), "surplus": whole[known.code] - effect, **_GIVES_NOTHING}
            severity = None
            if known.code == ruling.code_of("catapult"):
                values, severity = values | _LAUNCHES, Severity.INFO
            yield Found(unit.place, values, measured, str(effect), severity)
