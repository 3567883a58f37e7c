"""Pictures of a model that grows: each step is drawn on what was there before, and nothing is drawn twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.geometry.pieces import Pieces
from ldraw_tools.rendering.camera import Camera
from ldraw_tools.rendering.composing import Pen, as_bytes, compose
from ldraw_tools.rendering.edges import Around, Inked, Samples, Segments, segments
from ldraw_tools.rendering.finishes import PaintOf
from ldraw_tools.rendering.glass import Glazing, Panes, find_panes, glaze_panes
from ldraw_tools.rendering.mesh_table import MeshTable
from ldraw_tools.rendering.painter import Painter
from ldraw_tools.rendering.picture import check_size
from ldraw_tools.rendering.pixel_samples import FINE, SAMPLES, PixelGrid, Places
from ldraw_tools.rendering.raster import NOTHING, Blocks, Budget, DepthBuffer, ids_of
from ldraw_tools.rendering.shading import lamp_for
from ldraw_tools.rendering.stage import Ids, Stage
from ldraw_tools.rendering.surface import DepthRange, Faces, draw_opaque, scale_around, seen_ids

Flags = NDArray[np.bool_]
# Left, top, right and bottom of a part of a picture.
Window = tuple[int, int, int, int]


class Grown(NamedTuple):
    """A picture (h, w, 4) with straight alpha on clear ground, and where (h, w) what was added is nearest."""

    pixels: NDArray[np.uint8]
    is_new: Flags


def draw_growing(
    pieces: Pieces,
    paint_of: PaintOf,
    faded: int,
    table: MeshTable,
    camera: Camera,
    windows: Mapping[int, Sequence[Window]],
) -> Iterator[list[Grown]]:
    """Parts of the camera's picture for each step, in ascending order, with all pieces up to it.

    What was there before the step has the coat `faded`, in which glass stays glass. There is no ground and
    no shadow.
    """
    check_size(*camera.size)
    growing = _Growing(pieces, paint_of, faded, table, camera)
    for step in windows:
        yield growing.grown(step, windows[step], is_last=step == max(windows))


class _Growing:
    def __init__(
        self, pieces: Pieces, paint_of: PaintOf, faded: int, table: MeshTable, camera: Camera
    ) -> None:
        self._stage = Stage(pieces, paint_of, None, table)
        self._faded = Stage(pieces, paint_of, np.full(len(pieces), faded, np.intp), table)
        self._fine = camera.magnified(FINE)
        self._budget = Budget.of_picture(*self._fine.size)
        ahead = camera.place(self._stage.points)[2]
        self._depths, self._scale = DepthRange.around(ahead), scale_around(camera, ahead)
        self._grid = PixelGrid(*camera.size)
        self._buffer = DepthBuffer(*self._fine.size, self._budget)
        paints = [*self._stage.paints, *self._faded.paints]
        lamp = lamp_for(camera, self._stage.points)
        self._painter = Painter(self._stage, paints, self._fine, lamp, self._scale)
        number = camera.size[0] * camera.size[1]
        # Of pixels that show one face, and of samples of the others: all of it faded.
        self._rgb, self._alpha = np.zeros((3, number), np.float32), np.zeros(number, np.float32)
        self._samples_rgb = np.zeros((3, number * len(SAMPLES)), np.float32)
        self._is_uneven = np.zeros(number, np.bool_)
        self._solid, self._clear = _KnownLines(), _KnownLines()
        self._before = Blocks(self._buffer)
        with np.errstate(all="ignore"):
            self._panes = find_panes(
                self._stage, self._fine, self._depths, self._buffer, self._before, self._budget
            )
        self._pane_steps = self._steps_of(ids_of(self._panes.keys))
        self._done = -1

    def _steps_of(self, ids: Ids) -> NDArray[np.intp]:
        return self._stage.pieces.steps.take(self._stage.owner(ids))

    @np.errstate(all="ignore")
    def grown(self, step: int, windows: Sequence[Window], *, is_last: bool) -> list[Grown]:
        steps = self._stage.pieces.steps
        # What nobody asked to see by itself is there already.
        earlier = np.flatnonzero((steps > self._done) & (steps < step))
        if len(earlier):
            self._add(earlier, is_last=False)
        added = self._add(np.flatnonzero(steps == step), is_last=is_last)
        self._done = step
        keys, grid = self._buffer.keys, self._grid
        rgb, alpha = self._rgb.copy(), self._alpha.copy()
        rgb[:, added.even] = added.even_rgb
        uneven = np.flatnonzero(self._is_uneven)
        samples = grid.samples_of(uneven)
        samples = samples[keys.take(samples) != NOTHING]
        solid = [(samples, self._samples_rgb.take(samples, axis=1)), (added.samples, added.samples_rgb)]
        panes = self._panes_before(step)
        compose(grid, rgb, alpha, uneven, solid, self._lines(step, panes), self._glass(step, panes))
        shape = grid.height, grid.width
        is_new = np.zeros(shape, np.bool_)
        is_new.reshape(-1)[added.nearest] = True
        planes, alpha = rgb.reshape(3, *shape), alpha.reshape(shape)
        found = []
        for left, top, right, bottom in windows:
            part = np.s_[top:bottom, left:right]
            pixels = as_bytes(planes[:, *part].reshape(3, -1), alpha[part].reshape(-1))
            found.append(Grown(pixels.reshape(bottom - top, right - left, 4), is_new[part]))
        return found

    def _add(self, chosen: Ids, *, is_last: bool) -> _Added:
        """Draw pieces over what there is."""
        stage, grid, buffer = self._stage, self._grid, self._buffer
        before = buffer.keys.copy()
        draw_opaque(stage, self._fine, self._depths, self._budget, buffer, chosen)
        is_changed = before != buffer.keys
        del before
        touched = np.zeros(len(self._is_uneven), np.bool_)
        touched[grid.pixels_of(np.flatnonzero(is_changed))] = True
        pixels = np.flatnonzero(touched)
        samples = grid.samples_of(pixels).reshape(-1, len(SAMPLES))
        keys = buffer.keys.take(samples)
        ids = ids_of(keys)
        is_even = (ids == ids[:, :1]).all(axis=1)
        even, uneven = pixels[is_even], pixels[~is_even]
        self._is_uneven[pixels] = ~is_even
        there = np.flatnonzero(keys[~is_even].reshape(-1) != NOTHING)
        apart = samples[~is_even].reshape(-1)[there]
        of_even, of_apart = ids[is_even, 0], ids[~is_even].reshape(-1)[there]
        faces = Faces(stage, self._fine, seen_ids(stage, of_even, of_apart))
        as_it_is, faded = stage.paints_of(faces.ids), self._faded_paints(faces.ids)
        face, spots = faces.at(of_even), grid.middles(even)
        even_rgb = self._painter.shaded(faces, face, as_it_is.take(face), *spots)
        # What comes next covers it: nobody sees it faded.
        if not is_last:
            self._rgb[:, even] = self._painter.shaded(faces, face, faded.take(face), *spots)
        self._rgb[:, uneven] = self._alpha[uneven] = 0
        self._alpha[even] = 1
        face, spots = faces.at(of_apart), grid.spots(apart)
        self._samples_rgb[:, apart] = self._painter.shaded(faces, face, faded.take(face), *spots)
        new = np.flatnonzero(is_changed.take(apart))
        x, y = (axis.take(new) for axis in spots)
        face = face.take(new)
        samples_rgb = self._painter.shaded(faces, face, as_it_is.take(face), x, y)
        self._before = Blocks(buffer)
        self._add_lines(chosen)
        nearest = np.zeros(len(stage), np.bool_)
        nearest[chosen] = True
        is_nearest = nearest.take(stage.owner(ids_of(keys.min(axis=1))))
        return _Added(even, even_rgb, apart.take(new), samples_rgb, pixels[is_nearest])

    def _faded_paints(self, ids: Ids) -> Ids:
        return self._faded.paints_of(ids) + len(self._stage.paints)

    def _add_lines(self, chosen: Ids) -> None:
        for some in segments(self._stage, self._fine, self._depths, self._before, chosen):
            is_clear = self._stage.is_glass_piece(some.pieces)
            for lines, which in ((self._solid, ~is_clear), (self._clear, is_clear)):
                lines.add(some.where(np.flatnonzero(which)), self._budget)

    def _panes_before(self, step: int) -> Panes:
        """Those of the pieces up to a step that nothing solid hides."""
        there = np.flatnonzero(self._pane_steps <= step)
        return self._panes.where(there).before(self._buffer)

    def _lines(self, step: int, panes: Panes) -> list[Inked]:
        """All of them so far, those of the step in their own colours."""
        pen = Pen(self._fine, self._scale, has_glass=len(panes) > 0)
        around = Around(self._buffer.keys, *self._fine.size, self._before)
        some, samples, seen = self._solid.seen(around)
        pen.draw(0, some, samples, seen, self._colours_of(some, step))
        if len(panes):
            keys = self._buffer.keys.copy()
            np.minimum.at(keys, panes.samples, panes.keys)
            some, samples, seen = self._clear.seen(around)
            colours = self._colours_of(some, step)
            pen.draw(1, some, samples, seen, colours)
            pen.draw(2, some, samples, samples.seen(Around(keys, *self._fine.size, self._before)), colours)
        return pen.inked()

    def _colours_of(self, some: Segments, step: int) -> Ids:
        is_new = self._stage.pieces.steps.take(some.pieces) == step
        as_it_is, faded = (
            stage.colours_of_lines(some.codes, some.pieces) for stage in (self._stage, self._faded)
        )
        return np.where(is_new, as_it_is, faded)

    def _glass(self, step: int, panes: Panes) -> Glazing | None:
        if not len(panes):
            return None
        ids = ids_of(panes.keys)
        faces = Faces(self._stage, self._fine, seen_ids(self._stage, ids))
        as_it_is, faded = self._stage.paints_of(faces.ids), self._faded_paints(faces.ids)
        face = faces.at(ids)
        paints = np.where(self._steps_of(ids) == step, as_it_is.take(face), faded.take(face))
        return glaze_panes(panes, paints, faces, self._grid, self._painter)


class _KnownLines:
    """Lines that may be seen: what is hidden once stays so, for pieces are only added."""

    def __init__(self) -> None:
        self._lines = Segments.none()
        self._samples = Samples.of(self._lines)

    def add(self, some: Segments, budget: Budget) -> None:
        self._lines, self._samples = (
            self._lines.joined(some),
            self._samples.joined(Samples.of(some, budget)),
        )

    def seen(self, around: Around) -> tuple[Segments, Samples, Flags]:
        """What is left of them, and which of their samples aren't hidden."""
        seen = self._samples.seen(around)
        left = np.zeros(len(self._samples.begin), np.bool_)
        left[self._samples.line[seen]] = True
        seen = seen[left.take(self._samples.line)]
        self._lines, self._samples = self._lines.where(np.flatnonzero(left)), self._samples.of_lines(left)
        return self._lines, self._samples, seen


class _Added(NamedTuple):
    """What a step adds: pixels with one face, samples of others, their colours, and where it is nearest."""

    even: Places
    even_rgb: NDArray[np.float32]
    samples: Places
    samples_rgb: NDArray[np.float32]
    nearest: Places
