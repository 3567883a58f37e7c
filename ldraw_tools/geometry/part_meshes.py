"""Meshes of the library's parts, each made once however many models place it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import fields
from functools import cache
from hashlib import blake2b
from math import prod
from pathlib import Path
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

import ldraw_tools
from ldraw_tools.app_folder import build_mark
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.findings import BrickyardError, RefusedError
from ldraw_tools.geometry.mesh import Mesh, Mesher
from ldraw_tools.geometry.round_primitives import LOGOS
from ldraw_tools.geometry.texture_codes import FIRST_TEXTURE
from ldraw_tools.kept_files import mark_used, trim_folder
from ldraw_tools.library.part_files import JUST_NOW_NS, Files, Library, LibraryStamps
from ldraw_tools.library.places import kept_folder
from ldraw_tools.reading import document as documents
from ldraw_tools.workspace import LateLibrary
from ldraw_tools.writing import write_whole

MOST_BYTES = 256 * 1024 * 1024
# The largest part to keep, so that it can't push out all others.
_MOST_MESH_BYTES = MOST_BYTES // 8
_MOST_HEADER_BYTES = 4 * 1024 * 1024
_MAGIC = b"brickyard mesh\r\n"
_ENDING = ".mesh"
# The arrays of a mesh in their order: how they are written, and the shape of a row.
_FLOATS, _CODES, _FLAGS = "<f8", "<i8", "|u1"
_LAYOUT: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    ("triangles", _FLOATS, (3, 3)),
    ("edges", _FLOATS, (2, 3)),
    ("conditionals", _FLOATS, (4, 3)),
    ("colours", _CODES, ()),
    ("edge_colours", _CODES, ()),
    ("conditional_colours", _CODES, ()),
    ("two_sided", _FLAGS, ()),
)
assert {name for name, _, _ in _LAYOUT} | {"undrawn"} == {field.name for field in fields(Mesh)}


class MeshCache:
    """The meshes of one library's parts in a folder. If the disk fails, nothing is kept."""

    def __init__(self, folder: Path, library: Library, most_bytes: int = MOST_BYTES) -> None:
        self._folder = folder
        self._library = library
        self._most_bytes = most_bytes
        self._made = LibraryStamps(library)
        # By key and detail, the places of all files that a mesh was made of.
        self._made_of: dict[tuple[str, int], list[str]] = {}
        self._maker = "\n".join([_code(), *(os.path.realpath(root) for root in library.roots)])

    def load(self, keys: Iterable[str], detail: int = 0) -> dict[str, Mesh]:
        """Those of the parts that are kept and up to date."""
        checked, found = LibraryStamps(self._library), dict[str, Mesh]()
        for key in keys:
            if kept := self._load(self._path(key, detail), checked):
                found[key], self._made_of[key, detail] = kept
        return found

    def note(self, keys: Iterable[str], detail: int = 0) -> None:
        """These meshes are used again."""
        for key in keys:
            if places := self._made_of.get((key, detail)):
                self._library.note(places)
            else:
                self._library.read(key)

    def store(self, key: str, mesh: Mesh, made_of: Iterable[str], detail: int = 0) -> None:
        """Keep a mesh; `made_of` are the keys of all files that were read for it."""
        places = [self._library.place_of(one) for one in made_of]
        known = self._made_of[key, detail] = [place for place in places if place is not None]
        # The codes of textures are those of one process.
        if mesh.undrawn or len(known) < len(places) or (mesh.colours >= FIRST_TEXTURE).any():
            return
        digest = self._made.digest(known)
        # A file that changed after we may have read it would be kept as it was, with the time of the change.
        if self._made.newest > self._library.opened_ns - JUST_NOW_NS:
            return
        data = _written(mesh, known, digest)
        if len(data) > min(_MOST_MESH_BYTES, self._most_bytes):
            return
        try:
            write_whole(self._path(key, detail), data)
        except BrickyardError:
            return

    def trim(self) -> None:
        trim_folder(self._folder, _ENDING, self._most_bytes)

    def _path(self, key: str, detail: int) -> Path:
        text = f"{self._maker}\n{detail}\n{key}"
        name = blake2b(text.encode(errors="surrogatepass"), digest_size=16).hexdigest()
        return self._folder / f"{name}{_ENDING}"

    def _load(self, path: Path, stamps: LibraryStamps) -> tuple[Mesh, list[str]] | None:
        try:
            with path.open("rb", buffering=0) as file:
                stat = os.fstat(file.fileno())
                data = file.read() if stat.st_size <= _MOST_MESH_BYTES else b""
            found = _read(data, stamps)
            if found is not None:
                mark_used(path, stat)
        # A file that causes any error is not one of ours.
        except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
            return None
        return found


