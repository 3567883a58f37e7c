"""A file of several heaps: which is measured, what is said of the others, and choosing one (review S7)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from brickyard.facts.judged_designs import open_design_file
from brickyard.pictures.system_marks import open_design
from brickyard.web.page_steps import building_steps
from tests.running import brickyard
from validators.judged_files import JudgeSettings


def place(name: str, x: int = 0, y: int = 0, z: int = 0) -> str:
    return f"1 4 {x} {y} {z} 1 0 0 0 1 0 0 0 1 {name}\n"


BODY = place("3001.dat") + place("3001.dat", 0, -24) + place("3001.dat", 0, -48)
LOOSE = place("3003.dat", 400)


def check(folder: Path, *arguments: str) -> dict[str, Any]:
    ran = brickyard(["check", *arguments, "--format", "json"], folder)
    report: dict[str, Any] = json.loads(ran.stdout)["reports"][0]
    return report


def heaps_of(report: dict[str, Any]) -> list[dict[str, Any]]:
    return [finding for finding in report["findings"] if finding["code"] == "SIZ013"]


def fielded(folder: Path, model: str, key: str = "frames", entry: str = "systems: 1B") -> dict[str, Any]:
    (folder / "m.mpd").write_text(model)
    (folder / "c.yaml").write_text(f"company: Dogs\n{key}:\n  - {{model: m.mpd, name: Ajax, {entry}}}\n")
    report = check(folder, "c.yaml")
    unit: dict[str, Any] = report["units"][0]
    return unit


def test_what_is_chosen_of_a_workbench_is_drawn_alone_and_has_steps_of_its_own(tmp_path: Path) -> None:
    arm = (
        "0 FILE arm.ldr\n0 Arm\n0 Name: arm.ldr\n"
        + place("3003.dat")
        + "0 STEP\n"
        + place("3003.dat", 0, -24)
    )
    bench = "0 FILE m.ldr\n0 Bench\n0 Name: m.ldr\n" + BODY + LOOSE + place("arm.ldr", 800) + arm
    (tmp_path / "m.mpd").write_text(bench)
    entries = ("heap 1", "heap 2", "arm.ldr")
    listed = "".join(f"  - {{model: 'm.mpd#{one}', name: {one}, systems: 1B}}\n" for one in entries)
    (tmp_path / "c.yaml").write_text(f"company: Dogs\nframes:\n{listed}")
    designs = open_design_file(tmp_path / "c.yaml", JudgeSettings()).designs
    drawn = [open_design(design) for design in designs]
    assert [len(one.subject.pieces) for one in drawn if one] == [3, 2, 2]
    steps = building_steps(designs[2].unit)
    assert steps is not None
    assert [len(shot.pieces) for shot in steps.shots if shot] == [1, 2]


def test_an_untagged_file_of_several_heaps_is_measured_by_its_largest_with_a_warning(tmp_path: Path) -> None:
    unit = fielded(tmp_path, BODY + LOOSE)
    [told] = heaps_of(unit)
    assert (unit["verdict"], told["severity"]) == ("legal with warnings", "warning")
    assert told["message"] == (
        "Ajax lies in 2 heaps: only the largest is measured, 3 pieces (4 × 2 studs and 3 bricks tall). "
        "The others: heap 2, 1 piece (2 × 2 studs and 1 brick tall)"
    )
    assert "m.mpd#heap 1" in told["fix"]


def test_where_size_is_a_rule_and_nothing_is_tagged_several_heaps_are_not_judged(tmp_path: Path) -> None:
    unit = fielded(tmp_path, BODY + LOOSE, "stations", "count: 2")
    assert (unit["verdict"], unit["reason"]) == (
        "not judged",
        "several heaps, and nothing says which one counts",
    )
    (tmp_path / "c.yaml").write_text("company: Dogs\nstations:\n  - {model: m.mpd#heap 1, name: Depot}\n")
    assert heaps_of(check(tmp_path, "c.yaml")) == []


def test_a_tagged_station_with_something_beside_it_is_judged_with_a_warning(tmp_path: Path) -> None:
    text = "0 FILE m.ldr\n0 Depot\n0 !MFZ STATION\n" + BODY + LOOSE + place("3003.dat", 420)
    unit = fielded(tmp_path, text, "stations", "count: 2")
    [told] = heaps_of(unit)
    assert (told["severity"], unit["verdict"]) == ("warning", "legal with warnings")


def test_all_tags_count_wherever_they_are(tmp_path: Path) -> None:
    rifle = place("rifle [2Rd].ldr", 400) + "0 FILE rifle [2Rd].ldr\n" + place("3004.dat")
    (tmp_path / "m.mpd").write_text("0 FILE m.ldr\n" + BODY + rifle)
    report = check(tmp_path, "m.mpd")
    assert report["dice"] == "2W 2Rd"
    assert "(rifle [2Rd].ldr), 1 piece" in heaps_of(report)[0]["message"]


@pytest.mark.parametrize("tag", ["base", "pilot", "flag", "spare", "frame", "station", "terrain"])
def test_what_is_tagged_beside_a_unit_is_not_a_heap_of_it(tmp_path: Path, tag: str) -> None:
    beside = place(f"thing [{tag}].ldr", 400) + f"0 FILE thing [{tag}].ldr\n" + place("3003.dat")
    (tmp_path / "m.mpd").write_text("0 FILE m.ldr\n0 Ajax\n0 !MFZ FRAME Ajax\n" + BODY + beside)
    report = check(tmp_path, "m.mpd")
    assert heaps_of(report) == [found for unit in report["units"] for found in heaps_of(unit)] == []


@pytest.mark.parametrize("tag", ["TERRAIN", "DEBRIS", "COMPANY"])
def test_what_may_be_several_things_may_lie_as_it_likes(tmp_path: Path, tag: str) -> None:
    (tmp_path / "m.mpd").write_text(f"0 FILE m.ldr\n0 Rocks\n0 !MFZ {tag}\n" + BODY + LOOSE)
    assert heaps_of(check(tmp_path, "m.mpd")) == []


def test_an_undescribed_file_is_told_its_heaps_too(tmp_path: Path) -> None:
    (tmp_path / "m.mpd").write_text(BODY + LOOSE)
    report = check(tmp_path, "m.mpd")
    assert (report["verdict"], report["reason"]) == ("not judged", "nothing says what it carries")
    assert len(heaps_of(report)) == 1


def inspected(folder: Path, name: str) -> int:
    ran = brickyard(["inspect", name, "--format", "json"], folder)
    pieces: int = json.loads(ran.stdout)["pieces"]
    return pieces


def test_a_heap_is_chosen_by_its_number_the_largest_first(tmp_path: Path) -> None:
    (tmp_path / "m.mpd").write_text(LOOSE + BODY)
    assert [inspected(tmp_path, f"m.mpd#heap {number}") for number in (1, 2)] == [3, 1]
    report = check(tmp_path, "m.mpd", "--submodel", "heap 2")
    assert (report["submodel"], heaps_of(report)) == ("heap 2", [])
    ran = brickyard(["check", "m.mpd#heap 3"], tmp_path)
    assert (ran.returncode, ran.stderr) == (2, "brickyard: m.mpd: no heap 3; it lies in 2 heaps\n")


def test_a_submodel_of_that_name_wins_over_a_heap(tmp_path: Path) -> None:
    text = "0 FILE m.ldr\n" + BODY + place("heap 1.ldr", 400) + "0 FILE heap 1.ldr\n" + place("3003.dat")
    (tmp_path / "m.mpd").write_text(text)
    assert inspected(tmp_path, "m.mpd#heap 1") == 1


def test_a_heap_of_a_submodel_can_be_chosen(tmp_path: Path) -> None:
    text = "0 FILE m.ldr\n" + place("3003.dat", 900) + place("Mech.ldr") + "0 FILE Mech.ldr\n" + BODY + LOOSE
    (tmp_path / "m.mpd").write_text(text)
    assert inspected(tmp_path, "m.mpd#Mech#heap 1") == 3
    assert check(tmp_path, "m.mpd#Mech#heap 2")["submodel"] == "Mech.ldr#heap 2"


def test_tags_around_parts_of_another_heap_do_not_count_in_this_one(tmp_path: Path) -> None:
    text = BODY + "0 !MFZ BEGIN SYSTEM 2Rd\n" + LOOSE + "0 !MFZ END\n"
    (tmp_path / "m.ldr").write_text("0 m\n" + text)
    assert check(tmp_path, "m.ldr#heap 1")["dice"] == "2W Gd8"
    assert check(tmp_path, "m.ldr#heap 2")["dice"] == "2W 2Rd"


TURNED = "1 4 {} 0 0 .8 0 .6 0 1 0 -.6 0 .8 3001.dat\n"


def test_check_card_and_inspect_turn_a_heap_alike(tmp_path: Path) -> None:
    """A brick that lies askew is as long and as wide as a ruler finds it, and its studs don't count."""
    (tmp_path / "m.mpd").write_text(
        TURNED.format(0) + TURNED.format(0).replace(" 0 0 .8", " -24 0 .8") + LOOSE
    )
    (tmp_path / "c.yaml").write_text("company: Dogs\nframes:\n  - {model: m.mpd, name: Ajax, systems: 1B}\n")
    [told] = heaps_of(check(tmp_path, "c.yaml")["units"][0])
    assert "2 pieces (4 × 2 studs and 2 bricks tall)" in told["message"]
    assert "1 piece (2 × 2 studs and 1 brick tall)" in told["message"]
    card = brickyard(["card", "m.mpd#heap 1"], tmp_path).stdout
    assert "size: 4 × 2 studs, 2 bricks tall" in card
    inspected = json.loads(brickyard(["inspect", "m.mpd", "--format", "json"], tmp_path).stdout)
    sizes = [
        (heap["name"], heap["pieces"], heap["width"]["studs"], heap["depth"]["studs"])
        for heap in inspected["heaps"]
    ]
    assert sizes == [("heap 1", 2, 4, 2), ("heap 2", 1, 2, 2)]
    shown = " ".join(brickyard(["inspect", "m.mpd"], tmp_path).stdout.split())
    assert "heap 2 1 piece 2 × 2 studs, 1 brick (3 plates) high" in shown


