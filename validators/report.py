"""What a check has found, as plain values: every reporter is made from these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fleets.forces.force import Force, Mech
from fleets.models.model_units import Role, Unit, carried_by_unit
from fleets.notation import write_loadout
from ldraw_tools.findings import Finding, Place, Severity, in_file_order
from validators.judging import Judged, Subject, Suppressed, judge
from validators.rule import Ruling

LEGAL = "legal"
NOT_LEGAL = "not legal"


@dataclass(frozen=True, slots=True)
class Stamp:
    """By which text, and which version of it, was judged."""

    id: str
    title: str
    version: str


@dataclass(frozen=True, slots=True)
class Counts:
    """How many of everything; systems are those that count when sides are compared."""

    frames: int = 0
    stations: int = 0
    ships: int = 0
    companies: int = 0
    hvas: int = 0
    systems: int = 0
    rockets: int = 0


@dataclass(frozen=True)
class SubjectReport:
    """One force, unit or 'mech, or a file that holds none; `units` are a force's, with how many of each.

    `dice` is the canonical notation of what one of it rolls, `lines` what else to show of it.
    """

    name: str
    kind: str
    place: Place
    body: str = ""
    count: int = 1
    is_spare: bool = False
    dice: str = ""
    lines: tuple[str, ...] = ()
    counts: Counts = field(default_factory=Counts)
    # If true, it carries more than the counts say.
    has_unread: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)
    game_size: str = ""
    players: int = 0
    findings: tuple[Finding, ...] = ()
    suppressed: tuple[Suppressed, ...] = ()
    units: tuple[SubjectReport, ...] = ()

    def with_units(self) -> Iterator[SubjectReport]:
        yield self
        for unit in self.units:
            yield from unit.with_units()


@dataclass(frozen=True)
class Report:
    """All that one edition says of some subjects."""

    edition: Stamp
    subjects: tuple[SubjectReport, ...]

    def parts(self) -> Iterator[SubjectReport]:
        """The subjects and their units."""
        for subject in self.subjects:
            yield from subject.with_units()

    @property
    def findings(self) -> list[Finding]:
        """Every finding that is not suppressed, in file order."""
        return in_file_order(finding for part in self.parts() for finding in part.findings)

    @property
    def suppressed(self) -> list[Suppressed]:
        unique = dict.fromkeys(one for part in self.parts() for one in part.suppressed)
        order = {finding: place for place, finding in enumerate(in_file_order(s.finding for s in unique))}
        return sorted(unique, key=lambda one: order[one.finding])

    @property
    def tally(self) -> Counter[Severity]:
        return Counter(finding.severity for finding in self.findings)

    @property
    def is_legal(self) -> bool:
        return not self.tally[Severity.ERROR]

    @property
    def verdict(self) -> str:
        return LEGAL if self.is_legal else NOT_LEGAL


def exit_status(reports: Iterable[Report], strict: bool = False) -> int:
    """1 where something is wrong; a strict check takes warnings as wrong too."""
    least = Severity.WARNING if strict else Severity.ERROR
    return int(any(severity >= least for report in reports for severity in report.tally))


# Gives the findings on a unit their pictures.
Illustrate = Callable[[Unit, Sequence[Finding]], tuple[Finding, ...]]


def make_report(
    subjects: Sequence[Subject],
    ruling: Ruling,
    read: Iterable[Finding] = (),
    illustrate: Illustrate | None = None,
) -> Report:
    """Judge subjects; `read` is what reading their files has found already."""
    shares, homeless = _shared_out(read, subjects)
    judged = [judge(subject, ruling, share) for subject, share in zip(subjects, shares, strict=True)]
    if illustrate is not None:
        judged = [_illustrated(one, illustrate) for one in judged]
    files = [_file_report(file, found) for file, found in homeless.items()]
    return Report(stamp(ruling), (*(_told(one) for one in judged), *files))


def _illustrated(judged: Judged, illustrate: Illustrate) -> Judged:
    units = tuple(_illustrated(unit, illustrate) for unit in judged.units)
    subject = judged.subject
    findings = illustrate(subject, judged.findings) if isinstance(subject, Unit) else judged.findings
    return replace(judged, findings=findings, units=units)


def stamp(ruling: Ruling) -> Stamp:
    edition = ruling.edition
    return Stamp(edition.id, edition.title, edition.version)


def _shared_out(
    read: Iterable[Finding], subjects: Sequence[Subject]
) -> tuple[list[list[Finding]], dict[str, list[Finding]]]:
    """Each finding to the first subject whose file it is in, or to the only subject; else to its file."""
    owners: dict[str, int] = {}
    for place, subject in enumerate(subjects):
        for file in _files(subject):
            owners.setdefault(file, place)
    shares: list[list[Finding]] = [[] for _ in subjects]
    homeless: dict[str, list[Finding]] = {}
    for finding in read:
        owner = owners.get(finding.place.file, 0 if len(subjects) == 1 else None)
        share = homeless.setdefault(finding.place.file, []) if owner is None else shares[owner]
        share.append(finding)
    return shares, homeless


def _files(subject: Subject) -> list[str]:
    units = (*subject.fielded, *subject.spares) if isinstance(subject, Force) else ()
    return [subject.place.file, *(one.unit.place.file for one in units)]


def _file_report(file: str, read: Iterable[Finding]) -> SubjectReport:
    """For a file that nothing to judge came out of."""
    return SubjectReport(file, "file", Place(file), findings=tuple(in_file_order(read)))


def _told(judged: Judged) -> SubjectReport:
    subject, ruling = judged.subject, judged.ruling
    plain = SubjectReport(
        name=subject.name,
        kind="mech",
        place=subject.place,
        count=judged.count,
        is_spare=judged.is_spare,
        counts=counts_of(subject),
        findings=judged.findings,
        suppressed=judged.suppressed,
        units=tuple(_told(unit) for unit in judged.units),
    )
    if isinstance(subject, Mech):
        return replace(plain, lines=_lines(subject, ruling))
    if isinstance(subject, Unit):
        return replace(plain, kind=subject.role.value, body=subject.body, dice=_dice(subject, ruling))
    game, agreed = ruling.game, {name: ruling.agreed(name) for name in ruling.options}
    options = {name: value for name, value in agreed.items() if value is not None}
    return replace(
        plain,
        kind=subject.kind,
        lines=_left_open(subject),
        has_unread=subject.has_unread_loads,
        options=options,
        game_size=game.size,
        players=game.players,
    )


def _left_open(force: Force) -> tuple[str, ...]:
    """What a force is not judged by, as long as some of it can't be read."""
    if force.is_partial:
        return ("  Not all of its list can be read, so it is not judged as a whole yet.",)
    if force.has_unread_loads:
        return ("  Not everything can be read, so what it carries together is not judged yet.",)
    return ()


