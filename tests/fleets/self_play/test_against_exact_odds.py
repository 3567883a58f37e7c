"""Attacks of the engine come out as the exact odds say: every range, cover and spot, within four sigma."""

from __future__ import annotations

import os
from itertools import product
from math import sqrt
from statistics import fmean

import pytest

from catalog.editions.loading import edition
from catalog.vocabulary import RAPID_ATTACK
from fleets.chances.attacks import at_most, resolve
from fleets.chances.combat import combat_of, highest_of
from fleets.self_play import played_turns
from fleets.self_play.battle_sides import TableTop
from fleets.self_play.play_rules import COVER, FRAME_COVER, DiceBook
from fleets.self_play.terrain_sets import CoverPiece
from fleets.self_play.turn_choices import Act, Aimed
from fleets.self_play.whole_battle import _bring
from tests.fleets.self_play.duels import company, contest

# By hand: BRICKYARD_ROLLS=10000 pytest this file.
ROLLS = int(os.environ.get("BRICKYARD_ROLLS", "1500"))
BOTH, HITS_OF_COVER = "B Rd Rd", 2


@pytest.mark.parametrize("spot", [0, 3])
@pytest.mark.parametrize(
    ("letter", "cover"),
    [("h", "open"), ("d", "open"), ("d", "cover"), ("d", "frame"), ("a", "open"), ("a", "cover")],
)
def test_damage_is_what_the_odds_say(letter: str, cover: str, spot: int) -> None:
    weapon = f"B R{letter} R{letter}"
    played = contest(company("A", weapon, rockets=0), company("B", weapon, "B B G", rockets=0))
    top = TableTop(
        played.rules, DiceBook(played.rules), played.tactics, [CoverPiece(5, 5, 1, HITS_OF_COVER)], 1
    )
    found: dict[int, int] = {}
    for seed in range(ROLLS):
        top.frames.clear()
        top.stations.clear()
        top.events.clear()
        _bring(top, played.forces)
        top.stations.clear()
        top.set_up()
        top.cover_hits[0], top.seed = HITS_OF_COVER, seed
        attacker, target, between = top.frames
        number = {COVER: 0, FRAME_COVER: between.row}.get(cover, -1)
        attack = played_turns._roll(top, Aimed(attacker, target, letter), None).best[Act.ATTACK]
        defense = played_turns._roll(top, Aimed(target), None).best[Act.DEFEND]
        dice = max(0, attack + spot - defense)
        faces = top.rules.faces_for(letter, cover)
        played_turns.resolve(top, attacker, target, faces, cover, number, dice)
        hurt = sum(event["do"] == "strike" and event["unit"] == target.id for event in top.events)
        found[hurt] = found.get(hurt, 0) + 1
    charts = combat_of(edition("rapid-attack"), RAPID_ATTACK).against(letter, "frame")
    # A frame with two defense systems covers without taking any hits.
    stands = HITS_OF_COVER if cover == COVER else None
    attacks, defenses = highest_of(((6, 2), (8, 1))), highest_of(((6, 1),))
    exact = at_most(resolve(attacks, defenses, charts[cover], spot, stands).damage, target.life + hurt)
    for damage, chance in enumerate(at_most(exact, 5).chances):
        share = float(chance)
        assert abs(found.get(damage, 0) - ROLLS * share) <= 4 * sqrt(ROLLS * share * (1 - share)) + 1e-9


@pytest.mark.parametrize("white", [0, 1, 2])
@pytest.mark.parametrize("codes", ["Rd", "Ra Ra", "B G Rd Y"])
def test_an_attack_counts_with_the_whole_number_nearest_to_its_mean(codes: str, white: int) -> None:
    dice = DiceBook(contest().rules).dice(sorted(codes.split()), white, 0)
    for arm in dice.arms:
        rolls = product(*(range(1, sides + 1) for sides in (*dice.red[arm.letter], *dice.white[:1])))
        assert abs(arm.attack - fmean(max(faces, default=0) for faces in rolls)) <= 0.5
