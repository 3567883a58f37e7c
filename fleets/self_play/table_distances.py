"""Distances, cover and ways round it on a table without squares: all is discs, lengths are in units."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Spot = tuple[float, float]
# How near two discs come; what is nearer than this is a touch, and touching isn't in the way.
TOUCH = 1e-6
# How far beside a piece of cover a frame walks round it.
_BERTH = 0.05


def gaps(places: Floats, others: Floats, room: Floats | float) -> Floats:
    """From edge to edge, a row for each place; `room` is the sum of both radii."""
    step = places[:, None, :] - others[None, :, :]
    found: Floats = np.sqrt(np.einsum("ijk,ijk->ij", step, step)) - room
    return found


def covering(
    attacker: Spot, target: Spot, radius: float, arm: float, discs: Sequence[tuple[float, float, float]]
) -> int:
    """Which of these discs is between the two and within arm's reach of the target; -1 if none is.

    Any straight line from one base to the other may cross it; of several the nearest to the target counts.
    """
    (ax, ay), (tx, ty) = attacker, target
    dx, dy = ax - tx, ay - ty
    length = dx * dx + dy * dy or 1.0
    found, nearest = -1, arm + TOUCH
    for number, (x, y, size) in enumerate(discs):
        px, py, room = x - tx, y - ty, size + radius
        if abs(px) > arm + room or abs(py) > arm + room:
            continue
        gap = hypot(px, py) - room
        if gap > nearest:
            continue
        along = min(1.0, max(0.0, (px * dx + py * dy) / length))
        if hypot(px - along * dx, py - along * dy) < room - TOUCH:
            found, nearest = number, gap
    return found


def are_crossed(starts: Floats, ends: Floats, discs: Floats, rooms: Floats) -> Bools:
    """For each way, straight from start to end, and each disc: whether the one runs through the other."""
    ways = ends - starts
    lengths = np.einsum("ij,ij->i", ways, ways)
    lengths[lengths == 0] = 1.0
    to = discs[None, :, :] - starts[:, None, :]
    along = np.einsum("ijk,ik->ij", to, ways) / lengths[:, None]
    np.clip(along, 0.0, 1.0, out=along)
    off = to - along[:, :, None] * ways[:, None, :]
    found: Bools = np.einsum("ijk,ijk->ij", off, off) < np.square(rooms - TOUCH)[None, :]
    return found


def ways_round(here: Floats, places: Floats, discs: Floats, rooms: Floats) -> Floats:
    """How far it is to each place for a frame that can't pass through discs; endless if no way was found.

    It goes straight, or round one disc that stands in its way by one of its two sides.
    """
    starts = np.broadcast_to(here, places.shape)
    crossed = are_crossed(starts, places, discs, rooms)
    lengths: Floats = np.sqrt(np.square(places - here).sum(axis=1))
    blocked = np.flatnonzero(crossed.any(axis=1))
    if not blocked.size:
        return lengths
    goals = places[blocked]
    # The disc in the way that is nearest to where the frame stands.
    away = np.where(crossed[blocked], np.square(discs - here).sum(axis=1)[None, :], np.inf)
    which = away.argmin(axis=1)
    step = goals - here
    across = np.stack([-step[:, 1], step[:, 0]], axis=1) / np.maximum(lengths[blocked], TOUCH)[:, None]
    lengths[blocked] = np.inf
    for side in (1.0, -1.0):
        corners = discs[which] + across * (side * (rooms[which] + _BERTH))[:, None]
        first = are_crossed(np.broadcast_to(here, corners.shape), corners, discs, rooms).any(axis=1)
        second = are_crossed(corners, goals, discs, rooms).any(axis=1)
        far = np.sqrt(np.square(corners - here).sum(axis=1)) + np.sqrt(np.square(goals - corners).sum(axis=1))
        lengths[blocked] = np.minimum(lengths[blocked], np.where(first | second, np.inf, far))
    return lengths


def are_covered(places: Floats, enemies: Floats, covers: Floats, rooms: Floats, arm: float) -> Bools:
    """For each place and enemy: whether the cover nearest to the place stands between them.

    What `covering` says of one attack, asked of many at once; a second piece nearby is overlooked.
    """
    gap = gaps(places, covers, rooms)
    nearest = gap.argmin(axis=1)
    is_near = gap[np.arange(len(places)), nearest] <= arm
    to_cover = (covers[nearest] - places)[:, None, :]
    ways = enemies[None, :, :] - places[:, None, :]
    lengths = np.maximum(np.einsum("ijk,ijk->ij", ways, ways), TOUCH)
    along = np.einsum("ijk,ijk->ij", np.broadcast_to(to_cover, ways.shape), ways) / lengths
    np.clip(along, 0.0, 1.0, out=along)
    off = to_cover - along[:, :, None] * ways
    found: Bools = (np.einsum("ijk,ijk->ij", off, off) < np.square(rooms[nearest])[:, None]) & is_near[
        :, None
    ]
    return found
