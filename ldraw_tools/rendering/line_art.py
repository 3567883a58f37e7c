"""Line art: the edges that are seen as paths, and what they enclose, for pictures that any size suits."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.findings import RefusedError
from ldraw_tools.rendering.camera import Camera
from ldraw_tools.rendering.edges import Around, Samples, Segments, segments
from ldraw_tools.rendering.glass import find_panes
from ldraw_tools.rendering.picture import check_size
from ldraw_tools.rendering.raster import Blocks, Budget, ids_of
from ldraw_tools.rendering.stage import Stage
from ldraw_tools.rendering.surface import DepthRange, draw_opaque

Ring = NDArray[np.float64]
_Flags = NDArray[np.bool_]
_Corner = tuple[int, int]


def rings_around(mask: _Flags, tolerance: float = 0.75) -> list[Ring]:
    """Closed paths (n, 2) of x and y around all of a mask (h, w), holes too; to be filled by even and odd."""
    after = _border_steps(mask)
    rings: list[Ring] = []
    while after:
        start = min(after)
        ring = [start]
        here = start
        while True:
            ways = after[here]
            here_next = ways.pop() if len(ways) == 1 else _turning_most(ring, ways)
            if not ways:
                del after[here]
            here = here_next
            if here == start:
                break
            ring.append(here)
        rings.append(simplify(np.array(ring, np.float64), tolerance))
    return [ring for ring in rings if len(ring) > 2]


def _border_steps(mask: _Flags) -> dict[_Corner, list[_Corner]]:
    """From each corner of a border to the next, what is marked on the right-hand side."""
    padded = np.pad(mask, 1)
    above, below = padded[:-1, 1:-1], padded[1:, 1:-1]
    left, right = padded[1:-1, :-1], padded[1:-1, 1:]
    steps: list[tuple[NDArray[np.intp], int, int, int, int]] = [
        (np.argwhere(below & ~above), 0, 0, 1, 0),
        (np.argwhere(above & ~below), 1, 0, 0, 0),
        (np.argwhere(right & ~left), 0, 1, 0, 0),
        (np.argwhere(left & ~right), 0, 0, 0, 1),
    ]
    after: dict[_Corner, list[_Corner]] = {}
    for places, x0, y0, x1, y1 in steps:
        for y, x in places.tolist():
            after.setdefault((x + x0, y + y0), []).append((x + x1, y + y1))
    return after


def _turning_most(ring: list[_Corner], ways: list[_Corner]) -> _Corner:
    """Where two marked pixels touch at a corner only: stay with the one we came along."""
    (x, y), before = ring[-1], ring[-2] if len(ring) > 1 else ring[-1]
    ahead = x - before[0], y - before[1]
    ways.sort(key=lambda way: ahead[0] * (way[1] - y) - ahead[1] * (way[0] - x))
    return ways.pop()


def simplify(ring: Ring, tolerance: float) -> Ring:
    """A closed path with only the corners it needs to stay within tolerance."""
    if len(ring) < 4:
        return ring
    far = int(np.square(ring - ring[0]).sum(axis=1).argmax())
    kept = {0, far}
    closed = np.concatenate((ring, ring[:1]))
    stack = [(0, far), (far, len(ring))]
    while stack:
        start, end = stack.pop()
        if end - start < 2:
            continue
        chord = closed[end] - closed[start]
        arms = closed[start + 1 : end] - closed[start]
        length = float(np.hypot(*chord))
        if length:
            away = np.abs(arms[:, 0] * chord[1] - arms[:, 1] * chord[0]) / length
        else:
            away = np.hypot(arms[:, 0], arms[:, 1])
        most = int(away.argmax())
        if away[most] > tolerance:
            middle = start + 1 + most
            kept.add(middle)
            stack += [(start, middle), (middle, end)]
    return ring[sorted(kept)]


# Visibility is looked up on a grid: two samples a pixel, fewer where that would be many.
_FINEST, _MOST_SAMPLES = 2.0, 4_000_000
# Paths beyond which no program opens the file any more.
MOST_STROKES = 400_000
# What is shorter is a speck, in pixels.
_SHORTEST = 0.8

Strokes = NDArray[np.float64]


class LineArt(NamedTuple):
    """Paths in pixels: `inner` and `outer` lines, `glass` lines (each a path (n, 2)), and filled areas.

    `whole` is around everything; `areas` by the number of what was asked for.
    """

    inner: list[Ring]
    outer: list[Ring]
    glass: list[Ring]
    whole: list[Ring]
    areas: dict[int, list[Ring]]
    camera: Camera
    pieces: NDArray[np.int64]


@np.errstate(all="ignore")
def draw_lines(stage: Stage, camera: Camera, areas: NDArray[np.intp] | None = None) -> LineArt:
    """`areas` gives each piece of the stage a number; where it isn't negative its area is traced."""
    check_size(*camera.size)
    times = min(_FINEST, (_MOST_SAMPLES / (camera.size[0] * camera.size[1])) ** 0.5)
    fine = camera.magnified(times)
    width, height = fine.size
    if not len(stage.points):
        nothing = np.full(camera.size[::-1], -1, np.int64)
        return LineArt([], [], [], [], {}, camera, nothing)
    budget = Budget.of_picture(*fine.size)
    depths = DepthRange.around(fine.place(stage.points)[2])
    buffer = draw_opaque(stage, fine, depths, budget)
    ids, before = buffer.ids, Blocks(buffer)
    panes = find_panes(stage, fine, depths, buffer, before, budget)
    # Which piece each sample shows, through glass.
    through = np.where(ids >= 0, stage.owner(np.maximum(ids, 0)), -1)
    through[panes.samples] = stage.owner(ids_of(panes.keys))
    around = Around(buffer.keys, width, height, before)
    whole = (through >= 0).reshape(height, width)
    kinds: dict[str, list[Strokes]] = {kind: [np.empty((0, 2, 2))] for kind in ("inner", "outer", "glass")}
    for some in segments(stage, fine, depths, before):
        samples = Samples.of(some, budget)
        strokes, line = _runs(some, samples, samples.shown(samples.seen(around)), times)
        rim, glass = _are_on_rim(strokes, whole, times), stage.is_glass_piece(some.pieces)[line]
        kinds["glass"].append(strokes[glass & ~rim])
        kinds["outer"].append(strokes[rim])
        kinds["inner"].append(strokes[~glass & ~rim])
    if sum(len(part) for parts in kinds.values() for part in parts) > MOST_STROKES:
        raise RefusedError("too many lines for line art; draw a part of the model with --submodel")
    paths = {kind: _joined(_distinct(np.concatenate(parts))) for kind, parts in kinds.items()}
    drawn = through.reshape(height, width)
    return LineArt(
        paths["inner"],
        paths["outer"],
        paths["glass"],
        _rings(whole, times),
        _areas(drawn, areas, times),
        camera,
        _at_size(drawn, camera.size),
    )


