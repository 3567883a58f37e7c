"""Decimal numbers out of bytes, thousands at a time, each exactly what `float` makes of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.reading.array_columns import Columns, distinct
from ldraw_tools.reading.lines import INHERIT, POINTS_OF_TYPE, parse_colour, parse_number

Numbers = NDArray[np.float64]
Places = NDArray[np.intp]
Words = NDArray[np.uint64]
Flags = NDArray[np.bool_]

# 400 km in LDraw units: no model is that large, and smaller numbers can be multiplied without overflow.
FARTHEST = 1e9
# Eight bytes are read at once, so up to this many may be read beyond the end of a text.
MARGIN = 16
# This many numbers at a time stay in the processor's cache.
_AT_ONCE = 8192
_WORD = 8
_MOST_EXACT = 2**53


def _each(byte: int) -> np.uint64:
    return np.uint64(byte * 0x0101010101010101)


_ZEROS, _ONES, _TOPS = _each(ord("0")), _each(1), _each(0x80)
# Characters are kept as what tells them from "0": a digit is its own value.
_DOTS, _DOT, _MINUS = (
    _each(ord(".") ^ ord("0")),
    np.uint64(ord(".") ^ ord("0")),
    np.uint64(ord("-") ^ ord("0")),
)
_OVER_NINE = _each(0x7F - 9)
_FIRST = np.uint64(0xFF)
# Multiplied by 256 to the power of a byte's place it has in its last byte how many bytes follow.
_FOLLOWING = np.uint64(0x0706050403020100)
_U0, _U1, _U7, _U8, _U16, _U32, _U56, _U255 = (np.uint64(n) for n in (0, 1, 7, 8, 16, 32, 56, 255))
_PAIRS, _TENS = np.uint64(0x00FF00FF00FF00FF), np.uint64(10 * 2**8 + 1)
_QUADS, _HUNDREDS = np.uint64(0x0000FFFF0000FFFF), np.uint64(100 * 2**16 + 1)
_TEN_THOUSANDS = np.uint64(10_000 * 2**32 + 1)
_SIGNED = np.uint64(5)
_SCALES = np.array([sign * 10.0**n for sign in (1, -1) for n in range(32)])
_POWERS = np.array([10**n for n in range(_WORD + 1)], np.uint64)


def read_numbers(text: bytes, starts: Places, ends: Places) -> tuple[Numbers, list[int]]:
    """The numbers at these places, and which of them are none, or absurd (NaN)."""
    lengths = ends - starts
    numbers, odd = np.empty(len(starts)), np.empty(len(starts), np.bool_)
    for first in range(0, len(starts), _AT_ONCE):
        part = slice(first, first + _AT_ONCE)
        _read(text, starts[part], lengths[part], numbers[part], odd[part])
    long = np.flatnonzero(lengths > _WORD)
    numbers[long], odd[long] = _read_long(text, starts[long], lengths[long])
    bad: list[int] = []
    for index in np.flatnonzero(odd).tolist():
        number = read_number(text[starts[index] : ends[index]].decode("ascii", "replace"))
        numbers[index] = np.nan if number is None else number
        if number is None:
            bad.append(index)
    return numbers, bad


def read_number(text: str) -> float | None:
    """A number that a model can hold, or None."""
    number = parse_number(text)
    return None if number is None or abs(number) > FARTHEST else number


def read_colours(text: bytes, starts: Places, ends: Places) -> NDArray[np.int64]:
    """The colours at these places; whatever is none is that of the surroundings."""
    lengths = ends - starts
    words = _words_at(text, starts)
    words <<= _blanks_before(lengths)
    odd = (_not_digits(words) != _U0) | (lengths > _WORD)
    colours = _joined(words).astype(np.int64)
    for index in np.flatnonzero(odd).tolist():
        colour = parse_colour(text[starts[index] : ends[index]].decode("ascii", "replace"))
        colours[index] = INHERIT if colour is None else colour
    return colours


def _read(text: bytes, starts: Places, lengths: Places, numbers: Numbers, odd: Flags) -> None:
    """Fill in numbers of at most eight characters, and which are written in another way than most."""
    words = _words_at(text, starts)
    negative = _take_out_sign(words)
    words <<= _blanks_before(lengths)
    decimals, dotted = _take_out_dot(words)
    np.not_equal(_not_digits(words), _U0, out=odd)
    # A digit must be left of it.
    odd |= lengths <= (negative + dotted).view(np.int64)
    negative <<= _SIGNED
    decimals |= negative
    np.divide(_joined(words), _SCALES[decimals.view(np.int64)], out=numbers)


def _read_long(text: bytes, starts: Places, lengths: Places) -> tuple[Numbers, Flags]:
    """Numbers of 9 to 16 characters, as two words."""
    high, low = _words_at(text, starts), _words_at(text, starts + _WORD)
    negative = _take_out_sign(high)
    digits = np.minimum(lengths - _WORD, _WORD)
    low <<= _blanks_before(digits)
    high_decimals, high_dotted = _take_out_dot(high)
    decimals, dotted = _take_out_dot(low)
    odd = (_not_digits(high) | _not_digits(low) | (high_dotted & dotted)) != 0
    odd |= lengths > 2 * _WORD
    values = _joined(high) * _POWERS[digits - dotted.view(np.int64)] + _joined(low)
    odd |= values >= _MOST_EXACT
    decimals += high_decimals + high_dotted * digits.astype(np.uint64)
    decimals |= negative << _SIGNED
    # Division of a whole number by a power of ten, both exact, rounds as reading does.
    numbers = values / _SCALES[decimals.view(np.int64)]
    odd |= np.abs(numbers) > FARTHEST
    return numbers, odd


def _words_at(text: bytes, places: Places) -> Words:
    """The eight characters from each place on, the first in the lowest byte."""
    windows: Words = np.ndarray((len(text) - _WORD + 1,), "<u8", text, strides=(1,))
    words: Words = windows[places] ^ _ZEROS
    return words


def _take_out_sign(words: Words) -> Words:
    """Let a zero stand for each sign; one where there was one."""
    negative: Words = ((words & _FIRST) == _MINUS).astype(np.uint64)
    words ^= negative * _MINUS
    return negative


def _blanks_before(lengths: Places) -> Words:
    """By how many bits a shorter word moves up, so that zeros stand before it."""
    bits: Words = ((_WORD - lengths) << 3).astype(np.uint64)
    return bits


def _take_out_dot(words: Words) -> tuple[Words, Words]:
    """Close the gap of each word's first dot; how many digits stood behind it, and whether there was one."""
    dots = words ^ _DOTS
    found = dots - _ONES
    np.invert(dots, out=dots)
    found &= dots
    found &= _TOPS
    found &= _U0 - found
    found >>= _U7
    dotted = np.minimum(found, _U1)
    words ^= found * _DOT
    before = found - dotted
    before &= words
    before *= _U255
    words += before
    found *= _FOLLOWING
    found >>= _U56
    return found, dotted


