"""What an edition says: tables, options, and which rules it cites, with pages, numbers and severities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

from catalog.editions.demands import Demand
from catalog.editions.tables import EditionTables
from ldraw_tools.findings import Place, Severity
from ldraw_tools.notebooks import line_of

CitedNumber: TypeAlias = "int | float | tuple[CitedNumber, ...]"
"""A number that a citation gives its rule, or several in brackets."""
OptionValue: TypeAlias = bool | int | float | str | tuple[str, ...]
"""What a group agreed on: yes or no, a number, a choice, a list of words."""


@dataclass(frozen=True, slots=True)
class Citation:
    """One rule as an edition cites it: where it stands, with which numbers, how grave, and why so.

    `edition` is the id of the edition that wrote the citation: an inherited one prints as the parent's.
    The rule itself says which numbers it needs and of which types.
    """

    code: str
    reference: str
    severity: Severity
    numbers: Mapping[str, CitedNumber] = field(default_factory=dict)
    reason: str = ""
    edition: str = ""


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """Something a group may agree on. `kind` is flag, number (whole), decimal, list or choice."""

    name: str
    kind: str
    title: str
    reference: str = ""
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    default: OptionValue | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Edition(EditionTables):
    """`game` is frames, fleet or mech; `words` are the text's own names for things."""

    # What JSON documents say of the edition that something was judged or counted by.
    __json__: ClassVar = ("id", "title", "version")

    id: str
    title: str
    version: str = ""
    date: str = ""
    short: str = ""
    game: str
    words: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, OptionSpec] = field(default_factory=dict)
    citations: Mapping[str, Citation] = field(default_factory=dict)
    demands: Mapping[str, Demand] = field(default_factory=dict)
    # The codes of what a list may suppress, and where that is said; None means all.
    may_suppress: Mapping[str, Place] | None = None
    extends: str = ""
    file: str = ""
    # The files of a group's own edition and of those that it extends; none for a shipped one.
    files: tuple[str, ...] = ()

    __repr__ = line_of

    def __str__(self) -> str:
        return self.named

    @property
    def named(self) -> str:
        """`Mobile Frame Zero: Rapid Attack, version 001`; a group's own rules may have no version."""
        return f"{self.title}, version {self.version}" if self.version else self.title

    @property
    def cited(self) -> str:
        """`Mobile Frame Zero: Rapid Attack (rapid-attack, version 001)`."""
        return f"{self.title} ({self.id}{f', version {self.version}' if self.version else ''})"

    def cites(self, code: str) -> bool:
        return code in self.citations

    def lets_suppress(self, code: str) -> bool:
        return self.may_suppress is None or code in self.may_suppress
