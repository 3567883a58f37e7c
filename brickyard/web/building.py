"""From files to the folders of their pages: which are made, which stay, and what each is called."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from brickyard.dossiers import Dossier, Folder, open_folder, slug_of
from brickyard.notices import game_notices
from brickyard.pictures.designs import model_path
from brickyard.web.design_page import Home, write_design
from brickyard.web.force_page import about_of, name_of, photo_of, write_force
from brickyard.web.page import Pages
from brickyard.web.photo import PHOTO
from brickyard.web.records import Entry, Memory, Record, digest_of, seen_from
from ldraw_tools.findings import and_more, printable
from ldraw_tools.suggestions import shown
from validators.judged_files import JudgeSettings

# Windows takes these for devices, wherever they are.
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))]
)


class Builder:
    """Goes through the files of a site one by one, and knows what was there before."""

    def __init__(
        self,
        pages: Pages,
        request: JudgeSettings,
        before: Memory,
        mark: str,
        files: Sequence[Path],
        say: Callable[[str], None] | None = None,
    ) -> None:
        """`say` tells the user before a page is made what of other folders goes into it."""
        self._say = say
        self._pages, self._request, self._mark = pages, request, mark
        self._before, self._old = before, before.by_slug()
        self.after = Memory()
        self.made = self.kept = 0
        self.remarks: list[str] = []
        keys = {seen_from(pages.target, file) for file in files}
        self._given = {
            (key, entry.name): entry.slug
            for key, record in before.records.items()
            if key in keys
            for entry in record.entries
        }
        self._taken = _DEVICES | set(self._foreign())

    def _foreign(self) -> Iterator[str]:
        """What stands in the site and isn't a page of ours."""
        for file in self._pages.target.iterdir():
            if file.name not in self._old and not self._pages.is_ours(file.name):
                yield file.name.lower()

    def add(self, file: Path) -> None:
        key = seen_from(self._pages.target, file)
        record = self._before.records.get(key)
        if record and record.is_fresh(self._mark, self._pages.target) and self._is_there(record):
            self.kept += len(record.entries)
            self.after.records[key] = record
        else:
            self._build(file, key)

    def _is_there(self, record: Record) -> bool:
        return all(map(self._is_whole, record.entries)) and set(record.shared) <= set(self.after.by_slug())

    def _is_whole(self, entry: Entry) -> bool:
        if not self._pages.is_ours(entry.slug):
            return False
        ours = set(entry.files)
        try:
            with os.scandir(self._pages.folder(entry.slug)) as found:
                return ours <= {file.name for file in found if file.name in ours and file.is_file()}
        except OSError:
            return False

    def _build(self, file: Path, key: str) -> None:
        folder = _with_authors(open_folder(file, self._request))
        self._tell_outside(file, folder)
        known = {entry.identity: entry.slug for entry in self.after.entries()}
        has_page = folder.is_force or not folder.dossiers
        slug = self._slug(name_of(folder), key) if has_page else ""
        home = Home(slug, printable(name_of(folder))) if folder.is_force else Home()
        faction = about_of(folder).get("faction", "")
        record = Record(
            _inputs(file, folder, self._pages.target),
            self._mark,
            notices=tuple(game_notices(folder.ruling.edition)),
        )
        # Kept up to date, so that every slug is given once and a run that is stopped knows what it made.
        self.after.records[key] = replace(record, settings="")
        slugs: dict[int, str] = {}
        for dossier in folder.dossiers:
            identity = _identity(dossier)
            if identity not in known:
                entry = replace(self._design(dossier, identity, key, slug, home), faction=faction)
                record = replace(record, entries=(*record.entries, entry))
                known[identity] = entry.slug
            elif known[identity] not in {entry.slug for entry in record.entries}:
                record = replace(record, shared=(*record.shared, known[identity]))
            slugs[id(dossier)] = known[identity]
            self.after.records[key] = replace(record, settings="")
        if has_page:
            named = replace(folder, slug=slug)
            entry = write_force(self._pages, named, f"file {key}", slugs, self._files_of(slug))
            self.made += 1
            record = replace(record, entries=(*record.entries, entry))
            photo = photo_of(folder)
            if photo and PHOTO not in entry.files and not self._is_held_back(photo):
                why = "it isn't there, or isn't a JPEG, PNG or WebP"
                self.remarks.append(f"{file.name}: the photograph {photo.name} is left out: {why}")
        self.after.records[key] = record

    def _is_held_back(self, file: Path) -> bool:
        return self._pages.is_outside(file) and not self._pages.settings.outside

    def _tell_outside(self, file: Path, folder: Folder) -> None:
        """A list from somebody else may name any file of this machine: it isn't published in silence."""
        photo = photo_of(folder)
        models = [one for dossier in folder.dossiers for one in dossier.files]
        named = dict.fromkeys([*models, *([photo] if photo else [])])
        outside = [one for one in named if one.exists() and self._pages.is_outside(one)]
        if outside and self._say:
            names = and_more([shown(os.path.relpath(one, file.parent), 200) for one in outside], 8)
            if self._pages.settings.outside:
                self._say(f"{file.name}: published with it, from another folder: {names}")
            else:
                self._say(
                    f"{file.name}: not copied, for other folders are yours to publish: {names}"
                    " (--with-outside-files takes them along)"
                )
        for model in folder.dossiers:
            path = model_path(model.unit)
            if path is not None and not self._is_held_back(path) and not self._pages.may_copy(path):
                self.remarks.append(f"{file.name}: {path.name} is not copied: there is no LDraw line in it")

    def _design(self, dossier: Dossier, identity: str, key: str, force: str, home: Home) -> Entry:
        slug = self._slug(dossier.name, key, force)
        old = self._old.get(slug)
        fresh = old if old and self._is_fresh(old) else None
        if fresh and (fresh.identity, fresh.home) == (identity, home.slug):
            self.kept += 1
            return fresh
        self.made += 1
        looks = fresh.looks if fresh else {}
        named = replace(dossier, slug=slug)
        return write_design(self._pages, named, identity, home, self._files_of(slug), looks)

    def _is_fresh(self, entry: Entry) -> bool:
        """Whether a page was made with the same settings, and is all there."""
        settings = {record.settings for record in self._before.records.values() if entry in record.entries}
        return settings == {self._mark} and self._is_whole(entry)

    def _files_of(self, slug: str) -> tuple[str, ...]:
        return self._old[slug].files if slug in self._old else ()

    def _slug(self, name: str, key: str, *others: str) -> str:
        """The one it had before, if it had one: links to it still lead there."""
        taken = self._taken | set(self.after.by_slug()) | set(others)
        own = (key, printable(name))
        old = self._given.get(own)
        reserved = {slug for known, slug in self._given.items() if known != own}
        return old if old and old not in taken else slug_of(name, taken | reserved)


def _with_authors(folder: Folder) -> Folder:
    """What is still on paper has the author and the licence of the file that lists it."""
    about = folder.subject.about if folder.subject else {}
    author, licence = about.get("author", ""), about.get("licence", "")
    dossiers = (
        one if one.unit.assembly else replace(one, author=author, licence=licence) for one in folder.dossiers
    )
    return replace(folder, dossiers=tuple(dossiers))


def _identity(dossier: Dossier) -> str:
    """Equal for designs whose pages would be equal."""
    findings = [(finding.code, finding.message) for finding in dossier.findings]
    edition = dossier.edition
    told = repr(
        (
            dossier.name,
            dossier.kind,
            dossier.digest,
            [digest_of(path) for path in dossier.files],
            edition.id,
            digest_of(Path(edition.file)) if edition.file else "",
            dossier.loadout,
            dossier.author,
            dossier.licence,
            findings,
        )
    )
    return hashlib.sha256(told.encode("utf-8", "backslashreplace")).hexdigest()


def _inputs(file: Path, folder: Folder, site: Path) -> dict[str, str]:
    paths = [file, *folder.files]
    photo = photo_of(folder)
    paths += [photo] if photo else []
    return {seen_from(site, path): digest_of(path) for path in paths}
