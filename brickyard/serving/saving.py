"""What leaves the workbench: files saved in place, downloads, and a company with its models as one file."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from brickyard.serving.bodies import (
    AddGameBody,
    DraftBody,
    EditBody,
    FileBody,
    NewBody,
    SaveBody,
    TagBody,
    TextBody,
    read_body,
)
from brickyard.serving.dropping import safe_name
from brickyard.serving.looking import answered, named
from brickyard.serving.manifest_edits import edited
from brickyard.serving.server_state import ServerState, in_its_language
from brickyard.serving.unsaved import StaleError
from brickyard.serving.workers import Made
from brickyard.serving.yard import MANIFESTS, read_file, version_of
from ldraw_tools.findings import BrickyardError
from ldraw_tools.names import MODEL_SUFFIXES, is_model
from ldraw_tools.phrases import about_file, say
from ldraw_tools.reading.encodings import Text
from ldraw_tools.writing import write_in_place, write_whole

_TEXTS = (*MANIFESTS, ".ldr", ".mpd", ".dat")
_MOST_NAMES = 1_000
# Pieces in an address.
_MOST_CHOSEN = 2_000


async def tag(server: ServerState, request: Request) -> Response:
    body = await read_body(request, TagBody)
    if not is_model(body.file):
        raise BrickyardError(about_file(body.file, say("only models have tags")))
    changes = [change.model_dump(exclude_none=True) for change in body.changes]
    if body.go_on:
        body = TagBody(file=await _as_text(server, body.file), draft=0, changes=body.changes)
        body.draft = server.unsaved.number(body.file)
    return await _changed(server, body, "retag", {"changes": changes})


async def _as_text(server: ServerState, file: str) -> str:
    """The model as a new .mpd beside its file, a draft; its pieces keep their numbers."""
    made = await server.ask("converted", {"path": str(server.path_of(file))}, file)
    if made.status != 200:
        raise BrickyardError(json.loads(made.data)["error"])
    name = PurePosixPath(file)
    stems = (name.stem if number == 1 else f"{name.stem}-{number}" for number in range(1, _MOST_NAMES))
    for new in (name.with_name(f"{stem}.mpd").as_posix() for stem in stems):
        if server.unsaved.of(new) is None and not server.yard.where(new).exists():
            server.unsaved.begin(new, made.data)
            server.tell_changed(new, "added")
            return new
    raise BrickyardError(say("{file}: there are too many files of that name; rename one", file=file))


async def get_text(server: ServerState, request: Request) -> Response:
    file = request.query_params.get("file", "")
    path = server.path_of(file)
    if path.suffix.lower() not in _TEXTS:
        raise BrickyardError(f"{file}: is not text")
    if path.suffix.lower() in MANIFESTS:
        return described(server, file, await server.ask("judged", {"path": str(path)}, file))

    data = await asyncio.to_thread(server.data_of, file)
    return JSONResponse(server.said_of(file) | {"text": Text.decode(data).content, "value": None})


async def post_text(server: ServerState, request: Request) -> Response:
    body = await read_body(request, TextBody)
    if PurePosixPath(body.file).suffix.lower() not in _TEXTS:
        raise BrickyardError(f"{body.file}: can't be edited as text")
    return await _changed(server, body, "edit", {"text": body.text})


async def edit(server: ServerState, request: Request) -> Response:
    body = await read_body(request, EditBody)
    if PurePosixPath(body.file).suffix.lower() not in MANIFESTS:
        raise BrickyardError(f"{body.file}: only lists and editions have fields")
    edits = [one.model_dump(exclude_unset=True) for one in body.edits]
    manifest = server.path_of(body.file)
    for one in edits:
        for key in ("set", "add"):
            if key in one:
                one[key] = _with_paths(server, body.file, manifest, one[key])
    return await _changed(server, body, "edit", {"edits": edits})


async def add_game(server: ServerState, request: Request) -> Response:
    body = await read_body(request, AddGameBody)
    return await _changed(server, body, "edit", {"log": body.log, "unfinished": body.unfinished})


async def undo(server: ServerState, request: Request) -> Response:
    return await _moved(server, await read_body(request, DraftBody), server.unsaved.undo)


async def redo(server: ServerState, request: Request) -> Response:
    return await _moved(server, await read_body(request, DraftBody), server.unsaved.redo)


async def discard(server: ServerState, request: Request) -> Response:
    body = await read_body(request, FileBody)
    path = server.yard.where(body.file)
    async with server.lock(body.file):
        had = server.unsaved.of(body.file) is not None
        server.unsaved.discard(body.file)
        server.drop_companions(body.file)
        if had:
            server.tell_changed(body.file, "changed" if path.is_file() else "removed")
    return JSONResponse(server.said_of(body.file))


async def new(server: ServerState, request: Request) -> Response:
    body = await read_body(request, NewBody)
    text = await _starter(server, body)
    home = server.yard.home()
    shown = (home or server.yard.dropped).shown
    stem = _stem(body.name) or body.what
    files = await asyncio.to_thread(server.listed)
    names = (
        safe_name(f"{stem}{f'-{number}' if number > 1 else ''}.yaml") for number in range(1, _MOST_NAMES)
    )
    free = (f"{shown}/{name}" if shown else name for name in names)
    file = next((one for one in free if one not in files and not server.yard.where(one).exists()), "")
    if not file:
        raise BrickyardError(say("{file}: there are too many files of that name; choose another", file=stem))
    server.unsaved.begin(file, text.encode())
    server.tell_changed(file, "added")
    return described(server, file, await server.ask("judged", {"path": str(server.yard.where(file))}, file))


async def touching(server: ServerState, request: Request) -> Response:
    pieces, steps = request.query_params.getlist("piece"), request.query_params.get("steps", "0")
    written = all(one.isascii() and one.isdecimal() and len(one) < 10 for one in (*pieces, steps))
    if not written or not 0 < len(pieces) <= _MOST_CHOSEN:
        raise BrickyardError(f"piece: write the numbers of 1 to {_MOST_CHOSEN:,} pieces")
    arguments = {"path": named(server, request), "pieces": pieces, "steps": int(steps)}
    return answered(await server.ask("touching", arguments))


def described(server: ServerState, file: str, made: Made) -> Response:
    """What the worker says of a file, with what the server knows about its draft."""
    if made.status != 200:
        return answered(made)
    return JSONResponse({**server.said_of(file), **(made.value or {})})


async def _changed(
    server: ServerState, body: DraftBody, question: str, arguments: dict[str, Any]
) -> Response:
    """A worker makes the change; it becomes the next step of the draft."""
    path = server.path_of(body.file)
    async with server.lock(body.file):
        server.unsaved.check(body.file, body.draft)
        before = await asyncio.to_thread(_before, server, body.file, path)
        try:
            made = await server.ask(question, {"path": str(path), **arguments}, body.file)
        except BrickyardError:
            server.workers.note(path, server.unsaved.data(body.file))
            raise
        if made.status != 200:
            # The worker may have this draft already.
            server.workers.note(path, server.unsaved.data(body.file))
            return answered(made)
        server.unsaved.change(body.file, before, made.more)
        server.tell_changed(body.file)
    return described(server, body.file, made)


def _before(server: ServerState, file: str, path: Path) -> bytes:
    draft = server.unsaved.of(file)
    return draft.data if draft else read_file(path)


async def _moved(server: ServerState, body: DraftBody, move: Callable[[str], int]) -> Response:
    path = server.path_of(body.file)
    async with server.lock(body.file):
        server.unsaved.check(body.file, body.draft)
        move(body.file)
        server.tell_changed(body.file)
        made = await server.ask("judged", {"path": str(path)}, body.file)
    return described(server, body.file, made)


def _with_paths(server: ServerState, file: str, manifest: Path, value: Any) -> Any:
    """A value in which `{"file": NAME}` is replaced by the file's path as seen from the manifest."""
    if isinstance(value, list):
        return [_with_paths(server, file, manifest, one) for one in value]
    if not isinstance(value, dict):
        return value
    if set(value) == {"file"} and isinstance(value["file"], str):
        return path_from(server, file, manifest, value["file"])
    return {key: _with_paths(server, file, manifest, one) for key, one in value.items()}


