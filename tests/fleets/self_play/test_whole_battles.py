"""Whole battles: the table's fold agrees with each, and a log by itself shows that every rule was kept."""

from __future__ import annotations

import os
from collections.abc import Callable
from math import hypot
from pathlib import Path
from typing import Any

import pytest

from fleets.self_play.battle_sides import TableTop
from fleets.self_play.play_rules import DiceBook
from fleets.self_play.tactics import AT_RANDOM, shipped_tactics
from fleets.self_play.terrain_sets import shipped_terrain
from fleets.self_play.whole_battle import LOSER_CHOOSES, Contest, Fought, _bring, fight
from ldraw_tools.findings import BrickyardError
from tests.fleets.self_play.duels import GUNS, LARGE, SCOUT, SMALL, SOLDIER, company, contest, folded

Json = dict[str, Any]
# A fold costs five times what its battle does; by hand: BRICKYARD_BATTLES=500 pytest this file.
SEEDS = int(os.environ.get("BRICKYARD_BATTLES", "30"))
TEXTS = ("rapid-attack", "condensed", "rapid-attack-draft")
KNIVES = company("Knives", "B G Rh Rh", "G G Rh Rh", "B B G Rh", "Rd Rd Y", stations=3)
SPLIT = company("Split", "B G Rd/Rh Y", "Ra/Rd Rd", "B B", "", SOLDIER, GUNS, rockets=2)
FORCES = (LARGE, SMALL, KNIVES, SPLIT)


