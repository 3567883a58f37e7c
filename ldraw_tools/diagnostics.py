"""How every floor says what is wrong: severity, place, diagnostic, and the one family of exceptions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import IntEnum
from heapq import nsmallest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ldraw_tools.sights import Sight


class Severity(IntEnum):
    INFO = 1
    WARNING = 2
    ERROR = 3

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where something is: lines and columns count from 1, 0 means the whole file."""

    file: str
    line: int = 0
    column: int = 0
    submodel: str = ""

    def __str__(self) -> str:
        text = self.file
        if self.line:
            text += f":{self.line}"
            if self.column:
                text += f":{self.column}"
        return text


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing worth saying about a model, as a value.

    `sight` is what a picture of it has to show, `picture` the file that was drawn; neither makes it another.
    """

    code: str
    severity: Severity
    place: Place
    message: str
    fix: str = ""
    measured: str = ""
    allowed: str = ""
    reference: str = ""
    sight: Sight | None = field(default=None, compare=False, repr=False)
    picture: str = field(default="", compare=False)

    def extended(self, text: str) -> Diagnostic:
        return replace(self, message=self.message + text)

    def __str__(self) -> str:
        return f"{self.place}: {self.severity} {self.code}: {self.message}"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of finding, declared once: its code is for ever, its message a template."""

    code: str
    severity: Severity
    template: str
    fix: str = ""

    def at(self, place: Place, **values: object) -> Diagnostic:
        return Diagnostic(
            code=self.code,
            severity=self.severity,
            place=place,
            message=self.template.format(**values),
            fix=self.fix.format(**values) if values else self.fix,
        )


class BrickyardError(Exception):
    """What is wrong with the call or the machine: one line for people, exit status 2."""


class RefusedError(BrickyardError):
    """Input we will not read: too large, dangerous, or not what it says it is."""


def worst(diagnostics: Iterable[Diagnostic]) -> Severity | None:
    return max((d.severity for d in diagnostics), default=None)


def in_file_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sorted by place, then code, each said once: the same every run."""
    unique = dict.fromkeys(diagnostics)
    return sorted(unique, key=lambda d: (d.place.file, d.place.line, d.place.column, d.code, d.message))


def abridged(diagnostics: Iterable[Diagnostic], most: int = 1_000) -> list[Diagnostic]:
    """The first so many of each kind in each file; the last of them says how many more there are."""
    alike: dict[tuple[str, str], list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        alike.setdefault((diagnostic.place.file, diagnostic.code), []).append(diagnostic)
    kept: list[Diagnostic] = []
    for found in alike.values():
        if len(found) > most:
            first = nsmallest(most, found, key=lambda diagnostic: diagnostic.place.line)
            first[-1] = first[-1].extended(f" (and {len(found) - most:,} more of this kind in the file)")
            found = first
        kept += found
    return kept


def and_more(items: Iterable[str | int], most: int = 4) -> str:
    """`12, 15, 18 and 40 more`: a list short enough for one line."""
    texts = [str(item) for item in items]
    if len(texts) <= most:
        return ", ".join(texts)
    return f"{', '.join(texts[: most - 1])} and {len(texts) - most + 1:,} more"


def count_of(number: int, noun: str, plural: str = "") -> str:
    """`1 line`, `3 lines`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def printable(text: str) -> str:
    """Names come from strangers' files: nothing in them may steer the terminal."""
    return "".join(c if c.isprintable() else "?" for c in text)
