"""The command line: help, the catalog and library commands, exit statuses, floors that aren't ours."""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from brickyard import cli, library_status
from tests.running import ROOT, brickyard


def help_of(*arguments: str) -> str:
    run = CliRunner().invoke(cli.make_app([*arguments]), [*arguments, "--help"], env={"COLUMNS": "80"})
    assert run.exit_code == 0
    return run.stdout


def test_help_lists_every_command_under_what_one_wants_to_do() -> None:
    lines = help_of().splitlines()
    assert [line[:-1] for line in lines if line.endswith(":") and line[:-1] in cli.GROUPS] == list(cli.GROUPS)
    listed = [line.split()[0] for line in lines if re.match(r"  [a-z][a-z-]*  +[A-Z]", line)]
    assert listed == list(cli.COMMANDS)
    modules = {name.stem.replace("_", "-") for name in (ROOT / "brickyard" / "commands").glob("[a-z]*.py")}
    assert modules - set(cli.COMMANDS) <= {"options", "part-options"}


def test_help_shows_whole_sentences() -> None:
    text = help_of()
    assert "..." not in text.replace("[ARGS]...", "")
    assert max(map(len, text.splitlines())) <= 80
    for name in cli.COMMANDS:
        about = " ".join(help_of(name).split())
        assert "..." not in re.sub(r"[\]A-Z}]\.\.\.", "", about), name


@pytest.mark.parametrize("name", [name for name in cli.COMMANDS if name not in ("catalog", "library")])
def test_the_help_of_a_command_has_an_example(name: str) -> None:
    assert f"For example: brickyard {name} " in " ".join(help_of(name).split())


@pytest.mark.parametrize(
    "called", [("catalog", "search"), ("catalog", "show"), ("catalog", "build"), ("library", "install")]
)
def test_the_help_of_a_command_of_a_command_has_an_example(called: tuple[str, str]) -> None:
    assert f"For example: brickyard {' '.join(called)} " in " ".join(help_of(*called).split())


def test_search_finds_parts_by_the_words_of_their_titles() -> None:
    lines = brickyard(["catalog", "search", "plate", "1", "x", "2", "clip"]).stdout.splitlines()
    assert any(line.startswith("60470b") for line in lines)
    assert all("Plate" in line and "Clip" in line for line in lines)


def test_search_says_when_nothing_is_found() -> None:
    run = brickyard(["catalog", "search", "flux", "capacitor", "quux"])
    assert run.returncode == 2
    assert "no part found" in run.stderr


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("3001", "4 × 2 studs, 3 plates high (3.5 with studs)"),
        ("3024", "1 × 1 studs, 1 plate high (1.5 with studs)"),
        ("3001.dat", "32 × 16 × 9.6 mm"),
        ("3023", "Moved       to 3023b"),
        ("3068B", "BrickLink   3068"),
        ("3815c01", "Made of     3815, 3816, 3817"),
    ],
)
def test_a_part_is_shown_with_what_one_wants_to_know(number: str, said: str) -> None:
    assert said in brickyard(["catalog", "show", number]).stdout


def test_a_part_that_is_not_there_suggests_the_nearest() -> None:
    run = brickyard(["catalog", "show", "3023bx"])
    assert run.returncode == 2
    assert "did you mean 3023b" in run.stderr


def test_library_status_names_the_place_in_use_and_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "stud.dat").write_text("0 Stud\n")
    monkeypatch.setenv("LDRAWDIR", str(tmp_path))
    run = brickyard(["library", "status"])
    assert f"* {tmp_path} (LDRAWDIR): used\n      0 parts, 1 primitives\n" in run.stdout
    used = next(place for place in library_status().places if place.state == "used")
    assert (used.path, used.by_user, used.holds) == (str(tmp_path), True, ("0 parts", "1 primitives"))


def test_a_library_is_installed_where_it_is_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HOME", "XDG_DATA_HOME", "LOCALAPPDATA", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.delenv("LDRAWDIR", raising=False)
    with zipfile.ZipFile(tmp_path / "complete.zip", "w") as archive:
        archive.writestr("ldraw/p/stud.dat", "0 Stud\n0 !LDRAW_ORG Primitive\n3 16 0 0 0 6 0 0 0 -4 6\n")
        archive.writestr(
            "ldraw/parts/mine.dat", "0 Mine\n0 !LDRAW_ORG Part\n1 16 0 0 0 1 0 0 0 1 0 0 0 1 stud.dat\n"
        )
        archive.writestr("ldraw/LDConfig.ldr", "0 LDraw.org Configuration File\n")
    assert brickyard(["library", "install", "complete.zip"], tmp_path).returncode == 0
    (tmp_path / "m.ldr").write_text("1 4 0 0 0 1 0 0 0 1 0 0 0 1 mine.dat\n")
    run = brickyard(["inspect", "m.ldr"], tmp_path)
    assert run.returncode == 0, run.stdout
    assert "1 piece" in run.stdout


def test_a_bad_source_of_a_library_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "bad.zip").write_bytes(b"not a zip")
    run = brickyard(["library", "install", "bad.zip"], tmp_path)
    assert run.returncode == 2
    assert len(run.stderr.strip().splitlines()) == 1


