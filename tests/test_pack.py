"""`brickyard pack`, the evening before game night."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from brickyard.packing.pack_answer import PackAnswer
from ldraw_tools.json_values import schema_of
from tests.running import ROOT, brickyard
from tests.validators.json_schemas import breaches

COMPANIES = [f"examples/companies/{name}.yaml" for name in ("estars-anvil", "suns-fang", "piercing-eye")]
BOX = """\
dice: {white: 6, blue: 15, yellow: 15, green: {d6: 3, d8: 3}, red: {d6: 6, d8: 4}, other: {d20: 1}}
hinges: 8
flags: 6
terrain: 9
score: 1
"""


def packed(*arguments: str, folder: Path = ROOT, status: int = 0) -> dict[str, Any]:
    run = brickyard(["pack", *arguments, "--format", "json"], folder)
    assert run.returncode == status, run.stdout + run.stderr
    assert not run.stderr
    document: dict[str, Any] = json.loads(run.stdout)
    schema = schema_of(PackAnswer)
    assert list(breaches(document, schema, schema)) == []
    return document


def have(folder: Path, text: str) -> str:
    path = folder / "dice.yaml"
    path.write_text(text, "utf-8")
    return str(path)


def dice_of(table: dict[str, Any], column: str) -> dict[str, int]:
    return {f"{row['colour']} d{row['sides']}": row[column] for row in table["dice"]}


def test_where_nothing_can_be_read_only_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text("")
    run = brickyard(["pack", "c.yaml"], tmp_path)
    assert run.returncode == 1
    assert run.stdout.startswith("error MAN006: there is nothing in the file")
    assert run.stdout.endswith("Something in the files is wrong, so what to bring is unknown.\n")


def test_the_books_three_companies_at_one_table() -> None:
    table = packed(*COMPANIES)["tables"][0]
    assert [player["name"] for player in table["players"]] == ["Estar's Anvil", "Sun's Fang", "Piercing Eye"]
    # Thirteen frames, two of them in their turns: 11 + 2 (Anvil) + 1 blue, 11 + 2 + 2 yellow. Two red d8 are
    # Brewer's, who fires launcher and rocket at once, one is another's.
    assert dice_of(table, "at_least") == {
        "white d6": 4,
        "blue d6": 14,
        "green d6": 2,
        "green d8": 2,
        "yellow d6": 15,
        "red d6": 4,
        "red d8": 3,
    }
    assert dice_of(table, "set_each")["white d6"] == 6
    assert table["verdict"] == "not compared"
    assert table["ruler"]["units"] == 8
    assert table["clock"]["sides"] == [12, 20]


def test_a_full_box_is_enough_and_a_smaller_one_if_dice_are_passed_around(tmp_path: Path) -> None:
    assert packed(*COMPANIES, "--have", have(tmp_path, BOX))["tables"][0]["verdict"] == "enough"
    fewer = have(tmp_path, BOX.replace("white: 6", "white: 4"))
    table = packed(*COMPANIES, "--have", fewer)["tables"][0]
    assert table["verdict"] == "enough if dice are passed around"
    assert dice_of(table, "missing_for_a_set_each")["white d6"] == 2
    assert dice_of(table, "missing_at_least")["white d6"] == 0


@pytest.mark.parametrize(
    ("change", "missing"),
    [
        (("white: 6", "white: 3"), "1 white d6"),
        (("d20: 1", "d20: 0"), "the doomsday clock"),
        (("hinges: 8", "hinges: 5"), "3 hinges"),
        (("flags: 6", "flags: 5"), "1 flags"),
        (("terrain: 9", "terrain: 0"), "1 terrain"),
    ],
)
def test_what_is_missing_is_the_verdict_and_the_status(
    tmp_path: Path, change: tuple[str, str], missing: str
) -> None:
    run = brickyard(["pack", *COMPANIES, "--have", have(tmp_path, BOX.replace(*change))])
    assert run.returncode == 1
    assert run.stdout.splitlines()[-1] == f"The table: not enough. Missing: {missing}."


def test_what_the_box_is_silent_about_is_not_missing_but_said(tmp_path: Path) -> None:
    run = brickyard(["pack", *COMPANIES, "--have", have(tmp_path, BOX.splitlines()[0] + "\n")])
    assert run.returncode == 0
    last = run.stdout.splitlines()[-1]
    assert last == (
        "The table: you have all the dice. Your file doesn't say: ruler or hinges, flags, terrain, score."
    )


def test_a_slip_in_the_box_is_told_at_its_place_and_the_status_says_so(tmp_path: Path) -> None:
    run = brickyard(["pack", COMPANIES[0], "--have", have(tmp_path, "dice: {whit: 2}\n")])
    assert run.returncode == 1
    assert "error MAN017" in run.stdout
    assert "dice.yaml:1:8" in run.stdout
    assert "Did you mean white?" in run.stdout


def test_a_model_that_is_missing_is_told_and_the_list_may_be_too_short(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text(
        "company: X\nframes:\n  - {model: gone.mpd}\n  - {systems: 1B 1G 1Y 2Rd}\n"
    )
    run = brickyard(["pack", "c.yaml"], tmp_path)
    assert run.returncode == 1
    assert "MAN052" in run.stdout
    assert run.stdout.splitlines()[-1] == "Something in the files is wrong, so this may be too little."


def test_each_game_has_its_table_and_a_mech_sits_alone() -> None:
    tables = packed("examples")["tables"]
    games = [table["game"] for table in tables]
    assert list(dict.fromkeys(games)) == ["frames", "fleet", "mech"]
    # The models in the folder are theirs, and no players.
    folders = ("beginners", "companies", "duels")
    companies = [file for folder in folders for file in ROOT.glob(f"examples/{folder}/*.yaml")]
    assert len(tables[0]["players"]) == len(companies) + 1  # the night shift
    assert {len(table["players"]) for table in tables[2:]} == {1}
    assert tables[2]["turns_at_once"] == 1
    assert [thing["id"] for thing in tables[2]["things"]] == ["sheet", "pencil", "eraser", "cubes"]
    assert [thing["id"] for thing in tables[1]["things"]] == ["debris", "score"]


def test_another_text_at_the_table_is_said(tmp_path: Path) -> None:
    for name, text in (("a", "condensed"), ("b", "rapid-attack")):
        content = f"company: {name}\nedition: {text}\nframes: [{{systems: 1B 1G 1Y 2Rd}}]\n"
        (tmp_path / f"{name}.yaml").write_text(content)
    table = packed("a.yaml", "b.yaml", folder=tmp_path)["tables"][0]
    assert table["edition"]["id"] == "condensed"
    assert table["notes"] == [
        "b.yaml names another edition, Mobile Frame Zero: Rapid Attack; "
        "here Mobile Frame Zero: Condensed is used."
    ]


def test_options_change_the_ruler_and_the_order_of_play() -> None:
    table = packed(COMPANIES[0], "--option", "ruler=6", "--option", "per-unit-order")["tables"][0]
    assert table["ruler"]["units"] == 6
    assert dice_of(table, "set_each")["any d20"] == 5


def test_markdown_has_a_box_to_tick_for_everything_and_no_stranger_writes_markup(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text("company: '[x](y) <b>*'\nframes: [{name: 'a|b', systems: 1B}]\n")
    run = brickyard(["pack", "c.yaml", "--format", "markdown"], tmp_path)
    assert r"## \[x\](y) \<b\>\*" in run.stdout
    assert r"- [ ] 1 × a\|b (frame)" in run.stdout
    assert "- [ ] 2 × white d6" in run.stdout


@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_a_list_can_be_written_to_a_file(tmp_path: Path, form: str) -> None:
    target = tmp_path / "list"
    run = brickyard(["pack", COMPANIES[0], "--format", form, "-o", str(target)])
    assert (run.returncode, run.stdout) == (0, "")
    assert "Anvil" in target.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["gone.yaml"], "gone.yaml: No such file or folder"),
        ([COMPANIES[0], "--have", "gone.yaml"], "gone.yaml: can't be read"),
        ([COMPANIES[0], "--option", "rulers=6"], "--option: "),
        ([COMPANIES[0], "--edition", "paper-mech"], "a company can't be played by Paper 'Mech"),
    ],
)
def test_a_wrong_call_is_one_line(arguments: list[str], told: str) -> None:
    run = brickyard(["pack", *arguments])
    assert (run.returncode, run.stdout) == (2, "")
    assert told in run.stderr
    assert len(run.stderr.splitlines()) == 1


def test_the_example_is_a_box_that_pack_reads(tmp_path: Path) -> None:
    example = brickyard(["pack", "--example"])
    assert example.returncode == 0
    document = packed(COMPANIES[0], "--have", have(tmp_path, example.stdout))
    assert document["findings"] == []
    assert document["tables"][0]["verdict"] == "enough"


def test_lines_are_no_wider_than_a_terminal_and_the_same_every_run() -> None:
    runs = [brickyard(["pack", "examples"]).stdout for _ in range(2)]
    assert runs[0] == runs[1]
    assert max(map(len, runs[0].splitlines())) <= 100


@pytest.mark.parametrize(
    ("edition", "options", "size", "placing"),
    [
        (
            "rapid-attack",
            [],
            "4 to 6 rulers across its diagonal: 160 to 240 studs, 1.3 to 1.9 m",
            "RA p.79–81",
        ),
        (
            "condensed",
            ["ruler=6"],
            "4 to 6 rulers across its diagonal: 120 to 180 studs",
            "a third of the field",
        ),
        ("rapid-attack-draft", [], "(Draft The Ruler)", "in the best cover there is"),
    ],
)
def test_the_table_has_its_size_and_all_are_told_where_to_place(
    edition: str, options: list[str], size: str, placing: str
) -> None:
    agreed = [word for option in options for word in ("--option", option)]
    said = " ".join(brickyard(["pack", "examples/companies", "--edition", edition, *agreed]).stdout.split())
    assert size in said
    assert placing in said


def test_a_fleet_is_placed_on_a_table_of_four_rulers_io_p20() -> None:
    run = brickyard(["pack", "examples/fleets/first-patrol.yaml", "--format", "json"])
    [table] = json.loads(run.stdout)["tables"]
    assert table["field"]["rulers"] == [4, 4]
    assert table["field"]["studs"] == [160, 160]
    assert table["field"]["placing_reference"] == "IO p.28–29"
    assert len(table["field"]["placing"]) == 5
