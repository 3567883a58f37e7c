"""The files of a table's page: what `-o` writes as a folder, and what a host serves from memory."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from html import escape
from importlib import resources
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any

from brickyard import __version__
from brickyard.pictures.lettering import OTHER, PAINTS
from brickyard.table.battle_page import battle_told
from brickyard.table.game_script import GAME_SCRIPT, game_script
from brickyard.table.table_texts import text_script
from ldraw_tools.findings import BrickyardError
from ldraw_tools.writing import clear_leftovers, make_folder, temporary_prefix

PAGE, DATA = "index.html", "data.js"
# Of a page from a disk no origin is known, so its scheme is named.
POLICY = "; ".join(
    [
        "default-src 'none'",
        *(f"{kind}-src 'self' file:" for kind in ("script", "style", "font")),
        "img-src 'self' file: data: blob:",
        *(f"{kind}-src 'self'" for kind in ("connect", "worker", "manifest")),
        "base-uri 'none'",
        "form-action 'none'",
    ]
)
_VENDOR = ("preact.umd.js", "hooks.umd.js", "htm.umd.js")
_LIST, _TEXTS, _BATTLE = "scripts.txt", "texts/", "battle-made.js"
_FONTS = {
    "regular.woff2": "BrickyardSans-Regular.woff2",
    "bold.woff2": "BrickyardSans-Bold.woff2",
    "condensed.woff2": "BrickyardSansCondensed-SemiBold.woff2",
}
_ICONS = {"icon-192.png": (192, 0.0), "icon-512.png": (512, 0.0), "icon-maskable.png": (512, 0.12)}
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
_MARK = ".brickyard-table"


def media_type(name: str) -> str:
    return _TYPES.get(PurePosixPath(name).suffix, "application/octet-stream")


def script_names() -> list[str]:
    """In the order in which a page loads them, after its data."""
    return (resources.files("brickyard.table") / "static" / _LIST).read_text("utf-8").split()


def static_file(name: str) -> bytes:
    """Texts are made of JSON, the game and what battles' pages bring of Python; everything else is there."""
    if name.startswith(_TEXTS):
        return text_script(name[len(_TEXTS) : -len(".js")])
    if name == GAME_SCRIPT:
        return game_script()
    if name == _BATTLE:
        return f"window.brickyardBattleMade = {json.dumps(battle_told())};\n".encode("ascii")
    return (resources.files("brickyard.table") / "static").joinpath(*name.split("/")).read_bytes()


def shared_files() -> dict[str, bytes]:
    """What all tables have in common, by the addresses that a page uses."""
    shipped = resources.files("brickyard")
    names = [*script_names(), "table.css", "join.css", "service-worker.js"]
    files = {name: static_file(name) for name in names}
    files |= {f"vendor/{name}": (shipped / "data" / "vendor" / name).read_bytes() for name in _VENDOR}
    files |= {
        f"fonts/{name}": (shipped / "data" / "fonts" / one).read_bytes() for name, one in _FONTS.items()
    }
    files["licences.txt"] = _licences()
    files["icon.svg"] = (shipped / "web" / "static" / "icon.svg").read_bytes()
    files |= {name: _icon(*made) for name, made in _ICONS.items()}
    return files


def _licences() -> bytes:
    """The licences of other people's files: they go wherever those files go."""
    data = resources.files("brickyard") / "data"
    texts = [
        data / "vendor" / "preact-LICENSE.txt",
        data / "vendor" / "htm-LICENSE.txt",
        data / "fonts" / "OFL.txt",
    ]
    return b"\n\n".join(f"{text.name}\n\n".encode() + text.read_bytes() for text in texts)


