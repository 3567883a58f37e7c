"""Bytes that stand for a file on disk, there or not: a draft is read exactly as a saved file would be."""

from __future__ import annotations

import os
from pathlib import Path

# By real path; used only in processes of the workbench.
_BYTES: dict[str, bytes] = {}


def stand_in(path: Path, data: bytes | None) -> None:
    """From now on the file has these bytes; None for those on disk."""
    if data is None:
        _BYTES.pop(_real(path), None)
    else:
        _BYTES[_real(path)] = data


def bytes_for(path: Path) -> bytes | None:
    """What stands for the file; None if nothing does."""
    return _BYTES.get(_real(path)) if _BYTES else None


def is_there(path: Path) -> bool:
    """Whether there is such a file or folder, on disk or as a draft."""
    return bytes_for(path) is not None or path.exists()


def is_file_there(path: Path) -> bool:
    return bytes_for(path) is not None or path.is_file()


def _real(path: Path) -> str:
    return os.path.normcase(os.path.realpath(path))
