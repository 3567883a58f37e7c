"""A report for people: unit by unit, the worst first, the verdict last."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from fleets.tagging.tag_findings import UNDESCRIBED
from ldraw_tools.findings import WIDTH, Finding, Severity, count_of, printable
from ldraw_tools.model_findings import MOVED
from ldraw_tools.names import is_model, shown
from validators.explain import subject_of
from validators.report import (
    NOT_DESCRIBED,
    STYLES,
    WITH_WARNINGS,
    WORST_FIRST,
    Report,
    Suppressed,
    fails,
)
from validators.wording import NOTHING_TO_MEND, a, counts_in_words

# Clean units, and notes on one unit, beyond these numbers are only counted.
MOST_CLEAN = 12
MOST_NOTES = 6
# How wide the first column of the table can be, and how long the last.
MOST_OF_A_FILE, _LONGEST_REASON = 40, 200
_MANY_MOVED = 2
_PAINTS = {"legal": "good", "warned": "warning", "open": "dim", "not": "error"}


class TextPaint(Protocol):
    """A text and a style (error, warning, good, info, bold, dim) to the text in that style.

    `width` is how many columns a line may have, and `is_watched` whether it is for a terminal.
    """

    width: int
    is_watched: bool

    def __call__(self, text: str, style: str, /) -> str: ...


# Some words of a line and their style; without one they are only passed over.
Part = tuple[str, str]


class _Unpainted:
    width = WIDTH
    is_watched = False

    def __call__(self, text: str, _style: str) -> str:
        return text


unpainted = _Unpainted()


def lines(
    reports: Sequence[Report],
    paint: TextPaint = unpainted,
    everything: bool = False,
    strict: bool = False,
    judged_building: bool = False,
    judged_in_lists: int = 0,
) -> Iterator[str]:
    """`judged_in_lists` is how many models are judged in these lists only."""
    for number, report in enumerate(reports):
        yield from [""] if number else []
        yield from _subject(report, paint, everything)
        yield ""
        yield from _well_built(report) if judged_building else ()
        yield from _verdict(report, paint, strict)
    if len(reports) > 1:
        tally = Counter(report.verdict for report in reports)
        yield ""
        yield from _table(reports, paint)
        yield ""
        told = [f"{tally[verdict]:,} {verdict}" for verdict in reversed(WORST_FIRST) if tally[verdict]]
        yield f"{len(reports):,} checked: {', '.join(told)}"
    if judged_in_lists:
        these = "are judged in their lists" if judged_in_lists > 1 else "is judged in its list"
        yield f"{count_of(judged_in_lists, 'model')} {these}, not once more"


def quiet_lines(
    reports: Sequence[Report], paint: TextPaint = unpainted, strict: bool = False
) -> Iterator[str]:
    """What doesn't pass, and what passes by accepted errors: a line each, with the first reason."""
    for report in reports:
        if fails(report, strict) or report.accepted_errors:
            word = paint(report.word, _PAINTS[STYLES[report.verdict]]) + _why_strict(report, strict)
            yield f"{_file(report)}: {word}: {shown(report.first_reason, _LONGEST_REASON)}"


def statistics_lines(reports: Sequence[Report], paint: TextPaint = unpainted) -> Iterator[str]:
    """Findings by code, the most frequent first: how many, in how many files, and what each is about."""
    found = [(one.code, str(one.severity), report.file) for report in reports for one in report.findings]
    found += [
        (one.finding.code, "accepted" if one.is_error else "suppressed", report.file)
        for report in reports
        for one in report.suppressed
    ]
    counts = Counter((code, word) for code, word, _ in found)
    files = Counter((code, word) for code, word, _ in dict.fromkeys(found))
    yield from [f"{'code':<18}  findings   files  about"] if counts else []
    for (code, word), count in sorted(counts.items(), key=lambda one: (-one[1], one[0])):
        start = f"{code:<6}  {word:<10}  {count:>8,}  {files[code, word]:>6,}  "
        yield from _wrapped(start + subject_of(code), paint, "", " " * len(start))


