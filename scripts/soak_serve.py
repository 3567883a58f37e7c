"""Keeps a workbench busy: files saved again and again, then requests made to be wrong.

    python -m scripts.soak_serve --seconds 60 [--seed 1] [--only saving|asking]

Fails if a save is not told and judged, if memory grows, if an answer is 500, or if a file is damaged.
Linux only.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx

from brickyard.serving.app import ROUTES
from brickyard.serving.making import ASKED, served_options
from brickyard.serving.request_guard import HEADER
from tests.serving import EXAMPLES, Running, running

# By so much memory may grow after the first quarter of the time: a share, and megabytes.
MOST_GROWTH, MOST_MEGABYTES = 0.15, 25
PATIENCE_SECONDS = 30.0
_VARIANTS = {"1B": "legal", "3B": "not legal"}
WORDS: list[Any] = [
    *("chub.mpd", "other.mpd", "lads.yaml", "house.yaml", "mine.csv", "chub.mpd#rifle", "lads.yaml:A"),
    *(
        "",
        "x",
        "../x.ldr",
        "/etc/passwd",
        "C:\\x.ldr",
        "chub.mpd\0",
        "a" * 3000,
        "ü七\ud83d\ude00",
        "-",
        "--help",
        "%00",
    ),
    *(
        "frames=5,systems=20",
        "5/20/2",
        "2Rd 1B",
        "rapid-attack",
        "9" * 40,
        "-1",
        "0",
        "1",
        "3",
        "1e9",
        "NaN",
        "none",
    ),
    *(None, True, 0, -1, 10**30, 1.5, [], {}, [[[[]]]], {"file": "chub.mpd"}, {"file": {"file": 1}}),
]


class Soak:
    def __init__(self, server: Running, folder: Path, seed: int) -> None:
        self._server, self._folder = server, folder
        self._random = random.Random(seed)
        self._judged: dict[str, str] = {}
        self._heard = threading.Condition()
        self.problems: list[str] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        """Hears as a page does, with breaks: what is missed must come later."""
        last = "0"
        while True:
            try:
                headers = {HEADER: self._server.token, "last-event-id": last}
                address = f"{self._server.base}/api/events"
                end = time.monotonic() + self._random.uniform(3, 15)
                with httpx.stream("GET", address, headers=headers, timeout=20) as stream:
                    name = number = ""
                    for line in stream.iter_lines():
                        key, _, value = line.partition(": ")
                        number = value if key == "id" else number
                        name = value if key == "event" else name
                        if key == "data" and name == "judged":
                            told = json.loads(value)
                            with self._heard:
                                self._judged[told["version"]] = told["verdict"]
                                self._heard.notify_all()
                        # Only an event that was heard to its end is not asked for again.
                        if not line:
                            last = number or last
                            if time.monotonic() > end:
                                break
            except httpx.HTTPError:
                time.sleep(0.1)
            if self._server.process.poll() is not None:
                return

    def save(self, seconds: float) -> str:
        """Files saved by another program and by the workbench in turn; each must be judged as it is."""
        end, number, first = time.monotonic() + seconds, 0, 0.0
        chub = (EXAMPLES / "frames" / "chub.mpd").read_text()
        while time.monotonic() < end:
            number += 1
            tag, verdict = self._random.choice(list(_VARIANTS.items()))
            text = chub.replace("SYSTEM 1B", f"SYSTEM {tag}") + f"0 // {number}\n"
            self._write(self._folder / "chub.mpd", text.encode())
            self._expect(text.encode(), verdict)
            if number % 3 == 0:
                self._tag_and_save(number)
            if not first and time.monotonic() > end - 0.75 * seconds:
                first = self._memory()
            time.sleep(self._random.uniform(0.05, 1.0))
        after = self._memory()
        first = first or after
        if after > first * (1 + MOST_GROWTH) + MOST_MEGABYTES:
            self.problems.append(f"memory grew from {first:.0f} to {after:.0f} MB")
        return f"{number} saves, memory {first:.0f} to {after:.0f} MB"

    def _write(self, path: Path, data: bytes) -> None:
        """At once, in two halves, or by replacing the file: as editors do."""
        way = self._random.randrange(3)
        if way == 0:
            path.write_bytes(data)
        elif way == 1:
            with path.open("wb") as file:
                file.write(data[: len(data) // 2])
                file.flush()
                time.sleep(0.03)
                file.write(data[len(data) // 2 :])
        else:
            temporary = path.with_name(".saving")
            temporary.write_bytes(data)
            temporary.replace(path)

    def _expect(self, data: bytes, verdict: str) -> None:
        version = hashlib.sha256(data).hexdigest()[:16]
        with self._heard:
            if not self._heard.wait_for(lambda: version in self._judged, PATIENCE_SECONDS):
                self.problems.append(f"a save was never judged: {version}")
            elif self._judged.pop(version) != verdict:
                self.problems.append(f"a save was judged otherwise than {verdict}")

    def _tag_and_save(self, number: int) -> None:
        """The workbench's own way; what it says it saved must be on disk."""
        tag = ("1B", "1G", "1Y")[number % 3]
        seen = self._file("other.mpd")
        changes = [{"target": {"submodel": "torso.ldr"}, "tag": tag}]
        made = self._server.post("tag", file="other.mpd", draft=seen["draft"], changes=changes)
        if made.status_code != 200:
            self.problems.append(f"tag: {made.status_code} {made.text[:200]}")
            return
        told = made.json()
        saved = self._server.post("save", file="other.mpd", version=told["version"], draft=told["draft"])
        data = (self._folder / "other.mpd").read_bytes()
        if saved.status_code != 200 or saved.json()["version"] != hashlib.sha256(data).hexdigest()[:16]:
            self.problems.append(f"save: {saved.status_code} {saved.text[:200]}")
        if f"SYSTEM {tag}".encode() not in data:
            self.problems.append("a save was lost")

    def _file(self, name: str) -> dict[str, Any]:
        files = self._server.client.get("/api/yard").json()["files"]
        return next(dict(one) for one in files if one["file"] == name)

    def _memory(self) -> float:
        """Of the server and its workers, in megabytes."""
        return sum(map(_resident, [self._server.process.pid, *_children(self._server.process.pid)]))

    def ask(self, seconds: float) -> str:
        """Requests that are wrong in all ways we could think of; none may break anything."""
        end = time.monotonic() + seconds
        counts: Counter[int] = Counter()
        while time.monotonic() < end:
            method, address, options = self._request()
            try:
                answer = self._server.client.request(method, address, timeout=60, **options)
            except (httpx.InvalidURL, UnicodeEncodeError, ValueError):
                continue
            except httpx.HTTPError as error:
                self.problems.append(f"{method} {address}: {error!r}")
                continue
            counts[answer.status_code] += 1
            if answer.status_code == 500 or (answer.status_code > 500 and answer.status_code != 503):
                self.problems.append(f"{answer.status_code} {method} {address[:200]} {str(options)[:500]}")
        if self._server.process.poll() is not None:
            self.problems.append("the server has ended")
        listed = ", ".join(f"{number} × {status}" for status, number in sorted(counts.items()))
        return f"{sum(counts.values())} requests: {listed}"

    def _request(self) -> tuple[str, str, dict[str, Any]]:
        chance = self._random
        if chance.random() < 0.5:
            name = chance.choice(ASKED)
            options = [one.option for one in served_options(name)]
            keys = ["path", "file", "side", "old", "new", *options, "width", "nothing"]
            return "GET", f"/api/{name}", {"params": self._values(keys)}
        route = chance.choice(ROUTES)
        if route.name == "events":
            return "GET", "/api/events?x", {"headers": {HEADER: "wrong"}}
        if route.method == "GET":
            keys = ["file", "have", "width", "piece", "steps", "as", "job", "part", "colour"]
            return "GET", f"/api/{route.name}", {"params": self._values(keys)}
        if route.name == "drop":
            name, data = str(self._word()), bytes(chance.randbytes(chance.randrange(300)))
            ending = chance.choice((".zip", ".ldr", ".io", ".yaml", ""))
            return "POST", "/api/drop", {"files": [("files", (f"{name[:80]}{ending}" or "x", data))]}
        if route.name == "make":
            # Making takes long; that it refuses what is wrong is enough.
            return "POST", "/api/make", {"json": {"what": self._word(), "files": self._word()}}
        return "POST", f"/api/{route.name}", {"json": self._body(route.name)}

    def _values(self, keys: list[str]) -> list[tuple[str, str]]:
        chosen = self._random.choices(keys, k=self._random.randrange(5))
        return [(key, str(self._word())) for key in ["path", *chosen]]

    def _body(self, name: str) -> Any:
        chance = self._random
        body: dict[str, Any] = {"file": chance.choice(("chub.mpd", "lads.yaml", "house.yaml", self._word()))}
        if chance.random() < 0.8 and isinstance(body["file"], str):
            body["draft"] = chance.choice((0, 1, self._word()))
        more: dict[str, Callable[[], Any]] = {
            "changes": lambda: [{"target": self._target(), "tag": str(self._word())[:100]}],
            "text": lambda: chance.choice(
                ("company: x\n", "frames: [", "a: &a [*a, *a]\n", "0 x\n1 4 0", self._word())
            ),
            "edits": lambda: [
                {
                    "at": chance.choices(("frames", 0, "a", 9), k=2),
                    chance.choice(("set", "add", "move")): self._word(),
                }
            ],
            "version": self._word,
            "as": self._word,
            "what": lambda: chance.choice(("company", "edition", self._word())),
            "name": self._word,
            "manifest": self._word,
            "job": self._word,
        }
        wanted = {"tag": "changes", "text": "text", "edit": "edits", "save": "version", "new": "what"}.get(
            name
        )
        if wanted and chance.random() < 0.9:
            body[wanted] = more[wanted]()
        if name == "new":
            body = {"what": body.get("what"), "name": str(self._word())[:200]}
        if name == "stop":
            body = {"job": self._word()}
        if chance.random() < 0.2:
            key = chance.choice(list(more))
            body[key] = more[key]()
        return self._word() if chance.random() < 0.03 else body

    def _target(self) -> Any:
        names = ("submodel", "group", "pieces")
        value = self._random.choice(("torso.ldr", [0, 1], [5, 40, 9000], self._word()))
        return {self._random.choice(names): value}

    def _word(self) -> Any:
        return self._random.choice(WORDS)


