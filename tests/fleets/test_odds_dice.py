"""The highest of dice and the use of white ones, against enumeration of every roll."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, strategies as st

from catalog.vocabulary import Dice, Pool
from fleets.chances.combat import ALWAYS_ZERO, Distribution, highest, highest_of, total
from fleets.chances.white_dice import Aim, Rolled, assign, best_use

POOLS = [(sixes, dice - sixes) for dice in range(10) for sixes in range(dice + 1)]


def every_highest(sixes: int, eights: int) -> list[int]:
    """In how many rolls the highest die shows each number: all rolls are written down and looked at."""
    sides = [6] * sixes + [8] * eights
    found = np.zeros(1, np.uint8)
    for die in sides:
        found = np.maximum.outer(np.arange(1, die + 1, dtype=np.uint8), found).ravel()
    return [int(np.count_nonzero(found == value)) for value in range(9)]


@pytest.mark.parametrize(("sixes", "eights"), POOLS)
def test_the_highest_of_all_pools_to_nine_dice_is_as_brute_force_has_it(sixes: int, eights: int) -> None:
    pool = Pool.of(Dice("R", 6, "d", sixes), Dice("R", 8, "d", eights))
    ways = every_highest(sixes, eights)
    found = highest(pool)
    assert list(found.ways) == ways[: found.most + 1]
    assert not any(ways[found.most + 1 :])
    assert found.mean == Fraction(sum(value * here for value, here in enumerate(ways)), sum(ways))


@pytest.mark.parametrize(
    ("dice", "mean"),
    [
        (((6, 1),), Fraction(7, 2)),
        (((6, 2),), Fraction(161, 36)),
        (((6, 2), (8, 1)), Fraction(1611, 288)),
        (((8, 1),), Fraction(9, 2)),
        ((), Fraction(0)),
    ],
)
def test_known_means(dice: tuple[tuple[int, int], ...], mean: Fraction) -> None:
    assert highest_of(dice).mean == mean


def test_a_distribution_leaves_out_what_never_comes_and_adds_up() -> None:
    assert Distribution((1, 1, 0, 0)) == Distribution((1, 1))
    die = Distribution((0, *[1] * 6))
    assert total([die, die]).ways[7] == 6
    assert total([]) == ALWAYS_ZERO
    assert die.at_least(5) == Fraction(1, 3)
    assert sum(die.chances) == 1


def key(aim: Aim, values: tuple[int, ...]) -> tuple[int, ...]:
    """What is wanted, in its order, as the help says it."""
    attack, defense, movement, spot = values
    if aim is Aim.ATTACK:
        return (attack, defense, movement + spot, movement, spot)
    if aim is Aim.DEFENSE:
        return (defense, attack, movement + spot, movement, spot)
    return (sum(values), *values)


def best_by_trying(
    coloured: tuple[int, ...], whites: tuple[int, ...], aim: Aim, may_attack: bool
) -> tuple[int, ...]:
    """Every way to hand out white dice, unused ones too."""
    if aim is Aim.NONE:
        return coloured
    tried = [coloured]
    places = [*range(4), None, None]
    for targets in permutations(places, len(whites)):
        if 0 in targets and not may_attack:
            continue
        values = list(coloured)
        for white, target in zip(whites, targets, strict=True):
            if target is not None:
                values[target] = white
        tried.append(tuple(values))
    return max(tried, key=lambda values: key(aim, values))


SMALL = [
    # attack, defense, movement, spot, by their dice
    ((6, 6), (6,), (), ()),
    ((), (6,), (8,), ()),
    ((8,), (), (), (6,)),
    ((), (), (), ()),
    ((6,), (8,), (6,), ()),
]


@pytest.mark.parametrize("aim", list(Aim))
@pytest.mark.parametrize("white", [0, 1, 2])
@pytest.mark.parametrize("may_attack", [True, False])
@pytest.mark.parametrize("dice", SMALL)
def test_white_dice_are_used_as_trying_every_use_of_every_roll_would(
    dice: tuple[tuple[int, ...], ...], white: int, may_attack: bool, aim: Aim
) -> None:
    pools = [highest_of(tuple((sides, 1) for sides in one)) for one in dice]
    attack, defense, movement, spot = pools
    found = assign(Rolled(attack, defense, movement, spot, white, may_attack), aim)
    counts: list[Counter[int]] = [Counter() for _ in range(4)]
    uses: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[int, ...]] = {}
    for roll in product(*(range(1, sides + 1) for one in dice for sides in one), *[range(1, 7)] * white):
        left = list(roll)
        coloured = tuple(max([0, *(left.pop(0) for _ in one)]) for one in dice)
        state = (coloured, tuple(sorted(left)))
        if state not in uses:
            uses[state] = best_by_trying(*state, aim, may_attack)
        for place, value in enumerate(uses[state]):
            counts[place][value] += 1
    for got, wanted in zip((found.attack, found.defense, found.movement, found.spot), counts, strict=True):
        assert sum(got.chances) == 1
        cases = sum(wanted.values())
        assert dict(enumerate(got.chances)) == {
            value: Fraction(wanted[value], cases) for value in range(got.most + 1)
        }


# The players name no aim: each turn stands with one that explains it. Sebastian's second fits none,
# since a white 2 lies unused beside a spot of 1.
@pytest.mark.parametrize(
    ("page", "coloured", "whites", "aim", "used"),
    [
        # W6 W2 R5 R1 G5 Y3 Y5: defense W6, attack R5, move G5, spot Y5
        ("RA Example Round, Sebastian's first", (5, 0, 5, 5), (6, 2), Aim.BALANCED, (5, 6, 5, 5)),
        # W5 W1 R2 R6 B4 B5 Y4: defense B5, move W5, attack R6, spot Y4
        ("RA Example Round, Joshua's first", (6, 5, 0, 4), (5, 1), Aim.BALANCED, (6, 5, 5, 4)),
        # W4 W6 R1 R2 d8R5 B4 Y5: defense B4, attack W6, move W4, spot Y5
        ("RA Example Round, Vincent's first", (5, 4, 0, 5), (4, 6), Aim.ATTACK, (6, 4, 4, 5)),
        # W5 W2 R2 R6 G4 Y6 Y5: defense W5, move G4, attack R6, spot Y6
        ("RA Example Round, Sebastian's third", (6, 0, 4, 6), (5, 2), Aim.DEFENSE, (6, 5, 4, 6)),
        # W5 W4 R6 R3 B2 G6 Y5: defense W5, attack R6, move G6, spot Y5
        ("RA Example Round, Joshua's second", (6, 2, 6, 5), (5, 4), Aim.DEFENSE, (6, 5, 6, 5)),
    ],
)
def test_the_books_example_round_uses_white_dice_like_this(
    page: str, coloured: tuple[int, int, int, int], whites: tuple[int, ...], aim: Aim, used: tuple[int, ...]
) -> None:
    assert best_use(coloured, whites, aim) == used, page


def test_white_dice_that_may_not_attack_leave_the_attack_alone() -> None:
    assert best_use((0, 1, 1, 1), (6, 5), Aim.ATTACK, may_attack=False) == (0, 6, 5, 1)
    assert best_use((3, 1, 1, 1), (), Aim.ATTACK) == (3, 1, 1, 1)


def test_more_dice_than_sixty_four_bits_can_count_are_counted_all_the_same() -> None:
    many = highest_of(((6, 30),))
    rolled = Rolled(many, many, many, many, white=2)
    found = assign(rolled, Aim.BALANCED)
    assert sum(found.attack.chances) == 1
    assert found.attack.cases == 6**122
    assert found.attack.mean > many.mean


@given(
    st.tuples(*[st.integers(0, 8)] * 4),
    st.tuples(st.integers(1, 6), st.integers(1, 6)),
    st.sampled_from([Aim.ATTACK, Aim.DEFENSE, Aim.BALANCED]),
)
def test_no_other_use_is_better_and_no_action_gets_less_than_its_own_die(
    coloured: tuple[int, int, int, int], whites: tuple[int, int], aim: Aim
) -> None:
    used = best_use(coloured, whites, aim)
    assert all(got >= own for got, own in zip(used, coloured, strict=True))
    assert key(aim, used) == key(aim, best_by_trying(coloured, whites, aim, may_attack=True))
