"""A model for a page: each different part once, where its copies stand, its steps and systems."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brickyard.pictures.paints import AS_IT_IS
from catalog import colours
from ldraw_tools.geometry.mesh import Mesh
from ldraw_tools.geometry.normals import Normals, corner_normals
from ldraw_tools.geometry.pieces import Pieces
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.rendering.camera import View
from ldraw_tools.rendering.paint import PaintOf

# A colour's number fits in a byte; the last one means "the colour of the piece".
_MOST_COLOURS = 250
_PIECE = 255
_LARGEST = 32_000
# Degrees up for models that pictures show from the ground: in 3D more is seen from a little above.
_ABOVE = 17.0


@dataclass
class _Blob:
    """Arrays one after the other, each aligned for its type."""

    data: bytearray = field(default_factory=bytearray)

    def add(self, array: NDArray[Any]) -> int:
        self.data += b"\0" * (-len(self.data) % 4)
        place = len(self.data)
        self.data += np.ascontiguousarray(array).tobytes()
        return place


@dataclass
class _Palette:
    """The colours of one model; if there are more than a page can hold, the rest share the last."""

    paints: PaintOf
    codes: dict[int, int] = field(default_factory=dict)

    def number(self, code: int) -> int:
        if code not in self.codes and len(self.codes) >= _MOST_COLOURS:
            return _MOST_COLOURS - 1
        return self.codes.setdefault(code, len(self.codes))

    def numbers(self, codes: NDArray[np.int64]) -> NDArray[np.int64]:
        known, place = np.unique(codes, return_inverse=True)
        return np.array([self.number(int(code)) for code in known], np.int64)[place]

    def is_glass(self, code: int) -> bool:
        return self.paints(code, AS_IT_IS).is_glass

    def rows(self) -> NDArray[np.uint8]:
        """(2, n, 4): the colours, then their edges."""
        rows = np.zeros((2, len(self.codes), 4), np.uint8)
        for code, number in self.codes.items():
            paint = self.paints(code, AS_IT_IS)
            rows[0, number] = (*paint.rgb, round(255 * paint.alpha))
            rows[1, number] = (*paint.edge, 255)
        return rows


def scene_script(name: str, pieces: Pieces, paints: PaintOf, systems: list[int], view: View) -> str:
    """A script for a page; `systems` says for each marked instance which of the page's systems it is."""
    text = json.dumps(make_scene(name, pieces, paints, systems, view), separators=(",", ":"), sort_keys=True)
    return f"brickyardScene({_harmless(text)});\n"


def _harmless(text: str) -> str:
    """JSON that is safe inside a script element."""
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def make_scene(name: str, pieces: Pieces, paints: PaintOf, systems: list[int], view: View) -> dict[str, Any]:
    pieces = pieces.without_textures()
    blob, palette = _Blob(), _Palette(paints)
    used = [int(number) for number in np.unique(pieces.mesh)]
    normals = corner_normals([pieces.meshes[number] for number in used])
    belongs = np.array([*systems, -1], np.int64)
    shapes = []
    for number, turned in zip(used, normals, strict=True):
        own = pieces.where(pieces.mesh == number)
        own = own.where(np.argsort(own.steps, kind="stable"))
        shapes.append(_shape(pieces.meshes[number], turned, own, belongs, palette, blob))
    low, high = _bounds(pieces)
    rows = palette.rows()
    return {
        "name": name,
        "camera": _camera(view),
        "centre": _short((low + high) / 2),
        "radius": _short(np.linalg.norm(high - low) / 2),
        "floor": _short(high[1]),
        "reach": _short((high - low)[[0, 2]] / 2),
        "steps": pieces.last_step,
        "palette": rows.shape[1],
        "paletteAt": blob.add(rows),
        "shapes": shapes,
        "data": base64.b64encode(bytes(blob.data)).decode("ascii"),
    }


def _camera(view: View) -> list[float]:
    """Radians round and up, as the page counts them."""
    up = _ABOVE if view.elevation is None else view.elevation
    return [round(float(np.radians(angle)), 3) for angle in (-view.azimuth, up)]