def _at_size(drawn: NDArray[np.int64], size: tuple[int, int]) -> NDArray[np.int64]:
    """Whose each pixel of the picture is, from a grid of another size."""
    height, width = drawn.shape
    rows = np.minimum(((np.arange(size[1]) + 0.5) * (height / size[1])).astype(np.intp), height - 1)
    columns = np.minimum(((np.arange(size[0]) + 0.5) * (width / size[0])).astype(np.intp), width - 1)
    shown: NDArray[np.int64] = drawn[rows[:, None], columns[None]]
    return shown


def _rings(mask: NDArray[np.bool_], times: float) -> list[Ring]:
    return [ring / times for ring in rings_around(mask)]


def _areas(pieces: NDArray[np.int64], areas: NDArray[np.intp] | None, times: float) -> dict[int, list[Ring]]:
    if areas is None:
        return {}
    numbers = np.where(pieces >= 0, areas[np.maximum(pieces, 0)], -1)
    found = np.unique(numbers)
    return {int(number): _rings(numbers == number, times) for number in found if number >= 0}


def _runs(
    some: Segments, samples: Samples, seen: NDArray[np.bool_], times: float
) -> tuple[Strokes, NDArray[np.intp]]:
    """The parts of lines that are seen, (n, 2, 2) as ends of x and y in pixels, and the line of each."""
    line = samples.line
    if not len(line):
        return np.empty((0, 2, 2)), np.empty(0, np.intp)
    new = np.ones(len(line), np.bool_)
    new[1:] = line[1:] != line[:-1]
    last = np.ones(len(line), np.bool_)
    last[:-1] = new[1:]
    begins = seen & (new | ~np.concatenate(([False], seen[:-1])))
    ends = seen & (last | ~np.concatenate((seen[1:], [False])))
    first, final = np.flatnonzero(begins), np.flatnonzero(ends)
    which = line[first]
    strokes = np.stack((samples.points(first), samples.points(final)), axis=1)
    # A line that is seen to its end goes there, not to the middle of a pixel.
    corner = np.stack((some.x[:, which].T, some.y[:, which].T), axis=2)
    swapped = np.where(
        np.abs(corner[:, 1, 0] - corner[:, 0, 0]) >= np.abs(corner[:, 1, 1] - corner[:, 0, 1]),
        corner[:, 1, 0] < corner[:, 0, 0],
        corner[:, 1, 1] < corner[:, 0, 1],
    )
    corner[swapped] = corner[swapped][:, ::-1]
    strokes[:, 0] = np.where(new[first][:, None], corner[:, 0], strokes[:, 0])
    strokes[:, 1] = np.where(last[final][:, None], corner[:, 1], strokes[:, 1])
    strokes /= times
    whole = new[first] & last[final]
    long = np.abs(strokes[:, 1] - strokes[:, 0]).max(axis=1) >= np.where(whole, 0.05, _SHORTEST)
    return strokes[long], which[long]


