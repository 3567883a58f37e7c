"""The job of `brickyard export`: a model for other programs and printers."""

from __future__ import annotations

from pathlib import Path

from brickyard.pictures.png import CREDIT
from brickyard.pictures.subject import Opened, Subject
from brickyard.terminal import Screen
from catalog.database.part_database import open_workspace
from ldraw_tools.exporting.export_axes import Unit, Up, world
from ldraw_tools.exporting.export_parts import Parts, exported
from ldraw_tools.findings import BrickyardError, count_of, printable
from ldraw_tools.writing import write_outputs

# What each kind of program expects, where nothing else is asked for.
_USUAL = {
    ".glb": (Unit.METRES, Up.Y),
    ".stl": (Unit.MILLIMETRES, Up.Z),
    ".obj": (Unit.MILLIMETRES, Up.Y),
    ".ply": (Unit.MILLIMETRES, Up.Y),
}
_UNITS = {Unit.METRES: "metres", Unit.MILLIMETRES: "millimetres", Unit.LDU: "LDraw units"}


def export(
    model: Path,
    target: Path,
    submodel: str,
    unit: Unit | None,
    up: Up | None,
    edges: bool,
    library: list[Path],
    force: bool = False,
) -> int:
    suffix = target.suffix.lower()
    if suffix not in _USUAL:
        raise BrickyardError(f"{target}: the name must end with {', '.join(_USUAL)}")
    if edges and suffix != ".glb":
        raise BrickyardError("--edges: only a .glb can hold lines")
    usual_unit, usual_up = _USUAL[suffix]
    unit, up = unit or usual_unit, up or usual_up
    workspace = open_workspace(library)
    subject = Opened(workspace.model(model), workspace.library).subject(submodel)
    parts = exported(subject.pieces)
    if not any(shape.bodies for shape in parts.shapes):
        raise subject.nothing_to_draw()
    write_outputs(_files(subject, parts, target, unit, up, edges), force=force)
    _say(target, subject, unit, up)
    return 0


def _files(
    subject: Subject, parts: Parts, target: Path, unit: Unit, up: Up, edges: bool
) -> dict[Path, bytes]:
    """What to write, each file whole."""
    if target.suffix.lower() == ".glb":
        from ldraw_tools.exporting.gltf import glb_bytes

        data = glb_bytes(
            parts, subject.paints, world(unit, up), edges=edges, credit=CREDIT, name=printable(subject.name)
        )
        return {target: data}
    from ldraw_tools.exporting import mesh_files as writing

    whole = writing.put_together(parts, world(unit, up))
    match target.suffix.lower():
        case ".stl":
            return {target: writing.stl_bytes(whole)}
        case ".ply":
            return {target: writing.ply_bytes(whole, subject.paints)}
        case _:
            colours = target.with_suffix(".mtl")
            text, materials = writing.obj_bytes(whole, subject.paints, colours.name)
            return {colours: materials, target: text}


def _say(target: Path, subject: Subject, unit: Unit, up: Up) -> None:
    screen = Screen()
    for line in subject.remarks():
        screen.line(f"note: {line}")
    size = target.stat().st_size / 1000
    axes = f"{_UNITS[unit]}, {up.value} up"
    screen.line(
        f"{printable(str(target))}: {count_of(len(subject.pieces), 'part')}, "
        f"{count_of(subject.pieces.triangle_count, 'triangle')}, {size:,.0f} kB; {axes}"
    )
