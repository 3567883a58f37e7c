"""Tags in files that have no submodels, in one entry, and in five languages (reviews M2, M3, M4)."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from catalog.vocabulary import RAPID_ATTACK
from fleets.models.model_units import Role
from fleets.tagging.equipment_words import equipment_meant
from fleets.tagging.tag_reading import read_name
from ldraw_tools.findings import Place
from tests.running import brickyard


def place(name: str = "3005.dat", x: int = 0, y: int = 0) -> str:
    return f"1 4 {x} {y} 0 1 0 0 0 1 0 0 0 1 {name}\n"


FLAT = (
    "0 Flat\n"
    + place("3001.dat")
    + place("3001.dat", 0, -24)
    + "0 STEP\n"
    + place("3004.dat", 0, -48)
    + place("3004.dat", 0, -72)
    + "0 STEP\n"
    + place("3005.dat", 0, -96)
)
LEOCAD = "0 Leo\n" + place() + "0 !LEOCAD GROUP BEGIN Shield\n" + place(x=20) + "0 !LEOCAD GROUP END\n"
LDCAD = (
    "0 LDCad\n0 !LDCAD GROUP_DEF [topLevel=false] [name=Shield] [LID=7] [GID=x]\n"
    "0 !LDCAD GROUP_NXT [ids=7] [nrs=-1]\n"
    + place()
    + place(x=20)
    + "0 !LDCAD GROUP_NXT [ids=7] [nrs=-1]\n"
    + place(x=40)
)
MLCAD = (
    "0 ML\n0 MLCAD BTG Shield\n"
    + place()
    + place(x=20)
    + "0 MLCAD BTG Shield\n"
    + place(x=40)
    + "0 GROUP 2 Shield\n"
)


def dice(folder: Path, name: str) -> str:
    report = json.loads(brickyard(["check", name, "--format", "json"], folder).stdout)["reports"][0]
    found: str = report["dice"]
    return found


def set_tags(folder: Path, text: str, *changes: str) -> str:
    (folder / "m.ldr").write_bytes(text.encode())
    asked = [word for change in changes for word in ("--set", change)]
    ran = brickyard(["tags", "m.ldr", *asked, "-o", "out.ldr"], folder)
    assert ran.returncode == 0, ran.stderr
    return (folder / "out.ldr").read_bytes().decode()


@pytest.mark.parametrize(("letter", "value"), [("B", "1B"), ("Y", "1Y"), ("G", "1G")])
def test_m2_one_letter_is_a_system_of_one_die(tmp_path: Path, letter: str, value: str) -> None:
    tag = read_name(f"Thing [{letter}]", Place("")).tag
    assert tag is not None
    assert (tag.role, tag.value) == (Role.SYSTEM, value)
    assert read_name(f"Thing [{letter.lower()}]", Place("")).tag is None
    text = f"0 FILE m.ldr\n{place()}{place(f'x [{letter}].ldr')}0 FILE x [{letter}].ldr\n{place()}"
    (tmp_path / "m.mpd").write_text(text)
    assert value in dice(tmp_path, "m.mpd")


def test_lines_of_a_flat_file_are_tagged_with_begin_and_end(tmp_path: Path) -> None:
    written = set_tags(tmp_path, FLAT, "lines 5-6=2Rd")
    lines = FLAT.splitlines()
    expected = [*lines[:4], "0 !MFZ BEGIN SYSTEM 2Rd", *lines[4:6], "0 !MFZ END", *lines[6:]]
    assert written.splitlines() == expected
    assert dice(tmp_path, "out.ldr") == "2W 2Rd"


def test_a_step_of_a_flat_file_is_tagged_with_a_name(tmp_path: Path) -> None:
    written = set_tags(tmp_path, FLAT, "step 3=1Y mast", "step 2=1B")
    assert "0 !MFZ BEGIN SYSTEM 1Y mast\n" in written
    assert dice(tmp_path, "out.ldr") == "2W 1B 1Y Gd8"


def test_selections_that_follow_each_other_end_before_the_next_begins(tmp_path: Path) -> None:
    written = set_tags(tmp_path, FLAT.replace("\n", "\r\n"), "line 2=1B", "line 3=1Y")
    assert "0 !MFZ END\r\n0 !MFZ BEGIN SYSTEM 1Y\r\n" in written
    assert "\n" not in written.replace("\r\n", "")
    assert dice(tmp_path, "out.ldr") == "2W 1B 1Y Gd8"


def test_the_last_line_of_a_file_without_an_end_is_tagged(tmp_path: Path) -> None:
    set_tags(tmp_path, FLAT.rstrip("\n"), "step 3=1B")
    assert dice(tmp_path, "out.ldr") == "2W 1B Gd8"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (LEOCAD, "0 !MFZ BEGIN SYSTEM 2B Shield"),
        (LDCAD, "0 !LDCAD GROUP_DEF [topLevel=false] [name=Shield [2B]] [LID=7] [GID=x]"),
        (MLCAD, "0 MLCAD BTG Shield [2B]"),
    ],
)
def test_m3_a_group_is_listed_and_tagged(tmp_path: Path, text: str, line: str) -> None:
    assert line in set_tags(tmp_path, text, "shield=2B").splitlines()
    listed = brickyard(["tags", "m.ldr"], tmp_path).stdout
    assert "Shield" in listed
    assert "no tag: a group of" in listed
    again = brickyard(["tags", "out.ldr"], tmp_path).stdout
    assert "system 2B" in again
    assert "a group of" not in again
    assert dice(tmp_path, "out.ldr") == "2W 2B Gd8"


def test_steps_of_a_flat_file_are_listed_until_they_are_tagged(tmp_path: Path) -> None:
    set_tags(tmp_path, FLAT, "step 2=2Rd")
    assert "step 2" in brickyard(["tags", "m.ldr"], tmp_path).stdout
    assert '--set "step 1=2Rd"' in " ".join(brickyard(["tags", "m.ldr"], tmp_path).stdout.split())
    after = brickyard(["tags", "out.ldr"], tmp_path).stdout
    assert ("step 1" in after, "step 2" in after) == (True, False)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("step 9=1B", "no step 9; it has 3 steps"),
        ("lines 90-99=1B", "no part is placed there"),
        ("step 1=none", "has no tag in the file"),
        ("line 90=1B", "m.ldr: line 90 can't be one system"),
        ("lines 6-3=1B", "lines 6-3: the numbers are reversed; write lines 3-6"),
    ],
)
def test_what_selects_nothing_is_refused(tmp_path: Path, change: str, said: str) -> None:
    (tmp_path / "m.ldr").write_text(FLAT)
    ran = brickyard(["tags", "m.ldr", "--set", change, "-o", "out.ldr"], tmp_path)
    assert (ran.returncode, said in ran.stderr, (tmp_path / "out.ldr").exists()) == (2, True, False)


def refusal(folder: Path, text: str, *changes: str) -> str:
    (folder / "m.ldr").write_bytes(text.encode())
    asked = [word for change in changes for word in ("--set", change)]
    ran = brickyard(["tags", "m.ldr", *asked, "-o", "refused.ldr"], folder)
    assert (ran.returncode, (folder / "refused.ldr").exists()) == (2, False)
    return ran.stderr


def test_the_same_step_tagged_again_has_the_new_tag_alone(tmp_path: Path) -> None:
    once = set_tags(tmp_path, FLAT, "step 2=1Y")
    assert set_tags(tmp_path, once, "step 2=1B") == once.replace("1Y", "1B")
    assert dice(tmp_path, "out.ldr") == "2W 1B Gd8"


def test_parts_that_a_line_of_the_file_tags_already_are_not_tagged_twice(tmp_path: Path) -> None:
    once = set_tags(tmp_path, FLAT, "step 2=1Y")
    assert "has parts that line 5 tags already" in refusal(tmp_path, once, "lines 6-10=1B")
    assert "has parts that line 5 tags already" in refusal(tmp_path, once, "line 6=1B")


@pytest.mark.parametrize("second", ["lines 3-6=1B", "lines 2 to 5=1B", "line 3=none"])
def test_one_call_names_each_part_once(tmp_path: Path, second: str) -> None:
    assert "has parts that are tagged twice" in refusal(tmp_path, FLAT, "lines 2-5=2Rd", second)


def test_a_system_may_be_marked_inside_a_marked_unit(tmp_path: Path) -> None:
    once = set_tags(tmp_path, FLAT, "lines 2-8=frame Chub")
    set_tags(tmp_path, once, "lines 6-7=2Rd")
    assert dice(tmp_path, "out.ldr") == "2W 2Rd"
    assert "has parts that line" in refusal(
        tmp_path, set_tags(tmp_path, FLAT, "step 2=1B"), "lines 2-9=frame"
    )


@pytest.mark.parametrize("name", ["step 2", "gun"])
def test_none_removes_begin_and_end(tmp_path: Path, name: str) -> None:
    once = set_tags(tmp_path, FLAT, "step 2=2Rd gun", "step 3=1B")
    assert set_tags(tmp_path, once, f"{name}=none") == set_tags(tmp_path, FLAT, "step 3=1B")


def test_of_two_marks_inside_each_other_none_removes_the_one_that_is_named(tmp_path: Path) -> None:
    text = (
        FLAT.replace("0 STEP\n", "0 !MFZ BEGIN FRAME Chub\n0 !MFZ BEGIN SYSTEM 2Rd gun\n", 1)
        + "0 !MFZ END\n" * 2
    )
    assert set_tags(tmp_path, text, "gun=none") == text.replace("0 !MFZ BEGIN SYSTEM 2Rd gun\n", "").replace(
        "0 !MFZ END\n" * 2, "0 !MFZ END\n"
    )


@pytest.mark.parametrize("text", [LEOCAD, LDCAD, MLCAD])
@pytest.mark.parametrize("name", ["shield", "shield*"])
def test_the_tag_of_a_group_is_replaced_and_removed(tmp_path: Path, text: str, name: str) -> None:
    once = set_tags(tmp_path, text, "shield=2B")
    assert set_tags(tmp_path, once, f"{name}=1Y") == once.replace("2B", "1Y")
    assert set_tags(tmp_path, once, f"{name}=none") == text


@pytest.mark.parametrize("text", [LEOCAD, LDCAD, MLCAD])
def test_a_tag_in_the_name_of_a_group_is_replaced_and_removed(tmp_path: Path, text: str) -> None:
    named = text.replace("Shield", "Shield [1B]")
    assert set_tags(tmp_path, named, "Shield=1Y") == text.replace("Shield", "Shield [1Y]")
    written = set_tags(tmp_path, named, "Shield [1B]=none")
    assert written == text
    assert (
        "keeps its tag"
        not in brickyard(["tags", "m.ldr", "--set", "shield=none", "-o", "o.ldr"], tmp_path).stdout
    )


def test_a_group_without_its_tag_is_not_mixed_up_with_another(tmp_path: Path) -> None:
    other = "0 MLCAD BTG Shield [1B]\n" + place(x=80)
    assert "another group is called so already" in refusal(tmp_path, MLCAD + other, "Shield [1B]=none")


def test_a_group_of_ldcad_is_where_it_is_defined(tmp_path: Path) -> None:
    text = LDCAD.replace("Shield", "Shield [2Rx]")
    (tmp_path / "m.ldr").write_text(text)
    assert "m.ldr:2" in brickyard(["tags", "m.ldr"], tmp_path).stdout


def test_m4_tags_of_an_entry_hold_for_its_model_alone_and_win(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        text = f"0 FILE {name}.ldr\n{place()}{place('forearm.ldr', 20)}0 FILE forearm.ldr\n{place()}"
        (tmp_path / f"{name}.mpd").write_text(text)
    (tmp_path / "c.yaml").write_text(
        "company: Dogs\ntags: {forearm: 1B}\nframes:\n"
        "  - {model: a.mpd, tags: {forearm: 2Rd}}\n  - {model: b.mpd, tags: {'fore*': 1Y}}\n"
        "  - {model: c.mpd}\n"
    )
    report = json.loads(brickyard(["check", "c.yaml", "--format", "json"], tmp_path).stdout)["reports"][0]
    assert {unit["name"]: unit["dice"] for unit in report["units"]} == {
        "a": "2W 2Rd",
        "b": "2W 1Y Gd8",
        "c": "2W 1B Gd8",
    }


def test_a_pattern_of_an_entry_that_fits_nothing_in_its_model_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.mpd").write_text(f"0 FILE a.ldr\n{place('arm.ldr')}0 FILE arm.ldr\n{place()}")
    (tmp_path / "c.yaml").write_text("company: Dogs\nframes:\n  - {model: a.mpd, tags: {armm.ldr: 2Rd}}\n")
    told = " ".join(brickyard(["check", "c.yaml"], tmp_path).stdout.split())
    assert "TAG019: no submodel is called “armm.ldr”" in told
    assert "Did you mean arm.ldr?" in told


@pytest.mark.parametrize(
    ("name", "tags"),
    [
        ("beamRifle_left", "2Rd"),
        ("Sturmgewehr", "2Rd"),
        ("Kanone", "2Rh 2Rd 2Ra"),
        ("Schutzschild links", "1B"),
        ("Scharfschützengewehr", "2Ra"),
        ("Antenne 2", "1Y"),
        ("canon gauche", "2Rh 2Rd 2Ra"),
        ("lance-missiles", "2Rh 2Rd 2Ra"),
        ("Épée", "2Rh"),
        ("bouclier", "1B"),
        ("cañón", "2Rh 2Rd 2Ra"),
        ("cañón de plasma", "2Rh 2Rd 2Ra"),
        ("escudo", "1B"),
        ("antena derecha", "1Y"),
        ("misil 2", "rocket"),
        ("ビームライフル", "2Rd"),
        ("シールド", "1B"),
        ("ミサイルランチャー", "2Rh 2Rd 2Ra"),
        ("剣", "2Rh"),
        ("windshield", ""),
        ("Torso", ""),
        ("visor", ""),
        ("reactor", ""),
        ("bras", ""),
        ("Arme links", ""),
        ("Beinpanzerung", ""),
        ("脚装甲", ""),
        ("頭", ""),
    ],
)
def test_equipment_is_understood_in_five_languages(name: str, tags: str) -> None:
    body = RAPID_ATTACK.body("frame")
    assert body is not None
    meant = equipment_meant([name], body, RAPID_ATTACK)
    assert " ".join(meant.tags if meant else ()) == tags


def test_a_minifigure_is_not_offered_as_a_weapon(tmp_path: Path) -> None:
    figure = "0 FILE minifig.ldr\n" + place("973.dat") + place("3626b.dat", 0, -24)
    (tmp_path / "m.mpd").write_text(
        "0 FILE m.ldr\n" + place("minifig.ldr") + place("arm.ldr", 40) + figure + "0 FILE arm.ldr\n" + place()
    )
    said = " ".join(brickyard(["tags", "m.mpd"], tmp_path).stdout.split())
    assert '--set "arm.ldr=2Rd"' in said
    assert "“minifig.ldr” is a minifigure: a pilot is tagged [pilot], any other needs no tag." in said


def test_a_file_without_submodels_says_what_to_do_in_its_editor(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "flat.io", "w") as archive:
        archive.writestr("model.ldr", "0 Flat\n" + place() + place(x=20))
    run = brickyard(["tags", "flat.io", "--set", "rifle=2Rd", "-o", "x.io"], tmp_path)
    assert (run.returncode, run.stderr) == (
        2,
        "brickyard: flat.io: no submodel is called “rifle”; it has no submodels. In Studio, select the parts "
        "that are it, make a submodel of them, name the submodel “rifle [2Rd]” and save; brickyard reads the "
        "name\n",
    )
    (tmp_path / "flat.ldr").write_text("0 Flat\n" + place() + place(x=20))
    run = brickyard(["tags", "flat.ldr", "--set", "rifle=2Rd", "-o", "x.mpd"], tmp_path)
    assert '--set "lines 40-52=2Rd"' in run.stderr
    (tmp_path / "leo.ldr").write_text(LEOCAD)
    run = brickyard(["tags", "leo.ldr", "--set", "rifle=2Rd", "-o", "x.mpd"], tmp_path)
    assert run.stderr.endswith("it has “leo.ldr”, the group “Shield”\n")
