"""Running the command: in this process, which is fast and counted by coverage, or in one of its own."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import subprocess
import sys
from pathlib import Path
from unittest import mock

from brickyard import cli

ROOT = Path(__file__).parent.parent
# Whoever runs the tests may have settings, which are not for them.
ENVIRONMENT = {
    "PYTHONPATH": str(ROOT),
    "PYTHONIOENCODING": "utf-8",
    "COLUMNS": "100",
    # What is kept for the next start is kept for whoever runs it, not for whoever runs tests.
    "BRICKYARD_PICTURES": "off",
    "XDG_CONFIG_HOME": str(ROOT / "build" / "no-settings"),
}

Ran = subprocess.CompletedProcess[str]


def brickyard(arguments: list[str], folder: Path = ROOT, **environment: str) -> Ran:
    """What the command says and its status, as `brickyard_process` has them too."""
    command = ["brickyard", *map(str, arguments)]
    streams = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
    with (
        contextlib.chdir(folder),
        mock.patch.dict(os.environ, {**ENVIRONMENT, **environment}),
        mock.patch.object(sys, "argv", command),
        # Else help speaks of the program that runs the tests.
        mock.patch.object(sys.modules["__main__"], "__package__", None),
        contextlib.redirect_stdout(streams[0]),
        contextlib.redirect_stderr(streams[1]),
    ):
        status = cli._run()
    said, told = (_written(stream) for stream in streams)
    return subprocess.CompletedProcess(command, status, said, told)


def let_children_hear_signals() -> None:
    """Makes processes that tests start react to Ctrl-C and to a closed terminal.

    After nohup and in a job in the background such signals are ignored, and whoever is started by us would
    inherit that. What a function does with a signal isn't inherited.
    """
    for name in ("SIGINT", "SIGHUP", "SIGQUIT"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


def brickyard_process(arguments: list[str], folder: Path = ROOT) -> Ran:
    """The same as a stranger's shell does it."""
    command = [sys.executable, "-m", "brickyard", *arguments]
    return subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **ENVIRONMENT},
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode("utf-8").replace("\r\n", "\n")


def unmeasured() -> dict[str, str]:
    """The environment, without what makes each process load coverage."""
    return {name: text for name, text in os.environ.items() if not name.startswith("COVERAGE_PROCESS")}
