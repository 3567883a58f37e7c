"""Equal scores and equal rolls, late losses while the clock is asked about, cover that is destroyed."""

from __future__ import annotations

from itertools import product

import pytest

from tests.fleets.battles.playing import Table, company, frame


def asked(table: Table) -> list[str]:
    return [row["player"] for row in table.state["asked"]]


def questions(table: Table) -> list[str]:
    return [one["key"] for one in table.state["questions"]]


def tied(**options: bool) -> Table:
    """A and B have 42, C has 21."""
    table = Table(company("A", 4), company("B", 4), company("C", 5), options=options)
    table.works("start")
    assert table.scores == {"a": 42, "b": 42, "c": 21}
    return table


@pytest.mark.parametrize("loser", ["b", "c", "d"])
def test_of_three_who_are_tied_for_the_lowest_the_loser_of_the_roll_is_asked_for_p130(loser: str) -> None:
    table = Table(company("A", 3, systems="G Rd"), *[company(name, 5) for name in "BCD"])
    assert questions(table) == ["tie-lowest"]
    entry = table.works("decide", question="tie-lowest", answer=loser)
    assert "loses the roll for the lowest place" in entry["words"]
    table.works("start")
    assert (table.state["order"][-1], table.state["point"]) == (loser, loser)


def test_a_tie_for_the_highest_is_settled_before_one_for_the_lowest() -> None:
    table = Table(*[company(name, 3) for name in "AB"], *[company(name, 4) for name in "CD"])
    assert questions(table) == ["tie-highest"]
    table.works("decide", question="tie-highest", answer="a")
    assert questions(table) == []
    table.works("tie", player="a", choice="remove", unit="a1")
    assert questions(table) == ["tie-lowest"]


def test_nobody_is_up_until_the_players_have_said_who_of_two_equal_scores_is_first() -> None:
    table = tied()
    assert (table.state["up"], table.state["up_units"], questions(table)) == ("", [], ["tied-order:a+b"])
    assert "turn to choose" in table.fails("pass", player="a")
    table.works("decide", question="tied-order:a+b", answer="b")
    assert (table.state["up"], table.state["may_pass"]) == ("b", True)


def test_a_tie_of_players_of_whom_only_one_has_a_frame_left_to_go_keeps_nobody_waiting() -> None:
    table = tied()
    for number in range(1, 5):
        table.works("gone", unit=f"a{number}")
    assert table.state["up"] == "b"


def test_the_clock_is_asked_about_in_the_order_that_the_players_have_said_p94() -> None:
    table = tied()
    table.works("round-end")
    assert "say first who" in table.fails("tick", player="a", take=True)
    assert [one["do"] for one in table.offered] == ["decide", "decide"]
    table.works("decide", question="tied-order:a+b", answer="b")
    assert asked(table) == ["b", "a", "c"]
    table.works("tick", player="b", take=True)


def test_a_loss_that_is_told_late_changes_who_is_asked_next_but_nobody_twice() -> None:
    table = Table(company("A", 4, systems="G Rd Y"), company("B", 4), company("C", 5))
    table.works("start")
    table.works("round-end")
    assert asked(table) == ["a", "b", "c"]
    table.works("lost", unit="a1")
    assert asked(table) == ["b", "a", "c"]
    table.works("tick", player="b", take=False)
    table.works("lost", unit="b1")
    assert asked(table) == ["b", "a", "c"]


def test_where_units_have_places_in_the_round_equal_scores_matter_to_the_clock_only() -> None:
    table = tied(**{"per-unit-order": True})
    assert questions(table) == []
    table.works("round-end")
    assert questions(table) == ["tied-order:a+b"]


@pytest.mark.parametrize(("first", "second"), [("a1", "b1"), ("b1", "c1"), ("c1", "a1")])
def test_three_equal_rolls_are_asked_about_until_all_have_gone_p136(first: str, second: str) -> None:
    table = Table(*[company(name, 1) for name in "ABC"], options={"per-unit-order": True})
    table.works("start")
    for key in "abc":
        table.works("order", unit=f"{key}1", rolled=[7])
    table.works("decide", question="order-tie:a1+b1+c1", answer=first)
    assert table.state["up_units"] == [first]
    table.works("gone", unit=first)
    (question,) = questions(table)
    table.works("decide", question=question, answer=second)
    table.works("gone", unit=second)
    assert (questions(table), len(table.state["up_units"])) == ([], 1)


def test_who_was_attacked_before_its_number_came_keeps_both_its_dice_for_the_game() -> None:
    """Condensed §4: the number is chosen when the lower one comes up."""
    few = {"name": "Few", "units": [frame("F1", "B Rd"), frame("F2", "B Rd")], "stations": []}
    options = {"per-unit-order": True}
    table = Table(few, company("B", 2), text="condensed", options=options)
    table.works("start")
    table.works("decide", question="order-when", answer="game")
    rolls = {"a1": [5, 9], "a2": [6, 8], "b1": [1], "b2": [20]}
    for unit, rolled in rolls.items():
        table.works("order", unit=unit, rolled=rolled)
    table.works("attack", unit="b1", target="a1", range="d", value=3)
    table.works("defend", unit="a1", value=3)
    table.works("done", unit="b1")
    table.works("done", unit="a1")
    table.works("gone", unit="a2")
    table.works("gone", unit="b2")
    table.end_round()
    assert {row["unit"]: row["rolled"] for row in table.state["turn_order"]} == {**rolls, "a2": [6]}


@pytest.mark.parametrize(("text", "how"), list(product(["rapid-attack", "condensed"], ["strike", "lost"])))
def test_fives_left_over_when_the_covering_frame_is_destroyed_hit_the_target_p121(
    text: str, how: str
) -> None:
    table = behind_a_frame(text)
    table.works("hits", unit="a1", rolled=[5, 5, 5, 1, 1, 1])
    table.works("covered", unit="b2")
    assert (table.unit("b2")["owed"], table.unit("b1")["owed"]) == (3, 0)
    if how == "strike":
        entry = table.works("strike", unit="b2", system="W")
    else:
        entry = table.works("lost", unit="b2")
    assert "2 go through to B 1" in entry["words"]
    assert (table.unit("b2")["lost"], table.unit("b1")["owed"]) == ("destroyed", 2)


def test_what_goes_through_is_of_the_same_attack_from_which_one_steps_away_once() -> None:
    table = behind_a_frame("rapid-attack")
    table.works("hits", unit="a1", rolled=[5, 5, 5, 6, 1, 1])
    table.works("covered", unit="b2")
    table.works("ignore", unit="b1", how="station")
    table.works("strike", unit="b2", system="W")
    assert table.unit("b1")["owed"] == 2
    assert "can't avoid" in table.fails("ignore", unit="b1", how="station")


def test_in_the_draft_nothing_goes_through_a_destroyed_frame() -> None:
    table = behind_a_frame("rapid-attack-draft")
    table.works("hits", unit="a1", number=0, cover=3)
    table.works("covered", unit="b2")
    table.works("strike", unit="b2", system="W")
    assert table.unit("b1")["owed"] == 0


def behind_a_frame(text: str) -> Table:
    """b2 has a white die left and stands before b1, on whom six damage dice are to be rolled."""
    table = Table(company("A", 4), company("B", 4), text=text)
    table.works("start")
    for code in ("B", "G", "Rd", "Y", "W"):
        table.works("strike", unit="b2", system=code)
    table.works("attack", unit="a1", target="b1", range="d", cover="frame", value=6)
    table.works("defend", unit="b1", value=0)
    return table
