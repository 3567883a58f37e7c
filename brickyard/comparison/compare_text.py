"""A comparison for people: the table, the working line by line, ties, running scores, the verdict last."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from brickyard.comparison.compare_words import (
    change_words,
    end_words,
    event_words,
    lowest_words,
    open_words,
    roll_words,
    signed,
    step_words,
    sum_words,
    verdict,
)
from brickyard.comparison.comparing import Compared
from brickyard.comparison.tables import running_table, standings_table
from brickyard.terminal import WIDTH, Screen, wrapped
from fleets.comparing.scoring import Standing
from fleets.comparing.terms import Terms
from fleets.comparing.ties import Tie
from validators.wording import capital


def show(found: Compared, screen: Screen) -> None:
    screen.lines(lines(found))
    for problem in found.table.problems:
        first, *rest = wrapped(f"warning: {problem}", "", "    ")
        screen.lines([first.replace("warning:", screen.paint("warning:", "warning"), 1), *rest])
    if found.table.problems:
        screen.line()
    for line in wrapped(verdict(found), "", "    "):
        screen.line(screen.paint(line, "bold"))


def lines(found: Compared) -> Iterator[str]:
    terms = found.table.terms
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
    """Columns that line up: names and last words left, numbers right, heads of two words on two lines."""
    heads = [cell.split(" ", 1) for cell in rows[0]]
    upper = [cell[0] if len(cell) > 1 else "" for cell in heads]
    rows = [upper, [cell[-1] for cell in heads], *rows[1:]] if any(upper) else rows
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    others = sum(widths[1:]) + 2 * (len(widths) - 1)
    widths[0] = min(widths[0], WIDTH - others)
    for name, *cells in rows:
        *numbers, last = cells
        shown = [number.rjust(width) for number, width in zip(numbers, widths[1:], strict=False)]
        parts = textwrap.wrap(name, widths[0]) or [""]
        yield "  ".join([parts[0].ljust(widths[0]), *shown, last]).rstrip()
        yield from parts[1:]


def _working(standing: Standing, terms: Terms) -> Iterator[str]:
    yield f"  {standing.name}"
    yield f"    {terms.start:>3}  to start with"
    for step in standing.adjustments:
        yield from wrapped(step_words(step, standing), f"    {signed(step.points):>3}  ", " " * 9)
    told = f"{terms.word('points-per-asset')}, {sum_words(standing, terms)}"
    yield from wrapped(told, f"    {standing.per_asset:>3}  ", " " * 9)


def _changes(tie: Tie, terms: Terms, indent: str) -> Iterator[str]:
    for change in tie.changes:
        text = f"{change_words(change)}: {end_words(change, terms)}"
        yield from wrapped(text, indent, indent + "    ")
        if change.again and change.again.changes:
            yield from _changes(change.again, terms, indent + "    ")


def _running(found: Compared) -> Iterator[str]:
    happened = "; ".join(event_words(event) for event in found.events)
    yield from wrapped(f"Since then {happened} ({found.table.terms.scoring_reference}):")
    yield from aligned(running_table(found))
    for sentence in open_words(found):
        yield from wrapped(sentence)
