"""What can be seen through: every surface at every pixel, from the farthest to the nearest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.findings import RefusedError
from ldraw_tools.reading.array_columns import Columns
from ldraw_tools.rendering.camera import Camera, Planes
from ldraw_tools.rendering.finishes import SPECKED, Light, linear, specks, srgb
from ldraw_tools.rendering.painter import Painter
from ldraw_tools.rendering.pixel_samples import FINE, PixelGrid
from ldraw_tools.rendering.raster import (
    Blocks,
    Budget,
    DepthBuffer,
    Keys,
    boxes_of,
    fragments,
    ids_of,
    keys_of,
    runs,
)
from ldraw_tools.rendering.shading import ALL_OF_IT, shade
from ldraw_tools.rendering.stage import Ids, Stage
from ldraw_tools.rendering.surface import DepthRange, Faces, project

Float32s = NDArray[np.float32]

_DEPTH_BITS = np.uint64(0xFFFFFFFF_00000000)
# The most layers of glass at one pixel, and pixels of glass in all.
_MOST_LAYERS = 24
MOST_PANES = 40_000_000
_AT_ONCE = 60_000
# How much of a paint's colour one surface lends to what is behind it, and how milky it is.
_TINT = 0.68
_MILK, _INSIDE = 0.06, 0.115
# Glass in exactly the same place as something solid isn't in front of it.
_SAME_DEPTH = keys_of(np.array([1e-6]))[0] - keys_of(np.array([0.0]))[0]


@dataclass(frozen=True, slots=True)
class Panes(Columns):
    """Samples of glass before all else: which, and depth and triangle of each surface there."""

    samples: NDArray[np.intp]
    keys: Keys

    def before(self, buffer: DepthBuffer) -> Panes:
        """Those that nothing in the buffer hides."""
        return self.where(np.flatnonzero(self.keys < buffer.keys.take(self.samples) - _SAME_DEPTH))


def find_panes(
    stage: Stage, camera: Camera, depths: DepthRange, buffer: DepthBuffer, before: Blocks, budget: Budget
) -> Panes:
    """The buffer has what can't be seen through."""
    width, height = camera.size
    found = [Panes(np.empty(0, np.intp), np.empty(0, np.uint64))]
    number = 0
    # By now the stage knows all its paints: what is solid has been drawn.
    for some in stage.glass(camera.view_matrix()):
        seen = project(some, camera, depths)
        boxes = boxes_of(seen.x, seen.y, width, height)
        nearest = seen.depth.take(boxes.which, axis=1).min(axis=0)
        boxes = boxes.where(np.flatnonzero(~before.hide(boxes, nearest)))
        for part in fragments(seen.x, seen.y, seen.depth, seen.some.ids, boxes, width, budget):
            found.append(Panes(part.pixels, part.keys).before(buffer))
            number += len(found[-1])
            if number > MOST_PANES:
                raise RefusedError("too much glass behind glass to draw it in reasonable time")
    panes = Panes.joined(found)
    found.clear()
    # The farthest first, and of those in one place the one with the least number.
    return panes.where(np.lexsort((panes.keys ^ _DEPTH_BITS, panes.samples)))


class Glazing(NamedTuple):
    """What glass does to light behind it, (3, n) each: how much it lets through, and how much it adds.

    For `pixels` that are alike in all their samples, and for `samples` of other pixels.
    """

    pixels: NDArray[np.intp]
    of_pixels: tuple[Light, Light]
    samples: NDArray[np.intp]
    of_samples: tuple[Light, Light]

    def part(self, chosen: NDArray[np.intp]) -> tuple[Light, Light]:
        """What it does to some of the pixels, by number."""
        through, own = self.of_pixels
        return through.take(chosen, axis=1), own.take(chosen, axis=1)


def glaze_panes(panes: Panes, paints: Ids, faces: Faces, grid: PixelGrid, painter: Painter) -> Glazing:
    """`paints` (n,) are those of the panes, `faces` those of all of them."""
    start = np.flatnonzero(np.diff(panes.samples, prepend=-1))
    count = np.diff(start, append=len(panes))
    alike = _alike(panes, start, count, grid)
    apart = np.ones(len(start), np.bool_)
    apart[alike] = False
    single = np.flatnonzero(apart)
    whole, samples = grid.pixels_of(panes.samples[start[alike[:, 0]]]), panes.samples[start[single]]
    x, y = (np.concatenate(pair) for pair in zip(grid.middles(whole), grid.spots(samples), strict=True))
    chosen = np.concatenate((alike[:, 0], single))
    through, own = _laid(ids_of(panes.keys), paints, start[chosen], count[chosen], x, y, faces, painter)
    number = len(whole)
    return Glazing(
        whole, (through[:, :number], own[:, :number]), samples, (through[:, number:], own[:, number:])
    )


