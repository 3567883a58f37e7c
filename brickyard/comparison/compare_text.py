"""A comparison for people, in the terminal and as Markdown: table, working, ties, scores, verdict last."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import zip_longest

from brickyard.comparison.compare_answer import Compared
from brickyard.comparison.compare_wording import (
    change_words,
    end_words,
    lowest_words,
    open_words,
    roll_words,
    running_table,
    signed,
    standings_table,
    step_words,
    sum_words,
    verdict,
)
from brickyard.markdown import escaped, table_lines
from brickyard.terminal import Screen, line_width, wrapped
from fleets.comparing.scoring import Standing
from fleets.comparing.terms import Terms
from fleets.comparing.ties import Tie
from validators.wording import capital

_NARROW = 14


def show(found: Compared, screen: Screen) -> None:
    screen.lines(lines(found))
    for problem in found.lineup.problems:
        first, *rest = wrapped(f"warning: {problem}", "", "    ")
        screen.lines([first.replace("warning:", screen.paint("warning:", "warning"), 1), *rest])
    if found.lineup.problems:
        screen.line()
    for line in wrapped(verdict(found), "", "    "):
        screen.line(screen.paint(line, "bold"))


def lines(found: Compared) -> Iterator[str]:
    terms = found.lineup.terms
    yield from aligned(standings_table(found))
    yield ""
    yield f"{capital(terms.word('points-per-asset'))} step by step ({terms.reference}):"
    for standing in found.comparison.standings:
        yield from _working(standing, terms)
    yield ""
    if found.tie:
        yield from wrapped(roll_words(found.tie, terms))
        yield from _changes(found.tie, terms, "  ")
        yield ""
    if found.tied_lowest:
        score = found.comparison.of(found.tied_lowest[0]).score
        yield from wrapped(lowest_words(found.tied_lowest, score, terms))
        yield ""
    if found.running:
        yield from _running(found)
        yield ""


def aligned(rows: list[list[str]]) -> Iterator[str]:
    """Columns that line up: names and last words left, numbers right, heads of two words on two lines.

    Names give way first, then the last column; where that is not enough, each row is a sentence.
    """
    heads = [cell.split(" ", 1) for cell in rows[0]]
    upper = [cell[0] if len(cell) > 1 else "" for cell in heads]
    whole, rows = rows, [upper, [cell[-1] for cell in heads], *rows[1:]] if any(upper) else rows
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    others = sum(widths[1:-1]) + 2 * (len(widths) - 1)
    last_one = min(widths[-1], max(_NARROW, line_width() - others - min(widths[0], _NARROW)))
    first_one = min(widths[0], line_width() - others - last_one)
    if first_one < min(widths[0], _NARROW):
        yield from _in_sentences(whole)
        return
    for name, *cells in rows:
        *numbers, last = cells
        shown = [number.rjust(width) for number, width in zip(numbers, widths[1:], strict=False)]
        names = textwrap.wrap(name, first_one, break_on_hyphens=False) or [""]
        ends = textwrap.wrap(last, last_one, break_on_hyphens=False) or [""]
        yield "  ".join([names[0].ljust(first_one), *shown, ends[0]]).rstrip()
        for more, end in zip_longest(names[1:], ends[1:], fillvalue=""):
            yield f"{more:{first_one}}{' ' * others}{end}".rstrip()


def _in_sentences(rows: list[list[str]]) -> Iterator[str]:
    (_, *heads), *sides = rows
    for name, *cells in sides:
        yield from wrapped(name)
        yield from wrapped(
            ", ".join(f"{cell} {head}" for cell, head in zip(cells[:-1], heads, strict=False))
            + f": {cells[-1]}",
            "    ",
        )


def _working(standing: Standing, terms: Terms) -> Iterator[str]:
    yield f"  {standing.name}"
    yield f"    {terms.start:>3}  to start with"
    for step in standing.adjustments:
        yield from wrapped(step_words(step), f"    {signed(step.points):>3}  ", " " * 9)
    told = f"{terms.word('points-per-asset')}, {sum_words(standing, terms)}"
    yield from wrapped(told, f"    {standing.per_asset:>3}  ", " " * 9)


def _changes(tie: Tie, terms: Terms, indent: str) -> Iterator[str]:
    for change in tie.changes:
        text = f"{change_words(change)}: {end_words(change, terms)}"
        yield from wrapped(text, indent, indent + "    ")
        if change.again and change.again.changes:
            yield from _changes(change.again, terms, indent + "    ")


def _running(found: Compared) -> Iterator[str]:
    happened = "; ".join(found.events)
    yield from wrapped(f"Since then {happened} ({found.lineup.terms.scoring_reference}):")
    yield from aligned(running_table(found))
    for sentence in open_words(found):
        yield from wrapped(sentence)


def markdown_lines(found: Compared) -> Iterator[str]:
    terms = found.lineup.terms
    yield from table_lines(standings_table(found), last_left=True)
    yield ""
    yield f"{escaped(capital(terms.word('points-per-asset')))} step by step ({escaped(terms.reference)}):"
    yield ""
    for standing in found.comparison.standings:
        steps = [f"{signed(step.points)} {step_words(step)}" for step in standing.adjustments]
        worked = f"{', '.join([str(terms.start), *steps])}: {standing.per_asset} {sum_words(standing, terms)}"
        yield f"- **{escaped(standing.name)}** {escaped(worked)}"
    if found.tie:
        yield from ("", escaped(roll_words(found.tie, terms)), "")
        yield from _markdown_changes(found.tie, terms)
    if found.tied_lowest:
        score = found.comparison.of(found.tied_lowest[0]).score
        yield from ("", escaped(lowest_words(found.tied_lowest, score, terms)))
    if found.running:
        happened = "; ".join(found.events)
        yield from ("", escaped(f"Since then {happened} ({terms.scoring_reference}):"), "")
        yield from table_lines(running_table(found), last_left=True)
        for sentence in open_words(found):
            yield from ("", escaped(sentence))
    yield ""
    for problem in found.lineup.problems:
        yield from (f"**Warning:** {escaped(problem)}", "")
    yield escaped(verdict(found))


def _markdown_changes(tie: Tie, terms: Terms, indent: str = "") -> Iterator[str]:
    for change in tie.changes:
        yield f"{indent}- {escaped(f'{change_words(change)}: {end_words(change, terms)}')}"
        if change.again:
            yield from _markdown_changes(change.again, terms, indent + "  ")
