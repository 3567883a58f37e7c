"""What a group must agree on, and who is told: a company once for all its units, or a single model."""

from __future__ import annotations

from fleets.dice.carried_systems import System
from fleets.forces.force import Fielded, Force
from fleets.models.model_units import Unit
from ldraw_tools.findings import Severity
from ldraw_tools.phrases import say
from validators.rule import Ruling

ENVIRONMENTS = "environments"


def units_concerned(subject: Force | Unit, ruling: Ruling) -> tuple[Fielded, ...]:
    """The units to report on for this subject; none if the company is told already or there is none."""
    if isinstance(subject, Unit) != ruling.alone:
        return ()
    if isinstance(subject, Unit):
        return (Fielded(subject, 1, subject.place),)
    return (*subject.fielded, *subject.spares)


def severity_without_consent(ruling: Ruling) -> Severity | None:
    """A model by itself has no group to ask, so this is only worth knowing."""
    return Severity.INFO if ruling.alone else None


def consent_lacking(what: str, ruling: Ruling) -> str:
    if ruling.alone:
        return say("legal only where the group agrees to {what}", what=what)
    return say("the group has not agreed to {what}", what=what)


def agreed_environments(ruling: Ruling) -> tuple[str, ...]:
    """Spelled the way a system's own name is, so that “Deep Water” and “deep-water” are one."""
    return tuple(dict.fromkeys(System("E", name=text).name for text in ruling.agreed_list(ENVIRONMENTS)))


def carried_for(environment: str, unit: Unit) -> int:
    return sum(system.name == environment for system in unit.loadout.systems)
