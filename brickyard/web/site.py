"""A static site of designs: pages for all files, a gallery, and what all of them need."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from brickyard import __version__
from brickyard.web.building import Builder
from brickyard.web.gallery_page import write_gallery
from brickyard.web.page import Pages, Settings
from brickyard.web.records import check_target, recall, remember, seen_from
from fleets.forces.named_files import files_in
from ldraw_tools.findings import BrickyardError
from ldraw_tools.writing import write_whole
from validators.judged_files import JudgeSettings

_STATIC = ("style.css", "viewer.js", "gallery.js", "icon.svg")
_FONTS = {
    "regular.woff2": "BrickyardSans-Regular.woff2",
    "bold.woff2": "BrickyardSans-Bold.woff2",
    "condensed.woff2": "BrickyardSansCondensed-SemiBold.woff2",
}
Told = Callable[[int, int], None]


@dataclass(frozen=True)
class Built:
    """How many pages were made, how many were good as they were, and what is to be said about it."""

    made: int
    kept: int
    not_legal: tuple[str, ...]
    remarks: tuple[str, ...] = ()


def build_site(
    paths: Sequence[Path],
    target: Path,
    request: JudgeSettings,
    settings: Settings,
    told: Told | None = None,
    say: Callable[[str], None] | None = None,
) -> Built:
    """Only what changed since the last time is made; what is published no longer goes."""
    check_target(target)
    files = _files(paths, target)
    if not files:
        raise BrickyardError(f"no models and no manifests in {', '.join(str(path) for path in paths)}")
    target.mkdir(parents=True, exist_ok=True)
    inside = tuple(dict.fromkeys((path if path.is_dir() else path.parent).resolve() for path in paths))
    pages = Pages(target, settings, request.workspace, inside)
    before = recall(target)
    if not before.records:
        # From here on it is a site of ours, even if somebody stops us half-way.
        remember(target, before)
    pages.tidy()
    _write_static(target)
    builder = Builder(pages, request, before, _mark(request, pages), files, say)
    try:
        for number, file in enumerate(files, 1):
            builder.add(file)
            if told:
                told(number, len(files))
    except BaseException:
        # What is made is made: the next run goes on from here.
        remember(target, before.and_then(builder.after))
        raise
    after = builder.after
    write_gallery(pages, after)
    shown = after.by_slug()
    for slug, entry in before.by_slug().items():
        if slug not in shown:
            pages.remove(slug, entry.files)
    remember(target, after)
    illegal = tuple(entry.name for entry in after.entries() if not entry.is_legal)
    return Built(builder.made, builder.kept, illegal, tuple(builder.remarks))


def _files(paths: Sequence[Path], target: Path) -> list[Path]:
    """Every file once; what the site itself holds is a copy of something else."""
    site = target.resolve()
    found = {file.resolve(): file for path in paths for file in files_in(path)}
    return [file for place, file in found.items() if not place.is_relative_to(site)]


def _mark(request: JudgeSettings, pages: Pages) -> str:
    """Of all that changes a page beside the files it is made from."""
    library = request.workspace.library.library()
    roots = [str(root) for root in library.roots] if library else []
    inside = [seen_from(pages.target, folder) for folder in pages.inside]
    told = repr((__version__, _own_digest(), request, pages.settings, inside, roots))
    return hashlib.sha256(told.encode("utf-8", "backslashreplace")).hexdigest()


def _own_digest() -> str:
    """Of our templates and what fills them, and of what draws: a new brickyard may write other pages."""
    digest = hashlib.sha256()
    web = resources.files("brickyard.web")
    pictures, rendering = resources.files("brickyard.pictures"), resources.files("ldraw_tools.rendering")
    for room in (web, web / "templates", web / "static", pictures, rendering):
        for file in sorted((file for file in room.iterdir() if file.is_file()), key=lambda one: one.name):
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
