"""What an audit of the rules found wrong, one test for each case; the numbers are the audit's."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner, Result

from brickyard.cli import make_app
from brickyard.commands.new import Starter
from brickyard.printing.reference_tables import reference_values
from brickyard.starters import STARTERS
from catalog.editions import loading
from catalog.vocabulary import INTERCEPT_ORBIT, RAPID_ATTACK, VOCABULARIES
from fleets.chances.card_numbers import card_numbers
from fleets.chances.combat import combat_of
from fleets.chances.duel import fighter_reading
from fleets.dice.carried_systems import Loadout
from fleets.models.model_units import Role, Unit
from fleets.notation import Reading, read_dice
from ldraw_tools.findings import Place
from tests.running import ROOT
from validators.rule import Ruling, rules


def ran(folder: Path, *arguments: str) -> Result:
    """A command in this process, in that folder."""
    here = Path.cwd()
    os.chdir(folder)
    try:
        return CliRunner().invoke(make_app([arguments[0]]), list(arguments))
    finally:
        os.chdir(here)


def said(folder: Path, *arguments: str, status: int = 0) -> str:
    run = ran(folder, *arguments)
    assert run.exit_code == status, run.output + str(run.exception)
    return run.stdout


def document(folder: Path, *arguments: str, status: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(said(folder, *arguments, "--format", "json", status=status))
    return found


def findings(folder: Path, *arguments: str, status: int = 0) -> list[dict[str, Any]]:
    """Every finding of a check once, whatever it is about and wherever it is told."""
    found = _findings_in(document(folder, "check", *arguments, status=status))
    return list({json.dumps(one, sort_keys=True): one for one in found}.values())


def _findings_in(found: object) -> list[dict[str, Any]]:
    if isinstance(found, list):
        return [finding for one in found for finding in _findings_in(one)]
    if not isinstance(found, dict):
        return []
    own = found.get("findings", [])
    return [
        *own,
        *(finding for key, one in found.items() if key != "findings" for finding in _findings_in(one)),
    ]


def written(folder: Path, text: str, name: str = "list.yaml") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder


# W1: an attack can be hasted once a T has passed, and costs the time that has passed.


@pytest.fixture
def gunner(tmp_path: Path) -> Path:
    mounts = "{left-shoulder: machine gun, right-shoulder: rifle}"
    return written(tmp_path, f"mech: Gunner\nmounts: {mounts}\n", "gunner.yaml")


@pytest.mark.parametrize(
    ("haste", "times"),
    [(0, [1, 2, 3, 3, 4, 5]), (1, [2, 3, 3, 4, 5]), (2, [3, 3, 4, 5]), (3, [4, 5]), (5, [])],
)
def test_w1_attacks_that_were_only_just_chosen_are_not_shown(
    gunner: Path, haste: int, times: list[int]
) -> None:
    found = document(gunner, "odds", "gunner.yaml", "tank", "--haste", str(haste))
    assert [one["time"] for one in found["mech_attacks"]] == times


def test_w1_what_cant_be_hasted_is_named(gunner: Path) -> None:
    text = said(gunner, "odds", "gunner.yaml", "tank", "--haste", "2")
    assert "can't be hasted this early: machine gun P3 T1, machine gun P6 T2\n" in text
    assert "Most damage for its time: rifle P2 T3" not in text
    assert "hasted" not in said(gunner, "odds", "gunner.yaml", "tank")
    assert "hasted" not in said(gunner, "odds", "tank", "gunner.yaml", "--haste", "2")


def test_w1_a_hasted_attack_is_reckoned_by_the_time_it_spends(gunner: Path) -> None:
    """The rifle's P2 T3 with 2 T left spends 1 T: one die in six hurts the tank."""
    found = document(gunner, "odds", "gunner.yaml", "tank", "--haste", "2")
    rifle = next(one for one in found["mech_attacks"] if one["weapon"] == "rifle")
    assert rifle["mean"]["exact"] == "1/3"
    assert Fraction(rifle["mean_per_time"]["exact"]) == Fraction(1, 3)


