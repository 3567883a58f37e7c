"""What the page's forms may ask: lists to buy, pictures of parts, words to choose from."""

from __future__ import annotations

import re
from typing import Annotated, Literal
from urllib.parse import quote

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from brickyard.serving.bench import Bench
from brickyard.serving.bodies import Name, RequestBody, Word, read_body
from brickyard.serving.looking import drawn
from ldraw_tools.findings import BrickyardError

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
