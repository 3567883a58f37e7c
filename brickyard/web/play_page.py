"""The table of a published force: a page that keeps a game of it, with scripts that the whole site shares."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from brickyard.facts.judged_designs import DesignFile
from brickyard.table.table_about import about_table
from brickyard.table.table_data import game_of, rules_of
from brickyard.table.table_files import data_script, manifest_text, page_html, shared_files
from brickyard.table.table_game import picture_keys
from brickyard.table.table_seats import called_by, seats_of_file
from brickyard.web.page_pictures import THUMB
from brickyard.web.site_memory import SiteMemory
from brickyard.web.site_pages import TABLES, Pages
from ldraw_tools.findings import BrickyardError
from ldraw_tools.writing import make_folder, write_whole
from validators.judged_files import JudgeSettings

PLAY = "play.html"
# At the top of the site, because a service worker may only answer for what is below it.
WORKER = "table-worker.js"
_DATA, _MANIFEST = "play.js", "play.webmanifest"
_RULES = re.compile(r"rules-[0-9a-f]{16}\.js")
_WORKER_SOURCE = "service-worker.js"
_NOT_SHARED = (_WORKER_SOURCE, "join.css")
_STYLE, _FONTS = "table.css", "fonts/"


def write_play(pages: Pages, file: DesignFile, units: Sequence[tuple[str, str]], place: Path) -> str:
    """The page's address as seen from the force's own; empty where there is nothing to play."""
    if file.subject is None or file.ruling.edition.battle is None:
        return ""
    settings = JudgeSettings(edition=called_by(file.ruling.edition), workspace=pages.workspace)
    try:
        seats = seats_of_file(file)
        sides = [(seat.name, seat.side) for seat in seats.seats]
        about = about_table(seats, settings)
        game = game_of(
            seats.edition, sides, options=seats.options, size=seats.size, game_id=_id_of(pages, file)
        )
    except BrickyardError:
        # A house edition may lack tables that playing needs.
        return ""
    own = game.pop("rules")
    common = rules_of(seats.edition, {**game, "players": []})
    more = {
        kind: _more(rows, common["loadouts"].get(kind, {})) for kind, rows in own.get("loadouts", {}).items()
    }
    rules = _share_rules(pages, common)
    shown = [(design, slug) for design, (slug, _) in zip(file.designs, units, strict=True)]
    addresses = [f"../{slug}/{THUMB}" if pages.has(slug, THUMB) else "" for _, slug in shown]
    pictures = picture_keys(game["players"][0]["force"], file, addresses)
    told = {"game": game, "pictures": pictures, "about": about}
    title = f"Play {file.facts.name}"
    root = f"../{TABLES}/"
    (place / _DATA).write_bytes(data_script(told, None) + _with_rules(more))
    (place / _MANIFEST).write_text(manifest_text(title, PLAY, root), "utf-8")
    html = page_html(title, [root + rules, _DATA], root, _MANIFEST, f"../{WORKER}", "../fonts/")
    (place / PLAY).write_bytes(html.encode("utf-8", "replace"))
    return PLAY


def _more(rows: Mapping[str, Any], common: Mapping[str, Any]) -> dict[str, Any]:
    return {key: row for key, row in rows.items() if key not in common}


def _with_rules(more: Mapping[str, Mapping[str, Any]]) -> bytes:
    """The shared rules, and the loadouts that only this force has."""
    lines = ["brickyardTable.game.rules = brickyardRules;"]
    for kind, rows in more.items():
        if rows:
            told = json.dumps(rows, separators=(",", ":"))
            lines.append(f"Object.assign(brickyardRules.loadouts[{json.dumps(kind)}] ??= {{}}, {told});")
    return ("\n".join(lines) + "\n").encode("ascii")


def _id_of(pages: Pages, file: DesignFile) -> str:
    """Sites of one host share what a browser keeps for them."""
    settings = pages.settings
    told = repr((settings.name, settings.address, file.slug, file.ruling.edition.id))
    return hashlib.sha256(told.encode("utf-8", "backslashreplace")).hexdigest()[:16]


def _share_rules(pages: Pages, rules: dict[str, Any]) -> str:
    """The rules of an edition, which are the same for nearly all of its forces."""
    text = json.dumps(rules, separators=(",", ":"))
    name = f"rules-{hashlib.sha256(text.encode()).hexdigest()[:16]}.js"
    file = pages.target / TABLES / name
    if not file.is_file():
        make_folder(file.parent)
        write_whole(file, f"window.brickyardRules = {text};\n".encode("ascii"))
    return name


def write_shared(pages: Pages, memory: SiteMemory) -> None:
    """The files that all tables of the site load; removed if there are no tables."""
    playing = [entry.slug for entry in memory.entries() if PLAY in entry.files]
    folder = pages.target / TABLES
    # Neither wanted nor there: the game's script takes a while to make.
    if folder.is_symlink() or not (playing or folder.is_dir()):
        return
    found = shared_files()
    files = _shared(found)
    if not playing:
        _drop(pages, files)
        return
    for name, data in files.items():
        _write_if_new(folder.joinpath(*name.split("/")), data)
    _write_if_new(pages.target / WORKER, found[_WORKER_SOURCE])
    used = {
        found for slug in playing for found in _RULES.findall((pages.folder(slug) / PLAY).read_text("utf-8"))
    }
    for file in folder.glob("rules-*.js"):
        if _RULES.fullmatch(file.name) and file.name not in used:
            file.unlink(missing_ok=True)


def _shared(found: dict[str, bytes]) -> dict[str, bytes]:
    """Fonts are those of the whole site."""
    files = {name: data for name, data in found.items() if not name.startswith(_FONTS)}
    for name in _NOT_SHARED:
        del files[name]
    files[_STYLE] = found[_STYLE].replace(b'url("fonts/', b'url("../fonts/')
    return files


def _drop(pages: Pages, files: dict[str, bytes]) -> None:
    folder = pages.target / TABLES
    for name in files:
        folder.joinpath(*name.split("/")).unlink(missing_ok=True)
    for file in folder.glob("rules-*.js"):
        file.unlink(missing_ok=True)
    for place in sorted((one for one in folder.rglob("*") if one.is_dir()), reverse=True):
        if not any(place.iterdir()):
            place.rmdir()
    if not any(folder.iterdir()):
        folder.rmdir()
    (pages.target / WORKER).unlink(missing_ok=True)


def _write_if_new(file: Path, data: bytes) -> None:
    if not file.is_file() or file.read_bytes() != data:
        make_folder(file.parent)
        write_whole(file, data)
