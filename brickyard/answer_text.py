"""What texts of answers have in common: columns that line up, notes, chances."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from brickyard.terminal import line_width, wrap_lines

_NARROW = 14


def aligned(rows: Sequence[Sequence[str]], indent: str = "", last_left: bool = False) -> Iterator[str]:
    """Columns that line up: names left, numbers right, heads of several words on two lines.

    With `last_left` the last column has words. Names give way first, then those; where that is not enough,
    each row is a sentence.
    """
    whole = [list(row) if last_left else [*row, ""] for row in rows]
    upper, lower = zip(*map(_in_two, whole[0]), strict=True)
    rows = [upper, lower, *whole[1:]] if any(upper) else whole
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    others = sum(widths[1:-1]) + 2 * (len(widths) - 1)
    room = line_width() - len(indent) - others
    last_one = min(widths[-1], max(_NARROW, room - min(widths[0], _NARROW)))
    first_one = min(widths[0], room - last_one)
    if first_one < min(widths[0], _NARROW):
        yield from _in_sentences(whole, indent)
        return
    for name, *numbers, last in rows:
        shown = [number.rjust(width) for number, width in zip(numbers, widths[1:], strict=False)]
        names = textwrap.wrap(name, first_one, break_on_hyphens=False) or [""]
        ends = textwrap.wrap(last, last_one, break_on_hyphens=False) if last else [""]
        yield (indent + "  ".join([names[0].ljust(first_one), *shown, ends[0]])).rstrip()
        for more, end in zip_longest(names[1:], ends[1:], fillvalue=""):
            yield f"{indent}{more:{first_one}}{' ' * others}{end}".rstrip()


def _in_two(head: str) -> tuple[str, str]:
    """A head's two lines, as narrow as can be; one word stands in the lower."""
    words = head.split(" ")
    cuts = [(" ".join(words[:place]), " ".join(words[place:])) for place in range(1, len(words))]
    return min(cuts, key=lambda lines: max(map(len, lines)), default=("", head))


def _in_sentences(rows: Sequence[Sequence[str]], indent: str) -> Iterator[str]:
    (_, *heads), *sides = rows
    for name, *cells, last in sides:
        yield from wrap_lines(name, indent)
        told = ", ".join(f"{cell} {head}" for cell, head in zip(cells, heads, strict=False))
        yield from wrap_lines(f"{told}: {last}" if last else told, f"{indent}    ")
