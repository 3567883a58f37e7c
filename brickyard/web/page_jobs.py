"""Pages as work that can be sent: what the pages of a file are made from goes out, their bytes come back."""

from __future__ import annotations

import gc
import hashlib
import os
import platform
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from brickyard.facts.judged_designs import DesignFile
from brickyard.pictures.shots import give_back_memory
from brickyard.pictures.subject import forget_laid_out
from brickyard.spreading import spread
from brickyard.web.page_files import photo_of
from brickyard.web.page_pictures import THUMB, KnownPictures, PictureStore
from brickyard.web.site_memory import PageEntry
from brickyard.web.site_pages import SCENES, TABLES, Pages, SiteSettings
from brickyard.web.site_plan import PlannedFile, SitePlan, open_again, write_pages
from catalog.database.part_database import open_workspace
from catalog.shops.rebrickable import tables_place
from ldraw_tools.choosing import file_of
from ldraw_tools.file_overlay import is_file_there, overlay, read_bytes, seen_through
from ldraw_tools.findings import BrickyardError
from ldraw_tools.library.part_files import Library
from ldraw_tools.workspace import Workspace
from ldraw_tools.writing import make_folder, write_whole
from validators.judged_files import JudgeSettings

# Models to keep open for the next file, which may show them too.
_MOST_OPEN = 3
# What pages have in common: their names say what is in them.
_SHARED = (SCENES, TABLES)


class PageJob(NamedTuple):
    """The pages of one file, and all that they are made from.

    `opened` is what was read of its models, `files` what the pages copy, `inside` which of it may be shown;
    `pictures` are some that may be still right, `elsewhere` small pictures of pages that other files have;
    `beside` names the libraries to draw with; `scratch` is a folder that is deleted whatever happens.
    """

    planned: PlannedFile
    file: DesignFile
    settings: SiteSettings
    workspace: Workspace
    opened: Mapping[Path, Any]
    files: Mapping[Path, bytes]
    inside: tuple[Path, ...]
    pictures: KnownPictures
    elsewhere: frozenset[tuple[str, str]]
    beside: Mapping[str, str]
    scratch: Path


class MadePages(NamedTuple):
    """Pages with the contents of their folders, and files that pages share, by their names."""

    entries: tuple[PageEntry, ...]
    folders: Mapping[str, Mapping[str, bytes]]
    shared: Mapping[str, bytes]
    used: frozenset[str]
    """Places of files of the library."""


def make_pages(job: PageJob) -> MadePages:
    """The same wherever it is done."""
    if forget_laid_out():
        # Models that were drawn before: their parts know each other, so without this they stay in memory.
        gc.collect()
        give_back_memory()
    workspace = job.workspace if all(root.exists() for root in job.workspace.roots) else open_workspace()
    if job.beside and (
        other := [name for name, told in beside(workspace).items() if told != job.beside[name]]
    ):
        raise BrickyardError(f"{platform.node()} has another {other[0]}; install the same on all machines")
    workspace.take(job.opened)
    drafts = {os.path.normcase(os.path.realpath(path)): data for path, data in job.files.items()}
    seen = replace(overlay(), drafts=overlay().drafts | drafts)
    here = job.scratch if job.scratch.is_dir() else None
    with TemporaryDirectory(prefix="brickyard-", dir=here) as place, seen_through(seen):
        target = Path(place)
        pages = Pages(target, job.settings, workspace, job.inside, job.elsewhere)
        store = PictureStore(target, known=job.pictures)
        with pages.fence():
            entries = tuple(write_pages(pages, job.planned, job.file, store))
        folders = {entry.slug: _contents(target / entry.slug) for entry in entries}
        shared = {
            f"{name}/{file}": data for name in _SHARED for file, data in _contents(target / name).items()
        }
        library = workspace.library.library()
        return MadePages(entries, folders, shared, frozenset(library.used() if library else ()))


def _contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())} if folder.is_dir() else {}


def beside(workspace: Workspace) -> dict[str, str]:
    """What pages depend on beside their files: the same on another machine, or its pages would be others."""
    library = workspace.library.library()
    return _beside(tuple(library.roots) if library else ())


@cache
def _beside(roots: tuple[Path, ...]) -> dict[str, str]:
    library = Library(roots)
    digest = hashlib.sha256(library.colours())
    for folder in ("parts", "parts/s", "p", "p/48", "p/8"):
        digest.update("/".join(sorted(library.names(folder))).encode("utf-8", "replace"))
    tables = tables_place(os.environ, sys.platform, Path.home())
    read = hashlib.sha256(tables.read_bytes()).hexdigest() if tables.is_file() else ""
    return {"LDraw library": digest.hexdigest(), "copy of Rebrickable's tables": read}