def path_from(server: ServerState, file: str, manifest: Path, name: str) -> str:
    whole, mark, chosen = name.partition("#")
    path = server.path_of(whole)
    if path.suffix.lower() not in (*MODEL_SUFFIXES, *MANIFESTS):
        raise BrickyardError(f"{whole}: not a model or a list")
    if server.yard.root_of(whole) == server.yard.root_of(file):
        return Path(os.path.relpath(path, manifest.parent)).as_posix() + mark + chosen
    return server.add_companion(file, whole).name + mark + chosen


async def _starter(server: ServerState, body: NewBody) -> str:
    extends = server.find(body.extends) or body.extends if body.extends else ""
    if extends == body.extends and not extends.replace("-", "").isalnum() and extends:
        raise BrickyardError(f"{extends}: no such edition")
    made = await server.ask("starter", {"kind": body.what, "extends": extends})
    if made.status != 200:
        raise BrickyardError(json.loads(made.data)["error"])
    return _named_starter(made.more, body)


def _named_starter(text: str, body: NewBody) -> str:

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
    if body.empty and body.what == "campaign":
        edits += [{"at": ["forces"], "set": []}, {"at": ["objective"], "set": {}}]
    return edited(text, edits) if edits else text


def _stem(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60]


_KINDS = {
    ".io": "application/octet-stream",
    ".json": "application/json",
    ".yaml": "text/yaml",
    ".yml": "text/yaml",
}


