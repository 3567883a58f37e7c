"""`brickyard keys`: what may stand in a list, a campaign, an edition or the settings."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

import brickyard
from brickyard.terminal import Screen, wrap_lines


class KeysFormat(StrEnum):
    TEXT = "text"
    JSON = "json"
    SCHEMA = "schema"


def keys(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            help="The file: company, fleet, mech, campaign, edition or settings.",
            show_default=False,
        ),
    ] = "",
    form: Annotated[
        KeysFormat,
        typer.Option(
            "--format",
            help="Output format: text for people, json for programs, schema (JSON Schema) for editors.",
        ),
    ] = KeysFormat.TEXT,
) -> None:
    """List the keys of a file that you write, each with what it says and an example.

    For example: brickyard keys company
    """
    found, screen = brickyard.keys(kind), Screen()
    if form is KeysFormat.SCHEMA:
        screen.text(found.schema_text())
        return
    if form is KeysFormat.JSON:
        screen.document(found)
        return
    for place, thing in enumerate(found.things):
        if place:
            screen.line()
        screen.line(thing.title)
        for one in thing.keys:
            needed = " Needed." if one.is_needed else ""
            screen.lines(wrap_lines(f"{one.says}{needed}", f"  {one.key:13} ", " " * 16))
            screen.lines(wrap_lines(one.example, " " * 16, " " * 18))
