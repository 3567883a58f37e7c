"""What a page judges although a person may know better: refused until she insists, noted when it stands."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fleets.battles.playing import Table, company, fleet

Json = dict[str, Any]
BOOK, CONDENSED, ORBIT = "rapid-attack", "condensed", "intercept-orbit"
TURN = {"do": "turn", "unit": "a1"}
BOARDING: list[Json] = [
    {"do": "round-end"},
    {"do": "decide", "question": "boarding-when", "answer": "after"},
]
# By rule and page: the edition, the events before, what is against the text, and what is said of it.
CASES: dict[str, tuple[str, list[Json], Json, str]] = {
    "V9, Condensed l.574: own frames can't be targets": (
        CONDENSED,
        [],
        {"do": "attack", "unit": "a1", "target": "a2", "range": "d", "value": 5},
        "A 2 is on the side of A 1",
    ),
    "V9, IO p.29: an enemy is declared": (
        ORBIT,
        [],
        {"do": "attack", "unit": "a2", "target": "a1", "range": "p", "value": 5},
        "A1 is on the side of A2",
    ),
    "V18: two direct weapons show 6 at most": (
        BOOK,
        [],
        {"do": "attack", "unit": "a1", "target": "b1", "range": "d", "value": 8},
        "no die of A 1 can show 8; the most is 6",
    ),
    "V18: a defense is a d6": (BOOK, [TURN], {"do": "defend", "unit": "a1", "value": 7}, "can show 7"),
    "V18: so is a spot": (BOOK, [], {"do": "spot", "unit": "a1", "target": "b1", "value": 7}, "can show 7"),
    "V18: and a move of a frame that doesn't sprint": (
        BOOK,
        [],
        {"do": "move", "unit": "a1", "value": 8},
        "can show 8",
    ),
    "V18, RA p.95: a spot comes last": (
        BOOK,
        [{"do": "spot", "unit": "a1", "target": "b1", "value": 4}],
        {"do": "move", "unit": "a1", "value": 3},
        "a spot comes last",
    ),
    "V18, RA p.95: one die an action": (
        BOOK,
        [{"do": "move", "unit": "a1", "value": 3}],
        {"do": "move", "unit": "a1", "value": 3},
        "has moved already",
    ),
    "RA p.101: one comms system sees as far as direct fire": (
        BOOK,
        [],
        {"do": "spot", "unit": "a1", "target": "b1", "value": 4, "range": "a"},
        "spots no further than direct",
    ),
    "RA p.134: climbing has to be agreed on": (
        BOOK,
        [],
        {"do": "move", "unit": "a1", "value": 3, "climbed": 6},
        "climbing wasn't agreed on",
    ),
    "RA p.134: six bricks are a unit of the move": (
        CONDENSED,
        [{"do": "option", "name": "climbing", "value": True}],
        {"do": "move", "unit": "a1", "value": 2, "climbed": 18},
        "18 bricks are 3 of its move, which is 2 at most",
    ),
    "IO l.695: a spot is on a tactical asset": (
        ORBIT,
        [],
        {"do": "spot", "unit": "a1", "target": "b9", "value": 3},
        "Bh3 can't be attacked",
    ),
    "IO l.685: a company in the hangar is out of sight": (
        ORBIT,
        [],
        {"do": "spot", "unit": "a1", "target": "b5", "value": 3},
        "Bc1 can't be attacked",
    ),
    "IO l.683: a company touches the ship that repairs it": (
        ORBIT,
        [
            {"do": "launch", "unit": "a4", "fuel": 6, "aboard": "b2"},
            {"do": "strike", "unit": "a4", "system": "Y"},
        ],
        {"do": "mend", "unit": "a4", "value": 6},
        "Ac1 isn't on A1",
    ),
    "IO l.785: a die for each company aboard": (
        ORBIT,
        [{"do": "launch", "unit": "a4", "fuel": 6, "aboard": "b2"}, *BOARDING],
        {"do": "board", "unit": "b2", "rolls": {"a": {"yellow": [3, 4]}}},
        "Player A has 1 yellow and 0 red dice at most",
    ),
    "IO l.785: a red die for each of point defense, for the owner": (
        ORBIT,
        [{"do": "launch", "unit": "a4", "fuel": 6, "aboard": "b2"}, *BOARDING],
        {"do": "board", "unit": "b2", "rolls": {"b": {"red": [3, 4, 5, 1]}}},
        "Player B has 0 yellow and 3 red dice at most",
    ),
    "V8, IO p.33: high value assets never ram": (
        ORBIT,
        [],
        {"do": "collide", "unit": "a6", "target": "b3", "rolled": [1, 4, 5, 6]},
        "those never ram",
    ),
    "V13, IO p.24: a ship without a catapult": (
        ORBIT,
        [{"do": "turn", "unit": "a2"}],
        {"do": "launch", "unit": "a4", "fuel": 6},
        "A2 has no catapult",
    ),
    "V13: nor has anybody when both are struck": (
        ORBIT,
        [{"do": "strike", "unit": "a1", "system": "K"}, {"do": "strike", "unit": "a1", "system": "K"}],
        {"do": "launch", "unit": "a4", "fuel": 6},
        "Player A has no catapult",
    ),
    "V13, IO p.34: one company for each catapult": (
        ORBIT,
        [
            {"do": "strike", "unit": "a1", "system": "K"},
            {"do": "launch", "unit": "a4", "fuel": 6},
        ],
        {"do": "launch", "unit": "a5", "fuel": 6},
        "each launches one company",
    ),
    "IO l.655: a company clings to a ship": (
        ORBIT,
        [{"do": "launch", "unit": "a4", "fuel": 6}],
        {"do": "collide", "unit": "b1", "target": "a4", "rolled": [4]},
        "rolls no collision dice",
    ),
    "IO l.541–568: a high value asset has no dice": (
        ORBIT,
        [],
        {"do": "attack", "unit": "a6", "target": "b3", "range": "f", "value": 3},
        "it rolls at most for its move",
    ),
    "IO l.564: a white die for each system": (
        ORBIT,
        [
            *[{"do": "strike", "unit": "a2", "system": code} for code in ("B", "Y", "Rp")],
            *[{"do": "restore", "unit": "a2", "system": code} for code in ("B", "Y")],
        ],
        {"do": "restore", "unit": "a2", "system": "Rp"},
        "A2 has 2 in a round",
    ),
    "IO l.438, 685: carriers repair companies": (
        ORBIT,
        [{"do": "launch", "unit": "a4", "fuel": 6}, {"do": "strike", "unit": "a4", "system": "Y"}],
        {"do": "restore", "unit": "a4", "system": "Y"},
        "a carrier repairs it",
    ),
    "IO p.36: only the green ace moves ships": (
        ORBIT,
        [],
        {"do": "nudge", "unit": "a4", "ship": "b1"},
        "has no green ace",
    ),
}


def played(text: str, before: list[Json], **more: Any) -> Table:
    forces = [fleet("A"), fleet("B", 4)] if text == ORBIT else [company("A", 4, 3), company("B", 5, 3)]
    found = Table(*forces, text=text, **more)
    agreed = [event for event in before if event["do"] == "option"]
    for event in [*agreed, {"do": "start"}, *(event for event in before if event not in agreed)]:
        found.works(**_told(event))
    return found


@pytest.mark.parametrize("name", CASES)
def test_what_is_against_the_text_is_refused_until_somebody_insists(name: str) -> None:
    text, before, event, words = CASES[name]
    game = played(text, before, judges=True)
    assert words in game.fails(**_told(event))
    assert game.state["log"][-1]["insist"]
    entry = game.works(**_told(event), anyway=True)
    assert entry["anyway"]
    assert words in entry["note"]
    assert f" Entered anyway: {entry['note']}" in entry["words"]


@pytest.mark.parametrize("name", CASES)
def test_in_a_log_from_before_it_stands_with_a_note(name: str) -> None:
    text, before, event, words = CASES[name]
    entry = played(text, before).works(**_told(event))
    assert not entry["anyway"]
    assert words in entry["note"]
    assert f" Note: {entry['note']}" in entry["words"]


def test_v7_a_tie_for_defense_is_settled_before_the_battle_begins() -> None:
    """RA p.129: the winner of the roll must choose; only Intercept Orbit can go on with it."""
    game = Table(company("A", 4, 3), company("B", 4, 3), judges=True)
    assert "Player A, Player B are tied" in game.fails("start")
    game.works("decide", question="tie-highest", answer="a")
    assert "a way out first" in game.fails("start")
    assert game.works("start", anyway=True)["anyway"]
    orbit = Table(fleet("A"), fleet("B"), text=ORBIT, judges=True)
    orbit.works("decide", question="tie-highest", answer="b")
    orbit.works("tie", player="b", choice="go-on")
    assert orbit.works("start")["note"] == ""


def test_whoever_says_anyway_of_what_the_text_allows_is_not_noted() -> None:
    game = played(CONDENSED, [], judges=True)
    entry = game.works("attack", unit="a1", target="b1", range="d", value=5, anyway=True)
    assert (entry["anyway"], entry["note"]) == (False, "")


def test_what_makes_no_sense_is_refused_however_one_insists() -> None:
    game = played(CONDENSED, [], judges=True)
    assert game.fails("attack", unit="a1", target="a1", range="d", value=5, anyway=True)
    assert not game.state["log"][-1]["insist"]


@pytest.mark.parametrize("anyway", [False, 1, "true", None])
def test_only_true_insists(anyway: Any) -> None:
    game = played(CONDENSED, [], judges=True)
    assert game.fails("attack", unit="a1", target="a2", range="d", value=5, anyway=anyway)


def _told(event: Json) -> Json:
    return {("kind" if key == "do" else key): value for key, value in event.items()}
