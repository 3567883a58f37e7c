"""A campaign is a file (tags-and-files, second edition): read, judged and told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.running import ROOT, brickyard

EXAMPLE = ROOT / "examples" / "campaigns" / "the-long-dry.yaml"
FORCE = """\
company: {name}
frames:
  - {{name: Soldier, systems: 1B 1G 1Y 2Rd, count: 3, rockets: 1}}
  - {{name: Scout, systems: 1B 1G 2Y}}
stations:
  - {{name: Depot, count: 3}}
"""
FILE = """\
campaign: The Gate
forces: [anvil.yaml, fang.yaml]
objective:
  name: the gate
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("Anvil", "Fang"):
        (tmp_path / f"{name.lower()}.yaml").write_text(FORCE.format(name=name), "utf-8")
    return tmp_path


def judged(folder: Path, text: str, *arguments: str) -> dict[str, Any]:
    (folder / "campaign.yaml").write_text(text, "utf-8")
    run = brickyard(["check", "campaign.yaml", "--format", "json", *arguments], folder)
    [report] = json.loads(run.stdout)["reports"]
    return dict(report)


def codes(report: dict[str, Any]) -> list[str]:
    return [finding["code"] for finding in report["findings"] if finding["severity"] != "info"]


def test_the_example_is_legal_and_tells_its_games() -> None:
    run = brickyard(["check", str(EXAMPLE)])
    assert run.returncode == 0, run.stdout
    assert "The last deep well is held by Estar's Anvil, who has chosen environments: dust" in run.stdout
    assert "1. 2026-09-05, a skirmish of 3 players; Sun's Fang 48, Estar's Anvil 15" in run.stdout
    assert "Losses are not carried over: each force brings all it has again (RA p.150)." in run.stdout


@pytest.mark.parametrize(
    ("objective", "line"),
    [
        ("objective:\n  name: the gate\n", "  The gate is held by nobody."),
        ("objective:\n  holder: Fang\n", "  The special objective is held by Fang."),
        ("objective:\n  name: the gate\n  holder: Fang\n", "  The gate is held by Fang."),
        ("", None),
    ],
)
def test_who_holds_the_objective_is_told_if_either_has_a_name(
    folder: Path, objective: str, line: str | None
) -> None:
    (folder / "campaign.yaml").write_text("campaign: C\nforces: [anvil.yaml, fang.yaml]\n" + objective)
    told = brickyard(["check", "campaign.yaml"], folder).stdout.splitlines()
    assert [one for one in told if "held by" in one] == ([line] if line else [])


def test_forces_are_judged_for_the_next_game_with_the_holders_choices_as_options(folder: Path) -> None:
    choices = "  holder: Fang\n  choices: {ban: [G], size: battle}\n"
    report = judged(folder, FILE + choices)
    assert report["verdict"] == "not legal"
    assert report["campaign"]["chosen"] == {"ban": ["G"], "size": "battle"}
    for force in report["units"]:
        assert force["game"] == {"size": "battle", "players": 2}
        assert {found["code"] for found in force["findings"]} >= {"SYS007", "CMP002"}
    # Without the choices both may fight.
    assert judged(folder, FILE)["verdict"] == "legal"


def test_losses_are_told_and_never_carried_into_the_next_games_frames(folder: Path) -> None:
    games = (
        "games:\n  - {date: 2026-10-03, losses: {Fang: [Scout, Soldier]}, scores: {Fang: 30, Anvil: 21}}\n"
    )
    report = judged(folder, FILE + games)
    assert report["campaign"]["games"][0]["losses"] == {"Fang": ["Scout", "Soldier"]}
    assert [force["counts"]["frames"] for force in report["units"]] == [4, 4]


def test_the_holder_is_whoever_held_the_objective_at_the_end_of_the_last_game(folder: Path) -> None:
    games = "games:\n  - {objective: Anvil}\n  - {objective: Fang}\n"
    assert judged(folder, FILE + games)["campaign"]["holder"] == "Fang"
    assert judged(folder, FILE + "games:\n  - {objective: nobody}\n")["campaign"]["holder"] == ""
    assert codes(judged(folder, FILE + "  holder: Anvil\n" + games)) == ["MAN083"]


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("  holder: Fnag\n", "MAN081", "Did you mean Fang?"),
        ("  choices: {ban: [Y]}\n", "MAN084", "nobody holds the objective"),
        ("  holder: Fang\n  choices: {systems: 3}\n", "MAN017", "is not a valid choice of the holder"),
        ("  holder: Fang\n  choices: {size: siege}\n", "MAN016", "must be one of skirmish, battle"),
        (
            "  holder: Fang\n  choices: {size: battle}\ngame: {size: skirmish}\n",
            "MAN090",
            "has chosen a battle",
        ),
        ("games:\n  - {date: yesterday}\n", "MAN086", "is not a date"),
        ("games:\n  - {date: 2026-10-03}\n  - {date: 2026-09-03}\n", "MAN087", "before the one above it"),
        (
            "games:\n  - {players: 3, scores: {Fang: 1, Anvil: 2}}\n",
            "MAN088",
            "scores of 2 forces, but 3 played",
        ),
        ("games:\n  - {size: skirmsh}\n", "MAN016", "must be one of skirmish, battle"),
        ("games:\n  - {score: {Fang: 1}}\n", "MAN017", "is not a valid key of a played game"),
    ],
)
def test_what_is_wrong_with_the_file_itself_is_told(folder: Path, text: str, code: str, said: str) -> None:
    report = judged(folder, FILE + text)
    assert code in codes(report)
    found = next(finding for finding in report["findings"] if finding["code"] == code)
    assert said in found["message"] + found["fix"]
    assert found["line"] >= 3


