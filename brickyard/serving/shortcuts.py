"""A starter on the desktop: a file that opens the workbench when it is clicked twice."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ldraw_tools.findings import BrickyardError
from ldraw_tools.writing import check_output, write_whole

_NAME = "brickyard"
# Characters that mean something in a batch file.
_FOR_CMD = str.maketrans({"%": "%%"})


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A file's name, its content, and whether it must be executable."""

    name: str
    text: str
    runs: bool = False


def shortcut(platform: str, command: Sequence[str], folders: Sequence[Path], icon: Path) -> Shortcut:
    """For Windows a .bat, for macOS a .command, for everything else a .desktop file."""
    words = [*command, "serve", *map(str, folders)]
    if any(set(word) & set('"\r\n\0') for word in words):
        raise BrickyardError("a folder's name has a quotation mark or a line end; rename it")
    if platform == "win32":
        line = " ".join(f'"{word}"' for word in words).translate(_FOR_CMD)
        about = "rem Opens the workbench of brickyard. Close this window to end it."
        lines = ["@echo off", "chcp 65001 > nul", about, line, "if errorlevel 1 pause", ""]
        return Shortcut(f"{_NAME}.bat", "\r\n".join(lines))
    if platform == "darwin":
        line = shlex.join(words)
        text = f"#!/bin/sh\n# Opens the workbench of brickyard. Close this window to end it.\nexec {line}\n"
        return Shortcut(f"{_NAME}.command", text, runs=True)
    line = " ".join(map(_for_desktop, words))
    text = (
        "[Desktop Entry]\nType=Application\nName=brickyard\n"
        "Comment=See, tag and judge LEGO mechs\nTerminal=true\n"
        f"Icon={icon}\nExec={line}\nCategories=Game;\n"
    )
    return Shortcut(f"{_NAME}.desktop", text, runs=True)


def _for_desktop(word: str) -> str:
    """Quoted as the Desktop Entry Specification demands, where % and \\ have special meanings."""
    for letter in ("\\", "`", "$"):
        word = word.replace(letter, f"\\{letter}")
    return '"' + word.replace("%", "%%").replace("\\", "\\\\") + '"'


def write_shortcut(folders: Sequence[Path], environment: Mapping[str, str], home: Path) -> Path:
    """On the desktop of whoever runs this; never over a file that isn't ours."""
    icon = Path(__file__).parent.parent / "web" / "static" / "icon.svg"
    made = shortcut(sys.platform, own_command(), [folder.resolve() for folder in folders], icon)
    target = desktop(environment, home) / made.name
    data = made.text.encode("utf-8")
    check_output(target, data)
    write_whole(target, data, 0o755 if made.runs else None)
    from ldraw_tools.authorship import remember

    remember(target, data)
    return target


def desktop(environment: Mapping[str, str], home: Path) -> Path:
    """The desktop folder, whatever its name is in this language; an exception if there is none."""
    named = []
    settings = Path(environment.get("XDG_CONFIG_HOME") or home / ".config") / "user-dirs.dirs"
    if settings.is_file():
        for line in settings.read_text("utf-8", "replace").splitlines():
            key, _, value = line.partition("=")
            if key.strip() == "XDG_DESKTOP_DIR":
                named.append(Path(value.strip().strip('"').replace("$HOME", str(home))))
    if cloud := environment.get("OneDrive"):
        named.append(Path(cloud, "Desktop"))
    for folder in (*named, home / "Desktop"):
        if folder.is_dir() and folder != home:
            return folder
    raise BrickyardError(f"{home / 'Desktop'}: there is no such folder to put a starter in")


def own_command() -> list[str]:
    """The command that starts this brickyard from any folder."""
    called = Path(sys.argv[0])
    if called.name.lower() in (_NAME, f"{_NAME}.exe") and called.is_file():
        return [str(called.resolve())]
    found = shutil.which(_NAME)
    return [found] if found and not os.environ.get("PYTHONPATH") else [sys.executable, "-m", _NAME]