@dataclass
class PageWork:
    """The pages of a site on their way: sent out, and written when they come back."""

    pages: Pages
    request: JudgeSettings
    plan: SitePlan
    files: Sequence[Path]
    told: Callable[[int, int], None] | None = None
    beside: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._store = PictureStore(self.pages.target)
        # Pages by the files that they show.
        self._showing: dict[str, set[str]] = {}
        for entry, inputs in self.plan.looks():
            self._note(entry, inputs)
        self._sent: list[tuple[PlannedFile, Path | None]] = []
        # Slugs of pages that are being made, and files that wait for them.
        self._making: set[str] = set()
        self._late: list[PlannedFile] = []
        self.used: set[str] = set()
        self._taken = self._out = 0
        self._open: dict[Path, None] = {}

    def do(self, jobs: int, cluster: str) -> None:
        if cluster:
            self.beside = beside(self.request.workspace)
        with TemporaryDirectory(prefix="brickyard-", ignore_cleanup_errors=True) as scratch:
            self._scratch = Path(scratch)
            self._do(self._jobs(), jobs, cluster)
            while self._late:
                late, self._late = self._late, []
                self._do(self._late_jobs(late), jobs, cluster)
        if self.told:
            self.told(len(self.files), len(self.files))

    def _do(self, work: Iterator[PageJob], jobs: int, cluster: str) -> None:
        self._sent.clear()
        for place, made in spread(make_pages, work, jobs=jobs, cluster=cluster):
            planned, photo = self._sent[place]
            self._write(planned, made)
            self.plan.finish(planned, photo)
            self._out -= 1
            if self.told:
                self.told(self._taken - self._out, len(self.files))

    def _jobs(self) -> Iterator[PageJob]:
        for path in self.files:
            self._taken += 1
            for planned, file in self.plan.add(path):
                self._out += 1
                yield from self._job(planned, file)

    def _late_jobs(self, late: Sequence[PlannedFile]) -> Iterator[PageJob]:
        for planned in late:
            yield from self._job(planned, open_again(planned, self.request))

    def _job(self, planned: PlannedFile, file: DesignFile) -> Iterator[PageJob]:
        """Not yet where it shows small pictures of pages that are being made."""
        own = {page.slug for page in planned.pages}
        shown = {slug for slug, _ in planned.units} - own
        waits = bool(shown & self._making)
        self._making |= own
        if waits:
            self._late.append(planned)
            # Its models may be forgotten until then: it is read again with them.
            self.pages.workspace.forget(planned.path)
            return
        photo = photo_of(file)
        self._sent.append((planned, photo))
        files = {path: read_bytes(path) for path in self._copied(file, photo)}
        allowed = [path for path in files if not self.pages.is_outside(path)]
        inputs = self.plan.after.records[planned.key].inputs
        alike = own.union(*(self._showing.get(name, ()) for name in inputs))
        elsewhere = frozenset((slug, THUMB) for slug in shown if self.pages.has(slug, THUMB))
        yield PageJob(
            planned,
            file,
            self.pages.settings,
            self.pages.workspace,
            self.pages.workspace.opened((file.path, *file.files)),
            files,
            (*self.pages.inside, *allowed),
            self._store.pictures_of(alike),
            elsewhere,
            self.beside,
            self._scratch,
        )
        self._forget((*planned.models, planned.path))

    def _copied(self, file: DesignFile, photo: Path | None) -> Iterator[Path]:
        textures = [path for design in file.designs for path in design.textures]
        for path in (file_of(file.path), *file.files, *textures, *([photo] if photo else [])):
            if is_file_there(path) and (self.pages.settings.outside or not self.pages.is_outside(path)):
                yield path

    def _forget(self, used: Sequence[Path]) -> None:
        """Of what was read only the models of the last few files stay in memory."""
        for path in used:
            self._open.pop(path, None)
            self._open[path] = None
        while len(self._open) > _MOST_OPEN:
            oldest = next(iter(self._open))
            del self._open[oldest]
            self.pages.workspace.forget(oldest)

    def _write(self, planned: PlannedFile, made: MadePages) -> None:
        self.used |= made.used
        for name, data in made.shared.items():
            file = self.pages.target / name
            if not file.is_file():
                make_folder(file.parent)
                write_whole(file, data)
        ours = {page.slug: page.ours for page in planned.pages}
        for entry in made.entries:
            with self.pages.whole_folder(entry.slug, ours[entry.slug]) as folder:
                for name, data in made.folders[entry.slug].items():
                    (folder / name).write_bytes(data)
            self._making.discard(entry.slug)
            self.plan.note(planned, entry)
            self._note(entry, self.plan.after.records[planned.key].inputs)

    def _note(self, entry: PageEntry, inputs: Iterable[str]) -> None:
        self._store.add(entry.slug, entry.looks)
        for name in inputs:
            self._showing.setdefault(name, set()).add(entry.slug)
