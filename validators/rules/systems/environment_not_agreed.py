"""SYS005: environmental systems for an environment that the group has not agreed on."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.forces.force import Force
from fleets.models.model_units import Unit
from ldraw_tools.findings import count_of
from ldraw_tools.phrases import say
from validators.agreement import (
    ENVIRONMENTS,
    agreed_environments,
    carried_for,
    consent_lacking,
    severity_without_consent,
    units_concerned,
)
from validators.rule import Found, Ruling, rule
from validators.wording import agree, names_of


@rule(
    "SYS005",
    "{who} {carry} {measured} for {environment}: {consent} (option {option})",
    "Agree on it and list {environment} in {option}: under options:, or carry another system.",
)
def environment_not_agreed(subject: Force | Unit, ruling: Ruling) -> Iterator[Found]:
    """An environmental system is for an environment the group has agreed to fight in.

    It takes the place of a system with dice and gives none, so it pays only where all play by it.
    A model checked by itself has no group, and is only told that it will need one.
    """
    units = units_concerned(subject, ruling)
    carried = {system.name for one in units for system in one.unit.loadout.systems if system.name}
    for environment in sorted(carried - set(agreed_environments(ruling))):
        carriers = [one for one in units if carried_for(environment, one.unit)]
        total = sum(one.count * carried_for(environment, one.unit) for one in carriers)
        values = {
            "who": names_of(carriers),
            "carry": agree(carriers, "carries", "carry"),
            "environment": environment,
            "consent": consent_lacking(environment, ruling),
            "option": ENVIRONMENTS,
        }
        measured = count_of(total, "environmental system")
        yield Found(
            carriers[0].place, values, measured, say("with consent"), severity_without_consent(ruling)
        )
