"""The workbench: how soon it is ready, and how soon a click and a save have their verdict."""

import json
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

from benchmarks.cases import Bench
from benchmarks.ours import COMMISSAR
from benchmarks.table import Row
from benchmarks.timing import ROOT, Failure, Spread, run_quietly

CLICK_BAR, SAVE_BAR, READY_BAR = 0.2, 0.5, 2.0
READY_BASELINE = (sys.executable, "-c", "import numpy, typer, starlette")
_PEER = "brickyard check of it, cold"
_TAGS = ("1B", "1G", "1Y", "2B")
_CLICKS = 8


def served(bench: Bench) -> Iterator[Row]:
    """Against a cold `check` of the same frame of 103 parts, and against what Python must import at least."""
    folder = bench.models.levels.parent / "served"
    folder.mkdir()
    model = folder / "commissar.mpd"
    shutil.copy(COMMISSAR, model)
    rounds = max(3, bench.rounds)
    check, click, save = _measured(folder, model, rounds)
    yield Row("a click on the palette, 103 parts", click, _PEER, check, CLICK_BAR, "the whole request")
    yield Row("a file saved until its verdict is told, 103 parts", save, _PEER, check, SAVE_BAR)
    ready: list[float] = []
    least: list[float] = []
    for _ in range(rounds + 2):
        ready.append(_ready())
        least.append(_timed(READY_BASELINE))
    baseline = f'python -c "{READY_BASELINE[-1]}"'
    yield Row(
        "brickyard serve until it answers", Spread(tuple(ready)), baseline, Spread(tuple(least)), READY_BAR
    )


def _measured(folder: Path, model: Path, rounds: int) -> tuple[Spread | Failure, ...]:
    """In turns, so that a busy moment hits all of them."""
    command = (sys.executable, "-m", "brickyard", "check", str(model))
    checks, clicks, saves = [], [], []
    with _Server(folder) as server:
        text = model.read_text()
        server.click(0)
        for number in range(rounds):
            checks.append(_timed(command))
            clicks.append(min(server.click(one) for one in range(_CLICKS)))
            saves.append(min(server.save(f"{text}0 // {number} {one}\n") for one in range(3)))
    return Spread(tuple(checks)), Spread(tuple(clicks)), Spread(tuple(saves))


class _Server:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self) -> "_Server":
        command = (sys.executable, "-m", "brickyard", "serve", str(self._folder), "--no-open")
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        base, _, token = self._process.stdout.readline().strip().partition("/?token=")
        self._headers = {"X-Brickyard-Token": token}
        self._client = httpx.Client(base_url=base, headers=self._headers, timeout=60)
        self._told: dict[str, float] = {}
        self._heard = threading.Condition()
        threading.Thread(target=self._listen, args=(f"{base}/api/events",), daemon=True).start()
        listed = self._client.get("/api/tags", params={"path": "commissar.mpd"}).json()
        names = [one["name"] for one in listed["models"][0]["submodels"] if not one["role"]]
        self._submodel = names[-1]
        self._draft = 0
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()

    def click(self, number: int) -> float:
        """Seconds from asking for a tag to having the verdict, the dice and the tags."""
        changes = [{"target": {"submodel": self._submodel}, "tag": _TAGS[number % len(_TAGS)]}]
        body = {"file": "commissar.mpd", "draft": self._draft, "changes": changes}
        start = time.perf_counter()
        answer = self._client.post("/api/tag", json=body)
        took = time.perf_counter() - start
        told: dict[str, Any] = answer.json()
        assert told["check"]["verdict"], answer.text
        self._draft = int(told["draft"])
        return took

    def save(self, text: str) -> float:
        """Seconds from another program's save to the verdict on the page."""
        self._client.post("/api/discard", json={"file": "commissar.mpd"})
        self._draft = 0
        with self._heard:
            self._told.clear()
        start = time.perf_counter()
        (self._folder / "commissar.mpd").write_text(text)
        with self._heard:
            assert self._heard.wait_for(lambda: "judged" in self._told, 60)
            return self._told["judged"] - start

    def _listen(self, address: str) -> None:
        # The server ends before its stream does.
        with (
            suppress(httpx.RemoteProtocolError),
            httpx.stream("GET", address, headers=self._headers, timeout=None) as stream,
        ):
            name = ""
            for line in stream.iter_lines():
                name = line.removeprefix("event: ") if line.startswith("event: ") else name
                if line.startswith("data: ") and "commissar" in json.loads(line[6:]).get("file", ""):
                    with self._heard:
                        self._told[name] = time.perf_counter()
                        self._heard.notify_all()


def _ready() -> float:
    command = (sys.executable, "-m", "brickyard", "serve", "--no-open")
    start = time.perf_counter()
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        took = time.perf_counter() - start
        assert httpx.get(address).status_code == 200
        process.kill()
    return took


def _timed(command: tuple[str, ...]) -> float:
    start = time.perf_counter()
    run_quietly(command)
    return time.perf_counter() - start
