"""The page and its files: scripts, styles, fonts and texts that ship with brickyard."""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass
from pathlib import Path

_HERE = Path(__file__).parent.parent
_FOLDERS = {
    "workbench/": _HERE / "workbench",
    "vendor/": _HERE / "data" / "vendor",
    "web/": _HERE / "web" / "static",
    "": _HERE / "web" / "static",
}
# As the site calls them.
_FONTS = {
    "fonts/regular.woff2": "BrickyardSans-Regular.woff2",
    "fonts/bold.woff2": "BrickyardSans-Bold.woff2",
    "fonts/condensed.woff2": "BrickyardSansCondensed-SemiBold.woff2",
}
_KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
_NAME = re.compile(r"(?:[A-Za-z0-9_-][A-Za-z0-9._-]*/)*[A-Za-z0-9_-][A-Za-z0-9._-]*")
LANGUAGES = ("en", "de")


@dataclass(frozen=True, slots=True)
class StaticFile:
    data: bytes
    kind: str


def static_file(name: str) -> StaticFile | None:
    """A file by its name below /static/; None if we don't have it."""
    if not _NAME.fullmatch(name) or ".." in name:
        return None
    kind = _KINDS.get(Path(name).suffix.lower())
    if kind is None:
        return None
    path = _place(name)
    try:
        return StaticFile(path.read_bytes(), kind) if path is not None and path.is_file() else None
    except OSError:
        return None


def _place(name: str) -> Path | None:
    for prefix in ("", "web/", "workbench/"):
        if name.removeprefix(prefix) in _FONTS:
            return _HERE / "data" / "fonts" / _FONTS[name.removeprefix(prefix)]
    for prefix, folder in _FOLDERS.items():
        if name.startswith(prefix):
            path = (folder / name[len(prefix) :]).resolve()
            return path if path.is_relative_to(folder.resolve()) else None
    return None


def page(token: str, language: str) -> str:
    """The one page of the workbench, with what only the server knows."""
    from brickyard.pictures.lettering import OTHER, PAINTS

    text = (_HERE / "workbench" / "index.html").read_text("utf-8")
    values = {"token": token, "language": language, "dice": json.dumps({**PAINTS, "": OTHER})}
    for name, value in values.items():
        text = text.replace(f"{{{{{name}}}}}", html.escape(value, quote=True))
    return text


def language_of(accepted: str) -> str:
    """The first language of the browser's that we have."""
    for one in accepted.lower().split(",")[:20]:
        name = one.partition(";")[0].strip().partition("-")[0]
        if name in LANGUAGES:
            return name
    return LANGUAGES[0]
