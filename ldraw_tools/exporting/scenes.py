"""Models as scenes of trimesh: every different part once in each colour, its copies as nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.exporting.export_parts import ColourBody, Parts, colour_of
from ldraw_tools.findings import RefusedError, printable
from ldraw_tools.library.part_files import Library
from ldraw_tools.library.places import entry_point
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading.contents import ColourDefinition
from ldraw_tools.reading.document import parse
from ldraw_tools.reading.lines import INHERIT
from ldraw_tools.rendering.finishes import RGB, Paint, PaintOf

if TYPE_CHECKING:
    import trimesh


def scene_of(parts: Parts, paint_of: PaintOf, world: Points) -> trimesh.Scene:
    """A scene in a world (3, 3), its triangles wound counter-clockwise from outside.

    A geometry is named after its part and colour, `3001.dat colour_4`, and knows both in its metadata.
    A part with colours of its own has a geometry for each of them. A node is named after its part.
    Geometries are as long as in the world; `closed` in their metadata says whether a volume means anything.
    """
    import trimesh

    scene = trimesh.Scene()
    scale = float(np.cbrt(abs(np.linalg.det(world))))
    names: dict[tuple[int, int, int], str] = {}
    for number, copy in enumerate(parts.copies, 1):
        shape = parts.shapes[copy.shape]
        key = printable(shape.key)
        transform = np.array(copy.matrix)
        transform[:3] = world @ transform[:3]
        transform[:3, :3] /= scale
        for place, body in enumerate(shape.bodies):
            code = colour_of(body, copy)
            identity = copy.shape, place, code
            if identity not in names:
                name = names[identity] = _free_name(scene, f"{key} {material_name(code)}")
                scene.geometry[name] = _mesh(body, paint_of(code, 0), scale)
                scene.geometry[name].metadata.update(
                    name=name, part=key, colour=code, closed=_is_closed(body)
                )
            # One by one through `add_geometry` takes fifty times as long.
            node = f"{key} #{number}" + (f".{place}" if place else "")
            scene.graph.update(frame_to=node, matrix=transform, geometry=names[identity])
    return scene


def material_name(code: int) -> str:
    return f"colour_{code}"


def rgba_of(paint: Paint) -> tuple[int, int, int, int]:
    return (*paint.rgb, round(255 * paint.alpha))


def _free_name(scene: trimesh.Scene, name: str) -> str:
    """Parts that are skewed have shapes of their own, and a part may have open and closed surfaces."""
    free, number = name, 1
    while free in scene.geometry:
        number += 1
        free = f"{name} ({number})"
    return free


def _is_closed(body: ColourBody) -> bool:
    """Every edge is used as often in one direction as in the other. Few parts of the library are closed:
    where a stud stands on a face, that face goes on below it."""
    _, corners = np.unique(body.corners.round(2), axis=0, return_inverse=True)
    starts = corners.reshape(-1)[body.faces]
    ends = np.roll(starts, -1, axis=1)
    there, back = starts * len(corners) + ends, ends * len(corners) + starts
    return bool(np.array_equal(np.sort(there, axis=None), np.sort(back, axis=None)))


def _mesh(body: ColourBody, paint: Paint, scale: float) -> trimesh.Trimesh:
    import trimesh

    # Of corners: to write colours of faces as .glb, trimesh needs scipy, which we don't install.
    colours = np.tile(np.array(rgba_of(paint), np.uint8), (len(body.corners), 1))
    return trimesh.Trimesh(
        body.corners * scale, body.faces, vertex_colors=colours, process=False, validate=False
    )


# The paint of a model without a colour, and of an undefined colour code.
_MAIN_COLOUR = 71
_UNKNOWN = Paint((128, 128, 128), (51, 51, 51))
_DIRECT, _DIRECT_TRANSPARENT = 0x2, 0x3
# Glass that lets all light through would be invisible.
_LEAST_ALPHA = 40


class KnownColour(Protocol):
    """What a registered table says of a colour: `#RRGGBB` twice, and how opaque it is up to 255."""

    @property
    def value(self) -> str: ...
    @property
    def edge(self) -> str: ...
    @property
    def alpha(self) -> int: ...


def paints_for(assembly: Assembly, library: Library | None) -> PaintOf:
    """The paint of each colour code."""
    read = (node.contents for node in assembly.nodes if node.contents is not None)
    own = _definitions(contents.colours_defined for contents in read)
    config = _config(library)
    table: Callable[[int], KnownColour | None] | None = None if config else entry_point("ldraw_tools.colours")

    def paint_of(code: int, _coat: int = 0) -> Paint:
        if code == INHERIT:
            code = _MAIN_COLOUR
        if code >> 24 in (_DIRECT, _DIRECT_TRANSPARENT):
            return Paint(_rgb(f"{code & 0xFFFFFF:06x}"), (51, 51, 51), 1.0 if code >> 24 == _DIRECT else 0.5)
        found = own.get(code) or config.get(code) or (table(code) if table else None)
        return _UNKNOWN if found is None else _paint(found)

    return paint_of


def _definitions(some: Iterable[Mapping[int, ColourDefinition]]) -> dict[int, ColourDefinition]:
    return {code: given for defined in some for code, given in defined.items()}


def _config(library: Library | None) -> Mapping[int, ColourDefinition]:
    data = library.colours() if library else b""
    return parse(data, "LDConfig.ldr").main.contents.colours_defined if data else {}


def _paint(found: KnownColour) -> Paint:
    try:
        edge = _rgb(found.edge)
    except ValueError:
        edge = _UNKNOWN.edge
    try:
        return Paint(_rgb(found.value), edge, max(min(found.alpha, 255), _LEAST_ALPHA) / 255)
    except ValueError:
        return _UNKNOWN


def _rgb(text: str) -> RGB:
    """`#1b2a34`, or 0x1B2A34 as LDraw writes it too."""
    number = int(text.strip().removeprefix("#").removeprefix("0x").removeprefix("0X"), 16) & 0xFFFFFF
    return number >> 16, number >> 8 & 0xFF, number & 0xFF


# Formats without copies write every triangle; no program opens larger files.
MOST_TRIANGLES = 5_000_000


def put_together(parts: Parts, paint_of: PaintOf, world: Points) -> trimesh.Scene:
    """The scene of a model in a world (3, 3), for formats that write out every copy."""
    number = sum(len(body.faces) for copy in parts.copies for body in parts.shapes[copy.shape].bodies)
    if number > MOST_TRIANGLES:
        raise RefusedError(
            f"{number:,} triangles are too many for this format; write a .glb, or choose a --submodel"
        )
    return scene_of(parts, paint_of, world)


def stl_bytes(scene: trimesh.Scene) -> bytes:
    return _bytes(scene.to_mesh().export(file_type="stl"))


def ply_bytes(scene: trimesh.Scene) -> bytes:
    """With a colour for every triangle."""
    from trimesh.visual import ColorVisuals

    mesh = scene.to_mesh()
    mesh.visual = ColorVisuals(mesh, face_colors=mesh.visual.face_colors)
    return _bytes(mesh.export(file_type="ply", vertex_normal=False))


def obj_bytes(scene: trimesh.Scene, paint_of: PaintOf, library_name: str) -> tuple[bytes, bytes]:
    """The .obj, and the .mtl with its colours, which must lie beside it under that name."""
    from trimesh.exchange.obj import export_obj
    from trimesh.visual import TextureVisuals
    from trimesh.visual.material import SimpleMaterial

    scene = scene.copy()
    codes = {int(mesh.metadata["colour"]) for mesh in scene.geometry.values()}
    for mesh in scene.geometry.values():
        code = int(mesh.metadata["colour"])
        # trimesh merges materials that look the same.
        material = SimpleMaterial(name=material_name(code), glossiness=float(code))
        mesh.visual = TextureVisuals(material=material)
    text, _ = export_obj(
        scene, include_normals=False, header=None, mtl_name=library_name, return_texture=True
    )
    # Its own list of materials lacks transparency.
    materials = ["# colours of the bricks"]
    for code in sorted(codes):
        materials += _material(code, paint_of(code, 0))
    return text.encode(), "\n".join([*materials, ""]).encode()


def _material(code: int, paint: Paint) -> list[str]:
    red, green, blue = (f"{part / 255:.4f}" for part in paint.rgb)
    return [f"newmtl {material_name(code)}", f"Kd {red} {green} {blue}", f"d {paint.alpha:.3f}", "Ns 60"]


def _bytes(data: Any) -> bytes:
    return data if isinstance(data, bytes) else str(data).encode()
