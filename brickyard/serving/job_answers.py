"""Jobs for pages: begin one, stop one, fetch what was made."""

from __future__ import annotations

import asyncio
import contextlib
import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

import brickyard
from brickyard.serving.bodies import MakeBody, PlayBody, StopBody, read_body
from brickyard.serving.saving import attached
from brickyard.serving.server_state import LANGUAGE, ServerState
from brickyard.serving.workers import Made
from catalog.languages import Language
from catalog.yaml.yaml_findings import WAY_IN
from ldraw_tools.app_folder import own_process
from ldraw_tools.file_overlay import bytes_for
from ldraw_tools.findings import BrickyardError, RefusedError
from ldraw_tools.phrases import say

if TYPE_CHECKING:
    from brickyard.parts.lots import ListFile
    from brickyard.serving.answerer import Answerer


_MOST_FILES = 500
_MOST_BYTES = 256 * 1024 * 1024
FILE = "application/octet-stream"


def bundle(answerer: Answerer, arguments: Mapping[str, Any]) -> Made:
    """A list or a model with all files that it names, with unsaved changes; nothing from outside `folder`."""
    from brickyard.web.page_files import packed_together

    folder = Path(arguments["folder"])
    found: dict[Path, bytes] = {}
    for path in _named(answerer, Path(arguments["path"])):
        place = Path(os.path.normpath(path.absolute()))
        if place in found or not Path(os.path.realpath(place)).is_relative_to(folder):
            continue
        data = bytes_for(place)
        try:
            found[place] = place.read_bytes() if data is None else data
        except OSError:
            continue
        if len(found) > _MOST_FILES or sum(map(len, found.values())) > _MOST_BYTES:
            raise RefusedError("these are too many files for one archive")
    if not found:
        raise BrickyardError("there is nothing to pack")
    return Made(packed_together(found), "application/zip")


def converted(answerer: Answerer, arguments: Mapping[str, Any]) -> Made:
    """The model as text: an .io with the parts that it brings along."""
    from brickyard.answers.on_tags import write_tags

    path = Path(arguments["path"])
    opened = answerer.workspace.model(path)
    if path.suffix.lower() != ".io":
        return Made(opened.document.encode(), FILE)
    return Made(write_tags(path, opened, {}, name=path.name, as_text=True), FILE)


def _named(answerer: Answerer, path: Path) -> Iterator[Path]:
    """The file and all files that it needs, as far as they can be read."""
    from brickyard.facts.judged_designs import open_design_file
    from fleets.forces.campaign import read_campaign
    from fleets.forces.named_files import is_campaign, is_edition
    from validators.judged_files import JudgeSettings

    yield path
    if path.suffix.lower() in (".yaml", ".yml") and is_campaign(path):
        campaign, _ = read_campaign(path)
        for force, _ in campaign.forces if campaign else ():
            yield from _named(answerer, force)
        return
    if path.suffix.lower() in (".yaml", ".yml") and is_edition(path):
        return
    file = open_design_file(path, JudgeSettings(workspace=answerer.workspace))
    yield from file.files
    for design in file.designs:
        yield from design.textures


_SIDE = 144
_KINDS = {".xml": "application/xml", ".bsx": "application/xml", ".csv": "text/csv", ".html": "text/html"}
# A part's number, its colour and how many, by BrickLink's numbers.
Have = tuple[str, int, int]


def buy(answerer: Answerer, arguments: Mapping[str, Any]) -> Made:
    """The document of `parts --format json`, or what a shop reads: one file, or a .zip of several.

    `more` is the name of such a file.
    """
    with tempfile.TemporaryDirectory(prefix="brickyard-have-") as folder:
        owned = list(arguments["owned"])
        if arguments["have"]:
            ticked = Path(folder, "ticked.csv")
            ticked.write_text(owned_list(arguments["have"]), "utf-8")
            owned.append(str(ticked))
        options = ("only", "recolour", "substitutes", "condition")
        found = brickyard.parts_list(
            arguments["paths"],
            owned=owned,
            forms=arguments["format"],
            workspace=answerer.workspace,
            **{name: arguments[name] for name in options},
        )
    return Made(found.files[0].data) if arguments["format"] == "json" else _to_download(found.files)


