"""What a site remembers of its last run, so that only what changed is made again."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from brickyard.facts.made_from import digest_of, made_by, seen_from
from brickyard.web.site_pages import Pages
from catalog.shops.rebrickable import tables_place
from fleets.forces.named_files import SITE_FILE
from ldraw_tools.findings import BrickyardError
from ldraw_tools.library.part_files import NO_FILES, Library, LibraryStamps, UsedFiles, stamp_of
from ldraw_tools.writing import write_whole
from validators.judged_files import JudgeSettings


def mark_of(request: JudgeSettings, pages: Pages) -> str:
    """Another one whenever a page made now could differ from one of the last run."""
    maker = made_by(request.workspace.library.library())
    inside = [seen_from(pages.target, folder) for folder in pages.inside]
    tables = stamp_of(str(tables_place(os.environ, sys.platform, Path.home())))
    told = repr((maker, request, pages.settings, inside, tables))
    return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()


_FORM = 4
_MOST_BYTES = 64 * 1024 * 1024
# Not the name of a file: for pages that belong to no file any more.
_NO_FILE = ""
_SCENE = re.compile(r"[0-9a-f]{24}")
_HIDDEN = re.compile(r"hidden [0-9a-f]{64}")
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class PageEntry:
    """A card of the gallery; `identity` is equal for designs that need only one page.

    `source` is the file that its address comes from; empty where the address comes from a name.
    """

    slug: str
    identity: str
    name: str
    kind: str
    edition: str
    verdict: str
    source: str = ""
    role: str = ""
    """What it is, in one word for all games: `frame`, `ship`, `company`."""
    faction: str = ""
    author: str = ""
    """Whose list it is."""
    fields: tuple[tuple[str, str, int], ...] = ()
    """What a force fields: the address of each unit's page, the unit's name, and how many there are."""
    systems: tuple[str, ...] = ()
    dice: tuple[tuple[str, int, str, int], ...] = ()
    pieces: int = 0
    stamp: str = ""
    """The verdict with the number of warnings, or of the errors that are accepted."""
    accepted: int = 0
    """How many errors its owner accepts."""
    size: str = ""
    odds: tuple[tuple[str, str, float], ...] = ()
    """What is compared: a label, the number as it is shown, and the number."""
    picture: str = ""
    """Whose small picture it shows, by its slug: its own, or none."""
    lines: tuple[str, ...] = ()
    """Lines shown instead of a picture."""
    is_force: bool = False
    words: str = ""
    files: tuple[str, ...] = ()
    """The files that we wrote into its folder; all others belong to the user."""
    looks: dict[str, str] = field(default_factory=dict)
    """What its pictures were made from, in short, by their names."""
    scene: str = ""
    """The name of its 3D view, which other pages may show too."""
    undrawn: str = ""
    """Why it has no picture, where it should have one."""


@dataclass(frozen=True)
class FileRecord:
    """One file that was published: the files it was made from by their hashes, and what became of it."""

    inputs: dict[str, str]
    settings: str
    entries: tuple[PageEntry, ...] = ()
    shared: tuple[str, ...] = ()
    """Slugs of pages that another file's designs brought along."""
    notices: tuple[str, ...] = ()
    """Notices that its edition requires on every page."""
    models: tuple[str, ...] = ()
    """Files that need no page by themselves, because this list fields them."""

    def is_fresh(self, settings: str, site: Path) -> bool:
        return self.settings == settings and all(
            digest_of(site / name) == was for name, was in self.inputs.items()
        )


@dataclass
class SiteMemory:
    """Records by the path of their file, as seen from the site: a site may move with its designs."""

    records: dict[str, FileRecord] = field(default_factory=dict)
    moved: dict[str, str] = field(default_factory=dict)
    """Addresses that pages had before, each with the new one: a page there leads on."""
    library: UsedFiles = NO_FILES
    """Of the LDraw library."""

    def entries(self) -> list[PageEntry]:
        return [entry for record in self.records.values() for entry in record.entries]

    def by_slug(self) -> dict[str, PageEntry]:
        return {entry.slug: entry for entry in self.entries()}

    def and_then(self, newer: SiteMemory) -> SiteMemory:
        """The memory of a stopped run: what is new, what is still old, and pages to remove."""
        both = SiteMemory({**self.records, **newer.records})
        left = {slug: entry for slug, entry in self.by_slug().items() if slug not in both.by_slug()}
        records = {**both.records, _NO_FILE: FileRecord({}, "", tuple(left.values()))}
        return SiteMemory(records, {**self.moved, **newer.moved})

    def checked(self, library: Library | None) -> SiteMemory:
        """With no page that is still right, if files of the library have changed since."""
        if library is None or LibraryStamps(library).fit(self.library):
            return self
        stale = {name: replace(record, settings="") for name, record in self.records.items()}
        return SiteMemory(stale, self.moved)


