"""Paper 'Mech: what is chosen may be changed, stances, free moves, where enemies are, what takes a disabled
attack's place."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fleets.battles.playing import Table
from tests.fleets.battles.test_mech_battles import attacked, facing, standing, step

Json = dict[str, Any]
SLOW: Json = {"name": "Slow", "loadout": {"mounts": {"left-arm": "tower shield", "right-arm": "PPC"}}}


def enemy(table: Table, place: int = 0) -> Json:
    found: Json = table.state["mech"]["enemies"][place]
    return found


def where(table: Table) -> tuple[int, str]:
    return enemy(table)["sector"], enemy(table)["band"]


def at(sector: int, band: str, force: Json | None = None) -> Table:
    """A firethrower there, about to fire its laser in 3 T; the 'mech stands."""
    table = facing(1, 5, force) if force else facing(1, 5)
    table.works("go", enemy="F1", sector=sector, band=band)
    table.works("choose", enemy="F1", rolled=1)
    return table


def done(table: Table, action: str, **fields: Any) -> Json:
    table.works("choose", action=action)
    table.works("advance")
    return table.works("acted", **fields)


def test_an_action_may_be_changed_at_any_time_and_begins_anew() -> None:
    table = at(3, "long")
    table.works("choose", action="left-arm/2")
    table.works("advance")
    assert (table.state["mech"]["action"]["time"], table.fails("choose", action="left-arm/2")) == (
        1,
        "that is so already.",
    )
    entry = table.works("choose", action="left-arm/0")
    assert entry["words"] == "Instead of laser P4: laser P2, in 2 T."
    assert table.state["mech"]["action"]["time"] == 2


def test_a_stance_is_changed_to_squatting_and_back() -> None:
    assert standing().state["mech"]["squat"] is False
    table = at(3, "long")
    done(table, "turn or change stance", stance=True)
    assert table.state["mech"]["squat"] is True
    done(table, "turn or change stance", stance=True)
    assert table.state["mech"]["squat"] is False


@pytest.mark.parametrize("action", ["walk backwards", "turn and squat"])
def test_a_mech_that_squats_neither_walks_back_nor_squats_again(action: str) -> None:
    table = at(3, "long")
    table.works("stance", squat=True)
    assert "must stand up first" in table.fails("choose", action=action)
    assert action not in [one.get("action") for one in table.offered]
    done(table, "turn or change stance", stance=True)
    assert table.state["mech"]["squat"] is False
    table.works("choose", action=action)


@pytest.mark.parametrize(
    ("action", "before", "after"),
    [
        ("walk forwards", (3, "long"), (3, "medium")),
        ("walk forwards", (3, "close"), (3, "close")),
        ("walk forwards", (2, "short"), (1, "short")),
        ("walk forwards", (5, "short"), (6, "short")),
        ("walk forwards", (6, "medium"), (6, "long")),
        ("walk forwards", (1, "long"), (1, "long")),
        ("walk backwards", (4, "short"), (4, "medium")),
        ("walk backwards", (4, "long"), (4, "long")),
        ("walk backwards", (2, "short"), (3, "short")),
        ("walk backwards", (6, "short"), (6, "close")),
    ],
)
def test_enemies_are_where_walking_takes_them(
    action: str, before: tuple[int, str], after: tuple[int, str]
) -> None:
    table = at(*before)
    done(table, action)
    assert where(table) == after


@pytest.mark.parametrize(("way", "sector"), [(1, 1), (-1, 5)])
@pytest.mark.parametrize("key", ["way", "by"])
def test_a_turn_takes_all_enemies_one_space_round(key: str, way: int, sector: int) -> None:
    """V1: logs of older pages say `by`, which is who entered the event."""
    table = at(6, "short")
    done(table, "turn and squat", **{key: way})
    assert (where(table), table.state["mech"]["squat"]) == ((sector, "short"), True)


@pytest.mark.parametrize(
    ("before", "missed", "after"),
    [
        ((3, "short"), False, (2, "short")),
        ((4, "short"), False, (5, "short")),
        ((1, "short"), False, (1, "short")),
        ((3, "long"), True, (3, "medium")),
    ],
)
def test_an_enemy_goes_to_the_rear_after_an_attack_and_comes_nearer_after_none(
    before: tuple[int, str], missed: bool, after: tuple[int, str]
) -> None:
    table = at(*before)
    table.works("choose", action="left-arm/2")
    table.works("advance")
    told = {"missed": True} if missed else {"place": 1, "rolled": [1, 1, 1]}
    table.works("foe", enemy="F1", **told)
    assert where(table) == after
    assert (enemy(table)["attack"], enemy(table)["time"]) == (None, None)


