"""What is drawn: pieces with their paints, given out as batches of triangles and lines to a camera."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.geometry.pieces import Pieces
from ldraw_tools.geometry.texture_codes import FIRST_TEXTURE, plain, with_colour
from ldraw_tools.measuring.shapes import Points, outermost
from ldraw_tools.reading.array_columns import Columns, are_finite, in_batches
from ldraw_tools.reading.lines import INHERIT
from ldraw_tools.records import record
from ldraw_tools.rendering.camera import Planes
from ldraw_tools.rendering.mesh_table import MeshTable
from ldraw_tools.rendering.paint import RGB, Paint, PaintOf

Ids = NDArray[np.int64]
Flags = NDArray[np.bool_]

# Triangles or lines to move at a time.
_AT_ONCE = 60_000
# Corners of pieces that are kept for framing.
_MOST_POINTS = 1_000_000
_LEAST_LDU, _USUAL_LDU, _MOST_LDU = 2.0, 500.0, 200_000.0


@record
class Triangles(Columns):
    """Some triangles as seen: `ids` (n,) for the stage, places (n, 3, 3), paints (n,).

    `turned` are wound clockwise where they are: mirrored, or turned inside out.
    """

    ids: Ids
    places: Points
    paints: Ids
    two_sided: Flags
    turned: Flags


@record
class Lines(Columns):
    """Some lines as seen: ends (n, 2, 3), or (n, 4, 3) with two places beside them; colours and pieces."""

    places: Points
    colours: Ids
    pieces: Ids


class Stage:
    """Pieces and paints. A triangle's id is its place when all pieces' triangles stand in a row."""

    def __init__(
        self,
        pieces: Pieces,
        paint_of: PaintOf,
        coats: NDArray[np.intp] | None = None,
        table: MeshTable | None = None,
    ) -> None:
        """`coats` (n,) for each piece; a `table` of the same meshes saves making one for every picture."""
        self._table = table or MeshTable(pieces.meshes)
        order = np.argsort(pieces.mesh, kind="stable")
        self.pieces, self.points = _within_reach(pieces.where(order), self._table)
        self.coats = np.zeros(len(pieces), np.intp) if coats is None else coats[order]
        self._paint_of = paint_of
        self._numbers: dict[tuple[int, int], int] = {}
        self.paints: list[Paint] = []
        self._colours: dict[RGB, int] = {}
        codes, coat_list = self.pieces.colours.tolist(), self.coats.tolist()
        self._body = np.array([self._paint(*pair) for pair in zip(codes, coat_list, strict=True)], np.int64)

    def __len__(self) -> int:
        return len(self.pieces)

    # Paints.

    def _paint(self, code: int, coat: int) -> int:
        number = self._numbers.get((code, coat))
        if number is None:
            number = self._numbers[(code, coat)] = len(self.paints)
            self.paints.append(self._paint_of(code, coat))
        return number

    def _own_paint(self, code: int, piece: int) -> int:
        """Of a colour of a mesh itself; a texture may lie on the colour of the piece."""
        if code >= FIRST_TEXTURE and plain(code) == INHERIT:
            code = with_colour(code, int(self.pieces.colours[piece]))
        return self._paint(code, int(self.coats[piece]))

    @property
    def is_opaque(self) -> Flags:
        """By paint; complete for what was given out so far."""
        return np.array([not paint.is_glass for paint in self.paints], np.bool_)

    @property
    def line_colours(self) -> list[RGB]:
        """By number; complete for what was given out so far."""
        return list(self._colours)

    def _colour(self, rgb: RGB) -> int:
        return self._colours.setdefault(rgb, len(self._colours))

    def is_glass_piece(self, pieces: Ids) -> Flags:
        """Whether these are seen through."""
        glass: Flags = ~self.is_opaque[self._body[pieces]]
        return glass

    def _paints_of(self, codes: NDArray[np.int64], own: Sequence[int], chosen: Ids) -> Ids:
        """(m * n,): paints of a mesh's n triangles in each of m pieces; `own` are codes of its own."""
        paints = np.repeat(self._body[chosen][:, None], len(codes), axis=1)
        for code in own:
            fixed = np.array([self._own_paint(code, piece) for piece in chosen.tolist()], np.int64)
            paints = np.where((codes == code)[None], fixed[:, None], paints)
        return paints.reshape(-1)

    # Triangles.

    @cached_property
    def _first(self) -> Ids:
        """The id of each piece's first triangle, and one for the end."""
        return np.concatenate(([0], np.cumsum(self._table.counts[self.pieces.mesh]))).astype(np.int64)

    @property
    def triangle_count(self) -> int:
        return int(self._first[-1])

    @cached_property
    def _turned(self) -> Flags:
        mirrored: Flags = np.linalg.det(self.pieces.matrices[:, :, :3]) < 0
        return mirrored ^ self.pieces.inverted

    @cached_property
    def _normal_turns(self) -> Points:
        """(n, 3, 3) that turn normals as the placements turn surfaces, also skewed and mirrored ones."""
        m = self.pieces.matrices[:, :, :3]
        cofactors = np.empty_like(m)
        for row in range(3):
            cofactors[:, row] = np.cross(m[:, (row + 1) % 3], m[:, (row + 2) % 3])
        mirrored = np.einsum("nj,nj->n", m[:, 0], cofactors[:, 0]) < 0
        cofactors[mirrored ^ self.pieces.inverted] *= -1
        return cofactors

    def triangles(self, view: Points) -> Iterator[Triangles]:
        """All of them, moved by a view (3, 4)."""
        return in_batches(self._triangles(view, np.ones(len(self), np.bool_)), _AT_ONCE)

    def glass(self, view: Points) -> Iterator[Triangles]:
        """Those that are seen through; complete once all others were given out, with their paints."""
        if self.is_opaque.all():
            return
        coloured = np.array([bool((mesh.colours != INHERIT).any()) for mesh in self.pieces.meshes], np.bool_)
        may_be = ~self.is_opaque[self._body] | coloured[self.pieces.mesh]
        for some in in_batches(self._triangles(view, may_be), _AT_ONCE):
            yield some.where(~self.is_opaque[some.paints])

    def _triangles(self, view: Points, wanted: Flags) -> Iterator[Triangles]:
        meshes, placed = self.pieces.meshes, _composed(view, self.pieces.matrices)
        for mesh, group in _groups(self.pieces, [len(mesh.triangles) for mesh in meshes]):
            chosen = group[wanted[group]]
            if not len(chosen):
                continue
            whole, matrices = meshes[mesh], placed[chosen]
            for some in _slices(len(whole.triangles)):
                ids = np.arange(len(whole.triangles))[some]
                yield Triangles(
                    (self._first[chosen][:, None] + ids[None]).reshape(-1),
                    _moved(whole.triangles[some], matrices),
                    self._paints_of(whole.colours[some], self._table.own_colours[mesh], chosen),
                    np.tile(whole.two_sided[some], len(chosen)),
                    np.repeat(self._turned[chosen], len(ids)),
                )

    def owner(self, ids: Ids) -> Ids:
        """The piece of each triangle, by its place in `self.pieces`."""
        return np.searchsorted(self._first, ids, side="right") - 1

    def _local(self, ids: Ids, owner: Ids) -> Ids:
        """Where each triangle is among those of all meshes."""
        return self._table.first[self.pieces.mesh[owner]] + ids - self._first[owner]

    def corners_of(self, ids: Ids) -> tuple[Points, Points]:
        """Places and normals (n, 3, 3) of triangles in the world."""
        owner = self.owner(ids)
        local = self._local(ids, owner)
        matrices = self.pieces.matrices[owner]
        places = np.einsum("nij,nkj->nki", matrices[:, :, :3], self._table.corners[local])
        places += matrices[:, None, :, 3]
        normals = np.einsum("nij,nkj->nki", self._normal_turns[owner], self._table.normals[local])
        lengths = np.sqrt(np.einsum("nki,nki->nk", normals, normals))
        normals /= np.where(lengths > 0, lengths, 1)[:, :, None]
        return places, normals

    def paints_of(self, ids: Ids) -> Ids:
        owner = self.owner(ids)
        codes = self._table.codes[self._local(ids, owner)]
        paints = self._body[owner]
        for place in np.flatnonzero(codes != INHERIT).tolist():
            paints[place] = self._own_paint(int(codes[place]), int(owner[place]))
        return paints

    def within(self, ids: Ids, places: Planes) -> tuple[Planes, float]:
        """Places (3, n) on triangles, in their meshes, and how much larger the first is here."""
        owner = self.owner(ids)
        found = np.empty_like(places)
        for piece in np.unique(owner).tolist():
            here = np.flatnonzero(owner == piece)
            matrix = self.pieces.matrices[piece]
            away = places[:, here] - matrix[:, 3:].astype(np.float32)
            found[:, here] = np.linalg.pinv(matrix[:, :3]).astype(np.float32) @ away
        first = self.pieces.matrices[int(owner[0])][:, :3]
        return found, float(np.sqrt(np.square(first).sum(axis=0).max()))

    # Lines.

    def edges(self, view: Points) -> Iterator[Lines]:
        """Lines of type 2."""
        meshes = self.pieces.meshes
        kinds = [
            (mesh.edges, mesh.edge_colours, own)
            for mesh, own in zip(meshes, self._table.own_edge_colours, strict=True)
        ]
        return in_batches(self._lines(view, kinds), _AT_ONCE)

    def conditionals(self, view: Points) -> Iterator[Lines]:
        """Lines of type 5, with the places beside them."""
        meshes = self.pieces.meshes
        kinds = [
            (mesh.conditionals, mesh.conditional_colours, own)
            for mesh, own in zip(meshes, self._table.own_conditional_colours, strict=True)
        ]
        return in_batches(self._lines(view, kinds), _AT_ONCE)

    def _lines(
        self, view: Points, kinds: Sequence[tuple[Points, NDArray[np.int64], Sequence[int]]]
    ) -> Iterator[Lines]:
        """By mesh: the lines, their colours, and which of those aren't the piece's."""
        placed = _composed(view, self.pieces.matrices)
        for mesh, chosen in _groups(self.pieces, [len(places) for places, _, _ in kinds]):
            places, codes, own = kinds[mesh]
            matrices = placed[chosen]
            for some in _slices(len(codes)):
                colours = self._line_colours(codes[some], own, chosen)
                yield Lines(_moved(places[some], matrices), colours, np.repeat(chosen, len(codes[some])))

    def _line_colours(self, codes: NDArray[np.int64], own: Sequence[int], chosen: Ids) -> Ids:
        body = [self.paints[paint] for paint in self._body[chosen].tolist()]
        edge = np.array([self._colour(paint.edge) for paint in body], np.int64)
        colours = np.repeat(edge[:, None], len(codes), axis=1)
        for code in own:
            if code == INHERIT:
                paints = body
            else:
                paints = [self.paints[self._paint(code, coat)] for coat in self.coats[chosen].tolist()]
            fixed = np.array([self._colour(paint.rgb) for paint in paints], np.int64)
            colours = np.where((codes == code)[None], fixed[:, None], colours)
        return colours.reshape(-1)