def _resident(process: int) -> float:
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


def _children(process: int) -> Iterator[int]:
    """Whichever thread has started them."""
    for listed in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            yield from map(int, listed.read_text().split())
        except OSError:
            continue


def _furnish(folder: Path) -> None:
    shutil.copy(EXAMPLES / "frames" / "chub.mpd", folder)
    shutil.copy(EXAMPLES / "frames" / "lancer.mpd", folder / "other.mpd")
    shutil.copy(EXAMPLES / "garage-rules.yaml", folder / "house.yaml")
    (folder / "mine.csv").write_text("Part,Color,Quantity\n3001,4,10\n")
    (folder / "lads.yaml").write_text("company: Lads\nframes:\n  - {model: chub.mpd, name: A}\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="for each of the two parts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=("saving", "asking"))
    given = parser.parse_args()
    problems: list[str] = []
    with tempfile.TemporaryDirectory(prefix="brickyard-soak-") as name:
        folder = Path(name)
        _furnish(folder)
        with running(str(folder)) as server:
            soak = Soak(server, folder, given.seed)
            server.client.get("/api/check", params={"path": "chub.mpd"})
            if given.only != "asking":
                print(f"saving: {soak.save(given.seconds)}", flush=True)
            if given.only != "saving":
                print(f"asking: {soak.ask(given.seconds)}", flush=True)
            print(f"ended in {server.stop():.1f} s")
            problems = soak.problems
    for problem in problems[:20]:
        print(problem, file=sys.stderr)
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
