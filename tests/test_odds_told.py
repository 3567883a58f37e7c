"""What odds and citations say beside their numbers (rules V3, V15, V17, V19, V24; newcomer B13, A-F14)."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from brickyard.facts.verdicts import attacks_words
from catalog.editions.battle_tables import Keyword
from catalog.editions.loading import edition
from fleets import odds
from fleets.chances.mech_odds import struck
from tests.running import brickyard
from validators.judged_files import check


def test_v3_the_example_of_the_text_is_what_the_command_says() -> None:
    told = brickyard(["odds", "examples/fleets/first-patrol.yaml:Steadfast", "--repair", "2"]).stdout
    assert "0: 66.7%   1: 16.7%   2: 16.7%" in told
    assert "0.50 on average" in told


@pytest.mark.parametrize("circles", [2, 4, 6])
@pytest.mark.parametrize("power", [1, 2, 3])
@pytest.mark.parametrize("armour", [2, 4])
def test_v24_a_crush_that_destroys_counts_as_all_circles(power: int, armour: int, circles: int) -> None:
    """Every roll written out: a die that beats the circles fills them, else each hit is 1."""
    rolls = list(product(range(1, 7), repeat=power))
    worth = [
        circles if max(roll) > circles else min(circles, sum(face > armour for face in roll))
        for roll in rolls
    ]
    found = struck(power, armour, circles, Keyword(destroys=True))
    assert found.mean == Fraction(sum(worth), len(rolls))
    assert found.destroys == Fraction(worth.count(circles), len(rolls))


def test_v24_a_crush_on_armour_alone_says_what_it_counts() -> None:
    told = brickyard(["odds", "examples/mechs/standard.yaml"]).stdout
    assert "what crush destroys counts as 1, because its circles aren't known here" in told


def test_v15_more_than_three_rockets_on_a_frame_are_forbidden_by_the_book(tmp_path: Path) -> None:
    force = tmp_path / "force.yaml"
    force.write_text(
        "company: Belt\nedition: condensed\noptions: {rockets: 6}\nframes:\n"
        "  - {name: Pod, systems: 1B 2Rd, rockets: 4}\n",
        "utf-8",
    )
    assert [one.reference for one in check(force).findings if one.code == "SYS004"] == ["RA p.65"]


@pytest.mark.parametrize(
    ("name", "word", "page"),
    [
        ("rapid-attack", "point", "RA p.71, 80"),
        ("rapid-attack", "defense position", "RA p.71, 89"),
        ("rapid-attack", "cover", "RA p.77, 118–119"),
        ("paper-mech", "squat", "PM Standing or Squatting"),
    ],
)
def test_v17_a_word_to_learn_cites_where_it_stands(name: str, word: str, page: str) -> None:
    battle = edition(name).battle
    assert battle is not None
    assert battle.learn[word].reference == page


def test_v19_the_metres_of_condenseds_table_are_ours() -> None:
    found = brickyard(["pack", "examples/companies/suns-fang.yaml", "--edition", "condensed"])
    assert "metres are ours, it says 1.15 to 1.5 for hinges" in " ".join(found.stdout.split())


def test_b13_one_line_says_what_white_dice_do_and_what_a_careful_target_takes() -> None:
    """README's own example: a frame with a rifle is best hand-to-hand only while the target is careless."""
    sides = ["2W 1B 1G 1Y 2Rd", "soldier"]
    told = " ".join(brickyard(["odds", *sides]).stdout.split())
    answer = json.loads(brickyard(["odds", *sides, "--format", "json"]).stdout)
    rows = {row["range"]: row for row in answer["fights"][0]["rows"] if row["cover"] in ("open", "any")}
    assert "White dice, balanced: each where it adds most to attack, defense, movement and spot" in told
    for letter, name in (("h", "hand-to-hand"), ("d", "direct")):
        careful = odds(sides[0], "2W 1B 1G 1Y 2Rd", range=letter, defender_white="defense").mean
        assert Fraction(rows[letter]["mean_defended"]["exact"]) == careful
        assert f"{name} {float(careful):.2f}" in told
    assert "if it defends first" in told


def test_b13_a_target_that_defends_first_anyway_or_has_no_white_dice_is_told_once() -> None:
    for more in (["2B", "--target-white", "defense"], ["terrain"]):
        assert "if it defends first" not in brickyard(["odds", "2Rd 1B", *more]).stdout.lower()


@pytest.mark.parametrize(
    ("attacks", "words"),
    [(Fraction(2723, 100), "about 27"), (Fraction(10), "about 10"), (Fraction(43, 10), "about 4.3")],
)
def test_a_f14_attacks_until_destroyed_have_sensible_digits(attacks: Fraction, words: str) -> None:
    assert attacks_words(attacks) == words


def test_a_f14_a_card_says_whose_attacks_destroy_it() -> None:
    told = brickyard(["card", "examples/frames/chub.mpd"]).stdout
    assert "about 27 attacks of a Soldier at direct range" in told
