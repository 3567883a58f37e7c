"""Several models as one scene: side by side on one ground, to one scale, each in its own colours."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brickyard.pictures.paints import AS_IT_IS, Paints
from brickyard.pictures.shots import points_of, suiting_view
from brickyard.pictures.subject import Subject
from ldraw_tools.geometry.mesh import Mesh
from ldraw_tools.geometry.pieces import Pieces
from ldraw_tools.geometry.texture_codes import plain, texture_code, texture_of
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading.lines import EDGE, INHERIT
from ldraw_tools.rendering.camera import View
from ldraw_tools.rendering.mesh_table import MeshTable

if TYPE_CHECKING:
    from ldraw_tools.rendering.textures import Levels

# Copies of one design, models, and pieces of all of them.
MOST_OF_ONE = 3
_MOST = 12
_MOST_PIECES = 12_000
_GAP_LDU = 30.0
# Of a picture's width.
_FLATTEST, _TALLEST = 1 / 3, 3 / 4
_ROUND_IT = 1.25
# Degrees down: ranks are seen from higher, so that those at the back are seen too.
_ELEVATION, _RANKS_ELEVATION = 17.0, 30.0
# Beyond all colours of LDraw, direct ones too, and before those with textures.
_FIRST_OWN = 0x1000_0000


class LineUp(NamedTuple):
    """All models as one subject, the size of a picture that suits it, and how many designs are not in it."""

    subject: Subject
    size: tuple[int, int]
    view: View
    left_out: int = 0


def line_up(designs: Sequence[tuple[Subject, int]], width: int) -> LineUp | None:
    """Designs and how many of each, in one row and in their order; None if nothing can be drawn."""
    standing = _standing(designs)
    if not standing:
        return None
    whole = _put_together([standing])
    points = points_of(whole)
    view = suiting_view(whole)
    across = float(np.ptp(points @ _sideways(view.azimuth)))
    share = float(np.clip(_ROUND_IT * np.ptp(points[:, 1]) / max(across, 1.0), _FLATTEST, _TALLEST))
    missing = len(designs) - len({id(subject) for subject, _ in standing})
    return LineUp(whole, (width, round(width * share)), view, missing)


def in_ranks(designs: Sequence[tuple[Subject, int]], width: int) -> LineUp | None:
    """The same in one to three ranks, the tallest at the back, so that they fill a picture of 4 by 3."""
    standing = sorted(_standing(designs), key=lambda one: float(np.ptp(one[1][:, 1])))
    if not standing:
        return None
    ranks = max(([*_ranks(standing, number)] for number in range(1, min(3, len(standing)) + 1)), key=_fill)
    elevation = _RANKS_ELEVATION if len(ranks) > 1 else _ELEVATION
    view = View(suiting_view(ranks[0][0][0]).azimuth, elevation)
    missing = len(designs) - len({id(subject) for subject, _ in standing})
    return LineUp(_put_together(ranks), (width, width * 3 // 4), view, missing)


def copies_of(counts: Sequence[int], most: int) -> list[int]:
    """How many of each design stand in a line-up: all, up to a few, or one of each where that is too many."""
    several = [min(count, MOST_OF_ONE) for count in counts]
    return several if sum(several) <= most else [1] * len(counts)


_Stood = tuple[Subject, Points]


def _put_together(ranks: Sequence[Sequence[_Stood]]) -> Subject:
    """The ranks one behind the other, each model seen from the side that its own pictures show."""
    first = suiting_view(ranks[0][0][0]).azimuth
    right = _sideways(first)
    whole: Subject | None = None
    back = 0.0
    for rank in ranks:
        end = -_length(rank) / 2
        for subject, points in rank:
            turn = _turned_by(first - suiting_view(subject).azimuth)
            pieces, end = _beside(subject.pieces, points, turn, right, end, back)
            stood = replace(subject, pieces=pieces)
            whole = stood if whole is None else _together(whole, stood)
        back += _behind(rank)
    assert whole is not None
    return replace(whole, table=MeshTable(whole.pieces.meshes))


def _ranks(standing: Sequence[_Stood], number: int) -> Iterator[Sequence[_Stood]]:
    """Front ranks first, as even as can be; the larger ones are the later ones."""
    start = 0
    for rank in range(number):
        end = (rank + 1) * len(standing) // number
        yield standing[start:end]
        start = end


def _length(rank: Sequence[_Stood]) -> float:
    return sum(
        float(np.ptp(points @ _sideways(suiting_view(subject).azimuth))) + _GAP_LDU
        for subject, points in rank
    )


def _behind(rank: Sequence[_Stood]) -> float:
    """How far behind a rank the next one stands, so that two thirds of it are seen."""
    tallest = max(float(np.ptp(points[:, 1])) for _, points in rank)
    deepest = max(float(np.ptp(points[:, [0, 2]], axis=0).max()) for _, points in rank)
    return max(0.55 * tallest / float(np.tan(np.radians(_RANKS_ELEVATION))), 0.9 * deepest)


def _fill(ranks: Sequence[Sequence[_Stood]]) -> float:
    """How large models are in a picture of 4 by 3, about."""
    up = float(np.sin(np.radians(_RANKS_ELEVATION)))
    behind = sum(_behind(rank) for rank in ranks[:-1]) * up
    tallest = max(float(np.ptp(points[:, 1])) for _, points in ranks[-1])
    return min(4 / max(_length(rank) for rank in ranks), 3 / (behind + tallest))


def _standing(designs: Sequence[tuple[Subject, int]]) -> list[_Stood]:
    """The designs that can be drawn, at most as many as fit a picture."""
    copies = copies_of([count for _, count in designs], _MOST)
    several = [subject for (subject, _), number in zip(designs, copies, strict=True) for _ in range(number)]
    kept: list[_Stood] = []
    pieces = 0
    for subject in several[:_MOST]:
        points = points_of(subject)
        if len(points) and pieces + len(subject.pieces) <= _MOST_PIECES:
            kept.append((subject, points))
            pieces += len(subject.pieces)
    return kept


def _sideways(azimuth: float) -> Points:
    """Right, as one sees it from there."""
    turn = np.radians(azimuth)
    return np.array([np.cos(turn), 0.0, -np.sin(turn)])


def _turned_by(degrees: float) -> Points:
    """(3, 3): a turn around the vertical, in the direction of a growing azimuth."""
    cos, sin = float(np.cos(np.radians(degrees))), float(np.sin(np.radians(degrees)))
    return np.array([[cos, 0.0, sin], [0.0, 1.0, 0.0], [-sin, 0.0, cos]])


def _beside(
    pieces: Pieces, points: Points, turn: Points, right: Points, end: float, back: float
) -> tuple[Pieces, float]:
    """Turned, moved to the right of `end`, its foot at 0, its middle at the depth of its rank."""
    points = points @ turn.T
    across = np.array([right[2], 0.0, -right[0]])
    along, deep = points @ right, points @ across
    shift = right * (end + _GAP_LDU - along.min()) - across * ((deep.min() + deep.max()) / 2 + back)
    shift[1] = -points[:, 1].max()
    moved = np.einsum("ij,njk->nik", turn, pieces.matrices)
    moved[:, :, 3] += shift
    return replace(pieces, matrices=moved), float(end + _GAP_LDU + np.ptp(along))


def _together(whole: Subject, other: Subject) -> Subject:
    """Both as one; a colour or texture that the two don't share gets a code of its own."""
    codes = _codes_in(other.pieces)
    colours = {plain(code) for code in codes} - {INHERIT, EDGE}
    ours, theirs = whole.paints, other.paints
    first = _FIRST_OWN + len(ours.more)
    differing = [code for code in sorted(colours) if ours(code, AS_IT_IS) != theirs(code, AS_IT_IS)]
    own = {code: first + number for number, code in enumerate(differing)}
    names = {placed.image for code in codes if (placed := texture_of(code))}
    # No file can have such a name.
    renamed = {
        name: f"{len(whole.pieces)}:{name}"
        for name in sorted(names)
        if not _is_same(_levels(ours, name), _levels(theirs, name))
    }
    pictures = {renamed[name]: _levels(theirs, name) for name in renamed}
    paints = replace(
        ours,
        own={**theirs.own, **ours.own},
        more={**ours.more, **{own[code]: theirs(code, AS_IT_IS) for code in own}},
        picture_of=_finder(ours, theirs, pictures),
    )
    changed = {code: new for code in codes if (new := _own_code(code, own, renamed)) != code}
    return replace(
        whole,
        pieces=whole.pieces.joined(_recoded(other.pieces, changed) if changed else other.pieces),
        paints=paints,
    )


