"""`brickyard check` and its neighbours, as players use them the evening before game night."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.running import ROOT, brickyard


def checked(path: str | Path, *options: str, folder: Path = ROOT, status: int = 0) -> dict[str, Any]:
    run = brickyard(["check", str(path), "--format", "json", *options], folder)
    assert run.returncode == status, run.stdout + run.stderr
    report: dict[str, Any] = json.loads(run.stdout)["reports"][0]
    return report


@pytest.mark.parametrize(
    ("company", "frames", "systems"),
    [("estars-anvil", 5, 20), ("suns-fang", 4, 16), ("piercing-eye", 4, 15)],
)
def test_the_books_comparison_p69_the_three_companies_count_as_printed(
    company: str, frames: int, systems: int
) -> None:
    report = checked(f"examples/companies/{company}.yaml")
    counts = report["counts"]
    assert (counts["frames"], counts["systems"], counts["stations"], counts["rockets"]) == (
        frames,
        systems,
        2,
        3,
    )
    assert report["verdict"] == "legal"
    assert report["edition"]["version"]


def test_a_fleet_is_legal_for_two_players_and_not_for_four() -> None:
    assert checked("examples/fleets/first-patrol.yaml")["verdict"] == "legal"
    report = checked("examples/fleets/first-patrol.yaml", "--players", "4", status=1)
    assert {finding["code"] for finding in report["findings"]} == {"FLT002"}


def test_the_standard_mech_weighs_12_and_its_loadout_is_shown() -> None:
    run = brickyard(["check", "examples/mechs/standard.yaml"])
    assert "12 W of 12 W" in run.stdout
    assert "missile" in run.stdout


BODY = "1 4 0 0 0 1 0 0 0 1 0 0 0 1 3003.dat\n1 4 0 -24 0 1 0 0 0 1 0 0 0 1 3003.dat\n"
RIFLE = "1 8 30 0 0 1 0 0 0 1 0 0 0 1 3024.dat\n"
SHIELD = "1 1 -30 0 0 1 0 0 0 1 0 0 0 1 3024.dat\n"
PLACED = "1 16 0 0 0 1 0 0 0 1 0 0 0 1 {}\n"


def mpd() -> str:
    return (
        f"0 FILE frame.ldr\n0 !MFZ FRAME Twin\n{BODY}"
        f"{PLACED.format('rifle.ldr')}{PLACED.format('shield.ldr')}"
        f"0 FILE rifle.ldr\n0 !MFZ SYSTEM 2Rd\n{RIFLE}0 FILE shield.ldr\n0 !MFZ SYSTEM 1B\n{SHIELD}"
    )


def flat() -> str:
    return (
        f"0 !MFZ FRAME Twin\n{BODY}0 !MFZ BEGIN SYSTEM 2Rd\n{RIFLE}0 !MFZ END\n"
        f"0 !MFZ BEGIN SYSTEM 1B\n{SHIELD}0 !MFZ END\n"
    )


def test_one_model_gets_one_verdict_from_mpd_io_and_flat_ldr(tmp_path: Path) -> None:
    (tmp_path / "a.mpd").write_text(mpd())
    (tmp_path / "b.ldr").write_text(flat())
    with zipfile.ZipFile(tmp_path / "c.io", "w") as archive:
        archive.writestr("model.ldr", mpd())
        archive.writestr(".info", '{"version": "2.24.0_1", "total_parts": 4}')
    verdicts = []
    for name in ("a.mpd", "b.ldr", "c.io"):
        subject = checked(name, folder=tmp_path)
        findings = [(f["code"], f["message"]) for f in subject["findings"] if not f["code"].startswith("LDR")]
        verdicts.append((subject["name"], subject["dice"], findings))
    assert verdicts[0] == verdicts[1] == verdicts[2]
    assert verdicts[0][1] == "2W 1B 2Rd"


def test_without_players_the_check_says_for_which_games_it_is_legal(tmp_path: Path) -> None:
    frames = "[{name: A, systems: 1B 2Rd, count: 3, rockets: 1}]"
    text = f"company: X\nframes: {frames}\nstations: [{{name: S, count: 2}}]\n"
    (tmp_path / "c.yaml").write_text(text)
    subject = checked("c.yaml", folder=tmp_path)
    assert any(f["code"] == "CMP004" for f in subject["findings"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("company: [unclosed\n", "MAN"),
        ("compnay: X\n", "Did you mean company"),
        ("company: X\nframse: []\n", "frames"),
        ("company: X\nframes: [{model: nothere.mpd}]\n", "nothere.mpd"),
        ("company: X\nframes: [{model: folder}]\n", "folder"),
        ("company: X\nframes: [{name: A, systems: 2Вd}]\n", "Cyrillic"),
        ("company: X\nframes: [{name: A, systems: 1Rd}]\n", "2Rd for a whole weapon"),
        ("company: X\nframes: [{model: /etc/passwd}]\n", "/etc/passwd"),
        ("company: &a X\nframes: [*a]\n", "MAN"),
        ("\tcompany: X\n", "tab"),
        ("", "MAN"),
    ],
)
def test_a_mistake_in_a_manifest_is_told_with_its_place_and_a_way_out(
    tmp_path: Path, text: str, said: str
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "c.yaml").write_text(text, "utf-8")
    run = brickyard(["check", "c.yaml"], tmp_path)
    assert run.returncode == 1, run.stdout + run.stderr
    assert said in run.stdout
    assert "c.yaml" in run.stdout
    assert "Traceback" not in run.stderr


def test_ten_thousand_frames_are_one_entry_and_no_patience_is_needed(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text("company: X\nframes: [{name: A, systems: 1B 2Rd, count: 10000}]\n")
    run = brickyard(["check", "c.yaml"], tmp_path)
    assert run.returncode == 1
    assert "10,000 frames" in run.stdout


def test_a_missing_path_is_status_2_and_a_folder_is_walked(tmp_path: Path) -> None:
    assert brickyard(["check", "nothere.yaml"], tmp_path).returncode == 2
    assert brickyard(["check", "."], tmp_path).returncode == 2
    (tmp_path / "a.ldr").write_text(flat())
    (tmp_path / "c.yaml").write_text("mech: X\n")
    (tmp_path / "unrelated.yaml").write_text("key: value\n")
    run = brickyard(["check", ".", "--jobs", "2"], tmp_path)
    assert "2 checked" in run.stdout


def test_strict_takes_warnings_as_errors(tmp_path: Path) -> None:
    tall = "0 !MFZ FRAME Tall\n" + "".join(
        f"1 4 0 {-24 * i} 0 1 0 0 0 1 0 0 0 1 3003.dat\n" for i in range(14)
    )
    (tmp_path / "tall.ldr").write_text(tall)
    assert brickyard(["check", "tall.ldr"], tmp_path).returncode == 0
    assert brickyard(["check", "tall.ldr", "--strict"], tmp_path).returncode == 1


def test_a_model_that_places_several_frames_is_a_company(tmp_path: Path) -> None:
    text = f"0 FILE c.ldr\n{PLACED.format('f.ldr') * 3}0 FILE f.ldr\n0 !MFZ FRAME Soldier\n{BODY}"
    (tmp_path / "c.mpd").write_text(text)
    subject = checked("c.mpd", folder=tmp_path, status=1)
    assert (subject["kind"], subject["counts"]["frames"]) == ("company", 3)


def test_a_house_edition_extends_the_book(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text("extends: rapid-attack\nrules:\n  SYS001: {numbers: {most: 5}}\n")
    (tmp_path / "f.ldr").write_text(
        "0 !MFZ FRAME Five\n" + "0 !MFZ BEGIN SYSTEM 1B\n" + BODY + "0 !MFZ END\n"
    )
    (tmp_path / "c.yaml").write_text("company: X\nframes: [{name: A, systems: 2B 2G 1Y}]\n")
    book = brickyard(["check", "c.yaml"], tmp_path).stdout
    house = brickyard(["check", "c.yaml", "--edition", "house.yaml"], tmp_path).stdout
    assert "SYS001" in book
    assert "SYS001" not in house


def test_an_option_is_agreed_to_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text("company: X\nframes: [{name: A, systems: 1Rd 1Ra}]\n")
    assert "SYS003" in brickyard(["check", "c.yaml"], tmp_path).stdout
    assert "SYS003" not in brickyard(["check", "c.yaml", "--option", "split-range"], tmp_path).stdout
    wrong = brickyard(["check", "c.yaml", "--option", "split-rnage"], tmp_path)
    assert wrong.returncode == 2
    assert "split-range" in wrong.stderr


def test_suppressions_are_shown_with_their_reason(tmp_path: Path) -> None:
    text = "company: X\nframes: [{name: A, systems: 2B 2G 1Y}]\nsuppress: {SYS001: a friendly game}\n"
    (tmp_path / "c.yaml").write_text(text)
    assert "a friendly game" in brickyard(["check", "c.yaml"], tmp_path).stdout


def test_sarif_and_github_are_told_the_same() -> None:
    sarif = json.loads(brickyard(["check", "examples/companies/suns-fang.yaml", "--format", "sarif"]).stdout)
    assert sarif["version"] == "2.1.0"
    github = brickyard(["check", "examples/companies/suns-fang.yaml", "--format", "github"]).stdout
    assert github.startswith("::")


def test_dice_are_read_in_any_dialect_and_mistakes_pointed_at() -> None:
    run = brickyard(["dice", "WWBYGRdRdR8rR8r"])
    assert "2W 1B 1G 1Y 2Rd 2Rd8" in run.stdout
    wrong = brickyard(["dice", "2W", "1Q"])
    assert wrong.returncode == 1
    assert "^" in wrong.stdout


def test_dice_of_a_model_and_of_a_company() -> None:
    assert "2W 1B 1G 1Y 2Rd" in brickyard(["dice", "examples/frames/chub.mpd"]).stdout
    assert "3 × Brutus" in brickyard(["dice", "examples/companies/estars-anvil.yaml"]).stdout


def test_tags_are_listed_with_why_and_written_without_touching_the_rest(tmp_path: Path) -> None:
    assert "rifle.ldr" in brickyard(["tags", "examples/frames/chub.mpd"]).stdout
    text = f"0 FILE m.ldr\r\n{PLACED.format('gun.ldr')}0 FILE gun.ldr\n0 Gun\n{RIFLE}"
    (tmp_path / "m.mpd").write_bytes(text.encode())
    run = brickyard(["tags", "m.mpd", "--set", "gun.ldr=2Rd", "-o", "out.mpd"], tmp_path)
    assert run.returncode == 0, run.stderr
    before, after = (tmp_path / "m.mpd").read_bytes(), (tmp_path / "out.mpd").read_bytes()
    added = [line for line in after.splitlines() if line not in before.splitlines()]
    assert added == [b"0 !MFZ SYSTEM 2Rd"]
    assert len(after) - len(before) <= len(b"0 !MFZ SYSTEM 2Rd\r\n")


def test_rules_and_editions_are_listed_and_explained() -> None:
    assert "SYS001" in brickyard(["rules"]).stdout
    assert "RA p.62" in brickyard(["rules", "--edition", "rapid-attack"]).stdout
    assert "RA p.62" in brickyard(["explain", "sys001"]).stdout
    assert "LDR030" in brickyard(["explain", "LDR030"]).stdout
    assert "Message: <name> needs <measured>; the box" in brickyard(["explain", "SIZ001"]).stdout
    assert brickyard(["explain", "SYS999"]).returncode == 2
    assert "condensed" in brickyard(["editions"]).stdout
    assert "skirmish" in brickyard(["editions", "rapid-attack"]).stdout


@pytest.mark.parametrize("kind", ["company", "fleet", "mech"])
def test_a_manifest_to_start_from_is_legal_and_never_overwrites(tmp_path: Path, kind: str) -> None:
    assert brickyard(["new", kind, "-o", "mine.yaml"], tmp_path).returncode == 0
    run = brickyard(["check", "mine.yaml"], tmp_path)
    assert run.returncode == 0, run.stdout
    with (tmp_path / "mine.yaml").open("a") as file:
        file.write("# my own words\n")
    assert brickyard(["new", kind, "-o", "mine.yaml"], tmp_path).returncode == 2


def test_a_model_without_any_tag_is_told_how_a_weapon_is_tagged(tmp_path: Path) -> None:
    (tmp_path / "walker.ldr").write_text("1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n", "utf-8")
    found = checked("walker.ldr", folder=tmp_path, status=1)["findings"]
    assert ["[2R" in finding["fix"] for finding in found if finding["code"] == "TAG028"] == [True]


def test_m11_the_other_files_are_judged_when_one_cant_be_opened(tmp_path: Path) -> None:
    (tmp_path / "good.ldr").write_text("0 !MFZ STATION\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n", "utf-8")
    (tmp_path / "also.ldr").write_bytes((tmp_path / "good.ldr").read_bytes())
    (tmp_path / "bad.io").write_bytes(b"no archive")
    shutil.copy(ROOT / "examples" / "garage-rules.yaml", tmp_path)
    named = ["gone.ldr", "good.ldr", "bad.io", "also.ldr", "garage-rules.yaml"]
    for jobs in ("1", "2"):
        run = brickyard(["check", *named, "--jobs", jobs], tmp_path)
        assert run.returncode == 2
        assert "CAN BE USED: Garage rules" in run.stdout
        assert run.stdout.count("LEGAL by Mobile Frame Zero") == 2
        first, second = run.stderr.splitlines()
        assert first.startswith("brickyard: gone.ldr: ")
        assert second.startswith("brickyard: bad.io: ")


def test_a_mistake_in_the_call_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "good.ldr").write_text("0 !MFZ STATION\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n", "utf-8")
    run = brickyard(["check", "good.ldr", "good.ldr", "--edition", "nosuch"], tmp_path)
    assert (run.returncode, run.stdout, len(run.stderr.splitlines())) == (2, "", 1)
