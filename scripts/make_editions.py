"""Writes the copies of the shipped editions that commands start with: what each YAML says, as Python.

python -m scripts.make_editions
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import catalog.editions
from catalog.editions.edition import Edition
from catalog.editions.loading import copy_of, read_shipped, shipped_editions, written_hash

_FOLDER = Path(catalog.editions.__file__).parent
_WIDTH = 160


def copies() -> dict[Path, str]:
    """The text of each copy. An edition that extends another is read over its parent's and has none."""
    editions = [read_shipped(name) for name in shipped_editions()]
    return {_FOLDER / f"{copy_of(one.id)}.py": _copy(one) for one in editions if not one.extends}


def _copy(edition: Edition) -> str:
    imports = sorted({(type(one).__module__, type(one).__name__) for one in _named_in(edition)})
    modules = {module: [name for other, name in imports if other == module] for module, _ in imports}
    return "\n".join(
        [
            f'"""{edition.title}: what {edition.file} says, written by scripts/make_editions.py alone."""',
            "",
            "# fmt: off",
            "# ruff: noqa: E501, I001",
            *(f"from {module} import {', '.join(names)}" for module, names in modules.items()),
            "",
            f'MADE_FROM = "{written_hash(_FOLDER / edition.file)}"',
            "",
            "",
            "def made() -> Edition:",
            f"    return {_written(edition, 4, _WIDTH - 12)}",
            "",
        ]
    )


def _named_in(value: object) -> Iterator[object]:
    """Every value that is written by the name of its class."""
    if isinstance(value, Enum) or is_dataclass(value):
        yield value
    if is_dataclass(value):
        for one in _said(value).values():
            yield from _named_in(one)
    elif isinstance(value, Mapping | tuple):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from _named_in(one)


def _said(record: Any) -> dict[str, object]:
    """The fields that differ from their defaults."""
    said = {}
    for one in fields(record):
        value = getattr(record, one.name)
        default = one.default if one.default_factory is MISSING else one.default_factory()
        if value != default:
            said[one.name] = value
    return said


def _written(value: object, indent: int, room: int) -> str:
    """As Python, in one line if there is room for it; else what is inside on lines of its own."""
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    opening, closing = "(", ")"
    if is_dataclass(value):
        opening = f"{type(value).__name__}("
        inside = [(f"{name}=", one) for name, one in _said(value).items()]
    elif isinstance(value, Mapping):
        opening, closing = "{", "}"
        inside = [(f"{key!r}: ", one) for key, one in value.items()]
    elif isinstance(value, tuple):
        inside = [("", one) for one in value]
    else:
        return repr(value)
    last = "," if isinstance(value, tuple) and len(value) == 1 else ""
    parts = [f"{name}{_written(one, 0, sys.maxsize)}" for name, one in inside]
    line = f"{opening}{', '.join(parts)}{last}{closing}"
    if len(line) <= room:
        return line
    deeper = indent + 4
    rows = "\n".join(_rows(inside, deeper))
    return f"{opening}\n{rows}\n{' ' * indent}{closing}"


def _rows(inside: list[tuple[str, object]], indent: int) -> Iterator[str]:
    """Lines filled with what is short; what is longer than a line begins one."""
    filled = ""
    for name, one in inside:
        written = f"{name}{_written(one, indent, _WIDTH - indent - len(name) - 1)},"
        if filled and indent + len(filled) + 1 + len(written) <= _WIDTH:
            filled += f" {written}"
            continue
        if filled:
            yield f"{' ' * indent}{filled}"
        filled = written
    yield f"{' ' * indent}{filled}"


def main() -> int:
    for path, text in copies().items():
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
