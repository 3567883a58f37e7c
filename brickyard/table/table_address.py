"""Where a game is served: an address of this computer, a port, and tokens that only players know."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import os
import re
import secrets
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from ldraw_tools.authorship import state_folder
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.writing import write_whole

MOST_CONNECTIONS = 60
_SILENT_SECONDS = 15.0


class TimedHttp(H11Protocol):
    """Hangs up on whoever asks for nothing, or doesn't end what they have begun to ask."""

    _looking: asyncio.TimerHandle | None = None
    _came = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._look(None)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._looking:
            self._looking.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._came += len(data)
        super().data_received(data)

    def _look(self, before: object) -> None:
        """A request's head must be there at the next look; a large body may take long while more comes."""
        state = self.conn.their_state
        # uvicorn has a time limit of its own between two requests, and stops reading where we are slow.
        may_wait = self.timeout_keep_alive_task is not None or self.flow.read_paused
        now = (self.cycle, state, self._came if state is h11.SEND_BODY else 0, may_wait)
        if now == before and state in (h11.IDLE, h11.SEND_BODY) and not may_wait:
            self.transport.abort()
        elif not self.transport.is_closing():
            self._looking = self.loop.call_later(_SILENT_SECONDS, self._look, now)


class BoundedHttp(TimedHttp):
    """uvicorn bounds all connections together, which would let one guest shut out the rest."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        guest = self.client[0] if self.client else ""
        clients = [getattr(one, "client", None) or ("",) for one in self.connections]
        if len([client for client in clients if client[0] == guest]) > MOST_CONNECTIONS:
            transport.abort()


LOOPBACK = "127.0.0.1"
USUAL_PORT = 8642
# An address reserved for documentation: asking which way a packet would go sends none.
_SOMEWHERE = ("192.0.2.1", 9)
_TOKEN = re.compile(r"[A-Za-z0-9_-]{16,64}")
_GAME_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_TOKEN_BYTES = 12


class Doors(NamedTuple):
    """The tokens of a game: one to play, one to watch; and the port, the same after a crash."""

    play: str
    watch: str
    port: int = 0


def new_doors() -> Doors:
    return Doors(secrets.token_urlsafe(_TOKEN_BYTES), secrets.token_urlsafe(_TOKEN_BYTES))


def doors_of(game: str) -> Doors:
    """The tokens and port that the game had last time, so that phones find it again; else new ones."""
    try:
        told = json.loads(_doors_file(game).read_text("utf-8"))
        found = Doors(str(told["play"]), str(told["watch"]), int(told["port"]))
    except (OSError, ValueError, KeyError, TypeError):
        return new_doors()
    is_whole = _TOKEN.fullmatch(found.play) and _TOKEN.fullmatch(found.watch) and 0 <= found.port < 65536
    return found if is_whole else new_doors()


def keep_doors(game: str, doors: Doors) -> None:
    """Readable by this user only. If it can't be written, phones must scan again after a crash."""
    try:
        file = _doors_file(game)
        file.parent.mkdir(parents=True, exist_ok=True)
        told = {"play": doors.play, "watch": doors.watch, "port": doors.port}
        write_whole(file, json.dumps(told).encode(), 0o600)
    except (OSError, BrickyardError):
        return


def _doors_file(game: str) -> Path:
    name = game if _GAME_ID.fullmatch(game) else "game"
    try:
        home = Path.home()
    except RuntimeError:
        home = Path(os.devnull)
    return state_folder(os.environ, sys.platform, home) / "games" / f"{name}.json"


@contextmanager
def only_host(game: str) -> Iterator[None]:
    """Two hosts of one game would both number its events: the second one is refused."""
    try:
        file = _doors_file(game).with_suffix(".lock")
        file.parent.mkdir(parents=True, exist_ok=True)
        held = file.open("a")
    except OSError:
        # There is no place to note it.
        yield
        return
    with held:
        try:
            lock_file(held.fileno())
        except OSError as error:
            raise BrickyardError(
                "this game is served already by another brickyard; stop that one first, or begin a new game"
            ) from error
        yield
    file.unlink(missing_ok=True)


def lock_file(number: int) -> None:
    """Until it is closed, or its process ends in whatever way; an exception if another process has it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lan_address(wanted: str = "") -> str:
    """The address that phones on the same network reach this computer by."""
    if wanted:
        try:
            return str(ipaddress.ip_address(wanted))
        except ValueError as error:
            raise BrickyardError(f"--address: “{printable(wanted)}” is not like 192.168.1.20") from error
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(_SOMEWHERE)
            found = str(asked.getsockname()[0])
        except OSError:
            found = ""
    if not found or ipaddress.ip_address(found).is_unspecified:
        raise BrickyardError(
            "this computer isn't on a network that phones could share; join one, or name its address "
            "with --address, or write a folder with -o"
        )
    return found


@contextmanager
def listening(address: str, port: int, usual: int) -> Iterator[socket.socket]:
    """A socket at this address; port 0 means the usual port, or any other if that is taken."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    last: OSError | None = None
    for one in [port] if port else [*([usual] if usual else []), 0]:
        # asyncio sends at once only if the protocol is named; otherwise answers are delayed by 40 ms.
        opened = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            opened.bind((address, one))
            opened.listen(128)
        except OSError as error:
            opened.close()
            last = error
            continue
        try:
            yield opened
        finally:
            opened.close()
        return
    reason = (last.strerror or last) if last else "no port is free"
    told = f"--port {port}: {reason}; choose another, or leave it out" if port else f"{address}: {reason}"
    raise BrickyardError(told) from last


def origin_of(address: str, port: int) -> str:
    return f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}"


def names_of(address: str, port: int) -> frozenset[str]:
    """The names by which a browser may call this host; requests with any other come from foreign pages."""
    names = {LOOPBACK, "localhost", "[::1]", f"[{address}]" if ":" in address else address}
    names |= {socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}
    return frozenset(f"{name}:{port}" for name in names)
