"""Who is told what a group must agree on: a company once for all its units, a model by itself alone."""

from __future__ import annotations

from fleets.forces.force import Fielded, Force
from fleets.models.model_units import Unit
from ldraw_tools.findings import Severity
from validators.rule import Ruling


def units_concerned(subject: Force | Unit, ruling: Ruling) -> tuple[Fielded, ...]:
    """The units to tell this subject of; none where the company is told already or there is no company."""
    if isinstance(subject, Unit) != ruling.alone:
        return ()
    if isinstance(subject, Unit):
        return (Fielded(subject, 1, subject.place),)
    return (*subject.fielded, *subject.spares)


def severity_without_consent(ruling: Ruling) -> Severity | None:
    """A model by itself has nobody to ask: worth knowing, no breach."""
    return Severity.INFO if ruling.alone else None


def consent_lacking(what: str, ruling: Ruling) -> str:
    if ruling.alone:
        return f"legal only where the group agrees to {what}"
    return f"the group has not agreed to {what}"
