"""Which files brickyard made: those with its mark, and those that a small ledger lists by their digest."""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

PNG_SOFTWARE = "brickyard"
SVG_MARK = "<!-- made by brickyard -->"
GLB_GENERATOR = "brickyard"

# A file's mark is at its beginning; in a PDF it is near the end.
_HEAD = 4096
_MOST_BYTES = 256 * 1024 * 1024
_PNG, _PDF, _GLB = b"\x89PNG\r\n\x1a\n", b"%PDF-", b"glTF"
_PNG_MARK = b"tEXtSoftware\0" + PNG_SOFTWARE.encode()
_PDF_MARK = b"/Keywords(brickyard)"
_GLB_MARK = f'"generator":"{GLB_GENERATOR}"'.encode()
_HTML_MARK = b'<meta name="generator" content="brickyard'

# The ledger's lines: the digest of a path, and of the bytes that we wrote there.
_LEDGER = "written.txt"
_LINE = re.compile(r"[0-9a-f]{32} [0-9a-f]{64}")
_MOST_LINES = 2_000
_MOST_LEDGER_BYTES = 1024 * 1024


def is_ours(path: Path) -> bool:
    """Whether brickyard made the file as it is now; such a file may be replaced without asking."""
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError:
        return False
    return has_mark(data) or _line(path, data) in _lines(_ledger())


def has_mark(data: bytes) -> bool:
    """Whether a file says of itself that brickyard made it."""
    head = data[:_HEAD]
    if head.startswith(_PNG):
        return _PNG_MARK in head
    if head.startswith(_PDF):
        return _PDF_MARK in data
    if head.startswith(_GLB):
        return _GLB_MARK in head
    if head.lstrip().startswith(b"<"):
        return SVG_MARK.encode() in head or _HTML_MARK in head
    return False


def remember(path: Path, data: bytes) -> None:
    """Note that we wrote these bytes, unless they have a mark. If the ledger can't be written, do nothing."""
    import tempfile

    if has_mark(data):
        return
    ledger = _ledger()
    here, line = _place(path), _line(path, data)
    kept = [one for one in _lines(ledger) if not one.startswith(here)]
    try:
        ledger.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{_LEDGER}.", dir=ledger.parent)
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write("\n".join([*kept[1 - _MOST_LINES :], line, ""]))
            Path(name).replace(ledger)
        except OSError:
            Path(name).unlink(missing_ok=True)
    except OSError:
        pass


def state_folder(environ: Mapping[str, str], platform: str, home: Path) -> Path:
    """The folder where programs of this user keep their state."""
    variable = "LOCALAPPDATA" if platform == "win32" else "XDG_STATE_HOME"
    named = environ.get(variable, "")
    # A relative one would change with the working folder.
    if Path(named).is_absolute():
        return Path(named, "brickyard")
    usual = {"win32": "AppData/Local", "darwin": "Library/Application Support"}.get(platform, ".local/state")
    return home / usual / "brickyard"


def _ledger() -> Path:
    try:
        home = Path.home()
    except RuntimeError:
        # Without a home folder nothing is found and nothing is noted.
        home = Path(os.devnull)
    return state_folder(os.environ, sys.platform, home) / _LEDGER


def _lines(ledger: Path) -> list[str]:
    """None if there is no ledger, or it isn't in our format."""
    try:
        if not ledger.is_file():
            return []
        with ledger.open("rb") as file:
            text = file.read(_MOST_LEDGER_BYTES).decode("ascii", "replace")
    except OSError:
        return []
    return [line for line in text.splitlines() if _LINE.fullmatch(line)]


def _place(path: Path) -> str:
    """The digest of a path, so that the ledger doesn't reveal file names."""
    real = os.path.normcase(os.path.realpath(path))
    return hashlib.sha256(os.fsencode(real)).hexdigest()[:32]


def _line(path: Path, data: bytes) -> str:
    return f"{_place(path)} {hashlib.sha256(data).hexdigest()}"
