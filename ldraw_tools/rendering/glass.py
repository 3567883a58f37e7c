"""What can be seen through: every surface at every pixel, from the farthest to the nearest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.findings import RefusedError
from ldraw_tools.reading.array_columns import Columns, distinct
from ldraw_tools.records import record
from ldraw_tools.rendering.camera import Camera, Planes
from ldraw_tools.rendering.finishes import SPECKED, specks
from ldraw_tools.rendering.paint import Light
from ldraw_tools.rendering.raster import Budget, fragments
from ldraw_tools.rendering.shading import ALL_OF_IT, Lamp, Palette, shade
from ldraw_tools.rendering.stage import Ids, Stage
from ldraw_tools.rendering.surface import DepthRange, Faces, LaidPictures, project

Float32s = NDArray[np.float32]

# The most layers of glass at one pixel, and pixels of glass in all.
_MOST_LAYERS = 24
MOST_PANES = 40_000_000
_AT_ONCE = 60_000
# How much of a paint's colour one surface lends to what is behind it, and how milky it is.
_TINT = 0.62
_MILK = 0.10
# Glass in exactly the same place as something solid isn't in front of it.
_SAME_DEPTH = np.float32(1e-6)


@record
class Panes(Columns):
    """Pixels of glass before all else: pixel, depth and triangle of each surface there."""

    pixels: NDArray[np.int64]
    depths: Float32s
    ids: Ids


def find_panes(stage: Stage, camera: Camera, depths: DepthRange, nearest: Float32s, budget: Budget) -> Panes:
    """`nearest` (h * w,) is the depth of what can't be seen through."""
    width, height = camera.size
    found = [Panes(np.empty(0, np.int64), np.empty(0, np.float32), np.empty(0, np.int64))]
    number = 0
    # By now the stage knows all its paints: what is solid has been drawn.
    for some in stage.glass(camera.view_matrix()):
        seen = project(some, camera, depths)
        for part in fragments(seen.x, seen.y, seen.depth, width, height, budget):
            before = np.flatnonzero(part.depths < nearest[part.pixels] - _SAME_DEPTH)
            number += len(before)
            if number > MOST_PANES:
                raise RefusedError("too much glass behind glass to draw it in reasonable time")
            found.append(
                Panes(
                    part.pixels[before],
                    part.depths[before].astype(np.float32),
                    seen.some.ids[part.triangles[before]],
                )
            )
    panes = Panes.joined(found)
    found.clear()
    return panes.where(np.lexsort((panes.ids, -panes.depths, panes.pixels)))


def lay_over(
    panes: Panes, lights: Sequence[Light], stage: Stage, camera: Camera, lamp: Lamp, pictures: LaidPictures
) -> None:
    """Put the panes over lights (3, n) of the pixels they cover, in ascending order, in place."""
    seen = distinct(panes.ids)
    faces_of, faces = np.searchsorted(seen, panes.ids), Faces(stage, camera, seen)
    palette = Palette.of(stage.paints)
    width = camera.size[0]
    start = np.flatnonzero(np.diff(panes.pixels, prepend=-1))
    count = np.diff(start, append=len(panes))
    spot = np.repeat(np.arange(len(start)), count)
    rank = np.arange(len(panes)) - np.repeat(start, count)
    # Of more layers than count, the nearest ones do.
    rank -= np.repeat(np.maximum(count - _MOST_LAYERS, 0), count)
    for some in _by_layer(rank, int(count.max(initial=0))):
        here = spot[some]
        row, column = np.divmod(panes.pixels[some], width)
        x, y = column.astype(np.float32) + np.float32(0.5), row.astype(np.float32) + np.float32(0.5)
        face = faces_of[some]
        through, own = _pane(palette, faces, face, x, y, camera.ways(x, y), lamp, pictures)
        for light in lights:
            light[:, here] = light[:, here] * through + own


def _by_layer(rank: NDArray[np.int64], layers: int) -> Iterator[NDArray[np.intp]]:
    """The farthest layer first, some pixels at a time: each takes some hundred bytes."""
    for layer in range(layers):
        chosen = np.flatnonzero(rank == layer)
        for start in range(0, len(chosen), _AT_ONCE):
            yield chosen[start : start + _AT_ONCE]


def _pane(
    palette: Palette,
    faces: Faces,
    face: Ids,
    x: Float32s,
    y: Float32s,
    away: Planes,
    lamp: Lamp,
    pictures: LaidPictures,
) -> tuple[Light, Light]:
    """How much light one surface lets through (3, n), and how much it adds (3, n)."""
    paints, normals = faces.paints[face], faces.normals(face, x, y)

    def places(some: NDArray[np.intp]) -> Planes:
        return faces.places(face[some], away[:, some])

    facing = np.abs(normals[0] * away[0] + normals[1] * away[1] + normals[2] * away[2])
    rim = (1 - np.clip(facing, 0, 1)) ** 3
    alpha = palette.alpha.take(paints)
    dense = np.clip(np.float32(_TINT) + (alpha - np.float32(0.5)) * np.float32(0.6), 0.1, 0.95)
    through = (1 - dense) + dense * palette.light.take(paints, axis=1)
    through *= np.float32(0.93) - np.float32(0.42) * rim - np.float32(_MILK) * alpha
    milk = np.float32(0.8 * _MILK) + np.float32(0.3) * rim
    painted = None
    if pictures:
        # A print on glass is opaque.
        *printed, there = pictures.at(faces, face, away)
        painted = palette.light.take(paints, axis=1) * (1 - there) + np.stack(printed)
        milk += there * (1 - milk)
        through *= 1 - there
    own, gloss = shade(lamp, palette, paints, normals, away, ALL_OF_IT, ALL_OF_IT, places, painted)
    finishes = palette.finish.take(paints)
    for number in SPECKED:
        # So is a speck.
        some = np.flatnonzero(finishes == number)
        if len(some):
            there = specks(number, places(some))[0]
            milk[some] += there * (np.float32(0.9) - milk[some])
            through[:, some] *= 1 - np.float32(0.9) * there
    return through, own * milk + np.float32(0.8) * gloss
