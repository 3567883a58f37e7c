"""From files to the folders of their pages: which are written, which stay, and what each is called."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from brickyard.facts.judged_designs import DesignFile, JudgedDesign, open_design_file, slug_of
from brickyard.facts.made_from import digest_of, inputs_of, seen_from
from brickyard.notices import game_notices
from brickyard.web.addresses import DEVICES, Addresses, variant_of, without_copies
from brickyard.web.design_page import write_design
from brickyard.web.page_files import PHOTO, photo_of, photo_path
from brickyard.web.page_pictures import PictureStore
from brickyard.web.site_memory import FileRecord, PageEntry, SiteMemory
from brickyard.web.site_pages import SCENES, Pages
from catalog.editions.loading import edition, edition_for
from catalog.yaml.yaml_findings import WAY_IN
from fleets.dice.carried_systems import Loadout
from fleets.models.survey import survey
from ldraw_tools.choosing import file_of, short_name, with_choice
from ldraw_tools.findings import BrickyardError, Place, and_more, printable
from ldraw_tools.model_findings import UNREADABLE
from ldraw_tools.names import is_model, shown
from validators.judged_files import JudgeSettings, ruling_by
from validators.judging import nothing_to_judge


def identity_of(design: JudgedDesign, source: str) -> str:
    """Equal for designs of one model, or of copies of it, that are alike, whatever a list calls them.

    `source` tells apart what has no model.
    """
    edition = design.edition
    told = repr(
        (
            source,
            design.unit.own_name or design.name,
            design.kind,
            design.digest,
            [digest_of(path) for path in (*design.files, *design.textures)],
            edition.id,
            [digest_of(Path(file)) for file in edition.files],
            design.loadout,
            design.author,
            design.licence,
            design.judged.verdict,
            design.judged.accepted,
        )
    )
    return text_digest(told)


def text_digest(told: str) -> str:
    return hashlib.sha256(told.encode("utf-8", "backslashreplace")).hexdigest()


class PlannedPage(NamedTuple):
    """A page to write: `place` is that of the design in its file, None for the page of the file itself.

    `source` is the file that its address comes from, if any, `ours` are the files that we wrote into its
    folder the last time.
    """

    slug: str
    identity: str
    title: str
    place: int | None = None
    source: str = ""
    ours: tuple[str, ...] = ()


class PlannedFile(NamedTuple):
    """All pages that one file needs; it can be sent to another process.

    `units` are the addresses of its designs' pages with what those are called, other files' among them;
    `models` are the files of the models that it shows, the same for all who show one of them.
    """

    path: Path
    key: str
    pages: tuple[PlannedPage, ...]
    units: tuple[tuple[str, str], ...]
    models: tuple[Path, ...] = ()


class SitePlan:
    """Decides about the files of a site one by one, and knows what was there before."""

    def __init__(
        self,
        pages: Pages,
        request: JudgeSettings,
        before: SiteMemory,
        mark: str,
        files: Sequence[Path],
        say: Callable[[str], None] | None = None,
    ) -> None:
        """`say` tells the user, before a page is made, which files of other folders go into it."""
        self._say = say
        self._pages, self._request, self._mark = pages, request, mark
        self._before, self._old = before, before.by_slug()
        self.after = SiteMemory()
        self.made = self.kept = 0
        self.remarks: list[str] = []
        self._is_one_of_many = len(files) > 1
        self._files = {seen_from(pages.target, file): file for file in files}
        # Those that are planned, and models that a list of this run fields as they are.
        self._done: set[str] = set()
        entries = [
            (key, entry)
            for key, record in before.records.items()
            if key in self._files
            for entry in record.entries
        ]
        given = {entry.source: entry.slug for _, entry in entries if entry.source}
        self._pages_before = {entry.identity: entry for _, entry in entries if entry.source in self._files}
        taken = DEVICES | {SCENES} | set(self._foreign())
        self._addresses = Addresses(without_copies(self._files), given, taken)
        # Until 0.1 addresses came from names.
        self._named = {(key, entry.name): entry.slug for key, entry in entries if not entry.source}
        # Pages of this run by what they show.
        self._known: dict[str, str] = {}
        self._used: set[str] = set()

    def _foreign(self) -> Iterator[str]:
        """Entries of the site's folder that are not pages of ours."""
        for file in self._pages.target.iterdir():
            if file.name not in self._old and not self._pages.is_ours(file.name):
                yield file.name.lower()

    def address(self, path: Path) -> str:
        """Of a file's own page."""
        return self._addresses.of(seen_from(self._pages.target, path), path)

    def company_of(self, path: Path) -> PageEntry | None:
        """The page of a file, if that is a company."""
        record = self.after.records.get(seen_from(self._pages.target, path))
        return next((one for one in record.entries if one.role == "company"), None) if record else None

    def looks(self) -> Iterator[tuple[PageEntry, Iterable[str]]]:
        """The pages of the last run whose pictures are still as we would draw them, and their files."""
        for kept in self._before.records.values():
            if kept.settings == self._mark:
                yield from ((entry, kept.inputs) for entry in kept.entries if self.is_whole(entry))

    def add(self, path: Path) -> Iterator[tuple[PlannedFile, DesignFile]]:
        """What is to be written for a file, after its models; nothing if all its pages can stay."""
        key = seen_from(self._pages.target, path)
        if key in self._done:
            return
        self._done.add(key)
        record = self._before.records.get(key)
        if record and record.is_fresh(self._mark, self._pages.target):
            yield from self._add_models(record.inputs, record.models)
            if still := self._still(record):
                self.kept += len(still.entries)
                self.after.records[key] = still
                for entry in still.entries:
                    self._know(entry.identity, entry.slug)
                return
        file = _opened(path, self._request) if self._is_one_of_many else _read(path, self._request)
        covered = tuple(self._covered(file)) if file.is_force else ()
        photo = photo_of(file)
        inputs = inputs_of(file, self._pages.target, [photo] if photo else [])
        yield from self._add_models(inputs, covered)
        self._tell_outside(file)
        self.after.records[key] = FileRecord(inputs, "", models=covered)
        yield self._planned(file, key), file

    def _add_models(
        self, inputs: Iterable[str], covered: Collection[str]
    ) -> Iterator[tuple[PlannedFile, DesignFile]]:
        self._done.update(covered)
        for key in inputs:
            if key in self._files:
                yield from self.add(self._files[key])

    def _covered(self, file: DesignFile) -> Iterator[str]:
        """The models that need no page by themselves: the list fields all that they are tagged as."""
        fielded: dict[str, list[Loadout]] = {}
        for design in file.designs:
            if (source := self._shown(design)[0]) in self._files:
                fielded.setdefault(source, []).append(design.unit.loadout)
        for source, loadouts in fielded.items():
            own = self._request.workspace.of(self._files[source], survey).units
            if all(not unit.is_described or unit.loadout in loadouts for unit in own):
                yield source

    def _is_held_back(self, path: Path) -> bool:
        return self._pages.is_outside(path) and not self._pages.settings.outside

    def _tell_outside(self, file: DesignFile) -> None:
        """A list may name any file of this computer, so files outside are never published silently."""
        photo = photo_path(file.subject.about, file.path.parent) if file.subject else None
        named = dict.fromkeys([*file.files, *([photo] if photo else [])])
        outside = [path for path in named if path.exists() and self._pages.is_outside(path)]
        names = [shown(os.path.relpath(path, file.path.parent), 200) for path in outside]
        # What wasn't read is known by what was found.
        unread = [one.message for one in file.judged.findings if WAY_IN in one.fix]
        names += dict.fromkeys(said.partition("“")[2].partition("”")[0] for said in unread)
        if names and self._say and self._pages.settings.outside:
            self._say(f"{file.path.name}: published with it, from another folder: {and_more(names, 8)}")
        elif names and self._say:
            self._say(
                f"{file.path.name}: left out, because they are in other folders: {and_more(names, 8)}"
                " (publish the folder that holds all of them, or add --outside)"
            )
        for design in file.designs:
            path = design.model_path
            if path is not None and not self._is_held_back(path) and not self._pages.may_copy(path):
                why = "there is no LDraw line in it"
                self.remarks.append(f"{file.path.name}: {path.name} is not copied: {why}")

    def _know(self, identity: str, slug: str) -> None:
        self._known[identity] = slug
        self._used.add(slug)
        self._addresses.take(slug)

    def _still(self, record: FileRecord) -> FileRecord | None:
        """The record of a file whose pages are all there, without those that a model's own file has now."""
        shown = self.after.by_slug()
        if not all(map(self.is_whole, record.entries)) or not set(record.shared) <= set(shown):
            return None
        twice = [entry for entry in record.entries if entry.slug in shown]
        if any(shown[entry.slug].identity != entry.identity for entry in twice):
            return None
        own = tuple(entry for entry in record.entries if entry.slug not in shown)
        return replace(record, entries=own, shared=(*record.shared, *(entry.slug for entry in twice)))

    def is_whole(self, entry: PageEntry) -> bool:
        """Whether all files of a page are there."""
        if not self._pages.is_ours(entry.slug) or (entry.scene and not self._pages.has_scene(entry.scene)):
            return False
        ours = set(entry.files)
        try:
            with os.scandir(self._pages.folder(entry.slug)) as found:
                return ours <= {file.name for file in found if file.name in ours and file.is_file()}
        except OSError:
            return False

    def _planned(self, file: DesignFile, key: str) -> PlannedFile:
        has_page = file.is_force or not file.designs
        name = printable(file.subject.name if file.subject else short_name(file.path))
        own = self._addresses.of(key, file.path)
        pages: list[PlannedPage] = []
        units: list[tuple[str, str]] = []
        stay: list[PageEntry] = []
        shared: dict[str, None] = {}
        for place, design in enumerate(file.designs):
            source, title = self._shown(design)
            identity = identity_of(design, "" if source else f"{key} {place}")
            slug = self._known.get(identity, "")
            if not slug:
                before = self._pages_before.get(identity)
                if before and before.slug not in self._used:
                    page = PlannedPage(before.slug, "", title, source=before.source)
                else:
                    page = self._page(design, file, key, source, title)
                slug = page.slug
                self._know(identity, slug)
                page = page._replace(identity=identity, place=place, ours=self._files_of(slug))
                old = self._old.get(slug)
                if old and (old.identity, old.name) == (identity, page.title) and self._is_fresh(old):
                    self.kept += 1
                    stay.append(old)
                else:
                    pages.append(page)
            elif slug not in [unit for unit, _ in units]:
                shared[slug] = None
            units.append((slug, title))
            self._lead_on(key, printable(design.name), slug)
        if has_page:
            pages.append(PlannedPage(own, text_digest(f"file {key}"), name, None, key, self._files_of(own)))
            self._lead_on(key, name, own)
        notices = tuple(game_notices(file.ruling.edition))
        record = self.after.records[key]
        self.after.records[key] = replace(record, entries=tuple(stay), shared=tuple(shared), notices=notices)
        models = dict.fromkeys(path for design in file.designs for path in design.files)
        return PlannedFile(file.path, key, tuple(pages), tuple(units), tuple(models))

    def _shown(self, design: JudgedDesign) -> tuple[str, str]:
        """The file of a design's model and what that is called; of a design on paper its name alone."""
        path, name = design.model_path, printable(design.unit.own_name or design.name)
        if path is None or design.unit.assembly is None:
            return "", name
        return seen_from(self._pages.target, with_choice(path, design.unit.assembly.chosen)), variant_of(
            name, path
        )

    def _page(self, design: JudgedDesign, file: DesignFile, key: str, source: str, title: str) -> PlannedPage:
        """A model's page is called as the model; what a list arms otherwise or has on paper, as there."""
        path, assembly = design.model_path, design.unit.assembly
        slug = self._addresses.of(key, file.path)
        if path is None or assembly is None:
            return PlannedPage(self._addresses.under(slug, design.name), "", title)
        if file.is_force:
            key, slug = source, self._addresses.of(source, with_choice(path, assembly.chosen))
        if slug not in self._used and (file.is_force or len(file.designs) == 1):
            return PlannedPage(slug, "", title, source=key)
        title = printable(design.name) if file.is_force else title
        return PlannedPage(self._addresses.under(slug, design.name), "", title)

    def _lead_on(self, key: str, name: str, slug: str) -> None:
        old = self._named.get((key, name))
        if old and old != slug:
            self.after.moved[old] = slug

    def note(self, planned: PlannedFile, entry: PageEntry) -> None:
        """Note that a page is written, so that a stopped run knows that it made it."""
        self.made += 1
        record = self.after.records[planned.key]
        order = [slug for slug, _ in planned.units]
        entries = sorted(
            (*record.entries, entry),
            key=lambda one: order.index(one.slug) if one.slug in order else len(order),
        )
        self.after.records[planned.key] = replace(record, entries=tuple(entries))

    def finish(self, planned: PlannedFile, photo: Path | None) -> None:
        """Note that all pages of a file are written."""
        record = self.after.records[planned.key]
        self.after.records[planned.key] = replace(record, settings=self._mark)
        is_missing = photo and not any(PHOTO in entry.files for entry in record.entries)
        if photo and is_missing and not self._is_held_back(photo):
            why = "it isn't there, or isn't a JPEG, PNG or WebP"
            self.remarks.append(f"{planned.path.name}: the photograph {photo.name} is left out: {why}")

    def _is_fresh(self, entry: PageEntry) -> bool:
        """Whether a page was made with the same settings, and is all there."""
        settings = {record.settings for record in self._before.records.values() if entry in record.entries}
        return settings == {self._mark} and self.is_whole(entry)

    def _files_of(self, slug: str) -> tuple[str, ...]:
        return self._old[slug].files if slug in self._old else ()


