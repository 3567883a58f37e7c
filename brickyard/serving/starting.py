"""Start and stop: a socket that only this machine reaches, its address on stdout, an end within a second."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from types import FrameType

import uvicorn

from brickyard.serving.app import make_app
from brickyard.serving.bench import Bench, Served
from brickyard.serving.gate import new_token
from brickyard.serving.unsaved import clear_servers, lines_about, note_draft
from brickyard.table.bounded_http import TimedHttp
from brickyard.table.table_address import LOOPBACK, listening, origin_of
from brickyard.terminal import Screen, stderr
from ldraw_tools.authorship import state_folder
from ldraw_tools.findings import BrickyardError, printable


class _Server(uvicorn.Server):
    """Prints the address when it can answer; ends the streams of events when it is to stop."""

    def __init__(self, config: uvicorn.Config, bench: Bench, address: str, opens: bool) -> None:
        super().__init__(config)
        self._bench, self._address, self._opens = bench, address, opens

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
            # Whoever closes the terminal's window ends it, too; not so after nohup.
            signal.signal(signal.SIGHUP, self.handle_exit)
        if not self.should_exit:
            screen = Screen()
            screen.text(self._address)
            # At once, so that a program that reads from a pipe has the address.
            screen.data(b"")
            if self._opens:
                await asyncio.to_thread(_open_browser, self._address)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        await asyncio.to_thread(_tell_unsaved, self._bench)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._bench.events.end()
        # Pages that still wait get no answer; that isn't worth a message.
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL + 1)
        logging.getLogger("asyncio").setLevel(logging.CRITICAL + 1)


def serve(served: Served, port: int, *, opens: bool) -> None:
    """Serves until Ctrl-C."""
    with listening(LOOPBACK, port, usual=0) as opened:
        _run(served, opened, opens=opens)


def _run(served: Served, opened: socket.socket, *, opens: bool) -> None:
    port = opened.getsockname()[1]
    token = new_token()
    if served.unsaved is not None:
        _tell(clear_servers(Path(tempfile.gettempdir()), served.unsaved))
    bench = Bench(served)
    config = uvicorn.Config(
        make_app(bench, token, port),
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=1,
        timeout_keep_alive=30,
        http=TimedHttp,
        ws="none",
    )
    address = f"{origin_of(LOOPBACK, port)}/?token={token}"
    with contextlib.suppress(KeyboardInterrupt):
        _Server(config, bench, address, opens).run([opened])


def _tell_unsaved(bench: Bench) -> None:
    """What nobody has saved is kept where it can be found, and the last lines say so."""
    for file, data in (drafts := bench.unsaved.changed()).items():
        note_draft(bench.noted, file, data)
    _tell(lines_about(drafts, bench.noted))


def unsaved_folder() -> Path | None:
    """Where changes are kept that nobody has saved; without a home folder there is no place for them."""
    with contextlib.suppress(RuntimeError):
        return state_folder(os.environ, sys.platform, Path.home()) / "unsaved"
    return None


def _tell(lines: Iterable[str]) -> None:
    # The terminal may be gone.
    with contextlib.suppress(OSError):
        stderr().lines(map(printable, lines))


def _open_browser(address: str) -> None:
    import webbrowser

    with contextlib.suppress(webbrowser.Error, OSError):
        webbrowser.open(address)


def examples() -> Path:
    """The examples: installed with the package, or beside it in a checkout."""
    home = Path(__file__).parent.parent
    for folder in (home / "data" / "examples", home.parent / "examples"):
        if folder.is_dir():
            return folder
    raise BrickyardError("the examples are not installed; name a folder of your own: brickyard serve FOLDER")
