"""A report for people: unit by unit, the worst first, the verdict last."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from fleets.tagging.tag_findings import UNDESCRIBED
from ldraw_tools.findings import WIDTH, Finding, Severity, count_of, printable
from ldraw_tools.model_findings import MOVED
from ldraw_tools.names import is_model, shown
from ldraw_tools.phrases import ENGLISH, Texts, in_language, join_texts, say
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
    """A text and a style (error, warning, good, info, bold, dim, head) to the text in that style.

    `width` is how many columns a line may have, `is_watched` whether it is for a terminal, and `texts` are of
    the language to speak, if it isn't English.
    """

    width: int
    is_watched: bool
    texts: Texts

    def __call__(self, text: str, style: str, /) -> str: ...


# Some words of a line and their style; without one they are only passed over.
Part = tuple[str, str]


class _Unpainted:
    width = WIDTH
    is_watched = False
    texts = ENGLISH

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
    has_campaign = any(report.campaign for report in reports)
    alone = {_alone(one, paint, everything) for one in reports if not one.campaign} if has_campaign else ()
    for number, report in enumerate(reports):
        yield from [""] if number else []
        yield from _subject(report, paint, everything, alone)
        yield ""
        yield from _well_built(report, paint) if judged_building else ()
        yield from _verdict(report, paint, strict)
    if len(reports) > 1:
        tally = Counter(report.verdict for report in reports)
        yield ""
        yield from _table(reports, paint)
        yield ""
        told = [
            say("{count:,} {verdict}", count=tally[verdict], verdict=say(verdict))
            for verdict in reversed(WORST_FIRST)
            if tally[verdict]
        ]
        checked = say("{count:,} checked: {verdicts}", count=len(reports), verdicts=join_texts(told))
        yield in_language(checked, paint.texts)
    if judged_in_lists:
        these = "{models} are judged in their lists, not once more"
        these = these if judged_in_lists > 1 else "{models} is judged in its list, not once more"
        yield in_language(say(these, models=count_of(judged_in_lists, "model")), paint.texts)


def quiet_lines(
    reports: Sequence[Report], paint: TextPaint = unpainted, strict: bool = False
) -> Iterator[str]:
    """What doesn't pass, and what passes by accepted errors: a line each, with the first reason."""
    for report in reports:
        if fails(report, strict) or report.accepted_errors:
            style = _PAINTS[STYLES[report.verdict]]
            word = paint(_word(report, paint), style) + _why_strict(report, strict, paint)
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
    words = max(len(_word(report, paint)) for report in reports)
    heads = [in_language(say(word), paint.texts) for word in ("file", "verdict", "first reason")]
    indent = " " * min(files + words + 4, paint.width // 2)
    yield paint(f"{heads[0]:<{files}}  {heads[1]:<{words}}  {heads[2]}", "dim")
    for report in reports:
        file, word = _file(report), _word(report, paint)
        row = f"{file:<{files}}  {word:<{words}}  {shown(report.first_reason, _LONGEST_REASON)}"
        parts = [(file, ""), (word, _PAINTS[STYLES[report.verdict]])]
        yield from _painted(row, parts, paint, "", indent)


def _word(report: Report, paint: TextPaint) -> str:
    return in_language(report.said_word, paint.texts)


def _file(report: Report) -> str:
    return printable(f"{report.file}#{report.submodel}" if report.submodel else report.file)


def _alone(force: Report, paint: TextPaint, everything: bool) -> tuple[str, ...]:
    return (*_subject(force, paint, everything), *_verdict(force, paint, strict=False))


def _forces(
    forces: Sequence[Report], paint: TextPaint, everything: bool, alone: Collection[tuple[str, ...]]
) -> Iterator[str]:
    """Of forces that are told by themselves in the same words only the verdict."""
    told = [(force, _alone(force, paint, everything)) for force in forces]
    short = [force for force, words in told if words in alone]
    yield from ["", f"  {in_language(say('Judged as by their own files:'), paint.texts)}"] if short else []
    for force in short:
        word = _word(force, paint)
        parts = [(force.name, "bold"), (word, _PAINTS[STYLES[force.verdict]])]
        yield from _painted(f"{_heading(force, '', paint)}: {word}", parts, paint, "    ", "      ")
    for _, words in told:
        yield from ["", *words] if words not in alone else []


def _subject(
    subject: Report, paint: TextPaint, everything: bool, alone: Collection[tuple[str, ...]] = ()
) -> Iterator[str]:
    yield from _titled(subject, paint, "")
    for line in (printable(in_language(one, paint.texts)) for one in subject.lines):
        inner = " " * (len(line) - len(line.lstrip()) + 3)
        # A row of a table is folded where it is printed.
        is_row = "  " in line.lstrip() or line.startswith(" " * 8)
        yield from [line] if is_row or len(line) <= paint.width else _wrapped(line, paint, "", inner)
    summary = in_language(_summary(subject), paint.texts)
    if summary:
        yield from _wrapped(summary, paint, "  ", "  ")
    notes = list(_notes(subject, paint, "  ", everything))
    if subject.campaign is not None:
        yield from ["", *notes] if notes else []
        yield from _forces(subject.units, paint, everything, alone)
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
        more = say("  ... and {count:,} more without a finding (--all shows them)", count=len(clean) - most)
        yield in_language(more, paint.texts)


def _titled(subject: Report, paint: TextPaint, indent: str, known_file: str = "") -> Iterator[str]:
    heading = _heading(subject, known_file, paint)
    yield from _painted(heading, [(subject.name, "bold")], paint, indent, indent + "    ")


def _heading(subject: Report, known_file: str, paint: TextPaint) -> str:
    many = f"{subject.count:,} × " if subject.count > 1 else ""
    kind = say(subject.kind)
    if subject.is_spare:
        kind = say("spare {kind}", kind=kind)
    if subject.body and subject.body != subject.kind:
        kind = say("{kind}, {body}", kind=kind, body=say(subject.body))
    file = _file(subject)
    where = f", {file}" if file not in ("", printable(subject.name), known_file) else ""
    dice = f"  {subject.dice}" if subject.dice else ""
    return f"{many}{subject.name} ({in_language(kind, paint.texts)}{where}){dice}"


def _summary(subject: Report) -> str:
    if subject.campaign is not None:
        return ""
    counts = [counts_in_words(subject.counts, subject.has_unread)] if subject.units else []
    game = subject.game
    if game.size or game.players:
        size = say("for {game}", game=a(game.size or "game"))
        players = count_of(game.players, "player")
        counts.append(say("{size} of {players}", size=size, players=players) if game.players else size)
    return join_texts(filter(None, counts))


def _notes(subject: Report, paint: TextPaint, indent: str, everything: bool) -> Iterator[str]:
    own = subject.own_findings if everything else _summed_up(subject.own_findings, paint)
    findings = sorted(own, key=lambda finding: finding.severity, reverse=True)
    notes = [finding for finding in findings if finding.severity is Severity.INFO]
    hidden = [] if everything else notes[MOST_NOTES:]
    for finding in findings[: len(findings) - len(hidden)]:
        yield from finding_lines(finding, paint, indent)
    if hidden:
        more = say("... and {notes} more (--all shows them)", notes=count_of(len(hidden), "note"))
        yield indent + in_language(more, paint.texts)
    for one in sorted(subject.own_suppressed, key=lambda one: one.finding.severity, reverse=True):
        yield from _suppressed(one, paint, indent)


def _summed_up(findings: Sequence[Finding], paint: TextPaint) -> list[Finding]:
    """Renumbered parts are most of the notes on an old model, and nobody has to do anything: one line."""
    moved = [finding for finding in findings if finding.code == MOVED.code]
    if len(moved) < _MANY_MOVED:
        return list(findings)
    text = say(
        "{count:,} parts were renumbered, and are counted by their new numbers (--all shows them)",
        count=len(moved),
    )
    told = replace(
        moved[0], message=in_language(text, paint.texts), place=replace(moved[0].place, line=0, column=0)
    )
    return [*(finding for finding in findings if finding.code != MOVED.code), told]


def finding_lines(finding: Finding, paint: TextPaint = unpainted, indent: str = "") -> Iterator[str]:
    """How every command prints a finding: what is wrong, the numbers, where, and the way out."""
    word, inner = in_language(say(str(finding.severity)), paint.texts), indent + "    "
    text = f"{word} {finding.code}: {finding.message}"
    parts = [(word, str(finding.severity)), (finding.code, ""), (finding.measured, "bold")]
    yield from _painted(text, parts, paint, indent, inner)
    said = finding.message + finding.fix
    numbers = [] if finding.measured in finding.message else [finding.measured]
    allowed = in_language(say("allowed: {allowed}", allowed=finding.allowed), paint.texts)
    numbers += [allowed] if finding.allowed not in said else []
    # What was typed is no file: the sign under it shows where.
    place = str(finding.place) if finding.place.file else ""
    details = [*numbers, finding.reference, place]
    for line in _wrapped(" | ".join(part for part in details if part), paint, inner, inner):
        yield inner + paint(line.removeprefix(inner), "dim")
    if finding.picture:
        picture = in_language(say("picture: {file}", file=finding.picture), paint.texts)
        yield from _wrapped(picture, paint, inner, inner)
    if finding.fix not in ("", NOTHING_TO_MEND, in_language(say(NOTHING_TO_MEND), paint.texts)):
        yield from _wrapped(f"-> {finding.fix}", paint, inner, inner + "   ")


def _suppressed(one: Suppressed, paint: TextPaint, indent: str) -> Iterator[str]:
    word, style = ("accepted", "warning") if one.is_error else ("suppressed", "dim")
    word, severity = (in_language(say(told), paint.texts) for told in (word, str(one.finding.severity)))
    text = f"{word} {one.finding.code} ({severity}): {one.finding.message}"
    yield from _painted(text, [(word, style)], paint, indent, indent + "    ")
    because = in_language(say("because: {reason}", reason=one.reason), paint.texts)
    yield from _wrapped(because, paint, indent + "    ", indent + "    ")


def _well_built(report: Report, paint: TextPaint) -> Iterator[str]:
    """Says that the check was made: silence could mean that it wasn't."""
    findings = [*report.findings, *(one.finding for one in report.suppressed)]
    has_model = any(is_model(part.file) for part in report.with_units())
    is_read = report.is_legal or report.reason == NOT_DESCRIBED
    if has_model and is_read and not any(found.code.startswith("BLD") for found in findings):
        told = say("Nothing against building it: checked overlaps, loose parts, steps in the air, balance.")
        yield in_language(told, paint.texts)


def _verdict(report: Report, paint: TextPaint, strict: bool) -> Iterator[str]:
    tally, word, accepted = report.tally, _word(report, paint), len(report.accepted_errors)
    counts = [
        (tally[Severity.ERROR], "error"),
        (accepted, "accepted error"),
        (tally[Severity.WARNING], "warning"),
        (tally[Severity.INFO], "note"),
    ]
    counted = [count_of(count, noun) for count, noun in counts if count]
    # The word itself counts the gravest.
    counted = counted[1:] if report.verdict == WITH_WARNINGS else counted
    rest = len(report.suppressed) - accepted
    counted += [say("{count:,} suppressed", count=rest)] if rest else []
    text = in_language(report.said_sentence, paint.texts)
    text += f": {in_language(join_texts(counted), paint.texts)}" if counted else ""
    text += _why_strict(report, strict, paint)
    yield from _painted(text, [(word, _PAINTS[STYLES[report.verdict]])], paint, "", "    ")
    if report.reason == NOT_DESCRIBED and not report.units:
        # What to do next stands last, after all notes.
        told = next((found for found in report.findings if found.code == UNDESCRIBED.code), None)
        if told:
            bare = told.message.rpartition("; as a ")
            begin = f"As a {bare[2]}. " if bare[1] else ""
            yield from _wrapped(begin + told.fix, paint, "    ", "    ")


def _why_strict(report: Report, strict: bool, paint: TextPaint) -> str:
    accepted, tally = report.accepted_errors, report.tally
    if not strict or tally[Severity.ERROR] or not (accepted or tally[Severity.WARNING]):
        return ""
    told = "; with --strict, accepted errors count" if accepted else "; with --strict, warnings are errors"
    return in_language(say(told), paint.texts)


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
