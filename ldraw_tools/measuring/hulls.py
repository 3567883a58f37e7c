"""Convex hulls: the few points of a cloud that decide how far it reaches in every direction."""

from functools import cache
from itertools import permutations, product

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ldraw_tools.reading.array_columns import distinct

Points = NDArray[np.float64]
Rows = NDArray[np.intp]
Mask = NDArray[np.bool_]
Place = tuple[float, float]

# More points than it pays to sort, and more tests than should be made without looking at what they yield.
MANY, MANY_TESTS = 10_000, 500_000
# Fewer points of a plane than this are not worth sorting out before their outline is found.
FEW = 100
# Numbers to compute at a time: few enough for the cache, and for BLAS not to wake other threads.
BLOCK = 80_000
# Of a cloud one across: distances that are noise, and how far a computed volume may be off.
NOISE, ROUNDING = 1e-11, 5e-16
# Away from the axes and diagonals of any grid, to choose among points that reach equally far.
OBLIQUE = np.array((0.61803, 0.41421, 0.27016))
# Directions from a cube's middle to its faces, edges and corners (26, 3).
SWEEP = np.array([way for way in product((-1.0, 0.0, 1.0), repeat=3) if any(way)])


def farthest_in_ways(points: Points, number: int) -> NDArray[np.intp]:
    """Which of (n, 3) points reach farthest in some directions, evenly spread over the sphere."""
    places = np.arange(number)
    up, around = 1 - 2 * (places + 0.5) / number, places * np.pi * (3 - np.sqrt(5))
    flat = np.sqrt(1 - up**2)
    ways = np.column_stack((flat * np.cos(around), up, flat * np.sin(around)))
    step = max(1, BLOCK // max(1, len(points)))
    columns = np.ascontiguousarray(points.T)
    blocks = [(ways[start : start + step] @ columns).argmax(axis=1) for start in range(0, number, step)]
    return distinct(np.concatenate(blocks))


def support(points: ArrayLike, direction: ArrayLike) -> float:
    """How far (n, k) points reach along a (k,) direction."""
    return float(np.max(np.asarray(points, np.float64) @ np.asarray(direction, np.float64)))


def hull_2d(points: ArrayLike) -> Points:
    """The (m, 2) corners of the convex hull of (n, 2) points, anticlockwise from the leftmost."""
    cloud = np.asarray(points, np.float64).reshape(-1, 2)
    if len(cloud) > FEW:
        cloud = cloud[~_well_inside(cloud)]
    return cloud[_outline(cloud)]


def _well_inside(cloud: Points) -> Mask:
    """Which of (n, 2) points lie, beyond any doubt, inside the outline of the outermost in 16 directions."""
    angles = np.arange(16) * (np.pi / 8)
    ways = np.column_stack([np.cos(angles), np.sin(angles)])
    # Of a million points in all directions at once there would be 128 MB.
    step = max(1, 16 * BLOCK // max(1, len(cloud)))
    outermost = [(ways[at : at + step] @ cloud.T).argmax(axis=1) for at in range(0, 16, step)]
    ring = cloud[sorted(set(np.concatenate(outermost).tolist()))]
    ring = ring[_outline(ring)]
    if len(ring) < 3:
        return np.zeros(len(cloud), bool)
    doubt = NOISE * float(np.ptp(ring, axis=0).max()) ** 2
    inside = np.ones(len(cloud), bool)
    x, y = cloud.T
    for (ax, ay), (bx, by) in zip(ring.tolist(), np.roll(ring, -1, axis=0).tolist(), strict=True):
        inside &= (bx - ax) * (y - ay) - (by - ay) * (x - ax) > doubt
    return inside


def reduce_points(points: ArrayLike, tolerance: float = 0.001) -> Points:
    """Those (m, 3) of (n, 3) points that span the same convex hull, within tolerance in every direction.

    A point is left out only on proof that the others span it: where rounding or haste spoils the
    proof, the answer has rows too many, never too few.
    """
    cloud = np.array(points, np.float64).reshape(-1, 3)
    if len(cloud) < 2:
        return cloud
    with np.errstate(all="ignore"):
        low = cloud.min(axis=0)
        extent = float(np.max(cloud.max(axis=0) - low))
        if extent == 0 or not np.isfinite(extent):
            return cloud[:1] if extent == 0 else cloud
        if len(cloud) < MANY:
            cloud = _ends_of_axis_lines(cloud)
        return cloud[_spanning((cloud - low) / extent, max(tolerance / extent, NOISE))]


def _outline(cloud: Points) -> Rows:
    """Rows of the corners of the hull of (n, 2) points, anticlockwise from the leftmost."""
    order = np.lexsort((cloud[:, 1], cloud[:, 0]))
    ends = order[_ends_of_runs(cloud[order, 0])]
    row_of: dict[Place, int] = {(x, y): row for (x, y), row in zip(cloud[ends].tolist(), ends, strict=True)}
    places = list(row_of)
    if len(places) > 2:
        places = _lower_side(places)[:-1] + _lower_side(places[::-1])[:-1]
    return np.array([row_of[place] for place in places], np.intp)


def _ends_of_runs(values: NDArray[np.generic]) -> Mask:
    """Which of the (n,) sorted values are the first or the last of their like."""
    new = np.ones(len(values) + 1, bool)
    new[1:-1] = values[1:] != values[:-1]
    return new[:-1] | new[1:]


def _lower_side(ordered: list[Place]) -> list[Place]:
    """The lower side of the hull of sorted places; of places sorted backwards, the upper."""
    side: list[Place] = []
    for x, y in ordered:
        while len(side) > 1:
            (ax, ay), (bx, by) = side[-2:]
            if (bx - ax) * (y - ay) > (by - ay) * (x - ax):
                break
            side.pop()
        side.append((x, y))
    return side


def _without_slight_bends(ring: Points, slack: float) -> list[int]:
    """Positions in an (m, 2) outline that suffice when the rest may be within slack of their chords."""
    kept = [0]
    places = [complex(x, y) for x, y in ring.tolist()]
    for end in range(2, len(places) + 1):
        start, chord = places[kept[-1]], places[end % len(places)] - places[kept[-1]]
        for place in places[kept[-1] + 1 : end]:
            along = ((place - start) * chord.conjugate()).real / (abs(chord) ** 2 or 1.0)
            if abs(place - start - chord * min(max(along, 0.0), 1.0)) > slack:
                kept.append(end - 1)
                break
    return kept


def _ends_of_axis_lines(cloud: Points) -> Points:
    """The points, sorted, without repeats and without any between two others on a line along an axis."""
    uniques = [np.unique(column, return_inverse=True) for column in cloud.T]
    values, ranks = [u[0] for u in uniques], [u[1] for u in uniques]
    for axis in range(3):
        one, other = (axis + 1) % 3, (axis + 2) % 3
        line = ranks[one] * len(values[other]) + ranks[other]
        line, rank = np.divmod(np.unique(line * len(values[axis]) + ranks[axis]), len(values[axis]))
        ends = _ends_of_runs(line)
        ranks[axis] = rank[ends]
        ranks[one], ranks[other] = np.divmod(line[ends], len(values[other]))
    return np.column_stack([value[rank] for value, rank in zip(values, ranks, strict=True)])


def _spanning(cloud: Points, slack: float) -> Rows:
    """Rows that span the (n, 3) cloud within slack, whether it is a point, a line, flat or a body."""
    arms = cloud - cloud[0]
    lengths = np.sqrt(np.sum(arms * arms, axis=1))
    far = int(lengths.argmax())
    if lengths[far] <= slack:
        return np.array([0])
    ahead = arms[far] / lengths[far]
    x = arms @ ahead
    rest = arms - x[:, None] * ahead
    distances = np.sqrt(np.sum(rest * rest, axis=1))
    side = int(distances.argmax())
    if distances[side] <= slack / 2:
        return np.array(sorted({int(x.argmin()), int(x.argmax())}))
    aside = rest[side] / distances[side]
    y, z = arms @ aside, arms @ np.cross(ahead, aside)
    if np.abs(z).max() <= slack / 3:
        plan = np.column_stack((x, y))
        outline = _outline(plan)
        return np.sort(outline[_without_slight_bends(plan[outline], slack / 2)])
    # Hulls survive stretching, and in a body stretched to a cube thin ones compute as well as thick.
    body = np.column_stack([(along - along.min()) / np.ptp(along) for along in (x, y, z)])
    return _spanning_body(body, slack)


@cache
def _sectors() -> Rows:
    """The 48 triangles that the directions of `SWEEP` form, (48, 3)."""
    ways = SWEEP.tolist()
    return np.array(
        [
            [ways.index(way.tolist()) for way in np.cumsum(np.diag(signs)[list(order)], axis=0)]
            for signs in product((-1.0, 1.0), repeat=3)
            for order in permutations(range(3))
        ]
    )


def _spanning_body(cloud: Points, slack: float) -> Rows:
    """Rows that span the (n, 3) cloud, within slack for the shares in which they make up the others.

    Tetrahedra from the middle to triangles between extreme points cover what need not be kept; while
    points are left, the triangles that face them are split at the highest point above.
    """
    triangles = _farthest(cloud, SWEEP + OBLIQUE / 1e6)[_sectors()]
    kept = np.zeros(len(cloud), bool)
    kept[triangles] = True
    core = cloud[kept].mean(axis=0)
    left, before = np.flatnonzero(~kept), len(cloud)
    while before > len(left) > 2 + np.count_nonzero(kept) // 32:
        before = len(left)
        sound, shares = _shares(cloud[triangles] - core, slack)
        triangles = triangles[sound]
        # At most seven adjustments of a share, none worth more than a diagonal: below slack in all.
        covered, faced = _cover(cloud[left] - core, shares, slack / 16)
        left = left[~covered]
        if before * len(triangles) > MANY_TESTS and len(left) > before * 7 / 8:
            break
        alive = np.concatenate((np.flatnonzero(kept), left))
        triangles, tips = _split(cloud, alive, triangles[faced], shares[:, faced].sum(axis=0), slack / 8)
        kept[tips] = True
        left = left[~kept[left]]
    kept[left] = True
    return np.flatnonzero(kept)


def _shares(arms: Points, slack: float) -> tuple[Mask, Points]:
    """Which of (t, 3, 3) tetrahedra, by their arms, are not too flat, and the (3, 3) inverses of those.

    Inverses come as (3, t, 3): one row for each arm, to be multiplied with a point for its share.
    """
    a, b, c = arms.transpose(1, 2, 0)
    areas = np.array([_cross(b, c), _cross(c, a), _cross(a, b)])
    volumes = np.sum(a * areas[0], axis=0)
    sound = np.abs(volumes) * slack > ROUNDING * 64
    return sound, (areas / volumes)[:, :, sound].transpose(0, 2, 1)


def _split(cloud: Points, alive: Rows, triangles: Rows, outward: Points, slack: float) -> tuple[Rows, Rows]:
    """(3s, 3) parts of those (t, 3) triangles that have a point above, and the (s,) points they split at."""
    normals = outward / np.sqrt(np.sum(outward * outward, axis=1))[:, None]
    highest = alive[_farthest(cloud[alive], normals + OBLIQUE * slack / 8)]
    above = np.sum(normals * (cloud[highest] - cloud[triangles[:, 0]]), axis=1) > slack
    (a, b, c), tips = triangles[above].T, highest[above]
    return np.concatenate([np.column_stack(abc) for abc in ((a, b, tips), (b, c, tips), (c, a, tips))]), tips


def _cross(one: Points, other: Points) -> Points:
    """np.cross of (3, n) coordinates, without its overhead."""
    (ax, ay, az), (bx, by, bz) = one, other
    return np.array([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])


def _farthest(cloud: Points, directions: Points) -> Rows:
    """(d,) for each of (d, 3) directions, the row of the point that reaches farthest."""
    rows = np.empty(len(directions), np.intp)
    step = 1 + BLOCK // len(cloud)
    for start in range(0, len(directions), step):
        rows[start : start + step] = np.argmax(directions[start : start + step] @ cloud.T, axis=1)
    return rows


def _cover(points: Points, shares: Points, slack: float) -> tuple[Mask, Mask]:
    """Which of (n, 3) points are in one of t tetrahedra, and which of those face others.

    The (3, t, 3) shares tell how much of a point is each corner; none may be less than -slack.
    """
    covered, faced = np.zeros(len(points), bool), np.zeros(shares.shape[1], bool)
    for first in range(0, len(faced), 256):
        some = slice(first, first + 256)
        rows = shares[:, some].reshape(-1, 3)
        step = BLOCK // len(rows)
        for start in range(0, len(points), step):
            few = slice(start, start + step)
            a, b, c = (rows @ points[few].T).reshape(3, len(rows) // 3, -1)
            least = np.minimum(np.minimum(a, b), c)
            covered[few] |= np.minimum(least, 1 - a - b - c).max(axis=0) >= -slack
            faced[some] |= np.max(least[:, ~covered[few]], axis=1, initial=-1) >= -slack
    return covered, faced
