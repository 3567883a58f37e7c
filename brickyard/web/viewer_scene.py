"""A model for a page: each different part once, where its copies stand, its steps and systems."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brickyard.pictures.paints import AS_IT_IS
from catalog import colours
from ldraw_tools.geometry.mesh import Mesh
from ldraw_tools.geometry.normals import Normals, corner_normals
from ldraw_tools.geometry.pieces import Pieces
from ldraw_tools.geometry.texture_codes import plain_codes
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.rendering.camera import Camera, View
from ldraw_tools.rendering.finishes import FINISHES, SOLID, PaintOf
from ldraw_tools.rendering.shading import (
    FRONT_LIGHT,
    GROUND_LIGHT,
    SKY_LIGHT,
    SUN_LIGHT,
    Palette as ShadedPaints,
    lamp_for,
)
from ldraw_tools.rendering.stage import Stage
from ldraw_tools.rendering.surroundings import mirrored_table
from ldraw_tools.rendering.table_shadow import CONTACT, SKY_SHARE, SUN_RIMS, SUN_SHARE
from ldraw_tools.rendering.textures import Texture, on_meshes, texture_codes_in, webp_picture

# A colour's number fits in a byte; the last one means "the colour of the piece".
_MOST_COLOURS = 250
_PIECE = 255
_LARGEST = 32_000
# Rows and columns of what is mirrored, and what is as bright as it gets there; the same in the viewer.
_BOXES, _BRIGHTEST = 64, 4.0
# Pixels along the longer side; a part is seldom larger on a page.
_LARGEST_PICTURE = 512
_MAPPINGS = ("PLANAR", "CYLINDRICAL", "SPHERICAL")
_SPECKED = {"speckle": 85, "glitter": 170, "opal": 255}


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
class _Pictures:
    """Textures: each picture once, and for each shape how the picture lies on it."""

    blob: _Blob
    told: list[dict[str, int]] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)

    def lying(self, texture: Texture) -> dict[str, Any]:
        """As the viewer's shader reads it; a texel is so many LDraw units wide."""
        if texture.name not in self.numbers:
            self.numbers[texture.name] = len(self.told)
            data = np.frombuffer(webp_picture(texture, _LARGEST_PICTURE), np.uint8)
            self.told.append({"at": self.blob.add(data), "length": len(data)})
        frame = texture.frame
        lies = [*frame.origin, *frame.ways.reshape(-1), *frame.round_and_up]
        return {
            "picture": self.numbers[texture.name],
            "mapping": _MAPPINGS.index(frame.kind),
            "lies": [float(f"{value:.7g}") for value in lies],
            "wide": float(f"{frame.width:.5g}"),
        }


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
        """(5, n, 4): colours, edges, finishes as the viewer's shader has them, specks and their kind."""
        paints = [self.paints(code, AS_IT_IS) for code in self.codes]
        rows = np.zeros((5, len(paints), 4), np.uint8)
        for number, (paint, floor) in enumerate(zip(paints, ShadedPaints.of(paints).floor, strict=True)):
            finish = FINISHES.get(paint.finish, FINISHES[SOLID])
            rows[0, number] = (*paint.rgb, round(255 * paint.alpha))
            rows[1, number] = (*paint.edge, 255)
            shares = (finish.diffuse, finish.mirror, floor, paint.glow)
            spot = (finish.lamp, finish.doublings / 8, finish.tinted, finish.rim)
            rows[2:4, number] = np.rint(255 * np.clip((shares, spot), 0, 1))
            rows[4, number] = (*paint.speck, _SPECKED.get(paint.finish, 0))
        return rows

    def mirrored(self) -> NDArray[np.uint8]:
        """(n, cells, cells): what each paint mirrors, by how far up and to the right.

        Roots, so that the dark is fine.
        """
        finishes = [FINISHES.get(self.paints(code, AS_IT_IS).finish, FINISHES[SOLID]) for code in self.codes]
        tables = [mirrored_table(finish.blur, _BOXES) for finish in finishes]
        table = np.array(tables, np.float32)
        rows: NDArray[np.uint8] = np.rint(np.sqrt(np.clip(table / _BRIGHTEST, 0, 1)) * 255).astype(np.uint8)
        return rows


def scene_script(
    pieces: Pieces, paints: PaintOf, camera: Camera, view: View, poses: Sequence[Points] = ()
) -> tuple[str, str]:
    """A name, the same for equal scenes, and the script that calls `brickyardScene` with both."""
    made = make_scene(pieces, paints, camera, view, poses)
    scene = json.dumps(made, separators=(",", ":"), sort_keys=True)
    name = hashlib.blake2b(scene.encode(), digest_size=12).hexdigest()
    return name, f'brickyardScene("{name}",{scene});\n'


