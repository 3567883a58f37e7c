"""Values with places into records: the type hints say what may be written, the rest are findings."""

from __future__ import annotations

import types
from collections.abc import Callable, Hashable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum, auto
from functools import cache, cached_property
from inspect import get_annotations
from typing import (
    Annotated,
    ForwardRef,
    Literal,
    NamedTuple,
    Never,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from catalog.yaml.located_values import Scalar, Value
from catalog.yaml.yaml_findings import BACKWARDS, OTHER_SHAPE, REMOVES_NOTHING
from ldraw_tools.findings import Finding, Severity, count_of, worst
from ldraw_tools.phrases import say

Wanted = TypeVar("Wanted")
# A value, what the parent has in its place, and the key it stands under; None where it isn't of the type.
Reader = Callable[[Value, object, str], object]


class Between(NamedTuple):
    """`Annotated[int, Between(0, 9)]`: a number within these limits."""

    low: int | None = None
    high: int | None = None


class TypeMark(Enum):
    """What a type alone can't say; written as `Annotated[tuple[str, ...], Mark.WORDS]`."""

    WORDS = auto()
    """A list of words, which may also be written with commas and without brackets."""
    ASCENDING = auto()
    """Two numbers, the smaller one first."""
    KEY = auto()
    """Not written in the record: the key that the record stands under."""


# What stands in one cell of a table.

RULER: Literal["ruler"] = "ruler"
"""A distance: the end of the ruler."""
_MOST = 1_000

Number: TypeAlias = Annotated[int, Between(0, _MOST)]
Positive: TypeAlias = Annotated[int, Between(1, _MOST)]
Sides: TypeAlias = Annotated[int, Between(2, _MOST)]
Face: TypeAlias = Annotated[int, Between(1, 8)]
Change: TypeAlias = Annotated[int, Between(-9, 9)]
Span: TypeAlias = Annotated[tuple[Number, Number], TypeMark.ASCENDING]
Words: TypeAlias = Annotated[tuple[str, ...], TypeMark.WORDS]
Key: TypeAlias = Annotated[str, TypeMark.KEY]
Lines: TypeAlias = tuple[str, ...]
Distance: TypeAlias = Number | Literal["ruler"]
# For a table that needn't be there.
NO_ROWS: Mapping[str, Never] = {}


def read_as(
    kind: type[Wanted], value: Value, over: object = None, what: str = "key here"
) -> tuple[Wanted | None, list[Finding]]:
    """The value as that type, None where anything in it is an error, and what is wrong with it.

    Types are records, that is dataclasses and named tuples (a key has - where the field has _; a field with
    a default may be left out), mappings, tuples, text, numbers, yes or no, `Literal`, `Annotated` with limits
    and marks, and unions with None or literals. `over` is what the value changes: it needs to say only what
    differs, and a row of nothing takes the row away. The findings are told in the value's document too.
    """
    before = len(value.told)
    reader = _reader(cast(Hashable, kind))
    found = reader.read(value, over, "", what) if isinstance(reader, _Record) else reader(value, over, "")
    findings = value.told[before:]
    return (None if worst(findings) is Severity.ERROR else cast(Wanted, found)), findings


def as_written(record: object, kind: type | None = None) -> dict[str, object]:
    """What a file would say to get this record, or the `kind` that it is: keys and values, no defaults."""
    said: dict[str, object] = {}
    for one in _Record(kind or type(record)).by_key.values():
        value = getattr(record, one.name)
        if one.is_needed or value != one.default:
            said[one.key] = _plain(value)
    return said


def _plain(value: object) -> object:
    if is_record(type(value)):
        return as_written(value)
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value


@cache
def _reader(hint: Hashable) -> Reader:
    marks: tuple[object, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *rest = get_args(hint)
        marks = tuple(rest)
    limits = next((mark for mark in marks if isinstance(mark, Between)), Between())
    if hint in (int, float):
        return _number(hint, limits)
    if hint is bool:
        return lambda value, _parent, _key: value.flag()
    if hint is str:
        return lambda value, _parent, _key: value.text()
    if isinstance(hint, type) and is_record(hint):
        return _Record(hint)
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Literal:
        return lambda value, _parent, _key: value.choice(inside)
    if origin in (Union, types.UnionType):
        return _either(inside)
    if origin is Mapping:
        return _rows(*inside)
    if origin is tuple and inside[1:] == (...,):
        return _words if TypeMark.WORDS in marks else _list(inside[0])
    if origin is tuple:
        return _fixed(inside, TypeMark.ASCENDING in marks)
    raise TypeError(f"nothing can be read as {hint}")


def _number(hint: object, limits: Between) -> Reader:
    if hint is int:
        return lambda value, _parent, _key: value.integer(*limits)
    return lambda value, _parent, _key: value.number(*limits)


def _words(value: Value, _parent: object, _key: str) -> object:
    return value.words()


def _either(inside: tuple[Hashable, ...]) -> Reader:
    """One type or None, which is never written, or one of a few words."""
    words = [word for one in inside if get_origin(one) is Literal for word in get_args(one)]
    (read,) = (_reader(one) for one in inside if get_origin(one) is not Literal and not _is_none(one))
    if not words:
        return read

    def read_word(value: Value, parent: object, key: str) -> object:
        if isinstance(value, Scalar) and value.written in words:
            return value.written
        return read(value, parent, key)

    return read_word


def _is_none(hint: object) -> bool:
    return hint is types.NoneType


def _list(hint: Hashable) -> Reader:
    read = _reader(hint)

    def read_list(value: Value, _parent: object, _key: str) -> object:
        found = [read(one, None, "") for one in value.items()]
        return tuple(one for one in found if one is not None)

    return read_list


def _fixed(hints: tuple[Hashable, ...], is_ascending: bool) -> Reader:
    readers = [_reader(hint) for hint in hints]
    count = {2: "two", 3: "three"}.get(len(hints), str(len(hints)))
    example = f"[{', '.join(str(4 + 2 * place) for place in range(len(hints)))}]"

    def read_fixed(value: Value, _parent: object, _key: str) -> object:
        items = value.items()
        each = readers if len(items) == len(readers) else [readers[0]] * len(items)
        found = [read(one, None, "") for read, one in zip(each, items, strict=True)]
        if None in found:
            return None
        if len(found) != len(readers):
            value.tell(OTHER_SHAPE, what=count_of(len(found), "number"), wanted=say(count), example=example)
            return None
        low, high = found[0], found[-1]
        if is_ascending and isinstance(low, int | float) and isinstance(high, int | float) and low > high:
            value.tell(BACKWARDS, low=low, high=high)
            return None
        return tuple(found)

    return read_fixed


def _rows(key_hint: Hashable, hint: Hashable) -> Reader:
    """Rows under names or numbers, those of the parent first; a row of nothing takes the parent's away.

    No rows at all, `{}`, take all of them away.
    """
    read = _reader(hint)
    read_key = None if key_hint is str else _reader(key_hint)

    def read_rows(value: Value, parent: object, _key: str) -> object:
        pairs = value.entries().pairs
        rows: dict[object, object] = dict(parent) if isinstance(parent, Mapping) and pairs else {}
        for name, one in pairs:
            found = read_key(name, None, "") if read_key else name.written
            if found is None:
                continue
            if one.is_null:
                if found not in rows:
                    name.tell(REMOVES_NOTHING, what=say("row {name}", name=found), parent=say("the table"))
                rows.pop(found, None)
            elif (row := read(one, rows.get(found), name.written)) is not None:
                rows[found] = row
        return rows

    return read_rows


def is_record(kind: type) -> bool:
    return is_dataclass(kind) or hasattr(kind, "_fields")


def defaults_of(kind: type) -> dict[str, object]:
    """The fields of a record in their order; those that must be given are MISSING."""
    if not is_dataclass(kind):
        return {name: kind._field_defaults.get(name, MISSING) for name in kind._fields}  # type: ignore[attr-defined]
    makers = {one.name: one.default_factory for one in fields(kind) if one.default_factory is not MISSING}
    return {one.name: makers[one.name]() if one.name in makers else one.default for one in fields(kind)}


class _Record:
    """Reads one record; its hints are looked at when the first one is read."""

    def __init__(self, kind: type) -> None:
        self._kind = kind

    @cached_property
    def _fields(self) -> list[_Field]:
        hints = {
            name: hint
            for base in reversed(self._kind.__mro__)
            for name, hint in get_annotations(base).items()
        }
        if any(isinstance(hint, str | ForwardRef) for hint in hints.values()):
            hints = get_type_hints(self._kind, include_extras=True)
        return [_field(name, default, hints[name]) for name, default in defaults_of(self._kind).items()]

    @cached_property
    def by_key(self) -> dict[str, _Field]:
        """What a file may say."""
        return {one.key: one for one in self._fields if one.reader}

    def __call__(self, value: Value, parent: object, key: str) -> object:
        return self.read(value, parent, key)

    def read(self, value: Value, parent: object, key: str, what: str = "key here") -> object:
        if parent is None:
            found: dict[str, object] = {one.name: key for one in self._fields if one.reader is None}
        else:
            found = {one.name: getattr(parent, one.name) for one in self._fields}
        entries = value.entries(*self.by_key, what=what)
        for one in self.by_key.values():
            if one.is_needed and one.name not in found:
                entries.need(one.key)
        for written, inside in entries.pairs:
            name, reader = self.by_key[written.written].name, self.by_key[written.written].reader
            read = reader(inside, found.get(name), written.written) if reader else None
            if read is not None:
                found[name] = read
        if any(one.is_needed and one.name not in found for one in self.by_key.values()):
            return None
        return self._kind(**found)


class _Field(NamedTuple):
    """One of a record; without a reader it is the key that the record stands under."""

    name: str
    key: str
    reader: Reader | None
    is_needed: bool
    default: object


def _field(name: str, default: object, hint: Hashable) -> _Field:
    is_key = get_origin(hint) is Annotated and TypeMark.KEY in get_args(hint)
    reader = None if is_key else _reader(hint)
    return _Field(name, name.replace("_", "-"), reader, default is MISSING, default)
