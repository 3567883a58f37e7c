"""How every floor reports what is wrong: severity, place, finding, and one family of exceptions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from heapq import nsmallest
from pathlib import Path
from typing import ClassVar, NamedTuple

from ldraw_tools.highlights import Highlight, HighlightedPart
from ldraw_tools.phrases import Phrase, Texts, count, in_language, join_texts, say

# Lines for a file or another program are always this wide, so that they stay the same everywhere.
WIDTH = 100


class RankedWord(StrEnum):
    """A word that equals its text; words are ordered as they are declared, the least first."""

    @property
    def rank(self) -> int:
        return list(type(self)).index(self)

    def __lt__(self, other: str) -> bool:
        return self.rank < type(self)(other).rank

    def __le__(self, other: str) -> bool:
        return self.rank <= type(self)(other).rank

    def __gt__(self, other: str) -> bool:
        return self.rank > type(self)(other).rank

    def __ge__(self, other: str) -> bool:
        return self.rank >= type(self)(other).rank


class Severity(RankedWord):
    """How bad a finding is: equal to its word, and info < warning < error."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is: lines and columns count from 1, 0 means the whole file.

    `file` is the path from the current folder, with forward slashes.
    """

    file: str
    line: int = 0
    column: int = 0
    submodel: str = ""

    def __lt__(self, other: Place) -> bool:
        mine, theirs = (self.file, self.line, self.column), (other.file, other.line, other.column)
        return (*mine, self.submodel) < (*theirs, other.submodel)

    @property
    def name(self) -> str:
        """The file's name by itself."""
        return self.file.rpartition("/")[2]

    @property
    def short(self) -> str:
        """Without folders: for pages and cards, which other people read."""
        return self._written(self.name)

    def __str__(self) -> str:
        return self._written(self.file)

    def _written(self, text: str) -> str:
        if self.line:
            text += f":{self.line}"
            if self.column:
                text += f":{self.column}"
        return text


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing worth saying about a model, as a value.

    `highlight` is what a picture of it has to show, `picture` the file that was drawn; both are excluded
    from equality. `__json__` names what every JSON document says of a finding.
    """

    __json__: ClassVar = (
        *("code", "severity", "file", "line", "column", "submodel", "message", "measured", "allowed"),
        *("reference", "fix", "parts", "picture"),
    )

    code: str
    severity: Severity
    place: Place
    message: str
    fix: str = ""
    measured: str = ""
    allowed: str = ""
    reference: str = ""
    highlight: Highlight | None = field(default=None, compare=False, repr=False)
    picture: str = field(default="", compare=False)
    # Whether too little is known to decide if something is wrong.
    is_open: bool = False

    @property
    def file(self) -> str:
        return self.place.file

    @property
    def line(self) -> int:
        """Counts from 1; 0 means the whole file."""
        return self.place.line

    @property
    def column(self) -> int:
        return self.place.column

    @property
    def submodel(self) -> str:
        return self.place.submodel

    @property
    def parts(self) -> tuple[HighlightedPart, ...]:
        """The parts it is about, each with its letter in the picture."""
        return self.highlight.parts() if self.highlight else ()

    def extended(self, text: str) -> Finding:
        return replace(self, message=join_texts([self.message, text], ""))

    def in_language(self, texts: Texts) -> Finding:
        """The same with its sentences and numbers as another language writes them."""
        message, fix = in_language(self.message, texts), in_language(self.fix, texts)
        if message is self.message:
            return self
        measured, allowed = in_language(self.measured, texts), in_language(self.allowed, texts)
        return replace(self, message=message, fix=fix, measured=measured, allowed=allowed)

    def __str__(self) -> str:
        return f"{self.place}: {self.severity} {self.code}: {self.message}"

    def __repr__(self) -> str:
        return f"<Finding {printable(str(self))}>"


class Kind(NamedTuple):
    """A kind of finding, declared once: its code is for ever, its message a template."""

    code: str
    severity: Severity
    template: str
    fix: str = ""

    def at(self, place: Place, **values: object) -> Finding:
        return Finding(
            code=self.code,
            severity=self.severity,
            place=place,
            message=tell_part(self.code, "message", self.template, values),
            fix=tell_part(self.code, "fix", self.fix, values)
            if values
            else Phrase(self.fix, f"{self.code}.fix"),
        )


def tell_part(code: str, part: str, template: str, values: Mapping[str, object]) -> str:
    """The message or the fix of a finding, filled in."""
    return Phrase(template.format(**values), f"{code}.{part}", template, values)


class BrickyardError(Exception):
    """What is wrong with the call or the machine: one line for people, exit status 2.

    Where a file that was given to work by has mistakes, `findings` are all of them, and `summary` ends them.
    """

    summary: str = ""

    def __init__(self, text: str = "", findings: Iterable[Finding] = ()) -> None:
        super().__init__(text)
        self.findings = tuple(findings)

    @property
    def said(self) -> str:
        """Its sentence, which may know other languages: `str` of an error is English."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)

    def why(self, path: Path) -> str:
        """What is wrong with a file, where it is named already."""
        values = self.said.values if isinstance(self.said, Phrase) else {}
        if {*values} == {"file", "why"}:
            found: str = values["why"]
            return found
        return str(self).removeprefix(f"{path}: ").removeprefix(f"{path.name}: ")


class RefusedError(BrickyardError):
    """Input we will not read: too large, dangerous, or not what it says it is."""


def worst(findings: Iterable[Finding]) -> Severity | None:
    return max((d.severity for d in findings), default=None)


def in_file_order(findings: Iterable[Finding]) -> list[Finding]:
    """Sorted by place, then code, without repeats: the same every run."""
    unique = dict.fromkeys(findings)
    return sorted(unique, key=lambda d: (d.place.file, d.place.line, d.place.column, d.code, d.message))


def abridge(findings: Iterable[Finding], most: int = 1_000) -> list[Finding]:
    """The first `most` of each kind in each file; the last of them says how many more there are."""
    alike: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        alike.setdefault((finding.place.file, finding.code), []).append(finding)
    kept: list[Finding] = []
    for found in alike.values():
        if len(found) > most:
            first = nsmallest(most, found, key=lambda finding: finding.place.line)
            more = say(" (and {count:,} more of this kind in the file)", count=len(found) - most)
            first[-1] = first[-1].extended(more)
            found = first
        kept += found
    return kept


def and_more(items: Iterable[str | int], most: int = 4) -> str:
    """`12, 15, 18 and 40 more`: a list short enough for one line."""
    texts = [item if isinstance(item, str) else str(item) for item in items]
    if len(texts) <= most:
        return join_texts(texts)
    return say("{items} and {count:,} more", items=join_texts(texts[: most - 1]), count=len(texts) - most + 1)


def listed(texts: Sequence[str], joiner: str = "and", most: int = 6) -> str:
    """`A, B and C`; long lists end with how many more there are."""
    if len(texts) > most:
        return and_more(texts, most)
    if not texts[1:]:
        return texts[0] if texts else ""
    return say(f"{{items}} {joiner} {{last}}", items=join_texts(texts[:-1]), last=texts[-1])


def count_of(number: int, noun: str, plural: str = "") -> str:
    """`1 line`, `3 lines`."""
    return count(f"{number:,}", noun, plural)


def printable(text: str) -> str:
    """Text from files without characters that could control the terminal."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)
