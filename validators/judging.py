"""Subjects to reports: every cited rule on every force, unit and 'mech."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import UnionType

from catalog.editions.edition import Edition
from fleets.forces.force import Fielded, Force, Mech, Suppression, filled_loadout, sheet_of
from fleets.forces.manifest_findings import NOT_ALLOWED, STILL_OPEN
from fleets.models.model_units import Role, Unit, carried_by_unit
from fleets.notation import write_loadout
from fleets.tagging.editors import how_to_tag
from fleets.tagging.tag_findings import UNDESCRIBED
from ldraw_tools.findings import Finding, Place, Severity, in_file_order
from ldraw_tools.phrases import say
from validators.explain import unknown_code
from validators.report import ForceCounts, Report, Subject, Suppressed, is_breach, reason_in
from validators.rule import Rule, Ruling, cited_rules
from validators.wording import loadout_lines, name_of_unit


def findings_on(subject: Subject, ruling: Ruling) -> list[Finding]:
    """What is wrong, in file order, without what was suppressed."""
    return list(judge(subject, ruling).findings)


def judge(subject: Subject, ruling: Ruling, read: Iterable[Finding] = ()) -> Report:
    """The report on one subject; `read` is what reading its files has found already."""
    if isinstance(subject, Force):
        return _judge_force(subject, ruling.merged_with(subject), read)
    # A unit that is given by itself belongs to no company.
    by_itself = ruling._replace(alone=True) if isinstance(subject, Unit) else ruling
    suppressed = subject.suppressed if isinstance(subject, Mech) else {}
    return _tell_idle(_judged(subject, by_itself, read, suppressed), suppressed)


def nothing_to_judge(file: str, ruling: Ruling, read: Iterable[Finding] = ()) -> Report:
    """The report on a file that holds no force, no unit and no 'mech."""
    findings = tuple(in_file_order(read))
    return Report(file, "file", Place(file), ruling, own_findings=findings)


def _judge_force(force: Force, ruling: Ruling, read: Iterable[Finding]) -> Report:
    fielded, spares = _together(force.fielded), _together(force.spares)
    owned, rest = _by_unit(read, force, [*fielded, *spares])
    units: list[Report] = []
    whole = _judged(force, ruling, rest, force.suppressed)
    breaches = list(_breaches_by_unit(whole))
    for one in (*fielded, *spares):
        report = _judged(one.unit, ruling, owned.get(one.unit.place.file, ()), force.suppressed)
        caused = _caused_by(one, force, breaches, whole.ruling)
        counting, accepted = _split(caused, force.suppressed, ruling.edition)
        report = replace(report, shared_findings=counting, shared_suppressed=accepted)
        units.append(replace(report, count=one.count, is_spare=len(units) >= len(fielded)))
    return _tell_idle(replace(whole, units=tuple(units)), force.suppressed)


def _split(
    findings: Iterable[Finding], suppressed: Mapping[str, Suppression], text: Edition
) -> tuple[tuple[Finding, ...], tuple[Suppressed, ...]]:
    """Findings that count, and those that are suppressed; what prevents a verdict always counts."""
    counting: list[Finding] = []
    accepted: list[Suppressed] = []
    for found in findings:
        why = suppressed[found.code].reason.strip() if found.code in suppressed else ""
        if why and text.lets_suppress(found.code) and not reason_in(found):
            accepted.append(Suppressed(found, why))
        else:
            counting.append(found)
    return tuple(counting), tuple(accepted)


def _tell_idle(report: Report, suppressed: Mapping[str, Suppression]) -> Report:
    """The report with a finding on each suppression that does nothing."""
    if not suppressed:
        return report
    text, told = report.edition, list(report.own_findings)
    for code, one in suppressed.items():
        # What the edition cites is known, without reading all rules.
        if not text.cites(code) and (unknown := unknown_code(code, one.place)):
            told.append(unknown)
        elif not text.lets_suppress(code):
            told.append(NOT_ALLOWED.at(one.place, code=code, edition=text.title))
        elif any(found.code == code for found in report.findings):
            told.append(STILL_OPEN.at(one.place, code=code))
    return replace(report, own_findings=tuple(in_file_order(told)))


