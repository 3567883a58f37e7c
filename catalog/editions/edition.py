"""What an edition says: limits, tables, options, and which rules it cites, with pages and severities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ldraw_tools.findings import Severity


@dataclass(frozen=True, slots=True)
class Citation:
    """One rule as an edition cites it: where it stands, with which numbers, how grave, and why so.

    `edition` is the id of the edition that wrote the citation: an inherited one prints as the parent's.
    """

    code: str
    reference: str
    severity: Severity
    numbers: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""
    edition: str = ""


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """Something a group may agree on. `kind` is flag, number, list or choice."""

    name: str
    kind: str
    title: str
    reference: str = ""
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    default: Any = None


@dataclass(frozen=True, slots=True)
class Edition:
    """`game` is frames, fleet or mech; `words` are the text's own names for things; `tables` its numbers."""

    id: str
    title: str
    version: str
    date: str
    short: str
    game: str
    words: Mapping[str, str]
    tables: Mapping[str, Any]
    options: Mapping[str, OptionSpec]
    citations: Mapping[str, Citation]
    extends: str = ""
    file: str = ""

    def cites(self, code: str) -> bool:
        return code in self.citations
