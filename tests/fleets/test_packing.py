"""Dice for a game night: what turns roll, what lies beside units, what a table shares; and boxes of dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations, product
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from catalog.editions.loading import edition
from catalog.vocabulary import RAPID_ATTACK, Body, Dice, Pool, Vocabulary
from fleets.dice.carried_systems import Loadout, at_range, pool_of
from fleets.forces.force import Fielded, Force, Game, Mech
from fleets.models.model_units import Role, Unit
from fleets.packing.game_table import game_table, least_dice, ruler_of
from fleets.packing.needs import (
    ANY,
    EXAMPLE,
    DiceBox,
    PackedPlayer,
    dice_name,
    kit_of,
    lacking,
    lacking_hinges,
    lacks_clock,
    largest,
    pack_player,
    read_dice_box,
    turn_dice,
    without_ranges,
)
from ldraw_tools.findings import BrickyardError, Place
from tests.fielding import SMALL_BOOK, company, fielded, frame, systems
from tests.fleets.loadout_strategies import frames, units

FRAMES = ("rapid-attack", "rapid-attack-draft", "condensed")
Kinds = dict[tuple[str, int], int]


def packed_company(force: Force, text: str = "rapid-attack") -> PackedPlayer:
    return pack_player(force, edition(text))


def kinds(pool: Pool) -> Kinds:
    return {(dice.colour, dice.sides): dice.count for dice in pool}


def of_frames(*loadouts: Loadout) -> Force:
    built = [Unit(Role.FRAME, f"frame {n}", "frame", Place("a", n), one) for n, one in enumerate(loadouts, 1)]
    return company(*((unit, 1) for unit in built))


# What one turn rolls.


@pytest.mark.parametrize(
    ("carried", "rockets", "rolled"),
    [
        # A Soldier (p.65); the green d8 comes when its rifle is shot off (p.64).
        ("B G Y Rd", 0, {"W6": 2, "B6": 1, "G6": 1, "G8": 1, "Y6": 1, "R6": 2}),
        # Two direct weapons and three rockets fire together (p.65).
        ("Rd Rd", 3, {"W6": 2, "R6": 2, "R8": 4, "G8": 1}),
        # Rockets reach direct range only, where this one has no other weapon.
        ("Ra Ra", 2, {"W6": 2, "R6": 2, "R8": 2, "G8": 1}),
        # Weapons at two ranges are never rolled together (p.95).
        ("Rh Rd", 0, {"W6": 2, "R6": 2, "G8": 1}),
        # One full weapon and two halves (p.132).
        ("Rd Rd/Ra Rh/Rd", 0, {"W6": 2, "R6": 4, "G8": 1}),
        ("", 0, {"W6": 2, "G8": 1}),
    ],
)
def test_what_one_turn_of_a_frame_rolls(carried: str, rockets: int, rolled: dict[str, int]) -> None:
    found = turn_dice(systems(carried, rockets), RAPID_ATTACK, "frame")
    assert {f"{dice.colour}{dice.sides}": dice.count for dice in found} == rolled


def every_roll(loadout: Loadout, vocabulary: Vocabulary, body: Body) -> Iterator[Pool]:
    """Every set of systems left, at every range, with every number of rockets fired."""
    subsets = chain.from_iterable(
        combinations(loadout.systems, size) for size in range(len(loadout.systems) + 1)
    )
    for left, fired, span in product(subsets, range(loadout.rockets + 1), vocabulary.ranges):
        pool = pool_of(Loadout(left, loadout.rockets, loadout.ace), vocabulary, body)
        rolled = [dice for dice in pool if not dice.range]
        yield Pool(tuple(rolled)) + at_range(pool, vocabulary, span.letter, fired)


@settings(max_examples=60)
@given(units)
def test_no_turn_rolls_more_and_every_kind_is_rolled_so_often_by_some_turn(
    unit: tuple[Vocabulary, tuple[Body, Loadout]],
) -> None:
    vocabulary, (body, loadout) = unit
    every = largest(without_ranges(roll) for roll in every_roll(loadout, vocabulary, body))
    assert turn_dice(loadout, vocabulary, body.name) == every


# What a company brings.

CONDENSED_COMPANY = (
    systems("B B Y Y"),
    systems("G G Rh B"),
    systems("Rd Rd B Y", rockets=3),
    systems("Rd Rd/Ra Rh/Rd B"),
    systems("B G Y Rd"),
)


def test_condenseds_own_assortment_is_what_a_company_of_all_kinds_needs() -> None:
    found = packed_company(of_frames(*CONDENSED_COMPANY), "condensed")
    assert {(dice_name(row.colour, row.sides), row.bring) for row in found.dice} == {
        ("white d6", 2),
        ("blue d6", 6),
        ("yellow d6", 6),
        ("green d6", 2),
        ("green d8", 1),
        ("red d6", 4),
        ("red d8", 4),
    }
    assert all(row.advised == row.bring for row in found.dice)


def moments(loadouts: list[Loadout]) -> Iterator[Counter[tuple[str, int]]]:
    """A frame rolls while any of the others have a blue and a yellow die beside them."""
    others = len(loadouts) - 1
    for loadout in loadouts:
        for roll in every_roll(loadout, RAPID_ATTACK, RAPID_ATTACK.bodies[0]):
            held = Counter(kinds(without_ranges(roll)))
            yield held + Counter({("B", 6): others, ("Y", 6): others})
    yield Counter({("B", 6): len(loadouts), ("Y", 6): len(loadouts)})


@settings(max_examples=40)
@given(st.lists(frames, min_size=1, max_size=4))
def test_a_set_of_ones_own_is_enough_for_every_moment_and_none_is_idle_in_all(
    loadouts: list[Loadout],
) -> None:
    most: Counter[tuple[str, int]] = Counter()
    for moment in moments(loadouts):
        most |= moment
    assert kinds(packed_company(of_frames(*loadouts)).own_set) == dict(most)


@settings(max_examples=40)
@given(st.lists(st.lists(frames, min_size=1, max_size=3), min_size=2, max_size=4))
def test_a_table_at_least_needs_what_two_turns_and_all_the_rest_hold(tables: list[list[Loadout]]) -> None:
    by = edition("rapid-attack")
    forces = [packed_company(of_frames(*loadouts)) for loadouts in tables]
    least = least_dice(forces, kit_of(by))
    most: Counter[tuple[str, int]] = Counter()
    everybody = sum(len(loadouts) for loadouts in tables)
    for one, other in combinations(tables, 2):
        for attacker, target in product(one, other):
            pools = [turn_dice(loadout, RAPID_ATTACK, "frame") for loadout in (attacker, target)]
            held = Counter(kinds(Pool.total(pools)))
            for colour in "BY":
                rolled = [max(1, pool.count(colour, 6)) for pool in pools]
                held[colour, 6] = everybody - 2 + sum(rolled)
            most |= held
    assert kinds(least) == dict(most)
    assert Pool.total(force.own_set for force in forces).holds(least)


def test_a_spare_frame_has_its_dice_and_so_does_the_tie_that_brings_it_in() -> None:
    plain = of_frames(systems("B G Y Rd"), systems("B G Y Rd"))
    spare = company(
        *((one.unit, one.count) for one in plain.of(Role.FRAME)), spares=(frame("Spare", "B B Rd Rd"),)
    )
    without, with_it = packed_company(plain), packed_company(spare)
    assert (without.own_set.count("B"), with_it.own_set.count("B")) == (2, 4)
    assert (without.own_set.count("R", 8), with_it.own_set.count("R", 8)) == (0, 1)
    assert with_it.with_spare


@pytest.mark.parametrize("text", FRAMES)
def test_per_unit_order_p136_takes_a_d20_a_frame_and_two_for_one_with_three_systems(text: str) -> None:
    force = company((frame("Full", "B G Y Rd"), 2), (frame("Light", "G Y Rd"), 3))
    assert packed_company(force, text).own_set.count(ANY, 20) == 0
    agreed = Force(force.kind, force.name, force.place, force.fielded, options={"per-unit-order": True})
    found = packed_company(agreed, text)
    assert found.own_set.count(sides=20) == 2 * 1 + 3 * 2
    # They lie there all round, so nobody can share them.
    assert least_dice([found, found], kit_of(edition(text))).count(sides=20) == 16


@pytest.mark.parametrize(
    ("carried", "most"), [("B G Y Rd", 12), ("B G Y Rd Rd", 14), ("B", 12), ("", 12)]
)  # fmt: skip
def test_the_largest_hit_is_attack_and_spot_against_no_defense(carried: str, most: int) -> None:
    table = game_table([packed_company(of_frames(systems(carried)))], edition("rapid-attack"), {})
    assert table.largest_hit == most


# Things that are no dice.


@pytest.mark.parametrize("text", FRAMES)
def test_flags_are_as_many_as_stations_and_at_most_all_on_the_table(text: str) -> None:
    by = edition(text)
    one = packed_company(company((frame(), 3), stations=2, game=Game("skirmish", 3)), text)
    alone = game_table([one], by, {}).players[0].things[0]
    assert (alone.id, alone.low, alone.high) == ("flags", 2, 6)
    table = game_table([one, one], by, {})
    assert [player.things[0].high for player in table.players] == [4, 4]


def test_the_ruler_is_as_the_group_agreed() -> None:
    by = edition("rapid-attack")
    usual, short, long = (ruler_of(by, options) for options in ({}, {"ruler": 6}, {"unit-studs": 7}))
    assert usual
    assert short
    assert long
    assert (usual.units, usual.studs, len(usual.parts)) == (8, 5, 2)
    assert (short.units, len(short.parts)) == (6, 2)
    # No hinge is seven studs long.
    assert (long.units, long.studs, long.parts) == (8, 7, ())


@pytest.mark.parametrize("text", [*FRAMES, "intercept-orbit"])
def test_the_clock_starts_at_eleven_on_a_die_that_has_eleven(text: str) -> None:
    clock = kit_of(edition(text)).clock
    assert clock
    assert clock.start == 11
    assert all(sides >= clock.start for sides in clock.sides)


def test_an_edition_of_ones_own_without_a_kit_says_so() -> None:
    with pytest.raises(BrickyardError, match="kit"):
        kit_of(SMALL_BOOK)


# Fleets.


def ship(carried: str, body: str = "capital", count: int = 1) -> Fielded:
    return fielded(Unit(Role.SHIP, "Ship", body, Place("a"), systems(carried)), count)


def flying(count: int, ace: str = "") -> Fielded:
    return fielded(Unit(Role.COMPANY, "Torch", "company", Place("a"), systems("", ace=ace)), count)


def packed_fleet(*units: Fielded, ace: str = "") -> dict[str, int]:
    force = Force("fleet", "Patrol", Place("a"), units, ace=ace)
    found = pack_player(force, edition("intercept-orbit"))
    return {dice_name(row.colour, row.sides): row.bring for row in found.dice}


def test_a_fleet_needs_its_tas_blues_and_yellows_and_its_companies_blacks() -> None:
    found = packed_fleet(ship("B Y K Ra"), ship("B Y Rp", "frigate", 2), flying(1), ace="green")
    assert found == {
        "white d6": 2,
        "green d6": 1,
        "green d8": 1,
        "blue d6": 4,
        "yellow d6": 4,
        # Any ace boards with one (p.38).
        "yellow d8": 1,
        "black d6": 1,
        "red d6": 2,
    }


def test_a_company_without_a_word_has_its_fixed_systems() -> None:
    assert packed_fleet(flying(1)) == {
        "white d6": 2,
        "green d6": 1,
        "blue d6": 1,
        "yellow d6": 1,
        "red d6": 1,
        "black d6": 1,
    }


@pytest.mark.parametrize(
    ("catapults", "companies", "black", "advised"),
    [("K", 1, 1, 1), ("K K", 2, 4, 3), ("K", 2, 2, 2)],
)
def test_fuel_lies_beside_all_companies_but_the_one_being_served(
    catapults: str, companies: int, black: int, advised: int
) -> None:
    force = Force("fleet", "Patrol", Place("a"), (ship(catapults), flying(companies)))
    found = pack_player(force, edition("intercept-orbit"))
    row = next(row for row in found.dice if row.colour == "black")
    assert (row.bring, row.advised) == (black, advised)


@pytest.mark.parametrize("colour", ["red", "blue", "green", "yellow"])
def test_an_ace_has_its_d8_declared_or_marked(colour: str) -> None:
    declared = packed_fleet(flying(1), ace=colour)
    marked = packed_fleet(flying(1, ace=colour[0].upper()))
    assert declared == marked
    assert declared[f"{colour} d8"] == 1
    assert declared["yellow d8"] == 1


def test_boarding_with_every_company_rolls_a_yellow_for_each() -> None:
    force = Force("fleet", "Patrol", Place("a"), (flying(3),))
    assert [one.count for one in pack_player(force, edition("intercept-orbit")).also_rolled] == [3]


def test_dice_of_an_edition_of_ones_own_that_are_none_are_named() -> None:
    by = edition("intercept-orbit")
    kit = kit_of(by)
    odd = replace(by, kit=kit._replace(also_rolled=(replace(kit.also_rolled[0], dice="pink d6"),)))
    with pytest.raises(BrickyardError, match="“pink d6”; write dice such as red d8"):
        pack_player(Force("fleet", "Patrol", Place("a"), (flying(3),)), odd)


# A 'mech.


@pytest.mark.parametrize(
    ("weapon", "dice"),
    [("laser", 7), ("fist", 7), ("ppc", 8), ("machine gun", 8), ("no such thing", 7), ("", 7)],
)
def test_a_mech_needs_dice_for_the_largest_roll_its_own_the_enemys_or_repairs(weapon: str, dice: int) -> None:
    by = edition("paper-mech")
    mech = Mech("Standard", Place("a"), {"left-arm": weapon}, {})
    found = pack_player(mech, by)
    assert kinds(found.own_set) == {(ANY, 6): dice}
    assert [row.advised for row in found.dice] == [6]
    # One die will do: it is rolled again and again.
    assert kinds(least_dice([found], kit_of(by))) == {(ANY, 6): 1}


# Boxes of dice.


def box_of(tmp_path: Path, text: str) -> DiceBox:
    path = tmp_path / "dice.yaml"
    path.write_text(text, "utf-8")
    return read_dice_box(path, lambda: ["flags", "debris"])


def test_the_example_is_read_without_a_word(tmp_path: Path) -> None:
    box = box_of(tmp_path, EXAMPLE)
    assert box.findings == ()
    assert box.dice.count("R", 8) == 2
    assert box.dice.count("W", 6) == 6
    assert box.count(Dice(ANY, 20)) == 1
    assert box.things == {"hinges": 8, "flags": 4}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "dice:\n  bleu: 4\n",
            "dice.yaml:2:3 MAN017 “bleu” is not a valid colour of dice Did you mean blue?",
        ),
        (
            "dice: {red: {d7x: 1}}\n",
            "dice.yaml:1:14 MAN017 “d7x” is not a valid size of dice Choose from d4, d6, d8, d10, d12, d20.",
        ),
        (
            "dice: {red: many}\n",
            "dice.yaml:1:13 MAN013 red is “many”, but must be a whole number from 0 to 100,000 "
            "Write it in digits, such as 1.",
        ),
        ("flag: 2\n", "dice.yaml:1:1 MAN017 “flag” is not a valid thing to bring Did you mean flags?"),
        (
            "dice: {red: -1}\n",
            "dice.yaml:1:13 MAN015 red is -1, but must be a whole number from 0 to 100,000 Write 0.",
        ),
        ("dice: 6\n", "dice.yaml:1:7 MAN012 dice is “6”, but must be keys with values Write key: value."),
        ("", "dice.yaml MAN006 there is nothing in the file Write lines such as key: value."),
    ],
)
def test_a_slip_in_the_box_is_pointed_at(tmp_path: Path, text: str, told: str) -> None:
    found = box_of(tmp_path, text).findings
    assert [f"{f.place} {f.code} {f.message} {f.fix}" for f in found] == [told]


@given(st.text(max_size=200))
def test_any_text_is_a_box_or_findings(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    assert isinstance(read_dice_box(path, list), DiceBox)


def test_what_a_box_lacks() -> None:
    box = DiceBox(Pool.of(Dice("W", count=3), Dice("R", 8), Dice(ANY, 6, count=2)))
    needed = Pool.of(Dice("W", count=2), Dice("R", 8, count=3), Dice("Y"), Dice(ANY, 6, count=4))
    # Of six d6, two whites are spoken for; a yellow there is none.
    assert lacking(box, needed) == Pool.of(Dice("R", 8, count=2), Dice("Y"), Dice(ANY, 6, count=1))


@pytest.mark.parametrize(
    ("d12", "d20", "needed", "lacks"),
    [
        (0, 0, 0, True),
        (1, 0, 0, False),
        (0, 1, 0, False),
        (0, 3, 3, True),
        (0, 4, 3, False),
        (1, 3, 3, False),
    ],
)
def test_the_clock_is_a_die_that_nothing_else_needs(d12: int, d20: int, needed: int, lacks: bool) -> None:
    clock = kit_of(edition("rapid-attack")).clock
    assert clock
    box = DiceBox(Pool.of(Dice("R", 12, count=d12), Dice(ANY, 20, count=d20)))
    assert lacks_clock(box, Pool.of(Dice(ANY, 20, count=needed)), clock) is lacks


@pytest.mark.parametrize(
    ("things", "missing"), [({}, 8), ({"hinges": 5}, 3), ({"ruler": 1}, 0), ({"hinges": 9}, 0)]
)
def test_a_finished_ruler_or_hinges(things: dict[str, int], missing: int) -> None:
    ruler = kit_of(edition("rapid-attack")).ruler
    assert ruler
    assert lacking_hinges(DiceBox(things=things), ruler) == missing
