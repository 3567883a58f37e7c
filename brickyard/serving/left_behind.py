"""What servers that were killed leave behind: unsaved changes are kept for their owner, the rest goes."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import IO

from brickyard.table.table_address import lock_file
from ldraw_tools.findings import BrickyardError, count_of
from ldraw_tools.writing import write_whole

# How the name of a server's temporary folder begins; then the time of its start.
PREFIX = "brickyard-serve-"
_LOCK = "lock"
_MOST_NAMED = 5
# Of workbenches that ended with changes in them.
_MOST_ENDS = 20


def hold(home: Path) -> IO[str]:
    """A server holds its temporary folder as long as it lives: the system lets go of the lock at its end."""
    held = (home / _LOCK).open("w")
    with contextlib.suppress(OSError):
        lock_file(held.fileno())
    return held


def noted_in(kept_in: Path | None, home: Path) -> Path | None:
    """Where the server of that temporary folder keeps its unsaved changes."""
    return kept_in and kept_in / home.name.removeprefix(PREFIX)


def note_draft(folder: Path | None, file: str, data: bytes | None) -> None:
    """Unsaved changes are on the disk, too, until they are saved or thrown away: the server may be killed."""
    # Without room for it there is still the draft itself.
    with contextlib.suppress(BrickyardError, OSError):
        if folder is not None and data is not None:
            write_whole(folder / file, data)
        elif folder is not None:
            (folder / file).unlink()
            os.removedirs((folder / file).parent)


def clear_servers(temporary: Path, kept_in: Path) -> Iterator[str]:
    """Remove the folders of servers that are dead; the lines say where what they hadn't saved is."""
    for home in sorted(temporary.glob(f"{PREFIX}*")):
        if _is_dead(home):
            folder = kept_in / home.name.removeprefix(PREFIX)
            drafts = [path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file()]
            yield from lines_about([path.as_posix() for path in drafts], folder)
            shutil.rmtree(home, ignore_errors=True)
    for old in sorted(kept_in.glob("*"))[:-_MOST_ENDS]:
        if not (temporary / f"{PREFIX}{old.name}").exists():
            shutil.rmtree(old, ignore_errors=True)


def lines_about(drafts: Collection[str], folder: Path | None) -> Iterator[str]:
    if drafts:
        names = f"{', '.join([*drafts][:_MOST_NAMED])}{' and others' if len(drafts) > _MOST_NAMED else ''}"
        yield f"brickyard: {count_of(len(drafts), 'file')} with changes that were not saved: {names}"
        if folder is not None and folder.is_dir():
            yield f"Copies with the changes are in {folder}: drop them on the workbench."


def _is_dead(home: Path) -> bool:
    """Whether it is a folder of ours that nobody holds any more."""
    try:
        if home.is_symlink() or (hasattr(os, "getuid") and home.stat().st_uid != os.getuid()):
            return False
        with (home / _LOCK).open("r+") as held:
            lock_file(held.fileno())
    except OSError:
        return False
    return True
