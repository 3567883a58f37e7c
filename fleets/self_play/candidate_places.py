"""Where a frame may go in its turn: some thirty places, each with what speaks for and against it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from fleets.self_play.battle_sides import FramePlayed, TableTop
from fleets.self_play.table_distances import (
    TOUCH,
    Bools,
    Floats,
    Spots,
    are_covered,
    directions,
    gaps,
    ways_round,
)
from fleets.self_play.tactics import Weights

# Farther than any die goes, in eight directions.
_AROUND = 10 * np.exp(1j * np.arange(0, 2 * np.pi, np.pi / 4))
_NEAREST_COVER = 5
# How far inside or outside of a range's edge one stops, and how near one goes to a station or behind cover.
_MARGIN, _BESIDE = 0.1, 0.4
# What a unit of length is worth, in assets.
_PER_UNIT = 0.04


@dataclass(frozen=True, slots=True)
class Places:
    """`far` is how far the frame has to move there, `worth` what it is worth to stand there, in points."""

    at: Spots
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
    here, rows = top.place(frame), [one.row for one in enemies]
    enemy_at = top.frame_at[rows]
    at = _reached(here, _goals(top, here, enemy_at), lengths)
    gap = top.gaps_of(at, frame.row)
    is_free = top.are_free(at, gap)
    is_free[0] = True
    at, gap = at[is_free], gap[is_free]
    if passes:
        far: Floats = np.abs(at - here)
    else:
        far = ways_round(here, at, *obstacles(top, frame))
        far[0] = 0.0
    covers, stations = len(top.cover_at), len(top.station_at)
    distance = gap[:, covers + stations :][:, rows]
    covered = are_covered(at, enemy_at, top.cover_at, top.rooms[:covers], gap[:, :covers], top.rules.arm)
    worth = _worth(top, frame, gap[:, covers : covers + stations], distance, covered, threats)
    return Places(at, far, worth, distance, covered)


def obstacles(top: TableTop, frame: FramePlayed) -> tuple[Spots, Floats]:
    """What a frame that doesn't pass through cover must go around: all but stations and itself."""
    is_in_the_way = np.ones(len(top.at), dtype=np.bool_)
    first = len(top.at) - len(top.frames)
    is_in_the_way[len(top.cover_at) : first] = False
    is_in_the_way[first + frame.row] = False
    return top.at[is_in_the_way], top.rooms[is_in_the_way]


def _reached(here: complex, goals: Spots, lengths: Iterable[int]) -> Spots:
    """Here, and as far towards each goal as each length allows; what the longest reaches is there once."""
    ways = goals - here
    long = np.maximum(np.abs(ways), TOUCH)
    found = [np.array([here])]
    for place, length in enumerate(sorted({one for one in lengths if one}, reverse=True)):
        share = length / long
        if place:
            found.append(here + (ways * share)[share < 1])
        else:
            found.append(here + ways * np.minimum(1.0, share))
    return np.concatenate(found)


def _goals(top: TableTop, here: complex, enemies: Spots) -> Spots:
    """Beside each station, behind the nearest pieces of cover, at the edges of ranges, and all around."""
    rules = top.rules
    beside = top.station_at + directions(here - top.station_at) * (2 * rules.radius + _BESIDE)
    if not len(enemies):
        return np.concatenate([beside, here + _AROUND])
    nearest = complex(enemies[np.abs(enemies - here).argmin()])
    chosen = np.abs(top.cover_at - here).argsort()[:_NEAREST_COVER]
    cover_at = top.cover_at[chosen]
    behind = cover_at + directions(cover_at - nearest) * (top.rooms[chosen] + _MARGIN)
    edges = [rules.arm - _MARGIN, rules.arm + _MARGIN, rules.ruler - _MARGIN, rules.ruler + _MARGIN]
    way = (here - nearest) / max(abs(here - nearest), TOUCH)
    at_edges = nearest + way * (np.array(edges) + 2 * rules.radius)
    return np.concatenate([beside, here + _AROUND, behind, at_edges])


def _worth(
    top: TableTop, frame: FramePlayed, to_station: Floats, distance: Floats, covered: Bools, threats: Floats
) -> Floats:
    weights = top.weights(frame.side)
    mine = top.sides[frame.side].per_asset
    is_mine = np.array([one.holder == frame.side for one in top.stations])
    worth: Floats = (to_station <= top.rules.arm) @ _stations_worth(top, frame, is_mine, weights)
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


def needs_guard(top: TableTop, frame: FramePlayed) -> tuple[Bools, Bools]:
    """Which stations an enemy may reach while no friend guards them, and which have no enemy beside them."""
    gap = gaps(top.station_at, top.frame_at, 2 * top.rules.radius)
    gap[:, frame.row] = np.inf
    sides = np.array([one.side == frame.side for one in top.frames])
    enemy = gap[:, ~sides].min(axis=1, initial=np.inf)
    friend = gap[:, sides].min(axis=1, initial=np.inf)
    return (enemy <= top.rules.ruler) & (friend > top.rules.arm), enemy > top.rules.arm


def _stations_worth(top: TableTop, frame: FramePlayed, is_mine: Bools, weights: Weights) -> Floats:
    """What it is worth to stand beside each station: to seize it, to contest it, or to guard it."""
    points = top.sides[0].per_asset + top.sides[1].per_asset
    needed, free = needs_guard(top, frame)
    guarded = np.where(needed, weights.guard * points / 2, 0.0)
    seized = weights.seize * points * np.where(free, 1.0, 0.3)
    found: Floats = np.where(is_mine, guarded, seized)
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