# W2: the text's worked example has the laser on the left arm.


def test_w2_the_standard_mech_has_its_laser_on_the_left_arm() -> None:
    """A hit of 4 from the front is on the left arm, and there it meets the laser."""
    paper = loading.edition("paper-mech")
    assert paper.board
    mount = paper.board.hits["front or rear"][4]
    for text in ((ROOT / "examples/mechs/standard.yaml").read_text(encoding="utf-8"), STARTERS[Starter.MECH]):
        assert yaml.safe_load(text)["mounts"][mount] == "laser"


# W3: in the draft only movement systems move through cover.


@pytest.mark.parametrize(
    ("dice", "edition", "passes"),
    [
        ("1B 2Rh", "rapid-attack-draft", False),
        ("1B 2Rh", "rapid-attack", True),
        ("1B 2Rh", "condensed", True),
        ("1G 2Rh", "rapid-attack-draft", True),
        ("1G 2Rd", "rapid-attack-draft", True),
        ("1B 2Rd", "rapid-attack", False),
    ],
)
def test_w3_who_moves_through_cover(tmp_path: Path, dice: str, edition: str, passes: bool) -> None:
    text = said(tmp_path, "odds", dice, "--edition", edition)
    assert ("through cover" in text) is passes


# W4: a station stands on its terrain and is not part of its height.


def terrain_with_station(bricks: int, as_group: bool = False) -> str:
    """Terrain so many bricks tall with a station of two bricks on it."""
    tower = [f"1 71 0 {-24 * (i + 1)} 0 1 0 0 0 1 0 0 0 1 3001.dat" for i in range(bricks)]
    if as_group:
        marked = [f"1 71 0 {-24 * (bricks + i + 1)} 0 1 0 0 0 1 0 0 0 1 3003.dat" for i in range(2)]
        begin, end = "0 !MFZ BEGIN STATION Post", "0 !MFZ END"
        return "\n".join(["0 Hill", "0 !MFZ TERRAIN Hill", *tower, begin, *marked, end, ""])
    post = [f"1 71 0 {-24 * (i + 1)} 0 1 0 0 0 1 0 0 0 1 3003.dat" for i in range(2)]
    placed = f"1 16 0 {-24 * bricks} 0 1 0 0 0 1 0 0 0 1 post.ldr"
    files = ["0 FILE hill.ldr", "0 Hill", "0 !MFZ TERRAIN Hill", *tower, placed]
    return "\n".join([*files, "0 FILE post.ldr", "0 Post", "0 !MFZ STATION Post", *post, ""])


@pytest.mark.parametrize(("bricks", "codes"), [(2, {"SIZ007", "SIZ008"}), (4, {"SIZ008"}), (6, {"SIZ009"})])
@pytest.mark.parametrize("as_group", [False, True])
def test_w4_terrain_is_measured_without_its_station(
    tmp_path: Path, bricks: int, codes: set[str], as_group: bool
) -> None:
    text = terrain_with_station(bricks, as_group)
    found = findings(written(tmp_path, text, "hill.mpd"), "hill.mpd")
    assert {one["code"] for one in found} == codes
    assert all(one["measured"].startswith(f"{bricks} bricks") for one in found)


# W5: a number of players that the text has no game for can't be judged, and so isn't legal.

SKIRMISHERS = """\
company: Dust Dogs
game: {size: skirmish}
frames:
  - {name: Terrier, systems: 1B 1G 1Y 2Rd, count: 3, rockets: 1}
  - {name: Hound, systems: 1B 1G 1Y 2Ra}
stations: [{name: Depot, count: 3}]
"""
PATROL = """\
fleet: Patrol
ships: [{name: Escort, class: frigate, systems: 1B 1Y 2Rp, count: 5}]
hvas: [{name: Freighter, count: 3}]
"""


