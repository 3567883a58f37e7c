"""The tables of a comparison as rows of cells, heads first: for the terminal and for Markdown."""

from __future__ import annotations

from brickyard.comparison.compare_words import position_words
from brickyard.comparison.comparing import Compared
from fleets.comparing.compared_sides import noun
from fleets.comparing.running_scores import Running
from fleets.comparing.scoring import Position, Standing
from fleets.comparing.terms import Terms


def standings_table(found: Compared) -> list[list[str]]:
    """What is compared, what else is an asset, and what comes of it."""
    terms = found.table.terms
    compared = [measure.label for measure in terms.compared]
    fixed = [noun(kind, 2) for kind in terms.fixed]
    worth = [terms.word("points-per-asset"), "assets", terms.word("score"), "position"]
    rows = [_standing(standing, terms) for standing in found.comparison.standings]
    return [[terms.word("force"), *compared, *fixed, *worth], *rows]


def running_table(found: Compared) -> list[list[str]]:
    terms = found.table.terms
    heads = [terms.word("force"), terms.word("points-per-asset"), "assets", terms.word("score")]
    return [
        [*heads, terms.word("order")],
        *(
            [
                one.name,
                str(one.per_asset),
                _moved(one.assets_at_start, one.assets),
                _moved(one.score_at_start, one.score),
                _place(one, terms),
            ]
            for one in found.running
        ),
    ]


def _standing(standing: Standing, terms: Terms) -> list[str]:
    counts = standing.side.counts
    numbers = [measure.of(counts) for measure in terms.compared]
    numbers += [counts.of(kind) for kind in terms.fixed]
    numbers += [standing.per_asset, standing.assets, standing.score]
    place = position_words(standing.position, terms)
    return [standing.name, *(f"{number:,}" for number in numbers), place]


def _place(running: Running, terms: Terms) -> str:
    """`1: defense`, `2`."""
    if running.position is Position.OTHERS:
        return str(running.rank)
    return f"{running.rank}: {position_words(running.position, terms)}"


def _moved(before: int, now: int) -> str:
    return f"{before:,} to {now:,}" if before != now else f"{now:,}"
