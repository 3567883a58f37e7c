"""LDraw's round primitives with as many sides as their size asks for: curves that stay smooth in pictures."""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np

from ldraw_tools.geometry.drawn import NOTHING, Drawn, Layer
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading.lines import EDGE, INHERIT

# A part of a circle, then what it is part of: `1-4cyli`, `48\4-4ring12`, `3-16ri14`.
_NAME = re.compile(
    r"(?:48[\\/])?(\d{1,2})-(\d{1,2})(cyli2?|disc|ndis|chrd|edge|con?(?=\d)|ring?(?=\d)|ri(?=\d))(\d*)\.dat"
)
_SPHERE = re.compile(r"(?:48[\\/])?[1-8]-8sphe\.dat")
_TORUS = re.compile(r"(?:48[\\/])?t\d\d[ioqt](\d{4})\.dat")
# Sides of a whole circle as the library has it, and the most we draw.
_SIDES, _FINE_SIDES, _MOST_SIDES = 16, 48, 192
# By level of detail: how far a side may lie inside its circle, in LDraw units; level 0 is the file itself.
_SAGS = (np.inf, 0.04, 0.008)
MOST_DETAIL = len(_SAGS) - 1
# To be added to a level of detail: studs have their lettering.
LOGOS = 16
# How far from a true ball or torus the corners of the library's file may be.
_EXACT = 0.004


def is_round(key: str) -> bool:
    """Whether this is a primitive that can have more sides."""
    return bool(_NAME.fullmatch(key) or _SPHERE.fullmatch(key) or _TORUS.fullmatch(key))


