"""Markdown in which strangers' names are only names."""

from __future__ import annotations

import re

from ldraw_tools.findings import printable

_MARKS = re.compile(r"([\\`*_\[\]<>#|~@&$])|(?<=:)(?=//)")


def escaped(text: str) -> str:
    """Every character that Markdown could take for a mark of its own, and addresses, which it makes links."""
    return _MARKS.sub(lambda found: "\\" + (found[1] or ""), printable(text))
