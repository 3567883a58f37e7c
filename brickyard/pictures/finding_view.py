"""The best view of the parts of a finding, and what must be hidden to see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Images
from PIL.Image import Image
from PIL.ImageDraw import Draw, ImageDraw

from brickyard.pictures.lettering import Face, drawable, elide, font, wrap_text
from brickyard.pictures.overlay import FAINT, HALO, INK, brought_down
from brickyard.pictures.paints import brightness, hex_of, rgb_of
from ldraw_tools.findings import printable
from ldraw_tools.geometry.pieces import Pieces
from ldraw_tools.highlights import LETTERS
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.rendering.camera import AZIMUTH, Camera, Margins, View, aim
from ldraw_tools.rendering.finishes import RGB, PaintOf
from ldraw_tools.rendering.mesh_table import MeshTable
from ldraw_tools.rendering.raster import Budget
from ldraw_tools.rendering.stage import Stage
from ldraw_tools.rendering.surface import DepthRange, draw_opaque

Place = tuple[float, float]
_FINE = 3


class Badge(NamedTuple):
    """A letter on a disc, and the spot it points at; `hidden` where that is behind something."""

    letter: str
    rgb: RGB
    at: Place
    spot: Place
    hidden: bool = False


class Ring(NamedTuple):
    """Round a place, so large in pixels."""

    middle: Place
    radius: float


class Caption(NamedTuple):
    """Lines below a picture: what is wrong, what each letter is, and what the picture must say of itself."""

    title: list[str]
    names: list[list[str]]
    note: str
    size: float

    @property
    def height(self) -> int:
        rows = len(self.title) + sum(map(len, self.names)) + (0.9 if self.note else 0)
        return round(self.size * (1.42 * rows + 0.35 * len(self.names) + 1.0))


def caption(title: str, names: Sequence[str], note: str, size: tuple[int, int]) -> Caption:
    width, height = size
    type_ = max(11.0, 0.026 * height)
    room = width - 2.0 * type_
    return Caption(
        wrap_text(printable(title), 1.1 * type_, room, 2, Face.BOLD),
        [wrap_text(printable(name), type_, room - 2.0 * type_, 2) for name in names],
        elide(note, 0.85 * type_, room),
        type_,
    )


def write_letters(
    image: Image, badges: Sequence[Badge], ring: Ring | None, below: Caption, rgbs: Sequence[RGB]
) -> Image:
    """The picture with its letters, and the caption in the free strip at its foot."""
    # Drawn larger and brought down to size: round shapes and slanting lines get smooth edges.
    sheet = Images.new("RGBA", (image.width * _FINE, image.height * _FINE), (*rgb_of(HALO), 0))
    pen = Draw(sheet)
    radius = 0.95 * below.size
    if ring is not None:
        _paint_ring(pen, ring, below.size)
    for badge in badges:
        _leader(pen, badge, below.size)
    for badge in badges:
        _disc(pen, badge.letter, badge.rgb, badge.at, radius)
    _paint_caption(pen, below, rgbs, image.height - below.height)
    picture = image.convert("RGBA")
    picture.alpha_composite(brought_down(sheet, image.size))
    return picture.convert("RGB")


def _paint_ring(pen: ImageDraw, ring: Ring, size: float) -> None:
    x, y = _scaled(ring.middle)
    wide = 0.2 * size * _FINE
    for step, colour in ((3, INK), (2, "#ffffff"), (1, INK)):
        reach = ring.radius * _FINE + (step - 1) * wide
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), None, colour, round(wide + 1))


def _leader(pen: ImageDraw, badge: Badge, size: float) -> None:
    start, end = (_scaled(badge.at), _scaled(badge.spot))
    pen.line((start, end), HALO, round(0.34 * size * _FINE))
    pen.line((start, end), INK, round(0.13 * size * _FINE))
    for radius, colour in ((0.3, HALO), (0.2, INK), (0.1 if badge.hidden else 0.0, HALO)):
        _circle(pen, end, radius * size * _FINE, colour)


def _disc(pen: ImageDraw, letter: str, rgb: RGB, at: Place, radius: float) -> None:
    middle = _scaled(at)
    for size, colour in ((1.18, HALO), (1.06, INK), (0.92, hex_of(rgb))):
        _circle(pen, middle, size * radius * _FINE, colour)
    ink = INK if brightness(rgb) > 0.5 else "#ffffff"
    size = 1.25 * radius * _FINE
    pen.text((middle[0], middle[1] + 0.35 * size), letter, ink, font(Face.BOLD, size), "ms")


def _circle(pen: ImageDraw, middle: Place, radius: float, colour: str) -> None:
    if radius > 0:
        x, y = middle
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), colour)


def _scaled(place: Place) -> Place:
    return place[0] * _FINE, place[1] * _FINE


def _paint_caption(pen: ImageDraw, below: Caption, rgbs: Sequence[RGB], top: int) -> None:
    size = below.size
    y = top + 1.35 * size
    for line in below.title:
        _words(pen, line, (size, y), 1.1 * size, Face.BOLD, INK)
        y += 1.42 * size
    for place, (lines, rgb) in enumerate(zip(below.names, rgbs, strict=False)):
        y += 0.35 * size
        _disc(pen, LETTERS[place], rgb, (1.75 * size, y - 0.33 * size), 0.72 * size)
        for line in lines:
            _words(pen, line, (3.0 * size, y), size, Face.REGULAR, INK)
            y += 1.42 * size
    if below.note:
        _words(pen, below.note, (size, y), 0.85 * size, Face.REGULAR, FAINT)


def _words(pen: ImageDraw, text: str, at: Place, size: float, face: Face, colour: str) -> None:
    pen.text(_scaled(at), drawable(text, face), colour, font(face, size * _FINE), "ls")


def badge_places(spots: Sequence[Place], reach: float, size: tuple[float, float]) -> list[Place]:
    """Beside the spots, away from the middle of them all, inside the picture and off each other."""
    middle = np.mean(spots, axis=0)
    placed: list[NDArray[np.float64]] = []
    for number, spot in enumerate(spots):
        away = np.array(spot) - middle
        angle = float(np.arctan2(away[1], away[0])) if np.hypot(*away) > 4 else (-2.2, -0.9)[number % 2]
        turns = sorted((step * np.pi / 8 for step in range(-8, 8)), key=abs)
        tried = [
            np.clip(
                np.array(spot) + reach * np.array([np.cos(angle + turn), np.sin(angle + turn)]),
                0.3 * reach,
                np.array(size) - 0.3 * reach,
            )
            for turn in turns
        ]
        others = [*placed, *(np.array(one) for place, one in enumerate(spots) if place != number)]
        free = [
            one
            for one in tried
            if min((float(np.hypot(*(one - other))) for other in others), default=np.inf) > 0.6 * reach
            and np.hypot(*(one - np.array(spot))) > 0.8 * reach
        ]
        placed.append((free or tried)[0])
    return [(float(x), float(y)) for x, y in placed]


Numbers = NDArray[np.intp]
Flags = NDArray[np.bool_]

# Sides, and heights with how many of them: steeper, or from below, only where that shows more.
_TURNS = tuple(AZIMUTH + 45.0 * turn for turn in (0, -1, 1, -2, 2, -3, 3, 4))
_HEIGHTS = ((25.0, 8, 1.0), (55.0, 4, 0.9), (-30.0, 8, 0.75))
_LEVEL = 8.0
_SMALL = (168, 126)
# Parts around the spot to look at from every side, by their triangles.
_MOST_TRIANGLES = 30_000
# With this many pieces it pays to find out first which ones are visible.
_MANY_TRIANGLES = 100_000
# What is seen of each group before others give way, and when enough have.
_ENOUGH, _CLEAR = 0.55, 0.9
_MOST_PEELS = 12
# The surroundings of a spot, by its own size and at least.
_AROUND, _LEAST_LDU, _NEAR_LDU = 1.5, 45.0, 70.0


@dataclass(frozen=True)
class Spot:
    """Pieces in the order of their meshes; `marks` (n,) is the group of each, -1 for the rest.

    Where `middle` (3,) is given, of large groups only what is near it is shown; where `azimuth` is, the
    whole from there.
    """

    pieces: Pieces
    table: MeshTable
    paint_of: PaintOf
    marks: Numbers
    middle: Points | None = None
    azimuth: float | None = None

    @property
    def groups(self) -> int:
        return int(self.marks.max(initial=-1)) + 1

    @cached_property
    def corners(self) -> Points:
        """(n, 8, 3): the corners of a box around each piece."""
        boxes = np.array([_box(points) for points in self.table.spots]).reshape(-1, 8, 3)
        matrices = self.pieces.matrices
        placed: Points = np.einsum("nij,nkj->nki", matrices[:, :, :3], boxes[self.pieces.mesh])
        placed += matrices[:, None, :, 3]
        return placed

    @cached_property
    def frame(self) -> Points:
        """(8, 3): the corners of what the picture is to show."""
        chosen = self.marks >= (0 if self.azimuth is None else -1)
        own = self.corners[chosen].reshape(-1, 3)
        low, high = own.min(axis=0), own.max(axis=0)
        if self.middle is not None:
            low = np.maximum(low, self.middle - _NEAR_LDU)
            high = np.minimum(high, self.middle + _NEAR_LDU)
        spare = np.maximum((_AROUND - 1) / 2 * float(np.linalg.norm(high - low)), _LEAST_LDU / 2)
        whole = self.corners.reshape(-1, 3)
        low, high = np.maximum(low - spare, whole.min(axis=0)), np.minimum(high + spare, whole.max(axis=0))
        return _box(np.array([low, high]))

    @cached_property
    def radius(self) -> float:
        whole = self.corners.reshape(-1, 3)
        return float(np.linalg.norm(whole.max(axis=0) - whole.min(axis=0))) / 2

    @property
    def is_close_up(self) -> bool:
        """Whether the picture shows so little of the model that an overview is needed."""
        return float(np.linalg.norm(np.ptp(self.frame, axis=0))) / 2 < 0.6 * self.radius

    def stage(self, chosen: Flags | Numbers) -> Stage:
        """Some pieces; groups wear the coats from 1 on."""
        marks = self.marks[chosen]
        pieces = replace(self.pieces.where(chosen), marks=marks)
        return Stage(pieces, self.paint_of, marks + 1, self.table)

    def camera(self, view: View, size: tuple[int, int], margins: Margins | None = None) -> Camera:
        """The camera, far enough away to see the whole model."""
        return aim(self.frame, view._replace(distance=4 * self.radius), size, margins)

    def in_picture(self, camera: Camera) -> Flags:
        """Which pieces can be seen at all."""
        x, y, _ = camera.place(self.corners)
        width, height = camera.size
        inside: Flags = (x.max(axis=1) > 0) & (x.min(axis=1) < width)
        inside &= (y.max(axis=1) > 0) & (y.min(axis=1) < height)
        return inside

    def may_hide(self, camera: Camera) -> Flags:
        """The groups, and which pieces may stand before them."""
        x, y, ahead = camera.place(self.corners)
        own = self.marks >= 0
        may: Flags = (ahead.min(axis=1) < ahead[own].max()) & (x.max(axis=1) > x[own].min())
        may &= (x.min(axis=1) < x[own].max()) & (y.max(axis=1) > y[own].min())
        may &= y.min(axis=1) < y[own].max()
        return may & self.in_picture(camera)

    def seen(self, chosen: Flags, camera: Camera) -> Flags:
        """The visible pieces if there are many; all if there are few, which is quicker."""
        number = int(self.table.counts[self.pieces.mesh[chosen]].sum())
        if number < _MANY_TRIANGLES:
            return chosen
        there = np.flatnonzero(chosen)
        owner = owners(self.stage(there), camera)
        shown = np.zeros(len(chosen), np.bool_)
        shown[there[np.unique(owner[owner >= 0])]] = True
        return shown | (chosen & (self.marks >= 0))


def _box(points: Points) -> Points:
    low, high = points.min(axis=0), points.max(axis=0)
    return np.array(
        [(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
    )


def owners(stage: Stage, camera: Camera) -> NDArray[np.int64]:
    """(h, w): the piece of the stage that is seen at each pixel, -1 for none."""
    depths = DepthRange.around(camera.place(stage.points)[2])
    ids = draw_opaque(stage, camera, depths, Budget.of_picture(*camera.size)).ids
    found = np.where(ids >= 0, stage.owner(np.maximum(ids, 0)), -1)
    return found.reshape(camera.size[1], camera.size[0])


def best_view(spot: Spot) -> View:
    """The side from which the least visible group is seen best, unless a side is given."""
    if spot.azimuth is not None:
        return View(spot.azimuth, _LEVEL)
    near = _near(spot)
    among, alone = spot.stage(near), spot.stage(spot.marks >= 0)
    best, best_score = View(), -1.0
    most = np.zeros(spot.groups)
    seen: list[tuple[View, float, NDArray[np.float64]]] = []
    for height, sides, weight in _HEIGHTS:
        for turn in _TURNS[:sides]:
            view = View(turn, height)
            camera = spot.camera(view, _SMALL)
            most = np.maximum(most, _areas(alone, camera, spot.groups))
            seen.append((view, weight, _areas(among, camera, spot.groups)))
    for view, weight, areas in seen:
        shares = areas / np.maximum(most, 1.0)
        # All groups count a little, so that the clearer of two equal sides wins.
        score = weight * float(shares.min() + 0.2 * shares.mean())
        if score > best_score + 0.02:
            best, best_score = view, score
    return best


def _near(spot: Spot) -> Numbers:
    """The groups and what is nearest around them, as much as can be looked at from every side."""
    middle = spot.corners[spot.marks >= 0].reshape(-1, 3).mean(axis=0)
    away = np.linalg.norm(spot.corners.mean(axis=1) - middle, axis=1)
    away[spot.marks >= 0] = -1.0
    order = np.argsort(away, kind="stable")
    triangles = np.cumsum(spot.table.counts[spot.pieces.mesh[order]])
    number = max(int(np.searchsorted(triangles, _MOST_TRIANGLES)), int((spot.marks >= 0).sum()))
    return np.sort(order[:number])


def _areas(stage: Stage, camera: Camera, groups: int) -> NDArray[np.float64]:
    """How many pixels show each group."""
    owner = owners(stage, camera)
    marks = stage.pieces.marks[owner[owner >= 0]]
    return np.bincount(marks[marks >= 0], minlength=groups).astype(np.float64)


def in_the_way(spot: Spot, view: View) -> Flags:
    """(n,): pieces that must be hidden until every group is visible; none if enough is visible anyway."""
    camera = spot.camera(view, _SMALL)
    alone = spot.stage(spot.marks >= 0)
    wanted, whole = owners(alone, camera) >= 0, _areas(alone, camera, spot.groups)
    gone = np.zeros(len(spot.pieces), np.bool_)
    may = spot.may_hide(camera)
    needed = _ENOUGH
    for _ in range(_MOST_PEELS):
        there = np.flatnonzero(may & ~gone)
        stage = spot.stage(there)
        owner = owners(stage, camera)
        marks = np.where(owner >= 0, stage.pieces.marks[np.maximum(owner, 0)], -1)
        seen = np.bincount(marks[marks >= 0], minlength=spot.groups)
        before = np.unique(owner[wanted & (owner >= 0) & (marks < 0)])
        if (seen >= needed * whole).all() or not len(before):
            break
        gone[there[before]] = True
        needed = _CLEAR
    return gone
