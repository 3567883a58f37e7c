"""Where a PDF goes, and what is said when it is there."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from brickyard.terminal import Screen
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.writing import write_whole

_SUFFIX = ".pdf"
_MARK = b"/Keywords(brickyard)"
_MOST_BYTES = 256 * 1024 * 1024


def pdf_target(target: Path | None, stem: str) -> Path:
    """As it was asked for; else named after what is in it, but nobody else's file is written over."""
    if target is not None:
        if target.suffix.lower() != _SUFFIX:
            raise BrickyardError(f"{target}: what is printed is a PDF; let its name end with {_SUFFIX}")
        return target
    default = Path(f"{stem}{_SUFFIX}")
    if default.exists() and not _is_ours(default):
        raise BrickyardError(f"{default} is there already and not of our making; say where to write with -o")
    return default


def _is_ours(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return _MARK in file.read(_MOST_BYTES)
    except OSError:
        return False


def write_pdf(pdf: bytes, target: Path, notes: Iterable[str]) -> None:
    write_whole(target, pdf)
    screen = Screen(sys.stdout)
    for note in notes:
        screen.line(f"note: {printable(note)}")
    screen.line(f"{printable(str(target))}: {-(-len(pdf) // 1024):,} kB")
