"""Running scores: the book's example, captures, and what can't have happened."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from fleets.comparing.running_scores import Event, Running, read_event, running_scores
from fleets.comparing.scoring import Position, compare
from fleets.comparing.terms import Side, SideCounts, Terms
from ldraw_tools.findings import BrickyardError
from tests.fleets.comparisons import book, companies, company, orbit

BOOK = compare(
    [company("Estar's Anvil", 5, 20), company("Sun's Fang", 4, 16), company("Piercing Eye", 4, 15)], book()
)
NAMES = [one.name for one in BOOK.standings]


def after(*happened: str) -> list[Running]:
    return running_scores(BOOK, [read_event(text, NAMES, book()) for text in happened], book())


def test_the_books_example_piercing_eye_loses_a_frame_and_suns_fang_leads() -> None:
    found = after("Piercing Eye lost 1 frame")
    assert [(one.rank, one.name, one.score, one.position) for one in found] == [
        (1, "Sun's Fang", 36, Position.HIGHEST),
        (2, "Piercing Eye", 35, Position.OTHERS),
        (3, "Estar's Anvil", 21, Position.OTHERS),
    ]


def test_a_seized_station_costs_its_owners_worth_and_brings_the_takers_p93() -> None:
    found = {one.name: one for one in after("Estar's Anvil took 1 station from Piercing Eye")}
    assert (found["Piercing Eye"].score, found["Estar's Anvil"].score) == (42 - 7, 21 + 3)
    assert (found["Piercing Eye"].assets, found["Estar's Anvil"].assets) == (5, 8)


def test_equal_scores_share_a_place() -> None:
    level = compare(companies([(4, 16, 2), (4, 16, 2), (5, 20, 2)]), book())
    found = running_scores(level, [Event("C", 1)], book())
    assert [(one.rank, one.position) for one in found] == [
        (1, Position.TIED_HIGHEST),
        (1, Position.TIED_HIGHEST),
        (3, Position.OTHERS),
    ]


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("Piercing Eye lost 2 frames", Event("Piercing Eye", 2, "frames")),
        ("piercing loses", Event("Piercing Eye", 1)),
        ("Piercing Eye lost 1", Event("Piercing Eye", 1)),
        ("Piercing Eye lost a station".replace(" a ", " "), Event("Piercing Eye", 1, "stations")),
        ("“Sun's Fang” took 1 from Estar", Event("Estar's Anvil", 1, "stations", "Sun's Fang")),
        (
            "SUN'S FANG SEIZES 2 STATIONS FROM PIERCING EYE",
            Event("Piercing Eye", 2, "stations", "Sun's Fang"),
        ),
    ],
)
def test_events_are_read_as_people_write_them(text: str, event: Event) -> None:
    assert read_event(text, NAMES, book()) == event


def test_names_may_hold_the_words_that_we_look_for() -> None:
    names = ["The Lost Boys", "Away from Home"]
    assert read_event("The Lost Boys lost 1", names, book()) == Event("The Lost Boys", 1)
    text = "The Lost Boys took 1 from Away from Home"
    assert read_event(text, names, book()) == Event("Away from Home", 1, "stations", "The Lost Boys")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Peircing Eye lost 1", "did you mean Piercing Eye?"),
        ("Sun's Fang took 1 from Esters Anvil", "did you mean Estar's Anvil?"),
        ("Zzz lost 1", "they are “Piercing Eye”"),
        ("Piercing Eye lost 1 frmae", "did you mean frame?"),
        ("Piercing Eye lost 1 hva", "is not an asset here"),
        ("Sun's Fang took 1 frame from Piercing Eye", "only stations can be taken"),
        ("Sun's Fang took 1 from Sun's Fang", "from itself"),
        ("Sun's Fang took 1", "NAME took 1 from NAME"),
        ("Piercing Eye", "NAME lost 1"),
        ("Sun's Fang contested 1 station", "“NAME lost 1” (a contested station, too)"),
        ("Piercing Eye lost 1 2 3", "NAME lost 1"),
        ("", "NAME lost 1"),
    ],
)
def test_a_slip_is_told_with_what_was_probably_meant(text: str, said: str) -> None:
    with pytest.raises(BrickyardError) as told:
        read_event(text, NAMES, book())
    assert said in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("happened", "said"),
    [
        (("Piercing Eye lost 5 frames",), "has only 4 frames left and can't lose 5 frames"),
        (("Piercing Eye lost 7",), "has only 6 assets left and can't lose 7 assets"),
        (("Piercing Eye lost 6", "Piercing Eye lost 1 station"), "has only 0 stations left"),
    ],
)
def test_nobody_loses_what_is_not_there(happened: tuple[str, ...], said: str) -> None:
    with pytest.raises(BrickyardError, match=said):
        after(*happened)


def test_what_was_taken_can_be_taken_back() -> None:
    found = after("Sun's Fang took 2 from Piercing Eye", "Piercing Eye took 2 from Sun's Fang")
    assert [(one.name, one.score) for one in found] == [(one.name, one.score) for one in BOOK.standings]


def scores(found: list[Running]) -> dict[str, int]:
    return {one.name: one.score for one in found}


def test_a_contested_station_is_lost_first_and_won_later_p131() -> None:
    lost = after("Piercing Eye lost 1 station")
    assert scores(lost) == {"Piercing Eye": 35, "Sun's Fang": 36, "Estar's Anvil": 21}
    won = after("Piercing Eye lost 1 station", "Sun's Fang took 1 station")
    assert scores(won) == {"Piercing Eye": 35, "Sun's Fang": 42, "Estar's Anvil": 21}
    back = after("Piercing Eye lost a station", "Piercing Eye seizes the station")
    assert scores(back) == scores(after())


def test_the_special_objective_is_an_asset_without_a_first_owner_p147() -> None:
    won = after("Estar took 1 special objective")
    assert scores(won) == {"Piercing Eye": 42, "Sun's Fang": 36, "Estar's Anvil": 24}
    passed = after("Estar took the objective", "Sun's Fang took 1 special objective from Estar")
    assert scores(passed) == {"Piercing Eye": 42, "Sun's Fang": 42, "Estar's Anvil": 21}
    left = after("Estar took the objective", "Estar lost the special objective")
    assert scores(left) == scores(after())


@pytest.mark.parametrize(
    ("happened", "said"),
    [
        (("Sun's Fang took 1 station",), "there is no station that nobody holds; write “Sun's Fang took 1"),
        (
            ("Piercing Eye lost 1 station", "Sun's Fang took 2 stations"),
            "there is 1 station that nobody holds",
        ),
        (("Estar took the objective", "Sun's Fang took the objective"), "there is no special objective that"),
        (("Sun's Fang regained 1 station",), "nothing can be regained in this game"),
    ],
)
def test_nobody_takes_from_nobody_what_somebody_has(happened: tuple[str, ...], said: str) -> None:
    with pytest.raises(BrickyardError, match=said):
        after(*happened)


def test_a_drifting_company_is_lost_and_regained_when_it_is_refuelled_io_p39() -> None:
    terms = orbit()
    fleets = [Side(name, SideCounts(ships=4, companies=1, systems=14, hvas=3)) for name in ("A", "B")]
    comparison = compare(fleets, terms)

    def happened(*texts: str) -> list[Running]:
        return running_scores(comparison, [read_event(text, ["A", "B"], terms) for text in texts], terms)

    assert scores(happened("A lost 1 company")) == {"A": 35, "B": 40}
    assert scores(happened("A lost 1 company", "A regained 1 company")) == {"A": 40, "B": 40}
    assert scores(happened("A lost 1 company", "A regains company")) == {"A": 40, "B": 40}
    for texts in (["A regained 1 company"], ["B lost 1 company", "A regained 1 company"]):
        with pytest.raises(BrickyardError, match="A has lost no company that could be regained"):
            happened(*texts)
    with pytest.raises(BrickyardError, match="companies can be regained"):
        happened("A lost 1 ship", "A regained 1 ship")


def test_in_orbit_ships_and_hvas_are_captured() -> None:
    fleets = [Side(name, SideCounts(ships=4, companies=1, systems=14, hvas=3)) for name in ("A", "B")]
    comparison = compare(fleets, orbit())
    terms: Terms = orbit()
    event = read_event("A took 1 HVA from B", ["A", "B"], terms)
    assert event == Event("B", 1, "hvas", "A")
    # Which of the two it was, nobody said, and it makes no difference.
    assert read_event("A took 1 from B", ["A", "B"], terms) == Event("B", 1, "", "A")
    assert [one.score for one in running_scores(comparison, [event], terms)] == [45, 35]
    with pytest.raises(BrickyardError, match="only HVAs and ships can be taken"):
        read_event("A took 1 company from B", ["A", "B"], terms)


@given(st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES), st.booleans()), max_size=6))
def test_assets_are_never_made_from_nothing(steps: list[tuple[str, str, bool]]) -> None:
    events = [Event(loser, 1, "", taker if taken and taker != loser else "") for loser, taker, taken in steps]
    try:
        found = running_scores(BOOK, events, book())
    except BrickyardError:
        return
    lost = sum(not event.taker for event in events)
    assert sum(one.assets for one in found) == sum(one.assets for one in BOOK.standings) - lost
    assert all(one.score == one.assets * one.per_asset >= 0 for one in found)


def test_a_side_without_anything_counts_nothing() -> None:
    assert SideCounts() == SideCounts(frames=0, ships=0, companies=0, systems=0, stations=0, hvas=0)
