"""Running scores: what was lost and captured since the start, and who defends now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fleets.comparing.events import ANY_ASSET, Event
from fleets.comparing.scoring import Comparison, Position, position
from fleets.comparing.sides import noun
from fleets.comparing.terms import Terms
from ldraw_tools.findings import BrickyardError, count_of


@dataclass(frozen=True, slots=True)
class Running:
    """One side now and at the start; `rank` is its place in the order of play, shared by equal scores."""

    name: str
    rank: int
    per_asset: int
    assets_at_start: int
    assets: int
    score_at_start: int
    score: int
    position: Position


def running_scores(comparison: Comparison, events: Iterable[Event], terms: Terms) -> list[Running]:
    """Highest score first. Assets change hands; what each of them is worth to whom doesn't change."""
    held = {
        one.name: Counter({kind: one.side.counts.of(kind) for kind in terms.assets})
        for one in comparison.standings
    }
    for event in events:
        _take(held[event.loser], event)
        if event.taker:
            held[event.taker][event.kind or ANY_ASSET] += event.number
    scores = {one.name: one.per_asset * held[one.name].total() for one in comparison.standings}
    running = [
        Running(
            one.name,
            1 + sum(score > scores[one.name] for score in scores.values()),
            one.per_asset,
            one.assets,
            held[one.name].total(),
            one.score,
            scores[one.name],
            _position(scores[one.name], list(scores.values())),
        )
        for one in comparison.standings
    ]
    return sorted(running, key=lambda one: -one.score)


def _position(score: int, scores: Sequence[int]) -> Position:
    """In play only the highest score has a place of its own."""
    found = position(score, scores)
    return found if found in (Position.HIGHEST, Position.TIED_HIGHEST) else Position.OTHERS


def _take(held: Counter[str], event: Event) -> None:
    """Nobody loses what isn't there; what nobody named comes off the total."""
    left = held.total() if not event.kind else min(held[event.kind], held.total())
    if event.number > left:
        kind = event.kind or f"{ANY_ASSET}s"
        wanted = count_of(event.number, noun(kind), noun(kind, 2))
        raise BrickyardError(f"--score: {event.loser} has only {left:,} left and can't lose {wanted}")
    held[event.kind or ANY_ASSET] -= event.number
