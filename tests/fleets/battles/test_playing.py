"""Clock, order, scores, losses and open questions of the frames' game, as each text has them."""

from __future__ import annotations

import hashlib
import json
from itertools import permutations
from typing import Any

import pytest

from catalog.editions.loading import edition
from catalog.vocabulary import RAPID_ATTACK
from fleets.comparing.running_scores import Event, running_scores
from fleets.comparing.scoring import compare
from fleets.comparing.terms import Side, SideCounts, terms_of
from fleets.dice.carried_systems import Loadout
from fleets.notation import write_loadout
from tests.fleets.battles.playing import Json, Table, company, frame, heard_of, without_log

EYE, FANG, ANVIL = company("Eye", 4, systems="G Rd Y"), company("Fang", 4), company("Anvil", 5)


def three(text: str = "rapid-attack", **more: Any) -> Table:
    """Scores 42, 36 and 21."""
    table = Table(ANVIL, FANG, EYE, text=text, **more)
    table.works("start")
    assert table.scores == {"a": 21, "b": 36, "c": 42}
    return table


# The clock.


def test_eleven_rounds_if_nobody_hurries() -> None:
    table = three()
    assert (table.state["rounds_least"], table.state["rounds_most"]) == (3, 11)
    for number in range(1, 12):
        assert (table.state["round"], table.state["phase"]) == (number, "play")
        table.end_round()
    state = table.state
    assert (state["phase"], state["clock"], state["round"], state["winners"]) == ("over", 0, 11, ["c"])
    assert [row["clock"] for row in state["history"]] == list(range(11, -1, -1))


def test_three_rounds_is_the_shortest_game_of_three() -> None:
    table = three()
    table.end_round("a", "b", "c")
    assert (table.state["clock"], table.state["rounds_least"]) == (7, 2)
    table.end_round("a", "b", "c")
    assert (table.state["clock"], table.state["phase"]) == (3, "play")
    table.works("round-end")
    table.works("tick", player="c", take=True)
    table.works("tick", player="b", take=True)
    # At 0 nobody else is asked.
    assert (table.state["phase"], table.state["round"], table.state["clock"]) == ("over", 3, 0)


@pytest.mark.parametrize(("players", "least"), [(2, 4), (3, 3), (4, 3), (5, 2)])
def test_how_few_rounds_a_game_can_have_depends_on_who_may_hurry_it(players: int, least: int) -> None:
    table = Table(*[company(f"C{number}", 3 + number % 2, 1) for number in range(players)])
    table.works("start")
    assert (table.state["rounds_least"], table.state["rounds_most"]) == (least, 11)


def test_who_is_asked_twice_or_out_of_turn_is_told_so() -> None:
    table = three()
    assert "isn't the time" in table.fails("tick", player="c", take=True)
    table.works("round-end")
    table.works("tick", player="c", take=False)
    assert "isn't asked" in table.fails("tick", player="c", take=True)


# Scores, stations, the special objective.


def test_a_seized_station_changes_both_scores_at_once_and_says_so() -> None:
    table = three()
    entry = table.works("station", station="cs1", to="a")
    assert table.scores == {"a": 24, "b": 36, "c": 35}
    assert entry["words"] == (
        "Player A seizes Eye's station from Player C. Player A: 21 → 24. Player C: 42 → 35. "
        "Player B has the highest score now (defense)."
    )
    table.works("station", station="cs1", to="c")
    assert table.scores == {"a": 21, "b": 36, "c": 42}
    assert "has Eye's station back" in table.state["log"][-1]["words"]


def test_a_contested_station_of_three_is_nobodys_until_one_is_alone_there() -> None:
    table = three()
    table.works("station", station="cs1", to="", contested=["a", "b"])
    assert table.scores == {"a": 21, "b": 36, "c": 35}
    station = table.state["stations"][-2]
    assert (station["holder"], station["contested_by"]) == ("", ["a", "b"])
    table.works("station", station="cs1", to="b")
    assert table.scores == {"a": 21, "b": 42, "c": 35}
    assert table.state["stations"][-2]["contested_by"] == []