def _table(reports: Sequence[Report], paint: TextPaint) -> Iterator[str]:
    files = min(max(len(_file(report)) for report in reports), MOST_OF_A_FILE)
    words = max(len(report.word) for report in reports)
    indent = " " * min(files + words + 4, paint.width // 2)
    yield paint(f"{'file':<{files}}  {'verdict':<{words}}  first reason", "dim")
    for report in reports:
        file, word = _file(report), report.word
        row = f"{file:<{files}}  {word:<{words}}  {shown(report.first_reason, _LONGEST_REASON)}"
        parts = [(file, ""), (word, _PAINTS[STYLES[report.verdict]])]
        yield from _painted(row, parts, paint, "", indent)


def _file(report: Report) -> str:
    return printable(f"{report.file}#{report.submodel}" if report.submodel else report.file)


def _subject(subject: Report, paint: TextPaint, everything: bool) -> Iterator[str]:
    yield from _titled(subject, paint, "")
    for line in map(printable, subject.lines):
        inner = " " * (len(line) - len(line.lstrip()) + 3)
        # A row of a table is folded where it is printed.
        is_row = "  " in line.lstrip() or line.startswith(" " * 8)
        yield from [line] if is_row or len(line) <= paint.width else _wrapped(line, paint, "", inner)
    summary = _summary(subject)
    if summary:
        yield from _wrapped(summary, paint, "  ", "  ")
    notes = list(_notes(subject, paint, "  ", everything))
    if subject.campaign is not None:
        yield from ["", *notes] if notes else []
        for force in subject.units:
            yield ""
            yield from _subject(force, paint, everything)
            yield from _verdict(force, paint, strict=False)
        return
    yield from ["", *notes] if subject.lines and notes and not summary else notes
    faulty = [unit for unit in subject.units if unit.own_findings or unit.own_suppressed]
    for unit in sorted(faulty, key=lambda unit: -_worst(unit)):
        yield ""
        yield from _titled(unit, paint, "  ", subject.file)
        yield from _notes(unit, paint, "    ", everything)
    clean = [unit for unit in subject.units if not (unit.own_findings or unit.own_suppressed)]
    yield from [""] if (notes or faulty) and clean else []
    most = len(clean) if everything else MOST_CLEAN
    for unit in clean[:most]:
        yield from _titled(unit, paint, "  ", subject.file)
    if len(clean) > most:
        yield f"  ... and {len(clean) - most:,} more without a finding (--all shows them)"


def _titled(subject: Report, paint: TextPaint, indent: str, known_file: str = "") -> Iterator[str]:
    heading = _heading(subject, known_file)
    yield from _painted(heading, [(subject.name, "bold")], paint, indent, indent + "    ")


def _heading(subject: Report, known_file: str) -> str:
    many = f"{subject.count:,} × " if subject.count > 1 else ""
    kind = f"spare {subject.kind}" if subject.is_spare else subject.kind
    if subject.body and subject.body != subject.kind:
        kind += f", {subject.body}"
    file = _file(subject)
    where = f", {file}" if file not in ("", printable(subject.name), known_file) else ""
    dice = f"  {subject.dice}" if subject.dice else ""
    return f"{many}{subject.name} ({kind}{where}){dice}"


def _summary(subject: Report) -> str:
    if subject.campaign is not None:
        return ""
    counts = [counts_in_words(subject.counts, subject.has_unread)] if subject.units else []
    game = subject.game
    if game.size or game.players:
        players = [count_of(game.players, "player")] if game.players else []
        counts.append("for " + " of ".join([a(game.size or "game"), *players]))
    return ", ".join(filter(None, counts))


def _notes(subject: Report, paint: TextPaint, indent: str, everything: bool) -> Iterator[str]:
    own = subject.own_findings if everything else _summed_up(subject.own_findings)
    findings = sorted(own, key=lambda finding: finding.severity, reverse=True)
    notes = [finding for finding in findings if finding.severity is Severity.INFO]
    hidden = [] if everything else notes[MOST_NOTES:]
    for finding in findings[: len(findings) - len(hidden)]:
        yield from finding_lines(finding, paint, indent)
    if hidden:
        yield f"{indent}... and {count_of(len(hidden), 'note')} more (--all shows them)"
    for one in sorted(subject.own_suppressed, key=lambda one: one.finding.severity, reverse=True):
        yield from _suppressed(one, paint, indent)


def _summed_up(findings: Sequence[Finding]) -> list[Finding]:
    """Renumbered parts are most of the notes on an old model, and nobody has to do anything: one line."""
    moved = [finding for finding in findings if finding.code == MOVED.code]
    if len(moved) < _MANY_MOVED:
        return list(findings)
    text = f"{len(moved):,} parts were renumbered, and are counted by their new numbers (--all shows them)"
    told = replace(moved[0], message=text, place=replace(moved[0].place, line=0, column=0))
    return [*(finding for finding in findings if finding.code != MOVED.code), told]


def finding_lines(finding: Finding, paint: TextPaint = unpainted, indent: str = "") -> Iterator[str]:
    """How every command prints a finding: what is wrong, the numbers, where, and the way out."""
    word, inner = str(finding.severity), indent + "    "
    text = f"{word} {finding.code}: {finding.message}"
    parts = [(word, word), (finding.code, ""), (finding.measured, "bold")]
    yield from _painted(text, parts, paint, indent, inner)
    said = finding.message + finding.fix
    numbers = [] if finding.measured in finding.message else [finding.measured]
    numbers += [f"allowed: {finding.allowed}"] if finding.allowed not in said else []
    # What was typed is no file: the sign under it shows where.
    place = str(finding.place) if finding.place.file else ""
    details = [*numbers, finding.reference, place]
    for line in _wrapped(" | ".join(part for part in details if part), paint, inner, inner):
        yield inner + paint(line.removeprefix(inner), "dim")
    if finding.picture:
        yield from _wrapped(f"picture: {finding.picture}", paint, inner, inner)
    if finding.fix not in ("", NOTHING_TO_MEND):
        yield from _wrapped(f"-> {finding.fix}", paint, inner, inner + "   ")


def _suppressed(one: Suppressed, paint: TextPaint, indent: str) -> Iterator[str]:
    word, style = ("accepted", "warning") if one.is_error else ("suppressed", "dim")
    text = f"{word} {one.finding.code} ({one.finding.severity}): {one.finding.message}"
    yield from _painted(text, [(word, style)], paint, indent, indent + "    ")
    yield from _wrapped(f"because: {one.reason}", paint, indent + "    ", indent + "    ")


def _well_built(report: Report) -> Iterator[str]:
    """Says that the check was made: silence could mean that it wasn't."""
    findings = [*report.findings, *(one.finding for one in report.suppressed)]
    has_model = any(is_model(part.file) for part in report.with_units())
    is_read = report.is_legal or report.reason == NOT_DESCRIBED
    if has_model and is_read and not any(found.code.startswith("BLD") for found in findings):
        yield "Nothing against building it: checked overlaps, loose parts, steps in the air, balance."


def _verdict(report: Report, paint: TextPaint, strict: bool) -> Iterator[str]:
    tally, word, accepted = report.tally, report.word, len(report.accepted_errors)
    counts = [
        (tally[Severity.ERROR], "error"),
        (accepted, "accepted error"),
        (tally[Severity.WARNING], "warning"),
        (tally[Severity.INFO], "note"),
    ]
    counted = [count_of(count, noun) for count, noun in counts if count]
    # The word itself counts the gravest.
    counted = counted[1:] if report.verdict == WITH_WARNINGS else counted
    counted += [f"{rest:,} suppressed"] if (rest := len(report.suppressed) - accepted) else []
    text = report.sentence + (f": {', '.join(counted)}" if counted else "")
    text += _why_strict(report, strict)
    yield from _painted(text, [(word, _PAINTS[STYLES[report.verdict]])], paint, "", "    ")
    if report.reason == NOT_DESCRIBED and not report.units:
        # What to do next stands last, after all notes.
        told = next((found for found in report.findings if found.code == UNDESCRIBED.code), None)
        if told:
            bare = told.message.rpartition("; as a ")
            begin = f"As a {bare[2]}. " if bare[1] else ""
            yield from _wrapped(begin + told.fix, paint, "    ", "    ")


def _why_strict(report: Report, strict: bool) -> str:
    accepted, tally = report.accepted_errors, report.tally
    if not strict or tally[Severity.ERROR] or not (accepted or tally[Severity.WARNING]):
        return ""
    return f"; with --strict, {'accepted errors count' if accepted else 'warnings are errors'}"


def _worst(subject: Report) -> int:
    found = [finding.severity for finding in subject.own_findings]
    found += [Severity.WARNING for one in subject.own_suppressed if one.is_error]
    return max((severity.rank for severity in found), default=-1)


def _painted(text: str, parts: Sequence[Part], paint: TextPaint, first: str, later: str) -> Iterator[str]:
    """Wrapped, with some parts, in the order they come, in a style; one that is broken over lines isn't."""
    left = [(printable(part), style) for part, style in parts if part]
    for line in _wrapped(text, paint, first, later):
        done, rest = "", line
        while left and left[0][0] in rest:
            part, style = left.pop(0)
            before, _, rest = rest.partition(part)
            done += before + (paint(part, style) if style else part)
        yield done + rest


def _wrapped(text: str, paint: TextPaint, first: str, later: str) -> Iterable[str]:
    return textwrap.wrap(
        *(printable(text), paint.width),
        initial_indent=first,
        subsequent_indent=later,
        break_on_hyphens=False,
    )
