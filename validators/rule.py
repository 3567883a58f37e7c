"""A rule is declared once: code, message and fix above a function that yields what it found.

The function's name is the rule's name, the first sentence of its docstring the title, the rest
the reason, and the type of its first parameter what it judges. Its keyword parameters are the numbers
that an edition gives it, with their types; `tolerance_ldu` is `tolerance-ldu` in the edition.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from types import FunctionType, NoneType, UnionType
from typing import TYPE_CHECKING, Any, NamedTuple, Never, cast

from catalog.editions.edition import Citation, CitedNumber, Edition, OptionSpec, OptionValue
from catalog.editions.tables import UnitClass
from catalog.vocabulary import Vocabulary
from fleets.forces.force import NO_GAME, Force, Game
from ldraw_tools.findings import BrickyardError, Finding, Place, Severity, tell_part
from ldraw_tools.highlights import Highlight

if TYPE_CHECKING:
    from fleets.models.model_units import Unit

Pair = tuple[float, float]
"""Two numbers of a citation, such as the sides of a box or the ends of a range."""
_CODE = re.compile(r"^[A-Z]{3}\d{3}$")
_KINDS_WITH_A_GROUP = frozenset({"company", "fleet"})
_NOTHING: Mapping[str, Never] = {}


class Ruling(NamedTuple):
    """By what is judged: the edition, what the group agreed to, the game to be played."""

    edition: Edition
    vocabulary: Vocabulary
    options: Mapping[str, OptionValue] = _NOTHING
    game: Game = NO_GAME
    # A model checked by itself has no group that could agree to anything.
    alone: bool = False
    # What a file calls its edition, if that can't be read: `edition` stands in, and nothing is judged by it.
    unknown: str = ""

    def merged_with(self, force: Force) -> Ruling:
        """The same ruling with what a force's own file says; what the caller said wins."""
        game = Game(self.game.size or force.game.size, self.game.players or force.game.players)
        options = {**force.options, **self.options}
        alone = self.alone or force.kind not in _KINDS_WITH_A_GROUP
        return self._replace(options=options, game=game, alone=alone)

    def agreed(self, option: str) -> OptionValue | None:
        """What the group agreed on, else the edition's default, else None.

        A value of the wrong kind was reported where it was read, and counts as not agreed.
        """
        known = self.edition.options.get(option)
        value = self.options.get(option)
        if known is None:
            return None
        return value if _makes_sense(value, known) else known.default

    def agreed_number(self, option: str) -> int | float | None:
        value = self.agreed(option)
        return None if value is None or isinstance(value, str | tuple | list) else value

    def agreed_list(self, option: str) -> tuple[str, ...]:
        value = self.agreed(option)
        return tuple(map(str, value)) if isinstance(value, tuple | list) else ()

    def is_strict(self, code: str) -> bool:
        """Whether to break this rule is not legal; else it is advice, or not in the text at all."""
        citation = self.edition.citations.get(code)
        return citation is not None and citation.severity is Severity.ERROR

    def class_of(self, unit: Unit) -> UnitClass | None:
        """What the edition says of the unit's class, by its body or else by its role."""
        return self.edition.classes.get(unit.body or unit.role.value)

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


class Found(NamedTuple):
    """One breach: where, the values its message needs, the numbers side by side.

    `severity` and `reference` only if the edition's own don't fit this case; `highlight` if a picture can
    show it. If `is_open`, too little is known to decide whether it is legal.
    """

    place: Place
    values: Mapping[str, object] = _NOTHING
    measured: str = ""
    allowed: str = ""
    severity: Severity | None = None
    highlight: Highlight | None = None
    is_open: bool = False
    reference: str = ""


Judge = Callable[..., Iterator[Found]]


@dataclass(frozen=True)
class Rule:
    code: str
    name: str
    message: str
    fix: str
    subject: type | UnionType
    judge: Judge
    # The numbers that an edition gives it by the names they have there, and those that may be left out.
    numbers: Mapping[str, type] = field(default_factory=dict)
    optional: frozenset[str] = frozenset()
    # Needs to know which units or parts there are, and not what they carry.
    only_counts: bool = False

    @property
    def title(self) -> str:
        return self._explained[0]

    @property
    def reason(self) -> str:
        return self._explained[1]

    @cached_property
    def _explained(self) -> tuple[str, str]:
        """Judging doesn't ask for it: only made where somebody reads it."""
        title, _, reason = (inspect.getdoc(self.judge) or "").partition("\n")
        return title.strip(), " ".join(reason.split())

    def apply(self, subject: object, ruling: Ruling) -> Iterator[Finding]:
        citation = ruling.edition.citations.get(self.code)
        if citation is None or not isinstance(subject, self.subject):
            return
        for found in self.judge(subject, ruling, **self.numbers_in(ruling.edition)):
            yield self._said(found, citation)

    def numbers_in(self, edition: Edition) -> dict[str, object]:
        """The numbers that an edition gives the rule, as the types and by the names of its parameters."""
        citation = edition.citations[self.code]
        numbers: dict[str, object] = {}
        for name, kind in self.numbers.items():
            if name in citation.numbers:
                numbers[name.replace("-", "_")] = _typed_number(citation, name, kind)
            elif name not in self.optional:
                raise BrickyardError(f"{edition.title}: the citation of {self.code} lacks {name!r}")
        return numbers

    def wrong_numbers(self, edition: Edition) -> Iterator[tuple[str, str]]:
        """The numbers of an edition that are not of the rule's types, and what they should be."""
        cited = edition.citations[self.code].numbers
        for name, kind in self.numbers.items():
            wanted, convert = _NUMBER_TYPES[kind]
            if name in cited and convert(cited[name]) is None:
                yield name, wanted

    def _said(self, found: Found, citation: Citation) -> Finding:
        values = {"option": "", **found.values, "measured": found.measured, "allowed": found.allowed}
        return Finding(
            code=self.code,
            severity=Severity.ERROR if found.is_open else found.severity or citation.severity,
            place=found.place,
            message=tell_part(self.code, "message", self.message, values),
            fix=tell_part(self.code, "fix", self.fix, values),
            measured=found.measured,
            allowed=found.allowed,
            reference=found.reference or citation.reference,
            highlight=found.highlight,
            is_open=found.is_open,
        )


