"""Answers about what is there: the yard, events, 3D views and pictures."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Annotated, Literal
from urllib.parse import quote

from pydantic import Field
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from brickyard.serving.bench import Bench
from brickyard.serving.bodies import MakeBody, Name, PlayBody, RequestBody, StopBody, Word, read_body
from brickyard.serving.desks import CrowdedError
from brickyard.serving.saving import attached
from brickyard.serving.workers import Made
from ldraw_tools.findings import BrickyardError, printable

# At most so many of the names that can't be read are listed.
_MOST_UNNAMED = 50
_MOST_ROOTS = 3


def answered(made: Made) -> Response:
    return Response(made.data, made.status, media_type=made.kind)


def drawn(made: Made, headers: dict[str, str] | None = None) -> Response:
    """A page asks for the picture of all it has; where nothing can be drawn there is nothing to act on."""
    if made.status in (400, 413):
        return Response(status_code=204)
    return Response(made.data, made.status, media_type=made.kind, headers=headers)


async def yard(bench: Bench, _request: Request) -> Response:
    listing = await asyncio.to_thread(bench.yard.listing)
    files = await asyncio.to_thread(bench.listed, listing)
    roots = [printable(root.path.name) for root in bench.yard.roots if root != bench.yard.dropped]
    folder = ", ".join(roots[:_MOST_ROOTS]) + (" …" if len(roots) > _MOST_ROOTS else "")
    return JSONResponse(
        {
            "folder": "examples" if bench.served.examples else folder,
            "examples": bench.served.examples,
            "readOnly": bench.served.read_only,
            # Whether there is a folder that new files can be saved to.
            "home": bench.yard.home() is not None,
            "files": list(files.values()),
            "unnamed": listing.unnamed[:_MOST_UNNAMED],
            "isCut": listing.is_cut,
            "jobs": [*bench.desks.working(), *(job.plain() for job in bench.press.jobs)],
            "event": bench.events.last,
        }
    )


async def events(bench: Bench, request: Request) -> Response:
    if bench.events.is_crowded:
        raise CrowdedError("too many pages listen already; close some")
    # A browser resumes a broken stream by itself; a page that takes over from another says where to begin.
    told = request.headers.get("last-event-id", "") or request.query_params.get("since", "")
    last = int(told) if told.isascii() and told.isdecimal() and len(told) < 16 else None
    return StreamingResponse(bench.events.since(last), media_type="text/event-stream")


async def scene(bench: Bench, request: Request) -> Response:
    path = named(bench, request)
    arguments = {"path": path, "have": request.query_params.get("have", "")}
    return answered(await bench.ask("scene", arguments, request.query_params["file"]))


async def picture(bench: Bench, request: Request) -> Response:
    path = named(bench, request)
    width = request.query_params.get("width", "480")
    if not width.isascii() or not width.isdecimal() or len(width) > 5:
        raise BrickyardError("width: write a number of pixels")
    unit = ""
    for suffix in (".yaml", ".yml"):
        head, mark, rest = path.partition(f"{suffix}:")
        if mark:
            path, unit = head + suffix, rest
    await request.body()
    arguments = {"path": path, "width": width, "unit": unit}
    # A page asks for many pictures: if it was left meanwhile, the next page mustn't wait for them.
    return drawn(await bench.picture(request.query_params["file"], arguments, request.is_disconnected))


def named(bench: Bench, request: Request) -> str:
    return bench.found(request.query_params.get("file", ""))


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


_PART = re.compile(r"[\w.-]{1,64}", re.ASCII)
_COLOUR = re.compile(r"[0-9]{1,9}")
# A part looks the same for a long time; an update of brickyard may change it.
_A_WEEK = {"Cache-Control": "private, max-age=604800"}


class HaveBody(RequestBody):
    """How many of a part, by BrickLink's number and colour."""

    number: Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]{1,40}$")]
    colour: Annotated[int, Field(ge=0, le=10_000)]
    quantity: Annotated[int, Field(ge=0, le=100_000)]


class BuyBody(RequestBody):
    """`files` are designs and forces, `owned` lists of the yard, `have` what was ticked."""

    files: Annotated[list[Name], Field(min_length=1, max_length=200)]
    owned: Annotated[list[Name], Field(default_factory=list, max_length=50)]
    have: Annotated[list[HaveBody], Field(default_factory=list, max_length=10_000)]
    only: Annotated[list[Word], Field(default_factory=list, max_length=100)]
    recolour: Annotated[list[Word], Field(default_factory=list, max_length=100)]
    substitutes: Literal["exact", "mould", "alternate"] = "mould"
    condition: Literal["any", "new", "used"] = "any"
    format: Literal["json", "bricklink", "bsx", "rebrickable", "pickabrick", "csv", "html"] = "json"


async def buy(bench: Bench, request: Request) -> Response:
    body = await read_body(request, BuyBody)
    arguments = body.model_dump(include={"only", "recolour", "substitutes", "condition", "format"})
    arguments["paths"] = [bench.found(file) for file in body.files]
    arguments["owned"] = [bench.found(file) for file in body.owned]
    arguments["have"] = [(one.number, one.colour, one.quantity) for one in body.have if one.quantity]
    made = await bench.ask("buy", arguments, body.files[0])
    headers = {}
    if made.more:
        headers["Content-Disposition"] = f'attachment; filename="{quote(made.more, safe="")}"'
    return Response(made.data, made.status, media_type=made.kind, headers=headers)


async def part_picture(bench: Bench, request: Request) -> Response:
    part, colour = (request.query_params.get(name, "") for name in ("part", "colour"))
    if not _PART.fullmatch(part) or not _COLOUR.fullmatch(colour):
        raise BrickyardError("a picture needs part= and colour=, LDraw's numbers")
    await request.body()
    asked = {"part": part, "colour": int(colour)}
    made = await bench.ask("part-picture", asked, part, request.is_disconnected)
    return drawn(made, _A_WEEK)


async def words(bench: Bench, _request: Request) -> Response:
    made = await bench.ask("words", {})
    return Response(made.data, made.status, media_type=made.kind)


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
