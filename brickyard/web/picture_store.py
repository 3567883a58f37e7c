"""Pictures by what they show: each is drawn once for all pages of a site, in this run and the last."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brickyard.pictures.subject import Subject
from ldraw_tools.geometry.mesh import Mesh
from ldraw_tools.geometry.pieces import Pieces

_BYTES = 12
Told = NDArray[Any] | str


class PictureStore:
    """Knows which file of the site shows what; writing a page again replaces what was known about it.

    A look is a digest of everything that a picture is made from; pages list theirs by picture name.
    """

    def __init__(self, site: Path, pages: Iterable[tuple[str, Mapping[str, str]]] = ()) -> None:
        self._site = site
        self._places: dict[tuple[str, str], str] = {}
        self._by_page: dict[str, list[tuple[str, str]]] = {}
        self._scenes: dict[str, str] = {}
        for slug, looks in pages:
            self.add(slug, looks)

    def scene(self, look: str, make: Callable[[], str]) -> str:
        """The name of a 3D view; `make` writes it, once in this run. The view may be large and isn't kept."""
        if look not in self._scenes:
            self._scenes[look] = make()
        return self._scenes[look]

    def add(self, slug: str, looks: Mapping[str, str]) -> None:
        """Note that a page was written with these pictures."""
        for picture in self._by_page.pop(slug, ()):
            if self._places.get(picture) == slug:
                del self._places[picture]
        self._by_page[slug] = list(looks.items())
        self._places.update(dict.fromkeys(looks.items(), slug))

    def find(self, name: str, look: str) -> bytes | None:
        slug = self._places.get((name, look))
        if slug is None:
            return None
        try:
            return (self._site / slug / name).read_bytes()
        except OSError:
            # The file was deleted, so it is drawn again.
            return None


class PagePictures:
    """The pictures of one page; `looks` says by name what each was made from."""

    def __init__(self, store: PictureStore) -> None:
        self.store = store
        self.looks: dict[str, str] = {}

    def picture(self, name: str, look: str, draw: Callable[[], bytes]) -> bytes:
        """Copied from a page that shows the same, or from this page's last version; else drawn."""
        self.looks[name] = look
        return self.store.find(name, look) or draw()


class Looks:
    """A digest of everything that a picture of a subject's pieces is made from."""

    def __init__(self, subject: Subject) -> None:
        textures = [_digest_of_texture(subject, name) for name in subject.textures]
        self._said = repr((subject.role, subject.note, sorted(subject.paints.own.items()), textures))
        self._known = {id(mesh): _digest_of_mesh(mesh) for mesh in subject.table.meshes}
        self._meshes = np.array(list(self._digests(subject.table.meshes)), f"S{2 * _BYTES}")

    def _digests(self, meshes: Iterable[Mesh]) -> list[str]:
        """What was digested lives as long as the subject, so its address tells it apart."""
        return [self._known.get(id(mesh)) or _digest_of_mesh(mesh) for mesh in meshes]

    def of(self, pieces: Pieces, *more: Told) -> str:
        """The digest for some of the pieces and whatever else the picture shows."""
        shapes = self._meshes[pieces.mesh]
        return _digest(self._said, shapes, pieces.matrices, pieces.colours, pieces.inverted, *more)

    def of_meshes(self, meshes: Iterable[Mesh], *more: Told) -> str:
        """The digest for a picture of the same model, with a list of meshes of its own."""
        return _digest(self._said, *self._digests(meshes), *more)


def _digest_of_texture(subject: Subject, name: str) -> str:
    levels = subject.paints.picture_of(name) if subject.paints.picture_of else None
    return _digest(name, *(levels[:1] if levels else ()))


def _digest_of_mesh(mesh: Mesh) -> str:
    return _digest(
        mesh.triangles,
        mesh.colours,
        mesh.two_sided,
        mesh.edges,
        mesh.edge_colours,
        mesh.conditionals,
        mesh.conditional_colours,
    )


def _digest(*told: Told) -> str:
    digest = hashlib.blake2b(digest_size=_BYTES)
    for one in told:
        if isinstance(one, str):
            data = one.encode("utf-8", "backslashreplace")
            about = ""
        else:
            data = np.ascontiguousarray(one).tobytes()
            about = f"{one.dtype.str} {one.shape}"
        # With its length, so that neighbours can't be confused.
        digest.update(f"{about} {len(data)}\n".encode() + data)
    return digest.hexdigest()
