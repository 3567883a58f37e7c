"""`brickyard render`: a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brickyard.commands.options import ForceOption, LibraryOption, QuietOption, SubmodelOption
from ldraw_tools.findings import BrickyardError, printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ldraw_tools.rendering.camera import View
    from ldraw_tools.workspace import Workspace


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
    wide, high = _size(size or "800x600")
    seen_from = _view(angle) if angle else _named_view(view)
    from functools import partial

    from brickyard.answers import each_of
    from brickyard.one_by_one import end_with, targets_for
    from brickyard.pictures.model_pictures import render_model
    from brickyard.pictures.shots import Shot
    from brickyard.progress import Progress
    from brickyard.terminal import talk
    from catalog.database.part_database import open_workspace
    from ldraw_tools.choosing import with_submodel

    workspace = open_workspace(library)
    draw = partial(
        render_model,
        workspace=workspace,
        shot=Shot((wide, high), seen_from, transparent, pixels_per_stud=scale, logos=stud_logos),
        step=step,
        part=part,
        colour=colour,
        systems=systems,
        figure=figure,
        fade=fade,
        neutral_black=neutral_black,
        turning=turntable,
        apart=exploded,
        poses=poses,
        force=force,
    )
    several = with_submodel(models or [], submodel)
    whole = _plot_kind(several, parts, sizes, link)
    if sum(map(bool, (parts, sizes, link, turntable, exploded, systems, step))) > 1 and (whole or turntable):
        raise BrickyardError(
            "--parts, --sizes, --link and --turntable are pictures of their own: choose one of them, "
            "without --exploded, --systems and --step"
        )
    if exploded and (systems or figure):
        raise BrickyardError(
            "--exploded moves parts away from where --systems and --figure need them: choose one"
        )
    if poses and (part or step or turntable or exploded or systems):
        raise BrickyardError(
            "--poses is a picture of its own: leave out --part, --step, --turntable, --exploded and --systems"
        )
    if whole or any(map(_is_manifest, several)):
        _refuse_for_plots(
            {
                "--view": view != "usual",
                "--angle": angle,
                "--scale": scale,
                "--transparent": transparent,
                "--figure": figure,
                "--fade": fade,
                "--part": part,
                "--colour": colour,
                "--step": step,
                "--systems": systems,
                "--exploded": exploded,
                "--poses": poses,
                "--turntable": turntable,
                "--stud-logos": stud_logos,
                "--neutral-black": neutral_black,
                "--size": size if whole == "link" else "",
            }
        )
    # A unit of a plot is two pixels.
    width = 0 if not size else wide if target and target.suffix.lower() == ".svg" else wide / 2
    if whole:
        with Progress(f"drawing {several[0]}"):
            said = _plot(whole, several, target, workspace, width, force)
        talk().lines(said)
        return
    targets = targets_for(several, target, ".webp" if turntable else ".png")

    def drawn(model: Path | None) -> None:
        with Progress(f"drawing {model or part}"):
            where = targets.get(model, target) if model else target
            if model and _is_manifest(model):
                said = _plot("line-up", [model], where, workspace, width, force)
            else:
                said = draw(model, where)
        talk().lines(said)

    _, problems = each_of(several or [None], drawn)
    end_with(0, problems)


def _plot_kind(several: Sequence[Path], parts: bool, sizes: bool, link: bool) -> str:
    """One picture of everything that was named; empty for a picture of each."""
    asked = {"parts": parts, "sizes": sizes, "link": link}
    found = next((kind for kind, wanted in asked.items() if wanted), "")
    if found and not several:
        raise BrickyardError(f"--{found}: name a model or a company")
    if not found and several and len(several) <= 2 and all(map(_is_manifest, several)):
        return "line-up"
    return found


def _refuse_for_plots(given: Mapping[str, object]) -> None:
    if found := [name for name, value in given.items() if value]:
        raise BrickyardError(
            f"{', '.join(found)}: not for line-ups, --parts, --sizes and --link, which are drawn "
            "in their own way: leave it out, or draw a single model"
        )


def _plot(
    kind: str, paths: Sequence[Path], target: Path | None, workspace: Workspace, width: float, force: bool
) -> list[str]:
    from brickyard.plots.plot_writing import PlotKind, write_plot

    return write_plot(PlotKind(kind), paths, target, workspace, width=width, force=force)


def _is_manifest(path: Path) -> bool:
    from fleets.forces.named_files import MANIFEST_SUFFIXES

    return path.suffix.lower() in MANIFEST_SUFFIXES and path.is_file()


def _size(text: str) -> tuple[int, int]:
    sides = text.lower().replace("×", "x").split("x")
    if len(sides) != 2 or not all(side.isascii() and side.isdigit() and len(side) < 6 for side in sides):
        raise BrickyardError(f"--size {text}: write pixels by pixels, such as 800x600")
    return int(sides[0]), int(sides[1])


def _named_view(name: str) -> View | None:
    from brickyard.pictures.shots import VIEWS

    if name.lower() not in VIEWS:
        raise BrickyardError(f"--view {printable(name)}: choose {', '.join(VIEWS)}")
    return VIEWS[name.lower()]


def _view(text: str) -> View:
    from ldraw_tools.rendering.camera import EYE_LEVEL, View

    azimuth, _, elevation = text.partition(",")
    try:
        around = float(azimuth)
        up = None if elevation.strip().lower() == "eye" else float(elevation)
    except ValueError:
        around, up = float("nan"), 0.0
    if not (-360 <= around <= 360 and (up is None or -90 <= up <= 90)):
        raise BrickyardError(
            f"--angle {text}: write degrees, such as 35,25, or 35,eye for a person's eye level"
        )
    return View(around, None, EYE_LEVEL.distance) if up is None else View(around, up)
