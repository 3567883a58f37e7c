"""The one place that prints: as wide as the window, in colour where that shows; names can't control it."""

from __future__ import annotations

import io
import os
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TextIO

from brickyard.answers import document_of
from catalog.languages import Language, texts_in
from ldraw_tools.findings import WIDTH, Finding
from ldraw_tools.phrases import ENGLISH, in_language

_NARROWEST, _WIDEST = 60, 140
_COLOURS = {
    "error": "31;1", "warning": "33", "good": "32;1", "info": "36", "bold": "1", "dim": "2", "head": "4",
    "white": "1", "blue": "34;1", "green": "32", "yellow": "33;1", "red": "31", "black": "90",
}  # fmt: skip
# Terminals on Windows that show colours set these; others have to be asked for it.
_COLOURFUL = ("WT_SESSION", "TERM", "TERM_PROGRAM", "ConEmuANSI", "ANSICON")
# Symbols of ours that old consoles can't show, and what stands for them there.
_PLAIN = {
    "×": "x", "−": "-", "–": "-", "…": "...", "“": '"', "”": '"', "→": "->", "│": "|", "├": "|", "└": "`",
    "─": "-", "·": "-", "’": "'", "°": " deg", "░": ".", "█": "#", "▉": "#", "▊": "#", "▋": "#", "▌": "#",
    "▍": ".", "▎": ".", "▏": ".", "■": "#",
}  # fmt: skip


# What moves the cursor, rings, links, or turns the order of letters: control characters and bidi marks.
_STEERING = (
    r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200e\u200f\u2028-\u202e\u2060-\u206f"
    r"\ud800-\udfff\ufff9-\ufffb\U000e0000-\U000e007f"
)
# Patterns as texts: nearly all lines need none, and everybody pays for what is compiled at the start.
_IN_TEXT = f"[{_STEERING}]"
_IN_LINE = f"[{_STEERING}\t\n\r]"
# The colour of a square: one of 256.
_SQUARE = r"38;5;\d{1,3}"
_STEPS = (0, 95, 135, 175, 215, 255)
# The runner of a code host takes such a line for a command.
_COMMAND = r"(?m)^(\s*):(?=:)|#(?=#\[)"
_OURS = rf"(\x1b\[(?:{'|'.join([*_COLOURS.values(), '0', _SQUARE])})m)"
_END = "\x1b[0m"
# Dice as we write them: `2Rd` and `2Ra & d8`, `Gd8`, `2 red d6`; and Condensed's `WWBYGRdRdR8r`.
_LETTERS = {"W": "white", "B": "blue", "G": "green", "Y": "yellow", "R": "red", "K": "black"}
_DICE = (
    r"(?<![\w./#-])(?:\d+([WBGYRK])[a-z]?(?:d?8)?(?: & d8)?|([WBGYRK])d8"
    r"|(?:\d+ )?(white|blue|green|yellow|red|black) d[68])(?![\w/#-]|\.\w)"
)
_CONDENSED = r"([WBGYRK])8?[a-z]?"
_FILLER = "\ufdd0"
_BOLD = "\x1b[1m"
_GAP = r"\S {2,}(?=\S)"
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def harmless(text: str) -> str:
    """Lines to be written to a file or pasted somewhere: what could steer a terminal is a question mark."""
    return text if text.isprintable() else re.sub(_IN_TEXT, "?", text)


def in_one_line(text: str) -> str:
    """The same for a line."""
    return text if text.isprintable() else re.sub(_IN_LINE, "?", text)


def _without_commands(text: str) -> str:
    return re.sub(_COMMAND, _apart, text) if "::" in text or "##[" in text else text


def _bare(text: str) -> str:
    """Without our colours."""
    return re.sub(_OURS, "", text) if "\x1b" in text else text


def _apart_from(part: int, step: int) -> int:
    return abs(step - part)