def test_two_players_and_the_draft_know_no_contested_station() -> None:
    two = Table(company("Fang", 4), company("Anvil", 5))
    two.works("start")
    assert "somebody always holds" in two.fails("station", station="as1", to="")
    assert "somebody always holds" in three("rapid-attack-draft").fails("station", station="cs1", to="")


def test_the_special_objective_scores_for_its_holder() -> None:
    table = three(objective=True)
    table.works("objective", to="a")
    assert table.scores["a"] == 24
    table.works("objective", to="")
    assert table.scores["a"] == 21
    assert "no special objective" in three().fails("objective", to="a")


def test_scores_are_those_of_the_running_scores_that_compare_has() -> None:
    table = three()
    table.works("lost", unit="c1")
    table.works("station", station="as1", to="b")
    table.works("station", station="bs2", to="", contested=["a", "c"])
    table.works("station", station="bs2", to="c")
    text = edition("rapid-attack")
    sides = [
        Side(player["key"], SideCounts(frames=frames, systems=systems, stations=2))
        for player, frames, systems in zip(table.game["players"], (5, 4, 4), (20, 16, 12), strict=True)
    ]
    happened = [
        Event("c", 1, "frames"),
        Event("a", 1, "stations", "b"),
        Event("b", 1, "stations"),
        Event("", 1, "stations", "c"),
    ]
    running = running_scores(compare(sides, terms_of(text)), happened, terms_of(text))
    assert table.scores == {one.name: one.score for one in running}


# Order.


def test_a_player_without_units_left_to_go_is_passed_over() -> None:
    table = three()
    for number in range(1, 5):
        table.works("gone", unit=f"c{number}")
    assert table.state["up"] == "b"
    for number in range(1, 5):
        table.works("gone", unit=f"b{number}")
    assert (table.state["up"], table.state["must_go"]) == ("a", True)
    assert "can't pass" in table.fails("pass", player="a")
    for number in range(1, 6):
        table.works("gone", unit=f"a{number}")
    assert (table.state["up"], [offer["do"] for offer in table.offered if offer["must"]]) == (
        "",
        ["round-end"],
    )


@pytest.mark.parametrize(
    ("do", "more"),
    [
        ("turn", {}),
        ("gone", {}),
        ("move", {}),
        ("abort", {}),
        ("defend", {"value": 3}),
        ("spot", {"target": "c1", "value": 3}),
        ("attack", {"target": "c1", "range": "d", "value": 3}),
    ],
)
def test_who_goes_out_of_order_is_let_go_and_the_log_says_so(do: str, more: Json) -> None:
    note = "Note: it was Player C's turn to choose."
    assert note in three().works(do, unit="b1", **more)["words"]
    # The turn that is still open ends with that.
    table = three()
    table.works("turn", unit="c1")
    assert note in table.works(do, unit="b1", **more)["words"]


def test_the_attacked_unit_may_only_defend_until_the_attacker_is_done() -> None:
    table = three()
    table.works("turn", unit="c1")
    table.works("attack", unit="c1", target="a1", range="d", value=4)
    assert [offer["do"] for offer in table.offered if offer["must"]] == ["defend"]
    assert "has to finish first" in table.fails("turn", unit="b1")
    table.works("turn", unit="a1")
    assert "has to wait" in table.fails("attack", unit="a1", target="c1", range="d", value=4)
    table.works("defend", unit="a1", value=3)
    assert table.state["going"] == "c1"
    assert "has to wait" in table.fails("move", unit="a1")
    table.works("done", unit="c1")
    assert table.state["going"] == "a1"


def test_a_destroyed_target_keeps_nobody_waiting() -> None:
    table = three()
    table.works("attack", unit="c1", target="a1", range="d", value=4)
    table.works("lost", unit="a1")
    assert (table.state["going"], table.state["attack"]) == ("c1", None)


