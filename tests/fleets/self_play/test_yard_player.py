"""The yard in whole battles: the fold agrees with each, and it holds its own against a tactic."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fleets.battles import yard_orders
from fleets.self_play.battle_sides import TableTop
from fleets.self_play.candidate_places import Places
from fleets.self_play.play_rules import DiceBook
from fleets.self_play.tactics import AT_RANDOM
from fleets.self_play.whole_battle import _bring, fight
from fleets.self_play.yard_cards import CARDS, targets_by_card, use_by_card
from fleets.self_play.yard_player import _shots, _worth, aim, answers_for, yard_tactic
from tests.fleets.self_play.duels import SOLDIER, company, contest, folded


@pytest.mark.parametrize("level", ["gentle", "steady", "bold", CARDS])
def test_the_fold_of_a_battle_with_the_yard_comes_to_the_same_end(level: str) -> None:
    for seed in range(4):
        sides = (yard_tactic(level), "rush") if seed % 2 else ("harry", yard_tactic(level))
        played = contest(tactics=sides)
        fought = fight(played, seed)
        state = folded(played, fought)
        assert [entry["words"] for entry in state["log"] if not entry["effect"] or entry["note"]] == []
        assert tuple(player["score"] for player in state["players"]) == fought.scores


def test_the_yard_wins_against_play_by_chance_on_either_side() -> None:
    for sides in ((yard_tactic(), AT_RANDOM), (AT_RANDOM, yard_tactic())):
        won = sum(fight(contest(tactics=sides), seed).share for seed in range(12))
        assert won >= 10 if sides[1] is AT_RANDOM else won <= 2


def test_who_plays_by_chance_attacks_too() -> None:
    events = fight(contest(tactics=(AT_RANDOM, AT_RANDOM)), 1).events
    assert {event["unit"][0] for event in events if event["do"] == "attack"} == {"a", "b"}


def test_printed_cards_decide_as_the_page_does_in_nine_of_ten_uses_of_dice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On all that the yard decides in whole battles; those with a choice, for white dice were rolled."""
    uses, targets = list[bool](), list[bool]()
    use_dice, order_for = yard_orders.use_dice, yard_orders.order_for

    def watch_dice(me: Any, standing: Any, order: Any, target: str, dice: Any, awaited: int) -> Any:
        found = use_dice(me, standing, order, target, dice, awaited)
        by_card = use_by_card(me, order, target, dice, awaited)
        uses.extend(by_card[use] == number for use, number in found.items() if dice["white"])
        return found

    def watch_order(me: Any, standing: Any, answers: Any) -> Any:
        found = order_for(me, standing, answers)
        if found["wanted"]:
            targets.append(targets_by_card(standing)[0] in found["wanted"][:2])
        return found

    monkeypatch.setattr(yard_orders, "use_dice", watch_dice)
    monkeypatch.setattr(yard_orders, "order_for", watch_order)
    for seed in range(3):
        fight(contest(tactics=(yard_tactic(), "rush")), seed)
        fight(contest(tactics=("harry", yard_tactic())), seed)
    assert len(uses) > 500
    assert sum(uses) / len(uses) > 0.85
    assert sum(targets) / len(targets) > 0.95


@pytest.mark.parametrize(("awaited", "use"), [(3, "defend"), (0, "move")])
def test_by_the_card_a_white_die_stops_the_last_hit_before_it_moves_further(awaited: int, use: str) -> None:
    me: Any = {"spot": 0}
    order: Any = {"goal": "press", "far": 0}
    best = {"defend": 2, "move": 2}
    used = use_by_card(me, order, "", {"white": [3], "best": best}, awaited)
    assert used == {**best, use: 3}


def test_the_yard_sees_a_station_within_its_move_unless_it_holds_it() -> None:
    played = contest(company("A", "B G", rockets=0), company("B", SOLDIER))
    top = TableTop(played.rules, DiceBook(played.rules), played.tactics, [], 1)
    _bring(top, played.forces)
    top.set_up()
    frame, station = top.frames[0], top.stations[0]
    for row in range(len(top.stations)):
        top.put_station(row, 1000)
    top.put(frame, 5 + 5j)
    top.put_station(0, 5 + 5j)
    station.holder = 1
    frame.dice = frame.dice._replace(green=(3,))
    assert (answers_for(top, frame)["station"], answers_for(top, frame)["far"]) == (station.id, 0)
    station.holder = frame.side
    assert (answers_for(top, frame)["station"], answers_for(top, frame)["far"]) == ("", 3)


def test_the_yard_goes_to_a_station_of_others_rather_than_to_its_own() -> None:
    played = contest(company("A", SOLDIER), company("B", SOLDIER), (yard_tactic(), yard_tactic()))
    top = TableTop(played.rules, DiceBook(played.rules), played.tactics, [], 1)
    _bring(top, played.forces)
    top.count_scores()
    own, other = 10 + 30j, 50 + 30j
    for row, one in enumerate(top.stations):
        top.put_station(row, own if one.holder == 0 else other)
    for frame in top.frames:
        top.put(frame, 30 + 5j if frame.side == 0 else 30 + 55j)
    distance = np.full((2, 1), 30.0)
    places = Places(np.array([own, other]), np.zeros(2), np.zeros(2), distance, np.zeros((2, 1), bool))
    order = aim(top, top.frames[0]).order
    assert order
    at_own, at_other = _worth(top, top.frames[0], order, places, None)
    assert at_other > at_own


@pytest.mark.parametrize(
    ("codes", "shots"), [("B Rd", (2, 2, 1, 0)), ("B G", (2, 0, 0, 0)), ("B Ra", (2, 0, 0, 2))]
)
def test_the_yard_fears_whoever_reaches_a_place_bare_hands_too(codes: str, shots: tuple[int, ...]) -> None:
    played = contest(company("A", SOLDIER), company("B", codes, rockets=0))
    top = TableTop(played.rules, DiceBook(played.rules), played.tactics, [], 1)
    _bring(top, played.forces)
    top.set_up()
    rules, here = top.rules, np.zeros(4)
    gaps = np.array([[rules.arm / 2], [rules.arm + 1], [rules.arm + 1], [rules.ruler + 1]])
    behind_cover = np.array([[False], [False], [True], [False]])
    places = Places(here.astype(complex), here, here, gaps, behind_cover)
    assert tuple(_shots(top, places, top.frames[0])) == shots
