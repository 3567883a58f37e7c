"""The starter on the desktop: what is in it for each system, and where it is put."""

from __future__ import annotations

import shlex
import stat
import subprocess
from pathlib import Path, PureWindowsPath

import pytest

from brickyard.serving.starting import desktop, shortcut, write_shortcut
from ldraw_tools.findings import BrickyardError
from tests.running import brickyard

ICON = Path("/opt/icon.svg")


def test_windows_gets_a_batch_file_that_stays_open_when_something_is_wrong() -> None:
    folder = PureWindowsPath("C:\\My mechs 100%")
    made = shortcut("win32", ["C:\\Tools\\brickyard.exe"], [folder], ICON)  # type: ignore[list-item]
    assert made.name == "brickyard.bat"
    assert made.text.split("\r\n") == [
        "@echo off",
        "chcp 65001 > nul",
        "rem Opens the workbench of brickyard. Close this window to end it.",
        '"C:\\Tools\\brickyard.exe" "serve" "C:\\My mechs 100%%"',
        "if errorlevel 1 pause",
        "",
    ]


def test_macos_gets_a_command_file_that_the_shell_reads_as_it_is_meant(tmp_path: Path) -> None:
    folder = tmp_path / "it's $HOME & more"
    made = shortcut("darwin", ["/usr/local/bin/brickyard"], [folder], ICON)
    assert (made.name, made.runs) == ("brickyard.command", True)
    line = made.text.splitlines()[-1].removeprefix("exec ")
    assert shlex.split(line) == ["/usr/local/bin/brickyard", "serve", str(folder)]
    file = tmp_path / "echo.command"
    file.write_text(made.text.replace("exec /usr/local/bin/brickyard", "exec echo"))
    ran = subprocess.run(["sh", str(file)], capture_output=True, text=True, check=True)
    assert ran.stdout == f"serve {folder}\n"


def test_everything_else_gets_a_desktop_entry_with_its_folder_quoted() -> None:
    made = shortcut("linux", ["/usr/bin/brickyard"], [Path("/home/me/My $mechs 100%")], ICON)
    assert made.name == "brickyard.desktop"
    lines = made.text.splitlines()
    assert lines[0] == "[Desktop Entry]"
    assert 'Exec="/usr/bin/brickyard" "serve" "/home/me/My \\\\$mechs 100%%"' in lines
    assert {"Type=Application", "Name=brickyard", "Terminal=true", "Icon=/opt/icon.svg"} <= set(lines)


def test_a_name_that_could_end_its_line_is_refused() -> None:
    for name in ('a"b', "a\nb"):
        with pytest.raises(BrickyardError, match="quotation mark"):
            shortcut("linux", ["brickyard"], [Path(name)], ICON)


def test_it_is_put_on_the_desktop_whatever_that_is_called(tmp_path: Path) -> None:
    with pytest.raises(BrickyardError, match="no such folder"):
        desktop({}, tmp_path)
    (tmp_path / "Desktop").mkdir()
    assert desktop({}, tmp_path) == tmp_path / "Desktop"
    (tmp_path / "Schreibtisch").mkdir()
    (tmp_path / ".config").mkdir()
    (tmp_path / ".config" / "user-dirs.dirs").write_text('XDG_DESKTOP_DIR="$HOME/Schreibtisch"\n')
    assert desktop({}, tmp_path) == tmp_path / "Schreibtisch"
    written = write_shortcut([tmp_path], {}, tmp_path)
    assert written.parent.name == "Schreibtisch"
    assert str(tmp_path) in written.read_text()
    if written.suffix != ".bat":
        assert written.stat().st_mode & stat.S_IXUSR
    assert write_shortcut([tmp_path], {}, tmp_path) == written, "again, over our own"
    written.write_text("theirs")
    with pytest.raises(BrickyardError, match="didn't make it"):
        write_shortcut([tmp_path], {}, tmp_path)


def test_the_command_writes_it_and_ends(tmp_path: Path) -> None:
    (tmp_path / "Desktop").mkdir()
    ran = brickyard(["serve", str(tmp_path), "--shortcut"], HOME=str(tmp_path), USERPROFILE=str(tmp_path))
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.endswith("written\n")
    assert len(list((tmp_path / "Desktop").iterdir())) == 1
