"""Models for other programs and printers: .glb, .stl, .obj and .ply files."""

from __future__ import annotations

from pathlib import Path

from brickyard.pictures.picture_files import CREDIT
from brickyard.pictures.subject import Subject, model_subject
from fleets.models.survey import survey
from ldraw_tools.choosing import file_of
from ldraw_tools.exporting.export_axes import LengthUnit, Up, world
from ldraw_tools.exporting.export_parts import Parts, exported
from ldraw_tools.findings import BrickyardError, count_of, printable
from ldraw_tools.workspace import Workspace
from ldraw_tools.writing import write_outputs

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
    unit: LengthUnit | None = None,
    up: Up | None = None,
    edges: bool = False,
    force: bool = False,
) -> list[str]:
    """Writes the files, and returns what to say about them."""
    suffix = target.suffix.lower()
    if suffix not in _USUAL:
        raise BrickyardError(f"{target}: the name must end with {', '.join(_USUAL)}")
    if edges and suffix != ".glb":
        raise BrickyardError("--edges: only .glb files can have lines")
    usual_unit, usual_up = _USUAL[suffix]
    unit, up = unit or usual_unit, up or usual_up
    subject = model_subject(workspace.assembly(model), workspace.of(file_of(model), survey))
    parts = exported(subject.pieces)
    if not any(shape.bodies for shape in parts.shapes):
        raise subject.nothing_to_draw()
    write_outputs(_files(subject, parts, target, unit, up, edges), force=force)
    size, axes = target.stat().st_size / 1000, f"{_UNITS[unit]}, {up.value} up"
    said = (
        f"{printable(str(target))}: {count_of(len(subject.pieces), 'part')}, "
        f"{count_of(subject.pieces.triangle_count, 'triangle')}, {size:,.0f} kB; {axes}"
    )
    return [*(f"note: {remark}" for remark in subject.remarks()), said]


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
