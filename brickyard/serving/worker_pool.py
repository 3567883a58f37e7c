"""Who answers what: two workers that stay, the second for pictures and for when the first is busy."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import Any

from brickyard.serving.answerer import open_answerer
from brickyard.serving.workers import Changes, Made, StoppedError, Worker, WorkPlace
from ldraw_tools.findings import BrickyardError
from ldraw_tools.phrases import say

# A model that takes longer can't be used on a page.
SECONDS = 120.0
# After this the page is told that something takes long, and can stop it.
_LONG_SECONDS = 2.0
_MOST_WAITING = 200
# Called with an id, what the question is about, and its state: working, done or stopped.
Telling = Callable[[str, str, str], None]
Gone = Callable[[], Awaitable[bool]]


class CrowdedError(BrickyardError):
    """Too many questions at once."""


class WorkerPool:
    def __init__(self, place: WorkPlace, drafts: Callable[[], Changes], tell: Telling) -> None:
        self._tell = tell
        self._workers = [Worker(place, open_answerer, drafts) for _ in range(2)]
        self._free = asyncio.Condition()
        self._waiting = 0
        # Of those, questions that aren't pictures.
        self._hurried = 0
        self._ids = count(1)
        self._long: dict[str, tuple[Worker, str]] = {}

    async def ask(
        self,
        question: str,
        arguments: dict[str, Any],
        *,
        about: str = "",
        drawn: bool = False,
        is_gone: Gone | None = None,
    ) -> Made:
        """`drawn` are pictures: many are asked for at once, and wait until nobody waits for anything else.

        `is_gone` tells whether nobody waits for the answer any more, once it is its turn.
        """
        if self._waiting >= _MOST_WAITING:
            raise CrowdedError(say("too many requests at once; try again in a moment"))
        worker = await self._seat(drawn, is_gone)
        watching = asyncio.create_task(self._watch(worker, about or question))
        try:
            return await worker.ask(question, arguments, SECONDS)
        finally:
            watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watching
            async with self._free:
                self._free.notify_all()

    async def warm(self) -> None:
        """Both start to import what they need."""
        asked = (self.ask("warm", {}) for _ in self._workers)
        for answer in await asyncio.gather(*asked, return_exceptions=True):
            if isinstance(answer, BaseException) and not isinstance(answer, StoppedError):
                raise answer

    def note(self, path: Path, draft: bytes | None) -> None:
        """A file has changed, on disk or as a draft."""
        for worker in self._workers:
            worker.changes[path] = draft

    def stop_one(self, job: str) -> bool:
        """Stop an answer that takes long; False if there is none with this id."""
        found = self._long.get(job)
        if found is None:
            return False
        found[0].stop()
        return True

    def working(self) -> list[dict[str, Any]]:
        return [_job(job, about, "working") for job, (_, about) in self._long.items()]

    def stop(self) -> None:
        for worker in self._workers:
            worker.stop()

    async def _seat(self, drawn: bool, is_gone: Gone | None) -> Worker:
        usable = self._workers[1:] if drawn else self._workers
        self._waiting += 1
        self._hurried += not drawn
        try:
            async with self._free:
                while True:
                    if is_gone is not None and await is_gone():
                        raise StoppedError("nobody waits for it any more")
                    free = next((one for one in usable if not one.is_busy), None)
                    if free is not None and not (drawn and self._hurried):
                        # Marked as busy at once: somebody else may look before it is asked.
                        free.asked = "soon"
                        return free
                    await self._free.wait()
        finally:
            self._waiting -= 1
            self._hurried -= not drawn

    async def _watch(self, worker: Worker, about: str) -> None:
        await asyncio.sleep(_LONG_SECONDS if about != "warm" else SECONDS)
        job = f"asked-{next(self._ids)}"
        self._long[job] = (worker, about)
        self._tell(job, about, "working")
        try:
            await asyncio.Event().wait()
        finally:
            del self._long[job]
            self._tell(job, about, "stopped" if worker.stopping else "done")


def _job(job: str, about: str, state: str) -> dict[str, Any]:
    return {"id": job, "what": "answer", "name": about, "state": state, "done": 0, "of": 0, "error": ""}
