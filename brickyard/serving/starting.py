"""Start and stop: a socket that only this machine reaches, its address on stdout, an end within a second."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shlex
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import uvicorn

from brickyard.serving.app import make_app
from brickyard.serving.request_guard import new_token
from brickyard.serving.server_state import Served, ServerState
from brickyard.serving.unsaved import clear_servers, lines_about, note_draft
from brickyard.table.table_address import LOOPBACK, TimedHttp, listening, origin_of
from brickyard.terminal import Screen, stderr
from ldraw_tools.app_folder import own_process
from ldraw_tools.authorship import remember, state_folder
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.library.places import kept_folder
from ldraw_tools.writing import check_output, write_whole

_NAME = "brickyard"
# Characters that mean something in a batch file.
_FOR_CMD = str.maketrans({"%": "%%"})


class Shortcut(NamedTuple):
    """A file's name, its content, and whether it must be executable."""

    name: str
    text: str
    runs: bool = False


def shortcut(platform: str, command: Sequence[str], folders: Sequence[Path], icon: Path) -> Shortcut:
    """For Windows a .bat, for macOS a .command, for everything else a .desktop file."""
    words = [*command, "serve", *map(str, folders)]
    if any(set(word) & set('"\r\n\0') for word in words):
        raise BrickyardError("a folder's name has a quotation mark or a line end; rename it")
    if platform == "win32":
        line = " ".join(f'"{word}"' for word in words).translate(_FOR_CMD)
        about = "rem Opens the workbench of brickyard. Close this window to end it."
        lines = ["@echo off", "chcp 65001 > nul", about, line, "if errorlevel 1 pause", ""]
        return Shortcut(f"{_NAME}.bat", "\r\n".join(lines))
    if platform == "darwin":
        line = shlex.join(words)
        text = f"#!/bin/sh\n# Opens the workbench of brickyard. Close this window to end it.\nexec {line}\n"
        return Shortcut(f"{_NAME}.command", text, runs=True)
    line = " ".join(map(_for_desktop, words))
    text = (
        "[Desktop Entry]\nType=Application\nName=brickyard\n"
        "Comment=See, tag and judge LEGO mechs\nTerminal=true\n"
        f"Icon={icon}\nExec={line}\nCategories=Game;\n"
    )
    return Shortcut(f"{_NAME}.desktop", text, runs=True)


def _for_desktop(word: str) -> str:
    """Quoted as the Desktop Entry Specification demands, where % and \\ have special meanings."""
    for letter in ("\\", "`", "$"):
        word = word.replace(letter, f"\\{letter}")
    return '"' + word.replace("%", "%%").replace("\\", "\\\\") + '"'


def write_shortcut(folders: Sequence[Path], environment: Mapping[str, str], home: Path) -> Path:
    """On the desktop of whoever runs this; never over a file that isn't ours."""
    icon = Path(__file__).parent.parent / "web" / "static" / "icon.svg"
    made = shortcut(sys.platform, own_command(), [folder.resolve() for folder in folders], icon)
    target = desktop(environment, home) / made.name
    data = made.text.encode("utf-8")
    check_output(target, data)
    write_whole(target, data, 0o755 if made.runs else None)

    remember(target, data)
    return target


def desktop(environment: Mapping[str, str], home: Path) -> Path:
    """The desktop folder, whatever its name is in this language; an exception if there is none."""
    named = []
    settings = Path(environment.get("XDG_CONFIG_HOME") or home / ".config") / "user-dirs.dirs"
    if settings.is_file():
        for line in settings.read_text("utf-8", "replace").splitlines():
            key, _, value = line.partition("=")
            if key.strip() == "XDG_DESKTOP_DIR":
                named.append(Path(value.strip().strip('"').replace("$HOME", str(home))))
    if cloud := environment.get("OneDrive"):
        named.append(Path(cloud, "Desktop"))
    for folder in (*named, home / "Desktop"):
        if folder.is_dir() and folder != home:
            return folder
    raise BrickyardError(f"{home / 'Desktop'}: there is no such folder to put a starter in")


def own_command() -> list[str]:
    """The command that starts this brickyard from any folder."""
    called = Path(sys.argv[0])
    if called.name.lower() in (_NAME, f"{_NAME}.exe") and called.is_file():
        return [str(called.resolve())]
    found = shutil.which(_NAME)
    return [found] if found and not os.environ.get("PYTHONPATH") else own_process()


class _Server(uvicorn.Server):
    """Prints the address when it can answer; ends the streams of events when it is to stop."""

    def __init__(self, config: uvicorn.Config, server: ServerState, address: str, opens: bool) -> None:
        super().__init__(config)
        self._server, self._address, self._opens = server, address, opens

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
        await asyncio.to_thread(_tell_unsaved, self._server)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._server.events.end()
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
    server = ServerState(served)
    config = uvicorn.Config(
        make_app(server, token, port),
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
        _Server(config, server, address, opens).run([opened])


def _tell_unsaved(server: ServerState) -> None:
    """What nobody has saved is kept where it can be found, and the last lines say so."""
    for file, data in (drafts := server.unsaved.changed()).items():
        note_draft(server.noted, file, data)
    _tell(lines_about(drafts, server.noted))


def unsaved_folder() -> Path | None:
    """Where changes are kept that nobody has saved; without a home folder there is no place for them."""
    with contextlib.suppress(RuntimeError):
        return state_folder(os.environ, sys.platform, Path.home()) / "unsaved"
    return None


def pictures_folder() -> Path | None:
    """Where pictures are kept from one start to the next."""
    with contextlib.suppress(RuntimeError):
        return kept_folder(os.environ, sys.platform, Path.home(), "pictures")
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
