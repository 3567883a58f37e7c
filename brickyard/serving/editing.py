"""Changes by pages: tags, text, fields, undo and redo; every answer says what the draft now is."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from brickyard.serving.bench import Bench
from brickyard.serving.bodies import (
    DraftBody,
    EditBody,
    FileBody,
    NewBody,
    TagBody,
    TextBody,
    read_body,
)
from brickyard.serving.dropping import safe_name
from brickyard.serving.looking import answered, named
from brickyard.serving.workers import Made
from brickyard.serving.yard import MANIFESTS, read_file
from ldraw_tools.findings import BrickyardError
from ldraw_tools.names import MODEL_SUFFIXES, is_model

_TEXTS = (*MANIFESTS, ".ldr", ".mpd", ".dat")
_MOST_NAMES = 1_000


async def tag(bench: Bench, request: Request) -> Response:
    body = await read_body(request, TagBody)
    if not is_model(body.file):
        raise BrickyardError(f"{body.file}: only models have tags")
    changes = [change.model_dump(exclude_none=True) for change in body.changes]
    return await _changed(bench, body, "retag", {"changes": changes})


async def get_text(bench: Bench, request: Request) -> Response:
    file = request.query_params.get("file", "")
    path = bench.path_of(file)
    if path.suffix.lower() not in _TEXTS:
        raise BrickyardError(f"{file}: is not text")
    if path.suffix.lower() in MANIFESTS:
        return described(bench, file, await bench.ask("judged", {"path": str(path)}, file))
    from ldraw_tools.reading.encodings import Text

    data = await asyncio.to_thread(bench.data_of, file)
    return JSONResponse(bench.said_of(file) | {"text": Text.decode(data).content, "value": None})


async def post_text(bench: Bench, request: Request) -> Response:
    body = await read_body(request, TextBody)
    if PurePosixPath(body.file).suffix.lower() not in _TEXTS:
        raise BrickyardError(f"{body.file}: can't be edited as text")
    return await _changed(bench, body, "edit", {"text": body.text})


async def edit(bench: Bench, request: Request) -> Response:
    body = await read_body(request, EditBody)
    if PurePosixPath(body.file).suffix.lower() not in MANIFESTS:
        raise BrickyardError(f"{body.file}: only lists and editions have fields")
    edits = [one.model_dump(exclude_unset=True) for one in body.edits]
    manifest = bench.path_of(body.file)
    for one in edits:
        for key in ("set", "add"):
            if key in one:
                one[key] = _with_paths(bench, body.file, manifest, one[key])
    return await _changed(bench, body, "edit", {"edits": edits})


async def undo(bench: Bench, request: Request) -> Response:
    return await _moved(bench, await read_body(request, DraftBody), bench.unsaved.undo)


async def redo(bench: Bench, request: Request) -> Response:
    return await _moved(bench, await read_body(request, DraftBody), bench.unsaved.redo)


async def discard(bench: Bench, request: Request) -> Response:
    body = await read_body(request, FileBody)
    path = bench.yard.where(body.file)
    async with bench.lock(body.file):
        had = bench.unsaved.of(body.file) is not None
        bench.unsaved.discard(body.file)
        bench.drop_companions(body.file)
        if had:
            bench.tell_changed(body.file, "changed" if path.is_file() else "removed")
    return JSONResponse(bench.said_of(body.file))


async def new(bench: Bench, request: Request) -> Response:
    body = await read_body(request, NewBody)
    text = await _starter(bench, body)
    home = bench.yard.home()
    shown = (home or bench.yard.dropped).shown
    stem = _stem(body.name) or body.what
    files = await asyncio.to_thread(bench.listed)
    names = (
        safe_name(f"{stem}{f'-{number}' if number > 1 else ''}.yaml") for number in range(1, _MOST_NAMES)
    )
    free = (f"{shown}/{name}" if shown else name for name in names)
    file = next((one for one in free if one not in files and not bench.yard.where(one).exists()), "")
    if not file:
        raise BrickyardError(f"{stem}: there are too many files of that name; choose another")
    bench.unsaved.begin(file, text.encode())
    bench.tell_changed(file, "added")
    return described(bench, file, await bench.ask("judged", {"path": str(bench.yard.where(file))}, file))


async def touching(bench: Bench, request: Request) -> Response:
    piece, steps = request.query_params.get("piece", ""), request.query_params.get("steps", "0")
    if (
        not (piece + steps).isascii()
        or not (piece.isdecimal() and steps.isdecimal())
        or len(piece + steps) > 12
    ):
        raise BrickyardError("piece: write the number of a piece")
    arguments = {"path": named(bench, request), "piece": int(piece), "steps": int(steps)}
    return answered(await bench.ask("touching", arguments))


def described(bench: Bench, file: str, made: Made) -> Response:
    """What the worker says of a file, with what the server knows about its draft."""
    if made.status != 200:
        return answered(made)
    return JSONResponse({**bench.said_of(file), **(made.value or {})})


async def _changed(bench: Bench, body: DraftBody, question: str, arguments: dict[str, Any]) -> Response:
    """A worker makes the change; it becomes the next step of the draft."""
    path = bench.path_of(body.file)
    async with bench.lock(body.file):
        bench.unsaved.check(body.file, body.draft)
        before = await asyncio.to_thread(_before, bench, body.file, path)
        try:
            made = await bench.ask(question, {"path": str(path), **arguments}, body.file)
        except BrickyardError:
            bench.desks.note(path, bench.unsaved.data(body.file))
            raise
        if made.status != 200:
            # The worker may have this draft already.
            bench.desks.note(path, bench.unsaved.data(body.file))
            return answered(made)
        bench.unsaved.change(body.file, before, made.more)
        bench.tell_changed(body.file)
    return described(bench, body.file, made)


def _before(bench: Bench, file: str, path: Path) -> bytes:
    draft = bench.unsaved.of(file)
    return draft.data if draft else read_file(path)


async def _moved(bench: Bench, body: DraftBody, move: Callable[[str], int]) -> Response:
    path = bench.path_of(body.file)
    async with bench.lock(body.file):
        bench.unsaved.check(body.file, body.draft)
        move(body.file)
        bench.tell_changed(body.file)
        made = await bench.ask("judged", {"path": str(path)}, body.file)
    return described(bench, body.file, made)


def _with_paths(bench: Bench, file: str, manifest: Path, value: Any) -> Any:
    """A value in which `{"file": NAME}` is replaced by the file's path as seen from the manifest."""
    if isinstance(value, list):
        return [_with_paths(bench, file, manifest, one) for one in value]
    if not isinstance(value, dict):
        return value
    if set(value) == {"file"} and isinstance(value["file"], str):
        return _path_from(bench, file, manifest, value["file"])
    return {key: _with_paths(bench, file, manifest, one) for key, one in value.items()}