def write_pages(
    pages: Pages, planned: PlannedFile, file: DesignFile, store: PictureStore
) -> Iterator[PageEntry]:
    """Writes the pages of a file, the designs' first."""
    for page in planned.pages:
        if page.place is None:
            from brickyard.web.force_page import write_force

            named = replace(file, slug=page.slug)
            entry = write_force(pages, named, page.identity, planned.units, page.ours)
            yield replace(entry, source=page.source, undrawn=file.unread)
        else:
            design = file.designs[page.place]
            unit = replace(design.unit, name=page.title)
            design = replace(design, unit=unit, slug=page.slug)
            home = "" if page.source else file.facts.name
            entry = write_design(pages, design, page.identity, home, page.ours, store)
            yield replace(entry, source=page.source)


def open_again(planned: PlannedFile, request: JudgeSettings) -> DesignFile:
    """The file of a plan, in a process that hasn't it yet."""
    return _opened(planned.path, request)


def _opened(path: Path, request: JudgeSettings) -> DesignFile:
    """A model that can't be read gets a page that says so, and the others theirs."""
    try:
        return _read(path, request)
    except BrickyardError as error:
        if not is_model(file_of(path).name) or not file_of(path).is_file():
            raise
        ruling = ruling_by(edition(request.edition) if request.edition else edition_for("frames"), request)
        told = UNREADABLE.at(Place(path.name), name=shown(path.name), reason=error.why(path))
        judged = nothing_to_judge(path.name, ruling, [told])
        return DesignFile(path, None, judged, ruling, slug_of(path.stem, ()), unread=told.message)


def _read(path: Path, request: JudgeSettings) -> DesignFile:
    return _with_authors(open_design_file(path, request))


def _with_authors(file: DesignFile) -> DesignFile:
    """What is still on paper has the author and the licence of the file that lists it."""
    about = file.subject.about if file.subject else {}
    author, licence = about.get("author", ""), about.get("licence", "")
    designs = (
        one if one.unit.assembly else replace(one, author=author, licence=licence) for one in file.designs
    )
    return replace(file, designs=tuple(designs))
