"""Options that `parts`, `owned`, `can-build` and `draft` share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from brickyard.commands.options import OVER_HTTP, OverHttp
from brickyard.parts import Substitutes
from brickyard.terminal import stderr
from ldraw_tools.findings import Finding, Severity, worst

OwnedOption = Annotated[
    list[Path] | None,
    typer.Option("--owned", metavar="FILE", help="What you have: BrickLink XML, .bsx or CSV; repeatable."),
    OverHttp("file"),
]
SetsOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--sets",
        metavar="FOLDER",
        help="Inventories of your sets: Rebrickable's tables, or lists such as 75054-1.bsx; repeatable.",
    ),
]
SubstitutesOption = Annotated[
    Substitutes,
    typer.Option(
        "--substitutes", help="What else will do: nothing, another mould of the part, or an alternate too."
    ),
    OVER_HTTP,
]
OnlyOption = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="NAME", help="Only this unit, system or submodel; repeatable."),
    OVER_HTTP,
]
SparesOption = Annotated[
    bool, typer.Option("--spares/--no-spares", help="Include spare units and pieces."), OVER_HTTP
]
RecolourOption = Annotated[
    list[str] | None,
    typer.Option(
        "--recolour",
        metavar="OLD=NEW|nearest",
        help="Swap colours: 4=1 or red=blue; nearest: where a part isn't known in its colour; repeatable.",
    ),
    OVER_HTTP,
]
AnyColourOption = Annotated[
    list[str] | None,
    typer.Option("--any-colour", metavar="NAME", help="A submodel whose colour doesn't matter; repeatable."),
    OVER_HTTP,
]
OverridesOption = Annotated[
    Path | None,
    typer.Option("--overrides", metavar="FILE", help="Your table of numbers: ldraw, bricklink, rebrickable."),
]
AllOption = Annotated[bool, typer.Option("--all", help="Show all lots and all notes.")]


def end_with_findings(findings: Sequence[Finding], everything: bool) -> NoReturn:
    """What wasn't read of the lists or the models may change the answer."""
    from brickyard.parts.list_text import show_findings

    show_findings(findings, stderr(), everything, Severity.WARNING)
    raise typer.Exit(1 if worst(findings) is Severity.ERROR else 0)
