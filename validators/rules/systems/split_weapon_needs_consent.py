"""SYS003: split-range weapons without the group's consent."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.forces.force import Force
from fleets.models.model_units import Unit
from ldraw_tools.findings import count_of
from ldraw_tools.phrases import say
from validators.agreement import consent_lacking, severity_without_consent, units_concerned
from validators.rule import Found, Ruling, rule
from validators.wording import agree, names_of

OPTION = "split-range"


@rule(
    "SYS003",
    "{who} {carry} {measured}: {consent} (option {option})",
    "Agree on them and write {option}: true under options:, or carry full weapons instead.",
)
def split_weapon_needs_consent(subject: Force | Unit, ruling: Ruling) -> Iterator[Found]:
    """Split-range weapons are for groups that have agreed on them.

    One weapon over two ranges bends the limits on types, so everybody at the table has to want it.
    A model checked by itself has no group, and is only told that it will need one.
    """
    carriers = [one for one in units_concerned(subject, ruling) if _splits(one.unit)]
    if ruling.agreed(OPTION) or not carriers:
        return
    values = {
        "who": names_of(carriers),
        "carry": agree(carriers, "carries", "carry"),
        "consent": consent_lacking(say("split weapons"), ruling),
        "option": OPTION,
    }
    total = sum(one.count * _splits(one.unit) for one in carriers)
    measured = count_of(total, "split-range weapon")
    yield Found(carriers[0].place, values, measured, say("with consent"), severity_without_consent(ruling))


def _splits(unit: Unit) -> int:
    return sum(system.is_split for system in unit.loadout.systems)
