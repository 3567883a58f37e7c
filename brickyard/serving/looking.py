"""Answers about what is there: the yard, events, 3D views and pictures."""

from __future__ import annotations

import asyncio
import re
from base64 import b64encode
from typing import Annotated, Any, Literal
from urllib.parse import quote

from pydantic import Field
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from brickyard.serving.bodies import Name, RequestBody, Word, read_body
from brickyard.serving.server_state import ServerState
from brickyard.serving.unsaved import kept_work
from brickyard.serving.worker_pool import CrowdedError
from brickyard.serving.workers import WEBP, Made
from ldraw_tools.findings import BrickyardError, printable

# At most so many of the names that can't be read are listed.
_MOST_UNNAMED = 50
_MOST_ROOTS = 3
# Stills that a page asks for together.
_MOST_STILLS = 50


def answered(made: Made) -> Response:
    return Response(made.data, made.status, media_type=made.kind)


def drawn(made: Made, headers: dict[str, str] | None = None) -> Response:
    """A page asks for the picture of all it has; where nothing can be drawn there is nothing to act on."""
    if made.status in (400, 413) or not made.data:
        return Response(status_code=204)
    return Response(made.data, made.status, media_type=made.kind, headers=headers)


async def yard(server: ServerState, _request: Request) -> Response:
    listing = await asyncio.to_thread(server.yard.listing)
    files = await asyncio.to_thread(server.listed, listing)
    roots = [printable(root.path.name) for root in server.yard.roots if root != server.yard.dropped]
    folder = ", ".join(roots[:_MOST_ROOTS]) + (" …" if len(roots) > _MOST_ROOTS else "")
    return JSONResponse(
        {
            "folder": "examples" if server.served.examples else folder,
            "examples": server.served.examples,
            "readOnly": server.served.read_only,
            # Whether there is a folder that new files can be saved to.
            "home": server.yard.home() is not None,
            "files": list(files.values()),
            "unnamed": listing.unnamed[:_MOST_UNNAMED],
            "isCut": listing.is_cut,
            "kept": await asyncio.to_thread(_kept, server),
            "jobs": [*server.workers.working(), *(job.plain() for job in server.job_queue.jobs)],
            "event": server.events.last,
        }
    )


def _kept(server: ServerState) -> list[dict[str, Any]]:
    """What workbenches that ended had unsaved, for pages."""
    works = kept_work(server.served.unsaved, server.home, server.served.paths)
    return [
        {
            "id": one.folder.name,
            "saved": round(one.saved * 1000),
            "files": [printable(name) for name in one.files],
            "isOurs": one.is_ours,
        }
        for one in works
    ]


async def events(server: ServerState, request: Request) -> Response:
    if server.events.is_crowded:
        raise CrowdedError("too many pages listen already; close some")
    # A browser resumes a broken stream by itself; a page that takes over from another says where to begin.
    told = request.headers.get("last-event-id", "") or request.query_params.get("since", "")
    last = int(told) if told.isascii() and told.isdecimal() and len(told) < 16 else None
    return StreamingResponse(server.events.since(last), media_type="text/event-stream")


async def scene(server: ServerState, request: Request) -> Response:
    path = named(server, request)
    arguments = {"path": path, **{name: request.query_params.get(name, "") for name in ("have", "all")}}
    return answered(await server.ask("scene", arguments, request.query_params["file"]))


def _still(server: ServerState, file: str, width: str) -> dict[str, str]:
    """What is asked for: a model, a list, or a unit of a list."""
    if not width.isascii() or not width.isdecimal() or len(width) > 5:
        raise BrickyardError("width: write a number of pixels")
    path, unit = server.found(file), ""
    for suffix in (".yaml", ".yml"):
        head, mark, rest = path.partition(f"{suffix}:")
        if mark:
            path, unit = head + suffix, rest
    return {"path": path, "width": width, "unit": unit}


async def pictures(server: ServerState, request: Request) -> Response:
    asked, width = request.query_params.getlist("file"), request.query_params.get("width", "480")
    stills = {file: _still(server, file, width) for file in asked[:_MOST_STILLS] if server.find(file)}
    kept = await server.kept_pictures(list(stills.values()))
    found = {
        file: data and f"data:{WEBP};base64,{b64encode(data).decode()}"
        for file, data in zip(stills, kept, strict=True)
        if data is not None
    }
    return JSONResponse({"pictures": {file: text or "" for file, text in found.items()}})


async def picture(server: ServerState, request: Request) -> Response:
    file, width = (request.query_params.get(name, usual) for name, usual in (("file", ""), ("width", "480")))
    arguments = _still(server, file, width)
    await request.body()
    # A page asks for many pictures: if it was left meanwhile, the next page mustn't wait for them.
    return drawn(await server.picture(file, arguments, request.is_disconnected))


def named(server: ServerState, request: Request) -> str:
    return server.found(request.query_params.get("file", ""))


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


async def buy(server: ServerState, request: Request) -> Response:
    body = await read_body(request, BuyBody)
    arguments = body.model_dump(include={"only", "recolour", "substitutes", "condition", "format"})
    arguments["paths"] = [server.found(file) for file in body.files]
    arguments["owned"] = [server.found(file) for file in body.owned]
    arguments["have"] = [(one.number, one.colour, one.quantity) for one in body.have if one.quantity]
    made = await server.ask("buy", arguments, body.files[0])
    headers = {}
    if made.more:
        headers["Content-Disposition"] = f'attachment; filename="{quote(made.more, safe="")}"'
    return Response(made.data, made.status, media_type=made.kind, headers=headers)


async def part_picture(server: ServerState, request: Request) -> Response:
    part, colour = (request.query_params.get(name, "") for name in ("part", "colour"))
    if not _PART.fullmatch(part) or not _COLOUR.fullmatch(colour):
        raise BrickyardError("a picture needs part= and colour=, LDraw's numbers")
    await request.body()
    asked = {"part": part, "colour": int(colour)}
    made = await server.ask("part-picture", asked, part, request.is_disconnected)
    return drawn(made, _A_WEEK)


async def words(server: ServerState, _request: Request) -> Response:
    made = await server.ask("words", {})
    return Response(made.data, made.status, media_type=made.kind)
