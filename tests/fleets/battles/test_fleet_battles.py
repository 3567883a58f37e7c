"""An Intercept Orbit battle: fuel, captures, boarding, drifters, collisions, what its text leaves open."""

from __future__ import annotations

from typing import Any

import pytest

from catalog.editions.loading import edition
from tests.fleets.battles.playing import Table

Json = dict[str, Any]


def ship(name: str, kind: str = "capital", systems: str = "B Ra Rp Y") -> Json:
    return {"name": name, "kind": kind, "systems": systems.split()}


def fleet(name: str, ships: int, ace: str = "") -> Json:
    carrier = ship(f"{name} Carrier", systems="B K Ra Y")
    others = [ship(f"{name} Frigate {number}", "frigate", "B Rp Y") for number in range(1, ships)]
    company = {"name": f"{name} Company", "kind": "company", "ace": ace}
    hvas = [{"name": f"{name} Asset {number}", "kind": "hva"} for number in (1, 2, 3)]
    return {"name": name, "units": [carrier, *others, company, *hvas]}


def battle(ace: str = "Y") -> Table:
    """a1 carrier, a2–a4 frigates, a5 company, a6–a8 assets; b1 carrier, b2–b5, b6 company, b7–b9."""
    table = Table(fleet("A", 4), fleet("B", 5, ace=ace), text="intercept-orbit")
    table.works("start")
    assert table.scores == {"a": 56, "b": 27}
    return table


def all_gone(table: Table) -> None:
    for key, unit in table.state["units"].items():
        if not unit["lost"] and not unit["activated"] and (unit["kind"] != "company" or unit["fuel"]):
            table.works("gone", unit=key)


def next_round(table: Table) -> None:
    table.works("round-end")
    table.works("next-round")


def test_the_clock_goes_down_by_one_a_round_and_nobody_is_asked() -> None:
    table = battle()
    assert (table.state["rounds_least"], table.state["rounds_most"]) == (11, 11)
    for number in range(1, 12):
        assert (table.state["round"], table.state["clock"]) == (number, 12 - number)
        table.works("round-end")
        assert table.state["asked"] == []
        table.works("next-round")
    assert (table.state["phase"], table.state["winners"]) == ("over", ["a"])


def test_companies_wait_aboard_until_they_are_launched_with_fuel() -> None:
    table = battle()
    assert "can't take a turn" in table.fails("turn", unit="a5")
    assert {"do": "launch", "unit": "a5"}.items() <= next(
        offer for offer in table.offered if offer["do"] == "launch" and offer["unit"] == "a5"
    ).items()
    table.works("launch", unit="a5", fuel=2)
    table.works("turn", unit="a5")
    next_round(table)
    assert table.unit("a5")["fuel"] == 1
    next_round(table)
    assert (table.unit("a5")["fuel"], table.unit("a5")["lost"]) == (0, "adrift")


def test_ships_whose_systems_nobody_knows_may_have_a_catapult() -> None:
    heard = {"name": "Far", "counts": {"ships": 3, "companies": 1, "systems": 9, "hvas": 3}}
    table = Table(heard, fleet("B", 5), text="intercept-orbit", judges=True)
    table.works("start")
    assert table.unit("a4")["kind"] == "company"
    assert table.works("launch", unit="a4", fuel=3)["note"] == ""


def test_a_drifting_company_scores_for_nobody_until_it_is_refuelled_and_then_for_its_first_owner() -> None:
    table = battle()
    table.works("launch", unit="a5", fuel=1)
    next_round(table)
    assert table.scores == {"a": 49, "b": 27}
    assert (
        table.works("hold", unit="a5", to="a")["words"] == "Player A has A Company in tow, which is adrift."
    )
    assert "B holds A Company" in table.works("hold", unit="a5", to="b")["words"]
    (question,) = [one for one in table.state["questions"] if one["key"] == "drifter-points"]
    assert "IO p.39" in question["page"]
    assert table.scores == {"a": 49, "b": 27}
    table.works("decide", question="drifter-points", answer="holder")
    assert table.scores == {"a": 49, "b": 30}
    table.works("launch", unit="a5", fuel=5)
    assert (table.scores, table.unit("a5")["owner"]) == ({"a": 56, "b": 27}, "a")


