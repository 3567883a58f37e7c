"""What the camera sees first at every pixel: whose surface it is, where it is and how it is turned."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading.array_columns import are_finite
from ldraw_tools.records import record
from ldraw_tools.rendering.camera import Camera, Planes
from ldraw_tools.rendering.raster import Budget, DepthBuffer, Floats, is_facing
from ldraw_tools.rendering.stage import Ids, Stage, Triangles

Float32s = NDArray[np.float32]
# The nearest that anything may be, in LDraw units before the camera.
_NEAREST = 1.0


@record
class DepthRange:
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


@record
class Projected:
    """Triangles in the picture: x and y in pixels, depth, each (n, 3), and `facing` us or not."""

    x: Floats
    y: Floats
    depth: Floats
    facing: NDArray[np.bool_]
    some: Triangles


def project(some: Triangles, camera: Camera, depths: DepthRange) -> Projected:
    """Of triangles that the stage gave for this camera's view; what isn't before it is left out."""
    ahead = some.places[:, :, 2]
    good = are_finite(some.places)
    good &= np.minimum(np.minimum(ahead[:, 0], ahead[:, 1]), ahead[:, 2]) >= depths.near * 0.999
    if not good.all():
        some = some.where(good)
        ahead = some.places[:, :, 2]
    x, y = camera.project(some.places)
    return Projected(x, y, depths.depth(ahead), is_facing(x, y) ^ some.turned, some)


def draw_opaque(stage: Stage, camera: Camera, depths: DepthRange, budget: Budget) -> DepthBuffer:
    """The nearest of all that can't be seen through."""
    width, height = camera.size
    buffer = DepthBuffer(width, height, budget)
    for some in stage.triangles(camera.view_matrix()):
        seen = project(some, camera, depths)
        kept = stage.is_opaque[seen.some.paints] & (seen.facing | seen.some.two_sided)
        buffer.draw(seen.x[kept], seen.y[kept], seen.depth[kept], seen.some.ids[kept])
    return buffer


class Faces:
    """Triangles that are seen somewhere: their normals as functions of the pixel."""

    def __init__(self, stage: Stage, camera: Camera, ids: Ids) -> None:
        self.ids = ids
        self.paints = stage.paints_of(ids)
        places, normals = stage.corners_of(ids)
        x, y, ahead = camera.place(places)
        # From behind one sees the other side of a surface.
        middle = places.mean(axis=1) - camera.eye
        flat = np.cross(places[:, 1] - places[:, 0], places[:, 2] - places[:, 0])
        away = np.einsum("ni,ni->n", middle, flat) * np.einsum("ni,ni->n", flat, normals.sum(axis=1))
        normals[away > 0] *= -1
        self._eye = camera.eye.astype(np.float32)
        self._flat = np.ascontiguousarray(flat.T, np.float32)
        self._off = np.einsum("ni,ni->n", places[:, 0] - camera.eye, flat).astype(np.float32)
        self._x, self._y = x[:, 0].astype(np.float32), y[:, 0].astype(np.float32)
        self._at, self._by_x, self._by_y = _planes(x, y, normals / ahead[:, :, None])

    def places(self, faces: Ids, ways: Planes) -> Planes:
        """(3, n): where ways (3, n) from the eye meet faces."""
        across = self._flat.take(faces, axis=1)
        towards = across[0] * ways[0] + across[1] * ways[1] + across[2] * ways[2]
        far = self._off.take(faces) / np.where(np.abs(towards) < 1e-9, np.float32(1e-9), towards)
        found: Planes = ways * far + self._eye[:, None]
        return found

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
    """The pictures on faces (!TEXMAP) as pixels see them; ask only once everything solid was drawn."""

    def __init__(self, stage: Stage, pixels_per_ldu: float) -> None:
        self._stage, self._pixels_per_ldu = stage, pixels_per_ldu
        self._has = np.array([paint.texture is not None for paint in stage.paints], np.bool_)

    def __bool__(self) -> bool:
        return bool(self._has.any())

    def at(self, faces: Faces, face: Ids, ways: Planes) -> Float32s:
        """Light and its cover (4, n), for faces where rays (3, n) from the eye meet them."""
        paints = faces.paints[face]
        found = np.zeros((4, len(face)), np.float32)
        for paint in np.unique(paints[self._has[paints]]).tolist():
            here = np.flatnonzero(paints == paint)
            texture = self._stage.paints[paint].texture
            places, scale = self._stage.within(faces.ids[face[here]], faces.places(face[here], ways[:, here]))
            if texture is not None:
                found[:, here] = texture.at(places, 1 / (self._pixels_per_ldu * max(scale, 1e-9)))
        return found


def _planes(x: Floats, y: Floats, values: Points) -> tuple[Float32s, Float32s, Float32s]:
    """Values (n, 3, 3) at corners as value at the first corner and growth along x and y, each (3, n)."""
    (ax, bx), (ay, by) = (x[:, 1:] - x[:, :1]).T, (y[:, 1:] - y[:, :1]).T
    area = ax * by - bx * ay
    inverse = np.where(np.abs(area) > 1e-9, 1 / np.where(area == 0, 1, area), 0)[:, None]
    one, two = values[:, 1] - values[:, 0], values[:, 2] - values[:, 0]
    by_x = (one * by[:, None] - two * ay[:, None]) * inverse
    by_y = (two * ax[:, None] - one * bx[:, None]) * inverse
    # One long, so that small numbers of far things stay numbers.
    length = np.maximum(np.sqrt(np.einsum("ni,ni->n", values[:, 0], values[:, 0])), 1e-30)[:, None]
    at, by_x, by_y = (np.ascontiguousarray((v / length).T, np.float32) for v in (values[:, 0], by_x, by_y))
    return at, by_x, by_y


def seen_faces(stage: Stage, ids: Ids) -> tuple[Ids, Ids]:
    """The distinct ids of a buffer, -1 left out, and for each pixel its place among them (-1: none)."""
    seen = np.zeros(stage.triangle_count + 1, np.bool_)
    seen[ids] = True
    seen[-1] = False
    distinct = np.flatnonzero(seen)
    place = np.full(stage.triangle_count + 1, -1, np.int64)
    place[distinct] = np.arange(len(distinct))
    return distinct, place[ids]
