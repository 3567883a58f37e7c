"""What an edition says: tables, the rules it cites, and options, from a manifest or the command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, TypeAlias

from catalog.editions.demands import Demand
from catalog.editions.tables import EditionTables
from catalog.yaml.located_values import Listing, Scalar, Value, locate
from catalog.yaml.yaml_findings import EMPTY, NOT_A_CHOICE, UNKNOWN_OPTION
from ldraw_tools.findings import Finding, Place, Severity
from ldraw_tools.names import hint, shown
from ldraw_tools.notebooks import line_of
from ldraw_tools.phrases import say

CitedNumber: TypeAlias = "int | float | tuple[CitedNumber, ...]"
"""A number that a citation gives its rule, or several in brackets."""
OptionValue: TypeAlias = bool | int | float | str | tuple[str, ...]
"""What a group agreed on: yes or no, a number, a choice, a list of words."""
KINDS = ("flag", "number", "decimal", "list", "choice")
EXAMPLE = "split-range: true"
COMMAND_LINE = Place("--option")


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


class OptionSpec(NamedTuple):
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


def option_words(words: Iterable[str]) -> dict[str, object]:
    """`NAME[=VALUE]` words as a mapping; a bare name is a flag's yes."""
    given: dict[str, object] = {}
    for word in words:
        name, sign, value = word.partition("=")
        given[name.strip()] = value if sign else True
    return given


def parse_options(
    edition: Edition, given: Mapping[str, object] | Value, place: Place = COMMAND_LINE
) -> tuple[dict[str, OptionValue], list[Finding]]:
    """The given options as values, and what is wrong with them.

    `place` is where they were given, unless they are values that know their places.
    """
    told: list[Finding] = []
    options: dict[str, OptionValue] = {}
    for key, value in locate(given, place, "options", told).entries(example=EXAMPLE).pairs:
        spec = edition.options.get(key.written)
        if spec is None:
            _tell_unknown(edition, key)
        elif spec.kind != "flag" and _is_bare(given, key.written):
            value.tell(EMPTY)
        else:
            found = read_option(spec, value)
            if found is not None:
                options[spec.name] = found
    return options, told


def options_in_force(edition: Edition, *agreed: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Everything in force: the edition's defaults, over them what was agreed, the later over the earlier."""
    options = {name: spec.default for name, spec in edition.options.items() if spec.default is not None}
    for given in agreed:
        options.update(given)
    return options


def read_option(spec: OptionSpec, value: Value) -> OptionValue | None:
    """The option's value, None if it is not valid."""
    if spec.kind == "flag":
        return value.flag()
    if spec.kind == "number":
        return value.integer(spec.low, spec.high)
    if spec.kind == "decimal":
        return value.number(spec.low, spec.high)
    if spec.kind == "choice":
        return _as_number(value.choice(spec.choices))
    return _listed(spec, value)


def _listed(spec: OptionSpec, value: Value) -> tuple[str, ...] | None:
    if isinstance(value, Listing) and not value.values:
        # Nothing of what the edition takes as agreed on.
        return ()
    words = tuple(dict.fromkeys(value.words()))
    if not spec.choices:
        return words or None
    by_key = {choice.casefold(): choice for choice in spec.choices}
    for word in words:
        if word.casefold() not in by_key:
            wanted = say("from {choices}", choices=", ".join(spec.choices))
            value.tell(NOT_A_CHOICE, word=shown(word), wanted=wanted, hint=hint(word, spec.choices))
    return tuple(by_key[word.casefold()] for word in words if word.casefold() in by_key) or None


def _as_number(word: str | None) -> int | str | None:
    return int(word) if word is not None and word.isdecimal() else word


def _is_bare(given: Mapping[str, object] | Value, name: str) -> bool:
    return isinstance(given, Mapping) and given.get(name) is True


def _tell_unknown(edition: Edition, key: Scalar) -> None:
    name = shown(key.written)
    key.tell(UNKNOWN_OPTION, edition=edition.title, name=name, hint=hint(key.written, edition.options))
