"""Never made in that colour: said in every list that can say so, and on request bought in the nearest."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from brickyard import parts_list
from brickyard.parts.list_formats import LONGEST_REMARK, remark
from brickyard.parts.lots import Origin
from tests.building import model, place
from tests.running import brickyard

NOTE = "not known in Sand Green, as of 2026-04-02; nearest made: Light Bluish Gray"


@pytest.fixture(scope="module")
def wall(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wall")
    lines = [place("24309.dat", 378), place("24309.dat", 71), place("3001.dat", 4)]
    (folder / "wall.ldr").write_bytes(model(*lines))
    run = brickyard(["parts", "wall.ldr", "-o", "buy"], folder)
    assert run.returncode == 0
    return folder


def test_the_text_marks_the_lot_and_says_the_nearest_colour(wall: Path) -> None:
    said = brickyard(["parts", "wall.ldr"], wall).stdout
    assert re.search(r"24309 +Sand Green +1 ! Slope", said)
    assert "Not known in that colour, as of 2026-04-02: 1 lot" in said
    assert "nearest made: Light Bluish Gray" in said
    assert "--recolour nearest" in said


@pytest.mark.parametrize("name", ["bricklink.xml", "brickstore.bsx", "parts.csv", "parts.json", "parts.html"])
def test_every_list_that_can_say_so_does(wall: Path, name: str) -> None:
    assert (wall / "buy" / name).read_text("utf-8").count(NOTE) == 1


def test_json_has_the_colours_as_numbers(wall: Path) -> None:
    lots = json.loads((wall / "buy" / "parts.json").read_text("utf-8"))["lots"]
    never = [lot["never_made"] for lot in lots if lot["never_made"]]
    assert never == [
        {
            "colour": 378,
            "nearest": 71,
            "nearest_name": "Light Bluish Gray",
            "also_as": [],
            "date": "2026-04-02",
        }
    ]


def test_the_nearest_colour_is_bought_on_request_and_one_line_with_the_same(wall: Path) -> None:
    run = brickyard(["parts", "wall.ldr", "--recolour", "nearest", "--format", "csv"], wall)
    rows = list(csv.DictReader(run.stdout.lstrip("\ufeff").splitlines()))
    assert [(row["number"], row["colour name"], row["quantity"]) for row in rows] == [
        ("3001", "Red", "1"),
        ("24309", "Light Bluish Gray", "2"),
    ]
    assert "instead of Sand Green, which it is not known in" in rows[1]["notes"]


def test_the_nearest_colour_is_taken_in_the_lists_of_other_shops_too(wall: Path) -> None:
    run = brickyard(["parts", "wall.ldr", "--recolour", "nearest", "--format", "rebrickable"], wall)
    assert sorted(run.stdout.splitlines()) == ["24309,71,2", "3001,4,1", "Part,Color,Quantity"]


def test_swaps_and_the_nearest_go_together(wall: Path) -> None:
    """First the swap, then what was never made in its new colour."""
    words = ["--recolour", "red=metallic silver", "--recolour", "nearest"]
    said = brickyard(["parts", "wall.ldr", *words], wall).stdout
    assert re.search(r"3001 +Flat Silver", said)
    assert "Red becomes Metallic Silver" in said
    assert "in the nearest colour where a part isn't known in its own" in said


def test_a_list_without_such_parts_says_nothing_of_it(tmp_path: Path) -> None:
    (tmp_path / "brick.ldr").write_bytes(model(place("3001.dat", 4)))
    said = brickyard(["parts", "brick.ldr"], tmp_path).stdout
    assert "not known in" not in said.lower()


def test_a_long_remark_keeps_the_warning_whole(wall: Path) -> None:
    parts = parts_list([wall / "wall.ldr"])
    [lot] = [lot for lot in parts.lots if lot.never_made]
    many = tuple(Origin(f"Frame number {number}", 1, 1) for number in range(40))
    said = remark(replace(lot, needed_for=many))
    assert said.startswith("Frame number 0, ")
    assert said.endswith(f"; {NOTE}")
    assert len(said) <= LONGEST_REMARK


def test_can_build_takes_the_nearest_colour_on_request(wall: Path) -> None:
    (wall / "drawers.csv").write_text("number,colour,quantity\n24309,86,2\n3001,5,1\n")
    asked = ["can-build", "wall.ldr", "--owned", "drawers.csv", "--format", "json"]
    without = json.loads(brickyard(asked, wall).stdout)
    nearest = json.loads(brickyard([*asked, "--recolour", "nearest"], wall).stdout)
    assert without != nearest
    assert [design["certain"] for design in nearest["designs"]] == [1]


def test_check_tells_it_once_a_model_and_stays_legal(wall: Path) -> None:
    lines = [place("24309.dat", 378), place("3705.dat", 47), place("3001.dat", 4)]
    (wall / "frame.ldr").write_bytes(model("0 !MFZ FRAME Wall", *lines))
    report = brickyard(["check", "frame.ldr", "--format", "json"], wall)
    assert report.stdout.count("LNT007") == 1
    said = brickyard(["check", "frame.ldr"], wall).stdout
    assert "2 lots that are not known in their colours" in said
    plain = model("0 !MFZ FRAME Wall", *(line.replace("1 378", "1 71", 1) for line in lines))
    (wall / "plain.ldr").write_bytes(plain)
    assert brickyard(["check", "plain.ldr"], wall).returncode == report.returncode
