"""Installs an LDraw library where brickyard finds it: completely or not at all, and only library files."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import ssl
import stat
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from email.message import Message
from http.client import HTTPException
from pathlib import Path
from typing import IO, NamedTuple, Protocol, cast
from zipfile import ZipFile, ZipInfo

from ldraw_tools.findings import BrickyardError, RefusedError
from ldraw_tools.library.part_files import MOST_PART_BYTES, is_library
from ldraw_tools.names import is_unsafe, key_of, real_path
from ldraw_tools.reading import archives
from ldraw_tools.reading.lines import shortened
from ldraw_tools.writing import clear_leftovers, leftovers, temporary_prefix

MOST_BYTES = 1024 * 1024 * 1024
_CHUNK = 256 * 1024
_PATIENCE_SECONDS = 60
_SCHEME = re.compile(r"^([a-z][a-z0-9+.-]+)://", re.IGNORECASE)

Progress = Callable[[int, int], None]


class Headers(Protocol):
    def get(self, name: str, /) -> str | None: ...


class Response(Protocol):
    """What we need of urllib's answer."""

    @property
    def headers(self) -> Headers: ...
    def read(self, amount: int, /) -> bytes: ...


Opener = Callable[[str], AbstractContextManager[Response]]


def is_address(source: str) -> bool:
    """`https://…`, or another scheme; a drive letter is none."""
    return _SCHEME.match(source) is not None


def download(url: str, target: Path, progress: Progress | None = None, opener: Opener | None = None) -> int:
    """Write what the address gives to `target`; returns the number of bytes."""
    _only_https(url)
    with contextlib.ExitStack() as stack:
        with _explained(url):
            response = stack.enter_context((opener or open_https)(url))
            said = response.headers.get("Content-Length") or ""
        total = int(said) if re.fullmatch(r"[0-9]{1,15}", said) else 0
        done = _copy(response, stack.enter_context(target.open("wb")), url, total, progress)
    if done < total:
        raise BrickyardError(f"{url}: the download broke off at {done:,} of {total:,} bytes; try again")
    return done


def open_https(url: str) -> AbstractContextManager[Response]:
    """urllib with https only: no file:, no ftp:, and no redirect to them."""
    director = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPSHandler(),
        HttpsRedirects(),
        urllib.request.HTTPErrorProcessor(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.UnknownHandler(),
    ):
        director.add_handler(handler)
    request = urllib.request.Request(url, headers={"User-Agent": "brickyard"})  # noqa: S310 - https only
    return cast(AbstractContextManager[Response], director.open(request, timeout=_PATIENCE_SECONDS))


class HttpsRedirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects as long as they stay on https."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> urllib.request.Request | None:
        try:
            _only_https(newurl)
        except RefusedError:
            fp.close()
            raise
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]


def _only_https(url: str) -> None:
    match = _SCHEME.match(url)
    scheme = match[1].lower() if match else ""
    if scheme == "file":
        raise RefusedError(f"{url}: give the path itself, without file://")
    if scheme != "https":
        raise RefusedError(f"{shortened(url, 200)}: only https addresses are fetched")


def _copy(response: Response, file: IO[bytes], url: str, total: int, progress: Progress | None) -> int:
    done = 0
    while True:
        if max(done, total) > MOST_BYTES:
            raise RefusedError(f"{url}: larger than {MOST_BYTES // 2**20:,} MB, too large for a library")
        # Only reading is about the network; an error of the disk is reported by the caller.
        with _explained(url):
            chunk = response.read(_CHUNK)
        if not chunk:
            return done
        done += len(chunk)
        file.write(chunk)
        if progress:
            progress(done, total)


@contextlib.contextmanager
def _explained(url: str) -> Iterator[None]:
    try:
        yield
    except urllib.error.HTTPError as error:
        error.close()
        hint = "try again later" if error.code >= 500 else "is the address right?"
        said = shortened(" ".join(f"{error.code} {error.reason}".split()), 100)
        raise BrickyardError(f"{url}: the server answers {said}; {hint}") from error
    except urllib.error.URLError as error:
        raise BrickyardError(f"{url}: {_network_reason(error.reason)}") from error
    except (OSError, HTTPException, ValueError) as error:
        raise BrickyardError(f"{url}: {_network_reason(error)}") from error


def _network_reason(reason: object) -> str:
    if isinstance(reason, TimeoutError):
        return f"no answer within {_PATIENCE_SECONDS} seconds; try again later"
    if isinstance(reason, ssl.SSLError):
        return f"no secure connection ({reason.strerror or reason})"
    text = reason.strerror or str(reason) if isinstance(reason, OSError) else str(reason)
    return f"can't be reached ({shortened(text, 100)}); are you online?"


