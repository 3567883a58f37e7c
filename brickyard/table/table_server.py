"""Serves a game to browsers: the page, the stream of events, and posts; nothing but files of ours."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import socket
from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache
from html import escape
from io import BytesIO
from typing import Any, NamedTuple

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from brickyard import __version__
from brickyard.table.game_host import GameHost
from brickyard.table.hosted_log import HOST_SAYS, MOST_BODY, MOST_IN_A_POST
from brickyard.table.table_address import BoundedHttp, Doors, names_of, origin_of
from brickyard.table.table_files import POLICY, TableFiles, media_type
from ldraw_tools.findings import BrickyardError


@lru_cache(maxsize=2)
def qr_svg(text: str) -> bytes:
    """Black on white with the margin that scanners need, whatever the page's colours are."""
    import segno

    written = BytesIO()
    segno.make(text, error="m", micro=False).save(
        written, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, omitsize=True
    )
    return written.getvalue()


_WORDS = {
    "en": {
        "join": "Join",
        "play": "Play",
        "watch": "Watch on a large screen",
        "code": "QR code of the game's address",
        "watch-code": "QR code to watch",
        "lan": "For phones on the same network as this computer. If a phone can't open it, it is on another "
        "network, or the network keeps guests apart: use a phone's hotspot.",
        "here": "For browsers on this computer only. Start it with --lan to play with phones.",
        "who": "Everybody with the first address can enter and undo. This computer saves the log after "
        "every event.",
    },
    "de": {
        "join": "Mitspielen:",
        "play": "Spielen",
        "watch": "Auf einem großen Bildschirm zuschauen",
        "code": "QR-Code mit der Adresse des Spiels",
        "watch-code": "QR-Code zum Zuschauen",
        "lan": "Für Telefone im selben Netz wie dieser Rechner. Wenn ein Telefon die Adresse nicht öffnen "
        "kann, ist es in einem anderen Netz, oder das Netz trennt seine Gäste: nehmt den Hotspot eines "
        "Telefons.",
        "here": "Nur für Browser auf diesem Rechner. Mit --lan gestartet, spielen Telefone mit.",
        "who": "Wer die erste Adresse hat, kann eintragen und zurücknehmen. Dieser Rechner speichert den "
        "Verlauf nach jedem Eintrag.",
    },
}


def wished_language(accepted: str) -> str:
    """The browser's first language that we have; else English."""
    wished = [one.strip()[:2].lower() for one in accepted[:500].split(",")]
    return next((one for one in wished if one in _WORDS), "en")


def join_page(called: str, play: str, watch: str, is_lan: bool, language: str = "en") -> str:
    """`play` and `watch` are the addresses with their tokens."""
    title, say = escape(called), {key: escape(words) for key, words in _WORDS[language].items()}
    return f"""<!doctype html>
<html lang="{language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="brickyard {__version__}">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{say["join"]} {title}</title>
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="table.css">
<link rel="stylesheet" href="join.css">
</head><body class="join"><main>
<h1>{title}</h1>
<section><h2>{say["play"]}</h2><img src="qr.svg" alt="{say["code"]}" width="320" height="320">
<p><a href="{escape(play)}">{escape(play)}</a></p></section>
<section><h2>{say["watch"]}</h2>
<img class="small" src="qr.svg?of=watch" alt="{say["watch-code"]}" width="180" height="180">
<p><a href="{escape(watch)}">{escape(watch)}</a></p></section>
<p>{say["lan" if is_lan else "here"]}</p>
<p>{say["who"]}</p>
</main></body></html>
"""


_BODY_SECONDS = 10.0
_HEADERS = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class _RefusedError(Exception):
    """A request that is refused with one of the host's sentences, by its key."""

    def __init__(self, status: int, say: str, wait: int = 0) -> None:
        super().__init__(say)
        self.status, self.say, self.wait = status, say, wait


class ServedTable(NamedTuple):
    """What is served, to whom, and under which name."""

    host: GameHost
    files: TableFiles
    doors: Doors
    address: str
    port: int
    is_lan: bool = False

    @property
    def play_address(self) -> str:
        return f"{origin_of(self.address, self.port)}/{self.doors.play}/"

    @property
    def watch_address(self) -> str:
        return f"{origin_of(self.address, self.port)}/{self.doors.watch}/"


class _Asked(NamedTuple):
    """A request with a valid token."""

    table: ServedTable
    request: Request
    is_watching: bool

    @property
    def guest(self) -> str:
        return self.request.client.host if self.request.client else ""

    def check_player(self) -> None:
        if self.is_watching:
            raise _RefusedError(403, "watching")


