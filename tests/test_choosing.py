"""Which part of a file: `model: mech.io#Mech`, `MODEL#NAME` and --submodel mean one submodel (review S7)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ldraw_tools.choosing import output_stem, short_name, split_choice
from ldraw_tools.workspace import Workspace
from tests.running import brickyard

pytestmark = pytest.mark.usefixtures("coarse_pictures")

BRICK = "1 {} {} {} {} 1 0 0 0 1 0 0 0 1 {}\n"


def place(part: str, x: int = 0, y: int = 0, z: int = 0, colour: int = 4) -> str:
    return BRICK.format(colour, x, y, z, part)


# A workbench: a frame, a leg that lies beside it, and an arm that is never placed.
MECH = (
    "0 FILE bench.ldr\n0 Bench\n"
    + place("Mech.ldr")
    + place("Leg [spare].ldr", 900)
    + "0 FILE Mech.ldr\n0 Ajax\n"
    + place("3001.dat")
    + place("3001.dat", 0, -24)
    + place("Rifle [2Rd].ldr", 60)
    + "0 FILE Rifle [2Rd].ldr\n0 Rifle\n"
    + place("3004.dat")
    + "0 FILE Leg [spare].ldr\n0 A leg\n"
    + place("3005.dat")
    + place("nosuchpart.dat")
    + "0 FILE arm.ldr\n0 An arm\n"
    + place("3003.dat")
)


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    (tmp_path / "bench.mpd").write_text(MECH)
    return tmp_path


def inspected(folder: Path, *arguments: str) -> dict[str, object]:
    ran = brickyard(["inspect", *arguments, "--format", "json"], folder)
    assert ran.returncode == 0, ran.stderr
    found: dict[str, object] = json.loads(ran.stdout)
    return found


@pytest.mark.parametrize(
    ("text", "file", "name"),
    [
        ("mech.io#Mech", "mech.io", "Mech"),
        ("a/mech.MPD#heap 1", "a/mech.MPD", "heap 1"),
        ("mech.io#s/rifle.ldr", "mech.io", "s/rifle.ldr"),
        ("odd#1.mpd#Mech", "odd#1.mpd", "Mech"),
        ("mech.io#", "mech.io#", ""),
        ("mech.io", "mech.io", ""),
        ("company.yaml#Mech", "company.yaml#Mech", ""),
    ],
)
def test_what_stands_after_the_mark_is_chosen_of_a_model(text: str, file: str, name: str) -> None:
    assert split_choice(text) == (Path(file), name)


def test_a_file_that_is_called_so_is_itself(tmp_path: Path) -> None:
    (tmp_path / "a.ldr#b.ldr").write_text(place("3001.dat"))
    assert split_choice(tmp_path / "a.ldr#b.ldr") == (tmp_path / "a.ldr#b.ldr", "")


def test_what_is_chosen_names_what_is_made_of_it() -> None:
    path = Path("mechs/mech.io#left arm.ldr")
    assert (short_name(path), output_stem(path)) == ("left arm", "mech-left-arm")
    assert (short_name(Path("mech.io")), output_stem(Path("mech.io"))) == ("mech", "mech")


@pytest.mark.parametrize(
    ("name", "pieces"),
    [("Mech", 3), ("mech.ldr", 3), ("Rifle", 1), ("rifle [2rd]", 1), ("Ajax", 3), ("arm", 1)],
)
def test_a_submodel_is_found_by_name_with_or_without_ending_and_tag_or_by_title(
    bench: Path, name: str, pieces: int
) -> None:
    assert inspected(bench, f"bench.mpd#{name}")["pieces"] == pieces
    assert inspected(bench, "bench.mpd", "--submodel", name)["pieces"] == pieces


def test_a_name_that_is_not_there_gets_the_nearest_offered(bench: Path) -> None:
    ran = brickyard(["check", "bench.mpd", "--submodel", "mehc"], bench)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "bench.mpd: no submodel “mehc”; did you mean “Mech”?" in ran.stderr


def test_what_is_wrong_elsewhere_in_the_file_is_not_said_of_the_submodel(bench: Path) -> None:
    whole, chosen = inspected(bench, "bench.mpd"), inspected(bench, "bench.mpd#Mech")
    assert "LDR030" in json.dumps(whole["findings"])
    assert chosen["findings"] == []


def test_the_file_is_read_once_for_all_that_is_chosen_of_it(bench: Path) -> None:
    workspace, path = Workspace(), bench / "bench.mpd"
    whole = workspace.assembly(path)
    chosen = workspace.assembly(Path(f"{path}#Mech"))
    assert chosen.document is whole.document
    assert workspace.model(Path(f"{path}#Rifle")) is workspace.model(path)
    assert workspace.assembly(Path(f"{path}#Mech")) is chosen
    workspace.forget(path)
    assert workspace.assembly(Path(f"{path}#Mech")) is not chosen


def test_a_report_says_which_submodel_it_is_about(bench: Path) -> None:
    text = brickyard(["check", "bench.mpd#Mech"], bench).stdout
    assert "Ajax (frame, bench.mpd#Mech.ldr)" in text
    answer = json.loads(brickyard(["check", "bench.mpd#Mech", "--format", "json"], bench).stdout)
    report = answer["reports"][0]
    assert (report["file"], report["submodel"], report["dice"]) == ("bench.mpd", "Mech.ldr", "2W 2Rd")


def test_a_list_chooses_submodels_and_two_of_one_file_are_two_designs(bench: Path) -> None:
    (bench / "c.yaml").write_text(
        "company: Bench\nframes:\n  - {model: bench.mpd#Mech, name: Ajax}\n"
        "  - {model: 'bench.mpd#arm', name: Bolt, systems: 1B}\n"
    )
    answer = json.loads(brickyard(["check", "c.yaml", "--format", "json"], bench).stdout)
    units = {unit["name"]: unit for unit in answer["reports"][0]["units"]}
    assert [units[name]["submodel"] for name in ("Ajax", "Bolt")] == ["Mech.ldr", "arm.ldr"]
    assert [units[name]["dice"] for name in ("Ajax", "Bolt")] == ["2W 2Rd", "2W 1B Gd8"]
    ran = brickyard(["parts", "c.yaml", "--format", "csv"], bench)
    assert "nosuchpart" not in ran.stdout + ran.stderr
    assert len(ran.stdout.splitlines()) == 1 + 3


def test_a_list_that_names_no_submodel_of_its_file_gets_the_nearest_offered(bench: Path) -> None:
    (bench / "c.yaml").write_text("company: Bench\nframes:\n  - {model: bench.mpd#Mehc, systems: 1B}\n")
    ran = brickyard(["check", "c.yaml"], bench)
    assert ran.returncode == 1
    assert "no submodel “Mehc”; did you mean “Mech”?" in " ".join(ran.stdout.split())
    assert "MAN" in ran.stdout


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["dice", "bench.mpd#Mech"], "2W 2Rd"),
        (["dice", "bench.mpd", "--submodel", "Mech"], "2W 2Rd"),
        (["card", "bench.mpd#Mech", "--format", "text"], "submodel Mech.ldr"),
        (["tags", "bench.mpd#Mech"], "Rifle [2Rd].ldr"),
        (["odds", "bench.mpd#Mech", "1B"], "Ajax"),
        (["compare", "bench.mpd#Mech", "frames=4,systems=8"], "Ajax"),
        (["pack", "bench.mpd#Mech"], "red"),
        (["parts", "bench.mpd#Mech"], "3001"),
        (["render", "bench.mpd#Rifle", "--size", "60x40"], "bench-Rifle.png"),
        (["export", "bench.mpd#Rifle", "-o", "r.glb"], "1 part,"),
        (["instructions", "bench.mpd#Mech"], "bench-Mech-instructions.pdf"),
        (["sheets", "bench.mpd#Mech", "--no-pictures", "--only", "company", "-o", "s.pdf"], "s.pdf"),
        (["bid", "bench.mpd#Mech", "--against", "frames=4,systems=8"], "Ajax"),
    ],
)
def test_every_command_that_takes_a_model_takes_a_submodel(
    bench: Path, command: list[str], said: str
) -> None:
    ran = brickyard(command, bench)
    assert ran.returncode == 0, ran.stderr
    assert said in ran.stdout
    assert "nosuchpart" not in ran.stdout


def test_a_site_has_a_page_for_each_submodel_that_is_named(bench: Path) -> None:
    ran = brickyard(["publish", "bench.mpd#Mech", "bench.mpd#arm", "-o", "site", "--no-steps"], bench)
    assert ran.returncode == 0, ran.stderr
    pages = {path.parent.name: path.read_text() for path in (bench / "site").glob("*/index.html")}
    assert set(pages) == {"bench-mech", "bench-arm"}
    assert "submodel Mech.ldr" in pages["bench-mech"]
    again = brickyard(["publish", "bench.mpd#Mech", "bench.mpd#arm", "-o", "site", "--no-steps"], bench)
    assert "0 pages made, 2 pages as before" in again.stdout


def test_lists_and_folders_have_no_submodels(bench: Path) -> None:
    (bench / "c.yaml").write_text("company: Bench\nframes:\n  - {model: bench.mpd}\n")
    ran = brickyard(["check", "c.yaml", "--submodel", "Mech"], bench)
    assert (ran.returncode, "in a list write model: FILE#NAME" in ran.stderr) == (2, True)
    ran = brickyard(["check", "bench.mpd#Mech", "--submodel", "Mech"], bench)
    assert (ran.returncode, "both name a submodel" in ran.stderr) == (2, True)


def test_tags_of_a_submodel_list_nothing_else_of_the_file(bench: Path) -> None:
    listed = brickyard(["tags", "bench.mpd#Mech"], bench).stdout
    assert "Rifle [2Rd].ldr" in listed
    assert "arm.ldr" not in listed
    assert "never placed" not in listed