@lru_cache(maxsize=8)
def _icon(side: int, margin: float) -> bytes:
    """The drawing of icon.svg; with a margin, so that phones may cut it to any shape."""
    from PIL import Image, ImageDraw

    picture = Image.new("RGBA", (side, side), "#c22d2d" if margin else (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    unit, start = side * (1 - 2 * margin) / 32, side * margin
    if not margin:
        draw.rounded_rectangle((2 * unit, 2 * unit, 30 * unit, 30 * unit), 6 * unit, "#c22d2d")
    for at in (11, 21):
        draw.ellipse(tuple(start + (at + by) * unit for by in (-3, -3, 3, 3)), "#ffffff")
    written = BytesIO()
    picture.save(written, "PNG", optimize=True)
    return written.getvalue()


def manifest_text(title: str, start: str = PAGE, root: str = "") -> str:
    """So that a phone installs the page like a program."""
    icons = [
        {"src": f"{root}{name}", "sizes": f"{side}x{side}", "type": "image/png", "purpose": purpose}
        for name, (side, margin) in _ICONS.items()
        for purpose in ["maskable" if margin else "any"]
    ]
    told = {
        "name": title,
        "short_name": "Table",
        "start_url": start,
        "display": "standalone",
        "background_color": "#f7f7f3",
        "theme_color": "#8a1f1f",
        "icons": icons,
    }
    return json.dumps(told, indent=1) + "\n"


def page_html(
    title: str,
    data: Sequence[str],
    root: str = "",
    manifest: str = "table.webmanifest",
    worker: str = "service-worker.js",
    fonts_at: str = "fonts/",
) -> str:
    """`root` is where the shared files are, `data` the scripts with the game, as seen from the page."""
    scripts = [
        *(f"{root}vendor/{name}" for name in _VENDOR),
        *data,
        *(root + name for name in script_names()),
    ]
    fonts = " ".join(f"{fonts_at}{name}" for name in _FONTS)
    tags = "\n".join(f'<script defer src="{escape(name)}"></script>' for name in scripts)
    return f"""<!doctype html>
<html lang="en" data-worker="{escape(worker)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="generator" content="brickyard {__version__}">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{escape(title)}</title>
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="{escape(root)}icon.svg">
<link rel="apple-touch-icon" href="{escape(root)}icon-192.png">
<link rel="manifest" href="{escape(manifest)}">
<link rel="stylesheet" href="{escape(root)}table.css" data-fonts="{escape(fonts)}">
{tags}
</head>
<body>
<div id="table"></div>
<noscript><p>This page keeps clock, scores and losses of a game. It needs JavaScript,
and asks no other computer for anything.</p></noscript>
</body>
</html>
"""


@dataclass(frozen=True)
class TableFiles:
    """A game's page. `told` is all that it knows: the game, pictures, texts; a host also has a log."""

    title: str
    told: Mapping[str, Any]
    log_name: str = ""

    @cached_property
    def common(self) -> dict[str, bytes]:
        files = shared_files()
        files[PAGE] = page_html(self.title, [DATA]).encode("utf-8", "replace")
        files["table.webmanifest"] = manifest_text(self.title).encode()
        return files

    def alone(self) -> dict[str, bytes]:
        """The files for a folder, which no host serves."""
        return {**self.common, DATA: data_script(self.told, None)}

    def served(self, is_watching: bool) -> Mapping[str, bytes]:
        return self._watched if is_watching else self._played

    @cached_property
    def _played(self) -> dict[str, bytes]:
        host = {"watch": False, "join": "join", "log": self.log_name}
        return {**self.common, DATA: data_script(self.told, host)}

    @cached_property
    def _watched(self) -> dict[str, bytes]:
        return {**self.common, DATA: data_script(self.told, {"watch": True, "join": ""})}


def data_script(told: Mapping[str, Any], host: Mapping[str, Any] | None) -> bytes:
    """JSON in ASCII is valid JavaScript, whatever names are in it."""
    whole = {**told, "dice": {**PAINTS, "": OTHER}, "host": host}
    return f"window.brickyardTable = {json.dumps(whole, separators=(',', ':'))};\n".encode("ascii")


def check_folder(target: Path) -> None:
    """A folder that we made has our mark in it; we also take an empty one."""
    if not target.exists() and not target.is_symlink():
        return
    if not target.is_dir():
        raise BrickyardError(f"{target}: is a file; name a folder for the page")
    if any(target.iterdir()) and not (target / _MARK).is_file():
        raise BrickyardError(
            f"{target}: this folder holds other files, and brickyard didn't make it; nothing was written. "
            "Name an empty or a new one"
        )


def write_folder(target: Path, files: Mapping[str, bytes]) -> None:
    """All files or none: the new folder takes the place of the old one when it is complete."""
    check_folder(target)
    make_folder(target.parent)
    place = target.resolve()
    clear_leftovers(place)
    try:
        new = Path(tempfile.mkdtemp(prefix=temporary_prefix(place), dir=place.parent))
    except OSError as error:
        raise BrickyardError(f"{target}: can't be written: {error.strerror or error}") from error
    try:
        for name, data in files.items():
            file = new / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        (new / _MARK).write_text("\n".join(sorted(files)) + "\n", "utf-8")
        new.chmod(0o755)
        _swap(new, place)
    except OSError as error:
        raise BrickyardError(f"{target}: can't be written: {error.strerror or error}") from error
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _swap(new: Path, place: Path) -> None:
    if not place.exists():
        new.rename(place)
        return
    ours = set((place / _MARK).read_text("utf-8").split("\n")) if (place / _MARK).is_file() else set()
    for file in sorted(place.rglob("*")):
        name = file.relative_to(place).as_posix()
        # Files that the user has put beside the page, such as a saved log, move along.
        if name not in ours and name != _MARK and file.is_file() and not (new / name).exists():
            (new / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, new / name, follow_symlinks=False)
    old = Path(tempfile.mkdtemp(prefix=temporary_prefix(place), dir=place.parent)) / "old"
    place.rename(old)
    new.rename(place)
    shutil.rmtree(old.parent, ignore_errors=True)
