"""How the forces of a campaign stand after its games; the order is ours, because the book has none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from fleets.battles.played_result import A_STATION


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game as it went: by force scores, stations held at its end and losses; who held the objective then.

    `winner` is told only where scores don't say it; `log` is the path of its log, as the campaign names it.
    """

    __json__: ClassVar = (
        *("date", "size", "players", "scores", "losses", "objective"),
        *("stations", "winners", "unfinished", "log"),
    )

    date: str
    size: str
    players: int
    scores: Mapping[str, int]
    losses: Mapping[str, tuple[str, ...]]
    objective: str
    stations: Mapping[str, int]
    winner: str = ""
    unfinished: bool = False
    log: str = ""

    @property
    def winners(self) -> tuple[str, ...]:
        """Whoever has the highest score, as far as nobody settled a tie; of a game for one, nobody."""
        if self.winner or len(self.scores) < 2:
            return (self.winner,) if self.winner else ()
        best = max(self.scores.values())
        return tuple(name for name, score in self.scores.items() if score == best)


@dataclass(frozen=True, slots=True)
class ForceStanding:
    """A force's place, its games and wins, and what breaks ties.

    `difference` adds up the own score less the best of the others, `stations` those held at the end (null if
    no game tells), `losses` counts units.
    """

    place: int
    force: str
    games: int
    wins: int
    difference: int
    stations: int | None
    losses: int

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """What is compared, the best first."""
        return -self.wins, -self.difference, -(self.stations or 0), self.losses


def standings(games: Sequence[PlayedGame], forces: Iterable[str]) -> tuple[ForceStanding, ...]:
    """By wins, then difference, stations, and fewest losses; equal ones share a place."""
    found = sorted((_standing(name, games) for name in forces), key=lambda one: one.rank)
    ranks = [one.rank for one in found]
    return tuple(replace(one, place=ranks.index(one.rank) + 1) for one in found)


def _standing(name: str, games: Sequence[PlayedGame]) -> ForceStanding:
    own = [game for game in games if name in game.scores]
    held = [game.stations[name] for game in games if name in game.stations]
    return ForceStanding(
        place=0,
        force=name,
        games=len(own),
        wins=sum(name in game.winners for game in own),
        difference=sum(_ahead(name, game.scores) for game in own),
        stations=sum(held) if held else None,
        losses=sum(lost != A_STATION for game in games for lost in game.losses.get(name, ())),
    )


def _ahead(name: str, scores: Mapping[str, int]) -> int:
    others = [score for other, score in scores.items() if other != name]
    return scores[name] - max(others) if others else 0
