"""Paper 'Mech: what the fold judges by arc, range, power and shields, and takes anyway."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fleets.battles.playing import Table
from tests.fleets.battles.test_mech_battles import STANDARD, damage

Json = dict[str, Any]
ARMED: Json = {
    "name": "Armed",
    "loadout": {
        "mounts": {
            "left-shoulder": "mortar",
            "right-shoulder": "flamethrower",
            "left-arm": "energy whip",
            "right-arm": "tower shield",
        }
    },
}


ONLY_MISSILE: Json = {"name": "One", "loadout": {"mounts": {"right-arm": "missile"}}}


def wave(number: int, *places: tuple[str, int, str], force: Json = STANDARD, judges: bool = True) -> Table:
    """The first wave by this die, and where its enemies stand."""
    table = Table(force, text="paper-mech", judges=judges)
    table.works("start")
    table.works("wave", rolled=number)
    for enemy, sector, band in places:
        table.works("go", enemy=enemy, sector=sector, band=band)
    return table


def ready(table: Table, action: str, **attacks: int) -> Table:
    """Enemies choose these attacks, the 'mech this action, and time passes."""
    for enemy, attack in attacks.items():
        table.works("choose", enemy=enemy, attack=attack)
    table.works("choose", action=action)
    table.works("advance")
    return table


def fire(sector: int, band: str, action: str, judges: bool, force: Json = STANDARD) -> Table:
    """A helo that will fire rockets in 4 T stands there, and the 'mech's attack is due."""
    return ready(wave(3, ("H1", sector, band), force=force, judges=judges), action, H1=1)


def hit(sector: int, band: str, action: str, judges: bool) -> Table:
    """A bike there attacks in 1 T."""
    return ready(wave(1, ("B1", sector, band), judges=judges), action, B1=0)


def two_targets(judges: bool) -> Table:
    """A helo and a firethrower, and a mortar that may hit both."""
    table = wave(3, force=ARMED, judges=judges)
    table.works("destroy", enemy="H1")
    table.works("wave", rolled=3)
    ready(table, "left-shoulder/0", H1=1, F2=0)
    table.works("foe", enemy="F2", missed=True)
    table.works("go", enemy="H1", sector=3, band="medium")
    table.works("go", enemy="F2", sector=4, band="short")
    return table


SHOT = {"do": "shoot", "target": "H1", "rolled": [1, 1]}
BIKE = {"do": "foe", "enemy": "B1", "rolled": [6], "circle": 1}
# By number and heading of the text: how it stands, what is entered, what is said against it.
CASES: dict[str, tuple[Any, Json, str]] = {
    "V11 Range: a fist reaches nobody at long range": (
        lambda judges: fire(3, "long", "right-arm/0", judges),
        SHOT,
        "helo is at long range, too far for fist P2.",
    ),
    "V11 Firing arc: the left arm doesn't reach the right": (
        lambda judges: fire(5, "short", "left-arm/0", judges),
        SHOT,
        "helo stands outside the arc of laser P2.",
    ),
    "V11 Mortar: not at close range": (
        lambda judges: fire(3, "close", "left-shoulder/0", judges, ARMED),
        {**SHOT, "rolled": [1, 1, 1]},
        "helo is at close range, too near for mortar P3.",
    ),
    "V10 Resolve Attack: as many dice as the power": (
        lambda judges: fire(3, "long", "right-shoulder/0", judges),
        {**SHOT, "rolled": [3, 1, 1, 1, 1, 1, 1, 1]},
        "dice for missile P2 on this target: 2.",
    ),
    "V10 Proximity: one die less at short range": (
        lambda judges: fire(3, "short", "right-shoulder/1", judges, ARMED),
        {**SHOT, "rolled": [1, 1, 1, 1]},
        "dice for flamethrower P4 on this target: 3.",
    ),
    "V11 Area: two targets within one space": (
        two_targets,
        {**SHOT, "also": "F2", "rolled": [1, 1, 1]},
        "helo and firethrower are more than one space apart.",
    ),
    "V11 Resolve Enemy Attack: out of range it doesn't attack": (
        lambda judges: hit(3, "long", "walk forwards", judges),
        {**BIKE, "place": 1},
        "attack bike is at long range, too far for its machine gun.",
    ),
    "V11 Resolve Enemy Attack: in range it does": (
        lambda judges: hit(3, "close", "walk forwards", judges),
        {"do": "foe", "enemy": "B1", "missed": True},
        "attack bike is at close range, near enough for its machine gun.",
    ),
    "V11 Resolve Enemy Attack: from the side on which it stands": (
        lambda judges: hit(3, "short", "walk forwards", judges),
        {**BIKE, "place": 1, "side": "rear"},
        "attack bike stands in front.",
    ),
    "V11 Reflex: the wing shield that defends must take it": (
        lambda judges: hit(3, "short", "left-shoulder/0", judges),
        {**BIKE, "place": 1, "side": "front"},
        "the shield on the left shoulder must take what comes from there.",
    ),
    "V11 Reflex: a fist is no shield": (
        lambda judges: hit(1, "short", "right-shoulder/0", judges),
        {**BIKE, "shield": "right-arm", "side": "rear"},
        "the right arm has no shield up against attack bike.",
    ),
}