@pytest.mark.parametrize(
    ("text", "code", "players", "status"),
    [
        (SKIRMISHERS, "CMP004", 1, 1),
        (SKIRMISHERS, "CMP004", 2, 0),
        (SKIRMISHERS, "CMP004", 6, 1),
        (PATROL, "FLT001", 1, 1),
        (PATROL, "FLT001", 2, 0),
        (PATROL, "FLT001", 5, 1),
    ],
)
def test_w5_a_game_that_the_text_hasnt_is_not_legal(
    tmp_path: Path, text: str, code: str, players: int, status: int
) -> None:
    found = findings(written(tmp_path, text), "list.yaml", "--players", str(players), status=status)
    told = [one for one in found if one["code"] == code]
    assert [one["severity"] for one in told] == ["error"] * status
    assert all("can't be judged" in one["message"] for one in told)


# W6: a list on paper can say which company the ace leads.

TWO_COMPANIES = """\
fleet: Carriers
game: {players: 2}
ships:
  - {name: Carrier, class: frigate, systems: 1B 3K}
  - {name: Escort, class: frigate, systems: 1B 1Y 2Rp, count: 2}
companies: [{name: Wasps%s}, {name: Hornets}]
ace: red
hvas: [{name: Freighter, count: 3}]
"""


def test_w6_the_company_that_says_so_has_the_ace(tmp_path: Path) -> None:
    folder = written(tmp_path, TWO_COMPANIES % ", ace: red")
    assert findings(folder, "list.yaml") == []
    text = said(folder, "check", "list.yaml")
    assert "Wasps (company)  2W 1G 1B 1Y 1Rf 1Rf8\n" in text
    assert "Hornets (company)  2W 1G 1B 1Y 1Rf\n" in text
    odds = said(folder, "odds", "list.yaml:Wasps", "list.yaml:Escort")
    assert "assault no weapon" not in " ".join(odds.split())


def test_w6_a_list_that_doesnt_say_whom_the_ace_leads_is_told(tmp_path: Path) -> None:
    [told] = findings(written(tmp_path, TWO_COMPANIES % ""), "list.yaml")
    assert (told["code"], told["severity"]) == ("FLT005", "info")
    assert told["fix"] == "Say which company it leads: write ace: red in its entry."


def test_w6_the_only_company_has_the_ace(tmp_path: Path) -> None:
    text = (
        (TWO_COMPANIES % "")
        .replace(", {name: Hornets}", "")
        .replace("3K", "1K")
        .replace("count: 2", "count: 3")
    )
    folder = written(tmp_path, text)
    assert "FLT005" not in {one["code"] for one in findings(folder, "list.yaml")}
    assert "2W 1G 1B 1Y 1Rf\n" not in said(folder, "check", "list.yaml")


def test_w6_two_aces_are_still_one_too_many(tmp_path: Path) -> None:
    text = (TWO_COMPANIES % ", ace: red").replace("{name: Hornets}", "{name: Hornets, ace: blue}")
    [told] = findings(written(tmp_path, text), "list.yaml", status=1)
    assert told["code"] == "FLT004"


# W7: a group may agree on any number of rockets and on any average.

COMPANY = """\
company: Dust Dogs
game: {size: skirmish, players: 3}
options: %s
frames:
  - {name: Terrier, systems: 1B 1Y, count: 2, rockets: %d}
  - {name: Hound, systems: 1B 1G 1Y, count: 2, rockets: %d}
stations: [{name: Depot, count: 2}]
"""


@pytest.mark.parametrize(("agreed", "each", "codes"), [(8, (2, 2), []), (10, (2, 3), ["warning CMP003"])])
def test_w7_more_rockets_than_the_book_speaks_of_are_a_warning(
    tmp_path: Path, agreed: int, each: tuple[int, int], codes: list[str]
) -> None:
    found = findings(written(tmp_path, COMPANY % (f"{{rockets: {agreed}}}", *each)), "list.yaml")
    assert [f"{one['severity']} {one['code']}" for one in found if one["severity"] != "info"] == codes


