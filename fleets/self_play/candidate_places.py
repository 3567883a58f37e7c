"""Where a frame may go in its turn: some thirty places, each with what speaks for and against it."""

from __future__ import annotations

import cmath
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from fleets.self_play.battle_sides import FramePlayed, TableTop
from fleets.self_play.table_distances import (
    TOUCH,
    Bools,
    Floats,
    Spots,
    are_covered,
    direction,
    way_round,
)
from fleets.self_play.tactics import Weights

# Farther than any die goes, in eight directions.
_AROUND = [cmath.rect(10, number * cmath.pi / 4) for number in range(8)]
_NEAREST_COVER = 5
# How far inside or outside of a range's edge one stops, and how near one goes to a station or behind cover.
_MARGIN, _BESIDE = 0.1, 0.4
# What a unit of length is worth, in assets.
_PER_UNIT = 0.04


class Places(NamedTuple):
    """`far` is how far it is straight there, endless where no base can stand; `worth` is in points."""

    at: Spots
    far: Floats
    worth: Floats
    distance: Floats
    covered: Bools


def places_for(
    top: TableTop, frame: FramePlayed, enemies: Sequence[FramePlayed], lengths: Iterable[int]
) -> Places:
    """With moves of these lengths; the first place is to stay."""
    here = top.place(frame)
    at = _reached(here, _goals(top, here, enemies), lengths)
    gap = top.gaps_of(at, frame.row)
    far = np.abs(at - here)
    far[~top.are_free(at, gap)] = np.inf
    far[0] = 0.0
    covers, frames = len(top.cover_at), len(top.at) - len(top.frames)
    distance = gap[:, [frames + one.row for one in enemies]]
    enemy_at = top.frame_at[[one.row for one in enemies]]
    covered = are_covered(at, enemy_at, top.cover_at, top.rooms[:covers], gap[:, :covers], top.rules.arm)
    worth = _worth(top, frame, enemies, gap[:, covers:frames], distance, covered)
    return Places(at, far, worth, distance, covered)


def best_place(
    top: TableTop, frame: FramePlayed, passes: bool, places: Places, value: Floats, moves: Sequence[int]
) -> tuple[int, int]:
    """The row and the column of the highest value that can be: a row for each move, a column for each place.

    Whether there is a way for a frame that must go round things is only looked at where it wants to go.
    """
    here, lengths = top.place(frame), np.array(moves) + TOUCH
    value[places.far > lengths[:, None]] = -np.inf
    reached = {0}
    while True:
        row, column = divmod(int(value.argmax()), len(places.at))
        if passes or column in reached:
            return row, column
        reached.add(column)
        far = way_round(here, complex(places.at[column]), top.obstacles(frame, max(moves)))
        value[far > lengths, column] = -np.inf


def _reached(here: complex, goals: Sequence[complex], lengths: Iterable[int]) -> Spots:
    """Here, and as far towards each goal as each length allows; what the longest reaches is there once."""
    ways = np.array([here, *goals]) - here
    long = np.maximum(np.abs(ways), TOUCH)
    moves = np.array(sorted({one for one in lengths if one}, reverse=True) or [0])
    share = moves[:, None] / long
    is_new = share < 1
    is_new[0] = True
    found: Spots = here + (ways * np.minimum(share, 1.0))[is_new]
    return found


def _goals(top: TableTop, here: complex, enemies: Sequence[FramePlayed]) -> list[complex]:
    """Beside each station, behind the nearest pieces of cover, at the edges of ranges, and all around."""
    rules = top.rules
    width = 2 * rules.radius
    goals = [at + direction(here - at) * (width + _BESIDE) for at in top.station_spots]
    goals += [here + way for way in _AROUND]
    if enemies:
        nearest = min((top.place(one) for one in enemies), key=lambda at: abs(at - here))
        covers = sorted(top.discs, key=lambda disc: abs(disc[0] - here))[:_NEAREST_COVER]
        goals += [at + direction(at - nearest) * (room + _MARGIN) for at, room in covers]
        way = direction(here - nearest)
        edges = (rules.arm - _MARGIN, rules.arm + _MARGIN, rules.ruler - _MARGIN, rules.ruler + _MARGIN)
        goals += [nearest + way * (edge + width) for edge in edges]
    return goals


def _worth(
    top: TableTop,
    frame: FramePlayed,
    enemies: Sequence[FramePlayed],
    to_station: Floats,
    distance: Floats,
    covered: Bools,
) -> Floats:
    weights, mine = top.weights(frame.side), top.sides[frame.side].per_asset
    worth: Floats = (to_station <= top.rules.arm) @ np.array(_stations_worth(top, frame, weights))
    unit = _PER_UNIT * mine
    others = [row for row, one in enumerate(top.stations) if one.holder != frame.side]
    if weights.advance and others:
        worth -= weights.advance * unit * to_station[:, others].min(axis=1)
    if enemies:
        nearest = distance.min(axis=1)
        if weights.close:
            worth -= weights.close * unit * nearest
        if weights.range:
            over, to = frame.dice.best.over, frame.dice.best.to
            off = np.abs(nearest - np.minimum(np.maximum(nearest, over), to))
            worth -= weights.range * unit * off
        if weights.shelter:
            a_system = weights.shelter * mine / max(1, frame.life)
            worth -= a_system * _danger(top, frame, enemies, distance, covered)
    return worth


def needs_guard(top: TableTop, frame: FramePlayed, station: complex) -> bool:
    """Whether an enemy may reach it while no friend guards it."""
    if top.nearest(station, top.against(frame.side)) > top.rules.ruler:
        return False
    friends = [one for one in top.of_side(frame.side) if one is not frame]
    return top.nearest(station, friends) > top.rules.arm


def is_open(top: TableTop, frame: FramePlayed, station: complex) -> bool:
    """Whether no enemy stands beside it."""
    return top.nearest(station, top.against(frame.side)) > top.rules.arm


def _stations_worth(top: TableTop, frame: FramePlayed, weights: Weights) -> list[float]:
    """What it is worth to stand beside each station: to seize it, to contest it, or to guard it."""
    points, found = top.sides[frame.side].per_asset + max(top.stakes[frame.side]), []
    for station, at in zip(top.stations, top.station_spots, strict=True):
        if station.holder != frame.side:
            gain = weights.seize * top.points_of(station, frame.side)
            found.append(gain * (1.0 if is_open(top, frame, at) else 0.3))
        else:
            found.append(weights.guard * points / 2 if needs_guard(top, frame, at) else 0.0)
    return found


def _danger(
    top: TableTop, frame: FramePlayed, enemies: Sequence[FramePlayed], distance: Floats, covered: Bools
) -> Floats:
    """The damage that all enemies together are feared to do here: by range, and cover against them."""
    feared = np.array([enemy.dice.feared[frame.dice.defends] for enemy in enemies])
    # Cover halves what hits, but at arm's length; beyond the longest range nobody hits anything.
    at_range, damage = np.where(covered, 0.5, 1.0), np.zeros(distance.shape)
    for column, (_, _, to) in reversed(list(enumerate(top.rules.reaches))):
        here = feared[:, column] * at_range if column else feared[:, 0]
        damage = np.where(distance <= to, here, damage)
    found: Floats = damage.sum(axis=1)
    return found
