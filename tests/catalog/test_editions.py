"""The five texts as data, what a house edition may change, and the options a group agrees on."""

from __future__ import annotations

import pickle
import random
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

import catalog.editions
from catalog.editions.battle_tables import Penalty
from catalog.editions.edition import KINDS, Citation, Edition, option_words, options_in_force, parse_options
from catalog.editions.loading import (
    edition,
    edition_for,
    edition_named,
    load_edition,
    shipped_editions,
)
from catalog.editions.tables import CompanyRow, FleetRow, UnitClass
from catalog.yaml.yaml_reading import read_yaml
from ldraw_tools.findings import BrickyardError, Place, Severity

EDITIONS = Path(catalog.editions.__file__).parent
IDS = ("condensed", "intercept-orbit", "paper-mech", "rapid-attack", "rapid-attack-draft")
FRAMES = ("rapid-attack", "rapid-attack-draft", "condensed")
INFO, WARNING, ERROR = Severity.INFO, Severity.WARNING, Severity.ERROR

CODES = {
    *(f"SYS{n:03}" for n in range(1, 11)),
    *(f"SIZ{n:03}" for n in range(1, 14)),
    *(f"BAS{n:03}" for n in range(1, 4)),
    *(f"CMP{n:03}" for n in range(1, 8)),
    *(f"FLT{n:03}" for n in range(1, 7)),
    *(f"MEC{n:03}" for n in range(1, 6)),
    *(f"LNT{n:03}" for n in range(1, 13)),
    "CAM001",
    # What a group demands in an edition of its own.
    *("SYS020", "CMP020"),
}


def cited(name: str, code: str) -> Citation:
    return edition(name).citations[code]


def test_the_five_texts_are_shipped() -> None:
    assert shipped_editions() == IDS


@pytest.mark.parametrize("name", IDS)
def test_a_shipped_edition_says_who_it_is(name: str) -> None:
    found = edition(name)
    assert (found.id, found.file) == (name, f"{name}.yaml")
    assert all((found.title, found.version, found.date, found.short, found.game, found.words))
    assert edition(name) is found


@pytest.mark.parametrize("name", IDS)
def test_a_shipped_edition_read_like_a_strangers_has_one_fault_its_taken_id(name: str) -> None:
    found, findings = load_edition(EDITIONS / f"{name}.yaml")
    assert found is None
    assert [finding.code for finding in findings if finding.severity > Severity.INFO] == ["MAN032"]


@pytest.mark.parametrize("name", IDS)
def test_every_citation_has_a_known_code_a_reference_and_an_author(name: str) -> None:
    for code, citation in edition(name).citations.items():
        assert code in CODES, "a new code is written into CODES, too"
        assert citation.code == code
        assert re.match(r"(RA|IO) p\.\d|Condensed §\d|Draft \w|PM \w|brickyard$", citation.reference), code
        assert citation.edition in IDS


def test_every_code_of_the_contract_is_cited_by_some_edition() -> None:
    assert {code for name in IDS for code in edition(name).citations} == CODES


@pytest.mark.parametrize("name", IDS)
def test_editions_can_be_handed_to_another_process(name: str) -> None:
    assert pickle.loads(pickle.dumps(edition(name))) == edition(name)


@pytest.mark.parametrize(
    ("game", "name"), [("frames", "rapid-attack"), ("fleet", "intercept-orbit"), ("mech", "paper-mech")]
)
def test_every_game_has_the_edition_that_others_extend(game: str, name: str) -> None:
    assert edition_for(game) is edition(name)
    assert edition(name).game == game
    assert not edition(name).extends


def test_there_is_no_edition_for_another_game() -> None:
    with pytest.raises(BrickyardError, match="no edition is for chess"):
        edition_for("chess")


@pytest.mark.parametrize("name", FRAMES)
@pytest.mark.parametrize(
    ("size", "players", "stations", "frames"),
    [
        ("skirmish", 2, 3, (4, 6)),
        ("skirmish", 3, 2, (3, 5)),
        ("skirmish", 4, 2, (3, 4)),
        ("skirmish", 5, 1, (3, 4)),
        ("battle", 2, 3, (5, 8)),
        ("battle", 3, 2, (4, 7)),
        ("battle", 4, 2, (4, 6)),
        ("battle", 5, 1, (3, 5)),
    ],
)
def test_companies_by_size_and_players(
    name: str, size: str, players: int, stations: int, frames: tuple[int, int]
) -> None:
    assert edition(name).companies[size][players] == CompanyRow(stations=stations, frames=frames)


