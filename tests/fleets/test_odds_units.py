"""Card numbers, boarding and 'mechs: against enumeration, simulation and the texts' examples."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from catalog.editions.battle_tables import Keyword
from catalog.editions.loading import edition
from catalog.editions.tables import Sight
from catalog.vocabulary import NO_DICE, RAPID_ATTACK, Dice, Pool
from fleets.chances.attacks import BoardingSide, boarding
from fleets.chances.card_numbers import card_numbers
from fleets.chances.duel import A_PIECE_OF_TERRAIN, Fighter, typical_fighter
from fleets.chances.mech_odds import (
    HITS,
    MISSES,
    NO_KEYWORD,
    Circumstance,
    attacks_on,
    fighting_of,
    mech_attacks,
    struck,
)
from fleets.chances.white_dice import Aim
from fleets.dice.carried_systems import Loadout
from fleets.forces.force import FilledLoadout, Mech, filled_loadout, sheet_of
from ldraw_tools.findings import BrickyardError, Place
from tests.fleets.loadout_strategies import frames
from tests.fleets.test_odds_attacks import BOOK, ORBIT, combat, fighter

# Cards


def test_a_soldiers_card_with_coloured_dice_alone() -> None:
    card = card_numbers(fighter("2W 1B 1G 1Y 2Rd"), BOOK, Aim.NONE)
    assert [(one.letter, one.means) for one in card.dealt] == [
        ("d", (Fraction(161, 108), Fraction(35, 72), card.dealt[0].means[2]))
    ]
    assert card.dealt[0].means[2] < Fraction(35, 72)
    assert (card.movement, card.spot) == (Fraction(7, 2), Fraction(7, 2))
    assert card.moves_through_cover
    assert card.sight == Sight(reach="d", in_cover=True, targets=1)
    assert card.durability
    assert card.durability.outcome.mean == Fraction(35, 72)


def test_the_typical_unit_has_the_editions_name_or_that_of_its_kind() -> None:
    assert typical_fighter(BOOK, "frame")[0].name == "Soldier"
    assert [typical_fighter(ORBIT, kind)[0].name for kind in ORBIT.typical] == [
        "typical ship",
        "typical company",
    ]


@pytest.mark.parametrize(
    ("dice", "sight", "through"),
    [
        ("2W 1B 2Rd", Sight(reach="d", in_cover=False, targets=1), False),
        ("2W 1Y 2Rd", Sight(reach="d", in_cover=True, targets=1), False),
        ("2W 2Y 2Ra", Sight(reach="any", in_cover=True, targets=1), False),
        ("2W 1B 2Rh Gd8", Sight(reach="d", in_cover=False, targets=1), True),
        ("2W 1G 2Rd", Sight(reach="d", in_cover=False, targets=1), True),
    ],
)
def test_ra_p63_what_comms_and_movement_allow(dice: str, sight: Sight, through: bool) -> None:
    card = card_numbers(fighter(dice), BOOK)
    assert (card.sight, card.moves_through_cover) == (sight, through)


def test_a_sprinter_moves_by_the_higher_of_its_green_dice() -> None:
    assert card_numbers(fighter("2W 1G 2Rh Gd8"), BOOK, Aim.NONE).movement == Fraction(251, 48)


def test_io_p25_a_yellow_aces_die_is_added_to_its_spot_and_it_sees_further() -> None:
    plain, ace = (
        card_numbers(fighter(dice, ORBIT), ORBIT, Aim.NONE)
        for dice in ("2W 1G 1B 1Y 1Rf", "2W 1G 1B 1Y 1Rf Yd8")
    )
    assert ace.spot == plain.spot + Fraction(9, 2)
    assert plain.sight
    assert ace.sight
    assert (plain.sight.reach, ace.sight.reach) == ("f", "p")
    assert {one.kind for one in plain.dealt} == {"ship", "company"}


@pytest.mark.parametrize(("white", "is_counted"), [(19, True), (20, False)])
def test_what_lives_longer_than_twenty_is_not_counted(white: int, is_counted: bool) -> None:
    unit = replace(fighter("2W 1B"), white=white)
    found = card_numbers(unit, BOOK, Aim.NONE).durability
    assert unit.life == white + 1
    assert found
    assert (found.attacks is not None) is is_counted


def test_attacks_until_a_frame_is_gone_as_forty_thousand_frames_show_it() -> None:
    """1B 2Rd with its white dice: four points of damage, the defense given up last of the systems."""
    found = card_numbers(fighter("2W 1B 2Rd"), BOOK, Aim.NONE).durability
    assert found
    assert found.attacks
    number, random = 40_000, np.random.default_rng(7)
    life, attacks = np.full(number, 4), np.zeros(number)
    while (life > 0).any():
        alive = life > 0
        attacks += alive
        attack = random.integers(1, 7, (2, number)).max(axis=0)
        defense = np.where(life >= 3, random.integers(1, 7, number), 0)
        dice = np.maximum(attack - defense, 0)
        hits = np.where(np.arange(6)[:, None] < dice, random.integers(1, 7, (6, number)), 0) >= 5
        life = np.where(alive, life - hits.sum(axis=0), life)
    assert abs(attacks.mean() - float(found.attacks)) < 5 * attacks.std() / number**0.5


def lasting(unit: Fighter, aim: Aim) -> Fraction:
    found = card_numbers(unit, BOOK, aim).durability
    assert found
    assert found.attacks
    return found.attacks


@settings(max_examples=25, deadline=None)
@given(frames, st.sampled_from(list(Aim)))
def test_more_blue_means_less_damage_and_a_whole_frame_lasts_longer(loadout: Loadout, aim: Aim) -> None:
    unit = Fighter("x", "frame", loadout)
    card = card_numbers(unit, BOOK, aim)
    for one in card.dealt:
        assert list(one.means) == sorted(one.means, reverse=True)
    assert lasting(unit, aim) > lasting(replace(unit, white=1), aim)


def test_a_unit_with_more_systems_than_any_rule_allows_is_not_worked_out_for_ever() -> None:
    unit = Fighter("x", "frame", fighter("2W 1B").loadout)
    for _ in range(5):
        unit = replace(unit, loadout=unit.loadout + unit.loadout)
    card = card_numbers(unit, BOOK)
    assert card.durability
    assert card.durability.attacks is None


# Boarding


def boarded(sides: list[tuple[str, int]], own: list[tuple[str, int]]) -> tuple[Fraction, Counter[int]]:
    """Every roll of every die: how often the ship is taken, and what the owner's dice do."""
    points = {4: 1, 5: 1, 6: 2, 7: 3, 8: 4}
    taken, damage, cases = 0, Counter[int](), 0
    for roll in product(*(range(1, faces + 1) for _, faces in [*sides, *own])):
        theirs, ours = roll[: len(sides)], roll[len(sides) :]
        marks = sum(die >= 3 for die in theirs)
        kept = sum(die >= 3 for (colour, _), die in zip(own, ours, strict=True) if colour == "Y")
        taken += marks > kept
        damage[sum(points.get(die, 0) for die in ours)] += 1
        cases += 1
    return Fraction(taken, cases), damage