def test_equal_scores_in_play_are_asked_about_and_the_answer_holds_until_a_score_changes() -> None:
    table = Table(company("A", 4), company("B", 4), company("C", 5, 1))
    table.works("start")
    (question,) = table.state["questions"]
    assert (question["key"], question["players"]) == ("tied-order:a+b", ["a", "b"])
    assert "RA p.90" in question["page"]
    table.works("decide", question="tied-order:a+b", answer="b")
    assert (table.state["order"][:2], table.state["questions"]) == (["b", "a"], [])
    table.works("lost", unit="b1")
    table.works("lost", unit="a1")
    assert [one["key"] for one in table.state["questions"]] == ["tied-order:a+b"]


def test_three_equal_scores_are_asked_about_twice() -> None:
    table = Table(*[company(name, 4) for name in "ABC"])
    table.works("start")
    table.works("decide", question="tied-order:a+b+c", answer="c")
    table.works("decide", question="tied-order:a+b", answer="b")
    assert table.state["order"] == ["c", "b", "a"]


def test_per_unit_order_counts_from_1_and_asks_where_rolls_are_equal() -> None:
    table = Table(company("A", 3), company("B", 3, systems="B G Y"), options={"per-unit-order": True})
    table.works("start")
    assert "dice to roll: 1" in table.fails("order", unit="a1", rolled=[3, 4])
    table.works("order", unit="a1", rolled=[7])
    table.works("order", unit="b1", rolled=[9, 3])
    table.works("order", unit="b2", rolled=[7, 12])
    assert [one["unit"] for one in table.offered if one["do"] == "order"] == ["a2", "a3", "b3"]
    assert (table.state["up"], table.state["up_units"], table.state["must_go"]) == ("b", ["b1"], True)
    table.works("wait", unit="b1")
    (question,) = table.state["questions"]
    assert (question["key"], [one["key"] for one in question["answers"]]) == ("order-tie:a1+b2", ["a1", "b2"])
    table.works("decide", question="order-tie:a1+b2", answer="b2")
    assert table.state["up_units"] == ["b2"]
    table.works("gone", unit="b2")
    assert table.state["up_units"] == ["a1"]
    table.works("gone", unit="a1")
    assert table.state["up_units"] == ["b1"]


def test_places_that_are_rolled_once_a_game_stay_and_the_chosen_one_with_them() -> None:
    units = {"per-unit-order": True}
    table = Table(company("A", 3), company("B", 3, systems="B G Y"), text="condensed", options=units)
    table.works("start")
    assert [one["key"] for one in table.state["questions"]] == ["order-when"]
    table.works("decide", question="order-when", answer="game")
    table.works("order", unit="b1", rolled=[3, 9])
    table.works("order", unit="b2", rolled=[5, 6])
    table.works("wait", unit="b1")
    table.works("gone", unit="b1")
    table.end_round()
    assert [row["rolled"] for row in table.state["turn_order"]] == [[9], [5, 6]]
    table.end_round()
    book = Table(company("A", 3), company("B", 4), options=units)
    book.works("start")
    book.works("order", unit="a1", rolled=[3])
    book.end_round()
    assert book.state["turn_order"] == []


# Losses.


@pytest.mark.parametrize("codes", ["B G Rd Y", "Rh Rh B B", "Ra/Rd Rd Y E:vacuum", "Y"])
def test_every_order_of_losses_leads_to_the_dice_of_what_is_left(codes: str) -> None:
    from fleets.battle_tables.loadout_table import system_of

    systems = codes.split()
    table = Table(
        {"name": "A", "units": [frame("One", codes, rockets=1)] * 3},
        company("B", 4),
        options={"split-range": True},
    )
    table.works("start")
    for order in set(permutations(systems)):
        kept, left = list(table.events), list(systems)
        for code in order:
            assert table.fails("strike", unit="a1", system="W")
            table.works("strike", unit="a1", system=code)
            left.remove(code)
            loadout = Loadout.of(*(system_of(one) for one in left), rockets=1)
            assert table.unit("a1")["dice"] == write_loadout(loadout, RAPID_ATTACK)["book"]
        table.works("strike", unit="a1", system="W")
        assert not table.unit("a1")["lost"]
        table.works("strike", unit="a1", system="W")
        assert table.unit("a1")["lost"] == "destroyed"
        table.events = kept


