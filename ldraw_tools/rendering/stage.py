"""What is drawn: pieces with their paints, given out as batches of triangles and lines to a camera."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.geometry.pieces import Pieces
from ldraw_tools.geometry.texture_codes import FIRST_TEXTURE, plain, with_colour
from ldraw_tools.measuring.hulls import reduce_points
from ldraw_tools.measuring.shapes import Points, outermost
from ldraw_tools.reading.array_columns import are_finite, distinct
from ldraw_tools.reading.lines import EDGE, INHERIT
from ldraw_tools.rendering.camera import Planes
from ldraw_tools.rendering.finishes import RGB, Paint, PaintOf
from ldraw_tools.rendering.mesh_table import MeshLines, MeshTable

Ids = NDArray[np.int64]
Flags = NDArray[np.bool_]
_Kept = TypeVar("_Kept")

# Triangles or lines to move at a time.
_AT_ONCE = 60_000
# Corners of pieces that are kept for framing.
_MOST_POINTS = 1_000_000
_LEAST_LDU, _USUAL_LDU, _MOST_LDU = 2.0, 500.0, 200_000.0


class Triangles(NamedTuple):
    """Some triangles as seen: `ids` (n,) for the stage, places (3, 3, n) by axis and corner, paints (n,).

    `turned` are wound clockwise where they are: mirrored, or turned inside out.
    """

    ids: Ids
    places: Points
    paints: Ids
    two_sided: Flags
    turned: Flags

    def where(self, chosen: NDArray[np.intp]) -> Triangles:
        """Some of them, by number."""
        return Triangles(
            self.ids.take(chosen),
            self.places.take(chosen, axis=2),
            self.paints.take(chosen),
            self.two_sided.take(chosen),
            self.turned.take(chosen),
        )


class Lines:
    """Some lines as seen: their ends (3, 2, n) by axis; all else is found for those that matter."""

    def __init__(self, table: MeshLines, placed: Points, owner: Ids, local: Ids) -> None:
        self._table, self._placed, self._owner, self._local = table, placed, owner, local
        self.ends = _moved(table.corners[:, :2], local, placed, owner)

    def __len__(self) -> int:
        return len(self._owner)

    @property
    def are_conditional(self) -> bool:
        return len(self._table.corners[0]) > 2

    def beside(self, chosen: NDArray[np.intp]) -> Points:
        """The two places (3, 2, n) beside some of them, by number."""
        return _moved(
            self._table.corners[:, 2:], self._local.take(chosen), self._placed, self._owner.take(chosen)
        )

    def coloured(self, chosen: NDArray[np.intp]) -> tuple[Ids, Ids]:
        """Colour codes and pieces of some of them."""
        return self._table.codes.take(self._local.take(chosen)), self._owner.take(chosen)


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
        self._given, self._is_coated = pieces, coats is not None
        ordered = pieces.where(order)
        plain = self._table.plain
        self.points, matrices = plain.kept("points", pieces, lambda: _within_reach(ordered, plain))
        self.pieces = replace(ordered, matrices=matrices)
        self.coats = np.zeros(len(pieces), np.intp) if coats is None else coats[order]
        self._paint_of = paint_of
        self._numbers: dict[tuple[int, int], int] = {}
        self.paints: list[Paint] = []
        codes, coat_list = self.pieces.colours.tolist(), self.coats.tolist()
        self._body = np.array([self._paint(*pair) for pair in zip(codes, coat_list, strict=True)], np.int64)
        for piece in np.flatnonzero(self._table.are_coloured[self.pieces.mesh]).tolist():
            for code in self._table.own_codes[self.pieces.mesh[piece]]:
                self._own_paint(code, piece)

    def __len__(self) -> int:
        return len(self.pieces)

    def kept(self, name: str, make: Callable[[], _Kept]) -> _Kept:
        """Something that is the same for all pictures of these pieces, unless they are painted over."""
        return make() if self._is_coated else self._table.kept(name, self._given, make)

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

    @cached_property
    def is_opaque(self) -> Flags:
        """By paint."""
        return np.array([not paint.is_glass for paint in self.paints], np.bool_)

    def is_glass_piece(self, pieces: Ids) -> Flags:
        """Whether these are seen through."""
        glass: Flags = ~self.is_opaque[self._body[pieces]]
        return glass

    def _paints_of(self, codes: NDArray[np.int64], owner: Ids) -> Ids:
        """(n,): paints of triangles with these codes in these pieces."""
        paints = self._body.take(owner)
        own = np.flatnonzero(codes != INHERIT)
        if len(own):
            # Each code of a piece once.
            pairs = codes.take(own) * len(self) + owner.take(own)
            each = distinct(pairs)
            fixed = [self._own_paint(*divmod(pair, len(self))) for pair in each.tolist()]
            paints[own] = np.array(fixed, np.int64).take(np.searchsorted(each, pairs))
        return paints

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

    def triangles(self, view: Points, chosen: Ids | None = None) -> Iterator[Triangles]:
        """Those of all pieces, or of chosen ones, moved by a view (3, 4)."""
        table, placed = self._table, _composed(view, self.pieces.matrices)
        for owner, local in self._in_a_row(table.counts, table.first, chosen):
            yield Triangles(
                local + (self._first[:-1] - table.first[self.pieces.mesh]).take(owner),
                _moved(table.corners, local, placed, owner),
                self._paints_of(table.codes.take(local), owner),
                table.two_sided.take(local),
                self._turned.take(owner),
            )

    def glass(self, view: Points) -> Iterator[Triangles]:
        """Those that are seen through."""
        if self.is_opaque.all():
            return
        may_be = ~self.is_opaque[self._body] | self._table.are_coloured[self.pieces.mesh]
        for some in self.triangles(view, np.flatnonzero(may_be)):
            yield some.where(np.flatnonzero(~self.is_opaque[some.paints]))

    def _in_a_row(self, counts: Ids, first: Ids, chosen: Ids | None) -> Iterator[tuple[Ids, Ids]]:
        """What chosen pieces have of something, some at a time: whose it is, and its place in the table.

        `counts` and `first` say of each mesh how many it has, and where they begin.
        """
        chosen = np.arange(len(self)) if chosen is None else chosen
        mesh = self.pieces.mesh[chosen]
        ends = np.cumsum(counts[mesh])
        begin = first[mesh] - ends + counts[mesh]
        total = int(ends[-1]) if len(ends) else 0
        for start in range(0, total, _AT_ONCE):
            stop = min(start + _AT_ONCE, total)
            low, high = np.searchsorted(ends, [start, stop - 1], side="right").tolist()
            sizes = np.diff(np.minimum(ends[low : high + 1], stop), prepend=start)
            which = np.repeat(np.arange(low, high + 1), sizes)
            yield chosen.take(which), np.arange(start, stop) + begin.take(which)

    def owner(self, ids: Ids) -> Ids:
        """The piece of each triangle, by its place in `self.pieces`."""
        return np.searchsorted(self._first, ids, side="right") - 1

    def _local(self, ids: Ids, owner: Ids) -> Ids:
        """Where each triangle is among those of all meshes."""
        return self._table.first[self.pieces.mesh[owner]] + ids - self._first[owner]

    def corners_of(self, ids: Ids) -> tuple[Points, Points]:
        """Places and normals (3, 3, n) of triangles in the world, by axis and corner."""
        owner = self.owner(ids)
        local = self._local(ids, owner)
        places = _moved(self._table.corners, local, self.pieces.matrices, owner)
        normals = _moved(self._table.normals, local, self._normal_turns, owner)
        lengths = np.sqrt(normals[0] * normals[0] + normals[1] * normals[1] + normals[2] * normals[2])
        normals /= np.where(lengths > 0, lengths, 1)
        return places, normals

    def paints_of(self, ids: Ids) -> Ids:
        owner = self.owner(ids)
        return self._paints_of(self._table.codes.take(self._local(ids, owner)), owner)

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

    def lines(self, view: Points, chosen: Ids | None = None) -> Iterator[Lines]:
        """Lines of types 2 and 5 of all pieces, or of chosen ones, moved by a view (3, 4)."""
        placed = _composed(view, self.pieces.matrices)
        for table in (self._table.edges, self._table.conditionals):
            for owner, local in self._in_a_row(table.counts, table.first, chosen):
                yield Lines(table, placed, owner, local)

    def colours_of_lines(self, codes: NDArray[np.int64], owner: Ids) -> Ids:
        """(n,): sRGB in one number, of lines with these codes in these pieces."""
        body = np.array([_packed(paint.edge) for paint in self.paints], np.int64)
        colours = body.take(self._body).take(owner)
        own = np.flatnonzero(codes != EDGE)
        if len(own):
            pairs = codes.take(own) * len(self) + owner.take(own)
            each = distinct(pairs)
            fixed = [_packed(self._line_paint(*divmod(pair, len(self))).rgb) for pair in each.tolist()]
            colours[own] = np.array(fixed, np.int64).take(np.searchsorted(each, pairs))
        return colours

    def _line_paint(self, code: int, piece: int) -> Paint:
        """Of a line that isn't in the edge colour of its piece."""
        if code == INHERIT:
            return self.paints[int(self._body[piece])]
        return self._paint_of(code, int(self.coats[piece]))


