"""Paper 'Mech at the table: the text's own examples of hits and spills, time, waves, repairs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fleets.battles.playing import Table

Json = dict[str, Any]
STANDARD: Json = {
    "name": "Standard",
    "loadout": {
        "mounts": {
            "left-shoulder": "wing shield",
            "right-shoulder": "missile",
            "left-arm": "laser",
            "right-arm": "fist",
        },
        "armour": {"torso": 2, "legs": 1},
    },
}


def standing(force: Json = STANDARD) -> Table:
    table = Table(force, text="paper-mech")
    table.works("start")
    return table


def facing(wave: int, rolled: int, force: Json = STANDARD) -> Table:
    """The wave of this number; those before it were destroyed."""
    table = standing(force)
    for number in range(1, wave + 1):
        table.works("wave", rolled=rolled)
        if number < wave:
            for enemy in table.state["mech"]["enemies"]:
                table.works("destroy", enemy=enemy["id"])
    return table


def step(table: Table) -> None:
    """One thing happens that does no harm: choosing, waiting, missing."""
    mech = table.state["mech"]
    due = [enemy["id"] for enemy in mech["enemies"] if enemy["time"] == 0]
    idle = [enemy["id"] for enemy in mech["enemies"] if enemy["time"] is None]
    if due:
        table.works("foe", enemy=due[0], missed=True)
    elif idle:
        table.works("choose", enemy=idle[0], rolled=1)
    elif mech["action"] is None:
        table.works("choose", action="walk forwards")
    elif mech["action"]["time"]:
        table.works("advance")
    else:
        table.works("acted")


def attacked(table: Table, enemy: str, **fields: Any) -> Json:
    """This enemy's action comes up."""
    while next(one for one in table.state["mech"]["enemies"] if one["id"] == enemy)["time"] != 0:
        step(table)
    return table.works("foe", enemy=enemy, **fields)


def test_a_wave_comes_when_the_last_one_is_destroyed() -> None:
    table = facing(1, 1)
    for enemy in table.state["mech"]["enemies"]:
        table.fails("wave", rolled=1)
        table.works("destroy", enemy=enemy["id"])
    table.works("wave", rolled=1)


def test_a_weapon_has_circles_and_a_mount_without_one_has_none() -> None:
    parts = standing({"name": "A", "loadout": {"mounts": {"left-arm": "laser"}}}).state["mech"]["parts"]
    armed = {name for name in parts if "arm" in name or "shoulder" in name if parts[name]["damage"]}
    assert armed == {"left-arm"}


def damage(table: Table, part: str) -> list[int]:
    """The numbers of the filled circles."""
    filled = table.state["mech"]["parts"][part]["damage"]
    return [number for number, is_filled in enumerate(filled, 1) if is_filled]


def test_the_standard_loadout_weighs_12_and_costs_no_time() -> None:
    mech = standing().state["mech"]
    assert (mech["weight"], mech["penalty"], mech["circles"]) == (12, 0, 32)


def test_the_texts_examples_of_damage_that_goes_round_and_spills() -> None:
    # Artillery comes with the third wave's first row; it rolls 2 2 4 5 6 against the laser's 3.
    table = facing(3, 1)
    assert [enemy["name"] for enemy in table.state["mech"]["enemies"]] == ["artillery", "tank"]
    attacked(table, "A1", place=4, rolled=[4, 4, 1, 1, 1], circle=4)
    assert damage(table, "left-arm") == [4, 5]
    attacked(table, "A1", place=4, rolled=[2, 2, 4, 5, 6], circle=4)
    assert damage(table, "left-arm") == [1, 2, 4, 5, 6]
    # Three more: one fits, two spill over with a 5 to the wing shield, whatever its armour.
    entry = attacked(table, "A1", place=4, rolled=[4, 4, 4, 1, 1], circle=1)
    assert "spills over" in entry["words"]
    assert table.state["mech"]["pending"] == {"from": "left-arm", "damage": 2}
    assert [offer["do"] for offer in table.offered] == ["spill"]
    table.works("spill", rolled=5, circle=6)
    assert (damage(table, "left-arm"), damage(table, "left-shoulder")) == ([1, 2, 3, 4, 5, 6], [1, 6])


