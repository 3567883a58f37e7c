"""A part without a file, drawn from its outline: a convex body with studs on it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.geometry.mesh import Mesh
from ldraw_tools.geometry.normals import face_normals
from ldraw_tools.measuring.hulls import farthest_in_ways, hull_2d
from ldraw_tools.measuring.shapes import Points, Shape
from ldraw_tools.reading.lines import EDGE, INHERIT

Corners = NDArray[np.intp]

# Outlines have some dozens of corners; more are thinned, for finding faces takes their square.
_MOST_CORNERS = 300
# Faces that bend less than round primitives do are round, less than this one face.
_ROUND, _FLAT = np.cos(np.radians(24.0)), np.cos(np.radians(2.0))
_STUD_RADIUS, _STUD_HEIGHT, _STUD_SIDES = 6.0, 4.0, 16


def stand_in(shape: Shape, studs: Sequence[tuple[Points, Points]]) -> Mesh | None:
    """`studs` are turns (3, 3) and the places (n, 3) where one stands so; None for what has no extent."""
    body = shape.body if studs else shape.points()
    pieces = [mesh for mesh in (_body(body if len(body) else shape.points()),) if mesh is not None]
    pieces += [_studs(turn, places) for turn, places in studs if len(places)]
    return _joined(pieces) if pieces else None


def _body(points: Points) -> Mesh | None:
    points = np.unique(np.round(points, 2), axis=0)
    if len(points) < 3:
        return None
    low, high = points.min(axis=0), points.max(axis=0)
    thin = int(np.argmin(high - low))
    if (high - low)[thin] < 0.02:
        return _sheet(points, thin)
    if len(points) > _MOST_CORNERS:
        points = points[farthest_in_ways(points, _MOST_CORNERS)]
    faces = hull_faces(points)
    if not len(faces):
        return None
    return _mesh_of(points, faces)


def _sheet(points: Points, thin: int) -> Mesh | None:
    """A flat outline, seen from both sides."""
    plan = hull_2d(np.delete(points, thin, axis=1))
    if len(plan) < 3:
        return None
    ring = np.insert(plan, thin, points[0, thin], axis=1)
    fan = np.array([ring[[0, i, i + 1]] for i in range(1, len(ring) - 1)])
    edges = np.stack((ring, np.roll(ring, -1, axis=0)), axis=1)
    return _mesh(fan, edges, np.empty((0, 4, 3)), two_sided=True)


def hull_faces(points: Points) -> Corners:
    """(n, 3) rows of the corners of each triangle of the hull, wound counter-clockwise from outside."""
    extent = float(np.ptp(points, axis=0).max()) or 1.0
    # With points in one plane, rounding decides the hull; moving them a little makes it stable.
    wobble = np.sin(np.arange(points.size).reshape(points.shape) * 12.9898) * 43758.5453 % 1
    cloud = points + (wobble - 0.5) * 1e-5 * extent
    faces = _first_faces(cloud, 1e-4 * extent)
    if faces is None:
        return np.empty((0, 3), np.intp)
    centre = cloud[np.unique(faces)].mean(axis=0)
    normals, offsets = _planes(cloud, faces)
    for place in np.argsort(-np.linalg.norm(cloud - centre, axis=1), kind="stable").tolist():
        if (faces == place).any():
            continue
        above = normals @ cloud[place] > offsets
        if not above.any():
            continue
        seen = faces[above]
        edges = {(a, b) for face in seen.tolist() for a, b in _sides(face)}
        rim = sorted((a, b) for a, b in edges if (b, a) not in edges)
        new = np.array([(a, b, place) for a, b in rim], np.intp).reshape(-1, 3)
        new_normals, new_offsets = _planes(cloud, new)
        faces = np.concatenate((faces[~above], new))
        normals = np.concatenate((normals[~above], new_normals))
        offsets = np.concatenate((offsets[~above], new_offsets))
    return faces


def _sides(face: list[int]) -> list[tuple[int, int]]:
    a, b, c = face
    return [(a, b), (b, c), (c, a)]


def _first_faces(cloud: Points, least: float) -> Corners | None:
    """A tetrahedron of points far apart; None where all lie in a plane."""
    a = int(np.lexsort(cloud.T)[0])
    b = int(np.linalg.norm(cloud - cloud[a], axis=1).argmax())
    along = (cloud[b] - cloud[a]) / max(float(np.linalg.norm(cloud[b] - cloud[a])), 1e-12)
    aside = cloud - cloud[a]
    aside = aside - (aside @ along)[:, None] * along
    c = int(np.linalg.norm(aside, axis=1).argmax())
    normal = np.cross(cloud[b] - cloud[a], cloud[c] - cloud[a])
    length = float(np.linalg.norm(normal))
    if length == 0:
        return None
    heights = (cloud - cloud[a]) @ normal / length
    d = int(np.abs(heights).argmax())
    if abs(heights[d]) < least:
        return None
    if heights[d] > 0:
        b, c = c, b
    return np.array([(a, b, c), (a, d, b), (b, d, c), (c, d, a)], np.intp)


def _planes(cloud: Points, faces: Corners) -> tuple[Points, NDArray[np.float64]]:
    normals, _ = face_normals(cloud[faces])
    return normals, np.einsum("ij,ij->i", normals, cloud[faces[:, 0]]) + 1e-9


def _mesh_of(points: Points, faces: Corners) -> Mesh:
    """The faces with a line where they bend."""
    normals, _ = face_normals(points[faces])
    opposite: dict[tuple[int, int], tuple[int, int]] = {}
    for number, face in enumerate(faces.tolist()):
        for place, side in enumerate(_sides(face)):
            opposite[side] = (number, face[(place + 2) % 3])
    edges, conditionals = [], []
    for (a, b), (number, beyond) in opposite.items():
        if a > b or (b, a) not in opposite:
            continue
        other, other_beyond = opposite[(b, a)]
        bend = float(normals[number] @ normals[other])
        if bend < _ROUND:
            edges.append((a, b))
        elif bend < _FLAT:
            conditionals.append((a, b, beyond, other_beyond))
    return _mesh(
        points[faces],
        points[np.array(edges, np.intp).reshape(-1, 2)],
        points[np.array(conditionals, np.intp).reshape(-1, 4)],
    )


def _studs(turn: Points, places: Points) -> Mesh:
    """Cylinders that stand up from their places (y points down)."""
    angles = np.arange(_STUD_SIDES) * (2 * np.pi / _STUD_SIDES)
    ring = np.column_stack((np.cos(angles), np.zeros(_STUD_SIDES), np.sin(angles))) * _STUD_RADIUS
    top = ring - [0.0, _STUD_HEIGHT, 0.0]
    after, after_top = np.roll(ring, -1, axis=0), np.roll(top, -1, axis=0)
    before_top = np.roll(top, 1, axis=0)
    middle = np.broadcast_to([0.0, -_STUD_HEIGHT, 0.0], ring.shape)
    triangles = np.concatenate(
        (
            np.stack((ring, after, after_top), axis=1),
            np.stack((ring, after_top, top), axis=1),
            np.stack((middle, top, after_top), axis=1),
        )
    )
    edges = np.stack((top, after_top), axis=1)
    edges = np.concatenate((edges, np.stack((ring, after), axis=1)))
    conditionals = np.stack((ring, top, before_top, after_top), axis=1)
    one = _mesh(triangles, edges, conditionals)
    sides = _placed(one.triangles, turn, places)
    if np.linalg.det(turn) < 0:
        sides = sides[:, ::-1]
    return _mesh(sides, _placed(one.edges, turn, places), _placed(one.conditionals, turn, places))


def _placed(shape: Points, turn: Points, places: Points) -> Points:
    turned = shape @ turn.T
    moved: Points = turned[None] + places[:, None, None, :]
    return moved.reshape(-1, *shape.shape[1:])


def _mesh(triangles: Points, edges: Points, conditionals: Points, two_sided: bool = False) -> Mesh:
    return Mesh(
        triangles,
        np.full(len(triangles), INHERIT, np.int64),
        np.full(len(triangles), two_sided, np.bool_),
        edges,
        np.full(len(edges), EDGE, np.int64),
        conditionals,
        np.full(len(conditionals), EDGE, np.int64),
    )


def _joined(meshes: list[Mesh]) -> Mesh:
    if len(meshes) == 1:
        return meshes[0]
    return Mesh(
        np.concatenate([mesh.triangles for mesh in meshes]),
        np.concatenate([mesh.colours for mesh in meshes]),
        np.concatenate([mesh.two_sided for mesh in meshes]),
        np.concatenate([mesh.edges for mesh in meshes]),
        np.concatenate([mesh.edge_colours for mesh in meshes]),
        np.concatenate([mesh.conditionals for mesh in meshes]),
        np.concatenate([mesh.conditional_colours for mesh in meshes]),
    )
