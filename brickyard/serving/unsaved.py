"""Unsaved changes: what each file would hold, step by step, with undo and redo."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from brickyard.serving.yard import version_of
from ldraw_tools.findings import BrickyardError

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
                "Another page has changed this file meanwhile. Look at it again, then try again."
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
        return self._move(file, -1, "There is nothing to undo.")

    def redo(self, file: str) -> int:
        return self._move(file, 1, "There is nothing to redo.")

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
