"""What servers that were killed leave behind: unsaved changes are kept for their owner, the rest goes."""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import IO

from brickyard.serving.unsaved import keep_unsaved
from brickyard.table.table_address import lock_file
from ldraw_tools.findings import BrickyardError, count_of
from ldraw_tools.writing import write_whole

PREFIX = "brickyard-serve-"
_LOCK = "lock"
_DRAFTS = "drafts"
_MOST_NAMED = 5


def hold(home: Path) -> IO[str]:
    """A server holds its temporary folder as long as it lives: the system lets go of the lock at its end."""
    held = (home / _LOCK).open("w")
    with contextlib.suppress(OSError):
        lock_file(held.fileno())
    return held


def note_draft(home: Path, file: str, data: bytes | None) -> None:
    """Unsaved changes are on the disk, too, until they are saved or thrown away: the server may be killed."""
    path = home / _DRAFTS / file
    # Without room for it there is still the draft itself.
    with contextlib.suppress(BrickyardError, OSError):
        if data is None:
            path.unlink(missing_ok=True)
        else:
            write_whole(path, data)


def clear_servers(temporary: Path, kept_in: Path | None) -> Iterator[str]:
    """Remove the folders of servers that are dead; the lines say where what they hadn't saved is now."""
    for home in sorted(temporary.glob(f"{PREFIX}*")):
        if not _is_dead(home):
            continue
        found = [path for path in sorted((home / _DRAFTS).rglob("*")) if path.is_file()]
        drafts = {path.relative_to(home / _DRAFTS).as_posix(): path.read_bytes() for path in found}
        folder = home / _DRAFTS
        if drafts and kept_in is not None:
            ended = time.strftime("%Y-%m-%d-%H%M%S", time.localtime(home.stat().st_mtime))
            new = kept_in / f"{ended}-{home.name.removeprefix(PREFIX)}"
            folder = new if len(keep_unsaved(drafts, new)) == len(drafts) else folder
        if drafts:
            yield from lines_about(drafts, folder)
        if not drafts or folder != home / _DRAFTS:
            shutil.rmtree(home, ignore_errors=True)


def lines_about(drafts: Collection[str], folder: Path | None) -> Iterator[str]:
    names = f"{', '.join([*drafts][:_MOST_NAMED])}{' and others' if len(drafts) > _MOST_NAMED else ''}"
    yield f"brickyard: {count_of(len(drafts), 'file')} with changes that were not saved: {names}"
    if folder is not None:
        yield f"Copies with the changes are in {folder}: drop them on the workbench."


def _is_dead(home: Path) -> bool:
    """Whether it is a folder of ours that nobody holds any more."""
    try:
        found = home.lstat()
        if home.is_symlink() or (hasattr(os, "getuid") and found.st_uid != os.getuid()):
            return False
        with (home / _LOCK).open("r+") as held:
            lock_file(held.fileno())
    except OSError:
        return False
    return True
