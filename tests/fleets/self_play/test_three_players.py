"""Battles of three: contested stations, the roll for the lowest place, seats that don't matter, shares."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from math import sqrt

import pytest

from fleets.self_play.battle_sides import NOBODY, TableTop
from fleets.self_play.battle_sums import BattleBatch, BattleSums, play_batch, seed_of
from fleets.self_play.play_rules import DiceBook
from fleets.self_play.tactics import AT_RANDOM, shipped_tactics
from fleets.self_play.three_ways import best_at_ties, play_ways
from fleets.self_play.whole_battle import LOSER_CHOOSES, REMOVE, Contest, _bring, fight
from tests.fleets.self_play.duels import GUNS, SOLDIER, company, contest

# By hand: BRICKYARD_BATTLES=3000 pytest this file.
BATTLES = int(os.environ.get("BRICKYARD_BATTLES", "150"))
FORCE = company("Fang", SOLDIER, SOLDIER, SOLDIER, GUNS, stations=2)


def of_three(*tactics: str, goes_for: int = NOBODY) -> Contest:
    return contest(FORCE, FORCE, tactics or ("brawl", "harry", "rush"), third=FORCE, goes_for=goes_for)


@pytest.fixture
def table() -> TableTop:
    """Each side has a frame beside the first station of the third."""
    played = of_three()
    top = TableTop(played.rules, DiceBook(played.rules), played.tactics, [], 5)
    _bring(top, played.forces)
    for row, frame in enumerate(top.frames):
        top.put(frame, 10j * row + 30)
    for row in range(len(top.stations)):
        top.put_station(row, 10j * row + 60)
    for side in top.sides:
        side.per_asset = 5
    top.round = 1
    top.put_station(4, 5 + 5j)
    for number, place in ((0, 5 + 6j), (4, 6 + 5j), (8, 5 + 4j)):
        top.put(top.frames[number], place)
    top.count_scores()
    return top


def test_a_contested_station_is_nobodys_until_one_of_them_is_alone_beside_it_p130(table: TableTop) -> None:
    station = table.stations[4]
    table.seize_stations()
    assert station.holder == 2, "its owner stands beside it"
    table.lose(table.frames[8])
    assert station.holder == NOBODY
    told = table.events[-1]
    assert [told[key] for key in ("do", "station", "to", "contested")] == ["station", "cs1", "", ["a", "b"]]
    assert [side.assets for side in table.sides] == [6, 6, 4]
    table.put(table.frames[9], 4 + 5j)
    table.seize_stations()
    assert station.holder == NOBODY, "who comes back contests it, too"
    table.lose(table.frames[9])
    table.lose(table.frames[0])
    assert (station.holder, [side.assets for side in table.sides]) == (1, [5, 7, 3])


def test_a_tie_for_the_lowest_score_is_rolled_for_and_the_loser_goes_last_p130() -> None:
    lasts = set()
    for seed in range(12):
        events = fight(of_three(), seed).events
        rolled = next(event for event in events if event.get("place") == "lowest")
        removed = next(event for event in events if event.get("choice") == "remove")
        assert rolled["loser"] != removed["player"], "who leaves a frame out has the highest score"
        lasts.add(rolled["loser"])
    assert lasts == {"a", "b", "c"}


def test_a_force_against_two_copies_of_itself_wins_a_third() -> None:
    tactics, won = [one.name for one in shipped_tactics()], [0.0] * 3
    for number in range(BATTLES):
        chosen = (tactics[number // step % 5] for step in (1, 5, 25))
        winners = fight(of_three(*chosen), seed_of(3, number)).winners
        for side in winners:
            won[side] += 1 / len(winners)
    assert all(abs(one - BATTLES / 3) <= 3 * sqrt(BATTLES * 2 / 9) for one in won), won


@pytest.mark.parametrize("side", range(3))
def test_whom_both_others_rather_attack_wins_less_and_play_by_chance_loses(side: int) -> None:
    def won(played: Contest) -> float:
        return float(play_batch(BattleBatch(played, 1, 0, 30)).share(side))

    tactics = ["brawl"] * 3
    assert won(of_three(*tactics, goes_for=side)) < won(of_three(*tactics, goes_for=(side + 1) % 3))
    by_chance = tuple(AT_RANDOM if one != side else "brawl" for one in range(3))
    assert won(contest(FORCE, FORCE, by_chance, third=FORCE)) > 0.9


def test_every_way_is_played_as_often_until_shares_are_narrow_enough() -> None:
    """The first side wins with the first tactic, else the third; whoever is rather attacked loses."""

    def play(batches: Sequence[BattleBatch]) -> Iterator[tuple[int, BattleSums]]:
        for place, batch in enumerate(batches):
            seeds.update(seed_of(batch.seed, batch.first + one) for one in range(batch.count))
            winner = 0 if batch.contest.tactics[0] is first else 2
            winner = (winner + 1) % 3 if batch.contest.goes_for == winner else winner
            yield place, BattleSums(bytes([1 << winner] * batch.count))

    seeds: set[int] = set()
    first, second, *_ = shipped_tactics()
    found = play_ways(of_three(), [first, second], 7, 0.05, play)
    alike = found.of()
    assert [float(alike.share(side)) for side in range(3)] == [0.5, 0, 0.5]
    assert found.error <= 0.05
    assert len({sums.battles for sums in found.sums.values()}) == 1
    assert found.battles == 4 * alike.battles == len(seeds), "no two battles have one seed"
    assert [float(found.of(side=0, tactic=one).share(0)) for one in (0, 1)] == [1, 0]
    assert float(found.of([0]).share(0)) == 0
    assert float(found.of([1, 2]).share(0)) == 0.75
    assert float(found.of([0]).share(1)) == 0.5


def test_who_wins_the_roll_in_a_tie_has_the_loser_choose_only_where_that_wins_more() -> None:
    def play(batches: Sequence[BattleBatch]) -> Iterator[tuple[int, BattleSums]]:
        for place, batch in enumerate(batches):
            yield place, BattleSums(bytes([2 if batch.contest.at_ties[1] == LOSER_CHOOSES else 1]))

    assert best_at_ties(of_three(), 1, play).at_ties == (REMOVE, LOSER_CHOOSES, REMOVE)
