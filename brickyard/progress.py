"""Long jobs: one thing after another, and a bar on a terminal that says how far they are."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable
from types import TracebackType
from typing import TYPE_CHECKING, NoReturn, TextIO

import typer

from brickyard.terminal import in_one_line, is_quiet, stderr, talk
from ldraw_tools.findings import printable
from ldraw_tools.writing import Output, write_outputs

if TYPE_CHECKING:
    from threading import Event, Thread

_LONGEST_BAR = 79
_SECONDS_BETWEEN = 0.5


def _shortened(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: max(width - 3, 0)]}..."


class Progress:
    """A bar on stderr for work longer than a second, on a terminal only.

    Elsewhere, if `lines`, each tenth that is done has a line. Until a call says how much is done, and between
    two calls, it shows how long it has taken.
    """

    def __init__(self, what: str, stream: TextIO | None = None, *, lines: bool = False) -> None:
        self._what = in_one_line(what)
        self._lines, self._tenths = lines, -1
        self._stream = stream or sys.stderr
        self._start = time.monotonic()
        self._last, self._shown = 0.0, False
        self._counted = ""
        self._ended: Event | None = None
        self._thread: Thread | None = None

    def __call__(self, done: int, total: int) -> None:
        tenths = 10 * done // max(total, 1)
        if self._lines and total > 1 and tenths > self._tenths and not (is_quiet() or self._stream.isatty()):
            self._tenths = tenths
            self._stream.write(f"{self._what}: {done:,} of {total:,}\n")
            self._stream.flush()
        filled = 30 * done // max(total, 1)
        self._counted = f" [{'#' * filled}{'.' * (30 - filled)}] {done:,} of {total:,}"
        self._show()

    def _show(self) -> None:
        now = time.monotonic()
        if is_quiet() or not self._stream.isatty() or now - self._start < 1 or now - self._last < 0.1:
            return
        self._last, self._shown = now, True
        width, rest = self._width(), f"{self._counted}, {now - self._start:.0f} s"
        # A line that is too long would be wrapped, and \r doesn't lead back to its beginning.
        line = f"{_shortened(self._what, width - len(rest))}{rest}"[:width]
        self._stream.write(f"\r{line:{width}}")
        self._stream.flush()

    def _width(self) -> int:
        """One less than the terminal has: in the last column some of them begin a new line."""
        try:
            columns = os.get_terminal_size(self._stream.fileno()).columns
        except (OSError, ValueError):
            columns = 0
        return min(columns - 1, _LONGEST_BAR) if columns > 1 else _LONGEST_BAR

    def __enter__(self) -> Progress:
        if self._stream.isatty() and not is_quiet():
            from threading import Event, Thread

            self._ended = Event()
            self._thread = Thread(target=self._go_on_showing, args=(self._ended,), daemon=True)
            self._thread.start()
        return self

    def _go_on_showing(self, ended: Event) -> None:
        while not ended.wait(_SECONDS_BETWEEN):
            self._show()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._ended is not None and self._thread is not None:
            self._ended.set()
            self._thread.join()
        if self._shown:
            self._stream.write("\r" + " " * self._width() + "\r")
            self._stream.flush()


def end_with(status: int, problems: Iterable[str]) -> NoReturn:
    """The command's end: its status, or 2 if something could not be opened."""
    told = list(dict.fromkeys(problems))
    for problem in told:
        stderr().line(f"brickyard: {printable(problem)}")
    raise typer.Exit(2 if told else status)


def end_with_output(made: Output, force: bool) -> NoReturn:
    """Write what has no place yet under its usual name, here; and say what was made."""
    if made.contents:
        write_outputs(made.contents, force=force)
    talk().lines(made.said)
    end_with(0, made.problems)