@pytest.mark.parametrize(
    ("boarders", "owner"),
    [
        (BoardingSide(1), BoardingSide(0)),
        (BoardingSide(2), BoardingSide(1)),
        (BoardingSide(2, ace=True), BoardingSide(1, ace=True)),
        (BoardingSide(1), BoardingSide(0, red=Pool.of(Dice("R", 6, "p", 2), Dice("R", 8, "p")))),
        (BoardingSide(2), BoardingSide(1, red=Pool.of(Dice("R", 6, "p", 2)))),
    ],
)
def test_io_p38_boarding_is_as_every_roll_of_every_die_has_it(
    boarders: BoardingSide, owner: BoardingSide
) -> None:
    assert ORBIT.boarding
    found = boarding(boarders, owner, ORBIT.boarding)
    theirs, own = (
        [("Y", 6)] * side.companies
        + [("Y", 8)] * side.ace
        + [("R", dice.sides) for dice in side.red for _ in range(dice.count)]
        for side in (boarders, owner)
    )
    taken, damage = boarded(theirs, own)
    assert found.taken == taken
    cases = sum(damage.values())
    assert list(found.boarders_lose.chances) == [
        Fraction(damage[points], cases) for points in range(max(damage) + 1)
    ]


def test_io_p38_a_tie_leaves_the_ship_with_its_owner_and_red_dice_take_nothing() -> None:
    assert ORBIT.boarding
    assert boarding(BoardingSide(0), BoardingSide(0), ORBIT.boarding).taken == 0
    red = Pool.of(Dice("R", 6, "p", 2))
    alone = boarding(BoardingSide(1), BoardingSide(0, red=red), ORBIT.boarding)
    assert alone.taken == Fraction(2, 3)
    assert boarding(BoardingSide(1), BoardingSide(0), ORBIT.boarding).boarders_lose.mean == 0
    assert boarding(
        BoardingSide(1), BoardingSide(0, red=NO_DICE), ORBIT.boarding
    ).owner_loses.mean == Fraction(4, 6)