def test_dropping_whites_is_condenseds_option_and_never_takes_the_last_one() -> None:
    assert table_may_lose("condensed", {}) == ["B", "G", "Rd", "Y"]
    assert table_may_lose("condensed", {"drop-white": True}) == ["B", "G", "Rd", "Y", "W"]
    assert table_may_lose("rapid-attack", {"drop-white": True}) == ["B", "G", "Rd", "Y"]
    table = Table(company("A", 4), company("B", 3), text="condensed", options={"drop-white": True})
    table.works("start")
    table.works("strike", unit="a1", system="W")
    assert table.fails("strike", unit="a1", system="W")


def table_may_lose(text: str, options: dict[str, Any]) -> list[str]:
    table = Table(company("A", 4), company("B", 3), text=text, options=options)
    table.works("start")
    may_lose: list[str] = table.unit("a1")["may_lose"]
    return may_lose


@pytest.mark.parametrize(
    ("text", "cover", "rolled", "through", "hits", "on_cover"),
    [
        ("rapid-attack", "open", [4, 5, 6], 0, 2, 0),
        ("rapid-attack", "cover", [4, 5, 6], 0, 1, 2),
        ("rapid-attack", "cover", [4, 5, 6], 1, 2, 1),
        ("rapid-attack", "frame", [4, 5, 6], 0, 1, 1),
        ("rapid-attack-draft", "cover", [4, 5, 6], 1, 1, 2),
    ],
)
def test_damage_dice_hurt_by_the_chart(
    text: str, cover: str, rolled: list[int], through: int, hits: int, on_cover: int
) -> None:
    table = three(text)
    table.works("defend", unit="a1", value=1)
    table.works("attack", unit="c1", target="a1", range="d", value=4, cover=cover)
    table.works("hits", unit="c1", rolled=rolled, through=through)
    attack = table.state["attack"]
    assert (attack["hits"], attack["cover_hits"], table.unit("a1")["owed"]) == (hits, on_cover, hits)


@pytest.mark.parametrize(
    ("attack", "defense", "words"),
    [(6, 1, "5 damage dice"), (4, 3, "1 damage die"), (3, 3, "no hit"), (3, 5, "no hit")],
)
def test_the_log_says_how_many_damage_dice_there_are(attack: int, defense: int, words: str) -> None:
    table = three()
    table.works("attack", unit="c1", target="a1", range="d", value=attack)
    assert words in table.works("defend", unit="a1", value=defense)["words"]


@pytest.mark.parametrize(
    ("hits", "works"),
    [
        ({"number": 3}, True),
        ({"number": 1, "cover": 2}, True),
        ({"number": 2, "cover": 2}, False),
        ({"number": 4}, False),
        ({"cover": 1}, False),
        ({}, False),
    ],
)
def test_hits_may_be_counted_up_to_the_three_damage_dice(hits: Json, works: bool) -> None:
    table = three()
    table.works("defend", unit="a1", value=1)
    table.works("attack", unit="c1", target="a1", range="d", value=4, cover="cover")
    if works:
        table.works("hits", unit="c1", **hits)
        attack = table.state["attack"]
        assert (attack["hits"], attack["cover_hits"]) == (hits["number"], hits.get("cover", 0))
    else:
        table.fails("hits", unit="c1", **hits)


def test_a_covering_frame_takes_what_hits_the_cover_unless_it_has_two_defense_systems() -> None:
    for systems, owed in (("B G Rd Y", 1), ("B B Rd Y", 0)):
        table = Table(company("A", 4), company("B", 4, systems=systems), company("C", 5))
        table.works("start")
        table.works("defend", unit="b1", value=1)
        table.works("attack", unit="a1", target="b1", range="d", value=3, cover="frame", coverer="b2")
        table.works("hits", unit="a1", rolled=[5, 6])
        assert (table.unit("b1")["owed"], table.unit("b2")["owed"]) == (1, owed)


