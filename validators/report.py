"""What judging says of a force, a unit or a 'mech: one value that every printer and every page takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Literal, NamedTuple

from catalog.editions.edition import Edition
from fleets.forces.campaign import Campaign
from fleets.forces.force import NO_GAME, Force, Game, Mech
from fleets.models.model_units import Unit
from ldraw_tools.findings import Finding, Place, Severity, count_of, in_file_order
from ldraw_tools.names import shown
from ldraw_tools.notebooks import html_rows, line_of
from ldraw_tools.phrases import Phrase, Texts, say
from validators.rule import Ruling

Subject = Force | Unit | Mech
Verdict = Literal["legal", "legal with warnings", "not legal", "not judged", "can be used", "can't be used"]
LEGAL: Verdict = "legal"
WITH_WARNINGS: Verdict = "legal with warnings"
NOT_LEGAL: Verdict = "not legal"
NOT_JUDGED: Verdict = "not judged"
# Of an edition, which is what others are judged by.
USABLE: Verdict = "can be used"
NOT_USABLE: Verdict = "can't be used"
EDITION = "edition"
_UNKNOWN_TEXT = "an edition that can't be read"
# The colour of a verdict, wherever it has one: each medium has its own paint for these four words.
STYLES: Mapping[str, str] = {
    LEGAL: "legal",
    WITH_WARNINGS: "warned",
    NOT_JUDGED: "open",
    NOT_LEGAL: "not",
    USABLE: "legal",
    NOT_USABLE: "not",
}
# A force gets the first of these that one of its units has.
WORST_FIRST = (NOT_LEGAL, NOT_JUDGED, NOT_USABLE, WITH_WARNINGS, LEGAL, USABLE)

Reason = Literal[
    "",
    "a model is missing or can't be read",
    "there is a mistake in the file",
    "the text has no such game",
    "nothing says what it carries",
    "a part of unknown size where size is a rule",
    "several heaps, and nothing says which one counts",
]
MODEL_MISSING: Reason = "a model is missing or can't be read"
MISTAKE: Reason = "there is a mistake in the file"
NO_SUCH_GAME: Reason = "the text has no such game"
NOT_DESCRIBED: Reason = "nothing says what it carries"
SIZE_UNKNOWN: Reason = "a part of unknown size where size is a rule"
HEAPS: Reason = "several heaps, and nothing says which one counts"
# Why something is not judged: the first that holds is given.
REASONS = (MODEL_MISSING, MISTAKE, NO_SUCH_GAME, NOT_DESCRIBED, SIZE_UNKNOWN, HEAPS)
# Findings about a file or a list say nothing about a rule of the game: the families, and SYS006, where list
# and model disagree.
_ABOUT_FILES = ("LDR", "MAN", "TAG", "DIC", "SYS006")
_MODEL_MISSING = frozenset({"LDR005", "LDR032", "LDR034", "LDR035", "MAN052", "MAN053", "MAN054", "MAN055"})
_LEFT_OPEN: Mapping[str, Reason] = {
    "CMP": NO_SUCH_GAME,
    "FLT": NO_SUCH_GAME,
    "TAG": NOT_DESCRIBED,
    "SYS": NOT_DESCRIBED,
    "SIZ": SIZE_UNKNOWN,
    "BAS": SIZE_UNKNOWN,
    "SIZ013": HEAPS,
}


def is_breach(finding: Finding) -> bool:
    """Whether a rule of the game is certainly broken."""
    is_certain = finding.severity is Severity.ERROR and not finding.is_open
    return is_certain and not finding.code.startswith(_ABOUT_FILES)


def reason_in(finding: Finding) -> Reason:
    """Why this finding prevents a verdict; empty if it doesn't."""
    if finding.severity is not Severity.ERROR or is_breach(finding):
        return ""
    if finding.is_open:
        return _LEFT_OPEN.get(finding.code) or _LEFT_OPEN.get(finding.code[:3], MISTAKE)
    return MODEL_MISSING if finding.code in _MODEL_MISSING else MISTAKE


class Suppressed(NamedTuple):
    """A finding that its owner has chosen to live with, and why."""

    finding: Finding
    reason: str

    def in_language(self, texts: Texts) -> Suppressed:
        return self._replace(finding=self.finding.in_language(texts))

    @property
    def is_error(self) -> bool:
        return self.finding.severity is Severity.ERROR


@dataclass(frozen=True, slots=True)
class Accepted:
    """How many errors of one code a list accepts, and why."""

    code: str
    reason: str
    count: int


class ForceCounts(NamedTuple):
    """How many of everything; systems are those that count when sides are compared."""

    frames: int = 0
    stations: int = 0
    ships: int = 0
    companies: int = 0
    hvas: int = 0
    systems: int = 0
    rockets: int = 0


