"""What the camera sees first at every pixel: whose surface it is, where it is and how it is turned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.measuring.shapes import Points
from ldraw_tools.rendering.camera import Camera, Planes
from ldraw_tools.rendering.finishes import Paint
from ldraw_tools.rendering.raster import Budget, DepthBuffer, Floats, is_facing
from ldraw_tools.rendering.stage import Ids, Stage, Triangles

Float32s = NDArray[np.float32]
_Float = TypeVar("_Float", np.float32, np.float64)
# The nearest that anything may be, in LDraw units before the camera.
_NEAREST = 1.0


class DepthRange(NamedTuple):
    """Depths in the picture: 0 at the nearest, 1 at the farthest, straight in pixels (1 over distance)."""

    near: float
    far: float

    @classmethod
    def around(cls, ahead: Floats) -> DepthRange:
        near, far = float(ahead.min(initial=np.inf)), float(ahead.max(initial=-np.inf))
        if near > far:
            near = far = 2 * _NEAREST
        slack = max(1.0, 0.01 * (far - near))
        return cls(max(near - slack, _NEAREST), far + slack)

    def depth(self, ahead: Floats) -> Floats:
        depths: Floats = (1 / self.near - 1 / ahead) / (1 / self.near - 1 / self.far)
        return depths

    def ahead(self, depth: Float32s) -> Float32s:
        return (1 / (1 / self.near - depth * (1 / self.near - 1 / self.far))).astype(np.float32)

    def depth_per_ldu(self, ahead: Floats) -> Floats:
        """How much depth one LDU is at a distance."""
        slope: Floats = 1 / (ahead * ahead) / (1 / self.near - 1 / self.far)
        return slope


class Projected(NamedTuple):
    """Triangles in the picture: x and y in pixels, depth, each (3, n), and `facing` us or not."""

    x: Floats
    y: Floats
    depth: Floats
    facing: NDArray[np.bool_]
    some: Triangles


def project(some: Triangles, camera: Camera, depths: DepthRange) -> Projected:
    """Of triangles that the stage gave for this camera's view; what isn't before it is left out."""
    ahead = some.places[2]
    if not (ahead.min(initial=np.inf) >= depths.near * 0.999 and np.isfinite(some.places).all()):
        good = np.isfinite(some.places).all(axis=(0, 1)) & (ahead >= depths.near * 0.999).all(axis=0)
        some = some.where(np.flatnonzero(good))
        ahead = some.places[2]
    x, y = camera.project(some.places)
    return Projected(x, y, depths.depth(ahead), is_facing(x, y) ^ some.turned, some)


def draw_opaque(
    stage: Stage,
    camera: Camera,
    depths: DepthRange,
    budget: Budget,
    buffer: DepthBuffer | None = None,
    chosen: Ids | None = None,
) -> DepthBuffer:
    """The nearest of all that can't be seen through; a given buffer has chosen pieces added to it."""
    buffer = buffer or DepthBuffer(*camera.size, budget)
    for some in stage.triangles(camera.view_matrix(), chosen):
        seen = project(some, camera, depths)
        kept = np.flatnonzero(stage.is_opaque[seen.some.paints] & (seen.facing | seen.some.two_sided))
        x, y, depth = (values.take(kept, axis=1) for values in (seen.x, seen.y, seen.depth))
        buffer.draw(x, y, depth, seen.some.ids.take(kept))
    return buffer


