"""Which file a name means: the document, its archive, its folder, then known parts and the library."""

from __future__ import annotations

import difflib
import re
from collections.abc import Container, Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from ldraw_tools.findings import BrickyardError, RefusedError
from ldraw_tools.library.part_files import Files, FoundFile
from ldraw_tools.library.places import PartFacts, PartSource
from ldraw_tools.names import MODEL_SUFFIXES, is_unsafe, key_of, library_key, real_path
from ldraw_tools.reading import document as documents
from ldraw_tools.reading.document import Document, Section
from ldraw_tools.reading.header import BUILDING_BLOCKS, FileKind, Header
from ldraw_tools.reading.scan import sift

_MOST_HOPS = 20
# All files of one model together, those of the library left out.
_MOST_BYTES_IN_FOLDER = 256 * 1024 * 1024
# Comparing names takes the square of their length.
_LONGEST_GUESSED = 80
_MOST_COMPARED = 500
# Studio puts this before BrickLink's numbers of parts that LDraw lacks.
_STUDIO = "bl_"
_NUMBER = r"[a-z]{0,2}\d+[a-z]?"
# 3069bp01 and 3069bpzb (LDraw), 3069bpb777 (BrickLink), 3069bpr0001 and 3069bpat0001 (Rebrickable).
_PRINTED = re.compile(rf"^({_NUMBER}(?:c\d\d)?)p[0-9a-z]{{1,12}}?(c\d\d[a-z]?)?$")
_ASSEMBLED = re.compile(rf"^({_NUMBER})c\d\d[a-z]?$")
LAMP = "light.dat"
# What titles of lamps and helpers begin with.
NO_BRICKS = "~=_| LlAaHh"


class OpenFile(NamedTuple):
    """A section of a document that was read."""

    document: Document
    section: Section


class NotFound(NamedTuple):
    """Not found; `reason` if there is more to say."""

    reason: str = ""
    unsafe: bool = False


class StandIn(NamedTuple):
    """An unknown part's facts, and the plain part whose shape it has."""

    facts: PartFacts
    plain: OpenFile | PartFacts


Resolution = OpenFile | PartFacts | StandIn | NotFound