def _dice(unit: Unit, ruling: Ruling) -> str:
    """The canonical notation; units that roll nothing, are of another game or unread have none."""
    vocabulary = ruling.vocabulary
    body = vocabulary.body(unit.body)
    loadout = carried_by_unit(unit, ruling.edition)
    if body is None or unit.is_unread or not loadout.codes <= set(vocabulary.by_code):
        return ""
    return write_loadout(loadout, vocabulary, body)["book"]


def _lines(mech: Mech, ruling: Ruling) -> tuple[str, ...]:
    if ruling.edition.game != "mech":
        return ()
    from fleets.forces.paper_mech import filled_loadout, sheet_of
    from validators.mech_lines import loadout_lines

    return tuple(loadout_lines(filled_loadout(mech, sheet_of(ruling.edition))))


def counts_of(subject: Subject) -> Counts:
    if isinstance(subject, Unit):
        return Counts(systems=subject.loadout.count, rockets=subject.loadout.rockets)
    if isinstance(subject, Mech):
        return Counts()
    compared = subject.of(Role.FRAME, Role.SHIP)
    return Counts(
        frames=subject.count(Role.FRAME),
        stations=subject.count(Role.STATION),
        ships=subject.count(Role.SHIP),
        companies=subject.count(Role.COMPANY),
        hvas=subject.count(Role.HVA),
        systems=sum(one.count * one.unit.loadout.count for one in compared),
        rockets=subject.rockets,
    )
