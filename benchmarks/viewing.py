"""Frames a second of our 3D view and of three.js' LDrawLoader: one model, one browser, taking turns."""

import json
import os
import re
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from benchmarks import peers
from benchmarks.cases import Bench
from benchmarks.table import Row
from benchmarks.timing import ROOT, Contestant, Failure, Spread

# As many frames a second as three.js, or more: a frame takes at most as long.
VIEWER_BAR = 1.0
# Of its triangles and edges: a view that leaves some out is no match.
LEAST_SHARE = 0.9
_ROUNDS, _FRAMES = 2, 1
_LIMIT_MS = 300_000
_ASKED_OF = "http://bench.invalid"
_PAGE = ROOT / "benchmarks" / "viewer_bench.html"
_FLAGS = [
    "--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
]  # fmt: skip
_FOLDERS = re.compile(r"^((parts|p|models)/)+")
_TYPES = {".js": "text/javascript", ".html": "text/html"}


def viewing(bench: Bench) -> Iterator[Row]:
    """About two thousand parts of the commonest kinds, with their edges, in a headless Chromium."""
    three = bench.peers[peers.THREEJS]
    case = "a frame of the 3D view, 2,000 parts with edges"
    browser = find_browser()
    for missing in (bench.library, three, browser):
        if isinstance(missing, Failure):
            yield Row(case, missing, peers.THREEJS, missing, VIEWER_BAR)
            return
    assert isinstance(bench.library, Path)
    assert isinstance(three, Contestant)
    assert isinstance(browser, Path)
    found = measured(bench.models.pile, bench.library, Path(three.extra["three"]), browser)
    theirs = Spread(tuple(found["three.js"]["seconds"]))
    ours: Spread | Failure = Spread(tuple(found["ours"]["seconds"]))
    for what in ("pieces", "triangles"):
        if found["ours"][what] < LEAST_SHARE * found["three.js"][what]:
            ours = Failure(f"shows {found['ours'][what]:,} {what}, three.js {found['three.js'][what]:,}")
    yield Row(case, ours, "three.js' LDrawLoader", theirs, VIEWER_BAR, told(found))
    merged = Spread(tuple(found["three.js, merged"]["seconds"]))
    yield Row(case, ours, "the same, merged by its LDrawUtils", merged, VIEWER_BAR)


def told(found: dict[str, Any]) -> str:
    """Numbers of both, in a line."""
    return "; ".join(
        f"{name}: {1 / min(one['seconds']):.2f} frames a second by the clock, "
        f"{1 / min(one['work']):.2f} by processor time, {one['pieces']:,} pieces, "
        f"{one['triangles']:,} triangles, {one['edges']:,} edges, {one['calls']:,} calls to draw"
        for name, one in found.items()
    )


def measured(
    model: Path,
    library: Path,
    three: Path,
    browser: Path,
    shots: Path | None = None,
    names: Sequence[str] = ("ours", "three.js", "three.js, merged"),
) -> Any:
    """By contestant the seconds of a frame, and how much each shows."""
    from playwright.sync_api import Route, sync_playwright

    files = {"/ours.js": _scene_of(model, library), "/model.ldr": model.read_bytes()}
    files["/"] = _PAGE.read_bytes()
    index = _index_of(library)
    statics = ROOT / "brickyard" / "web" / "static"

    def answer(route: Route) -> None:
        path = unquote(route.request.url.removeprefix(_ASKED_OF).partition("?")[0])
        found = files.get(path)
        if path.startswith("/three/"):
            found = (three / path.removeprefix("/three/")).read_bytes()
        elif path.startswith("/static/"):
            found = (statics / path.removeprefix("/static/")).read_bytes()
        elif path.startswith("/ldraw/"):
            place = index.get(_FOLDERS.sub("", path.removeprefix("/ldraw/").lower()))
            found = place.read_bytes() if place else None
        if found is None:
            route.fulfill(status=404, body="")
        else:
            kind = _TYPES.get(Path(path).suffix, "text/html" if path == "/" else "text/plain")
            route.fulfill(body=found, content_type=kind)

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser, args=_FLAGS)
        page = opened.new_page(viewport={"width": 1000, "height": 800})
        page.set_default_timeout(_LIMIT_MS)
        page.on("pageerror", lambda error: print(error, file=sys.stderr))
        page.route("**/*", answer)
        page.goto(f"{_ASKED_OF}/")
        page.wait_for_function("window.frames !== undefined")
        found = {name: page.evaluate("(name) => window.prepare(name)", name) for name in names}
        for _ in range(_ROUNDS):
            for name, one in found.items():
                for what, seconds in _timed(page, name).items():
                    one.setdefault(what, []).append(seconds)
        if shots:
            for name in found:
                page.evaluate("(name) => window.show(name)", name)
                page.screenshot(path=shots / f"{name}.png")
        opened.close()
    return found


def _timed(page: Any, name: str) -> dict[str, float]:
    """Of one frame: seconds by the clock, and of processors together, which a busy machine changes less."""
    before, start = _worked(), time.perf_counter()
    page.evaluate("([name, count]) => window.frames(name, count)", [name, _FRAMES])
    return {
        "seconds": (time.perf_counter() - start) / _FRAMES,
        "work": (_worked() - before) / _FRAMES,
    }


def _worked() -> float:
    """Seconds of processor time of all processes below this one, as Linux counts them."""
    parents, seconds = {}, {}
    for place in Path("/proc").iterdir():
        if place.name.isdecimal():
            try:
                fields = (place / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            number = int(place.name)
            parents[number], seconds[number] = int(fields[1]), int(fields[11]) + int(fields[12])
    ours = {os.getpid()}
    while more := {number for number, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(seconds[number] for number in ours) / os.sysconf("SC_CLK_TCK")


def _scene_of(model: Path, library: Path) -> bytes:
    """The script that a page of ours would have for it."""
    from brickyard.pictures.shots import Shot, camera_for, points_of, view_for
    from brickyard.pictures.subject import model_subject
    from brickyard.web.viewer_scene import scene_script
    from catalog.database.part_database import open_workspace
    from fleets.models.survey import survey

    workspace = open_workspace([library])
    subject = model_subject(workspace.assembly(model), workspace.of(model, survey))
    camera = camera_for(subject, Shot((960, 720)))
    view = view_for(points_of(subject), subject.role)
    return scene_script(subject.pieces, subject.paints, camera, view)[1].encode()


def _index_of(library: Path) -> dict[str, Path]:
    """Every file by its name below its folder: the loader finds each at its first try."""
    index = {"ldconfig.ldr": library / "LDConfig.ldr"}
    for folder in ("p", "parts"):
        for path in (library / folder).rglob("*.*"):
            index[path.relative_to(library / folder).as_posix().lower()] = path
    return index


def find_browser() -> Path | Failure:
    from shutil import which

    for name in (os.environ.get("BRICKYARD_TEST_BROWSER", ""), "chromium", "chromium-browser"):
        if name and (found := which(name)):
            return Path(found)
    return Failure("no Chromium is installed")


def main() -> None:
    """Measure one model: python -m benchmarks.viewing MODEL [folder for screenshots]."""
    from benchmarks.run import _library

    library, three, browser = _library(None), peers.find_threejs(peers.cache_folder()), find_browser()
    assert isinstance(library, Path)
    assert isinstance(three, Contestant)
    assert isinstance(browser, Path)
    shots = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    names = sys.argv[3:] or ("ours", "three.js", "three.js, merged")
    found = measured(Path(sys.argv[1]), library, Path(three.extra["three"]), browser, shots, names)
    print(told(found).replace("; ", "\n"))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