def test_which_faces_damage_terrain_is_asked_where_the_chart_is_lost() -> None:
    table = three()
    table.works("attack", unit="c1", target="terrain", range="d", value=4)
    assert [one["key"] for one in table.state["questions"]] == ["charts"]
    assert table.state["attack"]["faces"]["target"] == [4, 5, 6]
    table.works("decide", question="charts", answer="draft")
    table.works("done", unit="c1")
    table.works("attack", unit="c2", target="terrain", range="d", value=4)
    assert (table.state["attack"]["faces"]["target"], table.state["questions"]) == ([3, 4, 5, 6], [])
    condensed = three("condensed")
    condensed.works("attack", unit="c1", target="terrain", range="d", value=4)
    assert condensed.state["questions"] == []


def test_dice_that_were_rolled_may_be_used_though_the_weapon_is_gone() -> None:
    table = three()
    table.works("attack", unit="c1", target="a1", range="d", value=6)
    table.works("defend", unit="a1", value=1)
    entry = table.works("hits", unit="c1", number=1)
    assert entry["words"] == "Eye 1: 1 damage on Anvil 1."
    table.works("strike", unit="a1", system="Rd")
    table.works("done", unit="c1")
    table.works("attack", unit="a1", target="c1", range="d", value=2)
    table.works("round-end")
    table.works("tick", player="c", take=False)


def test_without_a_weapon_at_that_range_there_is_no_attack_but_rockets_and_fists_do() -> None:
    table = Table(
        {"name": "A", "units": [frame("Knife", "Rh B", rockets=1)] * 3}, company("B", 4), company("C", 5)
    )
    table.works("start")
    assert "no weapon for artillery" in table.fails("attack", unit="a1", target="b1", range="a", value=2)
    assert "no weapon for direct" in table.fails("attack", unit="a1", target="b1", range="d", value=2)
    for reach, rockets in (("d", 2), ("h", 1)):
        said = table.fails("attack", unit="a1", target="b1", range=reach, value=2, rockets=rockets)
        assert "no such rocket" in said
    table.works("attack", unit="a1", target="b1", range="d", value=2, rockets=1)
    assert table.unit("a1")["rockets"] == 0
    table.works("defend", unit="b1", value=1)
    table.works("done", unit="a1")
    table.works("attack", unit="b1", target="a1", range="h", value=2)


def test_stepping_away_from_a_station_ignores_one_damage_of_an_attack() -> None:
    table = three()
    table.works("hurt", unit="a1", number=2)
    table.works("ignore", unit="a1", how="station")
    assert table.unit("a1")["owed"] == 1
    assert "can't avoid damage" in table.fails("ignore", unit="a1", how="station")


# The end.


def test_a_tie_at_doomsday_is_asked_about_and_each_answer_counts() -> None:
    winners = {"shared": ["a", "b"], "assets": ["a"]}
    for answer, expected in winners.items():
        table = _tied_at_the_end()
        assert table.state["winners"] == ["a", "b"]
        assert [one["key"] for one in table.state["questions"]] == ["doomsday-tie"]
        table.works("decide", question="doomsday-tie", answer=answer)
        assert (table.state["winners"], table.state["questions"]) == (expected, [])
    table = _tied_at_the_end()
    table.works("decide", question="doomsday-tie", answer="more")
    assert (table.state["phase"], table.state["round"]) == ("play", 5)
    assert (table.state["rounds_least"], table.state["rounds_most"]) == (1, 1)
    table.works("lost", unit="a1")
    table.works("round-end")
    assert (table.state["phase"], table.state["winners"]) == ("over", ["b"])


def _tied_at_the_end() -> Table:
    """Seven assets of 3 and three of 7 are 21 each."""
    table = Table(company("A", 5), company("B", 3))
    table.works("start")
    table.works("lost", unit="b1")
    table.works("lost", unit="b2")
    assert table.scores == {"a": 21, "b": 21}
    table.works("decide", question="tied-order:a+b", answer="b")
    for _ in range(3):
        table.end_round("a", "b")
    table.works("round-end")
    table.works("tick", player="b", take=True)
    assert (table.state["phase"], table.state["round"]) == ("over", 4)
    return table


# Setting up.


