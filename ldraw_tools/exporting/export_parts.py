"""Geometry for other programs, in their units and axes: each part in each colour, and its copies."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.geometry.normals import Normals, corner_normals, face_normals
from ldraw_tools.geometry.pieces import Pieces
from ldraw_tools.geometry.texture_codes import moved_codes
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.rendering.textures import in_colour_of, on_meshes, texture_codes_in, with_spots
from ldraw_tools.units import MM_PER_LDU

Faces = NDArray[np.int64]

# How much a placement may differ from pure rotation and scaling and still count as that.
_SKEW = 0.002
# Corners nearer than this are one, in LDraw units; likewise normals and texture coordinates.
_SAME_PLACE, _SAME_WAY, _SAME_SPOT = 0.001, 0.01, 1e-5
_MIXED = np.array([73856093, 19349663, 83492791, 2654435761, 1000003, 6700417, 15485863, 32452843])


class LengthUnit(StrEnum):
    METRES = "m"
    MILLIMETRES = "mm"
    LDU = "ldu"


class Up(StrEnum):
    Y = "y"
    Z = "z"


_PER_LDU = {LengthUnit.METRES: MM_PER_LDU / 1000, LengthUnit.MILLIMETRES: MM_PER_LDU, LengthUnit.LDU: 1.0}
# The front, which looks along -z in LDraw, looks along +z where y is up and along -y where z is up.
_TURNS = {
    Up.Y: np.array([[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]]),
    Up.Z: np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]]),
}


def world(unit: LengthUnit, up: Up) -> Points:
    """(3, 3): from LDraw units and axes to those."""
    return _TURNS[up] * _PER_LDU[unit]


class ColourBody(NamedTuple):
    """Triangles of one colour: corners and normals (n, 3), triangles (m, 3) by the rows of those.

    `spots` (n, 2) are the corners' places on the picture of a textured colour, from its upper left.
    """

    corners: Points
    normals: Normals
    faces: Faces
    code: int
    two_sided: bool
    spots: Points | None = None


class PartShape(NamedTuple):
    """A part: bodies by colour, where 16 takes that of the copy; lines (n, 2, 3)."""

    key: str
    bodies: tuple[ColourBody, ...]
    edges: Points


class PartCopy(NamedTuple):
    """One piece: which shape, in which colour, where (4, 4)."""

    shape: int
    code: int
    matrix: Points


class Parts(NamedTuple):
    shapes: list[PartShape]
    copies: list[PartCopy]


def export_parts(pieces: Pieces, *, textures: bool = False) -> Parts:
    """Every piece as a copy; those skewed, squashed flat or turned inside out as shapes of their own.

    Without `textures` all colours are plain.
    """
    pieces = on_meshes(pieces) if textures else pieces.without_textures()
    normals = corner_normals(pieces.meshes)
    shapes = [_shape(pieces, mesh, normals[mesh], np.eye(3, 4), False) for mesh in range(len(pieces.meshes))]
    copies = []
    for place in range(len(pieces)):
        mesh, code = int(pieces.mesh[place]), int(pieces.colours[place])
        matrix = None if pieces.inverted[place] else _straight(pieces.matrices[place])
        if matrix is not None:
            copies.append(PartCopy(mesh, code, matrix))
            continue
        turned_out = bool(pieces.inverted[place])
        shapes.append(_shape(pieces, mesh, normals[mesh], pieces.matrices[place], turned_out))
        copies.append(PartCopy(len(shapes) - 1, code, np.eye(4)))
    return Parts(shapes, copies)


def _straight(matrix: Points) -> Points | None:
    """The nearest placement (4, 4) that only rotates and scales along axes; None if that differs too much."""
    turn = matrix[:, :3]
    sizes = np.sqrt((turn * turn).sum(axis=0))
    if sizes.min() < 1e-6 or not np.isfinite(matrix).all():
        return None
    left, _, right = np.linalg.svd(turn / sizes)
    nearest = left @ right
    if np.linalg.det(nearest) < 0:
        # glTF mirrors with a negative scale.
        nearest[:, 0] *= -1
        sizes[0] *= -1
    straight = nearest * sizes
    if np.abs(straight - turn).max() > _SKEW * np.abs(sizes).max():
        return None
    whole = np.eye(4)
    whole[:3, :3], whole[:3, 3] = straight, matrix[:, 3]
    return whole


def _shape(pieces: Pieces, mesh: int, normals: Normals, matrix: Points, inside_out: bool) -> PartShape:
    """A mesh as it is, or already moved if its placement can't be written."""
    found = pieces.meshes[mesh]
    triangles, edges = _moved(found.triangles, matrix), _moved(found.edges, matrix)
    is_moved = not np.array_equal(matrix, np.eye(3, 4))
    if is_moved and (np.linalg.det(matrix[:, :3]) < 0) ^ inside_out:
        triangles = triangles[:, ::-1]
    flat, areas = face_normals(triangles)
    if is_moved:
        normals = np.repeat(flat[:, None], 3, axis=1).astype(np.float32)
    good = (areas > 1e-9) & np.isfinite(triangles).all(axis=(1, 2))
    codes = moved_codes(found.colours, _repeated(matrix, found.colours)) if is_moved else found.colours
    return PartShape(
        pieces.keys[mesh],
        tuple(_bodies(triangles, normals, codes, found.two_sided, good)),
        edges[np.isfinite(edges).all(axis=(1, 2))],
    )


