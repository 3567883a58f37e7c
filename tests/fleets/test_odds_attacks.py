"""Attacks: damage charts, covers and spots, against enumeration, simulation and the texts' examples."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from catalog.editions.loading import edition
from catalog.editions.tables import Chart
from catalog.vocabulary import INTERCEPT_ORBIT, RAPID_ATTACK, Vocabulary
from fleets.chances.attacks import damage_dice, damage_to_cover, damage_to_target, resolve
from fleets.chances.combat import Combat, Distribution, combat_of, highest_of
from fleets.chances.duel import (
    A_PIECE_OF_TERRAIN,
    NO_TARGET,
    NO_WEAPON,
    ONLY_WHITE,
    AttackRow,
    Fighter,
    Situation,
    attack_rows,
    fighter_reading,
)
from fleets.chances.white_dice import Aim
from fleets.dice.carried_systems import Loadout, System
from fleets.notation import Reading, read_dice
from ldraw_tools.findings import BrickyardError
from tests.fleets.loadout_strategies import frames
from tests.running import brickyard

NONE = Situation(aim=Aim.NONE, target_aim=Aim.NONE)


def combat(name: str = "rapid-attack", vocabulary: Vocabulary = RAPID_ATTACK) -> Combat:
    return combat_of(edition(name), vocabulary)


BOOK = combat()
ORBIT = combat("intercept-orbit", INTERCEPT_ORBIT)


def fighter(dice: str, by: Combat = BOOK) -> Fighter:
    read = read_dice(dice, by.vocabulary)
    assert isinstance(read, Reading), read
    return fighter_reading(read)


def row(rows: list[AttackRow], letter: str, cover: str = "open") -> AttackRow:
    return next(one for one in rows if (one.letter, one.cover) == (letter, cover))


def mean(rows: list[AttackRow], letter: str, cover: str = "open") -> Fraction:
    outcome = row(rows, letter, cover).outcome
    assert outcome
    return outcome.mean


def hurt_by(chart: Chart, roll: tuple[int, ...], cover_hits: int | None) -> tuple[int, int]:
    """Damage to target and cover, die by die as at the table: what can't go through hits the cover first."""
    first = sorted(die for die in roll if die in chart.cover and die not in chart.through)
    later = [die for die in roll if die in chart.through]
    target, cover = sum(die in chart.target for die in roll), 0
    for die in [*first, *later]:
        if cover_hits is None or cover < cover_hits:
            cover += 1
        elif die in chart.through:
            target += 1
    return target, cover


CHARTS = [
    BOOK.charts["h"]["frame"]["open"],
    BOOK.charts["d"]["frame"]["open"],
    BOOK.charts["d"]["frame"]["cover"],
    BOOK.charts["a"]["frame"]["frame"],
    combat("rapid-attack-draft").charts["d"]["frame"]["cover"],
    combat("rapid-attack-draft").charts["d"]["terrain"]["open"],
    ORBIT.charts["a"]["ship"]["cover"],
]


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: f"{chart.name}-{chart.reference}")
@pytest.mark.parametrize("cover_hits", [None, 1, 2, 3])
@pytest.mark.parametrize("dice", [0, 1, 3, 5])
def test_damage_dice_do_what_rolling_them_all_does(chart: Chart, cover_hits: int | None, dice: int) -> None:
    rolled = [hurt_by(chart, roll, cover_hits) for roll in product(range(1, 7), repeat=dice)]
    for place, found in enumerate((damage_to_target, damage_to_cover)):
        wanted = Counter(one[place] for one in rolled)
        got = found(chart, dice, cover_hits)
        assert got.ways == tuple(wanted[value] for value in range(max(wanted) + 1))


def test_the_books_attack_p124_three_dice_of_which_the_five_blows_through() -> None:
    three, five = Distribution((0, 0, 0, 1)), Distribution((0, 0, 0, 0, 0, 1))
    assert damage_dice(three, five, spot=5) == Distribution((0, 0, 0, 1))
    chart = BOOK.charts["d"]["frame"]["cover"]
    assert hurt_by(chart, (1, 4, 5), cover_hits=1) == (1, 1)
    assert hurt_by(chart, (1, 4, 5), cover_hits=2) == (0, 2)
    outcome = resolve(three, five, chart, spot=5, cover_hits=1)
    assert outcome.hits == 1
    hurting = [roll for roll in product(range(1, 7), repeat=3) if hurt_by(chart, roll, 1)[0]]
    assert outcome.hurts == Fraction(len(hurting), 216)


