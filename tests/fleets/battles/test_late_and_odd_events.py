"""Events that come late or out of order, keys like ids, terrain that is spotted, frames as cover."""

from __future__ import annotations

from typing import Any

import pytest

from fleets.battles.battle_state import read_unit
from fleets.battles.event_fields import PointlessError
from tests.fleets.battles.playing import Table, company, frame


def three() -> Table:
    table = Table(company("A", 3), company("B", 4), company("C", 5))
    table.works("start")
    return table


def test_the_clock_is_offered_from_the_highest_score_down_and_to_nobody_before() -> None:
    table = three()
    table.works("round-end")
    first, second, third = (row["player"] for row in table.state["asked"])
    assert table.fails("tick", player=third, take=True).endswith("isn't asked now.")
    offered = [(one["player"], one["take"], one["must"]) for one in table.offered if one["do"] == "tick"]
    assert offered == [(first, True, True), (first, False, True)]
    table.works("tick", player=first, take=False)
    assert table.fails("tick", player=first, take=True).endswith("isn't asked now.")
    table.fails("tick", player=third, take=True)
    table.works("tick", player=second, take=True)
    table.works("tick", player=third, take=False)
    assert (table.state["round"], table.state["clock"]) == (2, 9)


def test_a_round_that_two_phones_ended_ends_once() -> None:
    table = three()
    table.works("round-end", round=1)
    for row in table.state["asked"]:
        table.works("tick", player=row["player"], take=False, round=1)
    # The other phone was offline and hands the same over again.
    assert table.fails("round-end", round=1) == "that was another round; this is round 2."
    for key in "abc":
        table.fails("tick", player=key, take=True, round=1)
    assert (table.state["round"], table.state["clock"]) == (2, 10)
    # Who names no round means this one.
    table.works("round-end")


@pytest.mark.parametrize("odd", [2.5, "1", True, -1, {}])
def test_a_round_that_is_no_number_is_another_one(odd: Any) -> None:
    assert three().fails("round-end", round=odd).startswith("that was another round")


@pytest.mark.parametrize(
    ("key", "may_play"), [("a1", False), ("f" * 33, False), ("f" * 32, True), ("a-", True)]
)
def test_no_player_is_called_like_a_unit(key: str, may_play: bool) -> None:
    """The eleventh frame of “a” and the first of “a1” would both be “a11”."""
    table = Table(company("A", 11), company("B", 4))
    entry = table.do("join", player={"key": key, "name": "Late"})
    assert entry["effect"] is may_play
    if may_play:
        table.works("bring", player=key, force=company("L", 2))
        table.works("start")
        table.works("lost", unit=f"{key}2")
    game = {**table.game, "players": [*table.game["players"], {"key": key, "name": "Late"}]}
    table.game, table.events = game, []
    assert (key in table.scores) is may_play


def test_the_draft_lets_terrain_be_spotted_and_the_book_does_not() -> None:
    book = three()
    book.fails("spot", unit="a1", target="terrain", value=4)
    draft = Table(company("A", 3), company("B", 4), text="rapid-attack-draft")
    draft.works("start")
    for unit, value in (("b1", 3), ("b2", 5), ("b3", 5)):
        assert "terrain" in draft.works("spot", unit=unit, target="terrain", value=value)["words"]
        draft.works("done", unit=unit)
    assert draft.state["terrain_spots"] == [5, 5, 3]
    draft.works("attack", unit="a1", target="terrain", range="d", value=2, spot=3)
    assert (draft.state["attack"]["damage_dice"], draft.state["terrain_spots"]) == (5, [5, 5])
    draft.works("done", unit="a1")
    draft.works("attack", unit="a2", target="terrain", range="d", value=2, spot=True)
    assert (draft.state["attack"]["damage_dice"], draft.state["terrain_spots"]) == (7, [5])
    draft.works("done", unit="a2")
    draft.works("attack", unit="a3", target="terrain", range="d", value=2, spot=4)
    assert (draft.state["attack"]["spot"], draft.state["terrain_spots"]) == (0, [5])
    draft.end_round()
    assert draft.state["terrain_spots"] == []


def test_ships_have_no_terrain_to_spot() -> None:
    fleet = {"name": "F", "counts": {"ships": 3, "systems": 9, "hvas": 3}}
    table = Table(fleet, fleet, text="intercept-orbit")
    table.works("start")
    table.fails("spot", unit="a1", target="terrain", value=4)


def behind_a_frame(systems: str = "B G Rd Y") -> Table:
    table = Table(company("A", 3), company("B", 4, systems=systems))
    table.works("start")
    table.works("attack", unit="a1", target="b1", range="d", value=6, cover="frame")
    table.works("defend", unit="b1", value=2)
    assert table.fails("covered", unit="b2") == "whether B 2 was the cover isn't asked now."
    for rolled in ([6] * 3, [6] * 5):
        assert "4" in table.fails("hits", unit="a1", rolled=rolled), "four damage dice, no more and no fewer"
    table.works("hits", unit="a1", number=1, cover=2)
    return table


@pytest.mark.parametrize(("defense", "is_offered"), [(5, True), (6, False)])
def test_hits_are_asked_for_from_one_damage_die_on(defense: int, is_offered: bool) -> None:
    table = three()
    table.works("attack", unit="a1", target="b1", range="d", value=6)
    table.works("defend", unit="b1", value=defense)
    assert any(one["do"] == "hits" for one in table.offered) is is_offered


def test_hits_on_a_frame_that_is_cover_are_its_damage_once_somebody_says_who_it_was() -> None:
    table = behind_a_frame()
    offer = next(one for one in table.offered if one["do"] == "covered")
    assert offer["choices"]["unit"] == ["a2", "a3", "b2", "b3", "b4"]
    table.fails("covered", unit="b1")
    assert table.works("covered", unit="b2")["words"] == "B 2 was the cover: 2 damage."
    assert (table.unit("b1")["owed"], table.unit("b2")["owed"]) == (1, 2)
    table.fails("covered", unit="b3")
    assert "covered" not in [one["do"] for one in table.offered]


def test_a_frame_with_two_defense_systems_is_cover_without_risk() -> None:
    table = behind_a_frame("B B Rd Y")
    assert table.works("covered", unit="b2")["words"] == "B 2 was the cover, and takes no damage for it."
    assert table.unit("b2")["owed"] == 0


@pytest.mark.parametrize("code", ["Q", "Ra/Rz", "Qz/Rd", "Rd/Ra", "Ra/Ra", "Ra/", "B/G"])
def test_a_unit_carries_only_what_its_kind_can(code: str) -> None:
    rules = three().game["rules"]
    assert read_unit(frame("Split", "B Ra/Rd"), rules)["systems"] == ["B", "Ra/Rd"]
    with pytest.raises(PointlessError, match="no-system"):
        read_unit(frame("Odd", f"B {code}"), rules)
