"""A report for programs: plain values, with a number for their form and a schema."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from ldraw_tools.findings import Finding
from ldraw_tools.highlights import LETTERS, Highlight
from validators.json_documents import EditionDocument, SeverityWord, severity_word
from validators.report import Report, SubjectReport

# Goes up when a field goes away or changes its meaning; a new field is no new form.
FORMAT = 1
# Of a large group that falls off the first few tell where it is.
_MOST_PARTS = 50

VerdictWord = Literal["legal", "not legal"]


@dataclass(frozen=True)
class PartDocument:
    """A part that a finding is about: its letter in the picture, its name, its line, and where it stands."""

    group: str
    part: str
    file: str
    line: int
    at: tuple[float, float, float]


@dataclass(frozen=True)
class FindingDocument:
    """`line` and `column` count from 1; 0 means the whole file. `measured` and `allowed` are for people.

    `parts` are there where it is about parts, `picture` where one was drawn into a file.
    """

    code: str
    severity: SeverityWord
    file: str
    line: int
    column: int
    submodel: str
    message: str
    measured: str
    allowed: str
    reference: str
    fix: str
    parts: list[PartDocument]
    picture: str


@dataclass(frozen=True)
class SuppressedDocument:
    finding: FindingDocument
    reason: str


@dataclass(frozen=True)
class CountsDocument:
    frames: int
    stations: int
    ships: int
    companies: int
    hvas: int
    systems: int
    rockets: int


@dataclass(frozen=True)
class GameDocument:
    """What is played; empty and 0 where it isn't stated."""

    size: str
    players: int


@dataclass(frozen=True)
class SubjectDocument:
    """A force, a unit, a 'mech or a file; `dice` is what one of it rolls, `count` how many are fielded."""

    name: str
    kind: str
    body: str
    file: str
    line: int
    count: int
    spare: bool
    dice: str
    counts: CountsDocument
    game: GameDocument
    options: dict[str, Any]
    findings: list[FindingDocument]
    suppressed: list[SuppressedDocument]
    units: list[SubjectDocument]


@dataclass(frozen=True)
class ReportDocument:
    edition: EditionDocument
    verdict: VerdictWord
    subjects: list[SubjectDocument]


@dataclass(frozen=True)
class CheckDocument:
    """What `brickyard check --format json` prints; the verdict is `not legal` if any report's is."""

    format: int
    verdict: VerdictWord
    reports: list[ReportDocument]


def document(reports: Sequence[Report]) -> dict[str, Any]:
    """Plain dicts and lists, ready to be written."""
    verdict: VerdictWord = "legal" if all(report.is_legal for report in reports) else "not legal"
    return asdict(CheckDocument(FORMAT, verdict, [_report(report) for report in reports]))


def _report(report: Report) -> ReportDocument:
    verdict: VerdictWord = "legal" if report.is_legal else "not legal"
    return ReportDocument(
        EditionDocument.of(report.edition), verdict, [_subject(subject) for subject in report.subjects]
    )


def _subject(subject: SubjectReport) -> SubjectDocument:
    return SubjectDocument(
        name=subject.name,
        kind=subject.kind,
        body=subject.body,
        file=subject.place.file,
        line=subject.place.line,
        count=subject.count,
        spare=subject.is_spare,
        dice=subject.dice,
        counts=CountsDocument(**asdict(subject.counts)),
        game=GameDocument(subject.game_size, subject.players),
        options=dict(subject.options),
        findings=[_finding(finding) for finding in subject.findings],
        suppressed=[SuppressedDocument(_finding(one.finding), one.reason) for one in subject.suppressed],
        units=[_subject(unit) for unit in subject.units],
    )


def _finding(found: Finding) -> FindingDocument:
    return FindingDocument(
        code=found.code,
        severity=severity_word(found),
        file=found.place.file,
        line=found.place.line,
        column=found.place.column,
        submodel=found.place.submodel,
        message=found.message,
        measured=found.measured,
        allowed=found.allowed,
        reference=found.reference,
        fix=found.fix,
        parts=_parts(found.highlight),
        picture=found.picture,
    )


def _parts(highlight: Highlight | None) -> list[PartDocument]:
    groups = zip(LETTERS, highlight.groups if highlight else (), strict=False)
    return [
        PartDocument(letter, part.key, part.place.file, part.place.line, part.at)
        for letter, group in groups
        for part in group.parts[:_MOST_PARTS]
    ]