def test_a_soldiers_2rd_against_1b_deals_35_72_and_not_the_difference_of_means() -> None:
    rows = attack_rows(fighter("2W 1B 1G 1Y 2Rd"), fighter("2W 1B"), BOOK, NONE)
    outcome = row(rows, "d").outcome
    assert outcome
    assert outcome.mean == Fraction(35, 72)
    assert round(float(outcome.mean), 3) == 0.486
    assert outcome.mean != (Fraction(161, 36) - Fraction(7, 2)) / 3
    assert mean(rows, "d", "cover") == mean(rows, "d", "frame") == Fraction(35, 144)


@pytest.mark.parametrize(
    ("attacker", "letter", "why"),
    [
        ("2W 2Rd", "a", NO_WEAPON),
        ("2W 2Ra", "d", NO_WEAPON),
        ("2W 1B Gd8", "d", NO_WEAPON),
        ("2W 2Rd", "h", ONLY_WHITE),
    ],
)
def test_where_there_is_no_attack_it_says_why(attacker: str, letter: str, why: str) -> None:
    assert row(attack_rows(fighter(attacker), fighter("2W 1B"), BOOK, NONE), letter).why == why


def test_hand_to_hand_needs_no_weapon_but_ranged_white_dice_do() -> None:
    balanced = attack_rows(fighter("2W 2Rd"), fighter("2W 1B"), BOOK)
    assert row(balanced, "h").outcome
    assert not row(balanced, "a").outcome
    unarmed = attack_rows(fighter("2W"), fighter("2W 1B"), BOOK, Situation(aim=Aim.ATTACK))
    assert [one.letter for one in unarmed if one.outcome] == ["h"]


def test_without_an_attack_die_a_spot_alone_hurts_nobody() -> None:
    rows = attack_rows(fighter("2W 1B"), fighter("2W"), BOOK, NONE._replace(spot=6))
    assert not any(one.outcome for one in rows)


def test_rockets_reach_direct_range_only_and_no_more_are_fired_than_carried() -> None:
    two = fighter("2W 2Rd 2Rd8")
    plain, one, three = (
        attack_rows(two, fighter("2W 1B"), BOOK, NONE._replace(rockets=number)) for number in (0, 1, 3)
    )
    defense = highest_of(((6, 1),))
    chart = BOOK.charts["d"]["frame"]["open"]
    assert mean(plain, "d") == Fraction(35, 72)
    assert mean(one, "d") == resolve(highest_of(((6, 2), (8, 1))), defense, chart).mean
    assert mean(three, "d") == resolve(highest_of(((6, 2), (8, 2))), defense, chart).mean
    alone = attack_rows(fighter("2W Gd8 1Rd8"), fighter("2W 1B"), BOOK, NONE._replace(rockets=1))
    assert {one.letter for one in alone if one.outcome} == {"d"}


def test_a_unit_is_destroyed_by_as_much_damage_as_it_has_systems_and_white_dice() -> None:
    last = fighter("1W")
    assert last.life == 1
    outcome = row(attack_rows(fighter("2W 2Rd"), last, BOOK, NONE), "d").outcome
    assert outcome
    assert outcome.destroys(last.life) == outcome.hurts
    assert fighter("2W 1B 1G 1Y 2Rd 3Rd8").life == 6
    assert fighter("2W 1Rd 1Ra").life == 3
    assert fighter("2W 1B 1G 1Y 1Rf Bd8", ORBIT).life == 7


def test_terrain_has_no_defense_and_only_the_draft_spots_it() -> None:
    soldier, spotted = fighter("2W 2Rd"), NONE._replace(spot=4)
    book = attack_rows(soldier, A_PIECE_OF_TERRAIN, BOOK, spotted)
    assert mean(book, "d") == Fraction(161, 36) / 2
    draft = attack_rows(soldier, A_PIECE_OF_TERRAIN, combat("rapid-attack-draft"), spotted)
    assert mean(draft, "d") == (Fraction(161, 36) + 4) * Fraction(2, 3)


def test_in_the_draft_nothing_blows_through_cover_that_is_gone() -> None:
    rows = {
        name: attack_rows(fighter("2W 2Rd"), fighter("2W"), combat(name), NONE._replace(cover_hits=1, spot=3))
        for name in ("rapid-attack", "rapid-attack-draft", "condensed")
    }
    assert mean(rows["rapid-attack"], "d", "cover") == mean(rows["condensed"], "d", "cover")
    assert mean(rows["rapid-attack-draft"], "d", "cover") < mean(rows["rapid-attack"], "d", "cover")
    assert mean(rows["rapid-attack-draft"], "d") == mean(rows["rapid-attack"], "d")


