"""What people do, both ways: by the requests of the workbench's page, and by commands that start cold."""

import contextlib
import json
import shutil
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx

from benchmarks.cases import Bench
from benchmarks.ours import CHUB
from benchmarks.table import Row
from benchmarks.timing import ROOT, Failure, Spread, run_quietly

_MODELS = ("frames/chub", "frames/osprey-guard", "frames/bullfrog", "stations/depot")
_TAGS = {"rifle.ldr": "2Rd", "shield.ldr": "1B", "mast.ldr": "1Y", "jets.ldr": "1G"}
_UNITS = (
    ("frames", "chub.mpd", "Brutus", 3),
    ("frames", "osprey-guard.mpd", "Anvil", 1),
    ("frames", "bullfrog.mpd", "Hammer", 1),
    ("stations", "depot.mpd", "Depot", 2),
)


def journeys(bench: Bench) -> Iterator[Row]:
    """Each ends with the same verdict or list both ways; what a person thinks and types is not in it."""
    rounds = max(3, bench.rounds)
    folder = bench.models.levels.parent / "journeys"
    for way in ("page", "typed"):
        (folder / way).mkdir(parents=True)
        _fill(folder / way, rounds)
    with _Page(folder / "page") as page:
        typed = _Typed(folder / "typed")
        ways: tuple[tuple[str, Callable[[int], str], str, Callable[[int], str], str], ...] = (
            (
                *("an untagged .io tagged, saved and judged", page.tag, "tags --set, check", typed.tag),
                "four clicks, each with its verdict, and Save",
            ),
            (
                *("a file changed on disk until its verdict", page.watch, "check", typed.watch),
                "from the save to the event that the page hears",
            ),
            (
                *("a company built, saved and judged", page.build, "new company, check", typed.build),
                "begun, its game set, four kinds of units added, each with its verdict, and Save; "
                "the list is typed in no time",
            ),
            (*("a parts list for a shop", page.shop, "parts --format bricklink", typed.shop), ""),
        )
        for case, ours, commands, theirs, note in ways:
            yield _raced(case, ours, f"brickyard {commands}, cold", theirs, note, rounds)


def _raced(
    case: str, ours: Callable[[int], str], peer: str, theirs: Callable[[int], str], note: str, rounds: int
) -> Row:
    """In turns, so that a busy moment hits both; the first round warms up."""
    times: dict[str, list[float]] = {"ours": [], "theirs": []}
    for number in range(rounds + 1):
        found = {}
        for name, way in (("ours", ours), ("theirs", theirs)):
            start = time.perf_counter()
            found[name] = way(number)
            times[name].append(time.perf_counter() - start)
        if found["ours"] != found["theirs"]:
            failure = Failure(f"{found['ours'][:80]} here, {found['theirs'][:80]} there")
            return Row(case, failure, peer, failure)
    return Row(
        case, Spread(tuple(times["ours"][1:])), peer, Spread(tuple(times["theirs"][1:])), None, note, ""
    )


