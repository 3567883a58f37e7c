"""What was made of a library's parts, kept in a folder as arrays: never out of date, bounded in size."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import blake2b
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ldraw_tools
from ldraw_tools.app_folder import build_mark
from ldraw_tools.findings import BrickyardError
from ldraw_tools.kept_files import mark_used, trim_folder
from ldraw_tools.library.part_files import JUST_NOW_NS, Files, Library, LibraryStamps
from ldraw_tools.library.places import kept_folder
from ldraw_tools.workspace import LateLibrary
from ldraw_tools.writing import write_whole

Arrays = Sequence[NDArray[Any]]
MOST_BYTES = 256 * 1024 * 1024
# The largest part to keep, so that it can't push out all others.
_MOST_PART_BYTES = MOST_BYTES // 8
_MOST_HEADER_BYTES = 4 * 1024 * 1024
_MAGIC = b"brickyard part\r\n"
_ENDING = ".mesh"
# Of what arrays may be made, as they are written.
_KINDS = ("<f8", "<f2", "<i8", "|b1")


class KeptArrays:
    """What was made of one library's parts, in a folder. If the disk fails, nothing is kept.

    `what` it is stands before the keys of the parts.
    """

    def __init__(self, folder: Path, library: Library, most_bytes: int = MOST_BYTES) -> None:
        self._folder = folder
        self._library = library
        self._most_bytes = most_bytes
        self._made = LibraryStamps(library)
        # The places of all files that something was made of.
        self._made_of: dict[tuple[str, str], list[str]] = {}
        self._maker = "\n".join([_code(), *(os.path.realpath(root) for root in library.roots)])

    def load(self, what: str, keys: Iterable[str]) -> dict[str, Arrays]:
        """Those of the parts that are kept and up to date."""
        checked, found = LibraryStamps(self._library), dict[str, Arrays]()
        for key in keys:
            if kept := self._load(self._path(what, key), checked):
                found[key], self._made_of[what, key] = kept
        return found

    def note(self, what: str, keys: Iterable[str]) -> None:
        """These are used again."""
        for key in keys:
            if places := self._made_of.get((what, key)):
                self._library.note(places)
            else:
                self._library.read(key)

    def store(self, what: str, key: str, arrays: Arrays, made_of: Iterable[str]) -> None:
        """Keep arrays; `made_of` are the keys of all files that were read for them."""
        places = [self._library.place_of(one) for one in made_of]
        known = self._made_of[what, key] = [place for place in places if place is not None]
        if len(known) < len(places):
            return
        digest = self._made.digest(known)
        # A file that changed after we may have read it would be kept as it was, with the time of the change.
        if self._made.newest > self._library.opened_ns - JUST_NOW_NS:
            return
        data = _written(arrays, known, digest)
        if len(data) > min(_MOST_PART_BYTES, self._most_bytes):
            return
        try:
            write_whole(self._path(what, key), data)
        except BrickyardError:
            return

    def trim(self) -> None:
        trim_folder(self._folder, _ENDING, self._most_bytes)

    def _path(self, what: str, key: str) -> Path:
        text = f"{self._maker}\n{what}\n{key}"
        name = blake2b(text.encode(errors="surrogatepass"), digest_size=16).hexdigest()
        return self._folder / f"{name}{_ENDING}"

    def _load(self, path: Path, stamps: LibraryStamps) -> tuple[Arrays, list[str]] | None:
        try:
            with path.open("rb", buffering=0) as file:
                stat = os.fstat(file.fileno())
                data = file.read() if stat.st_size <= _MOST_PART_BYTES else b""
            found = _read(data, stamps)
            if found is not None:
                mark_used(path, stat)
        # A file that causes any error is not one of ours.
        except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
            return None
        return found


def kept_arrays(library: Files | None) -> KeptArrays | None:
    """Only libraries on disk: others can't be checked for changes."""
    found = library.library() if isinstance(library, LateLibrary) else library
    folder = kept_folder(os.environ, sys.platform, Path.home(), "meshes")
    return KeptArrays(folder, found) if folder and isinstance(found, Library) else None


@cache
def _code() -> str:
    """Changes with our own code: after an update, nothing that an older version made is used."""
    found = [("", build_mark(), 0, 0)]
    base = Path(ldraw_tools.__file__).parent
    for room in ("", "reading", "library", "assembly", "geometry", "measuring", "solids"):
        try:
            with os.scandir(base / room) as entries:
                files = [entry for entry in entries if entry.name.endswith(".py")]
                found += [(room, file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in files]
        except OSError:
            continue
    return blake2b(repr((np.__version__, sorted(found))).encode(), digest_size=16).hexdigest()


def _written(arrays: Arrays, places: Sequence[str], digest: str) -> bytes:
    whole = [np.ascontiguousarray(array) for array in arrays]
    body = b"".join([array.tobytes() for array in whole])
    told = [[array.dtype.str, list(array.shape)] for array in whole]
    header = {"arrays": told, "places": "\n".join(places), "stamps": digest}
    body += bytes(-len(body) % 8)
    text = json.dumps({**header, "sum": _sum(body)}).encode()
    # Arrays are aligned.
    text += b" " * (-(len(_MAGIC) + 8 + len(text)) % 8)
    return b"".join((_MAGIC, len(text).to_bytes(8, "little"), text, body))


def _read(data: bytes, stamps: LibraryStamps) -> tuple[Arrays, list[str]] | None:
    """With the places they were made from; None if it isn't complete, or if files at these have changed."""
    start = len(_MAGIC) + 8
    if not data.startswith(_MAGIC):
        return None
    size = int.from_bytes(data[len(_MAGIC) : start], "little")
    if size > min(_MOST_HEADER_BYTES, len(data) - start):
        return None
    header = json.loads(data[start : start + size])
    body = memoryview(data)[start + size :]
    if len(body) % 8 or _sum(body) != header["sum"]:
        return None
    places = header["places"].split("\n")
    if stamps.digest(places) != header["stamps"]:
        return None
    arrays = []
    place = 0
    for kind, told in header["arrays"]:
        shape = [int(number) for number in told]
        end = place + prod(shape) * int(kind[-1])
        if kind not in _KINDS or min(shape, default=0) < 0 or end > len(body):
            return None
        arrays.append(np.frombuffer(body[place:end], kind).reshape(shape))
        place = end
    return (arrays, places) if len(body) - place < 8 else None


def _sum(body: bytes | memoryview) -> int:
    """A checksum of all numbers read as integers; a CRC takes four times as long."""
    return int(np.frombuffer(body, "<u8").sum(dtype=np.uint64))
