"""What a page carries of an edition: loadouts with their dice, odds, open points, words to learn."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from brickyard.table.table_data import force_of, game_of
from brickyard.table.table_files import script_names
from brickyard.table.table_texts import sentences
from catalog.editions.loading import edition, shipped_editions
from catalog.vocabulary import INTERCEPT_ORBIT, RAPID_ATTACK
from fleets.battle_tables.battle_rules import battle_rules, odds_tables
from fleets.battle_tables.loadout_table import system_of
from fleets.comparing.hearsay import read_hearsay
from fleets.dice.carried_systems import Loadout, losses, pool_of
from fleets.notation import write_loadout
from scripts.soak_table import FOLD_SCRIPTS
from tests.fleets.battles.playing import Table, frame
from tests.running import ROOT
from validators.judged_files import JudgeSettings, read_file


@pytest.mark.parametrize("name", shipped_editions())
def test_an_editions_rules_are_json_and_hold_no_number_of_another_game(name: str) -> None:
    rules = battle_rules(edition(name))
    assert json.loads(json.dumps(rules, allow_nan=False)) == rules
    assert (rules["mech"] is None) is ("loadouts" in rules)


def test_the_book_has_168_loadouts_and_every_loss_of_each_is_there() -> None:
    rows = battle_rules(edition("rapid-attack"))["loadouts"]["frame"]
    assert len(rows) == 168
    for key, (text, _) in rows.items():
        loadout = Loadout.of(*(system_of(code) for code in key.split()))
        assert f"2W {text}".strip() == write_loadout(loadout, RAPID_ATTACK)["book"]
        for loss in losses(loadout, RAPID_ATTACK):
            left = " ".join(sorted(system.code for system in loss.left.systems))
            assert left in rows


@pytest.mark.parametrize("kind", ["capital", "frigate", "company"])
def test_ships_and_companies_have_the_dice_that_the_game_gives_them(kind: str) -> None:
    rows = battle_rules(edition("intercept-orbit"))["loadouts"][kind]
    body = INTERCEPT_ORBIT.body(kind)
    for key, (_, dice) in rows.items():
        loadout = Loadout.of(*(system_of(code) for code in key.split()))
        pool = pool_of(loadout, INTERCEPT_ORBIT, body, white=0)
        assert [tuple(one) for one in dice] == [(one.count, one.colour, one.sides, one.range) for one in pool]


def test_split_weapons_are_there_where_they_were_agreed_on_or_are_met() -> None:
    text = edition("rapid-attack")
    assert "Ra/Rd" not in battle_rules(text)["loadouts"]["frame"]
    assert "Ra/Rd" in battle_rules(text, {"split-range": True})["loadouts"]["frame"]
    met = battle_rules(text, {}, [{"units": [frame("X", "Ra/Rd Rd")]}])["loadouts"]["frame"]
    assert met["Ra/Rd Rd"][0] == "3Rd 1Ra"
    assert {"Ra/Rd", "Rd"} <= set(met)


def test_notation_with_rockets_and_environments_is_as_the_command_writes_it() -> None:
    table = Table({"name": "A", "units": [frame("X", "B E:vacuum Rh", rockets=2)] * 3})
    loadout = Loadout.of(*(system_of(code) for code in ("B", "E:vacuum", "Rh")), rockets=2)
    assert table.unit("a1")["dice"] == write_loadout(loadout, RAPID_ATTACK)["book"]


def test_odds_are_counted_as_people_count_them() -> None:
    tables = odds_tables(edition("rapid-attack"))
    # Two dice in the open hit with 5 and 6: 16 of 36 do nothing, 4 of 36 hit twice.
    assert tables["damage"]["ranged"][2] == [0.4444, 0.4444, 0.1111]
    rolls = [max(roll) for roll in product(range(1, 7), range(1, 7), range(1, 9))]
    assert tables["best"]["2,1"] == [0, *(round(rolls.count(face) / len(rolls), 4) for face in range(1, 9))]


def test_every_open_point_and_every_word_has_a_page() -> None:
    for name in shipped_editions():
        rules = battle_rules(edition(name))
        assert all(point["asks"] and point["page"] for point in rules["open"].values())
        assert all(says and page for says, page in rules["learn"].values())
        assert rules["hints"]["play"]


def test_every_sentence_that_a_fold_names_exists() -> None:
    code = "".join(path.read_text("utf-8") for path in (ROOT / "fleets/battles").glob("*_events.py"))
    named = {part for part in code.split('"') if part.isascii() and part in sentences()}
    assert len(named) > 120


def test_a_hearsay_force_has_the_stations_that_the_game_gives_everybody() -> None:
    text = edition("rapid-attack")
    assert force_of(read_hearsay("frames=5,systems=20"), text, 3, "") == {
        "name": "",
        "units": [],
        "stations": [],
        "counts": {"stations": 2, "frames": 5, "systems": 20},
    }


def test_an_ace_named_for_the_fleet_is_its_only_companys() -> None:
    path = Path(ROOT, "examples/fleets/first-patrol.yaml")
    fleet = read_file(path, JudgeSettings()).subject
    game = game_of(edition("intercept-orbit"), [("A", fleet)])  # type: ignore[list-item]
    aces = {unit["name"]: unit["ace"] for unit in game["players"][0]["force"]["units"]}
    assert aces["Torch Company"] == "G"


def test_the_page_loads_every_script_of_the_fold_in_its_order() -> None:
    assert tuple(script_names()[: len(FOLD_SCRIPTS)]) == FOLD_SCRIPTS


@pytest.mark.parametrize(("text", "short"), [("rapid-attack-draft", "Draft"), ("condensed", "Condensed")])
def test_v16_the_draft_and_condensed_explain_words_in_their_own(text: str, short: str) -> None:
    learn = battle_rules(edition(text))["learn"]
    # Campaigns are in the book only.
    assert {page.split()[0] for word, (_, page) in learn.items() if word != "special objective"} == {short}
    spoken = " ".join([*learn, *(says for says, _ in learn.values())])
    assert "score per asset" not in spoken
    if short == "Draft":
        assert "only the higher counts" not in spoken
        assert {"initiative", "initiative order", "primary offensive"} <= set(learn)
        assert not {"score", "tactical order", "point"} & set(learn)
