"""Pictures, and files of models for other programs; written, or as bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from brickyard.answers import OnePath, Paths, Told, Words, each_of, path_or_none
from brickyard.pictures.model_pictures import export_model, render_model, size_from, view_from, view_named
from brickyard.pictures.shots import Shot
from brickyard.plots import PlotKind
from catalog.database.part_database import open_workspace
from fleets.forces.named_files import MANIFEST_SUFFIXES, check_model
from ldraw_tools.choosing import output_stem, with_submodel
from ldraw_tools.exporting.export_parts import LengthUnit, Up
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.names import paths_in, several
from ldraw_tools.writing import Output, all_outputs

if TYPE_CHECKING:
    from ldraw_tools.workspace import Workspace

_MESHES = ("glb", "stl", "obj", "ply")


def render(
    models: Paths = (),
    *,
    target: OnePath | None = None,
    submodel: str = "",
    step: int = 0,
    part: str = "",
    colour: str = "",
    systems: bool = False,
    figure: bool = False,
    fade: bool = False,
    turntable: int = 0,
    exploded: bool = False,
    poses: bool = False,
    parts: bool = False,
    sizes: bool = False,
    link: bool = False,
    view: str = "usual",
    angle: str = "",
    size: str = "",
    scale: float = 0,
    transparent: bool = False,
    stud_logos: bool = False,
    neutral_black: bool = True,
    force: bool = False,
    workspace: Workspace | None = None,
    told: Told | None = None,
) -> Output:
    """A picture of each model, or of a `part`; of companies and fleets a line-up.

    `parts`, `sizes` and `link` are pictures of everything that is named. `view` is a name, `angle` degrees
    such as `35,25`, `size` pixels such as `800x600`. It is written to `target`, a file or for several models
    a folder; without one it is in `data`.

    Raises `BrickyardError` if no model can be opened or drawn, for options that don't go together, and
    for a target that may not be written; why some can't be drawn is in `problems`.
    """
    wide, high = size_from(size or "800x600")
    seen_from = view_from(angle) if angle else view_named(view)
    named = with_submodel(paths_in(models), submodel)
    whole = _plot_kind(named, parts, sizes, link)
    alone = sum(map(bool, (parts, sizes, link, turntable, exploded, systems, step))) > 1
    _check_picture(alone and bool(whole or turntable), exploded and (systems or figure))
    if poses and (part or step or turntable or exploded or systems):
        raise BrickyardError(
            "--poses is a picture of its own: leave out --part, --step, --turntable, --exploded and --systems"
        )
    if whole or any(map(_is_manifest, named)):
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
                "--ldraw-black": not neutral_black,
                "--size": size if whole == PlotKind.LINK else "",
            }
        )
    into, opened, write = path_or_none(target), workspace or open_workspace(), target is not None
    # A unit of a plot is two pixels.
    width = 0 if not size else wide if into and into.suffix.lower() == ".svg" else wide / 2

    def plot(kind: PlotKind, models: Sequence[Path], where: Path | None) -> Output:
        from brickyard.plots.plot_writing import write_plot

        return write_plot(kind, models, where, workspace=opened, width=width, force=force, write=write)

    if whole:
        return plot(PlotKind(whole), named, into)
    draw = partial(
        render_model,
        workspace=opened,
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
        write=write,
    )
    suffix = ".webp" if turntable else ".png"
    targets = _targets_for(named, into or Path(), suffix) if len(named) > 1 else {}

    def drawn(model: Path | None) -> Output:
        where = targets.get(model, into) if model else into
        if model and _is_manifest(model):
            return plot(PlotKind.LINE_UP, [model], where)
        return draw(model, where)

    return _each_output(named or [None], drawn, told)


def _each_output(
    models: Sequence[Path | None], make: Callable[[Path | None], Output], told: Told | None
) -> Output:
    done: list[Output] = []

    def make_one(model: Path | None) -> None:
        if told and len(models) > 1:
            told(len(done), len(models))
        done.append(make(model))

    _, problems = each_of(models, make_one)
    return all_outputs(done, problems)


def _targets_for(models: Sequence[Path], folder: Path, suffix: str) -> dict[Path, Path]:
    """The file in a folder for each of several models."""
    if folder.suffix and not folder.is_dir():
        raise BrickyardError(f"{folder}: several models need a folder to write to, such as -o pictures")
    found = {model: folder / f"{output_stem(model)}{suffix}" for model in models}
    if len(set(found.values())) < len(found):
        twice = next(one for one in found.values() if list(found.values()).count(one) > 1)
        raise BrickyardError(f"{twice}: two of the models have this name; write them apart")
    return found


def _plot_kind(named: Sequence[Path], parts: bool, sizes: bool, link: bool) -> str:
    """One picture of everything that was named; empty for a picture of each."""
    asked = {PlotKind.PARTS: parts, PlotKind.SIZES: sizes, PlotKind.LINK: link}
    found = next((kind for kind, wanted in asked.items() if wanted), "")
    if found and not named:
        raise BrickyardError(f"--{found}: name a model or a company")
    if not found and named and len(named) <= 2 and all(map(_is_manifest, named)):
        return PlotKind.LINE_UP
    return found


def _check_picture(several_kinds: bool, hides_marks: bool) -> None:
    if several_kinds:
        raise BrickyardError(
            "--parts, --sizes, --link and --turntable are pictures of their own: choose one of them, "
            "without --exploded, --systems and --step"
        )
    if hides_marks:
        raise BrickyardError(
            "--exploded moves parts away from where --systems and --figure need them: choose one"
        )


def _refuse_for_plots(given: Mapping[str, object]) -> None:
    if found := [name for name, value in given.items() if value]:
        raise BrickyardError(
            f"{', '.join(found)}: not for line-ups, --parts, --sizes and --link, which are drawn "
            "in their own way: leave it out, or draw a single model"
        )


def _is_manifest(path: Path) -> bool:
    return path.suffix.lower() in MANIFEST_SUFFIXES and path.is_file()


def export(
    models: Paths,
    *,
    target: OnePath | None = None,
    formats: Words = (),
    submodel: str = "",
    units: str = "",
    up: str = "",
    edges: bool = False,
    force: bool = False,
    workspace: Workspace | None = None,
    told: Told | None = None,
) -> Output:
    """Models for other programs and 3D printers: as .glb, .stl, .obj or .ply.

    `target` is a file, or a folder for several models or for the `formats`. `units` are `mm`, `m` or `ldu`,
    `up` is the axis `y` or `z`; else each format has what its programs expect. `edges` are lines in a .glb.

    Raises `BrickyardError` if no model can be opened, for a format that there isn't, and for a target
    that may not be written; why some can't be opened is in `problems`.
    """
    if units not in ("", "mm", "m", "ldu"):
        raise BrickyardError(f"--units {units}: write mm, m or ldu")
    if up not in ("", "y", "z"):
        raise BrickyardError(f"--up {up}: write y or z")
    named, into = with_submodel(paths_in(models), submodel), path_or_none(target)
    opened = workspace or open_workspace()
    targets = _mesh_targets(named, into, list(dict.fromkeys(several(formats))))
    unit, upwards = LengthUnit(units) if units else None, Up(up) if up else None
    export_one = partial(
        export_model, unit=unit, up=upwards, edges=edges, force=force, write=into is not None
    )

    def exported(model: Path | None) -> Output:
        assert model is not None
        check_model(model)
        first, *also = [paths[model] for paths in targets] or [into or Path()]
        return export_one(model, first, opened, also=also)

    return _each_output(named, exported, told)


def _mesh_targets(named: Sequence[Path], into: Path | None, wanted: list[str]) -> list[dict[Path, Path]]:
    """For each format the file for each model; none if the target is a file."""
    if unknown := [one for one in wanted if one not in _MESHES]:
        raise BrickyardError(f"--format {printable(unknown[0])}: choose {', '.join(_MESHES)}")
    if wanted and into and into.suffix:
        raise BrickyardError(f"--format: {into} says already what to write; name a folder, or leave it out")
    if not wanted and (len(named) > 1 or into is None):
        wanted = ["glb"]
    return [_targets_for(named, into or Path(), f".{form}") for form in wanted]
