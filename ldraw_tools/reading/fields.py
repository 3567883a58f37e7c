"""Finds lines, their types and their number fields in a text as bytes, all at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.reading.array_columns import Columns, distinct
from ldraw_tools.reading.digits import MARGIN, Numbers, Places, read_colours, read_numbers
from ldraw_tools.reading.lines import POINTS_OF_TYPE

Codes = NDArray[np.int64]

# This much text at a time stays in the processor's cache.
_AT_ONCE = 512 * 1024
_NUMBERS_OF_TYPE = {1: 12, **{kind: 3 * points for kind, points in POINTS_OF_TYPE.items()}}
_NO_TYPE = 255
_TAB, _NEWLINE, _RETURN, _BLANK, _ZERO, _REPLACED = b"\t\n\r 0?"


@dataclass(frozen=True, slots=True)
class FieldRows(Columns):
    """All lines of one type that are written as most are: their places among the lines, colours, numbers."""

    lines: Places
    colours: Codes
    numbers: Numbers


@dataclass(frozen=True, slots=True)
class Fields:
    """A text's lines by type. `odd` are others that may be of these types, to be looked at one by one."""

    line_ends: Places
    rows: dict[int, FieldRows]
    odd: Places


def read_fields(text: bytes, kinds: Iterable[int]) -> Fields:
    """Read a text that ends with a line end. The colours of references are left to others."""
    widths = {kind: _NUMBERS_OF_TYPE[kind] for kind in kinds}
    blocks: list[Fields] = []
    start = lines = 0
    while start < len(text) or not blocks:
        stop = text.rfind(b"\n", start, start + _AT_ONCE) + 1 or text.find(b"\n", start) + 1
        blocks.append(_read_block(text, start, stop, lines, widths))
        lines += len(blocks[-1].line_ends)
        start = stop
    if len(blocks) == 1:
        return blocks[0]
    return Fields(
        np.concatenate([block.line_ends for block in blocks]),
        {kind: FieldRows.joined([block.rows[kind] for block in blocks]) for kind in widths},
        np.concatenate([block.odd for block in blocks]),
    )


def _read_block(text: bytes, start: int, stop: int, lines_before: int, widths: dict[int, int]) -> Fields:
    block = b"\n" + text[start:stop] + b" " * MARGIN
    characters = np.frombuffer(block, np.uint8)
    solid = characters > _BLANK
    borders = np.flatnonzero(solid[1:] != solid[:-1])
    borders += 1
    starts, ends = borders[0::2], borders[1::2]
    newlines = np.flatnonzero(characters == _NEWLINE)
    heads = np.searchsorted(starts, newlines)
    counts = np.diff(heads)
    there = np.flatnonzero(counts)
    heads, counts = heads[there], counts[there]
    types = characters[starts[heads]] - _ZERO
    types[characters[starts[heads] + 1] > _BLANK] = _NO_TYPE
    strange = _strange_lines(block, characters, newlines)
    plain = None
    if len(strange):
        # Comments may contain anything.
        plain = ~np.isin(there, strange) | (types == 0)
        strange = there[~plain]
    chosen: dict[int, Places] = {}
    odd = [strange]
    for kind, width in widths.items():
        of_kind = types == kind
        good = of_kind & (counts >= width + 2)
        if plain is not None:
            good &= plain
        chosen[kind] = np.flatnonzero(good)
        if len(chosen[kind]) < np.count_nonzero(of_kind):
            odd.append(there[of_kind & ~good])
    found: dict[int, FieldRows] = {}
    for kind, (colours, numbers, bad) in _read_rows(
        block, starts, ends, {kind: heads[places] for kind, places in chosen.items()}
    ).items():
        lines = there[chosen[kind]]
        found[kind] = FieldRows(lines + lines_before, colours, numbers)
        if len(bad):
            odd.append(lines[bad])
            good = np.ones(len(lines), np.bool_)
            good[bad] = False
            found[kind] = found[kind].where(good)
    return Fields(newlines[1:] + (start - 1), found, distinct(np.concatenate(odd)) + lines_before)


def _strange_lines(block: bytes, characters: NDArray[np.uint8], newlines: Places) -> Places:
    """Lines with control characters or more than ASCII: what is a blank to others may be none here."""
    blanks = len(newlines) + np.count_nonzero(characters == _RETURN) + np.count_nonzero(characters == _TAB)
    controls = np.count_nonzero(characters < _BLANK) > blanks
    if not controls and b"?" not in block:
        return np.empty(0, np.intp)
    strange = characters == _REPLACED
    if controls:
        strange |= (characters < _BLANK) & ~np.isin(characters, (_NEWLINE, _RETURN, _TAB))
    return distinct(np.searchsorted(newlines, np.flatnonzero(strange)) - 1)


def _read_rows(
    block: bytes, starts: Places, ends: Places, heads: dict[int, Places]
) -> dict[int, tuple[Codes, Numbers, Places]]:
    """By type: colours, numbers, and which rows hold something else. `heads` are the lines' first fields."""
    widths = {kind: _NUMBERS_OF_TYPE[kind] for kind in heads}
    fields = [(heads[kind][:, None] + np.arange(2, 2 + width)).reshape(-1) for kind, width in widths.items()]
    where = np.concatenate(fields)
    numbers, bad = read_numbers(block, starts[where], ends[where])
    where = np.concatenate([places[:0] if kind == 1 else places + 1 for kind, places in heads.items()])
    colours = read_colours(block, starts[where], ends[where])
    rows: dict[int, tuple[Codes, Numbers, Places]] = {}
    first = row = 0
    wrong = np.array(bad, np.intp)
    for kind, width in widths.items():
        size = len(heads[kind])
        last = first + size * width
        lost = distinct((wrong[(wrong >= first) & (wrong < last)] - first) // width) if bad else wrong
        codes = np.zeros(size, np.int64) if kind == 1 else colours[row : row + size]
        rows[kind] = codes, numbers[first:last].reshape(size, width), lost
        first, row = last, row + (0 if kind == 1 else size)
    return rows
