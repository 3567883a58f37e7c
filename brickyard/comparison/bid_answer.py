"""What to bring, as one value: every bid of a game with what it comes to, and what a tie would lead to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from brickyard.comparison.bid_wording import assumption_words, spare_lines
from brickyard.comparison.sides_question import Lineup, NamedSide, read_sides
from catalog.editions.edition import Edition
from fleets.comparing.bidding import (
    LIKELY,
    Bid,
    Field,
    Games,
    Prospect,
    WayOut,
    bids_within,
    likely_pool,
)
from fleets.comparing.terms import CARRIERS, Limits, Side, Terms, TieChoice
from fleets.forces.force import Game
from ldraw_tools.findings import BrickyardError
from ldraw_tools.notebooks import line_of
from validators.judged_files import JudgeSettings


@dataclass(frozen=True)
class Bids:
    """What `brickyard bid` prints: what comes of each number of units (frames, tactical assets) and systems.

    `limits` are those of the game that is taken; `at_a_tie` is for games that are tied as things are.
    `assumed` opponents are unknown: each brings any of the `assumed_bids`, all equally likely. Against known
    opponents one of a bid's chances is 1.
    """

    __json__: ClassVar = (
        *("format", "edition", "game", "limits", "company", "own", "known", "assumed", "assumed_bids"),
        *("assumption", "bids", "at_a_tie", "spare"),
    )

    lineup: Lineup
    limits: Limits
    field: Field
    likely: tuple[int, int]
    own: Bid
    prospects: dict[Bid, Prospect]
    at_a_tie: tuple[WayOut, ...]
    # Goes up when a key goes away or changes its meaning, not when one is added.
    format: int = 2

    __repr__ = line_of

    @property
    def edition(self) -> Edition:
        return self.lineup.edition

    @property
    def game(self) -> Game:
        return self.lineup.game

    @property
    def company(self) -> NamedSide:
        return self.lineup.named[0]

    @property
    def known(self) -> tuple[NamedSide, ...]:
        return self.lineup.named[1:]

    @property
    def assumed(self) -> int:
        return self.field.assumed

    @property
    def assumed_bids(self) -> tuple[Bid, ...]:
        return self.field.pool

    @property
    def assumption(self) -> str:
        return assumption_words(self)

    @property
    def bids(self) -> tuple[Prospect, ...]:
        return tuple(self.prospects.values())

    @property
    def spare(self) -> list[str]:
        return list(spare_lines(self))

    @property
    def is_certain(self) -> bool:
        return not self.field.assumed

    @property
    def is_taken(self) -> bool:
        """Whether we chose the game's size because none was given."""
        return len(self.lineup.games) > 1


def all_bids(
    mine: str, against: Sequence[str], settings: JudgeSettings, likely: tuple[int, int] | None = None
) -> Bids:
    """Opponents that were not named are assumed, up to the number of players."""
    likely = likely or LIKELY
    lineup = read_sides([mine, *against], settings, others_may_come=True)
    if len(lineup.named) != len(against) + 1:
        raise BrickyardError("name files, not folders: one company of yours, then the others")
    side, terms = lineup.named[0].side, lineup.terms
    own = Bid(terms.units_of(side.counts), side.counts.systems)
    limits = _limits(lineup.games, own)
    rest = sum(limits.fixed.get(kind, 0) for kind in terms.fixed)
    assumed = lineup.game.players - len(lineup.named)
    pool = likely_pool(limits, terms, likely) if assumed else ()
    field = Field(lineup.sides[1:], assumed, pool, rest)
    mine_rest = terms.assets_of(side.counts) - own.units
    wanted = {*bids_within(limits), own, Bid(own.units, max(own.systems - 1, 0))}
    games = Games(field, terms)
    return Bids(
        lineup,
        limits,
        field,
        likely,
        own,
        {bid: games.prospect(bid, mine_rest) for bid in sorted(wanted)},
        tuple(games.ways_out(own, mine_rest, _changes(side, own, limits, terms))),
    )


def _limits(games: Sequence[Limits], own: Bid) -> Limits:
    """The first game that has room for the company, if none was chosen."""
    if not games:
        raise BrickyardError("this edition has no table of games, so there is nothing to choose from")
    return next((game for game in games if game.allows(own.units)), games[0])


def _changes(side: Side, own: Bid, limits: Limits, terms: Terms) -> dict[TieChoice, list[int]]:
    """The systems on the unit that could be added or removed at a tie; the texts set no other condition."""
    changes: dict[TieChoice, list[int]] = {}
    if TieChoice.ADD in terms.choices:
        spares = {piece.systems for piece in side.spares if piece.kind in CARRIERS}
        changes[TieChoice.ADD] = sorted(spares) or list(range(limits.room + 1))
    if TieChoice.REMOVE in terms.choices and own.units > 1:
        known = {piece.systems for piece in side.pieces if piece.kind in CARRIERS and not piece.catapults}
        least = max(0, own.systems - limits.room * (own.units - 1))
        unknown = range(least, min(limits.room, own.systems) + 1) if side.is_hearsay else ()
        changes[TieChoice.REMOVE] = sorted(known or unknown)
    return changes
