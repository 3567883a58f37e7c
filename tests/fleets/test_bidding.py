"""Bids: every chance against playing all games out, one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from fleets.comparing.bidding import Bid, Field, Games, Prospect, bids_within, likely_pool
from fleets.comparing.scoring import Position, Standing, compare
from fleets.comparing.terms import Limits, Side, TieChoice
from ldraw_tools.findings import BrickyardError
from tests.fleets.comparisons import SKIRMISHES, book, company, orbit

TERMS = book()


def played_out(bid: Bid, stations: int, field: Field) -> list[Standing]:
    """How one stands in every game there can be, each as likely as another."""
    mine = company("mine", bid.units, bid.systems, stations)
    found = []
    for others in product(field.pool, repeat=field.assumed):
        unknown = [
            company(f"unknown {at}", one.units, one.systems, field.rest) for at, one in enumerate(others)
        ]
        found.append(compare([mine, *unknown, *field.known], TERMS).of("mine"))
    return found


def prospect_by_hand(bid: Bid, stations: int, field: Field) -> Prospect:
    games = played_out(bid, stations, field)
    total = len(games)
    places = Counter(one.position for one in games)
    return Prospect(
        bid,
        Fraction(sum(one.per_asset for one in games), total),
        Fraction(sum(one.score for one in games), total),
        {place: Fraction(places[place], total) for place in Position},
    )


KNOWN = company("Sun's Fang", 4, 16)
FIELDS = {
    "two known": Field((KNOWN, company("Piercing Eye", 4, 15)), 0, (), 2),
    "one unknown": Field((), 1, likely_pool(SKIRMISHES[2], TERMS), 3),
    "two unknown": Field((), 2, likely_pool(SKIRMISHES[3], TERMS), 2),
    "one known, two unknown": Field((KNOWN,), 2, (Bid(3, 12), Bid(4, 15), Bid(4, 16)), 2),
    "four unknown": Field((), 4, (Bid(3, 11), Bid(3, 12), Bid(4, 16)), 1),
}


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("bid", [Bid(3, 12), Bid(4, 15), Bid(4, 16), Bid(5, 20)], ids=str)
def test_a_prospect_is_what_playing_all_games_out_gives(name: str, bid: Bid) -> None:
    field = FIELDS[name]
    assert Games(field, TERMS).prospect(bid, field.rest) == prospect_by_hand(bid, field.rest, field)


def test_chances_add_up_for_every_bid_of_a_game() -> None:
    field = FIELDS["two unknown"]
    games = Games(field, TERMS)
    found = [games.prospect(bid, 2) for bid in bids_within(SKIRMISHES[3])]
    assert len(found) == 13 + 17 + 21
    assert all(sum(one.chances.values()) == 1 for one in found)
    assert all(3 <= one.per_asset <= 7 for one in found)


def test_ways_out_are_counted_in_tied_games_only() -> None:
    field = FIELDS["two unknown"]
    own, stations = Bid(4, 16), 2
    ways = Games(field, TERMS).ways_out(own, stations, {TieChoice.ADD: [0, 4], TieChoice.REMOVE: [4]})
    tied = pairs_tied(own, stations, field)
    assert tied
    for way in ways:
        sign = 1 if way.choice is TieChoice.ADD else -1
        changed = company("mine", own.units + sign, own.systems + sign * way.systems, stations)
        after = [compare([changed, *others], TERMS).of("mine") for others in tied]
        assert way.prospect.score == Fraction(sum(one.score for one in after), len(after))
        highest = sum(one.position is Position.HIGHEST for one in after)
        assert way.prospect.chances[Position.HIGHEST] == Fraction(highest, len(after))
    assert [(way.choice, way.systems) for way in ways] == [
        (TieChoice.ADD, 0),
        (TieChoice.ADD, 4),
        (TieChoice.REMOVE, 4),
    ]


def pairs_tied(own: Bid, stations: int, field: Field) -> list[list[Side]]:
    mine = company("mine", own.units, own.systems, stations)
    found = []
    for others in product(field.pool, repeat=field.assumed):
        sides = [company(f"{at}", one.units, one.systems, field.rest) for at, one in enumerate(others)]
        if compare([mine, *sides], TERMS).of("mine").position is Position.TIED_HIGHEST:
            found.append(sides)
    return found


def test_there_is_no_way_out_of_a_tie_that_never_comes() -> None:
    field = Field((company("Fang", 4, 16),), 0, (), 3)
    assert Games(field, TERMS).ways_out(Bid(5, 20), 3, {TieChoice.ADD: [0]}) == []


def test_what_is_likely_lies_within_the_game() -> None:
    pool = likely_pool(SKIRMISHES[3], TERMS)
    assert len(pool) == 4 + 5 + 6
    assert all(3 * bid.units <= bid.systems <= 4 * bid.units for bid in pool)
    assert likely_pool(SKIRMISHES[3], TERMS, (0, 9)) == tuple(bids_within(SKIRMISHES[3]))


def test_in_orbit_up_to_half_of_the_assets_may_be_companies() -> None:
    game = Limits("a game of 2 players", 5, 7, 4, {"hvas": 3})
    pool = likely_pool(game, orbit())
    # Five TAs are three ships and two companies at least: nine systems; or five ships: twenty.
    assert [bid.systems for bid in pool if bid.units == 5] == list(range(9, 21))


@pytest.mark.parametrize(
    ("field", "said"),
    [
        (Field((), 5, tuple(Bid(4, systems) for systems in range(100)), 1), "too many to count"),
        (Field((), 60, (Bid(4, 16),), 1), "too many to count"),
        (Field((), 1, (), 1), "widen --likely"),
    ],
)
def test_what_can_not_be_counted_is_refused(field: Field, said: str) -> None:
    with pytest.raises(BrickyardError, match=said):
        Games(field, TERMS)
