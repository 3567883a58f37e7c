"""Markdown to paste, in which names from files are only names: texts, tables and findings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ldraw_tools.findings import Finding, printable

_MARKS = re.compile(r"([\\`*_\[\]<>#|~@&$])|(?<=:)(?=//)")


def escape_markdown(text: str) -> str:
    """Every character that Markdown could take for a mark of its own, and addresses, which it makes links."""
    return _MARKS.sub(lambda found: "\\" + (found[1] or ""), printable(text))


def table_lines(rows: Sequence[Sequence[str]], last_left: bool = False) -> Iterator[str]:
    """Heads first; names are aligned left, numbers right."""
    heads, *rest = [[escape_markdown(cell) for cell in row] for row in rows]
    marks = [":--", *["--:"] * (len(heads) - 1)]
    if last_left:
        marks[-1] = ":--"
    for cells in (heads, marks, *rest):
        yield f"| {' | '.join(cells)} |"


def finding_lines(finding: Finding) -> Iterator[str]:
    """How every command writes a finding in Markdown: what is wrong, where, and the way out."""
    place = f" ({escape_markdown(finding.place.short)})" if finding.place.file else ""
    yield f"- **{finding.severity} {finding.code}**: {escape_markdown(finding.message)}{place}"
    if finding.fix:
        yield f"  {escape_markdown(finding.fix)}"
