"""The workers of a Dask cluster: other machines that do batches of work."""

from __future__ import annotations

import logging
import re
import time
from concurrent.futures import CancelledError, Future
from typing import Any

from brickyard.batches import Done, done_with
from brickyard.what_runs import what_runs
from ldraw_tools.findings import BrickyardError, and_more, printable

_ADDRESS = re.compile(r"tcp://(\[[0-9a-fA-F:.]+\]|[^/:\s@]+):\d{1,5}")
_SECONDS_TO_CONNECT = 10
_SECONDS_WITHOUT_WORKERS = 60


class DaskWorkers:
    """Finding a task takes the scheduler some milliseconds, so a batch is worth a second or more."""

    seconds = 1.5

    def __init__(self, address: str) -> None:
        self._address = address
        self._client = _connected(address)
        self._executor = self._client.get_executor(pure=False)
        self._seen = time.monotonic()
        try:
            self._client.wait_for_workers(1, timeout=_SECONDS_TO_CONNECT)
        except TimeoutError as error:
            self.close()
            raise BrickyardError(
                f"{address} has no workers; start one with: dask worker {address} --nworkers -1 --nthreads 1"
            ) from error

    def number(self) -> int:
        """Workers come and go."""
        now, number = time.monotonic(), len(self._asked(self._client.nthreads))
        if number:
            self._seen = now
        elif now - self._seen > _SECONDS_WITHOUT_WORKERS:
            raise BrickyardError(f"{self._address} has lost all its workers")
        return number

    def start(self, sent: bytes) -> Future[Done]:
        started: Future[Done] = self._executor.submit(_done_elsewhere, what_runs(), sent)
        return started

    def result(self, future: Future[Done]) -> Done:
        from distributed.scheduler import KilledWorker

        try:
            done: Done = self._asked(future.result)
        except KilledWorker as error:
            raise BrickyardError(
                f"{error.allowed_failures + 1} workers of {self._address} ended in the middle of the same "
                "work; maybe memory is short there"
            ) from error
        except ImportError as error:
            raise BrickyardError(
                f"a worker of {self._address} has no brickyard, or an older one ({printable(str(error))}); "
                "install the same on all machines"
            ) from error

        return done

    def _asked(self, question: Any) -> Any:
        try:
            return question()
        except (CancelledError, OSError) as error:
            raise BrickyardError(f"{self._address} doesn't answer any more") from error

    def renew(self) -> None:
        """Dask starts its workers again by itself."""

    def close(self) -> None:
        self._executor.shutdown(wait=False)
        self._client.close(timeout=2)


def _connected(address: str) -> Any:
    if not _ADDRESS.fullmatch(address):
        raise BrickyardError(
            f"--cluster: “{printable(address)}” is not the address of a Dask scheduler; "
            "write it like tcp://192.168.1.20:8786"
        )
    try:
        import dask
        from distributed import Client
    except ImportError as error:
        more = 'uv tool install --reinstall --with-executables-from dask ".[cluster]"'
        raise BrickyardError(f"a cluster needs more; in brickyard's folder: {more}") from error
    # What happens to workers is told by the scheduler, on its machine.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    # What is sent holds files.
    dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 GiB"})
    try:
        return Client(address, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise BrickyardError(f"no Dask scheduler answers at {address}") from error


def _done_elsewhere(theirs: dict[str, str], sent: bytes) -> Done:
    """On a worker: only if it would make the same of it as the machine that asks."""
    from distributed import get_worker

    worker, ours = get_worker(), what_runs()
    if worker.state.nthreads > 1:
        raise BrickyardError(
            f"the worker {worker.address} works with {worker.state.nthreads} threads, and brickyard needs a "
            "process for each; start it with --nworkers -1 --nthreads 1"
        )
    if other := [name for name in theirs if theirs[name] != ours.get(name)]:
        has = and_more([f"{name} {ours.get(name) or 'none'}, not {theirs[name]}" for name in other], 3)
        raise BrickyardError(f"the worker {worker.address} has {has}; install the same on all machines")
    return done_with(sent)