def test_a_high_value_asset_is_taken_at_once_and_a_ship_only_when_all_have_gone() -> None:
    table = battle()
    entry = table.works("capture", unit="a6", to="b")
    assert (table.scores, entry["words"][:38]) == (
        {"a": 49, "b": 30},
        "Player B captures A Asset 1 from Playe",
    )
    assert "at the end of the round" in table.fails("capture", unit="a2", to="b")
    all_gone(table)
    table.works("capture", unit="a2", to="b")
    assert table.scores == {"a": 42, "b": 33}
    assert (table.unit("a2")["owner"], table.unit("a2")["first"]) == ("b", "a")
    table.works("abandon", unit="a2")
    assert table.scores == {"a": 49, "b": 30}
    assert "can't be captured" in table.fails("capture", unit="a5", to="b")


def test_most_yellow_dice_of_three_or_more_take_the_ship_and_all_dice_hurt_companies() -> None:
    table = battle()
    all_gone(table)
    table.works("round-end")
    assert [one["key"] for one in table.state["questions"]] == ["boarding-when"]
    rolls = {"b": {"yellow": [3, 6], "d8": 8}, "a": {"yellow": [2], "red": [4, 5]}}
    table.works("board", unit="a1", rolls=rolls)
    boarding = table.state["boarding"]
    assert (boarding["yellow"], boarding["taker"]) == ({"a": 0, "b": 3}, "b")
    assert boarding["owed"] == {"a": 6, "b": 2}
    assert table.scores == {"a": 49, "b": 30}
    # Which company takes it is its owner's choice, one by one.
    table.works("hurt", unit="b6", number=1)
    assert table.state["boarding"]["owed"] == {"a": 6, "b": 1}
    assert table.unit("b6")["owed"] == 1


def test_a_tie_of_boarders_leaves_the_ship_to_its_owner_and_aid_gives_dice_away() -> None:
    table = Table(*[fleet(name, 3) for name in "ABC"], text="intercept-orbit")
    table.works("start")
    table.works("round-end")
    rolls = {"b": {"yellow": [3]}, "c": {"yellow": [5]}, "a": {"yellow": [1]}}
    table.works("board", unit="a1", rolls=rolls)
    assert table.unit("a1")["owner"] == "a"
    table.works("board", unit="a1", rolls=rolls, aid={"c": "b"})
    assert table.unit("a1")["owner"] == "b"
    assert table.state["boarding"]["yellow"] == {"a": 0, "b": 2, "c": 0}
    # Those who board together don't hurt each other.
    hurting = {"b": {"yellow": [6]}, "c": {"yellow": [5]}, "a": {"yellow": [4]}}
    for aid, owed in (
        ({}, {"a": 0, "b": 0, "c": 0}),
        ({"c": "b"}, {"a": 3, "b": 0, "c": 0}),
        ({"c": "a", "b": "a"}, {"a": 0, "b": 0, "c": 0}),
    ):
        table.works("board", unit="a1", rolls=hurting, aid=aid)
        assert table.state["boarding"]["owed"] == owed


def test_whom_a_die_hurts_among_several_enemies_aboard_is_asked_p38() -> None:
    table = Table(*[fleet(name, 3) for name in "ABC"], text="intercept-orbit")
    table.works("start")
    table.works("round-end")
    rolls = {"b": {"yellow": [6]}, "c": {"yellow": [5]}, "a": {"yellow": [4]}}
    table.works("board", unit="a1", rolls=rolls)
    assert "boarding-damage" in [one["key"] for one in table.state["questions"]]
    assert table.state["boarding"]["damage"] == {"a": 1, "b": 2, "c": 1}
    table.works("decide", question="boarding-damage", answer="each")
    assert table.state["boarding"]["owed"] == {"a": 3, "b": 2, "c": 3}


@pytest.mark.parametrize(
    ("range_", "target", "faces"),
    [("a", "a1", [5, 6]), ("p", "a1", [5, 6]), ("a", "a5", [4, 5, 6]), ("p", "a5", [4, 5, 6])],
)
def test_the_red_ace_shoots_far_as_though_it_were_at_dogfight_range_p25(
    range_: str, target: str, faces: list[int]
) -> None:
    """`brickyard odds` has the same charts for it."""
    table = battle(ace="R")
    table.works("launch", unit="b6", fuel=3)
    table.works("launch", unit="a5", fuel=3)
    table.works("attack", unit="b6", target=target, range=range_, value=5)
    assert table.state["attack"]["faces"]["target"] == faces
    assert table.state["attack"]["range"] == range_