def make_scene(
    pieces: Pieces, paints: PaintOf, camera: Camera, view: View, poses: Sequence[Points] = ()
) -> dict[str, Any]:
    """A view of it begins where the camera stands, which must be turned as `view` says.

    Every copy of a part tells its colour, step, mark and number: the place of the piece in `pieces`.
    `poses` say where all pieces (n, 3, 4) are in each further pose.
    """
    pieces = on_meshes(pieces)
    blob, palette = _Blob(), _Palette(paints)
    pictures = _Pictures(blob)
    used = [int(number) for number in np.unique(pieces.mesh)]
    normals = corner_normals([pieces.meshes[number] for number in used])
    shapes = []
    for number, turned in zip(used, normals, strict=True):
        own = np.flatnonzero(pieces.mesh == number)
        own = own[np.argsort(pieces.steps[own], kind="stable")]
        made = list(_shapes(pieces.meshes[number], turned, palette, pictures))
        # Faces that are certainly solid and have a known outside are kept apart: they are drawn faster.
        glass = np.array([palette.is_glass(int(code)) for code in pieces.colours[own]], bool)
        kinds = 3 * glass + _flipped(pieces, own, poses)
        for kind in np.unique(kinds).tolist():
            some = own[kinds == kind]
            copies = _copies(pieces.where(some), some, palette, blob)
            copies["posesAt"] = [blob.add(places[some].astype("<f4")) for places in poses]
            shapes += [shape.copied(copies, kind > 2, (False, True, None)[kind % 3]) for shape in made]
    rows, bounds = palette.rows(), _bounds(pieces, paints)
    return {
        "camera": _camera(camera, view),
        "light": _light(camera, bounds),
        **bounds,
        "poses": [_bounds(replace(pieces, matrices=places), paints) for places in poses],
        "steps": pieces.last_step,
        "palette": rows.shape[1],
        "paletteAt": blob.add(rows),
        "mirroredAt": blob.add(palette.mirrored()),
        "shapes": shapes,
        "pictures": pictures.told,
        "data": base64.b64encode(_packed(blob.data)).decode("ascii"),
    }


def _packed(data: bytearray) -> bytes:
    """As browsers can unpack it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(bytes(data)) + packer.flush()


def _camera(camera: Camera, view: View) -> dict[str, Any]:
    """In pixels of the still picture; `from` is in radians, round and up."""
    angles = (view.azimuth, view.elevation or 0.0)
    return {
        "from": [round(float(np.radians(angle)), 6) for angle in angles],
        "eye": _short(camera.eye),
        "scale": round(camera.scale, 3),
        "centre": _short(camera.centre),
        "size": list(camera.size),
    }


def _light(camera: Camera, bounds: dict[str, Any]) -> dict[str, Any]:
    """The still's own lamps: strengths of sky, ground, sun and front, and of the shadows on the table."""
    lamp = lamp_for(camera, np.array([bounds["low"], bounds["high"]]))
    return {
        "way": np.round(lamp.sun, 4).tolist(),
        "right": np.round(lamp.right, 4).tolist(),
        "room": [*_short(lamp.middle), round(1 / lamp.reach, 6)],
        "strengths": [SKY_LIGHT, GROUND_LIGHT, SUN_LIGHT, FRONT_LIGHT],
        "table": [SKY_SHARE, SUN_SHARE, CONTACT, *SUN_RIMS],
    }


@dataclass
class _Shape:
    """A part as it is drawn: its own colours, and whether it leaves any to its pieces."""

    told: dict[str, Any]
    has_glass: bool
    has_solid: bool
    inherits: bool

    def copied(self, copies: dict[str, Any], is_glass: bool, is_flipped: bool | None) -> dict[str, Any]:
        """The same with its pieces: all of glass or none, all mirrored or none; None if poses differ."""
        return {
            **self.told,
            "glass": self.has_glass or (self.inherits and is_glass),
            "solid": self.has_solid or (self.inherits and not is_glass),
            "flipped": is_flipped,
            "through": is_glass,
            **copies,
        }


