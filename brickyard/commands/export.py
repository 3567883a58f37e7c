"""`brickyard export`: a model for other programs."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.options import flag, output, workspace_of
from brickyard.progress import Progress, end_with_output


class MeshFormat(StrEnum):
    """What can be written."""

    GLB = "glb"
    STL = "stl"
    OBJ = "obj"
    PLY = "ply"


Output = Annotated[
    Path, output("A .glb, .stl, .obj or .ply file; for several models a folder.", "FILE|FOLDER")
]
Formats = Annotated[
    list[MeshFormat] | None,
    typer.Option(
        "--format",
        help="Format for each model if -o is a folder; repeatable.  [default: glb]",
        show_default=False,
    ),
]
Units = Annotated[
    str, typer.Option(metavar="mm|m|ldu", help="Unit of length (default: m for .glb, else mm).")
]
Up = Annotated[str, typer.Option(metavar="y|z", help="Axis that points up (default: z for .stl, else y).")]


def export(
    models: Annotated[list[Path], typer.Argument(metavar="MODEL...", help=".ldr, .mpd, .dat or .io files.")],
    target: Output,
    formats: Formats = None,
    submodel: options.SubmodelOption = "",
    units: Units = "",
    up: Up = "",
    edges: Annotated[bool, flag("--edges", "Include edge lines (only .glb).")] = False,
    force: options.ForceOption = False,
    library: options.LibraryOption = None,
    _quiet: options.QuietOption = False,
) -> None:
    """Export a model as .glb, .stl, .obj or .ply, for other programs and 3D printers.

    For example: brickyard export chub.mpd -o chub.glb
    """
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
            workspace=workspace_of(library),
            told=progress,
        )
    end_with_output(made, force)