def test_fleets_by_players() -> None:
    assert edition("intercept-orbit").fleets == {
        2: FleetRow(assets=(5, 7), hvas=3),
        3: FleetRow(assets=(4, 6), hvas=2),
        4: FleetRow(assets=(3, 5), hvas=1),
    }


def test_the_classes_of_ships() -> None:
    assert edition("intercept-orbit").classes == {
        "capital": UnitClass(white=2, systems=4, largest_studs=16, base=(8, 8)),
        "frigate": UnitClass(white=2, green=1, systems=3, largest_studs=12, base=(4, 8)),
        "hva": UnitClass(largest_studs=12, base=(8, 4)),
        "company": UnitClass(white=2, systems=4, fixed=("Rf", "B", "Y", "G"), base=(4, 4)),
        "debris": UnitClass(base=(4, 4)),
    }


BOTH, ARM, SHOULDER = ("arm", "shoulder"), ("arm",), ("shoulder",)


@pytest.mark.parametrize(
    ("weapon", "reach", "mounts", "weight", "keyword", "armour", "assumed", "actions"),
    [
        ("missile", "long", BOTH, 3, "recoil", 3, False, "2/2 4/3 6/4"),
        ("rifle", "long", BOTH, 3, "sniper", 3, True, "2/3 3/4 4/5"),
        ("ppc", "long", BOTH, 4, "kickback", 3, True, "4/3 6/4 8/5"),
        ("wing shield", "none", SHOULDER, 1, "reflex", 4, False, "0/1 0/1 0/1"),
        ("disruptor", "medium", BOTH, 2, "EMP", 3, False, "1/2 3/3 5/4"),
        ("flamethrower", "medium", BOTH, 2, "proximity", 3, False, "2/1 4/2 5/3"),
        ("laser", "medium", BOTH, 3, "accurate", 3, False, "2/2 3/3 4/4"),
        ("mortar", "medium", SHOULDER, 4, "area", 3, False, "3/3 4/4 5/5"),
        ("machine gun", "short", BOTH, 1, "weak", 3, True, "3/1 6/2 8/3"),
        ("energy whip", "short", ARM, 2, "pull", 3, True, "2/2 4/3 6/4"),
        ("fist", "close", ARM, 2, "combo", 3, False, "2/2 5/3 1/3"),
        ("plasma sword", "close", ARM, 2, "parry", 3, True, "3/2 4/3 5/4"),
        ("tower shield", "close", ARM, 4, "wall", 4, True, "3/2 0/1 0/1"),
    ],
)
def test_the_weapons_of_a_paper_mech(
    weapon: str,
    reach: str,
    mounts: tuple[str, ...],
    weight: int,
    keyword: str,
    armour: int,
    assumed: bool,
    actions: str,
) -> None:
    row = edition("paper-mech").weapons[weapon]
    assert (row.range, row.mounts, row.weight, row.keyword) == (reach, mounts, weight, keyword)
    assert (row.armour, row.armour_assumed) == (armour, assumed)
    assert " ".join(f"{action.power}/{action.time}" for action in row.actions) == actions


def test_the_chassis_of_a_paper_mech() -> None:
    found = edition("paper-mech")
    assert len(found.weapons) == 13
    assert list(found.mounts.values()) == ["shoulder", "shoulder", "arm", "arm"]
    assert found.armour == {"torso": 3, "legs": 3}
    assert found.penalty == Penalty(rated=12, per=2)


def test_the_standard_loadout_weighs_twelve() -> None:
    weapons = edition("paper-mech").weapons
    carried = sum(weapons[name].weight for name in ("wing shield", "missile", "laser", "fist"))
    torso, legs = 2, 1
    assert edition("paper-mech").penalty == Penalty(rated=carried + torso + legs, per=2)