class OnDiskError(StaleError):
    """The file on disk isn't the one that the page knows."""

    def __init__(
        self,
        yours: str,
        theirs: str,
        why: str = say("The file has changed on disk since. Overwrite it, or load it again?"),
    ) -> None:
        super().__init__(why)
        self.yours, self.theirs = yours, theirs


class Saved(NamedTuple):
    file: str
    version: str
    kept: str


async def save(server: ServerState, request: Request) -> Response:
    body = await read_body(request, SaveBody)
    target = _target(server, body)
    async with contextlib.AsyncExitStack() as locks:
        # Always in the same order: otherwise two pages could wait for each other for ever.
        for file in sorted({body.file, target}):
            await locks.enter_async_context(server.lock(file))
        server.unsaved.check(body.file, body.draft)
        server.path_of(body.file)
        data = await asyncio.to_thread(server.data_of, body.file)
        try:
            saved = await asyncio.to_thread(_save, server, body, target, data)
        except OnDiskError as error:
            about = {"error": in_its_language(error.said), "yours": error.yours, "theirs": error.theirs}
            return JSONResponse(about, 409)
        server.note_saved(body.file, target, data)
    return JSONResponse({"file": saved.file, "version": saved.version, "kept": saved.kept})


def _target(server: ServerState, body: SaveBody) -> str:
    """Where it goes: to its own place, or to a new name in a folder that may be written to."""
    if server.served.read_only or server.served.examples:
        raise BrickyardError(say("Nothing is saved here: download the file instead."))
    file = body.file
    if body.to:
        if safe_name(body.to) != body.to:
            raise BrickyardError(
                say("{file}: not a file name that works on every system; choose another", file=body.to)
            )
        home = server.yard.home()
        here = server.yard.root_of(file)
        root = here if here.is_folder and here != server.yard.dropped and not here.is_read_only else home
        if root is None:
            raise BrickyardError(say("No folder is open to save to: download the file instead."))
        # Beside the old one, so that the paths in it still lead to the same files.
        beside = (
            PurePosixPath(file).parent if root == here and "/" not in body.to else PurePosixPath(root.shown)
        )
        file = (beside / body.to).as_posix()
        if PurePosixPath(body.to).suffix.lower() != PurePosixPath(body.file).suffix.lower():
            raise BrickyardError(
                say(
                    "{file}: the ending must stay {suffix}",
                    file=body.to,
                    suffix=PurePosixPath(body.file).suffix,
                )
            )
    if server.yard.root_of(file) == server.yard.dropped:
        raise BrickyardError(
            say("What was dropped has no place to be saved to: choose a name, or download it.")
        )
    if not server.yard.is_writable(file):
        raise BrickyardError(
            say("{file}: the file or its folder is read-only: download it instead.", file=file)
        )
    return file