def test_another_spot_takes_the_place_of_the_lower_of_a_yellow_aces_two_dice_p26() -> None:
    table = battle(ace="Y")
    table.works("launch", unit="b6", fuel=3)
    table.works("spot", unit="b6", target="a1", value=5, ace=2)
    table.works("done", unit="b6")
    table.works("spot", unit="b1", target="a1", value=4)
    assert (table.unit("a1")["spot"], table.unit("a1")["ace_spot"]) == (5, 4)


def test_a_ship_that_runs_into_debris_is_the_only_one_hurt_p33() -> None:
    table = battle()
    table.works("collide", unit="a1", target="debris", rolled=[1, 2, 3, 5])
    assert table.unit("a1")["owed"] == 2


def test_when_a_ship_is_destroyed_is_for_the_players_to_say() -> None:
    table = battle()
    table.works("hurt", unit="a2", number=5)
    for code in ("B", "Rp", "Y", "W", "W"):
        table.works("strike", unit="a2", system=code)
    (question,) = table.state["questions"]
    assert (question["key"], table.scores["a"]) == ("destroyed:a2", 56)
    for answer, score in (("stays", 56), ("gone", 49)):
        kept = list(table.events)
        table.works("decide", question="destroyed:a2", answer=answer)
        assert (table.scores["a"], table.state["questions"]) == (score, [])
        table.events = kept


def test_an_ace_is_lost_after_all_six_other_dice() -> None:
    table = battle()
    assert table.unit("b6")["dice"] == "2W 1G 1B 1Y 1Rf Yd8"
    for code in ("B", "G", "Rf", "Y", "W", "W"):
        assert "ace" not in table.unit("b6")["may_lose"]
        table.works("strike", unit="b6", system=code)
    assert (table.unit("b6")["may_lose"], table.unit("b6")["dice"]) == (["ace"], "Yd8")


def test_the_yellow_aces_die_is_added_to_its_spot_and_used_with_it() -> None:
    table = battle()
    table.works("launch", unit="b6", fuel=6)
    table.works("spot", unit="b6", target="a1", value=2, ace=7)
    table.works("defend", unit="a1", value=1)
    table.works("done", unit="a1")
    table.works("attack", unit="b1", target="a1", range="a", value=3, spot=True)
    assert (table.state["attack"]["spot"], table.state["attack"]["damage_dice"]) == (9, 11)
    assert (table.unit("a1")["spot"], table.unit("a1")["ace_spot"]) == (None, None)


@pytest.mark.parametrize(
    ("range_", "target", "why"),
    [
        ("a", "b6", "can't be a target"),
        ("s", "b1", "no weapon for support"),
        ("p", "b7", "can't be a target"),
        ("p", "b6", "can't be a target"),
    ],
)
def test_what_a_ship_can_not_shoot_at(range_: str, target: str, why: str) -> None:
    assert why in battle().fails("attack", unit="a1", target=target, range=range_, value=3)


def test_a_pip_clicks_a_hinge_or_slows_a_ship_from_4_to_3_as_the_sheets_and_the_table_say_p31() -> None:
    """IO l.629–631: once for a capital ship, twice for a frigate, with the same pip."""
    told = edition("intercept-orbit").manoeuvre
    assert told is not None
    assert (told.speed, told.clicks["frigate"], told.clicks["capital ship"]) == (4, 2, 1)
    assert [pip for pip in told.pips if "slower" in pip] == ["1 slower this turn, never backwards"]
    assert [pip for pip in told.pips if "hinge" in pip] == ["click one hinge, each hinge once a turn"]
    [words, page] = battle().game["rules"]["learn"]["manoeuvre"]
    assert "4 straight ahead" in words
    assert "1 faster or slower, a click of a hinge" in words
    assert page == "IO p.31"


def test_ships_are_repaired_but_white_dice_are_not() -> None:
    table = battle()
    for code in ("B", "Ra", "K", "Y", "W"):
        table.works("strike", unit="a1", system=code)
    table.works("restore", unit="a1", system="Ra")
    assert table.unit("a1")["dice"] == "1W 2Ra"
    assert "hasn't lost that" in table.fails("restore", unit="a1", system="W")


