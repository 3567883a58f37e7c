"""Work on many things in batches, which go to workers; one that dies loses nothing."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from multiprocessing.context import BaseContext
from typing import Any, Protocol, TypeVar

from catalog.database.part_database import shipped_parts
from ldraw_tools.findings import BrickyardError

_Item = TypeVar("_Item")
_Made = TypeVar("_Made")
# How often workers may die of a batch before it isn't tried again.
_MOST_TRIES = 3
# Batches for each worker: one to do, and one that waits.
_AHEAD = 2
_MOST_IN_A_BATCH = 10_000
_SECONDS_BETWEEN_LOOKS = 5.0

Done = tuple[float, list[Any]]


class Workers(Protocol):
    """Those who do batches. `seconds` is how long a batch should take."""

    seconds: float

    def number(self) -> int: ...
    def start(self, sent: bytes) -> Future[Done]: ...
    def result(self, future: Future[Done]) -> Done: ...
    def renew(self) -> None: ...
    def close(self) -> None: ...


@dataclass(slots=True)
class _Batch:
    """Items that go to one worker together, as bytes, and their places."""

    places: list[int]
    sent: bytes
    tries: int = 0


def in_batches(
    function: Callable[[_Item], _Made], items: Iterable[_Item], workers: Workers
) -> Iterator[tuple[int, _Made]]:
    """What the function makes of each item, with the item's place, as workers are done with it."""
    numbered = enumerate(items)
    waiting: deque[_Batch] = deque()
    running: dict[Future[Done], _Batch] = {}
    size = 1
    try:
        while True:
            # Where none works for a moment, one batch waits.
            room = max(_AHEAD * workers.number(), 1) - len(running)
            while len(waiting) < room and (taken := list(islice(numbered, size))):
                sent = pickle.dumps((function, [item for _, item in taken]), pickle.HIGHEST_PROTOCOL)
                waiting.append(_Batch([place for place, _ in taken], sent))
            if not (waiting or running):
                return
            try:
                while waiting:
                    running[workers.start(waiting[0].sent)] = waiting[0]
                    waiting.popleft()
                for future in wait(running, _SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED).done:
                    seconds, made = workers.result(future)
                    batch = running.pop(future)
                    yield from zip(batch.places, made, strict=True)
                    size = min(int(workers.seconds * len(made) / max(seconds, 1e-6)) or 1, _MOST_IN_A_BATCH)
            except BrokenExecutor as error:
                # One process that dies takes along what the others do.
                waiting.extend(_once_more(batch, error) for batch in running.values())
                running.clear()
                workers.renew()
    finally:
        workers.close()


def _once_more(batch: _Batch, error: BrokenExecutor) -> _Batch:
    if batch.tries == _MOST_TRIES:
        raise BrickyardError(
            f"{_MOST_TRIES + 1} processes ended in the middle of the same work; maybe memory is short"
        ) from error
    return _Batch(batch.places, batch.sent, batch.tries + 1)


def done_with(sent: bytes) -> Done:
    """What a worker makes of a batch, and in how many seconds."""
    start = time.perf_counter()
    function, items = pickle.loads(sent)  # noqa: S301 - our own, from whoever may start us
    made = [function(item) for item in items]
    return time.perf_counter() - start, made


class LocalWorkers:
    """Processes of this machine."""

    seconds = 0.2

    def __init__(self, jobs: int) -> None:
        self._jobs, self._others = jobs, set(multiprocessing.active_children())
        self._pool = self._fresh()

    def _fresh(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._jobs, _context(), _begin)

    def number(self) -> int:
        return self._jobs

    def start(self, sent: bytes) -> Future[Done]:
        return self._pool.submit(done_with, sent)

    def result(self, future: Future[Done]) -> Done:
        return future.result()

    def renew(self) -> None:
        self._pool.shutdown(wait=False)
        self._pool = self._fresh()

    def close(self) -> None:
        for process in {*multiprocessing.active_children()} - self._others:
            process.terminate()
        self._pool.shutdown(cancel_futures=True)


def _context() -> BaseContext:
    """Forked where that can be done, so that nothing is imported twice.

    A process that has printed has threads of typst; a fork of it would wait for threads that it doesn't have.
    """
    ways = multiprocessing.get_all_start_methods()
    can_fork = "fork" in ways and sys.platform == "linux" and "typst" not in sys.modules
    return multiprocessing.get_context("fork" if can_fork else "spawn")


def _begin() -> None:
    """Ctrl-C ends a process without a word; one that was forked opens its own files."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if shipped_parts.cache_info().currsize:
        shipped_parts().reopen()
