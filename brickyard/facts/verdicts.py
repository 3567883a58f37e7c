"""The verdict and its reasons, in the words and digits that every medium uses."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from ldraw_tools.findings import Finding, Severity, printable
from validators.report import (
    LEGAL,
    STYLES,
    WITH_WARNINGS,
    Reason,
    Report,
    Suppressed,
    Verdict,
    verdict_word,
)

_SHORT_HASH = 8
_WORDS = {Severity.ERROR: "not allowed", Severity.WARNING: "look again", Severity.INFO: "note"}


class ShownVerdict(NamedTuple):
    """The verdict and the edition behind it; `hash` is the beginning of the digest of what was `judged`.

    `warnings` are how many it has, `accepted` the errors that its owner accepts, and `reason` is why it was
    not judged.
    """

    verdict: Verdict
    warnings: int
    accepted: tuple[Suppressed, ...]
    reason: Reason
    edition: str
    short: str
    version: str
    date: str
    judged: str = ""
    hash: str = ""

    @property
    def is_legal(self) -> bool:
        return self.verdict in (LEGAL, WITH_WARNINGS)

    @property
    def word(self) -> str:
        return verdict_word(self.verdict, self.warnings, len(self.accepted))

    @property
    def style(self) -> str:
        """The style on a page: `legal`, `warned`, `not` or `open`."""
        return STYLES[self.verdict]

    @property
    def versions(self) -> str:
        """`version 001, model 1a2b3c4d`."""
        digest = f"{self.judged} {self.hash}" if self.hash else ""
        return ", ".join(filter(None, (f"version {self.version}" if self.version else "", digest)))

    def __str__(self) -> str:
        because = f"because {self.reason}" if self.reason else ""
        return ", ".join(filter(None, (f"{self.word} by {self.edition}", self.versions, because)))


def verdict_in(report: Report, judged: str = "", digest: str = "") -> ShownVerdict:
    edition = report.edition
    return ShownVerdict(
        *(report.verdict, report.tally[Severity.WARNING], report.accepted_errors, report.reason),
        *(edition.title, edition.short, edition.version, edition.date, judged, digest[:_SHORT_HASH]),
    )


class FindingWords(NamedTuple):
    """A finding's sentence, cut around the number that is wrong so that a medium can make it stand out."""

    severity: str
    word: str
    code: str
    before: str
    number: str
    after: str
    reference: str
    place: str
    fix: str

    # Whether it is an error that its owner accepts; then the way out is why.
    is_accepted: bool = False

    @property
    def is_error(self) -> bool:
        return self.severity == str(Severity.ERROR)


def words_of_finding(finding: Finding) -> FindingWords:
    message, number = printable(finding.message), printable(finding.measured)
    before, found, after = message.partition(number) if number else (message, "", "")
    return FindingWords(
        str(finding.severity),
        "not known" if finding.is_open else _WORDS[finding.severity],
        finding.code,
        before,
        found,
        after,
        printable(finding.reference),
        printable(finding.place.short),
        printable(finding.fix),
    )


def words_of_all(findings: Iterable[Finding], verdict: ShownVerdict) -> list[FindingWords]:
    """Errors first, then those that the owner accepts, in place of a warning; then the rest."""
    accepted = [_words_of_accepted(one) for one in verdict.accepted]
    words = [*accepted, *map(words_of_finding, worst_first(findings))]
    return sorted(words, key=lambda one: not one.is_error)


def _words_of_accepted(one: Suppressed) -> FindingWords:
    said, why = words_of_finding(one.finding), f"Because: {printable(one.reason)}"
    return said._replace(severity=str(Severity.WARNING), word="accepted", fix=why, is_accepted=True)


def worst_first(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(dict.fromkeys(findings), key=lambda finding: finding.severity, reverse=True))


def errors_in(findings: Iterable[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.severity is Severity.ERROR]


def attacks_words(number: Fraction, about: str = "about ") -> str:
    """`about 27`, `about 4.3`: how many attacks destroy something, which nobody counts in hundredths."""
    return f"{about}{float(number):.{0 if number >= 10 else 1}f}"


def mean_words(mean: Fraction | None) -> str:
    """A mean as it is shown everywhere: with two digits; nothing if there is none."""
    return "" if mean is None else f"{float(mean):.2f}"
