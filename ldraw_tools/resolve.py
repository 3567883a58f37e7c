"""Which file a name means: the document, its archive, its folder, then known parts and the library."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ldraw_tools import document as documents
from ldraw_tools.diagnostics import BrickyardError
from ldraw_tools.document import Document, Section
from ldraw_tools.header import FileKind, Header
from ldraw_tools.library import Files
from ldraw_tools.names import is_unsafe, key_of, library_key
from ldraw_tools.source import PartFacts, PartSource

_MOST_HOPS = 20
# All files of one model together, those of the library left out.
_MOST_BYTES_IN_FOLDER = 256 * 1024 * 1024
# Comparing names takes the square of their length.
_LONGEST_GUESSED = 80
_MOST_COMPARED = 500


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A section of a document that was read."""

    document: Document
    section: Section


@dataclass(frozen=True, slots=True)
class Missing:
    """Found nowhere; a reason where it is more than that."""

    reason: str = ""
    unsafe: bool = False


Resolution = OpenFile | PartFacts | Missing


class Resolver:
    """Asks every place in order, each name once."""

    def __init__(
        self, root: Document, source: PartSource, library: Files | None, custom: Files | None
    ) -> None:
        self._root = root
        self._source = source
        self.library = library
        self._custom = custom
        self._facts: dict[str, PartFacts | None] = {}
        self._outside: dict[tuple[Path | None, str], Resolution] = {}
        self._listings: dict[Path, dict[str, str]] = {}
        self._loaded: dict[Path, Document | Missing] = {}
        self._bytes_left = _MOST_BYTES_IN_FOLDER
        self._keys: dict[int, str] = {}
        # Findings are reported for files of the user's, not for those of the library.
        self.own_documents: list[Document] = [root]

    def prefetch(self, document: Document, keys: Iterable[str]) -> None:
        """Ask the source for many names at once: it is a database."""
        wanted = [library_key(key) for key in keys if document.find(key) is None]
        new = [key for key in wanted if key not in self._facts]
        if new:
            found = self._source.facts(new)
            self._facts.update((key, found.get(key)) for key in new)

    def resolve(self, document: Document, key: str) -> Resolution:
        section = document.find(key)
        if section is not None:
            return OpenFile(document, section)
        cached = self._outside.get((document.folder, key))
        if cached is None:
            cached = self._outside[(document.folder, key)] = self._resolve_outside(document, key)
        return cached

    def _resolve_outside(self, document: Document, key: str) -> Resolution:
        if not key or is_unsafe(key):
            return Missing(unsafe=bool(key))
        name = library_key(key)
        if self._custom is not None and (found := self._custom.read(name)):
            return self._parsed(documents.parse(found.data, found.label), name)
        for folder in dict.fromkeys((document.folder, self._root.folder)):
            if folder is not None and (beside := self._beside(folder, key)) is not None:
                return beside
        facts = self.known(name)
        if facts is not None:
            return facts
        if self.library is not None and (found := self.library.read(name)):
            return self._parsed(documents.parse(found.data, found.label), name)
        return Missing()

    def _parsed(self, document: Document, name: str) -> OpenFile:
        self._keys[id(document)] = name
        return OpenFile(document, document.main)

    def _beside(self, folder: Path, key: str) -> Resolution | None:
        """A file of the model's own folder or one below it."""
        *folders, name = key.split("/")
        for step in folders:
            written = self._listing(folder).get(step)
            if written is None:
                return None
            folder = folder / written
        written = self._listing(folder).get(name)
        if written is None:
            return None
        path = folder / written
        if not path.is_file():
            return None
        # The real path: links may lead in circles, and one file may have many names.
        path = path.resolve()
        loaded = self._loaded.get(path)
        if loaded is None:
            loaded = self._loaded[path] = self._load(path)
        return loaded if isinstance(loaded, Missing) else OpenFile(loaded, loaded.main)

    def _load(self, path: Path) -> Document | Missing:
        assert self._root.folder is not None
        base = self._root.folder.resolve()
        if path == (base / self._root.name).resolve():
            return self._root
        if not path.is_relative_to(base):
            return Missing(unsafe=True)
        try:
            data = documents.read_bytes(path)
        except BrickyardError as error:
            return Missing(str(error))
        self._bytes_left -= len(data)
        if self._bytes_left < 0:
            return Missing(f"all files together are larger than {_MOST_BYTES_IN_FOLDER // 2**20} MB")
        document = documents.parse(data, path.relative_to(base).as_posix(), path.parent)
        self.own_documents.append(document)
        return document

    def _listing(self, folder: Path) -> dict[str, str]:
        listing = self._listings.get(folder)
        if listing is None:
            try:
                names = sorted((path.name for path in folder.iterdir()), reverse=True)
                listing = {name.lower(): name for name in names}
            except OSError:
                listing = {}
            self._listings[folder] = listing
        return listing

    def known(self, key: str) -> PartFacts | None:
        """What the source alone says."""
        if key not in self._facts:
            self._facts[key] = self._source.facts([key]).get(key)
        return self._facts[key]

    def is_from_library(self, file: OpenFile) -> bool:
        """True for files of a library or of an archive's custom parts."""
        return file.document.main is file.section and id(file.document) in self._keys

    def key_of(self, file: OpenFile) -> str:
        """A section's key; library files are called by what they were asked for."""
        if self.is_from_library(file):
            return self._keys[id(file.document)]
        key = key_of(file.section.name)
        return library_key(key) if file.section.header.is_library_file else key

    def follow(self, facts: PartFacts) -> PartFacts:
        """Where a moved part ended up; a loop or a dead end stops at the last good one."""
        known = self.known(facts.key)
        if known is not None and known.kind is FileKind.MOVED:
            # An embedded copy of an older library doesn't know that its number has changed.
            facts = known
        for _ in range(_MOST_HOPS):
            if facts.kind is not FileKind.MOVED or not facts.target:
                break
            target = self.facts_of(facts.target)
            if target is None:
                return PartFacts(facts.target, "", FileKind.PART)
            facts = target
        return facts

    def facts_of(self, key: str) -> PartFacts | None:
        """What the document, the source or the library say of a part by this name."""
        section = self._root.find(key)
        if section is not None and section.header.is_library_file:
            return facts_from_header(section.header, key)
        facts = self.known(key)
        if facts is None and isinstance(file := self.resolve(self._root, key), OpenFile):
            return facts_from_header(file.section.header, key)
        return facts

    def nearest(self, key: str) -> str:
        if len(key) > _LONGEST_GUESSED:
            return ""
        sections = [name for name in self._root.sections if len(name) <= _LONGEST_GUESSED]
        own = difflib.get_close_matches(key, sections[:_MOST_COMPARED], n=1, cutoff=0.8)
        return own[0] if own else self._source.nearest(library_key(key))


def facts_from_header(header: Header, key: str) -> PartFacts:
    """A part as its own file describes it."""
    target = f"{key_of(header.moved_to).removesuffix('.dat')}.dat" if header.moved_to else ""
    kind = FileKind.PART if header.kind is FileKind.MODEL else header.kind
    return PartFacts(key, header.title, kind, target)
