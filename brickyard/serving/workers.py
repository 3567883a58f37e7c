"""Processes that do the work, so that the server answers meanwhile and what hangs can be stopped."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ldraw_tools.findings import BrickyardError
from ldraw_tools.phrases import say

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, ForkServerProcess, SpawnContext, SpawnProcess

JSON = "application/json"
WEBP = "image/webp"
# What workers answer nearly everything with.
NEEDED = [f"brickyard.answers.on_{what}" for what in ("models", "tags", "shows", "pictures")]
_COLLECTS_EVERY = 10
_GOODBYE_SECONDS = 0.3
# Twice what any file may take. A worker that takes more ends with this status, looked at so often.
MOST_MEMORY = 2 * 2**30
_TOO_LARGE, _LOOK_SECONDS = 86, 0.1


class WorkPlace(NamedTuple):
    """What a worker must know beforehand: libraries, names of folders, folders that files stay in."""

    library: tuple[Path, ...] = ()
    shown_as: tuple[tuple[Path, str], ...] = ()
    fenced: tuple[tuple[Path, ...], ...] = ()
    most_memory: int = MOST_MEMORY

    def shortened(self, text: str) -> str:
        """A sentence with names as the page knows them, without our folders."""
        for folder, shown in self.shown_as:
            text = text.replace(f"{folder}{os.sep}", f"{shown}/" if shown else "")
        return text


@dataclass(frozen=True, slots=True)
class Made:
    """An answer: bytes of some type, or a value that the server completes and writes as JSON.

    `more` is for the server itself.
    """

    data: bytes = b""
    kind: str = JSON
    status: int = 200
    more: Any = None
    value: Mapping[str, Any] | None = None


class StoppedError(BrickyardError):
    """The worker was stopped, by somebody or because it took too long."""


# Files that changed: the bytes of a draft, or None for what is on disk.
Changes = dict[Path, bytes | None]
# How much is done, of how much.
Telling = Callable[[int, int], None]
Answering = Callable[[WorkPlace, Telling], Callable[[str, dict[str, Any], Changes], Made]]


class Worker:
    """One process; it answers one question at a time and is started when it is first asked."""

    def __init__(self, place: WorkPlace, answering: Answering, drafts: Callable[[], Changes] = dict) -> None:
        self._place, self._answering, self._drafts = place, answering, drafts
        self._process: SpawnProcess | ForkServerProcess | None = None
        self._connection: Connection | None = None
        # Since it was last asked.
        self.changes: Changes = {}
        self.asked = ""
        self.stopping = False

    @property
    def is_busy(self) -> bool:
        return bool(self.asked)

    def start(self) -> None:
        """Starts a fresh process: a fork of a server with threads may hang."""
        with _deaf_to_ctrl_c():
            context = _context()
            ours, theirs = context.Pipe()
            process = context.Process(
                target=_work,
                args=(theirs, self._place, self._answering),
                name="brickyard worker",
                daemon=True,
            )
            process.start()
        theirs.close()
        self._process, self._connection = process, ours

    def stop(self) -> None:
        """Stops it whatever it does; whoever waits for its answer is told."""
        self.stopping = True
        process, connection = self._process, self._connection
        self._process = self._connection = None
        if connection is not None and not self.asked:
            # An idle worker ends by itself when the server is gone.
            connection.close()
            if process is not None:
                process.join(_GOODBYE_SECONDS)
        if process is not None:
            process.kill()
            process.join(2)

    async def ask(
        self, question: str, arguments: dict[str, Any], seconds: float, tell: Telling | None = None
    ) -> Made:
        self.asked = question
        changes, self.changes = self.changes, {}
        try:
            return await asyncio.to_thread(self._ask, question, arguments, changes, seconds, tell)
        finally:
            self.asked = ""
            self.stopping = False

    def _ask(
        self,
        question: str,
        arguments: dict[str, Any],
        changes: Changes,
        seconds: float,
        tell: Telling | None,
    ) -> Made:
        if self._process is not None and not self._process.is_alive():
            # It ended by itself after its last answer.
            self.stop()
            self.stopping = False
        if self._connection is None:
            changes = self._drafts()
            self.start()
        connection = self._connection
        assert connection is not None
        try:
            connection.send((question, arguments, changes))
            end = time.monotonic() + seconds
            answer: object = None
            while not isinstance(answer, Made):
                if not connection.poll(max(0.0, end - time.monotonic())):
                    self.stop()
                    raise StoppedError(
                        say("it took longer than {seconds} seconds and was stopped", seconds=round(seconds))
                    )
                answer = connection.recv()
                if isinstance(answer, tuple) and tell is not None:
                    tell(*answer)
        except (EOFError, OSError) as error:
            raise StoppedError(self._why_it_ended()) from error
        return answer

    def _why_it_ended(self) -> str:
        was_asked, process = self.stopping, self._process
        if process is not None:
            # Its status is known once it is gone.
            process.join(_GOODBYE_SECONDS)
        self.stop()
        if was_asked:
            return say("it was stopped")
        if process is not None and process.exitcode == _TOO_LARGE:
            most = round(self._place.most_memory / 2**30)
            return say("this takes more than {most} GB of memory and was stopped", most=most)
        return say("this takes more memory than there is, or something broke; try again")


def _context() -> SpawnContext | ForkServerContext:
    """On Linux workers are forks of a process without threads that has imported what they need."""
    from multiprocessing import forkserver, get_context

    if sys.platform == "linux":
        # Its socket is in the temporary folder, whose path may be too long for one.
        with contextlib.suppress(OSError):
            forkserver.set_forkserver_preload(NEEDED)
            forkserver.ensure_running()
            return get_context("forkserver")
    return get_context("spawn")


@contextlib.contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """A process that begins here hears no Ctrl-C: it would print where its imports had come to."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    # It starts a process too, and lets the signal through afterwards.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(connection: Connection, place: WorkPlace, answering: Answering) -> None:
    """Runs in the other process; ends with the pipe, also if the server is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    threading.Thread(target=_end_if_too_large, args=(place.most_memory,), daemon=True).start()
    from brickyard.cli import configure_process

    configure_process()
    answer = answering(place, lambda done, of: connection.send((done, of)))
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        for number in itertools.count(1):
            connection.send(answer(*connection.recv()))
            # Commands end before garbage matters, a worker doesn't; here nobody waits while it is collected.
            if number % _COLLECTS_EVERY == 0:
                gc.collect()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _end_if_too_large(most: int) -> None:
    try:
        import resource
    except ImportError:
        # Windows doesn't say; there only the time is limited.
        return
    unit = 1 if sys.platform == "darwin" else 1024
    while resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit <= most:
        time.sleep(_LOOK_SECONDS)
    os._exit(_TOO_LARGE)