def _alike(
    panes: Panes, start: NDArray[np.intp], count: NDArray[np.intp], grid: PixelGrid
) -> NDArray[np.intp]:
    """(n, 4): of pixels that have the same panes in all samples, the places of those among the samples."""
    place = np.full(grid.width * grid.height * FINE * FINE, -1, np.intp)
    place[panes.samples[start]] = np.arange(len(start))
    first = panes.samples[start]
    # Each pixel by its first sample.
    row, column = np.divmod(first, FINE * grid.width)
    first = np.flatnonzero((row % FINE == 0) & (column % FINE == 0))
    found: NDArray[np.intp] = place.take(
        grid.samples_of(grid.pixels_of(panes.samples[start[first]]))
    ).reshape(-1, FINE * FINE)
    found = found[(found >= 0).all(axis=1)]
    found = found[(count[found] == count[found[:, :1]]).all(axis=1)]
    ids = ids_of(panes.keys)
    for layer in range(int(count[found[:, 0]].max(initial=0))):
        # Of those with fewer layers the last is looked at again.
        own = ids[start[found] + np.minimum(layer, count[found] - 1)]
        found = found[(own == own[:, :1]).all(axis=1)]
    return found


def _laid(
    ids: Ids,
    paints: Ids,
    start: NDArray[np.intp],
    count: NDArray[np.intp],
    x: Float32s,
    y: Float32s,
    faces: Faces,
    painter: Painter,
) -> tuple[Light, Light]:
    """How much light goes through all layers and how much they add; `start` and `count` are of the panes."""
    through, own = np.ones((3, len(start)), np.float32), np.zeros((3, len(start)), np.float32)
    # Of more layers than count, the nearest ones do.
    start = start + np.maximum(count - _MOST_LAYERS, 0)
    count = np.minimum(count, _MOST_LAYERS)
    for some in runs(count, _AT_ONCE):
        number = count[some]
        first = np.cumsum(number) - number
        which = np.repeat(np.arange(len(number)), number)
        here = np.arange(len(which)) + (start[some] - first).take(which)
        part, added = _pane(
            faces,
            faces.at(ids.take(here)),
            paints.take(here),
            x[some].take(which),
            y[some].take(which),
            painter,
        )
        for layer in range(int(number.max(initial=0))):
            deep = np.flatnonzero(number > layer)
            one = part.take(first.take(deep) + layer, axis=1)
            deep += some.start
            through[:, deep] *= one
            own[:, deep] = own[:, deep] * one + added.take(first.take(deep - some.start) + layer, axis=1)
    return through, own


def glaze(rgb: Planes, alpha: Float32s | None, here: NDArray[np.intp], glass: tuple[Light, Light]) -> None:
    """Put glass over some of the colours (3, n), which are premultiplied by alpha (n,)."""
    through, own = glass
    # On clear ground, computed so that it looks right on black and on white.
    grounds = [rgb.take(here, axis=1)]
    if alpha is not None:
        grounds.append(grounds[0] + 1 - alpha.take(here))
    shown = [srgb(linear(ground) * through + own) for ground in grounds]
    if alpha is None:
        rgb[:, here] = shown[0]
        return
    # A pixel is as transparent as its channel with the least difference.
    clear = (shown[1] - shown[0]).min(axis=0)
    rgb[:, here] = shown[1] - clear
    alpha[here] = 1 - clear


def lets_through(light: Light, alpha: Float32s) -> Light:
    """The share of light (3, n) that goes through a surface, by its paint's light (3, n) and alpha (n,)."""
    dense = np.clip(np.float32(_TINT) + (alpha - np.float32(0.5)) * np.float32(0.6), 0.1, 0.95)
    through: Light = (1 - dense) + dense * light
    return through


def _pane(
    faces: Faces, face: Ids, paints: Ids, x: Float32s, y: Float32s, painter: Painter
) -> tuple[Light, Light]:
    """How much light one surface lets through (3, n), and how much it adds (3, n)."""
    palette, away, normals = painter.palette, painter.ways(x, y), faces.normals(face, x, y)
    places = faces.places(face, away)
    facing = np.abs(normals[0] * away[0] + normals[1] * away[1] + normals[2] * away[2])
    rim = 1 - np.clip(facing, 0, 1)
    rim *= rim * rim
    alpha = palette.alpha.take(paints)
    light = palette.light.take(paints, axis=1)
    through = lets_through(light, alpha)
    through *= np.float32(0.93) - np.float32(0.42) * rim - np.float32(_MILK) * alpha
    # Light that goes around inside comes out in the glass's colour: before what is dark it isn't dark.
    milk = np.float32(0.8 * _MILK) + np.float32(_INSIDE) * np.ptp(light, axis=0) ** 2 + np.float32(0.3) * rim
    painted = None
    if painter.laid:
        # A print on glass is opaque.
        *printed, there = painter.laid.at(faces, face, paints, away)
        painted = light * (1 - there) + np.stack(printed)
        milk += there * (1 - milk)
        through *= 1 - there
    own, gloss = shade(painter.lamp, palette, paints, normals, away, ALL_OF_IT, ALL_OF_IT, places, painted)
    finishes = palette.finish.take(paints)
    for number in SPECKED:
        # So is a speck.
        some = np.flatnonzero(finishes == number)
        if len(some):
            there = specks(number, places[:, some])[0]
            milk[some] += there * (np.float32(0.9) - milk[some])
            through[:, some] *= 1 - np.float32(0.9) * there
    return through, own * milk + np.float32(0.8) * gloss
