"""Ties: who rolls, everything that can follow, and what a company can't do, against counting by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings, strategies as st

from fleets.comparing.running_scores import MOST_ROLLS, Change, Tie, tie_for_highest, tied_for_lowest
from fleets.comparing.scoring import Comparison, Position, compare
from fleets.comparing.terms import Limits, Side, SideCounts, SideUnits, TieChoice
from tests.fleets.comparisons import (
    SKIRMISHES,
    Numbers,
    book,
    companies,
    company,
    loads_of_one_frame,
    orbit,
    scores_by_hand,
)

# Who acts, what it does, the systems on the frame, and everybody's score after it.
Outcome = tuple[int, str, int, tuple[int, ...]]


def outcomes_by_hand(numbers: Sequence[Numbers], limits: Limits) -> set[Outcome]:
    """RA p.129, for every company that is tied: add a frame, remove a frame, compare everything again."""
    scores = scores_by_hand(numbers)
    tied = [at for at, score in enumerate(scores) if score == max(scores)]
    found: set[Outcome] = set()
    for at in tied if len(tied) > 1 else []:
        frames, systems, stations = numbers[at]
        loads = {"add": set(range(limits.room + 1)), "remove": loads_of_one_frame(frames, systems)}
        for choice, sign in (("add", 1), ("remove", -1)):
            for load in loads[choice]:
                changed = list(numbers)
                changed[at] = (frames + sign, systems + sign * load, stations)
                found.add((at, choice, load, tuple(scores_by_hand(changed))))
    return found


def outcomes(tie: Tie | None) -> set[Outcome]:
    return {
        (ord(change.by) - ord("A"), change.choice.value, load, scores_after(change))
        for change in (tie.changes if tie else ())
        for load in change.systems
    }


def scores_after(change: Change) -> tuple[int, ...]:
    assert change.result
    return tuple(one.score for one in sorted(change.result.standings, key=lambda one: one.name))


def bids(players: int) -> Iterator[tuple[int, int]]:
    """Sizes worth trying: full frames, one or two systems fewer, and a lean company."""
    limits = SKIRMISHES[players]
    for frames in range(limits.least, limits.most + 1):
        spread = (
            (4 * frames, 4 * frames - 1, 4 * frames - 2, 2 * frames)
            if players < 4
            else (4 * frames, 4 * frames - 1)
        )
        yield from ((frames, systems) for systems in spread)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everything_that_can_follow_a_tie_is_as_counted_by_hand(players: int) -> None:
    limits, terms = SKIRMISHES[players], book()
    tied = clear = 0
    for sizes in combinations_with_replacement(bids(players), players):
        numbers = [(*size, limits.fixed["stations"]) for size in sizes]
        found = tie_for_highest(compare(companies(numbers), terms), terms, [limits], rolls=1)
        assert outcomes(found) == outcomes_by_hand(numbers, limits), numbers
        tied, clear = tied + (found is not None), clear + (found is None)
    assert tied > 3
    assert clear > 3


def test_a_tie_that_leads_to_another_is_followed_and_then_cut() -> None:
    numbers = next(
        numbers
        for sizes in combinations_with_replacement(bids(3), 3)
        if has_second_tie(numbers := [(*size, 2) for size in sizes])
    )
    terms, limits = book(), SKIRMISHES[3]
    tie = tie_for_highest(compare(companies(numbers), terms), terms, [limits])
    assert tie
    again = [change for change in tie.changes if change.again]
    for change in again:
        assert change.result
        assert change.again
        assert change.again.tied == change.result.at(Position.TIED_HIGHEST)
        assert depth(change.again) <= MOST_ROLLS
    assert any(change.again and change.again.changes for change in again)
    assert depth(tie) <= MOST_ROLLS


@pytest.mark.parametrize("rolls", [0, 1])
def test_after_the_last_roll_the_search_ends_and_says_so(rolls: int) -> None:
    terms = book()
    equal = compare(companies([(4, 16, 2), (4, 16, 2), (5, 20, 2)]), terms)
    tie = tie_for_highest(equal, terms, [SKIRMISHES[3]], rolls)
    assert tie is not None
    assert (tie.is_cut, bool(tie.changes)) == (not rolls, bool(rolls))


def has_second_tie(numbers: list[Numbers]) -> bool:
    terms = book()
    tie = tie_for_highest(compare(companies(numbers), terms), terms, [SKIRMISHES[3]])
    return tie is not None and any(change.again for change in tie.changes)


def depth(tie: Tie) -> int:
    if tie.is_cut:
        assert not tie.changes
        return 0
    return 1 + max((depth(change.again) for change in tie.changes if change.again), default=0)


@given(
    st.lists(st.tuples(st.integers(3, 5), st.integers(0, 8), st.just(2)), min_size=3, max_size=3),
    st.integers(1, 3),
)
@settings(max_examples=60, deadline=None)
def test_following_ties_ends_and_every_result_is_a_comparison(numbers: list[Numbers], rolls: int) -> None:
    terms = book()
    tie = tie_for_highest(compare(companies(numbers), terms), terms, [SKIRMISHES[3]], rolls)
    for one in every_tie(tie):
        for change in one.changes:
            if change.result:
                assert compare(change.result.sides, terms) == change.result
                assert bool(change.again) == bool(change.result.at(Position.TIED_HIGHEST))


def every_tie(tie: Tie | None) -> Iterator[Tie]:
    if tie:
        yield tie
        for change in tie.changes:
            yield from every_tie(change.again)


def anvil(name: str, *pieces: SideUnits, spares: tuple[SideUnits, ...] = ()) -> Side:
    frames = sum(one.count for one in pieces)
    systems = sum(one.count * one.systems for one in pieces)
    depots = SideUnits("Depot", "stations", count=2)
    return Side(name, SideCounts(frames=frames, systems=systems, stations=2), (*pieces, depots), spares)


SOLDIERS = SideUnits("Soldier", "frames", 4, 3)
SCOUT, ROCKETEER = SideUnits("Scout", "frames", 3), SideUnits("Rocketeer", "frames", 4, rockets=1)


def changes(side: Side, other: Side, games: Sequence[Limits] = (SKIRMISHES[3],)) -> list[Change]:
    third = company("Third", 5, 20)
    tie = tie_for_highest(compare([side, other, third], book()), book(), games)
    assert tie
    return [change for change in tie.changes if change.by == side.name]


def twin(side: Side) -> Side:
    return Side("Twin", side.counts)


def test_a_company_that_is_known_removes_one_of_its_own_frames() -> None:
    mine = anvil("Mine", SOLDIERS, SCOUT)
    removed = [change for change in changes(mine, twin(mine)) if change.choice is TieChoice.REMOVE]
    assert sorted((change.systems, change.names) for change in removed) == [((3, 4), ("Scout", "Soldier"))]


def test_of_several_frames_of_one_design_one_is_removed() -> None:
    mine = anvil("Mine", replace(SOLDIERS, count=4))
    [removed] = [change for change in changes(mine, twin(mine)) if change.choice is TieChoice.REMOVE]
    assert removed.result
    left = removed.result.of("Mine").side
    assert [piece.count for piece in left.pieces if piece.kind == "frames"] == [3]


def test_frames_that_lead_elsewhere_are_told_apart() -> None:
    mine = anvil("Mine", SOLDIERS, SideUnits("Drone", "frames", 0))
    removed = [change for change in changes(mine, twin(mine)) if change.choice is TieChoice.REMOVE]
    assert sorted((change.systems, change.names) for change in removed) == [
        ((0,), ("Drone",)),
        ((4,), ("Soldier",)),
    ]


def test_a_company_adds_the_spare_it_has_and_any_frame_where_it_lists_none() -> None:
    listed = anvil("Mine", SOLDIERS, SCOUT, spares=(SideUnits("Reserve", "frames", 2),))
    [added] = [change for change in changes(listed, twin(listed)) if change.choice is TieChoice.ADD]
    assert (added.systems, added.names) == ((2,), ("Reserve",))
    unlisted = anvil("Mine", SOLDIERS, SCOUT)
    added_any = [change for change in changes(unlisted, twin(unlisted)) if change.choice is TieChoice.ADD]
    assert sorted(load for change in added_any for load in change.systems) == [0, 1, 2, 3, 4]


def test_two_entries_that_are_the_same_lose_one_frame_only() -> None:
    same = SideUnits("Soldier", "frames", 4)
    mine = anvil("Mine", same, same, same, same)
    [removed] = [change for change in changes(mine, twin(mine)) if change.choice is TieChoice.REMOVE]
    assert removed.result
    left = removed.result.of("Mine").side
    assert left.counts.frames == 3
    assert sum(piece.count for piece in left.pieces if piece.kind == "frames") == 3


def test_the_rockets_of_a_frame_that_leaves_must_go_to_another() -> None:
    mine = anvil("Mine", SOLDIERS, ROCKETEER)
    notes = {
        change.names: change.note for change in changes(mine, twin(mine)) if change.choice is TieChoice.REMOVE
    }
    assert notes == {("Soldier",): "", ("Rocketeer",): "its 1 rocket must go to another frame"}


def test_a_company_with_as_many_frames_as_may_be_is_cautioned_when_it_adds_one() -> None:
    found = tie_for_highest(compare(companies([(4, 16, 2)] * 4), book()), book(), [SKIRMISHES[4]])
    assert found
    added = [change for change in found.changes if change.choice is TieChoice.ADD]
    assert {change.note for change in added} == {"caution: a skirmish of 4 players has 3 to 4 frames"}
    assert all(change.result for change in added)


@pytest.mark.parametrize("frames", [3, 1])
def test_a_company_with_as_few_as_may_be_is_cautioned_when_it_removes_one(frames: int) -> None:
    tied = companies([(frames, 4 * frames, 2)] * 4)
    found = tie_for_highest(compare(tied, book()), book(), [SKIRMISHES[4]])
    assert found
    removed = [change for change in found.changes if change.choice is TieChoice.REMOVE]
    assert {change.note for change in removed} == {"caution: a skirmish of 4 players has 3 to 4 frames"}
    assert all(change.result for change in removed)
    assert {change.systems for change in removed} == {(4,)}, "the others hold no more than four each"
    assert {change.by for change in removed} == {"A", "B", "C", "D"}


def test_what_is_legal_in_one_of_two_games_is_told_with_it() -> None:
    battle = Limits("a battle of 3 players", 4, 7, 4, {"stations": 2})
    mine = anvil("Mine", SOLDIERS, SCOUT)
    notes = {change.choice: change.note for change in changes(mine, twin(mine), (SKIRMISHES[3], battle))}
    assert notes == {TieChoice.ADD: "", TieChoice.REMOVE: "only in a skirmish of 3 players"}


GAME = Limits("a game of 2 players", 5, 7, 4, {"hvas": 3}, as_catapults=True)
CARRIER = SideUnits("Carrier", "ships", 4, 1, catapults=1)
CRUISERS, WASPS = SideUnits("Cruiser", "ships", 4, 4), SideUnits("Wasps", "companies")


def fleet(name: str, *pieces: SideUnits) -> Side:
    counts = SideCounts(
        ships=sum(one.count for one in pieces if one.kind == "ships"),
        companies=sum(one.count for one in pieces if one.kind == "companies"),
        systems=sum(one.count * one.systems for one in pieces),
        hvas=3,
    )
    return Side(name, counts, (*pieces, SideUnits("Barge", "hvas", count=3)))


def test_in_orbit_a_winner_removes_a_ship_without_a_catapult_or_goes_on() -> None:
    mine, other = fleet("A", CARRIER, CRUISERS, WASPS), fleet("B", CARRIER, CRUISERS, WASPS)
    comparison = compare([mine, other], orbit())
    tie = tie_for_highest(comparison, orbit(), [GAME])
    assert tie
    own = {(change.choice, change.names): change for change in tie.changes if change.by == "A"}
    assert own[TieChoice.GO_ON, ()].result == comparison
    assert (
        own[TieChoice.REMOVE, ("Carrier",)].note
        == "caution: that leaves 0 catapults and 1 company, where a fleet has as many of both"
    )
    assert (
        own[TieChoice.REMOVE, ("Wasps",)].note
        == "caution: that leaves 1 catapult and 0 companies, where a fleet has as many of both"
    )
    left = own[TieChoice.REMOVE, ("Cruiser",)].result
    assert left
    assert {one.name: one.score for one in left.standings} == {"A": 7 * 8, "B": 3 * 9}
    assert not [change for change in tie.changes if change.choice is TieChoice.ADD]


def test_a_tie_for_the_lowest_names_those_who_roll_and_nobody_while_all_are_tied() -> None:
    below = compare(companies([(4, 12, 2), (5, 20, 2), (5, 20, 2)]), book())
    assert tied_for_lowest(below) == ("B", "C")
    assert tie_for_highest(below, book(), [SKIRMISHES[3]]) is None
    level = compare(companies([(5, 20, 2)] * 3), book())
    assert tied_for_lowest(level) == ()
    tie = tie_for_highest(level, book(), [SKIRMISHES[3]])
    assert tie
    assert tie.tied == ("A", "B", "C")


def test_there_is_no_tie_where_one_leads() -> None:
    comparison: Comparison = compare(companies([(4, 16, 2), (5, 20, 2)]), book())
    assert tie_for_highest(comparison, book()) is None
