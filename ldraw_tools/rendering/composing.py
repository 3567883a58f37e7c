"""Lines and glass over faces, and all of it as bytes: what a picture and a series of them do alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.geometry.pieces import Pieces
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.rendering.camera import Camera, Planes, View, turn_of
from ldraw_tools.rendering.edges import Inked, LineLayer, Samples, Segments
from ldraw_tools.rendering.glass import Glazing, glaze
from ldraw_tools.rendering.mesh_table import MeshTable
from ldraw_tools.rendering.pixel_samples import FINE, PixelGrid, Places, SplitPixels
from ldraw_tools.rendering.stage import Ids

Float32s = NDArray[np.float32]


def line_width_for(pixels_per_ldu: float) -> float:
    """Lines as fine as the picture is small: of a city each brick is a few pixels."""
    return float(np.clip(0.62 * pixels_per_ldu, 0.45, 1.2) * max(1.0, pixels_per_ldu / 4) ** 0.5)


class Pen:
    """Lines in layers: on what is solid; and where there is glass, its own behind it and before it."""

    def __init__(
        self, fine: Camera, pixels_per_ldu: float, line_width: float = 0.0, *, has_glass: bool
    ) -> None:
        thick = FINE * (line_width or line_width_for(pixels_per_ldu))
        self._layers = [LineLayer(*fine.size, thick) for _ in range(3 if has_glass else 1)]
        self._strength = float(np.clip(0.35 + 0.9 * pixels_per_ldu, 0.35, 0.9))

    def draw(
        self, layer: int, some: Segments, samples: Samples, seen: NDArray[np.bool_], colours: Ids
    ) -> None:
        self._layers[layer].draw(some, samples, samples.shown(seen), colours)

    def inked(self) -> list[Inked]:
        """The layers, each as strong as it is drawn."""
        shares = (1.0, 0.3, 0.75)
        return [
            layer.inked(self._strength * share) for layer, share in zip(self._layers, shares, strict=False)
        ]


def compose(
    grid: PixelGrid,
    rgb: Planes,
    alpha: Float32s | None,
    uneven: Places,
    solid: Sequence[tuple[Places, Planes]],
    layers: Sequence[Inked],
    glass: Glazing | None,
) -> None:
    """Finish a picture (3, h * w) that has the colours of pixels with one face, and the ground elsewhere.

    `uneven` are the pixels that show more, `solid` some samples of them with their colours. Lines go on what
    is solid, then glass over both, then the lines of the glass.
    """
    samples = [layer.samples for layer in layers]
    if glass:
        samples.append(glass.samples)
    split = SplitPixels(grid, [uneven, *(grid.pixels_of(some) for some in samples)], rgb, alpha)
    for some, colours in solid:
        split.put(some, colours)
    first, *of_glass = layers
    _blend(split, first)
    if glass:
        behind, before = of_glass
        _blend(split, behind)
        glaze(split.rgb, split.alpha, split.at(glass.samples), glass.of_samples)
        whole = split.has(glass.pixels)
        inside, outside = np.flatnonzero(whole), np.flatnonzero(~whole)
        glaze(rgb, alpha, glass.pixels[outside], glass.part(outside))
        there = split.all_of(glass.pixels[inside])
        glaze(split.rgb, split.alpha, there, glass.part(np.repeat(inside, FINE * FINE)))
        _blend(split, before)
    split.bring_down(rgb, alpha)


def _blend(split: SplitPixels, ink: Inked) -> None:
    here = split.at(ink.samples)
    for plane, part in zip(split.rgb, ink.rgb, strict=True):
        before = plane.take(here)
        plane[here] = before + (part - before) * ink.cover
    if split.alpha is not None:
        before = split.alpha.take(here)
        split.alpha[here] = before + (1 - before) * ink.cover


def as_bytes(rgb: Planes, alpha: Float32s | None) -> NDArray[np.uint8]:
    """(n, 4) of colours (3, n) that are premultiplied by alpha (n,)."""
    pixels = np.full((rgb.shape[1], 4), 255, np.uint8)
    half, times = np.float32(0.5), np.float32(255)
    if alpha is None:
        for axis, plane in enumerate(rgb):
            pixels[:, axis] = np.clip(plane * times + half, 0, 255)
        return pixels
    pixels[:, 3] = np.clip(alpha * times + half, 0, 255)
    straight = times / np.maximum(alpha, np.float32(1e-6))
    for axis, plane in enumerate(rgb):
        pixels[:, axis] = np.clip(plane * straight + half, 0, 255)
    return pixels


COLUMNS = 10
# A square in LDraw units: lines become as thick as on a brick of one by two that fills it.
_SQUARE_LDU = 64.0
_FILLED = 0.86
# The farthest that a thing may reach back, in squares; a deeper one would leave the others no depth.
_DEEPEST = 8.0
# A camera so far away that squares at the edge look like those in the middle.
_FAR_LDU = 60_000.0


class SideBySide(NamedTuple):
    """`chosen` (n,) are those of the pieces that there is something of to see, in the order of squares."""

    chosen: NDArray[np.intp]
    pieces: Pieces
    camera: Camera


def size_of(number: int, side: int) -> tuple[int, int]:
    """Width and height of a picture with this many squares."""
    return COLUMNS * side, -(-number // COLUMNS) * side


def corner_of(square: int, side: int) -> tuple[int, int]:
    """Left and top of a square, counted by rows."""
    row, column = divmod(square, COLUMNS)
    return column * side, row * side


def side_by_side(pieces: Pieces, table: MeshTable, view: View, side: int) -> SideBySide:
    """Every piece upright in a square of its own, as large as that allows."""
    turn = turn_of(view)
    reaches = [_reach(table.spots[mesh], turn) for mesh in pieces.mesh.tolist()]
    chosen = np.array([index for index, reach in enumerate(reaches) if reach is not None], np.intp)
    matrices = np.empty((len(chosen), 3, 4))
    per_pixel = _SQUARE_LDU / side
    for square, reach in enumerate(reach for reach in reaches if reach is not None):
        middle, extent = reach
        left, top = corner_of(square, side)
        times = _FILLED * _SQUARE_LDU / extent
        where = np.array([(left + side / 2) * per_pixel, (top + side / 2) * per_pixel, 0.0])
        matrices[square, :, :3] = np.eye(3) * times
        matrices[square, :, 3] = turn.T @ (where - times * middle)
    camera = Camera(-turn[2] * _FAR_LDU, turn, _FAR_LDU / per_pixel, (0.0, 0.0), size_of(len(chosen), side))
    return SideBySide(chosen, replace(pieces.where(chosen), matrices=matrices), camera)


def _reach(spots: Points, turn: Points) -> tuple[Points, float] | None:
    """The middle of a thing as it is seen, and its longest side; None where there is nothing."""
    seen = spots[np.isfinite(spots).all(axis=1)] @ turn.T
    if not len(seen):
        return None
    low, high = seen.min(axis=0), seen.max(axis=0)
    width, height, depth = (high - low).tolist()
    return (low + high) / 2, max(width, height, depth / _DEEPEST, 1e-3)