class Resolver:
    """Asks every place in order, each name once."""

    def __init__(
        self, root: Document, source: PartSource, library: Files | None, custom: Files | None
    ) -> None:
        self._root = root
        self._source = source
        self.library = library
        self.custom = custom
        self._facts: dict[str, PartFacts | None] = {}
        # What a name means depends on the folder of the file that says it.
        self._outside: dict[Path | None, dict[str, Resolution]] = {}
        self._listings: dict[Path, dict[str, str]] = {}
        self._loaded: dict[Path, Document | NotFound] = {}
        self._bytes_left = _MOST_BYTES_IN_FOLDER
        self._keys: dict[int, str] = {}
        # Documents whose names have all been looked for; of others the names that aren't their sections.
        self._complete: set[int] = set()
        self._foreign: dict[int, set[str]] = {}
        # Findings are reported for files of the user's, not for those of the library.
        self.own_documents: list[Document] = [root]

    def prefetch(self, document: Document, keys: Iterable[str]) -> None:
        """Look for many names at once, and for everything that the found files need."""
        if id(document) in self._complete:
            return
        folder, names = document.folder, _foreign(document, keys)
        self._foreign.setdefault(id(document), set()).update(names)
        while wanted := _without(names, self._meant_in(folder)):
            new = [name for key in wanted if (name := library_key(key)) not in self._facts]
            if new:
                # It is a database: many at once cost little more than one.
                found = self._source.facts(new)
                self._facts.update((name, found.get(name)) for name in new)
            opened = self._look_outside(folder, self._settle_plain(folder, wanted))
            # Files of a library have no folder.
            folder = None
            single = [one for one in opened if len(one.sections) == 1]
            packed = [one for one in opened if len(one.sections) != 1]
            found_in = [one.main.contents.keys for one in single]
            found_in += [_foreign(one, one.main.contents.keys) for one in packed]
            names = list(dict.fromkeys(key for keys in found_in for key in keys))
            self._complete.update(map(id, single))

    def resolve(self, document: Document, key: str) -> Resolution:
        if id(document) in self._complete:
            return self._meant_in(None)[key]
        if key not in self._foreign.get(id(document), ()):
            section = document.find(key)
            if section is not None:
                return OpenFile(document, section)
        meant = self._meant_in(document.folder)
        if key not in meant:
            self._look_outside(document.folder, [key])
        return meant[key]

    def _meant_in(self, folder: Path | None) -> dict[str, Resolution]:
        return self._outside.setdefault(folder, {})

    def _settle_plain(self, folder: Path | None, keys: list[str]) -> list[str]:
        """Note the parts that only the source knows; returns the names that are left to look for."""
        if self.custom is not None:
            return keys
        meant = self._meant_in(folder)
        beside = {
            name
            for place in (folder, self._root.folder)
            if place is not None
            for name in self._listing(place)
        }
        left = []
        for key in keys:
            facts = None if key in beside or "/" in key else self._facts[key]
            if facts is None:
                left.append(key)
            else:
                meant[key] = facts
        return left

    def _look_outside(self, folder: Path | None, keys: Iterable[str]) -> list[Document]:
        """Find what names mean; returns the files of the library that they do."""
        meant = self._meant_in(folder)
        found: dict[str, FoundFile] = {}
        for key in keys:
            result = self._resolve_outside(folder, key)
            if isinstance(result, FoundFile):
                found[key] = result
            else:
                meant[key] = result
        if not found:
            return []
        pages = sift([file.data for file in found.values()])
        opened: list[Document] = []
        for (key, file), page in zip(found.items(), pages, strict=True):
            if page is None:
                document = documents.parse(file.data, file.label)
            else:
                document = documents.parse_plain(file.data, file.label, page)
            opened.append(document)
            meant[key] = self._parsed(document, library_key(key))
        return opened

    def _resolve_outside(self, folder: Path | None, key: str) -> Resolution | FoundFile:
        if not key or is_unsafe(key):
            return NotFound(unsafe=bool(key))
        name = library_key(key)
        if self.custom is not None and (custom := self.custom.read(name)):
            return self._parsed(documents.parse(custom.data, custom.label), name)
        for beside in dict.fromkeys((folder, self._root.folder)):
            if beside is not None and (file := self._beside(beside, key)) is not None:
                return file
        facts = self.known(name)
        if facts is not None:
            return facts
        found = self.library.read(name) if self.library is not None else None
        return found or self._stand_in(name) or NotFound()

    def _stand_in(self, name: str) -> StandIn | None:
        """For a print or a shop's number that is unknown: the plain part, where that is known."""
        for plain in plain_names(name):
            known: OpenFile | PartFacts | None = self.known(plain)
            if known is None and self.library is not None and (file := self.library.read(plain)):
                known = self._parsed(documents.parse(file.data, file.label), plain)
            if known is None:
                continue
            if isinstance(known, OpenFile):
                facts = self.follow(facts_from_header(known.section.header, plain))
            else:
                facts = known = self.follow(known)
            if facts.kind not in BUILDING_BLOCKS:
                title = f"{facts.title} with Unknown Pattern" if is_print(name) else facts.title
                key = f"{name.removesuffix('.dat')}.dat"
                return StandIn(PartFacts(key, title, FileKind.UNKNOWN), known)
        return None

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
        path = real_path(path)
        loaded = self._loaded.get(path)
        if loaded is None:
            loaded = self._loaded[path] = self._load(path)
        return loaded if isinstance(loaded, NotFound) else OpenFile(loaded, loaded.main)

    def _load(self, path: Path) -> Document | NotFound:
        assert self._root.folder is not None
        base = real_path(self._root.folder)
        if path == real_path(base / self._root.name):
            return self._root
        if not path.is_relative_to(base):
            return NotFound(unsafe=True)
        try:
            data = documents.read_bytes(path)
        except BrickyardError as error:
            return NotFound(error.said)
        self._bytes_left -= len(data)
        if self._bytes_left < 0:
            return NotFound(f"all files together are larger than {_MOST_BYTES_IN_FOLDER // 2**20} MB")
        name = path.relative_to(base).as_posix()
        file = (PurePosixPath(self._root.file).parent / name).as_posix()
        try:
            document = documents.parse(data, name, path.parent, file)
        except RefusedError as error:
            return NotFound(error.said)
        document.path = path
        self.own_documents.append(document)
        return document

    def _listing(self, folder: Path) -> dict[str, str]:
        listing = self._listings.get(folder)
        if listing is None:
            try:
                names = sorted((path.name for path in folder.iterdir()), reverse=True)
                listing = {key_of(name): name for name in names}
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
        if known is facts and facts.kind is not FileKind.MOVED:
            return facts
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
        if whole := next((key + end for end in MODEL_SUFFIXES if key + end in self._root.sections), ""):
            return whole
        # What places a part can't be it.
        inner = [name for name, section in self._root.sections.items() if section is not self._root.main]
        sections = [name for name in inner if len(name) <= _LONGEST_GUESSED]
        own = difflib.get_close_matches(key, sections[:_MOST_COMPARED], n=1, cutoff=0.8)
        return own[0] if own else self._source.nearest(library_key(key))


