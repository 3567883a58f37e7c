"""Models as scenes of trimesh: every different part once in each colour, its copies as nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ldraw_tools.exporting.export_parts import ColourBody, Parts, colour_of
from ldraw_tools.findings import printable
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.rendering.paint import Paint, PaintOf

if TYPE_CHECKING:
    import trimesh


def scene_of(parts: Parts, paint_of: PaintOf, world: Points) -> trimesh.Scene:
    """A scene in a world (3, 3), its triangles wound counter-clockwise from outside.

    A geometry is named after its part and colour, `3001.dat colour_4`, and knows both in its metadata.
    A part with colours of its own has a geometry for each of them. A node is named after its part.
    """
    import trimesh

    scene = trimesh.Scene()
    turn = np.eye(4)
    turn[:3, :3] = world
    names: dict[tuple[int, int, int], str] = {}
    for number, copy in enumerate(parts.copies, 1):
        shape = parts.shapes[copy.shape]
        key = printable(shape.key)
        transform = turn @ copy.matrix
        for place, body in enumerate(shape.bodies):
            code = colour_of(body, copy)
            identity = copy.shape, place, code
            if identity not in names:
                name = names[identity] = _free_name(scene, f"{key} {material_name(code)}")
                scene.geometry[name] = _mesh(body, paint_of(code, 0))
                scene.geometry[name].metadata.update(name=name, part=key, colour=code)
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


def _mesh(body: ColourBody, paint: Paint) -> trimesh.Trimesh:
    import trimesh

    # Of corners: to write colours of faces as .glb, trimesh needs scipy, which we don't install.
    colours = np.tile(np.array(rgba_of(paint), np.uint8), (len(body.corners), 1))
    return trimesh.Trimesh(body.corners, body.faces, vertex_colors=colours, process=False, validate=False)