def _not_digits(words: Words) -> Words:
    """Not zero where a word holds anything but digits."""
    over = words + _OVER_NINE
    over |= words
    over &= _TOPS
    return over


def _joined(words: Words) -> Words:
    """Eight digits as a number: neighbours to pairs, pairs to fours, fours to eight."""
    words *= _TENS
    words >>= _U8
    words &= _PAIRS
    words *= _HUNDREDS
    words >>= _U16
    words &= _QUADS
    words *= _TEN_THOUSANDS
    words >>= _U32
    return words


Codes = NDArray[np.int64]

# This much text at a time stays in the processor's cache.
_BYTES_AT_ONCE = 512 * 1024
_NUMBERS_OF_TYPE = {1: 12, **{kind: 3 * points for kind, points in POINTS_OF_TYPE.items()}}
_NO_TYPE = 255
_TAB, _NEWLINE, _RETURN, _BLANK, _ZERO, _REPLACED = b"\t\n\r 0?"


@dataclass(frozen=True, slots=True)
class FieldRows(Columns):
    """All lines of one type that are written as most are: their places among the lines, colours, numbers."""

    lines: Places
    colours: Codes
    numbers: Numbers


class Fields(NamedTuple):
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
        stop = text.rfind(b"\n", start, start + _BYTES_AT_ONCE) + 1 or text.find(b"\n", start) + 1
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
    rows = {kind: heads[places] for kind, places in chosen.items()}
    for kind, (colours, numbers, bad) in _read_rows(block, starts, ends, rows).items():
        lines = there[chosen[kind]]
        found[kind] = FieldRows(lines + lines_before, colours, numbers)
        if len(bad):
            odd.append(lines[bad])
            found[kind] = found[kind].where(~np.isin(np.arange(len(lines)), bad))
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
