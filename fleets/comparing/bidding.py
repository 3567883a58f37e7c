"""What every size of a company would come to, against opponents that are known or assumed: exact counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations_with_replacement, pairwise
from math import comb, factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fleets.comparing.scoring import Position
from fleets.comparing.terms import CARRIERS, Limits, Measure, Side, Terms, TieChoice
from ldraw_tools.findings import BrickyardError

# Our assumption, stated with every answer: most players fill their units, or nearly.
LIKELY = (3, 4)
_MOST_GAMES, _MOST_ORDERS = 500_000, 2**55

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class Bid(NamedTuple):
    """How many units (frames, or tactical assets), how many systems on all of them."""

    units: int
    systems: int


class Field(NamedTuple):
    """The opponents: some are known; of `assumed` others each bid in `pool` is equally likely.

    `rest` are the assets besides its units that the game gives to everybody.
    """

    known: tuple[Side, ...] = ()
    assumed: int = 0
    pool: tuple[Bid, ...] = ()
    rest: int = 0


class Prospect(NamedTuple):
    """What a bid leads to, on average over what is assumed; `chances` has the chance of each position."""

    bid: Bid
    per_asset: Fraction
    score: Fraction
    chances: Mapping[Position, Fraction]

    @property
    def position(self) -> Position:
        """The likeliest."""
        return max(self.chances, key=lambda one: self.chances[one])


class WayOut(NamedTuple):
    """What adding or removing a unit with this many systems leads to, in those games that are tied."""

    choice: TieChoice
    systems: int
    prospect: Prospect


def bids_within(limits: Limits) -> list[Bid]:
    return [
        Bid(units, systems)
        for units in range(limits.least, limits.most + 1)
        for systems in range(limits.room * units + 1)
    ]


def likely_pool(limits: Limits, terms: Terms, likely: tuple[int, int] = LIKELY) -> tuple[Bid, ...]:
    """What an opponent may bring; where companies are units too, up to half of them may be."""
    low, high = likely[0], min(likely[1], limits.room)
    others = any(kind not in CARRIERS for kind in terms.changed)
    bids = set()
    for units in range(limits.least, limits.most + 1):
        fewest = units - units // 2 if others else units
        bids |= {Bid(units, systems) for systems in range(low * fewest, high * units + 1)}
    return tuple(sorted(bids))


class Games:
    """Every possible game, and how many of the equally likely ones each represents.

    Arrays have a row for each opponent, first the assumed ones, then the known, and a column for each game.
    """

    def __init__(self, field: Field, terms: Terms) -> None:
        self._terms = terms
        drawn = _drawn(field)
        self._weights = _orders(drawn)
        units = np.array([bid.units for bid in field.pool] or [0], dtype=np.int64)[drawn]
        systems = np.array([bid.systems for bid in field.pool] or [0], dtype=np.int64)[drawn]
        counts = [side.counts for side in field.known]
        self._assets = _with(units + field.rest, [terms.assets_of(one) for one in counts])
        all_units = _with(units, [terms.units_of(one) for one in counts])
        all_systems = _with(systems, [own.systems for own in counts])
        self._compared = [
            (is_units, numbers, numbers.max(axis=0), numbers.min(axis=0))
            for is_units in (_is_units(measure, terms) for measure in terms.compared)
            for numbers in [all_units if is_units else all_systems]
        ]

    def prospect(self, bid: Bid, rest: int, where: Bools | None = None) -> Prospect:
        """`rest` are one's own assets besides the units; `where` picks some of the games."""
        per_asset, score, others = self._scores(bid, rest)
        weights = self._weights if where is None else self._weights * where
        total = int(weights.sum())
        best, worst = others.max(axis=0), others.min(axis=0)
        tied = score == best
        at = {
            Position.HIGHEST: score > best,
            Position.TIED_HIGHEST: tied,
            Position.OTHERS: (score < best) & (score > worst),
            Position.TIED_LOWEST: (score == worst) & ~tied,
            Position.LOWEST: score < worst,
        }
        chances = {one: Fraction(int((weights * mask).sum()), total) for one, mask in at.items()}
        mean = Fraction(int((weights * per_asset).sum()), total)
        return Prospect(bid, mean, mean * (bid.units + rest), chances)

    def ways_out(self, bid: Bid, rest: int, changes: Mapping[TieChoice, Sequence[int]]) -> list[WayOut]:
        """For those games only in which the bid is tied for the highest score."""
        _, score, others = self._scores(bid, rest)
        tied: Bools = score == others.max(axis=0)
        if not tied.any():
            return []
        found = []
        for choice, numbers in changes.items():
            sign = 1 if choice is TieChoice.ADD else -1
            for systems in numbers:
                changed = Bid(bid.units + sign, bid.systems + sign * systems)
                found.append(WayOut(choice, systems, self.prospect(changed, rest, tied)))
        return found

    def _scores(self, bid: Bid, rest: int) -> tuple[Ints, Ints, Ints]:
        """What an asset is worth to oneself, one's own score, and the others' scores, game by game."""
        start, step = self._terms.start, self._terms.step
        own: Ints = np.full(len(self._weights), start, dtype=np.int64)
        theirs: Ints = np.full(self._assets.shape, start, dtype=np.int64)
        for is_units, numbers, most_of_others, fewest_of_others in self._compared:
            number = bid.units if is_units else bid.systems
            most, fewest = np.maximum(most_of_others, number), np.minimum(fewest_of_others, number)
            own += step * ((number == fewest).astype(np.int64) - (number == most))
            theirs += step * ((numbers == fewest).astype(np.int64) - (numbers == most))
        return own, own * (bid.units + rest), theirs * self._assets


def _drawn(field: Field) -> Ints:
    """Every set of assumed opponents, by their places in the pool, in order."""
    size, assumed = len(field.pool), field.assumed
    if assumed and not size:
        raise BrickyardError("there is nothing that an unknown opponent could bring; widen --likely")
    games = comb(size + assumed - 1, assumed) if assumed else 1
    # The second: games are weighed and counted in integers of 64 bits.
    if games > _MOST_GAMES or max(size, assumed) ** assumed > _MOST_ORDERS:
        raise BrickyardError(
            f"{assumed} unknown opponents with {size:,} likely bids each are too many to count; "
            "name some of them with --against, or narrow --likely"
        )
    places = chain.from_iterable(combinations_with_replacement(range(size), assumed))
    return np.fromiter(places, dtype=np.int64, count=games * assumed).reshape(games, assumed).T


def _orders(drawn: Ints) -> Ints:
    """In how many orders each set of opponents can be drawn; equal ones are not distinguished."""
    orders = np.full(drawn.shape[1], factorial(len(drawn)), dtype=np.int64)
    alike: Ints = np.ones(drawn.shape[1], dtype=np.int64)
    for before, place in pairwise(drawn):
        alike = np.where(before == place, alike + 1, 1)
        orders //= alike
    return orders


def _with(assumed: Ints, known: Sequence[int]) -> Ints:
    rows: Ints = np.tile(np.array(known, dtype=np.int64)[:, None], (1, assumed.shape[1]))
    return np.vstack([assumed, rows]).astype(np.int64)


def _is_units(measure: Measure, terms: Terms) -> bool:
    """Whether it compares the units; else it must be their systems."""
    if set(measure.kinds) == set(terms.changed):
        return True
    if measure.kinds != ("systems",):
        raise BrickyardError(f"this edition compares {measure.label}, which a bid can't choose")
    return False
