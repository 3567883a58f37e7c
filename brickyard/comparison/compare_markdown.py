"""A comparison to paste into a forum or a chat: Markdown, in which strangers' names are only names."""

from __future__ import annotations

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
from brickyard.markdown import escaped
from fleets.comparing.terms import Terms
from fleets.comparing.ties import Tie
from validators.wording import capital


def lines(found: Compared) -> Iterator[str]:
    terms = found.table.terms
    yield from _table(standings_table(found))
    yield ""
    yield f"{escaped(capital(terms.word('points-per-asset')))} step by step ({escaped(terms.reference)}):"
    yield ""
    for standing in found.comparison.standings:
        steps = [f"{signed(step.points)} {step_words(step, standing)}" for step in standing.adjustments]
        worked = f"{', '.join([str(terms.start), *steps])}: {standing.per_asset} {sum_words(standing, terms)}"
        yield f"- **{escaped(standing.name)}** {escaped(worked)}"
    if found.tie:
        yield from ("", escaped(roll_words(found.tie, terms)), "")
        yield from _changes(found.tie, terms)
    if found.tied_lowest:
        score = found.comparison.of(found.tied_lowest[0]).score
        yield from ("", escaped(lowest_words(found.tied_lowest, score, terms)))
    if found.running:
        happened = "; ".join(event_words(event) for event in found.events)
        yield from ("", escaped(f"Since then {happened} ({terms.scoring_reference}):"), "")
        yield from _table(running_table(found))
        for sentence in open_words(found):
            yield from ("", escaped(sentence))
    yield ""
    for problem in found.table.problems:
        yield from (f"**Warning:** {escaped(problem)}", "")
    yield escaped(verdict(found))


def _table(rows: list[list[str]]) -> Iterator[str]:
    heads, *rest = [[escaped(cell) for cell in row] for row in rows]
    marks = [":--", *["--:"] * (len(heads) - 2), ":--"]
    for cells in (heads, marks, *rest):
        yield f"| {' | '.join(cells)} |"


def _changes(tie: Tie, terms: Terms, indent: str = "") -> Iterator[str]:
    for change in tie.changes:
        yield f"{indent}- {escaped(f'{change_words(change)}: {end_words(change, terms)}')}"
        if change.again:
            yield from _changes(change.again, terms, indent + "  ")
