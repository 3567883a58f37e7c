"""Plots: values to flat drawings of bars, strips, curves, dice and pictures, as SVG or PNG."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from ldraw_tools.findings import BrickyardError
from ldraw_tools.writing import STANDARD, check_output

SUFFIXES = (".svg", ".png")


class PlotKind(StrEnum):
    LINE_UP = "line-up"
    PARTS = "parts"
    SIZES = "sizes"
    LINK = "link"


def check_name(target: Path | None, *, force: bool = False) -> None:
    """Refuse another ending, or a file that isn't ours, before any work is done."""
    if target is None:
        return
    if target == STANDARD:
        # The answer in words is printed there.
        raise BrickyardError("-o -: name a file for the picture, such as -o picture.svg")
    if target.suffix.lower() not in SUFFIXES:
        raise BrickyardError(f"{target}: a picture's name ends with {' or '.join(SUFFIXES)}")
    check_output(target, force=force)