def scale_around(camera: Camera, ahead: Floats) -> float:
    """Pixels per LDraw unit at the middle of depths (n,)."""
    number = len(ahead)
    # `np.median` does the same, but imports all of `numpy.ma` to do it.
    return camera.pixels_per_ldu(float(np.sort(ahead)[[(number - 1) // 2, number // 2]].mean()))


class Faces:
    """Triangles that are seen somewhere: their normals as functions of the pixel."""

    def __init__(self, stage: Stage, camera: Camera, ids: Ids) -> None:
        self.ids = ids
        self._place = np.zeros(stage.triangle_count, np.int32)
        self._place[ids] = np.arange(len(ids))
        places, normals = stage.corners_of(ids)
        places -= camera.eye[:, None, None]
        x, y = camera.project(np.stack([_along(places, way) for way in camera.turn]))
        ahead = _along(places, camera.turn[2])
        # From behind one sees the other side of a surface.
        flat = _across(places[:, 1] - places[:, 0], places[:, 2] - places[:, 0])
        off = _dot(places[:, 0], flat)
        away = off * _dot(flat, normals.sum(axis=1))
        normals *= np.where(away > 0, -1.0, 1.0)
        self._eye = camera.eye.astype(np.float32)
        self._flat = flat.astype(np.float32)
        self._off = off.astype(np.float32)
        self._x, self._y = x[0].astype(np.float32), y[0].astype(np.float32)
        self._at, self._by_x, self._by_y = _planes(x, y, normals / ahead)

    def at(self, ids: Ids) -> Ids:
        """Where triangles are among these."""
        return self._place.take(ids).astype(np.int64)

    def places(self, faces: Ids, ways: Planes) -> Planes:
        """(3, n): where ways (3, n) from the eye meet faces."""
        across = self._flat.take(faces, axis=1)
        towards = _dot(across, ways)
        towards[np.abs(towards) < 1e-9] = 1e-9
        far = self._off.take(faces) / towards
        found: Planes = ways * far + self._eye[:, None]
        return found

    def planes(self, turn: Points) -> Planes:
        """(4, n): normals towards us by a turn (3, 3), and how far the surfaces are along them."""
        length = np.maximum(np.sqrt(_dot(self._flat, self._flat)), np.float32(1e-12))
        towards = np.where(self._off > 0, -1, 1).astype(np.float32) / length
        flat = self._flat * towards
        normals = [_along(flat[:, None], way.astype(np.float32))[0] for way in turn]
        return np.stack((*normals, self._off * towards))

    def normals(self, faces: Ids, x: Float32s, y: Float32s) -> Planes:
        """(3, n): of faces at pixels."""
        right, down = x - self._x.take(faces), y - self._y.take(faces)
        normals = np.empty((3, len(faces)), np.float32)
        for axis in range(3):
            plane = self._by_x[axis].take(faces) * right
            plane += self._by_y[axis].take(faces) * down
            plane += self._at[axis].take(faces)
            normals[axis] = plane
        square = normals[0] * normals[0] + normals[1] * normals[1] + normals[2] * normals[2]
        normals /= np.sqrt(np.maximum(square, np.float32(1e-24)))
        return normals


class LaidPictures:
    """The pictures on faces (!TEXMAP) in textured paints as pixels see them."""

    def __init__(self, stage: Stage, paints: Sequence[Paint], pixels_per_ldu: float) -> None:
        self._stage, self._paints, self._pixels_per_ldu = stage, paints, pixels_per_ldu
        self._has = np.array([paint.texture is not None for paint in paints], np.bool_)

    def __bool__(self) -> bool:
        return bool(self._has.any())

    def at(self, faces: Faces, face: Ids, paints: Ids, ways: Planes) -> Float32s:
        """Light and its cover (4, n), for faces in paints where rays (3, n) from the eye meet them."""
        found = np.zeros((4, len(face)), np.float32)
        for paint in np.unique(paints[self._has[paints]]).tolist():
            here = np.flatnonzero(paints == paint)
            texture = self._paints[paint].texture
            places, scale = self._stage.within(faces.ids[face[here]], faces.places(face[here], ways[:, here]))
            if texture is not None:
                found[:, here] = texture.at(places, 1 / (self._pixels_per_ldu * max(scale, 1e-9)))
        return found


def _along(points: Points, way: Points) -> Points:
    """(k, n) of points (3, k, n): how far they are along a way (3,)."""
    found: Points = points[0] * way[0] + points[1] * way[1] + points[2] * way[2]
    return found


def _dot(one: NDArray[_Float], other: NDArray[_Float]) -> NDArray[_Float]:
    found: NDArray[_Float] = one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
    return found


def _across(a: Points, b: Points) -> Points:
    """(3, n): what stands upright on both."""
    return np.stack((a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]))


def _planes(x: Floats, y: Floats, values: Points) -> tuple[Float32s, Float32s, Float32s]:
    """Values (3, 3, n) at corners as value at the first corner and growth along x and y, each (3, n)."""
    ax, bx, ay, by = x[1] - x[0], x[2] - x[0], y[1] - y[0], y[2] - y[0]
    area = ax * by - bx * ay
    inverse = np.where(np.abs(area) > 1e-9, 1 / np.where(area == 0, 1, area), 0)
    first = values[:, 0]
    one, two = values[:, 1] - first, values[:, 2] - first
    # One long, so that small numbers of far things stay numbers.
    inverse /= (length := np.maximum(np.sqrt(_dot(first, first)), 1e-30))
    by_x, by_y = (one * by - two * ay) * inverse, (two * ax - one * bx) * inverse
    at, by_x, by_y = ((v).astype(np.float32) for v in (first / length, by_x, by_y))
    return at, by_x, by_y


def seen_ids(stage: Stage, *ids: Ids) -> Ids:
    """Those of some triangles, sorted and each once."""
    seen = np.zeros(stage.triangle_count, np.bool_)
    for some in ids:
        seen[some] = True
    return np.flatnonzero(seen)
