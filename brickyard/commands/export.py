"""`brickyard export`: a model for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands.options import ForceOption, LibraryOption
from ldraw_tools.findings import BrickyardError


def export(
    model: Annotated[Path, typer.Argument(metavar="MODEL", help="An .ldr, .mpd, .dat or .io file.")],
    target: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="A .glb, .stl, .obj or .ply file.")
    ],
    submodel: Annotated[str, typer.Option(metavar="NAME", help="Export this submodel only.")] = "",
    units: Annotated[
        str, typer.Option(metavar="mm|m|ldu", help="Instead of metres for .glb, millimetres for the others.")
    ] = "",
    up: Annotated[str, typer.Option(metavar="y|z", help="Which way is up; y but for .stl.")] = "",
    edges: Annotated[bool, typer.Option("--edges", help="With the edge lines, in a .glb.")] = False,
    force: ForceOption = False,
    library: LibraryOption = None,
) -> None:
    """Export a model as .glb, .stl, .obj or .ply, for other programs and 3D printers.

    For example: brickyard export chub.mpd -o chub.glb
    """
    if units not in ("", "mm", "m", "ldu"):
        raise BrickyardError(f"--units {units}: mm, m or ldu")
    if up not in ("", "y", "z"):
        raise BrickyardError(f"--up {up}: y or z")
    from brickyard.pictures import export_jobs
    from ldraw_tools.exporting.export_axes import Unit, Up

    unit, way = Unit(units) if units else None, Up(up) if up else None
    raise typer.Exit(export_jobs.export(model, target, submodel, unit, way, edges, library or [], force))