def _breaches_by_unit(judged: Report) -> Iterator[tuple[Rule, Finding]]:
    """A force's breaches of rules that also judge a single unit; all others are about the whole force."""
    cited = {rule.code: rule for rule in cited_rules(judged.ruling.edition)}
    for found in (*judged.own_findings, *(one.finding for one in judged.own_suppressed)):
        rule = cited.get(found.code) if is_breach(found) else None
        if rule and isinstance(rule.subject, UnionType):
            yield rule, found


def _caused_by(
    one: Fielded, force: Force, breaches: Sequence[tuple[Rule, Finding]], ruling: Ruling
) -> Iterator[Finding]:
    """The force's breaches that this unit would also cause by itself."""
    alone = replace(force, fielded=(one,), spares=()) if breaches else force
    for rule, found in breaches:
        if any(rule.apply(alone, ruling)):
            yield found


def _can_judge(rule: Rule, subject: Subject) -> bool:
    """Unreadable things are reported already; judging the rest as if they were empty would mislead."""
    if isinstance(subject, Unit):
        # Advice on what a unit carries is useless while that is unknown.
        is_advice = rule.code.startswith("LNT") and not rule.only_counts
        return not subject.is_unread and (subject.is_described or not is_advice)
    if isinstance(subject, Force) and not subject.is_partial:
        return rule.only_counts or not subject.has_unread_loads
    return isinstance(subject, Mech)


def _together(fielded: Sequence[Fielded]) -> list[Fielded]:
    """One entry per unit, even if it is listed twice."""
    entries: dict[int, Fielded] = {}
    for one in fielded:
        before = entries.get(id(one.unit))
        entries[id(one.unit)] = replace(before, count=before.count + one.count) if before else one
    return list(entries.values())


def _by_unit(
    read: Iterable[Finding], force: Force, entries: Sequence[Fielded]
) -> tuple[Mapping[str, list[Finding]], list[Finding]]:
    """Findings in a file that only one unit uses belong to that unit, the rest to the force."""
    files = Counter(one.unit.place.file for one in entries)
    owned: dict[str, list[Finding]] = {
        file: [] for file, units in files.items() if units == 1 and file != force.place.file
    }
    rest: list[Finding] = []
    for finding in read:
        owned.get(finding.place.file, rest).append(finding)
    return owned, rest


def _judged(
    subject: Subject, ruling: Ruling, read: Iterable[Finding], suppressed: Mapping[str, Suppression]
) -> Report:
    cited = [] if ruling.unknown else cited_rules(ruling.edition)
    asked = [rule for rule in cited if _can_judge(rule, subject)]
    judged = [found for rule in asked for found in rule.apply(subject, ruling)]
    if (other := _as_listed(subject)) is not None:
        judged = _certain_both_ways(judged, other, asked, ruling)
    if isinstance(subject, Unit) and not (subject.is_described or subject.is_unread or ruling.unknown):
        judged = _without_description(subject, judged, read)
    findings, accepted = _split(in_file_order([*read, *judged]), suppressed, ruling.edition)
    return replace(_described(subject, ruling), own_findings=findings, own_suppressed=accepted)


def _as_listed(subject: Subject) -> Subject | None:
    """The subject as the list declares it; None if list and model agree."""
    if isinstance(subject, Unit):
        declared = subject.declared
        if declared is None or declared.systems == subject.loadout.systems:
            return None
        return replace(subject, loadout=declared, declared=None)
    if not isinstance(subject, Force):
        return None
    listed = [(one, _as_listed(one.unit)) for one in subject.fielded]
    if not any(unit for _, unit in listed):
        return None
    fielded = (replace(one, unit=unit) if isinstance(unit, Unit) else one for one, unit in listed)
    return replace(subject, fielded=tuple(fielded))


