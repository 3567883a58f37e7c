"""Where the weight of a model certainly falls, and whether that is outside of what it stands on."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np

from ldraw_tools.measuring.hulls import hull_2d, reduce_points
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.solids.clashes import is_rigid
from ldraw_tools.solids.firmness import foreign_editor
from ldraw_tools.solids.placements import PlacedPart, PlacedParts
from ldraw_tools.solids.solid import Solid, Solids

# How much of what is drawn as plastic is plastic, and how far its middle may be from where it is drawn.
_LIGHTEST, _HEAVIEST, _ASTRAY, _STUDIO_ASTRAY = 0.5, 1.5, 3.0, 24.0
# For a part without a file only its box is known.
_EMPTIEST = 0.02
_DENSE = re.compile(
    r"\b(weight|weighted|magnet|metal|metallic|electric|motor|battery|train)\b", re.IGNORECASE
)
_DENSEST = 10.0
# The feet of real models are level within half a plate, and a model may lean before it stands still.
_LEVEL, _LEAN = 4.0, 0.1
_MOST_CROSSINGS = 100_000


class Tipping(NamedTuple):
    """By how many LDU the weight is outside of the feet at least, to which side (x, z), and the feet."""

    by: float
    direction: tuple[float, float]
    feet: tuple[int, ...]


def find_tipping(parts: PlacedParts, solids: Solids, slack: float) -> Tipping | None:
    """How far the weight certainly is outside; None where it may well be inside."""
    if not parts.is_whole or parts.unknown or not len(parts):
        return None
    feet, standing = _feet(parts)
    low, high, least, most = _weights(parts, solids)
    angles = np.arange(72) * (np.pi / 36)
    best: Tipping | None = None
    for way in np.column_stack([np.cos(angles), np.sin(angles)]):
        nearest = low @ np.maximum(way, 0.0) + high @ np.minimum(way, 0.0)
        by = _least_mean(nearest, least, most) - float((feet @ way).max())
        if by > slack and (best is None or by > best.by):
            best = Tipping(by, (float(way[0]), float(way[1])), standing)
    return best


def _feet(parts: PlacedParts) -> tuple[Points, tuple[int, ...]]:
    """The outline (m, 2) of all that may touch the table, which no foot reaches out of, and its parts."""
    low = np.min([part.points.min(axis=0) for part in parts], axis=0)
    high = np.max([part.points.max(axis=0) for part in parts], axis=0)
    floor = float(high[1]) - _LEVEL - _LEAN * float(np.hypot(high[0] - low[0], high[2] - low[2]))
    standing = tuple(index for index, part in enumerate(parts) if part.points[:, 1].max() >= floor)
    return hull_2d(np.concatenate([_below(parts[index].points, floor) for index in standing])), standing


def _below(points: Points, floor: float) -> Points:
    """Corners, seen from above, of the part of a hull that is below a height."""
    points = reduce_points(points)
    low, high = points[points[:, 1] >= floor], points[points[:, 1] < floor]
    if len(low) * len(high) > _MOST_CROSSINGS:
        return points[:, [0, 2]]
    # Every line from a corner above to one below crosses the height inside the hull.
    share = (floor - low[:, None, 1]) / (high[None, :, 1] - low[:, None, 1])
    crossing = low[:, None] + share[:, :, None] * (high[None] - low[:, None])
    return np.concatenate([low, crossing.reshape(-1, 3)])[:, [0, 2]]


def _weights(parts: PlacedParts, solids: Solids) -> tuple[Points, Points, Points, Points]:
    """For each part a box (x, z) that its middle is in, low and high, and its least and most weight."""
    keys = {part.node: parts.assembly.nodes[part.node].key for part in parts if part.facts is not None}
    made = solids.fetch(keys.values())
    astray = _STUDIO_ASTRAY if foreign_editor(parts.assembly.document) else _ASTRAY
    rows = [_weight(part, made.get(keys.get(part.node, "")), astray) for part in parts]
    low, high, least, most = (np.array(column) for column in zip(*rows, strict=True))
    return low[:, [0, 2]], high[:, [0, 2]], least, most


def _weight(part: PlacedPart, solid: Solid | None, astray: float) -> tuple[Points, Points, float, float]:
    low, high = part.points.min(axis=0), part.points.max(axis=0)
    dense = _DENSEST if part.facts is not None and _DENSE.search(part.facts.title) else 1.0
    if solid is not None and solid.grid.volume > 0 and dense == 1.0 and is_rigid(part.matrix):
        middle = part.matrix[:, :3] @ solid.grid.centroid + part.matrix[:, 3]
        volume = solid.grid.volume
        return middle - astray, middle + astray, _LIGHTEST * volume, _HEAVIEST * volume
    box = float(np.prod(np.maximum(high - low, 1.0)))
    return low, high, _EMPTIEST * box, dense * box


def _least_mean(places: Points, least: Points, most: Points) -> float:
    """The least mean of places whose weights may be anything from least to most."""
    order = np.argsort(places)
    places, least, most = places[order], least[order], most[order]
    # The near ones as heavy as they can be, the far ones as light.
    weight = np.concatenate([[0.0], np.cumsum(most)]) + np.concatenate([np.cumsum(least[::-1])[::-1], [0.0]])
    moment = np.concatenate([[0.0], np.cumsum(most * places)]) + np.concatenate(
        [np.cumsum((least * places)[::-1])[::-1], [0.0]]
    )
    return float((moment / weight).min())