def _shape(
    mesh: Mesh, normals: Normals, own: Pieces, belongs: NDArray[np.int64], palette: _Palette, blob: _Blob
) -> dict[str, Any]:
    far = max(
        (float(np.abs(a).max()) for a in (mesh.triangles, mesh.edges, mesh.conditionals) if a.size),
        default=1.0,
    )
    scale = max(far, 1.0) / _LARGEST
    fixed = (mesh.colours != colours.INHERITED) & (mesh.colours != colours.EDGE)
    slots = (
        np.where(fixed, palette.numbers(np.where(fixed, mesh.colours, 0)), _PIECE)
        if fixed.any()
        else np.full(len(mesh.colours), _PIECE)
    )
    corners, turned, kinds, index = _shared_corners(mesh.triangles / scale, normals, slots)
    notes = np.column_stack((palette.numbers(own.colours), own.steps, belongs[own.marks]))
    glass = any(palette.is_glass(int(code)) for code in np.unique(own.colours)) or any(
        palette.is_glass(int(code)) for code in np.unique(mesh.colours[fixed])
    )
    return {
        "scale": float(f"{scale:.7g}"),
        "glass": glass,
        "copies": len(own),
        "placesAt": blob.add(own.matrices.astype("<f4")),
        "notesAt": blob.add(notes.astype("<i2")),
        "corners": len(corners),
        "cornersAt": blob.add(corners),
        "normalsAt": blob.add(turned),
        "slotsAt": blob.add(kinds),
        "triangles": len(mesh.triangles),
        "indexAt": blob.add(index.astype("<u4" if len(corners) > 65535 else "<u2")),
        "edgeCount": len(mesh.edges),
        "edgesAt": blob.add(_steps(mesh.edges / scale)),
        "conditionCount": len(mesh.conditionals),
        "conditionsAt": blob.add(_steps(mesh.conditionals / scale)),
    }


def _shared_corners(
    triangles: Points, normals: Normals, slots: NDArray[np.int64]
) -> tuple[NDArray[np.int16], NDArray[np.int8], NDArray[np.uint8], NDArray[np.int64]]:
    """The distinct corners (by place, normal and colour), and which three each triangle has."""
    rows = np.zeros((3 * len(triangles), 8), np.int16)
    rows[:, :3] = _steps(triangles).reshape(-1, 3)
    rows[:, 3:6] = np.rint(normals.reshape(-1, 3) * 127)
    rows[:, 6] = np.repeat(slots, 3)
    packed = rows.view("<i8").reshape(-1, 2)
    if not len(packed):
        none = np.empty((0, 3), np.int16)
        return none, np.empty((0, 4), np.int8), np.empty(0, np.uint8), np.empty(0, np.int64)
    order = np.lexsort((packed[:, 1], packed[:, 0]))
    sorted_rows = packed[order]
    new = np.ones(len(order), bool)
    new[1:] = (sorted_rows[1:] != sorted_rows[:-1]).any(axis=1)
    index = np.empty(len(order), np.int64)
    index[order] = np.cumsum(new) - 1
    kept = rows[order[new]]
    turned = np.zeros((len(kept), 4), np.int8)
    turned[:, :3] = kept[:, 3:6]
    return np.ascontiguousarray(kept[:, :3]), turned, kept[:, 6].astype(np.uint8), index


def _bounds(pieces: Pieces) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The corners of the box around everything that is drawn, each part by its own box."""
    lows, highs = [np.zeros(3)], [np.zeros(3)]
    for number in np.unique(pieces.mesh):
        triangles = pieces.meshes[int(number)].triangles.reshape(-1, 3)
        if not len(triangles):
            continue
        matrices = pieces.matrices[pieces.mesh == number]
        low, high = triangles.min(axis=0), triangles.max(axis=0)
        middle, half = (low + high) / 2, (high - low) / 2
        centres = np.einsum("nij,j->ni", matrices[:, :, :3], middle) + matrices[:, :, 3]
        reach = np.einsum("nij,j->ni", np.abs(matrices[:, :, :3]), half)
        lows.append((centres - reach).min(axis=0))
        highs.append((centres + reach).max(axis=0))
    start = 1 if len(lows) > 1 else 0
    return np.min(lows[start:], axis=0), np.max(highs[start:], axis=0)


def _steps(points: NDArray[np.float64]) -> NDArray[np.int16]:
    return np.clip(np.rint(points), -32767, 32767).astype("<i2")


def _short(value: Any) -> Any:
    rounded = np.round(np.asarray(value, np.float64), 2)
    return rounded.tolist()
