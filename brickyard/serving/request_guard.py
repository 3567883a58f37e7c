"""Who may come in: the token, the host, the origin, how much; and the headers of every answer."""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER = "x-brickyard-token"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SAFE_HEADERS = (
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
)
# The largest request; a drop may be a folder of models.
MOST_BODY = 2 * 1024 * 1024
MOST_DROPPED = 256 * 1024 * 1024
_DROP = "/api/drop"
# All of its words are ours.
_SENTENCE = '<!doctype html><html lang="en"><title>brickyard</title><h1>brickyard</h1><p>{why}</p></html>'
_CHANGING = frozenset({"POST", "PUT", "PATCH", "DELETE"})


def new_token() -> str:
    return secrets.token_urlsafe(24)


def cookie_name(port: int) -> str:
    """Cookies are shared by all ports, so the name has the port: two workbenches keep theirs apart."""
    return f"brickyard-{port}"


class Refusal(Exception):  # noqa: N818
    """Why a request gets no answer."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


class RequestGuard:
    """Every request comes here first. A page's address may carry the token, all others need the cookie."""

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app, self._token, self._port = app, token, port
        names = ("127.0.0.1", "localhost", "[::1]")
        self._hosts = frozenset(f"{name}:{port}" for name in names)
        self._origins = frozenset(f"http://{host}" for host in self._hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        try:
            is_new = self._check(scope)
        except Refusal as refusal:
            await _answer(send, refusal.status, refusal.why, is_page=_is_page(scope["path"]))
            return
        await self._let_in(scope, receive, send, is_new)

    def _check(self, scope: Scope) -> bool:
        """Whether the answer must set the cookie; a request that is refused is an exception."""
        headers = [
            (name.decode("latin-1").lower(), text.decode("latin-1")) for name, text in scope["headers"]
        ]
        method, path = scope["method"], scope["path"]
        hosts, origins = _all(headers, "host"), _all(headers, "origin")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            raise Refusal(403, "This workbench answers only its own address.")
        if origins and (len(origins) != 1 or origins[0].lower() not in self._origins):
            raise Refusal(403, "Another page may not use this workbench.")
        if _all(headers, "sec-fetch-site") in (["cross-site"], ["same-site"]):
            raise Refusal(403, "Another page may not use this workbench.")
        if method not in ("GET", "HEAD", "POST"):
            raise Refusal(405, "Only GET and POST are understood.")
        self._check_length(_all(headers, "content-length"), path)
        has_cookie = any(map(self._is_right, _cookies(headers, cookie_name(self._port))))
        has_header = any(map(self._is_right, _all(headers, HEADER)))
        if method in _CHANGING:
            if not has_header:
                raise Refusal(403, "The token is missing or wrong: reload the page.")
            return False
        is_page = _is_page(path)
        asked = parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
        if has_cookie or has_header:
            return is_page
        if is_page and any(map(self._is_right, asked)):
            return True
        raise Refusal(
            403, "The token is missing or wrong: open the address that the window of brickyard shows."
        )

    def _check_length(self, lengths: list[str], path: str) -> None:
        most = MOST_DROPPED if path == _DROP else MOST_BODY
        for length in lengths:
            if not length.isascii() or not length.isdecimal() or int(length[:15]) > most:
                raise Refusal(413, f"That is more than {most // 2**20} MB, which is too much at once.")

    def _is_right(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self._token.encode())

    async def _let_in(self, scope: Scope, receive: Receive, send: Send, is_new: bool) -> None:
        most = MOST_DROPPED if scope["path"] == _DROP else MOST_BODY
        has_begun = False
        came = 0

        async def counted() -> Message:
            nonlocal came
            message = await receive()
            came += len(message.get("body", b""))
            if came > most:
                raise Refusal(413, f"That is more than {most // 2**20} MB, which is too much at once.")
            return message

        async def safely(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                headers = list(message.get("headers", ()))
                given = {name for name, _ in headers}
                headers += [
                    (name.encode(), text.encode())
                    for name, text in self._headers(scope["path"], is_new)
                    if name.encode() not in given
                ]
                message = {**message, "headers": headers}
            await send(message)

        try:
            await self._app(scope, counted, safely)
        except Refusal as refusal:
            if has_begun:
                raise
            await _answer(send, refusal.status, refusal.why)

    def _headers(self, path: str, is_new: bool) -> Iterable[tuple[str, str]]:
        yield from SAFE_HEADERS
        yield "cache-control", "no-cache" if path.startswith("/static/") else "no-store"
        if is_new:
            name = cookie_name(self._port)
            yield "set-cookie", f"{name}={self._token}; Path=/; HttpOnly; SameSite=Strict"


def _all(headers: list[tuple[str, str]], name: str) -> list[str]:
    return [text for found, text in headers if found == name]


def _cookies(headers: list[tuple[str, str]], name: str) -> list[str]:
    """Read by hand: other programs on this machine set cookies here too, and some are malformed."""
    pairs = [pair.partition("=") for text in _all(headers, "cookie") for pair in text.split(";")]
    return [value.strip() for found, _, value in pairs if found.strip() == name]


def _is_page(path: str) -> bool:
    return not path.startswith(("/api/", "/static/"))


async def _answer(send: Send, status: int, why: str, *, is_page: bool = False) -> None:
    """JSON for a program, a sentence for a person who opens an old address."""
    body = _SENTENCE.format(why=why) if is_page else json.dumps({"error": why})
    kind = b"text/html; charset=utf-8" if is_page else b"application/json"
    headers = [(name.encode(), text.encode()) for name, text in SAFE_HEADERS]
    headers += [(b"content-type", kind), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body.encode()})
