"""A whole comparison as one value: the sides, how they stand, ties, and what has happened since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from brickyard.comparison.compare_wording import event_words, game_words, position_words
from brickyard.comparison.sides_question import Lineup, NamedSide, read_sides
from catalog.editions.edition import Edition
from fleets.comparing.running_scores import Event, Running, read_event, running_scores
from fleets.comparing.scoring import Adjustment, Comparison, Position, Standing, compare
from fleets.comparing.terms import TieChoice
from fleets.comparing.ties import Tie, tie_for_highest, tied_for_lowest
from fleets.forces.force import Game
from ldraw_tools.notebooks import html_rows, line_of
from validators.judged_files import JudgeSettings


@dataclass(frozen=True)
class ComparedSide(NamedSide):
    """A side with its standing; `called` is the position in the edition's own words."""

    __json__: ClassVar = (
        *NamedSide.__json__,
        *("start", "adjustments", "per_asset", "assets", "score", "position", "called"),
    )

    start: int = 0
    adjustments: tuple[Adjustment, ...] = ()
    per_asset: int = 0
    assets: int = 0
    score: int = 0
    position: Position = Position.OTHERS
    called: str = ""


@dataclass(frozen=True)
class Compared:
    """What `brickyard compare` prints; `running` is empty if nothing has happened yet.

    In JSON the sides stand from the highest score down. `tie` is a tie for the highest position: those tied
    roll, and the winner has the `choices`; with `loser-chooses` a loser makes one of its own changes. The
    loser of a roll between `tied_lowest` has the lowest position.
    """

    __json__: ClassVar = (
        *("format", "edition", "game", "game_title", "sides", "choices", "tie", "tied_lowest"),
        *("events", "running"),
    )

    lineup: Lineup
    comparison: Comparison
    tie: Tie | None
    tied_lowest: tuple[str, ...]
    happened: tuple[Event, ...] = ()
    running: tuple[Running, ...] = ()
    # Goes up when a key goes away or changes its meaning, not when one is added.
    format: int = 2

    __repr__ = line_of

    def __str__(self) -> str:
        return str(self.comparison)

    def _repr_html_(self) -> str:
        return html_rows(self.game_title, self.sides, "name", "per_asset", "assets", "score", "called")

    @property
    def edition(self) -> Edition:
        return self.lineup.edition

    @property
    def game(self) -> Game:
        return self.lineup.game

    @property
    def game_title(self) -> str:
        return game_words(self.lineup)

    @property
    def choices(self) -> tuple[TieChoice, ...]:
        return self.lineup.terms.choices

    @property
    def sides(self) -> tuple[ComparedSide, ...]:
        named = {side.name: side for side in self.lineup.named}
        return tuple(self._side(named[one.name], one) for one in self.comparison.standings)

    def _side(self, named: NamedSide, standing: Standing) -> ComparedSide:
        return ComparedSide(
            named.side,
            named.path,
            named.problem,
            self.lineup.terms.start,
            standing.adjustments,
            standing.per_asset,
            standing.assets,
            standing.score,
            standing.position,
            position_words(standing.position, self.lineup.terms),
            verdict=named.verdict,
        )

    @property
    def events(self) -> list[str]:
        return [event_words(event) for event in self.happened]


def compare_all(arguments: Sequence[str], settings: JudgeSettings, happened: Sequence[str] = ()) -> Compared:
    lineup = read_sides(arguments, settings)
    comparison = compare(lineup.sides, lineup.terms)
    names = [one.name for one in comparison.standings]
    events = tuple(read_event(text, names, lineup.terms) for text in happened)
    running = running_scores(comparison, events, lineup.terms) if events else []
    return Compared(
        lineup,
        comparison,
        tie_for_highest(comparison, lineup.terms, lineup.games),
        tied_for_lowest(comparison),
        events,
        tuple(running),
    )
