"""`brickyard inspect`: what is in a model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands.options import Format, FormatOption, LibraryOption
from ldraw_tools.findings import BrickyardError


def inspect(
    model: Annotated[Path, typer.Argument(metavar="MODEL", help="An .ldr, .mpd, .dat or .io file.")],
    submodel: Annotated[str, typer.Option(metavar="NAME", help="Look at this submodel only.")] = "",
    fit: Annotated[
        str,
        typer.Option(metavar="WxD[xH]", help="Does it fit this box? Studs, studs and bricks: --fit 10x10x12"),
    ] = "",
    expand: Annotated[
        bool, typer.Option("--expand", help="Count assembled parts (legs, doors) as what they are made of.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Show all parts, submodels and findings.")
    ] = False,
    output: FormatOption = Format.TEXT,
    library: LibraryOption = None,
) -> None:
    """What is in a model: submodels, parts, sizes, oddities."""
    from brickyard import inspect_jobs
    from brickyard.inspection import Wanted

    wanted = Wanted(submodel, expand, _box(fit) if fit else None)
    raise typer.Exit(inspect_jobs.inspect(model, wanted, library or [], output is Format.JSON, everything))


def _box(text: str) -> tuple[float, float, float | None]:
    try:
        sides = [float(side) for side in text.lower().replace("×", "x").split("x")]
    except ValueError:
        sides = []
    if len(sides) not in (2, 3) or not all(0 < side < 100_000 for side in sides):
        raise BrickyardError(f"--fit {text}: write a box as studs x studs x bricks, such as 10x10x12 or 8x8")
    return sides[0], sides[1], sides[2] if len(sides) == 3 else None
