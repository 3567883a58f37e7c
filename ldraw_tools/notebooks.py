"""Values at a Python prompt and in notebooks: one line of text, or a small table of plain HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from numbers import Number, Rational
from pathlib import PurePath
from typing import Any

from ldraw_tools.findings import count_of, printable

# Notebooks keep what they show: a list of thousands would be saved with them.
_MOST_ROWS = 200
_LONGEST = 150
# What fields are called where their own name says too little.
_HEADS = {
    "word": "verdict",
    "first_reason": "why",
    "called": "position",
    "range_name": "range",
    "colour_name": "colour",
    "means": "mean damage to 0, 1 and 2 blue dice",
}


def line_of(value: Any) -> str:
    """`<PartsList ST-07 Chub: 39 lots, 75 pieces>`: what a value says of itself, else what is in its fields.

    Classes use it as their `__repr__`.
    """
    kind: type[Any] = type(value)
    says_itself = any("__str__" in vars(one) for one in kind.__mro__[:-1])
    said = printable(str(value)) if says_itself else ", ".join(_in_short(value))
    line = f"{kind.__name__} {said}".rstrip()
    return f"<{line if len(line) <= _LONGEST else line[: _LONGEST - 1] + '…'}>"


def _in_short(value: Any) -> Iterator[str]:
    """Texts and numbers as they are; of what holds several, how many."""
    for one in fields(value):
        held = getattr(value, one.name)
        if one.name == "format" or not one.repr or held is None or held is False:
            continue
        if isinstance(held, str | Number | PurePath):
            yield f"{one.name}={str(held)!r}" if isinstance(held, str | PurePath) else f"{one.name}={held}"
        elif isinstance(held, Sequence | Mapping) and held and not hasattr(held, "_fields"):
            yield count_of(len(held), one.name.removesuffix("s"), one.name)


def html_rows(title: str, values: Iterable[Any], *keys: str) -> str:
    """A table with a row for each value, and a column for each of these fields or properties."""
    heads = [_HEADS.get(key, key.replace("_", " ")) for key in keys]
    return html_table(title, heads, [[getattr(value, key) for key in keys] for value in values])


def html_table(title: str, heads: Iterable[str], rows: Sequence[Iterable[object]]) -> str:
    """Everything is text: nothing from a file becomes markup, and nothing is loaded."""
    cells = [[*row] for row in rows[:_MOST_ROWS]]
    # Notebooks put everything to the right.
    numbers = [any(isinstance(one, Number) for one in column) for column in zip(*cells, strict=True)]
    sides = ["" if one else ' style="text-align: left"' for one in numbers]
    head = "".join(f"<th{side}>{_written(one)}</th>" for one, side in zip(heads, sides, strict=bool(cells)))
    body = "".join(
        f"<tr>{''.join(f'<td{side}>{_written(one)}</td>' for one, side in zip(row, sides, strict=True))}</tr>"
        for row in cells
    )
    named = f"<p><strong>{_written(title)}</strong></p>" if title else ""
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" if rows else ""
    more = f"<p>and {len(rows) - _MOST_ROWS:,} more</p>" if len(rows) > _MOST_ROWS else ""
    return named + table + more


def _written(value: object) -> str:
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return ", ".join(map(_written, value))
    if isinstance(value, Rational) and not isinstance(value, int):
        return f"{float(value):.3f}"
    # Quick commands make no table, and the module holds every name of a letter in HTML.
    from html import escape

    return "" if value is None else escape(printable(str(value)))