@pytest.mark.parametrize(("agreed", "status"), [("2.5", 0), ("2.4", 1), ("6", 0)])
def test_w7_an_average_need_not_be_whole(tmp_path: Path, agreed: str, status: int) -> None:
    """Two frames with two systems and two with three are 2.5 on average."""
    options = f"{{average-systems: {agreed}, rockets: 0}}"
    found = findings(written(tmp_path, COMPANY % (options, 0, 0)), "list.yaml", status=status)
    assert [one["code"] for one in found if one["severity"] == "error"] == ["CMP005"] * status


def test_w7_what_is_too_large_is_told_the_largest_that_may_be_written(tmp_path: Path) -> None:
    folder = written(tmp_path, COMPANY % ("{unit-studs: 9, rockets: 0}", 0, 0))
    told = next(one for one in findings(folder, "list.yaml", status=1) if one["code"] == "MAN015")
    assert told["fix"] == "Write 7 or less."


# W8: environmental systems count against the four and are no type.


@pytest.mark.parametrize("edition", ["rapid-attack", "rapid-attack-draft", "condensed"])
@pytest.mark.parametrize(
    ("systems", "codes"),
    [
        ("1B E:vacuum E:ice E:water", set()),
        ("1B E:vacuum E:vacuum E:water", {"LNT006"}),
        ("1B 1G E:vacuum E:ice E:water", {"SYS001"}),
        ("3B E:vacuum", {"SYS002"}),
    ],
)
def test_w8_three_environments_are_not_three_of_a_type(
    tmp_path: Path, edition: str, systems: str, codes: set[str]
) -> None:
    text = COMPANY.replace("systems: 1B 1Y,", f"systems: {systems},")
    text = text % ("{environments: [vacuum, ice, water], rockets: 0}", 0, 0)
    folder = written(tmp_path, text)
    status = int(bool(codes & {"SYS001", "SYS002"}))
    found = findings(folder, "list.yaml", "--edition", edition, status=status)
    assert {one["code"] for one in found} - {"CMP006", "LNT001"} == codes


# W9: what the size of the game says of a unit removed at a tie is a caution.


def test_w9_a_fleet_may_remove_a_ship_at_a_tie_whatever_the_game_has(tmp_path: Path) -> None:
    written(tmp_path, PATROL, "one.yaml")
    written(tmp_path, PATROL.replace("Patrol", "Twin"), "two.yaml")
    text = " ".join(said(tmp_path, "compare", "one.yaml", "two.yaml").split())
    assert "not legal" not in text
    assert "Patrol removes a ship with 3 systems (Escort): Patrol 49 (defender), Twin 24" in text
    assert "caution: a game of 2 players has 5 to 7 TAs" in text


# W10: a third catapult has its company and its launch.


@pytest.mark.parametrize(
    ("systems", "severity", "words"),
    [
        ("K K K", "info", "gives no dice to more, though each of them still has its company and its launch"),
        ("B B B", "warning", "gives no effect to more"),
    ],
)
def test_w10_only_the_dice_of_a_third_catapult_are_missing(systems: str, severity: str, words: str) -> None:
    carrier = Unit(Role.SHIP, "Hive", "frigate", Place("f.yaml", 3), Loadout.of(*systems.split()))
    by = Ruling(loading.edition("intercept-orbit"), INTERCEPT_ORBIT)
    [told] = rules()["SYS009"].apply(carrier, by)
    assert (str(told.severity), told.message.endswith(words)) == (severity, True)


# W11: a ship's die changes how it moves, not how far.


