"""The mark of a site: all that changes its pages beside the files they are made from."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from importlib import metadata, resources
from pathlib import Path

from brickyard import __version__
from brickyard.web.site_memory import seen_from
from brickyard.web.site_pages import Pages
from catalog.shops.rebrickable import tables_place
from ldraw_tools.library.part_files import stamp_of
from validators.judged_files import JudgeSettings

_OURS = ("ldraw_tools", "catalog", "fleets", "validators", "brickyard")
# What draws, prints and fills templates; another version of it may write other bytes.
_THEIRS = ("jinja2", "markupsafe", "numpy", "pillow", "pydantic", "pyyaml", "segno", "trimesh", "typst")
_IN_A_LIBRARY = ("p", "parts", "unofficial")


def mark_of(request: JudgeSettings, pages: Pages) -> str:
    """Another one whenever a page made now could differ from one of the last run."""
    library = request.workspace.library.library()
    inside = [seen_from(pages.target, folder) for folder in pages.inside]
    tables = stamp_of(str(tables_place(os.environ, sys.platform, Path.home())))
    digest = hashlib.sha256(
        repr((__version__, sys.version, request, pages.settings, inside, tables)).encode("utf-8", "replace")
    )
    for name in _THEIRS:
        digest.update(f"{name} {_version(name)}".encode())
    for package in _OURS:
        _take_package(digest, _place_of(package))
    for root in library.roots if library else ():
        for told in _library_state(root):
            digest.update(told.encode("utf-8", "replace"))
    return digest.hexdigest()


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _place_of(package: str) -> Path:
    return Path(str(resources.files(package)))


def _take_package(digest: hashlib._Hash, package: Path) -> None:
    """By what its files hold, code and data alike: an installation anew changes nothing."""
    for folder, folders, names in os.walk(package):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(names):
            file = Path(folder, name)
            digest.update(file.relative_to(package).as_posix().encode() + file.read_bytes())


def _library_state(root: Path) -> Iterator[str]:
    """How long and how old each part file is, as for the cache of meshes: updates may change it in place."""
    yield f"{root} {stamp_of(str(root)) if root.is_file() else ''}"
    for top in sorted(root.iterdir()) if root.is_dir() else ():
        if top.suffix.lower() == ".ldr":
            yield f"{top.name} {stamp_of(str(top))}"
        if top.name.lower() not in _IN_A_LIBRARY:
            continue
        for folder, folders, names in os.walk(top):
            folders.sort()
            for name in sorted(names):
                yield f"{folder} {name} {stamp_of(f'{folder}/{name}')}"