def owned_list(have: Iterable[Have]) -> str:
    """The parts as a list that `--owned` reads."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["number", "colour", "quantity"])
    writer.writerows(one for one in have if one[2])
    return text.getvalue()


def _to_download(files: Sequence[ListFile]) -> Made:
    if len(files) == 1:
        kind = _KINDS.get(Path(files[0].name).suffix, "application/octet-stream")
        return Made(files[0].data, kind, more=files[0].name)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.writestr(file.name, file.data)
    return Made(packed.getvalue(), "application/zip", more=f"{Path(files[0].name).stem}.zip")


def part_picture(answerer: Answerer, arguments: Mapping[str, Any]) -> Made:
    """One part on transparent ground; refused if its shape is not known."""
    from brickyard.pictures.part_icons import each_icon
    from brickyard.pictures.picture_files import webp_bytes
    from brickyard.pictures.subject import parts_subject

    subject, _ = parts_subject([arguments["part"]], [arguments["colour"]], answerer.workspace.library)
    for _, image in each_icon(subject, _SIDE):
        return Made(webp_bytes(image), "image/webp")
    raise BrickyardError(f"there is no picture of part {arguments['part']}")


def words(_answerer: Answerer, _arguments: Mapping[str, Any]) -> Made:
    """What demands of a group's edition may name, by game."""
    return Made(json.dumps({"games": dict(_games())}).encode())


def _games() -> Iterator[tuple[str, dict[str, Any]]]:
    from catalog.editions.demands import COUNTED, WORDS

    for game, known in WORDS.items():
        counted = {one: {"each": known.who_has(one), "words": list(known.codes(one))} for one in COUNTED}
        yield game, {"force": known.force, "each": known.each, "counted": counted}


async def make(server: ServerState, request: Request) -> Response:
    """Makes sheets, cards, instructions, a site, a GLB file, parts lists or a picture, of drafts too.

    Or plays whole battles: what is known so far can be asked for while it goes on, and has to be.
    """
    body = await read_body(request, MakeBody)
    paths = [server.found(file) for file in body.files]
    name = body.name or PurePosixPath(body.files[0]).stem
    asked = body.model_dump(include={"paper", "steps", "terrain", "anyway"})
    job = server.job_queue.add(body.what, name, {"paths": paths, "language": LANGUAGE.get(), **asked})
    server.run(server.job_queue.run(job))
    return JSONResponse({"job": job.id})


async def made(server: ServerState, request: Request) -> Response:
    job = server.job_queue.job(request.query_params.get("job", ""))
    job.seen = time.monotonic()
    if (file := job.so_far) is None:
        raise BrickyardError(job.error or "It is not ready yet.")
    # We made it, so it may be as large as it is.
    return attached(await asyncio.to_thread(file.read_bytes), file.name)


async def stop(server: ServerState, request: Request) -> Response:
    """Stops a job, or an answer that takes long."""
    body = await read_body(request, StopBody)
    if not (server.job_queue.stop_one(body.job) or server.workers.stop_one(body.job)):
        raise BrickyardError("There is no such job, or it has ended.")
    return JSONResponse({"job": body.job})


_MOST_TABLES = 4
# Every frame's picture is drawn first.
_SECONDS = 180


async def play(server: ServerState, request: Request) -> Response:
    """Where the table is, and where phones find its code if they may join."""
    body = await read_body(request, PlayBody)
    paths = [server.path_of(file) for file in body.files]
    if server.served.read_only:
        raise BrickyardError(
            say("This workbench writes nothing, and a table keeps a log: open a folder to play.")
        )
    unsaved = next((file for file in body.files if server.unsaved.number(file)), None)
    if unsaved is not None:
        raise BrickyardError(say("{file}: save it first; the table plays what is on the disk.", file=unsaved))
    await _check_inside(server, paths)
    server.tables = [one for one in server.tables if one.poll() is None]
    if len(server.tables) >= _MOST_TABLES:
        raise BrickyardError(
            say(
                "{most} tables are open, which is the most: stop the workbench to close them.",
                most=_MOST_TABLES,
            )
        )
    is_ours = server.yard.is_writable(body.files[0]) and server.dropped not in paths[0].parents
    folder = paths[0].parent if is_ours and os.access(paths[0].parent, os.W_OK) else Path.cwd()
    said = server.made / f"table-{len(server.tables)}.txt"
    address = await asyncio.to_thread(_start, server, paths, folder, said, body.lan)
    return JSONResponse(
        {"address": address, "join": f"{address}join" if body.lan else "", "log": folder.name}
    )


async def _check_inside(server: ServerState, paths: Sequence[Path]) -> None:
    """The table is a process without a fence: what leads out of the folder doesn't get there."""

    given = {"paths": [*map(str, paths)]}
    made = await server.ask("answer", {"command": "check", "given": given, "language": Language.ENGLISH})
    if WAY_IN.encode() in made.data:
        raise BrickyardError(say("It names a file outside the folder that is open. {how}", how=say(WAY_IN)))


def _start(server: ServerState, paths: Sequence[Path], folder: Path, said: Path, lan: bool) -> str:
    line = [*own_process(), "table", *map(str, paths), "--no-open"]
    for library in server.served.library:
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
    server.tables.append(table)
    address = _first_line(table, said)
    if not address.startswith("http"):
        end_tables([table])
        server.tables.remove(table)
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