def test_the_texts_firethrower_prepares_its_laser_and_enters_in_front_on_the_left() -> None:
    """Generating a wave, its example: a 2 chooses the laser, T3; a 3 the entry at ten, long range."""
    table = standing()
    table.works("wave", rolled=5, entries=[3])
    assert table.works("choose", enemy="F1", rolled=2)["words"] == "firethrower prepares: laser, in 3 T."
    [enemy] = table.state["mech"]["enemies"]
    assert (enemy["time"], enemy["sector"], enemy["band"]) == (3, 3, "long")
    board = table.game["rules"]["mech"]["board"]
    assert enemy["sector"] in board["front"]
    assert enemy["sector"] in board["arcs"]["left"]


def test_the_texts_time_track_moves_down_until_the_first_cube_is_active() -> None:
    """The time track, its example: you at 4, the helo at 2 and the tank at 5 all go down by 2."""
    table = facing(3, 3)
    salvo, laser = "right-shoulder/2", "left-arm/2"
    table.works("choose", enemy="H1", attack=0)
    table.works("choose", enemy="T2", attack=1)
    table.works("choose", action=salvo)
    table.works("advance")
    table.works("foe", enemy="H1", missed=True)
    table.works("choose", enemy="H1", attack=0)
    table.works("advance")
    # All three act: the enemies first, and the salvo's hit makes the tank one T later than its shells' 4.
    for foe, attack in (("H1", 0), ("T2", 1)):
        table.works("foe", enemy=foe, missed=True)
        table.works("choose", enemy=foe, attack=attack)
    table.works("shoot", target="T2", rolled=[5, 1, 1, 1, 1, 1])
    table.works("choose", action=laser)
    assert times(table) == (4, 2, 5)
    assert table.works("advance")["words"] == "2 T pass. Now: helo."
    assert times(table) == (2, 0, 3)


def times(table: Table) -> tuple[int, ...]:
    mech = table.state["mech"]
    return mech["action"]["time"], *(enemy["time"] for enemy in mech["enemies"])


def test_enemies_act_before_you_at_the_same_time() -> None:
    table = facing(1, 1)
    table.works("choose", enemy="B1", rolled=1)
    table.works("choose", action="walk forwards")
    table.works("advance")
    assert "enemies come before you" in table.fails("acted")
    table.works("foe", enemy="B1", missed=True)
    table.works("acted")


def test_each_die_above_the_armour_is_one_damage_and_an_enemy_without_circles_is_destroyed() -> None:
    table = facing(1, 1)
    table.works("choose", enemy="B1", attack=0)
    table.works("choose", action="left-arm/0")
    table.works("advance")
    table.works("foe", enemy="B1", missed=True)
    table.works("choose", enemy="B1", rolled=6)
    table.works("advance")
    table.works("foe", enemy="B1", missed=True)
    table.works("shoot", target="B1", rolled=[3, 4])
    assert (table.state["phase"], table.state["mech"]["beaten"]) == ("repairs", 2)


def test_haste_takes_the_time_left_off_each_die_and_not_at_once() -> None:
    table = facing(3, 1)
    for enemy in ("A1", "T2"):
        table.works("choose", enemy=enemy, rolled=6)
    table.works("choose", action="right-shoulder/2")
    assert "at least 1 T has to pass" in table.fails("shoot", target="A1", rolled=[6] * 6)
    # The tank's shells come after 4, the missiles after 4, too: nobody is early.
    table.works("advance")
    assert table.state["mech"]["action"]["time"] == 0


def test_damage_begins_with_the_first_circle_if_none_is_told() -> None:
    table = facing(3, 1)
    attacked(table, "A1", place=4, rolled=[4, 4, 1, 1, 1])
    assert damage(table, "left-arm") == [1, 2]


@pytest.mark.parametrize(("rolled", "late"), [([1, 1], 0), ([6, 6], 1)])
def test_a_missile_delays_only_whom_it_hits(rolled: list[int], late: int) -> None:
    table = facing(3, 1)
    for enemy in ("A1", "T2"):
        table.works("choose", enemy=enemy, rolled=6)
    table.works("choose", action="right-shoulder/0")
    table.works("advance")
    before = table.state["mech"]["enemies"][1]["time"]
    table.works("shoot", target="T2", rolled=rolled)
    assert table.state["mech"]["enemies"][1]["time"] == before + late