@pytest.mark.parametrize(
    ("name", "code", "severity", "numbers"),
    [
        ("rapid-attack", "SYS001", ERROR, {"most": 4}),
        ("rapid-attack", "SYS002", ERROR, {"most": 2}),
        ("rapid-attack", "SYS003", ERROR, {}),
        ("rapid-attack", "SYS004", ERROR, {"most": 3}),
        ("rapid-attack", "SYS005", ERROR, {}),
        ("rapid-attack", "SYS007", ERROR, {}),
        ("rapid-attack", "SIZ001", WARNING, {"studs": (10, 10), "bricks": 12, "tolerance-ldu": 0.5}),
        ("rapid-attack", "SIZ002", WARNING, {"plates": 7, "slack": 1}),
        ("rapid-attack", "SIZ003", INFO, {"plates": (21, 28)}),
        ("rapid-attack", "SIZ004", ERROR, {"studs": (4, 4), "within-plates": 1}),
        ("rapid-attack", "SIZ005", INFO, {"studs": (4, 4), "within-plates": 1}),
        ("rapid-attack", "SIZ007", INFO, {"bricks": 3}),
        ("rapid-attack", "SIZ008", INFO, {"bricks": (6, 8)}),
        ("rapid-attack", "SIZ009", INFO, {"bricks": 6, "studs": 4}),
        ("rapid-attack", "SIZ011", WARNING, {}),
        ("rapid-attack", "BAS001", INFO, {"studs": ((4, 4), (6, 6))}),
        ("rapid-attack", "CMP001", ERROR, {}),
        ("rapid-attack", "CMP003", ERROR, {"exactly": 3, "spoken-of": 8}),
        ("rapid-attack", "CMP007", INFO, {"frames": 5, "alike": 3}),
        ("rapid-attack-draft", "SIZ009", INFO, {"bricks": 6, "studs": 16}),
        ("condensed", "SIZ001", WARNING, {"studs": (10, 10), "bricks": 12, "tolerance-ldu": 0.5}),
        ("condensed", "SIZ004", ERROR, {"studs": (4, 4), "within-plates": 1}),
        ("intercept-orbit", "SYS001", ERROR, {}),
        ("intercept-orbit", "SYS008", WARNING, {}),
        ("intercept-orbit", "SYS009", WARNING, {"effect": 2}),
        ("intercept-orbit", "SIZ006", ERROR, {}),
        ("intercept-orbit", "SIZ012", ERROR, {"studs": 16}),
        ("intercept-orbit", "BAS002", ERROR, {}),
        ("intercept-orbit", "BAS003", WARNING, {}),
        ("intercept-orbit", "FLT001", ERROR, {"major-battle": 2}),
        ("intercept-orbit", "FLT003", ERROR, {}),
        ("intercept-orbit", "FLT005", WARNING, {}),
        ("paper-mech", "MEC003", ERROR, {"least": 3, "most": 5}),
        ("paper-mech", "MEC004", INFO, {"rated": 12, "step": 2}),
    ],
)
def test_severities_and_numbers_are_those_of_the_texts(
    name: str, code: str, severity: Severity, numbers: Mapping[str, Any]
) -> None:
    assert (cited(name, code).severity, cited(name, code).numbers) == (severity, numbers)


def test_design_advice_is_never_more_than_information() -> None:
    for name in IDS:
        for code, citation in edition(name).citations.items():
            assert not code.startswith("LNT") or citation.severity is INFO


def test_debris_is_no_bigger_than_the_largest_ship() -> None:
    classes = edition("intercept-orbit").classes
    largest = max(row.largest_studs or 0 for row in classes.values())
    assert cited("intercept-orbit", "SIZ012").numbers["studs"] == largest


def test_the_draft_has_neither_a_box_nor_a_size_for_stations() -> None:
    draft = edition("rapid-attack-draft")
    assert [code for code in ("SIZ001", "SIZ004", "SIZ005") if draft.cites(code)] == []
    assert edition("rapid-attack").cites("SIZ001")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("rapid-attack", "score per asset, score, defense, offense, point, comms"),
        ("rapid-attack-draft", "asset value, initiative, defensive, offensive, primary offensive, comms"),
        ("condensed", "points per asset, score, defender, attacker, point attacker, spotting"),
        ("intercept-orbit", "points per asset, score, defender, secondary attacker, primary attacker, comms"),
    ],
)
def test_each_text_has_its_own_words(name: str, words: str) -> None:
    keys = ("points-per-asset", "score", "highest", "others", "lowest", "comms")
    assert ", ".join(edition(name).words[key] for key in keys) == words


def test_only_condensed_lets_a_white_die_go_first() -> None:
    assert [name for name in IDS if "drop-white" in edition(name).options] == ["condensed"]


def test_an_inherited_citation_prints_as_the_parents() -> None:
    inherited = cited("condensed", "BAS001")
    assert inherited is cited("rapid-attack", "BAS001")
    assert (inherited.reference, inherited.edition) == ("RA p.206", "rapid-attack")


