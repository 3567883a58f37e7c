"""Pictures that were drawn: kept in memory and in a folder of the user's, by everything that made them."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from brickyard.facts.made_from import digest_of
from ldraw_tools.findings import BrickyardError
from ldraw_tools.kept_files import mark_used, trim_folder
from ldraw_tools.library.part_files import NO_FILES, Library, LibraryStamps, UsedFiles
from ldraw_tools.writing import write_whole

MOST_BYTES = 64 * 1024 * 1024
ENDING = ".picture"
# Those that come with us fit any library: they show the examples.
SHIPPED = "shipped"
CARRIED = Path(str(resources.files("brickyard"))) / "data" / "pictures"
_MOST_HELD = 300
_LARGEST = 1024 * 1024
# A worker may not have heard yet of a file that was written just now.
_JUST_NOW_NS = 10_000_000_000
Drafts = Mapping[Path, bytes | None]


class MadeFrom(NamedTuple):
    """Digests of files by their names as seen from the model's folder, and files of the library."""

    inputs: Mapping[str, str]
    library: UsedFiles = NO_FILES


class KeptPictures:
    """`folder` is where they are kept for the next start, None for nowhere; `maker` says what draws them.

    Files of the library are looked at once: a workbench that runs doesn't notice an update of it.
    """

    def __init__(self, folder: Path | None, maker: str, library: Library | None = None) -> None:
        self._folder, self._maker = folder, maker
        self._stamps = LibraryStamps(library) if library else None
        self._held: dict[str, bytes] = {}
        if folder is not None:
            trim_folder(folder, ENDING, MOST_BYTES)

    def find(self, path: Path, how: str, drafts: Drafts) -> bytes | None:
        """The picture of a file drawn in this way, if all that it was made from is as it was.

        Empty if nothing can be drawn.
        """
        drafted = {os.path.realpath(one): data for one, data in drafts.items()}
        digest = _now(os.path.realpath(path), drafted)
        name = name_of(self._maker, digest, how)
        for data in (self._held.get(name), self._read(self._folder, name), self._shipped(digest, how)):
            if data and (picture := self._picture_in(data, path.parent, drafted)) is not None:
                self._held[name] = data
                return picture
        return None

    def keep(self, path: Path, how: str, made_from: MadeFrom, picture: bytes, began_ns: int) -> None:
        inputs = made_from.inputs
        digest = inputs.get(path.name, "")
        data = written(made_from, picture)
        name = name_of(self._maker, digest, how)
        self._held[name] = data
        while len(self._held) > _MOST_HELD:
            del self._held[next(iter(self._held))]
        newest = max(_changed_ns(path.parent / one) for one in inputs)
        is_known = self._stamps is None or made_from.library.stamps
        if self._folder is None or newest > began_ns - _JUST_NOW_NS or not is_known:
            return
        try:
            write_whole(self._folder / name, data)
        except BrickyardError:
            return

    def _picture_in(self, data: bytes, folder: Path, drafted: Mapping[str, bytes | None]) -> bytes | None:
        head, _, picture = data.partition(b"\n")
        try:
            told = json.loads(head)
            inputs = {str(name): str(digest) for name, digest in told["inputs"].items()}
            used = UsedFiles(tuple(map(str, told["places"])), str(told["stamps"]))
            is_whole = told["sum"] == hashlib.sha256(picture).hexdigest()
        except (ValueError, KeyError, TypeError, AttributeError):
            return None
        real = os.path.realpath(folder)
        is_fresh = is_whole and all(
            _now(os.path.normpath(f"{real}/{name}"), drafted) == digest for name, digest in inputs.items()
        )
        fits = not self._stamps or not used.stamps or self._stamps.fit(used)
        return picture if is_fresh and fits else None

    def _shipped(self, digest: str, how: str) -> bytes:
        return self._read(CARRIED, name_of(SHIPPED, digest, how))

    def _read(self, folder: Path | None, name: str) -> bytes:
        if folder is None:
            return b""
        path = folder / name
        try:
            stat = path.stat()
            if stat.st_size > _LARGEST:
                return b""
            if folder == self._folder:
                mark_used(path, stat)
            return path.read_bytes()
        except OSError:
            return b""


def name_of(maker: str, digest: str, how: str) -> str:
    return hashlib.sha256(f"{maker} {digest} {how}".encode()).hexdigest()[:40] + ENDING


def written(made_from: MadeFrom, picture: bytes) -> bytes:
    """What it was made from on a line, then the picture."""
    library = made_from.library
    told = {"inputs": dict(made_from.inputs), "places": library.places, "stamps": library.stamps}
    return json.dumps({**told, "sum": hashlib.sha256(picture).hexdigest()}).encode() + b"\n" + picture


def _now(path: str, drafted: Mapping[str, bytes | None]) -> str:
    """The digest of a file as it is now, saved or not."""
    if (data := drafted.get(path)) is not None:
        return hashlib.sha256(data).hexdigest()
    try:
        found = Path(path).stat()
    except OSError:
        return ""
    return _digest(path, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


@lru_cache(maxsize=10_000)
def _digest(path: str, *_stamp: int) -> str:
    return digest_of(Path(path))


def _changed_ns(path: Path) -> int:
    try:
        found = path.stat()
    except OSError:
        return 0
    return max(found.st_mtime_ns, found.st_ctime_ns)
