"""Jobs for pages: begin one, stop one, fetch what was made."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from brickyard.serving.bench import Bench
from brickyard.serving.bodies import MakeBody, PlayBody, StopBody, read_body
from brickyard.serving.saving import attached
from ldraw_tools.findings import BrickyardError


async def make(bench: Bench, request: Request) -> Response:
    """Makes sheets, cards, instructions, a site, a GLB file, parts lists or a picture, of drafts too."""
    body = await read_body(request, MakeBody)
    paths = [bench.found(file) for file in body.files]
    name = body.name or PurePosixPath(body.files[0]).stem
    job = bench.press.add(body.what, name, {"paths": paths, "paper": body.paper, "steps": body.steps})
    bench.run(bench.press.run(job))
    return JSONResponse({"job": job.id})


async def made(bench: Bench, request: Request) -> Response:
    job = bench.press.job(request.query_params.get("job", ""))
    if job.file is None:
        raise BrickyardError(job.error or "It is not ready yet.")
    # We made it, so it may be as large as it is.
    return attached(await asyncio.to_thread(job.file.read_bytes), job.file.name)


async def stop(bench: Bench, request: Request) -> Response:
    """Stops a job, or an answer that takes long."""
    body = await read_body(request, StopBody)
    if not (bench.press.stop_one(body.job) or bench.desks.stop_one(body.job)):
        raise BrickyardError("There is no such job, or it has ended.")
    return JSONResponse({"job": body.job})


_MOST_TABLES = 4
# Every frame's picture is drawn first.
_SECONDS = 180


async def play(bench: Bench, request: Request) -> Response:
    """Where the table is, and where phones find its code if they may join."""
    body = await read_body(request, PlayBody)
    paths = [bench.path_of(file) for file in body.files]
    if bench.served.read_only:
        raise BrickyardError("This workbench writes nothing, and a table keeps a log: use brickyard table.")
    unsaved = next((file for file in body.files if bench.unsaved.number(file)), None)
    if unsaved is not None:
        raise BrickyardError(f"{unsaved}: save it first; the table plays what is on the disk.")
    await _check_inside(bench, paths)
    bench.tables = [one for one in bench.tables if one.poll() is None]
    if len(bench.tables) >= _MOST_TABLES:
        raise BrickyardError(
            f"{_MOST_TABLES} tables are open, which is the most: stop the workbench to close them."
        )
    is_ours = bench.yard.is_writable(body.files[0]) and bench.dropped not in paths[0].parents
    folder = paths[0].parent if is_ours and os.access(paths[0].parent, os.W_OK) else Path.cwd()
    said = bench.made / f"table-{len(bench.tables)}.txt"
    address = await asyncio.to_thread(_start, bench, paths, folder, said, body.lan)
    return JSONResponse(
        {"address": address, "join": f"{address}join" if body.lan else "", "log": folder.name}
    )


async def _check_inside(bench: Bench, paths: Sequence[Path]) -> None:
    """The table is a process without a fence: what leads out of the folder doesn't get there."""
    from catalog.yaml.yaml_findings import WAY_IN

    made = await bench.ask("answer", {"command": "check", "given": {"paths": [*map(str, paths)]}})
    if WAY_IN.encode() in made.data:
        raise BrickyardError(f"It names a file outside the folder that is open. {WAY_IN}")


def _start(bench: Bench, paths: Sequence[Path], folder: Path, said: Path, lan: bool) -> str:
    line = [sys.executable, "-m", "brickyard", "table", *map(str, paths), "--no-open"]
    for library in bench.served.library:
        line += ["--library", str(library.resolve())]
    problems = said.with_suffix(".problems.txt")
    with said.open("wb") as lines, problems.open("wb") as wrong:
        table = subprocess.Popen(
            [*line, "--lan"] if lan else line,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=lines,
            stderr=wrong,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
    bench.tables.append(table)
    address = _first_line(table, said)
    if not address.startswith("http"):
        end_tables([table])
        bench.tables.remove(table)
        told = problems.read_text("utf-8", errors="replace").strip().splitlines()
        raise BrickyardError(
            told[-1].removeprefix("brickyard: ") if told else "The table could not be started; try again."
        )
    return address


def _first_line(table: subprocess.Popen[bytes], said: Path) -> str:
    """The address that it prints; empty if it ends before that, or takes far too long."""
    until = time.monotonic() + _SECONDS
    while time.monotonic() < until:
        has_ended = table.poll() is not None
        first, end, _ = said.read_text("utf-8", errors="replace").partition("\n")
        if end or has_ended:
            return first.strip()
        time.sleep(0.05)
    return ""


def end_tables(tables: Sequence[subprocess.Popen[bytes]]) -> None:
    """Stops all tables; their logs are on disk after every event, so nothing is lost."""
    for one in tables:
        one.terminate()
    for one in tables:
        with contextlib.suppress(subprocess.TimeoutExpired):
            one.wait(0.5)
        one.kill()
        one.wait()