class Brush:
    """Paints for one screen, and knows how wide it is, whether somebody looks at it, and its language."""

    def __init__(self, in_colour: bool, width: int = WIDTH, is_watched: bool = False) -> None:
        self.in_colour, self.width, self.is_watched = in_colour, width, is_watched
        self.texts = ENGLISH

    def __call__(self, text: str, style: str) -> str:
        return f"\x1b[{_COLOURS[style]}m{text}{_END}" if self.in_colour else text

    def swatch(self, rgb: tuple[int, int, int]) -> str:
        """A square in the nearest of the 256 colours of terminals, and a blank; nothing without colours."""
        if not self.in_colour:
            return ""
        red, green, blue = (_STEPS.index(min(_STEPS, key=partial(_apart_from, part))) for part in rgb)
        is_grey = max(rgb) - min(rgb) < 16
        number = 232 + min(max(rgb) * 24 // 256, 23) if is_grey else 16 + 36 * red + 6 * green + blue
        return f"\x1b[38;5;{number}m■{_END} "

    def condensed(self, text: str) -> str:
        """`WWBYGRdRdR8r` with each die in its colour."""
        return re.sub(_CONDENSED, lambda die: self(die[0], _LETTERS[die[1]]), text)


class Screen:
    """Writes lines to a stream that may know neither colours nor Unicode; to stdout if none is named.

    Whatever a line holds, only our own colours reach the terminal, and no line is taken for a command by the
    runner of a code host, unless `commands` are meant. On a terminal, lines that are too long are folded
    between words, and dice have their colours; without `colour`, lines stay as they are, to be pasted.
    """

    def __init__(
        self,
        stream: TextIO | None = None,
        colour: bool | None = None,
        *,
        commands: bool = False,
    ) -> None:
        self._stream = sys.stdout if stream is None else stream
        self._encoding = getattr(self._stream, "encoding", None) or "utf-8"
        self._commands = commands
        in_colour = _wants_colour(self._stream) if colour is None else colour
        is_watched = colour is not False and self._stream.isatty()
        self.paint = Brush(in_colour, line_width(self._stream) if is_watched else WIDTH, is_watched)
        self.paint.texts = texts_in(_language[-1])

    def line(self, text: str = "") -> None:
        harmless_text = self._harmless(in_language(text, self.paint.texts))
        if self.paint.in_colour:
            harmless_text = _with_dice(harmless_text)
        for line in _folded(harmless_text, self.paint.width) if self.paint.is_watched else [harmless_text]:
            self._write(line)

    def text(self, text: str) -> None:
        """Several lines that are ready: for a program, or to be pasted."""
        for line in text.removesuffix("\n").split("\n"):
            self._write(self._harmless(line))

    def document(self, value: object) -> None:
        """An answer as JSON, for a program."""
        from ldraw_tools.json_values import json_text

        self.text(json_text(document_of(value)))

    def data(self, text: bytes) -> None:
        """A file in UTF-8, for a pipe: the same bytes on every console."""
        self._stream.flush()
        said = _without_commands(harmless(text.decode("utf-8", "replace")))
        self._stream.buffer.write(said.encode())
        self._stream.buffer.flush()

    def lines(self, texts: Iterable[str]) -> None:
        for text in texts:
            self.line(text)

    def finding(self, found: Finding, indent: str = "") -> None:
        """What is wrong, where, and the way out: the same lines in every command."""
        from validators.reporters.text import finding_lines

        self.lines(finding_lines(found, self.paint, indent))

    def _write(self, text: str) -> None:
        self._stream.write(self._safe(text) + "\n")

    def _harmless(self, text: str) -> str:
        # Every second piece is a colour of ours.
        pieces = re.split(_OURS, text) if self.paint.in_colour else [text]
        pieces[::2] = map(in_one_line, pieces[::2])
        whole = "".join(pieces)
        return whole if self._commands else _without_commands(whole)

    def _safe(self, text: str) -> str:
        try:
            text.encode(self._encoding)
        except UnicodeEncodeError:
            for symbol, plain in _PLAIN.items():
                text = text.replace(symbol, plain)
            return text.encode(self._encoding, "replace").decode(self._encoding)
        return text


# Whether only what failed is said, and in which language.
_quiet = [False]
_language = [Language.ENGLISH]


def speak(language: Language) -> None:
    """For the command that begins."""
    _language[:] = [language]


def be_quiet(wanted: bool) -> None:
    """For the command that begins."""
    _quiet[:] = [wanted]


def is_quiet() -> bool:
    return _quiet[-1]


def talk(stream: TextIO | None = None) -> Screen:
    """For what was done, and notes on it: with --quiet nobody sees it."""
    return Screen(io.StringIO()) if is_quiet() else Screen(stream)


def stderr() -> Screen:
    return Screen(sys.stderr)


def _apart(found: re.Match[str]) -> str:
    return f"{found[1] or ''}: " if found[0].endswith(":") else "# "


def line_width(stream: TextIO | None = None) -> int:
    """How many columns lines may have: as many as the window, within reason; elsewhere always the same."""
    stream = sys.stdout if stream is None else stream
    if not stream.isatty():
        return WIDTH
    said = os.environ.get("COLUMNS", "")
    try:
        wide = int(said) if said.isdecimal() else os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        wide = 0
    return min(max(wide or WIDTH, _NARROWEST), _WIDEST)


def wrap_lines(text: str, first: str = "", later: str | None = None) -> list[str]:
    """Lines that fit the terminal, with the first and later indents; the text may be painted."""
    return _wrapped(text, line_width(), first, first if later is None else later)


def _wrapped(text: str, width: int, first: str, later: str, keep_long_words: bool = False) -> list[str]:
    bare = _bare(text)
    wrapper = textwrap.TextWrapper(width, first, later, break_on_hyphens=False)
    wrapper.break_long_words = not keep_long_words
    lines = [line.replace(_FILLER, "") for line in wrapper.wrap(_spread(bare))]
    return lines if len(bare) == len(text) else _painted_again(text, lines, first, later)


def _spread(text: str) -> str:
    """With something behind each letter that takes two columns: wrapping counts letters."""
    if columns(text) == len(text):
        return text
    return "".join(sign + _FILLER * (columns(sign) - 1) for sign in text)


def _painted_again(text: str, lines: list[str], first: str, later: str) -> list[str]:
    """The lines of a painted text: a colour that goes on in the next line ends and begins again there."""
    colour = ""
    colours: list[str] = []
    for number, piece in enumerate(re.split(_OURS, text)):
        if number % 2:
            colour = "" if piece == _END else piece
        else:
            colours += [colour] * len("".join(piece.split()))
    left, indents = iter(colours), [first, *[later] * len(lines)]
    return [
        indent + _coloured(line[len(indent) :], left) for indent, line in zip(indents, lines, strict=False)
    ]


def _coloured(line: str, colours: Iterator[str]) -> str:
    """Letter by letter; a colour ends before the space that follows it."""
    made, now, space = "", "", ""
    for sign in line:
        if sign.isspace():
            space += sign
            continue
        wanted = next(colours, "")
        made += space if wanted == now else _END * bool(now) + space + wanted
        made, now, space = made + sign, wanted, ""
    return made + _END * bool(now)


def _folded(line: str, width: int) -> list[str]:
    """What doesn't fit goes on below the last column, or further in; a path is left whole, to be copied."""
    bare = _bare(line)
    if columns(bare) <= width:
        return [line]
    start = len(bare) - len(bare.lstrip())
    if start > width // 2:
        return _folded(" " * (width // 4) + line.lstrip(), width)
    gaps = [found.end() for found in re.finditer(_GAP, bare) if start < found.end() <= width]
    indent = min(gaps[0] if gaps else start + 4, width // 2)
    for gap in reversed(gaps):
        # Between two columns, if what is left of it has room then.
        if gap > indent and columns(bare[gap:]) <= width - indent:
            parts = [bare[:gap].rstrip(), " " * indent + bare[gap:]]
            return _painted_again(line, parts, "", " " * indent)
    return _wrapped(line, width, "", " " * indent, keep_long_words=True)


def _with_dice(line: str) -> str:
    """Dice words in their colours, inside of what is painted otherwise, too."""
    colour, made = "", ""
    for number, piece in enumerate(re.split(_OURS, line)):
        if number % 2:
            colour = "" if piece == _END else piece
            made += piece
        else:
            made += re.sub(_DICE, partial(_die, around=colour), piece) if colour in ("", _BOLD) else piece
    return made


def _die(found: re.Match[str], around: str) -> str:
    style = _LETTERS.get(found[1] or found[2] or "", found[3])
    return f"\x1b[{_COLOURS[style]}m{found[0]}{_END}{around}"


def columns(text: str) -> int:
    """How many columns a text takes: letters of East Asia take two, accents that are set over one none."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(sign) else 1 + (east_asian_width(sign) in "WF") for sign in text)


def cut(text: str, width: int | None = None) -> str:
    """At most as wide as the terminal, or as this."""
    width = line_width() if width is None else width
    if columns(text) <= width:
        return text
    # Once through: a name from a stranger may have a million letters.
    used = 0
    for place, sign in enumerate(text):
        used += columns(sign)
        if used > width - 1:
            return text[:place] + "…"
    return text + "…"


def bar(share: float, width: int) -> str:
    """A share of one as a bar of so many columns, to an eighth of a column."""
    eighths = round(min(max(share, 0.0), 1.0) * width * 8)
    # What is possible is never shown as nothing.
    eighths = max(eighths, int(share > 0))
    made = _EIGHTHS[8] * (eighths // 8) + _EIGHTHS[eighths % 8] * bool(eighths % 8)
    return made.ljust(width)


def pasteable(*words: str) -> str:
    """Words as the shell takes them for themselves, whatever is in them."""
    import shlex
    import subprocess

    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def _wants_colour(stream: TextIO) -> bool:
    wishes = os.environ
    if wishes.get("NO_COLOR"):
        return False
    if any(wishes.get(name, "0") not in ("", "0") for name in ("CLICOLOR_FORCE", "FORCE_COLOR")):
        return True
    if not stream.isatty() or wishes.get("TERM") == "dumb":
        return False
    return sys.platform != "win32" or any(map(wishes.get, _COLOURFUL)) or _can_windows()


def _can_windows() -> bool:
    """Whether the console of Windows can be told to show colours; click brings the package that does it."""
    from importlib import import_module

    try:
        import_module("colorama").just_fix_windows_console()
    except ImportError:
        return False
    return True
