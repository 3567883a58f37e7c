"""`brickyard editions`: the texts to judge by."""

from __future__ import annotations

from typing import Annotated

import typer


def editions(
    edition: Annotated[str, typer.Argument(metavar="[ID]", help="Show this edition's numbers.")] = "",
) -> None:
    """The texts that brickyard judges by, and their numbers."""
    from brickyard import rule_jobs

    raise typer.Exit(rule_jobs.list_editions(edition))
