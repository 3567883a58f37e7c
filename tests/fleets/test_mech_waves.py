"""A 'mech against the waves: the text's examples, the board, and what many games show (rules 5, point 10)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from catalog.editions.loading import edition
from fleets.chances.mech_odds import fighting_of
from fleets.chances.mech_waves import WaveEnemy, _Game, after_acting, play_waves
from fleets.forces.force import FilledLoadout, Mech, filled_loadout, sheet_of
from ldraw_tools.findings import Place
from tests.running import ROOT, brickyard

TEXT = edition("paper-mech")
MECHS = ROOT / "examples" / "mechs"


class Rolls(Random):
    """Dice that show what is asked for, one after the other."""

    def __init__(self, *faces: int) -> None:
        super().__init__(0)
        self._faces = list(faces)

    def randint(self, a: int, b: int) -> int:
        return self._faces.pop(0)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        return self._faces.pop(0) - 1


def loadout(*weapons: str, torso: int = 2, legs: int = 1) -> FilledLoadout:
    mounts = ("left-shoulder", "right-shoulder", "left-arm", "right-arm")
    mech = Mech("M", Place(""), dict(zip(mounts, weapons, strict=False)), {"torso": torso, "legs": legs})
    return filled_loadout(mech, sheet_of(TEXT))


STANDARD = ("wing shield", "missile", "laser", "fist")


def game(*faces: int, weapons: Sequence[str] = STANDARD) -> _Game:
    board = TEXT.board
    assert board is not None
    return _Game(TEXT, loadout(*weapons), fighting_of(TEXT), board, Rolls(*faces))


def enemy(name: str, sector: int, band: int, chosen: int = 0, time: int = 1) -> WaveEnemy:
    assert TEXT.enemies
    row = TEXT.enemies[name]
    return WaveEnemy(name, row, [2] * len(row.attacks), sector, band, chosen, time)


def filled(played: _Game, mount: str) -> list[int]:
    return [number for number, is_filled in enumerate(played.damage[mount], 1) if is_filled]


def test_the_texts_first_example_fills_the_circles_that_it_says() -> None:
    """Artillery in front: location 4, five dice 2 2 4 5 6, first circle 4; 4 and 5 are filled already."""
    played = game(4, 2, 2, 4, 5, 6, 4)
    played.damage["left-arm"][3:5] = [True, True]
    played._be_hit(enemy("artillery", 3, 3))
    assert filled(played, "left-arm") == [1, 2, 4, 5, 6]


@pytest.mark.parametrize(
    ("sectors", "locations"),
    [
        ((3, 4, 1, 6), {2: "left-shoulder", 3: "right-shoulder", 4: "left-arm", 5: "right-arm"}),
        ((2,), {2: "left-shoulder", 3: "left-shoulder", 4: "left-arm", 5: "left-arm"}),
        ((5,), {2: "right-shoulder", 3: "right-shoulder", 4: "right-arm", 5: "right-arm"}),
    ],
    ids=["front and rear", "left", "right"],
)
def test_what_an_enemy_hits_depends_on_its_side(sectors: Sequence[int], locations: dict[int, str]) -> None:
    for sector in sectors:
        for rolled, mount in locations.items():
            played = game(rolled, 2, 2, 4, 5, 6, 4)
            played._be_hit(enemy("artillery", sector, 3))
            assert {one for one in played.damage if filled(played, one)} == {mount}


def test_the_texts_second_example_spills_over_to_the_wing_shield() -> None:
    played = game(4, 5, 1)
    played.damage["left-arm"] = [True, True, False, True, True, True]
    # Three points: circle 3, then a 5 spills to the left shoulder, where circle 1 is first.
    played._damage("left-arm", 3)
    assert filled(played, "left-arm") == [1, 2, 3, 4, 5, 6]
    assert filled(played, "left-shoulder") == [1, 2]


@pytest.mark.parametrize(
    ("sector", "band", "chosen", "sector_then", "band_then"),
    [
        # A tank: its laser reaches medium range, its shells long range.
        (3, 3, 0, 3, 2),
        (3, 3, 1, 2, 3),
        (5, 2, 0, 6, 2),
        (1, 0, 0, 1, 0),
        (6, 3, 1, 6, 3),
    ],
)
def test_an_enemy_out_of_range_comes_nearer_and_else_goes_to_the_rear(
    sector: int, band: int, chosen: int, sector_then: int, band_then: int
) -> None:
    assert after_acting(game().radar, enemy("tank", sector, band, chosen)) == (sector_then, band_then)


def test_artillery_does_not_move() -> None:
    assert after_acting(game().radar, enemy("artillery", 4, 3)) == (4, 3)


def test_a_hit_of_a_missile_delays_and_one_of_a_disruptor_starts_over() -> None:
    tank = enemy("tank", 4, 2, 1, time=4)
    played = game(6, 6, 6, 6, weapons=("", "missile"))
    option = next(one for one in played._options([tank], 0) if one.action.power == 2)
    played._attack(option, [tank])
    assert (tank.left, tank.time) == (2, 5)
    played = game(6, 6, 1, weapons=("", "disruptor"))
    tank = enemy("tank", 4, 2, 1, time=4)
    option = next(one for one in played._options([tank], 0) if one.action.power == 1)
    played._attack(option, [tank])
    # A 6 on the second die chooses shells again, by its T of 4.
    assert (tank.left, tank.time, tank.attack.name) == (3, 4, "shells")


def test_a_missile_is_not_fired_twice_in_a_row_and_a_mortar_not_at_close_range() -> None:
    played = game(weapons=("mortar", "missile"))
    near, far = enemy("tank", 4, 0, time=9), enemy("tank", 4, 2, time=9)
    assert {one.mount.name for one in played._options([near], 0)} == {"right-shoulder"}
    played.fired = "right-shoulder"
    assert {one.mount.name for one in played._options([far], 0)} == {"left-shoulder"}
    played._act("move", [far])
    assert {one.mount.name for one in played._options([far], 0)} == {"left-shoulder", "right-shoulder"}


def test_a_combo_is_stronger_only_on_the_enemy_that_it_hit_before() -> None:
    played, tank, helo = game(), enemy("tank", 4, 0, time=9), enemy("helo", 4, 0, time=9)

    def worth(target: WaveEnemy) -> float:
        return next(one.worth for one in played._options([target], 0) if one.keyword.combo_power)

    first, other = worth(tank), worth(helo)
    played.last = ("right-arm", tank)
    assert worth(tank) > first
    assert worth(helo) == other


def test_the_same_seed_plays_the_same_games() -> None:
    standard = loadout(*STANDARD)
    assert play_waves(TEXT, standard, 20, 7) == play_waves(TEXT, standard, 20, 7)
    assert play_waves(TEXT, standard, 20, 7) != play_waves(TEXT, standard, 20, 8)


def test_without_a_weapon_no_wave_is_beaten_and_armour_helps() -> None:
    assert {end.waves for end in play_waves(TEXT, loadout(), 5, 1)} == {0}
    bare, plated = (
        sum(end.waves for end in play_waves(TEXT, loadout(*STANDARD, torso=torso), 60, 3)) for torso in (0, 2)
    )
    assert plated > bare


def test_the_command_says_what_it_plays_and_with_which_seed() -> None:
    path = str(MECHS / "standard.yaml")
    run = brickyard(["odds", path, "--waves", "40", "--seed", "5"])
    assert run.returncode == 0, run.stderr
    assert "40 games played out with seed 5" in run.stdout
    assert "Ours, because the drawings of the text are lost:" in run.stdout
    found = json.loads(brickyard(["odds", path, "--waves", "40", "--seed", "5", "--format", "json"]).stdout)
    shares = [row["beaten"]["value"] for row in found["rows"]]
    assert shares == sorted(shares, reverse=True)
    assert found["rows"][0]["reached"]["value"] == 1
    assert f"{100 * shares[-1]:.1f}% of the games" in run.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["2Rd", "--waves", "9"], "--waves are for a 'mech"),
        ([str(MECHS / "siege.yaml"), "tank", "--waves", "9"], "--waves: name one 'mech"),
        ([str(MECHS / "siege.yaml"), "--waves", "9", "--squat"], "--waves goes with --seed and no other"),
    ],
)
def test_waves_are_refused_for_anything_else(words: list[str], said: str) -> None:
    run = brickyard(["odds", *words])
    assert run.returncode == 2
    assert said in run.stderr


def test_a_text_without_a_board_has_no_waves() -> None:
    board = TEXT.board
    assert board is not None
    with pytest.raises(Exception, match="don't describe games"):
        play_waves(replace(TEXT, board=board._replace(arcs={})), loadout(*STANDARD), 1, 1)
