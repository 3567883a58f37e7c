"""Models as .glb: every different part once, its copies as nodes, colours as light."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ldraw_tools.export_parts import Copy, Parts, Shape, colour_of
from ldraw_tools.rendering.paint import Paint, PaintOf, linear
from ldraw_tools.shapes import Points

_EDGE = "edge"
# What glTF calls a view of corners, and one of the rows that make triangles of them.
_CORNERS, _ROWS = 34962, 34963


def glb_bytes(
    parts: Parts, paint_of: PaintOf, world: Points, *, edges: bool = False, credit: str = "", name: str = ""
) -> bytes:
    """A binary glTF of the parts in a world (3, 3); with `edges` the lines of type 2 as well."""
    return _Writer(parts, paint_of, edges).written(world, credit, name)


@dataclass
class _Writer:
    parts: Parts
    paint_of: PaintOf
    edges: bool
    # Meshes of the file: for each part in each colour the geometries it is made of.
    made: dict[tuple[int, int], list[str]] = field(default_factory=dict)
    paints: dict[str, Paint] = field(default_factory=dict)
    materials: dict[tuple[int, bool], Any] = field(default_factory=dict)

    def written(self, world: Points, credit: str, name: str) -> bytes:
        import trimesh
        from trimesh.exchange.gltf import export_glb

        scene = trimesh.Scene(base_frame="model")
        matrix = np.eye(4)
        matrix[:3, :3] = world
        scene.graph.update(frame_from="model", frame_to="world", matrix=matrix)
        for number, copy in enumerate(self.parts.copies):
            shape = self.parts.shapes[copy.shape]
            names = self._made(scene, shape, copy)
            if names:
                scene.graph.update(
                    frame_from="world",
                    frame_to=f"{number} {shape.key}",
                    matrix=copy.matrix,
                    geometry=names[0],
                )

        def finish(tree: dict[str, Any]) -> None:
            self._finish(tree, credit, name)

        data: bytes = export_glb(scene, include_normals=True, tree_postprocessor=finish)
        return data

    def _made(self, scene: Any, shape: Shape, copy: Copy) -> list[str]:
        """The names of a part's geometries in a colour, made when it first comes."""
        import trimesh

        known = self.made.get((copy.shape, copy.code))
        if known is not None:
            return known
        names = []
        for number, body in enumerate(shape.bodies):
            geometry = trimesh.Trimesh(
                body.corners,
                body.faces,
                vertex_normals=body.normals,
                process=False,
                validate=False,
                visual=trimesh.visual.TextureVisuals(
                    material=self._material(colour_of(body, copy), body.two_sided)
                ),
            )
            names.append(f"{copy.shape} {copy.code} {number}")
            scene.geometry[names[-1]] = geometry
        if self.edges and len(shape.edges) and names:
            names.append(f"{copy.shape} {copy.code} {_EDGE}")
            scene.geometry[names[-1]] = _path(shape.edges)
            self._edge_paint(copy.code)
        self.made[(copy.shape, copy.code)] = names
        return names

    def _material(self, code: int, two_sided: bool) -> Any:
        from trimesh.visual.material import PBRMaterial

        key = (code, two_sided)
        if key not in self.materials:
            paint = self.paint_of(code, 0)
            name = f"colour {code}" + (" both sides" if two_sided else "")
            self.paints[name] = paint
            self.materials[key] = PBRMaterial(
                name=name,
                # Told apart by trimesh in eight bits; the exact light is put in at the end.
                baseColorFactor=[*paint.rgb, round(255 * paint.alpha)],
                metallicFactor=1.0 if paint.shine > 0.5 else 0.0,
                roughnessFactor=float(round(0.65 - 0.5 * paint.shine, 3)),
                alphaMode="BLEND" if paint.is_glass else "OPAQUE",
                doubleSided=two_sided or paint.is_glass,
            )
        return self.materials[key]

    def _edge_paint(self, code: int) -> None:
        paint = self.paint_of(code, 0)
        self.paints[f"{_EDGE} {code}"] = Paint(paint.edge, paint.edge)

    def _finish(self, tree: dict[str, Any], credit: str, name: str) -> None:
        """What trimesh can't say: light without rounding, parts of several colours as one mesh, a credit."""
        tree["asset"]["generator"] = "brickyard, with trimesh"
        if credit:
            tree["asset"]["copyright"] = credit
        if name:
            tree["scenes"][0]["name"] = name
        for material in tree.get("materials", []):
            if material.get("name") in self.paints:
                _put_light(material, self.paints[material["name"]])
        if "meshes" in tree:
            self._join_meshes(tree)
            _drop_unused_materials(tree)
            _say_what_views_hold(tree)
        for node in tree["nodes"]:
            # Numbers told nodes apart; names may repeat.
            node["name"] = node.get("name", "").partition(" ")[2] or node.get("name", "")

    def _join_meshes(self, tree: dict[str, Any]) -> None:
        by_name = {mesh["name"]: mesh for mesh in tree["meshes"]}
        place = {mesh["name"]: number for number, mesh in enumerate(tree["meshes"])}
        joined: list[dict[str, Any]] = []
        new_place = {}
        for (shape, code), names in self.made.items():
            there = [by_name[name] for name in names if name in by_name]
            if not there:
                continue
            for mesh in there:
                if mesh["name"].endswith(_EDGE):
                    mesh["primitives"][0]["material"] = self._edge_material(tree, code)
            new_place[place[there[0]["name"]]] = len(joined)
            joined.append(
                {
                    "name": self.parts.shapes[shape].key,
                    "primitives": [primitive for mesh in there for primitive in mesh["primitives"]],
                }
            )
        tree["meshes"] = joined
        for node in tree["nodes"]:
            if "mesh" in node:
                node["mesh"] = new_place[node["mesh"]]

    def _edge_material(self, tree: dict[str, Any], code: int) -> int:
        name = f"{_EDGE} {code}"
        for number, material in enumerate(tree["materials"]):
            if material.get("name") == name:
                return number
        material = {"name": name, "pbrMetallicRoughness": {"metallicFactor": 0.0, "roughnessFactor": 1.0}}
        _put_light(material, self.paints[name])
        tree["materials"].append(material)
        return len(tree["materials"]) - 1