def table_app(table: ServedTable) -> Starlette:
    names = names_of(table.address, table.port)

    def answered(answer: Callable[[_Asked], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        async def checked(request: Request) -> Response:
            try:
                _check_caller(request, names)
                response = await answer(_Asked(table, request, _is_watching(table, request)))
            except _RefusedError as refused:
                response = _words(refused)
            for name, value in _HEADERS.items():
                response.headers.setdefault(name, value)
            return response

        return checked

    return Starlette(
        routes=[
            Route("/{token}/events", answered(_stream), methods=["GET"]),
            Route("/{token}/events", answered(_post), methods=["POST"]),
            Route("/{token}/join", answered(_join), methods=["GET"]),
            Route("/{token}/qr.svg", answered(_qr), methods=["GET"]),
            Route("/{token}/log.json", answered(_log), methods=["GET"]),
            Route("/{token}/{name:path}", answered(_file), methods=["GET"]),
            Route("/{rest:path}", answered(_nothing), methods=["GET", "POST"]),
        ]
    )


def _told(say: str) -> dict[str, str]:
    return {"say": say, "words": HOST_SAYS[say]}


def _words(refused: _RefusedError) -> Response:
    headers = {"Retry-After": f"{refused.wait}"} if refused.wait else {}
    return JSONResponse(_told(refused.say), refused.status, headers)


def _check_caller(request: Request, names: frozenset[str]) -> None:
    """A foreign page must not play, even if its author's name server claims our address."""
    if request.headers.get("host", "").lower() not in names:
        raise _RefusedError(421, "foreign")
    origin = request.headers.get("origin")
    if origin is not None and origin.lower().removeprefix("http://") not in names:
        raise _RefusedError(403, "foreign")
    if request.headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and (
        request.method != "GET" or request.headers.get("sec-fetch-mode") != "navigate"
    ):
        raise _RefusedError(403, "foreign")


def _is_watching(table: ServedTable, request: Request) -> bool:
    token = str(request.path_params.get("token", "")).encode()
    may_play = hmac.compare_digest(token, table.doors.play.encode())
    may_watch = hmac.compare_digest(token, table.doors.watch.encode())
    if not may_play and not may_watch:
        raise _RefusedError(404, "wrong-address")
    return not may_play


async def _stream(asked: _Asked) -> Response:
    host, guest = asked.table.host, asked.guest

    class Stream(StreamingResponse):
        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            try:
                await super().__call__(scope, receive, send)
            finally:
                host.dismiss(guest)

    if not host.admit(guest):
        raise _RefusedError(503, "crowded", 5)
    after = _number(
        asked.request.headers.get("last-event-id") or asked.request.query_params.get("after", "0")
    )
    stream = host.listen(after, asked.request.query_params.get("held", "")[:64])
    return Stream(stream, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


def _number(said: str) -> int:
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 9 else 0


async def _post(asked: _Asked) -> Response:
    asked.check_player()
    if not asked.request.headers.get("content-type", "").startswith("application/json"):
        raise _RefusedError(415, "no-json")
    body = await _body(asked.request)
    told = _parsed(body)
    if told.get("game") != asked.table.host.log.game["id"]:
        raise _RefusedError(409, "other-game")
    events = told.get("events")
    if not isinstance(events, list) or not events:
        raise _RefusedError(400, "nothing")
    if len(events) > MOST_IN_A_POST:
        raise _RefusedError(413, "many-at-once")
    if not asked.table.host.may_send(asked.guest, len(events), len(body)):
        raise _RefusedError(429, "too-many", 3)
    try:
        taken = await asked.table.host.take(events, asked.guest)
    except (BrickyardError, OSError):
        raise _RefusedError(507, "not-saved") from None
    numbers = [{"id": name, "n": number} for name, number in taken.numbers.items()]
    refused = [{"id": name, **_told(say)} for name, say in taken.refused.items()]
    return JSONResponse({"numbers": numbers, "refused": refused}, 400 if refused and not numbers else 200)


async def _body(request: Request) -> bytes:
    said = _number(request.headers.get("content-length", "0"))
    too_large = _RefusedError(413, "large-post")
    if said > MOST_BODY:
        raise too_large
    data = b""
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            async for chunk in request.stream():
                data += chunk
                if len(data) > MOST_BODY:
                    raise too_large
    except TimeoutError:
        raise _RefusedError(408, "slow") from None
    return data


def _parsed(data: bytes) -> Mapping[str, Any]:
    try:
        told = json.loads(data, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise _RefusedError(400, "no-json") from None
    if not isinstance(told, dict):
        raise _RefusedError(400, "nothing")
    return told


def _no_number(_: str) -> None:
    raise ValueError


async def _join(asked: _Asked) -> Response:
    asked.check_player()
    table = asked.table
    language = wished_language(asked.request.headers.get("accept-language", ""))
    return HTMLResponse(
        join_page(table.files.title, table.play_address, table.watch_address, table.is_lan, language)
    )


async def _qr(asked: _Asked) -> Response:
    """A QR code of one of the game's two addresses; of other texts it would cost as much as a guest wants."""
    asked.check_player()
    is_watched = asked.request.query_params.get("of") == "watch"
    text = asked.table.watch_address if is_watched else asked.table.play_address
    return Response(qr_svg(text), media_type="image/svg+xml")


async def _log(asked: _Asked) -> Response:
    return Response(asked.table.host.log.data(), media_type="application/json")


async def _file(asked: _Asked) -> Response:
    """Files from a list in memory: no name leads to any other file of this computer."""
    name = str(asked.request.path_params["name"]) or "index.html"
    data = asked.table.files.served(is_watching=asked.is_watching).get(name)
    if data is None:
        raise _RefusedError(404, "no-file")
    return Response(data, media_type=media_type(name))


async def _nothing(_: _Asked) -> Response:
    raise _RefusedError(404, "wrong-address")


def game_server(table: ServedTable, ready: Callable[[], None]) -> uvicorn.Server:
    """Ends open streams when it is told to stop; calls `ready` once it answers."""

    class _Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            table.host.close()
            await super().shutdown(sockets)

    config = uvicorn.Config(
        table_app(table),
        log_level="critical",
        access_log=False,
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=1,
        timeout_keep_alive=30,
        http=BoundedHttp,
        ws="none",
    )
    return _Server(config)


def run_table(table: ServedTable, opened: socket.socket, ready: Callable[[], None]) -> None:
    """Serves until Ctrl-C."""
    # uvicorn has ended in order, and raises the interrupt again.
    with contextlib.suppress(KeyboardInterrupt):
        game_server(table, ready).run(sockets=[opened])