@cache
def _code() -> str:
    """Changes with our own code: after an update, nothing that an older version made is used."""
    found = [("", build_mark(), 0, 0)]
    base = Path(ldraw_tools.__file__).parent
    for room in ("", "reading", "library", "assembly", "geometry"):
        try:
            with os.scandir(base / room) as entries:
                files = [entry for entry in entries if entry.name.endswith(".py")]
                found += [(room, file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in files]
        except OSError:
            continue
    return blake2b(repr((np.__version__, sorted(found))).encode(), digest_size=16).hexdigest()


def _written(mesh: Mesh, places: Sequence[str], digest: str) -> bytes:
    arrays = [np.ascontiguousarray(getattr(mesh, name), kind) for name, kind, _ in _LAYOUT]
    body = b"".join([array.tobytes() for array in arrays])
    header = {"rows": [len(array) for array in arrays], "places": "\n".join(places), "stamps": digest}
    body += bytes(-len(body) % 8)
    text = json.dumps({**header, "sum": _sum(body)}).encode()
    # Arrays are aligned.
    text += b" " * (-(len(_MAGIC) + 8 + len(text)) % 8)
    return b"".join((_MAGIC, len(text).to_bytes(8, "little"), text, body))


def _read(data: bytes, stamps: LibraryStamps) -> tuple[Mesh, list[str]] | None:
    """With the places it was made from; None if it isn't complete, or if files at these have changed."""
    start = len(_MAGIC) + 8
    if not data.startswith(_MAGIC):
        return None
    size = int.from_bytes(data[len(_MAGIC) : start], "little")
    if size > min(_MOST_HEADER_BYTES, len(data) - start):
        return None
    header = json.loads(data[start : start + size])
    rows = [int(number) for number in header["rows"]]
    body = memoryview(data)[start + size :]
    if len(body) % 8 or _sum(body) != header["sum"]:
        return None
    places = header["places"].split("\n")
    if stamps.digest(places) != header["stamps"]:
        return None
    arrays: dict[str, NDArray[np.generic]] = {}
    place = 0
    for (name, kind, shape), number in zip(_LAYOUT, rows, strict=True):
        each = int(kind[-1]) * prod(shape)
        if number < 0 or place + number * each > len(body):
            return None
        arrays[name] = np.frombuffer(body[place : place + number * each], kind).reshape(number, *shape)
        place += number * each
    arrays["two_sided"] = arrays["two_sided"] != 0
    if len(body) - place >= 8 or rows[3:] != [*rows[:3], rows[0]]:
        return None
    return Mesh(**arrays), places  # type: ignore[arg-type]


def _sum(body: bytes | memoryview) -> int:
    """A checksum of all numbers read as integers; a CRC takes four times as long."""
    return int(np.frombuffer(body, "<u8").sum(dtype=np.uint64))


# Triangles and edges to keep, a hundred bytes each; what models in use hold themselves is not counted.
_MOST_KEPT = 160_000
_AT_ONCE = 500
# The lettering of studs.
LOGO = "logo3.dat"
# As many shapes and parts are read at a time.
_MOST_AT_ONCE = 1_200_000


class PartMeshes:
    """Asks one library; the parts that were asked for least recently are forgotten first."""

    def __init__(self, library: Files, cache: MeshCache | None = None) -> None:
        self._library = library
        self._cache = cache
        self._meshes: dict[tuple[str, int], Mesh | None] = {}
        self._size = 0

    def fetch(self, keys: Iterable[str], detail: int = 0) -> dict[str, Mesh | None]:
        """The meshes of parts by key; None for those that the library lacks or that are too much to draw.

        With `detail` round things have more sides, up to `MOST_DETAIL`; add `LOGOS` for lettering on studs.
        """
        wanted = list(dict.fromkeys(keys))
        new = [key for key in wanted if (key, detail) not in self._meshes]
        for start in range(0, len(new), _AT_ONCE):
            self._make(new[start : start + _AT_ONCE], detail)
        found = {key: self._meshes.pop((key, detail)) for key in wanted}
        self._meshes.update({(key, detail): mesh for key, mesh in found.items()})
        self._forget()
        if self._cache:
            self._cache.note(wanted, detail)
        return found

    def _make(self, keys: list[str], detail: int) -> None:
        self._meshes.update(dict.fromkeys((key, detail) for key in keys))
        kept = self._cache.load(keys, detail) if self._cache else {}
        for key, found in kept.items():
            self._keep(key, detail, found)
        there = [key for key in keys if key not in kept and self._library.read(key) is not None]
        if not there:
            return
        lines = "".join(f"1 16 0 0 0 1 0 0 0 1 0 0 0 1 {key}\n" for key in there)
        assembly = assemble(documents.parse(lines.encode(), "parts.ldr"), library=self._library)
        logo = self.fetch([LOGO], detail % LOGOS)[LOGO] if detail >= LOGOS else None
        mesher = Mesher(assembly, detail=detail, logo=logo)
        if sum(mesher.number(target)[1] for target in assembly.main.targets if target >= 0) > _MOST_AT_ONCE:
            raise RefusedError("too many different parts to draw at once")
        mesher.read_all(assembly.below(assembly.root))
        for key, target in zip(there, assembly.main.targets, strict=True):
            try:
                mesh = mesher.mesh(target) if target >= 0 else None
            except RefusedError:
                mesh = None
            self._keep(key, detail, mesh)
            if self._cache and mesh is not None:
                made_of = [assembly.nodes[index].key for index in assembly.below(target)]
                self._cache.store(key, mesh, [*made_of, LOGO] if logo else made_of, detail)
        if self._cache:
            self._cache.trim()

    def _keep(self, key: str, detail: int, mesh: Mesh | None) -> None:
        self._meshes[key, detail] = mesh
        self._size += _size(mesh)

    def _forget(self) -> None:
        for key in list(self._meshes):
            if self._size <= _MOST_KEPT:
                break
            self._size -= _size(self._meshes.pop(key))


_SHARED: WeakKeyDictionary[Files, PartMeshes] = WeakKeyDictionary()


def part_meshes(library: Files | None) -> PartMeshes | None:
    """The meshes of a library's parts, shared by all who ask; None without a library."""
    if library is None:
        return None
    if library not in _SHARED:
        _SHARED[library] = PartMeshes(library, _cache_for(library))
    return _SHARED[library]


def _cache_for(library: Files) -> MeshCache | None:
    """Only libraries on disk are cached: others can't be checked for changes."""
    found = library.library() if isinstance(library, LateLibrary) else library
    folder = kept_folder(os.environ, sys.platform, Path.home(), "meshes")
    return MeshCache(folder, found) if folder and isinstance(found, Library) else None


def _size(mesh: Mesh | None) -> int:
    return 0 if mesh is None else mesh.number[1]
