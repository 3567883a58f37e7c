"""Plain values that know their places: ask one for a type, and a mismatch becomes a finding there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from catalog.yaml.yaml_findings import (
    EMPTY,
    MISSING_KEY,
    NOT_A_CHOICE,
    NOT_A_MAPPING,
    OUT_OF_RANGE,
    TOO_LONG,
    UNKNOWN_KEY,
    WRONG_TYPE,
)
from ldraw_tools.findings import Finding, Kind, Place
from ldraw_tools.names import hint, shown, within
from ldraw_tools.phrases import say

_WHOLE = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?[0-9]+\.[0-9]+")
_NULLS = frozenset({"~", "null", "Null", "NULL"})
_FLAGS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_MOST_DIGITS = 15
_LONGEST_TEXT = 2000
# What findings call the value of a whole file.
WHOLE_FILE = "the file"
_NOWHERE: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Value:
    """What every value can be asked for; `label` is the key it stands under, `told` takes the findings.

    A question is answered by None, or by nothing to go through, where the value isn't what was asked for.
    """

    place: Place
    label: str
    told: list[Finding] = field(repr=False, compare=False)

    @property
    def what(self) -> str:
        return say("nothing")

    @property
    def is_null(self) -> bool:
        return False

    def tell(self, kind: Kind, **values: object) -> None:
        label = say(self.label) if self.label == WHOLE_FILE else self.label
        self.told.append(kind.at(self.place, **{"label": label, "what": self.what, **values}))

    def retold(self, told: list[Finding]) -> Value:
        """The same value, with findings added to another list."""
        return replace(self, told=told)

    def text(self, most: int = _LONGEST_TEXT) -> str | None:
        self._refuse(say("text"), say("one word, or text in quotes"))
        return None

    def integer(self, low: int | None = None, high: int | None = None) -> int | None:
        self._refuse(
            within("a whole number", low, high), say("it in digits, such as {number}", number=low or 1)
        )
        return None

    def number(self, low: int | None = None, high: int | None = None) -> int | float | None:
        self._refuse(within("a number", low, high), say("it in digits, such as {number}", number=low or 1))
        return None

    def flag(self) -> bool | None:
        self._refuse(say("yes or no"), say("yes or no"))
        return None

    def choice(self, choices: Iterable[str]) -> str | None:
        choices = list(choices)
        self._refuse(one_of(choices), ", ".join(choices[:1]))
        return None

    def words(self) -> tuple[str, ...]:
        self._refuse(say("a list of words"), say("[one, another]"))
        return ()

    def guessed(self) -> object:
        """A guess for a value of unknown type: a number, yes or no, text or a list of these."""
        return None

    def items(self) -> tuple[Value, ...]:
        self._refuse(say("a list"), say("[one, another], or one line with - for each"))
        return ()

    def entries(
        self,
        *keys: str,
        what: str = "key here",
        example: str = "key: value",
        elsewhere: Mapping[str, str] = _NOWHERE,
    ) -> Entries:
        """Its keys and values; if `keys` are given, every other key is reported as not a valid `what`."""
        self.tell(EMPTY if self.is_null else NOT_A_MAPPING, example=example)
        return Entries(self.place, self.label, self.told, ())

    def _refuse(self, wanted: str, example: str) -> None:
        self.tell(EMPTY if self.is_null else WRONG_TYPE, wanted=wanted, example=example)


class Missing(Value):
    """A value that isn't there, or was reported already: it answers nothing, in silence."""

    __slots__ = ()

    def tell(self, kind: Kind, **values: object) -> None:
        pass

    def entries(
        self,
        *keys: str,
        what: str = "key here",
        example: str = "key: value",
        elsewhere: Mapping[str, str] = _NOWHERE,
    ) -> Entries:
        return Entries(self.place, self.label, [], ())

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Scalar(Value):
    """One value as written: none of YAML's guesses (no, 1:30, 0o7) is made before a type is asked for."""

    written: str = ""
    is_plain: bool = True

    @property
    def what(self) -> str:
        # A file that is all text may be anybody's: nothing of it is quoted.
        return say("text") if self.label == WHOLE_FILE else say("“{text}”", text=shown(self.written))

    @property
    def is_null(self) -> bool:
        return not self.written.strip() or (self.is_plain and self.written in _NULLS)

    def text(self, most: int = _LONGEST_TEXT) -> str | None:
        if self.is_null:
            self.tell(EMPTY)
            return None
        if len(self.written) > most:
            self.tell(TOO_LONG, length=f"{len(self.written):,}", most=f"{most:,}")
            return None
        return self.written

    def integer(self, low: int | None = None, high: int | None = None) -> int | None:
        if not _WHOLE.fullmatch(self.written):
            return Value.integer(self, low, high)
        digits = self.written.lstrip("+-0") or "0"
        # Python refuses to read thousands of digits; so do we, long before.
        number = int(digits) if len(digits) <= _MOST_DIGITS else None
        if number and self.written.startswith("-"):
            number = -number
        return number if self._is_within(number, low, high, "a whole number") else None

    def number(self, low: int | None = None, high: int | None = None) -> int | float | None:
        if _WHOLE.fullmatch(self.written):
            return self.integer(low, high)
        if not _DECIMAL.fullmatch(self.written) or len(self.written) > _MOST_DIGITS:
            return Value.number(self, low, high)
        number = float(self.written)
        return number if self._is_within(number, low, high, "a number") else None

    def flag(self) -> bool | None:
        found = _FLAGS.get(self.written.casefold())
        return Value.flag(self) if found is None else found

    def choice(self, choices: Iterable[str]) -> str | None:
        choices = list(choices)
        found = next((one for one in choices if one.casefold() == self.written.casefold()), None)
        if found is None and self.is_null:
            self.tell(EMPTY)
        elif found is None:
            word = shown(self.written)
            self.tell(NOT_A_CHOICE, word=word, wanted=one_of(choices), hint=hint(self.written, choices))
        return found

    def words(self) -> tuple[str, ...]:
        text = self.text() or ""
        return tuple(word for word in map(str.strip, text.split(",")) if word)

    def guessed(self) -> object:
        if not self.is_plain:
            return self.written
        if _WHOLE.fullmatch(self.written) and len(self.written.lstrip("+-")) <= _MOST_DIGITS:
            return int(self.written)
        return _FLAGS.get(self.written.casefold(), self.written)

    def _is_within(self, number: float | None, low: int | None, high: int | None, noun: str) -> bool:
        if number is not None and (low is None or low <= number) and (high is None or number <= high):
            return True
        example: str = str(1 if low is None else low)
        if high is not None and (number is None or number > high):
            example = say("{number:,} or less", number=high)
        number_shown = shown(self.written, 20)
        self.tell(OUT_OF_RANGE, number=number_shown, wanted=within(noun, low, high), example=example)
        return False


