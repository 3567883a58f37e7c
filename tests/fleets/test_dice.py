"""What a unit rolls, what each system gives, what is left after losing one."""

import subprocess
import sys
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, strategies as st

from catalog.vocabulary import GAMES, INTERCEPT_ORBIT, NO_DICE, RAPID_ATTACK, Body, Dice, Pool, Vocabulary
from fleets.dice.carried_systems import (
    Loadout,
    System,
    at_range,
    by_range,
    contributions,
    idle_systems,
    list_of,
    losses,
    pool_of,
    sprint_of,
    systems_pool,
    systems_rolling,
    weapons_rolling,
)
from fleets.notation import write_book
from tests.fleets.loadout_strategies import FULL, SPLIT, frames, units

SPRINT = Dice("G", 8)
FRAMES = {
    "RA p.62: a frame by itself": (Loadout(), "2W Gd8"),
    "RA p.65: the Soldier": (Loadout.of("B", "G", "Y", "Rd"), "2W 1B 1G 1Y 2Rd"),
    "RA p.63: a second weapon adds a d8": (Loadout.of("Ra", "Ra"), "2W 2Ra & d8"),
    "RA p.64: hand-to-hand alone sprints": (Loadout.of("Rh", "Rh"), "2W 2Rh & d8 Gd8"),
    "RA p.64: rockets don't cancel the sprint": (Loadout.of("B", rockets=3), "2W 1B Gd8 3Rd8"),
    "RA p.132: half and half": (Loadout.of(System("Rh", "Rd"), System("Rd", "Ra")), "2W 1Rh 2Rd 1Ra"),
    "RA p.132: full and half": (Loadout.of("Rd", System("Rd", "Ra")), "2W 3Rd 1Ra"),
    "RA p.132: a split weapon costs the sprint": (Loadout.of(System("Rh", "Rd")), "2W 1Rh 1Rd"),
    "Condensed: full and two halves are the kit's four red": (
        Loadout.of("Rd", System("Rd", "Ra"), System("Rh", "Rd")),
        "2W 1Rh 4Rd 1Ra",
    ),
    "RA p.135: an environmental system rolls nothing": (
        Loadout.of(System("E", name="vacuum"), "Rd"),
        "2W 2Rd E:vacuum",
    ),
}
SHIPS = {
    "IO p.22: a capital ship by itself": ("capital", Loadout(), "2W"),
    "IO p.22: a frigate has a green die": ("frigate", Loadout(), "2W 1G"),
    "IO p.23: a second defense adds a die": ("capital", Loadout.of("B", "B"), "2W 2B"),
    "IO p.23: a second comms adds none": ("capital", Loadout.of("Y", "Y"), "2W 1Y & Y"),
    "IO p.23: a second weapon adds a d8": ("capital", Loadout.of("Ra", "Ra"), "2W 2Ra & d8"),
    "IO p.23: a weapon of two ranges": ("capital", Loadout.of(System("Rp", "Ra")), "2W 1Rp 1Ra"),
    "IO p.24: one catapult": ("capital", Loadout.of("K"), "2W 1K"),
    "IO p.24: two catapults roll three": ("capital", Loadout.of("K", "K"), "2W 3K"),
    "IO: a third of a type has no effect": ("capital", Loadout.of("K", "K", "K"), "2W 3K & K"),
    "IO: a third weapon has no effect": ("capital", Loadout.of("Ra", "Ra", "Ra"), "2W 2Ra & d8 & Ra"),
    "IO p.24: a company has six dice": ("company", Loadout.of("Rf", "B", "Y", "G"), "2W 1G 1B 1Y 1Rf"),
    "IO p.25: a red ace": ("company", Loadout.of("Rf", ace="R"), "2W 1Rf 1Rf8"),
    "IO p.25: a yellow ace": ("company", Loadout.of("Y", ace="Y"), "2W 1Y Yd8"),
}


@pytest.mark.parametrize("name", FRAMES)
def test_a_frame_rolls_what_the_text_says(name: str) -> None:
    loadout, text = FRAMES[name]
    pool = pool_of(loadout, RAPID_ATTACK)
    assert write_book(pool, RAPID_ATTACK, idle_systems(loadout, RAPID_ATTACK)) == text


@pytest.mark.parametrize("name", SHIPS)
def test_a_ship_or_company_rolls_what_the_text_says(name: str) -> None:
    body, loadout, text = SHIPS[name]
    pool = pool_of(loadout, INTERCEPT_ORBIT, INTERCEPT_ORBIT.body(body))
    assert write_book(pool, INTERCEPT_ORBIT, idle_systems(loadout, INTERCEPT_ORBIT)) == text