def _are_on_rim(strokes: Strokes, whole: NDArray[np.bool_], times: float) -> NDArray[np.bool_]:
    """Those with nothing on one side of them."""
    height, width = whole.shape
    middle = strokes.mean(axis=1) * times
    way = strokes[:, 1] - strokes[:, 0]
    way /= np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-9)[:, None]
    rim = np.zeros(len(strokes), np.bool_)
    for side in (-2.2, 2.2):
        x = np.rint(middle[:, 0] - way[:, 1] * side - 0.5).astype(np.intp)
        y = np.rint(middle[:, 1] + way[:, 0] * side - 0.5).astype(np.intp)
        inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        rim |= ~inside | ~whole[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)]
    return rim


def _distinct(strokes: Strokes) -> NDArray[np.int64]:
    """In tenths of a pixel, each once whichever way it runs: bricks side by side share their edges."""
    tenths = np.rint(strokes * 10).astype(np.int64)
    swapped = (tenths[:, 0, 0] > tenths[:, 1, 0]) | (
        (tenths[:, 0, 0] == tenths[:, 1, 0]) & (tenths[:, 0, 1] > tenths[:, 1, 1])
    )
    tenths[swapped] = tenths[swapped][:, ::-1]
    flat = tenths.reshape(-1, 4)
    flat = flat[(flat[:, :2] != flat[:, 2:]).any(axis=1)]
    return np.unique(flat, axis=0)


def _joined(strokes: NDArray[np.int64]) -> list[Ring]:
    """Strokes end to end as long paths."""
    at: dict[tuple[int, int], list[int]] = {}
    ends = [((a, b), (c, d)) for a, b, c, d in strokes.tolist()]
    for number, (one, other) in enumerate(ends):
        at.setdefault(one, []).append(number)
        at.setdefault(other, []).append(number)
    used = [False] * len(ends)
    paths = []
    for number, (one, other) in enumerate(ends):
        if used[number]:
            continue
        used[number] = True
        path = _grown([one, other], at, ends, used)
        path = _grown(path[::-1], at, ends, used)
        paths.append(np.array(path, np.float64) / 10)
    return paths


def _grown(
    path: list[tuple[int, int]],
    at: dict[tuple[int, int], list[int]],
    ends: list[tuple[tuple[int, int], tuple[int, int]]],
    used: list[bool],
) -> list[tuple[int, int]]:
    """A path as far as it goes on from its end."""
    while True:
        further = next((number for number in at[path[-1]] if not used[number]), None)
        if further is None:
            return path
        used[further] = True
        one, other = ends[further]
        path.append(other if one == path[-1] else one)
