"""A window of a terminal for tests: the command prints to it, in this process, and the test reads it."""

from __future__ import annotations

import contextlib
import fcntl
import io
import os
import pty
import struct
import sys
import termios
import threading
from pathlib import Path
from unittest import mock

from brickyard import cli
from tests.running import ENVIRONMENT, ROOT


def shown_in_window(arguments: list[str], columns: int, folder: Path = ROOT, **environment: str) -> str:
    """What a terminal of so many columns gets, colours and all."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    came = io.BytesIO()
    reader = threading.Thread(target=_read, args=(master, came))
    reader.start()
    wishes = {**ENVIRONMENT, "TERM": "xterm-256color", "COLUMNS": "", "NO_COLOR": "", **environment}
    with (
        os.fdopen(slave, "w", encoding="utf-8", newline="\n") as stream,
        contextlib.chdir(folder),
        mock.patch.dict(os.environ, wishes),
        mock.patch.object(sys, "argv", ["brickyard", *arguments]),
        mock.patch.object(sys.modules["__main__"], "__package__", None),
        contextlib.redirect_stdout(stream),
        contextlib.redirect_stderr(io.StringIO()),
    ):
        cli._run()
    reader.join()
    os.close(master)
    return came.getvalue().decode("utf-8").replace("\r\n", "\n")


def _read(master: int, came: io.BytesIO) -> None:
    # The end of the other side is an error here on Linux, and nothing to read elsewhere.
    with contextlib.suppress(OSError):
        while data := os.read(master, 65536):
            came.write(data)