def round_shape(key: str, drawn: Drawn, radius: float, detail: int) -> Drawn:
    """What a round primitive draws, if its circle of 1 is so large where it is placed.

    `drawn` is what its file draws; that stays where more sides would not be seen.
    """
    if len(drawn.matrices):
        # Made of others, which are round themselves.
        return drawn
    named = _NAME.fullmatch(key)
    if named:
        part, whole, kind, number = named.groups()
        size = int(number or 0) if kind[0] in "cr" and number else 0
        usual = _FINE_SIDES if key.startswith("48") else _SIDES
        sides = _sides(radius * (size + 1), detail, usual)
        exact = int(whole) and usual * int(part) % int(whole) == 0 and 0 < int(part) <= int(whole)
        if sides == usual or not exact:
            return drawn
        made = _circle(kind, sides * int(part) // int(whole), sides, size)
        return made or drawn
    torus = _TORUS.fullmatch(key)
    minor = int(torus.group(1)) / 10_000 if torus else 0.0
    times = _sides(radius * (1 + minor), detail, _SIDES) // _SIDES
    for _ in range(min(times - 1, detail % LOGOS)):
        finer = _split(drawn, minor)
        if finer is None:
            return drawn
        drawn = finer
    return drawn


def _sides(radius: float, detail: int, usual: int) -> int:
    """A multiple of the usual number, enough for a circle of this size."""
    if not np.isfinite(radius):
        return usual
    needed = np.pi * np.sqrt(radius / (2 * _SAGS[detail % LOGOS]))
    return int(min(max(np.ceil(needed / usual - 0.25), 1) * usual, _MOST_SIDES))


@lru_cache(maxsize=512)
def _circle(kind: str, number: int, sides: int, size: int) -> Drawn | None:
    """So many sides of a circle that has more or as many; `size` of rings and cones."""
    angle = 2 * np.pi * np.arange(number + 1) / sides
    circle = np.column_stack((np.cos(angle), np.zeros(number + 1), np.sin(angle)))
    one, two = circle[:-1], circle[1:]
    up = np.array([0.0, 1.0, 0.0])
    if kind == "edge":
        return Drawn(
            None, _layer(np.stack((one, two), axis=1), EDGE), None, NOTHING.matrices, NOTHING.inverted
        )
    if kind == "disc":
        return _faces(np.stack((np.zeros_like(one), one, two), axis=1))
    if kind == "chrd":
        return _faces(np.stack((np.broadcast_to(circle[0], one.shape), one, two), axis=1)[1:])
    if kind == "ndis":
        middle = (one + two) / 2
        return (
            _faces(np.stack((two, one, np.sign(np.round(middle, 9))), axis=1))
            if not number * 4 % sides
            else None
        )
    if kind.startswith("ri"):
        return _faces(_quads((size + 1) * one, (size + 1) * two, size * two, size * one))
    inner, outer = (1, 1) if kind.startswith("cyli") else (size, size + 1)
    faces = _quads(inner * one + up, inner * two + up, outer * two, outer * one)
    if not inner:
        faces = np.stack((up + 0 * one, outer * two, outer * one), axis=1)
    return _faces(faces, None if kind == "cyli2" else _uprights(circle, inner, outer, number == sides))


def _uprights(circle: Points, inner: float, outer: float, closed: bool) -> Points:
    """The conditional lines (n, 4, 3) between the sides of a cylinder or a cone."""
    along = np.column_stack((-circle[:, 2], circle[:, 1], circle[:, 0]))
    before, after = (
        np.vstack((circle[0] - along[0], circle[:-1])),
        np.vstack((circle[1:], circle[-1] + along[-1])),
    )
    if closed:
        before[0] = circle[-2]
        circle, before, after = circle[:-1], before[:-1], after[:-1]
    top = inner * circle + [0.0, 1.0, 0.0]
    return np.stack((outer * circle, top, outer * after, outer * before), axis=1)


def _quads(a: Points, b: Points, c: Points, d: Points) -> Points:
    """Two triangles for each."""
    return np.concatenate((np.stack((a, b, c), axis=1), np.stack((a, c, d), axis=1)))


def _faces(triangles: Points, conditionals: Points | None = None) -> Drawn:
    lines = None if conditionals is None else _layer(conditionals, EDGE)
    return Drawn(_layer(triangles, INHERIT), None, lines, NOTHING.matrices, NOTHING.inverted)


def _layer(corners: Points, colour: int) -> Layer | None:
    if not len(corners):
        return None
    wide = np.ones((*corners.shape[:2], 4))
    wide[:, :, :3] = corners
    return Layer(wide.reshape(-1, 4), np.full(len(corners), colour, np.int64), colour)


def _split(drawn: Drawn, minor: float) -> Drawn | None:
    """Every triangle of a ball, or of a torus of this minor radius, as four with corners on the surface."""
    faces, lines = drawn.triangles, drawn.conditionals
    if faces is None or faces.two_sided is not None or drawn.edges is not None:
        return None
    triangles = faces.corners[:, :3].reshape(-1, 3, 3)
    if np.abs(_onto(triangles, minor) - triangles).max() > _EXACT:
        return None
    a, b, c = triangles.transpose(1, 0, 2)
    ab, bc, ca = (_onto((one + other) / 2, minor) for one, other in ((a, b), (b, c), (c, a)))
    made = np.concatenate(
        [np.stack(one, axis=1) for one in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))]
    )
    within = [np.stack(one, axis=1) for one in ((ab, bc, b, ca), (bc, ca, c, ab), (ca, ab, a, bc))]
    if lines is None:
        return _faces(made)
    p, q, left, right = lines.corners[:, :3].reshape(-1, 4, 3).transpose(1, 0, 2)
    middle = _onto((p + q) / 2, minor)
    halves = [np.stack((end, middle, (end + left) / 2, (end + right) / 2), axis=1) for end in (p, q)]
    return _faces(made, np.concatenate(halves + within))


def _onto(points: Points, minor: float) -> Points:
    """Points (..., 3) moved onto the surface: a ball of 1, or a torus around the y axis."""
    if not minor:
        ball: Points = points / np.maximum(np.sqrt((points * points).sum(axis=-1, keepdims=True)), 1e-9)
        return ball
    out = np.maximum(np.hypot(points[..., 0], points[..., 2]), 1e-9)
    ring = np.stack((points[..., 0] / out, np.zeros_like(out), points[..., 2] / out), axis=-1)
    away = points - ring
    torus: Points = ring + away * (
        minor / np.maximum(np.sqrt((away * away).sum(axis=-1, keepdims=True)), 1e-9)
    )
    return torus
