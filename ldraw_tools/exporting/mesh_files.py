"""Models as .stl, .obj and .ply for printers and other programs: every piece in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ldraw_tools.exporting.export_parts import Parts
from ldraw_tools.exporting.scenes import material_name, scene_of
from ldraw_tools.findings import RefusedError
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.rendering.paint import Paint, PaintOf

if TYPE_CHECKING:
    import trimesh

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