def mixed_contest(seed: int) -> Contest:
    """Other forces, tactics, terrain and texts with each seed."""
    tactics, sets = (*shipped_tactics(), AT_RANDOM), shipped_terrain()
    return contest(
        FORCES[seed % 4],
        FORCES[seed // 4 % 4],
        (tactics[seed % 6], tactics[seed // 6 % 6]),
        terrain=sets[seed % len(sets)].name,
        text=TEXTS[seed // 3 % 3],
        at_ties=("remove", LOSER_CHOOSES),
    )


def contest_of_three(seed: int) -> Contest:
    """Now and then somebody meets their own copies, or two go for the third."""
    tactics, sets = (*shipped_tactics(), AT_RANDOM), shipped_terrain()
    forces = [
        {**force, "stations": force["stations"][:2]}
        for force in (FORCES[seed // step % 4] for step in (1, 4, 3))
    ]
    return contest(
        forces[0],
        forces[1],
        tuple(tactics[seed // step % 6] for step in (1, 6, 2)),
        third=forces[2],
        terrain=sets[seed % len(sets)].name,
        text=TEXTS[seed // 4 % 3],
        at_ties=("remove", LOSER_CHOOSES, "remove"),
        goes_for=seed % 4 - 1,
    )


@pytest.mark.parametrize("start", range(0, SEEDS, 10))
@pytest.mark.parametrize("make", [mixed_contest, contest_of_three], ids=["two", "three"])
def test_the_fold_of_the_log_comes_to_the_same_end(make: Callable[[int], Contest], start: int) -> None:
    for seed in range(start, start + 10):
        played = make(seed)
        fought = fight(played, seed)
        state = folded(played, fought)
        assert [entry["words"] for entry in state["log"] if not entry["effect"] or entry["note"]] == []
        assert state["phase"] == "over"
        assert tuple(player["score"] for player in state["players"]) == fought.scores
        assert tuple(player["lost"] for player in state["players"]) == fought.frames_lost
        assert state["winners"] == ["abc"[side] for side in fought.winners]
        assert [tuple(row["scores"].values()) for row in state["history"]][-1] == fought.scores
        assert state["round"] == fought.rounds
        assert most_open(fought) <= 2


def most_open(fought: Fought) -> int:
    """Turns that were open at a time."""
    now = most = 0
    open_units: set[str] = set()
    for event in fought.events:
        if event["do"] == "turn":
            open_units.add(event["unit"])
        elif event["do"] in ("done", "strike"):
            lost = event["do"] == "strike" and is_last(fought, event)
            if event["do"] == "done" or lost:
                open_units.discard(event["unit"])
        now = len(open_units)
        most = max(most, now)
    return most


def is_last(fought: Fought, event: Json) -> bool:
    strikes = [one for one in fought.events if one["do"] == "strike" and one["unit"] == event["unit"]]
    whites = [one for one in strikes if one["system"] == "W"]
    return len(whites) == 2 and whites[-1] is event


@pytest.mark.parametrize("seed", range(100, 112))
@pytest.mark.parametrize("make", [mixed_contest, contest_of_three], ids=["two", "three"])
def test_the_log_alone_shows_that_no_rule_of_place_was_broken(
    make: Callable[[int], Contest], seed: int
) -> None:
    """Positions are told in hundredths of a unit, so distances are looked at to two of these."""
    played = make(seed)
    events = fight(played, seed).events
    start = next(event for event in events if event["do"] == "start")
    at: dict[str, list[float]] = dict(start["frames"])
    radius, slack = played.rules.radius, 0.03
    acted: list[str] = []
    gone: set[str] = set()

    def gap(one: list[float], other: list[float]) -> float:
        return hypot(one[0] - other[0], one[1] - other[1]) - 2 * radius

    for event in events:
        unit = event.get("unit", "")
        if event["do"] == "turn":
            assert unit not in acted, "nobody acts twice a round"
            assert unit not in gone
            acted.append(unit)
        elif event["do"] == "round-end":
            acted.clear()
        elif event["do"] in ("move", "ignore"):
            far = hypot(event["stands"][0] - at[unit][0], event["stands"][1] - at[unit][1])
            assert far <= event.get("value", 2.1) + slack
            at[unit] = event["stands"]
            others = [place for name, place in at.items() if name != unit and name not in gone]
            assert all(
                gap(event["stands"], place) > -slack for place in [*others, *start["stations"].values()]
            )
        elif event["do"] == "attack":
            far = gap(at[unit], at[event["target"]])
            over, to = next(
                (over, to) for letter, over, to in played.rules.reaches if letter == event["range"]
            )
            assert over - slack <= far <= to + slack
        elif event["do"] == "station":
            place = start["stations"][event["station"]]
            near = {
                name[0] for name, spot in at.items() if name not in gone and gap(spot, place) <= 1 + slack
            }
            assert event["to"] in near or {*event["contested"]} == near
        elif event["do"] == "strike" and event["system"] == "W":
            strikes = [one for one in events[: events.index(event) + 1] if one["do"] == "strike"]
            if [one["system"] for one in strikes if one["unit"] == unit].count("W") == 2:
                gone.add(unit)


def test_in_the_draft_a_frame_at_arms_length_exactly_is_beside_a_station() -> None:
    played = contest(text="rapid-attack-draft")
    top = TableTop(played.rules, DiceBook(played.rules), played.tactics, [], 1)
    _bring(top, played.forces)
    for row, frame in enumerate(top.frames):
        top.put(frame, complex(5 * row))
    frame, station = top.frames[0], top.stations[-1]
    assert station.holder != frame.side
    top.put_station(len(top.stations) - 1, -1j * (played.rules.arm + 2 * played.rules.radius))
    top.end_turn(frame)
    assert station.holder == frame.side


def test_in_the_draft_a_station_goes_to_the_only_frame_beside_it_where_its_turn_ends() -> None:
    taken = 0
    for seed in range(12):
        played = contest(text="rapid-attack-draft", tactics=("rush", "brawl"))
        events = fight(played, seed).events
        start = next(event for event in events if event["do"] == "start")
        at, rules, whites = dict(start["frames"]), played.rules, []
        for number, event in enumerate(events):
            if "stands" in event:
                at[event["unit"]] = event["stands"]
            if event["do"] == "strike" and event["system"] == "W":
                whites.append(event["unit"])
            if event["do"] != "station":
                continue
            ends = next(one for one in events[number:] if "unit" in one)
            assert (ends["do"], ends["unit"][0]) == ("done", event["to"])
            x, y = start["stations"][event["station"]]
            near = [
                name
                for name, (left, down) in at.items()
                if whites.count(name) < 2 and hypot(left - x, down - y) - 2 * rules.radius <= rules.arm + 0.02
            ]
            assert near == [ends["unit"]]
            taken += 1
    assert taken > 5


@pytest.mark.parametrize("terrain", ["open", "city", "crowded"])
def test_companies_are_fielded_as_the_rules_want_it_p79_to_81(terrain: str) -> None:
    for seed in range(12):
        played = contest(terrain=terrain)
        fought = fight(played, seed)
        start = next(event for event in fought.events if event["do"] == "start")
        rules, defender = played.rules, "ab"[fought.defender]
        frames, stations = start["frames"], start["stations"]

        def gap(one: list[float], other: list[float], room: float = 2 * rules.radius) -> float:
            return hypot(one[0] - other[0], one[1] - other[1]) - room

        own = [place for name, place in stations.items() if name.startswith(defender)]
        for place in own:
            assert any(rules.arm < gap(place, one) <= rules.ruler + 0.02 for one in own if one is not place)
        defending = [place for name, place in frames.items() if name.startswith(defender)]
        first, attacking = defending[:2], [at for name, at in frames.items() if not name.startswith(defender)]
        assert all(any(gap(place, one) <= rules.ruler + 0.02 for one in own) for place in defending)
        assert all(gap(place, one) > rules.ruler - 0.02 for place in attacking for one in own)
        # The point frame stands at the limit of direct range, the others beyond it.
        nearest = [min(gap(at, one) for one in first) for at in attacking]
        assert min(nearest) == pytest.approx(rules.ruler, abs=0.03)


def test_the_same_seed_gives_the_same_battle_and_another_seed_another_one() -> None:
    played, book = contest(), DiceBook(contest().rules)
    assert fight(played, 7) == fight(played, 7, book)
    assert fight(played, 7).events != fight(played, 8, book).events


def test_one_changed_system_leaves_the_terrain_and_all_other_dice_as_they_were() -> None:
    other = company("Anvil", SOLDIER, SOLDIER, SOLDIER, "B G Rd Y", GUNS)
    one, two = (fight(contest(mine), 11) for mine in (LARGE, other))
    first, second = ({}, {})  # type: dict[str, Any], dict[str, Any]
    for found, fought in ((first, one), (second, two)):
        for event in fought.events:
            if event["do"] == "turn" and event["unit"] not in found:
                found[event["unit"]] = event["rolled"]["W"]
            if event["do"] == "round-end":
                break
    assert one.events[0]["cover"] == two.events[0]["cover"]
    assert first == second


@pytest.mark.parametrize("choice", ["remove", LOSER_CHOOSES])
def test_in_a_tie_a_roll_decides_who_leaves_a_frame_out_p129(choice: str) -> None:
    played = contest(SMALL, SMALL, at_ties=(choice, choice))
    for seed in range(3):
        fought = fight(played, seed)
        rolled, *rest = fought.events
        assert rolled["do"] == "roll-off"
        removed = next(event for event in rest if event.get("choice") == "remove")
        assert (removed["player"] == rolled["winner"]) == (choice == "remove")
        # Who has fewer frames and fewer systems has more points for each, and defends.
        assert "ab"[fought.defender] == removed["player"]


def test_a_clock_that_the_leader_hurries_ends_the_battle_after_six_rounds() -> None:
    fought = fight(contest(), 1)
    ticks = [event for event in fought.events if event["do"] == "tick"]
    assert fought.rounds == 6
    assert sum(event["take"] for event in ticks) == 5


def test_forces_of_which_nobody_knows_what_they_carry_are_refused() -> None:
    heard = company("Heard of", SOLDIER, SCOUT)
    heard["units"][0]["systems"] = None
    with pytest.raises(BrickyardError, match="needs to know what it carries"):
        fight(Contest(contest().rules, (heard, SMALL), contest().terrain, contest().tactics), 1)


HOUSES = {
    "a ruler of ten units": "options: {ruler: {choices: [8, 10], default: 10}}",
    "arms of two units": "tables: {ranges: {h: {to: 2}, d: {over: 2, to: ruler}}}",
    "no artillery": "tables: {combat: {attacks: {a: }}, ranges: {a: }}",
    "a clock of eight": "tables: {kit: {clock: {start: 8}}}",
    "only comms spot": "tables: {combat: {spotting: {frame: [{reach: none, in-cover: false},"
    " {reach: d, in-cover: true}, {reach: any, in-cover: true}]}}}",
}


@pytest.mark.parametrize("says", HOUSES.values(), ids=HOUSES)
def test_battles_by_a_groups_own_rules_fold_to_the_same_end(says: str, tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(f"extends: rapid-attack\ntitle: Ours\nshort: Ours\n{says}\n", "utf-8")
    for seed, tactic in enumerate(("rush", "hold", "snipe")):
        played = contest(tactics=(tactic, "harry"), text=str(path))
        fought = fight(played, seed)
        state = folded(played, fought, str(path))
        assert [entry["words"] for entry in state["log"] if not entry["effect"] or entry["note"]] == []
        assert tuple(player["score"] for player in state["players"]) == fought.scores


def test_a_point_frame_that_is_hard_to_place_finds_its_place_p79() -> None:
    """The defender must begin again eighteen times on this table."""
    played = contest(SMALL, SMALL, at_ties=(LOSER_CHOOSES, LOSER_CHOOSES))
    assert fight(played, 8056224058108861071).rounds == 6
