"""Who is at the table: the game's log, the pages that listen to it, and how much each may send."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

from brickyard.table.hosted_log import HostedLog, Taken

MOST_LISTENERS = 60
_MOST_OF_ONE = 20
# Shorter than the time after which a page takes the line for dead.
_WORD_SECONDS = 10.0
# Events at once, and events a second: a phone that was away hands over many. A large one counts as several.
_BURST, _A_SECOND, _USUAL_BYTES = 400.0, 15.0, 500
_MOST_KNOWN = 1_000
_AT_ONCE = 200


@dataclass
class Allowance:
    """How much one guest may still send; it grows again with time."""

    left: float = _BURST
    at: float = field(default_factory=time.monotonic)

    def take(self, number: float, now: float) -> bool:
        self.left = min(_BURST, self.left + (now - self.at) * _A_SECOND)
        self.at = now
        if self.left < number:
            return False
        self.left -= number
        return True


class GameHost:
    """Numbers events, saves them and tells everybody; a guest who sends too much waits alone."""

    def __init__(self, log: HostedLog, now: Callable[[], float] = time.monotonic) -> None:
        self.log = log
        self._now = now
        self._saved = log.last
        self._saving = asyncio.Lock()
        self._changed = asyncio.Event()
        self._listeners: dict[str, int] = {}
        self._allowances: dict[str, Allowance] = {}
        self.is_closing = False

    @property
    def people(self) -> int:
        return sum(self._listeners.values())

    def admit(self, guest: str) -> bool:
        """Counts who listens from now on: streams that come at once must not all find the same free place."""
        if self.people >= MOST_LISTENERS or self._listeners.get(guest, 0) >= _MOST_OF_ONE:
            return False
        self._listeners[guest] = self._listeners.get(guest, 0) + 1
        self._wake()
        return True

    def dismiss(self, guest: str) -> None:
        self._listeners[guest] -= 1
        if not self._listeners[guest]:
            del self._listeners[guest]
        self._wake()

    def may_send(self, guest: str, number: int, size: int = 0) -> bool:
        if guest not in self._allowances and len(self._allowances) >= _MOST_KNOWN:
            self._allowances.clear()
        known = self._allowances.setdefault(guest, Allowance(at=self._now()))
        return known.take(max(number, size / _USUAL_BYTES, 1), self._now())

    async def take(self, events: list[object], guest: str = "") -> Taken:
        """Returns the numbers once everything is on disk."""
        taken = self.log.add(events, guest)
        last = self.log.last
        async with self._saving:
            if self._saved < last:
                # This also saves what others added meanwhile.
                now, data = self.log.last, self.log.data()
                await asyncio.to_thread(self.log.save, data)
                self._saved = now
                self._wake()
        return taken

    def close(self) -> None:
        """Lets all streams end."""
        self.is_closing = True
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def listen(self, after: int, held: str) -> AsyncIterator[str]:
        """What a page hears: hello, the events it hasn't, new ones as they come, and who is there."""
        after, again = self._where(after, held)
        told = {"game": self.log.game["id"], "last": self._saved, "again": again}
        yield _message({**told, "people": self.people}, "hello")
        people = self.people
        while not self.is_closing:
            changed = self._changed
            while after < self._saved:
                some = self.log.events[after : min(after + _AT_ONCE, self._saved)]
                after += len(some)
                yield _message(some, number=after)
            if people != self.people:
                people = self.people
                yield _message({"people": people}, "people")
            try:
                async with asyncio.timeout(_WORD_SECONDS):
                    await changed.wait()
            except TimeoutError:
                yield _message({"people": self.people}, "people")

    def _where(self, after: int, held: str) -> tuple[int, bool]:
        """Where to begin, and whether the page has another log than ours and must start over."""
        if after <= 0:
            return 0, False
        is_ours = after <= self._saved and self.log.events[after - 1]["id"] == held
        return (after, False) if is_ours else (0, True)


def _message(told: Any, kind: str = "", number: int = 0) -> str:
    lines = [f"event: {kind}"] if kind else []
    lines += [f"id: {number}"] if number else []
    # JSON has no line breaks of its own.
    return "\n".join([*lines, f"data: {json.dumps(told)}", "", ""])