def told(table: Table, event: Json, **more: Any) -> Json:
    return table.works(str(event["do"]), **{key: one for key, one in event.items() if key != "do"}, **more)


@pytest.mark.parametrize("name", CASES)
def test_it_is_refused_in_words_and_taken_if_somebody_insists(name: str) -> None:
    at, event, words = CASES[name]
    table = at(judges=True)
    fields = {key: one for key, one in event.items() if key != "do"}
    assert table.fails(event["do"], **fields) == words
    assert table.state["log"][-1]["insist"]
    entry = told(table, event, anyway=True)
    assert (entry["anyway"], entry["note"]) == (True, words)
    assert entry["words"].endswith(f"Entered anyway: {words}")


@pytest.mark.parametrize("name", CASES)
def test_in_a_log_from_before_it_stands_with_a_note(name: str) -> None:
    at, event, words = CASES[name]
    entry = told(at(judges=False), event)
    assert (entry["anyway"], entry["note"]) == (False, words)
    assert entry["words"].endswith(f"Note: {words}")


def test_v11_range_and_arc_are_both_told() -> None:
    entry = told(fire(1, "long", "right-arm/0", judges=False), SHOT)
    assert entry["note"] == (
        "helo is at long range, too far for fist P2. helo stands outside the arc of fist P2."
    )


@pytest.mark.parametrize(
    ("sector", "band", "action", "dice"),
    [
        (3, "long", "right-shoulder/2", 6),
        (4, "medium", "left-arm/1", 3),
        (2, "short", "left-arm/0", 2),
        (5, "close", "right-arm/1", 5),
    ],
)
def test_v10_power_is_the_number_of_dice(sector: int, band: str, action: str, dice: int) -> None:
    table = wave(3, ("H1", sector, band))
    table.works("choose", enemy="H1", attack=1)
    table.works("choose", action=action)
    while table.state["mech"]["action"]["time"]:
        table.works("advance")
        if table.state["mech"]["enemies"][0]["time"] == 0:
            table.works("foe", enemy="H1", missed=True, anyway=True)
            table.works("go", enemy="H1", sector=sector, band=band)
            table.works("choose", enemy="H1", attack=1)
    entry = table.works("shoot", target="H1", rolled=[1] * dice)
    assert entry["note"] == ""


def test_v10_combo_is_one_die_more_on_the_same_target_with_the_same_weapon() -> None:
    table = fire(3, "close", "right-arm/0", judges=True)
    table.works("shoot", target="H1", rolled=[1, 1])
    table.works("choose", action="right-arm/0")
    table.works("advance")
    table.works("foe", enemy="H1", place=1, rolled=[1] * 4)
    table.works("go", enemy="H1", sector=3, band="close")
    assert table.fails("shoot", target="H1", rolled=[1, 1]) == "dice for fist P2 on this target: 3."
    table.works("shoot", target="H1", rolled=[1, 1, 1])


def test_v2_one_space_on_and_an_attack_in_haste() -> None:
    """Haste attacks, its example: a full charge at 2 T, dice 2 2 4 6 on armour 3: one hit."""
    table = wave(5, ("F1", 3, "medium"))
    table.works("choose", enemy="F1", attack=0)
    table.works("choose", action="left-arm/2")
    words = {one["words"]: one.get("step") for one in table.offered if one["do"] == "advance"}
    assert words == {"Let time pass": None, "One space on": 1}
    assert "at least 1 T has to pass" in table.fails("shoot", target="F1", rolled=[6] * 4)
    entry = table.works("advance", step=1)
    assert entry["words"] == "1 T passed; nobody acts yet."
    assert [one["must"] for one in table.offered if one["do"] == "shoot"] == [False]
    table.works("advance", step=1)
    left = [one.get("step") for one in table.offered if one["do"] == "advance"]
    assert left == [None], "one space on is all that is left"
    entry = table.works("shoot", target="F1", rolled=[2, 2, 4, 6])
    assert entry["words"] == "laser P4, 2 T early: 2 2 4 6. Damage: firethrower 1."


@pytest.mark.parametrize(("step", "passed"), [(1, 1), (2, 2), (9, 3), (None, 3), (0, 3), ("x", 3)])
def test_v2_nobody_is_passed_over(step: object, passed: int) -> None:
    table = wave(5, ("F1", 3, "medium"))
    table.works("choose", enemy="F1", attack=0)
    table.works("choose", action="left-arm/2")
    table.works("advance", step=step)
    assert table.state["mech"]["time"] == passed


def test_v2_one_space_on_is_offered_only_where_it_helps() -> None:
    table = wave(5, ("F1", 3, "medium"))
    table.works("choose", enemy="F1", attack=0)
    table.works("choose", action="walk forwards")
    assert [one.get("step") for one in table.offered if one["do"] == "advance"] == [None]