@given(units)
def test_the_pool_is_the_body_and_what_each_system_gives(
    unit: tuple[Vocabulary, tuple[Body, Loadout]],
) -> None:
    game, (body, loadout) = unit
    given_by_each = Pool.total(given.pool for given in contributions(loadout, game))
    assert [given.system for given in contributions(loadout, game)] != [] or loadout.count == 0
    own = Pool.of(Dice("W", count=2)) + body.dice + sprint_of(loadout, game) + game.ace(loadout.ace)
    rockets = Pool.total([game.rocket_dice] * loadout.rockets)
    assert pool_of(loadout, game, body) == given_by_each + own + rockets


@given(frames)
def test_weapon_systems_are_red_d6_by_two_plus_weapon_d8(loadout: Loadout) -> None:
    pool = systems_pool(loadout, RAPID_ATTACK)
    weapons = [system for system in loadout.systems if system.code.startswith("R")]
    assert Fraction(pool.count("R", 6), 2) + pool.count("R", 8) == len(weapons)


@given(frames)
def test_a_frame_sprints_exactly_when_no_part_of_a_ranged_weapon_is_aboard(loadout: Loadout) -> None:
    ranged = any(code in ("Rd", "Ra") for system in loadout.systems for code in system.codes)
    assert bool(pool_of(loadout, RAPID_ATTACK).count_like(SPRINT)) is not ranged


@given(frames, st.integers(0, 2))
def test_losing_a_system_leaves_the_rest_and_never_a_ranged_die_more(loadout: Loadout, white: int) -> None:
    before = pool_of(loadout, RAPID_ATTACK, white=white)
    for loss in losses(loadout, RAPID_ATTACK, white=white):
        assert loss.left.count == loadout.count - 1
        assert loss.left + Loadout((loss.system,)) == loadout
        assert loss.left.rockets == loadout.rockets
        assert loss.pool.count("W") == white
        gained = [dice for dice in loss.pool if dice.count > before.count_like(dice)]
        assert gained in ([], [SPRINT])


@given(frames)
def test_the_sprint_appears_when_the_last_ranged_weapon_goes(loadout: Loadout) -> None:
    had = pool_of(loadout, RAPID_ATTACK).count_like(SPRINT)
    for loss in losses(loadout, RAPID_ATTACK):
        still_ranged = any(code in ("Rd", "Ra") for code in loss.left.codes)
        assert loss.pool.count_like(SPRINT) == (0 if still_ranged else 1) >= had


def test_losing_the_only_direct_weapon_of_a_closer_gives_it_the_sprint() -> None:
    closer = Loadout.of("Rd", "Rh", "Rh", "B")
    left = {loss.system.code: write_book(loss.pool, RAPID_ATTACK) for loss in losses(closer, RAPID_ATTACK)}
    assert left == {
        "B": "2W 2Rh & d8 2Rd",
        "Rh": "2W 1B 2Rh 2Rd",
        "Rd": "2W 1B 2Rh & d8 Gd8",
    }


def test_of_two_weapons_alike_the_first_gives_two_d6_and_the_second_a_d8() -> None:
    texts = [write_book(c.pool, RAPID_ATTACK) for c in contributions(Loadout.of("Rd", "Rd"), RAPID_ATTACK)]
    assert texts == ["2Rd", "Rd8"]


def test_rockets_are_direct_dice_when_fired() -> None:
    pool = pool_of(Loadout.of("Rd", "Ra", rockets=2), RAPID_ATTACK)
    direct = Pool.of(Dice("R", 6, "d", 2))
    assert by_range(pool, RAPID_ATTACK)["d"] == direct
    assert len(at_range(pool, RAPID_ATTACK, "d", rockets=1)) == 3
    assert len(at_range(pool, RAPID_ATTACK, "d", rockets=9)) == 4
    assert len(at_range(pool, RAPID_ATTACK, "a", rockets=1)) == 2


@given(st.lists(st.sampled_from(FULL + SPLIT), max_size=4).map(tuple))
def test_halves_count_as_halves(weapons: tuple[System, ...]) -> None:
    loadout = Loadout(weapons)
    assert sum(loadout.counts.values()) == loadout.count == len(weapons)
    assert all(count.denominator in (1, 2) for count in loadout.counts.values())


