"""The yard in the log: who it plays for, three answers that give an order, dice that get their use."""

from __future__ import annotations

from typing import Any, cast

import pytest

from fleets.battles.battle_state import Battle
from fleets.battles.game_types import GameState
from fleets.battles.yard_events import yard_now
from fleets.battles.yard_orders import (
    KnownFrame,
    SeenAnswers,
    YardView,
    _worth_of_defense,
    excess,
    gives_up,
    hundredths,
    mean_best,
    order_for,
    use_dice,
    ways_to_use,
)
from scripts.soak_table import OtherFold, differences
from tests.fleets.battles.playing import Table, company, heard_of

SEEN = {"station": "", "far": 0, "near": "ruler", "covered": False}


def table() -> Table:
    """B leads, and the yard plays for it."""
    found = Table(company("A", 5), company("B", 4))
    found.works("yard", player="b", level="steady")
    found.works("start")
    return found


def now(of: Table) -> dict[str, Any]:
    return yard_now(Battle(of.game, cast(GameState, of.state)))


def fighter(name: str = "x", **more: Any) -> KnownFrame:
    found: Any = {"id": name, "life": 6, "white": 2, "blue": [6], "green": [6], "red": {"h": [], "d": [6, 6]}}
    return cast(KnownFrame, {**found, "defense": None, "spot": 0, "gone": False, **more})


def standing(leads: bool = False, **more: Any) -> YardView:
    enemies = [fighter("weak", life=2), fighter("spotted", spot=5), fighter("armoured", defense=6)]
    found: Any = {"mine": 3, "theirs": 7, "leads": leads, "level": "steady", "whim": 0, "own": [fighter()]}
    found["hurts"] = {"h": {"open": 50}, "d": {"open": 33, "cover": 17}, "a": {"open": 33, "cover": 17}}
    return cast(YardView, {**found, "reaches": ["h", "d", "a"], "enemies": enemies, **more})


def answers(**more: Any) -> SeenAnswers:
    return cast(SeenAnswers, {**SEEN, **more})


def test_dice_are_counted_in_hundredths() -> None:
    assert [mean_best(sides) for sides in ([], [6], [6, 6])] == [0, 352, 449]
    # Against one blue die and one white one; a defense that stands is known.
    assert excess(6, fighter()) == 151
    assert excess(6, fighter(defense=4, spot=3)) == 500


@pytest.mark.parametrize(
    ("me", "leads", "seen", "goal", "range_"),
    [
        ({}, False, {}, "press", "d"),
        ({}, True, {}, "guard", "d"),
        ({}, True, {"station": "s", "far": 3}, "seize", "d"),
        ({}, False, {"near": "beyond"}, "press", "d"),
        ({"red": {"h": [], "a": [6]}}, False, {"near": "ruler"}, "press", "a"),
        ({"red": {"h": []}}, False, {"near": "touching"}, "press", "h"),
        ({"red": {"h": []}}, False, {"near": "ruler"}, "press", ""),
    ],
)
def test_an_order_follows_from_what_is_seen(
    me: dict[str, Any], leads: bool, seen: dict[str, Any], goal: str, range_: str
) -> None:
    order = order_for(fighter(**me), standing(leads), answers(**seen))
    assert (order["goal"], order["range"]) == (goal, range_)
    assert bool(order["wanted"]) is bool(range_)


def test_whom_a_blow_hurts_most_comes_first_and_an_armoured_one_last() -> None:
    assert order_for(fighter(), standing(), answers())["wanted"] == ["spotted", "weak", "armoured"]


def test_white_dice_take_the_place_of_lower_ones_each_once() -> None:
    best = {"defend": 3, "move": 4}
    found = ways_to_use({"white": [6, 2], "best": best})
    assert found == [best, {"defend": 6, "move": 4}, {"defend": 3, "move": 6}]


def test_a_die_that_reaches_a_station_goes_to_movement_and_an_attack_that_waits_calls_for_defense() -> None:
    seize = order_for(fighter(), standing(), answers(station="s", far=5))
    dice: Any = {"white": [5], "best": {"defend": 3, "move": 2, "attack": 3}}
    assert use_dice(fighter(), standing(), seize, "armoured", dice, 0)["move"] == 5
    guard = order_for(fighter(life=2), standing(True), answers())
    assert use_dice(fighter(life=2), standing(True), guard, "", dice, 6)["defend"] == 5


