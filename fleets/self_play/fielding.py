"""Before the first round: who places what when, and where players put it (RA p.79–81)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from fleets.self_play.battle_sides import FORCES, TableTop
from fleets.self_play.dice_streams import TABLE, Purpose, Stream
from fleets.self_play.table_distances import TOUCH, Floats, Spots, are_covered, covering, gaps
from ldraw_tools.findings import BrickyardError

FIRST_FRAMES = 2
_ANGLES = np.arange(0, 2 * np.pi, np.pi / 4)
_CIRCLE = np.exp(1j * _ANGLES)
# One battle of some thousands needs twenty tries.
_SAMPLES, _TRIES = 48, 200
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
    """Places everything; the side with the highest score defends, the last is on point."""
    top.width = width
    stream = Stream(top.seed, TABLE, 0, Purpose.FIELDING)
    # If the point frame can be placed nowhere, the defender begins again (p.79).
    for _ in range(_TRIES):
        top.set_up()
        if _place_all(_Spots(top, stream)):
            return
    raise BrickyardError("no place is left for the point frame: take a larger table, or less terrain")


def _place_all(spots: _Spots) -> bool:
    top = spots.top
    stations = [one.first for one in top.stations]
    numbers = [
        (FORCES[side], top.sides[side].score, len(top.of_side(side)), stations.count(side))
        for side in top.order
    ]
    for key, what in fielding_order(numbers, FORCES[top.order[-1]]):
        side, is_placed = FORCES.index(key), True
        if what == "point":
            is_placed = _place_point(spots, side)
        elif side != top.leader:
            (_place_attacker if what == "frame" else _place_far_station)(spots, side)
        elif what == "station":
            is_placed = _place_station(spots, side)
        elif len(spots.frames_of(side)) < FIRST_FRAMES:
            is_placed = _place_guard(spots, side)
        else:
            _place_rest(spots, side)
        if not is_placed:
            return False
    return True


class _Spots:
    """Places to choose from: behind each piece of cover, and here and there, where nothing stands yet."""

    def __init__(self, top: TableTop, stream: Stream) -> None:
        self.top, self.stream = top, stream
        radius = top.rules.radius
        behind = top.cover_at[:, None] + _CIRCLE * (top.rooms[: len(top.cover_at)] + 0.1)[:, None]
        low, high = radius, top.width - radius
        anywhere = [complex(stream.between(low, high), stream.between(low, high)) for _ in range(_SAMPLES)]
        self.places = self.free(np.concatenate([behind.ravel(), anywhere]))
        self.middle = complex(top.width * stream.between(0.4, 0.6))

    def free(self, places: Spots) -> Spots:
        """Those where a base can stand: on the table, and on nothing else that stands there."""
        found: Spots = places[self.top.are_free(places, self.top.gaps_of(places))]
        return found

    def _take(self, at: complex) -> None:
        self.places = self.places[np.abs(self.places - at) > 2 * self.top.rules.radius - TOUCH]

    def frames_of(self, side: int) -> Spots:
        """Those of its frames that are on the table."""
        return _placed(self.top.frame_at[[one.row for one in self.top.of_side(side)]])

    def frames_against(self, side: int) -> Spots:
        """Those of its enemies' frames that are on the table."""
        return _placed(self.top.frame_at[[one.row for one in self.top.against(side)]])

    def stations_of(self, side: int) -> Spots:
        rows = [row for row, one in enumerate(self.top.stations) if one.first == side]
        return _placed(self.top.station_at[rows])

    def gap(self, places: Spots, others: Spots) -> Floats:
        """To the nearest of these; far away if there are none."""
        if not len(others):
            return np.full(len(places), self.top.width)
        found: Floats = gaps(places, others, 2 * self.top.rules.radius).min(axis=1)
        return found

    def covered(self, places: Spots, enemies: Spots) -> Floats:
        """The share of these enemies against whom one is in cover."""
        if not len(enemies):
            return np.zeros(len(places))
        top = self.top
        rooms = top.rooms[: len(top.cover_at)]
        to_cover = gaps(places, top.cover_at, rooms)
        found = are_covered(places, enemies, top.cover_at, rooms, to_cover, top.rules.arm)
        share: Floats = found.mean(axis=1)
        return share

    def put_frame(self, side: int, at: complex) -> None:
        """The next of its frames that isn't on the table yet."""
        frames = (one for one in self.top.of_side(side) if not np.isfinite(self.top.frame_at[one.row]))
        self.top.put(next(frames), complex(at))
        self._take(at)

    def put_station(self, side: int, at: complex) -> None:
        stations = enumerate(self.top.stations)
        rows = (
            row for row, one in stations if one.first == side and not np.isfinite(self.top.station_at[row])
        )
        self.top.put_station(next(rows), complex(at))
        self._take(at)


def _placed(at: Spots) -> Spots:
    found: Spots = at[np.isfinite(at)]
    return found


