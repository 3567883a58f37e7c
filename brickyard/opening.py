"""Opens what people name on the command line: .ldr, .mpd, .dat or .io, with the parts that go with it."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from brickyard.paths import NOT_THERE, is_there, near
from catalog.parts import PartsDatabase
from ldraw_tools import document as documents
from ldraw_tools.assembly import assemble
from ldraw_tools.document import Document
from ldraw_tools.findings import BrickyardError, Finding
from ldraw_tools.graph import Assembly
from ldraw_tools.library import Files, Found, Library
from ldraw_tools.names import part_number


@dataclass(frozen=True)
class OpenedModel:
    """A model file as read; `total_parts` is what Studio says about itself."""

    document: Document
    custom: Files | None = None
    total_parts: int | None = None
    findings: list[Finding] = field(default_factory=list)


def open_model(path: Path) -> OpenedModel:
    if not is_there(str(path)):
        raise BrickyardError(f"{path}: {NOT_THERE}{near(path)}")
    if path.suffix.lower() == ".io":
        from ldraw_tools.studio import read_studio

        studio = read_studio(path)
        return OpenedModel(studio.document, studio.custom, studio.total_parts, studio.findings)
    return OpenedModel(documents.read(path))


class LateLibrary:
    """The LDraw library, looked for only when a part is asked of it: most models never do."""

    def __init__(self, roots: list[Path] | None = None) -> None:
        self._roots = roots
        self._library: Library | None = None
        self._looked = False

    def read(self, key: str) -> Found | None:
        library = self.library()
        return library.read(key) if library else None

    def library(self) -> Library | None:
        if not self._looked:
            self._looked = True
            if self._roots:
                self._library = Library(self._roots)
            else:
                from ldraw_tools.places import find_library

                self._library = find_library(os.environ, sys.platform, Path.home())
        return self._library


def number_today(key: str) -> str:
    """A part's number, wherever it has moved to since a file was written."""
    record = shipped_parts().find(key)
    return part_number(shipped_parts().follow(record).key if record else key)


@cache
def shipped_parts() -> PartsDatabase:
    """The database, opened once however many models are read."""
    return PartsDatabase()


def assemble_model(model: OpenedModel, library: Files | None = None) -> Assembly:
    return assemble(model.document, shipped_parts(), library, model.custom)