def test_a_tie_for_the_highest_place_is_played_through_until_it_is_none() -> None:
    table = Table(company("A", 4), {**company("B", 4), "spares": [frame("Spare")]}, company("C", 5))
    assert [one["key"] for one in table.state["questions"]] == ["tie-highest"]
    table.works("roll-off", place="highest", winner="a")
    assert {offer["choice"] for offer in table.offered if offer["do"] == "tie"} == {
        "add",
        "remove",
        "loser-chooses",
    }
    assert "no such tie" in table.fails("tie", player="b", choice="remove", unit="b1")
    table.works("tie", player="a", choice="loser-chooses", other="b")
    for place in (1, 8):
        table.fails("tie", player="b", choice="add", spare=place)
    table.works("tie", player="b", choice="add", spare=0)
    assert table.unit("b5")["name"] == "Spare"
    places = {player["key"]: player["position"] for player in table.state["players"]}
    assert places == {"a": "highest", "b": "tied-lowest", "c": "tied-lowest"}


def test_the_loser_of_the_roll_for_the_lowest_goes_last_while_it_stays_a_tie() -> None:
    table = Table(company("A", 5), company("B", 5), company("C", 4))
    assert [one["key"] for one in table.state["questions"]] == ["tie-lowest"]
    table.works("decide", question="tie-lowest", answer="a")
    table.works("start")
    assert (table.state["order"], table.state["questions"]) == (["c", "b", "a"], [])
    table.works("station", station="bs1", to="a")
    assert table.state["order"] == ["c", "a", "b"]
    table.works("station", station="bs1", to="b")
    assert [one["key"] for one in table.state["questions"]] == ["tied-order:a+b"]


def test_of_two_with_the_lowest_score_who_does_not_win_the_roll_has_lost_it() -> None:
    two = Table(company("A", 5), company("B", 5), company("C", 4))
    two.works("roll-off", place="lowest", winner="a")
    assert two.state["last"] == "b"
    three = Table(company("A", 5), company("B", 5), company("C", 5), company("D", 4))
    three.fails("roll-off", place="lowest", winner="a")
    three.works("roll-off", place="lowest", winner="a", loser="c")
    assert three.state["last"] == "c"


def test_point_is_the_lowest_score_of_the_start_whatever_happens_then() -> None:
    table = Table(company("A", 4), company("B", 5), company("C", 3))
    table.works("start")
    assert [one["position"] for one in table.state["players"]] == ["others", "lowest", "highest"]
    for unit in ("a1", "a2", "a3", "a4"):
        table.works("lost", unit=unit)
    assert [one["position"] for one in table.state["players"]] == ["others", "lowest", "highest"]
    for unit in ("c1", "c2", "c3"):
        table.works("lost", unit=unit)
    assert [one["position"] for one in table.state["players"]] == ["others", "highest", "others"]
    assert table.state["point"] == "b"


def test_who_is_on_point_is_asked_in_play_where_nobody_rolled_before() -> None:
    table = Table(company("A", 5), company("B", 5), company("C", 4))
    table.works("start")
    assert [one["key"] for one in table.state["questions"]] == ["point", "tied-order:a+b"]
    table.works("decide", question="point", answer="a")
    assert [one["position"] for one in table.state["players"]] == ["lowest", "others", "highest"]
    # Who lost the roll goes last as well, so nothing else is asked.
    assert (table.state["order"], table.state["questions"]) == (["c", "b", "a"], [])


def test_a_player_who_has_brought_nothing_counts_for_nothing() -> None:
    player = Table(None, company("B", 4)).state["players"][0]
    assert {key for key, value in player.items() if value} == {"key", "name", "counts"}
    assert not any(player["counts"].values())


def test_a_sealed_force_is_shown_only_as_it_was_sealed() -> None:
    table = Table(None, company("B", 4))
    text, salt = json.dumps(company("A", 5)), "0123456789abcdef" * 2
    code = hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()
    table.works("seal", player="a", hash=code)
    assert "must show that one" in table.fails("bring", player="a", force=company("A", 3))
    assert "isn't what Player A has sealed" in table.fails("reveal", player="a", salt=salt, text=text + " ")
    assert "2 to 5 players" in table.fails("start")
    table.works("reveal", player="a", salt=salt, text=text)
    table.works("start")
    assert table.scores == {"a": 21, "b": 42}


