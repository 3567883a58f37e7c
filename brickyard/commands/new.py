"""`brickyard new`: a manifest or an edition to start from."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.options import output
from brickyard.terminal import Screen, stderr, talk
from ldraw_tools.findings import Severity, worst
from ldraw_tools.writing import STANDARD


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
    target: Annotated[Path | None, output("Write it to this file instead of showing it.")] = None,
    extends: Annotated[
        str,
        typer.Option(
            metavar="ID|FILE",
            help="The edition that yours changes (see: brickyard editions); usually the book.",
        ),
    ] = "",
    source: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="FILE|LINK",
            help="A list of Commander's Handbook or mf0 to begin with; - reads standard input.",
        ),
    ] = "",
    pick: Annotated[
        str, typer.Option(metavar="NAME", help="Which list, if what --from names holds several.")
    ] = "",
    force: options.ForceOption = False,
    _quiet: options.QuietOption = False,
) -> None:
    """Write a manifest, a campaign or an edition of house rules to start from.

    For example: brickyard new company -o company.yaml
    """
    if source == str(STANDARD):
        from brickyard.standard_input import standard_input

        source = standard_input().decode("utf-8", "replace") + "\n"
    made = brickyard.new(kind, source=source, pick=pick, extends=extends, target=target, force=force)
    if target is None:
        Screen().text(made.text)
    else:
        talk().line(f"{target} written; check it with: brickyard check {target}")
    for finding in made.findings:
        stderr().finding(finding)
    raise typer.Exit(1 if worst(made.findings) is Severity.ERROR else 0)
