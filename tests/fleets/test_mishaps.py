"""Falls, collisions, repairs, fuel and hostile terrain: exact, against every roll written out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from catalog.editions.loading import edition
from catalog.editions.tables import CombatTable
from catalog.vocabulary import RAPID_ATTACK
from fleets.chances.attacks import collide, company_repaired, fall, fuel, repairs, successes
from fleets.chances.combat import Distribution, combat_of
from fleets.chances.duel import Fighter, actions_of
from fleets.chances.white_dice import Aim, best_use
from fleets.dice.carried_systems import Loadout

FACES = range(1, 7)


def rules(name: str) -> CombatTable:
    table = edition(name).combat
    assert table is not None
    return table


def by_hand(dice: int, worth: Callable[[tuple[int, ...]], int]) -> dict[int, Fraction]:
    """Every roll of so many d6, and what it is worth."""
    rolls = list(product(FACES, repeat=dice))
    return {value: Fraction(ways, len(rolls)) for value, ways in Counter(map(worth, rolls)).items()}


def chances(found: Distribution) -> dict[int, Fraction]:
    return {value: chance for value, chance in enumerate(found.chances) if chance}


@pytest.mark.parametrize("bricks", [0, 2, 3, 8, 9, 14])
@pytest.mark.parametrize("name", ["rapid-attack", "condensed", "rapid-attack-draft"])
def test_a_fall_is_a_damage_die_for_each_three_bricks_by_the_chart_of_hand_to_hand(
    name: str, bricks: int
) -> None:
    table = rules(name)
    assert table.falling is not None
    found = fall(bricks, table.falling, table.charts[table.falling.chart])
    assert chances(found) == by_hand(bricks // 3, lambda roll: sum(face >= 4 for face in roll))


@pytest.mark.parametrize("speed", range(6))
def test_in_a_collision_low_dice_hurt_the_rammer_and_high_ones_the_rammed(speed: int) -> None:
    collision = rules("intercept-orbit").collision
    assert collision is not None
    rammer, rammed = collide(speed, collision)
    assert chances(rammer) == by_hand(speed, lambda roll: sum(face <= 2 for face in roll))
    assert chances(rammed) == by_hand(speed, lambda roll: sum(face >= 4 for face in roll))


@pytest.mark.parametrize("white", range(3))
@pytest.mark.parametrize("lost", range(4))
def test_a_ship_repairs_a_lost_system_with_each_white_five_and_six(white: int, lost: int) -> None:
    found = repairs(white, 2, lost)
    assert chances(found) == by_hand(white, lambda roll: min(lost, sum(face >= 5 for face in roll)))


@pytest.mark.parametrize("black", [1, 3])
@pytest.mark.parametrize("lost", range(1, 5))
def test_a_company_is_repaired_up_to_what_the_highest_die_shows(black: int, lost: int) -> None:
    """Its white dice count among what it has left (IO p.34–35, rules V3)."""
    found = company_repaired(black, 2, 4, lost)
    assert chances(found) == by_hand(black, lambda roll: max(0, min(2 + 4, max(roll)) - (2 + 4 - lost)))
    assert chances(fuel(black)) == by_hand(black, max)


@pytest.mark.parametrize(
    ("lost", "wanted"),
    [
        (1, {0: Fraction(5, 6), 1: Fraction(1, 6)}),
        # Wang's Wobblies: a 5 gives back the sensors, a 6 the movement system as well.
        (2, {0: Fraction(2, 3), 1: Fraction(1, 6), 2: Fraction(1, 6)}),
        (3, {0: Fraction(1, 2), 1: Fraction(1, 6), 2: Fraction(1, 6), 3: Fraction(1, 6)}),
    ],
)
def test_io_p34_the_wobblies_are_repaired_as_the_table_folds_it(
    lost: int, wanted: dict[int, Fraction]
) -> None:
    """Rules V3."""
    found = company_repaired(1, 2, 4, lost)
    assert chances(found) == wanted
    assert found.mean == Fraction(lost * (lost + 1), 12)


@pytest.mark.parametrize("armour", range(1, 6))
def test_after_a_wave_each_die_of_three_or_more_repairs_one_point(armour: int) -> None:
    board = edition("paper-mech").board
    assert board is not None
    found = successes(armour, 7 - board.repair)
    assert chances(found) == by_hand(armour, lambda roll: sum(face >= 3 for face in roll))
    assert found.mean == Fraction(2 * armour, 3)


def every_roll(white: int) -> Iterator[tuple[int, int, int, tuple[int, ...]]]:
    """One blue die, two red ones, and the white dice that are rolled."""
    for blue, *red_and_white in product(FACES, repeat=3 + white):
        yield blue, max(red_and_white[:2]), 0, tuple(red_and_white[2:])


@pytest.mark.parametrize("aim", Aim)
@pytest.mark.parametrize(("white", "rolled"), [(2, 1), (1, 0)])
def test_in_hostile_terrain_one_white_die_is_set_aside_and_still_is_there(
    aim: Aim, white: int, rolled: int
) -> None:
    combat = combat_of(edition("rapid-attack"), RAPID_ATTACK)
    plain = Fighter("A", "frame", Loadout.of("B", "Rd"), white)
    there = replace(plain, aside=1)
    assert there.life == plain.life
    found = actions_of(there, combat, "d", aim)
    rolls = [
        best_use((attack, blue, green, 0), whites, aim) for blue, attack, green, whites in every_roll(rolled)
    ]
    for place, action in enumerate((found.attack, found.defense, found.movement, found.spot)):
        ways = Counter(roll[place] for roll in rolls)
        assert chances(action) == {value: Fraction(n, len(rolls)) for value, n in ways.items()}
