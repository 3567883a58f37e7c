"""A rule is declared once: code, message and fix above a function that yields what it found.

The function's name is the rule's name, the first sentence of its docstring the title, the rest
the reason, and the type of its first parameter what it judges.
"""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import UnionType
from typing import Any

from catalog.editions.edition import Citation, Edition, OptionSpec
from fleets.dice.vocabulary import Vocabulary
from fleets.forces.force import NO_GAME, Force, Game
from ldraw_tools.findings import BrickyardError, Finding, Place, Severity
from ldraw_tools.highlights import Highlight

_CODE = re.compile(r"^[A-Z]{3}\d{3}$")
_KINDS_WITH_A_GROUP = frozenset({"company", "fleet"})


@dataclass(frozen=True)
class Ruling:
    """By what is judged: the edition, what the group agreed to, the game to be played."""

    edition: Edition
    vocabulary: Vocabulary
    options: Mapping[str, Any] = field(default_factory=dict)
    game: Game = NO_GAME
    # A model checked by itself has no group that could agree to anything.
    alone: bool = False

    def over(self, force: Force) -> Ruling:
        """The same ruling with what a force's own file says; what the caller said wins."""
        game = Game(self.game.size or force.game.size, self.game.players or force.game.players)
        options = {**force.options, **self.options}
        alone = self.alone or force.kind not in _KINDS_WITH_A_GROUP
        return replace(self, options=options, game=game, alone=alone)

    def agreed(self, option: str) -> Any:
        """What the group agreed on, else what the edition takes as agreed, else None.

        A value that makes no sense was told where it was read, and is no agreement.
        """
        known = self.edition.options.get(option)
        value = self.options.get(option)
        if known is None:
            return None
        return value if _makes_sense(value, known) else known.default

    def agreed_list(self, option: str) -> tuple[str, ...]:
        return tuple(str(item) for item in self.agreed(option) or ())

    def word(self, name: str) -> str:
        """What the edition calls a thing."""
        return self.edition.words.get(name, name)

    def code_of(self, name: str) -> str:
        """The code of the system with this name, empty where the game has none."""
        return next((system.code for system in self.vocabulary.types if system.name == name), "")


def _makes_sense(value: object, option: OptionSpec) -> bool:
    if option.kind == "flag":
        return isinstance(value, bool)
    if option.kind == "list":
        return isinstance(value, (list, tuple))
    if option.kind == "choice":
        return str(value) in option.choices
    if not isinstance(value, (int, float, Fraction)) or isinstance(value, bool):
        return False
    low, high = option.low, option.high
    return (low is None or value >= low) and (high is None or value <= high)


@dataclass(frozen=True, slots=True)
class Found:
    """One breach: where, the values its message needs, the numbers side by side.

    `severity` only where the edition's own doesn't fit this case; `highlight` where a picture can show it.
    """

    place: Place
    values: Mapping[str, object] = field(default_factory=dict)
    measured: str = ""
    allowed: str = ""
    severity: Severity | None = None
    highlight: Highlight | None = None


Judge = Callable[[Any, Ruling, Citation], Iterator[Found]]


@dataclass(frozen=True)
class Rule:
    code: str
    name: str
    title: str
    reason: str
    message: str
    fix: str
    subject: type | UnionType
    judge: Judge
    # Needs to know how many units there are, and not what they carry.
    only_counts: bool = False

    def apply(self, subject: object, ruling: Ruling) -> Iterator[Finding]:
        citation = ruling.edition.citations.get(self.code)
        if citation is None or not isinstance(subject, self.subject):
            return
        try:
            breaches = list(self.judge(subject, ruling, citation))
        except KeyError as error:
            raise BrickyardError(
                f"{ruling.edition.title}: the citation of {self.code} lacks {error.args[0]!r}"
            ) from error
        yield from (self._said(found, citation) for found in breaches)

    def _said(self, found: Found, citation: Citation) -> Finding:
        values = {"option": "", **found.values, "measured": found.measured, "allowed": found.allowed}
        return Finding(
            code=self.code,
            severity=found.severity or citation.severity,
            place=found.place,
            message=self.message.format(**values),
            fix=self.fix.format(**values),
            measured=found.measured,
            allowed=found.allowed,
            reference=citation.reference,
            highlight=found.highlight,
        )


RULES: dict[str, Rule] = {}


def rule(code: str, message: str, fix: str = "", only_counts: bool = False) -> Callable[[Judge], Judge]:
    """Declare a rule; a code is for ever and belongs to one function."""

    def declare(judge: Judge) -> Judge:
        if not _CODE.match(code) or code in RULES:
            raise ValueError(f"{code}: not a code, or taken already")
        title, _, reason = (inspect.getdoc(judge) or "").partition("\n")
        hints = typing.get_type_hints(judge)
        subject = hints[next(iter(inspect.signature(judge).parameters))]
        name, why = judge.__name__, " ".join(reason.split())
        RULES[code] = Rule(code, name, title.strip(), why, message, fix, subject, judge, only_counts)
        return judge

    return declare


def whole_number(cited: Citation, name: str) -> int:
    """A number of a citation; a house edition may have got it wrong."""
    value = cited.numbers[name]
    if not isinstance(value, int) or isinstance(value, bool):
        raise BrickyardError(f"{cited.edition}: the citation of {cited.code} needs a whole number as {name}")
    return value
