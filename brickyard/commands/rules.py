"""`brickyard rules`: the list of rules."""

from __future__ import annotations

import typer

from brickyard.commands.options import EditionOption


def rules(edition: EditionOption = "") -> None:
    """The rules, or those of one edition with their severity and page."""
    from brickyard import rule_jobs

    raise typer.Exit(rule_jobs.list_rules(edition))