def _certain_both_ways(
    judged: Iterable[Finding], other: Subject, asked: Iterable[Rule], ruling: Ruling
) -> list[Finding]:
    """If list and model disagree, a breach is certain only if both have it."""
    about_systems = [rule for rule in asked if rule.code.startswith("SYS") or isinstance(other, Force)]
    by_list = {found.code for rule in about_systems for found in rule.apply(other, ruling)}
    known = by_list | {rule.code for rule in asked if rule not in about_systems}
    return [
        replace(found, is_open=True) if is_breach(found) and found.code not in known else found
        for found in judged
    ]


def _without_description(unit: Unit, judged: Sequence[Finding], read: Iterable[Finding]) -> list[Finding]:
    """What is certain for a unit that may carry more: its size, but not breaches about what it carries."""
    document = unit.assembly.document if unit.assembly else None
    name = name_of_unit(unit)
    is_wrong = any(map(is_breach, judged))
    # Of what doesn't look like a unit, or isn't all there, nobody wants to know that it would be legal.
    is_doubtful = not is_wrong and any(found.severity > Severity.INFO for found in (*judged, *read))
    verdict = "not be" if is_wrong else "be"
    bare = "" if is_doubtful else say(f"; as a bare {{role}} it would {verdict} legal", role=str(unit.role))
    told = UNDESCRIBED.at(unit.place, name=name, bare=bare, how=how_to_tag(document))
    open_codes = {found.code for found in judged if is_breach(found) and found.code.startswith("SYS")}
    left = [replace(found, is_open=True) if found.code in open_codes else found for found in judged]
    return [replace(told, is_open=True), *left]


def _described(subject: Subject, ruling: Ruling) -> Report:
    """What a report says about its subject before anything is judged."""
    name, place = subject.name, subject.place
    if isinstance(subject, Mech):
        lines = _mech_lines(subject, ruling)
        return Report(name, "mech", place, ruling, lines=lines, subject=subject)
    if isinstance(subject, Unit):
        return Report(
            name,
            subject.role.value,
            place,
            ruling,
            body=subject.body,
            submodel=subject.assembly.chosen if subject.assembly else "",
            dice=_dice(subject, ruling),
            counts=ForceCounts(systems=subject.loadout.count, rockets=subject.loadout.rockets),
            is_unread=subject.is_unread or bool(ruling.unknown),
            subject=subject,
        )
    agreed = {name: ruling.agreed(name) for name in ruling.options}
    return Report(
        name,
        subject.kind,
        place,
        ruling,
        lines=_left_open(subject),
        counts=_counts(subject),
        game=ruling.game,
        has_unread=subject.has_unread_loads,
        is_unread=subject.is_partial,
        options={name: value for name, value in agreed.items() if value is not None},
        subject=subject,
    )


def _left_open(force: Force) -> tuple[str, ...]:
    """Notes on what is not judged while some of a force can't be read."""
    if force.is_partial:
        return (say("  Not all of its list can be read, so it is not judged as a whole yet."),)
    if force.has_unread_loads:
        return (say("  Not everything is known, so what it carries together is not judged yet."),)
    return ()


def _dice(unit: Unit, ruling: Ruling) -> str:
    """The canonical notation; units that roll nothing, are of another game or unread have none."""
    vocabulary = ruling.vocabulary
    body = vocabulary.body(unit.body)
    loadout = carried_by_unit(unit, ruling.edition)
    if body is None or unit.is_unread or not loadout.codes <= set(vocabulary.by_code):
        return ""
    return write_loadout(loadout, vocabulary, body)["book"]


def _mech_lines(mech: Mech, ruling: Ruling) -> tuple[str, ...]:
    if ruling.edition.game != "mech":
        return ()
    return tuple(loadout_lines(filled_loadout(mech, sheet_of(ruling.edition))))


def _counts(force: Force) -> ForceCounts:
    compared = force.of(Role.FRAME, Role.SHIP)
    return ForceCounts(
        frames=force.count(Role.FRAME),
        stations=force.count(Role.STATION),
        ships=force.count(Role.SHIP),
        companies=force.count(Role.COMPANY),
        hvas=force.count(Role.HVA),
        systems=sum(one.count * one.unit.loadout.count for one in compared),
        rockets=force.rockets,
    )
