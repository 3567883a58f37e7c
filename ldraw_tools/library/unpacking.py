"""Which files of a zip or folder belong to an LDraw library, and under which names."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile, ZipInfo

from ldraw_tools.findings import BrickyardError, RefusedError
from ldraw_tools.library.part_files import MOST_PART_BYTES
from ldraw_tools.names import is_unsafe, key_of
from ldraw_tools.reading import archives
from ldraw_tools.reading.lines import shortened

MOST_MEMBERS = 250_000
_LONGEST_NAME = 200
_STUD = "p/stud.dat"
_LOOKED_UP = ("parts", "p", "unofficial")
_FOLDERS = (*_LOOKED_UP, "models")
_SUFFIXES = (".dat", ".ldr", ".mpd", ".png", ".txt")
_TOP_FILES = re.compile(r"(ldconfig.*|ldcfgalt)\.ldr|(ca|nonca)?(readme|licen[cs]e)\w*(\.txt|\.md)?")
# Names that Windows takes for a device or a stream, or shortens.
_UNPORTABLE = re.compile(r'[<>:"|?*]|[^ -~]|[. ](/|$)|(^|/)(con|prn|aux|nul|com\d|lpt\d)(\.[^/]*)?(/|$)')


@dataclass(frozen=True, slots=True)
class PackedFile:
    """A file of the source: its path there, its stated size, and a way to read its bytes."""

    name: str
    size: int
    read: Callable[[], bytes]
    trouble: str = ""


@contextmanager
def items_of(path: Path) -> Iterator[list[PackedFile]]:
    """The files of a zip or a folder; errors say what is wrong and leave it to the caller to say where."""
    if path.is_dir():
        yield list(_items_of_folder(path))
        return
    try:
        file = path.open("rb")
    except OSError as error:
        raise BrickyardError(f"can't be read: {error.strerror or error}") from error
    except ValueError as error:
        raise BrickyardError(f"can't be read: {error}") from error
    with file, archives.open_archive(file, MOST_MEMBERS) as archive:
        yield [_item_of_zip(archive, info) for info in archive.infolist() if info.filename[-1:] != "/"]


def root_of(items: list[PackedFile]) -> str:
    """What stands before `p/stud.dat`: `ldraw/` in complete.zip, nothing in others."""
    keys = [key_of(item.name) for item in items]
    roots = [key.removesuffix(_STUD) for key in keys if key == _STUD or key.endswith("/" + _STUD)]
    for root in sorted(roots, key=len):
        if any(key.startswith(f"{root}parts/") for key in keys):
            return root
    raise RefusedError("contains no LDraw library (parts and p/stud.dat); try complete.zip from LDraw.org")


def place_of(item: PackedFile, root: str) -> str:
    """Where a file goes below the library's folder; lower-case where it is looked up by name."""
    key = key_of(item.name)
    inner = key.removeprefix(root) if key.startswith(root) else key
    folder, slash, _ = inner.rpartition("/")
    if folder.partition("/")[0] in _LOOKED_UP:
        return inner
    return folder + slash + item.name.replace("\\", "/").strip().rpartition("/")[2]


def why_not(item: PackedFile, place: str, root: str) -> str:
    """Why a file is left out; nothing if it belongs to the library."""
    key = place.lower()
    top, slash, _ = key.partition("/")
    belongs = top in _FOLDERS and key.endswith(_SUFFIXES) if slash else _TOP_FILES.fullmatch(key)
    if not key_of(item.name).startswith(root) or not belongs:
        return "no part of a library"
    if len(key) > _LONGEST_NAME or _UNPORTABLE.search(key) or is_unsafe(key):
        return "not every system can store such a name"
    return item.trouble


def _item_of_zip(archive: ZipFile, info: ZipInfo) -> PackedFile:
    name = shortened(info.filename, 100)
    if is_unsafe(key_of(info.filename)):
        raise RefusedError(f"“{name}” in it points outside its folder; nothing is installed")
    if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG):
        raise RefusedError(f"“{name}” in it is a link or a device; nothing is installed")

    def read() -> bytes:
        try:
            return archives.read_member(archive, info, MOST_PART_BYTES)
        except RefusedError as error:
            raise RefusedError(f"“{name}” can't be unpacked: {error}; nothing is installed") from error

    return PackedFile(info.filename, info.file_size, read)


def _items_of_folder(root: Path) -> Iterator[PackedFile]:
    count = 0
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names + [name for name in folders if Path(folder, name).is_symlink()]):
            path = Path(folder, name)
            inner = path.relative_to(root).as_posix()
            count += 1
            if count > MOST_MEMBERS:
                raise RefusedError(f"contains more than {MOST_MEMBERS:,} files; nothing is installed")
            if path.is_symlink() or not path.is_file():
                yield PackedFile(inner, 0, bytes, trouble="a link or a device")
            else:
                yield PackedFile(inner, path.stat().st_size, _reader(path))


def _reader(path: Path) -> Callable[[], bytes]:
    def read() -> bytes:
        try:
            with path.open("rb") as file:
                data = file.read(MOST_PART_BYTES + 1)
        except OSError as error:
            raise RefusedError(f"“{path.name}” can't be read: {error.strerror or error}") from error
        if len(data) > MOST_PART_BYTES:
            raise RefusedError(f"“{path.name}” is larger than {MOST_PART_BYTES // 2**20} MB")
        return data

    return read