def _place_station(spots: _Spots, side: int) -> bool:
    """The defender's: near one edge, beside cover where there is any."""
    top, rules = spots.top, spots.top.rules
    places, mine = spots.places, spots.stations_of(side)
    aside = abs(places.real - spots.middle.real)
    places = places[(places.imag < 0.2 * top.width) & (aside < 0.22 * top.width)]
    if len(mine):
        linked = spots.gap(places, mine)
        places = places[(linked > rules.arm) & (linked <= rules.ruler)]
    if not len(places):
        return False
    beside = gaps(places, top.cover_at, top.rooms[: len(top.cover_at)]).min(axis=1)
    wanted = np.minimum(beside, 2.0) * 1.5 - np.minimum(spots.gap(places, mine), 4.0)
    spots.put_station(side, places[wanted.argmin()])
    return True


def _place_guard(spots: _Spots, side: int) -> bool:
    """One of the defender's first frames, in front of its stations."""
    rules, places = spots.top.rules, spots.places
    front = np.array([spots.middle + 1j * spots.top.width])
    gap = spots.gap(places, spots.stations_of(side))
    places, gap = places[gap <= rules.ruler], gap[gap <= rules.ruler]
    if not len(places):
        return False
    apart = np.minimum(spots.gap(places, spots.frames_of(side)), _ELBOW)
    wanted = abs(gap - rules.ruler / 2) - _IN_COVER * spots.covered(places, front) - apart
    spots.put_frame(side, places[wanted.argmin()])
    return True


def _place_point(spots: _Spots, side: int) -> bool:
    """At the limit of direct range of a defending frame, outside the perimeter, out of cover."""
    top, rules = spots.top, spots.top.rules
    enemies, stations = spots.frames_of(top.leader), spots.stations_of(top.leader)
    turn = spots.stream.between(0, np.pi / 4)
    angles = np.concatenate([_ANGLES, _ANGLES + np.pi / 8, _ANGLES + np.pi / 16]) + turn
    circle = np.exp(1j * angles) * (rules.ruler + 2 * rules.radius - _LIMIT / 2)
    places = spots.free((enemies[:, None] + circle).ravel())
    fits = spots.gap(places, stations) > rules.ruler
    fits &= spots.gap(places, enemies) > rules.ruler - _LIMIT
    wanted = spots.gap(places, stations) + 0.3 * abs(places.real - top.width / 2)
    # The frame that stands most hits goes first.
    point = max(top.of_side(side), key=lambda one: (one.dice.defense, one.life))
    for place in (places[number] for number in wanted.argsort() if fits[number]):
        if all(_is_open(top, complex(place), complex(enemy)) for enemy in enemies):
            top.put(point, complex(place))
            spots.places = spots.free(spots.places)
            return True
    return False


def _is_open(top: TableTop, place: complex, enemy: complex) -> bool:
    return covering(enemy, place, top.rules.arm, top.discs) < 0


def _place_attacker(spots: _Spots, side: int) -> None:
    """A frame outside the perimeter and out of the defender's reach, in cover where that costs little, and
    out of the other attackers' way."""
    top, rules = spots.top, spots.top.rules
    enemies, stations = spots.frames_of(top.leader), spots.stations_of(top.leader)
    places = spots.places
    gap, away = spots.gap(places, stations), spots.gap(places, enemies)
    fits = (gap > rules.ruler) & (away > rules.ruler)
    if not fits.any():
        spots.places = places = np.concatenate([places, spots.free(_corners(top))])
        gap, away = spots.gap(places, stations), spots.gap(places, enemies)
        # Nothing better is left than the place that is farthest away.
        fits = away >= away.max()
    places, gap = places[fits], gap[fits]
    apart = np.minimum(spots.gap(places, spots.frames_of(side)), _ELBOW)
    wanted = gap - _IN_COVER * spots.covered(places, enemies) - 2 * apart
    if len(top.sides) > 2:
        wanted -= np.minimum(spots.gap(places, spots.frames_against(side)), rules.ruler)
    spots.put_frame(side, places[wanted.argmin()])


def _corners(top: TableTop) -> Spots:
    """A grid over the whole table, for when it is crowded."""
    line = np.linspace(top.rules.radius, top.width - top.rules.radius, 20)
    found: Spots = (line[:, None] + 1j * line).ravel()
    return found


def _place_far_station(spots: _Spots, side: int) -> None:
    """An attacker's: out of its enemies' reach."""
    rules, places = spots.top.rules, spots.places
    away = np.minimum(spots.gap(places, spots.frames_against(side)), 2 * rules.ruler)
    apart = np.minimum(spots.gap(places, spots.stations_of(side)), 2 * rules.arm)
    wanted = 0.3 * spots.gap(places, spots.frames_of(side)) - away - 3 * apart
    spots.put_station(side, places[wanted.argmin()])


def _place_rest(spots: _Spots, side: int) -> None:
    """The defender's other frames: within the perimeter, near stations, in cover."""
    rules, places = spots.top.rules, spots.places
    gap = spots.gap(places, spots.stations_of(side))
    fits = gap <= max(rules.ruler, gap.min())
    places, gap = places[fits], gap[fits]
    apart = np.minimum(spots.gap(places, spots.frames_of(side)), _ELBOW)
    wanted = 0.7 * gap - _IN_COVER * spots.covered(places, spots.frames_against(side)) - 2 * apart
    spots.put_frame(side, places[wanted.argmin()])