@pytest.mark.parametrize(
    ("forces", "code"),
    [
        ("[anvil.yaml, fnag.yaml]", "MAN052"),
        ("[anvil.yaml, anvil.yaml]", "MAN082"),
        ("[anvil.yaml, campaign.yaml]", "MAN080"),
        ("[anvil.yaml, mech.yaml]", "MAN080"),
        ("[anvil.yaml, /etc/passwd]", "MAN040"),
        ("[anvil.yaml, secret.txt]", "MAN080"),
        ("[]", "MAN018"),
    ],
)
def test_a_force_that_is_not_one_keeps_the_campaign_from_being_judged(
    folder: Path, forces: str, code: str
) -> None:
    (folder / "mech.yaml").write_text("mech: Alone\nmounts: {left-arm: laser}\n", "utf-8")
    (folder / "secret.txt").write_text("secret", "utf-8")
    report = judged(folder, FILE.replace("[anvil.yaml, fang.yaml]", forces))
    assert code in codes(report)
    assert report["verdict"] == "not judged"
    assert "secret" not in json.dumps(report).replace("secret.txt", "")


def test_all_forces_are_judged_by_the_campaigns_edition(folder: Path) -> None:
    (folder / "house.yaml").write_text(
        "extends: rapid-attack\nrules:\n  SYS001: {numbers: {most: 3}}\n", "utf-8"
    )
    named = FORCE.format(name="Fang") + "edition: condensed\n"
    (folder / "fang.yaml").write_text(named, "utf-8")
    report = judged(folder, FILE + "edition: house.yaml\n")
    assert report["verdict"] == "not legal"
    assert {unit["edition"]["id"] for unit in report["units"]} == {"house"}
    assert "MAN089" in {finding["code"] for finding in report["findings"]}


def test_a_text_without_campaigns_has_no_choices(folder: Path) -> None:
    assert brickyard(["new", "fleet", "-o", "fleet.yaml"], folder).returncode == 0
    text = "campaign: Orbit\nforces: [fleet.yaml]\nobjective: {holder: My Fleet, choices: {ban: [Y]}}\n"
    assert "MAN085" in codes(judged(folder, text, "--players", "2"))


def test_other_commands_ask_for_one_of_its_forces(folder: Path) -> None:
    (folder / "campaign.yaml").write_text(FILE, "utf-8")
    for command in (["compare", "campaign.yaml", "fang.yaml"], ["pack", "campaign.yaml"]):
        run = brickyard(command, folder)
        assert "this is a campaign, and here one of its forces is needed" in run.stdout + run.stderr
    for command in (["sheets"], ["card"], ["parts"], ["dice"], ["render", "-o", "x.png"]):
        run = brickyard([command[0], "campaign.yaml", *command[1:]], folder)
        assert run.returncode == 2
        assert (
            "campaign.yaml:1:11: this is a campaign, and here one of its forces is needed. Give" in run.stderr
        )
        assert run.stderr.endswith("brickyard check takes a campaign.\n")
    for command in (["export", "-o", "x.glb"], ["instructions"]):
        run = brickyard([command[0], "campaign.yaml", *command[1:]], folder)
        assert (run.returncode, run.stdout) == (2, "")
        assert run.stderr.startswith("brickyard: campaign.yaml: this is a campaign, and here one of its for")
        assert run.stderr.endswith("brickyard check takes a campaign.\n")
    # Of a folder they take the forces.
    assert brickyard(["compare", "."], folder).returncode == 0
    assert "The Gate (campaign" in brickyard(["check", "."], folder).stdout


def test_names_are_not_doubted_while_a_force_is_missing(folder: Path) -> None:
    (folder / "fang.yaml").unlink()
    found = codes(judged(folder, FILE))
    assert "MAN052" in found
    assert "MAN081" not in found


def test_new_campaign_writes_one_to_start_from(folder: Path) -> None:
    assert brickyard(["new", "campaign", "-o", "mine.yaml"], folder).returncode == 0
    (folder / "anvil.yaml").rename(folder / "company.yaml")
    (folder / "fang.yaml").rename(folder / "other-company.yaml")
    run = brickyard(["check", "mine.yaml"], folder)
    assert run.returncode == 0, run.stdout


def test_a_folder_tells_a_force_once_unless_the_campaign_judges_it_otherwise(folder: Path) -> None:
    game = "game: {size: skirmish, players: 2}\n"
    for name in ("Anvil", "Fang"):
        (folder / f"{name.lower()}.yaml").write_text(FORCE.format(name=name) + game, "utf-8")
    for choices, times in (("", 1), ("  holder: Fang\n  choices: {ban: [Y]}\n", 2)):
        (folder / "campaign.yaml").write_text(FILE + choices + game, "utf-8")
        text = brickyard(["check", "."], folder).stdout
        assert text.count("Scout (frame)") == 2 * times, text
        assert ("Judged as by their own files:\n    Anvil (company, anvil.yaml): LEGAL\n" in text) == (
            times == 1
        )