def test_artillery_does_not_move() -> None:
    table = facing(2, 5)
    table.works("go", enemy="A1", sector=3, band="close")
    attacked(table, "A1", place=1, rolled=[1] * 5)
    assert where(table) == (3, "close")


def test_one_free_move_follows_an_attack_unless_the_mech_squats() -> None:
    table = at(3, "medium")
    assert "isn't the time" in table.fails("free", move="walk forwards")
    table.works("choose", action="left-arm/0")
    table.works("advance")
    table.works("shoot", target="F1", rolled=[1, 1])
    assert "isn't the time" in table.fails("free", move="walk backwards")
    table.works("free", move="walk forwards")
    assert where(table) == (3, "short")
    assert "isn't the time" in table.fails("free", move="walk forwards")
    table.works("stance", squat=True)
    table.works("choose", action="left-arm/0")
    table.works("advance")
    table.works("foe", enemy="F1", place=1, rolled=[1, 1])
    table.works("choose", enemy="F1", rolled=1)
    table.works("advance")
    table.works("shoot", target="F1", rolled=[1, 1])
    assert "isn't the time" in table.fails("free", move="walk forwards")


def test_a_tower_shield_guards_until_the_next_attack_action_is_done() -> None:
    table = at(3, "medium", SLOW)
    done(table, "left-arm/1")
    assert table.state["mech"]["guard"] == "left-arm"
    table.works("choose", action="walk forwards")
    table.works("advance")
    table.works("acted")
    assert table.state["mech"]["guard"] == "left-arm"
    table.works("choose", action="left-arm/0")
    while enemy(table)["time"] != 0:
        table.works("advance")
    table.works("foe", enemy="F1", shield="left-arm", rolled=[6, 6, 6])
    table.works("choose", enemy="F1", rolled=1)
    while table.state["mech"]["action"]["time"]:
        table.works("advance")
    table.works("acted")
    assert table.state["mech"]["guard"] == ""


def test_a_die_chooses_what_takes_a_disabled_attacks_place_where_several_are_left() -> None:
    """A 'mech has three attacks; a firethrower has only one other."""
    table = facing(4, 1)
    table.works("destroy", enemy="B2")
    table.works("destroy", enemy="T3")
    table.works("choose", enemy="M1", attack=1)
    table.works("choose", action="right-shoulder/0")
    table.works("advance")
    table.works("acted")
    table.works("choose", action="left-arm/0")
    table.works("advance")
    table.works("foe", enemy="M1", missed=True)
    table.works("choose", enemy="M1", attack=0)
    table.works("advance")
    table.works("shoot", target="M1", rolled=[6, 6])
    assert (enemy(table)["circles"], enemy(table)["attack"], enemy(table)["time"]) == ([0, 2, 2], None, 1)
    assert "all must have chosen" in table.fails("advance")
    table.works("choose", enemy="M1", rolled=6)
    assert (enemy(table)["attack"], enemy(table)["time"]) == (2, 1)


def test_a_disabled_attack_is_replaced_at_once_by_the_only_other_one() -> None:
    table = at(3, "medium")
    table.works("choose", action="left-arm/0")
    table.works("advance")
    table.works("shoot", target="F1", rolled=[6, 6])
    assert (enemy(table)["attack"], enemy(table)["time"]) == (1, 1)


def test_how_the_next_wave_is_awaited_is_decided_between_waves() -> None:
    table = facing(1, 5)
    table.works("destroy", enemy="F1")
    assert table.state["phase"] == "repairs"
    table.works("stance", squat=True)
    table.works("wave", rolled=1)
    assert table.state["mech"]["squat"] is True


@pytest.mark.parametrize(
    ("sector", "offered"),
    [
        pytest.param(3, [("hit", True)], id="in range it attacks"),
        pytest.param(6, [("missed", True)], id="out of range it comes nearer"),
        pytest.param(None, [("hit", True), ("missed", False)], id="without a place it may do either"),
    ],
)
def test_an_enemy_whose_time_has_come_does_what_it_can(sector: int | None, offered: list[Any]) -> None:
    table = facing(1, 5)
    if sector is not None:
        table.works("go", enemy="F1", sector=sector, band="long")
    table.works("choose", enemy="F1", rolled=1)
    while enemy(table)["time"]:
        step(table)
    told = [one for one in table.offered if one["do"] == "foe"]
    assert [("missed" if one.get("missed") else "hit", one["must"]) for one in told] == offered
