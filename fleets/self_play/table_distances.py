"""Distances, cover and ways round it on a table without squares: all is discs, lengths are in units.

A place is a complex number, east and north; so the distance of two is the size of their difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Spots = NDArray[np.complex128]
# A place, and how near a frame's middle comes to it.
Disc = tuple[complex, float]
# How near two discs come; what is nearer than this is a touch, and touching isn't in the way.
TOUCH = 1e-6
# How far beside a piece of cover a frame walks round it.
_BERTH = 0.05


def gaps(places: Spots, others: Spots, room: Floats | float) -> Floats:
    """From edge to edge, a row for each place; `room` is the sum of both radii."""
    found: Floats = np.abs(places[:, None] - others) - room
    return found


def direction(way: complex) -> complex:
    """The same way, one unit long."""
    return way / max(abs(way), TOUCH)


def how_far_off(to: complex, way: complex) -> float:
    """How far a point is from a way, both seen from where the way begins."""
    length = max(way.real * way.real + way.imag * way.imag, TOUCH)
    along = (to.real * way.real + to.imag * way.imag) / length
    return abs(to - min(1.0, max(0.0, along)) * way)


def covering(attacker: complex, target: complex, arm: float, discs: Iterable[Disc]) -> int:
    """Which of these discs is between the two and within arm's reach of the target; -1 if none is.

    Any straight line from one base to the other may cross it; of several the nearest to the target counts.
    """
    near = [
        (far - room, number, at - target, room)
        for number, (at, room) in enumerate(discs)
        if (far := abs(at - target)) <= room + arm + TOUCH
    ]
    way = attacker - target
    return next((number for _, number, to, room in sorted(near) if is_crossed(to, way, room)), -1)


def is_crossed(to: complex, way: complex, room: float) -> bool:
    """Whether a disc is in the way, seen from where the way begins."""
    return how_far_off(to, way) < room - TOUCH


def way_round(here: complex, place: complex, discs: Sequence[Disc]) -> float:
    """How far it is for a frame that can't pass through discs; endless if no way was found.

    It goes straight, or round one disc that stands in its way by one of its two sides.
    """
    straight = place - here
    blocking = [(at - here, room) for at, room in discs if is_crossed(at - here, straight, room)]
    if not blocking:
        return abs(straight)
    to, room = min(blocking, key=lambda one: abs(one[0]))
    across = 1j * direction(straight) * (room + _BERTH)
    return min(
        (
            abs(corner) + abs(straight - corner)
            for corner in (to + across, to - across)
            if not any(
                is_crossed(at - here, corner, room) or is_crossed(at - here - corner, straight - corner, room)
                for at, room in discs
            )
        ),
        default=inf,
    )


def are_covered(
    places: Spots, enemies: Spots, covers: Spots, rooms: Floats, gap: Floats, arm: float
) -> Bools:
    """For each place and enemy: whether the cover nearest to the place stands between them.

    What `covering` says of one attack, asked of many at once; a second piece nearby is overlooked. `gap` has
    the distance from each place to each cover.
    """
    nearest = gap.argmin(axis=1)
    is_near = gap[np.arange(len(places)), nearest] <= arm
    to, ways = (covers[nearest] - places)[:, None], enemies - places[:, None]
    lengths = np.maximum(ways.real * ways.real + ways.imag * ways.imag, TOUCH)
    along = (to * ways.conj()).real / lengths
    off = np.abs(to - np.minimum(np.maximum(along, 0.0), 1.0) * ways)
    found: Bools = (off < rooms[nearest][:, None]) & is_near[:, None]
    return found