def test_rapid_attack_knows_no_boarding() -> None:
    assert combat().boarding is None


# Paper 'Mech

PAPER = edition("paper-mech")
FIGHTING = fighting_of(PAPER)


def mech(**mounts: str) -> FilledLoadout:
    written = {mount.replace("_", "-"): weapon for mount, weapon in mounts.items()}
    return filled_loadout(Mech("Test", Place("m.yaml"), written, {"torso": 2, "legs": 1}), sheet_of(PAPER))


STANDARD = mech(left_shoulder="wing shield", right_shoulder="missile", left_arm="fist", right_arm="laser")


def points(roll: tuple[int, ...], armour: int, keyword: Keyword = NO_KEYWORD, haste: int = 0) -> int:
    beaten = armour + keyword.armour
    return sum(die - haste > beaten or die == keyword.always for die in roll)


def test_pm_resolve_enemy_attack_artillery_p5_against_armour_3_with_2_2_4_5_6() -> None:
    assert points((2, 2, 4, 5, 6), 3) == 3
    artillery = FIGHTING.enemy("artillery")
    assert artillery
    strike = struck(artillery.attacks[0].power, 3, 6)
    rolls = Counter(points(roll, 3) for roll in product(range(1, 7), repeat=5))
    assert strike.damage.chances == tuple(Fraction(rolls[k], 6**5) for k in range(6))


def test_pm_haste_attacks_a_full_charge_at_two_with_2_2_4_6_hurts_once() -> None:
    assert points((2, 2, 4, 6), 3, haste=2) == 1
    strike = struck(4, 3, 4, haste=2)
    rolls = Counter(points(roll, 3, haste=2) for roll in product(range(1, 7), repeat=4))
    assert strike.damage.chances == tuple(Fraction(rolls[k], 6**4) for k in range(5))


@pytest.mark.parametrize("name", ["sniper", "weak", "recoil", "EMP", "area"])
@pytest.mark.parametrize("armour", [2, 3, 4, 5])
@pytest.mark.parametrize("haste", [0, 1, 3])
def test_keywords_that_change_the_armour_as_every_roll_has_it(name: str, armour: int, haste: int) -> None:
    keyword = FIGHTING.keyword(name)
    strike = struck(3, armour, 3, keyword, haste)
    rolls = Counter(points(roll, armour, keyword, haste) for roll in product(range(1, 7), repeat=3))
    assert strike.damage.chances == tuple(Fraction(rolls[k], 216) for k in range(max(rolls) + 1))
    assert strike.destroys == Fraction(rolls[3], 216)


@pytest.mark.parametrize("again", [HITS, MISSES])
@pytest.mark.parametrize("armour", [2, 3, 4, 5])
def test_dice_that_are_rolled_again_keep_their_second_roll(again: str, armour: int) -> None:
    counts: Counter[int] = Counter()
    for first in product(range(1, 7), repeat=2):
        for second in product(range(1, 7), repeat=2):
            last = [
                two if (one > armour) is (again == HITS) else one
                for one, two in zip(first, second, strict=True)
            ]
            counts[points(tuple(last), armour)] += 1
    strike = struck(2, armour, 9, again=again)
    assert strike.damage.chances == tuple(Fraction(counts[k], 6**4) for k in range(max(counts) + 1))


@pytest.mark.parametrize("power", [1, 2])
@pytest.mark.parametrize("circles", [1, 2, 4, 6])
@pytest.mark.parametrize("haste", [0, 2])
def test_crush_destroys_if_a_die_beats_the_circles_that_are_left(
    power: int, circles: int, haste: int
) -> None:
    crush = FIGHTING.keyword("crush")
    gone = 0
    for roll in product(range(1, 7), repeat=power):
        gone += any(die - haste > circles for die in roll) or points(roll, 4, haste=haste) >= circles
    assert struck(power, 4, circles, crush, haste).destroys == Fraction(gone, 6**power)


