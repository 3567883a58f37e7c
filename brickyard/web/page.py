"""Templates to pages: everything is escaped, a design's files appear together or not at all."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from brickyard import __version__
from ldraw_tools.diagnostics import BrickyardError
from ldraw_tools.writing import write_whole


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("brickyard.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@dataclass(frozen=True)
class Settings:
    """What a site is built with beside its files; `width` is that of the large pictures, in pixels."""

    name: str = "Designs"
    address: str = ""
    steps: bool = True
    width: int = 1200


@dataclass(frozen=True)
class Pages:
    """Where a site is, what it is called, and its address on the web if it has one."""

    target: Path
    site_name: str
    address: str = ""

    def folder(self, slug: str) -> Path:
        return self.target / slug

    def html(
        self, template: str, title: str, description: str, notices: Sequence[str], slug: str = "", **said: Any
    ) -> bytes:
        # A link shows its picture only where the site has an address: previews need a whole one.
        base = f"{self.address.rstrip('/')}/" if self.address else ""
        picture = f"{base}{slug}/picture.png" if base and slug and said.get("picture") else ""
        text = (
            _templates()
            .get_template(template)
            .render(
                title=title,
                description=description,
                notices=list(notices),
                version=__version__,
                site_name=self.site_name,
                slug=slug,
                root="../" if slug else "",
                og_image=picture,
                og_url=f"{base}{slug}/index.html" if base and slug else base,
                **said,
            )
        )
        return text.encode("utf-8", "replace")

    @contextmanager
    def whole_folder(self, slug: str) -> Iterator[Path]:
        """A new folder that takes the place of the old one when the block ends well."""
        try:
            new = Path(tempfile.mkdtemp(prefix=".new-", dir=self.target))
        except OSError as error:
            raise BrickyardError(f"{self.target}: can't be written: {error.strerror or error}") from error
        try:
            yield new
            new.chmod(0o755)
            place, old = self.folder(slug), self.target / f".old-{slug}"
            if place.exists():
                place.rename(old)
            new.rename(place)
            shutil.rmtree(old, ignore_errors=True)
        except OSError as error:
            raise BrickyardError(
                f"{self.folder(slug)}: can't be written: {error.strerror or error}"
            ) from error
        finally:
            shutil.rmtree(new, ignore_errors=True)

    def write_index(self, html: bytes) -> None:
        write_whole(self.target / "index.html", html)