@pytest.mark.parametrize(
    ("dice", "edition", "word"),
    [
        ("2W 1B 1Y 2Ra", "intercept-orbit", "maneuver"),
        ("2W 1G 1B 1Y 1Rf", "intercept-orbit", "movement"),
        ("2W 1B 2Rd", "rapid-attack", "movement"),
    ],
)
def test_w11_cards_say_what_a_ships_green_and_white_dice_are_for(dice: str, edition: str, word: str) -> None:
    text = loading.edition(edition)
    combat = combat_of(text, VOCABULARIES[text.game])
    read = read_dice(dice, combat.vocabulary)
    assert isinstance(read, Reading)
    assert card_numbers(fighter_reading(read), combat).movement_word == word


def test_w11_the_card_of_a_ship_has_that_word(tmp_path: Path) -> None:
    text = said(written(tmp_path, PATROL), "card", "list.yaml:Escort")
    assert "maneuver" in text
    assert "movement" not in text


# W12: white dice are a frame's own: no more than it has, and as many as are written.


def test_w12_a_frame_has_no_third_white_die(tmp_path: Path) -> None:
    text = said(tmp_path, "dice", "3W 1B", status=1)
    assert "error DIC025: 3W is more white dice than a frame has" in text


def test_w12_a_frame_with_one_white_die_left_has_one_in_every_line(tmp_path: Path) -> None:
    text = said(tmp_path, "dice", "1W 1B")
    assert "the frame itself                       1 white d6\n" in text
    assert "without the defense system             1W Gd8\n" in text
    assert "2 white d6" in said(tmp_path, "dice", "1B")


# W13: nothing is said of sprinting where some ranged weapon is written, readable or not.


def test_w13_dice_of_a_ranged_weapon_that_cant_be_read_are_no_sprint(tmp_path: Path) -> None:
    text = said(tmp_path, "dice", "2W 4Rd", status=1)
    assert "DIC022" in text
    assert "DIC028" not in text
    assert "DIC028" in said(tmp_path, "dice", "2W 4Rh", status=1)


def test_w13_a_sprint_with_a_ranged_weapon_is_an_error_and_drops_nothing(tmp_path: Path) -> None:
    assert "error DIC027" in said(tmp_path, "dice", "2W 2Rd Gd8", status=1)


# W14: a frame without systems can be written, and so can all the dice of a frame.


@pytest.mark.parametrize(
    ("systems", "dice"),
    [
        ("none", "2W Gd8"),
        ("None", "2W Gd8"),
        ("[]", "2W Gd8"),
        ("2W", "2W Gd8"),
        ("2W Gd8", "2W Gd8"),
        ("WWBYGRdRdR8rR8r", "2W 1B 1G 1Y 2Rd 2Rd8"),
        ("2W 1B 2Rd", "2W 1B 2Rd"),
    ],
)
def test_w14_whatever_a_frame_may_have_can_be_written(tmp_path: Path, systems: str, dice: str) -> None:
    text = COMPANY.replace("systems: 1B 1Y,", f"systems: {systems},").replace(", rockets: %d", "")
    rockets = 4 if systems.startswith("WW") else 0
    folder = written(tmp_path, text % f"{{rockets: {rockets}}}")
    assert f"2 × Terrier (frame)  {dice}\n" in said(folder, "check", "list.yaml", "--strict")


def test_w14_rockets_by_their_dice_are_still_no_system(tmp_path: Path) -> None:
    text = COMPANY.replace("systems: 1B 1Y,", "systems: 1B 2Rd8,") % ("{rockets: 0}", 0, 0)
    assert "DIC031" in {one["code"] for one in findings(written(tmp_path, text), "list.yaml", status=1)}


# W15: an option that is agreed changes something, and what needs consent says so.


@pytest.mark.parametrize(("agreed", "says_so"), [((), True), (("--option", "climbing"), False)])
def test_w15_climbing_needs_the_group(tmp_path: Path, agreed: tuple[str, ...], says_so: bool) -> None:
    folder = written(tmp_path, terrain_with_station(6), "hill.mpd")
    [told] = [one for one in findings(folder, "hill.mpd", *agreed) if one["code"] == "SIZ009"]
    assert ("if the group agrees to climbing (option climbing)" in told["message"]) is says_so


