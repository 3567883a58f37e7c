"""Words on a sheet: short enough for their place; verdicts, findings, and whose everything is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from brickyard.facts.judged_designs import DesignFile
from brickyard.facts.verdicts import FindingWords, ShownVerdict, errors_in, words_of_all
from brickyard.notices import MADE, notices, short_licence
from catalog.editions.edition import Edition
from fleets.forces.force import Force, Mech
from ldraw_tools.findings import Finding, Severity, count_of, printable
from ldraw_tools.reading.lines import shortened
from validators.wording import capital

Plain = dict[str, Any]

_LONGEST_NAME = 48
_LONGEST_LABEL = 40
_LONGEST_SENTENCE = 320
_LONGEST_LICENCE = 80
_MOST_FINDINGS = 6


def name(text: str, most: int = _LONGEST_NAME) -> str:
    return shortened(" ".join(printable(text).split()), most)


def label(text: str) -> str:
    return name(text, _LONGEST_LABEL)


def sentence(text: str) -> str:
    return name(text, _LONGEST_SENTENCE)


def spans(numbers: Iterable[int]) -> str:
    """`4–6`, `5`, `1, 3–4`."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def verdict_values(verdict: ShownVerdict, game: str = "") -> Plain:
    return {
        "legal": verdict.is_legal,
        "style": verdict.style,
        "accepted": list(dict.fromkeys(one.finding.code for one in verdict.accepted)),
        "word": verdict.word,
        "reason": verdict.reason,
        "edition": verdict.edition,
        "version": verdict.version,
        "date": verdict.date,
        "hash": verdict.hash if "model" in verdict.judged else "",
        "game": game,
    }


def finding_values(findings: Sequence[Finding], verdict: ShownVerdict) -> Plain:
    """Errors, accepted or not, and warnings, worst first; notes are for `check`."""
    told = [one for one in words_of_all(findings, verdict) if one.severity != str(Severity.INFO)]
    more = len(told) - _MOST_FINDINGS
    return {
        "rows": [_finding(one) for one in told[:_MOST_FINDINGS]],
        "more": f"and {count_of(more, 'other finding')}; brickyard check shows all" if more > 0 else "",
    }


def _finding(said: FindingWords) -> Plain:
    room = _LONGEST_SENTENCE - len(said.before) - len(said.number)
    return {
        "word": capital(said.word),
        "grave": said.is_error,
        "code": said.code,
        "before": sentence(said.before) if room < 0 else said.before,
        "number": said.number,
        "after": shortened(said.after, max(room, 1)) if said.after else "",
        "reference": said.reference,
        "because": sentence(said.fix) if said.is_accepted else "",
    }


def error_codes(findings: Sequence[Finding], verdict: ShownVerdict) -> list[str]:
    """Why it isn't plainly legal, in as little room as a card has."""
    told = [*errors_in(findings), *(one.finding for one in verdict.accepted)]
    return list(dict.fromkeys(one.code for one in told))[:3]


def credit_line(file: DesignFile) -> str:
    """At the foot of a sheet; the rest stands once, at the end."""
    author, licence = _whose(file)
    licence = _short(licence)
    if isinstance(file.subject, Mech):
        # A 'mech's sheet shows no parts and no bricks, so it needs no other notices.
        return " ".join(filter(None, (file.ruling.edition.words.get("notice", ""), MADE)))
    if not author and not licence:
        return MADE
    who = f"Design © {label(author)}" if author else "Design"
    return f"{who}{f', {licence}' if licence else ''}. {MADE}"


def notice_lines(files: Iterable[DesignFile], with_mechs: bool = False) -> list[str]:
    """All there is to say of the files, each thing once; what a 'mech needs stands on its own sheet."""
    lines: dict[str, None] = {}
    for file in files:
        if isinstance(file.subject, Mech):
            notice = file.ruling.edition.words.get("notice", "")
            lines.update({notice: None} if notice and with_mechs else {})
        else:
            lines.update(dict.fromkeys(design_credits(*_whose(file), file.ruling.edition)))
    lines.pop(MADE, None)
    return [*lines, MADE] if lines else []


def design_credits(author: str, licence: str, edition: Edition | None = None) -> list[str]:
    return list(notices(edition, label(author), _short(licence), "sheet"))


def _whose(file: DesignFile) -> tuple[str, str]:
    subject = file.subject
    about = subject.about if isinstance(subject, Force) else {}
    first = file.designs[0] if file.designs else None
    author = about.get("author", "") or (first.author if first else "")
    return author, about.get("licence", "") or (first.licence if first else "")


def _short(licence: str) -> str:
    return name(short_licence(licence), _LONGEST_LICENCE)
