"""`brickyard explain`: one rule."""

from __future__ import annotations

from typing import Annotated

import typer

from brickyard.commands.options import EditionOption


def explain(
    code: Annotated[str, typer.Argument(metavar="CODE", help="Such as SYS001 or LDR030.")],
    edition: EditionOption = "",
) -> None:
    """One rule with its reason, and what every edition says of it."""
    from brickyard import rule_jobs

    raise typer.Exit(rule_jobs.explain(code, edition))