def _groups(pieces: Pieces, sizes: list[int]) -> Iterator[tuple[int, Ids]]:
    """Runs of sorted pieces with the same mesh, short enough to move at once; `sizes` by mesh."""
    starts = np.searchsorted(pieces.mesh, np.arange(len(sizes) + 1)).tolist()
    for mesh, size in enumerate(sizes):
        step = max(_AT_ONCE // max(size, 1), 1)
        for start in range(starts[mesh], starts[mesh + 1] if size else 0, step):
            yield mesh, np.arange(start, min(start + step, starts[mesh + 1]))


def _slices(size: int) -> Iterator[slice]:
    """Of a mesh that is too large to move at once."""
    return (slice(start, start + _AT_ONCE) for start in range(0, size, _AT_ONCE))


def _within_reach(pieces: Pieces, table: MeshTable) -> tuple[Pieces, Points]:
    """The pieces, and corners (n, 3) in the world that reach as far as they do, for framing.

    What is a kilometre or a hair across is drawn as if it were a model: pixels have short numbers.
    """
    points = _points(pieces, table)
    extent = float(np.ptp(points, axis=0).max()) if len(points) else 0.0
    if extent == 0 or _LEAST_LDU <= extent <= _MOST_LDU:
        return pieces, points
    matrices = pieces.matrices.copy()
    matrices[:, :, 3] -= (points.min(axis=0) + points.max(axis=0)) / 2
    pieces = replace(pieces, matrices=matrices * (_USUAL_LDU / extent))
    return pieces, _points(pieces, table)


def _points(pieces: Pieces, table: MeshTable) -> Points:
    found = [np.empty((0, 3))]
    number = 0
    for matrices, spots in _copies(pieces, table):
        points = _moved(spots[:, None], matrices)[:, 0]
        found.append(points[are_finite(points)])
        number += len(points)
        if number > _MOST_POINTS:
            from ldraw_tools.measuring.hulls import reduce_points

            # What is between others changes no frame.
            found = [reduce_points(np.concatenate(found))]
            number = len(found[0])
    return np.concatenate(found)


def _copies(pieces: Pieces, table: MeshTable) -> Iterator[tuple[Points, Points]]:
    """Each mesh's spots with its placements, some at a time; of very many only the outermost."""
    starts = np.searchsorted(pieces.mesh, np.arange(len(table.spots) + 1)).tolist()
    for mesh, spots in enumerate(table.spots):
        matrices = pieces.matrices[starts[mesh] : starts[mesh + 1]]
        if len(matrices) * len(spots) > _MOST_POINTS:
            matrices = outermost(matrices[np.isfinite(matrices).all(axis=(1, 2))])
        step = max(_AT_ONCE // max(len(spots), 1), 1)
        for start in range(0, len(matrices) if len(spots) else 0, step):
            yield matrices[start : start + step], spots


def _composed(view: Points, matrices: Points) -> Points:
    placed: Points = np.einsum("ij,njk->nik", view[:, :3], matrices)
    placed[:, :, 3] += view[:, 3]
    return placed


def _moved(corners: Points, matrices: Points) -> Points:
    """Corners (n, k, 3) at each of m placements, as (m * n, k, 3)."""
    n, k, _ = corners.shape
    x, y, z = corners.reshape(1, n * k, 3).transpose(2, 0, 1)
    moved = np.empty((len(matrices), n * k, 3))
    # Not a matrix product: that wakes other threads, and they cost more than they do.
    for axis in range(3):
        a, b, c, d = matrices[:, axis].T[:, :, None]
        moved[:, :, axis] = x * a + y * b + z * c + d
    return moved.reshape(-1, k, 3)
