"""A static site of designs: which pages there are, and which of them must be made anew."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path

from brickyard import __version__
from brickyard.checking import Request, files_in
from brickyard.dossiers import Dossier, Folder, open_folder, slug_of
from brickyard.web.design_page import write_design
from brickyard.web.force_page import write_force
from brickyard.web.gallery_page import write_gallery
from brickyard.web.page import Pages, Settings
from brickyard.web.records import Entry, Memory, Record, check_target, digest_of, recall, remember
from ldraw_tools.diagnostics import BrickyardError, printable
from ldraw_tools.library import Files
from ldraw_tools.writing import write_whole

_STATIC = ("style.css", "viewer.js", "gallery.js")
_FONTS = {
    "regular.woff2": "BrickyardSans-Regular.woff2",
    "bold.woff2": "BrickyardSans-Bold.woff2",
    "condensed.woff2": "BrickyardSansCondensed-SemiBold.woff2",
}
Told = Callable[[int, int], None]


@dataclass(frozen=True)
class Built:
    """How many pages were made, and how many were good as they were."""

    made: int
    kept: int
    not_legal: tuple[str, ...]


def build_site(
    paths: Sequence[Path],
    target: Path,
    request: Request,
    settings: Settings,
    library: Files | None,
    told: Told | None = None,
) -> Built:
    """Only what changed since the last time is made; what is published no longer goes."""
    check_target(target)
    target.mkdir(parents=True, exist_ok=True)
    pages = Pages(target, settings.name, settings.address)
    before, after = recall(target), Memory()
    mark = _mark(request, settings, library)
    files = [file for path in paths for file in files_in(path)]
    if not files:
        raise BrickyardError(f"no models and no manifests in {', '.join(str(path) for path in paths)}")
    # From here on it is a site of ours, even if somebody stops us half-way.
    remember(target, before)
    _write_static(target)
    builder = _Builder(pages, request, library, settings, before, after)
    made = kept = 0
    for number, file in enumerate(files):
        key = str(file)
        record = before.records.get(key)
        if record and record.is_fresh(mark) and builder.is_there(record):
            after.records[key] = record
            kept += len(record.entries)
        else:
            after.records[key] = record = builder.build(file, mark)
            made += len(record.entries)
        if told:
            told(number + 1, len(files))
    _sweep(target, before, after)
    write_gallery(pages, after.entries())
    remember(target, after)
    return Built(made, kept, tuple(entry.name for entry in after.entries() if not entry.is_legal))


class _Builder:
    def __init__(
        self,
        pages: Pages,
        request: Request,
        library: Files | None,
        settings: Settings,
        before: Memory,
        after: Memory,
    ) -> None:
        self._pages, self._request, self._library = pages, request, library
        self._settings, self._after = settings, after
        self._old = {
            (file, entry.name): entry.slug
            for file, record in before.records.items()
            for entry in record.entries
        }

    def is_there(self, record: Record) -> bool:
        shared = {entry.slug for entry in self._after.entries()}
        own = (self._pages.folder(entry.slug) / "index.html" for entry in record.entries)
        return all(page.is_file() for page in own) and set(record.shared) <= shared

    def build(self, file: Path, mark: str) -> Record:
        folder = open_folder(file, self._request)
        taken: dict[str, Entry] = {entry.identity: entry for entry in self._after.entries()}
        entries: list[Entry] = []
        shared: list[str] = []
        slugs: dict[int, str] = {}
        for dossier in folder.dossiers:
            identity = _identity(dossier)
            known = taken.get(identity)
            if known is None:
                named = replace(dossier, slug=self._slug(dossier.name, file, entries))
                known = write_design(self._pages, named, identity, self._library, self._settings)
                entries.append(known)
                taken[identity] = known
            elif known not in entries:
                shared.append(known.slug)
            slugs[id(dossier)] = known.slug
        if folder.is_force or not folder.dossiers:
            identity = f"force {file}"
            slug = self._slug(_name(folder), file, entries)
            entries.append(write_force(self._pages, replace(folder, slug=slug), identity, slugs))
        return Record(_inputs(file, folder), mark, tuple(entries), tuple(shared))

    def _slug(self, name: str, file: Path, entries: list[Entry]) -> str:
        """The one it had before, if it had one: links to it still lead there."""
        given = {entry.slug for entry in (*self._after.entries(), *entries)}
        own = (str(file), printable(name))
        old = self._old.get(own)
        others = {slug for known, slug in self._old.items() if known != own}
        return old if old and old not in given else slug_of(name, given | others)


def _name(folder: Folder) -> str:
    return folder.subject.name if folder.subject else folder.path.stem


def _identity(dossier: Dossier) -> str:
    """Equal for designs whose pages would be equal."""
    findings = [(finding.code, finding.message) for finding in dossier.findings]
    told = repr((dossier.name, dossier.kind, dossier.digest, dossier.edition.id, dossier.loadout, findings))
    return hashlib.sha256(told.encode("utf-8", "backslashreplace")).hexdigest()


def _inputs(file: Path, folder: Folder) -> dict[str, str]:
    paths = [file, *folder.files]
    return {str(path): digest_of(path) for path in paths}


def _mark(request: Request, settings: Settings, library: Files | None) -> str:
    """Of all that changes a page beside the files it is made from."""
    roots = [str(root) for root in getattr(library, "roots", [])]
    told = repr((__version__, _own_digest(), request, settings, roots))
    return hashlib.sha256(told.encode("utf-8", "backslashreplace")).hexdigest()


def _own_digest() -> str:
    """Of our templates: a new brickyard may write other pages."""
    digest = hashlib.sha256()
    for name in ("templates", "static"):
        for file in sorted((resources.files("brickyard.web") / name).iterdir(), key=lambda one: one.name):
            digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()


def _write_static(target: Path) -> None:
    shipped = resources.files("brickyard")
    for name in _STATIC:
        _write_if_new(target / name, (shipped / "web" / "static" / name).read_bytes())
    (target / "fonts").mkdir(exist_ok=True)
    for name, source in _FONTS.items():
        _write_if_new(target / "fonts" / name, (shipped / "data" / "fonts" / source).read_bytes())


def _write_if_new(file: Path, data: bytes) -> None:
    if not file.is_file() or file.read_bytes() != data:
        write_whole(file, data)


def _sweep(target: Path, before: Memory, after: Memory) -> None:
    """Folders that we made and nobody needs any more; only those that we remember making."""
    needed = {entry.slug for entry in after.entries()}
    for slug in {entry.slug for entry in before.entries()} - needed:
        folder = target / slug
        if folder.is_dir() and folder.parent == target and not folder.is_symlink():
            shutil.rmtree(folder)
