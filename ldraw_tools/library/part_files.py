"""Where part files come from: folders, zips, what an archive brings along; official before unofficial."""

from __future__ import annotations

import os
import time
import weakref
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from ldraw_tools.findings import BrickyardError, RefusedError
from ldraw_tools.names import is_unsafe, key_of

MOST_PART_BYTES = 32 * 1024 * 1024
MOST_MEMBERS = 250_000
# Some disks tell time in steps of two seconds.
JUST_NOW_NS = 2_000_000_000
_OFFICIAL = ("parts", "p")
_UNOFFICIAL = ("unofficial/parts", "unofficial/p")


class FoundFile(NamedTuple):
    """A file's bytes and what to call it in messages."""

    data: bytes
    label: str


class Files(Protocol):
    """A place that finds a file by its key (`3001.dat`, `s/3001s01.dat`)."""

    def read(self, key: str) -> FoundFile | None: ...


# Shows that a file was changed: its size, and when it and its entry were changed.
Stamp = tuple[int, int, int]


def stamp_of(path: str) -> Stamp | None:
    """None for a file that isn't there."""
    try:
        found = os.stat(path)  # noqa: PTH116 - thousands of them, and a Path takes as long to make
    except (OSError, ValueError):
        return None
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns


class UsedFiles(NamedTuple):
    """Files of a library that something was made of, and how they were; no stamps if that isn't known."""

    places: tuple[str, ...] = ()
    stamps: str = ""


NO_FILES = UsedFiles()


class MemoryFiles:
    """Files in memory: custom parts inside an archive, and tests."""

    def __init__(self, files: Mapping[str, bytes], label: str = "") -> None:
        self._files = {key_of(name): data for name, data in files.items()}
        self._label = label

    def read(self, key: str) -> FoundFile | None:
        data = self._files.get(key)
        return None if data is None else FoundFile(data, f"{self._label}{key}")


class _Shelf(Protocol):
    """One library, folder or zip: a file by its path inside (`parts/3001.dat`)."""

    def open(self, inner: str) -> bytes | None: ...
    def open_any_case(self, inner: str) -> bytes | None: ...
    def names(self, folder: str) -> Iterable[str]: ...
    def stamp(self, inner: str, *, any_case: bool = False) -> Stamp | None: ...
    def folder_stamps(self, below: Iterable[str]) -> list[Stamp | None]: ...


