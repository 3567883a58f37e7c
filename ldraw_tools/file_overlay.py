"""Files as whoever reads now sees them: drafts instead of what is on disk, other names, folders not to leave.

A draft is read exactly as a saved file would be. The command line, each worker of the workbench and each
building of a site have an overlay of their own. It is one of the few values that change (ARCHITECTURE.md).
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

_MOST_KEPT = 1_000_000
_JUST_NOW_NS = 50_000_000


@dataclass(frozen=True)
class Overlay:
    """What differs from the disk.

    `drafts` are bytes by real path. `called` are files with another name for people (standard input is `-`),
    `folders` those shown by another name, which may be empty. `fences` are folders whose files may name only
    files in the same ones. `inputs` are files of the user's that were read, which no output may replace.
    """

    drafts: dict[str, bytes] = field(default_factory=dict)
    called: dict[Path, str] = field(default_factory=dict)
    folders: tuple[tuple[Path, str], ...] = ()
    fences: tuple[tuple[Path, ...], ...] = ()
    inputs: set[str | tuple[int, int]] = field(default_factory=set)
    # What goes away with it: the folder of a file that came from standard input.
    kept: ExitStack = field(default_factory=ExitStack)

    def draft(self, path: Path, data: bytes | None) -> None:
        """From now on the file has these bytes; None for those on disk."""
        if data is None:
            self.drafts.pop(_real(path), None)
        else:
            self.drafts[_real(path)] = data


_DISK = Overlay()
_IN_FORCE: ContextVar[Overlay] = ContextVar("overlay", default=_DISK)


def overlay() -> Overlay:
    """The one in force."""
    return _IN_FORCE.get()


@contextmanager
def seen_through(given: Overlay) -> Iterator[Overlay]:
    """Meanwhile files are seen through this overlay."""
    before = _IN_FORCE.set(given)
    try:
        yield given
    finally:
        _IN_FORCE.reset(before)


def fence_in(folders: tuple[Path, ...]) -> Overlay:
    """The overlay in force, and no file of these folders names one outside of them."""
    return replace(overlay(), fences=(folders, *overlay().fences))


def bytes_for(path: Path) -> bytes | None:
    """What stands for the file; None if nothing does."""
    drafts = overlay().drafts
    return drafts.get(_real(path)) if drafts else None


def read_bytes(path: Path, most: int = -1) -> bytes:
    """What stands for the file, or what is on disk: of a large one the first `most`.

    A small one is opened once: it is asked for again and again, to know what it is, to compare, to copy it.
    """
    if (drafted := bytes_for(path)) is not None:
        return drafted
    found = path.stat()
    # One that was written in this moment may change again, and its times stay the same.
    if found.st_size > _MOST_KEPT or time.time_ns() - found.st_mtime_ns < _JUST_NOW_NS:
        with path.open("rb") as file:
            return file.read(most)
    return _kept(path.absolute(), found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


@lru_cache(maxsize=16)
def _kept(path: Path, *_stamp: int) -> bytes:
    return path.read_bytes()


def is_there(path: Path) -> bool:
    """Whether there is such a file or folder, on disk or as a draft."""
    return bytes_for(path) is not None or (_may_be_there(path) and path.exists())


def is_file_there(path: Path) -> bool:
    return bytes_for(path) is not None or (_may_be_there(path) and path.is_file())


def _may_be_there(path: Path) -> bool:
    """In the workbench every file of the yard has its whole path: another word names no file."""
    return path.is_absolute() or not overlay().folders


def _real(path: Path) -> str:
    return os.path.normcase(os.path.realpath(path))