RULES: dict[str, Rule] = {}


def rule(code: str, message: str, fix: str = "", only_counts: bool = False) -> Callable[[Judge], Judge]:
    """Declare a rule; a code is for ever and belongs to one function."""

    def declare(judge: Judge) -> Judge:
        if not _CODE.match(code) or code in RULES:
            raise ValueError(f"{code}: not a code, or taken already")
        # Not by the signature: a command declares fifty rules, and needs the types of these parameters only.
        function = cast(FunctionType, judge)
        positional, names = function.__code__.co_argcount, function.__code__.co_varnames
        given = names[positional : positional + function.__code__.co_kwonlyargcount]
        RULES[code] = Rule(
            code=code,
            name=function.__name__,
            message=message,
            fix=fix,
            subject=_type_of(function, names[0]),
            judge=judge,
            numbers={_in_edition(name): _number_type(_type_of(function, name)) for name in given},
            optional=frozenset(map(_in_edition, function.__kwdefaults__ or ())),
            only_counts=only_counts,
        )
        return judge

    return declare


_PLAIN_TYPES = {"int": int, "float": float}


def _type_of(function: FunctionType, parameter: str) -> Any:
    """The type that stands in a rule's own module as text."""
    text, known = function.__annotations__[parameter], function.__globals__
    # Most are a plain name, which needs no compiling.
    found = known.get(text) or _PLAIN_TYPES.get(text)
    return found or eval(text, known)  # noqa: S307 - our own text


def cited_whole(cited: Citation, name: str) -> int:
    return cast(int, _typed_number(cited, name, int))


def cited_number(cited: Citation, name: str) -> float:
    return cast(float, _typed_number(cited, name, float))


def cited_pair(cited: Citation, name: str) -> Pair:
    return cast(Pair, _typed_number(cited, name, Pair))


def _typed_number(cited: Citation, name: str, kind: object) -> object:
    """A number of a citation as one of the types that rules take; a house edition may have got it wrong."""
    wanted, convert = _NUMBER_TYPES[kind]
    found = convert(cited.numbers[name])
    if found is None:
        raise BrickyardError(f"{cited.edition}: the citation of {cited.code} needs {wanted} as {name}")
    return found


def _in_edition(parameter: str) -> str:
    return parameter.replace("_", "-")


def _number_type(hint: type | UnionType) -> type:
    kinds = [one for one in typing.get_args(hint) if one is not NoneType]
    kind: type = kinds[0] if isinstance(hint, UnionType) else hint
    if kind not in _NUMBER_TYPES:
        raise TypeError(f"{kind} is not a type for a rule's numbers")
    return kind


def _whole(value: CitedNumber) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _float(value: CitedNumber) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _pair(value: CitedNumber) -> Pair | None:
    numbers = [_float(one) for one in value] if isinstance(value, tuple | list) else []
    match numbers:
        case [float() as first, float() as second]:
            return first, second
    return None


def _pairs(value: CitedNumber) -> tuple[Pair, ...] | None:
    found = [_pair(one) for one in value] if isinstance(value, tuple | list) else [None]
    pairs = tuple(one for one in found if one is not None)
    return pairs if len(pairs) == len(found) else None


_NUMBER_TYPES: dict[object, tuple[str, Callable[[CitedNumber], object]]] = {
    int: ("a whole number", _whole),
    float: ("a number", _float),
    Pair: ("two numbers", _pair),
    tuple[Pair, ...]: ("pairs of numbers", _pairs),
}


# By the first letters of a rule's code: a command imports only the families that its edition cites.
FAMILIES = {
    "BAS": "base",
    "BLD": "buildable",
    "CAM": "campaign",
    "CMP": "company",
    "FLT": "fleet",
    "LNT": "lint",
    "MEC": "mech",
    "SIZ": "size",
    "SYS": "systems",
}


def rules() -> dict[str, Rule]:
    """Every rule there is, by code, in the order of the codes."""
    for letters in FAMILIES:
        _read(letters)
    return dict(sorted(RULES.items()))


def cited_rules(edition: Edition) -> list[Rule]:
    """The rules that an edition judges by."""
    for letters in {code[:3] for code in edition.citations} & FAMILIES.keys():
        _read(letters)
    return [RULES[code] for code in sorted(RULES) if edition.cites(code)]


@cache
def _read(letters: str) -> None:
    family = importlib.import_module(f"validators.rules.{FAMILIES[letters]}")
    for found in pkgutil.iter_modules(family.__path__):
        importlib.import_module(f"{family.__name__}.{found.name}")
