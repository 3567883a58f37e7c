"""What `check` says of lists that are wrong in a small way: names, editions, bans, empty words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ldraw_tools.findings import BrickyardError
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


# newcomer B21 and B22: empty words, a size beside other mistakes, a folder.


def test_b21_empty_quotes_are_not_taken_for_nothing(tmp_path: Path) -> None:
    report = judged(tmp_path, LIST.replace("2B 2G 1Y", '""'))
    assert (report["verdict"], codes(report)) == ("not judged", ["MAN014"])
    assert judged(tmp_path, LIST.replace("2B 2G 1Y", "none"))["verdict"] == "legal"


@pytest.mark.parametrize(("size", "told"), [("skirmsh", ["MAN016", "MAN017"]), ("battle", ["MAN017"])])
def test_b21_a_size_is_told_beside_other_mistakes(tmp_path: Path, size: str, told: list[str]) -> None:
    text = LIST.replace("skirmish", size).replace("stations:", "statons:").replace("2B 2G 1Y", "none")
    report = judged(tmp_path, text)
    assert [code for code in codes(report) if code.startswith("MAN")] == told


@pytest.mark.parametrize(
    ("written", "said"),
    [(".", "such as chub.mpd."), ("in", "such as in/mech.ldr."), ("none", "Name a file in it.")],
)
def test_b22_a_folder_is_answered_with_a_model_in_it(tmp_path: Path, written: str, said: str) -> None:
    for name in ("in", "none"):
        (tmp_path / name).mkdir()
    for name in ("chub.mpd", "in/mech.ldr"):
        (tmp_path / name).write_text("0 x\n", "utf-8")
    report = judged(tmp_path, LIST.replace("name: Atlas", f"model: {written}"))
    [told] = [one["fix"] for one in report["findings"] if one["code"] == "MAN053"]
    assert told.endswith(said)


# newcomer B26 and B27: what had no effect, or was taken for something else.

BRICK = "1 {} 0 0 0 1 0 0 0 1 0 0 0 1 3003.dat\n"


def test_b26_a_recolour_without_effect_is_told(tmp_path: Path) -> None:
    (tmp_path / "m.ldr").write_text("0 M\n" + BRICK.format(4), "utf-8")
    for swap, is_told in (("red=blue", False), ("green=blue", True)):
        run = brickyard(["parts", "m.ldr", "--recolour", swap], tmp_path)
        told = "nothing on this list is Green, so --recolour changes nothing"
        assert (told in " ".join((run.stdout + run.stderr).split())) is is_told


def test_b27_python_takes_a_file_as_text_and_refuses_players_in_quotes(tmp_path: Path) -> None:
    from brickyard import parts_list
    from fleets import compare
    from validators import check

    (tmp_path / "list.yaml").write_text(LIST, "utf-8")
    (tmp_path / "m.ldr").write_text("0 M\n" + BRICK.format(4), "utf-8")
    found = compare([str(tmp_path / "list.yaml"), "name=Eye,frames=4,systems=15,stations=2"])
    assert {one.name for one in found.standings} == {"Typo", "Eye"}
    with pytest.raises(BrickyardError, match="players is '3', but must be a whole number, such as 3"):
        check(tmp_path / "list.yaml", players="3")  # type: ignore[arg-type]
    assert str(parts_list([tmp_path / "m.ldr"])) == "M: 1 lot, 1 piece"


# real models N8: words about verdicts.


def model(folder: Path, text: str) -> dict[str, Any]:
    (folder / "m.ldr").write_text("0 Mech\n" + text, "utf-8")
    return judged(folder, "", named="m.ldr")


def message(report: dict[str, Any], code: str) -> str:
    [told] = [one["message"] for one in report["findings"] if one["code"] == code]
    return str(told)


def test_n8_nothing_is_said_of_a_size_of_which_nothing_is_known(tmp_path: Path) -> None:
    missing = BRICK.format(4).replace("3003", "nosuch")
    report = model(tmp_path, missing)
    assert message(report, "SIZ010") == "Mech could not be measured, as the size of nosuch is not known"
    report = model(tmp_path, BRICK.format(4) + missing)
    assert "could not be measured whole" in message(report, "SIZ010")
    assert "it is at least 2 × 2 studs" in message(report, "SIZ010")


@pytest.mark.parametrize(
    ("text", "is_said"),
    [
        (BRICK.format(4), True),
        # Parts are missing; too large for a frame; loose.
        (BRICK.format(4) + BRICK.format(4).replace("3003", "nosuch"), False),
        (BRICK.format(4) + "1 16 0 0 0 1 0 0 0 1 0 0 0 1 gone.ldr\n", False),
        ("".join(f"1 4 {40 * i} 0 0 1 0 0 0 1 0 0 0 1 3003.dat\n" for i in range(50)), False),
        ("".join(f"1 4 {400 * i} 0 0 1 0 0 0 1 0 0 0 1 3003.dat\n" for i in range(5)), False),
    ],
)
def test_n8_a_bare_frame_is_called_legal_only_if_it_looks_like_one(
    tmp_path: Path, text: str, is_said: bool
) -> None:
    report = model(tmp_path, text)
    assert report["reason"] in ("nothing says what it carries", "a model is missing or can't be read")
    assert ("as a bare frame it would be legal" in message(report, "TAG028")) is is_said
    said = brickyard(["check", "m.ldr"], tmp_path).stdout
    assert "In your editor, make a submodel of the parts of each system" in " ".join(said.split())


def test_n8_a_file_is_not_offered_as_its_own_missing_part(tmp_path: Path) -> None:
    places = "1 16 0 0 0 1 0 0 0 1 0 0 0 1 {}\n"
    report = model(tmp_path, places.format("m1.ldr") + BRICK.format(4))
    assert "did you mean" not in message(report, "LDR035")
    (tmp_path / "m.mpd").write_text(
        f"0 FILE main.ldr\n0 M\n{places.format('arm.ldr')}{places.format('arn.ldr')}"
        f"0 FILE arm.ldr\n0 Arm\n{BRICK.format(4)}",
        "utf-8",
    )
    assert "did you mean arm.ldr?" in message(judged(tmp_path, "", named="m.mpd"), "LDR035")


def test_n8_what_sticks_out_is_named_once(tmp_path: Path) -> None:
    """A submodel placed twice, once a little higher; then loose triangles, as editors draw arrows."""
    tower = "".join(f"1 4 0 {-24 * i} 0 1 0 0 0 1 0 0 0 1 3003.dat\n" for i in range(60))
    placed = "".join(f"1 16 {x} {y} 0 1 0 0 0 1 0 0 0 1 tower.ldr\n" for x, y in ((0, 0), (40, -0.1)))
    (tmp_path / "m.mpd").write_text(f"0 FILE m.ldr\n0 M\n{placed}0 FILE tower.ldr\n0 T\n{tower}", "utf-8")
    assert message(judged(tmp_path, "", named="m.mpd"), "SIZ001").count("m.mpd:66)") == 1
    ends = "".join(f"3 4 {x} 0 0 {x} 10 0 {x + 10} 0 10\n" for x in (-700, 700))
    assert message(model(tmp_path, BRICK.format(4) + ends), "SIZ001").count("m.ldr by") == 1


@pytest.mark.parametrize("line", ["0 {}\n0 !MFZ FRAME\n", "0 M\n0 !MFZ FRAME {}\n", "0 {}\n"])
def test_a_title_of_a_million_letters_is_cut(tmp_path: Path, line: str) -> None:
    (tmp_path / "m.ldr").write_text(line.format("Mech " * 200_000) + BRICK.format(4), "utf-8")
    for command in (["check", "m.ldr"], ["check", "m.ldr", "--format", "json"], ["check", "m.ldr", "-q"]):
        assert len(brickyard(command, tmp_path).stdout) < 10_000
