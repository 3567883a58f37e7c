"""`brickyard render`: a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.options import flag, output, workspace_of
from brickyard.progress import Progress, end_with_output

Models = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="[MODEL|MANIFEST...]",
        help=".ldr, .mpd, .dat or .io files; a manifest (.yaml) for a line-up, two to face each other.",
    ),
]
Output = Annotated[
    Path | None,
    output("File to write: .png, or .svg for line art; for several models a folder.", "FILE|FOLDER"),
]
Turntable = Annotated[
    int,
    typer.Option(
        "--turntable",
        metavar="N",
        min=0,
        max=36,
        show_default=False,
        help="Turn it once around in N views: .webp, or an animated .png.",
    ),
]
Exploded = Annotated[bool, flag("--exploded", "Take it apart: its submodels moved away from each other.")]
Parts = Annotated[bool, flag("--parts", "Draw all its parts flat, by colour, with a bar of its colours.")]
Sizes = Annotated[
    bool, flag("--sizes", "Draw models from the front in the box that the rules allow, to one scale.")
]
Link = Annotated[bool, flag("--link", "Draw models, dice and verdict as a picture of 1200x630 for links.")]
View = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="usual (a little from above), hero (a person's eye level), front, back, left, right, top.",
    ),
]
Angle = Annotated[
    str,
    typer.Option(
        metavar="AZIMUTH,ELEVATION",
        help="Degrees from the front towards the left, and upwards: 35,25. A person's eye level: 35,eye.",
    ),
]
Size = Annotated[
    str,
    typer.Option(
        metavar="WxH",
        help="Pixels (default: 800x600); line-ups, --poses, --parts and --sizes use only the width.",
    ),
]
Scale = Annotated[
    float, typer.Option(min=0, max=1000, help="Pixels per stud, for comparable scale; 0 fits it.")
]
NeutralBlack = Annotated[
    bool, flag("--neutral-black/--ldraw-black", "Draw black without LDraw's tint of blue, or with it.")
]


def render(
    models: Models = None,
    target: Output = None,
    submodel: options.SubmodelOption = "",
    step: Annotated[int, typer.Option(min=0, max=100_000, help="Draw it as it is after this step.")] = 0,
    part: Annotated[str, typer.Option(metavar="NUMBER", help="Draw a single part, such as 3001.")] = "",
    colour: Annotated[str, typer.Option(metavar="COLOUR", help="The part's colour: red, 4, #C91A09.")] = "",
    systems: Annotated[bool, flag("--systems", "Show which part is which system.")] = False,
    figure: Annotated[bool, flag("--figure", "Put a figure of 7 plates beside it.")] = False,
    fade: Annotated[bool, flag("--fade", "With --step: fade what was there before.")] = False,
    turntable: Turntable = 0,
    exploded: Exploded = False,
    poses: Annotated[bool, flag("--poses", "Draw it beside its other poses, as its file has them.")] = False,
    parts: Parts = False,
    sizes: Sizes = False,
    link: Link = False,
    view: View = "usual",
    angle: Angle = "",
    size: Size = "",
    scale: Scale = 0,
    transparent: Annotated[bool, flag("--transparent", "Transparent background.")] = False,
    stud_logos: Annotated[bool, flag("--stud-logos", "Draw the lettering on studs.")] = False,
    neutral_black: NeutralBlack = True,
    force: options.ForceOption = False,
    library: options.LibraryOption = None,
    _quiet: options.QuietOption = False,
) -> None:
    """Draw a picture of a model, a submodel, a step or a part; or all of a company side by side.

    For example: brickyard render chub.mpd -o chub.png
    """
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
            workspace=workspace_of(library),
            told=progress,
        )
    end_with_output(made, force)