def test_a_model_in_one_heap_lists_none(tmp_path: Path) -> None:
    (tmp_path / "m.mpd").write_text(BODY)
    inspected = json.loads(brickyard(["inspect", "m.mpd", "--format", "json"], tmp_path).stdout)
    assert (inspected["heap_count"], inspected["heap_doubt"], inspected["heaps"]) == (1, "", [])


def test_heaps_that_are_not_told_apart_have_no_number_but_a_reason(tmp_path: Path) -> None:
    """real-models N9: a count of 0 meant that nobody had told them apart, and didn't say why."""
    reasons = {
        BODY + "1 4 900 0 0 1 0 0 0 1 0 0 0 1 nosuch.dat\n": "the size of 1 part is not known",
        BODY + "3 4 0 0 0 9 0 0 0 9 0\n": "its file draws triangles itself, which belong to no part",
    }
    for text, reason in reasons.items():
        (tmp_path / "m.mpd").write_text(text)
        inspected = json.loads(brickyard(["inspect", "m.mpd", "--format", "json"], tmp_path).stdout)
        assert (inspected["format"], inspected["heap_count"]) == (2, None)
        assert (inspected["heap_doubt"], inspected["heaps"]) == (reason, [])
    run = brickyard(["inspect", "m.mpd", "--submodel", "heap 3"], tmp_path)
    assert "its heaps can't be told apart: its file draws triangles itself" in run.stderr


def test_a_unit_of_unknown_parts_is_not_told_to_lie_in_heaps(tmp_path: Path) -> None:
    """real-models N6."""
    (tmp_path / "m.mpd").write_text(BODY + "1 4 900 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n")
    assert "SIZ013" in brickyard(["check", "m.mpd"], tmp_path).stdout
    (tmp_path / "m.mpd").write_text(
        BODY + "1 4 900 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n1 4 450 0 0 1 0 0 0 1 0 0 0 1 nosuch.dat\n"
    )
    assert "SIZ013" not in brickyard(["check", "m.mpd"], tmp_path).stdout
