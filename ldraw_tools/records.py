"""Frozen dataclasses that are cheap to declare: a command has some hundred and fifty, and pays for each."""

from __future__ import annotations

import dataclasses
from dataclasses import MISSING, FrozenInstanceError, field
from functools import cached_property
from inspect import get_annotations
from operator import attrgetter
from typing import Any, ClassVar, TypeVar, dataclass_transform, get_origin

Class = TypeVar("Class")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[Class]) -> type[Class]:
    """Like `@dataclass(frozen=True)`, a twentieth of its time.

    `dataclass` writes and compiles six methods for each class; records share theirs. `fields`, `replace`,
    `__post_init__` and pickling work as usual. A record takes more memory than a dataclass with slots, and
    has no order but a `__lt__` of its own; if you need a hundred thousand objects, use a dataclass.
    """
    return _declared(cls, {**_METHODS, **_FROZEN})


@dataclass_transform(field_specifiers=(field,))
def changing_record(cls: type[Class]) -> type[Class]:
    """Like `@dataclass`: its values may change, so it has no hash."""
    return _declared(cls, {**_METHODS, "__hash__": None})


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def keyword_record(cls: type[Class]) -> type[Class]:
    """A record whose fields are given by name; fields with a default may come before others."""
    return record(cls)


@dataclasses.dataclass(init=False, repr=False, eq=False)
class _Example:
    """What `dataclass` leaves on a class for `fields` and `replace` is copied from this one."""

    field: object


_EXAMPLE: Any = _Example
_KIND = dataclasses.fields(_Example)[0]._field_type  # type: ignore[attr-defined]


def _declared(cls: type[Class], methods: dict[str, object]) -> type[Class]:
    """What `dataclass` does without its methods, but without asking what each hint may mean."""
    made: Any = cls
    fields: dict[str, Any] = {}
    for base in cls.__mro__[-1:0:-1]:
        fields.update(getattr(base, "__dataclass_fields__", ()))
    own = cls.__dict__
    for name, hint in get_annotations(cls).items():
        # Hints are text in most of our modules.
        if "ClassVar" in hint if isinstance(hint, str) else ClassVar in (hint, get_origin(hint)):
            continue
        one: Any = own.get(name, MISSING)
        if not isinstance(one, dataclasses.Field):
            one = field(default=one)
        elif one.default is MISSING:
            delattr(cls, name)
        else:
            setattr(cls, name, one.default)
        if type(one.default).__hash__ is None:
            raise ValueError(f"the default of {name} can be changed: use a default_factory")
        one.name, one.type, one._field_type, one.kw_only = name, hint, _KIND, False
        fields[name] = one
    made.__dataclass_fields__ = fields
    made.__dataclass_params__ = _EXAMPLE.__dataclass_params__
    made.__record__ = _Shape(list(fields.values()), hasattr(cls, "__post_init__"))
    setattr(cls, "__match_args__", made.__record__.names)  # noqa: B010 - mypy forbids the plain way
    for name, method in methods.items():
        if name not in own:
            setattr(made, name, method)
    return cls


class _Shape:
    """What the shared methods know about one class of records."""

    def __init__(self, fields: list[dataclasses.Field[Any]], settles: bool) -> None:
        self.settles = settles
        self.names = tuple([one.name for one in fields])
        self.keys = frozenset(self.names)
        self.defaults = {one.name: one.default for one in fields if one.default is not MISSING}
        self.factories = [
            (one.name, one.default_factory) for one in fields if one.default_factory is not MISSING
        ]
        self._fields = fields

    @cached_property
    def shown(self) -> list[str]:
        return [one.name for one in self._fields if one.repr]

    @cached_property
    def compared(self) -> attrgetter[Any]:
        # Records without fields are equal.
        return attrgetter(*([one.name for one in self._fields if one.compare] or ["__class__"]))


def _init(self: Any, *args: object, **given: object) -> None:
    shape, values = self.__record__, self.__dict__
    if len(args) == len(shape.names) and not given:
        # As thousands are made: nothing is missing, so nothing is looked for.
        values.update(zip(shape.names, args, strict=True))
        if shape.settles:
            self.__post_init__()
        return
    values.update(shape.defaults)
    if args:
        values.update(zip(shape.names, args, strict=False))
        if len(args) > len(shape.names) or (given and given.keys() & shape.names[: len(args)]):
            raise TypeError(f"{type(self).__name__} was given too many values")
    values.update(given)
    for name, make in shape.factories:
        if name not in values:
            values[name] = make()
    if values.keys() != shape.keys:
        unknown = [name for name in given if name not in shape.keys]
        missing = [name for name in shape.names if name not in values]
        wrong = f"has no {', '.join(unknown)}" if unknown else f"needs {', '.join(missing)}"
        raise TypeError(f"{type(self).__name__} {wrong}")
    if shape.settles:
        self.__post_init__()


def _repr(self: Any) -> str:
    inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__record__.shown)
    return f"{type(self).__qualname__}({inside})"


def _eq(self: Any, other: Any) -> object:
    if type(self) is not type(other):
        return NotImplemented
    compared = self.__record__.compared
    return bool(compared(self) == compared(other))


def _hash(self: Any) -> int:
    return hash(self.__record__.compared(self))


def _refuse(_self: object, name: str, *_: object) -> None:
    raise FrozenInstanceError(f"cannot change {name}")


_METHODS: dict[str, object] = {
    "__init__": _init,
    "__repr__": _repr,
    "__eq__": _eq,
}
_FROZEN: dict[str, object] = {"__hash__": _hash, "__setattr__": _refuse, "__delattr__": _refuse}
