"""Two models in one picture, in their own colours: what one code means to each of them is told apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from brickyard.pictures.paints import AS_IT_IS, Paints
from brickyard.pictures.subject import Subject
from ldraw_tools.geometry.mesh import Mesh
from ldraw_tools.geometry.pieces import Pieces
from ldraw_tools.geometry.texture_codes import plain, texture_code, texture_of
from ldraw_tools.reading.lines import EDGE, INHERIT

if TYPE_CHECKING:
    from ldraw_tools.rendering.textures import Levels

# Beyond all colours of LDraw, direct ones too, and before those with textures.
_FIRST_OWN = 0x1000_0000


def together(whole: Subject, other: Subject) -> Subject:
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
    return texture_code(colour, replace(placed, image=names.get(placed.image, placed.image)))


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
