"""Comparisons counted out by hand, slowly, to hold ours against; and sides made up for tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from catalog.editions.loading import edition
from fleets.comparing.terms import Limits, Side, SideCounts, Terms, terms_of

# Frames, systems and stations of one company.
Numbers = tuple[int, int, int]

SKIRMISHES = {
    2: Limits("a skirmish of 2 players", 4, 6, 4, {"stations": 3}),
    3: Limits("a skirmish of 3 players", 3, 5, 4, {"stations": 2}),
    4: Limits("a skirmish of 4 players", 3, 4, 4, {"stations": 2}),
    5: Limits("a skirmish of 5 players", 3, 4, 4, {"stations": 1}),
}


def book() -> Terms:
    return terms_of(edition("rapid-attack"))


def orbit() -> Terms:
    return terms_of(edition("intercept-orbit"))


def company(name: str, frames: int, systems: int, stations: int = 2) -> Side:
    return Side(name, SideCounts(frames=frames, systems=systems, stations=stations))


def companies(numbers: Sequence[Numbers]) -> list[Side]:
    return [company(chr(ord("A") + at), *one) for at, one in enumerate(numbers)]


def worth_by_hand(numbers: Sequence[Numbers]) -> list[int]:
    """RA p.69, sentence by sentence: start at 5, then look at everybody else, frames first."""
    found = []
    for at, one in enumerate(numbers):
        others = [other for place, other in enumerate(numbers) if place != at]
        worth = 5
        for what in (0, 1):
            if not [other for other in others if other[what] > one[what]]:
                worth -= 1
            if not [other for other in others if other[what] < one[what]]:
                worth += 1
        found.append(worth)
    return found


def scores_by_hand(numbers: Sequence[Numbers]) -> list[int]:
    return [worth * (one[0] + one[2]) for worth, one in zip(worth_by_hand(numbers), numbers, strict=True)]


def tie_patterns(players: int) -> Iterator[tuple[int, ...]]:
    """Every way in which so many can be tied or ranked: ranks without gaps, in every order."""
    for ranks in product(range(players), repeat=players):
        if set(ranks) == set(range(max(ranks) + 1)):
            yield ranks


def loads_of_one_frame(frames: int, systems: int, room: int = 4) -> set[int]:
    """What any one of the frames may carry, by handing the systems out in every way."""
    return {
        load for loads in product(range(room + 1), repeat=frames) if sum(loads) == systems for load in loads
    }
