"""Frozen dataclasses that are cheap to declare: a command has some hundred and fifty, and pays for each."""

from __future__ import annotations

import dataclasses
import inspect
from dataclasses import MISSING, FrozenInstanceError, field
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

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


def _declared(cls: type[Class], methods: dict[str, object]) -> type[Class]:
    # Else `dataclass` makes one of the signature, which takes longer than all the rest.
    cls.__doc__ = cls.__doc__ or cls.__name__
    hints = inspect.get_annotations(cls)
    # A hint that is text is searched for `ClassVar` under all its names: half of the time for nothing.
    cls.__annotations__ = {name: hint if "ClassVar" in str(hint) else object for name, hint in hints.items()}
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False)(cls)
    cls.__annotations__ = hints
    fields = dataclasses.fields(made)
    for one in fields:
        one.type = hints.get(one.name, one.type)
    made.__record__ = _Shape(fields, hasattr(cls, "__post_init__"))
    for name, method in methods.items():
        if name not in cls.__dict__:
            setattr(made, name, method)
    return cls


class _Shape:
    """What the shared methods know about one class of records."""

    def __init__(self, fields: tuple[dataclasses.Field[Any], ...], settles: bool) -> None:
        self.settles = settles
        self.names = tuple(one.name for one in fields)
        self.keys = frozenset(self.names)
        self.defaults = {one.name: one.default for one in fields if one.default is not MISSING}
        self.factories = [
            (one.name, one.default_factory) for one in fields if one.default_factory is not MISSING
        ]
        self.shown = [one.name for one in fields if one.repr]
        # Records without fields are equal.
        self.compared = attrgetter(*([one.name for one in fields if one.compare] or ["__class__"]))


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
