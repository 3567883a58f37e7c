"""Smooth normals for meshes that have none: round where the part is round, creased at its edges."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.geometry.mesh import Mesh
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading.array_columns import are_among

Normals = NDArray[np.float32]
_Ids = NDArray[np.int64]

# Corners nearer than this are one: files round to thousandths, and placing scales that up.
_SAME_PLACE = 0.04
# Off the grid on which coordinates lie, so that rounding doesn't part what belongs together.
_OFF_GRID = 0.2718
# Facets of round primitives meet at 22.5 or, coarse ones, 45 degrees.
_ROUND = np.cos(np.radians(50.0))
_TINY = 1e-12
# Beside the fields of a mesh, as a cached property would be.
_KEPT = "corner_normals"


def corner_normals(meshes: Sequence[Mesh]) -> list[Normals]:
    """For each mesh the unit normals (n, 3, 3) of its triangles' corners, pointing outwards.

    Triangles share a normal across an edge that no line marks and that bends little; those of files
    that promise no winding are flat. Each mesh keeps its own: pictures, pages and exports of a model ask
    for the same.
    """
    new = [mesh for mesh in {id(mesh): mesh for mesh in meshes}.values() if _KEPT not in vars(mesh)]
    for mesh, normals in zip(new, _found(new), strict=True):
        # Not a view of all of them, which would stay as long as one of the meshes.
        vars(mesh)[_KEPT] = normals.copy()
    return [vars(mesh)[_KEPT] for mesh in meshes]


def _found(meshes: Sequence[Mesh]) -> list[Normals]:
    """All of them at once: most have few triangles."""
    counts = [len(mesh.triangles) for mesh in meshes]
    if not sum(counts):
        return [np.empty((0, 3, 3), np.float32) for _ in meshes]
    triangles = np.concatenate([mesh.triangles for mesh in meshes])
    owners = np.repeat(np.arange(len(meshes)), counts)
    flat, areas = face_normals(triangles)
    corners = _place_ids(triangles, owners)
    lines = np.concatenate([mesh.edges for mesh in meshes])
    line_owners = np.repeat(np.arange(len(meshes)), [len(mesh.edges) for mesh in meshes])
    creases = _pair_ids(_place_ids(lines, line_owners))
    smoothed = ~np.concatenate([mesh.two_sided for mesh in meshes]) & (areas > _TINY)
    group = _corner_groups(corners, flat, smoothed, creases)
    normals = _summed(flat, _angles(triangles), group)
    return np.split(normals, np.cumsum(counts)[:-1])


def face_normals(triangles: Points) -> tuple[Points, NDArray[np.float64]]:
    """Unit normals (n, 3), zero where a triangle has no area, and twice the areas (n,)."""
    a = triangles[:, 1] - triangles[:, 0]
    b = triangles[:, 2] - triangles[:, 0]
    normals = np.empty_like(a)
    normals[:, 0] = a[:, 1] * b[:, 2] - a[:, 2] * b[:, 1]
    normals[:, 1] = a[:, 2] * b[:, 0] - a[:, 0] * b[:, 2]
    normals[:, 2] = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    areas = np.sqrt(np.einsum("ij,ij->i", normals, normals))
    normals /= np.maximum(areas, _TINY)[:, None]
    return normals, areas


def _place_ids(corners: Points, owners: NDArray[np.intp]) -> _Ids:
    """(n, k) of (n, k, 3) corners: equal for corners at one place of one mesh, different for others."""
    steps = np.floor(corners * (1 / _SAME_PLACE) + _OFF_GRID).astype(np.int64)
    # Numbers that wrap around: a hash, and one that falls together by chance smooths one corner too many.
    ids: _Ids = steps[..., 0] * 73856093 + owners[:, None] * 6700417
    ids = (ids ^ (ids >> 17)) * 19349663 + steps[..., 1]
    ids = (ids ^ (ids >> 17)) * 83492791 + steps[..., 2]
    ids *= 2654435761
    return ids


def _pair_ids(ends: _Ids) -> _Ids:
    """(n,) of (n, 2) places: the same for both directions of an edge."""
    low, high = ends.min(axis=1), ends.max(axis=1)
    ids: _Ids = low * 1000003 + (high ^ (high >> 21))
    return ids


def _corner_groups(
    corners: _Ids, flat: Points, smoothed: NDArray[np.bool_], creases: _Ids
) -> NDArray[np.intp]:
    """For each corner (3n,) the first one it shares its normal with."""
    n = len(corners)
    rows = np.arange(3 * n).reshape(n, 3)
    places = corners.reshape(-1)
    start, end = rows[smoothed].reshape(-1), np.roll(rows, -1, axis=1)[smoothed].reshape(-1)
    edges = _pair_ids(np.column_stack((places[start], places[end])))
    order = np.argsort(edges, kind="stable")
    edges = edges[order]
    # Edges of exactly two triangles.
    new = np.ones(len(edges) + 1, np.bool_)
    new[1:-1] = edges[1:] != edges[:-1]
    firsts = np.flatnonzero(new[:-1] & ~new[1:]) if len(edges) else np.empty(0, np.intp)
    firsts = firsts[new[firsts + 2]]
    one, other = order[firsts], order[firsts + 1]
    bend = np.einsum("ij,ij->i", flat[start[one] // 3], flat[start[other] // 3])
    # Neighbours wound alike run along their edge in opposite directions.
    good = (bend > _ROUND) & (places[start[one]] == places[end[other]])
    good &= ~are_among(edges[firsts], creases)
    one, other = one[good], other[good]
    pairs = np.concatenate(
        (np.column_stack((start[one], end[other])), np.column_stack((end[one], start[other])))
    )
    return _connected(3 * n, pairs)


def _connected(n: int, pairs: NDArray[np.intp]) -> NDArray[np.intp]:
    """For each of n things the least of those it is connected with."""
    label = np.arange(n)
    one, other = pairs.T
    while True:
        least = np.minimum(label[one], label[other])
        before = label.copy()
        np.minimum.at(label, one, least)
        np.minimum.at(label, other, least)
        label = label[label]
        if np.array_equal(label, before):
            return label


def _angles(triangles: Points) -> NDArray[np.float64]:
    """(n, 3): how wide each corner is, so that how a face is cut into triangles doesn't matter."""
    ways = np.roll(triangles, -1, axis=1) - triangles
    ways /= np.maximum(np.sqrt(np.einsum("ijk,ijk->ij", ways, ways)), _TINY)[:, :, None]
    cosines = -np.einsum("ijk,ijk->ij", ways, np.roll(ways, 1, axis=1))
    angles: NDArray[np.float64] = np.arccos(np.clip(cosines, -1, 1))
    return angles


def _summed(flat: Points, angles: NDArray[np.float64], group: NDArray[np.intp]) -> Normals:
    n = len(flat)
    weights = angles.reshape(-1)
    face = np.repeat(np.arange(n), 3)
    sums = np.empty((3 * n, 3))
    for axis in range(3):
        sums[:, axis] = np.bincount(group, flat[face, axis] * weights, 3 * n)[group]
    lengths = np.sqrt(np.einsum("ij,ij->i", sums, sums))
    bad = lengths < 1e-6
    sums /= np.where(bad, 1, lengths)[:, None]
    sums[bad] = flat[face[bad]]
    return sums.reshape(n, 3, 3).astype(np.float32)
