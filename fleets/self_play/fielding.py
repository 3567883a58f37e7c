"""Before the first round: who places what when, and where players put it (RA p.79–81)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from fleets.self_play.battle_sides import FramePlayed, StationPlayed, TableTop
from fleets.self_play.dice_streams import TABLE, Purpose, Stream
from fleets.self_play.table_distances import TOUCH, Bools, Floats, are_covered, covering, gaps
from ldraw_tools.findings import BrickyardError

FIRST_FRAMES = 2
_ANGLES = np.arange(0, 2 * np.pi, np.pi / 4)
_CIRCLE = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=1)
_SAMPLES, _TRIES = 48, 12
# How near to the limit of a range is at the limit.
_LIMIT = 0.02
# What a place in cover is worth, in units nearer to where one wants to be; and of room between frames.
_IN_COVER, _ELBOW = 3.0, 1.5
Numbers = Sequence[tuple[str, int, int, int]]


def fielding_order(players: Numbers, point: str) -> Iterator[tuple[str, str]]:
    """Who places which kind of thing, one after the other; a player is a key, a score, frames and stations.

    The highest score places stations and two frames, the point its first frame; the attackers alternate,
    from the highest score down, first frames and then stations, of which the point's is first; at last the
    defender's other frames.
    """
    ranked = sorted(players, key=lambda one: -one[1])
    (defender, _, frames, stations), attackers = ranked[0], ranked[1:]
    yield from [(defender, "station")] * stations
    early = min(FIRST_FRAMES, frames)
    yield from [(defender, "frame")] * early
    left = {key: number for key, _, number, _ in attackers}
    if left.get(point):
        left[point] -= 1
        yield point, "point"
    yield from _in_turn(left, "frame")
    in_order = sorted(attackers, key=lambda one: (one[0] != point, -one[1]))
    yield from _in_turn({key: number for key, _, _, number in in_order}, "station")
    yield from [(defender, "frame")] * (frames - early)


def _in_turn(left: dict[str, int], what: str) -> Iterator[tuple[str, str]]:
    while any(left.values()):
        for key in [key for key, number in left.items() if number]:
            left[key] -= 1
            yield key, what


def field_all(top: TableTop, width: float) -> None:
    """Places everything; the side with the higher score defends."""
    top.width = width
    defender = top.leader
    stream = Stream(top.seed, TABLE, 0, Purpose.FIELDING)
    # If the point frame can be placed nowhere, the defender begins again (p.79).
    for _ in range(_TRIES):
        top.frame_at[:] = np.inf
        top.station_at[:] = np.inf
        spots = _Spots(top, stream)
        if _field_defender(spots, defender) and _field_point(spots, 1 - defender):
            _field_attackers(spots, 1 - defender)
            _field_rest(spots, defender)
            return
    raise BrickyardError("no place is left for the point frame: take a larger table, or less terrain")


class _Spots:
    """Places to choose from: behind each piece of cover, and here and there."""

    def __init__(self, top: TableTop, stream: Stream) -> None:
        self.top, self.stream = top, stream
        radius = top.rules.radius
        behind = top.cover_at[:, None, :] + _CIRCLE[None, :, :] * (top.cover_rooms + 0.1)[:, None, None]
        sampled = [(stream.share(), stream.share()) for _ in range(_SAMPLES)]
        anywhere = radius + np.array(sampled) * (top.width - 2 * radius)
        self.places: Floats = np.concatenate([behind.reshape(-1, 2), anywhere])

    def free(self) -> Floats:
        return self.places[are_free(self.top, self.places)]

    def frames_of(self, side: int) -> Floats:
        """Those of its frames that are on the table."""
        rows = [one.row for one in self.top.of_side(side)]
        at = self.top.frame_at[rows]
        return at[np.isfinite(at[:, 0])]

    def stations_of(self, side: int) -> Floats:
        at = self.top.station_at[[place for place, one in enumerate(self.top.stations) if one.first == side]]
        return at[np.isfinite(at[:, 0])]

    def gap(self, places: Floats, others: Floats) -> Floats:
        """To the nearest of these; far away if there are none."""
        if not len(others):
            return np.full(len(places), self.top.width)
        found: Floats = gaps(places, others, 2 * self.top.rules.radius).min(axis=1)
        return found

    def covered(self, places: Floats, enemies: Floats) -> Floats:
        """The share of these enemies against whom one is in cover."""
        if not len(enemies):
            return np.zeros(len(places))
        top = self.top
        found = are_covered(places, enemies, top.cover_at, top.cover_rooms, top.rules.arm)
        share: Floats = found.mean(axis=1)
        return share

    def next_frame(self, side: int) -> FramePlayed:
        return next(one for one in self.top.of_side(side) if not np.isfinite(self.top.frame_at[one.row, 0]))

    def next_station(self, side: int) -> StationPlayed:
        return next(
            one
            for place, one in enumerate(self.top.stations)
            if one.first == side and not np.isfinite(self.top.station_at[place, 0])
        )

    def put_station(self, side: int, at: Floats) -> None:
        station = self.next_station(side)
        self.top.station_at[self.top.stations.index(station)] = at
        station.x, station.y = float(at[0]), float(at[1])


def are_free(top: TableTop, places: Floats, mine: int = -1) -> Bools:
    """Where a base can stand: on the table, and on nothing else that stands there."""
    radius = top.rules.radius
    found: Bools = np.all((places >= radius) & (places <= top.width - radius), axis=1)
    found &= (gaps(places, top.cover_at, top.cover_rooms) > -TOUCH).all(axis=1)
    found &= (gaps(places, top.station_at, 2 * radius) > -TOUCH).all(axis=1)
    others = top.frame_at if mine < 0 else np.delete(top.frame_at, mine, axis=0)
    found &= (gaps(places, others, 2 * radius) > -TOUCH).all(axis=1)
    return found


def _field_defender(spots: _Spots, side: int) -> bool:
    """Stations near one edge, beside cover where there is any; two frames in front of them."""
    top, rules = spots.top, spots.top.rules
    middle = np.array([top.width * spots.stream.between(0.4, 0.6), 0.0])
    number = sum(one.first == side for one in top.stations)
    for _ in range(number):
        places = spots.free()
        beside = gaps(places, top.cover_at, top.cover_rooms).min(axis=1)
        mine = spots.gap(places, spots.stations_of(side))
        is_linked = (mine > rules.arm) & (mine <= rules.ruler) if len(spots.stations_of(side)) else mine > 0
        fits = (
            is_linked & (places[:, 1] < 0.2 * top.width) & (abs(places[:, 0] - middle[0]) < 0.22 * top.width)
        )
        if not fits.any():
            return False
        wanted = np.minimum(beside, 2.0) * 1.5 - np.minimum(mine, 4.0)
        spots.put_station(side, places[fits][wanted[fits].argmin()])
    front = np.array([middle[0], top.width])
    for _ in range(min(FIRST_FRAMES, len(top.of_side(side)))):
        places = spots.free()
        gap = spots.gap(places, spots.stations_of(side))
        fits = gap <= rules.ruler
        if not fits.any():
            return False
        apart = np.minimum(spots.gap(places, spots.frames_of(side)), _ELBOW)
        wanted = abs(gap - rules.ruler / 2) - _IN_COVER * spots.covered(places, front[None, :]) - apart
        top.put(spots.next_frame(side), places[fits][wanted[fits].argmin()])
    return True


def _field_point(spots: _Spots, side: int) -> bool:
    """At the limit of direct range of a defending frame, outside the perimeter, out of cover."""
    top, rules = spots.top, spots.top.rules
    if not top.of_side(side):
        return True
    enemies, stations = spots.frames_of(1 - side), spots.stations_of(1 - side)
    turn = spots.stream.between(0, np.pi / 4)
    angles = np.concatenate([_ANGLES, _ANGLES + np.pi / 8, _ANGLES + np.pi / 16]) + turn
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1) * (
        rules.ruler + 2 * rules.radius - _LIMIT / 2
    )
    places = (enemies[:, None, :] + circle[None, :, :]).reshape(-1, 2)
    fits = are_free(top, places) & (spots.gap(places, stations) > rules.ruler)
    fits &= spots.gap(places, enemies) > rules.ruler - _LIMIT
    wanted = spots.gap(places, stations) + 0.3 * abs(places[:, 0] - top.width / 2)
    # The frame that stands most hits goes first.
    point = max(top.of_side(side), key=lambda one: (one.dice.defense, one.life))
    for place in (places[number] for number in wanted.argsort() if fits[number]):
        if all(_is_open(top, place, enemy) for enemy in enemies):
            top.put(point, place)
            return True
    return False


def _is_open(top: TableTop, place: Floats, enemy: Floats) -> bool:
    there, here = (float(place[0]), float(place[1])), (float(enemy[0]), float(enemy[1]))
    return covering(here, there, top.rules.radius, top.rules.arm, top.discs) < 0


def _field_attackers(spots: _Spots, side: int) -> None:
    """Frames outside the perimeter and out of reach, in cover where that costs little; then stations."""
    top, rules = spots.top, spots.top.rules
    enemies, stations = spots.frames_of(1 - side), spots.stations_of(1 - side)
    while len(spots.frames_of(side)) < len(top.of_side(side)):
        places = spots.free()
        gap, away = spots.gap(places, stations), spots.gap(places, enemies)
        fits = (gap > rules.ruler) & (away > rules.ruler)
        if not fits.any():
            spots.places = np.concatenate([spots.places, _corners(top)])
            places = spots.free()
            gap, away = spots.gap(places, stations), spots.gap(places, enemies)
            # Nothing better is left than the place that is farthest away.
            fits = away >= away.max()
        apart = np.minimum(spots.gap(places, spots.frames_of(side)), _ELBOW)
        wanted = gap - _IN_COVER * spots.covered(places, enemies) - 2 * apart
        top.put(spots.next_frame(side), places[fits][wanted[fits].argmin()])
    for _ in range(sum(one.first == side for one in top.stations)):
        places = spots.free()
        away = np.minimum(spots.gap(places, enemies), 2 * rules.ruler)
        apart = np.minimum(spots.gap(places, spots.stations_of(side)), 2 * rules.arm)
        wanted = 0.3 * spots.gap(places, spots.frames_of(side)) - away - 3 * apart
        spots.put_station(side, places[wanted.argmin()])


def _corners(top: TableTop) -> Floats:
    """A grid over the whole table, for when it is crowded."""
    line = np.linspace(top.rules.radius, top.width - top.rules.radius, 20)
    return np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)


def _field_rest(spots: _Spots, side: int) -> None:
    """The defender's other frames: within the perimeter, near stations, in cover."""
    top, rules = spots.top, spots.top.rules
    enemies, stations = spots.frames_of(1 - side), spots.stations_of(side)
    while len(spots.frames_of(side)) < len(top.of_side(side)):
        places = spots.free()
        gap = spots.gap(places, stations)
        fits = gap <= max(rules.ruler, gap.min())
        apart = np.minimum(spots.gap(places, spots.frames_of(side)), _ELBOW)
        wanted = 0.7 * gap - _IN_COVER * spots.covered(places, enemies) - 2 * apart
        top.put(spots.next_frame(side), places[fits][wanted[fits].argmin()])