def recall(site: Path, files: Iterable[Path] = ()) -> SiteMemory:
    """The memory of the site in a folder; empty if there is none or we can't read it.

    `files` are those whose names it may know without telling them.
    """
    file = site / SITE_FILE
    try:
        if file.stat().st_size > _MOST_BYTES:
            return SiteMemory()
        told = json.loads(file.read_text("utf-8"))
        if told["form"] != _FORM:
            return SiteMemory()
        records = {name: _record(record) for name, record in told["records"].items()}
        used = UsedFiles(_texts(told["library"]["places"]), str(told["library"]["stamps"]))
        memory = SiteMemory(records, _moved(told.get("moved", {})), used)
        paths = (one for path in files for one in (path, path.parent))
        known = {_hidden(name): name for name in (seen_from(site, path) for path in paths)}
        return _renamed(memory, lambda name: known.get(name, name)) if told.get("hidden") else memory
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return SiteMemory()


def remember(site: Path, memory: SiteMemory, *, hidden: bool = False) -> None:
    """If `hidden`, without the names of files: a site shouldn't tell where a design comes from."""
    if hidden:
        memory = _renamed(memory, _hidden)
    # On one line, which Python writes ten times as fast.
    library = {"places": memory.library.places, "stamps": memory.library.stamps}
    told = {"form": _FORM, "hidden": hidden, "library": library}
    told |= {"moved": memory.moved, "records": memory.records}
    text = json.dumps(told, default=vars, sort_keys=True) + "\n"
    write_whole(site / SITE_FILE, text.encode())


def _hidden(name: str) -> str:
    """Always the same for a name; the name can't be found out from it."""
    if name == _NO_FILE or _HIDDEN.fullmatch(name):
        return name
    return f"hidden {hashlib.sha256(name.encode('utf-8', 'backslashreplace')).hexdigest()}"


def _renamed(memory: SiteMemory, rename: Callable[[str], str]) -> SiteMemory:
    records = {}
    for name, kept in memory.records.items():
        inputs = {rename(file): was for file, was in kept.inputs.items()}
        entries = (replace(one, source=rename(one.source)) for one in kept.entries)
        models = tuple(map(rename, kept.models))
        records[rename(name)] = replace(kept, inputs=inputs, entries=tuple(entries), models=models)
    return replace(memory, records=records)


def check_target(folder: Path) -> None:
    """Refuses folders with other files in them: a site goes into an empty folder or over an older site."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise BrickyardError(f"{folder}: is a file; a site needs a folder of its own")
    others = [file for file in folder.iterdir() if not file.name.startswith(".")]
    if others and not (folder / SITE_FILE).is_file():
        raise BrickyardError(
            f"{folder}: contains other files; give the site a folder of its own, such as {folder / 'site'}"
        )


def _record(told: dict[str, Any]) -> FileRecord:
    return FileRecord(
        {str(name): str(was) for name, was in told["inputs"].items()},
        str(told["settings"]),
        tuple(_entry(entry) for entry in told["entries"]),
        _texts(told["shared"]),
        _texts(told["notices"]),
        _texts(told.get("models", [])),
    )


def _entry(told: dict[str, Any]) -> PageEntry:
    dice = tuple((str(c), int(s), str(r), int(n)) for c, s, r, n in told["dice"])
    lists = {name: _texts(told[name]) for name in ("systems", "lines", "files")}
    looks = {str(name): str(look) for name, look in told.get("looks", {}).items()}
    fields = tuple((str(slug), str(name), int(count)) for slug, name, count in told.get("fields", ()))
    odds = tuple((str(label), str(text), float(value)) for label, text, value in told.get("odds", ()))
    known = {name: value for name, value in told.items() if name in PageEntry.__annotations__}
    entry = PageEntry(**{**known, **lists, "dice": dice, "looks": looks, "fields": fields, "odds": odds})
    # Folders are removed by these names, so a name must not lead out of the site.
    is_bad = entry.scene and not _SCENE.fullmatch(entry.scene)
    if is_bad or not _SLUG.fullmatch(entry.slug) or any(Path(name).name != name for name in entry.files):
        raise ValueError(entry.slug)
    return entry


def _moved(told: dict[str, Any]) -> dict[str, str]:
    moved = {str(old): str(new) for old, new in told.items()}
    if not all(map(_SLUG.fullmatch, [*moved, *moved.values()])):
        raise ValueError(moved)
    return moved


def _texts(told: list[Any]) -> tuple[str, ...]:
    return tuple(map(str, told))
