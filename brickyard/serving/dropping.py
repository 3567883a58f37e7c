"""What people drop: files, folders and archives, unpacked within bounds into a folder of the server's."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from brickyard.serving.bodies import FileBody, read_body
from brickyard.serving.server_state import ServerState, in_its_language
from brickyard.serving.yard import MANIFESTS, MOST_BYTES, SHOWN, is_shown, read_file
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.names import DESIGNER, MODEL_SUFFIXES, is_designer
from ldraw_tools.phrases import say
from ldraw_tools.reading.archives import open_archive, read_member
from ldraw_tools.writing import write_whole

_MOST_FILES = 1_000
_MOST_MEMBERS = 5_000
# All that may be dropped while the server runs.
_MOST_ALL = 1024 * 1024 * 1024
_MOST_UNPACKED = 256 * 1024 * 1024
_LONGEST = 120
_DEEPEST = 8
_UNUSUAL = re.compile(r'[\x00-\x1f\x7f<>:"|?*\\]')
# Windows has devices of these names, whatever the ending.
_DEVICE = re.compile(r"^(con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?=\s*(?:\.|$))", re.IGNORECASE)
# What a published page or site has besides its models: brickyard makes all of it from them.
_PUBLISHED = re.compile(r"(?:^|/)(?:brickyard-site\.json|index\.html)$")


class Dropped(NamedTuple):
    """A file's name, as a safe path, and its bytes; or why it is refused."""

    name: str
    data: bytes = b""
    why: str = ""


async def drop(server: ServerState, request: Request) -> Response:
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise BrickyardError("send files as a form does")
    async with request.form(max_files=_MOST_FILES, max_fields=_MOST_FILES) as form:
        given = [one for _, one in form.multi_items() if isinstance(one, UploadFile)]
        read = [(one.filename or "", await one.read(MOST_BYTES + 1)) for one in given]
    if not read:
        raise BrickyardError(say("no file came with it"))
    files, refused = await asyncio.to_thread(_keep, server, read)
    for file in files:
        async with server.lock(file):
            server.forget(server.yard.where(file))
            if server.unsaved.of(file) is not None:
                # What was dropped replaces the draft; undo brings back what was there before.
                data = await asyncio.to_thread(read_file, server.yard.where(file))
                server.unsaved.change(file, data, data)
                server.unsaved.note_saved(file, data)
            server.tell_changed(file, "added")
    return JSONResponse({"files": files, "refused": refused})


async def forget(server: ServerState, request: Request) -> Response:
    """Take something out that was dropped or begun here, with what was done to it; files of a folder stay."""
    body = await read_body(request, FileBody)
    path = server.path_of(body.file)
    if server.yard.root_of(body.file) != server.yard.dropped:
        raise BrickyardError(say("{file}: only what was dropped can be taken out", file=body.file))
    async with server.lock(body.file):
        server.unsaved.discard(body.file)
        server.drop_companions(body.file)
        await asyncio.to_thread(path.unlink, missing_ok=True)
        server.forget(path)
        server.tell_changed(body.file, "removed")
    return JSONResponse({"file": body.file})


def _keep(server: ServerState, read: list[tuple[str, bytes]]) -> tuple[list[str], list[dict[str, Any]]]:
    """Writes it into the folder for dropped files; a file of the same name is replaced."""
    room = _MOST_ALL - sum(path.stat().st_size for path in server.dropped.rglob("*") if path.is_file())
    files, refused = [], []
    if any(_PUBLISHED.search(name.replace("\\", "/")) for name, _ in read):
        read = [(name, data) for name, data in read if name.lower().endswith((*MODEL_SUFFIXES, *MANIFESTS))]
    for one in (found for name, data in read for found in _files_in(name, data)):
        room -= len(one.data)
        why = one.why or (say("there is no room for more") if room < 0 else "")
        if why:
            refused.append({"name": printable(one.name), "why": in_its_language(why)})
            continue
        target = server.dropped.joinpath(*PurePosixPath(one.name).parts)
        try:
            write_whole(target, one.data)
        except BrickyardError as error:
            because = getattr(error.__cause__, "strerror", None) or say("choose another name")
            why = in_its_language(say("it can't be written: {why}", why=because))
            refused.append({"name": printable(one.name), "why": why})
            continue
        files.append(f"{server.yard.dropped.shown}/{one.name}")
    return list(dict.fromkeys(files)), refused


def _files_in(name: str, data: bytes) -> Iterator[Dropped]:
    safe = safe_name(name)
    if not safe:
        yield Dropped(name[:_LONGEST] or "a file without a name", why=say("the name can't be used"))
    elif len(data) > MOST_BYTES:
        yield Dropped(safe, why=say("it is larger than {size} MB", size=MOST_BYTES // 2**20))
    elif safe.lower().endswith(".zip"):
        yield from _unpacked(safe, data)
    elif is_shown(PurePosixPath(safe).name):
        yield Dropped(safe, data)
    elif is_designer(safe):
        yield Dropped(safe, why=say("it is {what}", what=say(DESIGNER)))
    else:
        yield Dropped(safe, why=say("its name must end with {endings} or .zip", endings=", ".join(SHOWN)))


def _unpacked(name: str, data: bytes) -> Iterator[Dropped]:
    """An archive's models and lists, in a folder of its name; files of published pages are left out."""
    try:
        archive = open_archive(io.BytesIO(data), _MOST_MEMBERS)
    except BrickyardError as error:
        yield Dropped(name, why=error.said)
        return
    with archive:
        members = [info for info in archive.infolist() if not info.is_dir()]
        is_page = any(_PUBLISHED.search(info.filename) for info in members)
        wanted = (*MODEL_SUFFIXES, *MANIFESTS) if is_page else SHOWN
        left, number = _MOST_UNPACKED, 0
        folder = PurePosixPath(name).with_suffix("")
        for info in members:
            inner = safe_name(info.filename)
            if not inner:
                yield Dropped(info.filename[:_LONGEST], why=say("the name points outside the archive"))
                continue
            if not inner.lower().endswith(wanted) or not is_shown(PurePosixPath(inner).name):
                continue
            number += 1
            if number > _MOST_FILES:
                yield Dropped(name, why=say("it has more than {most:,} files", most=_MOST_FILES))
                return
            try:
                unpacked = read_member(archive, info, MOST_BYTES)
            except BrickyardError as error:
                yield Dropped(inner, why=error.said)
                continue
            left -= len(unpacked)
            if left < 0:
                why = "{name} holds more than {size} MB; this file and all after it are left out"
                yield Dropped(inner, why=say(why, name=name, size=_MOST_UNPACKED // 2**20))
                return
            yield Dropped((folder / inner).as_posix(), unpacked)
        if not number:
            yield Dropped(name, why=say("there is no model and no list in it"))


def safe_name(name: str) -> str:
    """A safe name, with its folders; empty if it would lead out of ours."""
    parts = [part.strip() for part in name.replace("\\", "/").split("/") if part not in ("", ".")]
    if not parts or len(parts) > _DEEPEST or ".." in parts or name.startswith("/"):
        return ""
    parts = [_DEVICE.sub(r"\1_", _UNUSUAL.sub("_", part))[:_LONGEST] for part in parts]
    if re.match(r"[A-Za-z]:[/\\]", name):
        return ""
    if any(part.startswith(".") or part.endswith((".", " ")) or not part for part in parts):
        return ""
    last = parts[-1]
    if len(last) == _LONGEST:
        suffix = PurePosixPath(name).suffix[:10]
        parts[-1] = last[: _LONGEST - len(suffix)] + suffix
    return "/".join(parts)