def test_a_child_that_has_the_rule_too_cites_its_own_page_with_the_parents_numbers() -> None:
    own = cited("condensed", "SIZ004")
    assert (own.reference, own.edition) == ("Condensed §2 Stations", "condensed")
    assert own.numbers == cited("rapid-attack", "SIZ004").numbers


def house(folder: Path, text: str, name: str = "house.yaml") -> tuple[Edition | None, list[str]]:
    (folder / name).write_text(text, "utf-8")
    found, findings = load_edition(folder / name)
    lines = [
        f"{Path(d.place.file).name}:{d.place.line}:{d.place.column} {d.code} {d.message}" for d in findings
    ]
    return found, lines


def good(folder: Path, text: str) -> Edition:
    found, findings = house(folder, text)
    assert not findings
    assert found is not None
    return found


HOUSE = """\
title: Thursday's table
version: "3"
short: Thursday
extends: rapid-attack
words: {score: glory}
tables:
  companies: {skirmish: {2: {frames: [4, 7]}, 5: null, 6: {stations: 1, frames: [2, 3]}}}
options:
  split-range: {default: yes}
  climbing: null
  rockets: {high: 12}
rules:
  SYS001: {numbers: {most: 5}}
  SIZ001: {severity: error}
  SIZ002: {reason: We build smaller people.}
  SYS004: null
  CMP003: {reference: Thursday rule 7, numbers: {exactly: 4}}
"""


def test_a_house_edition_says_only_what_differs(tmp_path: Path) -> None:
    found, parent = good(tmp_path, HOUSE), edition("rapid-attack")
    assert (found.id, found.title, found.version, found.date) == ("house", "Thursday's table", "3", "2012")
    assert (found.game, found.extends) == ("frames", "rapid-attack")
    assert found.words == {**parent.words, "score": "glory"}
    assert set(parent.citations) - set(found.citations) == {"SYS004"}
    assert found.citations["SYS002"] is parent.citations["SYS002"]


def test_a_changed_number_no_longer_prints_as_the_parents_page(tmp_path: Path) -> None:
    citation = good(tmp_path, HOUSE).citations["SYS001"]
    assert citation.numbers == {"most": 5}
    assert (citation.severity, citation.edition) == (ERROR, "house")
    assert citation.reference == "Thursday, changing RA p.62"


def test_one_number_can_be_changed_and_the_others_stay(tmp_path: Path) -> None:
    found = good(tmp_path, "extends: rapid-attack\nrules: {SIZ001: {numbers: {bricks: 14}}}")
    assert found.citations["SIZ001"].numbers == {"studs": (10, 10), "bricks": 14, "tolerance-ldu": 0.5}


def test_a_changed_severity_keeps_the_numbers(tmp_path: Path) -> None:
    citation = good(tmp_path, HOUSE).citations["SIZ001"]
    assert citation.severity is ERROR
    assert citation.numbers == cited("rapid-attack", "SIZ001").numbers


def test_a_changed_reason_leaves_the_rule_the_parents(tmp_path: Path) -> None:
    citation = good(tmp_path, HOUSE).citations["SIZ002"]
    assert citation.reason == "We build smaller people."
    assert citation.reference == cited("rapid-attack", "SIZ002").reference


def test_a_reference_of_its_own_is_printed(tmp_path: Path) -> None:
    citation = good(tmp_path, HOUSE).citations["CMP003"]
    assert (citation.reference, citation.numbers) == ("Thursday rule 7", {"exactly": 4, "spoken-of": 8})


def test_rows_of_a_table_are_changed_added_and_taken_away_singly(tmp_path: Path) -> None:
    rows = good(tmp_path, HOUSE).companies
    assert rows["skirmish"][2] == CompanyRow(stations=3, frames=(4, 7))
    assert rows["skirmish"][6] == CompanyRow(stations=1, frames=(2, 3))
    assert sorted(rows["skirmish"]) == [2, 3, 4, 6]
    assert rows["battle"] == edition("rapid-attack").companies["battle"]


def test_options_are_changed_and_taken_away_singly(tmp_path: Path) -> None:
    options = good(tmp_path, HOUSE).options
    assert options["split-range"].default is True
    assert (options["rockets"].low, options["rockets"].high) == (0, 12)
    assert "climbing" not in options


def test_loading_a_house_edition_leaves_the_shipped_one_alone(tmp_path: Path) -> None:
    before = pickle.dumps(edition("rapid-attack"))
    good(tmp_path, HOUSE)
    assert pickle.dumps(edition("rapid-attack")) == before


