"""What newcomers try first: quiet runs, several paths, JSON, words as people speak (M6, M10, M11, Small)."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import time
from pathlib import Path

import pytest

from brickyard import terminal
from brickyard.progress import Progress
from tests.running import ROOT, brickyard

pytestmark = pytest.mark.usefixtures("coarse_pictures")

CHUB = ROOT / "examples" / "frames" / "chub.mpd"
ANVIL = ROOT / "examples" / "companies" / "estars-anvil.yaml"
BAD = "company: Belt\ngame: {size: skirmish, players: 3}\nframes: [{name: A, systems: 2B 2G 2Y}]\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(CHUB, tmp_path / "chub.mpd")
    shutil.copy(ROOT / "examples" / "frames" / "osprey.mpd", tmp_path / "osprey.mpd")
    shutil.copy(ROOT / "examples" / "figures" / "pilot.ldr", tmp_path / "pilot.ldr")
    shutil.copy(ROOT / "examples" / "attachments" / "rifle.ldr", tmp_path / "rifle.ldr")
    (tmp_path / "bad.yaml").write_text(BAD, "utf-8")
    return tmp_path


# M6: dice as people speak.


@pytest.mark.parametrize(
    ("text", "book"),
    [
        ("1B 2Rd 1SSR", "1B 2Rd 1Rd8"),
        ("1B 2Rd 2 SSRs", "1B 2Rd 2Rd8"),
        ("3 rockets", "3Rd8"),
        ("1B 2Rd 1 rocket", "1B 2Rd 1Rd8"),
        ("2Rd rocket", "2Rd 1Rd8"),
        ("1 single-shot rocket, 1Y", "1Y 1Rd8"),
        ("BYRdRd SSR", "1B 1Y 2Rd 1Rd8"),
    ],
)
def test_m6_rockets_are_read_by_their_name(text: str, book: str) -> None:
    run = brickyard(["dice", text])
    assert run.returncode == 0, run.stdout
    assert re.search(rf"^  book +{re.escape(book)}$", run.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("word", "written"),
    [("spotter", "1Y"), ("sniper", "2Ra"), ("artillery", "2Ra"), ("defense", "1B"), ("Shields", "1B"),
     ("rifle", "2Rd"), ("gun", "2Rd"), ("blade", "2Rh"), ("jump", "1G")],
)  # fmt: skip
def test_m6_equipment_by_name_is_told_how_it_is_written(word: str, written: str) -> None:
    run = brickyard(["dice", f"1B 1 {word}"])
    assert run.returncode == 1
    said = " ".join(run.stdout.split())
    assert f"“{word}” is not a die or system of Rapid Attack" in said
    assert f"-> Did you mean {written}? The letters are W white, B defense," in said
    assert said.count("error") == 1


# Small.


@pytest.mark.parametrize(("short", "long"), [("5/18/2", "frames=5,systems=18,stations=2")])
def test_small_compare_takes_numbers_as_it_prints_them(short: str, long: str) -> None:
    other = "frames=4,systems=16,stations=2"
    assert brickyard(["compare", short, other]).stdout == brickyard(["compare", long, other]).stdout
    # The game knows how many stations there are.
    assert brickyard(["compare", "5/18", "4/16"]).returncode == 0


def test_small_renumbered_parts_are_one_line(tmp_path: Path) -> None:
    place = "1 4 {} 0 0 1 0 0 0 1 0 0 0 1 {}\n"
    text = "0 Frame\n0 !MFZ FRAME\n" + place.format(0, "3001.dat") + place.format(200, "2654.dat")
    (tmp_path / "old.ldr").write_text(text + place.format(400, "6192.dat") + place.format(600, "4275.dat"))
    run = brickyard(["check", "old.ldr"], tmp_path)
    moved = [line for line in run.stdout.splitlines() if "LDR033" in line]
    listed = brickyard(["check", "old.ldr", "--all"], tmp_path).stdout.count("LDR033")
    assert listed > 1
    said = "parts were renumbered, and are counted by their new numbers (--all shows them)"
    assert moved == [f"  info LDR033: {listed} {said}"]


def test_small_help_says_where_options_are_named_and_what_an_edition_does() -> None:
    assert "brickyard editions ID lists the names" in " ".join(brickyard(["check", "--help"]).stdout.split())
    for command in ("rules", "explain"):
        assert "Only what this edition says" in brickyard([command, "--help"]).stdout


def test_small_a_wrapped_hint_has_one_arrow(tmp_path: Path) -> None:
    (tmp_path / "a.ldr").write_text("0 A\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 a-part-that-nobody-ever-made.dat\n")
    lines = brickyard(["inspect", "a.ldr"], tmp_path).stdout.splitlines()
    hints = [at for at, line in enumerate(lines) if line.lstrip().startswith("->")]
    assert hints
    assert not [at for at in hints if at + 1 in hints]


# M10: quiet.


def test_m10_a_quiet_check_says_only_what_failed(folder: Path) -> None:
    run = brickyard(["check", "chub.mpd", "bad.yaml", "--quiet"], folder)
    assert run.returncode == 1
    assert run.stdout == (
        "bad.yaml: NOT LEGAL: CMP001: Belt has 0 stations; "
        "a company in a skirmish of 3 players has exactly 2\n"
    )
    quiet = brickyard(["check", "chub.mpd", "-q"], folder)
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")


@pytest.mark.parametrize(
    "command",
    [
        ["new", "company", "-o", "new.yaml"],
        ["new", "edition", "-o", "house.yaml"],
        ["tags", "chub.mpd"],
        ["tags", "chub.mpd", "--set", "head.ldr=1Y", "-o", "out.mpd"],
        ["inspect", "chub.mpd"],
        ["render", "chub.mpd", "-o", "chub.png", "--size", "40x30"],
        ["export", "chub.mpd", "-o", "chub.glb"],
        ["card", "chub.mpd", "-o", "card.pdf"],
        ["parts", "chub.mpd", "-o", "buy"],
        ["sheets", "chub.mpd", "--no-pictures", "--only", "opponent", "-o", "s.pdf"],
        ["publish", "chub.mpd", "-o", "site", "--no-steps"],
    ],
)
def test_m10_a_quiet_command_that_succeeds_says_nothing(command: list[str], folder: Path) -> None:
    run = brickyard([*command, "--quiet"], folder)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_m10_a_quiet_command_says_what_failed(folder: Path) -> None:
    run = brickyard(["render", "nosuch.mpd", "--quiet"], folder)
    assert run.returncode == 2
    assert "nosuch.mpd" in run.stderr
    # The next command talks again.
    assert brickyard(["new", "company", "-o", "n.yaml"], folder).stdout


# M10: JSON.


@pytest.mark.parametrize(
    "command",
    [
        ["rules"],
        ["rules", "--edition", "condensed"],
        ["explain", "SYS001"],
        ["explain", "LDR030"],
        ["editions"],
        ["editions", "rapid-attack"],
        ["catalog", "search", "plate", "1", "x", "2"],
        ["catalog", "show", "3001"],
        ["library", "status"],
        ["settings"],
        ["dice", "1B 2Rd"],
        ["dice", str(ANVIL)],
        ["tags", str(CHUB)],
    ],
)
def test_m10_what_is_looked_up_is_json_for_programs(command: list[str], tmp_path: Path) -> None:
    run = brickyard([*command, "--format", "json"], tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    found = json.loads(run.stdout)
    assert next(iter(found)) == "format"
    assert len(found) > 1


def test_m10_json_of_rules_has_what_an_edition_says() -> None:
    found = json.loads(brickyard(["rules", "--edition", "rapid-attack", "--format", "json"]).stdout)
    (rule,) = [one for one in found["rules"] if one["code"] == "SYS001"]
    assert (rule["severity"], rule["reference"], rule["numbers"]) == ("error", "RA p.62", {"most": 4})
    assert found["edition"]["id"] == "rapid-attack"


def test_m10_json_of_an_edition_has_its_tables() -> None:
    found = json.loads(brickyard(["editions", "rapid-attack", "--format", "json"]).stdout)["editions"][0]
    assert found["tables"]["companies"]["skirmish"]["3"] == {"stations": 2, "frames": [3, 5]}
    assert "split-range" in [option["name"] for option in found["options"]]


def test_m10_json_of_a_part_has_its_size() -> None:
    (part,) = json.loads(brickyard(["catalog", "show", "3001", "--format", "json"]).stdout)["parts"]
    assert (part["width_studs"], part["depth_studs"], part["height_plates"]) == (4, 2, 3)


def test_m10_json_of_dice_is_what_people_are_shown(folder: Path) -> None:
    run = brickyard(
        ["dice", "chub.mpd", str(ROOT / "examples" / "mechs" / "standard.yaml"), "--format", "json"], folder
    )
    frame, mech = json.loads(run.stdout)["units"]
    assert (frame["kind"], frame["notations"]["book"], frame["rockets"]) == (
        "frame",
        "2W 1B 1G 1Y 2Rd 1Rd8",
        1,
    )
    assert [one["code"] for one in frame["systems"]] == ["B", "G", "Y", "Rd"]
    assert {"colour": "W", "sides": 6, "range": "", "count": 2} in frame["dice"]
    assert len(frame["losses"]) == 4
    assert (mech["kind"], mech["dice"]) == ("mech", [])
    assert mech["lines"]


def test_m10_json_of_a_text_that_is_not_dice_has_its_findings() -> None:
    run = brickyard(["dice", "2Rq", "--format", "json"])
    assert run.returncode == 1
    found = json.loads(run.stdout)
    assert found["units"] == []
    assert found["findings"][0]["code"].startswith("DIC")


def test_m10_json_of_tags_has_every_submodel(folder: Path) -> None:
    run = brickyard(["tags", "chub.mpd", "--format", "json"], folder)
    (model,) = json.loads(run.stdout)["models"]
    by_name = {one["name"]: (one["role"], one["value"]) for one in model["submodels"]}
    assert by_name["rifle.ldr"] == ("system", "2Rd")
    assert by_name["torso.ldr"] == ("", "")
    assert model["file"] == "chub.mpd"


# M11: several paths, one of them missing.


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["check"], "chub (frame"),
        (["inspect"], "chub.mpd"),
        (["tags"], "chub.ldr"),
        (["dice"], "ST-07 Chub"),
        (["card"], "ST-07 Chub"),
        (["render", "--size", "40x30", "-o", "out"], "out/chub.png"),
        (["export", "-o", "out"], "out/chub.glb"),
        (["sheets", "--no-pictures", "--only", "opponent", "-o", "s.pdf"], "s.pdf"),
        (["instructions", "-o", "i.pdf"], "i.pdf"),
        (["publish", "--no-steps", "-o", "site"], "Open site/index.html"),
    ],
)
def test_m11_the_rest_is_done_when_one_is_missing(command: list[str], said: str, folder: Path) -> None:
    # What takes long is done with two small ones.
    others = (
        ["pilot.ldr", "rifle.ldr"]
        if command[0] in ("instructions", "publish")
        else ["chub.mpd", "osprey.mpd"]
    )
    run = brickyard([command[0], "nosuch.mpd", *others, *command[1:]], folder)
    assert run.returncode == 2
    assert said in run.stdout or said.replace("chub", "ST-07 Chub") in run.stdout
    assert (
        "Osprey" in run.stdout
        or "osprey" in run.stdout
        or command[0] in ("sheets", "instructions", "publish")
    )
    # How far it is, is told where it takes long.
    (line,) = [line for line in run.stderr.splitlines() if not line.startswith("Publishing")]
    assert "nosuch.mpd" in line


@pytest.mark.parametrize("command", ["inspect", "tags", "dice", "card", "render", "export"])
def test_m11_a_single_missing_path_is_told_as_before(command: str, folder: Path) -> None:
    words = ["-o", "x.glb"] if command == "export" else []
    run = brickyard([command, "nosuch.mpd", *words], folder)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("brickyard: nosuch.mpd: ")


def test_several_models_need_a_folder_and_names_of_their_own(folder: Path) -> None:
    run = brickyard(["render", "chub.mpd", "osprey.mpd", "-o", "both.png"], folder)
    assert "several models need a folder" in run.stderr
    (folder / "sub").mkdir()
    shutil.copy(CHUB, folder / "sub" / "chub.mpd")
    run = brickyard(["render", "chub.mpd", "sub/chub.mpd", "-o", "out"], folder)
    assert "two of the models have this name" in run.stderr
    assert not (folder / "out").exists()


def test_tags_are_written_into_one_model_at_a_time(folder: Path) -> None:
    run = brickyard(["tags", "chub.mpd", "osprey.mpd", "--set", "a=1B", "-o", "x.mpd"], folder)
    assert run.returncode == 2
    assert "one model at a time" in run.stderr


# M19: progress, on a terminal only.


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_m19_work_longer_than_a_second_shows_how_long_it_has_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(100))
    monkeypatch.setattr("brickyard.progress._SECONDS_BETWEEN", 0.001)
    monkeypatch.setattr("brickyard.progress.time.monotonic", lambda: float(next(seconds, 100)))
    screen = _Terminal()
    with Progress("drawing a.mpd", screen) as progress:
        while "drawing a.mpd, " not in screen.getvalue():
            time.sleep(0.001)
        progress(1, 2)
    shown = screen.getvalue()
    assert "[###############...............] 1 of 2" in shown
    # The line is gone when the work is done.
    assert shown.endswith("\r" + " " * 79 + "\r")


@pytest.mark.parametrize("columns", [80, 60, 20, 0])
def test_m19_progress_of_a_long_name_fits_in_the_line(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(0, 1000, 2))
    monkeypatch.setattr("brickyard.progress.time.monotonic", lambda: float(next(seconds)))
    monkeypatch.setattr(_Terminal, "fileno", lambda _: 2)
    monkeypatch.setattr("os.get_terminal_size", lambda _: os.terminal_size((columns, 24)))
    screen = _Terminal()
    Progress(f"drawing {'long' * 40}.mpd", screen)(1, 2)
    [line] = screen.getvalue().split("\r")[1:]
    assert len(line) == (columns or 80) - 1
    if columns != 20:
        assert line.startswith("drawing l")
        assert "... [###############...............] 1 of 2, " in line


@pytest.mark.parametrize("is_terminal", [True, False])
def test_m19_nothing_is_shown_of_short_work_or_without_a_terminal(is_terminal: bool) -> None:
    screen = _Terminal() if is_terminal else io.StringIO()
    with Progress("drawing", screen) as progress:
        progress(1, 2)
    assert screen.getvalue() == ""


def test_m19_quiet_work_shows_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "_quiet", [True])
    seconds = iter(range(100))
    monkeypatch.setattr("brickyard.progress.time.monotonic", lambda: float(next(seconds, 100)))
    screen = _Terminal()
    with Progress("drawing", screen) as progress:
        progress(1, 2)
    assert screen.getvalue() == ""


@pytest.mark.parametrize(("word", "written"), [("spotter", "1Y"), ("sniper", "2Ra"), ("artillery", "2Ra")])
def test_m6_equipment_as_a_tag_is_told_how_it_is_written(word: str, written: str, folder: Path) -> None:
    run = brickyard(["tags", "chub.mpd", "--set", f"torso.ldr={word}", "-o", "out.mpd"], folder)
    assert run.returncode == 2
    assert f"Did you mean {written}? The letters are W white, B defense" in run.stderr
