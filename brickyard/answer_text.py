"""What texts of answers have in common: columns that line up, notes, chances; names in Markdown."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest

from brickyard.terminal import Screen, bar, line_width, wrap_lines
from ldraw_tools.findings import Finding, count_of, printable

_NARROW = 14
SHORTEST_BAR, LONGEST_BAR = 8, 24
_MARKS = re.compile(r"([\\`*_\[\]<>#|~@&$])|(?<=:)(?=//)")


def note_lines(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from wrap_lines(printable(text), "  ")


def show_answer(screen: Screen, lines: Iterable[str], problems: Sequence[str], verdict: str) -> None:
    """The answer, then what is wrong with the sides, then who wins."""
    screen.lines(lines)
    for problem in problems:
        first, *rest = wrap_lines(f"warning: {problem}", "", "    ")
        screen.lines([first.replace("warning:", screen.paint("warning:", "warning"), 1), *rest])
    if problems:
        screen.line()
    for line in wrap_lines(verdict, "", "    "):
        screen.line(screen.paint(line, "bold"))


def percent(chance: Fraction | None) -> str:
    """`34.3%`; what is possible but rare never reads as impossible."""
    if chance is None:
        return ""
    value = float(chance)
    if 0 < value < 0.0005:
        return "<0.1%"
    if 0.9995 <= value < 1:
        return ">99.9%"
    return f"{100 * value:.1f}%"


def left_out(count: int, noun: str, indent: str = "  ") -> Iterator[str]:
    """How many more there are than are shown, if there are."""
    if count > 0:
        yield f"{indent}… and {count_of(count, noun)} more (--all shows them)"


def bar_behind(share: Fraction | float | None, room: int) -> str:
    """A bar at the end of a line, if there is room for one."""
    return f"  {bar(float(share or 0), room)}".rstrip() if room >= SHORTEST_BAR else ""


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


def escape_markdown(text: str) -> str:
    """Every character that Markdown could take for a mark of its own, and addresses, which it makes links."""
    return _MARKS.sub(lambda found: "\\" + (found[1] or ""), printable(text))


def table_lines(rows: Sequence[Sequence[str]], last_left: bool = False) -> Iterator[str]:
    """Heads first; names are aligned left, numbers right."""
    heads, *rest = [[escape_markdown(cell) for cell in row] for row in rows]
    marks = [":--", *["--:"] * (len(heads) - 1)]
    if last_left:
        marks[-1] = ":--"
    for cells in (heads, marks, *rest):
        yield f"| {' | '.join(cells)} |"


def finding_lines(finding: Finding) -> Iterator[str]:
    """How every command writes a finding in Markdown: what is wrong, where, and the way out."""
    place = f" ({escape_markdown(finding.place.short)})" if finding.place.file else ""
    yield f"- **{finding.severity} {finding.code}**: {escape_markdown(finding.message)}{place}"
    if finding.fix:
        yield f"  {escape_markdown(finding.fix)}"
