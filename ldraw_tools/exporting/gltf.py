"""Models as .glb: every different part once, its copies as nodes, colours as light."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.authorship import GLB_GENERATOR
from ldraw_tools.exporting.export_parts import ColourBody, PartCopy, Parts, PartShape, colour_of
from ldraw_tools.findings import printable
from ldraw_tools.geometry.texture_codes import plain
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.rendering.finishes import RGB, Paint, PaintOf, linear
from ldraw_tools.rendering.textures import Texture, baked_picture, on_baked

# glTF's constants for types of numbers, primitives and views.
_UINT16, _UINT32, _FLOAT32 = 5123, 5125, 5126
_LINES, _TRIANGLES = 1, 4
_CORNERS, _ROWS = 34962, 34963
# Linear filters with mipmaps; beyond the picture its border is repeated.
_SAMPLER = {"magFilter": 9729, "minFilter": 9987, "wrapS": 33071, "wrapT": 33071}
_METALLIC = frozenset({"chrome", "metal"})
# By finish; plastic for all others.
_ROUGHNESS = {
    "chrome": 0.2,
    "metal": 0.35,
    "pearl": 0.425,
    "transparent": 0.45,
    "glitter": 0.45,
    "opal": 0.45,
    "rubber": 0.62,
    "fabric": 0.635,
}
_PLASTIC_ROUGHNESS = 0.525

Node = dict[str, Any]


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
    # The lists of a glTF file; their items refer to each other by index.
    views: list[Node] = field(default_factory=list)
    accessors: list[Node] = field(default_factory=list)
    materials: list[Node] = field(default_factory=list)
    meshes: list[Node] = field(default_factory=list)
    images: list[Node] = field(default_factory=list)
    data: list[bytes] = field(default_factory=list)
    # The indices of items that were written already.
    material_of: dict[str, int] = field(default_factory=dict)
    image_of: dict[tuple[str, RGB, float], int] = field(default_factory=dict)
    mesh_of: dict[tuple[int, int], int | None] = field(default_factory=dict)
    corners_of: dict[tuple[int, int], Node] = field(default_factory=dict)
    lines_of: dict[int, Node] = field(default_factory=dict)

    def written(self, world: Points, credit: str, name: str) -> bytes:
        nodes = list(self._nodes())
        turn = np.eye(4)
        turn[:3, :3] = world
        root = {"name": "model", "matrix": turn.T.reshape(-1).tolist()}
        if nodes:
            root["children"] = list(range(1, len(nodes) + 1))
        binary = b"".join(self.data)
        tree: Node = {
            "asset": {"version": "2.0", "generator": GLB_GENERATOR}
            | ({"copyright": credit} if credit else {}),
            "scene": 0,
            "scenes": [{"nodes": [0]} | ({"name": name} if name else {})],
            "nodes": [root, *nodes],
        }
        lists = {
            "meshes": self.meshes,
            "materials": self.materials,
            "accessors": self.accessors,
            "textures": [{"sampler": 0, "source": place} for place in range(len(self.images))],
            "samplers": [_SAMPLER] if self.images else [],
            "images": self.images,
            "bufferViews": self.views,
            "buffers": [{"byteLength": len(binary)}] if binary else [],
        }
        # A list may be left out, but not be empty.
        tree |= {key: values for key, values in lists.items() if values}
        return _container(json.dumps(tree, separators=(",", ":")).encode(), binary)

    def _nodes(self) -> Iterator[Node]:
        for copy in self.parts.copies:
            mesh = self._mesh(copy)
            if mesh is not None:
                node = {"name": self.parts.shapes[copy.shape].key, "mesh": mesh}
                if not np.array_equal(copy.matrix, np.eye(4)):
                    node["matrix"] = copy.matrix.T.reshape(-1).tolist()
                yield node

    def _mesh(self, copy: PartCopy) -> int | None:
        """A part in a colour; None where it has no surface."""
        key = copy.shape, copy.code
        if key not in self.mesh_of:
            shape = self.parts.shapes[copy.shape]
            primitives = list(self._primitives(shape, copy))
            self.mesh_of[key] = len(self.meshes) if primitives else None
            if primitives:
                self.meshes.append({"name": shape.key, "primitives": primitives})
        return self.mesh_of[key]

    def _primitives(self, shape: PartShape, copy: PartCopy) -> Iterator[Node]:
        for number, body in enumerate(shape.bodies):
            key, code = (copy.shape, number), colour_of(body, copy)
            if key not in self.corners_of:
                self.corners_of[key] = self._triangles(body, self.paint_of(code, 0).texture)
            material = self._surface(code, body.two_sided)
            yield self.corners_of[key] | {"mode": _TRIANGLES, "material": material}
        if self.edges and shape.bodies and len(shape.edges):
            if copy.shape not in self.lines_of:
                corners, rows = _each_once(np.ascontiguousarray(shape.edges.reshape(-1, 3), "<f4"))
                attributes = {"POSITION": self._floats(corners)}
                self.lines_of[copy.shape] = {"attributes": attributes, "indices": self._rows(rows)}
            yield self.lines_of[copy.shape] | {"mode": _LINES, "material": self._line(copy.code)}

    # Materials.

    def _surface(self, code: int, two_sided: bool) -> int:
        paint = self.paint_of(code, 0)
        name = f"colour {plain(code)}" + (f" with {printable(paint.texture.name)}" if paint.texture else "")
        name += " both sides" if two_sided else ""
        if name in self.material_of:
            return self.material_of[name]
        colour: Node = {"baseColorFactor": _light(paint.rgb, paint.alpha)}
        if paint.texture:
            # The picture includes the part's own colour: the format can't lay a picture over a colour.
            colour = {"baseColorTexture": {"index": self._image(paint, paint.texture)}}
        material = {
            "name": name,
            "pbrMetallicRoughness": {
                **colour,
                "metallicFactor": 1.0 if paint.finish in _METALLIC else 0.0,
                "roughnessFactor": _ROUGHNESS.get(paint.finish, _PLASTIC_ROUGHNESS),
            },
            "alphaMode": "BLEND" if paint.is_glass else "OPAQUE",
            "doubleSided": two_sided or paint.is_glass,
        }
        return self._material(material)

    def _line(self, code: int) -> int:
        light = _light(self.paint_of(code, 0).edge, 1.0)
        look = {"baseColorFactor": light, "metallicFactor": 0.0, "roughnessFactor": 1.0}
        return self._material({"name": f"edge {code}", "pbrMetallicRoughness": look})

    def _material(self, material: Node) -> int:
        place = self.material_of.setdefault(material["name"], len(self.materials))
        if place == len(self.materials):
            self.materials.append(material)
        return place

    # Numbers.

    def _triangles(self, body: ColourBody, texture: Texture | None) -> Node:
        attributes = {"POSITION": self._floats(body.corners), "NORMAL": self._floats(_unit(body.normals))}
        if body.spots is not None and texture is not None:
            attributes["TEXCOORD_0"] = self._floats(on_baked(body.spots, texture))
        return {"attributes": attributes, "indices": self._rows(body.faces.reshape(-1))}

    def _rows(self, rows: NDArray[np.integer]) -> int:
        """(n,): numbers of corners, in two bytes where that is enough."""
        most = int(rows.max(initial=0))
        # The largest number of two bytes has a meaning of its own.
        kind, form = (_UINT16, "<u2") if most < 65535 else (_UINT32, "<u4")
        limits = {"min": [int(rows.min())], "max": [most]} if len(rows) else {}
        told = {"componentType": kind, "type": "SCALAR", "count": len(rows)}
        return self._accessor(np.ascontiguousarray(rows, form), told | limits, _ROWS)

    def _floats(self, values: NDArray[np.floating]) -> int:
        """(n, 3) or (n, 2)"""
        short = np.ascontiguousarray(values, "<f4")
        limits = {"min": short.min(axis=0).tolist(), "max": short.max(axis=0).tolist()}
        kind = {"componentType": _FLOAT32, "type": f"VEC{short.shape[1]}", "count": len(short)}
        return self._accessor(short, kind | limits, _CORNERS)

    def _image(self, paint: Paint, texture: Texture) -> int:
        key = texture.name, paint.rgb, paint.alpha
        if key not in self.image_of:
            data = baked_picture(paint, texture)
            kind = "image/png" if data.startswith(b"\x89PNG") else "image/jpeg"
            self.image_of[key] = len(self.images)
            self.images.append({"mimeType": kind, "bufferView": self._view(data, {})})
        return self.image_of[key]

    def _accessor(self, values: NDArray[Any], kind: Node, holds: int) -> int:
        self.accessors.append({"bufferView": self._view(values.tobytes(), {"target": holds}), **kind})
        return len(self.accessors) - 1

    def _view(self, data: bytes, told: Node) -> int:
        # Every view begins at a multiple of four bytes.
        start = self.views[-1]["byteOffset"] + self.views[-1]["byteLength"] if self.views else 0
        if spare := -start % 4:
            self.data.append(bytes(spare))
            start += spare
        self.data.append(data)
        self.views.append({"buffer": 0, "byteOffset": start, "byteLength": len(data), **told})
        return len(self.views) - 1


def _each_once(corners: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """The different ones of corners (n, 3), and for each (n,) which it is."""
    order = np.lexsort(corners.T)
    new = np.ones(len(order), np.bool_)
    new[1:] = (corners[order[1:]] != corners[order[:-1]]).any(axis=1)
    rows = np.empty(len(order), np.intp)
    rows[order] = np.cumsum(new) - 1
    return corners[order[new]], rows


def _unit(normals: NDArray[np.floating]) -> NDArray[np.floating]:
    lengths = np.sqrt(np.square(normals).sum(axis=1, keepdims=True))
    unit: NDArray[np.floating] = normals / np.maximum(lengths, 1e-12)
    return unit


def _light(rgb: RGB, alpha: float) -> list[float]:
    light = linear(np.array(rgb, np.float32) / 255)
    return [*(round(float(part), 6) for part in light), round(alpha, 4)]


def _container(tree: bytes, binary: bytes) -> bytes:
    """Two chunks, padded to four bytes; the second may be left out."""
    chunks = [(b"JSON", tree + b" " * (-len(tree) % 4))]
    chunks += [(b"BIN\0", binary + bytes(-len(binary) % 4))] if binary else []
    body = b"".join(struct.pack("<I4s", len(data), kind) + data for kind, data in chunks)
    return struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body
