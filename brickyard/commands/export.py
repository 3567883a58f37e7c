"""`brickyard export`: a model for other programs."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import brickyard
from brickyard.commands.options import ForceOption, LibraryOption, QuietOption, SubmodelOption
from brickyard.one_by_one import end_with_output
from brickyard.progress import Progress


class MeshFormat(StrEnum):
    """What can be written."""

    GLB = "glb"
    STL = "stl"
    OBJ = "obj"
    PLY = "ply"


def export(
    models: Annotated[list[Path], typer.Argument(metavar="MODEL...", help=".ldr, .mpd, .dat or .io files.")],
    target: Annotated[
        Path,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE|FOLDER",
            help="A .glb, .stl, .obj or .ply file; for several models a folder.",
        ),
    ],
    formats: Annotated[
        list[MeshFormat] | None,
        typer.Option(
            "--format",
            help="Format for each model if -o is a folder; repeatable.  [default: glb]",
            show_default=False,
        ),
    ] = None,
    submodel: SubmodelOption = "",
    units: Annotated[
        str, typer.Option(metavar="mm|m|ldu", help="Unit of length (default: m for .glb, else mm).")
    ] = "",
    up: Annotated[
        str, typer.Option(metavar="y|z", help="Axis that points up (default: z for .stl, else y).")
    ] = "",
    edges: Annotated[bool, typer.Option("--edges", help="Include edge lines (only .glb).")] = False,
    force: ForceOption = False,
    library: LibraryOption = None,
    _quiet: QuietOption = False,
) -> None:
    """Export a model as .glb, .stl, .obj or .ply, for other programs and 3D printers.

    For example: brickyard export chub.mpd -o chub.glb
    """
    from catalog.database.part_database import open_workspace

    with Progress(f"exporting {models[0]}") as progress:
        made = brickyard.export(
            models,
            target=target,
            formats=formats or (),
            submodel=submodel,
            units=units,
            up=up,
            edges=edges,
            force=force,
            workspace=open_workspace(library),
            told=progress,
        )
    end_with_output(made, force)