def test_a_company_is_repaired_to_as_many_dice_as_the_die_shows_p35() -> None:
    """Its two white dice, weapon and defense are left; a 5 brings one system back, a 6 two."""
    for value, dice in ((5, "2W 1B 1Y 1Rf"), (6, "2W 1G 1B 1Y 1Rf")):
        table = battle()
        table.works("launch", unit="a5", fuel=6)
        table.works("strike", unit="a5", system="Y")
        table.works("strike", unit="a5", system="G")
        for low in (1, 4):
            assert "as much as that die shows" in table.fails("mend", unit="a5", value=low)
        words = table.works("mend", unit="a5", value=value)["words"]
        assert "is repaired: comms system" in words
        assert table.unit("a5")["dice"] == dice


def test_dodging_costs_fuel_and_takes_a_movement_system() -> None:
    table = battle()
    table.works("launch", unit="a5", fuel=2)
    table.works("hurt", unit="a5", number=3)
    table.works("ignore", unit="a5", how="fuel")
    assert (table.unit("a5")["fuel"], table.unit("a5")["owed"]) == (1, 2)
    table.works("strike", unit="a5", system="G")
    assert "can't avoid damage" in table.fails("ignore", unit="a5", how="fuel")


def test_who_dodges_leaves_the_ship_and_the_last_captor_gives_it_back() -> None:
    """IO l.729: one unit away; l.757: the last of its captors abandons it by flying away."""
    table = battle()
    table.works("launch", unit="a5", fuel=4, aboard="b1")
    table.works("round-end")
    table.works("decide", question="boarding-when", answer="both")
    table.works("capture", unit="b1", to="a")
    table.works("next-round")
    table.works("hurt", unit="a5", number=1)
    assert "Player B has it back" in table.works("ignore", unit="a5", how="fuel")["words"]
    assert (table.unit("a5")["aboard"], table.unit("b1")["owner"]) == ("", "b")


def test_a_ship_off_the_table_is_lost_and_a_collision_hurts_both_but_no_asset() -> None:
    table = battle()
    table.works("off", unit="a2")
    assert table.scores["a"] == 49
    table.works("collide", unit="a1", target="b1", rolled=[1, 2, 3, 4, 6])
    assert (table.unit("a1")["owed"], table.unit("b1")["owed"]) == (2, 2)
    table.works("collide", unit="a1", target="b7", rolled=[4])
    assert table.unit("b7")["owed"] == 0


def test_what_a_high_value_asset_rolls_is_asked_when_it_goes() -> None:
    table = battle()
    table.works("turn", unit="a6")
    assert [one["key"] for one in table.state["questions"]] == ["hva-dice"]


def test_two_white_dice_for_high_value_assets_are_shown_once_they_are_agreed_on() -> None:
    table = battle()
    table.works("turn", unit="a6")
    assert table.unit("a6")["dice"] == ""
    table.works("decide", question="hva-dice", answer="white")
    assert {table.unit(key)["dice"] for key in ("a6", "b7")} == {"2W"}
    assert table.unit("a6")["may_lose"] == []


def test_ships_are_boarded_when_the_players_have_said() -> None:
    table = battle()
    assert "board" not in [one["do"] for one in table.offered]
    all_gone(table)
    assert [one["key"] for one in table.state["questions"]] == ["boarding-when"]
    table.works("decide", question="boarding-when", answer="after")
    assert "at the end of the round" in table.fails("capture", unit="a2", to="b")
    table.works("round-end")
    table.works("capture", unit="a2", to="b")
    before = battle()
    all_gone(before)
    before.works("decide", question="boarding-when", answer="before")
    before.works("capture", unit="a2", to="b")
    before.works("round-end")
    assert (before.state["phase"], before.state["round"]) == ("play", 2)
    # A round that ends early leaves time for it.
    before.works("round-end")
    assert before.state["phase"] == "clock"
    before.works("capture", unit="a1", to="b")


def test_five_fleets_are_too_many() -> None:
    table = Table(*[fleet(name, 3) for name in "ABCDE"], text="intercept-orbit")
    assert "2 to 4 players" in table.fails("start")
