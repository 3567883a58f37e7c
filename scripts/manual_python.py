"""The Python reference: the public names of the five packages, as `__all__` has them."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from enum import EnumType
from functools import cache
from itertools import pairwise
from types import FunctionType, ModuleType
from typing import Any, get_args

from catalog.yaml.typed_reading import is_record

CELL = "\\|"
PACKAGES = ("ldraw_tools", "catalog", "fleets", "validators", "brickyard")
_INTRODUCTION = """\
# Python

These are the public names; [For programs](../for-programs.md#what-stays-as-it-is) says what stays as it is.
Importing a package is cheap: what a name needs is imported when it is first used. What is wrong with a call
or the machine raises `BrickyardError`, as each function says; anything else that is raised is our bug.

"""


def public_names(package: ModuleType) -> list[str]:
    return [name for name in getattr(package, "__all__", ()) if not name.startswith("_")]


def vars_of(package: ModuleType) -> dict[str, Any]:
    return {name: getattr(package, name) for name in public_names(package)}


def python_page() -> str:
    text = _INTRODUCTION
    for package in _packages():
        text += f"## {package.__name__}\n\n{documented(package)}\n\n"
        for public in public_names(package):
            value = getattr(package, public)
            home = next(one for one in _packages() if vars_of(one).get(public) is value)
            if home is package:
                text += "".join(_entry(package.__name__, public, value))
            else:
                text += f"### {package.__name__}.{public}\n\nThe same as `{home.__name__}.{public}`.\n\n"
    every = [getattr(package, public) for package in _packages() for public in public_names(package)]
    text += "## What they return\n\nThe values that functions make, with fields, properties and methods.\n\n"
    for value in returned_values(every):
        if value not in every:
            text += f"### {value.__name__}\n\n{documented(value)}\n\n{''.join(_fields(value, True))}"
    return text


def _packages() -> list[ModuleType]:
    return [importlib.import_module(name) for name in PACKAGES]


def returned_values(names: Iterable[Any]) -> list[type]:
    """The classes with fields that public functions return, and what is in their fields; by name."""
    found: dict[str, type] = {}
    waiting = [
        one
        for function in names
        if inspect.isfunction(function)
        for one in _classes(function.__annotations__["return"], function.__module__)
    ]
    while waiting:
        value = waiting.pop()
        if value.__name__ not in found:
            found[value.__name__] = value
            for written in _types(value).values():
                waiting += _classes(written, value.__module__)
            for _, member in _members(value):
                called = member.fget if isinstance(member, property) else member
                waiting += _classes(called.__annotations__.get("return", ""), value.__module__)
    return [found[name] for name in sorted(found)]


def _types(value: type) -> dict[str, Any]:
    """Of its fields, as they are written."""
    if is_dataclass(value):
        return {one.name: one.type for one in fields(value)}
    return {name: getattr(hint, "__forward_arg__", hint) for name, hint in value.__annotations__.items()}


def _classes(annotation: Any, module: str) -> list[Any]:
    """Our classes with fields that an annotation names, those that only a checker imports too."""
    imported = _imported_by(module)
    found: list[Any] = []
    for name in re.findall(r"[A-Z]\w+", _named(annotation)):
        home, called = imported.get(name, (module, name))
        value = getattr(importlib.import_module(home), called, None)
        # A name may stand for one of several.
        found += get_args(value) or [value]
    ours = [one for one in found if isinstance(one, type) and one.__module__.split(".")[0] in PACKAGES]
    return [one for one in ours if is_record(one)]


@cache
def _imported_by(module: str) -> dict[str, tuple[str, str]]:
    source = ast.parse(inspect.getsource(importlib.import_module(module)))
    return {
        alias.asname or alias.name: (node.module, alias.name)
        for node in ast.walk(source)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


def _fields(value: type, with_members: bool = False) -> Iterator[str]:
    """A row for each public field, with the sentence that stands below it; and for properties and methods."""
    rows = (
        {name: _named(one) for name, one in _types(value).items() if name[0] != "_"}
        if is_record(value)
        else {}
    )
    if not rows:
        return
    said = field_docs(value)
    listed = [(name, written, said.get(name, "")) for name, written in rows.items()]
    if with_members:
        listed += [_in_a_row(name, each) for name, each in _members(value)]
    has_words = any(about for *_, about in listed)
    yield "| field | type | |\n|---|---|---|\n" if has_words else "| field | type |\n|---|---|\n"
    for name, written, about in listed:
        words = f" {about} |" if has_words else ""
        yield f"| `{name.replace('|', CELL)}` | `{written.replace('|', CELL)}` |{words}\n"
    yield "\n"


def _in_a_row(name: str, each: Any) -> tuple[str, str, str]:
    """A property like a field, a method with its brackets; of what they say the first paragraph."""
    call, _, returned = _signature(name, each).rpartition(": " if isinstance(each, property) else " -> ")
    return call or name, returned, " ".join(documented(each).partition("\n\n")[0].split()).replace("|", CELL)


def field_docs(value: type) -> dict[str, str]:
    """The texts below fields and the comments above them, which Python doesn't keep."""
    source = textwrap.dedent(inspect.getsource(value))
    above = re.findall(r"^((?:    # .*\n)+)    (\w+): ", source, re.MULTILINE)
    found = {name: " ".join(comment.replace("    # ", "").split()) for comment, name in above}
    tree = ast.parse(source)
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    for line, below in pairwise(body):
        if (
            isinstance(line, ast.AnnAssign)
            and isinstance(line.target, ast.Name)
            and isinstance(below, ast.Expr)
            and isinstance(below.value, ast.Constant)
        ):
            found[line.target.id] = " ".join(str(below.value.value).split())
    return found


def _entry(package: str, name: str, value: Any) -> Iterator[str]:
    yield f"### {package}.{name}\n\n"
    yield f"```python\nfrom {package} import {name}\n\n{_signature(name, value)}\n```\n\n"
    if inspect.isclass(value) or inspect.isroutine(value):
        yield f"{documented(value)}\n\n"
    if inspect.isclass(value):
        yield from _fields(value)
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
    if isinstance(value, EnumType):
        return name
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return name
    parameters = list(signature.parameters.values())
    if parameters and parameters[0].name in ("self", "cls"):
        parameters = parameters[1:]
    # A word of an enum is given as the word.
    plain = [one.replace(default=getattr(one.default, "value", one.default)) for one in parameters]
    signature = signature.replace(parameters=plain)
    return f"{name}{_quoted(str(signature)).replace('<factory>', '...')}"


def _named(annotation: Any) -> str:
    return _quoted(annotation if isinstance(annotation, str) else inspect.formatannotation(annotation))


def _quoted(written: str) -> str:
    """Annotations as they stand in the source, without quotes, module paths and what only we check."""
    checked = r"(?:typing\.)?Annotated\[((?:[^][,]|\[[^]]*\])+), (?:[\w.]+(?:\([^)]*\))?|<[^>]*>)\]"
    written = re.sub(checked, r"\1", written)
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
