"""Fetches one file over https into a temporary file, within bounds; failures say what to do."""

from __future__ import annotations

import contextlib
import re
import ssl
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from email.message import Message
from http.client import HTTPException
from pathlib import Path
from typing import IO, Protocol, cast

from ldraw_tools.findings import BrickyardError, RefusedError
from ldraw_tools.reading.lines import shortened

MOST_BYTES = 1024 * 1024 * 1024
_CHUNK = 256 * 1024
_PATIENCE_SECONDS = 60
_SCHEME = re.compile(r"^([a-z][a-z0-9+.-]+)://", re.IGNORECASE)

Progress = Callable[[int, int], None]


class Headers(Protocol):
    def get(self, name: str, /) -> str | None: ...


class Response(Protocol):
    """What we need of urllib's answer."""

    @property
    def headers(self) -> Headers: ...
    def read(self, amount: int, /) -> bytes: ...


Opener = Callable[[str], AbstractContextManager[Response]]


def is_address(source: str) -> bool:
    """`https://…`, or another scheme; a drive letter is none."""
    return _SCHEME.match(source) is not None


def download(url: str, target: Path, progress: Progress | None = None, opener: Opener | None = None) -> int:
    """Write what the address gives to `target`; returns the number of bytes."""
    _only_https(url)
    with contextlib.ExitStack() as stack:
        with _explained(url):
            response = stack.enter_context((opener or open_https)(url))
            said = response.headers.get("Content-Length") or ""
        total = int(said) if re.fullmatch(r"[0-9]{1,15}", said) else 0
        done = _copy(response, stack.enter_context(target.open("wb")), url, total, progress)
    if done < total:
        raise BrickyardError(f"{url}: the download broke off at {done:,} of {total:,} bytes; try again")
    return done


def open_https(url: str) -> AbstractContextManager[Response]:
    """urllib with https only: no file:, no ftp:, and no redirect to them."""
    director = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPSHandler(),
        HttpsRedirects(),
        urllib.request.HTTPErrorProcessor(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.UnknownHandler(),
    ):
        director.add_handler(handler)
    request = urllib.request.Request(url, headers={"User-Agent": "brickyard"})  # noqa: S310 - https only
    return cast(AbstractContextManager[Response], director.open(request, timeout=_PATIENCE_SECONDS))


class HttpsRedirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects as long as they stay on https."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> urllib.request.Request | None:
        try:
            _only_https(newurl)
        except RefusedError:
            fp.close()
            raise
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]


def _only_https(url: str) -> None:
    match = _SCHEME.match(url)
    scheme = match[1].lower() if match else ""
    if scheme == "file":
        raise RefusedError(f"{url}: give the path itself, without file://")
    if scheme != "https":
        raise RefusedError(f"{shortened(url, 200)}: only https addresses are fetched")


def _copy(response: Response, file: IO[bytes], url: str, total: int, progress: Progress | None) -> int:
    done = 0
    while True:
        if max(done, total) > MOST_BYTES:
            raise RefusedError(f"{url}: larger than {MOST_BYTES // 2**20:,} MB, too large for a library")
        # Only reading is about the network; an error of the disk is reported by the caller.
        with _explained(url):
            chunk = response.read(_CHUNK)
        if not chunk:
            return done
        done += len(chunk)
        file.write(chunk)
        if progress:
            progress(done, total)


@contextlib.contextmanager
def _explained(url: str) -> Iterator[None]:
    try:
        yield
    except urllib.error.HTTPError as error:
        error.close()
        hint = "try again later" if error.code >= 500 else "is the address right?"
        said = shortened(" ".join(f"{error.code} {error.reason}".split()), 100)
        raise BrickyardError(f"{url}: the server answers {said}; {hint}") from error
    except urllib.error.URLError as error:
        raise BrickyardError(f"{url}: {_network_reason(error.reason)}") from error
    except (OSError, HTTPException, ValueError) as error:
        raise BrickyardError(f"{url}: {_network_reason(error)}") from error


def _network_reason(reason: object) -> str:
    if isinstance(reason, TimeoutError):
        return f"no answer within {_PATIENCE_SECONDS} seconds; try again later"
    if isinstance(reason, ssl.SSLError):
        return f"no secure connection ({reason.strerror or reason})"
    text = reason.strerror or str(reason) if isinstance(reason, OSError) else str(reason)
    return f"can't be reached ({shortened(text, 100)}); are you online?"