class FolderShelf:
    """A library that is a folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._folders = _folders_of(root)
        self._indexed: dict[str, dict[str, str]] = {}

    def open(self, inner: str) -> bytes | None:
        """A file whose name on disk is lower-case, as in every official library."""
        folder, _, name = inner.rpartition("/")
        return _read_part(f"{self._folder(folder)}/{name}")

    def open_any_case(self, inner: str) -> bytes | None:
        path = self._as_written(inner)
        return None if path is None else _read_part(path)

    def _as_written(self, inner: str) -> str | None:
        folder, _, name = inner.rpartition("/")
        path = self._folder(_top(folder))
        for step in folder[len(_top(folder)) :].split("/"):
            path = f"{path}/{self._index(path).get(step, step)}" if step else path
        written = self._index(path).get(name)
        return None if written is None else f"{path}/{written}"

    def names(self, folder: str) -> Iterable[str]:
        return self._index(self._folder(folder))

    def stamp(self, inner: str, *, any_case: bool = False) -> Stamp | None:
        folder, _, name = inner.rpartition("/")
        path = self._as_written(inner) if any_case else f"{self._folder(folder)}/{name}"
        return None if path is None else stamp_of(path)

    def folder_stamps(self, below: Iterable[str]) -> list[Stamp | None]:
        """Of all folders in which files of these subfolders (`s`, `48`) are looked for."""
        tops = [self._folder(top) for top in (*_OFFICIAL, *_UNOFFICIAL)]
        inside = [f"{top}/{name}" for top in tops for name in below if name]
        return [stamp_of(path) for path in (str(self.root), f"{self.root}/unofficial", *tops, *inside)]

    def _folder(self, folder: str) -> str:
        top = _top(folder)
        return self._folders.get(top, f"{self.root}/{top}") + folder[len(top) :]

    def _index(self, folder: str) -> dict[str, str]:
        index = self._indexed.get(folder)
        if index is None:
            try:
                with os.scandir(folder) as entries:
                    index = {entry.name.lower(): entry.name for entry in entries}
            except OSError:
                index = {}
            self._indexed[folder] = index
        return index


def _read_part(path: str) -> bytes | None:
    try:
        # A model needs a thousand of these, and a file object takes as long to make as reading the part.
        file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        try:
            # So does a buffer for the largest part.
            size = min(os.fstat(file).st_size or MOST_PART_BYTES, MOST_PART_BYTES)
            data = os.read(file, size + 1)
            # A disk returns it all at once, a network maybe not.
            while len(data) < size and (more := os.read(file, size + 1 - len(data))):
                data += more
        finally:
            os.close(file)
    except (OSError, ValueError):
        return None
    # Half a part would have a wrong size; a missing one is a finding.
    return data if len(data) <= MOST_PART_BYTES else None


class ZipShelf:
    """A library that is a zip (complete.zip, LeoCAD's library.bin); nothing is unpacked to disk."""

    def __init__(self, path: Path) -> None:
        self.root = path
        self._open()
        self._index = {_inner(info.filename): info for info in self._zip.infolist() if not info.is_dir()}

    def _open(self) -> None:
        # Most libraries are folders.
        from ldraw_tools.reading import archives

        self._read_member = archives.read_member
        try:
            file = self.root.open("rb")
            weakref.finalize(self, file.close)
            self._zip = archives.open_archive(file, MOST_MEMBERS)
        except OSError as error:
            raise BrickyardError(f"{self.root}: {error.strerror or error}") from error
        except BrickyardError as error:
            raise BrickyardError(f"{self.root}: {error}") from error
        self._process = os.getpid()

    def open(self, inner: str) -> bytes | None:
        info = self._index.get(inner)
        if info is None:
            return None
        if self._process != os.getpid():
            # A process that was forked would move the place in the file where its parent reads.
            self._open()
        try:
            return self._read_member(self._zip, info, MOST_PART_BYTES)
        except RefusedError:
            return None

    def open_any_case(self, inner: str) -> bytes | None:
        return self.open(inner)

    def names(self, folder: str) -> Iterable[str]:
        prefix = folder + "/"
        return [n[len(prefix) :] for n in self._index if n.startswith(prefix) and "/" not in n[len(prefix) :]]

    def stamp(self, inner: str, *, any_case: bool = False) -> Stamp | None:
        return stamp_of(str(self.root)) if inner in self._index else None

    def folder_stamps(self, below: Iterable[str]) -> list[Stamp | None]:
        return [stamp_of(str(self.root))]


class Library:
    """Several libraries asked in order: all their official files first, then the unofficial ones."""

    def __init__(self, roots: Iterable[Path]) -> None:
        self.roots = list(roots)
        self._shelves: list[_Shelf] = [shelf_at(root) for root in self.roots]
        self._cache: dict[str, FoundFile | None] = {}
        self._places: dict[str, str | None] = {}
        # Since `forget_used`: the keys that were asked for, and places of what was made of them earlier.
        self._asked: set[str] = set()
        self._noted: set[str] = set()
        # Nothing was read before this.
        self.opened_ns = time.time_ns()

    def read(self, key: str) -> FoundFile | None:
        self._asked.add(key)
        if key not in self._cache:
            self._cache[key] = None if is_unsafe(key) else self._find(key)
        return self._cache[key]

    def note(self, places: Iterable[str]) -> None:
        """Something is used that was made of files at these places, without reading them again."""
        self._noted.update(places)

    def forget_used(self) -> None:
        self._asked.clear()
        self._noted.clear()

    def used(self) -> set[str]:
        """The places of all files that were used, and where those that it lacks would be."""
        asked = {self.place_of(key) or f"0:parts/{key}" for key in [*self._asked] if not is_unsafe(key)}
        return asked | self._noted | {f"{number}:ldconfig.ldr" for number in range(len(self._shelves))}

    def state(self, places: Iterable[str]) -> UsedFiles:
        """How the files at these places are now; unknown if one may have changed since it was read."""
        stamps, known = LibraryStamps(self), tuple(sorted(places))
        digest = stamps.digest(known)
        return UsedFiles(known, digest if stamps.newest <= self.opened_ns - JUST_NOW_NS else "")

    def place_of(self, key: str) -> str | None:
        """Where a file was found, for `stamp`; None for one that isn't there."""
        if key not in self._places:
            found = self.read(key)
            places = (
                f"{number}:{found.label}"
                for any_case in (False, True)
                for number, shelf in enumerate(self._shelves)
                if found is not None and shelf.stamp(found.label, any_case=any_case) is not None
            )
            self._places[key] = next(places, None)
        return self._places[key]

    def stamp(self, place: str) -> Stamp | None:
        """Changes when the file at a place does."""
        number, _, inner = place.partition(":")
        if int(number) >= len(self._shelves):
            return None
        shelf = self._shelves[int(number)]
        return shelf.stamp(inner) or shelf.stamp(inner, any_case=True)

    def folder_stamps(self, places: Iterable[str]) -> list[Stamp | None]:
        """Change when a file comes or goes that may be found instead of those at these places."""
        inner = (place.partition(":")[2].removeprefix("unofficial/") for place in places)
        below = sorted({name.partition("/")[2].rpartition("/")[0] for name in inner})
        return [stamp for shelf in self._shelves for stamp in shelf.folder_stamps(below)]

    def _find(self, key: str) -> FoundFile | None:
        for folders in (_OFFICIAL, _UNOFFICIAL):
            # Reading the folders' listings costs more than a few failed look-ups: that comes second.
            for any_case in (False, True):
                for shelf in self._shelves:
                    for folder in folders:
                        inner = f"{folder}/{key}"
                        data = shelf.open_any_case(inner) if any_case else shelf.open(inner)
                        if data is not None:
                            return FoundFile(data, inner)
        return None

    def colours(self) -> bytes:
        """The table of colours, LDConfig.ldr, of the first library that has one."""
        found = (shelf.open_any_case("ldconfig.ldr") for shelf in self._shelves)
        return next((data for data in found if data is not None), b"")

    def names(self, folder: str) -> list[str]:
        """All file names of a folder such as `parts`, sorted, each once."""
        return sorted(
            {name for shelf in self._shelves for name in shelf.names(folder) if name.endswith(".dat")}
        )


class LibraryStamps:
    """When files of a library were changed, each asked once for all that is made of it."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._files: dict[str, str] = {}
        self._folders: dict[tuple[str, ...], str] = {}
        self.newest = 0

    def fit(self, used: UsedFiles) -> bool:
        """Whether all of these files are as they were."""
        return self.digest(used.places) == used.stamps

    def digest(self, places: Sequence[str]) -> str:
        # OpenSSL comes with it, which most commands don't need.
        from hashlib import blake2b

        files = self._files
        for place in places:
            if place not in files:
                files[place] = self._written(self._library.stamp(place))
        below = tuple(sorted({place.rpartition("/")[0] for place in places}))
        if below not in self._folders:
            stamps = self._library.folder_stamps(places)
            self._folders[below] = "".join([self._written(stamp) for stamp in stamps])
        text = "".join([files[place] for place in places]) + self._folders[below]
        return blake2b(text.encode(), digest_size=16).hexdigest()

    def _written(self, stamp: Stamp | None) -> str:
        if stamp is None:
            return "none;"
        self.newest = max(self.newest, stamp[1])
        return f"{stamp[0]} {stamp[1]} {stamp[2]};"


def shelf_at(root: Path) -> FolderShelf | ZipShelf:
    return FolderShelf(root) if root.is_dir() else ZipShelf(root)


def is_library(root: Path) -> bool:
    """True for a folder or zip that holds parts and primitives."""
    if root.is_dir():
        return {"parts", "p"} <= _folders_of(root).keys()
    try:
        return ZipShelf(root).open("p/stud.dat") is not None
    except BrickyardError:
        return False


def _top(folder: str) -> str:
    """`parts/s` lies in `parts`, `unofficial/parts/s` in `unofficial/parts`."""
    words = folder.split("/")
    return "/".join(words[:2] if words[0] == "unofficial" else words[:1])


def _folders_of(root: Path) -> dict[str, str]:
    """The four folders of a library however their names are written."""
    folders: dict[str, str] = {}
    for entry in _entries(root):
        name = entry.name.lower()
        if name in _OFFICIAL:
            folders[name] = entry.path
        elif name == "unofficial":
            for inner in _entries(Path(entry.path)):
                if inner.name.lower() in _OFFICIAL:
                    folders[f"unofficial/{inner.name.lower()}"] = inner.path
    return folders


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return [entry for entry in entries if entry.is_dir()]
    except OSError:
        return []


def _inner(name: str) -> str:
    return key_of(name).removeprefix("ldraw/")
