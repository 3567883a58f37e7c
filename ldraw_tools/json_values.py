"""Values as JSON: records are written field by field, and their schema comes from the same class.

A class that wants other keys than its fields lists them in `__json__`: names of fields and properties.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache
from pathlib import PurePath
from types import UnionType
from typing import Any, ForwardRef, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from ldraw_tools.phrases import ENGLISH, Phrase, Texts, in_language


class ExactNumber(NamedTuple):
    """A number as a fraction, such as 35/72, and nearly the same as a decimal."""

    exact: str
    value: float


@cache
def json_keys(kind: type[Any]) -> tuple[str, ...]:
    """What a class says of itself in JSON, in order."""
    named: tuple[str, ...] | None = getattr(kind, "__json__", None) or getattr(kind, "_fields", None)
    return tuple(field.name for field in fields(kind)) if named is None else named


def to_plain(value: Any, texts: Texts = ENGLISH) -> Any:
    """Dicts, lists, texts, numbers, booleans and None; phrases in the language of the texts."""
    if isinstance(value, Phrase):
        return str(in_language(value, texts))
    if value is None or isinstance(value, str | bool | int | float):
        return str(value) if isinstance(value, Enum) else value
    if isinstance(value, Enum | PurePath):
        return value.as_posix() if isinstance(value, PurePath) else str(value)
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, Fraction):
        return {"exact": str(value), "value": float(value)}
    if isinstance(value, Mapping):
        return {str(key): to_plain(one, texts) for key, one in value.items()}
    if isinstance(value, Sequence | Set) and not hasattr(value, "_fields"):
        return [to_plain(one, texts) for one in value]
    return {key: to_plain(getattr(value, key), texts) for key in json_keys(value.__class__)}


def json_text(value: Any, texts: Texts = ENGLISH) -> str:
    """Plain ASCII, which every terminal and every pipe takes."""
    return json.dumps(to_plain(value, texts), indent=2, ensure_ascii=True) + "\n"


def schema_of(kind: Any) -> dict[str, Any]:
    """The JSON schema of what `to_plain` makes of a class, or of one of several classes."""
    from pydantic import TypeAdapter

    models = _Models()
    adapter = TypeAdapter(models.shape(kind))
    models.finish()
    adapter.rebuild(force=True, _types_namespace=models.finished)
    return adapter.json_schema(mode="serialization")


class _Models:
    """Pydantic models with the keys of our classes; classes that hold each other find each other by name."""

    def __init__(self) -> None:
        self.finished: dict[str, Any] = {}
        self._kinds: dict[str, type] = {}

    def finish(self) -> None:
        for model in self.finished.values():
            model.model_rebuild(force=True, _types_namespace=self.finished)

    def shape(self, value: Any) -> Any:
        origin, inner = get_origin(value), get_args(value)
        if origin in (Union, UnionType):
            return Union[tuple(self.shape(one) for one in inner)]  # noqa: UP007
        if origin is Literal:
            return value
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return dict[str, self.shape(inner[1])]  # type: ignore[misc]
        if origin is tuple and inner[-1] is not Ellipsis:
            return tuple[tuple(self.shape(one) for one in inner)]  # type: ignore[misc]
        if isinstance(origin, type) and issubclass(origin, Sequence | Set):
            return list[self.shape(inner[0])]  # type: ignore[misc]
        if value is Decimal:
            return str
        if value is Fraction:
            return self._model_of(ExactNumber)
        if isinstance(value, type) and issubclass(value, Enum):
            return Literal[tuple(str(member) for member in value)]
        if isinstance(value, type) and issubclass(value, PurePath):
            return str
        if isinstance(value, type) and (is_dataclass(value) or hasattr(value, "_fields")):
            return self._model_of(value)
        return value

    def _model_of(self, kind: type) -> Any:
        from pydantic import ConfigDict, create_model

        name = kind.__name__
        if self._kinds.setdefault(name, kind) is not kind:
            raise ValueError(f"two classes called {name} in one schema")
        if name not in self.finished:
            self.finished[name] = ForwardRef(name)
            hints = get_type_hints(kind)
            keys: dict[str, Any] = {
                key: (self.shape(_type_of(kind, key, hints)), ...) for key in json_keys(kind)
            }
            settings = ConfigDict(json_schema_serialization_defaults_required=True, defer_build=True)
            # A class without a docstring has its signature for one.
            doc = None if (kind.__doc__ or "").startswith(f"{name}(") else kind.__doc__
            self.finished[name] = create_model(name, __config__=settings, __doc__=doc, **keys)
        return self.finished[name]


def _type_of(kind: type, key: str, hints: Mapping[str, Any]) -> Any:
    if key in hints:
        return hints[key]
    named = getattr(kind, key)
    getter = getattr(named, "fget", None) or getattr(named, "func", None)
    return get_type_hints(getter)["return"]