def _path_from(bench: Bench, file: str, manifest: Path, name: str) -> str:
    whole, mark, chosen = name.partition("#")
    path = bench.path_of(whole)
    if path.suffix.lower() not in (*MODEL_SUFFIXES, *MANIFESTS):
        raise BrickyardError(f"{whole}: not a model or a list")
    if bench.yard.root_of(whole) == bench.yard.root_of(file):
        return Path(os.path.relpath(path, manifest.parent)).as_posix() + mark + chosen
    return bench.add_companion(file, whole).name + mark + chosen


async def _starter(bench: Bench, body: NewBody) -> str:
    extends = bench.find(body.extends) or body.extends if body.extends else ""
    if extends == body.extends and not extends.replace("-", "").isalnum() and extends:
        raise BrickyardError(f"{extends}: no such edition")
    made = await bench.ask("starter", {"kind": body.what, "extends": extends})
    if made.status != 200:
        raise BrickyardError(json.loads(made.data)["error"])
    return _named_starter(made.more, body)


def _named_starter(text: str, body: NewBody) -> str:
    from brickyard.serving.manifest_edits import edited

    edits: list[dict[str, Any]] = []
    if body.name and body.what != "edition":
        edits.append({"at": [body.what], "set": body.name})
    if body.name and body.what == "edition":
        edits.append({"at": ["title"], "set": body.name})
    if body.edition and body.what != "edition":
        edits.append({"at": ["edition"], "set": body.edition})
    if body.empty and body.what in ("company", "fleet"):
        lists = ("frames", "stations") if body.what == "company" else ("ships", "companies", "hvas", "ace")
        edits += [{"at": [name], "remove": True} for name in lists]
    return edited(text, edits) if edits else text


def _stem(name: str) -> str:
    import re
    import unicodedata

    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60]
