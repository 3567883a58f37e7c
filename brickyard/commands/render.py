"""`brickyard render`: a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import brickyard
from brickyard.commands.options import ForceOption, LibraryOption, QuietOption, SubmodelOption
from brickyard.one_by_one import end_with_output
from brickyard.progress import Progress


def render(
    models: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[MODEL|MANIFEST...]",
            help=".ldr, .mpd, .dat or .io files; a manifest (.yaml) for a line-up, two to face each other.",
        ),
    ] = None,
    target: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE|FOLDER",
            help="File to write: .png, or .svg for line art; for several models a folder.",
        ),
    ] = None,
    submodel: SubmodelOption = "",
    step: Annotated[int, typer.Option(min=0, max=100_000, help="Draw it as it is after this step.")] = 0,
    part: Annotated[str, typer.Option(metavar="NUMBER", help="Draw a single part, such as 3001.")] = "",
    colour: Annotated[str, typer.Option(metavar="COLOUR", help="The part's colour: red, 4, #C91A09.")] = "",
    systems: Annotated[bool, typer.Option("--systems", help="Show which part is which system.")] = False,
    figure: Annotated[bool, typer.Option("--figure", help="Put a figure of 7 plates beside it.")] = False,
    fade: Annotated[bool, typer.Option("--fade", help="With --step: fade what was there before.")] = False,
    turntable: Annotated[
        int,
        typer.Option(
            "--turntable",
            metavar="N",
            min=0,
            max=36,
            show_default=False,
            help="Turn it once around in N views: .webp, or an animated .png.",
        ),
    ] = 0,
    exploded: Annotated[
        bool, typer.Option("--exploded", help="Take it apart: its submodels moved away from each other.")
    ] = False,
    poses: Annotated[
        bool, typer.Option("--poses", help="Draw it beside its other poses, as its file has them.")
    ] = False,
    parts: Annotated[
        bool,
        typer.Option("--parts", help="Draw all its parts flat, by colour, with a bar of its colours."),
    ] = False,
    sizes: Annotated[
        bool,
        typer.Option(
            "--sizes", help="Draw models from the front in the box that the rules allow, to one scale."
        ),
    ] = False,
    link: Annotated[
        bool,
        typer.Option("--link", help="Draw models, dice and verdict as a picture of 1200x630 for links."),
    ] = False,
    view: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="usual (a little from above), hero (a person's eye level), front, back, left, right, top.",
        ),
    ] = "usual",
    angle: Annotated[
        str,
        typer.Option(
            metavar="AZIMUTH,ELEVATION",
            help="Degrees from the front towards the left, and upwards: 35,25. A person's eye level: 35,eye.",
        ),
    ] = "",
    size: Annotated[
        str,
        typer.Option(
            metavar="WxH",
            help="Pixels (default: 800x600); line-ups, --poses, --parts and --sizes use only the width.",
        ),
    ] = "",
    scale: Annotated[
        float,
        typer.Option(min=0, max=1000, help="Pixels per stud, for comparable scale; 0 fits it."),
    ] = 0,
    transparent: Annotated[bool, typer.Option("--transparent", help="Transparent background.")] = False,
    stud_logos: Annotated[bool, typer.Option("--stud-logos", help="Draw the lettering on studs.")] = False,
    neutral_black: Annotated[
        bool, typer.Option("--neutral-black", help="Draw black without LDraw's tint of blue.")
    ] = False,
    force: ForceOption = False,
    library: LibraryOption = None,
    _quiet: QuietOption = False,
) -> None:
    """Draw a picture of a model, a submodel, a step or a part; or all of a company side by side.

    For example: brickyard render chub.mpd -o chub.png
    """
    from catalog.database.part_database import open_workspace

    with Progress(f"drawing {models[0] if models else part}") as progress:
        made = brickyard.render(
            models or (),
            target=target,
            submodel=submodel,
            step=step,
            part=part,
            colour=colour,
            systems=systems,
            figure=figure,
            fade=fade,
            turntable=turntable,
            exploded=exploded,
            poses=poses,
            parts=parts,
            sizes=sizes,
            link=link,
            view=view,
            angle=angle,
            size=size,
            scale=scale,
            transparent=transparent,
            stud_logos=stud_logos,
            neutral_black=neutral_black,
            force=force,
            workspace=open_workspace(library),
            told=progress,
        )
    end_with_output(made, force)
