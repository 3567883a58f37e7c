"""Where a PDF goes, and what is said when it is there."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from brickyard.terminal import Screen
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.writing import write_output

_SUFFIX = ".pdf"


def pdf_target(target: Path | None, stem: str) -> Path:
    """As it was asked for; else named after what is in it."""
    if target is not None:
        if target.suffix.lower() != _SUFFIX:
            raise BrickyardError(f"{target}: what is printed is a PDF; let its name end with {_SUFFIX}")
        return target
    return Path(f"{stem}{_SUFFIX}")


def write_pdf(pdf: bytes, target: Path, notes: Iterable[str], *, force: bool = False) -> None:
    write_output(target, pdf, force=force)
    screen = Screen()
    for note in notes:
        screen.line(f"note: {printable(note)}")
    screen.line(f"{printable(str(target))}: {-(-len(pdf) // 1024):,} kB")
