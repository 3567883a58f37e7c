"""Bytes that stand for a file on disk, there or not: a draft is read exactly as a saved file would be."""

from __future__ import annotations

import os
import time
from functools import lru_cache
from pathlib import Path

# By real path; used only in processes of the workbench.
_BYTES: dict[str, bytes] = {}
_MOST_KEPT = 1_000_000
_JUST_NOW_NS = 50_000_000


def stand_in(path: Path, data: bytes | None) -> None:
    """From now on the file has these bytes; None for those on disk."""
    if data is None:
        _BYTES.pop(_real(path), None)
    else:
        _BYTES[_real(path)] = data


def bytes_for(path: Path) -> bytes | None:
    """What stands for the file; None if nothing does."""
    return _BYTES.get(_real(path)) if _BYTES else None


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
    return bytes_for(path) is not None or path.exists()


def is_file_there(path: Path) -> bool:
    return bytes_for(path) is not None or path.is_file()


def _real(path: Path) -> str:
    return os.path.normcase(os.path.realpath(path))