def _drop_unused_materials(tree: dict[str, Any]) -> None:
    """trimesh gives lines one of its own, which ours have taken the place of."""
    primitives = [primitive for mesh in tree["meshes"] for primitive in mesh["primitives"]]
    used = sorted({primitive["material"] for primitive in primitives})
    tree["materials"] = [tree["materials"][number] for number in used]
    for primitive in primitives:
        primitive["material"] = used.index(primitive["material"])


def _say_what_views_hold(tree: dict[str, Any]) -> None:
    for mesh in tree["meshes"]:
        for primitive in mesh["primitives"]:
            for accessor in primitive["attributes"].values():
                tree["bufferViews"][tree["accessors"][accessor]["bufferView"]]["target"] = _CORNERS
            if "indices" in primitive:
                tree["bufferViews"][tree["accessors"][primitive["indices"]]["bufferView"]]["target"] = _ROWS


def _put_light(material: dict[str, Any], paint: Paint) -> None:
    light = [round(float(part), 6) for part in linear(np.array(paint.rgb, np.float32) / 255)]
    material.setdefault("pbrMetallicRoughness", {})["baseColorFactor"] = [*light, round(paint.alpha, 4)]


def _path(edges: Points) -> Any:
    from trimesh.path import Path3D
    from trimesh.path.entities import Line

    corners = edges.reshape(-1, 3)
    lines = [Line(points=[2 * number, 2 * number + 1]) for number in range(len(edges))]
    return Path3D(entities=lines, vertices=corners, process=False)