def _flipped(pieces: Pieces, own: NDArray[np.intp], poses: Sequence[Points]) -> NDArray[np.int64]:
    """(m,) of some of the pieces: 1 for those that are mirrored, 2 for those that aren't in each pose."""
    sides = [np.linalg.det(places[own, :, :3]) < 0 for places in (pieces.matrices, *poses)]
    first = sides[0] ^ pieces.inverted[own]
    differs = np.any([side != sides[0] for side in sides], axis=0)
    kinds: NDArray[np.int64] = np.where(differs, 2, first).astype(np.int64)
    return kinds


def _copies(own: Pieces, numbers: NDArray[np.intp], palette: _Palette, blob: _Blob) -> dict[str, Any]:
    notes = np.column_stack((palette.numbers(own.colours), own.steps, own.marks, numbers))
    return {
        "copies": len(own),
        "placesAt": blob.add(own.matrices.astype("<f4")),
        "notesAt": blob.add(notes.astype("<i4")),
    }


def _shapes(mesh: Mesh, normals: Normals, palette: _Palette, pictures: _Pictures) -> Iterator[_Shape]:
    """A part without its textured faces, then those of each texture."""
    rest = np.ones(len(mesh.triangles), np.bool_)
    pictured = []
    for code in texture_codes_in(mesh.colours):
        if (texture := palette.paints(code, AS_IT_IS).texture) is not None:
            rest &= mesh.colours != code
            pictured.append((mesh.colours == code, texture))
    plain = (
        mesh if rest.all() else replace(_only(mesh, rest), edges=mesh.edges, conditionals=mesh.conditionals)
    )
    yield _shape(plain, normals[rest], palette, pictures.blob)
    for own, texture in pictured:
        made = _shape(_only(mesh, own), normals[own], palette, pictures.blob)
        yield replace(made, told={**made.told, **pictures.lying(texture)})


def _only(mesh: Mesh, chosen: NDArray[np.bool_]) -> Mesh:
    """Some of its faces, without its lines."""
    return replace(
        mesh,
        triangles=mesh.triangles[chosen],
        colours=mesh.colours[chosen],
        two_sided=mesh.two_sided[chosen],
        edges=mesh.edges[:0],
        conditionals=mesh.conditionals[:0],
    )


def _shape(mesh: Mesh, normals: Normals, palette: _Palette, blob: _Blob) -> _Shape:
    far = max(
        (float(np.abs(a).max()) for a in (mesh.triangles, mesh.edges, mesh.conditionals) if a.size),
        default=1.0,
    )
    scale = max(far, 1.0) / _LARGEST
    codes = plain_codes(mesh.colours)
    fixed = (codes != colours.INHERITED) & (codes != colours.EDGE)
    slots = (
        np.where(fixed, palette.numbers(np.where(fixed, codes, 0)), _PIECE)
        if fixed.any()
        else np.full(len(codes), _PIECE)
    )
    # Those that have an outside come first.
    order = np.argsort(mesh.two_sided, kind="stable")
    corners, turned, kinds, index = _shared_corners(
        mesh.triangles[order] / scale, normals[order], slots[order]
    )
    # Places column by column, and rows of corners as steps from the last: packed, that is half as large.
    own_glass = {palette.is_glass(int(code)) for code in np.unique(codes[fixed])}
    told = {
        "scale": float(f"{scale:.7g}"),
        "cornerCount": len(corners),
        "cornersAt": blob.add(corners.T),
        "normalsAt": blob.add(turned),
        "slotsAt": blob.add(kinds),
        "triangles": len(mesh.triangles),
        "single": int((~mesh.two_sided).sum()),
        "indexAt": blob.add(np.diff(index, prepend=0).astype("<u4" if len(corners) > 65535 else "<u2")),
        "edgeCount": len(mesh.edges),
        "edgesAt": blob.add(_steps(mesh.edges / scale).reshape(-1, 6).T),
        "conditionCount": len(mesh.conditionals),
        "conditionsAt": blob.add(_steps(mesh.conditionals / scale).reshape(-1, 12).T),
    }
    return _Shape(told, True in own_glass, False in own_glass, bool((~fixed).any()))


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


def _bounds(pieces: Pieces, paints: PaintOf) -> dict[str, Any]:
    """The corners of the box around everything that is drawn: the still's own."""
    points = Stage(pieces, paints).points
    if not len(points):
        points = np.zeros((1, 3))
    return {"low": _short(points.min(axis=0)), "high": _short(points.max(axis=0))}


def _steps(points: NDArray[np.float64]) -> NDArray[np.int16]:
    return np.clip(np.rint(points), -32767, 32767).astype("<i2")


def _short(value: Any) -> Any:
    rounded = np.round(np.asarray(value, np.float64), 2)
    return rounded.tolist()