def _moved(corners: Points, matrix: Points) -> Points:
    moved: Points = np.einsum("ij,nkj->nki", matrix[:, :3], corners) + matrix[:, 3]
    return moved


def _repeated(matrix: Points, each: NDArray[np.int64]) -> Points:
    return np.broadcast_to(matrix, (len(each), 3, 4))


def _bodies(
    triangles: Points,
    normals: Normals,
    codes: NDArray[np.int64],
    two_sided: NDArray[np.bool_],
    good: NDArray[np.bool_],
) -> Iterator[ColourBody]:
    for code in np.unique(codes[good]).tolist():
        for open_ in (False, True):
            chosen = good & (codes == code) & (two_sided == open_)
            if chosen.any():
                yield _body(triangles[chosen], normals[chosen], code, open_)


def _body(triangles: Points, normals: Normals, code: int, two_sided: bool) -> ColourBody:
    spots = None
    if code in texture_codes_in(np.array([code])):
        laid = with_spots(triangles, normals, code)
        triangles, normals, spots = laid.corners, laid.normals.astype(np.float32), laid.spots.reshape(-1, 2)
    corners, ways = triangles.reshape(-1, 3), normals.reshape(-1, 3).copy()
    # Programs refuse a corner without a normal.
    ways[np.square(ways).sum(axis=1) < 0.25] = (0, -1, 0)
    rows = [np.rint(corners / _SAME_PLACE), np.rint(ways / _SAME_WAY)]
    rows += [] if spots is None else [np.rint(spots / _SAME_SPOT)]
    first, inverse = _distinct(np.concatenate(rows, axis=1).astype(np.int64))
    faces = inverse.reshape(-1, 3)
    faces = faces[(faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])]
    where = None if spots is None else spots[first]
    return ColourBody(corners[first], ways[first], faces.astype(np.int64), code, two_sided, where)


def _distinct(rows: NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The distinct rows, and for each row which of them it equals."""
    # Rows are compared by a hash and then checked; sorting whole rows takes ten times as long.
    mixed = rows @ _MIXED[: rows.shape[1]]
    _, first, inverse = np.unique(mixed ^ (mixed >> 29), return_index=True, return_inverse=True)
    if not np.array_equal(rows[first][inverse], rows):
        _, first, inverse = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    return first, inverse.reshape(-1)


def colour_of(body: ColourBody, copy: PartCopy) -> int:
    return in_colour_of(body.code, copy.code)
