"""A submodel is found by its name with its tag and without, and a misspelt one gets the nearest name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.running import brickyard
from tests.test_studio_writing import FLAT, NESTED, archive, members, systems

PART = "1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n"


def placing(name: str) -> str:
    return f"1 16 0 0 0 1 0 0 0 1 0 0 0 1 {name}\n"


def model(folder: Path, *names: str) -> None:
    text = f"0 FILE main.ldr\n{PART}" + "".join(map(placing, names))
    text += "".join(f"0 FILE {name}\n{PART * number}" for number, name in enumerate(names, 2))
    (folder / "m.mpd").write_text(text)


def dice(folder: Path, *arguments: str) -> str:
    ran = brickyard(["dice", *arguments, "--format", "json"], folder)
    assert ran.returncode == 0, ran.stderr
    return str(json.loads(ran.stdout)["units"][0]["notations"]["book"])


@pytest.mark.parametrize(("sections", "name"), [(NESTED, "gun"), (NESTED, "fin & <co>")])
def test_n7_a_tag_is_taken_away_by_the_name_it_was_given_by(
    tmp_path: Path, sections: dict[str, list[tuple[str, int]]], name: str
) -> None:
    archive(tmp_path / "pod.io", sections)
    for number, tag in enumerate(["2Rd", "1B", "none"]):
        ran = brickyard(["tags", "pod.io", "--set", f"{name}={tag}", "--in-place"], tmp_path)
        assert ran.returncode == 0, ran.stderr
        assert (f"{name} {tag}" in systems(tmp_path / "pod.io")) is (number < 2)
    assert members(tmp_path / "pod.io") == members(archive(tmp_path / "before.io", sections))


def test_n7_also_in_a_flat_file_of_studio(tmp_path: Path) -> None:
    archive(tmp_path / "pod.io", FLAT)
    for change in ("step 1=2Rd rifle", "rifle=1B", "RIFLE=none"):
        assert brickyard(["tags", "pod.io", "--set", change, "--in-place"], tmp_path).returncode == 0
    assert systems(tmp_path / "pod.io") == {}


@pytest.mark.parametrize("there", ["Gun.ldr", "Gun [2Rd].ldr"])
@pytest.mark.parametrize("said", ["gun", "gun [2rd]", "Gun.ldr", "Gun [2Rd].ldr"])
def test_n7_wherever_a_submodel_is_named(tmp_path: Path, there: str, said: str) -> None:
    model(tmp_path, there, "body.ldr")
    for command in (["inspect", f"m.mpd#{said}"], ["inspect", "m.mpd", "--submodel", said]):
        ran = brickyard([*command, "--format", "json"], tmp_path)
        assert json.loads(ran.stdout)["pieces"] == 2, ran.stderr
    ran = brickyard(["parts", "m.mpd", "--only", said, "--format", "json"], tmp_path)
    assert sum(lot["needed"] for lot in json.loads(ran.stdout)["lots"]) == 2, ran.stderr
    ran = brickyard(["tags", "m.mpd", "--set", f"{said}=1B", "-o", "out.mpd"], tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "1B" in dice(tmp_path, "out.mpd")
    text = f"company: Lads\ntags: {{'{said}': 1B}}\nframes:\n  - {{model: m.mpd}}\n"
    (tmp_path / "lads.yaml").write_text(text)
    checked = brickyard(["check", "lads.yaml"], tmp_path).stdout
    assert "1B" in checked
    assert "TAG019" not in checked


def test_n7_the_whole_name_wins_where_both_are_there(tmp_path: Path) -> None:
    model(tmp_path, "Gun.ldr", "Gun [2Rd].ldr")
    for said, pieces in [("gun", 2), ("gun [2Rd]", 3)]:
        ran = brickyard(["inspect", f"m.mpd#{said}", "--format", "json"], tmp_path)
        assert json.loads(ran.stdout)["pieces"] == pieces
    brickyard(["tags", "m.mpd", "--set", "gun=1B", "-o", "out.mpd"], tmp_path)
    assert dice(tmp_path, "out.mpd") == "2W 1B 2Rd"
    (tmp_path / "lads.yaml").write_text("company: L\ntags: {'gun [2Rd]': 1Y}\nframes: [{model: m.mpd}]\n")
    assert "1Y" in (told := brickyard(["check", "lads.yaml", "--format", "json"], tmp_path).stdout)
    assert json.loads(told)["reports"][0]["units"][0]["dice"] == "2W 1Y Gd8"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("jets.ldr=spar", "Did you mean spare?"),
        ("jets.ldr=rokcet", "Did you mean rocket?"),
        ("jet=spare", "did you mean “jets.ldr”?"),
        ("rifel*=2Rd", "did you mean “rifle.ldr”?"),
        ("rifel [2Rd]=1B", "did you mean “rifle.ldr”?"),
        ("zzz=1B", "it has “chub.ldr”"),
    ],
)
def test_b24_the_nearest_name_and_the_nearest_tag_are_suggested(change: str, said: str) -> None:
    ran = brickyard(["tags", "examples/frames/chub.mpd", "--set", change, "-o", "x.mpd"])
    assert ran.returncode == 2
    assert said in ran.stderr


def test_b24_the_nearest_name_of_a_pattern_in_a_list(tmp_path: Path) -> None:
    model(tmp_path, "rifle.ldr")
    (tmp_path / "lads.yaml").write_text("company: L\ntags: {'rifel*': 2Rd}\nframes: [{model: m.mpd}]\n")
    assert "Did you mean rifle.ldr?" in brickyard(["check", "lads.yaml"], tmp_path).stdout
