"""Where one looks from: world places to places in the picture, and the frame that fits what is there."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.measuring.shapes import Points

Depths = NDArray[np.float64]
# Coordinates apart, (3, n): what is done to many pixels is done to one coordinate at a time.
Planes = NDArray[np.float32]

# A 7p person's eyes: six plates and a half above the ground.
EYE_LEVEL_LDU = 52.0
# Eight units of five studs: the ruler of the table.
RULER_LDU = 800.0
AZIMUTH = 35.0
ELEVATION = 25.0
# How much farther than its radius a thing is seen from: near enough for depth, too far to distort.
_DISTANCE = 4.0


class View(NamedTuple):
    """From where: degrees round from the front towards the left, and up; None for a person's eye level.

    `distance` in LDraw units to the middle of what is seen, 0 for one that suits its size.
    """

    azimuth: float = AZIMUTH
    elevation: float | None = ELEVATION
    distance: float = 0.0


EYE_LEVEL = View(AZIMUTH, None, RULER_LDU)


class Camera(NamedTuple):
    """Right, down and forward are the rows of `turn` (3, 3); `scale` is pixels per LDU at a distance of 1.

    `centre` is the pixel the camera points at: it needn't be the middle, so that walls stay upright.
    """

    eye: Points
    turn: Points
    scale: float
    centre: tuple[float, float]
    size: tuple[int, int]

    def place(self, points: Points) -> tuple[Points, Points, Depths]:
        """x, y in pixels and how far ahead, for points (..., 3)."""
        seen = np.moveaxis((points - self.eye) @ self.turn.T, -1, 0)
        return *self.project(seen), seen[2]

    def project(self, seen: Points) -> tuple[Points, Points]:
        """x and y in pixels of points (3, ...) by how far right, down and ahead they are."""
        right, down, ahead = seen
        factor = self.scale / ahead
        return right * factor + self.centre[0], down * factor + self.centre[1]

    def view_matrix(self) -> Points:
        """(3, 4): world to right, down, forward."""
        return np.concatenate((self.turn, -(self.turn @ self.eye)[:, None]), axis=1)

    def rays(self, x: Planes, y: Planes) -> Planes:
        """Directions (3, n) in the world through pixels (n,), one long ahead."""
        right = (x - np.float32(self.centre[0])) / np.float32(self.scale)
        down = (y - np.float32(self.centre[1])) / np.float32(self.scale)
        turn = self.turn.astype(np.float32)
        return np.stack([right * turn[0, axis] + down * turn[1, axis] + turn[2, axis] for axis in range(3)])

    def ways(self, x: Planes, y: Planes) -> Planes:
        """The same, one long all in all."""
        rays = self.rays(x, y)
        rays /= np.sqrt(rays[0] * rays[0] + rays[1] * rays[1] + rays[2] * rays[2])
        return rays

    def pixels_per_ldu(self, ahead: float) -> float:
        return self.scale / ahead

    def cropped(self, left: int, top: int, width: int, height: int) -> Camera:
        """The same with only this part of the picture."""
        centre = (self.centre[0] - left, self.centre[1] - top)
        return Camera(self.eye, self.turn, self.scale, centre, (width, height))

    def magnified(self, times: float) -> Camera:
        """The same picture with that many times the pixels on each side."""
        return Camera(
            self.eye,
            self.turn,
            self.scale * times,
            (self.centre[0] * times, self.centre[1] * times),
            (round(self.size[0] * times), round(self.size[1] * times)),
        )


class Margins(NamedTuple):
    """What is left free around what is seen, in pixels."""

    left: float
    top: float
    right: float
    bottom: float


def even_margins(width: int, height: int, share: float = 0.07) -> Margins:
    edge = share * min(width, height)
    return Margins(edge, edge, edge, edge)


def aim(
    points: Points,
    view: View,
    size: tuple[int, int],
    margins: Margins | None = None,
    pixels_per_ldu: float = 0.0,
) -> Camera:
    """A camera that has all points (n, 3) in its picture, or shows them at a fixed scale."""
    low, high = points.min(axis=0), points.max(axis=0)
    middle = (low + high) / 2
    radius = max(float(np.linalg.norm(high - low)) / 2, 1.0)
    # Pictures that are to compare are taken from one place.
    wished = view.distance or (RULER_LDU if pixels_per_ldu else 0.0)
    distance = max(wished, (1.6 if wished else _DISTANCE) * radius)
    turn, eye = _stand(view, middle, float(high[1]), distance)
    x, y, ahead = _seen(points, eye, turn)
    left, right = float((x / ahead).min()), float((x / ahead).max())
    top, bottom = float((y / ahead).min()), float((y / ahead).max())
    width, height = size
    edges = margins or even_margins(width, height)
    room_x = max(width - edges.left - edges.right, 1.0)
    room_y = max(height - edges.top - edges.bottom, 1.0)
    scale = min(room_x / max(right - left, 1e-9), room_y / max(bottom - top, 1e-9))
    if pixels_per_ldu:
        scale = pixels_per_ldu * float((middle - eye) @ turn[2])
    centre = (
        edges.left + room_x / 2 - scale * (left + right) / 2,
        edges.top + room_y / 2 - scale * (top + bottom) / 2,
    )
    return Camera(eye, turn, scale, centre, size)


def _seen(points: Points, eye: Points, turn: Points) -> tuple[Points, Points, Depths]:
    seen = (points - eye) @ turn.T
    return seen[:, 0], seen[:, 1], np.maximum(seen[:, 2], 1e-6)


def turn_of(view: View) -> Points:
    """Right, down and forward (3, 3) of who looks from there."""
    around, up = np.radians(view.azimuth), np.radians(view.elevation or 0.0)
    towards = np.array([np.sin(around), 0.0, np.cos(around)])
    right = np.array([np.cos(around), 0.0, -np.sin(around)])
    forward = towards * np.cos(up) + np.array([0.0, np.sin(up), 0.0])
    return np.array([right, np.cross(forward, right), forward])


def _stand(view: View, middle: Points, ground: float, distance: float) -> tuple[Points, Points]:
    """How the camera is turned and where it stands."""
    turn = turn_of(view)
    eye = middle - turn[2] * distance
    if view.elevation is None:
        eye[1] = ground - EYE_LEVEL_LDU
    return turn, eye