def every_set_of_weapons() -> dict[Pool, list[tuple[System, ...]]]:
    ways: dict[Pool, list[tuple[System, ...]]] = {}
    for number in range(6):
        for weapons in combinations_with_replacement(FULL + SPLIT, number):
            ways.setdefault(systems_pool(Loadout(weapons), RAPID_ATTACK), []).append(weapons)
    return ways


def test_the_weapons_behind_a_pool_agree_with_trying_them_all() -> None:
    for pool, ways in every_set_of_weapons().items():
        found = weapons_rolling(RAPID_ATTACK.weapons, pool)
        assert found is not None
        for systems in (found.systems, found.instead or found.systems):
            assert systems_pool(Loadout(systems), RAPID_ATTACK) == pool
        most_full = max(sum(not system.is_split for system in way) for way in ways)
        assert sum(not system.is_split for system in found.systems) == most_full
        assert bool(found.instead) is (len(ways) > 1)


def test_dice_that_no_set_of_weapons_gives_have_none_behind_them() -> None:
    known = every_set_of_weapons()
    for h, d, a, eights in [
        (h, d, a, e) for h in range(5) for d in range(5) for a in range(5) for e in (0, 1)
    ]:
        dice = (Dice("R", 6, "h", h), Dice("R", 6, "d", d), Dice("R", 6, "a", a), Dice("R", 8, "d", eights))
        pool = Pool(dice)
        if h + d + a <= 8:
            assert (weapons_rolling(RAPID_ATTACK.weapons, pool) is not None) is (pool in known)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_as_many_systems_as_gave_the_dice_are_behind_them(game: Vocabulary) -> None:
    for system in game.types:
        for count in range(1, 5):
            fewest = next(n for n in range(5) if system.given_by(n) == system.given_by(count))
            assert systems_rolling(system, system.given_by(count)) == fewest


def test_pools_are_equal_whatever_the_order_and_can_be_taken_apart() -> None:
    one, two = Dice("R", 6, "d", 2), Dice("B")
    assert Pool.of(one, two, two) == Pool.of(two, one, two)
    assert hash(Pool.of(one, two)) == hash(Pool.of(two, one))
    assert Pool.of(one, two) - Pool.of(one) == Pool.of(two)
    assert Pool.of(one) - Pool.of(one) == NO_DICE
    assert sorted([Pool.of(one), NO_DICE]) == [NO_DICE, Pool.of(one)]
    with pytest.raises(ValueError, match="fewer than 0 dice"):
        Pool.of(two) - Pool.of(one)


def test_a_split_weapon_is_the_same_whichever_half_is_named_first() -> None:
    assert System("Ra", "Rd") == System("Rd", "Ra")
    with pytest.raises(ValueError, match="two different ranges"):
        System("Rd", "Rd")


@pytest.mark.parametrize(
    ("written", "name"), [("Deep Sea", "deep-sea"), (" a, b/c ", "a-b-c"), ("vacuum", "vacuum")]
)
def test_an_environments_name_holds_nothing_that_ends_a_group(written: str, name: str) -> None:
    assert System("E", name=written).name == name


def test_a_system_of_another_game_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="Rapid Attack has no system 'K'"):
        pool_of(Loadout.of("K"), RAPID_ATTACK)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_die_of_a_game_can_be_written(game: Vocabulary) -> None:
    for dice in game.dice.values():
        assert write_book(Pool.of(Dice(*dice.key)), game)


def test_dice_load_without_numpy_or_pydantic() -> None:
    code = "import sys, fleets.notation; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert not {"numpy", "pydantic", "yaml"} & set(loaded.split())


@pytest.mark.parametrize(
    ("systems", "vocabulary", "text"),
    [
        ((), RAPID_ATTACK, ""),
        ((System("B"),), RAPID_ATTACK, "1 defense system"),
        (
            (System("Rd"), System("B"), System("Rd")),
            RAPID_ATTACK,
            "1 defense system and 2 direct-fire weapons",
        ),
        ((System("E", name="vacuum"),), RAPID_ATTACK, "1 environmental system for vacuum"),
        ((System("Rd", "Rh"),), RAPID_ATTACK, "1 hand-to-hand/direct split weapon"),
        (
            (System("G"), System("Y"), System("B")),
            RAPID_ATTACK,
            "1 defense system, 1 movement system and 1 comms system",
        ),
        ((System("K"), System("Rs")), INTERCEPT_ORBIT, "1 catapult system and 1 support weapon"),
    ],
)
def test_systems_have_names_in_a_sentence(
    systems: tuple[System, ...], vocabulary: Vocabulary, text: str
) -> None:
    assert list_of(systems, vocabulary) == text
