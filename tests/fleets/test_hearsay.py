"""Companies known by hearsay: what is said, what the game adds, and slips pointed at."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from fleets.comparing.hearsay import looks_like_hearsay, read_hearsay, side_from
from fleets.comparing.terms import Side, SideCounts, faults_of
from ldraw_tools.findings import BrickyardError
from tests.fleets.comparisons import SKIRMISHES, book, orbit


def heard(text: str, fixed: dict[str, int] | None = None) -> Side:
    return side_from(read_hearsay(text), book(), fixed or {})


def test_numbers_are_taken_as_said() -> None:
    assert heard("frames=5,systems=20,stations=2") == Side("", SideCounts(frames=5, systems=20, stations=2))
    assert heard(" Systems = 20 , FRAMES=5, stations=2, name=Vincent ").name == "Vincent"
    said = read_hearsay("ships=4,companies=2,systems=14,hvas=3")
    assert side_from(said, orbit(), {}).counts == SideCounts(ships=4, companies=2, systems=14, hvas=3)


def test_what_the_game_gives_need_not_be_said_and_companies_may_be_none() -> None:
    assert heard("frames=5,systems=20", {"stations": 2}).counts.stations == 2
    assert heard("frames=5,systems=20,stations=1", {"stations": 2}).counts.stations == 1
    assert side_from(read_hearsay("ships=5,systems=18,hvas=3"), orbit(), {}).counts.companies == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("frmaes=5,systems=20,stations=2", "character 1: there is no “frmaes”. Did you mean frames?"),
        ("frames=5,sytems=20,stations=2", "character 10: there is no “sytems”. Did you mean systems?"),
        ("frames=5, station=2", "character 11: there is no “station”. Did you mean stations?"),
        ("frames=five,systems=20", "character 1: frames is a whole number from 0 to 100,000, not “five”"),
        ("frames=5,systems=-1", "character 10: systems is a whole number"),
        (" 100001/20", "character 2: frames is a whole number"),
        ("5/100001", "character 3: systems is a whole number"),
        ("5/20/1000000000", "character 6: stations is a whole number"),
        ("frames=5.5,systems=1", "not “5.5”"),
        ("frames=٥,systems=1", "frames is a whole number"),
        ("frames=9999999999,systems=1", "frames is a whole number"),
        ("frames=5,frames=6", "character 10: frames is there twice"),
        ("frames=5,20", "character 10: “20” is not KEY=NUMBER"),
        ("frames=5,systems=", "character 10: “systems=” is not KEY=NUMBER"),
        ("frames=5,,systems=1", "character 10: nothing beside a comma"),
        ("frames=5,systems=1,", "nothing beside a comma"),
        ("frames=5,stations=2", "how many systems? Add systems=NUMBER"),
        ("systems=5", "how many frames?"),
        ("frames=5,systems=20", "how many stations?"),
        ("frames=5,systems=20,stations=2,hvas=1", "hvas doesn't count in this game"),
    ],
)
def test_a_slip_is_pointed_at_with_what_was_probably_meant(text: str, said: str) -> None:
    with pytest.raises(BrickyardError) as told:
        heard(text)
    assert said in str(told.value)
    assert "\n" not in str(told.value)


@given(st.text(max_size=60))
def test_whatever_is_said_is_understood_or_refused_in_one_line(text: str) -> None:
    told = ""
    try:
        heard(text, {"stations": 2})
    except BrickyardError as error:
        told = str(error)
    assert len(told.splitlines()) <= 1


@pytest.mark.parametrize(
    ("text", "is_hearsay"),
    [
        ("frames=5", True),
        ("frmaes=5,x", True),
        ("companies/anvil.yaml", False),
        ("a=b/anvil.yaml", True),
        ("./a=b.yaml", False),
        ("anvil.yaml", False),
        ("=5", False),
    ],
)
def test_hearsay_is_known_by_its_first_key(text: str, is_hearsay: bool) -> None:
    assert looks_like_hearsay(text) is is_hearsay


@pytest.mark.parametrize(
    ("counts", "faults"),
    [
        (SideCounts(frames=5, systems=20, stations=2), []),
        (SideCounts(frames=6, systems=20, stations=2), ["a skirmish of 3 players has 3 to 5 frames"]),
        (SideCounts(frames=5, systems=20, stations=3), ["a skirmish of 3 players has exactly 2 stations"]),
        (SideCounts(frames=5, systems=21, stations=2), ["5 frames can't carry more than 20 systems"]),
        (
            SideCounts(),
            ["a skirmish of 3 players has 3 to 5 frames", "a skirmish of 3 players has exactly 2 stations"],
        ),
    ],
)
def test_numbers_that_no_company_can_have_are_told(counts: SideCounts, faults: list[str]) -> None:
    assert faults_of(counts, [SKIRMISHES[3]], book()) == faults
