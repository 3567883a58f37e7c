"""A picture of a stage: surfaces, shadow, lines and glass, drawn larger and brought down to size."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.findings import BrickyardError
from ldraw_tools.records import record
from ldraw_tools.rendering import crevices
from ldraw_tools.rendering.camera import Camera, Planes
from ldraw_tools.rendering.edges import LineLayer, farthest_around, sample, segments
from ldraw_tools.rendering.glass import Panes, find_panes, lay_over
from ldraw_tools.rendering.ground import Ground
from ldraw_tools.rendering.light import Sky, Sun, turned
from ldraw_tools.rendering.paint import RGB, Light, exposed, linear, srgb
from ldraw_tools.rendering.raster import Budget, DepthBuffer
from ldraw_tools.rendering.shading import ALL_OF_IT, Palette, lamp_for, shade
from ldraw_tools.rendering.stage import Ids, Stage
from ldraw_tools.rendering.surface import DepthRange, Faces, LaidPictures, draw_opaque, seen_faces

Float32s = NDArray[np.float32]

PAPER: RGB = (247, 247, 243)
MOST_PIXELS = 12_000_000
# Samples a side for each pixel.
_FINE = 2
_SAMPLES = [(row, column) for row in range(_FINE) for column in range(_FINE)]
# Pixels to draw at a time; each takes some hundred bytes.
_BAND_PIXELS = 400_000
# Samples to shade at a time: few enough to stay in the processor's cache.
_AT_ONCE = 40_000


@record
class Look:
    """`paper` None is transparent ground; `line_width` in pixels, 0 for what suits the scale.

    If `apart`, the shadow on the ground is not in the picture, but beside it.
    """

    paper: RGB | None = PAPER
    ground: bool = True
    shadows: bool = True
    lines: bool = True
    line_width: float = 0.0
    apart: bool = False


@record
class Picture:
    """`pixels` (h, w, 4) with straight alpha; `pieces` (h, w) whose surface is nearest, -1 for none.

    `dark` (h, w) is how dark the ground is, from 0 to 1.
    """

    pixels: NDArray[np.uint8]
    camera: Camera
    pieces: NDArray[np.int64]
    dark: Float32s


def check_size(width: int, height: int) -> None:
    if width < 8 or height < 8 or width * height > MOST_PIXELS:
        raise BrickyardError(f"{width}x{height} is not a valid size: choose from 8x8 to 4000x3000 pixels")


def line_width_for(pixels_per_ldu: float) -> float:
    """Lines as fine as the picture is small: of a city each brick is a few pixels."""
    return float(np.clip(0.62 * pixels_per_ldu, 0.45, 1.2) * max(1.0, pixels_per_ldu / 4) ** 0.5)


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
        drawn, owners = _Drawing(stage, part, look, light).drawn(under[first:last, left:right])
        kept = slice(start - first, end - first)
        pixels[start:end, left:right], pieces[start:end, left:right] = drawn[kept], owners[kept]
    return Picture(pixels, camera, pieces, dark)


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
        self.lamp = lamp_for(camera)
        self.budget = Budget()
        self._stage, self._camera, self._look = stage, camera, look
        self.are_on = look.shadows and len(stage.points) > 0
        if self.are_on:
            self.sky, self.sun = Sky(stage), Sun(stage, self.lamp.sun, self.budget)

    def on_the_ground(self) -> Float32s:
        """(h, w): how dark it is."""
        width, height = self._camera.size
        if not self.are_on or not self._look.ground:
            return np.zeros((height, width), np.float32)
        return Ground(self._stage.points, self.sky, self.sun).darkness(self._camera)


# Parts of the sky's and the sun's light, both (h * w,).
_Lit = tuple[Float32s, Float32s]


class _Drawing:
    def __init__(self, stage: Stage, camera: Camera, look: Look, lights: _Lights) -> None:
        self._stage, self._camera, self._look, self._lights = stage, camera, look, lights
        self._fine = camera.magnified(_FINE)
        self._budget = lights.budget
        self._lamp = lights.lamp
        ahead = camera.place(stage.points)[2]
        self._depths = DepthRange.around(ahead)
        self._pixels_per_ldu = camera.pixels_per_ldu(_median(ahead))

    @cached_property
    def _palette(self) -> Palette:
        return Palette.of(self._stage.paints)

    def drawn(self, dark: Float32s) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """Pixels (h, w, 4) and whose they are (h, w), on ground so dark."""
        stage, fine = self._stage, self._fine
        buffer = draw_opaque(stage, fine, self._depths, self._budget)
        small = _nearest_of_blocks(buffer)
        nearest, small_ids = buffer.depths, small.ids
        distinct, faces_at = seen_faces(stage, buffer.ids)
        # Large, and not needed any more; so is the next.
        del buffer
        faces = Faces(stage, fine, distinct)
        lit = self._lit(faces, np.searchsorted(distinct, small_ids), small_ids, small.depths)
        rgb, alpha = self._background(dark)
        self._shade(rgb, faces, faces_at, lit)
        if alpha is not None:
            alpha[faces_at >= 0] = 1
        del faces_at
        panes = find_panes(stage, fine, self._depths, nearest, self._budget)
        self._lines_and_glass(rgb, alpha, nearest, panes)
        owner = np.where(small_ids >= 0, stage.owner(np.maximum(small_ids, 0)), -1)
        width, height = self._camera.size
        return _brought_down(rgb, alpha, width, height), owner.reshape(height, width)

    def _lit(
        self, faces: Faces, face: NDArray[np.int64], ids: NDArray[np.int64], depths: Float32s
    ) -> _Lit | None:
        """How much of sky and sun reaches each pixel of the picture; None where nothing is in their way."""
        camera, lights = self._camera, self._lights
        if not lights.are_on:
            return None
        width, height = camera.size
        sky, sun = np.ones((height, width), np.float32), np.ones(width * height, np.float32)
        pixels = np.flatnonzero(ids >= 0)
        if not len(pixels):
            return sky.reshape(-1), sun
        row, column = np.divmod(pixels, width)
        # Beyond the box of what is seen there is nothing to shade, and nothing that could.
        left, top = int(column.min()), int(row.min())
        size = int(column.max()) + 1 - left, int(row.max()) + 1 - top
        inside = (row - top) * size[0] + column - left
        x, y = column.astype(np.float32) + np.float32(0.5), row.astype(np.float32) + np.float32(0.5)
        normals = faces.normals(face[pixels], x * _FINE, y * _FINE)
        rays = camera.rays(x, y)
        rays *= self._depths.ahead(depths[pixels])
        places = rays + camera.eye.astype(np.float32)[:, None]
        turns = turned(normals, camera.turn)
        relief = crevices.Relief.of(inside, turned(rays, camera.turn), turns, size)
        seen = np.ones(size[0] * size[1], np.float32)
        seen[inside] = lights.sky.seen(places, normals)
        sun[pixels] = lights.sun.seen(places, normals)
        smooth = crevices.smoothed(seen.reshape(size[1], size[0]), relief, self._pixels_per_ldu)
        smooth *= crevices.openness(relief, self._pixels_per_ldu)
        sky[top : top + size[1], left : left + size[0]] = smooth
        return sky.reshape(-1), sun

    def _background(self, dark: Float32s) -> tuple[Planes, Float32s | None]:
        """Paper, or nothing, with the shadow on it: sRGB (3, n) and alpha (n,), premultiplied."""
        wide = np.repeat(np.repeat(dark, _FINE, axis=0), _FINE, axis=1).reshape(-1)
        if self._look.paper is None:
            return np.zeros((3, len(wide)), np.float32), wide
        np.subtract(1, wide, out=wide)
        return np.stack([wide * np.float32(part / 255) for part in self._look.paper]), None

    def _shade(self, rgb: Planes, faces: Faces, faces_at: NDArray[np.int64], lit: _Lit | None) -> None:
        """Once for a pixel that has one face, else for each of its samples."""
        width, height = self._camera.size
        wide = _FINE * width
        blocks = faces_at.reshape(height, _FINE, width, _FINE)
        first = blocks[:, 0, :, 0]
        is_even = first >= 0
        for row, column in _SAMPLES[1:]:
            is_even &= blocks[:, row, :, column] == first
        is_uneven = blocks >= 0
        is_uneven &= ~is_even[:, None, :, None]
        down, across = np.divmod(np.flatnonzero(is_even), width)
        even, uneven = (down * wide + across) * _FINE, np.flatnonzero(is_uneven)
        for samples, alike in ((even, [row * wide + column for row, column in _SAMPLES]), (uneven, [0])):
            for start in range(0, len(samples), _AT_ONCE):
                some = samples[start : start + _AT_ONCE]
                shown = self._shaded(faces, faces_at[some], some, _FINE / 2 if samples is even else 0.5, lit)
                for offset in alike:
                    there = some + offset
                    for plane, part in zip(rgb, shown, strict=True):
                        plane[there] = part

    def _shaded(
        self, faces: Faces, face: Ids, samples: NDArray[np.intp], middle: float, lit: _Lit | None
    ) -> Light:
        """sRGB (3, n) of faces at samples, or so far right and below of them."""
        wide = self._fine.size[0]
        row, column = np.divmod(samples, wide)
        x, y = column.astype(np.float32) + np.float32(middle), row.astype(np.float32) + np.float32(middle)
        sky = sun = ALL_OF_IT
        if lit:
            block = (row // _FINE) * (wide // _FINE) + column // _FINE
            sky, sun = lit[0][block], lit[1][block]
        ways = self._fine.ways(x, y)
        light, gloss = shade(
            self._lamp,
            self._palette,
            faces.paints[face],
            faces.normals(face, x, y),
            ways,
            sky,
            sun,
            lambda some: faces.places(face[some], ways[:, some]),
            self._pictured(faces, face, ways) if self._laid else None,
        )
        light += gloss
        return exposed(light)

    def _pictured(self, faces: Faces, face: Ids, ways: Planes) -> Light:
        """The colours (3, n) of pixels, with textures on them."""
        laid = self._laid.at(faces, face, ways)
        light: Light = self._palette.light.take(faces.paints[face], axis=1) * (1 - laid[3]) + laid[:3]
        return light

    @cached_property
    def _laid(self) -> LaidPictures:
        return LaidPictures(self._stage, self._pixels_per_ldu)

    def _lines_and_glass(self, rgb: Planes, alpha: Float32s | None, nearest: Float32s, panes: Panes) -> None:
        """Lines on what is solid, then glass over both, then the lines of the glass."""
        width, height = self._fine.size
        thick = _FINE * (self._look.line_width or line_width_for(self._pixels_per_ldu))
        solid = behind = front = LineLayer(width, height, thick)
        if len(panes):
            behind, front = LineLayer(width, height, thick), LineLayer(width, height, thick)
        if self._look.lines:
            self._draw_lines(nearest, panes, solid, behind, front)
        colours = np.array(self._stage.line_colours, np.float32).reshape(-1, 3) / np.float32(255)
        strength = float(np.clip(0.35 + 0.9 * self._pixels_per_ldu, 0.35, 0.9))
        _blend(rgb, alpha, solid, colours, strength)
        if len(panes):
            _blend(rgb, alpha, behind, colours, 0.3 * strength)
            pixels = panes.pixels[np.flatnonzero(np.diff(panes.pixels, prepend=-1))]
            self._lay_glass(rgb, alpha, pixels, panes)
            _blend(rgb, alpha, front, colours, 0.75 * strength)

    def _lay_glass(
        self, rgb: Planes, alpha: Float32s | None, pixels: NDArray[np.int64], panes: Panes
    ) -> None:
        """With a transparent background, computed so that it looks right on black and on white."""
        grounds = [rgb[:, pixels]] if alpha is None else [rgb[:, pixels], rgb[:, pixels] + 1 - alpha[pixels]]
        lights = [linear(ground) for ground in grounds]
        lay_over(panes, lights, self._stage, self._fine, self._lamp, self._laid)
        shown = [srgb(light) for light in lights]
        rgb[:, pixels] = shown[-1]
        if alpha is not None:
            # A pixel is as transparent as its channel with the least difference.
            clear = (shown[1] - shown[0]).min(axis=0)
            rgb[:, pixels] -= clear
            alpha[pixels] = 1 - clear

    def _draw_lines(
        self, nearest: Float32s, panes: Panes, solid: LineLayer, behind: LineLayer, front: LineLayer
    ) -> None:
        width, height = self._fine.size
        farthest = farthest_glass = farthest_around(nearest.reshape(height, width))
        if len(panes):
            glass = nearest.copy()
            np.minimum.at(glass, panes.pixels, panes.depths)
            farthest_glass = farthest_around(glass.reshape(height, width))
        for some in segments(self._stage, self._fine, self._depths):
            through = self._stage.is_glass_piece(some.pieces)
            opaque = some.where(~through)
            solid.draw(opaque, sample(opaque, farthest, self._budget))
            if len(panes) and through.any():
                panes_of = some.where(through)
                behind.draw(panes_of, sample(panes_of, farthest, self._budget))
                front.draw(panes_of, sample(panes_of, farthest_glass, self._budget))


def _median(values: NDArray[np.float64]) -> float:
    """`np.median` does the same, but imports all of `numpy.ma` to do it."""
    number = len(values)
    return float(np.sort(values)[[(number - 1) // 2, number // 2]].mean())


def _ground_pixels(dark: Float32s, paper: RGB | None) -> NDArray[np.uint8]:
    """(h, w, 4): the paper, or nothing, with the shadow on it."""
    pixels = np.empty((*dark.shape, 4), np.uint8)
    light = np.float32(255) * (1 - dark)
    for axis in range(3):
        pixels[:, :, axis] = 0 if paper is None else light * np.float32(paper[axis] / 255) + np.float32(0.5)
    pixels[:, :, 3] = 255 if paper else 255 - light + np.float32(0.5)
    return pixels


def _nearest_of_blocks(buffer: DepthBuffer) -> DepthBuffer:
    """One pixel for every block of samples: the nearest of them."""
    small = DepthBuffer(buffer.width // _FINE, buffer.height // _FINE)
    keys = buffer.keys.reshape(buffer.height, buffer.width)
    parts = [keys[row::_FINE, column::_FINE] for row, column in _SAMPLES]
    nearest = parts[0]
    for part in parts[1:]:
        nearest = np.minimum(nearest, part)
    small.keys = nearest.reshape(-1)
    return small


def _blend(rgb: Planes, alpha: Float32s | None, layer: LineLayer, colours: Float32s, strength: float) -> None:
    pixels, cover, colour = layer.covered()
    share = cover * np.float32(strength)
    for plane, part in zip(rgb, colours.T, strict=True):
        before = plane.take(pixels)
        plane[pixels] = before + (part.take(colour) - before) * share
    if alpha is not None:
        alpha[pixels] += (1 - alpha[pixels]) * share


def _brought_down(rgb: Planes, alpha: Float32s | None, width: int, height: int) -> NDArray[np.uint8]:
    """The average of every block of samples, as bytes."""
    pixels = np.full((height, width, 4), 255, np.uint8)
    opacity = None
    if alpha is not None:
        opacity = _averaged(alpha, width, height)
        pixels[:, :, 3] = np.clip(opacity * 255 + np.float32(0.5), 0, 255).astype(np.uint8)
    for axis in range(3):
        mean = _averaged(rgb[axis], width, height)
        if opacity is not None:
            mean /= np.maximum(opacity, np.float32(1e-6))
        pixels[:, :, axis] = np.clip(mean * 255 + np.float32(0.5), 0, 255).astype(np.uint8)
    return pixels


def _averaged(plane: Float32s, width: int, height: int) -> Float32s:
    whole = plane.reshape(height * _FINE, width * _FINE)
    rows = whole[::_FINE] + whole[1::_FINE]
    mean: Float32s = rows[:, ::_FINE] + rows[:, 1::_FINE]
    mean *= np.float32(1 / (_FINE * _FINE))
    return mean