def test_the_database_is_built_by_the_command(tmp_path: Path) -> None:
    for folder in ("parts", "p"):
        (tmp_path / "ldraw" / folder).mkdir(parents=True)
    (tmp_path / "ldraw/parts/mine.dat").write_text("0 Mine\n0 !LDRAW_ORG Part\n3 16 0 0 0 6 0 0 0 -4 6\n")
    (tmp_path / "ldraw/p/stud.dat").write_text("0 Stud\n0 !LDRAW_ORG Primitive\n3 16 0 0 0 6 0 0 0 -4 6\n")
    run = brickyard(["catalog", "build", "--library", "ldraw", "-o", "mine.sqlite", "--jobs", "1"], tmp_path)
    assert run.returncode == 0, run.stderr
    assert "2 files" in run.stdout


def test_another_package_with_a_floors_name_is_noticed_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "validators").mkdir()
    (tmp_path / "validators" / "__init__.py").write_text("")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    run = subprocess.run(
        [sys.executable, "-m", "brickyard", "--help"],
        cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert run.returncode == 2
    assert run.stderr.count("this is not brickyard's “validators”") == 1
    assert "pipx" in run.stderr
    imported = subprocess.run(
        [sys.executable, "-c", "import brickyard"],
        cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert "this is not brickyard's “validators”; another package of that name is" in imported.stderr


def test_b32_a_floor_that_went_with_another_package_comes_back_by_installing_again(tmp_path: Path) -> None:
    for floor in ("brickyard", "ldraw_tools", "catalog", "fleets"):
        (tmp_path / floor).symlink_to(ROOT / floor)
    # Without the site's packages, among them the editable one that finds all floors.
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-S", "-c", "import brickyard"],
        cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert "brickyard's package “validators” is gone" in run.stderr
    assert "Install brickyard again: pip install --force-reinstall --no-deps ." in run.stderr


@pytest.mark.parametrize("word", ["--version", "version"])  # newcomer B7
def test_the_version_is_told(word: str) -> None:
    ran = brickyard([word])
    assert ran.stdout.startswith("brickyard 0.")
    assert ran.returncode == 0


def test_more_than_the_word_version_is_not_a_command() -> None:
    ran = brickyard(["version", "chub.mpd"])
    assert "No such command 'version'" in ran.stderr
    assert ran.returncode == 2


def test_an_unknown_command_is_status_2() -> None:
    assert brickyard(["inpsect"]).returncode == 2


def _on_an_old_console(*arguments: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """As Windows runs it where output goes to a file."""
    return subprocess.run(
        [sys.executable, "-m", "brickyard", *arguments],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "cp1252"},
        capture_output=True, check=False,
    )  # fmt: skip


def test_a_report_holds_every_letter_on_an_old_code_page_too(tmp_path: Path) -> None:
    itself = "1 4 0 0 0 1 0 0 0 1 0 0 0 1 round.ldr\n"
    (tmp_path / "round.ldr").write_text(f"0 Łódź → 東京\n{itself}", "utf-8")
    run = _on_an_old_console("inspect", "round.ldr", "--format", "json", folder=tmp_path)
    assert (run.returncode, run.stderr) == (1, b"")
    report = json.loads(run.stdout)
    assert report["title"] == "Łódź → 東京"
    assert "round.ldr → round.ldr" in report["findings"][-1]["message"]


def test_a_name_that_an_old_code_page_lacks_stops_nothing(tmp_path: Path) -> None:
    run = _on_an_old_console("new", "company", "-o", "東京.yaml", folder=tmp_path)
    assert (run.returncode, run.stderr) == (0, b"")
    assert run.stdout.startswith(b"??.yaml written")


@pytest.mark.parametrize("command", ["check", "inspect", "compare", "parts", "tags"])
def test_a_name_that_is_too_long_is_one_line(command: str, tmp_path: Path) -> None:
    run = brickyard([command, "x" * 5000 + ".ldr"], tmp_path)
    assert (run.returncode, len(run.stderr.splitlines())) == (2, 1)
    assert run.stderr.startswith("brickyard: xxx")


def test_names_in_an_error_cannot_steer_the_terminal(tmp_path: Path) -> None:
    model = b"0 FILE a.ldr\n0 FILE \x1b[31mred.ldr\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n"
    (tmp_path / "a.mpd").write_bytes(model)
    run = brickyard(["inspect", "a.mpd", "--submodel", "wing"], tmp_path)
    assert (run.returncode, len(run.stderr.splitlines())) == (2, 1)
    assert "?[31mred.ldr" in run.stderr


@pytest.mark.parametrize("closed", [BrokenPipeError(), OSError(errno.EINVAL, "Invalid argument")])
def test_whoever_reads_our_output_may_have_seen_enough(
    closed: OSError, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def leave(*_: object) -> None:
        raise closed

    monkeypatch.setattr(cli, "make_app", leave)
    assert cli._run() == 0
    assert capsys.readouterr() == ("", "")