@pytest.mark.parametrize(("more", "works"), [(495, True), (496, False)])
def test_a_sealed_force_has_at_most_500_brackets_of_both_kinds(more: int, works: bool) -> None:
    table = Table(None, company("B", 4))
    # Five of its own.
    force = {"units": [frame("A")], "more": [{}] * 250 + [[]] * (more - 250)}
    text, salt = json.dumps(force), "0123456789abcdef" * 2
    table.works("seal", player="a", hash=hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest())
    (table.works if works else table.fails)("reveal", player="a", salt=salt, text=text)
    assert len(table.state["units"]) == 4 + works


@pytest.mark.parametrize(
    ("name", "value", "works"),
    [
        ("climbing", True, True),
        ("climbing", False, True),
        ("climbing", 1, False),
        ("climbing", ["yes"], False),
        ("rockets", 2, True),
        ("rockets", True, False),
        ("rockets", ["2"], False),
        ("environments", ["dust"], True),
        ("environments", [], True),
        ("environments", "dust", False),
        ("environments", True, False),
        ("nothing", True, False),
    ],
)
def test_an_option_takes_a_value_of_its_kind_before_the_game(name: str, value: Any, works: bool) -> None:
    table = Table(company("A", 4), company("B", 4))
    if works:
        words = table.works("option", name=name, value=value)["words"]
        assert words.startswith("Agreed: " if value else "Not agreed: ")
        assert table.state["options"][name] == value
    else:
        table.fails("option", name=name, value=value)


def test_an_opponent_can_be_typed_in_by_numbers() -> None:
    table = Table(company("A", 5))
    table.works("join", player={"key": "b", "name": "Late"})
    table.works("bring", player="b", force=heard_of(4, 15))
    table.works("start")
    assert table.scores == {"a": 21, "b": 42}
    assert "isn't known" in table.fails("strike", unit="b1", system="B")
    table.works("lost", unit="b1")
    assert table.scores["b"] == 35


def test_a_force_that_cant_be_is_refused_whole() -> None:
    table = Table(company("A", 5), None)
    forces: list[Any] = [
        None,
        3,
        {},
        {"units": [{"kind": "tank"}]},
        {"units": [frame("X", "Rp")]},
        {"units": []},
    ]
    for force in forces:
        assert table.fails("bring", player="b", force=force)
    assert "2 to 5" in table.fails("start")


def test_the_checklist_is_the_editions_and_can_be_skipped() -> None:
    table = Table(company("A", 5), company("B", 4))
    table.works("deploy")
    table.works("check", item=0, done=True)
    assert [row["done"] for row in table.state["checklist"]][:2] == [True, False]
    table.works("start")
    assert "isn't the time" in table.fails("check", item=1, done=True)


# Taking back.


def test_undo_of_the_last_event_restores_the_state_before_and_redo_the_one_after() -> None:
    table = three()
    before = without_log(table.state)
    table.works("lost", unit="c1")
    after = without_log(table.state)
    table.works("undo", what="e2")
    assert without_log(table.state) == before
    assert table.state["log"][1]["undone"]
    table.works("redo", what="e2")
    assert without_log(table.state) == after
    assert "no such event to take back" in table.fails("redo", what="e2")


def test_later_events_that_make_no_sense_any_more_stay_in_the_log_without_effect() -> None:
    table = three()
    table.works("turn", unit="c1")
    table.works("done", unit="c1")
    table.works("lost", unit="a1")
    table.works("undo", what="e2")
    log = table.state["log"]
    assert [entry["effect"] for entry in log] == [True, False, False, True, True]
    assert log[2]["words"] == "No effect (done): Eye 1 has no turn under way."
    assert log[4]["words"] == "Taken back: Player C: Eye 1 goes with 2W 1G 1Y 2Rd."


def test_an_event_told_twice_counts_once() -> None:
    table = three()
    table.events += [{"id": "x", "do": "lost", "unit": "c1"}, {"id": "x", "do": "lost", "unit": "c2"}]
    assert table.scores["c"] == 35
    assert not table.state["log"][-1]["effect"]
