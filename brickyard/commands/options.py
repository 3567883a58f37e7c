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
AgreedOption = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME[=VALUE]", help="Something your group agreed to (several times)."),
]
SizeOption = Annotated[
    str, typer.Option("--game", metavar="SIZE", help="The game's size: skirmish or battle.")
]
PlayersOption = Annotated[int, typer.Option("--players", min=0, max=99, help="How many play.")]


ForceOption = Annotated[
    bool,
    typer.Option("--force", help="Write over a file that brickyard didn't make (never over one it reads)."),
]


class Format(StrEnum):
    TEXT = "text"
    JSON = "json"


class PastedFormat(StrEnum):
    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


FormatOption = Annotated[Format, typer.Option("--format", help="Text for people, json for programs.")]
PastedFormatOption = Annotated[
    PastedFormat,
    typer.Option("--format", help="Text for people, json for programs, markdown to paste."),
]
