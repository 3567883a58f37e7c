"""What `-o` names: never over a file that is read, and over nobody else's file unless --force is said."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest

from brickyard.cli import COMMANDS
from ldraw_tools import authorship
from ldraw_tools.file_overlay import Overlay, seen_through
from ldraw_tools.findings import BrickyardError
from ldraw_tools.writing import check_output, note_input, write_output, write_outputs
from tests.running import ROOT, brickyard

pytestmark = pytest.mark.usefixtures("coarse_pictures")

MODEL = """0 FILE m.mpd
0 !MFZ FRAME Small
1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat
1 4 0 -24 0 1 0 0 0 1 0 0 0 1 gun.ldr
0 FILE gun.ldr
0 !MFZ SYSTEM 2Rd
1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat
1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat
"""
COMPANY = """company: Two
frames:
  - {model: m.mpd, name: One, count: 2}
"""
MINE = b"Dear diary, my bricks:\n"
# A command, and the file that it writes.
WRITING = {
    "card m.mpd -o card.md": "card.md",
    "card m.mpd -o card.png": "card.png",
    "parts m.mpd -o own.csv": "own.csv",
    "parts m.mpd --format csv -o own.txt": "own.txt",
    "parts m.mpd -o buy": "buy/parts.csv",
    "pack c.yaml -o list.txt": "list.txt",
    "pack c.yaml --format json -o list.json": "list.json",
    "odds --matrix c.yaml c.yaml -o odds.svg": "odds.svg",
    "odds m.mpd soldier -o fight.svg": "fight.svg",
    "dice c.yaml -o dice.png": "dice.png",
    "compare 5/20 4/16 -o scores.png": "scores.png",
    "render c.yaml -o c.svg": "c.svg",
    "render m.mpd --turntable 2 --size 40x30 -o m.webp": "m.webp",
    "render m.mpd --parts -o parts.png": "parts.png",
    "odds --matrix c.yaml c.yaml -o odds.png": "odds.png",
    "bid c.yaml --players 2 -o bid.png": "bid.png",
    "render m.mpd --size 40x30 -o m.png": "m.png",
    "render m.mpd --size 40x30": "m.png",
    "render m.mpd --size 40x30 -o m.svg": "m.svg",
    "export m.mpd -o m.glb": "m.glb",
    "export m.mpd -o m.stl": "m.stl",
    "export m.mpd -o m.obj": "m.mtl",
    "sheets c.yaml --only ruler --no-pictures -o c.pdf": "c.pdf",
    "instructions m.mpd -o i.pdf": "i.pdf",
    "new company -o new.yaml": "new.yaml",
    "tags m.mpd --set gun.ldr=2Ra -o tagged.mpd": "tagged.mpd",
    "check m.mpd --pictures-in shots": "shots/m-bld001-1.png",
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "m.mpd").write_text(MODEL)
    (tmp_path / "c.yaml").write_text(COMPANY)
    return tmp_path


@pytest.mark.parametrize(("command", "name"), WRITING.items())
def test_a_command_writes_over_its_own_file_only_unless_force_is_said(
    command: str, name: str, place: Path
) -> None:
    words = shlex.split(command)
    target = place / name
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(MINE)
    run = brickyard(words, place)
    assert (run.returncode, len(run.stderr.splitlines())) == (2, 1)
    assert name in run.stderr.replace("\\", "/")
    assert "--force" in run.stderr
    assert target.read_bytes() == MINE
    beside = {path.name for path in place.rglob("*") if path.is_file()}
    assert beside == {"m.mpd", "c.yaml", target.name}

    assert brickyard([*words, "--force"], place).returncode < 2
    made = target.read_bytes()
    assert made != MINE
    # What brickyard made it makes again without being asked twice.
    assert brickyard(words, place).returncode < 2
    assert target.read_bytes() == made


def test_every_command_that_writes_a_file_can_be_forced() -> None:
    # These write folders, and only into empty ones and their own.
    writing = {"library", "manual", "publish", "table", "tournament"}
    for command in COMMANDS:
        said = brickyard([command, "--help"]).stdout
        if re.search(r"-o, --output|--pictures-in", said) and command not in writing:
            assert "--force" in said, command


@pytest.mark.parametrize(
    ("command", "kept"),
    [
        ("card m.mpd -o m.mpd", "m.mpd"),
        ("parts m.mpd --format csv -o m.mpd", "m.mpd"),
        ("parts m.mpd --owned own.csv -o own.csv", "own.csv"),
        ("parts m.mpd --owned own.csv --format rebrickable -o link.csv", "own.csv"),
        ("parts m.mpd --owned own.csv --format rebrickable -o twin.csv", "own.csv"),
        ("parts m.mpd --overrides over.csv -o over.csv", "over.csv"),
        ("parts m.mpd --prices price.csv -o price.csv", "price.csv"),
        ("parts m.mpd --update own.csv -o own.csv", "own.csv"),
        ("parts c.yaml --format csv -o m.mpd", "m.mpd"),
        ("pack c.yaml --have have.yaml -o have.yaml", "have.yaml"),
        ("pack c.yaml -o c.yaml", "c.yaml"),
        ("card c.yaml --edition mine.yaml -o mine.yaml", "mine.yaml"),
        ("tags m.mpd --set gun.ldr=2Ra -o m.mpd", "m.mpd"),
    ],
)
def test_no_command_writes_over_what_it_reads_though_it_be_forced(
    command: str, kept: str, place: Path
) -> None:
    (place / "own.csv").write_text("bricklink,color,quantity\n3001,5,1\n")
    (place / "over.csv").write_text("ldraw,bricklink,rebrickable\n3001,3001,3001\n")
    (place / "price.csv").write_text("number,colour,price\n3001,5,0.10\n")
    (place / "have.yaml").write_text("dice:\n  red: {d6: 4}\n")
    shipped = (ROOT / "catalog/editions/rapid-attack.yaml").read_text("utf-8")
    (place / "mine.yaml").write_text(shipped.replace("id: rapid-attack", "id: house", 1), "utf-8")
    (place / "link.csv").symlink_to("own.csv")
    os.link(place / "own.csv", place / "twin.csv")
    before = {path.name: path.read_bytes() for path in place.iterdir()}
    run = brickyard([*shlex.split(command), "--force"], place)
    assert (run.returncode, run.stderr.count("\n")) == (2, 1), run.stderr
    assert "this command reads that file" in run.stderr
    assert {path.name: path.read_bytes() for path in place.iterdir()} == before
    assert (place / kept).read_bytes() == before[kept]


def test_tags_are_written_into_models_only(place: Path) -> None:
    (place / "owner.yaml").write_text(COMPANY)
    run = brickyard(["tags", "m.mpd", "--set", "gun.ldr=2Ra", "-o", "owner.yaml", "--force"], place)
    assert run.returncode == 2
    assert ".mpd or .ldr" in run.stderr
    assert (place / "owner.yaml").read_text() == COMPANY


def test_a_list_that_was_edited_since_is_the_users(place: Path) -> None:
    assert brickyard(["parts", "m.mpd", "-o", "own.csv"], place).returncode == 0
    made = (place / "own.csv").read_bytes()
    (place / "own.csv").write_bytes(made + b"9999,1,1\n")
    assert brickyard(["parts", "m.mpd", "-o", "own.csv"], place).returncode == 2
    assert (place / "own.csv").read_bytes() == made + b"9999,1,1\n"


def test_a_list_that_brickyard_made_of_another_model_is_made_anew(place: Path) -> None:
    assert brickyard(["parts", "m.mpd", "-o", "buy"], place).returncode == 0
    before = (place / "buy/parts.csv").read_bytes()
    (place / "m.mpd").write_text(MODEL + "1 1 0 0 0 1 0 0 0 1 0 0 0 1 3024.dat\n")
    assert brickyard(["parts", "m.mpd", "-o", "buy"], place).returncode == 0
    assert (place / "buy/parts.csv").read_bytes() != before


def test_of_several_files_none_is_written_where_one_is_somebodys(tmp_path: Path) -> None:
    (tmp_path / "b").write_bytes(MINE)
    with pytest.raises(BrickyardError, match="--force"):
        write_outputs({tmp_path / "a": b"a", tmp_path / "b": b"b", tmp_path / "c": b"c"})
    assert [path.name for path in tmp_path.iterdir()] == ["b"]


def test_code_5_1_of_several_files_none_is_written_where_one_cant_be_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(MINE)
        (tmp_path / name).chmod(0o600)
    replace = Path.replace

    def refuse_one(self: Path, target: Path) -> Path:
        # As an immutable file on Linux, or one that is open on Windows.
        if target.name == "a":
            raise PermissionError(1, "Operation not permitted")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", refuse_one)
    with pytest.raises(BrickyardError, match="a: can't be written"):
        write_outputs({tmp_path / name: name.encode() for name in "abc"}, force=True)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": MINE, "b": MINE}
    assert os.name == "nt" or (tmp_path / "b").stat().st_mode & 0o777 == 0o600


def test_a_folder_and_a_device_are_never_written_over(tmp_path: Path) -> None:
    for target, why in ((tmp_path, "it is a folder"), (Path(os.devnull), "it is not a file")):
        with pytest.raises(BrickyardError, match=why):
            write_output(target, b"", force=True)


def test_a_file_that_holds_the_same_already_loses_nothing(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"same")
    check_output(tmp_path / "a", b"same")
    with pytest.raises(BrickyardError):
        check_output(tmp_path / "a", b"else")


def test_what_was_read_is_known_until_another_command_begins(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"same")
    with seen_through(Overlay()):
        note_input(tmp_path / "a")
        with pytest.raises(BrickyardError, match="this command reads that file"):
            check_output(tmp_path / "a", b"same", force=True)
    check_output(tmp_path / "a", b"same")


def test_the_ledger_is_bounded_and_tells_no_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(authorship, "_MOST_LINES", 3)
    for number in range(5):
        write_output(tmp_path / f"secret-{number}", b"x")
    [ledger] = [path for path in (tmp_path / "state").rglob("*") if path.is_file()]
    assert len(ledger.read_text().splitlines()) == 3
    assert "secret" not in ledger.read_text()
    assert [authorship.is_ours(tmp_path / f"secret-{n}") for n in range(5)] == [
        False,
        False,
        True,
        True,
        True,
    ]


@pytest.mark.parametrize("broken", ["a file", "rubbish", "a folder"])
def test_a_broken_ledger_stops_nothing(broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(state))
    if broken == "a file":
        state.write_bytes(b"")
    elif broken == "rubbish":
        (state / "brickyard").mkdir(parents=True)
        (state / "brickyard/written.txt").write_bytes(b"\xff\x00 rubbish\n" * 100)
    else:
        (state / "brickyard/written.txt/inside").mkdir(parents=True)
    write_output(tmp_path / "a", b"x")
    assert (tmp_path / "a").read_bytes() == b"x"
    assert authorship.is_ours(tmp_path / "a") is (broken == "rubbish")


@pytest.mark.parametrize(
    ("environ", "platform", "place"),
    [
        ({"XDG_STATE_HOME": "/state"}, "linux", "/state/brickyard"),
        ({"XDG_STATE_HOME": "here"}, "linux", "/home/a/.local/state/brickyard"),
        ({}, "linux", "/home/a/.local/state/brickyard"),
        ({}, "darwin", "/home/a/Library/Application Support/brickyard"),
        ({"LOCALAPPDATA": "/local"}, "win32", "/local/brickyard"),
        ({"XDG_STATE_HOME": "/state"}, "win32", "/home/a/AppData/Local/brickyard"),
    ],
)
def test_the_ledger_is_where_programs_keep_such_things(
    environ: dict[str, str], platform: str, place: str
) -> None:
    assert authorship.state_folder(environ, platform, Path("/home/a")) == Path(place)


def in_place(folder: Path, *changes: str) -> str:
    asked = [word for change in changes for word in ("--set", change)]
    ran = brickyard(["tags", "m.mpd", *asked, "--in-place"], folder)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_a_second_change_in_place_keeps_the_original(tmp_path: Path) -> None:
    (tmp_path / "m.mpd").write_text(MODEL)
    assert "The old file is kept as m.mpd.bak\n" in in_place(tmp_path, "gun.ldr=1B")
    once = (tmp_path / "m.mpd").read_text()
    assert "The old file is kept as m.mpd.bak2\n" in in_place(tmp_path, "gun.ldr=1Y")
    assert (tmp_path / "m.mpd.bak").read_text() == MODEL
    assert (tmp_path / "m.mpd.bak2").read_text() == once
    assert "0 !MFZ SYSTEM 1Y" in (tmp_path / "m.mpd").read_text()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_a_private_file_stays_private_in_place_and_so_does_its_copy(tmp_path: Path) -> None:
    (tmp_path / "m.mpd").write_text(MODEL)
    (tmp_path / "m.mpd").chmod(0o600)
    in_place(tmp_path, "gun.ldr=1B")
    assert {path.stat().st_mode & 0o777 for path in tmp_path.glob("m.mpd*")} == {0o600}


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_in_place_writes_into_the_file_that_a_link_means(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    real = tmp_path / "models" / "real.mpd"
    real.write_text(MODEL)
    (tmp_path / "m.mpd").symlink_to(real)
    in_place(tmp_path, "gun.ldr=1B")
    assert (tmp_path / "m.mpd").is_symlink()
    assert "0 !MFZ SYSTEM 1B" in real.read_text()
    assert (tmp_path / "models" / "real.mpd.bak").read_text() == MODEL
