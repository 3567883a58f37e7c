"""Pictures that people ask for: of a model, a submodel, a step or a part, as .png or .svg."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from brickyard.pictures.exploded import explode
from brickyard.pictures.lettering import missing_letters
from brickyard.pictures.line_up import line_up
from brickyard.pictures.picture_files import CREDIT
from brickyard.pictures.shots import (
    VIEWS,
    Shot,
    at_step,
    fits,
    picture_png,
    picture_svg,
    step_frame,
    step_png,
    suiting_view,
)
from brickyard.pictures.special_views import animation, turntable
from brickyard.pictures.subject import Subject, in_other_poses, model_subject, part_subject, with_figure
from brickyard.pictures.system_marks import SystemMark, system_marks
from catalog import colours
from catalog.database.part_database import shipped_parts
from fleets.models.survey import survey
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.choosing import file_of, output_stem
from ldraw_tools.exporting.export_parts import LengthUnit, Parts, Up, export_parts, world
from ldraw_tools.exporting.gltf import glb_bytes
from ldraw_tools.findings import BrickyardError, count_of, printable
from ldraw_tools.library.part_files import Files
from ldraw_tools.reading.lines import INHERIT
from ldraw_tools.rendering.camera import EYE_LEVEL, View
from ldraw_tools.workspace import Workspace
from ldraw_tools.writing import Output, check_output, make_output

# What each kind of program expects, where nothing else is asked for.
_USUAL = {
    ".glb": (LengthUnit.METRES, Up.Y),
    ".stl": (LengthUnit.MILLIMETRES, Up.Z),
    ".obj": (LengthUnit.MILLIMETRES, Up.Y),
    ".ply": (LengthUnit.MILLIMETRES, Up.Y),
}
_UNITS = {LengthUnit.METRES: "metres", LengthUnit.MILLIMETRES: "millimetres", LengthUnit.LDU: "LDraw units"}


def export_model(
    model: Path,
    target: Path,
    workspace: Workspace,
    *,
    also: Sequence[Path] = (),
    unit: LengthUnit | None = None,
    up: Up | None = None,
    edges: bool = False,
    force: bool = False,
    write: bool = True,
) -> Output:
    """The files for other programs; `also` are the same in other formats."""
    suffixes = {path: path.suffix.lower() for path in (target, *also)}
    for path, suffix in suffixes.items():
        if suffix not in _USUAL:
            raise BrickyardError(f"{path}: the name must end with {', '.join(_USUAL)}")
    if edges and ".glb" not in suffixes.values():
        raise BrickyardError("--edges: only .glb files can have lines")
    subject = model_subject(workspace.assembly(model), workspace.of(file_of(model), survey))
    # Other programs expect LDraw's own colours.
    subject = subject.in_black(neutral=False)
    # Of these formats only one can have pictures on surfaces.
    kinds = {suffix == ".glb" for suffix in suffixes.values()}
    parts = {has_textures: export_parts(subject.pieces, textures=has_textures) for has_textures in kinds}
    if not any(shape.bodies for some in parts.values() for shape in some.shapes):
        raise subject.nothing_to_draw()
    files: dict[Path, bytes] = {}
    said = [f"note: {remark}" for remark in subject.remarks()]
    for path, suffix in suffixes.items():
        usual_unit, usual_up = _USUAL[suffix]
        length, axis = unit or usual_unit, up or usual_up
        files |= _files(subject, parts[suffix == ".glb"], path, length, axis, edges)
        said.append(
            f"{printable(str(path))}: {count_of(subject.pieces.number, 'part')}, "
            f"{count_of(subject.pieces.triangle_count, 'triangle')}, {len(files[path]) / 1000:,.0f} kB; "
            f"{_UNITS[length]}, {axis.value} up"
        )
    return make_output(files, said, write=write, force=force)


def _files(
    subject: Subject, parts: Parts, target: Path, unit: LengthUnit, up: Up, edges: bool
) -> dict[Path, bytes]:
    """What to write, each file whole."""
    if target.suffix.lower() == ".glb":
        data = glb_bytes(
            parts, subject.paints, world(unit, up), edges=edges, credit=CREDIT, name=printable(subject.name)
        )
        return {target: data}
    from ldraw_tools.exporting import scenes as writing

    scene = writing.put_together(parts, subject.paints, world(unit, up))
    match target.suffix.lower():
        case ".stl":
            return {target: writing.stl_bytes(scene)}
        case ".ply":
            return {target: writing.ply_bytes(scene)}
        case _:
            colours = target.with_suffix(".mtl")
            text, materials = writing.obj_bytes(scene, subject.paints, colours.name)
            return {colours: materials, target: text}


SUFFIXES = (".png", ".svg")
ANIMATED = (".webp", ".png")


def render_model(
    model: Path | None,
    target: Path | None,
    workspace: Workspace,
    shot: Shot,
    *,
    step: int = 0,
    part: str = "",
    colour: str = "",
    systems: bool = False,
    figure: bool = False,
    fade: bool = False,
    neutral_black: bool = True,
    turning: int = 0,
    apart: bool = False,
    poses: bool = False,
    force: bool = False,
    write: bool = True,
) -> Output:
    """A picture, with its usual name if there is no target. A `part` needs no model; step 0 is the whole.

    With `turning` it is an animated picture of so many views, with `apart` its groups are moved apart,
    with `poses` it stands beside itself in every pose that its file shows.
    """
    written = _target(model, part, step, target, turning)
    if write:
        check_output(written, force=force)
    subject, marks = _subject(model, part, colour, workspace, systems)
    if poses and model is not None:
        subject, shot = _in_all_poses(model, workspace.assembly(model), subject, shot)
    subject = subject.in_black(neutral=neutral_black)
    if shot.view is not None:
        # An angle that the user chose wins over the file's.
        subject = replace(subject, turns={})
    if figure:
        subject = with_figure(subject, workspace.library, (shot.view or suiting_view(subject)).azimuth)
    if apart and model is not None:
        subject, shot = explode(workspace.assembly(model), subject), shot._replace(ground=False)
    data = _data(subject, shot, step, fade, marks, written.suffix.lower(), turning)
    return make_output({written: data}, _said(written, subject, shot, step, marks), write=write, force=force)


def _subject(
    model: Path | None, part: str, colour: str, workspace: Workspace, systems: bool
) -> tuple[Subject, list[SystemMark] | None]:
    if part:
        return _part(part, colour, workspace.library), None
    if model is None:
        raise BrickyardError("name what to draw: a model, or a part with --part")
    found = workspace.of(file_of(model), survey)
    marks = system_marks(found) if systems else None
    return model_subject(workspace.assembly(model), found, [one.mark for one in marks or ()]), marks


def _in_all_poses(model: Path, assembly: Assembly, subject: Subject, shot: Shot) -> tuple[Subject, Shot]:
    """Side by side, in a picture as high as they need."""
    others = in_other_poses(assembly, assembly.root, subject.role)
    lined_up = line_up([(one, 1) for one in (subject, *others)], shot.size[0])
    if not others or lined_up is None:
        raise BrickyardError(
            f"{model}: it shows no other pose; copy the model into a submodel of the same file that is "
            "placed nowhere, and turn its arms and legs there"
        )
    return lined_up.subject, shot._replace(size=lined_up.size)


def _data(
    subject: Subject,
    shot: Shot,
    step: int,
    fade: bool,
    marks: Sequence[SystemMark] | None,
    suffix: str,
    turning: int,
) -> bytes:
    if turning:
        return animation(turntable(subject, shot, turning), suffix)
    if step:
        last = subject.pieces.last_step
        if step > last:
            raise BrickyardError(f"{subject.name} has {count_of(last, 'step')}, not {step}")
        if suffix == ".png" and marks is None:
            return step_png(subject, step_frame(subject, shot), step, fade=fade)
        subject, shot = at_step(subject, step_frame(subject, shot), step)
    if suffix == ".svg":
        return picture_svg(subject, shot, marks).encode()
    return picture_png(subject, shot, marks)


def _part(part: str, colour: str, library: Files) -> Subject:
    code = INHERIT
    if colour:
        found = colours.find(colour)
        if found is None:
            near = colours.suggest(colour)
            hint = f"; did you mean {near.name}?" if near else ""
            raise BrickyardError(f"no colour “{printable(colour)}”{hint}")
        code = found.code
    subject = part_subject(part, code, library)
    if not len(subject.pieces):
        near_part = shipped_parts().nearest(f"{part.strip().lower().removesuffix('.dat')}.dat")
        hint = f"; did you mean {near_part.removesuffix('.dat')}?" if near_part else ""
        raise BrickyardError(f"no part “{printable(part)}”{hint}")
    return subject


def _target(model: Path | None, part: str, step: int, target: Path | None, turning: int) -> Path:
    suffixes = ANIMATED if turning else SUFFIXES
    if target is not None and not target.is_dir():
        if target.suffix.lower() not in suffixes:
            what = "an animated picture" if turning else "a picture"
            raise BrickyardError(f"{target}: {what}'s name ends with {' or '.join(suffixes)}")
        return target
    stem = part.replace("/", "-").replace("\\", "-") if part or model is None else output_stem(model)
    if step:
        stem += f"-step-{step}"
    name = f"{stem.removesuffix('.dat')}{suffixes[0]}"
    return target / name if target is not None else Path(name)


def _said(
    written: Path, subject: Subject, shot: Shot, step: int, marks: Sequence[SystemMark] | None
) -> Iterator[str]:
    pieces = subject.pieces.up_to_step(step) if step else subject.pieces
    yield from (f"note: {remark}" for remark in subject.remarks())
    if marks is not None and not subject.pieces.marked:
        yield "note: no part of it is tagged as a system (see: brickyard tags)"
    if written.suffix.lower() == ".png" and (lost := missing_letters(system.name for system in marks or ())):
        yield f"note: our font lacks some letters, which become question marks: {lost}; an .svg keeps them"
    if shot.pixels_per_stud and not fits(subject, shot):
        yield "note: at this scale the model is larger than the picture"
    width, height = shot.size
    yield f"{printable(str(written))}: {width}×{height} pixels, {count_of(pieces.number, 'part')}"


# What words of the user mean.


def size_from(text: str) -> tuple[int, int]:
    sides = text.lower().replace("×", "x").split("x")
    if len(sides) != 2 or not all(side.isascii() and side.isdigit() and len(side) < 6 for side in sides):
        raise BrickyardError(f"--size {text}: write pixels by pixels, such as 800x600")
    return int(sides[0]), int(sides[1])


def view_named(name: str) -> View | None:
    if name.lower() not in VIEWS:
        raise BrickyardError(f"--view {printable(name)}: choose {', '.join(VIEWS)}")
    return VIEWS[name.lower()]


def view_from(text: str) -> View:
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
