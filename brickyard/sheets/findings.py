"""The verdict and its reasons, as they are printed: an illegal force never goes without them."""

from __future__ import annotations

from collections.abc import Sequence

from brickyard.sheets import words
from brickyard.sheets.units import SHORT_HASH, Plain
from catalog.editions.edition import Edition
from ldraw_tools.findings import Finding, Severity, count_of, printable

_MOST = 6
_WORDS = {Severity.ERROR: "Not allowed", Severity.WARNING: "Look again"}


def verdict_values(is_legal: bool, edition: Edition, digest: str = "", game: str = "") -> Plain:
    return {
        "legal": is_legal,
        "word": "LEGAL" if is_legal else "NOT LEGAL",
        "edition": edition.title,
        "version": edition.version,
        "date": edition.date,
        "hash": digest[:SHORT_HASH],
        "game": game,
    }


def finding_values(findings: Sequence[Finding]) -> Plain:
    """Errors and warnings, worst first; notes are for `check`."""
    told = [one for one in findings if one.severity > Severity.INFO]
    told.sort(key=lambda one: -one.severity)
    more = len(told) - _MOST
    return {
        "rows": [_finding(one) for one in told[:_MOST]],
        "more": f"and {count_of(more, 'other finding')}; brickyard check shows all" if more > 0 else "",
    }


def _finding(one: Finding) -> Plain:
    """The sentence around the number that is wrong, which stands out."""
    message, number = words.sentence(one.message), printable(one.measured)
    before, found, after = message.partition(number) if number else (message, "", "")
    return {
        "word": _WORDS[one.severity],
        "grave": one.severity is Severity.ERROR,
        "code": one.code,
        "before": before,
        "number": found,
        "after": after,
        "reference": one.reference,
    }


def error_codes(findings: Sequence[Finding]) -> list[str]:
    """Why it isn't legal, in as little room as a card has."""
    codes = dict.fromkeys(one.code for one in findings if one.severity is Severity.ERROR)
    return list(codes)[:3]
