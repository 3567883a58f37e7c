"""File names as LDraw means them: one key however they are written, and which are dangerous."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any
from unicodedata import normalize

from ldraw_tools.file_overlay import overlay
from ldraw_tools.findings import and_more
from ldraw_tools.phrases import say

MODEL_SUFFIXES = (".ldr", ".mpd", ".dat", ".io")
DESIGNER = "a model of LEGO Digital Designer; open it in Studio and save it as .io"
# What editors call a model without a name.
_UNTITLED = frozenset(
    {"", "main", "model", "main model", "untitled", "untitled model", "new model", "unnamed"}
)
_DRIVE = re.compile(r"^[a-z]:")
_SUFFIX = re.compile(r"\.(?:ldr|mpd|dat|io)$", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


@lru_cache(maxsize=65536)
def key_of(name: str) -> str:
    """Case, slashes and outer blanks don't tell names apart; inner blanks do."""
    key = name.strip().replace("\\", "/").lower()
    if key.isascii():
        return key
    # On a Mac the name of a file may have its ü as a u with dots, where the model has one letter.
    return normalize("NFC", key)


def several(given: Any) -> tuple[Any, ...]:
    """What was given, or the only path or word: a text is never taken letter by letter."""
    return (given,) if isinstance(given, str | os.PathLike) else tuple(given)


def paths_in(given: Any) -> list[Path]:
    """The same as paths."""
    return [Path(one) for one in several(given)]


def path_from_here(path: Path) -> str:
    """A file as findings name it: relative to the current folder if it is below it, else as it was given."""
    seen = overlay()
    if path in seen.called:
        return seen.called[path]
    if path.is_absolute():
        for folder, name in seen.folders:
            if (normal := Path(os.path.normpath(path))).is_relative_to(folder):
                return Path(name, normal.relative_to(folder)).as_posix()
        here = Path.cwd()
        path = path.relative_to(here) if path.is_relative_to(here) else path
    return Path(os.path.normpath(path)).as_posix()


def shown_file(path: Path) -> str:
    """A file as it was given; in the workbench as its pages call it."""
    return path_from_here(path) if overlay().folders else path.as_posix()


def leaves_fence(folder: Path, path: Path) -> bool:
    """Whether a path that a file in this folder names leads out of where it must stay, through a link too."""
    around = next((fence for fence in overlay().fences if is_in(folder, fence)), None)
    return around is not None and not is_in(path, around)


def is_in(path: Path, folders: Iterable[Path]) -> bool:
    """Whether a file lies in one of these real folders, or is one of them."""
    real = Path(os.path.realpath(path))
    return any(real.is_relative_to(folder) for folder in folders)


def folder_of(path: Path) -> Path:
    """Where the paths in a list begin: its folder, and the current one for standard input."""
    return Path() if path in overlay().called else path.parent


def real_path(path: Path) -> Path:
    """Without links. Links that lead in circles stay as they are, where `resolve` raises an exception."""
    return Path(os.path.realpath(path))


def is_model(path: str) -> bool:
    return path.lower().endswith(MODEL_SUFFIXES)


def is_designer(path: str) -> bool:
    """Whether it is a file of LEGO Digital Designer, by its ending."""
    return path.lower().endswith((".lxf", ".lxfml"))


def stem_of(name: str) -> str:
    """A name without the ending that says it is a model."""
    return _SUFFIX.sub("", name.strip())


def is_untitled(name: str) -> bool:
    return name.strip().lower() in _UNTITLED


def is_unsafe(key: str) -> bool:
    """True for names that could leave the model's folder: absolute, with a drive, or going up."""
    return (
        key.startswith("/")
        or _DRIVE.match(key) is not None
        or _CONTROL.search(key) is not None
        or ".." in key.split("/")
    )


def part_number(key: str) -> str:
    """`parts/3001.dat` → `3001`: how a part is called in lists."""
    return library_key(key).removesuffix(".dat")


def library_key(key: str) -> str:
    """Packed models name library files by folder; the library itself doesn't."""
    if "/" not in key:
        return key
    for folder in ("unofficial/", "ldraw/", "parts/", "p/"):
        key = key.removeprefix(folder)
    return key


_MOST_WORDS = 12


def shown(text: str, most: int = 60) -> str:
    """Fit for one line of a message."""
    line = "".join(letter if letter.isprintable() else " " for letter in text[: 4 * most]).strip()
    return line if len(line) <= most else line[: most - 1] + "…"


def nearest(word: str, words: Iterable[str]) -> str:
    """The likeliest of the words, or nothing."""
    by_key = {one.casefold(): one for one in words}
    close = get_close_matches(word[:60].casefold(), list(by_key), n=1, cutoff=0.6)
    return by_key[close[0]] if close else ""


def hint(word: str, words: Iterable[str]) -> str:
    """`Did you mean model?`, or what there is to choose from."""
    words = list(words)
    close = nearest(word, words)
    if close:
        return did_you_mean(close)
    more = say("Choose from {words}.", words=and_more(words, _MOST_WORDS))
    return more if words else say("Leave it out.")


def did_you_mean(close: str) -> str:
    return say("Did you mean {close}?", close=close)


def within(noun: str, low: int | None, high: int | None) -> str:
    """`a number from 0 to 8`."""
    if low is None and high is None:
        return say(noun)
    if high is None:
        return say("{noun} from {low:,} up", noun=say(noun), low=low)
    if low is None:
        return say("{noun} up to {high:,}", noun=say(noun), high=high)
    return say("{noun} from {low:,} to {high:,}", noun=say(noun), low=low, high=high)
