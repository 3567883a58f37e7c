"""What isn't lost: tags put back into a file or kept in a list, and work that was unsaved at an end."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from brickyard.serving.bodies import FileBody, KeepBody, TakeUpBody, read_body
from brickyard.serving.looking import answered
from brickyard.serving.manifest_edits import plain_value
from brickyard.serving.saving import described, path_from
from brickyard.serving.server_state import ServerState
from brickyard.serving.unsaved import kept_work
from brickyard.serving.yard import MANIFESTS, read_file
from fleets.tagging.remembered_tags import RememberedTag
from ldraw_tools.findings import BrickyardError
from ldraw_tools.phrases import say
from ldraw_tools.reading.encodings import Text

_NONE_LOST = say("No tags of this file are known to be lost.")


async def restore(server: ServerState, request: Request) -> Response:
    body = await read_body(request, FileBody)
    path = server.path_of(body.file)
    tags = server.lost.get(body.file)
    if not tags:
        raise BrickyardError(_NONE_LOST)
    async with server.lock(body.file):
        before = await asyncio.to_thread(server.data_of, body.file)
        made = await server.ask("restore", {"path": str(path), "tags": tags}, body.file)
        if made.status != 200:
            server.workers.note(path, server.unsaved.data(body.file))
            return answered(made)
        data, left = made.more
        if data is not None:
            server.unsaved.change(body.file, before, data)
        server.lost[body.file] = left
        server.tell_changed(body.file)
    return described(server, body.file, made)


async def keep_in_list(server: ServerState, request: Request) -> Response:
    """Tags that were lost, or else those of the draft, which then goes: an editor may have the file open."""
    body = await read_body(request, KeepBody)
    if PurePosixPath(body.manifest).suffix.lower() not in MANIFESTS:
        raise BrickyardError(f"{body.manifest}: is not a list")
    model, path = server.path_of(body.file), server.path_of(body.manifest)
    async with server.lock(body.file), server.lock(body.manifest):
        lost = server.lost.get(body.file)
        tags = lost or await _of_draft(server, body.file, model)
        before = await asyncio.to_thread(server.data_of, body.manifest)
        if any(one.is_of_parts for one in tags):
            carried = _carried(tags)
            edits = list(_entries(server, body, Text.decode(before).content, carried))
        else:
            edits = [{"at": ["tags", one.name], "set": one.text} for one in tags]
        made = await server.ask("edit", {"path": str(path), "edits": edits}, body.manifest)
        if made.status != 200:
            server.workers.note(path, server.unsaved.data(body.manifest))
            return answered(made)
        server.unsaved.change(body.manifest, before, made.more)
        if lost:
            server.lost.pop(body.file)
        else:
            server.unsaved.discard(body.file)
            server.tell_changed(body.file)
        server.tell_changed(body.manifest)
    return described(server, body.manifest, made)


async def _of_draft(server: ServerState, file: str, path: Path) -> tuple[RememberedTag, ...]:
    """What an editor that has the file open would take away."""
    data = server.unsaved.data(file)
    if data is None or not path.is_file():
        raise BrickyardError(_NONE_LOST)
    asked: dict[str, Any] = {"name": path.name, "before": (), "told": ()}
    _, now = (await server.ask("lost", {**asked, "data": data}, file)).more
    disk = await asyncio.to_thread(read_file, path)
    lost, _ = (await server.ask("lost", {**asked, "data": disk, "before": now}, file)).more
    if not lost:
        raise BrickyardError(say("Nothing is tagged that the file on the disk hasn't got."))
    found: tuple[RememberedTag, ...] = lost
    return found


def _carried(tags: Sequence[RememberedTag]) -> dict[str, Any]:
    """What an entry says instead of tags that are on single parts: only what it carries."""
    if not all(one.is_of_parts for one in tags):
        raise BrickyardError(
            say(
                "Some of these tags are on submodels, others on single parts: a list can't hold both. "
                "Save them into the file, once no editor has it open."
            )
        )
    words = Counter(one.text.split()[0] for one in tags)
    if not words["SYSTEM"] and not words["ROCKET"]:
        raise BrickyardError(
            say("A list can only say which systems and rockets it carries; save the file instead.")
        )
    systems = [one.in_name.strip("[]") for one in tags if one.text.startswith("SYSTEM ")]
    return {
        "systems": " ".join(systems) or "none",
        **({"rockets": words["ROCKET"]} if words["ROCKET"] else {}),
    }


def _entries(
    server: ServerState, body: KeepBody, text: str, carried: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    """Each entry of the list that fields this model; if there is none, a new one."""
    value, path = plain_value(text), server.yard.where(body.manifest)
    model, is_there = os.path.realpath(server.yard.where(body.file)), False
    for key in ("frames", "ships"):
        listed = value.get(key) if isinstance(value, dict) else None
        for place, entry in enumerate(listed if isinstance(listed, list) else []):
            named = str(entry.get("model", "")) if isinstance(entry, dict) else ""
            if named and os.path.realpath(path.parent / named.partition("#")[0]) == model:
                is_there = True
                yield from ({"at": [key, place, word], "set": said} for word, said in carried.items())
    if not is_there:
        named = path_from(server, body.manifest, path, body.file)
        yield {"at": ["frames"], "add": {"model": named, **carried}}


async def take_up(server: ServerState, request: Request) -> Response:
    """What a workbench that ended had unsaved becomes drafts again, or is thrown away."""
    body = await read_body(request, TakeUpBody)
    works = await asyncio.to_thread(
        lambda: list(kept_work(server.served.unsaved, server.home, server.served.paths))
    )
    work = next((one for one in works if one.folder.name == body.id), None)
    if work is None:
        raise BrickyardError(say("This is no longer kept: another page has taken it up or thrown it away."))
    files = []
    for name, path in {} if body.discard else work.files.items():
        data = await asyncio.to_thread(read_file, path)
        # From another folder, or dropped: nothing of that name here is touched.
        dropped = server.yard.dropped.shown
        file = name if work.is_ours else f"{dropped}/{name.removeprefix(f'{dropped}/')}"
        files.append(await _begin_again(server, file, data, path.stat().st_mtime))
    await asyncio.to_thread(shutil.rmtree, work.folder, ignore_errors=True)
    return JSONResponse({"files": files})


async def _begin_again(server: ServerState, file: str, data: bytes, since: float) -> str:
    path = server.yard.where(file)
    async with server.lock(file):
        if not path.is_file():
            server.unsaved.begin(file, data)
        else:
            server.unsaved.change(file, await asyncio.to_thread(server.data_of, file), data)
            draft = server.unsaved.of(file)
            if draft is not None and path.stat().st_mtime > since:
                # Somebody saved it since: Save asks before it writes over that.
                draft.base = ""
        server.tell_changed(file, "changed" if path.is_file() else "added")
    return file