def test_a_house_edition_can_extend_another_house_edition(tmp_path: Path) -> None:
    house(tmp_path, HOUSE, "thursday.yaml")
    found = good(tmp_path, "extends: thursday.yaml\nrules: {SYS001: {numbers: {most: 6}}}")
    assert found.extends == "thursday"
    assert found.citations["SYS001"].reference == "house, changing Thursday, changing RA p.62"
    assert not found.cites("SYS004")


def test_a_rule_of_another_edition_can_be_taken_over_with_all_it_needs(tmp_path: Path) -> None:
    numbers = "{studs: [12, 12], bricks: 14}"
    text = f"extends: rapid-attack-draft\nrules: {{SIZ001: {{severity: info, numbers: {numbers}}}}}"
    assert house(tmp_path, text) == (None, ["house.yaml:2:17 MAN036 SIZ001 needs the number tolerance-ldu"])
    found = good(tmp_path, text.replace("bricks: 14", "bricks: 14, tolerance-ldu: 0.5"))
    assert (found.citations["SIZ001"].reference, found.citations["SIZ001"].severity) == ("house", INFO)


def test_a_rule_that_some_editions_cite_without_its_number_does_not_need_it(tmp_path: Path) -> None:
    found = good(tmp_path, "extends: intercept-orbit\nrules: {SYS001: {severity: warning}}")
    assert found.citations["SYS001"].severity is WARNING


def test_an_edition_may_stand_on_its_own_feet(tmp_path: Path) -> None:
    found = good(tmp_path, "game: mech\nrules: {MEC001: {severity: error, reference: p.1}}")
    assert (found.extends, list(found.citations)) == ("", ["MEC001"])