MOST_MEMBERS = 250_000
_LONGEST_NAME = 200
_STUD = "p/stud.dat"
_LOOKED_UP = ("parts", "p", "unofficial")
_FOLDERS = (*_LOOKED_UP, "models")
_SUFFIXES = (".dat", ".ldr", ".mpd", ".png", ".txt")
_TOP_FILES = re.compile(r"(ldconfig.*|ldcfgalt)\.ldr|(ca|nonca)?(readme|licen[cs]e)\w*(\.txt|\.md)?")
# Names that Windows takes for a device or a stream, or shortens.
_UNPORTABLE = re.compile(r'[<>:"|?*]|[^ -~]|[. ](/|$)|(^|/)(con|prn|aux|nul|com\d|lpt\d)(\.[^/]*)?(/|$)')


class PackedFile(NamedTuple):
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


MOST_UNPACKED_BYTES = 4 * 1024 * 1024 * 1024
# LDraw text shrinks to a fifth; what shrinks to less than a hundredth is a bomb.
MOST_RATIO = 100
_SLACK_BYTES = 1024 * 1024
MARK = "installed-by-brickyard.txt"
_OLD = ".old"
_MARK_TEXT = "This folder was made by `brickyard library install`, which replaces it as a whole.\n"


class InstallReport(NamedTuple):
    """What was written, and what was not: reason → names."""

    target: Path
    files: int
    bytes: int
    replaced: bool
    left_out: dict[str, list[str]]


@dataclass
class _Writer:
    """Writes below one folder, within bounds."""

    folder: Path
    most_bytes: int
    bytes: int = 0
    written: set[str] = field(default_factory=set)
    left_out: dict[str, list[str]] = field(default_factory=dict)

    def add(self, item: PackedFile, root: str) -> None:
        place = place_of(item, root)
        reason = why_not(item, place, root)
        if not reason and place.lower() in self.written:
            reason = "there already under that name"
        if reason:
            self.left_out.setdefault(reason, []).append(shortened(item.name, 100))
            return
        data = item.read()
        self.bytes += len(data)
        if self.bytes > self.most_bytes:
            raise RefusedError("unpacks to far more than a library contains; nothing is installed")
        self.written.add(place.lower())
        path = self.folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def install(
    source: str, target: Path, progress: Progress | None = None, opener: Opener | None = None
) -> InstallReport:
    """Install from a zip, a folder or an https address.

    `progress` is told (done, total) in bytes: of the download, where there is one and with a
    total of 0 where the server doesn't say; then, from 0 again, of the unpacking.
    """
    with _workshop(target) as work:
        path = Path(source)
        if is_address(source):
            path = work / "download.zip"
            download(source, path, progress, opener)
        try:
            writer = _unpack(path, work / "new", target, progress)
        except BrickyardError as error:
            raise type(error)(f"{source}: {error}") from error
        (writer.folder / MARK).write_text(_MARK_TEXT, encoding="utf-8")
        replaced = _swap(writer.folder, target, work.with_name(f"{work.name}{_OLD}"))
    return InstallReport(target, len(writer.written), writer.bytes, replaced, writer.left_out)


def _unpack(path: Path, folder: Path, target: Path, progress: Progress | None) -> _Writer:
    here, there = real_path(path), real_path(target)
    if here.is_relative_to(there) or (path.is_dir() and there.is_relative_to(here)):
        raise RefusedError("is the folder to install into; choose another place")
    most = MOST_UNPACKED_BYTES
    if path.is_file():
        most = min(most, path.stat().st_size * MOST_RATIO + _SLACK_BYTES)
    writer = _Writer(folder, most)
    with items_of(path) as items:
        root, done, total = root_of(items), 0, sum(item.size for item in items)
        for item in items:
            writer.add(item, root)
            done += item.size
            if progress:
                progress(done, total)
    if not is_library(folder):
        raise RefusedError("contains no usable LDraw library; nothing is installed")
    return writer


@contextmanager
def _workshop(target: Path) -> Iterator[Path]:
    """A folder beside the target, on the same disk, that is always removed in the end."""
    try:
        restore(target)
        _check(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        clear_leftovers(target)
        with tempfile.TemporaryDirectory(
            prefix=temporary_prefix(target), dir=target.parent, ignore_cleanup_errors=True
        ) as work:
            yield Path(work)
    except OSError as error:
        raise BrickyardError(f"{target}: can't be written: {error.strerror or error}") from error


def restore(target: Path) -> None:
    """Put the old library back where a process was killed between the two renames."""
    if target.exists():
        return
    for path in leftovers(target):
        if path.name.endswith(_OLD) and (path / MARK).is_file():
            with suppress(OSError):
                path.rename(target)
            return


def _check(target: Path) -> None:
    """Only what we made ourselves is ever replaced."""
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise RefusedError(f"{target}: is not a folder; choose another place")
    if target.is_dir() and any(target.iterdir()) and not (target / MARK).exists():
        raise RefusedError(f"{target}: has files that brickyard did not put there; choose another place")


def _swap(new: Path, target: Path, old: Path) -> bool:
    """Two renames; if the second fails, the first is undone. The old library is deleted last."""
    replaced = target.exists()
    if replaced:
        target.rename(old)
    try:
        new.rename(target)
    except BaseException:
        if replaced:
            old.rename(target)
        raise
    shutil.rmtree(old, ignore_errors=True)
    return replaced