@pytest.mark.parametrize(
    ("edition", "option"),
    [("rapid-attack", "climbing"), ("condensed", "climbing"), ("condensed", "drop-white")],
)
def test_w15_the_sheet_has_a_line_for_what_is_agreed(edition: str, option: str) -> None:
    text = loading.edition(edition)
    plain, agreed = (
        reference_values(text, RAPID_ATTACK, options)["hits"] for options in ({}, {option: True})
    )
    assert plain == agreed[: len(plain)]
    assert [line for line in agreed[len(plain) :] if "agreed" in line]


# W16: a spot that isn't counted is told with its reason.


@pytest.mark.parametrize(
    ("edition", "is_lost"), [("condensed", True), ("rapid-attack", True), ("rapid-attack-draft", False)]
)
def test_w16_terrain_cant_be_spotted_and_that_is_said(tmp_path: Path, edition: str, is_lost: bool) -> None:
    arguments = ("odds", "1B 1G 1Y 2Rd", "terrain", "--edition", edition)
    plain, spotted = document(tmp_path, *arguments), document(tmp_path, *arguments, "--spot", "3")
    means = [[row["mean"] for row in found["fights"][0]["rows"]] for found in (plain, spotted)]
    assert (means[0] == means[1]) is is_lost
    assert ("Terrain can't be spotted, so the spot isn't counted." in spotted["notes"]) is is_lost


# Section 3: what is cited is where it stands.


@pytest.mark.parametrize(
    ("edition", "code", "reference"),
    [
        ("intercept-orbit", "SYS001", "IO p.22, 24"),
        ("intercept-orbit", "SYS010", "IO p.22–24"),
        ("rapid-attack", "LNT005", "RA p.63, 99"),
        ("rapid-attack", "SIZ007", "RA p.75, 77"),
    ],
)
def test_section_3_rules_cite_every_page_they_come_from(edition: str, code: str, reference: str) -> None:
    assert loading.edition(edition).citations[code].reference == reference


def test_section_3_sheets_cite_every_page_they_come_from() -> None:
    book = loading.edition("rapid-attack")
    assert book.play
    assert book.kit
    assert book.play.reference == "RA p.89–103, 117–123"
    assert book.kit.things["flags"].reference == "RA p.61, 103"


# Section 4: words that misled.


def test_section_4_the_drafts_reminders_use_its_own_word_and_its_last_step() -> None:
    play = loading.edition("rapid-attack-draft").play
    assert play
    assert not [line for line in play.round if "score" in line]
    assert "Seize a station" in play.turns["frame"][-1]


def test_section_4_a_misplaced_spare_is_told_the_key_that_exists(tmp_path: Path) -> None:
    text = COMPANY.replace("systems: 1B 1Y,", "systems: 1B 1Y, spare: true,") % ("{rockets: 0}", 0, 0)
    found = findings(written(tmp_path, text), "list.yaml", status=1)
    assert "spares:" in next(one["fix"] for one in found if one["code"] == "MAN017")


def test_section_4_the_sheet_of_a_mech_says_what_is_ours_and_who_acts_first() -> None:
    text = loading.edition("paper-mech")
    assert text.board
    assert text.play
    assert "which d6 chooses which attack of an enemy" in " ".join(text.board.ours)
    assert "At the same T, all enemies act before you." in text.play.turns["an enemy's action"]


def test_section_4_artillery_is_told_whom_its_spot_would_help() -> None:
    rule = rules()["LNT002"]
    assert "for the others" in rule.message
    assert "for other frames" in rule.fix


def test_section_4_a_weapon_that_needs_a_squat_says_so_in_a_sentence() -> None:
    assert loading.edition("paper-mech").keywords["kickback"].says == "fires only while squatting"


def test_section_4_bases_are_named_in_whole_sentences() -> None:
    assert "{body} stands on a base of {allowed}" in rules()["BAS002"].message
