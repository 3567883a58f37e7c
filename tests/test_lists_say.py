"""What `check` says of lists that are wrong in a small way: names, editions, bans, empty words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.running import brickyard

LIST = """company: Typo
game: {size: skirmish, players: 3}
frames:
  - {name: Brutus, systems: 1B 1G 1Y 2Rd, rockets: 1, count: 3}
  - {name: Atlas, systems: 2B 2G 1Y}
stations: [{name: Depot, count: 2}]
"""
HOUSE = "id: house\ntitle: House\nextends: rapid-attack\n"


def judged(folder: Path, text: str, *more: str, named: str = "list.yaml") -> dict[str, Any]:
    (folder / "list.yaml").write_text(text, "utf-8")
    answer = brickyard(["check", named, "--format", "json", *more], folder)
    assert answer.returncode in (0, 1), answer.stderr
    report: dict[str, Any] = json.loads(answer.stdout)["reports"][0]
    return report


def codes(report: dict[str, Any]) -> list[str]:
    return [found["code"] for found in report["findings"]]


# newcomer B9: nothing is judged by another text.


@pytest.mark.parametrize("more", [[], ["--buildable"], ["--players", "5"]])
def test_b9_a_misspelt_edition_is_not_judged(tmp_path: Path, more: list[str]) -> None:
    assert "SYS001" in codes(judged(tmp_path, LIST))
    report = judged(tmp_path, LIST + "edition: rapd-attack\noptions: {nosuch: 1}\n", *more)
    assert (report["verdict"], report["reason"]) == ("not judged", "there is a mistake in the file")
    assert codes(report) == ["MAN030"]
    assert report["edition"] == {
        "id": "rapd-attack",
        "title": "an edition that can't be read",
        "version": "",
    }
    assert {unit["verdict"] for unit in report["units"]} == {"not judged"}


@pytest.mark.parametrize(
    "text",
    [
        HOUSE + "rules: {SYS001: {most: lots}}\n",
        HOUSE.replace("rapid-attack", "rapd-attack"),
        None,
    ],
)
def test_b9_nor_is_one_by_a_house_edition_that_can_not_be_used(tmp_path: Path, text: str | None) -> None:
    if text:
        (tmp_path / "house.yaml").write_text(text, "utf-8")
    report = judged(tmp_path, LIST + "edition: house.yaml\n")
    assert (report["verdict"], report["edition"]["id"]) == ("not judged", "house.yaml")
    assert "SYS001" not in codes(report)


def test_b9_a_mech_and_a_campaign_of_an_unknown_edition_are_not_judged(tmp_path: Path) -> None:
    mech = judged(tmp_path, "mech: M\nedition: paper-mec\nmounts: {left-arm: bazooka}\n")
    assert (mech["verdict"], codes(mech)) == ("not judged", ["MAN030"])
    for name in ("a", "b"):
        (tmp_path / f"{name}.yaml").write_text(LIST.replace("Typo", name), "utf-8")
    campaign = judged(tmp_path, "campaign: C\nedition: rapd-attack\nforces: [a.yaml, b.yaml]\n")
    assert (campaign["verdict"], codes(campaign)) == ("not judged", ["MAN030"])
    assert {force["verdict"] for force in campaign["units"]} == {"not judged"}


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["card", "list.yaml"], "**NOT JUDGED by an edition that can't be read"),
        (["card", "list.yaml:Brutus"], "**NOT JUDGED by an edition that can't be read"),
        (["check", "list.yaml:Brutus"], "MAN030: there is no edition “rapd-attack”"),
        (["check", "list.yaml", "--format", "sarif"], '"kind": "open"'),
        (["check", "list.yaml", "-q"], "list.yaml: NOT JUDGED: MAN030: there is no edition"),
        (["compare", "list.yaml", "frames=5,systems=20,stations=3"], "Typo is not judged"),
        (["sheets", "list.yaml", "--no-pictures", "-o", "s.pdf"], "list.yaml is not judged"),
        (["publish", "list.yaml", "-o", "site"], "NOT JUDGED"),
        (["table", "list.yaml", "-o", "t"], "Typo is not judged"),
        (["diff", "list.yaml", "good.yaml"], "NOT JUDGED: there is a mistake in the file → NOT LEGAL"),
    ],
)
def test_b9_every_command_that_judges_says_so(tmp_path: Path, command: list[str], said: str) -> None:
    (tmp_path / "list.yaml").write_text(LIST + "edition: rapd-attack\n", "utf-8")
    (tmp_path / "good.yaml").write_text(LIST, "utf-8")
    run = brickyard(command, tmp_path)
    told = " ".join((run.stdout + run.stderr).split())
    assert said in told
    assert "LEGAL by" not in told


# newcomer B18: two units of one name.

TWO = """company: Two
frames:
  - {{name: Brutus, systems: 1B}}
  - {{name: {}, systems: {}}}
