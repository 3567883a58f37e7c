"""Small things to draw in tests: a cube with its edges, placed as asked, and a palette of two paints."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from catalog.database.part_database import open_workspace
from ldraw_tools.geometry.pieces import PieceMark, Pieces, StandIn, lay_out
from ldraw_tools.library.part_files import MemoryFiles
from ldraw_tools.library.places import NoParts
from ldraw_tools.rendering.finishes import Paint
from ldraw_tools.rendering.stage import Stage
from ldraw_tools.workspace import Workspace
from tests.measuring import assembled, mpd

# A closed cube 20 across, wound counter-clockwise as seen from outside (y points down), with its edges.
_FACES = (
    "4 16 -10 -10 -10 10 -10 -10 10 -10 10 -10 -10 10",
    "4 16 -10 10 -10 -10 10 10 10 10 10 10 10 -10",
    "4 16 -10 -10 -10 -10 10 -10 10 10 -10 10 -10 -10",
    "4 16 -10 -10 10 10 -10 10 10 10 10 -10 10 10",
    "4 16 -10 -10 -10 -10 -10 10 -10 10 10 -10 10 -10",
    "4 16 10 -10 -10 10 10 -10 10 10 10 10 -10 10",
)
_CORNERS = [(x, y, z) for x in (-10, 10) for y in (-10, 10) for z in (-10, 10)]
_EDGES = tuple(
    "2 24 " + " ".join(str(number) for number in (*a, *b))
    for i, a in enumerate(_CORNERS)
    for b in _CORNERS[i + 1 :]
    if sum(p != q for p, q in zip(a, b, strict=True)) == 1
)
CUBE = ("0 Cube", "0 !LDRAW_ORG Unofficial_Part", "0 BFC CERTIFY CCW", *_FACES, *_EDGES)
CLEAR, BLUE = 47, 1


def without_library() -> Workspace:
    """A workspace whose library is a folder without parts."""
    return open_workspace([Path(__file__).parent])


def paint_of(code: int, coat: int) -> Paint:
    """Red, but 1 is blue and 47 glass; a coat makes it grey."""
    if coat:
        return Paint((200, 200, 200), (150, 150, 150))
    if code == CLEAR:
        return Paint((120, 200, 240), (40, 60, 80), alpha=0.5)
    return Paint((30, 60, 200) if code == BLUE else (200, 30, 30), (10, 10, 10))


def placed(
    *lines: str,
    marks: tuple[PieceMark, ...] = (),
    stand_in: StandIn | None = None,
    files: Mapping[str, str] | None = None,
) -> Pieces:
    """The pieces of a model of these lines; `cube.dat` is there."""
    known = {"cube.dat": "\n".join(CUBE).encode()}
    library = MemoryFiles({**known, **{name: text.encode() for name, text in (files or {}).items()}})
    return lay_out(assembled(*lines, source=NoParts(), library=library), None, marks, stand_in)


def placed_sections(sections: dict[str, list[str]], *marks: PieceMark) -> Pieces:
    library = MemoryFiles({"cube.dat": "\n".join(CUBE).encode()})
    return lay_out(assembled(mpd(sections), source=NoParts(), library=library), None, marks)


def cube(colour: int = 4, at: str = "0 0 0", turn: str = "1 0 0 0 1 0 0 0 1") -> str:
    return f"1 {colour} {at} {turn} cube.dat"


def staged(*lines: str, coats: NDArray[np.intp] | None = None) -> Stage:
    return Stage(placed(*lines), paint_of, coats)
