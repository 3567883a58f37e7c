"""The job of `brickyard card`: designs as text to paste."""

from __future__ import annotations

import sys
from pathlib import Path

from brickyard.cards.formats import FORMATS
from brickyard.cards.lines import cards_of
from brickyard.checking import Request
from brickyard.dossiers import open_folders
from brickyard.terminal import Screen
from ldraw_tools.diagnostics import BrickyardError
from ldraw_tools.writing import write_whole


def show(paths: list[Path], request: Request, form: str, target: Path | None) -> int:
    """0 though a design isn't legal: the card says so itself."""
    folders = open_folders(paths, request)
    cards = [card for folder in folders for card in cards_of(folder)]
    if not cards:
        raise BrickyardError(f"{paths[0]}: no design in it; brickyard check {paths[0]} says why")
    text = "\n".join(FORMATS[form](card) for card in cards)
    if target is not None:
        write_whole(target, text.encode())
        return 0
    screen = Screen(sys.stdout)
    for line in text.splitlines():
        screen.line(line)
    return 0
