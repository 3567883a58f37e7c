"""Pictures of a page that are good as they were: the same pieces, drawn the same way, look the same."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brickyard.pictures.subject import Subject
from ldraw_tools.geometry.pieces import Pieces

_BYTES = 12
Told = NDArray[Any] | str


class Kept:
    """`before` says by name what each picture in the folder was made from; `now` says it of this page's."""

    def __init__(self, folder: Path, before: Mapping[str, str]) -> None:
        self._folder, self._before = folder, before
        self.now: dict[str, str] = {}

    def picture(self, name: str, look: str, draw: Callable[[], bytes]) -> bytes:
        """As it was, if it was made from the same."""
        self.now[name] = look
        if self._before.get(name) == look:
            try:
                return (self._folder / name).read_bytes()
            except OSError:
                # Somebody has taken it away: it is drawn again.
                pass
        return draw()


class Looks:
    """All that a picture of a subject's pieces is made from, in a few letters."""

    def __init__(self, subject: Subject) -> None:
        self._said = repr((subject.role, subject.note, sorted(subject.paints.own.items())))
        meshes = [
            _digest(
                mesh.triangles,
                mesh.colours,
                mesh.two_sided,
                mesh.edges,
                mesh.edge_colours,
                mesh.conditionals,
                mesh.conditional_colours,
            )
            for mesh in subject.table.meshes
        ]
        self._meshes = np.array(meshes, f"S{2 * _BYTES}")

    def of(self, pieces: Pieces, *more: Told) -> str:
        """Of some of the pieces, and of what else the picture shows."""
        shapes = self._meshes[pieces.mesh]
        return _digest(self._said, shapes, pieces.matrices, pieces.colours, pieces.inverted, *more)


def _digest(*told: Told) -> str:
    digest = hashlib.blake2b(digest_size=_BYTES)
    for one in told:
        if isinstance(one, str):
            data = one.encode("utf-8", "backslashreplace")
            about = ""
        else:
            data = np.ascontiguousarray(one).tobytes()
            about = f"{one.dtype.str} {one.shape}"
        # With its length, so that one can't run into the next.
        digest.update(f"{about} {len(data)}\n".encode() + data)
    return digest.hexdigest()