def test_v23_actions_of_a_weapon_are_told_apart_by_their_power() -> None:
    table = wave(5)
    said = [
        table.works("choose", action=f"{mount}/{n}")["words"]
        for mount, n in (("right-shoulder", 0), ("right-shoulder", 2), ("right-arm", 2), ("left-shoulder", 0))
    ]
    assert said == [
        "Next: missile P2, in 2 T.",
        "Instead of missile P2: missile P6, in 4 T.",
        "Instead of missile P6: fist crush P1, in 3 T.",
        "Instead of fist crush P1: wing shield, in 1 T.",
    ]


def test_only_whom_the_weapon_reaches_is_offered_and_else_it_is_done() -> None:
    near = {one["do"]: one for one in fire(3, "medium", "left-arm/0", judges=True).offered}
    assert (near["shoot"]["choices"], near["acted"]["must"]) == ({"target": ["H1"]}, False)
    far = {one["do"]: one for one in fire(1, "medium", "left-arm/0", judges=True).offered}
    assert ("shoot" in far, far["acted"]["must"]) == (False, True)


@pytest.mark.parametrize(
    ("action", "sector", "shield"),
    [("left-shoulder/0", 2, "left-shoulder"), ("left-shoulder/0", 5, ""), ("walk forwards", 3, "")],
)
def test_a_shield_takes_what_comes_from_its_arc_and_nothing_else(
    action: str, sector: int, shield: str
) -> None:
    table = hit(sector, "short", action, judges=True)
    told(table, {**BIKE, **({"shield": shield} if shield else {"place": 4})})
    assert damage(table, "left-shoulder") == ([1] if shield else [])


def test_in_a_game_that_judges_an_attack_comes_from_where_the_enemy_stands() -> None:
    table = hit(1, "short", "walk forwards", judges=True)
    entry = table.works("foe", enemy="B1", place=1, rolled=[5])
    assert entry["words"] == "attack bike, machine gun: 5 on the torso, 1 damage."


def test_a_hit_of_the_whip_may_pull_its_target_within_the_arc() -> None:
    table = fire(2, "short", "left-arm/0", judges=True, force=ARMED)
    table.works("shoot", target="H1", rolled=[6, 1])
    pulls = [one for one in table.offered if one["do"] == "go"]
    assert [(one["sector"], one["band"]) for one in pulls] == [(2, "close"), (3, "short")]
    assert pulls[0]["words"] == "Pull helo: close, 2"
    table.works("go", enemy="H1", sector=2, band="close")
    assert [one for one in table.offered if one["do"] == "go"] == []


@pytest.mark.parametrize("event", [{"action": "walk forwards"}, None])
def test_who_goes_on_pulls_no_more(event: Json | None) -> None:
    table = fire(2, "short", "left-arm/0", judges=True, force=ARMED)
    table.works("shoot", target="H1", rolled=[6, 1])
    if event:
        table.works("choose", **event)
    else:
        table.works("free", move="walk forwards")
    assert table.state["mech"]["pulls"] == ""


def test_who_has_nothing_left_to_do_waits_and_a_weapon_has_rested() -> None:
    """Only a missile, and the legs are gone."""
    table = wave(5, ("F1", 3, "short"), force=ONLY_MISSILE)
    ready(table, "right-arm/2", F1=1)
    table.works("foe", enemy="F1", place=6, rolled=[6, 6, 6, 6])
    table.works("choose", enemy="F1", attack=0)
    table.works("advance")
    table.works("acted")
    assert [one["do"] for one in table.offered] == ["advance"]
    table.works("advance")
    assert "right-arm/0" in [one.get("action") for one in table.offered]


def test_a_missile_attacks_again_after_something_else_was_done() -> None:
    """PM l.255: not twice in a row; a free move belongs to the attack."""
    table = fire(4, "medium", "right-arm/0", True, ONLY_MISSILE)
    table.works("shoot", target="H1", rolled=[1, 1])
    table.works("free", move="walk forwards")
    assert "can't attack twice in a row" in table.fails("choose", action="right-arm/1")
    table.works("choose", action="walk forwards")
    table.works("advance")
    table.works("acted")
    table.works("choose", action="right-arm/1")


def test_a_ppc_that_was_chosen_squatting_is_not_fired_standing() -> None:
    """PM l.281."""
    table = wave(3, ("H1", 4, "medium"), force={"name": "X", "loadout": {"mounts": {"right-arm": "PPC"}}})
    table.works("stance", squat=True)
    ready(table, "right-arm/0", H1=1)
    table.works("stance", squat=False)
    assert "PPC P4 fires only while" in table.fails("shoot", target="H1", rolled=[6] * 4)


def test_an_enemy_with_one_attack_needs_no_die() -> None:
    """PM l.32."""
    table = wave(1)
    assert table.works("choose", enemy="B1")["words"] == "attack bike prepares: machine gun, in 1 T."
    assert wave(3).fails("choose", enemy="H1")
