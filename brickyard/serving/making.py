"""Downloads that take long to make: one at a time, each by a process of its own that can be stopped."""

from __future__ import annotations

import asyncio
import re
import shutil
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import brickyard
from brickyard.serving.workers import Changes, Made, StoppedError, Worker, WorkPlace
from ldraw_tools.findings import BrickyardError

if TYPE_CHECKING:
    from brickyard.serving.desk import Desk

_SECONDS = 1800.0
_MOST_WAITING = 20
# The newest results are kept, at most so many.
_MOST_KEPT = 30
# In a folder of downloads each is told from the others.
_ENDINGS = {
    "sheets": "-sheets.pdf",
    "cards": "-cards.pdf",
    "instructions": "-instructions.pdf",
    "site": "-site",
    "glb": ".glb",
    "parts": "-parts",
    "picture": ".png",
}
# What makes each, where the answer has another name.
_ANSWERS = {"cards": "card", "site": "publish", "glb": "export", "picture": "render", "parts": "parts_list"}


@dataclass(slots=True)
class Job:
    """`state` is waiting, working, done, failed or stopped; `file` is what was made."""

    id: str
    what: str
    name: str
    arguments: dict[str, Any]
    folder: Path
    state: str = "waiting"
    done: int = 0
    of: int = 0
    error: str = ""
    file: Path | None = None

    def plain(self) -> dict[str, Any]:
        keys = ("id", "what", "name", "state", "done", "of", "error")
        return {key: getattr(self, key) for key in keys}


class Press:
    """The queue of jobs."""

    def __init__(
        self, place: WorkPlace, folder: Path, drafts: Callable[[], Changes], tell: Callable[[Job], None]
    ) -> None:
        from brickyard.serving.desk import open_desk

        self._worker = Worker(place, open_desk, drafts)
        self._folder, self._tell = folder, tell
        self._jobs: dict[str, Job] = {}
        self._ids = count(1)
        self._turn = asyncio.Lock()

    @property
    def jobs(self) -> list[Job]:
        return list(self._jobs.values())

    def job(self, name: str) -> Job:
        if name not in self._jobs:
            raise BrickyardError("There is no such job.")
        return self._jobs[name]

    def add(self, what: str, name: str, arguments: dict[str, Any]) -> Job:
        """Adds a job to the queue; `run` it."""
        if sum(job.state in ("waiting", "working") for job in self.jobs) >= _MOST_WAITING:
            raise BrickyardError("Too many jobs are waiting already; stop one, or wait.")
        self._clear()
        number = f"job-{next(self._ids)}"
        folder = self._folder / number
        folder.mkdir()
        job = self._jobs[number] = Job(number, what, name, arguments, folder)
        self._tell(job)
        return job

    async def run(self, job: Job) -> None:
        """Makes it when its turn comes."""
        async with self._turn:
            if job.state == "stopped":
                return
            job.state = "working"
            self._tell(job)
            loop = asyncio.get_running_loop()

            def told(done: int, of: int) -> None:
                job.done, job.of = done, of
                loop.call_soon_threadsafe(self._tell, job)

            arguments = {**job.arguments, "what": job.what, "folder": str(job.folder), "name": job.name}
            try:
                made = await self._worker.ask("make", arguments, _SECONDS, told)
                self._finish(job, made)
            except StoppedError as error:
                job.state, job.error = "stopped", str(error)
            finally:
                # This frees its memory. A page is told what happened to a job that was cut short.
                self._worker.stop()
                self._worker.stopping = False
                if job.state == "working":
                    job.state = "stopped"
            self._tell(job)

    def stop_one(self, number: str) -> bool:
        job = self._jobs.get(number)
        if job is None or job.state not in ("waiting", "working"):
            return False
        if job.state == "working":
            self._worker.stop()
        else:
            job.state = "stopped"
            self._tell(job)
        return True

    def stop(self) -> None:
        self._worker.stop()

    def _finish(self, job: Job, made: Made) -> None:
        import json

        if made.status != 200:
            job.state, job.error = "failed", json.loads(made.data)["error"]
            return
        job.state, job.file = "done", Path(made.more)

    def _clear(self) -> None:
        over = [job for job in self.jobs if job.state not in ("waiting", "working")]
        for job in over[: max(0, len(over) - _MOST_KEPT)]:
            shutil.rmtree(job.folder, ignore_errors=True)
            del self._jobs[job.id]


def make(desk: Desk, arguments: Mapping[str, Any]) -> Made:
    """The worker's side: what the answer writes; a folder becomes an archive."""
    what, folder = arguments["what"], Path(arguments["folder"])
    name = made_name(arguments["name"])
    target = folder / f"{name}{_ENDINGS[what]}"
    several = len(arguments["paths"]) > 1
    if several and what in ("glb", "picture"):
        target = folder / name
    answer = getattr(brickyard, _ANSWERS.get(what, what))
    options = {name: value for name, value in _options(desk, arguments).items() if value is not None}
    answer(arguments["paths"], target=target, workspace=desk.workspace, **options)
    if not target.exists():
        raise BrickyardError("nothing was made of it")
    if target.is_dir():
        shutil.make_archive(str(target), "zip", target)
        shutil.rmtree(target, ignore_errors=True)
        target = target.with_name(f"{target.name}.zip")
    return Made(more=str(target))


def _options(desk: Desk, arguments: Mapping[str, Any]) -> dict[str, Any]:
    what = arguments["what"]
    if what == "parts":
        return {"condition": desk.defaults.get("condition")}
    if what in ("sheets", "cards", "instructions"):
        told = None if what == "cards" else desk.tell
        return {"paper": arguments.get("paper"), "told": told}
    if what == "site":
        # Lists can't lead out of the open folders, and may name all that is in them.
        return {"outside": True, "steps": arguments.get("steps", True), "told": desk.tell}
    return {"told": desk.tell}


def made_name(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60] or "made"
