"""`brickyard new`: a manifest to start from."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands.options import ForceOption


class Starter(StrEnum):
    COMPANY = "company"
    FLEET = "fleet"
    MECH = "mech"


def new(
    kind: Annotated[Starter, typer.Argument(metavar="company|fleet|mech", help="What to begin.")],
    target: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write it there instead of showing it."),
    ] = None,
    force: ForceOption = False,
) -> None:
    """A manifest to start from."""
    from brickyard import starters

    raise typer.Exit(starters.start(kind.value, target, force))