def test_a_million_rolls_come_out_as_counted_within_their_error() -> None:
    """2Ra & d8 attack first with white dice, 2B defends first with white dice, spot 2, a wall of one hit."""
    number = 1_000_000
    random = np.random.default_rng(20120507)

    def roll(sides: int, dice: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
        return random.integers(1, sides + 1, (dice, number))

    attack = np.vstack([roll(6, 2), roll(8, 1), roll(6, 2)]).max(axis=0)
    defense = np.vstack([roll(6, 2), roll(6, 2)]).max(axis=0)
    dice = np.maximum(attack + 2 - defense, 0)
    damage_dice_rolled = np.where(np.arange(10)[:, None] < dice, roll(6, 10), 0)
    fours, fives, sixes = ((damage_dice_rolled == face).sum(axis=0) for face in (4, 5, 6))
    through = np.where(fours >= 1, fives, np.maximum(fives - 1, 0))
    situation = Situation(spot=2, aim=Aim.ATTACK, target_aim=Aim.DEFENSE, cover_hits=1)
    rows = attack_rows(fighter("2W 1B 1Y 2Ra & d8"), fighter("2W 2B 1Y 2Rd"), BOOK, situation)
    for cover, damage in {"open": fives + sixes, "cover": sixes + through}.items():
        outcome = row(rows, "a", cover).outcome
        assert outcome
        exact = [*map(float, outcome.damage.chances), *[0.0] * 12]
        error = damage.std() / number**0.5
        assert abs(damage.mean() - float(outcome.mean)) < 5 * error
        assert abs((dice > 0).mean() - float(outcome.hits)) < 5 * 0.5 / number**0.5
        for value, chance in enumerate(exact):
            seen = (damage == value).mean()
            assert abs(seen - chance) < 5 * (chance * (1 - chance) / number) ** 0.5 + 2e-6


# Properties

units = st.builds(lambda loadout, white: Fighter("x", "frame", loadout, white), frames, st.integers(1, 2))
aims = st.sampled_from(list(Aim))
situations = st.builds(
    lambda *given: Situation(*given),
    st.integers(0, 6),
    st.integers(0, 3),
    aims,
    aims,
    st.one_of(st.none(), st.integers(1, 4)),
)
some = settings(max_examples=30, deadline=None)


def with_system(unit: Fighter, code: str) -> Fighter:
    return replace(unit, loadout=unit.loadout + Loadout((System(code),)))


def open_means(attacker: Fighter, target: Fighter, situation: Situation) -> dict[str, Fraction]:
    rows = attack_rows(attacker, target, BOOK, situation)
    return {one.letter: one.outcome.mean for one in rows if one.outcome and one.cover == "open"}


@some
@given(units, units, situations)
def test_every_distribution_sums_to_one_and_damage_never_exceeds_its_dice(
    attacker: Fighter, target: Fighter, situation: Situation
) -> None:
    for one in attack_rows(attacker, target, BOOK, situation):
        if one.outcome:
            assert sum(one.outcome.damage.chances) == sum(one.outcome.dice.chances) == 1
            assert one.outcome.hurts <= one.outcome.hits
            assert one.outcome.damage.most <= one.outcome.dice.most
            assert one.outcome.mean == sum(
                (one.outcome.damage.at_least(value) for value in range(1, 30)), Fraction(0)
            )


@some
@given(units, units, situations)
def test_cover_never_helps_the_attacker_and_never_stops_a_hit(
    attacker: Fighter, target: Fighter, situation: Situation
) -> None:
    rows = attack_rows(attacker, target, BOOK, situation)
    for one in rows:
        if one.outcome:
            out = row(rows, one.letter).outcome
            assert out
            assert all(one.outcome.damage.at_least(k) <= out.damage.at_least(k) for k in range(15))
            assert one.outcome.hits == out.hits


@some
@given(units, units, situations, st.sampled_from(["Rh", "Rd", "Ra"]))
def test_another_weapon_never_hurts_an_attack_unless_pips_are_shared_out(
    attacker: Fighter, target: Fighter, situation: Situation, code: str
) -> None:
    if situation.aim is Aim.BALANCED:
        situation = situation._replace(aim=Aim.ATTACK)
    before = open_means(attacker, target, situation)
    after = open_means(with_system(attacker, code), target, situation)
    assert all(after[letter] >= there for letter, there in before.items())


@some
@given(units, units, situations)
def test_white_dice_in_the_attack_are_worth_most_and_none_worth_least(
    attacker: Fighter, target: Fighter, situation: Situation
) -> None:
    means = {aim: open_means(attacker, target, situation._replace(aim=aim)) for aim in Aim}
    for letter, most in means[Aim.ATTACK].items():
        assert all(means[aim].get(letter, Fraction(0)) <= most for aim in Aim)
        assert all(means[Aim.NONE].get(letter, Fraction(0)) <= means[aim].get(letter, 0) for aim in Aim)


@some
@given(units, units, situations)
def test_the_target_suffers_least_if_it_defends_first_and_most_without_white_dice(
    attacker: Fighter, target: Fighter, situation: Situation
) -> None:
    means = {aim: open_means(attacker, target, situation._replace(target_aim=aim)) for aim in Aim}
    for letter, least in means[Aim.DEFENSE].items():
        assert all(least <= means[aim][letter] <= means[Aim.NONE][letter] for aim in Aim)


@some
@given(units, units, situations)
def test_a_higher_spot_never_hurts_an_attack(
    attacker: Fighter, target: Fighter, situation: Situation
) -> None:
    less = open_means(attacker, target, situation)
    more = open_means(attacker, target, situation._replace(spot=situation.spot + 1))
    assert all(more[letter] > there for letter, there in less.items())


@some
@given(units, units, st.integers(1, 5))
def test_stouter_cover_never_helps_the_attacker(attacker: Fighter, target: Fighter, hits: int) -> None:
    frail, stout, endless = (
        attack_rows(attacker, target, BOOK, Situation(spot=3, cover_hits=stands))
        for stands in (hits, hits + 1, None)
    )
    for place, one in enumerate(frail):
        if one.outcome:
            outcomes = [rows[place].outcome for rows in (frail, stout, endless)]
            means = [outcome.mean for outcome in outcomes if outcome]
            assert means == sorted(means, reverse=True)


# Intercept Orbit


@pytest.mark.parametrize(
    ("attacker", "target", "letter", "open_faces", "cover_faces"),
    [
        ("2W 2Rp", "2W 1B", "p", 2, 1),
        ("2W 2Ra", "2W 1B", "a", 3, 2),
        ("2W 2Rs", "2W 1B", "s", 2, 1),
        ("2W 2Rp", "2W 1B 1G 1Y 1Rf", "p", 2, 1),
        ("2W 1B 1G 1Y 1Rf", "2W 1B 1G 1Y 1Rf", "f", 3, None),
        ("2W 1B 1G 1Y 1Rf", "2W 1B 1K", "f", 2, None),
    ],
)
def test_io_p31_p36_faces_that_hurt_at_each_range(
    attacker: str, target: str, letter: str, open_faces: int, cover_faces: int | None
) -> None:
    sides = [fighter(dice, ORBIT) for dice in (attacker, target)]
    rows = attack_rows(sides[0], sides[1], ORBIT, NONE)
    dice = row(rows, letter).outcome
    assert dice
    assert mean(rows, letter) == dice.dice.mean * Fraction(open_faces, 6)
    covered = [one for one in rows if (one.letter, one.cover) == (letter, "cover")]
    if cover_faces is None:
        assert not covered
    else:
        assert mean(rows, letter, "cover") == dice.dice.mean * Fraction(cover_faces, 6)


def test_io_p30_a_ship_shoots_at_companies_from_point_defense_range_only() -> None:
    ship, company = fighter("2W 1B 2Rp 2Ra", ORBIT), fighter("2W 1B 1G 1Y 1Rf", ORBIT)
    rows = attack_rows(ship, company, ORBIT, NONE)
    assert row(rows, "a").why == row(rows, "s").why == NO_TARGET
    assert row(rows, "p").outcome
    assert row(attack_rows(ship, company, ORBIT), "f").outcome


def test_io_p25_the_red_ace_reaches_further_and_the_blue_one_is_in_cover() -> None:
    ship, plain = fighter("2W 1B 2Rp", ORBIT), fighter("2W 1B 1G 1Y 1Rf", ORBIT)
    red, blue = fighter("2W 1B 1G 1Y 1Rf 1Rf8", ORBIT), fighter("2W 1B 1G 1Y 1Rf Bd8", ORBIT)
    assert [one.letter for one in attack_rows(plain, ship, ORBIT, NONE) if one.outcome] == ["f"]
    reached = attack_rows(red, ship, ORBIT, NONE)
    assert [one.letter for one in reached if one.outcome] == ["p", "a", "f"]
    assert mean(reached, "a") == mean(reached, "f")
    rows = attack_rows(ship, blue, ORBIT, NONE)
    assert mean(rows, "p") == mean(rows, "p", "cover")
    assert mean(attack_rows(ship, plain, ORBIT, NONE), "p") > mean(rows, "p")


# Editions


@pytest.mark.parametrize(
    ("page", "name", "letter", "cover", "target", "hit", "through"),
    [
        ("RA p.119", "rapid-attack", "h", "open", (4, 5, 6), (), ()),
        ("RA p.119", "rapid-attack", "a", "open", (5, 6), (), ()),
        ("RA p.120", "rapid-attack", "d", "cover", (6,), (4, 5), (5,)),
        ("RA p.121", "rapid-attack", "a", "frame", (6,), (5,), (5,)),
        ("Condensed §3 Resolving Damage Dice", "condensed", "d", "cover", (6,), (4, 5), (5,)),
        ("Draft Damage chart 3", "rapid-attack-draft", "d", "cover", (6,), (4, 5), ()),
        ("Draft Damage chart 4", "rapid-attack-draft", "d", "frame", (6,), (5,), ()),
    ],
)
def test_the_damage_charts_are_those_of_the_page(
    page: str,
    name: str,
    letter: str,
    cover: str,
    target: tuple[int, ...],
    hit: tuple[int, ...],
    through: tuple[int, ...],
) -> None:
    chart = combat(name).charts[letter]["frame"][cover]
    assert (chart.reference, chart.target, chart.cover, chart.through) == (page, target, hit, through)


@pytest.mark.parametrize(
    "wrong",
    [
        "charts: {ranged: {target: [5, 7]}}",
        "charts: {in-cover: {target: [5]}}",
        "charts: {in-cover: {through: [3]}}",
        "attacks: {d: {frame: {open: nothing}}}",
    ],
)
def test_a_house_edition_whose_charts_contradict_themselves_is_told(tmp_path: Path, wrong: str) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(f"extends: rapid-attack\ntables: {{combat: {{{wrong}}}}}\n", "utf-8")
    with pytest.raises(BrickyardError):
        combat_of(edition(str(path)), RAPID_ATTACK)


def test_a_house_edition_changes_a_chart_and_the_odds_follow(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text("extends: rapid-attack\ntables: {combat: {charts: {ranged: {target: [4, 5, 6]}}}}\n")
    rows = attack_rows(fighter("2W 2Rd"), fighter("2W 1B"), combat_of(edition(str(path)), RAPID_ATTACK), NONE)
    assert mean(rows, "d") == Fraction(35, 72) * Fraction(3, 2)


def test_a_text_without_attacks_has_no_odds() -> None:
    with pytest.raises(BrickyardError, match="has no attacks"):
        combat_of(edition("paper-mech"), RAPID_ATTACK)


def test_stepping_away_from_a_station_lets_one_damage_pass() -> None:
    """RA p.123, rules 5.8: the chance of two points becomes that of one; of none, that of none or one."""
    plain, away = (
        json.loads(brickyard(["odds", "2Rd & d8 1Y", "1B", *words, "--format", "json"]).stdout)
        for words in ([], ["--steps-away"])
    )
    for before, after in zip(plain["fights"][0]["rows"], away["fights"][0]["rows"], strict=True):
        chances = [one["value"] for one in before["damage"]]
        shifted = [sum(chances[:2]), *chances[2:]] if before["possible"] else []
        assert [one["value"] for one in after["damage"]] == pytest.approx(shifted)
    assert any("RA p.123" in note for note in away["notes"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["2Rd", "--steps-away"], "there is no target"),
        (["2Rd", "terrain", "--steps-away"], "is for frames"),
        (["2Rs", "1B", "--edition", "intercept-orbit", "--steps-away"], "has no rule for that"),
    ],
)
def test_only_frames_step_away_from_stations(words: list[str], said: str) -> None:
    run = brickyard(["odds", *words])
    assert (run.returncode, said in run.stderr) == (2, True)