@dataclass(frozen=True, slots=True)
class Listing(Value):
    """Values one after the other."""

    values: tuple[Value, ...] = ()

    @property
    def what(self) -> str:
        return say("a list")

    def retold(self, told: list[Finding]) -> Listing:
        return replace(self, told=told, values=tuple(value.retold(told) for value in self.values))

    def guessed(self) -> object:
        return [value.guessed() for value in self.values]

    def items(self) -> tuple[Value, ...]:
        return self.values

    def words(self) -> tuple[str, ...]:
        return tuple(text for value in self.values if (text := value.text()) is not None)


@dataclass(frozen=True, slots=True)
class Entries(Value):
    """Keys and their values in the file's order; an absent key has a `Missing` value."""

    pairs: tuple[tuple[Scalar, Value], ...] = ()

    @property
    def what(self) -> str:
        return say("keys with values")

    def __getitem__(self, key: str) -> Value:
        found = next((value for one, value in self.pairs if one.written == key), None)
        return Missing(self.place, key, self.told) if found is None else found

    def __contains__(self, key: str) -> bool:
        return any(one.written == key for one, _ in self.pairs)

    def __iter__(self) -> Iterator[str]:
        return (key.written for key, _ in self.pairs)

    def retold(self, told: list[Finding]) -> Entries:
        pairs = tuple((replace(key, told=told), value.retold(told)) for key, value in self.pairs)
        return replace(self, told=told, pairs=pairs)

    def entries(
        self,
        *keys: str,
        what: str = "key here",
        example: str = "key: value",
        elsewhere: Mapping[str, str] = _NOWHERE,
    ) -> Entries:
        if not keys:
            return self
        for key, _ in self.pairs:
            if key.written not in keys:
                way_out = say(elsewhere.get(key.written, "")) or hint(key.written, keys)
                key.tell(UNKNOWN_KEY, key=shown(key.written), what=what, hint=way_out)
        return replace(self, pairs=tuple(pair for pair in self.pairs if pair[0].written in keys))

    def need(self, key: str) -> Value:
        """The key's value, which must be there."""
        if key not in self:
            self.tell(MISSING_KEY, key=key)
        return self[key]


def one_of(choices: Iterable[str]) -> str:
    return say("one of {choices}", choices=", ".join(choices))


def locate(plain: object, place: Place, label: str, told: list[Finding]) -> Value:
    """A value from elsewhere, such as the command line, that can be asked like one from a file."""
    if isinstance(plain, Value):
        return plain.retold(told)
    if isinstance(plain, Mapping):
        keys = [(str(key), value) for key, value in plain.items()]
        pairs = ((Scalar(place, label, told, key), locate(value, place, key, told)) for key, value in keys)
        return Entries(place, label, told, tuple(pairs))
    if isinstance(plain, list | tuple):
        return Listing(place, label, told, tuple(locate(one, place, label, told) for one in plain))
    written = "" if plain is None else str(plain).lower() if isinstance(plain, bool) else str(plain)
    return Scalar(place, label, told, written, is_plain=not isinstance(plain, str))
