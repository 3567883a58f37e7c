"""Subjects to findings: every cited rule on every force, unit and 'mech."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fleets.forces.force import Fielded, Force, Mech
from fleets.models.model_units import Unit
from ldraw_tools.findings import Finding, in_file_order
from validators.book import cited_rules
from validators.rule import Rule, Ruling

Subject = Force | Unit | Mech


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A finding that its owner has chosen to live with, and why."""

    finding: Finding
    reason: str


@dataclass(frozen=True)
class Judged:
    """A subject with what was found on it; the units of a force are judged once, however many there are."""

    subject: Subject
    ruling: Ruling
    findings: tuple[Finding, ...] = ()
    suppressed: tuple[Suppressed, ...] = ()
    units: tuple[Judged, ...] = ()
    count: int = 1
    is_spare: bool = False

    def all_findings(self) -> Iterator[Finding]:
        yield from self.findings
        for unit in self.units:
            yield from unit.all_findings()


def check(subjects: Iterable[Subject], ruling: Ruling) -> list[Finding]:
    """What is wrong, in file order, without what was suppressed."""
    return in_file_order(finding for subject in subjects for finding in judge(subject, ruling).all_findings())


def judge(subject: Subject, ruling: Ruling, read: Iterable[Finding] = ()) -> Judged:
    """One subject judged; `read` is what reading its files has found already."""
    if isinstance(subject, Force):
        return _judge_force(subject, ruling.merged_with(subject), read)
    # A unit that is given by itself belongs to no company.
    by_itself = replace(ruling, alone=True) if isinstance(subject, Unit) else ruling
    suppressing = subject.suppressed if isinstance(subject, Mech) else {}
    return _judged(subject, by_itself, read, suppressing)


def _judge_force(force: Force, ruling: Ruling, read: Iterable[Finding]) -> Judged:
    fielded, spares = _together(force.fielded), _together(force.spares)
    owned, rest = _by_unit(read, force, [*fielded, *spares])
    units: list[Judged] = []
    for one in (*fielded, *spares):
        judged = _judged(one.unit, ruling, owned.get(one.unit.place.file, ()), force.suppressed)
        units.append(replace(judged, count=one.count, is_spare=len(units) >= len(fielded)))
    return replace(_judged(force, ruling, rest, force.suppressed), units=tuple(units))


def _can_judge(rule: Rule, subject: Subject) -> bool:
    """What couldn't be read is told already; to judge the rest as if that were empty would mislead."""
    if isinstance(subject, Unit):
        return not subject.is_unread
    if isinstance(subject, Force) and not subject.is_partial:
        return rule.only_counts or not subject.has_unread_loads
    return isinstance(subject, Mech)


def _together(fielded: Sequence[Fielded]) -> list[Fielded]:
    """One entry a unit, even if it is listed twice."""
    entries: dict[int, Fielded] = {}
    for one in fielded:
        before = entries.get(id(one.unit))
        entries[id(one.unit)] = replace(before, count=before.count + one.count) if before else one
    return list(entries.values())


def _by_unit(
    read: Iterable[Finding], force: Force, entries: Sequence[Fielded]
) -> tuple[Mapping[str, list[Finding]], list[Finding]]:
    """What was read in the file of one unit only is told with that unit, the rest with the force."""
    files = Counter(one.unit.place.file for one in entries)
    owned: dict[str, list[Finding]] = {
        file: [] for file, units in files.items() if units == 1 and file != force.place.file
    }
    rest: list[Finding] = []
    for finding in read:
        owned.get(finding.place.file, rest).append(finding)
    return owned, rest


def _judged(
    subject: Subject, ruling: Ruling, read: Iterable[Finding], suppressing: Mapping[str, str]
) -> Judged:
    rules = [rule for rule in cited_rules(ruling.edition) if _can_judge(rule, subject)]
    said = [found for rule in rules for found in rule.apply(subject, ruling)]
    findings: list[Finding] = []
    suppressed: list[Suppressed] = []
    for finding in in_file_order([*read, *said]):
        reason = suppressing.get(finding.code, "").strip()
        if reason:
            suppressed.append(Suppressed(finding, reason))
        else:
            findings.append(finding)
    return Judged(subject, ruling, tuple(findings), tuple(suppressed))
