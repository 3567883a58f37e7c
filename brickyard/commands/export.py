"""`brickyard export`: a model for other programs."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands.options import ForceOption, LibraryOption, QuietOption, SubmodelOption
from ldraw_tools.findings import BrickyardError


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
    if units not in ("", "mm", "m", "ldu"):
        raise BrickyardError(f"--units {units}: write mm, m or ldu")
    if up not in ("", "y", "z"):
        raise BrickyardError(f"--up {up}: write y or z")
    from brickyard.answers import each_of
    from brickyard.one_by_one import end_with, targets_for
    from brickyard.pictures.model_exports import export_model
    from brickyard.progress import Progress
    from brickyard.terminal import talk
    from catalog.database.part_database import open_workspace
    from fleets.forces.named_files import check_model
    from ldraw_tools.choosing import with_submodel
    from ldraw_tools.exporting.export_parts import LengthUnit, Up

    models, workspace = with_submodel(models, submodel), open_workspace(library)
    if formats and target.suffix:
        raise BrickyardError(f"--format: {target} says already what to write; name a folder, or leave it out")
    suffixes = [f".{form}" for form in dict.fromkeys(formats or [])]
    if not suffixes and len(models) > 1:
        suffixes = [".glb"]
    targets = [targets_for(models, target, suffix, always=True) for suffix in suffixes]

    def exported(model: Path) -> None:
        check_model(model)
        first, *also = [folder[model] for folder in targets] or [target]
        with Progress(f"exporting {model}"):
            said = export_model(
                model,
                first,
                workspace,
                also=also,
                unit=LengthUnit(units) if units else None,
                up=Up(up) if up else None,
                edges=edges,
                force=force,
            )
        talk().lines(said)

    _, problems = each_of(models, exported)
    end_with(0, problems)
