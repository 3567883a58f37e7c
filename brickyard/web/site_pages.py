"""Templates to pages: everything is escaped, a design's files appear together or not at all."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined

from brickyard import __version__
from catalog.database.part_database import open_workspace
from ldraw_tools.file_overlay import fence_in, read_bytes, seen_through
from ldraw_tools.findings import BrickyardError
from ldraw_tools.names import is_in
from ldraw_tools.reading.document import is_ldraw
from ldraw_tools.workspace import Workspace
from ldraw_tools.writing import make_folder, write_whole

PREVIEW = "preview.png"
# The size that most services show for a link's picture.
PREVIEW_SIZE = (1200, 630)
PAGE = "index.html"
# The folder of 3D views: pages that show the same model share one.
SCENES = "3d"
# What tables share. No design's page can have this address: those have no dots.
TABLES = "table.files"
_NEW, _OLD = ".brickyard-new-", ".brickyard-old-"
# The mark of our pages is within this many bytes.
_HEAD = 1024
_IS_SCENE = re.compile(r"[0-9a-f]{24}")
_OURS = b'<meta name="generator" content="brickyard '


# What a page may load: files of the site. A page from a disk has no origin, so its scheme is named.
POLICY = "; ".join(
    [
        "default-src 'none'",
        *(f"{kind}-src 'self' file:" for kind in ("script", "style", "img", "font")),
        "base-uri 'none'",
        "form-action 'none'",
    ]
)


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("brickyard.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


class SiteSettings(NamedTuple):
    """What a site is built with beside its files: its name, its address on the web if it has one, the rest.

    `width` is that of the large pictures, in pixels.
    """

    name: str = "Designs"
    address: str = ""
    steps: bool = True
    width: int = 960
    outside: bool = False
    """Whether files outside the folders that are published are read, shown and copied, too."""
    source: bool = True
    """Whether models and lists can be downloaded."""
    instructions: bool = False
    """Whether building instructions can be downloaded as a PDF."""


@dataclass(frozen=True, slots=True)
class Pages:
    """Where a site is, what it is built with, and the part files for its pictures."""

    target: Path
    settings: SiteSettings
    workspace: Workspace = field(default_factory=open_workspace)
    inside: tuple[Path, ...] = ()
    """The folders that are published with their repositories, and files that are."""
    elsewhere: frozenset[tuple[str, str]] = frozenset()
    """Files of pages that aren't in this folder, by address and name."""

    def is_outside(self, file: Path) -> bool:
        """Whether a list named files outside the folders that were given for publishing."""
        return not is_in(file, self.inside)

    @contextmanager
    def fence(self) -> Iterator[None]:
        """Meanwhile no list of these folders reads a file outside of them, unless that is asked for."""
        if self.settings.outside:
            yield
            return
        with seen_through(fence_in(self.inside)):
            yield

    def may_copy(self, file: Path) -> bool:
        """A list may name any file: only models are copied, and those outside only if asked for."""
        return (self.settings.outside or not self.is_outside(file)) and _is_model(file)

    def has_scene(self, name: str) -> bool:
        return (self.target / SCENES / f"{name}.js").is_file()

    def share_scene(self, name: str, script: str) -> None:
        """Write a 3D view where all pages find it, unless one of them did."""
        if not self.has_scene(name):
            make_folder(self.target / SCENES)
            write_whole(self.target / SCENES / f"{name}.js", script.encode())

    def drop_scenes(self, kept: Collection[str]) -> None:
        """Delete the 3D views that no page shows any more."""
        folder = self.target / SCENES
        for file in folder.glob("*.js") if folder.is_dir() and not folder.is_symlink() else ():
            if _IS_SCENE.fullmatch(file.stem) and file.stem not in kept:
                file.unlink(missing_ok=True)
        if folder.is_dir() and not folder.is_symlink() and not any(folder.iterdir()):
            folder.rmdir()

    def folder(self, slug: str) -> Path:
        return self.target / slug

    def has(self, slug: str, name: str) -> bool:
        """Whether a page has such a file."""
        return (slug, name) in self.elsewhere or (self.folder(slug) / name).is_file()

    def is_ours(self, slug: str) -> bool:
        """Whether a folder holds a page that we made."""
        return is_our_page(self.folder(slug) / PAGE)

    def html(
        self,
        template: str,
        title: str,
        description: str,
        notices: Sequence[str],
        slug: str = "",
        preview: str = "",
        **said: Any,
    ) -> bytes:
        """`preview` is the address within the site of the picture that a link to the page shows."""
        # Services that show previews need absolute addresses.
        base = f"{self.settings.address.rstrip('/')}/" if self.settings.address else ""
        text = (
            _templates()
            .get_template(template)
            .render(
                title=title,
                description=description,
                notices=notices,
                version=__version__,
                site_name=self.settings.name,
                slug=slug,
                root="../" if slug else "",
                og_image=f"{base}{preview}" if base and preview else "",
                og_size=PREVIEW_SIZE,
                policy=POLICY,
                og_url=f"{base}{slug}/" if base and slug else base,
                **said,
            )
        )
        return text.encode("utf-8", "replace")

    def fragment(self, template: str, **said: Any) -> str:
        """A part of a page."""
        return _templates().get_template(template).render(**said)

    @contextmanager
    def whole_folder(self, slug: str, ours: Collection[str]) -> Iterator[Path]:
        """A new folder that takes the place of the old one when the block ends well.

        Files in the old one that are not `ours` (written by us last time) are moved along.
        """
        place, old = self.folder(slug), self.target / f"{_OLD}{slug}"
        try:
            new = Path(tempfile.mkdtemp(prefix=_NEW, dir=self.target))
        except OSError as error:
            raise BrickyardError(f"{self.target}: can't be written: {error.strerror or error}") from error
        try:
            yield new
            new.chmod(0o755)
            if place.exists():
                _carry_over(place, new, ours)
                place.rename(old)
            new.rename(place)
            shutil.rmtree(old, ignore_errors=True)
        except OSError as error:
            raise BrickyardError(f"{place}: can't be written: {error.strerror or error}") from error
        finally:
            shutil.rmtree(new, ignore_errors=True)

    def remove(self, slug: str, ours: Collection[str]) -> None:
        """Delete the files that we wrote, and the folder if it is then empty."""
        folder = self.folder(slug)
        if folder.is_symlink() or not folder.is_dir():
            return
        for name in ours:
            (folder / name).unlink(missing_ok=True)
        if not any(folder.iterdir()):
            folder.rmdir()

    def tidy(self) -> None:
        """Clean up after a stopped run; a page that it had moved away comes back."""
        for left in sorted(self.target.glob(f"{_OLD}*")):
            place = self.folder(left.name.removeprefix(_OLD))
            if not place.exists():
                left.rename(place)
        for left in [*self.target.glob(f"{_OLD}*"), *self.target.glob(f"{_NEW}*")]:
            shutil.rmtree(left, ignore_errors=True)

    def write_index(self, html: bytes) -> None:
        write_whole(self.target / PAGE, html)


def scene_file(name: str) -> str:
    """Its address on a design's page."""
    return f"../{SCENES}/{name}.js"


def _is_model(file: Path) -> bool:
    from ldraw_tools.reading.studio import parse_studio

    try:
        data = read_bytes(file)
        # Opening it checks that there is a model in it.
        return bool(parse_studio(data, file.name)) if file.suffix.lower() == ".io" else is_ldraw(data)
    except (OSError, BrickyardError):
        return False


def _carry_over(old: Path, new: Path, ours: Collection[str]) -> None:
    for file in old.iterdir():
        if file.name in ours or (new / file.name).exists():
            continue
        if not file.is_symlink() and file.is_dir():
            shutil.copytree(file, new / file.name, symlinks=True)
        else:
            shutil.copy2(file, new / file.name, follow_symlinks=False)


def is_our_page(path: Path) -> bool:
    try:
        with path.open("rb") as page:
            return _OURS in page.read(_HEAD)
    except OSError:
        return False
