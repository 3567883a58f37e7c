"""A picture of a stage: surfaces, shadow, lines and glass, drawn larger and brought down to size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.findings import BrickyardError
from ldraw_tools.rendering.camera import Camera, Planes
from ldraw_tools.rendering.composing import Pen, as_bytes, compose
from ldraw_tools.rendering.daylight import Daylight, daylight
from ldraw_tools.rendering.edges import Around, Inked, Samples, Segments, segments
from ldraw_tools.rendering.finishes import RGB
from ldraw_tools.rendering.glass import Panes, find_panes, glaze_panes
from ldraw_tools.rendering.light import Sky, Sun
from ldraw_tools.rendering.painter import Painter
from ldraw_tools.rendering.pixel_samples import FINE, Pixels
from ldraw_tools.rendering.raster import NOTHING, Blocks, Budget, DepthBuffer, ids_of
from ldraw_tools.rendering.shading import ALL_OF_IT, lamp_for
from ldraw_tools.rendering.stage import Ids, Stage
from ldraw_tools.rendering.surface import DepthRange, Faces, draw_opaque, scale_around, seen_ids
from ldraw_tools.rendering.table_shadow import Ground

Float32s = NDArray[np.float32]

PAPER: RGB = (247, 247, 243)
MOST_PIXELS = 12_000_000
# Pixels to draw at a time; each takes some hundred bytes.
_BAND_PIXELS = 400_000


class Look(NamedTuple):
    """`paper` None is transparent ground; `line_width` in pixels, 0 for what suits the scale.

    If `apart`, the shadow on the ground is not in the picture, but beside it.
    """

    paper: RGB | None = PAPER
    ground: bool = True
    shadows: bool = True
    lines: bool = True
    line_width: float = 0.0
    apart: bool = False


class Picture(NamedTuple):
    """`pixels` (h, w, 4) with straight alpha; `pieces` (h, w) whose surface is nearest, -1 for none.

    `shadow` (h, w, 4) is that on the ground, by itself.
    """

    pixels: NDArray[np.uint8]
    camera: Camera
    pieces: NDArray[np.int64]
    shadow: NDArray[np.uint8]


def check_size(width: int, height: int) -> None:
    if width < 8 or height < 8 or width * height > MOST_PIXELS:
        raise BrickyardError(f"{width}x{height} is not a valid size: choose from 8x8 to 4000x3000 pixels")


@np.errstate(all="ignore")
def draw(stage: Stage, camera: Camera, look: Look | None = None) -> Picture:
    """The stage as the camera sees it; the same bytes for the same stage."""
    check_size(*camera.size)
    look = look or Look()
    width, height = camera.size
    light = _Lights(stage, camera, look)
    dark = light.on_the_ground()
    under = np.zeros_like(dark) if look.apart else dark
    pixels = _ground_pixels(under, look.paper)
    pieces = np.full((height, width), -1, np.int64)
    left, top, right, bottom = _bounds(stage, camera)
    for first, start, end, last in _bands(stage, camera, right - left, top, bottom):
        part = camera.cropped(left, first, right - left, last - first)
        drawn, owners = _Drawing(stage, part, look, light).drawn(under[:, first:last, left:right])
        kept = slice(start - first, end - first)
        pixels[start:end, left:right], pieces[start:end, left:right] = drawn[kept], owners[kept]
    return Picture(pixels, camera, pieces, _ground_pixels(dark, None))


def _bounds(stage: Stage, camera: Camera) -> tuple[int, int, int, int]:
    """The part of the picture that anything can be in: left, top, right, bottom."""
    if not len(stage.points):
        return 0, 0, 0, 0
    width, height = camera.size
    x, y, ahead = camera.place(stage.points)
    if ahead.min() <= 0:
        return 0, 0, width, height
    # A few pixels for lines, and for corners between those that were looked at.
    spare = 4 + 0.01 * max(float(np.ptp(x)), float(np.ptp(y)))
    left, right = np.clip([x.min() - spare, x.max() + spare], 0, width).astype(int).tolist()
    top, bottom = np.clip([y.min() - spare, y.max() + spare], 0, height).astype(int).tolist()
    return left, top, right, bottom


def _bands(
    stage: Stage, camera: Camera, width: int, top: int, bottom: int
) -> Iterator[tuple[int, int, int, int]]:
    """Rows to draw at a time, so that no picture needs more memory: the first drawn, kept rows, the last.

    What is drawn beyond what is kept is what pixels look at around them for light.
    """
    if width <= 0 or not len(stage.points):
        return
    nearest = max(float(camera.place(stage.points)[2].min()), 1.0)
    around = min(round(20 * camera.pixels_per_ldu(nearest)) + 8, 120)
    step = max(_BAND_PIXELS // width, 64)
    rows = max(bottom - top, 1)
    number = 1 if rows <= step + around else -(-rows // step)
    step = -(-rows // number)
    for start in range(top, bottom, step):
        end = min(start + step, bottom)
        yield max(start - around, top), start, end, min(end + around, bottom)


class _Lights:
    """The lamps, and what throws shadows on what."""

    def __init__(self, stage: Stage, camera: Camera, look: Look) -> None:
        self.lamp = lamp_for(camera, stage.points)
        self.budget = Budget.of_picture(*camera.magnified(FINE).size)
        self._stage, self._camera, self._look = stage, camera, look
        self.are_on = look.shadows and len(stage.points) > 0
        if self.are_on:
            way = self.lamp.sun
            self.sky = stage.kept("sky", lambda: Sky(stage))
            self.sun = stage.kept(f"sun {way.round(6).tolist()}", lambda: Sun(stage, way, self.budget))

    def on_the_ground(self) -> Float32s:
        """(3, h, w): how dark it is."""
        width, height = self._camera.size
        if not self.are_on or not self._look.ground:
            return np.broadcast_to(np.float32(0), (3, height, width))
        return Ground(self._stage, self.sky, self.sun, self.budget).darkness(self._camera)


class _Drawing:
    def __init__(self, stage: Stage, camera: Camera, look: Look, lights: _Lights) -> None:
        self._stage, self._camera, self._look, self._lights = stage, camera, look, lights
        self._fine = camera.magnified(FINE)
        self._budget = lights.budget
        ahead = camera.place(stage.points)[2]
        self._depths = DepthRange.around(ahead)
        self._pixels_per_ldu = scale_around(camera, ahead)

    def drawn(self, dark: Float32s) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """Pixels (h, w, 4) and whose they are (h, w), on ground so dark."""
        stage, fine = self._stage, self._fine
        buffer = draw_opaque(stage, fine, self._depths, self._budget)
        pixels, before = Pixels(buffer), Blocks(buffer)
        panes = find_panes(stage, fine, self._depths, buffer, before, self._budget)
        layers = self._lines(buffer, before, panes)
        even, uneven = pixels.even(), pixels.uneven()
        apart = pixels.samples_of(uneven)
        apart = apart[buffer.keys.take(apart) != NOTHING]
        ids = ids_of(pixels.nearest.take(even)), ids_of(buffer.keys.take(apart)), ids_of(panes.keys)
        # Large, and not needed any more.
        del buffer, before
        faces = Faces(stage, fine, seen_ids(stage, *ids))
        paints = stage.paints_of(faces.ids)
        painter = Painter(stage, stage.paints, fine, self._lights.lamp, self._pixels_per_ldu)
        lit = self._lit(faces, pixels)
        rgb, alpha = _on_paper(dark.reshape(3, -1), self._look.paper)
        face = faces.at(ids[0])
        light = lit.at(even)
        rgb[:, even] = painter.shaded(faces, face, paints.take(face), *pixels.middles(even), light)
        if alpha is not None:
            alpha[even] = 1
        face = faces.at(ids[1])
        light = lit.at(pixels.pixels_of(apart))
        shown = painter.shaded(faces, face, paints.take(face), *pixels.spots(apart), light)
        glass = None
        if len(panes):
            glass = glaze_panes(panes, paints.take(faces.at(ids[2])), faces, pixels, painter)
        compose(pixels, rgb, alpha, uneven, [(apart, shown)], layers, glass)
        covered = np.flatnonzero(pixels.is_covered)
        owner = np.full(len(pixels.nearest), -1, np.int64)
        owner[covered] = stage.owner(ids_of(pixels.nearest.take(covered)))
        shape = pixels.height, pixels.width
        return as_bytes(rgb, alpha).reshape(*shape, 4), owner.reshape(shape)

    def _lit(self, faces: Faces, pixels: Pixels) -> Daylight:
        """How much light reaches each pixel of the picture."""
        lights = self._lights
        if not lights.are_on:
            return Daylight(ALL_OF_IT, ALL_OF_IT)
        return daylight(
            lights.sky, lights.sun, self._camera, self._depths, faces, pixels, self._pixels_per_ldu
        )

    def _lines(self, buffer: DepthBuffer, before: Blocks, panes: Panes) -> list[Inked]:
        pen = Pen(self._fine, self._pixels_per_ldu, self._look.line_width, has_glass=len(panes) > 0)
        around = through = Around(buffer.keys, *self._fine.size, before)
        if len(panes):
            keys = buffer.keys.copy()
            np.minimum.at(keys, panes.samples, panes.keys)
            through = Around(keys, *self._fine.size, before)
        found = segments(self._stage, self._fine, self._depths, before) if self._look.lines else ()
        for some in found:
            is_clear = self._stage.is_glass_piece(some.pieces)
            solid = some.where(np.flatnonzero(~is_clear))
            samples = Samples.of(solid, self._budget)
            pen.draw(0, solid, samples, samples.seen(around), self._colours_of(solid))
            if len(panes) and is_clear.any():
                clear = some.where(np.flatnonzero(is_clear))
                samples = Samples.of(clear, self._budget)
                colours = self._colours_of(clear)
                pen.draw(1, clear, samples, samples.seen(around), colours)
                pen.draw(2, clear, samples, samples.seen(through), colours)
        return pen.inked()

    def _colours_of(self, some: Segments) -> Ids:
        return self._stage.colours_of_lines(some.codes, some.pieces)


def _ground_pixels(dark: Float32s, paper: RGB | None) -> NDArray[np.uint8]:
    """(h, w, 4): the paper, or nothing, with the shadow on it."""
    rgb, alpha = _on_paper(dark.reshape(3, -1), paper)
    return as_bytes(rgb, alpha).reshape(*dark.shape[1:], 4)


def _on_paper(dark: Float32s, paper: RGB | None) -> tuple[Planes, Float32s | None]:
    """Paper, or nothing, with a shadow (3, n) on it: sRGB (3, n) and alpha (n,), premultiplied."""
    if paper is None:
        alpha = dark.max(axis=0)
        return alpha - dark, alpha
    return (1 - dark) * (np.array(paper, np.float32)[:, None] / np.float32(255)), None
