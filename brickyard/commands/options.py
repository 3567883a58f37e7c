"""Options that several commands share."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

LibraryOption = Annotated[
    list[Path] | None,
    typer.Option("--library", metavar="DIR|ZIP", help="Use this LDraw library (may be given several times)."),
]
EditionOption = Annotated[
    str, typer.Option("--edition", metavar="ID|FILE", help="Judge by this text (see: brickyard editions).")
]


class Format(StrEnum):
    TEXT = "text"
    JSON = "json"
