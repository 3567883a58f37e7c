"""Unsaved changes: what each file would hold, step by step, with undo and redo."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, NamedTuple

from brickyard.serving.yard import version_of
from brickyard.table.table_address import lock_file
from fleets.tagging.remembered_tags import RememberedTag
from ldraw_tools.findings import BrickyardError, count_of
from ldraw_tools.phrases import say
from ldraw_tools.writing import write_whole

_MOST_STEPS = 200
# The size of all drafts together; a model of a thousand parts takes 0.1 MB.
_MOST_BYTES = 256 * 1024 * 1024


class StaleError(BrickyardError):
    """Somebody changed the file since the page looked at it: another tab, or another program."""


@dataclass(slots=True)
class Draft:
    """`steps` are the file's contents one after the other; `now` is the current one, `saved` the one on disk.

    `number` grows with every change, and is never used again. `base` is the version on disk that it began
    with, empty for a file that is not on disk.
    """

    steps: list[bytes]
    base: str
    now: int = 0
    saved: int = 0
    number: int = 0

    @property
    def data(self) -> bytes:
        return self.steps[self.now]

    @property
    def is_changed(self) -> bool:
        return self.now != self.saved

    @property
    def shown(self) -> int:
        """The number that pages see: 0 if the disk has the same."""
        return self.number if self.is_changed else 0


class Unsaved:
    """The drafts of all files by name. A page sends the number that it knows; if it is old, it is refused."""

    def __init__(self) -> None:
        self._drafts: dict[str, Draft] = {}
        self._number = 0

    def __iter__(self) -> Iterator[tuple[str, Draft]]:
        return iter(list(self._drafts.items()))

    def changed(self) -> dict[str, bytes]:
        """What each file would hold, of those that the disk has otherwise."""
        return {file: draft.data for file, draft in self if draft.is_changed}

    def of(self, file: str) -> Draft | None:
        return self._drafts.get(file)

    def number(self, file: str) -> int:
        draft = self._drafts.get(file)
        return draft.shown if draft else 0

    def data(self, file: str) -> bytes | None:
        """The draft's bytes; None if the disk has the same."""
        draft = self._drafts.get(file)
        return draft.data if draft and draft.is_changed else None

    def check(self, file: str, number: int) -> None:
        """Refuse a change of something older than the current draft."""
        if number != self.number(file):
            raise StaleError(
                say("Another page has changed this file meanwhile. Look at it again, then try again.")
            )

    def change(self, file: str, before: bytes, after: bytes) -> int:
        """Adds a step; for the first one, `before` is what the disk holds."""
        draft = self._drafts.get(file)
        if draft is None:
            draft = self._drafts[file] = Draft([before], version_of(before))
        if after == draft.data:
            return draft.shown
        del draft.steps[draft.now + 1 :]
        if draft.saved > draft.now:
            draft.saved = -1
        draft.steps.append(after)
        draft.now += 1
        if len(draft.steps) > _MOST_STEPS or self._bytes() > _MOST_BYTES:
            self._shorten(draft)
        return self._changed(draft)

    def begin(self, file: str, data: bytes) -> int:
        """A file that is not on disk yet."""
        draft = self._drafts[file] = Draft([data], "", saved=-1)
        return self._changed(draft)

    def undo(self, file: str) -> int:
        return self._move(file, -1, say("There is nothing to undo."))

    def redo(self, file: str) -> int:
        return self._move(file, 1, say("There is nothing to redo."))

    def can(self, file: str) -> tuple[bool, bool]:
        """Whether there is something to undo, and to redo."""
        draft = self._drafts.get(file)
        return (draft.now > 0, draft.now + 1 < len(draft.steps)) if draft else (False, False)

    def note_saved(self, file: str, data: bytes) -> None:
        """The draft was saved; its steps can still be undone."""
        if draft := self._drafts.get(file):
            draft.saved, draft.base = draft.now, version_of(data)

    def discard(self, file: str) -> None:
        self._drafts.pop(file, None)

    def rename(self, file: str, new: str) -> None:
        if file != new and file in self._drafts:
            self._drafts[new] = self._drafts.pop(file)

    def _move(self, file: str, steps: int, otherwise: str) -> int:
        draft = self._drafts.get(file)
        if draft is None or not 0 <= draft.now + steps < len(draft.steps):
            raise BrickyardError(otherwise)
        draft.now += steps
        return self._changed(draft)

    def _changed(self, draft: Draft) -> int:
        self._number += 1
        draft.number = self._number
        return draft.shown

    def _bytes(self) -> int:
        return sum(len(step) for draft in self._drafts.values() for step in draft.steps)

    def _shorten(self, draft: Draft) -> None:
        """Forget the oldest steps, never the current one."""
        surplus = max(1, len(draft.steps) - _MOST_STEPS, draft.now // 2)
        surplus = min(surplus, draft.now)
        del draft.steps[:surplus]
        draft.now -= surplus
        draft.saved = draft.saved - surplus if draft.saved >= surplus else -1


# How the name of a server's temporary folder begins; then the time of its start.
PREFIX = "brickyard-serve-"
_LOCK = "lock"
# Between that time and what was served.
_MARK = "@"
_MOST_KEPT = 100
_MOST_OTHERS = 3
_MOST_NAMED = 5
# Of workbenches that ended with changes in them.
_MOST_ENDS = 20
# Files whose tags are noted.
_MOST_NOTED = 400


def hold(home: Path) -> IO[str]:
    """A server holds its temporary folder as long as it lives: the system lets go of the lock at its end."""
    held = (home / _LOCK).open("w")
    with contextlib.suppress(OSError):
        lock_file(held.fileno())
    return held


def noted_in(kept_in: Path | None, home: Path, opened: Iterable[Path]) -> Path | None:
    """Where the server of that temporary folder keeps its unsaved changes; the name tells what it served."""
    return kept_in and kept_in / f"{home.name.removeprefix(PREFIX)}{_MARK}{_opened_as(opened)}"


def _opened_as(opened: Iterable[Path]) -> str:
    paths = sorted(os.path.realpath(path) for path in opened)
    return hashlib.sha256(b"\0".join(map(os.fsencode, paths))).hexdigest()[:12]


class KeptWork(NamedTuple):
    """What a workbench that ended had unsaved; `is_ours`: it served the same folders as this one."""

    folder: Path
    files: dict[str, Path]
    saved: float
    is_ours: bool


def kept_work(kept_in: Path | None, home: Path, opened: Iterable[Path]) -> Iterator[KeptWork]:
    """The newest first, of other folders only some; what living servers keep is theirs."""
    ours, others = _opened_as(opened), 0
    for folder in sorted(kept_in.glob("*"), reverse=True)[:_MOST_ENDS] if kept_in is not None else ():
        name, _, served = folder.name.partition(_MARK)
        if (home.parent / f"{PREFIX}{name}").exists() or not folder.is_dir():
            continue
        paths = [path for path in sorted(folder.rglob("*")) if path.is_file()][:_MOST_KEPT]
        files = {path.relative_to(folder).as_posix(): path for path in paths}
        others += bool(files) and served != ours
        if files and (served == ours or others <= _MOST_OTHERS):
            yield KeptWork(folder, files, max(map(_age, paths)), served == ours)


def note_draft(folder: Path | None, file: str, data: bytes | None) -> None:
    """Unsaved changes are on the disk, too, until they are saved or thrown away: the server may be killed."""
    # Without room for it there is still the draft itself.
    with contextlib.suppress(BrickyardError, OSError):
        if folder is not None and data is not None:
            write_whole(folder / file, data)
        elif folder is not None:
            (folder / file).unlink()
            os.removedirs((folder / file).parent)


def note_tags(place: Path | None, tags: Sequence[RememberedTag]) -> None:
    """The tags that were saved into a file, for a workbench that starts after an editor saved over them."""
    with contextlib.suppress(BrickyardError, OSError):
        if place is not None and tags:
            write_whole(place, json.dumps([one._asdict() for one in tags]).encode())
            for old in sorted(place.parent.glob("*.json"), key=_age)[:-_MOST_NOTED]:
                old.unlink()
        elif place is not None:
            place.unlink()


def recalled_tags(place: Path | None) -> tuple[RememberedTag, ...]:
    try:
        noted = json.loads(place.read_bytes()) if place is not None else []
        return tuple(
            RememberedTag(**{**one, "parts": tuple(tuple(part) for part in one["parts"])}) for one in noted
        )
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        # There is none, or another version wrote it.
        return ()


def _age(path: Path) -> float:
    return path.stat().st_mtime


def clear_servers(temporary: Path, kept_in: Path) -> Iterator[str]:
    """Remove the folders of servers that are dead; the lines say where what they hadn't saved is."""
    for home in sorted(temporary.glob(f"{PREFIX}*")):
        if _is_dead(home):
            for folder in kept_in.glob(f"{home.name.removeprefix(PREFIX)}{_MARK}*"):
                drafts = [path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file()]
                yield from lines_about([path.as_posix() for path in drafts], folder)
            shutil.rmtree(home, ignore_errors=True)
    for old in sorted(kept_in.glob("*"))[:-_MOST_ENDS]:
        if not (temporary / f"{PREFIX}{old.name.partition(_MARK)[0]}").exists():
            shutil.rmtree(old, ignore_errors=True)


def lines_about(drafts: Collection[str], folder: Path | None) -> Iterator[str]:
    if drafts:
        names = f"{', '.join([*drafts][:_MOST_NAMED])}{' and others' if len(drafts) > _MOST_NAMED else ''}"
        yield f"brickyard: {count_of(len(drafts), 'file')} with changes that were not saved: {names}"
        if folder is not None and folder.is_dir():
            yield f"The workbench offers them when it starts. Copies with the changes are in {folder}"


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