@pytest.mark.parametrize(
    ("text", "finding", "fix"),
    [
        ("rule: {}", "2:1 MAN017 “rule” is not a valid key of an edition", "Did you mean rules?"),
        ("rules: {sys001: null}", "2:9 MAN034 there is no rule “sys001”", "Did you mean SYS001?"),
        (
            "rules: {FLT001: null}",
            "2:9 MAN035 FLT001 is removed, but rapid-attack doesn't have it",
            "Leave it out.",
        ),
        (
            "rules: {SYS001: {number: 5}}",
            "2:18 MAN017 “number” is not a valid key of rule SYS001",
            "Did you mean numbers?",
        ),
        (
            "rules: {SYS001: {numbers: {mots: 5}}}",
            "2:28 MAN017 “mots” is not a valid number for SYS001",
            "Did you mean most?",
        ),
        (
            "rules: {SYS001: {numbers: {most: five}}}",
            "2:34 MAN013 most is “five”, but must be a number from 0 to 1,000,000",
            "Write it in digits, such as 1.",
        ),
        (
            "rules: {SYS001: {numbers: {most: [1, 2]}}}",
            "2:34 MAN037 most is [1, 2], but must be one number",
            "Write it as 4.",
        ),
        (
            "rules: {SIZ001: {numbers: {studs: 12}}}",
            "2:35 MAN037 studs is “12”, but must be numbers in brackets",
            "Write it as [10, 10].",
        ),
        (
            "rules: {SIZ003: {numbers: {plates: [28, 21]}}}",
            "2:36 MAN038 plates goes from 28 down to 21",
            "Write [21, 28].",
        ),
        (
            "rules: {SYS001: {severity: fatal}}",
            "2:28 MAN016 severity is “fatal”, but must be one of error, warning, info",
            "Choose from error, warning, info.",
        ),
        (
            "rules: {SYS001: 5}",
            "2:17 MAN012 SYS001 is “5”, but must be keys with values",
            "Write key: value.",
        ),
        (
            "words: {scores: x}",
            "2:9 MAN017 “scores” is not a valid word in an edition",
            "Did you mean score?",
        ),
        ("tables: {company: {}}", "2:10 MAN017 “company” is not a valid table", "Did you mean companies?"),
        (
            "tables: {companies: {skirmish: {2: {frame: 4}}}}",
            "2:37 MAN017 “frame” is not a valid key here",
            "Did you mean frames?",
        ),
        (
            "tables: {companies: {skirmish: {2: {frames: [6, 4]}}}}",
            "2:45 MAN038 frames goes from 6 down to 4",
            "Write [4, 6].",
        ),
        (
            "tables: {companies: {skirmish: [3, 4]}}",
            "2:32 MAN012 skirmish is a list, but must be keys with values",
            "Write key: value.",
        ),
        (
            "tables: {companies: {skirmish: {two: {}}}}",
            "2:33 MAN013 skirmish is “two”, but must be a whole number from 1 to 1,000",
            "Write it in digits, such as 1.",
        ),
        (
            "tables: {companies: {skirmish: {7: {frames: [1, 2]}}}}",
            "2:36 MAN018 7 lacks stations",
            "Add stations.",
        ),
        (
            "tables: {companies: {skirmish: {9: null}}}",
            "2:33 MAN035 row 9 is removed, but the table doesn't have it",
            "Leave it out.",
        ),
        (
            "options: {split-rnge: {}}",
            "2:11 MAN017 “split-rnge” is not a valid option for rules",
            "Did you mean split-range?",
        ),
        (
            "options: {drop-white: null}",
            "2:11 MAN035 option drop-white is removed, but rapid-attack doesn't have it",
            "Leave it out.",
        ),
        ("options: {drop-white: {}}", "2:23 MAN018 drop-white lacks kind", "Add kind."),
        (
            "options: {unit-studs: {default: 9}}",
            "2:33 MAN015 default is 9, but must be a whole number from 5 to 7",
            "Write 7 or less.",
        ),
        ("options: {unit-studs: {low: 9}}", "2:23 MAN038 unit-studs goes from 9 down to 7", "Write [7, 9]."),
        (
            "game: fleet",
            "2:7 MAN033 game is fleet, but rapid-attack, which it extends, has frames",
            "Leave game out.",
        ),
        (
            "id: condensed",
            "2:5 MAN032 “condensed” is the id of a shipped edition",
            "Give yours an id of its own.",
        ),
        ("extends: condensed", "2:1 MAN010 “extends” was given in line 1 already", "Keep one of the two."),
    ],
)
def test_a_slip_in_a_house_edition_is_told_at_its_place(
    tmp_path: Path, text: str, finding: str, fix: str
) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(f"extends: rapid-attack\n{text}\n", "utf-8")
    found, (told,) = load_edition(path)
    assert f"{told.place.line}:{told.place.column} {told.code} {told.message}" == finding
    assert told.fix == fix
    assert (found is None) == (told.severity is ERROR)


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("extends: rapid-atack", "1:10 MAN030 there is no edition “rapid-atack”"),
        ("extends: other.yaml", "1:10 MAN030 there is no edition “other.yaml”"),
        (
            "extends: /etc/passwd.yaml",
            "1:10 MAN040 “/etc/passwd.yaml” is an absolute path, so it works only on your computer",
        ),
        (
            "extends: 'C:\\x.yaml'",
            "1:10 MAN040 “C:\\x.yaml” is an absolute path, so it works only on your computer",
        ),
        ("rules: {}", "1:1 MAN018 the file lacks extends"),
        ("- a", "1:1 MAN012 the file is a list, but must be keys with values"),
        ("a: b: c", "1:5 MAN001 “: ” inside a value"),
        ("", "0:0 MAN006 there is nothing in the file"),
    ],
)
def test_an_edition_that_extends_nothing_real_is_told(tmp_path: Path, text: str, finding: str) -> None:
    assert house(tmp_path, text)[1][:1] == [f"house.yaml:{finding}"]
    assert house(tmp_path, text)[0] is None


def test_a_wrong_name_suggests_the_nearest(tmp_path: Path) -> None:
    _, (finding,) = edition_named("Rapid Attack", Place("company.yaml", 2, 10), tmp_path)
    assert finding.fix == "Did you mean rapid-attack?"
    assert finding.place == Place("company.yaml", 2, 10)


def test_a_name_in_a_manifest_is_shipped_or_a_path_seen_from_it(tmp_path: Path) -> None:
    place = Place("lists/company.yaml", 2, 10)
    assert edition_named("condensed", place, tmp_path) == (edition("condensed"), [])
    (tmp_path / "house.yaml").write_text("extends: condensed\nfoo: 1\n", "utf-8")
    found, findings = edition_named("house.yaml", place, tmp_path)
    assert found is None
    assert findings[0].place == Place(str(Path("lists/house.yaml")), 2, 1)