def _without(names: Iterable[str], known: Container[str]) -> list[str]:
    return [name for name in names if name not in known]


def _foreign(document: Document, keys: Iterable[str]) -> list[str]:
    """The names that mean no section of the document itself, each once."""
    return [key for key in dict.fromkeys(keys) if document.find(key) is None]


def facts_from_header(header: Header, key: str) -> PartFacts:
    """A part as its own file describes it."""
    moved_to, kind = header.moved_to, header.kind
    target = f"{key_of(moved_to).removesuffix('.dat')}.dat" if moved_to else ""
    return PartFacts(key, header.title, FileKind.PART if kind is FileKind.MODEL else kind, target)


def plain_names(key: str) -> Iterator[str]:
    """The parts that may stand in for an unknown one, best first: `bl_973pb0001c01` gives 973c01 and 973."""
    number = key.removesuffix(".dat")
    if not number.isalnum() and not number.startswith(_STUDIO):
        return
    if number.startswith(_STUDIO):
        number = number.removeprefix(_STUDIO)
        yield f"{number}.dat"
    printed = _PRINTED.match(number)
    if printed:
        number = printed[1] + (printed[2] or "")
        yield f"{number}.dat"
    assembled = _ASSEMBLED.match(number)
    if assembled:
        # Another assembly of the same part, a torso with other hands, is more like it than a part of it.
        yield f"{assembled[1]}c01.dat"
        yield f"{assembled[1]}.dat"


def is_print(key: str) -> bool:
    """Whether a number says that something is printed on the part."""
    return _PRINTED.match(key.removesuffix(".dat").removeprefix(_STUDIO)) is not None


def is_helper(key: str, kind: FileKind | None, title: str = "") -> bool:
    """Whether a file is drawn for building instructions only, as arrows are; `kind` is None if it is lost."""
    named = library_key(key).rpartition("/")[2].startswith(("arrow", "helper")) and key.endswith(".dat")
    says_so = title.lstrip("~=_| ").lower().startswith(("arrow", "helper"))
    return kind is FileKind.HELPER or (named and (kind is None or says_so))


def is_lamp(key: str, title: str, is_part: bool) -> bool:
    """Whether a file is a light for ray tracers: it is drawn as a sphere and is not a brick."""
    says_so = title.lstrip("~=_| ").lower().startswith("light source")
    return says_so and (key == LAMP or (is_part and title[:1] == "~"))