def test_faces_of_the_edition_say_what_a_die_is_worth_in_an_attack() -> None:
    order = order_for(fighter(), standing(), answers())
    dice: Any = {"white": [6], "best": {"move": 2, "attack": 3}}
    uses = [
        use_dice(fighter(), standing(hurts={"d": {"open": hurts}}), order, "weak", dice, 0)
        for hurts in (0, hundredths(2))
    ]
    assert uses == [{"move": 6, "attack": 3}, {"move": 2, "attack": 6}]


def test_comms_go_first_and_the_only_weapon_last() -> None:
    left = ["B", "G", "Rd", "Rd", "Y"]
    gone = []
    while left:
        gone.append(gives_up(left))
        left.remove(gone[-1])
    assert gone == ["Y", "G", "Rd", "B", "Rd"]
    assert gives_up([]) == "W"


def test_the_yard_passes_while_it_leads_and_answers_an_attack() -> None:
    one = table()
    assert now(one) == {"do": "pass", "player": "b"}
    one.works("pass", player="b")
    assert now(one) == {}
    one.works("attack", unit="a1", target="b1", range="d", value=5)
    assert now(one) == {"unit": "b1"}
    told = one.works("answer", unit="b1", **{**SEEN, "station": "as1", "far": 3})
    assert "+7 for it, −3 for the other" in told["words"]
    one.works("rolled", unit="b1", target="a1", white=[5, 2], best={"defend": 2, "move": 3, "attack": 4})
    uses = one.state["yard"]["uses"]
    assert uses["defend"] == 5
    one.works("defend", unit="b1", value=uses["defend"])
    one.works("done", unit="a1")
    assert now(one) == {"unit": "b1"}
    one.do("undo", what=one.events[-3]["id"])
    assert one.state["yard"]["uses"] is None


def test_what_the_yard_cant_use_is_refused() -> None:
    one = Table(company("A", 5), company("B", 4))
    assert one.fails("answer", unit="b1", **SEEN)
    assert one.fails("yard", player="c", level="steady")
    assert one.fails("yard", player="b", level="clever")
    assert one.fails("yard", player="")
    one.works("yard", player="b")
    one.works("start")
    assert one.fails("answer", unit="a1", **SEEN)
    assert one.fails("answer", unit="b1", near="far away")
    assert one.fails("answer", unit="b1", **{**SEEN, "station": "bs1"})
    assert one.fails("rolled", unit="b1", target="", white=[1, 2], best={})
    one.works("answer", unit="b1", **SEEN)
    assert one.fails("rolled", unit="b1", target="b2", white=[1, 2], best={})
    three = Table(company("A", 3), company("B", 4), company("C", 5))
    three.works("yard", player="b")
    three.works("start")
    assert three.fails("answer", unit="b1", **SEEN)


def test_the_page_gives_the_same_orders() -> None:
    page = OtherFold()
    for number, near in enumerate(("touching", "ruler", "beyond")):
        one = Table(company("A", 5), company("B", 4, systems="B Ra Rh Rd") if number else heard_of(4, 16))
        one.works("yard", player="a", level=("gentle", "steady", "bold")[number])
        one.works("start")
        for unit in ("a1", "a2"):
            one.works("answer", unit=unit, station="bs1", far=number + 2, near=near, covered=bool(number))
            best = {"defend": number + 1, "move": 4, "attack": 3, "spot": 2}
            one.works("rolled", unit=unit, target="b2", white=[number + 2, 6], best=best)
            found = page.fold(one.game, one.events, "yard")["state"]
            assert list(differences(one.state, found)) == []
    page.close()


def test_what_a_defense_leaves_to_fear_grows_with_the_enemies_who_still_have_their_turn() -> None:
    fears = []
    for waiting in range(4):
        enemies = [fighter(gone=number >= waiting) for number in range(3)]
        fears.append(-_worth_of_defense(fighter(), standing(enemies=enemies), {"defend": 3}, 0))
    assert fears[0] == 0
    assert fears == sorted({*fears}), fears