def _codes_in(pieces: Pieces) -> set[int]:
    found = set(np.unique(pieces.colours).tolist())
    for number in np.unique(pieces.mesh).tolist():
        found.update(np.unique(pieces.meshes[number].colours).tolist())
    return found


def _levels(paints: Paints, name: str) -> Levels | None:
    return paints.picture_of(name) if paints.picture_of else None


def _is_same(one: Levels | None, other: Levels | None) -> bool:
    if one is None or other is None:
        return one is other
    return one is other or np.array_equal(one[0], other[0])


def _finder(
    ours: Paints, theirs: Paints, pictures: Mapping[str, Levels | None]
) -> Callable[[str], Levels | None]:
    def find(name: str) -> Levels | None:
        if name in pictures:
            return pictures[name]
        found = _levels(ours, name)
        return found if found is not None else _levels(theirs, name)

    return find


def _own_code(code: int, colours: Mapping[int, int], names: Mapping[str, str]) -> int:
    placed, colour = texture_of(code), colours.get(plain(code), plain(code))
    if placed is None:
        return colour
    return texture_code(colour, placed._replace(image=names.get(placed.image, placed.image)))


def _recoded(pieces: Pieces, codes: Mapping[int, int]) -> Pieces:
    meshes = tuple(_recoded_mesh(mesh, codes) for mesh in pieces.meshes)
    # Finer ones would come with the old codes.
    same = {number for number, mesh in enumerate(meshes) if mesh is pieces.meshes[number]}
    return replace(
        pieces, colours=_new(pieces.colours, codes), meshes=meshes, of_library=pieces.of_library & same
    )


def _recoded_mesh(mesh: Mesh, codes: Mapping[int, int]) -> Mesh:
    colours = _new(mesh.colours, codes)
    return mesh if colours is mesh.colours else replace(mesh, colours=colours)


def _new(found: NDArray[np.int64], codes: Mapping[int, int]) -> NDArray[np.int64]:
    known, place = np.unique(found, return_inverse=True)
    if not codes.keys() & set(known.tolist()):
        return found
    return np.array([codes.get(code, code) for code in known.tolist()], np.int64)[place]
