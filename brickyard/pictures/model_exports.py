"""Models for other programs and printers: .glb, .stl, .obj and .ply files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from brickyard.pictures.picture_files import CREDIT
from brickyard.pictures.subject import Subject, model_subject
from fleets.models.survey import survey
from ldraw_tools.choosing import file_of
from ldraw_tools.exporting.export_parts import LengthUnit, Parts, Up, exported, world
from ldraw_tools.findings import BrickyardError, count_of, printable
from ldraw_tools.workspace import Workspace
from ldraw_tools.writing import Output, make_output

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
    # Of these formats only one can have pictures on surfaces.
    kinds = {suffix == ".glb" for suffix in suffixes.values()}
    parts = {has_textures: exported(subject.pieces, textures=has_textures) for has_textures in kinds}
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
        from ldraw_tools.exporting.gltf import glb_bytes

        data = glb_bytes(
            parts, subject.paints, world(unit, up), edges=edges, credit=CREDIT, name=printable(subject.name)
        )
        return {target: data}
    from ldraw_tools.exporting import mesh_files as writing

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