@dataclass(frozen=True)
class Report:
    """A force, a unit or a 'mech as judged, or a file with none of them in it; then `kind` is `file`.

    An edition's own report has the kind `edition`. Of a campaign the units are the reports on its forces.

    `units` are the reports on a force's units, with how many there are of each. `dice` is the canonical
    notation of what one of it rolls. `submodel` is what was chosen of its file, if not all of it counts.
    `findings` are all, in file order, those on its units too. `shared_findings` and `shared_suppressed` are
    those on its force that it is the cause of. `accepted` are the errors among what is suppressed.
    `judged_in` is the list of the run that fields this model: it is judged there, and doesn't count here.
    """

    __json__: ClassVar = (
        *("edition", "verdict", "reason", "name", "kind", "body", "file", "submodel", "line"),
        *(
            "count",
            "spare",
            "dice",
            "counts",
            "game",
            "options",
            "findings",
            "accepted",
            "suppressed",
            "units",
            "campaign",
            "judged_in",
        ),
    )

    name: str
    kind: str
    place: Place
    ruling: Ruling
    body: str = ""
    submodel: str = ""
    count: int = 1
    is_spare: bool = False
    dice: str = ""
    # What else to show of it.
    lines: tuple[str, ...] = ()
    counts: ForceCounts = field(default_factory=ForceCounts)
    game: Game = NO_GAME
    # If true, it carries more than the counts say.
    has_unread: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)
    own_findings: tuple[Finding, ...] = ()
    own_suppressed: tuple[Suppressed, ...] = ()
    shared_findings: tuple[Finding, ...] = ()
    shared_suppressed: tuple[Suppressed, ...] = ()
    # Whether some of it couldn't be read; a finding on its file says why.
    is_unread: bool = False
    units: tuple[Report, ...] = ()
    campaign: Campaign | None = None
    judged_in: str = ""
    # What was judged. Other processes don't get it: it holds the whole model.
    subject: Subject | None = field(default=None, compare=False, repr=False)

    __repr__ = line_of

    def __str__(self) -> str:
        return f"{self.name}: {self.verdict} by {self.edition}"

    def _repr_html_(self) -> str:
        units = html_rows(f"{self.name}: {self.sentence}", self.units, "count", "name", "dice", "word")
        return units + html_rows("", self.findings, "severity", "code", "place", "message", "fix")

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "subject": None}

    @property
    def edition(self) -> Edition:
        text, unknown = self.ruling.edition, self.ruling.unknown
        if not unknown:
            return text
        return replace(text, id=shown(unknown), title=_UNKNOWN_TEXT, version="", date="", short="")

    def in_language(self, texts: Texts) -> Report:
        """The same with the findings in another language; without texts, as it is."""
        if not texts:
            return self
        told: dict[str, Any] = {
            name: tuple(one.in_language(texts) for one in getattr(self, name))
            for name in ("own_findings", "own_suppressed", "shared_findings", "shared_suppressed", "units")
        }
        return replace(self, **told)

    def with_units(self) -> Iterator[Report]:
        yield self
        for unit in self.units:
            yield from unit.with_units()

    @property
    def file(self) -> str:
        return self.place.file

    @property
    def line(self) -> int:
        return self.place.line

    @property
    def spare(self) -> bool:
        return self.is_spare

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that is not suppressed, in file order."""
        own = (found for report in self.with_units() for found in report.own_findings)
        return tuple(in_file_order([*own, *self.shared_findings]))

    @cached_property
    def suppressed(self) -> tuple[Suppressed, ...]:
        own = (one for report in self.with_units() for one in report.own_suppressed)
        unique = dict.fromkeys([*own, *self.shared_suppressed])
        order = {finding: place for place, finding in enumerate(in_file_order(s.finding for s in unique))}
        return tuple(sorted(unique, key=lambda one: order[one.finding]))

    @cached_property
    def accepted_errors(self) -> tuple[Suppressed, ...]:
        """What its owner accepts though it breaks a rule: with that it is never plainly legal."""
        return tuple(one for one in self.suppressed if one.is_error)

    @property
    def accepted(self) -> tuple[Accepted, ...]:
        return count_accepted(self.accepted_errors)

    @cached_property
    def tally(self) -> Counter[Severity]:
        return Counter(finding.severity for finding in self.findings)

    @cached_property
    def verdict(self) -> Verdict:
        """What is certainly wrong counts more than what is unknown."""
        if self.kind == EDITION:
            return NOT_USABLE if self.tally[Severity.ERROR] else USABLE
        if any(map(is_breach, self.findings)):
            return NOT_LEGAL
        if self._open_reason:
            return NOT_JUDGED
        return WITH_WARNINGS if self.tally[Severity.WARNING] or self.accepted_errors else LEGAL

    @property
    def reason(self) -> Reason:
        """Why it is not judged; empty if it is."""
        return self._open_reason if self.verdict == NOT_JUDGED else ""

    @cached_property
    def _open_reason(self) -> Reason:
        found = {reason_in(finding) for finding in self.findings}
        if not found & {MODEL_MISSING, MISTAKE}:
            if self.kind == "file":
                found.add(MODEL_MISSING)
            elif any(report.is_unread for report in self.with_units()):
                found.add(MISTAKE)
        return next((reason for reason in REASONS if reason in found), "")

    @property
    def first_reason(self) -> str:
        """`SYS001: Atlas carries 5 systems; a frame has room for 4`: why it isn't plainly legal."""
        reasons = [
            *filter(is_breach, self.findings),
            *(one for one in self.findings if self.reason and reason_in(one) == self.reason),
            *(one for one in self.findings if one.severity is Severity.ERROR),
            *(one.finding for one in self.accepted_errors),
            *(one for one in self.findings if one.severity is Severity.WARNING),
        ]
        return f"{reasons[0].code}: {reasons[0].message}" if reasons else self.reason

    @property
    def is_legal(self) -> bool:
        return self.verdict in (LEGAL, WITH_WARNINGS)

    @property
    def word(self) -> str:
        """`LEGAL but for 3 accepted errors`: the verdict as it is printed everywhere."""
        return str(self.said_word)

    @property
    def said_word(self) -> Phrase:
        """The same for those who speak other languages."""
        return _said_verdict(self.verdict, self.tally[Severity.WARNING], len(self.accepted_errors))

    @property
    def sentence(self) -> str:
        """`LEGAL by Mobile Frame Zero: Rapid Attack (rapid-attack, version 001)`, and why it isn't judged."""
        return str(self.said_sentence)

    @property
    def said_sentence(self) -> Phrase:
        edition, word = self.edition, self.said_word
        if self.kind == EDITION:
            return say("{word}: {title} ({id})", word=word, title=edition.title, id=edition.id)
        because = say(", because {reason}", reason=say(self.reason)) if self.reason else ""
        return say("{word} by {edition}{because}", word=word, edition=edition.cited, because=because)


