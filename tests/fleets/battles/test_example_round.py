"""The book's example round, event by event (RA p.105–116, 124); what it doesn't print is ours, and marked."""

from __future__ import annotations

from typing import Any

import pytest

from brickyard.table.table_data import fold_log
from catalog.editions.loading import edition
from tests.fleets.battles.playing import golden

LOG = golden("example-round")
EVENTS = LOG["events"]


def after(number: int) -> dict[str, Any]:
    """The state after so many events."""
    return fold_log(edition("rapid-attack"), LOG["game"], EVENTS[:number])


def first(**wanted: Any) -> int:
    """The number of the first event with these fields."""
    return next(
        place
        for place, event in enumerate(EVENTS, 1)
        if all(event.get(key) == value for key, value in wanted.items())
    )


def scores(state: dict[str, Any]) -> dict[str, int]:
    return {player["name"]: player["score"] for player in state["players"]}


def test_every_event_of_it_has_its_effect() -> None:
    assert [entry["words"] for entry in after(len(EVENTS))["log"] if not entry["effect"]] == []


def test_scores_begin_at_42_36_and_21_and_the_leader_falls_to_35() -> None:
    assert scores(after(1)) == {"Sebastian": 42, "Vincent": 36, "Joshua": 21}
    last = first(do="strike", unit="c3", system="W") + 1
    assert scores(after(last - 1)) == {"Sebastian": 42, "Vincent": 36, "Joshua": 21}
    fallen = after(last)
    assert scores(fallen) == {"Sebastian": 35, "Vincent": 36, "Joshua": 21}
    assert [player["name"] for player in fallen["players"] if player["is_defender"]] == ["Vincent"]
    assert "Sebastian: 42 → 35. Vincent has the highest score now (defense)." in fallen["log"][-1]["words"]


def test_the_clock_goes_from_11_to_10_to_9_and_the_highest_score_is_asked_first() -> None:
    end = first(do="round-end")
    assert after(end - 1)["clock"] == 11
    assert (after(end)["clock"], after(end)["phase"]) == (10, "clock")
    assert [row["player"] for row in after(end)["asked"]] == ["b", "c", "a"]
    assert after(end + 1)["clock"] == 9
    closed = after(end + 3)
    assert (closed["clock"], closed["round"], closed["phase"], closed["up"]) == (9, 2, "play", "b")
    assert all(unit["defense"] is None and unit["spot"] is None for unit in closed["units"].values())


def test_the_chain_of_three_never_has_more_than_two_turns_open() -> None:
    start = first(do="turn", unit="b1")
    turns = [[turn["unit"] for turn in after(number)["open_turns"]] for number in range(start, start + 22)]
    kept = [one for place, one in enumerate(turns) if place == 0 or one != turns[place - 1]]
    assert kept[:6] == [["b1"], ["b1", "c3"], ["c3"], ["c3", "a2"], ["a2"], []]
    assert max(len(after(number)["open_turns"]) for number in range(len(EVENTS))) == 2


# Who chooses after which event, as the book tells it.
@pytest.mark.parametrize(
    ("number", "player", "may_pass"),
    [
        pytest.param(1, "c", True, id="Sebastian has the highest score"),
        pytest.param(first(do="done", unit="a1"), "c", True, id="combat order ends, Sebastian is up again"),
        pytest.param(first(do="done", unit="c2"), "c", True, id="still Sebastian"),
        pytest.param(first(do="pass", player="c"), "b", True, id="he passes to Vincent"),
        pytest.param(first(do="done", unit="a2"), "c", True, id="after the chain Sebastian is up"),
        pytest.param(first(do="done", unit="c4"), "b", True, id="all of his have gone, so Vincent"),
        pytest.param(first(do="done", unit="b3"), "b", True, id="Vincent has one frame left"),
        pytest.param(first(do="pass", player="b"), "a", False, id="nobody goes after Joshua, he can't pass"),
        pytest.param(first(do="done", unit="a4"), "b", True, id="Vincent leads and chooses"),
        pytest.param(first(do="done", unit="b4"), "a", False, id="Joshua's fifth is the only one left"),
    ],
)
def test_who_chooses_and_who_may_pass(number: int, player: str, may_pass: bool) -> None:
    state = after(number)
    assert (state["up"], state["may_pass"], state["must_go"]) == (player, may_pass, not may_pass)


@pytest.mark.parametrize(
    ("unit", "dice"),
    [
        ("c2", 3),
        ("b1", 1),
        ("c3", 1),
        ("a2", 1),
        ("c4", 4),
        ("b2", 0),
        ("a3", 1),
        ("b3", 5),
        ("a4", 3),
        ("a5", 1),
    ],
)
def test_damage_dice_are_as_many_as_the_book_says(unit: str, dice: int) -> None:
    number = first(do="attack", unit=unit)
    while after(number)["attack"]["damage_dice"] is None:
        number += 1
    assert after(number)["attack"]["damage_dice"] == dice


def test_the_four_hits_the_wall_and_the_five_goes_through_p124() -> None:
    attack = after(first(do="hits", unit="c2"))["attack"]
    assert (attack["chart"], attack["hits"], attack["cover_hits"]) == ("in-cover", 1, 1)
    assert after(first(do="strike", unit="a1"))["units"]["a1"]["dice"] == "2W 1B 1Y 2Rd"


def test_the_higher_spot_stands() -> None:
    assert after(first(do="spot", unit="c3"))["units"]["a1"]["spot"] == 6
    assert after(first(do="attack", unit="c4"))["units"]["a1"]["spot"] is None


def test_what_the_book_does_not_print_is_marked_as_ours() -> None:
    rolled = [event for event in EVENTS if event["do"] in ("hits", "strike")]
    printed = [event for event in rolled if "ours" not in event]
    assert [event.get("rolled", event.get("system")) for event in printed] == [
        *([1, 4, 5], "B"),
        *([5, 5, 6], "W", "W"),
    ]
