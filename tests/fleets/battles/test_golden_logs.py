"""What the golden logs come to; each event has its page, and `ours` where no text prints it."""

from __future__ import annotations

from typing import Any

import pytest

from brickyard.table.hosted_log import why_no_event
from brickyard.table.table_data import fold_log
from catalog.editions.loading import edition
from tests.fleets.battles.playing import golden

Json = dict[str, Any]


def after(name: str, number: int | None = None) -> Json:
    log = golden(name)
    found = fold_log(edition(log["game"]["edition"]), log["game"], log["events"][:number])
    assert [entry["words"] for entry in found["log"] if not entry["effect"]] == []
    assert [event for event in log["events"] if why_no_event(event)] == []
    return found


def up_to(name: str, do: str) -> Json:
    """As it stands after the first event of this kind."""
    kinds = [event["do"] for event in golden(name)["events"]]
    return after(name, kinds.index(do) + 1)


def scores(state: Json) -> list[int]:
    return [player["score"] for player in state["players"]]


def test_five_players_with_equal_scores_go_and_are_asked_in_the_order_that_the_text_and_they_say() -> None:
    # Of three who are lowest, D has lost the roll and goes last; of C and E, E goes first.
    assert after("equal-scores", 3)["order"] == ["a", "b", "e", "c", "d"]
    passed = up_to("equal-scores", "turn")
    assert passed["open_turns"][0]["unit"] == "d1"
    # One five destroys the covering frame, the other one goes through to the target, and so does the six.
    hit = after("equal-scores", 18)
    assert (hit["units"]["b2"]["lost"], hit["units"]["b1"]["owed"]) == ("destroyed", 2)
    assert scores(hit) == [42, 30, 21, 21, 21]
    # A contested station costs its owner at once, and gives nobody anything until it is won.
    assert scores(up_to("equal-scores", "station")) == [35, 30, 21, 21, 21]
    asked = up_to("equal-scores", "round-end")
    assert (scores(asked), [row["player"] for row in asked["asked"]]) == (
        [35, 30, 24, 21, 21],
        ["a", "b", "c", "e", "d"],
    )
    end = after("equal-scores")
    assert (end["clock"], end["round"], scores(end)) == (9, 2, [35, 24, 24, 21, 21])


def test_a_carrier_launches_and_repairs_and_its_company_takes_a_ship_and_loses_it_again() -> None:
    mended = up_to("carriers", "mend")["units"]["a4"]
    assert (mended["left"], mended["struck"]) == (["B", "G", "Rf"], ["Y"])
    assert scores(up_to("carriers", "board")) == [63, 24]
    # The last of the captors dodges, one unit away.
    dodged = up_to("carriers", "ignore")
    assert (dodged["units"]["b2"]["owner"], dodged["units"]["a4"]["fuel"], scores(dodged)) == (
        "b",
        2,
        [56, 27],
    )
    assert [after("carriers")["units"][one]["owed"] for one in ("a2", "b2")] == [1, 2]


def test_three_fleets_board_spot_and_collide_as_the_text_says() -> None:
    assert up_to("three-fleets", "attack")["attack"]["faces"]["target"] == [4, 5, 6]
    assert up_to("three-fleets", "collide")["units"]["a2"]["owed"] == 2
    boarded = up_to("three-fleets", "board")
    assert (boarded["units"]["a1"]["owner"], scores(boarded)) == ("b", [30, 40, 35])
    # The last company has left it, and with it go the points.
    assert scores(after("three-fleets")) == [35, 35, 35]


@pytest.mark.parametrize(
    ("do", "where", "squats"),
    [("foe", (3, "medium"), False), ("free", (3, "short"), False), ("acted", (2, "short"), False)],
)
def test_an_enemy_is_where_the_text_sends_it(do: str, where: tuple[int, str], squats: bool) -> None:
    mech = up_to("a-changed-mind", do)["mech"]
    (enemy,) = mech["enemies"]
    assert (enemy["sector"], enemy["band"], mech["squat"]) == (*where, squats)
    end = after("a-changed-mind")["mech"]
    assert (end["squat"], [one["sector"] for one in end["enemies"]]) == (True, [2, 5])
