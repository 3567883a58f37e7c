"""Where a frame may go in its turn: some thirty places, each with what speaks for and against it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from fleets.self_play.battle_sides import FramePlayed, TableTop
from fleets.self_play.fielding import are_free
from fleets.self_play.table_distances import TOUCH, Bools, Floats, are_covered, gaps, ways_round
from fleets.self_play.tactics import Weights

_ANGLES = np.arange(0, 2 * np.pi, np.pi / 4)
_AROUND = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=1)
_NEAREST_COVER = 5
# How far inside or outside of a range's edge one stops, and how near one goes to a station or behind cover.
_MARGIN, _BESIDE = 0.1, 0.4
# What a unit of length is worth, in assets.
_PER_UNIT = 0.04


@dataclass(frozen=True, slots=True)
class Places:
    """`far` is how far the frame has to move there, `worth` what it is worth to stand there, in points."""

    at: Floats
    far: Floats
    worth: Floats
    distance: Floats
    covered: Bools


def places_for(
    top: TableTop,
    frame: FramePlayed,
    enemies: Sequence[FramePlayed],
    lengths: Iterable[int],
    passes: bool,
    threats: Floats,
) -> Places:
    """With moves of these lengths; the first place is to stay. `threats` has a row for each enemy, a column
    for each range: the damage it is feared to do there to this frame if it stands open."""
    rules = top.rules
    here = top.frame_at[frame.row]
    enemy_at = top.frame_at[[one.row for one in enemies]]
    goals = _goals(top, here, enemy_at)
    ways = goals - here
    long = np.maximum(np.sqrt(np.square(ways).sum(axis=1)), TOUCH)
    at = np.concatenate(
        [
            here[None, :],
            *(here + ways * np.minimum(1.0, length / long)[:, None] for length in lengths if length),
        ]
    )
    # What is out of reach of the longest move has been cut; the same place twice does no harm.
    is_free = are_free(top, at, frame.row)
    is_free[0] = True
    at = at[is_free]
    if passes:
        far: Floats = np.sqrt(np.square(at - here).sum(axis=1))
    else:
        others = np.delete(top.frame_at, frame.row, axis=0)
        rooms = np.concatenate([top.cover_rooms, np.full(len(others), 2 * rules.radius)])
        far = ways_round(here, at, np.concatenate([top.cover_at, others]), rooms)
        far[0] = 0.0
    distance = gaps(at, enemy_at, 2 * rules.radius)
    covered = are_covered(at, enemy_at, top.cover_at, top.cover_rooms, rules.arm)
    worth = _worth(top, frame, at, distance, covered, threats)
    return Places(at, far, worth, distance, covered)


def _goals(top: TableTop, here: Floats, enemies: Floats) -> Floats:
    """Beside each station, behind the nearest pieces of cover, at the edges of ranges, and all around."""
    rules = top.rules
    to_stations = here - top.station_at
    apart = np.maximum(np.sqrt(np.square(to_stations).sum(axis=1)), TOUCH)[:, None]
    beside = top.station_at + to_stations / apart * (2 * rules.radius + _BESIDE)
    parts = [beside, here + _AROUND * 10.0]
    if len(enemies):
        away = np.square(enemies - here).sum(axis=1)
        nearest = enemies[away.argmin()]
        cover_away = np.square(top.cover_at - here).sum(axis=1)
        chosen = np.argsort(cover_away)[:_NEAREST_COVER]
        behind = top.cover_at[chosen] - nearest
        behind /= np.maximum(np.sqrt(np.square(behind).sum(axis=1)), TOUCH)[:, None]
        parts.append(top.cover_at[chosen] + behind * (top.cover_rooms[chosen] + _MARGIN)[:, None])
        way = (here - nearest) / max(float(np.sqrt(away.min())), TOUCH)
        edges = [rules.arm - _MARGIN, rules.arm + _MARGIN, rules.ruler - _MARGIN, rules.ruler + _MARGIN]
        parts.append(nearest + way * (np.array(edges) + 2 * rules.radius)[:, None])
    return np.concatenate(parts)


def _worth(
    top: TableTop, frame: FramePlayed, at: Floats, distance: Floats, covered: Bools, threats: Floats
) -> Floats:
    rules, weights = top.rules, top.weights(frame.side)
    mine, theirs = top.sides[frame.side].per_asset, top.sides[1 - frame.side].per_asset
    to_station = gaps(at, top.station_at, 2 * rules.radius)
    is_beside = to_station <= rules.arm
    is_mine = np.array([one.holder == frame.side for one in top.stations])
    worth: Floats = is_beside @ _stations_worth(top, frame, is_mine, weights, mine, theirs)
    unit = _PER_UNIT * mine
    if weights.advance and not is_mine.all():
        worth -= weights.advance * unit * to_station[:, ~is_mine].min(axis=1)
    if distance.shape[1]:
        nearest = distance.min(axis=1)
        if weights.close:
            worth -= weights.close * unit * nearest
        if weights.range:
            worth -= weights.range * unit * _off_range(top, frame, nearest)
        if weights.shelter:
            worth -= weights.shelter * _danger(top, distance, covered, threats) * mine / max(1, frame.life)
    return worth


def _stations_worth(
    top: TableTop, frame: FramePlayed, is_mine: Bools, weights: Weights, mine: int, theirs: int
) -> Floats:
    """What it is worth to stand beside each station: to seize it, to contest it, or to guard it."""
    reach = 2 * top.rules.radius
    found = np.zeros(len(top.stations))
    friends = [one.row for one in top.of_side(frame.side) if one is not frame]
    enemies = [one.row for one in top.of_side(1 - frame.side)]
    gap = gaps(top.station_at, top.frame_at, reach)
    for number in range(len(found)):
        guard = gap[number, enemies].min() if enemies else top.width
        friend = gap[number, friends].min() if friends else top.width
        if is_mine[number]:
            # Only a station that an enemy may reach, and that no friend guards, needs a guard.
            if guard <= top.rules.ruler and friend > top.rules.arm:
                found[number] = weights.guard * (mine + theirs) / 2
        else:
            is_open = guard > top.rules.arm
            found[number] = weights.seize * (mine + theirs) * (1.0 if is_open else 0.3)
    return found


def _off_range(top: TableTop, frame: FramePlayed, nearest: Floats) -> Floats:
    """How far each place is from where the frame's best weapon reaches the nearest enemy."""
    armed = [one for one in top.rules.reaches if frame.dice.red.get(one[0])] or top.rules.reaches[:1]
    _, over, to = max(armed, key=lambda one: frame.dice.attack.get(one[0], 0.0))
    found: Floats = np.maximum(nearest - to, 0.0) + np.maximum(over - nearest, 0.0)
    return found


def _danger(top: TableTop, distance: Floats, covered: Bools, threats: Floats) -> Floats:
    """The damage that all enemies together are feared to do here: by range, and cover against them."""
    band = np.zeros(distance.shape, dtype=np.intp)
    for _, _, to in top.rules.reaches[:-1]:
        band += distance > to
    feared = np.take_along_axis(threats, band.T, axis=1).T
    # Cover halves what hits, but at arm's length.
    found: Floats = np.where(covered & (band > 0), feared * 0.5, feared).sum(axis=1)
    return found