def test_editions_that_extend_each_other_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("extends: b.yaml\n", "utf-8")
    (tmp_path / "b.yaml").write_text("extends: ./a.yaml\n", "utf-8")
    for name in ("a.yaml", "b.yaml"):
        found, findings = load_edition(tmp_path / name)
        assert found is None
        assert [finding.code for finding in findings] == ["MAN031"]
    (tmp_path / "c.yaml").write_text("extends: c.yaml\n", "utf-8")
    assert [finding.code for finding in load_edition(tmp_path / "c.yaml")[1]] == ["MAN031"]


def test_what_is_wrong_with_a_parent_is_told_in_its_file(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("extends: rapid-attack\nfoo: 1\n", "utf-8")
    found, findings = house(tmp_path, "extends: a.yaml\n")
    assert found is None
    assert findings == ["a.yaml:2:1 MAN017 “foo” is not a valid key of an edition"]


def test_a_file_named_like_a_shipped_edition_needs_an_id_of_its_own(tmp_path: Path) -> None:
    _, findings = house(tmp_path, "extends: rapid-attack\n", "condensed.yaml")
    assert findings == ["condensed.yaml:1:1 MAN032 “condensed” is the id of a shipped edition"]


def test_an_edition_asked_for_by_name_or_path_is_there_or_an_exception(tmp_path: Path) -> None:
    with pytest.raises(BrickyardError, match=r"no edition rapid-attak. Did you mean rapid-attack\?"):
        edition("rapid-attak")
    with pytest.raises(BrickyardError, match=r"nowhere\.yaml: can't be read"):
        edition(str(tmp_path / "nowhere.yaml"))
    path = tmp_path / "house.yaml"
    path.write_text(HOUSE, "utf-8")
    assert edition(str(path)).title == "Thursday's table"
    path.write_text("extends: rapid-attack\nfoo: 1\nbar: 2\n", "utf-8")
    with pytest.raises(BrickyardError, match=r"house.yaml:2:1: error MAN017: .* \(and 1 finding more\)"):
        edition(str(path))


def test_a_chain_of_editions_comes_to_an_end(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"e{number}.yaml").write_text(f"extends: e{number + 1}.yaml\n", "utf-8")
    assert [finding.code for finding in load_edition(tmp_path / "e0.yaml")[1]] == ["MAN004"]


@pytest.mark.parametrize("name", ["../secret", "./secret", "secret.txt", ".yaml/../../secret"])
def test_only_yaml_is_ever_read_as_an_edition(tmp_path: Path, name: str) -> None:
    (tmp_path / "house").mkdir()
    for where in (tmp_path, tmp_path / "house"):
        for file in ("secret", "secret.txt"):
            (where / file).write_text("password: 1234\n", "utf-8")
    found, (finding,) = edition_named(name, Place("house/c.yaml", 1, 1), tmp_path / "house")
    assert (found, finding.code) == (None, "MAN030")


def test_a_name_too_long_for_any_file_is_no_edition(tmp_path: Path) -> None:
    found, (finding,) = edition_named("x" * 5000 + ".yaml", Place("c.yaml", 1, 1), tmp_path)
    assert found is None
    assert finding.code == "MAN030"


JUNK: list[Any] = [
    None,
    [],
    {},
    "",
    "x",
    -1,
    10**30,
    0.5,
    True,
    [None],
    [[1]],
    {"x": {"x": []}},
    ["a", 1],
    "2012-05-07",
]


# The same text in a tenth of the time, where there is libyaml.
QUICK = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


def spoiled(plain: Any, randomly: random.Random) -> Any:
    """The same tree with one of its branches replaced or renamed."""
    if not isinstance(plain, dict | list) or not plain or randomly.random() < 0.15:
        return randomly.choice(JUNK)
    if isinstance(plain, list):
        place = randomly.randrange(len(plain))
        return [*plain[:place], spoiled(plain[place], randomly), *plain[place + 1 :]]
    key = randomly.choice(list(plain))
    if randomly.random() < 0.15:
        return {**plain, f"{key}x": plain[key]}
    return {**plain, key: spoiled(plain[key], randomly)}


@pytest.mark.parametrize("name", IDS)
def test_an_edition_spoiled_anywhere_gives_findings_never_an_exception(tmp_path: Path, name: str) -> None:
    plain = yaml.safe_load((EDITIONS / f"{name}.yaml").read_text("utf-8"))
    randomly = random.Random(name)
    path = tmp_path / "house.yaml"
    for root in ({**plain, "id": "house"}, {"extends": name, "rules": plain["rules"]}):
        for _ in range(40):
            path.write_text(yaml.dump(spoiled(root, randomly), Dumper=QUICK), "utf-8")
            found, findings = load_edition(path)
            assert found is not None or findings


@pytest.mark.parametrize(
    ("word", "option"),
    [
        ("split-range", {"split-range": True}),
        ("split-range=no", {"split-range": False}),
        ("rockets=0", {"rockets": 0}),
        ("rockets=8", {"rockets": 8}),
        ("environments=vacuum, deep water", {"environments": ("vacuum", "deep water")}),
        ("environments=vacuum,vacuum", {"environments": ("vacuum",)}),
        ("ban=y,rd", {"ban": ("Y", "Rd")}),
        ("average-systems=3", {"average-systems": 3}),
        ("ruler=6", {"ruler": 6}),
        ("unit-studs=7", {"unit-studs": 7}),
    ],
)
def test_options_from_the_command_line(word: str, option: Mapping[str, Any]) -> None:
    assert parse_options(edition("rapid-attack"), option_words([word])) == (option, [])


@pytest.mark.parametrize(
    ("word", "message", "fix"),
    [
        ("unit-studs=9", "unit-studs is 9, but must be a whole number from 5 to 7", "Write 7 or less."),
        ("rockets=-1", "rockets is -1, but must be a whole number from 0 up", "Write 0."),
        (
            "rockets=many",
            "rockets is “many”, but must be a whole number from 0 up",
            "Write it in digits, such as 1.",
        ),
        ("rockets", "rockets has no value", "Give it one, or leave it out."),
        ("rockets=", "rockets has no value", "Give it one, or leave it out."),
        ("environments", "environments has no value", "Give it one, or leave it out."),
        ("split-range=perhaps", "split-range is “perhaps”, but must be yes or no", "Write yes or no."),
        ("ruler=7", "ruler is “7”, but must be one of 6, 8", "Choose from 6, 8."),
        (
            "ban=Q",
            "ban is “Q”, but must be from B, G, Y, Rh, Rd, Ra, E",
            "Choose from B, G, Y, Rh, Rd, Ra, E.",
        ),
        (
            "split_range",
            "Mobile Frame Zero: Rapid Attack has no option “split_range”",
            "Did you mean split-range?",
        ),
    ],
)
def test_a_wrong_option_is_told_with_a_way_out(word: str, message: str, fix: str) -> None:
    options, (finding,) = parse_options(edition("rapid-attack"), option_words([word]))
    assert not options
    assert (finding.message, finding.fix, finding.place) == (message, fix, Place("--option"))


def test_options_of_a_manifest_are_told_at_their_places_and_to_the_caller() -> None:
    document = read_yaml("options:\n  rockets: 4\n  split-rang: true\n  ban: [Y, Z]\n", "c.yaml")
    options, findings = parse_options(edition("rapid-attack"), document.root.entries()["options"])
    assert options == {"rockets": 4, "ban": ("Y",)}
    assert [str(finding.place) for finding in findings] == ["c.yaml:3:3", "c.yaml:4:8"]
    assert not document.findings


def test_a_manifest_without_options_has_none() -> None:
    entries = read_yaml("company: A\n", "c.yaml").root.entries()
    assert parse_options(edition("rapid-attack"), entries["options"]) == ({}, [])


def test_options_given_as_plain_values_are_read_too() -> None:
    given = {"split-range": True, "rockets": 4, "environments": ["vacuum"], "ruler": 6}
    options, findings = parse_options(edition("rapid-attack"), given)
    assert options == {"split-range": True, "rockets": 4, "environments": ("vacuum",), "ruler": 6}
    assert not findings


def test_what_is_in_force_are_defaults_then_the_manifest_then_the_command_line() -> None:
    assert options_in_force(edition("rapid-attack")) == {"ruler": 8, "unit-studs": 5}
    assert options_in_force(edition("rapid-attack"), {"ruler": 6, "rockets": 4}, {"rockets": 5}) == {
        "ruler": 6,
        "unit-studs": 5,
        "rockets": 5,
    }


def test_the_major_battle_is_an_option_of_fleets_only() -> None:
    assert list(edition("intercept-orbit").options) == ["major-battle"]
    assert parse_options(edition("intercept-orbit"), {"major-battle": True}) == ({"major-battle": True}, [])


@pytest.mark.parametrize("name", IDS)
def test_every_option_says_what_it_is_and_where_it_stands(name: str) -> None:
    for option, spec in edition(name).options.items():
        assert spec.name == option
        assert spec.kind in KINDS
        assert spec.title
        assert spec.reference