def _fill(folder: Path, rounds: int) -> None:
    """Models to build with, and for each round an .io without tags, as Studio saves it."""
    for name in _MODELS:
        shutil.copy(ROOT / "examples" / f"{name}.mpd", folder)
    shutil.copy(CHUB, folder / "watched.mpd")
    text = "".join(line for line in CHUB.read_text("utf-8").splitlines(True) if "!MFZ" not in line)
    for number in range(rounds + 1):
        with zipfile.ZipFile(folder / f"bare-{number}.io", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("model.ldr", text)


def _changed(number: int) -> str:
    """Without its rifle's tag, and with it again."""
    text = CHUB.read_text("utf-8") + f"0 // {number}\n"
    return text if number % 2 else text.replace("0 !MFZ SYSTEM 2Rd Rifle\n", "")


class _Typed:
    """Commands in a folder, each a new process."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def tag(self, number: int) -> str:
        file = f"bare-{number}.io"
        changes = [word for name, tag in _TAGS.items() for word in ("--set", f"{name}={tag}")]
        self._run("tags", file, *changes, "--in-place")
        return self._verdict(file)

    def watch(self, number: int) -> str:
        (self._folder / "watched.mpd").write_text(_changed(number), "utf-8")
        return self._verdict("watched.mpd")

    def build(self, number: int) -> str:
        file = f"built-{number}.yaml"
        self._run("new", "company", "-o", file)
        lists = {kind: [one for one in _UNITS if one[0] == kind] for kind in ("frames", "stations")}
        lines = ["company: Built", "game: {size: skirmish, players: 3}"]
        for kind, units in lists.items():
            lines += [f"{kind}:"]
            lines += [
                f"  - {{model: {model}, name: {name}, count: {count}}}" for _, model, name, count in units
            ]
        (self._folder / file).write_text("\n".join(lines) + "\n", "utf-8")
        return self._verdict(file)

    def shop(self, _number: int) -> str:
        return self._run("parts", "chub.mpd", "--format", "bricklink").strip()

    def _verdict(self, file: str) -> str:
        return str(json.loads(self._run("check", file, "--format", "json"))["verdict"])

    def _run(self, *words: str) -> str:
        told = run_quietly((sys.executable, "-m", "brickyard", *words), folder=self._folder)
        return json.dumps({"verdict": told.why}) if isinstance(told, Failure) else told


class _Page:
    """The requests that the page sends, to a server that has answered before."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self) -> "_Page":
        command = (sys.executable, "-m", "brickyard", "serve", str(self._folder), "--no-open")
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        base, _, token = self._process.stdout.readline().strip().partition("/?token=")
        headers = {"X-Brickyard-Token": token}
        self._client = httpx.Client(base_url=base, headers=headers, timeout=60)
        self._told: list[str] = []
        self._heard = threading.Condition()
        listening = threading.Thread(target=self._listen, args=(f"{base}/api/events", headers), daemon=True)
        listening.start()
        self._client.get("/api/yard")
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()
        self._process.kill()
        self._process.wait()

    def tag(self, number: int) -> str:
        file = f"bare-{number}.io"
        told: dict[str, Any] = {"draft": 0}
        for name, tag in _TAGS.items():
            changes = [{"target": {"submodel": name}, "tag": tag}]
            told = self._post("tag", file=file, draft=told["draft"], changes=changes)
        return self._saved(file, told)

    def watch(self, number: int) -> str:
        with self._heard:
            self._told.clear()
        (self._folder / "watched.mpd").write_text(_changed(number), "utf-8")
        with self._heard:
            assert self._heard.wait_for(lambda: self._told, 60)
            return self._told[-1]

    def build(self, number: int) -> str:
        told = self._post("new", what="company", name=f"Built {number}", empty=True)
        file = told["file"]
        edits: list[dict[str, Any]] = [{"at": ["game"], "set": {"size": "skirmish", "players": 3}}]
        edits += [
            {"at": [kind], "add": {"model": {"file": model}, "name": name, "count": count}}
            for kind, model, name, count in _UNITS
        ]
        for edit in edits:
            told = self._post("edit", file=file, draft=told["draft"], edits=[edit])
        return self._saved(file, told)

    def shop(self, _number: int) -> str:
        return self._client.post("/api/buy", json={"files": ["chub.mpd"], "format": "bricklink"}).text.strip()

    def _saved(self, file: str, told: dict[str, Any]) -> str:
        """With the verdict that was shown before."""
        self._post("save", file=file, version=told["version"], draft=told["draft"])
        return str(told["check"]["verdict"])

    def _post(self, name: str, /, **body: Any) -> dict[str, Any]:
        answer = self._client.post(f"/api/{name}", json=body)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def _listen(self, address: str, headers: dict[str, str]) -> None:
        # The server ends in the midst of it.
        with (
            contextlib.suppress(httpx.HTTPError),
            httpx.stream("GET", address, headers=headers, timeout=None) as stream,
        ):
            name = ""
            for line in stream.iter_lines():
                name = line.removeprefix("event: ") if line.startswith("event: ") else name
                about = json.loads(line[6:]) if line.startswith("data: ") else {}
                if name == "judged" and about.get("file") == "watched.mpd":
                    with self._heard:
                        self._told.append(about["verdict"])
                        self._heard.notify_all()
