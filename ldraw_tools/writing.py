"""Outputs appear whole or not at all: written beside their place, then moved into it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ldraw_tools.findings import BrickyardError


@contextmanager
def replace_when_done(target: Path) -> Iterator[Path]:
    """A temporary file beside `target` that takes its place when the block ends well; folders are made."""
    make_folder(target.parent)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        os.close(handle)
    except OSError as error:
        raise BrickyardError(f"{target}: can't be written: {error.strerror or error}") from error
    temporary = Path(name)
    try:
        yield temporary
        # mkstemp makes private files; what we write is for everyone the umask allows.
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        temporary.replace(target)
    except PermissionError as error:
        # On Windows nothing takes the place of a file that is open.
        hint = "is it open in another program?"
        raise BrickyardError(f"{target}: can't be written: {error.strerror or error}; {hint}") from error
    except OSError as error:
        raise BrickyardError(f"{target}: can't be written: {error.strerror or error}") from error
    finally:
        temporary.unlink(missing_ok=True)


def make_folder(folder: Path) -> None:
    """And those above it, where they aren't there yet."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BrickyardError(f"{folder}: can't be made a folder: {error.strerror or error}") from error


def write_whole(target: Path, data: bytes) -> None:
    with replace_when_done(target) as temporary:
        temporary.write_bytes(data)
