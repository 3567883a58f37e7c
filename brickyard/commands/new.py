"""`brickyard new`: a manifest or an edition to start from."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands.options import ForceOption, QuietOption
from brickyard.terminal import Screen, talk
from ldraw_tools.writing import write_outputs


class Starter(StrEnum):
    COMPANY = "company"
    FLEET = "fleet"
    MECH = "mech"
    CAMPAIGN = "campaign"
    EDITION = "edition"


def new(
    kind: Annotated[
        Starter,
        typer.Argument(
            metavar="company|fleet|mech|campaign|edition", help="What to start; an edition is house rules."
        ),
    ],
    target: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write it to this file instead of showing it."),
    ] = None,
    extends: Annotated[
        str,
        typer.Option(
            metavar="ID|FILE",
            help="The edition that yours changes (see: brickyard editions); usually the book.",
        ),
    ] = "",
    force: ForceOption = False,
    _quiet: QuietOption = False,
) -> None:
    """Write a manifest, a campaign or an edition of house rules to start from.

    With -o its first line tells editors which keys there are; the schema for that is put into .brickyard.

    For example: brickyard new company -o company.yaml
    """
    from brickyard.starters import starter

    text = starter(kind, extends, target.parent if target else None)
    if target is None:
        Screen().text(text)
        return
    from brickyard.file_schemas import beside_list

    head, schemas = beside_list(kind, target)
    write_outputs({target: (head + text).encode(), **schemas}, force=force)
    talk().line(f"{target} written; check it with: brickyard check {target}")
