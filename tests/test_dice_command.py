"""`brickyard dice` as it is run: files, attachments, 'mechs, and what can't be read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from brickyard import dice as asked_dice
from brickyard.dice_answer import show
from brickyard.terminal import Screen
from ldraw_tools.findings import BrickyardError, Severity
from tests.running import ROOT, brickyard

Dice = Callable[..., str]
ATTACHMENTS = ROOT / "examples" / "attachments"


@pytest.fixture
def dice(capsys: pytest.CaptureFixture[str]) -> Dice:
    def run(text: str, status: int = 0) -> str:
        found = asked_dice(text)
        show(found, Screen())
        assert any(one.severity is Severity.ERROR for one in found.findings) == bool(status)
        return " ".join(capsys.readouterr().out.split())

    return run


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("rifle.ldr", "book 2Rd Condensed RdRd gives 1 direct-fire weapon direct-fire weapon 2 red d6"),
        ("rifle.ldr", "as the second of its type 1 red d8"),
        ("amplifier.ldr", "hand-to-hand weapon 2 red d6 as the second of its type 1 red d8"),
        ("mortar.ldr", "gives 2 artillery weapons artillery weapon 2 red d6 artillery weapon 1 red d8"),
        ("carbine.ldr", "at range: hand-to-hand 1 red d6; direct 1 red d6"),
        ("riot-shield.ldr", "gives 1 defense system defense system 1 blue d6"),
        ("vacuum-pack.ldr", "Condensed E:vacuum gives 1 environmental system for vacuum"),
    ],
)
def test_an_attachment_by_itself_says_what_it_gives(file: str, said: str, dice: Dice) -> None:
    told = dice(str(ATTACHMENTS / file))
    assert said in told
    assert "white" not in told


def test_what_gives_no_dice_says_so(dice: Dice) -> None:
    assert "rolls no dice" in dice(str(ROOT / "examples/figures/pilot.ldr"))


def test_a_mech_shows_its_loadout(dice: Dice) -> None:
    told = dice(str(ROOT / "examples/mechs/standard.yaml"))
    assert "12 W of 12 W" in told
    assert "missile 3 W" in told


def test_a_unit_whose_model_is_not_there_gets_no_dice_that_it_has_not(tmp_path: Path, dice: Dice) -> None:
    file = tmp_path / "c.yaml"
    file.write_text(
        "company: X\nframes:\n  - {model: gone.mpd, name: Ghost}\n  - {name: Solo, systems: 2Rd}\n"
    )
    told = dice(str(file), status=1)
    assert "Ghost (frame) what it carries can't be read" in told
    assert "Solo (frame) book 2W 2Rd" in told
    assert "error MAN052: there is no file “gone.mpd” c.yaml:3:13" in told


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("c.yaml", "company: X\ngame: {size: skirmish\n", "is not closed"),
        ("c.yaml", "", "there is nothing in the file"),
        ("c.mpd", "", "contains no parts and no shapes"),
        ("notes.txt", "2Rd", "neither a model nor a manifest"),
    ],
)
def test_a_file_that_nothing_comes_out_of_says_what_is_wrong_with_it(
    tmp_path: Path, name: str, text: str, said: str
) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(BrickyardError, match=said):
        asked_dice(str(tmp_path / name))


def test_a_folder_is_no_notation(tmp_path: Path) -> None:
    with pytest.raises(BrickyardError, match="a folder; name one model or manifest"):
        asked_dice(str(tmp_path))


def test_a_notation_is_read_even_where_a_file_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dice: Dice
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "2Rd").write_text("")
    assert "read as Rapid Attack" in dice("2Rd")


def test_s3_the_dice_of_a_model_that_nothing_describes_end_with_how_to_tag_it(
    tmp_path: Path, dice: Dice
) -> None:
    path = tmp_path / "walker.ldr"
    path.write_text("0 Walker\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n", "utf-8")
    told = dice(str(path))
    assert "Nothing says what it carries. In your editor, make a submodel" in told
    assert told.endswith("Or write systems: into its entry in a company's list.")
    path.write_text("0 !MFZ FRAME Walker\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n", "utf-8")
    assert "Nothing says" not in dice(str(path))


def said_of(text: str, *arguments: str) -> str:
    return " ".join(brickyard(["dice", text, *arguments]).stdout.split())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1B 2Rd 2Rd8", "direct 2 red d6 and 2 red d8 of rockets, once"),
        ("1Rd8", "at range: hand-to-hand white dice only; direct 1 red d8 of rockets, once"),
        ("1B 2Ra", "hand-to-hand white dice only; artillery 2 red d6"),
        ("1B 2Rh", "at range: hand-to-hand 2 red d6"),
    ],
)
def test_section_4_the_line_of_ranges_has_rockets_and_what_white_dice_do(text: str, said: str) -> None:
    assert said in said_of(text)


def test_section_4_a_lone_d8_says_that_it_became_two_d6() -> None:
    assert "taken as a list of systems, which roll 2Rd" in said_of("Rd8")
    assert "taken as a list" not in said_of("2Rd & d8")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1B 1G 1Y 2Rd 2Ra", "not legal: the frame carries 5 systems; a frame has room for 4 (RA p.62)"),
        ("3B", "not legal: the frame carries 3 defense systems"),
        ("4Rd8", "not legal: the frame carries 4 rockets; a frame carries at most 3 (RA p.65)"),
    ],
)
def test_section_4_dice_that_no_frame_may_have_are_told_and_check_is_named(text: str, said: str) -> None:
    assert said in said_of(text)
    assert "brickyard check judges it" in said_of(text)
    assert "not legal" not in said_of("2W 1B 1G 1Y 2Rd 3Rd8")


def test_section_4_a_second_system_without_a_die_is_explained() -> None:
    said = said_of("2Y", "--edition", "intercept-orbit")
    assert "In a list write systems: [Y, Y]; in dice 1Y & Y: “& Y” is a system that adds no die." in said
    assert ":1:1" not in said
    said = said_of("K K K K", "--edition", "intercept-orbit")
    assert "book 2W 3K & K & K “& K”: a system that adds no die carries" in said


def test_files_and_dice_together_are_refused(tmp_path: Path) -> None:
    (tmp_path / "my rifle.ldr").write_bytes((ATTACHMENTS / "rifle.ldr").read_bytes())
    (tmp_path / "rifle.ldr").write_bytes((ATTACHMENTS / "rifle.ldr").read_bytes())
    for words in (["rifle.ldr", "2Rd"], ["2Rd", "1B", "rifle.ldr"]):
        run = brickyard(["dice", *words], tmp_path)
        assert (run.returncode, run.stdout) == (2, "")
        assert run.stderr == "brickyard: give files or dice, not both\n"
    # A name with a space that wasn't quoted.
    assert brickyard(["dice", "my", "rifle.ldr"], tmp_path).returncode == 0
