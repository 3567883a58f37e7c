"""The Python reference: the public names of the five packages, as `__all__` has them."""

from __future__ import annotations

import importlib
import inspect
import re
import textwrap
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

PACKAGES = ("ldraw_tools", "catalog", "fleets", "validators", "brickyard")
_INTRODUCTION = """\
# Python

These are the public names, the same every release of a version. Everything else is internal and may change.
Importing a package is cheap: what a name needs is imported when it is first used.

"""


def public_names(package: ModuleType) -> list[str]:
    return [name for name in getattr(package, "__all__", ()) if not name.startswith("_")]


def python_page() -> str:
    text = _INTRODUCTION
    for name in PACKAGES:
        package = importlib.import_module(name)
        text += f"## {name}\n\n{documented(package)}\n\n"
        for public in public_names(package):
            text += "".join(_entry(name, public, getattr(package, public)))
    return text


def _entry(package: str, name: str, value: Any) -> Iterator[str]:
    yield f"### {package}.{name}\n\n"
    yield f"```python\nfrom {package} import {name}\n\n{_signature(name, value)}\n```\n\n"
    if inspect.isclass(value) or inspect.isroutine(value):
        yield f"{documented(value)}\n\n"
    if inspect.isclass(value):
        for member, each in _members(value):
            yield f"`{_signature(member, each)}`\n\n"
            if said := documented(each):
                yield textwrap.indent(said, "> ", lambda _: True) + "\n\n"


def _members(value: type) -> Iterator[tuple[str, Any]]:
    """Public methods and properties, in the order of the class."""
    for name, member in vars(value).items():
        each = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        if not name.startswith("_") and (isinstance(each, FunctionType | property)):
            yield name, each


def _signature(name: str, value: Any) -> str:
    if isinstance(value, property):
        returned = inspect.signature(value.fget).return_annotation if value.fget else inspect.Signature.empty
        return name if returned is inspect.Signature.empty else f"{name}: {_named(returned)}"
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return name
    parameters = list(signature.parameters.values())
    if parameters and parameters[0].name == "self":
        signature = signature.replace(parameters=parameters[1:])
    return f"{name}{_quoted(str(signature))}"


def _named(annotation: Any) -> str:
    return _quoted(annotation if isinstance(annotation, str) else inspect.formatannotation(annotation))


def _quoted(written: str) -> str:
    """Annotations as they stand in the source, without quotes and module paths."""
    plain = re.sub(r"(: |-> )(['\"])(.*?)\2(?=[,) ]|$)", r"\1\3", written)
    return re.sub(r"(?<![\w.])(?:[a-z_]\w*\.)+(?=[A-Z])", "", plain)


def documented(value: Any) -> str:
    """A docstring as Markdown: its examples become blocks, all else stays."""
    text = inspect.getdoc(value) or ""
    blocks = re.split(r"\n\s*\n", text)
    return "\n\n".join(
        f"```pycon\n{textwrap.dedent(block)}\n```"
        if block.lstrip().startswith(">>>")
        else block.replace("<", "\\<")
        for block in blocks
    )
