"""Events, sent to every page that listens; they are numbered, so that a page that was away can catch up."""

from __future__ import annotations

import asyncio
import json
import weakref
from collections import deque
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

# A page that was away longer reloads everything.
_MOST_KEPT = 500
# So that we notice pages that are gone, and proxies don't close the stream.
_BEAT_SECONDS = 15.0
_MOST_LISTENERS = 60
# The events for the manual: their keys, and when they are sent.
EVENTS = {
    "changed": ("file, version, draft", "a file has changed, on disk or as a draft"),
    "added": ("file, version, draft", "a file is new"),
    "removed": ("file, version, draft", "a file is gone"),
    "waiting": ("file", "another program is saving a file; we wait until it is complete"),
    "judged": ("file, version, draft, verdict", "a file that was saved by another program is judged"),
    "tags-lost": ("file, tags", "a save took tags away: each with name, tag, and the tag as a name has it"),
    "job": ("id, what, name, state, done, of, error", "a long job has started, made progress or ended"),
    "restarted": ("", "some events are no longer known: load everything again"),
}


@dataclass(frozen=True, slots=True)
class PageEvent:
    number: int
    name: str
    text: str

    def encode(self) -> bytes:
        return f"id: {self.number}\nevent: {self.name}\ndata: {self.text}\n\n".encode()


class Events:
    """A page that asks for events that are no longer kept gets `restarted`."""

    def __init__(self) -> None:
        self._kept: deque[PageEvent] = deque(maxlen=_MOST_KEPT)
        self._number = 0
        # A stream that its page has left before it began is forgotten with its listener.
        self._listeners: weakref.WeakSet[asyncio.Event] = weakref.WeakSet()
        self._ended = False

    @property
    def last(self) -> int:
        return self._number

    @property
    def is_crowded(self) -> bool:
        return len(self._listeners) >= _MOST_LISTENERS

    def tell(self, name: str, about: Mapping[str, Any]) -> None:
        self._number += 1
        self._kept.append(PageEvent(self._number, name, json.dumps(about, separators=(",", ":"))))
        self._wake()

    def end(self) -> None:
        """End all streams: the server stops."""
        self._ended = True
        self._wake()

    def since(self, last: int | None) -> AsyncIterator[bytes]:
        """All events after that number, then new ones as they come; without a number only new ones.

        It counts as a listener at once: many may come before the first stream begins.
        """
        woken = asyncio.Event()
        self._listeners.add(woken)
        return self._stream(self._number if last is None else last, woken)

    async def _stream(self, seen: int, woken: asyncio.Event) -> AsyncIterator[bytes]:
        try:
            yield b"retry: 1000\n\n"
            first = self._kept[0].number if self._kept else self._number + 1
            if seen > self._number or seen < first - 1:
                seen = self._number
                yield PageEvent(self._number, "restarted", "{}").encode()
            while not self._ended:
                woken.clear()
                for event in [one for one in self._kept if one.number > seen]:
                    seen = event.number
                    yield event.encode()
                try:
                    await asyncio.wait_for(woken.wait(), _BEAT_SECONDS)
                except TimeoutError:
                    yield b": still here\n\n"
        finally:
            self._listeners.discard(woken)

    def _wake(self) -> None:
        for listener in self._listeners:
            listener.set()