def test_weapons_attack_with_their_keywords() -> None:
    attacks = list(mech_attacks(STANDARD, 4, 4, FIGHTING))
    by_weapon = Counter(one.mount.weapon.name for one in attacks if one.mount.weapon)
    # A shield's actions have no power.
    assert by_weapon == {"missile": 3, "fist": 3, "laser": 3}
    laser = next(one for one in attacks if one.mount.weapon and one.mount.weapon.name == "laser")
    assert laser.strike.mean == 2 * (1 - Fraction(4, 6) ** 2)
    crush = next(one for one in attacks if one.action.name == "crush")
    assert crush.strike.destroys == Fraction(2, 6)
    combo = list(mech_attacks(STANDARD, 4, 4, FIGHTING, Circumstance(combo=True)))
    assert {one.strike.power - one.action.power for one in combo if one.keyword.combo_power} == {1}


def test_a_flamethrower_is_weaker_from_further_away_and_overweight_costs_time() -> None:
    heavy = mech(left_arm="flamethrower", right_arm="PPC", left_shoulder="mortar", right_shoulder="rifle")
    attacks = list(mech_attacks(heavy, 3, 4, FIGHTING))
    flames = [one for one in attacks if one.keyword.power_per_band]
    assert [(one.band, one.strike.power) for one in flames[:3]] == [("close", 2), ("short", 1), ("medium", 0)]
    assert flames[2].strike.mean == 0
    assert heavy.penalty
    assert all(one.time == one.action.time + heavy.penalty for one in attacks)


@pytest.mark.parametrize(
    ("circumstance", "power", "torso", "has_legs"),
    [
        (Circumstance(), 5, 5, True),
        (Circumstance(rear=True), 5, 4, True),
        (Circumstance(squat=True), 4, 5, False),
        (Circumstance(rear=True, squat=True), 4, 4, False),
    ],
)
def test_attacks_on_the_mech_from_behind_and_while_it_squats(
    circumstance: Circumstance, power: int, torso: int, has_legs: bool
) -> None:
    artillery = FIGHTING.enemy("A")
    assert artillery
    found = {one.part: one for one in attacks_on(STANDARD, artillery, FIGHTING, circumstance)}
    assert found["torso"].armour == torso
    assert found["torso"].strike.power == power
    assert ("legs" in found) is has_legs


def test_squatting_leaves_an_attack_at_least_one_die() -> None:
    bike = FIGHTING.enemy("attack bike")
    assert bike
    assert {one.strike.power for one in attacks_on(STANDARD, bike, FIGHTING, Circumstance(squat=True))} == {1}


def test_a_sword_parries_in_front_only() -> None:
    tank, swordsman = FIGHTING.enemy("T"), mech(left_arm="plasma sword", right_arm="laser")
    assert tank
    front, rear = (
        {one.part: one.strike.mean for one in attacks_on(swordsman, tank, FIGHTING, Circumstance(rear=rear))}
        for rear in (False, True)
    )
    assert front["left-arm"] == front["right-arm"] / 2
    assert rear["left-arm"] == rear["right-arm"]


def test_every_keyword_of_every_weapon_is_known_and_enemies_have_two_circles_an_attack() -> None:
    assert {row.keyword for row in PAPER.weapons.values()} <= set(FIGHTING.keywords)
    assert {name: (one.armour, one.circles) for name, one in FIGHTING.enemies.items()} == {
        "attack bike": (2, 2),
        "artillery": (3, 2),
        "helo": (2, 4),
        "firethrower": (3, 4),
        "tank": (4, 4),
        "mech": (4, 6),
    }


def test_a_text_without_enemies_has_no_fights() -> None:
    with pytest.raises(BrickyardError, match="don't describe fights"):
        fighting_of(edition("rapid-attack"))
    lacks: list[dict[str, Any]] = [{"fighting": None}, {"keywords": {}}, {"enemies": {}}]
    for lacking in lacks:
        with pytest.raises(BrickyardError, match="don't describe fights"):
            fighting_of(replace(PAPER, **lacking))


def test_a_piece_of_terrain_has_no_dice_and_no_life() -> None:
    assert A_PIECE_OF_TERRAIN.pool(RAPID_ATTACK) == NO_DICE
    assert A_PIECE_OF_TERRAIN.life == 0
