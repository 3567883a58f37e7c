"""Does a footprint fit a rectangle when it may be turned? Told from its hull, without trying angles."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ldraw_tools.measuring.hulls import hull_2d

Floats = NDArray[np.float64]

RIGHT_ANGLE = np.pi / 2
# Lengths that differ by less than this share of the footprint are equal: what is cut to size fits.
ROUNDING = 1e-9


class TurnedRectangle(NamedTuple):
    """The rectangle a shape needs when turned anticlockwise by an angle above -90° and up to 90°."""

    angle_degrees: float
    width: float
    depth: float

    def sides(self, allowed: tuple[float, float]) -> list[tuple[Floats, float, tuple[str, str]]]:
        """Width and depth: the direction (2,) in the shape as it lies, the limit, the names of the ends."""
        angle = np.radians(self.angle_degrees)
        along, across = np.array([np.cos(angle), -np.sin(angle)]), np.array([np.sin(angle), np.cos(angle)])
        return [(along, allowed[0], ("right", "left")), (across, allowed[1], ("back", "front"))]


def turns_that_fit(
    footprint: ArrayLike, width: float, depth: float, tolerance: float
) -> TurnedRectangle | None:
    """A turn at which (n, 2) points fit width × depth: by 0° if that will do, else 90°, else the smallest."""
    hull = _hull(footprint)
    corners = _angles_of_edges(hull)
    limits = np.array([width, depth]) + tolerance
    # The turns that fit are closed ranges, and at the end of a range a side is as long as allowed.
    spans = _spans(hull, _between(corners))
    ends = _angles_where_wide(spans, limits[0]), _angles_where_wide(spans, limits[1]) + RIGHT_ANGLE
    angles = _by_preference(corners, corners + RIGHT_ANGLE, *ends)
    sides = _sides(hull, angles)
    fits = np.flatnonzero(np.all(sides <= limits + _rounding(hull), axis=1))
    return _turn(angles, sides, fits[0]) if len(fits) else None


def snuggest_turn(footprint: ArrayLike) -> TurnedRectangle:
    """The turn at which (n, 2) points need the rectangle of least area: how long and wide a thing is."""
    hull = _hull(footprint)
    # The least rectangle has a side along an edge of the hull.
    edges = _angles_of_edges(hull)
    angles = _by_preference(edges, edges + RIGHT_ANGLE)
    sides = _sides(hull, angles)
    areas = sides[:, 0] * sides[:, 1]
    slack = _rounding(hull) * float(sides.max(initial=0.0))
    return _turn(angles, sides, np.argmax(areas <= areas.min() + slack))


def turn_by_ruler(footprint: ArrayLike, width: float, depth: float) -> TurnedRectangle:
    """The snuggest box around (n, 2) points, its longer side along that of a limit: what a ruler finds.

    A thing may overshoot by less when it lies across its box, but no one can check that by eye.
    """
    turn = snuggest_turn(footprint)
    if (turn.width - turn.depth) * (width - depth) >= 0:
        return turn
    angle = turn.angle_degrees + (90 if turn.angle_degrees <= 0 else -90)
    return TurnedRectangle(angle, turn.depth, turn.width)


def _hull(footprint: ArrayLike) -> Floats:
    """The (m, 2) hull of (n, 2) points; no points need as much room as one."""
    hull = hull_2d(footprint)
    return hull if len(hull) else np.zeros((1, 2))


def _rounding(hull: Floats) -> float:
    return ROUNDING * float(np.ptp(hull, axis=0).max())


def _turn(angles: Floats, sides: Floats, place: np.intp) -> TurnedRectangle:
    return TurnedRectangle(float(np.degrees(angles[place])), float(sides[place, 0]), float(sides[place, 1]))


def _by_preference(*angles: Floats) -> Floats:
    """All angles as turns of up to 90° either way: 0° first, 90° next, the others from small to large."""
    turns = RIGHT_ANGLE - np.mod(RIGHT_ANGLE - np.concatenate(angles), np.pi)
    return np.concatenate(([0.0, RIGHT_ANGLE], turns[np.lexsort((-turns, np.round(np.abs(turns), 9)))]))


def _angles_of_edges(hull: Floats) -> Floats:
    """(m,) turns that bring an edge upright; there the width passes on to another pair of points."""
    x, y = (np.roll(hull, -1, axis=0) - hull).T
    angles: Floats = np.arctan2(x, y)
    return angles


def _between(angles: Floats) -> Floats:
    """(k,) the middles between neighbouring angles, which come round again after half a turn."""
    ordered = np.sort(np.mod(angles, np.pi))
    middles: Floats = (ordered + np.append(ordered[1:], ordered[0] + np.pi)) / 2
    return middles


def _across(angles: Floats) -> Floats:
    """(2, a) the directions that turning by each of (a,) angles brings to point along the width."""
    return np.array([np.cos(angles), -np.sin(angles)])


def _spans(hull: Floats, angles: Floats) -> Floats:
    """(a, 2) from the leftmost to the rightmost point of the hull, as it is turned by each of (a,) angles."""
    places = hull @ _across(angles)
    spans: Floats = hull[places.argmax(axis=0)] - hull[places.argmin(axis=0)]
    return spans


def _sides(hull: Floats, angles: Floats) -> Floats:
    """(a, 2) width and depth of the hull turned by each of (a,) angles."""
    turned = [hull @ _across(angles), hull @ _across(angles - RIGHT_ANGLE)]
    return np.column_stack([np.ptp(places, axis=0) for places in turned])


def _angles_where_wide(spans: Floats, width: float) -> Floats:
    """Turns that make one of (k, 2) spans reach just so far along the width."""
    x, y = spans.T
    lengths = np.hypot(x, y)
    reached = lengths >= max(abs(width), np.finfo(float).tiny)
    middle = -np.arctan2(y[reached], x[reached])
    apart = np.arccos(width / lengths[reached])
    return np.concatenate((middle - apart, middle + apart))
