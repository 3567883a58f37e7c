"""Models as .stl, .obj and .ply for printers and other programs: every piece in its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.exporting.export_parts import Parts, colour_of
from ldraw_tools.findings import RefusedError
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.rendering.paint import Paint, PaintOf

# Formats without copies write every triangle: more would be files that no program opens.
MOST_TRIANGLES = 5_000_000


@dataclass(frozen=True, slots=True)
class WholeMesh:
    """All corners (n, 3) and triangles (m, 3), and the colour code of each triangle (m,)."""

    corners: Points
    faces: NDArray[np.int64]
    codes: NDArray[np.int64]


def put_together(parts: Parts, world: Points) -> WholeMesh:
    """Every copy in its place in a world (3, 3), wound counter-clockwise from outside."""
    number = sum(len(body.faces) for copy in parts.copies for body in parts.shapes[copy.shape].bodies)
    if number > MOST_TRIANGLES:
        raise RefusedError(
            f"{number:,} triangles are too many for this format; write a .glb, or choose a --submodel"
        )
    corners, faces, codes = [np.empty((0, 3))], [np.empty((0, 3), np.int64)], [np.empty(0, np.int64)]
    start = 0
    for copy in parts.copies:
        turn = world @ copy.matrix[:3, :3]
        shift = world @ copy.matrix[:3, 3]
        mirrored = np.linalg.det(turn) < 0
        for body in parts.shapes[copy.shape].bodies:
            corners.append(body.corners @ turn.T + shift)
            faces.append(start + (body.faces[:, ::-1] if mirrored else body.faces))
            codes.append(np.full(len(body.faces), colour_of(body, copy), np.int64))
            start += len(body.corners)
    return WholeMesh(np.concatenate(corners), np.concatenate(faces), np.concatenate(codes))


def stl_bytes(whole: WholeMesh) -> bytes:
    return _bytes(_mesh(whole.corners, whole.faces).export(file_type="stl"))


def ply_bytes(whole: WholeMesh, paint_of: PaintOf) -> bytes:
    """With a colour for every triangle."""
    known, place = np.unique(whole.codes, return_inverse=True)
    table = np.array([_rgba(paint_of(code, 0)) for code in known.tolist()], np.uint8).reshape(-1, 4)
    mesh = _mesh(whole.corners, whole.faces)
    mesh.visual.face_colors = table[place]
    return _bytes(mesh.export(file_type="ply", vertex_normal=False))


def obj_bytes(whole: WholeMesh, paint_of: PaintOf, library_name: str) -> tuple[bytes, bytes]:
    """The .obj, and the .mtl with its colours, which must lie beside it under that name."""
    import trimesh

    lines = [f"mtllib {library_name}"]
    materials = ["# colours of the bricks"]
    start = 1
    for code in np.unique(whole.codes).tolist():
        faces = whole.faces[whole.codes == code]
        used, local = np.unique(faces, return_inverse=True)
        mesh = _mesh(whole.corners[used], local.reshape(-1, 3))
        text: str = trimesh.exchange.obj.export_obj(
            mesh, include_normals=False, include_color=False, include_texture=False, header=None
        )
        lines += [f"o colour_{code}", f"usemtl colour_{code}", *_renumbered(text, start)]
        start += len(used)
        materials += _material(code, paint_of(code, 0))
    return "\n".join([*lines, ""]).encode(), "\n".join([*materials, ""]).encode()


def _renumbered(text: str, start: int) -> list[str]:
    """Rows of a part of the file count from the beginning of the file."""
    lines = []
    for line in text.splitlines():
        if line.startswith("f "):
            corners = [int(word.split("/")[0]) + start - 1 for word in line.split()[1:]]
            lines.append(f"f {corners[0]} {corners[1]} {corners[2]}")
        elif line.startswith("v "):
            lines.append(line)
    return lines


def _material(code: int, paint: Paint) -> list[str]:
    red, green, blue = (f"{part / 255:.4f}" for part in paint.rgb)
    return [f"newmtl colour_{code}", f"Kd {red} {green} {blue}", f"d {paint.alpha:.3f}", "Ns 60"]


def _rgba(paint: Paint) -> tuple[int, int, int, int]:
    return (*paint.rgb, round(255 * paint.alpha))


def _mesh(corners: Points, faces: NDArray[np.int64]) -> Any:
    import trimesh

    return trimesh.Trimesh(corners, faces, process=False, validate=False)


def _bytes(data: Any) -> bytes:
    return data if isinstance(data, bytes) else str(data).encode()
