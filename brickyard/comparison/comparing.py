"""A whole comparison as one value: who sits at the table, how they stand, ties, and what happened since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from brickyard.comparison.contenders import Table, seat
from fleets.comparing.running_scores import Event, Running, read_event, running_scores
from fleets.comparing.scoring import Comparison, compare
from fleets.comparing.ties import Tie, tie_for_highest, tied_for_lowest
from validators.judged_files import Request


@dataclass(frozen=True)
class Compared:
    """`running` is empty where nothing has happened yet."""

    table: Table
    comparison: Comparison
    tie: Tie | None
    tied_lowest: tuple[str, ...]
    events: tuple[Event, ...] = ()
    running: tuple[Running, ...] = ()


def compare_all(arguments: Sequence[str], request: Request, happened: Sequence[str] = ()) -> Compared:
    table = seat(arguments, request)
    comparison = compare(table.sides, table.terms)
    names = [one.name for one in comparison.standings]
    events = tuple(read_event(text, names, table.terms) for text in happened)
    running = running_scores(comparison, events, table.terms) if events else []
    return Compared(
        table,
        comparison,
        tie_for_highest(comparison, table.terms, table.games),
        tied_for_lowest(comparison),
        events,
        tuple(running),
    )