def verdict_word(verdict: Verdict, warnings: int, accepted: int) -> str:
    return str(_said_verdict(verdict, warnings, accepted))


def _said_verdict(verdict: Verdict, warnings: int, accepted: int) -> Phrase:
    if verdict != WITH_WARNINGS:
        return say(verdict.upper())
    if accepted:
        return say("LEGAL but for {errors}", errors=count_of(accepted, "accepted error"))
    return say("LEGAL with {warnings}", warnings=count_of(warnings, "warning"))


def count_accepted(errors: Iterable[Suppressed]) -> tuple[Accepted, ...]:
    """How many errors of each code are accepted for each reason, in the order of the codes."""
    counts = Counter((one.finding.code, one.reason) for one in errors)
    return tuple(Accepted(code, reason, count) for (code, reason), count in sorted(counts.items()))


@dataclass(frozen=True, slots=True)
class CheckAnswer:
    """What `brickyard check --format json` prints; the verdict is the worst of its reports'."""

    __json__: ClassVar = ("format", "verdict", "reports")

    reports: tuple[Report, ...]
    # Goes up when a key goes away or changes its meaning, not when one is added.
    format: int = 2
    # Why some files can't be opened, and how many are judged in a list that fields them.
    problems: tuple[str, ...] = ()
    in_lists: int = 0

    __repr__ = line_of

    def __str__(self) -> str:
        return f"{self.verdict}: {count_of(len(self.reports), 'report')}"

    def _repr_html_(self) -> str:
        return html_rows(str(self), self.reports, "name", "kind", "word", "first_reason", "file")

    @property
    def verdict(self) -> Verdict:
        found = {report.verdict for report in self.reports if not report.judged_in}
        return next((verdict for verdict in WORST_FIRST if verdict in found), LEGAL)


def exit_status(reports: Iterable[Report], strict: bool = False) -> int:
    """1 if something is not legal or not judged; if strict, for warnings and accepted errors, too."""
    return int(any(fails(report, strict) for report in reports))


def fails(report: Report, strict: bool = False) -> bool:
    """Whether a check doesn't let it pass."""
    if report.judged_in:
        return False
    if report.verdict not in (LEGAL, WITH_WARNINGS, USABLE):
        return True
    return strict and bool(report.tally[Severity.WARNING] or report.accepted_errors)
