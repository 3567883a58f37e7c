"""The one place that prints: names can't control the terminal; colour and progress only on terminals."""

from __future__ import annotations

import io
import os
import re
import sys
import textwrap
import time
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

from ldraw_tools.findings import Finding

if TYPE_CHECKING:
    from threading import Event, Thread

WIDTH = 100
# A text and a style (error, warning, info, bold, dim) to the text in that style.
Paint = Callable[[str, str], str]
_COLOURS = {"error": "31;1", "warning": "33", "info": "36", "bold": "1", "dim": "2"}
# Terminals on Windows that show colours set these; the old console would print the codes.
_COLOURFUL = ("WT_SESSION", "TERM", "TERM_PROGRAM", "ConEmuANSI", "ANSICON")
# Symbols of ours that old consoles can't show, and what stands for them there.
_PLAIN = {
    "×": "x", "−": "-", "–": "-", "…": "...", "“": '"', "”": '"', "→": "->", "│": "|", "├": "|", "└": "`",
    "─": "-", "·": "-", "’": "'", "°": " deg",
}  # fmt: skip


# What moves the cursor, rings, links, or turns the order of letters: control characters and bidi marks.
_STEERING = (
    r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200e\u200f\u2028-\u202e\u2060-\u206f"
    r"\ud800-\udfff\ufff9-\ufffb\U000e0000-\U000e007f"
)
_IN_TEXT = re.compile(f"[{_STEERING}]")
_IN_LINE = re.compile(f"[{_STEERING}\t\n\r]")
# The runner of a code host takes such a line for a command.
_COMMAND = re.compile(r"^(\s*):(?=:)|#(?=#\[)", re.MULTILINE)
_OURS = re.compile(rf"(\x1b\[(?:{'|'.join([*_COLOURS.values(), '0'])})m)")


def harmless(text: str) -> str:
    """Lines to be written to a file or pasted somewhere: what could steer a terminal is a question mark."""
    return _IN_TEXT.sub("?", text)


class Screen:
    """Writes lines to a stream that may know neither colours nor Unicode; to stdout if none is named.

    Whatever a line holds, only our own colours reach the terminal, and no line is taken for a command by the
    runner of a code host, unless `commands` are meant.
    """

    def __init__(
        self, stream: TextIO | None = None, colour: bool | None = None, *, commands: bool = False
    ) -> None:
        self._stream = sys.stdout if stream is None else stream
        self._colour = _wants_colour(self._stream) if colour is None else colour
        self._encoding = getattr(self._stream, "encoding", None) or "utf-8"
        self._commands = commands

    def line(self, text: str = "") -> None:
        self._stream.write(self._safe(self._harmless(text)) + "\n")

    def text(self, text: str) -> None:
        """Several lines that are ready."""
        self.lines(text.removesuffix("\n").split("\n"))

    def data(self, text: bytes) -> None:
        """A file in UTF-8, for a pipe: the same bytes on every console."""
        self._stream.flush()
        said = _COMMAND.sub(_apart, harmless(text.decode("utf-8", "replace")))
        self._stream.buffer.write(said.encode())
        self._stream.buffer.flush()

    def lines(self, texts: Iterable[str]) -> None:
        for text in texts:
            self.line(text)

    def finding(self, found: Finding, indent: str = "") -> None:
        """What is wrong, where, and the way out: the same lines in every command."""
        from validators.reporters.text import finding_lines

        self.lines(finding_lines(found, self.paint, indent))

    def paint(self, text: str, style: str) -> str:
        return f"\x1b[{_COLOURS[style]}m{text}\x1b[0m" if self._colour else text

    def _harmless(self, text: str) -> str:
        # Every second piece is a colour of ours.
        pieces = _OURS.split(text) if self._colour else [text]
        pieces[::2] = [_IN_LINE.sub("?", piece) for piece in pieces[::2]]
        whole = "".join(pieces)
        return whole if self._commands else _COMMAND.sub(_apart, whole)

    def _safe(self, text: str) -> str:
        try:
            text.encode(self._encoding)
        except UnicodeEncodeError:
            for symbol, plain in _PLAIN.items():
                text = text.replace(symbol, plain)
            return text.encode(self._encoding, "replace").decode(self._encoding)
        return text


# Whether only what failed is said.
_quiet = [False]


def be_quiet(wanted: bool) -> None:
    """For the command that begins."""
    _quiet[:] = [wanted]


def is_quiet() -> bool:
    return _quiet[-1]


def talk(stream: TextIO | None = None) -> Screen:
    """For what was done, and notes on it: with --quiet nobody sees it."""
    return Screen(io.StringIO()) if is_quiet() else Screen(stream)


def stderr() -> Screen:
    """For what is said beside the answer."""
    return Screen(sys.stderr)


def _apart(found: re.Match[str]) -> str:
    return f"{found[1] or ''}: " if found[0].endswith(":") else "# "


def wrapped(text: str, first: str = "", later: str | None = None) -> list[str]:
    """Lines that fit the terminal, with the first and later indents."""
    later = first if later is None else later
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=later, break_on_hyphens=False)


def cut(text: str, width: int = WIDTH) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def pasteable(*words: str) -> str:
    """Words as the shell takes them for themselves, whatever is in them."""
    import shlex
    import subprocess

    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def _wants_colour(stream: TextIO) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    if sys.platform == "win32" and not any(map(os.environ.get, _COLOURFUL)):
        return False
    return stream.isatty() and os.environ.get("TERM") != "dumb"


_LONGEST_BAR = 79
_SECONDS_BETWEEN = 0.5


def _shortened(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: max(width - 3, 0)]}..."


class Progress:
    """A bar on stderr for work longer than a second, on a terminal only.

    Until somebody says how much is done, and between two such calls, it shows how long it has taken.
    """

    def __init__(self, what: str, stream: TextIO | None = None) -> None:
        self._what = _IN_LINE.sub("?", what)
        self._stream = stream or sys.stderr
        self._start = time.monotonic()
        self._last = 0.0
        self._shown = False
        self._counted = ""
        self._ended: Event | None = None
        self._thread: Thread | None = None

    def __call__(self, done: int, total: int) -> None:
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