spares: [{{name: BRUTUS, systems: {}}}]
"""


@pytest.mark.parametrize(
    ("name", "systems", "spare", "lines"),
    [
        ("Brutus", "1G", "1B", [4]),
        ("brutus", "2Rd", "1G", [4, 5]),
        # The same design, listed twice.
        ("Brutus", "1B", "1B", []),
        ("Brutus 2", "1G", "1B", []),
    ],
)
def test_b18_two_designs_of_one_name_are_told_with_the_one_that_is_meant(
    tmp_path: Path, name: str, systems: str, spare: str, lines: list[int]
) -> None:
    report = judged(tmp_path, TWO.format(name, systems, spare))
    told = [one for one in report["findings"] if one["code"] == "MAN079"]
    assert [one["line"] for one in told] == lines
    assert all(one["message"].endswith("means the one in line 3") for one in told)
    meant = judged(tmp_path, TWO.format(name, systems, spare), named="list.yaml:Brutus")
    assert (meant["line"], meant["dice"]) == (3, "2W 1B Gd8")


# newcomer B19: a unit of a list.


def test_b19_a_unit_of_a_list_can_be_checked(tmp_path: Path) -> None:
    atlas = judged(tmp_path, LIST, named="list.yaml:atl")
    assert (atlas["name"], atlas["verdict"]) == ("Atlas", "not legal")
    assert judged(tmp_path, LIST, named="list.yaml:Brutus")["verdict"] == "legal"
    for name, said in (
        ("list.yaml:Brtus", "Did you mean Brutus?"),
        ("gone.yaml:Brutus", "gone.yaml: No such"),
    ):
        run = brickyard(["check", name, "list.yaml:Brutus"], tmp_path)
        assert run.returncode == 2
        assert said in run.stderr
        assert "LEGAL by" in run.stdout
    (tmp_path / "list.yaml").write_text("company: [", "utf-8")
    run = brickyard(["check", "list.yaml:Brutus"], tmp_path)
    assert (run.returncode, "NOT JUDGED" in run.stdout) == (1, True)


# newcomer B20: what a house has banned.


def test_b20_a_houses_ban_holds_unless_a_list_says_otherwise(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(HOUSE + "options: {ban: {default: [Y, Ra]}}\n", "utf-8")
    text = LIST.replace("2B 2G 1Y", "1B 1Rh") + "edition: house.yaml\n"
    [told] = [one for one in judged(tmp_path, text)["findings"] if one["code"] == "SYS007"]
    assert "write ban: [Ra] under options:, if your group lets you" in told["fix"]
    for lifted in ("[Ra]", "[]"):
        assert "SYS007" not in codes(judged(tmp_path, text + f"options: {{ban: {lifted}}}\n"))
    [told] = [
        one
        for one in judged(tmp_path, text + "options: {ban: [B]}\n")["findings"]
        if one["code"] == "SYS007" and one["message"].startswith("Brutus")
    ]
    assert "take B off ban: where your group agreed on it" in told["fix"]