def _save(server: ServerState, body: SaveBody, target: str, data: bytes) -> Saved:
    """Writes the whole file or nothing, if the disk still has what the page knows."""
    path = server.yard.where(target)
    is_there = path.is_file()
    if path.exists() and not is_there:
        raise BrickyardError(
            say("{file}: there is a folder or a pipe of that name; choose another", file=target)
        )
    disk = version_of(read_file(path)) if is_there else ""
    known = body.version if target == body.file else ""
    draft = server.unsaved.of(body.file)
    if target == body.file and draft is not None and draft.base != disk:
        # After a reload the page may know a newer version of the disk than its draft does.
        known = draft.base
    is_taken = disk not in ("", version_of(data)) or server.unsaved.data(target) is not None
    if not body.force and target != body.file and is_taken:
        raise OnDiskError(
            known, disk, say("A file named {file} exists already. Choose another name.", file=target)
        )
    if not body.force and disk not in (known, version_of(data)):
        gone = (say("The file is no longer on the disk. Write it again?"),) if not is_there else ()
        raise OnDiskError(known, disk, *gone)
    for beside, model in server.companions.get(body.file, {}).items():
        if not beside.exists():
            write_whole(beside, server.data_of(model))
    kept = ""
    if is_there:
        # One copy from before is enough, unless the disk has a version that the page hasn't seen.
        copy = server.kept.get(path) if disk in (known, version_of(data)) else None
        server.kept[path] = write_in_place(path, data, copy)
        kept = server.kept[path].name
    else:
        write_whole(path, data)
    return Saved(target, version_of(data), kept)


async def download(server: ServerState, request: Request) -> Response:
    """The file as it is now, saved or not; an .io as text if that is asked for."""
    file, wanted = request.query_params.get("file", ""), request.query_params.get("as", "").lower()
    path = server.path_of(file)
    suffix = path.suffix.lower()
    if wanted and f".{wanted}" != suffix:
        if not is_model(path.name) or wanted not in ("mpd", "ldr"):
            raise BrickyardError(f"{file}: can't be written as .{wanted[:10]}")
        made = await server.ask("converted", {"path": str(path)}, file)
        if made.status != 200:
            return answered(made)
        return attached(made.data, f"{path.stem}.{wanted}")
    return attached(await asyncio.to_thread(server.data_of, file), path.name)


async def bundle(server: ServerState, request: Request) -> Response:
    """A list or a model with all files that it names, as one .zip that can be dropped again."""
    file = request.query_params.get("file", "")
    path = server.path_of(file)
    folder = server.yard.root_of(file).folder.resolve()
    made = await server.ask("bundle", {"path": str(path), "folder": str(folder)}, file)
    return answered(made) if made.status != 200 else attached(made.data, f"{path.stem}.zip", made.kind)


def attached(data: bytes, name: str, kind: str = "") -> Response:
    """A download that browsers save and never show: it may come from strangers."""
    kind = kind or _KINDS.get(PurePosixPath(name).suffix.lower(), "application/octet-stream")
    plain = "".join(
        letter if letter.isascii() and (letter.isalnum() or letter in "._-") else "_" for letter in name
    )
    said = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
    return Response(data, media_type=kind, headers={"content-disposition": said})
