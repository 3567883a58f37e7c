"""A finding shown under its text, with a caret at the character."""

from __future__ import annotations

import unicodedata

from ldraw_tools.findings import Finding

_WIDTH = 72


def caret(text: str, finding: Finding, *, column: int = 1, width: int = _WIDTH) -> str:
    """Three lines or four: the text, the caret, what is wrong, the way out.

    `column` is where the text starts in its file, as it was given for reading.
    """
    at = min(max(finding.place.column - column, 0), len(text))
    start = max(0, min(at - width // 2, len(text) - width))
    shown = text[start : start + width]
    lines = [
        ("…" if start else "") + "".join(map(_printable, shown)) + ("…" if start + width < len(text) else ""),
        " " * (bool(start) + sum(map(_columns, text[start:at]))) + "^",
        f"{finding.severity} {finding.code}: {finding.message}",
    ]
    return "\n".join([*lines, finding.fix] if finding.fix else lines)


def _printable(character: str) -> str:
    return character if character.isprintable() else " " if character.isspace() else "?"


def _columns(character: str) -> int:
    """How wide a terminal shows a character."""
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