@pytest.mark.parametrize(("squat", "dice"), [(False, 5), (True, 4)])
def test_a_mech_that_squats_is_attacked_with_a_die_less_and_never_in_the_legs(squat: bool, dice: int) -> None:
    table = facing(3, 1)
    if squat:
        table.works("stance", squat=True)
    table.works("choose", enemy="A1", rolled=1)
    table.works("choose", enemy="T2", rolled=1)
    table.works("choose", action="left-arm/2")
    table.works("advance")
    table.works("foe", enemy="T2", missed=True)
    table.works("choose", enemy="T2", rolled=6)
    table.works("advance")
    table.works("acted")
    table.works("choose", action="left-arm/0")
    table.works("advance")
    assert f"dice to roll: {dice}" in table.fails("foe", enemy="A1", place=1, rolled=[1])
    if squat:
        assert "roll again" in table.fails("foe", enemy="A1", place=6, rolled=[1] * dice)
    table.works("foe", enemy="A1", place=1, rolled=[1] * dice)


def test_from_behind_armour_counts_one_less() -> None:
    table = facing(3, 1)
    attacked(table, "A1", place=1, rolled=[5, 5, 1, 1, 1], side="rear")
    assert damage(table, "torso") == [1, 2]
    attacked(table, "A1", place=1, rolled=[5, 5, 1, 1, 1], side="front")
    assert damage(table, "torso") == [1, 2]


def test_three_on_the_torso_make_all_slower_and_four_end_the_game() -> None:
    table = facing(3, 1)
    attacked(table, "A1", place=1, rolled=[6, 6, 6, 1, 1])
    while table.state["mech"]["action"] is not None:
        step(table)
    words = {offer.get("action"): offer["words"] for offer in table.offered}
    assert (words["left-arm/0"], words["walk forwards"]) == ("laser P2 (T3)", "walk forwards (T2)")
    attacked(table, "A1", place=1, rolled=[6, 1, 1, 1, 1])
    assert (table.state["phase"], table.state["mech"]["won"]) == ("over", False)
    assert table.state["log"][-1]["words"].endswith("The torso is gone: the 'mech is destroyed.")


def test_an_action_whose_circles_are_filled_cant_be_chosen() -> None:
    table = facing(3, 1)
    attacked(table, "A1", place=4, rolled=[4, 4, 1, 1, 1], circle=1)
    while table.state["mech"]["action"] is not None:
        step(table)
    assert "is damaged" in table.fails("choose", action="left-arm/0")
    table.works("choose", action="left-arm/1")


def test_repairs_are_dice_for_the_armour_that_was_beaten() -> None:
    table = facing(3, 1)
    attacked(table, "A1", place=4, rolled=[4, 4, 1, 1, 1], circle=1)
    for enemy in ("A1", "T2"):
        table.works("destroy", enemy=enemy)
    assert "dice to roll: 7" in table.fails("repairs", rolled=[3])
    table.works("repairs", rolled=[1, 2, 2, 2, 2, 2, 3])
    table.works("repair", part="left-arm", circle=1)
    assert damage(table, "left-arm") == [2]
    assert "so already" in table.fails("repair", part="left-arm")


def test_four_waves_beaten_is_won_and_the_score_is_the_circles_still_open() -> None:
    table = facing(4, 3)
    for enemy in table.state["mech"]["enemies"]:
        table.works("destroy", enemy=enemy["id"])
    assert (table.state["phase"], table.state["mech"]["won"], table.state["mech"]["circles"]) == (
        "over",
        True,
        32,
    )


def test_a_missile_rests_and_a_ppc_fires_only_while_squatting() -> None:
    force = {"name": "X", "loadout": {"mounts": {"left-arm": "PPC", "right-arm": "missile"}}}
    table = facing(1, 3, force)
    assert "only while the 'mech squats" in table.fails("choose", action="left-arm/0")
    table.works("stance", squat=True)
    table.works("choose", action="left-arm/0")
