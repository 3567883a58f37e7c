"""The terminal has manners: plain where it must be, coloured where it may, progress only where it's seen."""

from __future__ import annotations

import os
import sys
import textwrap
import time
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import TextIO

from ldraw_tools.findings import Finding

WIDTH = 100
# A text and a style (error, warning, info, bold, dim) to the text in that style.
Paint = Callable[[str, str], str]
_COLOURS = {"error": "31;1", "warning": "33", "info": "36", "bold": "1", "dim": "2"}
# Who shows colours on Windows says so; its old console would show the codes themselves.
_COLOURFUL = ("WT_SESSION", "TERM", "TERM_PROGRAM", "ConEmuANSI", "ANSICON")
# Symbols of ours that old consoles can't show, and what stands for them there.
_PLAIN = {
    "×": "x", "−": "-", "–": "-", "…": "...", "“": '"', "”": '"', "→": "->", "│": "|", "├": "|", "└": "`",
    "─": "-", "·": "-", "’": "'", "°": " deg",
}  # fmt: skip


class Screen:
    """Writes lines to a stream that may know neither colours nor Unicode."""

    def __init__(self, stream: TextIO, colour: bool | None = None) -> None:
        self._stream = stream
        self._colour = _wants_colour(stream) if colour is None else colour
        self._encoding = getattr(stream, "encoding", None) or "utf-8"

    def line(self, text: str = "") -> None:
        self._stream.write(self._safe(text) + "\n")

    def lines(self, texts: Iterable[str]) -> None:
        for text in texts:
            self.line(text)

    def finding(self, found: Finding, indent: str = "") -> None:
        """What is wrong, where, and the way out: the same lines in every command."""
        from validators.reporters.text import finding_lines

        self.lines(finding_lines(found, self.paint, indent))

    def paint(self, text: str, style: str) -> str:
        return f"\x1b[{_COLOURS[style]}m{text}\x1b[0m" if self._colour else text

    def _safe(self, text: str) -> str:
        try:
            text.encode(self._encoding)
        except UnicodeEncodeError:
            for symbol, plain in _PLAIN.items():
                text = text.replace(symbol, plain)
            return text.encode(self._encoding, "replace").decode(self._encoding)
        return text


def wrapped(text: str, first: str = "", later: str | None = None) -> list[str]:
    """Lines no wider than the terminal's manners allow, the first and the later ones indented so."""
    later = first if later is None else later
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=later, break_on_hyphens=False)


def cut(text: str, width: int = WIDTH) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def _wants_colour(stream: TextIO) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    if sys.platform == "win32" and not any(map(os.environ.get, _COLOURFUL)):
        return False
    return stream.isatty() and os.environ.get("TERM") != "dumb"


class Progress:
    """A bar on stderr for work longer than a second, on a terminal only."""

    def __init__(self, what: str, stream: TextIO | None = None) -> None:
        self._what = what
        self._stream = stream or sys.stderr
        self._start = time.monotonic()
        self._last = 0.0
        self._shown = False

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if not self._stream.isatty() or now - self._start < 1 or now - self._last < 0.1:
            return
        self._last, self._shown = now, True
        filled = 30 * done // max(total, 1)
        bar = "#" * filled + "." * (30 - filled)
        self._stream.write(f"\r{self._what} [{bar}] {done:,} of {total:,}")
        self._stream.flush()

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            self._stream.write("\r" + " " * 79 + "\r")
            self._stream.flush()
