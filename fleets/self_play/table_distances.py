"""Distances, cover and ways round it on a table without squares: all is discs, lengths are in units.

A place is a complex number, east and north; so the distance of two is the size of their difference.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Spots = NDArray[np.complex128]
# How near two discs come; what is nearer than this is a touch, and touching isn't in the way.
TOUCH = 1e-6
# How far beside a piece of cover a frame walks round it.
_BERTH = 0.05


def gaps(places: Spots, others: Spots, room: Floats | float) -> Floats:
    """From edge to edge, a row for each place; `room` is the sum of both radii."""
    found: Floats = np.abs(places[:, None] - others) - room
    return found


def directions(ways: Spots) -> Spots:
    """The same ways, one unit long."""
    found: Spots = ways / np.maximum(np.abs(ways), TOUCH)
    return found


def covering(
    attacker: complex, target: complex, radius: float, arm: float, discs: Sequence[tuple[complex, float]]
) -> int:
    """Which of these discs is between the two and within arm's reach of the target; -1 if none is.

    Any straight line from one base to the other may cross it; of several the nearest to the target counts.
    """
    way = attacker - target
    length = abs(way) ** 2 or 1.0
    found, nearest = -1, arm + TOUCH
    for number, (at, size) in enumerate(discs):
        to, room = at - target, size + radius
        gap = abs(to) - room
        if gap > nearest:
            continue
        along = min(1.0, max(0.0, (to.real * way.real + to.imag * way.imag) / length))
        if abs(to - along * way) < room - TOUCH:
            found, nearest = number, gap
    return found


def how_far_off(to: Spots, ways: Spots) -> Floats:
    """How far a point is from a way, both seen from where the way begins."""
    lengths = np.maximum(ways.real**2 + ways.imag**2, TOUCH)
    along = np.clip((to * ways.conj()).real / lengths, 0.0, 1.0)
    found: Floats = np.abs(to - along * ways)
    return found


def are_crossed(starts: Spots, ends: Spots, discs: Spots, rooms: Floats) -> Bools:
    """For each way, straight from start to end, and each disc: whether the one runs through the other."""
    off = how_far_off(discs - starts[:, None], (ends - starts)[:, None])
    found: Bools = off < rooms - TOUCH
    return found


def ways_round(here: complex, places: Spots, discs: Spots, rooms: Floats) -> Floats:
    """How far it is to each place for a frame that can't pass through discs; endless if no way was found.

    It goes straight, or round one disc that stands in its way by one of its two sides.
    """
    ways = places - here
    lengths: Floats = np.abs(ways)
    crossed = are_crossed(np.full(len(places), here), places, discs, rooms)
    blocked = np.flatnonzero(crossed.any(axis=1))
    if not blocked.size:
        return lengths
    goals = places[blocked]
    # The disc in the way that is nearest to where the frame stands.
    which = np.where(crossed[blocked], np.abs(discs - here), np.inf).argmin(axis=1)
    across = 1j * directions(ways[blocked]) * (rooms[which] + _BERTH)
    lengths[blocked] = np.inf
    start = np.full(len(goals), here)
    for side in (1, -1):
        corners = discs[which] + side * across
        shut = are_crossed(start, corners, discs, rooms) | are_crossed(corners, goals, discs, rooms)
        far = np.abs(corners - here) + np.abs(goals - corners)
        lengths[blocked] = np.minimum(lengths[blocked], np.where(shut.any(axis=1), np.inf, far))
    return lengths


def are_covered(
    places: Spots, enemies: Spots, covers: Spots, rooms: Floats, gap: Floats, arm: float
) -> Bools:
    """For each place and enemy: whether the cover nearest to the place stands between them.

    What `covering` says of one attack, asked of many at once; a second piece nearby is overlooked. `gap` has
    the distance from each place to each cover.
    """
    nearest = gap.argmin(axis=1)
    is_near = gap[np.arange(len(places)), nearest] <= arm
    off = how_far_off((covers[nearest] - places)[:, None], enemies - places[:, None])
    found: Bools = (off < rooms[nearest][:, None]) & is_near[:, None]
    return found
