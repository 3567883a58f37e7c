"""The mistakes of an evening: each is told once, where it is, with a way out and without its consequences."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from ldraw_tools.findings import BrickyardError, Finding, Severity
from validators.judged_files import JudgeSettings, check_file
from validators.reporters import text

HEAD = "company: Dust Dogs\ngame: {size: skirmish, players: 3}\n"
STATIONS = "stations: [{name: Depot, count: 2}]\n"
CHUB = "0 !MFZ FRAME Chub\n0 !MFZ BEGIN SYSTEM 2Rd rifle\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3003.dat\n0 !MFZ END\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "frames").mkdir()
    (tmp_path / "frames" / "chub.ldr").write_text(CHUB)
    (tmp_path / "empty.ldr").write_text("")
    with zipfile.ZipFile(tmp_path / "studio.mpd", "w") as archive:
        archive.writestr("model.ldr", CHUB)
    return tmp_path


def mistakes(path: Path) -> list[Finding]:
    return [
        finding for finding in check_file(path, JudgeSettings()).findings if finding.severity > Severity.INFO
    ]


@pytest.mark.parametrize(
    ("frames", "code", "place", "fix"),
    [
        ("frames:\n\t- {model: frames/chub.ldr}", "MAN002", "4:1", "Indent with spaces only."),
        ("frames: [{model: frames/chbu.ldr, count: 3}]", "MAN052", "3:18", "Did you mean frames/chub.ldr?"),
        ("frames: [{model: chub.ldr, count: 3}]", "MAN052", "3:18", "Did you mean frames/chub.ldr?"),
        (
            "frames: [{model: 'C:\\LEGO\\chub.ldr', count: 3}]",
            "MAN040",
            "3:18",
            "Write the path from this file's folder, such as chub.ldr or ../frames/chub.ldr.",
        ),
        ("frames: [{modle: frames/chub.ldr, count: 3}]", "MAN017", "3:11", "Did you mean model?"),
        ("framse: [{model: frames/chub.ldr, count: 3}]", "MAN017", "3:1", "Did you mean frames?"),
        (
            "frames:\n  Brutus: {model: frames/chub.ldr}",
            "MAN064",
            "4:3",
            "Write lines such as - {name: Brutus, model: chub.mpd} under frames:.",
        ),
        (
            "frames: [{model: frames/chub.ldr, count: 0}]",
            "MAN063",
            "3:42",
            "Leave the entry out, or list it under spares: with the number you own.",
        ),
        (
            'frames: [{model: frames/chub.ldr, count: "three"}]',
            "MAN013",
            "3:42",
            "Write it in digits, such as 1.",
        ),
        (
            "frames: [{model: frames, count: 3}]",
            "MAN053",
            "3:18",
            "Name a file in it, such as frames/chub.ldr.",
        ),
        (
            "frames: [{model: studio.mpd, count: 3}]",
            "MAN054",
            "3:18",
            "Fix that, or open it in its editor and save it again.",
        ),
        ("frames: [{systems: 1B 2Xd, count: 3}]", "DIC004", "3:24", "Did you mean R? The letters are"),
    ],
)
def test_a_mistake_in_a_list_is_all_that_is_told(
    folder: Path, frames: str, code: str, place: str, fix: str
) -> None:
    path = folder / "dogs.yaml"
    path.write_text(f"{HEAD}{frames}\n{STATIONS}")
    [told] = mistakes(path)
    assert (told.code, str(told.place)) == (code, f"dogs.yaml:{place}")
    assert told.fix.startswith(fix)
    assert not any(str(folder) in line for line in text.lines([check_file(path, JudgeSettings())]))


def test_what_was_not_judged_is_said(folder: Path) -> None:
    path = folder / "dogs.yaml"
    path.write_text(f"{HEAD}frames: [{{model: gone.ldr, count: 3}}]\n{STATIONS}")
    lines = list(text.lines([check_file(path, JudgeSettings())]))
    assert lines[1:3] == [
        "  Not everything is known, so what it carries together is not judged yet.",
        "  3 frames, 2 stations, for a skirmish of 3 players",
    ]
    path.write_text(f"{HEAD}frames: {{model: gone.ldr}}\n{STATIONS}")
    lines = list(text.lines([check_file(path, JudgeSettings())]))
    assert lines[1] == "  Not all of its list can be read, so it is not judged as a whole yet."


def test_numbers_are_judged_even_where_a_model_is_missing(folder: Path) -> None:
    path = folder / "dogs.yaml"
    path.write_text(f"{HEAD}frames: [{{model: gone.ldr, count: 9}}]\n{STATIONS}")
    assert [one.code for one in mistakes(path)] == ["CMP002", "MAN052"]


@pytest.mark.parametrize(
    ("line", "code", "place", "fix"),
    [
        ("0 !MFZ BEGIN SYTSEM 2Rd", "TAG001", "2:14", "Did you mean SYSTEM?"),
        ("0 !MFZ BEGIN SYSTEM 2Rx", "DIC013", "2:23", "Did you mean Rd?"),
        ("0 !MFZ BEGIN 2Rd", "TAG001", "2:14", "Write SYSTEM 2Rd."),
    ],
)
def test_a_mistake_in_a_tag_is_told_at_its_letter(
    folder: Path, line: str, code: str, place: str, fix: str
) -> None:
    path = folder / "chub.ldr"
    path.write_text(CHUB.replace("0 !MFZ BEGIN SYSTEM 2Rd rifle", line))
    [told] = mistakes(path)
    assert (told.code, str(told.place)) == (code, f"chub.ldr:{place}")
    assert told.fix.startswith(fix)


def test_tags_may_be_written_small(folder: Path) -> None:
    path = folder / "chub.ldr"
    path.write_text(CHUB.lower())
    assert mistakes(path) == []
    assert check_file(path, JudgeSettings()).dice == "2W 2Rd"


def test_an_empty_model_is_no_legal_frame(folder: Path) -> None:
    assert [one.code for one in mistakes(folder / "empty.ldr")] == ["LDR005"]
    assert check_file(folder / "empty.ldr", JudgeSettings()).kind == "file"


def test_an_empty_manifest_is_told_how_to_begin(folder: Path) -> None:
    (folder / "dogs.yaml").write_text("# later\n")
    [told] = mistakes(folder / "dogs.yaml")
    assert (told.code, told.fix) == (
        "MAN006",
        "Write lines such as company: Estar's Anvil, or begin with what brickyard new company writes.",
    )


def test_a_studio_file_by_another_name_is_told_its_own(folder: Path) -> None:
    with pytest.raises(BrickyardError, match=r"not LDraw text but an archive; .* rename it to \.io"):
        check_file(folder / "studio.mpd", JudgeSettings())


def test_a_size_of_game_that_nobody_knows_is_misspelt(folder: Path) -> None:
    path = folder / "dogs.yaml"
    head = HEAD.replace("skirmish", "skirmsh")
    path.write_text(f"{head}frames: [{{systems: 1B 2Rd, count: 3, rockets: 1}}]\n{STATIONS}")
    [told] = mistakes(path)
    assert (told.code, told.severity) == ("CMP004", Severity.ERROR)
    assert told.fix.startswith("Did you mean skirmish?")
    path.write_text(path.read_text().replace("skirmsh, players: 3", "skirmish, players: 9"))
    [told] = mistakes(path)
    assert (told.code, told.severity) == ("CMP004", Severity.ERROR)
    assert told.fix.startswith("It has them for 2, 3, 4 and 5 players.")
