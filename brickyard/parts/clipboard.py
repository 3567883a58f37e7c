"""The clipboard, where there is one: BrickLink's upload is a box to paste into."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping

from ldraw_tools.findings import BrickyardError

_SECONDS = 10


def programs(environ: Mapping[str, str], platform: str) -> list[list[str]]:
    """Who can put text there, the likeliest first."""
    if platform == "win32":
        return [["clip"]]
    if platform == "darwin":
        return [["pbcopy"]]
    found = []
    if environ.get("WAYLAND_DISPLAY"):
        found.append(["wl-copy"])
    if environ.get("DISPLAY"):
        found += [["xclip", "-selection", "clipboard"], ["xsel", "--clipboard", "--input"]]
    return [*found, *([["clip.exe"]] if environ.get("WSL_DISTRO_NAME") else [])]


def copy(data: bytes) -> None:
    """Put ASCII text there, or say why it can't be done."""
    there = [(program, where) for program in _programs() if (where := shutil.which(program[0]))]
    if not there:
        hint = "" if sys.platform in ("win32", "darwin") else "; install wl-clipboard or xclip"
        raise BrickyardError(f"--clipboard: there is no clipboard here{hint}, or write a file with -o")
    program, where = there[0]
    try:
        # What xclip leaves behind to serve the clipboard must not keep our pipes open.
        subprocess.run(
            [where, *program[1:]],
            input=data,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise BrickyardError(f"--clipboard: {program[0]} failed; write a file with -o instead") from error


def _programs() -> list[list[str]]:
    return programs(os.environ, sys.platform)