def _packed(rgb: RGB) -> int:
    red, green, blue = rgb
    return red << 16 | green << 8 | blue


def _within_reach(pieces: Pieces, table: MeshTable) -> tuple[Points, Points]:
    """Corners (n, 3) in the world that reach as far as the pieces do, for framing, and where the pieces are.

    What is a kilometre or a hair across is drawn as if it were a model: pixels have short numbers.
    """
    points = _points(pieces, table)
    extent = float(np.ptp(points, axis=0).max()) if len(points) else 0.0
    if extent == 0 or _LEAST_LDU <= extent <= _MOST_LDU:
        return points, pieces.matrices
    matrices = pieces.matrices.copy()
    matrices[:, :, 3] -= (points.min(axis=0) + points.max(axis=0)) / 2
    matrices *= _USUAL_LDU / extent
    return _points(replace(pieces, matrices=matrices), table), matrices


def _points(pieces: Pieces, table: MeshTable) -> Points:
    found = [np.empty((0, 3))]
    number = 0
    for matrices, spots in _copies(pieces, table):
        points = np.matmul(spots, matrices[:, :, :3].transpose(0, 2, 1)) + matrices[:, None, :, 3]
        points = points.reshape(-1, 3)
        found.append(points[are_finite(points)])
        number += len(points)
        if number > _MOST_POINTS:
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


def _moved(corners: NDArray[np.floating[Any]], local: Ids, matrices: Points, owner: Ids) -> Points:
    """(3, k, n): some corners of (3, k, m), by axis, moved by their owners' matrices (p, 3, 3 or 4)."""
    x, y, z = (plane.take(local, axis=1) for plane in corners)
    moved = np.empty((3, *x.shape))
    part = np.empty_like(x, np.float64)
    # Not a matrix product: that wakes other threads, and they cost more than they do.
    for row, one in zip(matrices.transpose(1, 2, 0), moved, strict=True):
        a, b, c, *shift = (column.take(owner) for column in row)
        np.multiply(x, a, out=one)
        one += np.multiply(y, b, out=part)
        one += np.multiply(z, c, out=part)
        for d in shift:
            one += d
    return moved
